"""Hands full of wilds, and decks of which little is unseen, against an enumeration.

Why: where wilds could fill whole melds it is the naturals that lack, one for each meld; where the last cards are drawn
it is what is unseen that decides. Random hands of a whole deck meet neither.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

import meldsolver as ms
from meldsolver.contracts import distance, lay_down
from tests.oracles.contract_any import WILD, Card, Rules, judge

RULES = Rules(("r", "y", "k", "b"), 7, 2, 8, set_suits="distinct", set_most=4, wrap="one_high")
RAMO = ms.load_ruleset(
    {
        "extends": "ramo",
        "deck": {"ranks": 7, "copies": 2, "packs": 1, "wilds": 8, "specials": {}},
        "scoring": {"card_values": "face", "values": {}},
        "contract": {"levels": ["SS", "SR", "RR", "SSS"]},
    }
)
LEVELS = {1: ("SS", 6), 2: ("SR", 6), 3: ("RR", 6), 4: ("SSS", 9)}


def tile(card: Card) -> ms.Tile:
    return ms.WILD if card == WILD else ms.natural(*card)


def deal(random: Random, size: int, unseen: int) -> tuple[list[Card], Counter[Card]]:
    """A hand with three to eight wilds, and some of the other cards, of which few are wilds."""
    wilds = min(random.randint(3, 8), size - 1)
    naturals = sorted(card for card in RULES.deck.elements() if card != WILD)
    random.shuffle(naturals)
    hand = [WILD] * wilds + naturals[: size - wilds]
    rest = naturals[size - wilds :][: max(0, unseen - 2)] + [WILD] * min(random.randint(0, 2), 8 - wilds)
    return hand, Counter(rest)


@pytest.mark.parametrize("level", LEVELS)
def test_each_meld_needs_a_natural_of_its_own(level: int) -> None:
    """Distance, outs and going down, with all the rest unseen, or little of it, or nothing."""
    text, size = LEVELS[level]
    for seed in range(3 if level == 4 else 40):
        random = Random(f"{level} {seed}")
        hand, unseen = deal(random, size + random.randint(1, 2), random.choice((0, 2, 4, 8, 60)))
        expected = judge(hand, text, RULES, 3, unseen)
        position = ms.Position(rack=tuple(map(tile, hand)), level=level)
        counts = {tile(card)[:3]: copies for card, copies in unseen.items()}
        found = distance(position, RAMO, unseen=counts, draws=0)
        told = (ms.format_position(position), sorted(unseen.items()))
        if expected.distance is None:
            assert found.distance is None or found.distance > 3, told
            continue
        assert found.distance == expected.distance, told
        assert {out.tile: out.copies for out in found.outs} == {
            tile(card): copies for card, copies in expected.outs.items()
        }, told
        play = lay_down(position, RAMO, time_limit=600)
        assert play.can_go_down == (expected.distance == 0), told
        if play.can_go_down:
            assert ms.check_move(position, play.table, RAMO).legal, told


@pytest.mark.parametrize("level", LEVELS)
def test_chances_to_the_last_unseen_card(level: int) -> None:
    """Every set of cards that can be drawn, up to all of them; drawing on when none is left changes nothing."""
    text, size = LEVELS[level]
    for seed in range(2 if level == 4 else 8):
        random = Random(f"last {level} {seed}")
        hand, unseen = deal(random, size + 1, random.randint(2, 5))
        deck = sorted(unseen.elements())
        draws = len(deck) + 2
        position = ms.Position(rack=tuple(map(tile, hand)), level=level)
        counts = {tile(card)[:3]: copies for card, copies in unseen.items()}
        found = distance(position, RAMO, unseen=counts, draws=draws)
        outs = {out.tile for out in found.outs}
        told = (ms.format_position(position), deck)
        assert found.unseen == len(deck)
        for draw in range(1, draws + 1):
            ways = list(combinations(deck, min(draw, len(deck))))
            improved = sum(any(tile(card) in outs for card in way) for way in ways)
            assert found.improve[draw - 1] == Fraction(improved, len(ways)), (told, draw)
            complete = sum(judge([*hand, *way], text, RULES, 0, Counter()).distance == 0 for way in ways)
            if draw <= len(found.complete):  # fewer where the ways became too many to count
                assert found.complete[draw - 1] == Fraction(complete, len(ways)), (told, draw)
