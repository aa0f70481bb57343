"""Distances and outs where single melds limit their wilds or runs must lie apart, against the definition itself.

Why: such contracts were judged by nothing but the solver's own model, and what may be said about a meld of three
cannot be said about four: whether longer melds matter is just what an enumeration tells.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import meldsolver as ms
from meldsolver.contracts import distance
from tests.oracles import contract_limits as brute

SUITS, RANKS, FEW, MANY = ("r", "y"), 6, 12, 150

GAMES: dict[str, tuple[dict[str, Any], brute.Rules]] = {
    "wilds apart": ({"wild": {"adjacent_ok": False}}, brute.Rules(RANKS, adjacent_ok=False)),
    "wilds apart, twos wild": (
        {"wild": {"adjacent_ok": False}, "deck": {"wild_ranks": [2]}},
        brute.Rules(RANKS, 2, adjacent_ok=False),
    ),
    "as many naturals, twos wild": (
        {"wild": {"naturals_ge_wilds": True}, "deck": {"wild_ranks": [2]}},
        brute.Rules(RANKS, 2, naturals_ge_wilds=True),
    ),
    "two naturals": ({"wild": {"min_naturals": 2}}, brute.Rules(RANKS, min_naturals=2)),
    "one wild a meld": ({"wild": {"max_per_meld": 1}}, brute.Rules(RANKS, max_per_meld=1)),
    "one wild in three": ({"wild": {"max_in_new_three": 1}}, brute.Rules(RANKS, max_in_new_three=1)),
    "a rank between runs": ({"contract": {"same_suit_gap_min": 1}}, brute.Rules(RANKS, gap=1)),
    "two ranks between runs, twos wild, as many naturals": (
        {"contract": {"same_suit_gap_min": 2}, "wild": {"naturals_ge_wilds": True}, "deck": {"wild_ranks": [2]}},
        brute.Rules(RANKS, 2, naturals_ge_wilds=True, gap=2),
    ),
    "runs of different suits": ({"contract": {"distinct_suits": True}}, brute.Rules(RANKS, distinct_suits=True)),
    "no more copies than exist": (
        {"wild": {"may_exceed_copies": False, "max_per_meld": 1}},
        brute.Rules(RANKS, max_per_meld=1, copies=2),
    ),
    "no more copies than exist, runs alone": (
        {"wild": {"may_exceed_copies": False}, "deck": {"ranks": 4, "copies": 1}, "contract": {"levels": ["R", "RR"]}},
        brute.Rules(4, copies=1),
    ),
    "everything at once": (
        {
            "wild": {"naturals_ge_wilds": True, "adjacent_ok": False, "min_naturals": 2, "max_in_new_three": 1},
            "deck": {"wild_ranks": [4]},
            "contract": {"same_suit_gap_min": 1},
        },
        brute.Rules(RANKS, 4, naturals_ge_wilds=True, adjacent_ok=False, min_naturals=2, max_in_new_three=1, gap=1),
    ),
}
CONTRACTS = ("SS", "SR", "RR")


def ruleset(changes: dict[str, Any]) -> ms.Ruleset:
    """Contract rummy on a deck of two suits and six ranks."""
    deck = {"suits": list(SUITS), "ranks": RANKS, "copies": 2, "packs": 1, "wilds": 3, "rank_labels": {}}
    base: dict[str, Any] = {
        "extends": "contract",
        "deck": deck | changes.get("deck", {}),
        "run": {"min": 3, "max": 0},
        "scoring": {"values": {}},
        "contract": {"levels": list(CONTRACTS)} | changes.get("contract", {}),
        "wild": changes.get("wild", {}),
    }
    return ms.load_ruleset(base)


def tile(card: brute.Card) -> ms.Tile:
    """The project's tile for a card of the oracle."""
    return ms.WILD if card is None else ms.natural(*card)


def check(name: str, seed: int) -> None:
    """One hand of a game, at one level."""
    changes, rules = GAMES[name]
    random = Random(f"{name} {seed}")
    deck: list[brute.Card] = [(suit, rank) for suit in SUITS for rank in range(1, rules.ranks + 1)]
    deck *= changes.get("deck", {}).get("copies", 2)
    random.shuffle(deck)
    if rules.copies:  # thick with the copies of few faces
        near = random.randint(2, rules.ranks - 1)
        deck.sort(key=lambda card: card is None or abs(card[1] - near) > 1 or card[0] == SUITS[1])
    wilds = random.choice((0, 1, 1, 2, 3))
    hand = (*deck[: random.choice((5, 6)) - wilds], *[None] * wilds)
    contracts = changes.get("contract", {}).get("levels", CONTRACTS)
    level = random.randint(1, len(contracts))
    unseen = Counter(deck + [None] * 3) - Counter(hand)
    expected = brute.distance(hand, contracts[level - 1], unseen, rules, 2)
    position = ms.Position(rack=tuple(map(tile, hand)), level=level)
    found = distance(position, ruleset(changes), draws=0, time_limit=60)
    assert found.proved
    if expected is None:
        assert found.distance is None or found.distance > 2, (hand, level)
        return
    assert found.distance == expected, (hand, level)
    if expected:
        outs = brute.outs(hand, contracts[level - 1], unseen, rules, expected)
        assert {out.tile: out.copies for out in found.outs} == {tile(c): unseen[c] for c in outs}, (hand, level)


@pytest.mark.parametrize("name", GAMES)
def test_distance_and_outs_are_those_of_the_definition(name: str) -> None:
    """A dozen hands a game; many more in the slow run."""
    for seed in range(FEW):
        check(name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_hands(name: str) -> None:
    """The same at length."""
    for seed in range(FEW, FEW + MANY):
        check(name, seed)
