"""How long Ramo's questions take: lay-down, distance with all outs, chances, advice on a whole hand.

.venv/bin/python -m benchmarks.contracts
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median

from benchmarks.hands import CARDS, RULES, dealt, going_down
from benchmarks.tables import table
from benchmarks.timing import GOAL_COLUMNS, against_goal, figures, interleaved, machine
from meldsolver import Position
from meldsolver.contracts import advise_discard, distance, lay_down

RESULT = Path(__file__).parent / "results" / "contracts.md"
EACH = 15
TRIES = 5
GOALS = {"lay-down, can go down": 8.0, "distance with all outs": 60.0, "discard advice": 400.0}


def far(draws: int) -> Callable[[Position], object]:
    """Asks for the distance, and for the chances of so many draws."""

    def ask(position: Position) -> object:
        return distance(position, RULES, draws=draws)

    return ask


def measure() -> str:
    """The page of results."""
    hands, down = dealt(EACH), going_down(EACH)

    def lay(position: Position) -> object:
        return lay_down(position, RULES)

    def throw(position: Position) -> object:
        return advise_discard(position, RULES)

    times = {
        "lay-down, can go down": interleaved((lay,), down, TRIES)[0],
        "lay-down, dealt": interleaved((lay,), hands, TRIES)[0],
        "distance with all outs": interleaved((far(0),), hands, TRIES)[0],
        "and chances of 2 draws": interleaved((far(2),), hands, TRIES)[0],
        "and chances of 3 draws": interleaved((far(3),), hands, 2)[0],
        "discard advice": interleaved((throw,), hands, 2)[0],
    }
    rows = [[name, *figures(some)] for name, some in times.items()]
    goals = [against_goal(f"median, {name}", median(times[name]), goal, "ms") for name, goal in GOALS.items()]
    return "\n".join(
        [
            "# Contracts, in process",
            "",
            f"Ramo, all eight levels, {EACH} hands of {CARDS} cards each: dealt at random; for the lay-down, such as",
            "can go down beside the melds of two other players. One thread. Milliseconds; the least of several",
            f"tries stands for each hand. {machine()}",
            "",
            "    .venv/bin/python -m benchmarks.contracts",
            "",
            *table(["question", "median", "p90", "p99", "max"], rows),
            "",
            *table(list(GOAL_COLUMNS), goals),
            "",
        ]
    )


if __name__ == "__main__":
    page = measure()
    RESULT.write_text(page, encoding="utf-8")
    print(page)
