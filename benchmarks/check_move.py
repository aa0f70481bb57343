"""How long the referee takes for a move in mid-game: the best play of each position, and the same move with a fault.

.venv/bin/python -m benchmarks.check_move
"""

from __future__ import annotations

from pathlib import Path
from statistics import median

from benchmarks.positions import MELDS, RACK, mid_game
from benchmarks.tables import table
from benchmarks.timing import BY_CPU, GOAL_COLUMNS, against_goal, figures, interleaved, machine
from meldsolver import Meld, Position, check_move, get_ruleset, solve

RESULT = Path(__file__).parent / "results" / "check_move.md"
POSITIONS = 100
TRIES = 100
MEDIAN_MS = 0.3
RULES = get_ruleset("tile-rummy")

Move = tuple[Position, tuple[Meld, ...]]


def moves() -> list[Move]:
    """The best plays of positions with 0, 1 and 2 wilds in play."""
    positions = [position for wilds in (0, 1, 2) for position in mid_game(wilds, POSITIONS)]
    return [(position, solve(position, RULES).table) for position in positions]


def spoiled(move: Move) -> Move:
    """The same move with the last tile of the last meld left out."""
    position, after = move
    return position, (*after[:-1], after[-1][:-1])


def measure() -> str:
    """The page of results."""
    legal = moves()
    faulty = [spoiled(move) for move in legal]

    def judge(move: Move) -> bool:
        return check_move(*move, RULES).legal

    times = {
        "legal": interleaved((judge,), legal, TRIES)[0],
        "with a fault": interleaved((judge,), faulty, TRIES)[0],
    }
    rows = [[name, *figures(some)] for name, some in times.items()]
    return "\n".join(
        [
            "# CheckMove, in process",
            "",
            f"The best plays of {len(legal)} positions ({MELDS} table melds, rack of {RACK}, 0 to 2 wilds), and the",
            f"same without one tile. Milliseconds; the least of {TRIES} tries stands for each move.",
            machine(),
            "",
            f"    .venv/bin/python -m benchmarks.check_move{' --cpu' if BY_CPU else ''}",
            "",
            *table(["move", "median", "p90", "p99", "max"], rows),
            "",
            *table(GOAL_COLUMNS, [against_goal("median, legal", median(times["legal"]), MEDIAN_MS, "ms")]),
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
