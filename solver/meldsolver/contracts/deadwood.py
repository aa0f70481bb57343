"""Least deadwood: the melds of a hand that leave the least value, for games in which hands are only shown."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from meldsolver.contracts.questions import check_question
from meldsolver.limits.cancel import CancelToken
from meldsolver.rules.game import game_of
from meldsolver.rules.play_rules import Declare
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.scoring import tile_value
from meldsolver.solver.solution import Objective, Status
from meldsolver.solver.solve import solve
from meldsolver.tiles import Meld, Position, Tile
from meldsolver.tiles.request import Fault, InvalidRequest

HAND_GAMES = ("hand_only", "go_out_only")
"""Tables on which melds are laid only when the hand is shown."""


@dataclass(frozen=True, slots=True)
class Deadwood:
    """The best split of a hand.

    Attributes:
        melds: the melds.
        left: the cards in no meld.
        value: what they cost.
        can_knock: whether that is little enough to knock; false in games without knocking.
        proved: whether no split leaves less (always, unless the time limit came first).
        seconds: wall time that the answer took.
    """

    melds: tuple[Meld, ...]
    left: tuple[Tile, ...]
    value: int
    can_knock: bool
    proved: bool
    seconds: float = 0.0


def least_deadwood(
    position: Position, ruleset: Ruleset, *, time_limit: float = 10.0, cancel: CancelToken | None = None
) -> Deadwood:
    """Splits a hand into melds so that the cards in none cost least.

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
    if ruleset.table.model not in HAND_GAMES:
        text = f"in {ruleset.name} melds are laid on the table; ask for a lay-down"
        raise InvalidRequest([Fault("ruleset", "NOT_A_HAND_GAME", text)])
    bare = replace(position, table=(), opened=True, loose=(), called=None, wild_turns=())
    check_question(bare, ruleset)
    turn = replace(ruleset.turn, go_out_needs_discard=False, min_rack_tiles=0)
    free = replace(ruleset, declare=Declare(), turn=turn)
    found = solve(bare, free, (Objective.RACK_PENALTY, Objective.TILES), time_limit=time_limit, cancel=cancel)
    game = game_of(ruleset)
    value = sum(tile_value(tile, game) for tile in found.rack)
    knock = ruleset.declare.knock_max
    return Deadwood(
        melds=found.table,
        left=found.rack,
        value=value,
        can_knock=0 <= value <= knock,
        proved=found.status in (Status.OPTIMAL, Status.NO_PLAY),
        seconds=time.monotonic() - started,
    )
