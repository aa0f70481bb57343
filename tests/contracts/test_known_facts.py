"""What is true of every hand, whatever its cards.

Why: laws need no oracle, so they hold the whole of contract rummy together: the distance, the outs, the
lay-down, the referee and the advice must tell one story.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import meldsolver as ms
from meldsolver.contracts import advise_discard, advise_draw, distance, lay_down
from tests.contracts.hands import deal

RAMO = ms.get_ruleset("ramo")
LEVELS = range(1, 9)


def hand(seed: int, level: int) -> ms.Position:
    return ms.Position(rack=ms.parse_tiles(" ".join(deal(seed, level))), level=level)


def without(position: ms.Position, index: int) -> ms.Position:
    return replace(position, rack=position.rack[:index] + position.rack[index + 1 :])


@pytest.mark.parametrize("level", LEVELS)
def test_a_card_lost_costs_at_most_one(level: int) -> None:
    """The distance never falls by losing a card, and never rises by more than one."""
    for seed in range(8):
        position = hand(seed, level)
        whole = distance(position, RAMO, draws=0, time_limit=600).distance
        for index in range(len(position.rack)):
            # The lost card stays in sight, so it cannot come back.
            less = distance(without(position, index), RAMO, seen=[position.rack[index]], draws=0).distance
            assert whole is not None
            assert less is None or whole <= less <= whole + 1


@pytest.mark.parametrize("level", LEVELS)
def test_an_out_lowers_the_distance_and_no_other_card_does(level: int) -> None:
    """Every card of the deck is tried."""
    for seed in range(4):
        position = hand(seed, level)
        far = distance(position, RAMO, draws=0, time_limit=600)
        outs = {out.tile for out in far.outs}
        for card in (*ms.parse_tiles(" ".join(f"{s}{r}" for s in "rykb" for r in range(1, 14))), ms.WILD):
            held = sum(tile == card for tile in position.rack)
            if held >= (4 if card.wild else 2):
                continue
            nearer = distance(replace(position, rack=(*position.rack, card)), RAMO, draws=0).distance
            assert far.distance is not None
            assert nearer is not None
            assert (nearer < far.distance) == (card in outs), (position, card)


@pytest.mark.parametrize("level", LEVELS)
def test_distance_zero_is_going_down_and_the_referee_agrees(level: int) -> None:
    """Three answers to one question."""
    for seed in range(30):
        position = hand(seed, level)
        play = lay_down(position, RAMO, time_limit=600)
        assert play.can_go_down == (distance(position, RAMO, draws=0, time_limit=600).distance == 0)
        if play.can_go_down:
            assert ms.check_move(position, play.table, RAMO).legal
            assert len(play.rack) >= 1  # the discard


@pytest.mark.parametrize("level", LEVELS)
def test_the_melds_aimed_at_can_be_laid_once_the_missing_cards_are_there(level: int) -> None:
    """The missing cards are as many as the distance, and the referee accepts the melds."""
    for seed in range(12):
        position = hand(seed, level)
        far = distance(position, RAMO, draws=0, time_limit=600)
        if not far.distance or len(far.missing) + len(position.rack) == sum(map(len, far.melds)):
            continue
        assert len(far.missing) == far.distance
        filled = replace(position, rack=(*position.rack, *far.missing))
        assert ms.check_move(filled, far.melds, RAMO).legal, (position, far)


@pytest.mark.parametrize("level", LEVELS)
def test_chances_grow_and_begin_with_the_outs(level: int) -> None:
    """The chance of the first draw is the share of outs; at distance 1 it is also that of going down."""
    for seed in range(6):
        far = distance(hand(seed, level), RAMO, draws=3)
        assert list(far.improve) == sorted(far.improve)
        assert list(far.complete) == sorted(far.complete)
        assert far.improve[0] == Fraction(far.copies, far.unseen)
        if far.distance == 1:
            assert far.complete[0] == far.improve[0]
        assert all(chance == 0 for chance in far.complete[: max(0, (far.distance or 0) - 1)])


def test_advice_tells_what_the_distance_tells() -> None:
    """Each discard's distance and outs are those of the hand without it."""
    for level in LEVELS:
        position = hand(1, level)
        advice = advise_discard(position, RAMO)
        assert len(advice.discards) == len(set(position.rack))
        for discard in advice.discards:
            index = position.rack.index(discard.card)
            after = distance(without(position, index), RAMO, seen=[discard.card], draws=0)
            assert (discard.distance, discard.outs) == (after.distance, after.copies)
        order = [(discard.distance, discard.is_ramo, -discard.outs) for discard in advice.discards]
        assert order == sorted(order, key=lambda key: (99 if key[0] is None else key[0], *key[1:]))


def test_the_discard_is_taken_exactly_when_it_is_an_out() -> None:
    """The card on offer is in sight: it is not among the unseen ones, but shortens the distance as an out would."""
    for level in LEVELS:
        position = hand(3, level)
        far = distance(position, RAMO, draws=0, time_limit=600)
        outs = {out.tile for out in far.outs}
        for text in ("r5", "b12", "k1", "j", "skip"):
            card = ms.parse_tile(text)
            if sum(tile == card for tile in position.rack) < 2:
                assert advise_draw(position, RAMO, card).take == (card in outs)
