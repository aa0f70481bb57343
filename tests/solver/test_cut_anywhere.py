"""Any list of objectives in any order is answered, wherever the time ends."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from meldsolver import (
    CancelToken,
    Objective,
    Position,
    Ruleset,
    Solution,
    Status,
    check_move,
    get_ruleset,
    load_ruleset,
    solve,
)
from meldsolver.contracts.lay_down import lay_down
from meldsolver.hints import End, alternatives, find_hint, improving
from meldsolver.rules.turn_kind import TableUse, table_use
from meldsolver.solver.program.backend import Budget, Outcome, Program, Proof, Watch
from meldsolver.tiles import parse_position
from tests.solver.drawn import draw

GAMES = {
    "tile-rummy": "r1 r2 r3 | k4 y4 b4 | b7 b8 b9 j / r4 k1 r5 k5 y5 b10 j / opened",
    "ramo": "r1 r2 r3 | k4 y4 b4 / r4 k1 r5 k5 y5 j b4 / opened / level 1",
    "liverpool": "r1 r2 r3 r4 | k4 y4 b4 / r5 k1 r4 k5 y5 j b4 / opened / level 1",
}


class Enough(CancelToken):
    """Lets so many searches begin; it is the deadline that comes between two of them."""

    def __init__(self, searches: int) -> None:
        super().__init__()
        self.left = searches

    def attach(self, stop: Callable[[], None]) -> bool:
        """Counts a search that is about to begin."""
        self.left -= 1
        return self.left >= 0 and super().attach(stop)


def orders(seed: str, position: Position, ruleset: Ruleset, count: int) -> Iterator[list[Objective]]:
    """Lists of objectives that may be asked for, of any length and order."""
    random = Random(seed)
    known = list(Objective)
    if table_use(position, ruleset) is TableUse.REARRANGE and ruleset.name == "liverpool":
        known.remove(Objective.DISTURBANCE)
    for _ in range(count):
        yield random.sample(known, random.randint(1, len(known)))


def check(solution: Solution, position: Position, ruleset: Ruleset, wanted: Sequence[Objective]) -> None:
    """The answer holds what it promises, whatever its status is."""
    if solution.status in (Status.UNKNOWN, Status.NO_PLAY):
        return
    assert check_move(position, solution.table, ruleset).legal
    assert [goal.objective for goal in solution.goals] == list(wanted)
    for goal in solution.goals:
        assert goal.objective.sign * (goal.bound - goal.value) >= 0
        if solution.status is Status.OPTIMAL:
            assert goal.proved


def first_search_cut(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """The search of that number ends with a play that is not proved best."""
    usual, count = Program.maximise, 0

    def maximise(self: Program, budget: Budget, *, second: bool = False, watch: Watch | None = None) -> Outcome:
        nonlocal count
        outcome = usual(self, budget, second=second, watch=watch)
        count += 1
        if count == number and outcome.proof is Proof.OPTIMAL:
            return replace(outcome, proof=Proof.FEASIBLE, bound=self.model.range_of(self.objective)[1])
        return outcome

    monkeypatch.setattr(Program, "maximise", maximise)


@pytest.mark.parametrize("name", GAMES)
def test_an_answer_whenever_the_time_ends_between_two_searches(name: str) -> None:
    """Why: a structural objective before a counted one ended in an error when the time came between them."""
    position, ruleset = parse_position(GAMES[name]), get_ruleset(name)
    for wanted in orders(f"cut/{name}", position, ruleset, 6):
        best = solve(position, ruleset, wanted)
        assert best.status is Status.OPTIMAL
        for searches in range(1, 7):
            cut = solve(position, ruleset, wanted, cancel=Enough(searches))
            check(cut, position, ruleset, wanted)
            assert not cut.goals or all(enclosed(cut, best))


@pytest.mark.parametrize("number", range(1, 4))
@pytest.mark.parametrize("name", GAMES)
def test_an_answer_when_a_search_is_cut(name: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Why: what comes after a search that found a play without its proof has no search of its own."""
    position, ruleset = parse_position(GAMES[name]), get_ruleset(name)
    for wanted in orders(f"feasible/{name}/{number}", position, ruleset, 6):
        with monkeypatch.context() as patched:
            first_search_cut(patched, number)
            check(solve(position, ruleset, wanted), position, ruleset, wanted)


