"""Something rather than nothing: how many positions get a play from a limit that is too short for the best one.

    python -m benchmarks.first_play --cpu

Mid-game positions that have a play, of the usual game (0, 1 and 2 wilds) and of every preset whose table may be laid
upon; then racks of 700 to 900 tiles of a deck of 1,988, with what their play lays and its bound. With ``--cpu`` the
limits are processor time of this process, but for CP-SAT's own, which reads the wall clock: other work on the machine
only makes the shares smaller.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator

from benchmarks.limits import LARGE_DECKS, Case, cases
from benchmarks.positions import mid_game
from benchmarks.tables import table
from benchmarks.timing import machine
from meldsolver import Position, get_ruleset, load_ruleset, position_faults, solve
from meldsolver.answers import Solution, Status
from meldsolver.rules.game import game_of
from meldsolver.tiles import Tile

LIMITS = (0.01, 0.025)
WANTED = {0.01: 90.0, 0.025: 99.0}
NUMBER = 40
PLAYS = (Status.OPTIMAL, Status.FEASIBLE)
MID_GAME = (55, 130)
"""Table tiles of a mid-game position."""


def usual() -> Iterator[Case]:
    """Positions of the usual game."""
    rules = get_ruleset("tile-rummy")
    for wilds in (0, 1, 2):
        for position in mid_game(wilds, NUMBER):
            yield Case(f"tile-rummy, {wilds} wilds", position, rules)


def presets() -> Iterator[Case]:
    """Positions of every preset, with 60 or 120 tiles on the table."""
    for case in cases(2, "first play"):
        mid_game = not case.name.startswith("large") and sum(map(len, case.position.table)) in range(*MID_GAME)
        if mid_game and not position_faults(case.position, case.ruleset):
            yield Case("every preset", case.position, case.ruleset)


def shares(known: Iterator[Case]) -> Iterator[list[str]]:
    """By kind of position, the share of those with a play that get one from each limit."""
    found: dict[str, list[list[bool]]] = {}
    for case in known:
        got = [solve(case.position, case.ruleset, time_limit=limit).status in PLAYS for limit in LIMITS]
        if all(got) or solve(case.position, case.ruleset, time_limit=5.0).status in PLAYS:
            found.setdefault(case.name, []).append(got)
    for name, each in found.items():
        yield [name, str(len(each)), *(f"{100 * sum(got[i] for got in each) / len(each):.1f}%" for i in (0, 1))]


def huge() -> Iterator[list[str]]:
    """Racks of 700 to 900 tiles."""
    rules = load_ruleset(LARGE_DECKS[1])
    deck = [Tile(s, r, n, wild=not (s or n)) for (s, r, n), k in game_of(rules).copies.items() for _ in range(k)]
    for number in range(6):
        size = 700 + 40 * number
        rack = tuple(random.Random(f"huge {number}").sample(deck, size))
        for limit in (0.1, 1.0, 10.0):
            play: Solution = solve(Position(rack=rack, opened=True), rules, time_limit=limit)
            bound = play.goals[0].bound if play.goals else "-"
            yield [str(size), f"{limit:g} s", play.status.name, str(play.tiles_played), str(bound)]


def main() -> None:
    """Prints both tables."""
    if "--cpu" in sys.argv:
        time.monotonic = time.process_time
    rows = [row for known in (usual(), presets()) for row in shares(known)]
    print(f"{machine()}\n")
    print("\n".join(table(["positions", "with a play", "10 ms", "25 ms"], rows)))
    print(f"\nWanted: {', '.join(f'{WANTED[limit]:.0f}% within {limit * 1000:.0f} ms' for limit in LIMITS)}.\n")
    print("\n".join(table(["rack", "limit", "answer", "tiles laid", "bound"], list(huge()))))


if __name__ == "__main__":
    main()
