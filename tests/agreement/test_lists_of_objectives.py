"""A proved answer has the best value of every goal, and what a list begins with is best by itself.

Why: each objective of a list may be searched in a model of its own, into which those before it are carried. A row
carried wrongly gives a play that is proved best and is not; a shorter list does not carry it.
"""

from __future__ import annotations

from random import Random

import pytest

from meldsolver import InvalidRequest, Objective, Status, get_ruleset, load_ruleset, parse_position, solve
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


def test_a_colour_on_a_table_that_only_grows_brings_its_points_once() -> None:
    """What a goal tells is what the table after is worth: the colour's own cards were taken off and never added."""
    rules = {
        "extends": "carioca",
        "deck": {"suits": 1, "ranks": 13, "copies": 1, "wilds": 2, "wild_ranks": []},
        "other_melds": [{"kind": "colour", "n": 5, "max": 7}],
        "set": {"allowed": False},
        "contract": {"levels": ["R5"]},
    }
    position = parse_position("r11 r12 r13 r1 r3 | r4 r5 j r7 / r8 r9 j r10 r2 / opened / all-opened / level 1")
    for limit in (0.001, 600):
        solution = solve(position, load_ruleset(rules), [Objective.MELD_POINTS], time_limit=limit)
        assert solution.goals[0].value == solution.meld_points <= solution.goals[0].bound
