"""The reasons that an advice gives are true of the hand, word by word."""

from __future__ import annotations

from fractions import Fraction

import pytest

import meldsolver as ms
from meldsolver.contracts import advise_discard, advise_draw

RAMO = ms.get_ruleset("ramo")
TWO_PAIRS = "r5 y5 k5 r9 y9 r7 y7 skip"
"""One set, and two pairs of which one must become a set: eight naturals and four wilds help."""


def hand(text: str) -> ms.Position:
    return ms.Position(rack=ms.parse_tiles(text), level=1)


@pytest.mark.parametrize(
    ("text", "card", "words"),
    [
        (TWO_PAIRS, "skip", ("stays 1 card away", "keeps all 12 outs", "saves 20 points")),
        (TWO_PAIRS, "r7", ("stays 1 card away", "loses 4 outs (k7, b7)", "saves 5 points")),
        (TWO_PAIRS, "k5", ("2 cards away instead of 1", "saves 5 points")),
        ("r5 y5 k5 r9 y9 k9 b2 skip", "b2", ("can still go down", "saves 5 points")),
        ("r5 y5 k5 r9 y9 k9 b2 skip", "k9", ("1 card away instead of 0", "saves 5 points")),
    ],
)
def test_why_a_card_may_go(text: str, card: str, words: tuple[str, ...]) -> None:
    """What the distance becomes, which outs are lost, what is saved: worked out by hand."""
    advice = advise_discard(hand(text), RAMO)
    (discard,) = [each for each in advice.discards if str(each.card) == card]
    assert discard.reasons == words
    assert discard.proved
    assert discard.is_ramo is False


def test_lost_outs_are_counted_though_the_distance_stays() -> None:
    """Four of the twelve outs go with the second pair; all of them when the hand is farther away than before."""
    advice = {str(each.card): each for each in advise_discard(hand(TWO_PAIRS), RAMO).discards}
    assert (advice["r7"].farther, advice["r7"].outs, advice["r7"].outs_lost) == (0, 8, 4)
    assert (advice["skip"].farther, advice["skip"].outs, advice["skip"].outs_lost) == (0, 12, 0)
    assert advice["k5"].farther == 1


def test_when_the_contract_cannot_be_completed() -> None:
    """Nothing useful is unseen: neither the card on offer nor any other brings the hand down."""
    unseen = {("", 0, "skip"): 1}
    draw = advise_draw(hand("r5 y9 k1 skip"), RAMO, ms.parse_tile("r1"), unseen=unseen)
    assert (draw.take, draw.distance, draw.proved) == (False, None, True)
    assert draw.reasons[0] == "the contract cannot be completed with r1 either"
    advice = advise_discard(hand("r5 y9 k1 skip"), RAMO, unseen=unseen)
    for discard in advice.discards:
        assert discard.reasons[0] == "the contract cannot be completed any more"
        assert (discard.distance, discard.farther, discard.outs_lost) == (None, 0, 0)
        assert not any("out" in reason for reason in discard.reasons[1:])


@pytest.mark.parametrize(
    ("card", "take", "first"),
    [("b9", True, "with b9 the hand can go down"), ("k12", False, "k12 does not shorten the distance")],
)
def test_why_a_card_is_taken_or_left(card: str, take: bool, first: str) -> None:
    """Two pairs would do: the deck's chance is told beside, of the cards that are unseen."""
    draw = advise_draw(hand("r5 y5 k5 r9 y9 b2 k13 skip"), RAMO, ms.parse_tile(card))
    assert draw.take is take
    assert draw.reasons[0].startswith(first)
    outs = 8 - (card == "b9")
    assert draw.deck_chance == Fraction(outs, 111)
    assert draw.reasons[1] == f"the deck brings one of {outs} outs among 111 unseen cards ({outs / 111:.0%})"


@pytest.mark.parametrize(
    ("unseen", "fits"),
    [
        ({("r", 4, ""): 2, ("r", 1, ""): 1, ("", 0, "skip"): 1}, 2),
        ({("", 0, ""): 3, ("", 0, "skip"): 1}, 3),
        ({("b", 5, ""): 1, ("y", 9, ""): 2}, 1),
        ({("", 0, "skip"): 1}, 0),
    ],
)
def test_the_deck_of_a_player_who_is_down(unseen: dict[tuple[str, int, str], int], fits: int) -> None:
    """How many unseen cards fit a meld: a natural at its ends, a wild always, a special never."""
    position = ms.Position(
        table=ms.parse_melds("r5 y5 k5 | r5 r6 r7"), rack=ms.parse_tiles("k1 k2"), opened=True, level=1
    )
    draw = advise_draw(position, RAMO, ms.parse_tile("r8"), unseen=unseen)
    total = sum(unseen.values())
    assert draw.deck_chance == Fraction(fits, total)
    assert draw.reasons == (
        "r8 can be laid off on 1 meld",
        f"{fits} of {total} unseen cards can be laid off ({fits / total:.0%})",
    )


def test_advice_to_a_player_who_is_down_needs_no_proof() -> None:
    """No distance is asked for, so nothing is left unproved, and no reason says so."""
    position = ms.parse_position("r5 y5 k5 | r5 r6 r7 / k1 k2 b5 / opened / level 1")
    for discard in advise_discard(position, RAMO).discards:
        assert discard.proved
        assert not any("proved" in reason for reason in discard.reasons)


@pytest.mark.parametrize(
    ("ruleset", "hand", "throw", "reasons"),
    [
        (
            "okey",
            "r1 r1 y2 y2 k3 k3 b4 b4 r5 r5 y6 y6 k7 k7 b1",
            "b1",
            ("can still be declared", "leaves 0 points in no meld", "saves 1 point"),
        ),
        (
            "gin",
            "4h 5h 6h qc qd qh kc kd kh as 2c",
            "b2",
            ("can still knock", "leaves 1 point in no meld", "saves 2 points"),
        ),
    ],
)
def test_hands_without_a_contract_are_told_by_their_own_goal(
    ruleset: str, hand: str, throw: str, reasons: tuple[str, ...]
) -> None:
    """A hand of pairs was told to leave all its points in no meld, and one point was told as many."""
    rules = ms.get_ruleset(ruleset)
    first = advise_discard(ms.Position(rack=ms.parse_tiles(hand, rules.alphabet)), rules).discards[0]
    assert (str(first.card), first.reasons) == (throw, reasons)


def test_a_hand_that_can_knock_needs_no_card() -> None:
    """The chance of an out was told, of a hand that has none because nothing lacks."""
    rules = ms.get_ruleset("gin")
    position = ms.Position(rack=ms.parse_tiles("4h 5h 6h qc qd qh kc kd kh 2s", rules.alphabet))
    draw = advise_draw(position, rules, ms.parse_tile("9c", rules.alphabet))
    assert (draw.take, draw.reasons) == (False, ("the hand can knock already: no card shortens the distance",))
