"""The sets, pairs and colours that a group of tiles can be read as.

In a set of distinct suits a wild may stand for any suit that is missing.
"""

from __future__ import annotations

from meldsolver.limits.clock import Clock
from meldsolver.rules.game import Game
from meldsolver.rules.piece import Piece, Reading
from meldsolver.rules.ruleset import OtherMeld
from meldsolver.tiles import Face


def sets_of(pieces: list[Piece], game: Game, clock: Clock | None = None) -> list[Reading]:
    """Every set that the tiles can be.

    Raises:
        OutOfTime: the clock ended it.
    """
    rule = game.ruleset.set
    length = len(pieces)
    if not rule.allowed or length < rule.min or (rule.max and length > rule.max):
        return []
    return _same_rank(pieces, game, "set", rule.suits, clock)


def pairs_of(pieces: list[Piece], game: Game, other: OtherMeld, clock: Clock | None = None) -> list[Reading]:
    """Every pair that the tiles can be, for a game that has such melds.

    Raises:
        OutOfTime: the clock ended it.
    """
    if not other.n <= len(pieces) <= (other.max or other.n) or other.only_as:
        return []
    return _same_rank(pieces, game, "pair", other.suits, clock)


def _same_rank(pieces: list[Piece], game: Game, kind: str, suits: str, clock: Clock | None) -> list[Reading]:
    ranks = {piece.face.rank for piece in pieces if piece.face is not None and not piece.flexible}
    if len(ranks) > 1:
        return []
    ranks = ranks or {piece.face.rank for piece in pieces if piece.face is not None}
    readings = []
    for rank in sorted(ranks):
        # Copies of one tile: which one, where some of the cards may be wilds instead.
        held = {piece.face.suit for piece in pieces if piece.face is not None and piece.face.rank == rank}
        for only in sorted(held) if suits == "identical" else [""]:
            if clock is not None:
                clock.look(1 + len(pieces))
            reading = _set_of(pieces, game, kind, suits, rank, only)
            if reading is not None:
                readings.append(reading)
    return readings


def _set_of(pieces: list[Piece], game: Game, kind: str, suits: str, rank: int, only: str) -> Reading | None:
    wild = []
    present: list[str] = []
    for piece in pieces:
        used = piece.face is not None and piece.face.rank == rank and only in ("", piece.face.suit)
        if suits == "distinct" and piece.face is not None and piece.face.suit in present:
            used = False
        if not used and piece.face is not None and not piece.flexible:
            return None
        if used and piece.face is not None:
            present.append(piece.face.suit)
        wild.append(not used)
    if not present:
        return None
    for index, piece in enumerate(pieces):
        card = piece.card
        if card is None or card.rank != rank or only not in ("", card.suit):
            continue
        if suits != "distinct" or (card.suit not in present and card.suit in game.suits):
            present.append(card.suit)
            wild[index] = False
    match suits:
        case "distinct":
            missing = tuple(Face(suit, rank) for suit in game.suits if suit not in present)
            if len(pieces) > len(game.suits) or not set(present) <= set(game.suits):
                return None
        case "identical":
            missing = (Face(present[0], rank),)
        case _:
            missing = (Face("", rank),)
    options: list[tuple[Face, ...]] = []
    taken: set[Face] = set()
    for piece, is_wild in zip(pieces, wild, strict=True):
        own = piece.own
        if not is_wild and own is not None:
            options.append((own,))
        elif piece.fixed is None:
            options.append(missing)
        else:
            fits = tuple(
                face for face in missing if face.rank == piece.fixed.rank and face.suit in ("", piece.fixed.suit)
            )
            if not fits or (suits == "distinct" and fits[0] in taken):
                return None
            taken.add(fits[0])
            options.append(fits)
    if taken:
        options = [
            option if not is_wild or len(option) == 1 else tuple(face for face in option if face not in taken)
            for option, is_wild in zip(options, wild, strict=True)
        ]
    return Reading(kind, tuple(options), tuple(wild), (), game.set_value(rank) * len(pieces))


def colours_of(pieces: list[Piece], game: Game, other: OtherMeld) -> list[Reading]:
    """The meld of one suit that the tiles can be, for a game that has such melds."""
    length = len(pieces)
    if length < other.n or (other.max and length > other.max):
        return []
    suits = {piece.face.suit for piece in pieces if piece.face is not None and not piece.flexible}
    suits = suits or {piece.face.suit for piece in pieces if piece.face is not None}
    if len(suits) != 1 or not suits <= set(game.suits):
        return []
    (suit,) = suits
    wild = tuple(piece.own is None or piece.own.suit != suit for piece in pieces)
    options = tuple(
        (Face(suit, 0),) if is_wild or piece.own is None else (piece.own,)
        for is_wild, piece in zip(wild, pieces, strict=True)
    )
    points = sum(game.values[piece.face.rank] for piece in pieces if piece.face is not None)
    return [Reading("colour", options, wild, (), points)]
