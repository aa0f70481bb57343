"""The wilds that lie on the table: which faces each could stand for, and whether they may be moved at all."""

from __future__ import annotations

from typing import NamedTuple

from meldsolver.limits.clock import Clock
from meldsolver.rules.game import Game
from meldsolver.rules.reading import Reading, valid_readings
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.wild_cards import ways_of_wild_cards
from meldsolver.tiles import Card, Face, Meld, Position

MOST_TABLE_WILDS = 6
"""Where freeing wilds is bound by conditions, no more of them are judged on one table."""


class TableWild(NamedTuple):
    """A wild in a meld on the table, under one reading of the meld.

    Attributes:
        place: its index in the meld.
        faces: what it could stand for: one face in a run, in a set any suit that is missing.
        turns: turns since it was laid (0 when unknown).
    """

    place: int
    faces: tuple[Face, ...]
    turns: int


class WildMeld(NamedTuple):
    """One way to read a meld on the table that holds wilds.

    Attributes:
        meld: index of the meld.
        wilds: its wilds under this reading.
        naturals: the cards that are naturals under it.
        in_run: whether it is a run.
        set_of_three: whether it is a set of three tiles.
        apart: whether the choice of one wild's face leaves the others another.
    """

    meld: int
    wilds: tuple[TableWild, ...]
    naturals: tuple[Card, ...]
    in_run: bool
    set_of_three: bool
    apart: bool


def table_wilds(before: Position, game: Game, clock: Clock | None = None) -> list[tuple[WildMeld, ...]]:
    """For each meld on the table that holds wilds, in order, the ways to read it.

    A meld that can be read without wilds is left out: nothing binds it.

    Raises:
        OutOfTime: the clock ended it.
    """
    melds = []
    for index, (meld, ages) in enumerate(zip(before.table, _ages(before), strict=True)):
        if not game.may_hold_wilds(meld):
            continue
        ways = []
        old_enough = [place for place, age in enumerate(ages) if age >= game.ruleset.retrieval.lock_turns]
        for reading in valid_readings(meld, game, grown=True, clock=clock):
            if clock is not None:
                clock.look(1 + len(meld))
            ways += [_way(index, meld, each, ages, game) for each in ways_of_wild_cards(meld, reading, old_enough)]
        if ways and all(way.wilds for way in ways):
            melds.append(tuple(dict.fromkeys(ways)))
    return melds


def _ages(before: Position) -> list[list[int]]:
    """For each tile of each meld, the turns since it was laid, where it is a wild and that is known."""
    turns = iter(before.wild_turns)
    return [[next(turns, 0) if tile.wild else 0 for tile in meld] for meld in before.table]


def _way(index: int, meld: Meld, reading: Reading, ages: list[int], game: Game) -> WildMeld:
    return WildMeld(
        meld=index,
        wilds=tuple(
            TableWild(place, options, ages[place])
            for place, (options, wild) in enumerate(zip(reading.options, reading.wild, strict=True))
            if wild
        ),
        naturals=tuple(sorted(tile[:3] for tile, wild in zip(meld, reading.wild, strict=True) if not wild)),
        in_run=reading.kind == "run",
        set_of_three=reading.kind == "set" and len(meld) == 3,
        apart=wilds_stand_apart(reading, game),
    )


def wilds_stand_apart(reading: Reading, game: Game) -> bool:
    """Whether two wilds of a meld never stand for the same face."""
    if reading.kind == "set":
        return game.ruleset.set.suits == "distinct"
    if reading.kind == "pair":
        return any(other.kind == "pair" and other.suits == "distinct" for other in game.ruleset.other_melds)
    # A run tells what each of its wilds stands for; where ranks go round, two may stand for the same.
    return False


def most_table_wilds(before: Position, game: Game, clock: Clock | None = None) -> int:
    """How many wilds the table holds under the reading with the most of them.

    Raises:
        OutOfTime: the clock ended it.
    """
    return sum(max(len(way.wilds) for way in ways) for ways in table_wilds(before, game, clock))


def wilds_are_bound(ruleset: Ruleset) -> bool:
    """Whether freeing a wild is bound by any condition."""
    rule = ruleset.retrieval
    return rule.mode != "free" or bool(rule.lock_turns) or rule.only_before_down or rule.only_from != "any"


def may_leave(way: WildMeld, wild: TableWild, before: Position, ruleset: Ruleset) -> bool:
    """Whether a wild of the table may be freed at all in this turn."""
    rule = ruleset.retrieval
    if rule.mode == "never" or rule.lock_turns > wild.turns:
        return False
    if rule.only_from == "runs" and not way.in_run:
        return False
    return not (rule.only_before_down and before.opened)


def replaceable_places(before: Position, game: Game) -> list[frozenset[int]]:
    """For each meld of a table whose melds only grow, the places of printed wilds that a natural may replace.

    Only in games of laying off may a wild be replaced then; where the table may be rearranged at
    other times, a turn in which it only grows leaves its wilds where they are.
    """
    rule = game.ruleset.retrieval
    if rule.mode != "replace" or game.ruleset.table.manipulation != "layoff":
        return [frozenset()] * len(before.table)
    if rule.only_before_down and before.opened:
        return [frozenset()] * len(before.table)
    return [
        frozenset(
            place
            for place, (tile, age) in enumerate(zip(meld, ages, strict=True))
            if tile.wild and not tile.suit and age >= rule.lock_turns
        )
        for meld, ages in zip(before.table, _ages(before), strict=True)
    ]
