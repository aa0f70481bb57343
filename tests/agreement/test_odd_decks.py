"""Referee and solver against brute force on decks that no game has: one to three ranks, one to eight suits.

Why: bounds that are meant for decks of thirteen ranks cut melds off where there are fewer ranks than suits;
a set of five was never found, or its absence was called proved.
"""

from random import Random
from typing import Any

import pytest

from meldsolver import Objective, Position, Status, load_ruleset, natural, solve
from meldsolver.tiles.request import InvalidRequest
from tests.agreement.comparing import differences


def odd_rules(seed: str) -> dict[str, Any]:
    """A ruleset of an odd deck, small enough for brute force."""
    random = Random(seed)
    ranks = random.randint(1, 3)
    suits = random.randint(1, 8)
    copies = random.randint(1, 2 if ranks * suits < 7 else 1)
    least = random.randint(2, 3)
    most = random.choice((0, 0, least + random.randint(0, 4)))
    others: list[dict[str, Any]] = [
        {"kind": "pair", "suits": random.choice(("distinct", "any", "identical"))},
        {"kind": "colour", "n": random.randint(2, 3), "max": random.choice((0, 5))},
    ]
    chosen = random.choice(([], [], others[:1], others[1:]))
    return {
        "extends": "tile-rummy",
        "deck": {"suits": suits, "ranks": ranks, "copies": copies, "wilds": random.randint(0, 1)},
        "set": {"min": least, "max": most, "suits": random.choice(("distinct", "any", "identical"))},
        "run": {"min": random.randint(2, 3), "wrap": random.choice(("none", "one_high", "circular"))},
        "other_melds": chosen,
        "wild": {"max_per_meld": random.choice((0, 0, 1)), "min_naturals": 1},
        "table": {"manipulation": random.choice(("full", "layoff")) if chosen != others[1:] else "full"},
        "opening": {"kind": "none"},
    }


def compare(first: int, count: int, rack: int) -> list[str]:
    """The differences in positions of so many odd rulesets."""
    found, tried = [], 0
    for number in range(first, first + count):
        try:
            ruleset = load_ruleset(odd_rules(f"odd/{number}"))
        except InvalidRequest:
            continue
        found += differences(ruleset, f"odd position/{number}", melds=rack - 4, rack=rack, judged=6)
        tried += 1
    assert tried > count // 4
    return found


def test_odd_decks_agree_with_brute_force() -> None:
    """A few of each kind."""
    assert compare(0, 100, 5) == []


@pytest.mark.slow
def test_odd_decks_agree_with_brute_force_at_length() -> None:
    """The same with many more."""
    assert compare(1000, 1000, 6) == []


@pytest.mark.parametrize("suits", range(5, 9))
@pytest.mark.parametrize("table", ["full", "layoff"])
def test_one_rank_and_many_suits(suits: int, table: str) -> None:
    """Why: with one rank no set was longer than four tiles; sets of at least five were then proved impossible."""
    rules = load_ruleset(
        {
            "extends": "tile-rummy",
            "deck": {"suits": suits, "ranks": 1, "copies": 1, "wilds": 0},
            "set": {"min": 5, "max": 0},
            "run": {"allowed": False},
            "table": {"manipulation": table},
        }
    )
    rack = tuple(natural(suit, 1) for suit in rules.deck.suits)
    best = solve(Position(rack=rack, opened=True), rules, [Objective.TILES, Objective.MELDS_ADDED])
    assert (best.status, best.tiles_played, len(best.table)) == (Status.OPTIMAL, suits, 1)


def test_many_equal_melds() -> None:
    """Why: no meld was laid more than 65 times, so of a large deck of few ranks not all could be laid."""
    rules = load_ruleset(
        {
            "extends": "tile-rummy",
            "deck": {"suits": 2, "ranks": 1, "copies": 12, "packs": 6, "wilds": 1},
            "set": {"min": 2, "max": 2, "suits": "any"},
            "run": {"allowed": False},
        }
    )
    rack = tuple(natural(suit, 1) for suit in rules.deck.suits for _ in range(70))
    best = solve(Position(rack=rack, opened=True), rules)
    assert (best.status, best.tiles_played) == (Status.OPTIMAL, 140)
