"""What a cancelled search has found is laid out and judged, in a number of steps that nothing lengthens."""

from __future__ import annotations

from typing import Any

import pytest

from meldsolver import Status, load_ruleset, parse_position, solve
from meldsolver.limits import CancelToken, Clock
from meldsolver.limits.clock import STEPS_LEFT
from meldsolver.solver.search.best_play import search
from tests.limits.test_between_looks import LAYOFF, large


def cancelled_when_found(monkeypatch: pytest.MonkeyPatch) -> tuple[CancelToken, list[int]]:
    """A token that is cancelled once the search has found its play, and the steps that are done from then on."""
    token = CancelToken()
    steps: list[int] = []
    step = Clock.step

    def searched(*args: Any) -> Any:
        found = search(*args)
        token.cancel()
        return found

    def counted(self: Clock, count: int = 1) -> None:
        if token.cancelled:
            steps.append(count)
        step(self, count)

    monkeypatch.setattr("meldsolver.solver.engine.best.search", searched)
    monkeypatch.setattr(Clock, "step", counted)
    return token, steps


@pytest.mark.parametrize("changes", [{}, LAYOFF, {"wild": {"may_exceed_copies": False}}])
def test_what_a_cancelled_search_has_found_is_still_told(
    changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why: whoever takes the best found so far cancels, and gets it."""
    token, steps = cancelled_when_found(monkeypatch)
    position, rules = large(120, 30, **changes)
    assert solve(position, rules, time_limit=3600, cancel=token).status is Status.OPTIMAL
    assert sum(steps) <= 2 * STEPS_LEFT


def test_a_cancelled_play_that_is_hard_to_judge_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Why: how thirty wilds can be read without a tile too many took a third of a second, and heard nothing."""
    token, steps = cancelled_when_found(monkeypatch)
    deck = {"suits": list("abcd"), "ranks": 2, "copies": 4, "wilds": 8, "wild_ranks": [1, 2]}
    changes = {"run": {"wrap": "one_high", "suit": "any"}, "wild": {"may_exceed_copies": False}}
    rules = load_ruleset({"extends": "gin", "deck": deck, **changes})
    table = "a1 a1 a2 | c1 d1 a1 j | a1 j b1 c1 | b1 b2 b1 b2 | d1 j c1 b1 | d1 d2 d1 | j c2 c1 | j d2 d2 d2 | c2 j c2"
    position = parse_position(f"{table} / a2 b2 c2 a2 b2 j j a2 / opened", rules.alphabet)
    solve(position, rules, time_limit=3600, cancel=token)
    assert sum(steps) <= 3 * STEPS_LEFT
