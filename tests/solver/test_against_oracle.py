"""The solver's best plays are those of an independent dynamic program, on thousands of random positions."""

from collections import Counter

import pytest

from meldsolver import Position, Solution, Status, check_move, solve
from tests.solver.drawn import Case, draw

CHUNKS, CHUNK = 84, 25


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_best_plays_are_those_of_the_dynamic_program(chunk: int) -> None:
    """Why: exactness is the promise, and the dynamic program shares nothing with the model."""
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        assert difference(draw(f"suite-{number}")) is None


def test_the_positions_are_varied() -> None:
    """Why: agreement says little if the positions are all alike."""
    cases = [draw(f"suite-{number}") for number in range(CHUNKS * CHUNK)]
    assert len(cases) >= 2000
    tables = [sum(map(len, case.drawn.table)) for case in cases]
    assert tables.count(0) > 50
    assert sum(tiles >= 80 for tiles in tables) > 50
    wilds = Counter(str(case.position).count("j") for case in cases)
    assert min(wilds[count] for count in (0, 1, 2)) > 200
    assert Counter(case.opened for case in cases)[False] > 400
    assert sum(bool(case.drawn.loose) for case in cases) > 200


def difference(case: Case) -> str | None:
    """What the solver answers otherwise than the oracle, or that its play is refused; ``None`` for agreement."""
    position = case.position
    solution = solve(position, case.ruleset, case.objectives, time_limit=60)
    best = case.best()
    if best is None:
        return None if solution.status is Status.NO_PLAY else f"{position}: {solution.status}, but nothing is legal"
    tiles, points = best
    wanted = (points, tiles) if case.by_points else (tiles, points)
    got = tuple(goal.value for goal in solution.goals)
    if (solution.status, got) != (Status.OPTIMAL, wanted):
        return f"{position}: {solution.status} {got}, the oracle says {wanted}"
    return _inconsistent(position, solution, case)


def _inconsistent(position: Position, solution: Solution, case: Case) -> str | None:
    """Whether the play itself is what its numbers say, and legal."""
    report = check_move(position, solution.table, case.ruleset)
    if report.effects is None:
        return f"{position}: the referee refuses {solution.table}"
    effects = report.effects
    if Counter(effects.played) != Counter(solution.played):
        return f"{position}: {solution.played} were to be played, {effects.played} were"
    if (len(effects.played), effects.points) != (solution.tiles_played, solution.points_played):
        return f"{position}: the play is worth {effects.points}, not {solution.points_played}"
    if Counter(solution.played) + Counter(solution.rack) != Counter(position.rack):
        return f"{position}: played and left do not make up the rack"
    return None
