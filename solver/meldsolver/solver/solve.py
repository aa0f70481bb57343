"""The best play of a position."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from meldsolver.referee import judge_move
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.position_check import position_faults
from meldsolver.rules.reading import table_worth
from meldsolver.rules.ruleset import Ruleset
from meldsolver.solver.arrange import arrange
from meldsolver.solver.backend import Budget, Outcome, Proof, expression_value, maximise
from meldsolver.solver.cancel import CancelToken
from meldsolver.solver.linear import Expr
from meldsolver.solver.objectives import STRUCTURAL, Measure, combine, measure
from meldsolver.solver.problem import Problem, build
from meldsolver.solver.solution import Goal, Objective, Solution, Status
from meldsolver.solver.template import Template, plain_template
from meldsolver.tiles import Meld, Position, Tile
from meldsolver.tiles.request import Fault, InvalidRequest

DEFAULT_OBJECTIVES = (Objective.TILES, Objective.POINTS)
LONGEST_SECONDS = 3600.0


class SolverFault(RuntimeError):
    """The solver's answer did not pass the referee: a fault of this project, never of the caller."""


def solve(
    position: Position,
    ruleset: Ruleset,
    objectives: Iterable[Objective | str] = DEFAULT_OBJECTIVES,
    *,
    seed: int = 0,
    time_limit: float = 10.0,
    cancel: CancelToken | None = None,
) -> Solution:
    """Finds the best play and proves it.

    Args:
        position: the table, the rack and what has happened so far.
        ruleset: the rules.
        objectives: what to prefer, the most important first.
        seed: CP-SAT's random seed; the same request gives the same answer.
        time_limit: seconds after which the best play found so far is returned.
        cancel: stops the search from another thread.

    Returns:
        The play, with what is proved about it; every play has passed the referee.

    Raises:
        InvalidRequest: the position cannot exist, or an argument is out of range.
    """
    started = time.monotonic()
    wanted = _check_arguments(position, ruleset, objectives, seed, time_limit)
    budget = Budget(started + time_limit, seed, cancel)
    game = game_of(ruleset)
    with plain_template(position, game, wanted) as ready:
        if ready is None:
            problem, search = build(position, game, wanted), None
        else:
            search, problem = ready
        result = _Search(problem, budget, search).run([measure(objective, problem) for objective in wanted])
    if result.values is None:
        return _without_play(position, result.proof, started)
    table = arrange(problem, result.values)
    _verify(position, table, ruleset)
    return _describe(position, table, game, result, started)


def _check_arguments(
    position: Position, ruleset: Ruleset, objectives: Iterable[Objective | str], seed: int, time_limit: float
) -> tuple[Objective, ...]:
    faults = list(position_faults(position, ruleset))
    wanted: list[Objective] = []
    for index, name in enumerate(objectives):
        try:
            objective = Objective(name)
        except ValueError:
            known = ", ".join(Objective)
            faults.append(Fault(f"objectives[{index}]", "UNKNOWN_OBJECTIVE", f"{name!r} is none of {known}"))
            continue
        if objective in wanted:
            faults.append(Fault(f"objectives[{index}]", "DUPLICATE_OBJECTIVE", f"{name} is already in the list"))
        wanted.append(objective)
    if not wanted and not faults:
        faults.append(Fault("objectives", "EMPTY", "name at least one objective"))
    if not 0 <= seed < 1 << 31:
        faults.append(Fault("seed", "OUT_OF_RANGE", "the seed is 0 to 2147483647"))
    if not 0 < time_limit <= LONGEST_SECONDS:
        text = f"the time limit is more than 0 and at most {LONGEST_SECONDS:.0f} seconds"
        faults.append(Fault("time_limit", "OUT_OF_RANGE", text))
    if faults:
        raise InvalidRequest(faults)
    return tuple(wanted)


@dataclass(frozen=True, slots=True)
class _Result:
    proof: Proof
    values: tuple[int, ...] | None
    goals: tuple[Goal, ...]


