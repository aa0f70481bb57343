"""How far every call runs past its limit and past a cancellation, in processor time; every preset, small to huge.

Processor time and not wall time: what the process uses from the moment at which the limit is over (or the call
is cancelled) until it answers, which is the same on a busy machine. What is measured runs alone in the process.
"""

from __future__ import annotations

import argparse
import random
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from benchmarks.timing import percentile
from meldsolver import CancelToken, Meld, Position, Ruleset, check_move, get_ruleset, list_rulesets, load_ruleset, solve
from meldsolver.contracts import advise_discard, advise_draw, check_ramo, distance, lay_down
from meldsolver.hints import alternatives, explain_no_play, find_hint, improving
from meldsolver.rules.game import Game, game_of
from meldsolver.solver.melds.shapes import Cut, longest_meld, shapes_of
from meldsolver.tiles import Tile
from meldsolver.tiles.request import InvalidRequest

LIMITS = (0.005, 0.01, 0.025, 0.1)
SIZES = ((0, 14), (60, 14), (120, 30), (240, 60), (400, 100), (0, 900))
"""Tiles on the table and on the rack."""
LARGE_DECKS = (
    {"extends": "tile-rummy", "deck": {"ranks": 26, "copies": 4, "wilds": 8}},
    {"extends": "tile-rummy", "deck": {"ranks": 71, "copies": 4, "suits": ["r", "y", "k", "b", "g", "o", "p"]}},
    {
        "extends": "tile-rummy",
        "retrieval": {"mode": "replace", "reuse": "new_meld", "meld_locked": True},
        "deck": {"ranks": 26, "copies": 4, "wilds": 4},
    },
)
Ask: TypeAlias = Callable[[Position, Ruleset, float, CancelToken], object]


@dataclass(frozen=True)
class Case:
    """A position under the rules of a game."""

    name: str
    position: Position
    ruleset: Ruleset


def _drain(items: Iterable[object]) -> None:
    for _ in items:
        pass


def _card(position: Position, game: Game) -> Tile:
    held = {tile[:3] for tile in position.rack}
    suit, rank, _ = next(card for card in game.copies if card[0] and card not in held)
    return Tile(suit, rank)


def _solve(*objectives: str) -> Ask:
    return lambda p, r, s, c: solve(p, r, objectives, time_limit=s, cancel=c)


def _ramo(position: Position, ruleset: Ruleset, seconds: float, cancel: CancelToken) -> object:
    names = ["a"] * len(position.table)
    hands = {"a": position.rack}
    card = _card(position, game_of(ruleset))
    return check_ramo(card, position.table, ruleset, players=names, hands=hands, time_limit=seconds, cancel=cancel)


CALLS: dict[str, Ask] = {
    "solve": _solve("tiles", "points"),
    "solve, disturbance": _solve("tiles", "disturbance"),
    "solve, melds_kept": _solve("melds_kept", "tiles"),
    "hint": lambda p, r, s, c: find_hint(p, r, time_limit=s, cancel=c),
    "improving": lambda p, r, s, c: _drain(improving(p, r, time_limit=s, cancel=c)),
    "alternatives": lambda p, r, s, c: _drain(alternatives(p, r, time_limit=s, cancel=c)),
    "explain_no_play": lambda p, r, s, c: explain_no_play(p, r, time_limit=s, cancel=c),
    "lay_down": lambda p, r, s, c: lay_down(p, r, time_limit=s, cancel=c),
    "distance": lambda p, r, s, c: distance(p, r, time_limit=s, cancel=c),
    "discard": lambda p, r, s, c: advise_discard(p, r, time_limit=s, cancel=c),
    "draw": lambda p, r, s, c: advise_draw(p, r, _card(p, game_of(r)), time_limit=s, cancel=c),
    "ramo": _ramo,
}


def cases(count: int, seed: str) -> Iterator[Case]:
    """Positions of every preset and of large decks, as many of each size as asked for; always the same ones."""
    rulesets = [(summary.name, get_ruleset(summary.name)) for summary in list_rulesets()]
    rulesets += [(f"large {number}", load_ruleset(mapping)) for number, mapping in enumerate(LARGE_DECKS)]
    for name, ruleset in rulesets:
        for table, rack in SIZES:
            for number in range(count):
                found = _drawn(random.Random(f"{seed} {name} {table} {number}"), ruleset, table, rack, number % 2 == 0)
                if found is not None:
                    yield Case(f"{name}, {table} + {rack}", found, ruleset)


