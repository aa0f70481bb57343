"""Least deadwood: the melds of a hand that leave the least value, for games in which hands are only shown."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from meldsolver.answers import Objective, Solution, Status
from meldsolver.contracts.questions import check_question
from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.clock import Clock
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.play_rules import Declare
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.scoring import tile_value
from meldsolver.rules.turn_kind import HAND_GAMES, is_on_turn
from meldsolver.solver.engine import solve
from meldsolver.tiles import Meld, Position, Tile
from meldsolver.tiles.request import Fault, InvalidRequest

SHORTEST_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class Deadwood:
    """The best split of a hand.

    Attributes:
        melds: the melds.
        left: the cards in no meld, without the one thrown.
        value: what they cost.
        can_knock: whether that is little enough to knock; false in games without knocking.
        proved: whether no split leaves less (always, unless the time limit came first).
        seconds: wall time that the answer took.
        thrown: the card that a hand on turn throws, so that the rest costs least.
    """

    melds: tuple[Meld, ...]
    left: tuple[Tile, ...]
    value: int
    can_knock: bool
    proved: bool
    seconds: float = 0.0
    thrown: Tile | None = None


def least_deadwood(
    position: Position, ruleset: Ruleset, *, time_limit: float = 10.0, cancel: CancelToken | None = None
) -> Deadwood:
    """Splits a hand into melds so that the cards in none cost least.

    A hand on turn holds one card more than is dealt: one is thrown, and the others cost least after it.
    What a declared hand needs besides (runs without wilds, every card in a meld) plays no part here.

    Args:
        position: the hand.
        ruleset: the rules; only those in which melds stay in the hand.
        time_limit: seconds of search.
        cancel: stops the search from another thread.

    Raises:
        InvalidRequest: the position cannot exist, or the game lays melds on the table.
    """
    started = time.monotonic()
    clock = Clock(started + time_limit, cancel)
    if ruleset.table.model not in HAND_GAMES:
        text = f"in {ruleset.name} melds are laid on the table; ask for a lay-down"
        raise InvalidRequest([Fault("ruleset", "NOT_A_HAND_GAME", text)])
    bare = replace(position, table=(), opened=True, loose=(), called=None, wild_turns=())
    check_question(bare, ruleset)
    turn = replace(ruleset.turn, go_out_needs_discard=False, min_rack_tiles=0)
    melds = tuple(replace(other, count=0) for other in ruleset.other_melds)
    free = replace(ruleset, name="custom", declare=Declare(), turn=turn, other_melds=melds)
    game = game_of(ruleset)
    best: Solution | None = None
    gone: Tile | None = None
    proved = True
    for thrown, rack in _after_the_discard(bare, ruleset):
        if best is not None and clock.spent:
            proved = False
            break
        left = max(SHORTEST_SECONDS, clock.seconds)
        found = solve(
            replace(bare, rack=rack), free, (Objective.RACK_PENALTY, Objective.TILES), time_limit=left, cancel=cancel
        )
        proved &= found.status in (Status.OPTIMAL, Status.NO_PLAY)
        if best is None or _value(found.rack, game) < _value(best.rack, game):
            best, gone = found, thrown
    assert best is not None
    value = _value(best.rack, game)
    return Deadwood(
        melds=best.table,
        left=best.rack,
        value=value,
        can_knock=0 <= value <= ruleset.declare.knock_max,
        proved=proved,
        seconds=time.monotonic() - started,
        thrown=gone,
    )


def undivided(hand: tuple[Tile, ...], ruleset: Ruleset) -> Deadwood:
    """What a hand that nothing is known about leaves at most: all of it."""
    value = _value(hand, game_of(ruleset))
    return Deadwood((), hand, value, can_knock=0 <= value <= ruleset.declare.knock_max, proved=False)


def _after_the_discard(position: Position, ruleset: Ruleset) -> Iterator[tuple[Tile | None, tuple[Tile, ...]]]:
    """The hands that are left when each different card is thrown, the dearest first; the hand itself between turns."""
    rack = position.rack
    if not is_on_turn(position, ruleset):
        yield None, rack
        return
    game = game_of(ruleset)
    first = {tile[:3]: index for index, tile in reversed([*enumerate(rack)])}
    for index in sorted(first.values(), key=lambda index: (-tile_value(rack[index], game), index)):
        yield rack[index], (*rack[:index], *rack[index + 1 :])


def _value(tiles: tuple[Tile, ...], game: Game) -> int:
    return sum(tile_value(tile, game) for tile in tiles)
