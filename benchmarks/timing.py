"""Timing on a machine that has other work: the least of several tries stands for each question.

The tries of one question are spread over the whole run, so that they do not all fall into one busy moment.

With ``--cpu`` on the command line the processor time of the calling thread is measured instead of wall time.
On a quiet machine both are the same for one thread; on a busy one only the processor time means anything.
"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import TypeVar

import psutil

T = TypeVar("T")

BY_CPU = "--cpu" in sys.argv
CLOCK = time.thread_time if BY_CPU else time.perf_counter


def interleaved(askers: Sequence[Callable[[T], object]], questions: Sequence[T], tries: int) -> list[list[float]]:
    """For each asker its milliseconds, question by question; they take turns, so that they share every disturbance."""
    for ask in askers:
        ask(questions[0])
    best = [[float("inf")] * len(questions) for _ in askers]
    for _ in range(tries):
        for number, question in enumerate(questions):
            for times, ask in zip(best, askers, strict=True):
                start = CLOCK()
                ask(question)
                times[number] = min(times[number], (CLOCK() - start) * 1000)
    return best


def percentile(times: Sequence[float], share: float) -> float:
    """The time that the given share of the questions does not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def figures(times: Sequence[float]) -> list[str]:
    """Median, p90, p99 and greatest."""
    numbers = [median(times), percentile(times, 0.9), percentile(times, 0.99), max(times)]
    return [f"{number:.2f}" for number in numbers]


def machine() -> str:
    """A sentence about where the figures come from."""
    load = ", ".join(f"{value:.1f}" for value in psutil.getloadavg())
    clock = "Processor time of the calling thread" if BY_CPU else "Wall time"
    cores = f"{psutil.cpu_count()} cores of {platform.machine()}"
    return f"{clock}; Python {platform.python_version()}, {cores}, load average {load}."


def against_goal(name: str, value: float, goal: float, unit: str, *, least: bool = False) -> list[str]:
    """A row that tells a goal, the figure, and the distance between them (positive: within the goal)."""
    distance = value - goal if least else goal - value
    return [name, f"{'>=' if least else '<='} {goal:g} {unit}", f"{value:.2f} {unit}", f"{distance:+.2f}"]


GOAL_COLUMNS = ("goal", "wanted", "measured", "within by")
"""The columns of a table of :func:`against_goal` rows."""
