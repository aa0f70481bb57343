"""What bounds a piece of work: its deadline, its cancellation, its number of steps."""

from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.clock import Clock, OutOfTime, TooManySteps

__all__ = ["CancelToken", "Clock", "OutOfTime", "TooManySteps"]
