"""From a ruleset as written (names of old, short forms, ``null``) to its sections and fields.

This step knows names and shapes only; :mod:`meldsolver.rules.convert` checks the values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, NamedTuple

from meldsolver.rules.ruleset import SECTIONS, TEXTS
from meldsolver.rules.schema import section_fields
from meldsolver.tiles.request import Fault

SECTION_ALIASES = {
    "joker_retrieval": "retrieval",
    "joker": "wild",
    "wilds": "wild",
    "sets": "set",
    "groups": "set",
    "runs": "run",
    "contract_runs": "contract",
    "contracts": "contract",
    "lay_off": "layoff",
    "score": "scoring",
}
TEXT_ALIASES = {"basis": "sources", "source": "sources", "inference": "inferences", "note": "notes"}
HEADER = ("name", "title", "extends", *TEXTS)
IGNORED = ("status", "aliases")

MOVED = {
    ("wild", "hand_value"): ("scoring", "joker"),
    ("wild", "wild_rank_value"): ("scoring", "wild_rank_value"),
    ("scoring", "knock_max"): ("declare", "knock_max"),
    ("scoring", "teams"): ("deal", "teams"),
}
"""Fields that are read under another section's name as well."""

INEXPRESSIBLE = {
    ("wild", "kinds"): "jokers of several kinds cannot be expressed; use deck.wilds for plain ones",
    ("wild", "colour_bound"): "jokers bound to a colour cannot be expressed; leave the field out for free ones",
    ("layoff", "pair_openers_sets"): "how a player opened is not kept; leave the field out",
    ("declare", "pattern"): "a pattern in words cannot be read; use declare.all_cards, declare.pairs and other_melds",
}
"""Fields known from rule sheets that no ruleset of this project can honour."""

ONLY = {("layoff", "when"): "after_opening"}
"""Fields that have one possible value."""


class Entry(NamedTuple):
    """A value as written, and the path under which it was written."""

    value: Any
    path: str


@dataclass
class Spelled:
    """A mapping sorted into header, sections and other melds, with the faults found on the way."""

    header: dict[str, Entry] = field(default_factory=dict)
    fields: dict[tuple[str, str], Entry] = field(default_factory=dict)
    reset: set[str] = field(default_factory=set)
    other_melds: Entry | None = None
    faults: list[Fault] = field(default_factory=list)

    def put(self, section: str, name: str, value: Any, path: str) -> None:
        """Notes a field's value; two different values under two names are a fault."""
        held = self.fields.get((section, name))
        if held is None:
            self.fields[section, name] = Entry(value, path)
        elif not _same(held.value, value):
            text = f"{held.path} and {path} are the same field and differ; write {section}.{name} once"
            self.faults.append(Fault(path, "DUPLICATE_FIELD", text))


def key(name: str) -> str:
    """A name in the form in which names are compared: lower case, ``_`` for ``-`` and spaces."""
    return re.sub(r"[-\s]+", "_", name.strip().lower())


def shown(value: Any) -> str:
    """A value as told in a message, shortened; never as deep or as long as a caller may write it."""
    if isinstance(value, Mapping):
        return f"an object of {len(value)} fields"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    if isinstance(value, int) and abs(value) > 10**18:
        return "so great a number"
    text = repr(value[:60]) if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _same(first: Any, second: Any) -> bool:
    try:
        return type(first) is type(second) and bool(first == second)
    except RecursionError:
        return False


def spell(mapping: Mapping[str, Any]) -> Spelled:
    """Sorts what is written under any known name into sections and fields."""
    result = Spelled()
    for raw, value in mapping.items():
        name = key(str(raw))
        name = TEXT_ALIASES.get(name, SECTION_ALIASES.get(name, name))
        if name in HEADER:
            result.header[name] = Entry(value, str(raw))
        elif name in IGNORED:
            continue
        elif name == "level":
            result.put("contract", "level", value, str(raw))
        elif name == "other_melds":
            result.other_melds = Entry(value, str(raw))
        elif name in SECTIONS:
            _spell_section(name, value, str(raw), result)
        else:
            result.faults.append(_unknown(str(raw), name, [*SECTIONS, *HEADER, "other_melds"]))
    return result


