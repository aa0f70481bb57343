"""How long hints take in mid-game: the least disturbing play with its plan, later grades, the first improving play.

.venv/bin/python -m benchmarks.hints
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import mean, median

from benchmarks.positions import MELDS, RACK, mid_game
from benchmarks.tables import table
from benchmarks.timing import GOAL_COLUMNS, against_goal, figures, interleaved, machine, percentile
from meldsolver import Position, get_ruleset, solve
from meldsolver.hints import Grade, HintBook, Plan, StepKind, alternatives, explain_no_play, find_hint, improving, tell

RESULT = Path(__file__).parent / "results" / "hints.md"
POSITIONS = 50
TRIES = 7
PLAN_MEDIAN_MS, PLAN_P95_MS, FIRST_MS, GRADE_MS = 40, 150, 10, 2
RULES = get_ruleset("tile-rummy")


def plan(position: Position) -> Plan | None:
    """The least disturbing best play, and its plan."""
    return find_hint(position, RULES).plan


def first_play(position: Position) -> object:
    """The first improving play of the stream."""
    return next(iter(improving(position, RULES)))


def ten_alternatives(position: Position) -> object:
    """The first ten of all best plays."""
    return list(islice(alternatives(position, RULES), 10))


def later_grades(position: Position) -> Callable[[Grade], object]:
    """Asks for grades of a position whose first grade has been told."""
    book = HintBook()
    tell(book.find(position, RULES), Grade.PLAYABLE)
    return lambda grade: tell(book.find(position, RULES), grade)


def grade_times(positions: list[Position]) -> list[float]:
    """Milliseconds of each later grade of each position."""
    times = []
    for position in positions:
        ask = later_grades(position)
        for grade in list(Grade)[1:]:
            best = float("inf")
            for _ in range(TRIES):
                start = time.perf_counter()
                ask(grade)
                best = min(best, (time.perf_counter() - start) * 1000)
            times.append(best)
    return times


def measure() -> str:
    """The page of results."""
    by_wilds = {wilds: mid_game(wilds, POSITIONS) for wilds in (0, 1, 2)}
    everything = [position for positions in by_wilds.values() for position in positions]
    rows = []
    times: dict[str, list[float]] = {}
    for wilds, positions in by_wilds.items():
        solved, planned, first = interleaved((lambda p: solve(p, RULES), plan, first_play), positions, TRIES)
        for name, some in (("best play", solved), ("least disturbing, with plan", planned), ("first improving", first)):
            times.setdefault(name, []).extend(some)
            rows.append([f"{name}, {wilds} wilds", *figures(some)])
    grades = grade_times(everything)
    rows.append(["a later grade", *figures(grades)])
    rows.append(["the first ten alternatives", *figures(interleaved((ten_alternatives,), everything[::5], 2)[0])])
    stuck = [p for p in (Position(p.table, p.rack[:2], True) for p in everything) if not find_hint(p, RULES).playable]
    rows.append(["what is nearest", *figures(interleaved((lambda p: explain_no_play(p, RULES),), stuck[:20], 2)[0])])
    planned = times["least disturbing, with plan"]
    plans = [found for position in everything if (found := plan(position)) is not None]
    goals = [
        against_goal("least disturbing with plan, median", median(planned), PLAN_MEDIAN_MS, "ms"),
        against_goal("least disturbing with plan, p95", percentile(planned, 0.95), PLAN_P95_MS, "ms"),
        against_goal("first improving play, median", median(times["first improving"]), FIRST_MS, "ms"),
        against_goal("a later grade, greatest", max(grades), GRADE_MS, "ms"),
    ]
    return "\n".join(
        [
            "# Hints, in process",
            "",
            f"{len(everything)} positions ({MELDS} table melds, rack of {RACK}), one thread. Milliseconds; the least",
            f"of {TRIES} tries stands for each position. {machine()}",
            "",
            "    .venv/bin/python -m benchmarks.hints",
            "",
            *table(["question", "median", "p90", "p99", "max"], rows),
            "",
            *table(GOAL_COLUMNS, goals),
            "",
            f"A plan has {mean(len(found.steps) for found in plans):.1f} steps on average: it moves",
            f"{mean(found.moved_tiles for found in plans):.1f} table tiles and lays",
            f"{mean(found.rack_tiles for found in plans):.1f} rack tiles. Every meld is valid after each step;",
            f"in {mean(any(s.kind is StepKind.REBUILD for s in found.steps) for found in plans):.0%} of the plans some",
            "melds are taken apart and laid anew at once.",
            "",
        ]
    )


def main() -> None:
    """Measures and writes the page."""
    page = measure()
    RESULT.write_text(page)
    print(page)


if __name__ == "__main__":
    main()
