"""A proved answer has the best value of every goal, and what a list begins with is best by itself.

Why: each objective of a list may be searched in a model of its own, into which those before it are carried. A row
carried wrongly gives a play that is proved best and is not; a shorter list does not carry it.
"""

from __future__ import annotations

from random import Random

import pytest

from meldsolver import InvalidRequest, Objective, Status, get_ruleset, parse_position, solve
from tests.agreement.all_games import names
from tests.agreement.examined import drawn_case

GAMES = tuple(dict.fromkeys(names()))


@pytest.mark.parametrize("start", range(0, 600, 150))
def test_the_beginning_of_a_list_is_best_by_itself(start: int) -> None:
    """Over every kind of game and any list of objectives."""
    proved = 0
    for number in range(start, start + 150):
        random = Random(f"lists {number}")
        case = drawn_case(random.choice(GAMES), random)
        wanted = random.sample(list(Objective), random.randint(2, 5))
        try:
            whole = solve(case.position, case.ruleset, wanted, time_limit=600)
        except InvalidRequest:
            assert Objective.DISTURBANCE in wanted  # not counted in every game
            continue
        if whole.status is Status.NO_PLAY:
            continue
        assert whole.status is Status.OPTIMAL
        assert all(goal.proved for goal in whole.goals), (str(case.position), wanted)
        begun = random.randint(1, len(wanted) - 1)
        alone = solve(case.position, case.ruleset, wanted[:begun], time_limit=600)
        assert alone.goals == whole.goals[:begun], (str(case.position), wanted)
        proved += 1
    assert proved > 50


@pytest.mark.parametrize(
    ("name", "line", "wanted"),
    [
        ("machiavelli-ace-high-only", "y6 b6 k6 | y9 b9 k9 / b12 b4 k12 b5 b6 r12 / unopened", "meld_points"),
        ("tile-rummy", "y6 b6 k6 | y9 b9 k9 / b12 b4 k12 b5 b6 r12 r4 / unopened", "meld_points"),
        ("vatikan", "y3 y4 y5 | r2 r3 r4 / y6 r5 k2 / opened", "meld_points tiles"),
    ],
)
def test_melds_that_continue_others_count_as_much_as_new_ones(name: str, line: str, wanted: str) -> None:
    """Where points of melds are held, a table meld that stays brings its own: nothing moves here."""
    solution = solve(parse_position(line), get_ruleset(name), [*wanted.split(), Objective.DISTURBANCE])
    assert solution.status is Status.OPTIMAL
    assert (solution.goals[-1].value, solution.goals[-1].bound) == (0, 0)
