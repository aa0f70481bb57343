"""No phase of a call does much work between two looks at the clock, counted in function calls, not in time."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from types import FrameType
from typing import Any

import pytest

from meldsolver import (
    Objective,
    Position,
    Ruleset,
    Tile,
    check_meld,
    check_move,
    load_ruleset,
    solve,
)
from meldsolver.contracts import advise_discard, distance, lay_down
from meldsolver.hints import alternatives, explain_no_play, improving
from meldsolver.limits import Clock, OutOfTime
from meldsolver.rules.game import game_of
from meldsolver.solver.melds.shapes import Cut, shapes_of
from meldsolver.solver.program import backend

MOST_CALLS = 12_000
"""Calls of functions, built-in ones included; about a tenth of a microsecond to a microsecond each."""


SECONDS_A_CALL = 1e-6
"""Time goes on with the calls, so that the phases that a limit lets begin are the same on every machine."""


class Between:
    """Counts the calls of functions between two steps of any clock; the most of them tells the worst phase."""

    def __init__(self) -> None:
        self.count = self.most = self.all = 0
        self.where = ""

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if event not in ("call", "c_call"):
            return
        if event == "call" and frame.f_code is Clock.step.__code__:
            self.count = 0
            return
        self.count += 1
        self.all += 1
        if self.count > self.most:
            self.most, self.where = self.count, _place(frame)


def _place(frame: FrameType | None) -> str:
    """The chain of functions in which the most was counted, for whoever has to add a look."""
    names: list[str] = []
    while frame is not None and len(names) < 6:
        names.append(f"{frame.f_code.co_name}:{frame.f_lineno}")
        frame = frame.f_back
    return " < ".join(names)


def calls_between_looks(work: Callable[[], object]) -> Between:
    """The most calls between two looks while the work is done."""
    between = Between()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "monotonic", lambda: between.all * SECONDS_A_CALL)
        patch.setattr(backend, "_parameters", _by_work(backend._parameters))
        sys.setprofile(between)
        try:
            work()
        finally:
            sys.setprofile(None)
    return between


def _by_work(usual: Callable[..., Any]) -> Callable[..., Any]:
    """The search's own limit as an amount of its work, too."""

    def parameters(budget: backend.Budget, *how: bool) -> Any:
        chosen = usual(budget, *how)
        chosen.max_deterministic_time = chosen.max_time_in_seconds
        chosen.max_time_in_seconds = 1e9
        return chosen

    return parameters


def large(tiles: int, rack: int, **changes: Any) -> tuple[Position, Ruleset]:
    """A position of a deck of 832 tiles, with so many in melds on the table and on the rack."""
    deck = {"ranks": 26, "copies": 8, "wilds": 8}
    rules = load_ruleset({"extends": "tile-rummy", "deck": deck, **changes})
    random = Random(f"{tiles} {rack}")
    game = game_of(rules)
    left = dict(game.copies)
    shapes = [s.cells for s in shapes_of(game, cut=Cut.WHOLE, most=5)]
    table: list[tuple[Tile, ...]] = []
    while sum(map(len, table)) < tiles:
        cells = random.choice(shapes)
        if all(left[cell.suit, cell.rank, ""] for cell in cells):
            for cell in cells:
                left[cell.suit, cell.rank, ""] -= 1
            table.append(tuple(Tile(cell.suit, cell.rank) for cell in cells))
    wild = ("", 0, "")
    table[-1] = (*table[-1][:-1], Tile(wild=True))
    left[wild] -= 1
    rest = [card for card, count in left.items() for _ in range(count)]
    cards = random.sample(rest, rack)
    hand = tuple(Tile(suit, rank, wild=not suit) for suit, rank, _ in cards)
    return Position(tuple(table), hand, opened=True, all_opened=True), rules


BOUND = {"retrieval": {"mode": "replace", "reuse": "new_meld", "meld_locked": True}}
LIMITED = {"wild": {"max_per_meld": 1}}
LAYOFF = {"table": {"manipulation": "layoff"}}


@pytest.mark.parametrize("changes", [{}, BOUND, LIMITED, LAYOFF], ids=["plain", "bound", "limited", "layoff"])
@pytest.mark.parametrize("objectives", [("tiles", "points"), ("tiles", "disturbance"), ("melds_kept", "tiles")])
def test_a_large_play_is_searched_with_looks_all_the_way(changes: dict[str, Any], objectives: tuple[str, ...]) -> None:
    """Why: a loop that never looks is what runs past every limit on a large position."""
    position, rules = large(240, 40, **changes)
    between = calls_between_looks(lambda: solve(position, rules, map(Objective, objectives), time_limit=0.5))
    assert between.most <= MOST_CALLS, between.where


