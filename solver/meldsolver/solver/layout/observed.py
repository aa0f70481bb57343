"""Objectives read off a play, where no search has reached them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from meldsolver.answers import Goal, Objective, Solution
from meldsolver.limits.clock import Clock
from meldsolver.rules.game import Game
from meldsolver.rules.reading import table_worth
from meldsolver.rules.scoring import tile_value
from meldsolver.rules.turn_kind import cards_kept
from meldsolver.tiles import Card, Meld, Position, Tile
from meldsolver.tiles.matching import continue_melds


def moved_tiles(before: Sequence[Meld], after: Sequence[Meld], clock: Clock | None = None) -> int:
    """How many table tiles a play moves out of their meld: its disturbance; more than that where the clock ends it."""
    first, second = _cards(before), _cards(after)
    pairs = continue_melds(first, second, clock)
    stay = sum((Counter(first[index]) & Counter(second[other])).total() for index, other in pairs.items())
    return sum(map(len, before)) - stay


def kept_melds(before: Sequence[Meld], after: Sequence[Meld]) -> int:
    """How many table melds lie there as before."""
    first = Counter(frozenset(Counter(meld).items()) for meld in _cards(before))
    second = Counter(frozenset(Counter(meld).items()) for meld in _cards(after))
    return (first & second).total()


def _cards(melds: Sequence[Meld]) -> list[list[Card]]:
    return [[tile[:3] for tile in meld] for meld in melds]


def unproved(objective: Objective, position: Position, play: Solution, game: Game, clock: Clock | None = None) -> Goal:
    """The goal of an objective that no search has reached: what the play has, and what nothing rules out.

    Args:
        objective: any objective.
        position: the position.
        play: a play of it, as :func:`meldsolver.solver.search.answer.describe` tells it.
        game: the rules.
        clock: ends the counting of table tiles that move, which are then counted too high.
    """
    match objective:
        case Objective.TILES:
            return _most(objective, play.tiles_played, _most_tiles(position, game))
        case Objective.POINTS:
            faces = filter(None, map(game.natural_face, _held(position)))
            return _most(objective, play.points_played, sum(max(0, game.values.get(face.rank, 0)) for face in faces))
        case Objective.MELD_POINTS:
            everything = chain(_held(position), position.loose, *position.table)
            worth = sum(_most_worth(tile, game) for tile in everything)
            return _most(objective, play.meld_points, worth - table_worth(position.table, game))
        case Objective.MELDS_KEPT:
            return _most(objective, kept_melds(position.table, play.table), len(position.table))
        case Objective.RACK_PENALTY:
            least = sum(min(0, tile_value(tile, game)) for tile in _held(position))
            return _least(objective, sum(tile_value(tile, game) for tile in play.rack), least)
        case Objective.WILDS_KEPT:
            return _least(objective, sum(tile.wild for tile in play.played), 0)
        case Objective.DISTURBANCE:
            return _least(objective, moved_tiles(position.table, play.table, clock), 0)
        case Objective.MELDS_ADDED:
            return _least(objective, len(play.table), 1)


def with_all_goals(
    play: Solution, position: Position, game: Game, wanted: Sequence[Objective], clock: Clock | None = None
) -> Solution:
    """The play with a goal for each objective of the list; it has those of the first ones already."""
    if len(play.goals) == len(wanted):
        return play
    rest = (unproved(objective, position, play, game, clock) for objective in wanted[len(play.goals) :])
    return replace(play, goals=(*play.goals, *rest))


def _most(objective: Objective, value: int, bound: int) -> Goal:
    return Goal(objective, value, max(value, bound))


def _least(objective: Objective, value: int, bound: int) -> Goal:
    return Goal(objective, value, min(value, bound))


def _held(position: Position) -> list[Tile]:
    return [*position.rack, *([position.called] if position.called is not None else [])]


def _most_tiles(position: Position, game: Game) -> int:
    rules = game.ruleset
    most = len(_held(position)) - cards_kept(position, rules)
    return min(most, rules.turn.max_rack_tiles) if rules.turn.max_rack_tiles else most


def _most_worth(tile: Tile, game: Game) -> int:
    """The most that a tile can be worth in any meld."""
    face = None if game.can_be_wild(tile) else game.natural_face(tile)
    ranks = set(game.values) if face is None else {face.rank}
    high = game.ruleset.scoring.high_value
    return max([0, *(game.values.get(rank, 0) for rank in ranks), high if high and game.low in ranks else 0])
