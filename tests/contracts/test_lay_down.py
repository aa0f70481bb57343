"""What a lay-down tells of a play: which melds are new, what is left, and that it took no longer than it took."""

from __future__ import annotations

import time

import pytest

import meldsolver as ms
from meldsolver.contracts import advise_discard, advise_draw, check_ramo, distance, lay_down, least_deadwood
from meldsolver.contracts.questions import MOST_CARDS, question_faults

RAMO = ms.get_ruleset("ramo")
TILE_RUMMY = ms.get_ruleset("tile-rummy")


def told(text: str) -> list[str]:
    play = lay_down(ms.parse_position(text), TILE_RUMMY)
    return sorted(ms.format_tiles(meld) for meld in play.melds)


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("k4 k5 k6 | r1 r2 r3 / y9 b9 k9 k1 / opened", ["y9 k9 b9"]),
        ("k4 k5 k6 | r1 r2 r3 / r4 k1 / opened", ["r1 r2 r3 r4"]),
        # The same faces as a meld that lies there already.
        ("r1 r2 r3 | k4 k5 k6 / r1 r2 r3 / opened", ["r1 r2 r3"]),
        ("r1 r2 r3 | r1 r2 r3 / k4 k5 k6 / opened", ["k4 k5 k6"]),
        ("k4 k5 k6 k7 / r7 b7 k1 / opened", ["k4 k5 k6", "r7 k7 b7"]),
    ],
)
def test_melds_of_the_table_are_not_told_as_new(text: str, melds: list[str]) -> None:
    """Where a table may be rearranged, what lies as before was not laid by this play."""
    assert [" ".join(sorted(meld.split())) for meld in told(text)] == [" ".join(sorted(meld.split())) for meld in melds]


@pytest.mark.parametrize(
    ("text", "ruleset", "goes_out", "left"),
    [
        ("r5 y5 k5 | b7 b8 b9 / r4 b10 / opened / level 1", "ramo", False, 1),
        ("r5 y5 k5 | b7 b8 b9 / b5 b10 k1 / opened / level 1", "ramo", True, 1),
        ("r5 y5 k5 | b7 b8 b9 / b5 k1 k3 / opened / level 1", "ramo", False, 2),
        ("r5 y5 k5 / b5 / opened", "tile-rummy", True, 0),
        ("r5 y5 k5 / b5 k1 / opened", "tile-rummy", False, 1),
        ("r5 y5 k5 / k1 / opened", "tile-rummy", False, 1),
    ],
)
def test_going_out_leaves_what_the_rules_ask_for(text: str, ruleset: str, goes_out: bool, left: int) -> None:
    """In Ramo the last card is thrown; in tile rummy the rack is empty; with nothing to lay nobody goes out."""
    if "r4 b10" in text:
        text = text.replace("r4 b10", "r4 b10 y1")
        left = 2
    play = lay_down(ms.parse_position(text), ms.get_ruleset(ruleset))
    assert (play.goes_out, len(play.rack)) == (goes_out, left)


def test_one_card_that_fits_nothing_is_not_going_out() -> None:
    """Nothing is laid, so the turn ends as it began, although one card is left."""
    play = lay_down(ms.parse_position("r5 y5 k5 | b7 b8 b9 / r1 / opened / level 1"), RAMO)
    assert (play.status, play.goes_out, play.table) == (
        ms.Status.NO_PLAY,
        False,
        ms.parse_melds("r5 y5 k5 | b7 b8 b9"),
    )


def test_the_time_told_is_within_the_time_that_passed() -> None:
    """Each answer says how long it took: no less than nothing, no more than what passed around the call."""
    hand = ms.parse_position(". / r5 y5 k5 r9 y9 b2 k12 / unopened / level 1")
    down = ms.parse_position("r5 y5 k5 / b5 k1 / opened / level 1")
    gin = ms.parse_position(". / r5 y5 k5 r9 y9 b2 k12 / unopened")
    card = ms.parse_tile("k9")
    for ask in (
        lambda: lay_down(hand, RAMO),
        lambda: lay_down(down, RAMO),
        lambda: lay_down(ms.parse_position(". / r5 y5 k5 r9 y9 b9 k12 / unopened / level 1"), RAMO),
        lambda: distance(hand, RAMO),
        lambda: distance(down, RAMO),
        lambda: advise_discard(hand, RAMO),
        lambda: advise_draw(hand, RAMO, card),
        lambda: advise_draw(down, RAMO, card),
        lambda: least_deadwood(gin, ms.get_ruleset("gin")),
        lambda: ms.solve(down, RAMO),
    ):
        begun = time.monotonic()
        seconds = ask().seconds
        assert 0 <= seconds <= time.monotonic() - begun


def test_a_player_who_is_down_lacks_nothing() -> None:
    """There is no contract left to lay; that is proved by itself."""
    far = distance(ms.parse_position("r5 y5 k5 / b5 k1 / opened / level 1"), RAMO)
    assert (far.distance, far.proved, far.outs) == (0, True, ())


def test_the_largest_hand_is_judged_and_one_card_more_refused() -> None:
    """The bound is told with the hand's size."""
    cards = [ms.natural(suit, rank) for suit in "rykb" for rank in range(1, 12)]
    assert question_faults(ms.Position(rack=tuple(cards[:MOST_CARDS]), level=1), RAMO) == []
    (fault,) = question_faults(ms.Position(rack=tuple(cards[: MOST_CARDS + 1]), level=1), RAMO)
    assert (fault.field, fault.reason) == ("rack", "HAND_TOO_LARGE")
    assert "41 cards" in fault.message


def test_faults_of_the_table_do_not_hide_those_of_the_hand() -> None:
    """A hand with a fault beside players whose melds no contract puts there: the hand is told, once."""
    table = ms.parse_melds("r5 y5 k5 | b7 b8 b9")
    bad = ms.Position(table=table, rack=ms.parse_tiles("r5 r5 r5"), level=1)
    reasons = [fault.reason for fault in question_faults(bad, RAMO, ("ana", "bob"))]
    assert set(reasons) == {"TOO_MANY_COPIES"}
    sound = ms.Position(table=table, rack=ms.parse_tiles("r1"), level=1)
    assert [fault.reason for fault in question_faults(sound, RAMO, ("ana", "bob"))] == ["NO_CONTRACT"] * 2


def test_what_is_on_offer_may_be_called_by_nobody() -> None:
    """A special fits no meld, and a card that nobody who is down can use is no Ramo."""
    table = ms.parse_melds("r5 y5 k5 | b7 b8 b9")
    assert not check_ramo(ms.parse_tile("skip"), table, RAMO).is_ramo
    assert not check_ramo(ms.parse_tile("r1"), table, RAMO).is_ramo
