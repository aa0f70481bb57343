"""The page of the documentation that tells every field and every game, written from the data.

``python -m meldsolver.rules.document`` prints it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from meldsolver.rules.loading import ruleset_to_mapping
from meldsolver.rules.presets import RulesetSummary, catalogue, get_ruleset, list_rulesets
from meldsolver.rules.ruleset import SECTIONS, TEXTS, OtherMeld
from meldsolver.rules.schema import FieldSpec, section_fields
from meldsolver.rules.spelling import INEXPRESSIBLE, MOVED, ONLY, SECTION_ALIASES, TEXT_ALIASES
from meldsolver.rules.validation import MOST_TILES

INTRODUCTION = f"""\
# Rulesets

A game is data: a *ruleset* has the sections below, and every field of them has a default. Name a
preset (`tile-rummy`), or give an object that names what differs from one:

```json
{{"extends": "tile-rummy", "deck": {{"ranks": 100}}, "run": {{"max": 100}}}}
```

Without `extends` the fields not named have their defaults. `extends` names a preset or an alias.
Names are read without regard to case, `-` and `_`. A field of the wrong type, an unknown field, a
number out of range and a contradiction are all told at once, each with its field. Where 0 means "no
limit", `null` may be written. A deck has at most {MOST_TILES} tiles. Fields marked *fact* are for the
caller: no answer depends on them.

This page is generated from the package's data by `python -m meldsolver.rules.document`.
[presets.md](presets.md) sets every game beside its sources.
"""


def document() -> str:
    """The whole page."""
    parts = [INTRODUCTION, "## Fields\n"]
    for name, section in SECTIONS.items():
        parts.append(_section(name, section))
    parts.append(_section("other_melds", OtherMeld))
    parts.append(_texts())
    parts.append(_other_names())
    parts.append("## Games\n\nWhat each game changes, from the game that it extends.\n")
    family = ""
    for summary in list_rulesets():
        if summary.family != family:
            family = summary.family
            parts.append(f"### {family.replace('_', ' ').capitalize()}\n")
        parts.append(_game(summary))
    parts.append(_refused())
    return "\n".join(parts)


def _section(name: str, section: type) -> str:
    doc = (section.__doc__ or "").strip().splitlines()[0]
    more = " A list; each entry has these fields." if section is OtherMeld else ""
    rows = [f"### `{name}`\n", doc + more + "\n", "| field | default | meaning | source |", "|---|---|---|---|"]
    rows += [_row(spec) for spec in section_fields(section).values()]
    return "\n".join(rows) + "\n"


def _row(spec: FieldSpec) -> str:
    info = spec.info
    meaning = info.doc
    if info.choices:
        named = [choice for choice in info.choices if choice]
        if any(f"{choice}:" not in meaning for choice in named):
            meaning += f" One of: {', '.join(named)}."
    if info.low is not None and spec.type is int:
        meaning += f" {info.low} to {info.high}."
    others = [f"`{alias}`" for alias in info.aliases]
    if others:
        meaning += f" Also read as {', '.join(others)}."
    words = [f"`{word}` = {choice}" for word, choice in info.words]
    if words:
        meaning += f" Also: {', '.join(words)}."
    if info.fact:
        meaning += " *Fact.*"
    cells = (f"`{spec.name}`", f"`{_shown(spec.default)}`", meaning, info.source)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _shown(value: Any) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def _texts() -> str:
    return (
        "### Texts\n\n"
        "`title` is one line; `sources`, `inferences` (readings that no source states), `unsupported` (parts of the "
        "game that cannot be expressed) and `notes` are lists of sentences. `name` is 1 to 80 letters, digits, spaces "
        "or `. _ + -`.\n"
    )


def _other_names() -> str:
    lines = ["### Other names\n", "Read as well, so that older parameter sets can be used:\n"]
    lines += [f"- section `{old}` is `{new}`" for old, new in sorted(SECTION_ALIASES.items())]
    lines += [f"- `{old}` is `{new}`" for old, new in sorted(TEXT_ALIASES.items())]
    lines += [f"- `{a}.{b}` is `{c}.{d}`" for (a, b), (c, d) in sorted(MOVED.items())]
    lines += [
        "- `level` is `contract.level`; `contract` may be the list of levels itself, or `null` for none",
        "- `deck.false_jokers` is that many specials named `fj`",
        '- `deck.wild_ranks` as `["hand_size"]` is `deck.dynamic_wild`',
        '- `opening.alternatives` as `[{"kind": "pairs", "count": n}]` is `opening.pairs`',
        "- `joker` (or `wild`) and `special` within `scoring.values` are the fields of those names",
    ]
    lines += [f"- `{a}.{b}` can only be `{value}`" for (a, b), value in sorted(ONLY.items())]
    lines += [f"- `{a}.{b}` is refused: {reason}" for (a, b), reason in sorted(INEXPRESSIBLE.items())]
    return "\n".join(lines) + "\n"


def _game(summary: RulesetSummary) -> str:
    ruleset = get_ruleset(summary.name)
    lines = [f"#### `{summary.name}`\n", f"{ruleset.title}."]
    if summary.extends:
        lines[-1] += f" Extends `{summary.extends}`."
    if summary.aliases:
        lines[-1] += f" Also `{'`, `'.join(summary.aliases)}`."
    lines.append("")
    for name in ("sources", "inferences", "notes", "unsupported"):
        title = {"sources": "Source", "inferences": "Inferred", "notes": "Note", "unsupported": "Not expressed"}[name]
        lines += [f"- {title}: {text}" for text in getattr(ruleset, name)]
    base = get_ruleset(summary.extends) if summary.extends else None
    lines += list(_changes(ruleset_to_mapping(ruleset, since=base))) if base else ["- Every field has its default."]
    return "\n".join(lines) + "\n"


def _changes(mapping: dict[str, Any]) -> Iterator[str]:
    for section, fields in mapping.items():
        if section in ("name", "title", "extends", *TEXTS):
            continue
        if section == "other_melds":
            yield f"- `other_melds`: {_cell(fields)}"
            continue
        for name, value in fields.items():
            yield f"- `{section}.{name}`: {_cell(value)}"


def _cell(value: Any) -> str:
    return f"`{_shown(value)}`"


def _refused() -> str:
    lines = ["## Games that cannot be played\n"]
    lines += [f"- `{name}`: {reason}." for name, reason in sorted(catalogue().refused.items())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(document(), end="")
