"""What people read says of every number that is not proved that it is not.

Why: "46 cards, 46%" was told where it was 100% when proved; an answer that the time has cut short must not pass for the
last word. The answers are made here, so that no test depends on how soon a machine is cut short.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from meldsolver import Goal, Objective, Status, get_ruleset, parse_position
from meldsolver.cli.contract_answers import advice_answer, contract_answer, ramo_answer
from meldsolver.cli.hands import Hand
from meldsolver.cli.hint_answers import hint_answer
from meldsolver.contracts import Discard, DiscardAdvice, Distance, DrawAdvice, LayDown
from meldsolver.contracts.far import Out
from meldsolver.contracts.ramo import Caller, Ramo
from meldsolver.hints import Grade
from meldsolver.hints.explain_no import NearTile, NoPlay
from meldsolver.hints.grades import Told
from meldsolver.tiles import parse_tile, parse_tiles

HAND = Hand(parse_position(". / r5 y5 k5 r9 y9 / unopened / level 1"), get_ruleset("ramo"))
NINE = Out(parse_tile("b9"), 2)
AWAY = Distance(
    2,
    (parse_tiles("r5 y5 k5"),),
    (parse_tile("k9"),),
    (NINE,),
    100,
    (Fraction(1, 50),),
    (Fraction(1, 60),),
    proved=False,
)
NOTHING = LayDown(Status.NO_PLAY, can_go_down=False, rack=HAND.position.rack, penalty_left=25)
LEAST = (Goal(Objective.RACK_PENALTY, 30, 20),)
DOWN = LayDown(
    Status.FEASIBLE, True, (parse_tiles("r5 y5 k5"),), rack=parse_tiles("k12 skip"), penalty_left=30, goals=LEAST
)


def contract_lines(play: LayDown, far: Distance | None) -> list[str]:
    return contract_answer(play, far, HAND).text(False).splitlines()


def test_a_distance_and_its_outs_are_bounds() -> None:
    """Fewer cards may do, and there may be more outs and better chances."""
    lines = contract_lines(NOTHING, AWAY)
    assert lines[0] == "at most 2 cards away, not proved in the time given; 25 points in hand"
    assert "outs: at least 2 cards of 100 unseen" in lines
    assert "an out: at least 2.0% by draw 1" in lines
    assert "can go down: at least 1.7% by draw 1" in lines


def test_proved_numbers_are_told_as_they_are() -> None:
    """The words of bounds belong to bounds alone."""
    proved = Distance(2, AWAY.melds, AWAY.missing, AWAY.outs, 100, AWAY.improve, AWAY.complete)
    text = contract_answer(NOTHING, proved, HAND).text(False)
    assert text.startswith("2 cards away; 25 points in hand")
    assert "at least" not in text
    assert "proved" not in text


def test_a_lay_down_that_may_not_be_the_best() -> None:
    """It says so first, with what is not ruled out."""
    assert contract_lines(DOWN, AWAY)[0] == "FEASIBLE: can go down; rack_penalty 30, perhaps 20"
    assert contract_lines(DOWN, None)[0] == "FEASIBLE: lays off; rack_penalty 30, perhaps 20"


def test_nothing_found_is_not_nothing_there() -> None:
    """UNKNOWN rules nothing out, unless the distance does."""
    unknown = LayDown(Status.UNKNOWN, can_go_down=False, rack=HAND.position.rack, penalty_left=25)
    first = "UNKNOWN: nothing to lay was found in time, and nothing ruled out; 25 points in hand"
    assert contract_lines(unknown, None) == [first]
    assert contract_lines(unknown, AWAY)[0] == first
    proved = Distance(1, AWAY.melds, AWAY.missing, AWAY.outs, 100)
    assert contract_lines(unknown, proved)[0] == "1 card away; 25 points in hand"
    none = Distance(None, unseen=100, proved=False)
    assert contract_lines(NOTHING, none) == ["no distance was found in the time given"]


def test_the_order_of_discards_may_be_another() -> None:
    """The heading says that the list is only what was found."""
    card = Discard(parse_tile("r9"), 2, 0, 2, 0, 5, False, (), ("stays at most 2 cards away", "not proved"), False)
    draw = DrawAdvice(parse_tile("b9"), True, 2, 1, Fraction(1, 50), ("with b9 it goes down", "not proved"), False)
    lines = advice_answer(DiscardAdvice(AWAY, (card,), 0.0), draw).text(False).splitlines()
    assert lines[0] == "take b9: with b9 it goes down; not proved"
    assert lines[1] == "throw, the best first of what was found in the time given:"


@pytest.mark.parametrize(
    ("status", "sure"), [(Status.OPTIMAL, True), (Status.FEASIBLE, False), (Status.UNKNOWN, False)]
)
def test_a_caller_may_find_more(status: Status, sure: bool) -> None:
    """What a caller could do is complete only when it is proved."""
    best = LayDown(status, can_go_down=True)
    report = Ramo(parse_tile("b9"), True, (), (Caller("ana", (), (), best),))
    line = ramo_answer(report).text(False).splitlines()[1]
    assert line.endswith("; perhaps more, not proved in the time given") is not sure


POSITION = parse_position("r1 r2 r3 / r4 k9 / opened")


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (Told(Grade.COUNT, Status.FEASIBLE, count=1), "at least 1 tile can be played"),
        (Told(Grade.RACK_TILES, Status.FEASIBLE, rack_tiles=parse_tiles("r4")), "play   r4"),
        (Told(Grade.MELDS, Status.FEASIBLE, melds=()), "touch no meld of the table"),
    ],
)
def test_a_hint_of_a_play_that_may_not_be_the_best(told: Told, text: str) -> None:
    """Each grade of it says so in a line of its own; that something can be played is certain."""
    lines = hint_answer(told, POSITION, None).text(False).splitlines()
    assert lines == ["FEASIBLE: there may be a better play, the time was over", text]
    playable = Told(Grade.PLAYABLE, Status.FEASIBLE)
    assert hint_answer(playable, POSITION, None).text(False) == "something can be played"


def test_tiles_that_were_not_tried() -> None:
    """A list of tiles that would do is not all of them, and none found is not none."""
    none = Told(Grade.COUNT, Status.NO_PLAY)
    some = NoPlay(False, False, (NearTile(parse_tile("r5"), 2),))
    assert hint_answer(none, POSITION, some).text(False).splitlines()[1:] == [
        "one of these more would do: r5",
        "perhaps others, too: the time was over",
    ]
    empty = hint_answer(none, POSITION, NoPlay(False, False)).text(False).splitlines()
    assert empty[1:] == ["whether one tile more would do was not found out in time"]
