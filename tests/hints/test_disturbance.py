"""Least disturbance and most melds kept are what brute force over all end states finds."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from meldsolver import Meld, Objective, Status, load_ruleset, solve
from meldsolver.solver.layout.observed import moved_tiles
from tests.agreement.bridge import oracle_rules, project_position, random_before
from tests.hints.moved import fewest_moved, fewest_moved_of_many
from tests.oracles import any_move
from tests.oracles.end_states import value
from tests.oracles.mini_rules import Rules, Tile
from tests.solver.drawn import draw
from tests.solver.small import Small, draw_small

FREE = Rules(suits="rykb", ranks=5)
DISTURBANCE = Objective.DISTURBANCE
RULES = {
    "runs tile by tile": (FREE, 1),
    "two wilds": (Rules(suits="ryk", ranks=6), 2),
    "circular runs": (Rules(suits="ryk", ranks=5, wrap="circular"), 1),
    "one wild a meld": (Rules(suits="ryk", ranks=5, max_wilds=1), 2),
    "wilds replaced": (Rules(suits="ryk", ranks=5, retrieval="replace"), 2),
    "melds with wilds locked": (Rules(suits="ryk", ranks=5, retrieval="replace", meld_locked=True), 1),
    "freed wilds into new melds": (Rules(suits="ryk", ranks=5, retrieval="replace", reuse="new_meld"), 2),
    "opening first": (Rules(suits="ryk", ranks=6, threshold=9), 1),
}


@pytest.mark.parametrize("name", RULES)
def test_least_disturbance_among_the_best_plays(name: str) -> None:
    """Why: "moves the fewest table tiles" is a claim about every play with the best objective."""
    rules, wilds = RULES[name]
    compared = 0
    for number in range(30):
        case = draw_small(f"{name}/{number}", rules, wilds=wilds, melds=3, rack=4)
        solution = solve(case.position, case.ruleset, (Objective.TILES, Objective.POINTS, DISTURBANCE))
        states = case.end_states()
        if not states:
            assert solution.status is Status.NO_PLAY
            continue
        compared += 1
        best = max(value(played) for played, _ in states)
        least = min(fewest_moved(case.table, after) for played, after in states if value(played) == best)
        assert (solution.status, solution.goals[2].value) == (Status.OPTIMAL, least), case.position
        assert moved_tiles(case.position.table, solution.table) == least
    assert compared > 4


@pytest.mark.parametrize("name", ["runs tile by tile", "two wilds", "circular runs"])
def test_disturbance_with_other_objectives_around_it(name: str) -> None:
    """Why: as the only objective, or followed by melds kept, it takes other ways through the search."""
    rules, wilds = RULES[name]
    for number in range(12):
        case = draw_small(f"{name}/{number}", rules, wilds=wilds, melds=3, rack=4)
        states = case.end_states()
        if not states:
            continue
        alone = solve(case.position, case.ruleset, (DISTURBANCE,))
        assert alone.goals[0].value == min(fewest_moved(case.table, after) for _, after in states)
        both = solve(case.position, case.ruleset, (Objective.TILES, DISTURBANCE, Objective.MELDS_KEPT))
        ranked = [(len(p), -fewest_moved(case.table, after), _kept(case, after)) for p, after in states]
        assert tuple(goal.value for goal in both.goals) == (max(ranked)[0], -max(ranked)[1], max(ranked)[2])


@pytest.mark.parametrize("number", [300, 1008, 1564, 2488, 2568, 2995])
def test_where_the_first_count_is_too_kind(number: int) -> None:
    """Why: one position in 170 needs the exact count. Which suits it has cannot matter, and fewer do not move."""
    case = draw(f"exact/{number}")
    wishes = (Objective.TILES, Objective.POINTS, DISTURBANCE)
    first = solve(case.position, case.ruleset, wishes, time_limit=600)
    assert first.status is Status.OPTIMAL
    faces: list[list[Any]] = [[tile[:3] for tile in meld] for meld in case.position.table]
    after: list[list[Any]] = [[tile[:3] for tile in meld] for meld in first.table]
    assert fewest_moved_of_many(faces, after) == first.goals[2].value

    def turned(tiles: Meld) -> Meld:
        return tuple(tile._replace(suit=dict(zip("rykb", "kbry", strict=True)).get(tile.suit, "")) for tile in tiles)

    position = replace(
        case.position,
        table=tuple(map(turned, reversed(case.position.table))),
        rack=turned(case.position.rack[::-1]),
        loose=turned(case.position.loose),
    )
    again = solve(position, case.ruleset, wishes, time_limit=600)
    assert [goal.value for goal in again.goals] == [goal.value for goal in first.goals]


@pytest.mark.parametrize("mode", ["free", "replace"])
def test_melds_that_only_grow_are_disturbed_by_freed_wilds_alone(mode: str) -> None:
    """Why: on such tables only a wild can leave its meld, and only where it may be replaced."""
    deck = {"suits": ["r", "y", "k"], "ranks": 5, "copies": 2, "wilds": 2}
    rules = {"extends": "tile-rummy", "deck": deck, "table": {"manipulation": "layoff"}, "retrieval": {"mode": mode}}
    ruleset = load_ruleset(rules)
    known, random, moved = oracle_rules(ruleset), Random(mode), 0
    for _ in range(40):
        before = replace(random_before(random, known, 2), opened=True)
        states = any_move.end_states(before, known)
        solution = solve(project_position(before), ruleset, (Objective.TILES, Objective.POINTS, DISTURBANCE))
        assert bool(states) == (solution.status is Status.OPTIMAL)
        if states:
            best = max(any_move.value(played) for played, _ in states)
            least = min(fewest_moved(before.table, a) for played, a in states if any_move.value(played) == best)
            assert solution.goals[2].value == least, before
            moved += least
    assert bool(moved) == (mode == "replace")


def _kept(case: Small, after: Sequence[Sequence[Tile]]) -> int:
    before, now = (Counter(tuple(sorted(meld, key=repr)) for meld in table) for table in (case.table, after))
    return (before & now).total()
