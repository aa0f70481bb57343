"""When nothing can be played: what is nearest."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from meldsolver.answers import Objective
from meldsolver.limits.cancel import CancelToken
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.turn_kind import cards_held, declared_cards, must_be_complete, must_open
from meldsolver.solver.engine import Budget, best_opening, check_arguments, is_playable
from meldsolver.tiles import WILD, Position, Tile


@dataclass(frozen=True, slots=True)
class NearTile:
    """A tile that would allow a play.

    Attributes:
        tile: a natural, or a wild.
        unseen: how many copies lie neither on the table nor on the rack.
    """

    tile: Tile
    unseen: int


@dataclass(frozen=True, slots=True)
class NoPlay:
    """Why nothing can be played, and what is nearest.

    Attributes:
        playable: whether something can be played after all; the rest is empty then.
        complete: whether every tile was tried; otherwise the time ran out first.
        tiles: the tiles of which one more would allow a play, suit by suit.
        opening_points: before the opening, the most that melds of the rack alone are worth; else ``None``.
        points_missing: how many points lack to the threshold; ``None`` where no points are asked for.
    """

    playable: bool
    complete: bool
    tiles: tuple[NearTile, ...] = ()
    opening_points: int | None = None
    points_missing: int | None = None


def explain_no_play(
    position: Position,
    ruleset: Ruleset,
    *,
    seed: int = 0,
    time_limit: float = 10.0,
    cancel: CancelToken | None = None,
) -> NoPlay:
    """What is nearest when a position has no play.

    Args:
        position: the position.
        ruleset: the rules.
        seed: as for :func:`meldsolver.solve`.
        time_limit: seconds for all tiles together.
        cancel: stops it from another thread.

    Raises:
        InvalidRequest: the position cannot exist, or an argument is out of range.
    """
    started = time.monotonic()
    check_arguments(position, ruleset, (Objective.TILES,), seed, time_limit)
    game, budget = game_of(ruleset), Budget(started + time_limit, seed, cancel)
    if is_playable(position, game, budget) is not False:
        return NoPlay(playable=not budget.spent, complete=not budget.spent)
    points, missing = _opening(position, ruleset, budget)
    near: list[NearTile] = []
    drawing = _drawing(position, game)
    for tile, unseen in _unseen(position, game):
        verdict = is_playable(replace(position, rack=(*position.rack, tile)), drawing, budget)
        if verdict is None:
            return NoPlay(False, False, tuple(near), points, missing)
        if verdict:
            near.append(NearTile(tile, unseen))
    return NoPlay(False, True, tuple(near), points, missing)


def _drawing(position: Position, game: Game) -> Game:
    """The rules by which a hand with one tile more is judged: a hand on turn throws one before it draws.

    Where the hand throws one before it is declared anyway, the cards that it holds beyond a declared hand
    are all left over; where the card drawn is declared as well, the rules are changed so that they are.
    """
    rules = game.ruleset
    whole = declared_cards(rules)
    if not (rules.declare.draw_counts and must_be_complete(position, rules) and cards_held(position) >= whole):
        return game
    declare, deal = replace(rules.declare, draw_counts=False), replace(rules.deal, rack=whole)
    return game_of(replace(rules, name="custom", declare=declare, deal=deal))


def _unseen(position: Position, game: Game) -> Iterator[tuple[Tile, int]]:
    seen = Counter(tile[:3] for meld in position.table for tile in meld)
    seen.update(tile[:3] for tile in (*position.rack, *position.loose))
    if position.called is not None:
        seen[position.called[:3]] += 1
    tiles = [Tile(face.suit, face.rank) for face in game.faces] + ([WILD] if WILD[:3] in game.copies else [])
    for tile in tiles:
        left = game.copies[tile[:3]] - seen[tile[:3]]
        if left > 0:
            yield tile, left


def _opening(position: Position, ruleset: Ruleset, budget: Budget) -> tuple[int | None, int | None]:
    """The worth of the best melds of the rack alone, and what lacks to the threshold."""
    if not must_open(position, ruleset) or ruleset.opening.kind != "points":
        return None, None
    points = best_opening(position, game_of(ruleset), budget)
    return points, None if points is None else max(0, ruleset.opening.threshold - points)