class _Search:
    """Applies the objectives one after the other; each stage holds the value of those before it."""

    def __init__(self, problem: Problem, budget: Budget, ready: Template | None) -> None:
        self.problem, self.model, self.budget, self.ready = problem, problem.model, budget, ready

    def run(self, measures: Sequence[Measure]) -> _Result:
        values: tuple[int, ...] | None = None
        goals: list[Goal] = []
        proved = True
        for stage in [list(measures)] if self.ready else _stages(measures, self.problem):
            outcome = self._stage(stage, first=values is None) if proved else None
            if outcome is None or not outcome.values:
                if values is None and outcome is not None:
                    return _Result(outcome.proof, None, ())
                goals += [self._unproved(m, values) for m in stage]
                proved = False
                continue
            values = outcome.values
            proved = outcome.proof is Proof.OPTIMAL
            goals += self._goals(stage, outcome)
            if proved and self.ready is None:
                for m in stage:
                    raw = expression_value(m.expr, values)
                    self.model.add(m.expr, low=raw)
        return _Result(Proof.OPTIMAL if proved else Proof.FEASIBLE, values, tuple(goals))

    def _stage(self, stage: Sequence[Measure], *, first: bool) -> Outcome:
        if self.ready is not None:
            outcome = self.ready.program.maximise(self.budget)
        else:
            outcome = maximise(self.model, self._combined(stage)[0], self.budget)
        if first and outcome.proof is Proof.INFEASIBLE:
            # CP-SAT's tracker knows false proofs, so a refusal is proved twice, in a model of another form.
            other = build(self.problem.position, self.problem.game, (), flow=False)
            confirmed = maximise(other.model, {}, self.budget, second=True)
            if confirmed.proof is Proof.FEASIBLE or confirmed.proof is Proof.OPTIMAL:
                raise SolverFault("one search proved that there is no play, another found one")
            return confirmed
        return outcome

    def _combined(self, stage: Sequence[Measure]) -> tuple[Expr, tuple[int, ...]]:
        combined = combine(stage, [self.model.range_of(m.expr) for m in stage])
        assert combined is not None
        return combined

    def _goals(self, stage: Sequence[Measure], outcome: Outcome) -> list[Goal]:
        ranges = [self.model.range_of(m.expr) for m in stage]
        weights = self.ready.weights if self.ready is not None else self._combined(stage)[1]
        goals = []
        exact = outcome.proof is Proof.OPTIMAL
        for index, (m, weight) in enumerate(zip(stage, weights, strict=True)):
            raw = expression_value(m.expr, outcome.values)
            bound = raw
            if not exact:
                # Only the first of a combined stage is bounded by the search; the rest by the model.
                spare = sum(w * low for (low, _), w in zip(ranges[1:], weights[1:], strict=True))
                bound = min(ranges[0][1], (outcome.bound - spare) // weight) if index == 0 else ranges[index][1]
            goals.append(Goal(m.objective, m.value(raw), m.value(max(raw, bound))))
        return goals

    def _unproved(self, m: Measure, values: tuple[int, ...] | None) -> Goal:
        assert values is not None
        raw = expression_value(m.expr, values)
        return Goal(m.objective, m.value(raw), m.value(max(raw, self.model.range_of(m.expr)[1])))


def _stages(measures: Sequence[Measure], problem: Problem) -> list[list[Measure]]:
    """Objectives that one search can take together: consecutive ones that count rack tiles only."""
    stages: list[list[Measure]] = []
    for m in measures:
        if stages and m.objective not in STRUCTURAL and stages[-1][-1].objective not in STRUCTURAL:
            together = [*stages[-1], m]
            if combine(together, [problem.model.range_of(x.expr) for x in together]) is not None:
                stages[-1].append(m)
                continue
        stages.append([m])
    return stages


def _without_play(position: Position, proof: Proof, started: float) -> Solution:
    status = Status.NO_PLAY if proof is Proof.INFEASIBLE else Status.UNKNOWN
    return Solution(status, table=position.table, rack=position.rack, seconds=time.monotonic() - started)


def _describe(position: Position, table: tuple[Meld, ...], game: Game, result: _Result, started: float) -> Solution:
    played, rack = _split_rack(position, table)
    status = Status.OPTIMAL if result.proof is Proof.OPTIMAL else Status.FEASIBLE
    faces = [game.natural_face(tile._replace(wild=False)) for tile in played]
    return Solution(
        status=status,
        table=table,
        played=played,
        rack=rack,
        goals=result.goals,
        tiles_played=len(played),
        points_played=sum(game.values.get(face.rank, 0) for face in faces if face is not None),
        meld_points=table_worth(table, game) - table_worth(position.table, game),
        seconds=time.monotonic() - started,
    )


def _split_rack(position: Position, table: tuple[Meld, ...]) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """The rack tiles laid and left; tiles that are equal in everything may stand for each other."""
    laid = Counter([(tile[:3], tile.id) for meld in table for tile in meld])
    laid.subtract([(tile[:3], tile.id) for tile in chain(*position.table, position.loose)])
    played, rack = [], []
    called = [position.called] if position.called is not None else []
    for tile in [*called, *position.rack]:
        key = (tile[:3], tile.id)
        if laid[key] > 0:
            laid[key] -= 1
            played.append(tile)
        else:
            rack.append(tile)
    return tuple(played), tuple(rack)


def _verify(position: Position, table: tuple[Meld, ...], ruleset: Ruleset) -> None:
    report = judge_move(position, table, ruleset)
    if not report.legal:
        reasons = "; ".join(violation.message for violation in report.violations)
        raise SolverFault(f"the referee refuses the solver's play: {reasons}")
