"""Games to ask about: every preset, and rulesets that nobody plays but that the fields allow.

Why: a ruleset comes from outside. A fault that needs one suit, sets of any suits and a wild rank at once is met
only by drawing every field at random within its range, then taking back what contradicts.
"""

from __future__ import annotations

import re
from functools import lru_cache
from random import Random
from typing import Any

from meldsolver import InvalidRequest, Ruleset, get_ruleset, list_rulesets, load_ruleset
from meldsolver.rules.ruleset import SECTIONS
from meldsolver.rules.schema import FieldSpec, section_fields

Mapping = dict[str, Any]
"""A ruleset as its fields are written."""

PRESETS = tuple(summary.name for summary in list_rulesets())
SUITS = "rykbgpwm"
LEVELS = ("SS", "SR", "RR", "S", "R", "SSS", "S2R", "SR|RS", "SSSS|RRRR", "S4", "R5", "C3", "C3S")
TRIES = 8
"""How often what contradicts is taken back before the ruleset is given up."""

# Number fields whose whole range would only make every game the same: drawn from what games use, and a little more.
SMALL = {"threshold": 40, "min": 6, "max": 8, "lock_turns": 3, "knock_max": 15, "rack": 10, "level": 0}


def random_game(random: Random) -> Mapping:
    """A preset by its name, a preset with changes, or whole rules, all sound."""
    kind = random.random()
    if kind < 0.35:
        return {"extends": random.choice(PRESETS)}
    for _ in range(20):
        mapping = _sound(random, _drawn(random, random.choice(PRESETS) if kind < 0.7 else ""))
        if mapping is not None:
            return mapping
    return {"extends": "tile-rummy"}


@lru_cache(maxsize=1024)
def game(seed: str, number: int) -> tuple[Mapping, Ruleset]:
    """The game of a number, as it is written and as it is read."""
    mapping = random_game(Random(f"{seed} game {number}"))
    name = mapping.get("extends", "")
    return mapping, get_ruleset(name) if set(mapping) == {"extends"} else load_ruleset(mapping)


def _drawn(random: Random, base: str) -> Mapping:
    mapping: Mapping = {"extends": base} if base else {}
    mapping["deck"] = _deck(random)
    for section in random.sample([name for name in SECTIONS if name != "deck"], random.randint(1, 5)):
        fields = section_fields(SECTIONS[section])
        some = random.sample(sorted(fields), min(len(fields), random.randint(1, 3)))
        mapping[section] = {name: value_of(random, fields[name]) for name in some}
    if random.random() < 0.25:
        mapping["other_melds"] = [_other(random) for _ in range(random.randint(1, 2))]
    if random.random() < 0.2:
        mapping.setdefault("opening", {})["kind"] = "contract"
        mapping.setdefault("table", {}).update(model="owner", manipulation=random.choice(["layoff", "none"]))
        mapping["contract"] = {"levels": random.sample(LEVELS, random.randint(1, 4))}
    if random.random() < 0.1:
        mapping["table"] = {"model": random.choice(["hand_only", "go_out_only"]), "manipulation": "none"}
        mapping.setdefault("deal", {})["rack"] = random.randint(3, 9)
        mapping.setdefault("opening", {})["kind"] = "none"
    return mapping


def _deck(random: Random) -> Mapping:
    """Mostly small: what is slow is met by a small share of large ones."""
    suits = random.choice((1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 6, 8))
    ranks = random.choice((1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 13, 20))
    copies = random.choice((1, 1, 1, 2, 2, 3, 4))
    while suits * ranks * copies > 60 and random.random() < 0.95:
        if ranks >= max(suits, copies):
            ranks = max(1, ranks // 2)
        elif copies > 1:
            copies -= 1
        else:
            suits -= 1
    low = random.choice((1, 1, 1, 2)) if ranks > 2 else 1
    deck: Mapping = {
        "suits": list(SUITS[:suits]) if random.random() < 0.5 else suits,
        "min_rank": low,
        "ranks": ranks,
        "copies": copies,
        "packs": 1,
        "wilds": random.choice((0, 0, 1, 1, 2, 2, 3, 4, 8)),
        "rank_labels": {},
        "honours": random.choice((0, 0, 0, 0, 0, 3)),
        "indicator": "",
        "dynamic_wild": "none",
        "wild_faces": [],
    }
    deck["wild_ranks"] = (
        random.sample(range(low, ranks + 1), random.randint(1, min(3, ranks - low + 1)))
        if random.random() < 0.25
        else []
    )
    deck["specials"] = {"skip": 2} if random.random() < 0.15 else {}
    if random.random() < 0.05:
        deck["indicator"] = f"{SUITS[0]}{ranks}"
    return deck


def _other(random: Random) -> Mapping:
    if random.random() < 0.5:
        suits = random.choice(["identical", "distinct", "any"])
        return {"kind": "pair", "suits": suits, "count": random.choice((0, 0, 0, 1))}
    least = random.randint(2, 5)
    return {"kind": "colour", "n": least, "max": random.choice((0, least, least + 2))}


def value_of(random: Random, spec: FieldSpec) -> Any:
    """A value within the field's range."""
    info = spec.info
    if info.choices:
        return random.choice(info.choices)
    if spec.type is bool:
        return random.random() < 0.5
    if spec.type is int:
        low, high = info.low or 0, info.high or 0
        most = SMALL.get(spec.name, 6)
        return random.randint(low, min(high, low + most)) if random.random() < 0.97 else high
    if spec.name == "levels":
        return random.sample(LEVELS, random.randint(1, 4))
    return list(spec.default) if isinstance(spec.default, tuple) else spec.default


def _sound(random: Random, mapping: Mapping) -> Mapping | None:
    """The rules without the fields that are at fault, or ``None`` when that does not help."""
    for _ in range(TRIES):
        try:
            load_ruleset(mapping)
        except InvalidRequest as error:
            for fault in error.faults:
                _drop(random, mapping, fault.field)
        else:
            return mapping
    return None


def _drop(random: Random, mapping: Mapping, path: str) -> None:
    section, _, field = path.partition(".")
    section = re.sub(r"\[.*", "", section)
    fields = mapping.get(section)
    if isinstance(fields, dict) and field:
        name = re.sub(r"[\[.].*", "", field)
        if name in fields and section != "deck":
            del fields[name]
            return
    others = [name for name in mapping if name not in ("deck", "extends")]
    if section in mapping and section != "deck":
        del mapping[section]
    elif others:
        del mapping[random.choice(others)]
    else:
        mapping["deck"] = _deck(random)
