"""Goals that no search has reached hold what the play has, and no play lies beyond their bounds.

Why: an app shows them as a promise; they are worked out without a search, for each objective in a way of its own.
"""

from __future__ import annotations

import pytest

from meldsolver import Objective, Position, Solution, Status, check_move, get_ruleset, parse_position, solve
from tests.oracles.mini_rules import Rules
from tests.solver.small import draw_small

AT_ONCE = 1e-9
"""Over before any search begins, so that the quick play stands in."""
LEAST = {Objective.RACK_PENALTY, Objective.WILDS_KEPT, Objective.DISTURBANCE, Objective.MELDS_ADDED}


def has(objective: Objective, position: Position, play: Solution) -> int | None:
    """What a play has, counted from its tiles; ``None`` where that takes a search."""
    report = check_move(position, play.table, get_ruleset("tile-rummy"))
    assert report.legal
    match objective:
        case Objective.TILES:
            return len(play.played)
        case Objective.POINTS:
            return sum(tile.rank for tile in play.played)
        case Objective.RACK_PENALTY:
            return sum(tile.rank or 30 for tile in play.rack)
        case Objective.WILDS_KEPT:
            return sum(tile.wild for tile in play.played)
        case Objective.MELDS_ADDED:
            return len(play.table)
        case Objective.MELDS_KEPT:
            left = [sorted(map(str, meld)) for meld in play.table]
            kept = 0
            for meld in position.table:
                if (key := sorted(map(str, meld))) in left:
                    left.remove(key)
                    kept += 1
            return kept
        case _:
            return None


POSITIONS = (
    "r1 r2 r3 | k5 y5 b5 / r4 r5 r5 j k1 / opened",
    "k4 k5 k6 k7 | r5 j r7 / r7 b7 r4 r6 y1 / opened",
    ". / r11 r12 r13 k1 k1 j y13 b13 / unopened",
    "r1 r2 r3 | y9 k9 b9 / r9 r4 j j k13 / opened",
)


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("objective", [each for each in Objective if each is not Objective.DISTURBANCE])
def test_the_bound_holds_and_the_value_is_the_play_s(text: str, objective: Objective) -> None:
    """Beside the best that a search proves."""
    position = parse_position(text)
    rules = get_ruleset("tile-rummy")
    cut = solve(position, rules, (objective,), time_limit=AT_ONCE)
    assert cut.status.found
    (goal,) = cut.goals
    expected = has(objective, position, cut)
    assert expected is None or goal.value == expected
    (best,) = solve(position, rules, (objective,), time_limit=600).goals
    assert best.proved
    if objective in LEAST:
        assert goal.bound <= best.value <= goal.value
    else:
        assert goal.value <= best.value <= goal.bound


@pytest.mark.parametrize("objective", list(Objective))
def test_bounds_hold_on_small_decks(objective: Objective) -> None:
    """For every objective, and as the second of two, which a cut search may leave unread."""
    seen = 0
    for number in range(25):
        case = draw_small(f"unproved {number}", Rules(suits="ryk", ranks=6), wilds=2, melds=2, rack=5)
        wishes = (objective, Objective.TILES) if objective is not Objective.TILES else (objective, Objective.POINTS)
        cut = solve(case.position, case.ruleset, wishes, time_limit=AT_ONCE)
        if cut.status is not Status.FEASIBLE:
            continue
        best = solve(case.position, case.ruleset, wishes[:1], time_limit=600).goals[0].value
        least = objective in LEAST
        assert (cut.goals[0].bound <= best) if least else (cut.goals[0].bound >= best)
        assert (best <= cut.goals[0].value) if least else (best >= cut.goals[0].value)
        seen += 1
    assert seen > 3