@pytest.mark.parametrize("call", [alternatives, explain_no_play, improving])
def test_hints_of_a_large_position_look_all_the_way(call: Callable[..., Any]) -> None:
    """Why: they build models of their own."""
    position, rules = large(240, 40, **BOUND)
    between = calls_between_looks(lambda: _drained(call(position, rules, time_limit=0.5)))
    assert between.most <= MOST_CALLS, between.where


def _drained(answer: Any) -> None:
    if isinstance(answer, Iterator):
        for _ in answer:
            pass


@pytest.mark.parametrize(
    ("call", "wilds", "seconds"),
    [(distance, 0, 0.5), (advise_discard, 0, 0.5), (lay_down, 0, 0.5), (distance, 2, 2.0)],
    ids=["distance", "discard", "lay_down", "limited"],
)
def test_questions_about_a_large_hand_look_all_the_way(call: Callable[..., Any], wilds: int, seconds: float) -> None:
    """Why: a deck of many suits has thousands of melds for each demand of a contract."""
    suits = list("rkbygopu")
    rules = load_ruleset(
        {
            "extends": "ramo",
            "deck": {"suits": suits, "ranks": 24},
            "set": {"suits": "distinct", "max": 0},
            "contract": {"levels": ["S4S4S4S4R4R4R4R4"]},
            "wild": {"max_per_meld": wilds},
        }
    )
    hand = Random(1).sample([Tile(suit, rank) for suit in suits for rank in range(1, 25)], 40)
    position = Position(rack=tuple(hand), level=1)
    between = calls_between_looks(lambda: call(position, rules, time_limit=seconds))
    assert between.most <= MOST_CALLS, between.where


def test_a_large_move_is_judged_with_looks_all_the_way() -> None:
    """Why: every meld was compared with every other."""
    position, rules = large(600, 40, **LAYOFF)
    between = calls_between_looks(lambda: check_move(position, position.table, rules, time_limit=10))
    assert between.most <= 4 * MOST_CALLS, between.where


@pytest.mark.parametrize("call", [distance, advise_discard, lay_down])
@pytest.mark.parametrize("game", ["gin", "indian-13"])
def test_hands_of_a_large_deck_end_with_their_time(call: Callable[..., Any], game: str) -> None:
    """Why: each of forty cards began a search of its own after the end, and listed all melds of the deck for it."""
    suits = list("abcdefghiklmnopq")
    deck = {"suits": suits, "ranks": 22, "copies": 4, "wilds": 8}
    changes = {"deal": {"rack": 39}, "other_melds": [{"kind": "colour", "n": 20}]}
    rules = load_ruleset({"extends": game, "deck": deck, **changes})
    hand = Random(1).sample([Tile(suit, rank) for suit in suits for rank in range(1, 23)], 40)
    position = Position(rack=tuple(hand))
    seconds = 0.05
    between = calls_between_looks(lambda: call(position, rules, time_limit=seconds))
    assert between.all <= seconds / SECONDS_A_CALL + 4 * MOST_CALLS


@pytest.mark.parametrize("wrap", ["none", "one_high", "circular"])
def test_a_long_row_that_is_no_run_is_seen_at_a_glance(wrap: str) -> None:
    """Why: it was laid out at every place where a run could begin, and a search that cannot be ended reads many."""
    rules = load_ruleset({"extends": "tile-rummy", "deck": {"suits": ["r"], "ranks": 200}, "run": {"wrap": wrap}})
    row = [Tile("r", rank) for rank in (*range(1, 90), *range(91, 180), 190)]
    between = calls_between_looks(lambda: check_meld(row, rules))
    assert between.all <= 2 * MOST_CALLS


def test_a_row_with_thousands_of_readings_is_given_up_in_its_time() -> None:
    """Why: where every card may be a wild, a long row is a run of each suit from each rank on."""
    suits = list("abcdefghik")
    deck = {"suits": suits, "ranks": 200, "copies": 1, "wilds": 0, "wild_ranks": list(range(1, 201))}
    rules = load_ruleset({"extends": "tile-rummy", "deck": deck, "run": {"wrap": "circular", "max": 0}})
    row = Random(1).sample([Tile(suit, rank) for suit in suits for rank in range(1, 201)], 100)

    def judged() -> None:
        with pytest.raises(OutOfTime):
            check_meld(row, rules, time_limit=0.02)

    assert calls_between_looks(judged).all <= 0.02 / SECONDS_A_CALL + 2 * MOST_CALLS
