"""What a group of tiles is as a meld: its kind, what its wilds stand for, what it is worth.

The order of a run fixes what its wilds stand for. Where the order is no run, every run that the
tiles can form is a reading. In a set a wild stands for any suit that is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from meldsolver.rules.game import Game
from meldsolver.rules.ruleset import OtherMeld
from meldsolver.tiles import Face, Meld, Tile


class Reading(NamedTuple):
    """One way to read tiles as a meld.

    Attributes:
        kind: ``set``, ``run``, ``pair`` or ``colour``.
        options: for each tile in order, the faces that it may cover: a natural's own face alone,
            the faces that a wild may stand for. A face without suit or rank means any.
        wild: for each tile, whether it is used as a wild.
        places: for each tile of a run, its place in the order of ranks; else empty.
        points: worth of the meld, wilds counting as the tile they stand for.
    """

    kind: str
    options: tuple[tuple[Face, ...], ...]
    wild: tuple[bool, ...]
    places: tuple[int, ...]
    points: int


class _Piece(NamedTuple):
    """A tile as the readings see it: its natural face if any, and whether it may be a wild."""

    face: Face | None
    flexible: bool
    fixed: Face | None


def read_meld(meld: Sequence[Tile], game: Game) -> tuple[Reading, ...]:
    """Every reading of the tiles, the most valuable first; empty when they are no meld.

    The limits on wilds are not applied here; see :func:`wild_limit`.
    """
    pieces = []
    for tile in meld:
        face = game.natural_face(tile)
        if face is None and not tile.wild:
            return ()
        pieces.append(_Piece(face, face in game.wild_faces and not tile.name, tile.stands_for))
    if all(piece.face is None for piece in pieces):
        return ()
    readings = [*_runs(pieces, game), *_sets(pieces, game)]
    for other in game.ruleset.other_melds:
        readings += _pairs(pieces, game, other) if other.kind == "pair" else _colours(pieces, game, other)
    readings.sort(key=lambda reading: -reading.points)
    return tuple(readings)


def valid_readings(meld: Sequence[Tile], game: Game, *, grown: bool = False) -> tuple[Reading, ...]:
    """The readings that also keep the limits on wilds.

    Args:
        meld: the tiles in order.
        game: the rules.
        grown: whether the meld grew from one on the table (some sheets lift the limits then).
    """
    readings = read_meld(meld, game)
    return tuple(reading for reading in readings if not wild_limit(reading, game, grown=grown))


def wild_limit(reading: Reading, game: Game, *, grown: bool = False) -> str:
    """The limit on wilds that a reading breaks, as a sentence; empty when it keeps them all."""
    wilds = sum(reading.wild)
    if not wilds:
        return ""
    naturals = len(reading.wild) - wilds
    rule = game.ruleset.wild
    if grown and not rule.ratio_applies_to_layoff:
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


def meld_worth(meld: Sequence[Tile], game: Game) -> int:
    """What a valid meld is worth under its most valuable reading."""
    if is_plain_meld(meld, game):
        if meld[0].rank == meld[1].rank:
            return game.set_value(meld[0].rank) * len(meld)
        first = meld[0].rank
        return sum(map(game.place_value, range(first, first + len(meld))))
    return valid_readings(meld, game, grown=True)[0].points


def table_worth(table: Sequence[Meld], game: Game) -> int:
    """What the melds of a table are worth together."""
    return sum(meld_worth(meld, game) for meld in table)


def is_meld(meld: Meld, game: Game, *, grown: bool = False) -> bool:
    """Whether the tiles are a valid meld (``grown``: see :func:`valid_readings`)."""
    return is_plain_meld(meld, game) or bool(valid_readings(meld, game, grown=grown))


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


def _runs(pieces: list[_Piece], game: Game) -> list[Reading]:
    rule = game.ruleset.run
    if not rule.allowed or not game.starts(len(pieces)):
        return []
    strict = [piece.face for piece in pieces if piece.face is not None and not piece.flexible]
    if rule.suit == "any":
        suits: list[str] = [""]
    else:
        named = {face.suit for face in strict}
        if not named:
            named = {piece.face.suit for piece in pieces if piece.face is not None}
        if strict and len(named) > 1:
            return []
        suits = sorted(named & set(game.suits))
    readings = []
    for suit in suits:
        ordered = _ordered_runs(pieces, game, suit)
        if not ordered:
            ordered = [_reversed(reading) for reading in _ordered_runs(pieces[::-1], game, suit)]
        readings += ordered or _unordered_runs(pieces, game, suit)
    return readings


def _fits(piece: _Piece, suit: str, rank: int) -> bool:
    return piece.face is not None and piece.face.rank == rank and (not suit or piece.face.suit == suit)


def _stands(piece: _Piece, suit: str, rank: int) -> bool:
    """Whether the piece, used as a wild, may stand for that face."""
    if piece.face is not None and not piece.flexible:
        return False
    fixed = piece.fixed
    return fixed is None or (fixed.rank == rank and (not suit or fixed.suit == suit))


def _run_reading(suit: str, places: Sequence[int], wild: Sequence[bool], pieces: list[_Piece], game: Game) -> Reading:
    options = tuple(
        (Face(suit, game.rank_at(place)) if is_wild or piece.face is None else piece.face,)
        for place, is_wild, piece in zip(places, wild, pieces, strict=True)
    )
    points = sum(map(game.place_value, places))
    return Reading("run", options, tuple(wild), tuple(places), points)


def _reversed(reading: Reading) -> Reading:
    return reading._replace(options=reading.options[::-1], wild=reading.wild[::-1], places=reading.places[::-1])


def _ordered_runs(pieces: list[_Piece], game: Game, suit: str) -> list[Reading]:
    length = len(pieces)
    starts = game.starts(length)
    circular = game.ruleset.run.wrap == "circular"
    anchors = [i for i, piece in enumerate(pieces) if piece.face is not None and not piece.flexible][:1]
    if not anchors:
        anchors = [i for i, piece in enumerate(pieces) if piece.face is not None]
    found: dict[int, Reading] = {}
    for anchor in anchors:
        face = pieces[anchor].face
        assert face is not None
        for place in game.places_of(face.rank):
            start = place - anchor
            if circular:
                start = game.rank_at(start)
            if start not in starts or start in found:
                continue
            wild = []
            for offset, piece in enumerate(pieces):
                rank = game.rank_at(start + offset)
                if _fits(piece, suit, rank):
                    wild.append(False)
                elif _stands(piece, suit, rank):
                    wild.append(True)
                else:
                    break
            else:
                places = range(start, start + length)
                found[start] = _run_reading(suit, places, wild, pieces, game)
    return list(found.values())


def _unordered_runs(pieces: list[_Piece], game: Game, suit: str) -> list[Reading]:
    readings = []
    length = len(pieces)
    for start in game.starts(length):
        free = list(range(start, start + length))
        places = [0] * length
        wild = [False] * length
        waiting = []
        # Strict naturals first, then what could be either, then wilds with a fixed face.
        order = sorted(
            range(length), key=lambda i: (pieces[i].face is None, pieces[i].flexible, pieces[i].fixed is None)
        )
        for index in order:
            piece = pieces[index]
            place = next((p for p in free if _fits(piece, suit, game.rank_at(p))), None)
            if place is None:
                wild[index] = True
                waiting.append(index)
                continue
            free.remove(place)
            places[index] = place
        for index in waiting:
            place = next((p for p in free if _stands(pieces[index], suit, game.rank_at(p))), None)
            if place is None:
                break
            free.remove(place)
            places[index] = place
        if not free:
            readings.append(_run_reading(suit, places, wild, pieces, game))
    return readings


def _sets(pieces: list[_Piece], game: Game) -> list[Reading]:
    rule = game.ruleset.set
    length = len(pieces)
    if not rule.allowed or length < rule.min or (rule.max and length > rule.max):
        return []
    return _same_rank(pieces, game, "set", rule.suits)


def _pairs(pieces: list[_Piece], game: Game, other: OtherMeld) -> list[Reading]:
    if not other.n <= len(pieces) <= (other.max or other.n) or other.only_as:
        return []
    return _same_rank(pieces, game, "pair", other.suits)


def _same_rank(pieces: list[_Piece], game: Game, kind: str, suits: str) -> list[Reading]:
    ranks = {piece.face.rank for piece in pieces if piece.face is not None and not piece.flexible}
    if len(ranks) > 1:
        return []
    ranks = ranks or {piece.face.rank for piece in pieces if piece.face is not None}
    readings = []
    for rank in sorted(ranks):
        reading = _set_of(pieces, game, kind, suits, rank)
        if reading is not None:
            readings.append(reading)
    return readings


def _set_of(pieces: list[_Piece], game: Game, kind: str, suits: str, rank: int) -> Reading | None:
    wild = []
    present: list[str] = []
    for piece in pieces:
        used = piece.face is not None and piece.face.rank == rank
        if used and piece.face is not None and present:
            clash = (
                piece.face.suit in present
                if suits == "distinct"
                else suits == "identical" and piece.face.suit != present[0]
            )
            if clash and not piece.flexible:
                return None
            used = not clash
        if used and piece.face is not None:
            present.append(piece.face.suit)
        wild.append(not used)
    if not present:
        return None
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
        if not is_wild and piece.face is not None:
            options.append((piece.face,))
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


def _colours(pieces: list[_Piece], game: Game, other: OtherMeld) -> list[Reading]:
    length = len(pieces)
    if length < other.n or (other.max and length > other.max):
        return []
    suits = {piece.face.suit for piece in pieces if piece.face is not None and not piece.flexible}
    suits = suits or {piece.face.suit for piece in pieces if piece.face is not None}
    if len(suits) != 1 or not suits <= set(game.suits):
        return []
    (suit,) = suits
    wild = tuple(piece.face is None or piece.face.suit != suit for piece in pieces)
    options = tuple(
        (Face(suit, 0),) if is_wild or piece.face is None else (piece.face,)
        for is_wild, piece in zip(wild, pieces, strict=True)
    )
    points = sum(game.values[piece.face.rank] for piece in pieces if piece.face is not None)
    return [Reading("colour", options, wild, (), points)]
