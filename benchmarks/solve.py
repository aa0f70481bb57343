"""How long the best play of a mid-game position takes, beside the integer program of the literature in HiGHS.

    .venv/bin/python -m benchmarks.solve [--cpu]

The whole call is timed on our side: checking the position, the model, the search, the tiles' places, the
referee. HiGHS is asked on the first positions of each kind only, in turn with the solver, since with two
wilds it takes seconds; its search is told alone as well, because a program could keep its model.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median

from benchmarks.peers import highs_ilp
from benchmarks.positions import MELDS, RACK, mid_game
from benchmarks.tables import table
from benchmarks.timing import BY_CPU, GOAL_COLUMNS, against_goal, figures, interleaved, machine, percentile
from meldsolver import Position, get_ruleset, solve

RESULT = Path(__file__).parent / "results" / "solve.md"
POSITIONS, TRIES = 100, 9
PEER_POSITIONS, PEER_TRIES = 20, 2
MEDIAN_MS, P99_MS, TIMES_FASTER = 6.0, 40.0, 3.0
RULES = get_ruleset("tile-rummy")


def ours(position: Position) -> tuple[int, int]:
    """Tiles and points of the best play."""
    solution = solve(position, RULES)
    return solution.tiles_played, solution.points_played


def beside_highs(positions: list[Position]) -> list[list[float]]:
    """Times of the solver, of HiGHS, and of HiGHS without building its program; stops where answers differ."""
    found: dict[Position, set[tuple[int, int]]] = {position: set() for position in positions}
    askers = (
        lambda position: found[position].add(ours(position)),
        lambda position: found[position].add(highs_ilp.best_play(position)),
        highs_ilp.build,
    )
    here, there, building = interleaved(askers, positions, PEER_TRIES)
    differing = [str(position) for position, answers in found.items() if len(answers) > 1]
    if differing:
        raise SystemExit(f"HiGHS and the solver differ on {differing}")
    return [here, there, [whole - part for whole, part in zip(there, building, strict=True)]]


def measure() -> str:
    """The page of results."""
    names = ("meldsolver", "HiGHS", "HiGHS, search alone")
    every: list[float] = []
    compared: list[list[float]] = [[], [], []]
    rows, peer_rows = [], []
    for wilds in (0, 1, 2):
        positions = mid_game(wilds, POSITIONS)
        (times,) = interleaved((ours,), positions, TRIES)
        every += times
        rows.append([f"{wilds} wilds", *figures(times)])
        beside = beside_highs(positions[:PEER_POSITIONS])
        compared = [[*old, *new] for old, new in zip(compared, beside, strict=True)]
        peer_rows += [[f"{wilds} wilds, {name}", *figures(some)] for name, some in zip(names, beside, strict=True)]
    rows.append(["all", *figures(every)])
    peer_rows += [[f"all, {name}", *figures(some)] for name, some in zip(names, compared, strict=True)]
    here, there, search = map(median, compared)
    goals = [
        against_goal("median", median(every), MEDIAN_MS, "ms"),
        against_goal("p99", percentile(every, 0.99), P99_MS, "ms"),
        against_goal("HiGHS : meldsolver, medians", there / here, TIMES_FASTER, "times", least=True),
        against_goal("HiGHS' search alone : all of ours", search / here, TIMES_FASTER, "times", least=True),
    ]
    return "\n".join(
        [
            "# Best play, in process, one thread",
            "",
            f"{POSITIONS} positions each with 0, 1 and 2 wilds in play ({MELDS} table melds, rack of {RACK}); most",
            "tiles, then most points, proved. Milliseconds of the whole call; the least of",
            f"{TRIES} tries stands for each position.",
            machine(),
            "",
            f"    .venv/bin/python -m benchmarks.solve{' --cpu' if BY_CPU else ''}",
            "",
            *table(["meldsolver", "median", "p90", "p99", "max"], rows),
            "",
            "## Beside the program of den Hertog and Hulshof in HiGHS",
            "",
            f"The first {PEER_POSITIONS} of the same positions, both solvers in turn, the least of {PEER_TRIES} tries;",
            "every answer equal. Jokers are enumerated inside melds there, as in their paper, which costs HiGHS most.",
            "",
            *table(["position, solver", "median", "p90", "p99", "max"], peer_rows),
            "",
            "## Goals",
            "",
            *table(GOAL_COLUMNS, goals),
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
