"""Loops end by the deadline, on cancellation and after their steps, however slow the machine is."""

from __future__ import annotations

import time

import pytest

from meldsolver.limits import CancelToken, Clock, OutOfTime, TooManySteps
from meldsolver.limits.clock import LOOK_EVERY, STEPS_LEFT


def test_steps_are_counted_exactly() -> None:
    # A bound in steps means the same on every machine, so it may not depend on when the time is looked at.
    clock = Clock(steps=10)
    for _ in range(10):
        clock.step()
    with pytest.raises(TooManySteps):
        clock.step()


def test_a_deadline_that_has_passed_is_seen_at_the_first_step() -> None:
    # Work that begins too late must not begin at all.
    with pytest.raises(OutOfTime):
        Clock(time.monotonic()).step()


def test_a_cancellation_is_seen_within_a_look() -> None:
    # Cancelling from outside is what frees a core.
    token = CancelToken()
    clock = Clock(cancel=token)
    clock.step()
    token.cancel()
    with pytest.raises(OutOfTime):
        clock.step(LOOK_EVERY + 1)


def test_many_steps_at_once_count_as_many() -> None:
    # A loop may tell of a whole product before it begins.
    clock = Clock(steps=100)
    clock.step(100)
    with pytest.raises(TooManySteps):
        clock.step()


def test_a_part_has_steps_of_its_own_and_the_same_end() -> None:
    # One hard part may not use up what the others need, nor run past the whole.
    whole = Clock(time.monotonic() + 3600, steps=5)
    part = whole.within(2)
    part.step(2)
    with pytest.raises(TooManySteps):
        part.step()
    whole.step(5)
    assert part.deadline == whole.deadline


def test_what_must_follow_has_some_steps_after_a_cancellation() -> None:
    # What a cancelled search has found is worth judging, but nobody waits for it for long.
    token = CancelToken()
    clock = Clock(cancel=token).with_at_least(3600)
    clock.step(10 * STEPS_LEFT)
    token.cancel()
    parts = [clock.within(STEPS_LEFT), clock.within(STEPS_LEFT)]
    for part in parts:
        part.step(STEPS_LEFT // 2 - 2 * LOOK_EVERY)
    with pytest.raises(OutOfTime):
        parts[0].step(5 * LOOK_EVERY)


def test_what_must_follow_has_no_more_time_after_a_cancellation() -> None:
    # A cancellation does not lengthen a limit.
    token = CancelToken()
    token.cancel()
    clock = Clock(time.monotonic(), token).with_at_least(0)
    with pytest.raises(OutOfTime):
        clock.step()