def enclosed(cut: Solution, best: Solution) -> Iterator[bool]:
    """For each goal, whether the best play's value is one that the goal does not rule out."""
    proved = True
    for goal, reached in zip(cut.goals, best.goals, strict=True):
        sign = goal.objective.sign
        within = sign * reached.value <= sign * goal.bound
        # Up to the first that is not proved, nothing is better than the best; the others follow what was chosen.
        yield within and (not proved or sign * goal.value <= sign * reached.value)
        proved = proved and goal.proved


def test_goals_that_no_search_reached_hold_the_truth() -> None:
    """Why: the value is read off the play and the bound off the rules; both must enclose the optimum."""
    unproved = 0
    for seed in range(15):
        case = draw(f"unreached/{seed}")
        for wanted in orders(f"unreached/{seed}", case.position, case.ruleset, 1):
            cut = solve(case.position, case.ruleset, wanted, cancel=Enough(1))
            check(cut, case.position, case.ruleset, wanted)
            if cut.goals:
                assert all(enclosed(cut, solve(case.position, case.ruleset, wanted)))
                unproved += cut.status is Status.FEASIBLE
    assert unproved > 2


@pytest.mark.parametrize("name", GAMES)
def test_every_call_takes_every_list(name: str) -> None:
    """Why: the calls read the same list of objectives; none may know only some orders."""
    position, ruleset = parse_position(GAMES[name]), get_ruleset(name)
    for wanted in orders(f"calls/{name}", position, ruleset, 8):
        best = solve(position, ruleset, wanted)
        values = [goal.value for goal in best.goals]
        *plays, last = improving(position, ruleset, wanted)
        assert [goal.value for goal in last.solution.goals] == values
        for one in [*plays, last]:
            check(one.solution, position, ruleset, wanted)
        hint = find_hint(position, ruleset, wanted).solution
        assert [goal.value for goal in hint.goals] == values
        assert [goal.value for goal in lay_down(position, ruleset, wanted).goals] == values
        for searches in range(4):
            *_, last = improving(position, ruleset, wanted, cancel=Enough(searches))
            check(last.solution, position, ruleset, wanted)


def test_an_improving_stream_never_takes_back_what_it_told() -> None:
    """Why: an app shows each play; the last word may not be worse because the time ended there."""
    position, ruleset = parse_position(GAMES["tile-rummy"]), get_ruleset("tile-rummy")
    wanted = [Objective.TILES, Objective.MELDS_KEPT, Objective.POINTS]
    for searches in range(6):
        answers = [one.solution.tiles_played for one in improving(position, ruleset, wanted, cancel=Enough(searches))]
        assert all(first <= second for first, second in pairwise(answers))


HEAVY = {"extends": "tile-rummy", "scoring": {"values": {"1-13": 1000}, "joker": 1000}}
COUNTED = [objective for objective in Objective if not objective.structural]


def test_weights_beyond_one_search_are_searched_one_after_the_other() -> None:
    """Why: five objectives with values of a thousand do not fit into one; the answer is the same all the same."""
    position, ruleset = parse_position(GAMES["tile-rummy"]), load_ruleset(HEAVY)
    for seed in range(3):
        wanted = Random(seed).sample(COUNTED, len(COUNTED))
        best = solve(position, ruleset, wanted, time_limit=600)
        assert best.status is Status.OPTIMAL
        for count in range(1, len(wanted)):
            part = solve(position, ruleset, wanted[:count], time_limit=600)
            assert [g.value for g in part.goals] == [g.value for g in best.goals[:count]]
        *_, last = improving(position, ruleset, wanted, time_limit=600)
        assert [g.value for g in last.solution.goals] == [g.value for g in best.goals]
        left = [objective for objective in wanted if objective is not Objective.MELD_POINTS]
        best = solve(position, ruleset, left, time_limit=600)
        *plays, end = alternatives(position, ruleset, left, time_limit=600)
        assert isinstance(end, End)
        assert end.complete
        assert all(isinstance(play, Solution) and play.goals == best.goals for play in plays)
