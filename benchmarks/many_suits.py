"""How long the best play takes with more suits than four: 127 table tiles or so, a rack of 30, two wilds in the deck.

.venv/bin/python -m benchmarks.many_suits [--cpu]
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.tables import table
from benchmarks.timing import BY_CPU, GOAL_COLUMNS, against_goal, figures, interleaved, machine
from meldsolver import WILD, Position, Ruleset, load_ruleset, natural, solve
from meldsolver.tiles import Meld, Tile

RESULT = Path(__file__).parent / "results" / "many_suits.md"
POSITIONS, TRIES = 40, 5
TABLE, RACK = 127, 30
MEDIAN_MS = 40.0
SUITS = (5, 6, 8)


def rules_with(suits: int) -> Ruleset:
    """Tile rummy with so many suits, sets of any size."""
    deck = {"suits": suits, "copies": 2, "wilds": 2}
    return load_ruleset({"extends": "tile-rummy", "set": {"max": 0}, "deck": deck})


def positions(rules: Ruleset) -> list[Position]:
    """Always the same ones."""
    return [_drawn(rules, Random(f"{len(rules.deck.suits)} suits, {number}")) for number in range(POSITIONS)]


def _drawn(rules: Ruleset, random: Random) -> Position:
    suits = rules.deck.suits
    left = Counter([natural(suit, rank) for suit in suits for rank in range(1, 14)] * 2 + [WILD] * 2)
    laid: list[Meld] = []
    room = min(TABLE, 26 * len(suits) - 2 * RACK)
    for _ in range(2000):
        if sum(map(len, laid)) >= room:
            break
        meld = _meld(suits, random)
        if Counter(meld) <= left:
            left -= Counter(meld)
            laid.append(meld)
    rest = list(left.elements())
    random.shuffle(rest)
    return Position(tuple(laid), tuple(rest[:RACK]), opened=True)


def _meld(suits: tuple[str, ...], random: Random) -> tuple[Tile, ...]:
    if random.random() < 0.5:
        rank = random.randint(1, 13)
        return tuple(natural(suit, rank) for suit in random.sample(suits, random.randint(3, min(6, len(suits)))))
    size = random.randint(3, 6)
    first, suit = random.randint(1, 14 - size), random.choice(suits)
    return tuple(natural(suit, rank) for rank in range(first, first + size))


def measure() -> str:
    """The page of results."""
    rows, goals = [], []
    for suits in SUITS:
        rules = rules_with(suits)
        (times,) = interleaved((lambda position, rules=rules: solve(position, rules),), positions(rules), TRIES)
        rows.append([f"{suits} suits", *figures(times)])
        goals.append(against_goal(f"{suits} suits, median", median(times), MEDIAN_MS, "ms"))
    return "\n".join(
        [
            "# Best play with many suits, in process",
            "",
            f"{POSITIONS} positions each (about {TABLE} table tiles, fewer with five and six suits, a rack of {RACK}).",
            f"Milliseconds of the whole call; the least of {TRIES} tries stands for each position. {machine()}",
            "",
            f"    .venv/bin/python -m benchmarks.many_suits{' --cpu' if BY_CPU else ''}",
            "",
            *table(["deck", "median", "p90", "p99", "max"], rows),
            "",
            *table(GOAL_COLUMNS, goals),
            "",
        ]
    )


if __name__ == "__main__":
    page = measure()
    RESULT.write_text(page, encoding="utf-8")
    print(page)
