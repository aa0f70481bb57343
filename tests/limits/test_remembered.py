"""What is kept ready is what was finished, whichever clock it was made under; time is shared out without rest."""

from __future__ import annotations

import time

import pytest

from meldsolver.limits import Clock, OutOfTime
from meldsolver.limits.remembered import remembered
from meldsolver.limits.shares import Shares
from meldsolver.limits.store import Memory


class Thing:
    """What is asked about."""

    def __init__(self) -> None:
        self.memory = Memory(most=4096)


def test_the_clock_is_no_part_of_the_question() -> None:
    """Why: each call has a clock of its own, and would never find what another has made."""
    made: list[int] = []

    @remembered
    def double(thing: Thing, number: int, *, clock: Clock | None = None) -> int:
        (clock or Clock()).step()
        made.append(number)
        return 2 * number

    thing, other = Thing(), Thing()
    assert [double(thing, 1), double(thing, 1, clock=Clock()), double(thing, 2, clock=Clock())] == [2, 2, 4]
    assert made == [1, 2]
    assert double(other, 1) == 2
    assert made == [1, 2, 1]


def test_work_that_was_cut_short_leaves_nothing_behind() -> None:
    """Why: half a list of melds would be taken for all of them ever after."""

    @remembered
    def work(thing: Thing, *, clock: Clock) -> str:
        clock.step()
        return "whole"

    thing = Thing()
    with pytest.raises(OutOfTime):
        work(thing, clock=Clock(deadline=0.0))
    assert work(thing, clock=Clock()) == "whole"


def test_what_a_part_leaves_over_goes_to_the_later_ones() -> None:
    """Why: most parts need next to nothing, and one may need nearly all."""
    shares = Shares(Clock(time.monotonic() + 3600), 2)
    assert shares.share() <= 1800
    assert 1800 < shares.share() <= 3600
    assert 1800 < shares.share() <= 3600


def test_no_part_has_time_when_the_time_is_over() -> None:
    """Why: a least share for each part let the whole run past its end, part by part."""
    shares = Shares(Clock(deadline=0.0), 40)
    assert [shares.share() for _ in range(40)] == [0.0] * 40
