"""Chances against all orders of a small deck, drawn one by one.

Why: chances are counted with much cutting of corners; a deck so small that every draw can be tried has none.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import meldsolver as ms
from meldsolver.contracts import distance
from tests.oracles import contract_brute

RAMO = ms.get_ruleset("ramo")
DRAWS = 3


def small_unseen(rng: Random, hand: list[str]) -> Counter[str]:
    """About fourteen cards that are unseen, wilds and specials among them."""
    left = list((contract_brute.DECK - Counter(hand)).elements())
    suits = rng.sample("rykb", 2)
    near = [card for card in left if card[0] in suits and card[1:].isdecimal() and int(card[1:]) < 8]
    wilds = rng.choice((0, 1, 3))
    return Counter([*rng.sample(near, 10), *["j"] * min(wilds, left.count("j")), "skip"])


def completes(hand: list[str], drawn: tuple[str, ...], level: int) -> bool:
    """Whether the hand with the drawn cards can go down, by brute force."""
    _, demand = contract_brute.selections(level)
    chosen = contract_brute.selections(level)[0]
    held = Counter([*hand, *drawn])
    total = sum((demand[row].clip(max=held[face]) for face, row in contract_brute.INDEX.items()), start=0 * demand[0])
    lacking = 3 * len(chosen[0]) - total
    near = (lacking <= held["j"]).nonzero()[0]
    return any(contract_brute.can_fill(chosen[row], [*hand, *drawn], Counter(), 0) for row in near)


def test_chances_are_those_of_all_draws() -> None:
    """Every set of drawn cards is as likely as every other."""
    for seed in range(16):
        rng = Random(seed)
        level = rng.choice((1, 2, 3))
        near = [card for card in contract_brute.DECK.elements() if card[1:].isdecimal() and int(card[1:]) < 8]
        hand = [*rng.sample(near, 8), *["j"] * rng.choice((0, 0, 1, 2)), "x2"]
        unseen = small_unseen(rng, hand)
        position = ms.Position(rack=ms.parse_tiles(" ".join(hand)), level=level)
        counts = {ms.parse_tile(card)[:3]: number for card, number in unseen.items()}
        far = distance(position, RAMO, unseen=counts, draws=DRAWS)
        deck = sorted(unseen.elements())
        outs = {str(out.tile) for out in far.outs}
        for draws in range(1, DRAWS + 1):
            sets = list(combinations(deck, draws))
            improving = sum(any(card in outs for card in drawn) for drawn in sets)
            assert far.improve[draws - 1] == Fraction(improving, len(sets)), (hand, deck)
            completing = sum(completes(hand, drawn, level) for drawn in sets)
            assert far.complete[draws - 1] == Fraction(completing, len(sets)), (hand, deck, level, draws)
