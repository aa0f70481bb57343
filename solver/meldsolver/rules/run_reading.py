"""The runs that a group of tiles can be read as.

The order in which the tiles lie fixes what their wilds stand for; where the order is no run, every
run that the tiles can form is a reading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from meldsolver.limits.clock import Clock
from meldsolver.rules.game import Game
from meldsolver.rules.piece import Piece, Reading
from meldsolver.tiles import Face


def runs_of(pieces: list[Piece], game: Game, clock: Clock | None = None) -> list[Reading]:
    """Every run that the tiles can be; empty where runs are not allowed or too short or long.

    Raises:
        OutOfTime: the clock ended it.
    """
    suits = _suits(pieces, game)
    return _as_laid(pieces, game, suits, clock) or _in_any_order(pieces, game, suits, clock)


def runs_in_any_order(pieces: list[Piece], game: Game) -> list[Reading]:
    """Every run that the tiles can form, however they lie."""
    return _in_any_order(pieces, game, _suits(pieces, game))


def _suits(pieces: list[Piece], game: Game) -> list[str]:
    """The suits of which the tiles could be a run; ``""`` where suits do not matter."""
    rule = game.ruleset.run
    if not rule.allowed or not game.starts(len(pieces)):
        return []
    if rule.suit == "any":
        return [""]
    strict = [piece.face for piece in pieces if piece.face is not None and not piece.flexible]
    named = {face.suit for face in strict}
    if not named:
        named = {piece.face.suit for piece in pieces if piece.face is not None}
    if strict and len(named) > 1:
        return []
    return sorted(named & set(game.suits))


def _in_any_order(pieces: list[Piece], game: Game, suits: Sequence[str], clock: Clock | None = None) -> list[Reading]:
    return [reading for suit in suits for reading in _unordered_runs(pieces, game, suit, clock)]


def _as_laid(pieces: list[Piece], game: Game, suits: Sequence[str], clock: Clock | None) -> list[Reading]:
    """The runs that the tiles form in the order in which they lie: going up, or else going down.

    Cards that may be wilds can often be read in both directions; then fewer of them are wilds in one. Those that are
    said to be wilds count as such in both.
    """
    up = [reading for suit in suits for reading in _ordered_runs(pieces, game, suit, clock)]
    if up and not game.wild_faces:
        return up
    down = [_reversed(reading) for suit in suits for reading in _ordered_runs(pieces[::-1], game, suit, clock)]
    wilds = [_wilds(reading, pieces) for reading in up + down]
    least = min(wilds, default=0)
    counted = list(zip(up + down, wilds, strict=True))
    return [r for r, n in counted[: len(up)] if n == least] or [r for r, n in counted[len(up) :] if n == least]


def _wilds(reading: Reading, pieces: Sequence[Piece]) -> int:
    return sum(is_wild or piece.card is not None for is_wild, piece in zip(reading.wild, pieces, strict=True))


def _fits(piece: Piece, suit: str, rank: int) -> bool:
    own = piece.own
    return own is not None and own.rank == rank and (not suit or own.suit == suit)


def _stands(piece: Piece, suit: str, rank: int) -> bool:
    """Whether the piece, used as a wild, may stand for that face."""
    if piece.face is not None and not piece.flexible:
        return False
    fixed = piece.fixed
    return fixed is None or (fixed.rank == rank and (not suit or fixed.suit == suit))


def _run_reading(suit: str, places: Sequence[int], wild: Sequence[bool], pieces: list[Piece], game: Game) -> Reading:
    options = tuple(
        (Face(suit, game.rank_at(place)) if is_wild or piece.own is None else piece.own,)
        for place, is_wild, piece in zip(places, wild, pieces, strict=True)
    )
    points = sum(map(game.place_value, places))
    return Reading("run", options, tuple(wild), tuple(places), points)


def _reversed(reading: Reading) -> Reading:
    return reading._replace(options=reading.options[::-1], wild=reading.wild[::-1], places=reading.places[::-1])


def _ordered_runs(pieces: list[Piece], game: Game, suit: str, clock: Clock | None) -> list[Reading]:
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
            if clock is not None:
                clock.look(1 + length)
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


def _unordered_runs(pieces: list[Piece], game: Game, suit: str, clock: Clock | None) -> list[Reading]:
    readings = []
    length = len(pieces)
    # A run all round has two places for the rank that may stand at either end.
    ways = (False, True) if length > game.span else (False,)
    # Strict naturals first, then what could be either, then wilds with a fixed face.
    order = sorted(range(length), key=lambda i: (pieces[i].face is None, pieces[i].flexible, pieces[i].fixed is None))
    for start in _possible_starts(pieces, game, suit):
        for highest_first in ways:
            if clock is not None:
                clock.look(1 + length)
            reading = _laid_out(pieces, order, game, suit, start, highest_first=highest_first)
            if reading is not None and reading not in readings:
                readings.append(reading)
    return readings


def _possible_starts(pieces: list[Piece], game: Game, suit: str) -> Iterator[int]:
    """Where a run of the tiles may begin, as far as a glance at its strict naturals tells: most tiles are no run."""
    length = len(pieces)
    strict = [piece.face for piece in pieces if piece.face is not None and not piece.flexible]
    if suit and any(face.suit != suit for face in strict):
        return
    ranks = Counter(face.rank for face in strict)
    if any(count > 1 + (length > game.span) for count in ranks.values()):
        return
    places = list(map(game.places_of, ranks))
    for start in game.starts(length):
        if all(any(_is_within(place - start, length, game) for place in choice) for choice in places):
            yield start


def _is_within(offset: int, length: int, game: Game) -> bool:
    return (offset % game.span if game.ruleset.run.wrap == "circular" else offset) in range(length)


def _laid_out(
    pieces: list[Piece], order: Sequence[int], game: Game, suit: str, start: int, *, highest_first: bool
) -> Reading | None:
    """The run from a place on that the tiles form, if they do; of two places for a natural, which is taken first."""
    length = len(pieces)
    by_rank: dict[int, list[int]] = {}
    places = range(start, start + length)
    for place in places if highest_first else reversed(places):
        by_rank.setdefault(game.rank_at(place), []).append(place)
    taken = [0] * length
    wild = [False] * length
    waiting = []
    for index in order:
        piece = pieces[index]
        face = piece.face
        if face is not None and by_rank.get(face.rank) and (not suit or face.suit == suit):
            taken[index] = by_rank[face.rank].pop()
            continue
        if face is not None and not piece.flexible:
            return None  # it fits nowhere, and is no wild
        wild[index] = True
        waiting.append(index)
    if not _stand_all(waiting, pieces, suit, by_rank, taken):
        return None
    for index in waiting:
        wild[index] = not _fits(pieces[index], suit, game.rank_at(taken[index]))
    return _run_reading(suit, taken, wild, pieces, game)


def _stand_all(
    waiting: list[int], pieces: list[Piece], suit: str, by_rank: dict[int, list[int]], places: list[int]
) -> bool:
    """Gives each wild a place that is left, the lowest that it may take; whether all get one.

    A card takes the place of its own face when no other is left.
    """
    free = sorted((place, rank) for rank, left in by_rank.items() for place in left)
    for index in waiting:
        piece = pieces[index]
        fits = [n for n, (_, rank) in enumerate(free) if _stands(piece, suit, rank)]
        if not fits:
            return False
        number = min(fits, key=lambda n: _fits(piece, suit, free[n][1])) if piece.card is not None else fits[0]
        places[index], _ = free.pop(number)
    return not free
