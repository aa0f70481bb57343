"""A stream of improving plays gets better with every play, and ends as `solve` answers."""

import pytest

from meldsolver import CancelToken, Objective, Status, check_move, get_ruleset, parse_position, solve
from meldsolver.solver.engine.improving import improving
from tests.solver.drawn import draw

RULES = get_ruleset("tile-rummy")
DISTURBANCE = (Objective.TILES, Objective.POINTS, Objective.DISTURBANCE)


@pytest.mark.parametrize("seed", range(25))
def test_every_play_is_better_and_the_last_is_proved(seed: int) -> None:
    """Why: an app shows each play as it comes, and stops at the proof."""
    case = draw(f"anytime/{seed}")
    objectives = DISTURBANCE if seed % 2 else DISTURBANCE[:2]
    answers = list(improving(case.position, case.ruleset, objectives))
    best = solve(case.position, case.ruleset, objectives)
    assert [answer.done for answer in answers] == [False] * (len(answers) - 1) + [True]
    last = answers[-1].solution
    assert (last.status, last.table, last.goals) == (best.status, best.table, best.goals)
    values = [(a.solution.tiles_played, a.solution.points_played) for a in answers[:-1]]
    assert values == sorted(set(values))
    for answer in answers[:-1]:
        assert answer.solution.status is Status.FEASIBLE
        assert check_move(case.position, answer.solution.table, case.ruleset).legal
        tiles = answer.solution.goals[0]
        assert tiles.value <= best.goals[0].value <= tiles.bound


def test_nothing_to_play_is_the_only_answer() -> None:
    """Why: the proof that there is nothing is an answer, too."""
    (answer,) = improving(parse_position("r1 r2 r3 / k9 / opened"), RULES)
    assert answer.done
    assert answer.solution.status is Status.NO_PLAY


def test_a_reader_may_leave() -> None:
    """Why: an app that has seen enough closes the stream, and the search must end with it."""
    token = CancelToken()
    stream = improving(parse_position("r1 r2 r3 / r4 / opened"), RULES, DISTURBANCE, cancel=token)
    next(stream)
    stream.close()  # type: ignore[attr-defined]
    assert token.cancelled
    assert solve(parse_position("r1 r2 r3 / r4 / opened"), RULES).tiles_played == 1
