"""A peer to compare with: the integer program of den Hertog and Hulshof in HiGHS.

("Solving Rummikub problems by integer linear programming", The Computer Journal 49(6), 2006.) Every meld
that the deck allows is a column, jokers enumerated inside the melds: a joker is one more kind of tile. For
every kind of tile, the melds that hold it are as many as lie on the table plus those laid from the rack.
Most tiles first, then most points, in one weighted objective.

In its favour: the columns that the tiles in play cannot fill are left out of each program.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain, combinations

import highspy
import numpy as np

from meldsolver import Position, Tile

SUITS = "rykb"
RANKS = 13
JOKER = 52
COPIES = 2
JOKERS = 2
TILE_WEIGHT = 200
"""More than the points of any rack."""

Meld = tuple[int, ...]
"""Kinds of tiles, sorted: suit * 13 + rank - 1, or the joker."""


@cache
def melds() -> tuple[Meld, ...]:
    """Every distinct meld with no to two jokers; runs of 3 to 5, since longer ones are sums of these."""
    faces = [
        tuple(suit * RANKS + first + step for step in range(size))
        for suit in range(len(SUITS))
        for size in (3, 4, 5)
        for first in range(RANKS - size + 1)
    ]
    faces += [
        tuple(suit * RANKS + rank for suit in suits)
        for rank in range(RANKS)
        for size in (3, 4)
        for suits in combinations(range(len(SUITS)), size)
    ]
    found = {
        (*kept, *(JOKER,) * jokers)
        for meld in faces
        for jokers in range(JOKERS + 1)
        for kept in combinations(meld, len(meld) - jokers)
    }
    return tuple(sorted(found))


def kind(tile: Tile) -> int:
    """The kind of a tile."""
    return JOKER if tile.wild else SUITS.index(tile.suit) * RANKS + tile.rank - 1


def best_play(position: Position) -> tuple[int, int]:
    """Tiles and points of the best play; (0, 0) when there is none."""
    program = build(position)
    program.run()
    weight = round(-program.getInfo().objective_function_value)
    return divmod(weight, TILE_WEIGHT)


def build(position: Position) -> highspy.Highs:
    """The program of a position, ready to run."""
    table = Counter(map(kind, chain.from_iterable(position.table)))
    rack = Counter(map(kind, position.rack))
    supply = table + rack
    columns = [meld for meld in melds() if all(n <= supply[tile] for tile, n in Counter(meld).items())]
    kinds = range(JOKER + 1)
    starts = [0]
    rows: list[int] = []
    values: list[int] = []
    for meld in columns:
        held = Counter(meld)
        rows += held.keys()
        values += held.values()
        starts.append(len(rows))
    for tile in kinds:
        rows.append(tile)
        values.append(-1)
        starts.append(len(rows))
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(columns) + len(kinds), len(kinds)
    model.col_cost_ = np.array([0.0] * len(columns) + [-_weight(tile) for tile in kinds])
    model.col_lower_ = np.zeros(model.num_col_)
    model.col_upper_ = np.array([float(COPIES)] * len(columns) + [float(rack[tile]) for tile in kinds])
    model.row_lower_ = model.row_upper_ = np.array([float(table[tile]) for tile in kinds])
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = np.array(starts)
    model.a_matrix_.index_ = np.array(rows)
    model.a_matrix_.value_ = np.array(values, dtype=float)
    model.integrality_ = [highspy.HighsVarType.kInteger] * model.num_col_
    program = highspy.Highs()  # type: ignore[no-untyped-call]
    program.setOptionValue("output_flag", False)
    program.setOptionValue("threads", 1)
    program.setOptionValue("mip_rel_gap", 0.0)
    program.passModel(model)
    return program


def _weight(tile: int) -> float:
    return float(TILE_WEIGHT + (0 if tile == JOKER else tile % RANKS + 1))
