"""What an answer claims when its search was cut short, by time or by the caller."""

import threading
from random import Random

import pytest
from ortools.sat.python import cp_model_helper as cmh

from meldsolver import WILD, CancelToken, Position, Ruleset, Status, check_move, load_ruleset, natural, solve
from meldsolver.solver.program import backend
from tests.solver.drawn import Case, draw

HOUR = 3600.0


def endless() -> tuple[Position, Ruleset]:
    """A deck of 656 tiles with strict rules for its wilds: a search of many minutes."""
    rules = load_ruleset(
        {
            "extends": "tile-rummy",
            "deck": {"suits": 8, "ranks": 20, "copies": 4, "wilds": 16},
            "wild": {"max_per_meld": 2, "adjacent_ok": False},
        }
    )
    naturals = [natural(suit, rank) for suit in rules.deck.suits for rank in range(1, 21) for _ in range(4)]
    rack = Random(1).sample(naturals, 120)
    return Position(rack=(*rack, *[WILD] * 16), opened=True), rules


def stop_at_the_first_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a deadline that always comes after the first play that the search finds."""
    usual = backend._parameters

    def parameters(budget: backend.Budget, *how: bool) -> cmh.SatParameters:
        changed = usual(budget, *how)
        changed.stop_after_first_solution = True
        return changed

    monkeypatch.setattr(backend, "_parameters", parameters)


def test_a_play_found_before_the_limit_comes_with_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Why: FEASIBLE promises a legal play, and that none better than the bound exists."""
    stop_at_the_first_play(monkeypatch)
    feasible = 0
    for number in range(120):
        case = draw(f"cut-{number}")
        solution = solve(case.position, case.ruleset, case.objectives)
        if solution.status is Status.NO_PLAY:
            continue
        assert check_move(case.position, solution.table, case.ruleset).legal
        assert all(goal.bound >= goal.value for goal in solution.goals)
        if solution.status is Status.OPTIMAL:
            assert all(goal.proved for goal in solution.goals)
        feasible += solution.status is Status.FEASIBLE
        best = best_first(case)
        assert solution.goals[0].value <= best <= solution.goals[0].bound
    assert feasible > 5


def best_first(case: Case) -> int:
    """The best value of the case's first objective."""
    best = case.best()
    assert best is not None
    return best[case.by_points]


def test_a_tiny_limit_is_answered_honestly() -> None:
    """Why: whatever little time there is, the status must be true."""
    for number in range(30):
        case = draw(f"tiny-{number}")
        solution = solve(case.position, case.ruleset, case.objectives, time_limit=0.002)
        if solution.status is Status.UNKNOWN:
            assert (solution.table, solution.rack, solution.goals) == (case.position.table, case.position.rack, ())
        elif solution.status is Status.NO_PLAY:
            assert case.best() is None
        else:
            assert solution.goals[0].value <= best_first(case) <= solution.goals[0].bound


def test_no_play_is_a_proof() -> None:
    """Why: the player draws on the strength of it."""
    position = Position(rack=(natural("r", 1), natural("r", 2), natural("k", 13)), opened=True)
    solution = solve(position, load_ruleset({"extends": "tile-rummy"}))
    assert (solution.status, solution.table, solution.played, solution.goals) == (Status.NO_PLAY, (), (), ())
    assert solution.rack == position.rack


def test_an_empty_position_has_no_play() -> None:
    """Why: nothing on the table and nothing on the rack is a position too."""
    assert solve(Position(opened=True), load_ruleset({"extends": "tile-rummy"})).status is Status.NO_PLAY


def test_cancelling_before_the_search_ends_it_at_once() -> None:
    """Why: the caller may be gone before its turn comes."""
    token = CancelToken()
    token.cancel()
    position, rules = endless()
    assert solve(position, rules, time_limit=HOUR, cancel=token).status is Status.UNKNOWN


def test_cancelling_during_the_search_ends_it() -> None:
    """Why: a call that nobody waits for must not hold a core for an hour."""
    token = CancelToken()
    position, rules = endless()
    timer = threading.Timer(1.0, token.cancel)
    timer.start()
    solution = solve(position, rules, time_limit=HOUR, cancel=token)
    timer.join()
    assert solution.status in (Status.UNKNOWN, Status.FEASIBLE)
    assert solve(position, rules, time_limit=HOUR, cancel=token).status is Status.UNKNOWN


def test_one_cancelled_search_leaves_others_alone() -> None:
    """Why: tokens belong to single requests."""
    case = draw("same-1")
    mine, other = CancelToken(), CancelToken()
    other.cancel()
    assert solve(case.position, case.ruleset, cancel=mine).status is not Status.UNKNOWN
    assert not mine.cancelled
