"""What a hand counts at the end of a round, in games whose melds stay in the hand: Indian rummy's points.

A hand without the pure runs that a declared hand needs counts with every card; with them, only the cards in
no meld count (rummyplaywiseindia.com, taashsutra.com, cardoddsbharatdesk.com, their pages on scoring).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from meldsolver.answers import Objective, Status
from meldsolver.limits.cancel import CancelToken
from meldsolver.rules.game import game_of
from meldsolver.rules.play_rules import Declare
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.scoring import RoundScore, tile_value
from meldsolver.rules.scoring import score_round as score_racks
from meldsolver.solver.engine import LONGEST_SECONDS, solve
from meldsolver.tiles import Position, Tile
from meldsolver.tiles.request import Fault, InvalidRequest

SECONDS = 10.0
"""Far more than the melds of the hands of one round take to find."""

SHORTEST_SECONDS = 0.001


def score_round(
    racks: Sequence[Sequence[Tile]],
    ruleset: Ruleset,
    *,
    winner: int | None = None,
    opened: Sequence[bool] | None = None,
    could_open: Sequence[bool] | None = None,
    pool_empty: bool = False,
    time_limit: float = SECONDS,
    cancel: CancelToken | None = None,
) -> RoundScore:
    """Scores a round as :func:`meldsolver.rules.scoring.score_round` does, melds of the hands considered.

    Args:
        racks: as there, and so are the others.
        ruleset: the rules.
        winner: the winner's index.
        opened: whether each player has opened.
        could_open: whether each player who has not opened could have done so.
        pool_empty: whether the round ended because no tile was left.
        time_limit: seconds for the melds of all hands.
        cancel: ends it from another thread.

    Raises:
        InvalidRequest: as there, or the melds were not found in time.
    """
    deadline = time.monotonic() + time_limit

    def counted(rack: tuple[Tile, ...]) -> int:
        return hand_points(rack, ruleset, time_limit=deadline - time.monotonic(), cancel=cancel)

    return score_racks(
        racks,
        ruleset,
        winner=winner,
        opened=opened,
        could_open=could_open,
        pool_empty=pool_empty,
        counted=counted if ruleset.scoring.hand == "unmelded" else None,
    )


def hand_points(
    rack: Sequence[Tile], ruleset: Ruleset, *, time_limit: float = SECONDS, cancel: CancelToken | None = None
) -> int:
    """The least that a hand counts, before any cap.

    Raises:
        InvalidRequest: the deck does not have its tiles, or its melds were not found in time.
    """
    game = game_of(ruleset)
    everything = sum(tile_value(tile, game) for tile in rack)
    if not rack:
        return 0
    pure = ruleset.declare.min_pure_runs
    turn = replace(ruleset.turn, min_rack_tiles=0, go_out_needs_discard=False)
    free = replace(ruleset, name="custom", declare=Declare(min_runs=pure, min_pure_runs=pure), turn=turn)
    hand = Position(rack=tuple(rack), opened=True)
    limit = min(max(SHORTEST_SECONDS, time_limit), LONGEST_SECONDS)
    best = solve(hand, free, (Objective.RACK_PENALTY,), time_limit=limit, cancel=cancel)
    if best.status is Status.NO_PLAY:
        return everything
    if best.status is not Status.OPTIMAL:
        text = f"the melds of {len(rack)} cards were not found in time; give fewer cards, or more time"
        raise InvalidRequest([Fault("racks", "TOO_COMPLEX", text)])
    return sum(tile_value(tile, game) for tile in best.rack)