def _spell_section(section: str, value: Any, path: str, result: Spelled) -> None:
    if section == "contract" and value is None:
        result.reset.add("contract")
        return
    if section == "contract" and isinstance(value, (list, tuple)):
        value = {"levels": value}
    if not isinstance(value, Mapping):
        text = f"{shown(value)} is no section; write its fields, as in {{{section!r}: {{...}}}}"
        result.faults.append(Fault(path, "WRONG_TYPE", text))
        return
    for raw, item in value.items():
        _spell_field(section, key(str(raw)), item, f"{path}.{raw}", result)


def _spell_field(section: str, name: str, value: Any, path: str, result: Spelled) -> None:
    names = _names(section)
    place = MOVED.get((section, name))
    if (section, name) in INEXPRESSIBLE:
        # A field that is switched off asks for nothing.
        if value not in (None, False):
            result.faults.append(Fault(path, "UNSUPPORTED", INEXPRESSIBLE[section, name]))
    elif (section, name) in ONLY:
        if value != ONLY[section, name]:
            text = f"{shown(value)} cannot be expressed; only {ONLY[section, name]!r} can, so leave it out"
            result.faults.append(Fault(path, "UNSUPPORTED", text))
    elif (section, name) == ("opening", "alternatives"):
        _alternatives(value, path, result)
    elif (section, name) == ("scoring", "values"):
        _values(value, path, result)
    elif (section, name) == ("scoring", "winner") and _is_number(value):
        result.put("scoring", "winner", "fixed", path)
        result.put("scoring", "winner_score", value, path)
    elif (section, name) == ("deck", "ranks") and isinstance(value, str) and re.fullmatch(r"\d{1,3}-\d{1,3}", value):
        low, high = value.split("-")
        result.put("deck", "min_rank", int(low), path)
        result.put("deck", "ranks", int(high), path)
    elif (section, name) == ("deck", "wild_ranks") and value == ["hand_size"]:
        result.put("deck", "dynamic_wild", "hand_size", path)
        result.put("deck", "wild_ranks", [], path)
    elif (section, name) == ("deck", "false_jokers"):
        result.put("deck", "false_jokers", value, path)
    elif place is not None:
        result.put(*place, value, path)
    elif name in names:
        result.put(section, names[name], value, path)
    else:
        result.faults.append(_unknown(path, name, sorted(names)))


def _names(section: str) -> dict[str, str]:
    """Every name under which a section's fields are read, with the field's own name."""
    specs = section_fields(SECTIONS[section])
    names = {alias: name for name, spec in specs.items() for alias in spec.info.aliases}
    return names | {name: name for name in specs}


def _alternatives(value: Any, path: str, result: Spelled) -> None:
    """``[{"kind": "pairs", "count": 5}]`` is the old form of ``opening.pairs``."""
    if value in ([], None):
        result.put("opening", "pairs", 0, path)
    elif (
        isinstance(value, list)
        and len(value) == 1
        and isinstance(value[0], Mapping)
        and value[0].get("kind") == "pairs"
    ):
        result.put("opening", "pairs", value[0].get("count"), path)
    else:
        text = 'the one alternative is [{"kind": "pairs", "count": n}]; better write opening.pairs'
        result.faults.append(Fault(path, "WRONG_TYPE", text))


def _values(value: Any, path: str, result: Spelled) -> None:
    """Takes ``joker`` (or ``wild``) and ``special`` out of a table of values into their own fields."""
    if isinstance(value, Mapping):
        rest = {}
        for name, worth in value.items():
            match key(str(name)):
                case "joker" | "wild":
                    result.put("scoring", "joker", worth, f"{path}.{name}")
                case "special":
                    result.put("scoring", "special", worth, f"{path}.{name}")
                case _:
                    rest[name] = worth
        value = rest
    result.put("scoring", "values", value, path)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _unknown(path: str, name: str, names: list[str]) -> Fault:
    near = get_close_matches(name[:60], names, n=3, cutoff=0.6)
    remedy = f"did you mean {' or '.join(near)}?" if near else f"the names are {', '.join(names)}"
    shortened = path if len(path) <= 120 else path[:117] + "..."
    return Fault(shortened, "UNKNOWN_FIELD", f"no such field; {remedy}")
