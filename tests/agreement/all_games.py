"""Every game on a deck so small that all end states can be tried: presets, policies, and odd rulesets.

Why: a fault hides in the one preset that nobody compares. Names are ``preset:ramo``, ``policy:no runs`` and
``odd:17``; each position has a deck and a form of its own, drawn from its seed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from random import Random
from typing import Any

from meldsolver import InvalidRequest, Ruleset, get_ruleset, list_rulesets, load_ruleset
from meldsolver.rules.ruleset import SECTIONS
from meldsolver.rules.schema import section_fields
from tests.agreement.policies import DECKS, SMALLER_DECKS, mapping_of, policies
from tests.fuzz.games import value_of

SUITS = "rykbgp"
ODD_GAMES = 400
PRESETS = tuple(f"preset:{summary.name}" for summary in list_rulesets())
POLICIES = tuple(f"policy:{name}" for name in policies())
HANDS = ("hand_only", "go_out_only")


def names() -> tuple[str, ...]:
    """Every game, each preset as often as there are policies and odd games to a preset."""
    odd = tuple(f"odd:{number}" for number in range(ODD_GAMES))
    return (*PRESETS * 4, *POLICIES, *odd)


def small_game(name: str, random: Random) -> Ruleset:
    """The game of a name on a small deck."""
    kind, _, rest = name.partition(":")
    if kind == "preset":
        return _preset(rest, random)
    if kind == "policy":
        smaller = re.match("twos wild|runs .*any|any sets|any pairs|pairs to", rest) is not None
        deck = random.choice(SMALLER_DECKS if smaller else DECKS)
        return load_ruleset(mapping_of(policies()[rest], deck))
    return _odd(int(rest))


def _preset(name: str, random: Random) -> Ruleset:
    rules = get_ruleset(name)
    hand = rules.table.model in HANDS or rules.opening.kind == "contract"
    wide = rules.set.suits == "any" or rules.run.suit == "any"
    suits, ranks, copies = random.choice(((3, 5, 1), (2, 6, 1), (3, 4, 1) if wide else (4, 4, 1), (2, 5, 2)))
    if hand:
        suits, ranks, copies = random.choice(((3, 6, 1), (4, 6, 1), (3, 7, 1), (2, 6, 2)))
    if rules.set.suits == "identical":
        suits, ranks, copies = random.choice(((2, 5, 3), (1, 6, 4), (3, 4, 3)))
    deck: dict[str, Any] = {
        "suits": list(rules.deck.suits[:suits]),
        "min_rank": 1,
        "ranks": ranks,
        "copies": copies,
        "packs": 1,
        "wilds": min(random.choice((1, 2, 2, 3)), rules.deck.wilds),
        "wild_ranks": [min(ranks, rank) for rank in rules.deck.wild_ranks][:1],
        "rank_labels": {},
        "specials": {},
        "honours": min(2, rules.deck.honours),
    }
    if rules.deck.dynamic_wild == "turned_card" and random.random() < 0.5:
        deck["wild_ranks"] = [random.randint(1, ranks)]
    if rules.deck.dynamic_wild == "indicator" and random.random() < 0.8:
        deck["indicator"] = f"{rules.deck.suits[0]}{random.randint(1, ranks)}"
    changes: dict[str, Any] = {
        "extends": name,
        "deck": deck,
        "opening": {"threshold": min(random.choice((6, 9, 14)), rules.opening.threshold)},
        "scoring": {"card_values": "face", "values": {}},
    }
    if rules.opening.pairs:
        changes["opening"]["pairs"] = random.choice((1, 2))
    if rules.set.min > 2 and rules.set.suits == "distinct" and suits < 3:
        deck["suits"] = list(rules.deck.suits[:3])
        deck["copies"] = 1
    if rules.contract.levels:
        changes["contract"] = {"levels": [_shorter(level, ranks) for level in rules.contract.levels]}
        if "C" in "".join(rules.contract.levels):
            changes["other_melds"] = [{"kind": "colour", "n": 4}]
    if rules.table.model in HANDS:
        changes["deal"] = {"rack": random.choice((4, 5, 6, 7))}
        changes["declare"] = {"knock_max": rules.declare.knock_max}
        if rules.declare.pairs:
            changes["declare"]["pairs"] = random.choice((2, 3))
        if rules.declare.min_runs:
            changes["declare"]["min_runs"] = random.choice((1, 2))
            changes["deal"] = {"rack": random.choice((6, 7))}
        if rules.set.suits == "identical":
            changes["deal"] = {"rack": random.choice((4, 7))}
    return load_ruleset(changes)


def _shorter(level: str, ranks: int) -> str:
    """A contract of two melds at most, none longer than five or the ranks allow."""
    shorter = []
    for part in level.split("|"):
        demands = re.findall(r"([SRC])(\d*)", part)[:2]
        most = 4 if len(demands) > 1 else min(5, ranks)
        shorter.append("".join(kind + (str(min(most, int(size))) if size else "") for kind, size in demands))
    return "|".join(dict.fromkeys(shorter))


@lru_cache(maxsize=512)
def _odd(number: int) -> Ruleset:
    """A ruleset drawn field by field, on any small deck."""
    random = Random(f"odd game {number}")
    while True:
        suits, ranks = random.choice(((6, 1), (5, 2), (4, 3), (3, 4), (3, 5), (2, 5), (2, 6), (1, 8), (4, 4), (5, 1)))
        copies = random.choice((1, 1, 2)) if suits * ranks <= 10 else 1
        deck = {"suits": list(SUITS[:suits]), "ranks": ranks, "copies": copies, "wilds": random.choice((0, 1, 1, 2))}
        if random.random() < 0.3 and suits <= 3 and suits * ranks * copies <= 12:
            deck["wild_ranks"] = [random.randint(1, ranks)]
        mapping: dict[str, Any] = {
            "extends": "tile-rummy",
            "deck": deck,
            "opening": {"threshold": random.choice((4, 9))},
        }
        for section in random.sample(["set", "run", "wild", "retrieval", "opening", "table", "turn"], 3):
            specs = section_fields(SECTIONS[section])
            for name in random.sample(sorted(specs), 2):
                mapping.setdefault(section, {})[name] = value_of(random, specs[name])
        if random.random() < 0.2:
            mapping["other_melds"] = [{"kind": "pair", "suits": random.choice(["identical", "distinct", "any"])}]
        mapping["opening"]["threshold"] = min(12, mapping["opening"].get("threshold", 9))
        try:
            ruleset = load_ruleset(mapping)
        except InvalidRequest:
            continue
        if ruleset.opening.kind != "contract" and ruleset.table.model not in HANDS:
            return ruleset
