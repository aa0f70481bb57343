"""What a group of tiles is as a meld: its kind, what its wilds stand for, what it is worth.

The order of a run fixes what its wilds stand for. Where the order is no run, every run that the
tiles can form is a reading. In a set a wild stands for any suit that is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from meldsolver.limits.clock import Clock
from meldsolver.limits.remembered import remembered
from meldsolver.rules.game import Game
from meldsolver.rules.piece import Piece, Reading
from meldsolver.rules.run_reading import runs_in_any_order, runs_of
from meldsolver.rules.set_reading import colours_of, pairs_of, sets_of
from meldsolver.rules.turn_kind import limits_spare_grown, melds_grow
from meldsolver.tiles import Card, Face, Meld, Tile

__all__ = [
    "Reading",
    "is_meld",
    "is_plain_meld",
    "meld_worth",
    "read_meld",
    "run_suit",
    "table_worth",
    "valid_readings",
    "wild_limit",
]

_Shown: TypeAlias = tuple[str, int, str, bool, Face | None]
"""A tile without its id, which no reading depends on."""

LONGEST_KEPT = 26
"""Readings of longer melds are not kept ready, so that no request can fill the memory with them."""


def read_meld(meld: Sequence[Tile], game: Game, clock: Clock | None = None) -> tuple[Reading, ...]:
    """Every reading of the tiles, the most valuable first; empty when they are no meld.

    The limits on wilds are not applied here; see :func:`wild_limit`.

    Raises:
        OutOfTime: the clock ended it.
    """
    key = tuple([tile[:5] for tile in meld])
    return _read(key, game, clock) if len(key) > LONGEST_KEPT else _read_again(game, key, clock)


def _read(meld: tuple[_Shown, ...], game: Game, clock: Clock | None) -> tuple[Reading, ...]:
    pieces = []
    for shown in meld:
        tile = Tile(*shown)
        face = game.natural_face(tile)
        if face is None and not tile.wild:
            return ()
        card = tile.face if tile.wild and tile.suit and tile.stands_for in (None, tile.face) else None
        pieces.append(Piece(face, face in game.wild_faces and not tile.name, tile.stands_for, card))
    if all(piece.face is None for piece in pieces):
        return ()
    readings = [*runs_of(pieces, game, clock), *sets_of(pieces, game, clock)]
    for other in game.ruleset.other_melds:
        readings += pairs_of(pieces, game, other, clock) if other.kind == "pair" else colours_of(pieces, game, other)
    readings.sort(key=lambda reading: -reading.points)
    return tuple(readings)


def _read_again(game: Game, key: tuple[_Shown, ...], clock: Clock | None) -> tuple[Reading, ...]:
    """One question reads the same melds many times."""
    known = game.memory.known.get(key)
    return known if known is not None else game.memory.keep(key, _read(key, game, clock))


def valid_readings(
    meld: Sequence[Tile], game: Game, *, grown: bool = False, clock: Clock | None = None
) -> tuple[Reading, ...]:
    """The readings that also keep the limits on wilds.

    Args:
        meld: the tiles in order.
        game: the rules.
        grown: whether the meld grew from one on the table (some sheets lift the limits then).
        clock: ends it.

    Raises:
        OutOfTime: the clock ended it.
    """
    readings = read_meld(meld, game, clock)
    return tuple(reading for reading in readings if not wild_limit(reading, game, grown=grown))


def wild_limit(reading: Reading, game: Game, *, grown: bool = False) -> str:
    """The limit on wilds that a reading breaks, as a sentence; empty when it keeps them all."""
    wilds = sum(reading.wild)
    if not wilds:
        return ""
    naturals = len(reading.wild) - wilds
    rule = game.ruleset.wild
    grown = grown and melds_grow(game.ruleset)
    if grown and limits_spare_grown(game.ruleset):
        return ""
    if naturals < rule.min_naturals:
        return f"a meld needs at least {rule.min_naturals} naturals; this one has {naturals}"
    if rule.max_per_meld and wilds > rule.max_per_meld:
        return f"a meld may hold at most {rule.max_per_meld} wilds; this one has {wilds}"
    if rule.naturals_ge_wilds and wilds > naturals:
        return f"wilds may not outnumber naturals; this meld has {wilds} wilds and {naturals} naturals"
    if rule.max_in_new_three and not grown and len(reading.wild) == 3 and wilds > rule.max_in_new_three:
        return f"a meld of three may hold at most {rule.max_in_new_three} wilds; this one has {wilds}"
    if not rule.adjacent_ok and reading.kind == "run":
        places = sorted(place for place, wild in zip(reading.places, reading.wild, strict=True) if wild)
        if any(second - first == 1 for first, second in pairwise(places)):
            return "two wilds may not stand side by side in a run"
    return ""


def run_suit(meld: Sequence[Tile], game: Game) -> str | None:
    """The first suit of which the tiles can form a run, in whatever order and however its cards are used.

    Returns:
        The suit; ``""`` where suits do not matter, ``None`` where the tiles form no run.
    """
    key = tuple(sorted([tile[:3] for tile in meld]))
    return _run_suit(game, key)


@remembered
def _run_suit(game: Game, cards: tuple[Card, ...]) -> str | None:
    pieces = []
    for card in cards:
        face = game.card_faces[card]
        pieces.append(Piece(face, face in game.wild_faces and not card[2], None))
    found = [r for r in runs_in_any_order(pieces, game) if not wild_limit(r, game, grown=True)]
    if not found:
        return None
    if game.ruleset.run.suit == "any":
        return ""
    return min((options[0].suit for reading in found for options in reading.options), key=game.suits.index)


def meld_worth(meld: Sequence[Tile], game: Game) -> int:
    """What a meld is worth under its most valuable reading; nothing where it counts in a pattern only."""
    if is_plain_meld(meld, game):
        if meld[0].rank == meld[1].rank:
            return game.set_value(meld[0].rank) * len(meld)
        first = meld[0].rank
        return sum(map(game.place_value, range(first, first + len(meld))))
    readings = valid_readings(meld, game, grown=True)
    return readings[0].points if readings else 0


def table_worth(table: Sequence[Meld], game: Game) -> int:
    """What the melds of a table are worth together."""
    return sum(meld_worth(meld, game) for meld in table)


def is_meld(meld: Meld, game: Game, *, grown: bool = False, clock: Clock | None = None) -> bool:
    """Whether the tiles are a valid meld (``grown`` and ``clock``: see :func:`valid_readings`)."""
    return is_plain_meld(meld, game) or bool(valid_readings(meld, game, grown=grown, clock=clock))


def is_plain_meld(meld: Sequence[Tile], game: Game) -> bool:
    """Whether the tiles are a run in order, or a set of distinct suits, of naturals only.

    A quick sufficient test: most melds on a table pass it, and it spares them the full reading.
    """
    if game.wild_faces or len(meld) < 2:
        return False
    first_suit, first_rank = meld[0].suit, meld[0].rank
    length = len(meld)
    rules = game.ruleset
    if meld[1].rank == first_rank:
        rule = rules.set
        if not rule.allowed or rule.suits == "identical" or length < rule.min or (rule.max and length > rule.max):
            return False
        seen = set()
        for suit, rank, _, wild, _, _ in meld:
            if wild or rank != first_rank or suit not in game.suits:
                return False
            seen.add(suit)
        return len(seen) == length
    run = rules.run
    if not run.allowed or length < run.min or (run.max and length > run.max) or first_suit not in game.suits:
        return False
    if run.wrap == "high_only" and first_rank == game.low:
        return False
    expected = first_rank
    for suit, rank, _, wild, _, _ in meld:
        if wild or rank != expected or suit != first_suit:
            return False
        expected += 1
    return True
