"""The play that needs no search: legal under every preset, never better than the best, with bounds that hold."""

import pytest

from meldsolver import (
    Position,
    Status,
    check_move,
    get_ruleset,
    list_rulesets,
    load_ruleset,
    natural,
    parse_position,
    solve,
)
from meldsolver.answers import DEFAULT_OBJECTIVES
from meldsolver.solver.search.quick import quick_solution
from tests.agreement.player import drawn
from tests.agreement.test_presets import full
from tests.solver.drawn import draw

NAMES = [summary.name for summary in list_rulesets()]
NO_TIME = 1e-9


def test_it_lies_between_nothing_and_the_oracles_best() -> None:
    """Why: a quick answer may be poor, but it may not be illegal, and its bounds are promises."""
    found = playable = 0
    for number in range(150):
        case = draw(f"quick-{number}")
        best = case.best()
        quick = quick_solution(case.position, case.ruleset, case.objectives)
        playable += best is not None and best != (0, 0)
        if quick is None:
            continue
        found += 1
        assert best is not None
        assert quick.status is Status.FEASIBLE
        assert check_move(case.position, quick.table, case.ruleset).legal
        first = quick.goals[0]
        assert first.value <= best[case.by_points] <= first.bound
    assert found > 0.6 * playable


@pytest.mark.parametrize("name", NAMES)
def test_every_preset(name: str) -> None:
    """Why: it is tried greedily, and only the rules of each game say whether that was a play."""
    ruleset = full(name)
    for number in range(6):
        position = drawn(ruleset, f"quick {name} {number}")
        quick = quick_solution(position, ruleset, DEFAULT_OBJECTIVES)
        if quick is not None:
            assert check_move(position, quick.table, ruleset).legal
            best = solve(position, ruleset, time_limit=600)
            assert best.status is Status.OPTIMAL
            assert quick.tiles_played <= best.tiles_played <= quick.goals[0].bound


def test_no_time_at_all_still_gives_a_play() -> None:
    """Why: a clock that runs out must not leave a player with tiles that plainly fit standing there."""
    rules = get_ruleset("tile-rummy")
    for text in (
        "r1 r2 r3 / r4 / opened",
        "k9 y9 b9 / r4 r9 b13 / opened",
        ". / r11 r12 r13 k1 k1 / unopened",
        "r1 r2 r3 / k5 y5 b5 r13 / opened",
    ):
        position = parse_position(text)
        answer = solve(position, rules, time_limit=NO_TIME)
        assert answer.status.found, text
        assert answer.tiles_played >= 1
        assert all(goal.value <= goal.bound for goal in answer.goals)


def test_a_giant_rack_is_laid_at_least_in_part() -> None:
    """Why: racks of hundreds of tiles were answered with nothing at all when their time was over."""
    rules = load_ruleset({"extends": "tile-rummy", "deck": {"suits": 8, "ranks": 31, "copies": 8, "wilds": 4}})
    rack = tuple(natural(suit, rank) for suit in rules.deck.suits for rank in range(1, 32) for _ in range(3))
    answer = solve(Position(rack=rack, opened=True), rules, time_limit=0.5)
    assert answer.status.found
    assert answer.goals[0].bound >= answer.tiles_played > 0


def test_an_opening_that_the_referee_cannot_judge_is_no_quick_play() -> None:
    """Why: solve never answers that its own play is too complex, and looks for no opening beyond what lies there."""
    rules = load_ruleset(
        {
            "extends": "tile-rummy",
            "deck": {"wilds": 16},
            "other_melds": [{"kind": "pair", "suits": "any", "max": 20}],
            "opening": {"threshold": 1000, "pairs": 20},
        }
    )
    naturals = " ".join(f"{suit}{rank}" for suit in "kbr" for rank in range(1, 14))
    position = parse_position(f". / {naturals} j j j j j j j j / unopened")
    assert quick_solution(position, rules, DEFAULT_OBJECTIVES) is None
    assert solve(position, rules, time_limit=0.001).status in (Status.UNKNOWN, Status.OPTIMAL)


def test_a_quick_opening_beside_melds_that_may_not_open() -> None:
    """Why: where no wild may open, a meld with one may still be laid in the same turn, and counts nothing."""
    rules = get_ruleset("tile-rummy-no-joker-in-opening")
    position = parse_position("r8 j k8 / k10 k11 k12 k5 y5 j / unopened")
    quick = quick_solution(position, rules, DEFAULT_OBJECTIVES)
    assert quick is not None
    assert check_move(position, quick.table, rules).legal