def _drawn(dice: random.Random, ruleset: Ruleset, tiles: int, rack: int, opened: bool) -> Position | None:
    game = game_of(ruleset)
    deck = [Tile(s, r, n, wild=not (s or n)) for (s, r, n), copies in game.copies.items() for _ in range(copies)]
    if len(deck) < tiles + rack or (tiles and ruleset.table.manipulation == "none"):
        return None
    left = dict(game.copies)
    shapes = [s for s in shapes_of(game, cut=Cut.WHOLE, most=min(5, longest_meld(game))) if s.kind in ("set", "run")]
    table: list[Meld] = []
    for _ in range(tiles * 2):
        if sum(map(len, table)) >= tiles:
            break
        cells = [(cell.suit or dice.choice(game.suits), cell.rank, "") for cell in dice.choice(shapes).cells]
        wild = dice.randrange(len(cells)) if dice.random() < 0.1 and left.get(("", 0, ""), 0) else None
        cards = [("", 0, "") if place == wild else card for place, card in enumerate(cells)]
        if all(left.get(card, 0) >= cards.count(card) for card in cards):
            for card in cards:
                left[card] -= 1
            table.append(tuple(Tile(s, r, n, wild=not (s or n)) for s, r, n in cards))
    rest = [card for card, copies in left.items() for _ in range(copies)]
    hand = tuple(Tile(s, r, n, wild=not (s or n)) for s, r, n in dice.sample(rest, min(rack, len(rest))))
    level = dice.randint(1, len(ruleset.contract.levels)) if ruleset.contract.levels else 0
    return Position(tuple(table), hand, opened=opened and bool(table), level=level, all_opened=True)


def past(ask: Ask, case: Case, seconds: float, cancel_after: float | None) -> float | None:
    """Milliseconds of processor time past the limit, or past the cancellation; ``None`` where it is refused."""
    token = CancelToken()
    end: list[float] = []

    def note() -> None:
        end.append(time.process_time())
        if cancel_after is not None:
            token.cancel()

    timer = threading.Timer(seconds if cancel_after is None else cancel_after, note)
    timer.start()
    try:
        ask(case.position, case.ruleset, seconds, token)
    except InvalidRequest:
        return None
    finally:
        ended = time.process_time()
        timer.cancel()
        timer.join()
    return max(0.0, ended - end[0]) * 1000 if end else 0.0


def _move(case: Case) -> float | None:
    """Milliseconds that judging the solver's own play takes."""
    try:
        play = solve(case.position, case.ruleset, time_limit=0.5)
        begun = time.process_time()
        check_move(case.position, play.table, case.ruleset)
    except InvalidRequest:
        return None
    return (time.process_time() - begun) * 1000


def main() -> None:
    """Prints a table: by call the median, the 99th percentile and the worst, with its position."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2, help="positions of each size and preset")
    parser.add_argument("--calls", default="", help="only calls whose name contains this")
    parser.add_argument("--games", default="", help="only presets whose name contains this")
    parser.add_argument("--every", type=int, default=1, help="only every so many-th position")
    parser.add_argument("--seed", default="limits")
    options = parser.parse_args()
    found: dict[tuple[str, str], list[tuple[float, str]]] = defaultdict(list)
    known = [case for case in cases(options.count, options.seed) if options.games in case.name][:: options.every]
    for name, ask in CALLS.items():
        if options.calls not in name:
            continue
        for number, case in enumerate(known):
            runs: list[tuple[str, float, float | None]] = [("limit", limit, None) for limit in LIMITS]
            # Cancellations that fall into building, searching and laying out.
            runs.append(("cancel", 10.0, (0.002, 0.01, 0.04, 0.15)[number % 4]))
            for kind, seconds, after in runs:
                over = past(ask, case, seconds, after)
                if over is not None:
                    found[name, kind].append((over, f"{case.name}, {(after or seconds) * 1000:.0f} ms"))
    if options.calls in "check_move":
        found["check_move", "whole"] = [(ms, case.name) for case in known if (ms := _move(case)) is not None]
    print("| call | past | asked | median ms | p99 | worst | where |\n| --- | --- | ---: | ---: | ---: | ---: | --- |")
    for (name, kind), times in found.items():
        only = [over for over, _ in times]
        worst = max(times)
        print(
            f"| {name} | {kind} | {len(times)} | {percentile(only, 0.5):.1f} | {percentile(only, 0.99):.1f}"
            f" | {worst[0]:.1f} | {worst[1]} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
