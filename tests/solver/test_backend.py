"""The adapter around CP-SAT, on models so small that every assignment can be tried."""

import time
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from meldsolver import CancelToken
from meldsolver.solver.program.backend import Budget, Outcome, Program, Proof, expression_value, maximise
from meldsolver.solver.program.linear import Expr, LinearModel, minus, scaled, total


def budget(seconds: float = 60.0, cancel: CancelToken | None = None) -> Budget:
    return Budget(time.monotonic() + seconds, cancel=cancel)


def random_model(random: Random) -> tuple[LinearModel, Expr]:
    """A model of a few variables and rows, often infeasible, with an objective."""
    model = LinearModel()
    for _ in range(random.randint(1, 5)):
        low = random.randint(-2, 2)
        model.var(low, low + random.randint(0, 3))
    for _ in range(random.randint(0, 5)):
        least = random.randint(-8, 4)
        model.add(random_expr(random, len(model.low)), least, least + random.choice((0, 0, 3, 20)))
    return model, random_expr(random, len(model.low))


def random_expr(random: Random, variables: int) -> Expr:
    return {var: random.randint(-3, 3) for var in range(variables) if random.random() < 0.7}


def solutions(model: LinearModel) -> Iterator[tuple[int, ...]]:
    """Every assignment that satisfies the model."""
    ranges = [range(low, high + 1) for low, high in zip(model.low, model.high, strict=True)]
    for values in product(*ranges):
        if all(row.low <= expression_value(row.expr, values) <= row.high for row in model.rows):
            yield values


def check(model: LinearModel, objective: Expr, outcome: Outcome) -> None:
    best = max((expression_value(objective, values) for values in solutions(model)), default=None)
    if best is None:
        assert outcome.proof is Proof.INFEASIBLE
        return
    assert outcome.proof is Proof.OPTIMAL
    assert (outcome.value, outcome.bound) == (best, best)
    assert outcome.values in set(solutions(model))


@pytest.mark.parametrize("second", [False, True], ids=["usual", "second"])
def test_both_configurations_find_the_best_of_all_assignments(second: bool) -> None:
    """Why: CP-SAT has known wrong answers under some parameters; these two must have none."""
    for seed in range(300):
        model, objective = random_model(Random(f"backend-{seed}"))
        check(model, objective, maximise(model, objective, budget(), second=second))


def test_bounds_can_be_changed_between_searches() -> None:
    """Why: models kept ready differ from position to position in nothing else."""
    for seed in range(100):
        random = Random(f"bounds-{seed}")
        model, objective = random_model(random)
        program = Program(model, objective)
        for _ in range(3):
            var = random.randrange(len(model.low))
            low = random.randint(-2, 2)
            program.bound(var, low, low + random.randint(0, 3))
            check(model, objective, program.maximise(budget()))


def test_a_row_without_variables_must_hold_as_it_stands() -> None:
    """Why: that is how an addition says that nothing is possible."""
    model = LinearModel()
    var = model.var(0, 1)
    model.add({}, low=1)
    assert maximise(model, {var: 1}, budget()).proof is Proof.INFEASIBLE


def test_an_empty_model_has_one_solution() -> None:
    """Why: a position without tiles is no special case."""
    assert maximise(LinearModel(), {}, budget()) == Outcome(Proof.OPTIMAL, (), 0, 0)


def test_no_time_left_proves_nothing() -> None:
    """Why: a request may have waited until its deadline; the bound is then what the variables allow."""
    model = LinearModel()
    var = model.var(0, 5)
    assert maximise(model, {var: 2}, budget(0)) == Outcome(Proof.UNKNOWN, (), 0, 10)


def test_a_cancelled_search_does_not_begin() -> None:
    """Why: the caller has gone."""
    token = CancelToken()
    token.cancel()
    model = LinearModel()
    var = model.var(0, 5)
    assert maximise(model, {var: 1}, budget(cancel=token)).proof is Proof.UNKNOWN


def test_a_cancellation_just_before_the_search_is_not_lost() -> None:
    """Why: it may come between the last look at the token and the search's beginning."""
    token = CancelToken()
    stops: list[str] = []
    token.cancel()
    assert token.attach(lambda: stops.append("stop")) is False
    assert stops == []


def test_a_stop_is_repeated_until_the_search_returns() -> None:
    """Why: CP-SAT loses a stop that arrives before it has entered its search."""
    token = CancelToken()
    stops: list[str] = []

    def stop() -> None:
        stops.append("stop")
        if len(stops) == 3:
            token.detach()

    assert token.attach(stop)
    token.cancel()
    assert len(stops) == 3
    assert token.cancelled


def test_expressions_add_up() -> None:
    """Why: every condition is written with them."""
    first, second = {0: 1, 1: 2}, {1: -2, 2: 5}
    assert total([first, second]) == {0: 1, 1: 0, 2: 5}
    assert minus(first, second) == {0: 1, 1: 4, 2: -5}
    assert scaled(first, -3) == {0: -3, 1: -6}


def test_the_range_of_an_expression_is_what_the_bounds_allow() -> None:
    """Why: the weights of combined objectives rest on it."""
    model = LinearModel()
    a, b = model.var(-1, 2), model.var(0, 3)
    assert model.range_of({a: 2, b: -1}) == (-5, 4)
    assert model.range_of({}) == (0, 0)
