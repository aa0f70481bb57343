"""A play that the solver found is always judged: by each call that tells it, and as a move of its own.

Why: an opening of 82 tiles was OPTIMAL in solve, and refused as too complex by improving, alternatives and check_move,
under a field that their request does not have.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from meldsolver import InvalidRequest, Position, Solution, Status, check_move, load_ruleset, parse_position, solve
from meldsolver.hints import alternatives, improving
from meldsolver.solver.search import answer
from meldsolver.tiles import natural
from meldsolver.tiles.request import Fault

TABLE = parse_position("r1 r2 r3 r4 | k5 k5 b5 y5 | y9 y10 y11 | b12 k12 r12 / . / unopened").table


def drawn(seed: int, *, table: bool) -> Position:
    """A rack of 82 tiles of four copies, perhaps beside melds with which it is laid in another arrangement."""
    deck = [natural(suit, rank) for suit in "rykb" for rank in range(1, 14) for _ in range(4)]
    for tile in (tile for meld in TABLE for tile in meld):
        deck.remove(tile)
    return Position(table=TABLE if table else (), rack=tuple(Random(seed).sample(deck, 82)))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("table", [False, True])
def test_an_opening_of_a_large_rack(seed: int, table: bool) -> None:
    """Most of the rack has to be laid in the opening, so that few arrangements will do."""
    ruleset = load_ruleset(
        {
            "extends": "tile-rummy",
            "deck": {"copies": 4, "wilds": 0},
            "set": {"suits": "any", "max": 0},
            "opening": {"threshold": 520},
        }
    )
    position = drawn(seed, table=table)
    best = solve(position, ruleset, time_limit=600)
    assert best.status is Status.OPTIMAL
    assert best.points_played >= 520
    assert check_move(position, best.table, ruleset).legal
    *_, last = improving(position, ruleset, time_limit=600)
    assert (last.solution.status, last.solution.goals) == (Status.OPTIMAL, best.goals)
    for play in islice(alternatives(position, ruleset, time_limit=600), 2):
        assert isinstance(play, Solution)
        assert play.goals == best.goals
        assert check_move(position, play.table, ruleset).legal


@pytest.mark.parametrize(("threshold", "legal"), [(15, True), (18, True), (19, False)])
def test_a_threshold_that_no_arrangement_reaches(threshold: int, legal: bool) -> None:
    """The table's threes lie among the rack's: these are worth eighteen in sets of their own, and not nineteen."""
    changes = {"extends": "tile-rummy", "set": {"suits": "any", "max": 0}, "deck": {"copies": 3, "wilds": 0}}
    ruleset = load_ruleset({**changes, "opening": {"threshold": threshold}})
    position = parse_position("k3 k3 b3 / r3 r3 y3 y3 k3 b3 b1 / unopened")
    after = parse_position("r3 r3 y3 y3 k3 k3 k3 b3 b3 / . / opened").table
    assert check_move(position, after, ruleset).legal is legal


def test_what_cannot_be_judged_is_a_fault_of_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve and its siblings have no field ``after``."""

    def refuse(*_: object) -> None:
        raise InvalidRequest([Fault("after.table", "TOO_COMPLEX", "too many ways to read the table")])

    monkeypatch.setattr(answer, "move_violations", refuse)
    position = parse_position("r1 r2 r3 / r4 k1 / opened")
    for ask in (solve, lambda *args: list(alternatives(*args))):
        with pytest.raises(InvalidRequest) as error:
            ask(position, load_ruleset({"extends": "tile-rummy"}))
        assert [fault.field for fault in error.value.faults] == ["table"]
