"""Wilds are exchanged in a plan where the play frees them, for the tile that is right, and nowhere else."""

from __future__ import annotations

import pytest

from meldsolver import Status, get_ruleset, load_ruleset, parse_melds, parse_position
from meldsolver.hints import Grade, StepKind, find_hint, tell
from meldsolver.hints.plan import plan_of
from meldsolver.solver.engine.others import MOST_ALTERNATIVES, alternatives
from meldsolver.tiles.request import InvalidRequest

FREE = get_ruleset("tile-rummy")
RACK = load_ruleset({"extends": "tile-rummy", "retrieval": {"mode": "replace", "source": "rack"}})
ANY = load_ruleset({"extends": "tile-rummy", "retrieval": {"mode": "replace", "source": "rack_or_table"}})
BOTH = load_ruleset({"extends": "tile-rummy", "retrieval": {"mode": "replace", "set_of_three": "both"}})

Case = tuple[object, str, str, list[str]]


def exchanged(ruleset: object, position: str, table: str) -> list[str]:
    """What a plan puts in the place of wilds, each with the tiles' sources."""
    before = parse_position(position)
    plan = plan_of(before, parse_melds(table), ruleset)  # type: ignore[arg-type]
    return [
        " ".join(f"{moved.tile} from {moved.place.source}" for moved in step.moved)
        for step in plan.steps
        if step.kind is StepKind.REPLACE
    ]


@pytest.mark.parametrize(
    ("ruleset", "position", "table", "expected"),
    [
        # A natural ends where the wild lay: an exchange under any rules.
        (FREE, "r5 j r7 / r6 k1 k2 / opened", "r5 r6 r7 | k1 k2 j", ["r6 from rack"]),
        (ANY, "r5 j r7 / r6 k1 k2 / opened", "r5 r6 r7 | k1 k2 j", ["r6 from rack"]),
        # The meld of the wild is broken up: free wilds are simply taken.
        (FREE, "r5 j r7 / y5 k5 y7 k7 r6 y6 / opened", "r5 y5 k5 | r7 y7 k7 | r6 y6 j", []),
        (
            RACK,
            "r5 j r7 / y5 k5 y7 k7 k1 k2 r6 y6 b6 / opened",
            "r5 y5 k5 | r7 y7 k7 | k1 k2 j | r6 y6 b6",
            ["r6 from rack"],
        ),
        # The wild goes on standing for r6, so nothing has to replace it, although r6 is played.
        (RACK, "r5 j r7 / y5 k5 y6 k6 r6 r8 / opened", "r5 y5 k5 | y6 k6 j | r6 r7 r8", []),
        # The wild stays where it is.
        (FREE, "r5 j r7 / r6 y6 k6 / opened", "r5 j r7 | r6 y6 k6", []),
        # The tile comes from another meld where the rules allow it; the rack's is preferred.
        (ANY, "r5 j r7 | r6 y6 k6 b6 / k1 k2 / opened", "r5 r6 r7 | y6 k6 b6 | k1 k2 j", ["r6 from table"]),
        # Both missing suits of a set of three.
        (BOTH, "r5 y5 j / k5 b5 k1 k2 / opened", "r5 y5 k5 b5 | k1 k2 j", ["k5 from rack b5 from rack"]),
        (FREE, "r5 y5 j / k5 b5 k1 k2 / opened", "r5 y5 k5 b5 | k1 k2 j", ["k5 from rack"]),
        # Two wilds, one natural each: no natural frees two.
        (
            FREE,
            "r5 j r7 | y5 j y7 / r6 y6 k1 k2 b1 b2 / opened",
            "r5 r6 r7 | y5 y6 y7 | k1 k2 j | b1 b2 j",
            ["r6 from rack", "y6 from rack"],
        ),
        (
            FREE,
            "r5 j r7 | r5 j r7 / r6 r6 k1 k2 b1 b2 / opened",
            "r5 r6 r7 | r5 r6 r7 | k1 k2 j | b1 b2 j",
            ["r6 from rack", "r6 from rack"],
        ),
    ],
)
def test_what_takes_the_place_of_a_wild(ruleset: object, position: str, table: str, expected: list[str]) -> None:
    """The plays are given, so the plan alone is judged."""
    assert sorted(exchanged(ruleset, position, table)) == sorted(expected)


def test_a_whole_meld_joins_and_a_part_moves() -> None:
    """Two tiles of a run of five go to another meld: that is no join."""
    part = plan_of(
        parse_position("r1 r2 r3 r4 r5 | r6 r7 r8 / k1 / opened"), parse_melds("r1 r2 r3 | r4 r5 r6 r7 r8"), FREE
    )
    whole = plan_of(parse_position("r1 r2 r3 | r4 r5 r6 / k1 / opened"), parse_melds("r1 r2 r3 r4 r5 r6"), FREE)
    one = plan_of(parse_position("r1 r2 r3 r4 | r5 r6 r7 / k1 / opened"), parse_melds("r1 r2 r3 | r4 r5 r6 r7"), FREE)
    assert [step.kind for step in part.steps] == [StepKind.MOVE]
    assert [step.kind for step in whole.steps] == [StepKind.JOIN]
    assert [step.kind for step in one.steps] == [StepKind.MOVE]
    assert whole.steps[0].sentence == "Join meld 2 (r4 r5 r6) to meld 1 (r1 r2 r3) -> r1 r2 r3 r4 r5 r6."
    assert (
        one.steps[0].sentence == "Move r4 from meld 1 (r1 r2 r3 r4) to the front of meld 2 (r5 r6 r7) -> r4 r5 r6 r7."
    )


@pytest.mark.parametrize("most", [0, -1, MOST_ALTERNATIVES + 1])
def test_more_alternatives_than_may_be_asked_for(most: int) -> None:
    """The largest number itself may be asked for."""
    position = parse_position("r1 r2 r3 / r4 / opened")
    with pytest.raises(InvalidRequest) as refused:
        list(alternatives(position, FREE, most=most))
    assert [fault.field for fault in refused.value.faults] == ["most"]
    assert len(list(alternatives(position, FREE, most=MOST_ALTERNATIVES))) == 2


def test_a_hint_that_is_not_there_tells_nothing() -> None:
    """Where nothing can be played every grade says so, and no more."""
    hint = find_hint(parse_position("r1 r2 r3 / k9 / opened"), FREE)
    assert (hint.playable, hint.plan) == (False, None)
    assert {tell(hint, grade).status for grade in Grade} == {Status.NO_PLAY}
