"""The wilds that lie on the table: which faces each could stand for, and whether they may be moved at all."""

from __future__ import annotations

from typing import NamedTuple

from meldsolver.rules.game import Game
from meldsolver.rules.reading import valid_readings
from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles import Face, Position

MOST_TABLE_WILDS = 6
"""Where freeing wilds is bound by conditions, no more of them are judged on one table."""


class TableWild(NamedTuple):
    """A wild in a meld on the table.

    Attributes:
        meld: index of its meld.
        place: its index in the meld.
        faces: what it could stand for: one face in a run that lies in order, in a set any suit
            that is missing.
        in_run: whether its meld is a run.
        set_of_three: whether its meld is a set of three tiles.
        turns: turns since it was laid (0 when unknown).
    """

    meld: int
    place: int
    faces: tuple[Face, ...]
    in_run: bool
    set_of_three: bool
    turns: int


def table_wilds(before: Position, game: Game) -> list[TableWild]:
    """The wilds of a table, in order. A card that may be read as a natural is none."""
    wilds: list[TableWild] = []
    for index, meld in enumerate(before.table):
        if not any(map(game.can_be_wild, meld)):
            continue
        readings = valid_readings(meld, game, grown=True)
        for place in range(len(meld)):
            if not readings or not all(reading.wild[place] for reading in readings):
                continue
            faces = tuple(dict.fromkeys(face for reading in readings for face in reading.options[place]))
            number = len(wilds)
            turns = before.wild_turns[number] if number < len(before.wild_turns) else 0
            in_run = any(reading.kind == "run" for reading in readings)
            wilds.append(TableWild(index, place, faces, in_run, not in_run and len(meld) == 3, turns))
    return wilds


def wilds_are_bound(ruleset: Ruleset) -> bool:
    """Whether freeing a wild is bound by any condition."""
    rule = ruleset.retrieval
    return rule.mode != "free" or bool(rule.lock_turns) or rule.only_before_down or rule.only_from != "any"
