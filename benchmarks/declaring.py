"""Times of distance with outs, and of advice, for dealt hands of games without a contract.

Prints a table for ``benchmarks/results/declaring.md``. Some hands are advised on by CP-SAT alone as well, in the same
run, for the ratio.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from random import Random
from unittest.mock import patch

import meldsolver as ms
from meldsolver.contracts import advise_discard, complete_hands, distance
from meldsolver.rules.game import game_of

GAMES: dict[str, tuple[dict[str, object], int]] = {
    "gin, 11 cards": ({"extends": "gin"}, 11),
    "indian-13, 14 cards": ({"extends": "indian-13"}, 14),
    "indian-13-wild-8, 14 cards": ({"extends": "indian-13-wild-8"}, 14),
    "okey with an indicator, 15 tiles": ({"extends": "okey", "deck": {"indicator": "r7"}}, 15),
    "riichi, 14 tiles": ({"extends": "riichi"}, 14),
    "five-crowns, 9 cards": ({"extends": "five-crowns"}, 9),
}


def dealt(ruleset: ms.Ruleset, size: int, random: Random) -> ms.Position:
    copies = game_of(ruleset).copies
    cards = random.sample([card for card, count in copies.items() for _ in range(count)], size)
    return ms.Position(rack=tuple(ms.Tile(*card, wild=not card[0] and not card[2]) for card in cards))


def advised(position: ms.Position, ruleset: ms.Ruleset, limit: float) -> tuple[float, bool]:
    """Seconds of advice on every discard, and whether all of it is proved."""
    started = time.perf_counter()
    answer = advise_discard(position, ruleset, time_limit=limit)
    return time.perf_counter() - started, all(discard.proved for discard in answer.discards)


def told(seconds: list[float], proved: int) -> str:
    late = sorted(seconds)[max(0, math.ceil(0.95 * len(seconds)) - 1)]
    return (
        f"{statistics.median(seconds):.2f} s | {late:.2f} s | {max(seconds):.2f} s | {proved} of {len(seconds)}"
        if seconds
        else "- | - | - | -"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10)
    parser.add_argument("--both", type=int, default=3, help="how many of them by CP-SAT alone as well")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for each answer")
    arguments = parser.parse_args()
    columns = [
        f"{what}, {how}" for what in ("distance and outs", "advice") for how in ("median", "95 %", "most", "proved")
    ]
    print("| hands | " + " | ".join([*columns, "by CP-SAT alone, median", "proved", "ratio"]) + " |")
    print("|---" * (len(columns) + 4) + "|")
    for name, (mapping, size) in GAMES.items():
        ruleset = ms.load_ruleset(mapping)
        far: list[float] = []
        advice: list[tuple[float, bool]] = []
        alone: list[tuple[float, bool]] = []
        proved = 0
        for seed in range(arguments.hands):
            position = dealt(ruleset, size, Random(f"{name} {seed}"))
            started = time.perf_counter()
            proved += distance(position, ruleset, time_limit=arguments.limit).proved
            far.append(time.perf_counter() - started)
            advice.append(advised(position, ruleset, arguments.limit))
            if seed < arguments.both:
                with patch.object(complete_hands, "searchable", return_value=False):
                    alone.append(advised(position, ruleset, arguments.limit))
        cells = [told(far, proved), told([seconds for seconds, _ in advice], sum(sure for _, sure in advice))]
        if alone:
            slow, fast = (sum(seconds for seconds, _ in each[: len(alone)]) for each in (alone, advice))
            median = statistics.median(seconds for seconds, _ in alone)
            cells += [f"{median:.2f} s", f"{sum(sure for _, sure in alone)} of {len(alone)}", f"{slow / fast:.0f}"]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
