"""Every objective, and lists of them, against brute force over all end states of small decks."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from meldsolver import Objective, Status, check_move, solve
from tests.oracles.legality import Table
from tests.oracles.mini_rules import Rules, Tile, worth
from tests.solver.small import Small, draw_small

RULES = (
    Rules(suits="ryk", ranks=6, threshold=9),
    Rules(suits="ryk", ranks=5, threshold=9, same_turn="none", wrap="circular"),
    Rules(suits="rykb", ranks=5, threshold=12, max_wilds=1),
    Rules(suits="ry", ranks=6, table="layoff", threshold=6),
)
WILD_PENALTY = 30


def tiles(case: Small, played: tuple[Tile, ...], after: Table) -> int:
    return len(played)


def points(case: Small, played: tuple[Tile, ...], after: Table) -> int:
    return sum(tile[1] for tile in played if isinstance(tile, tuple))


def meld_points(case: Small, played: tuple[Tile, ...], after: Table) -> int:
    before = sum(worth(meld, case.rules, ordered=True) for meld in case.table)
    return sum(worth(meld, case.rules) for meld in after) - before


def rack_penalty(case: Small, played: tuple[Tile, ...], after: Table) -> int:
    left = Counter[Tile](case.drawn.rack) - Counter(played)
    return sum(n * (tile[1] if isinstance(tile, tuple) else WILD_PENALTY) for tile, n in left.items())


def wilds_kept(case: Small, played: tuple[Tile, ...], after: Table) -> int:
    return played.count("j")


def melds_kept(case: Small, played: tuple[Tile, ...], after: Table) -> int:
    before, now = (Counter(tuple(sorted(meld, key=repr)) for meld in table) for table in (case.table, after))
    return (before & now).total()


def melds_added(case: Small, played: tuple[Tile, ...], after: Table) -> int:
    return len(after)


MEASURES: dict[Objective, Callable[[Small, tuple[Tile, ...], Table], int]] = {
    Objective.TILES: tiles,
    Objective.POINTS: points,
    Objective.MELD_POINTS: meld_points,
    Objective.RACK_PENALTY: rack_penalty,
    Objective.WILDS_KEPT: wilds_kept,
    Objective.MELDS_KEPT: melds_kept,
    Objective.MELDS_ADDED: melds_added,
}
LEAST = {Objective.RACK_PENALTY, Objective.WILDS_KEPT, Objective.MELDS_ADDED}


def best_of(case: Small, objectives: tuple[Objective, ...]) -> tuple[int, ...] | None:
    """The best values of all legal end states, the objectives applied one after the other."""
    values = [tuple(MEASURES[o](case, played, after) for o in objectives) for played, after in case.end_states()]
    signs = [-1 if objective in LEAST else 1 for objective in objectives]
    return max(values, key=lambda v: [s * x for s, x in zip(signs, v, strict=True)], default=None)


def draw(seed: str, rules: Rules, wilds: int) -> Small:
    # Brute force reads the melds after in their best order, which a wild that must keep its face may forbid.
    return draw_small(seed, rules, wilds=0 if rules.table == "layoff" else wilds)


def assert_best(case: Small, objectives: tuple[Objective, ...]) -> None:
    best = best_of(case, objectives)
    solution = solve(case.position, case.ruleset, objectives)
    if best is None:
        assert solution.status is Status.NO_PLAY, str(case.position)
        return
    assert solution.status is Status.OPTIMAL
    assert tuple(goal.objective for goal in solution.goals) == objectives
    assert tuple(goal.value for goal in solution.goals) == best, f"{case.position} {objectives}"
    assert all(goal.proved for goal in solution.goals)
    assert check_move(case.position, solution.table, case.ruleset).legal


@pytest.mark.parametrize("objective", MEASURES)
@pytest.mark.parametrize("number", range(len(RULES)))
def test_each_objective_is_the_best_of_all_end_states(objective: Objective, number: int) -> None:
    """Why: an objective is only right if no legal end state is better by it."""
    for seed in range(12):
        assert_best(draw(f"{objective}-{number}-{seed}", RULES[number], seed % 3), (objective,))


@pytest.mark.parametrize("number", range(len(RULES)))
def test_a_list_of_objectives_is_applied_in_order(number: int) -> None:
    """Why: lexicographic means that a later objective never costs an earlier one anything."""
    for seed in range(40):
        random = Random(f"list-{number}-{seed}")
        objectives = tuple(random.sample(list(MEASURES), random.randint(2, 4)))
        assert_best(draw(f"list-{number}-{seed}", RULES[number], seed % 3), objectives)
