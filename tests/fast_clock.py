"""A pytest plugin under which time runs twenty times as fast: what fails with it depends on the speed of the machine.

    python -m pytest -p tests.fast_clock

Deadlines, limits and the search's own clock come twenty times as soon, as on a machine that is that much slower.
Tests that say that something never happened wait for real time and are not touched.
"""

from __future__ import annotations

import time

FACTOR = 20

_real = time.monotonic


def _fast() -> float:
    return _real() * FACTOR


time.monotonic = _fast

from meldsolver.solver.program import backend  # noqa: E402 (what it imports must see the fast clock)

_usual = backend._parameters


def _shorter(budget: backend.Budget, *how: bool) -> object:
    parameters = _usual(budget, *how)
    parameters.max_time_in_seconds /= FACTOR
    return parameters


backend._parameters = _shorter  # type: ignore[assignment]
