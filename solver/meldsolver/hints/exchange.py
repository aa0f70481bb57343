"""Wilds that the play frees, and the naturals that take their places first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from meldsolver.hints.origin import Place, Source, tile_at
from meldsolver.rules.game import Game
from meldsolver.rules.reading import valid_readings
from meldsolver.rules.table_wilds import table_wilds
from meldsolver.tiles import Face, Meld, Position


class Exchange(NamedTuple):
    """A wild that is taken once naturals lie in its place.

    Attributes:
        meld: the table meld.
        wild: the wild's place before the play.
        naturals: what takes its place; both missing suits where the rules ask for both.
    """

    meld: int
    wild: Place
    naturals: tuple[Place, ...]


class _Wild(NamedTuple):
    """A wild on the table, under all readings of its meld."""

    meld: int
    place: int
    faces: tuple[Face, ...]
    set_of_three: bool


def _wilds(position: Position, game: Game) -> list[_Wild]:
    found = []
    for ways in table_wilds(position, game):
        by_place: dict[int, list[Face]] = {}
        for way in ways:
            for wild in way.wilds:
                by_place.setdefault(wild.place, []).extend(wild.faces)
        three = any(way.set_of_three for way in ways)
        found += [_Wild(ways[0].meld, place, tuple(dict.fromkeys(faces)), three) for place, faces in by_place.items()]
    return found


def exchanges(
    position: Position, table: Sequence[Meld], melds: Sequence[Sequence[Place]], goal: Mapping[Place, int], game: Game
) -> list[Exchange]:
    """The exchanges of a play.

    Args:
        position: the position.
        table: the table after the play.
        melds: for each of its melds, where its tiles lay before.
        goal: for each tile, the number of the meld where it ends.
        game: the rules.

    A natural that ends in the wild's meld anyway is an exchange under any rules. Where the rules ask
    that wilds are replaced, any natural that the play lays for the face will do, and goes on later.
    """
    rule = game.ruleset.retrieval
    spare = [place for place in goal if goal[place] != (place.meld if place.source is Source.TABLE else None)]
    stands = _standing(table, melds, game)
    found: list[Exchange] = []
    for wild in _wilds(position, game):
        here = Place(Source.TABLE, wild.meld, wild.place)
        if goal[here] == wild.meld:
            continue
        asked = rule.mode == "replace" and not set(wild.faces) & stands.get(here, frozenset())
        both = asked and rule.set_of_three == "both" and wild.set_of_three
        naturals = _naturals(position, wild, spare, goal, game, asked=asked, both=both)
        # A card that may be a wild can replace one elsewhere; then it has left its own place already.
        if naturals and not any(here in other.naturals or other.wild in naturals for other in found):
            spare = [place for place in spare if place not in naturals]
            found.append(Exchange(wild.meld, here, naturals))
    return found


def _naturals(
    position: Position,
    wild: _Wild,
    spare: Sequence[Place],
    goal: Mapping[Place, int],
    game: Game,
    *,
    asked: bool,
    both: bool,
) -> tuple[Place, ...]:
    from_rack = game.ruleset.retrieval.source == "rack"
    chosen: list[Place] = []
    for face in wild.faces:
        fits = [
            place
            for place in spare
            if place not in chosen
            and _shows(position, place, face, game)
            and (goal[place] == wild.meld or (asked and not (from_rack and place.source is Source.TABLE)))
        ]
        if fits:
            # Those that end here first, then those of the rack.
            chosen.append(min(fits, key=lambda place: (goal[place] != wild.meld, place.source is Source.TABLE)))
    if both:
        return tuple(chosen) if len(chosen) == len(wild.faces) else ()
    chosen.sort(key=lambda place: goal[place] != wild.meld)
    return tuple(chosen[:1])


def _shows(position: Position, place: Place, face: Face, game: Game) -> bool:
    shown = game.card_faces[tile_at(position, place)[:3]]
    return shown is not None and shown.rank == face.rank and face.suit in ("", shown.suit)


def _standing(table: Sequence[Meld], melds: Sequence[Sequence[Place]], game: Game) -> dict[Place, frozenset[Face]]:
    """What each wild may stand for after the play."""
    found: dict[Place, frozenset[Face]] = {}
    for meld, places in zip(table, melds, strict=True):
        if not any(tile.wild for tile in meld):
            continue
        readings = valid_readings(meld, game, grown=True)
        for index, place in enumerate(places):
            if meld[index].wild:
                found[place] = frozenset(face for reading in readings for face in reading.options[index])
    return found
