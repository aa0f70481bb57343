"""Times of distance with outs, and of advice, for dealt hands of games without a contract.

Prints a table for ``benchmarks/results/declaring.md``. A limit of ten seconds ends each answer.
"""

from __future__ import annotations

import argparse
import statistics
import time
from random import Random

import meldsolver as ms
from meldsolver.contracts import advise_discard, distance
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10)
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for each answer")
    arguments = parser.parse_args()
    print("| hands | distance and outs, median | most | proved | advice, median | most | proved |")
    print("|---|---|---|---|---|---|---|")
    for name, (mapping, size) in GAMES.items():
        ruleset = ms.load_ruleset(mapping)
        far: list[float] = []
        advice: list[float] = []
        proved = [0, 0]
        for seed in range(arguments.hands):
            position = dealt(ruleset, size, Random(f"{name} {seed}"))
            started = time.perf_counter()
            proved[0] += distance(position, ruleset, time_limit=arguments.limit).proved
            far.append(time.perf_counter() - started)
            started = time.perf_counter()
            answer = advise_discard(position, ruleset, time_limit=arguments.limit)
            advice.append(time.perf_counter() - started)
            proved[1] += all(discard.proved for discard in answer.discards)
        cells = []
        for seconds, sure in ((far, proved[0]), (advice, proved[1])):
            cells += [f"{statistics.median(seconds):.2f} s", f"{max(seconds):.2f} s", f"{sure} of {len(seconds)}"]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
