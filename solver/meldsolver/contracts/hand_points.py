"""What a hand counts at the end of a round, in games whose melds stay in the hand: Indian rummy's points.

A hand without the pure runs that a declared hand needs counts with every card; with them, only the cards in
no meld count (rummyplaywiseindia.com, taashsutra.com, cardoddsbharatdesk.com, their pages on scoring).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from meldsolver.rules.game import game_of
from meldsolver.rules.play_rules import Declare
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.scoring import RoundScore, tile_value
from meldsolver.rules.scoring import score_round as score_racks
from meldsolver.solver.solution import Objective, Status
from meldsolver.solver.solve import solve
from meldsolver.tiles import Position, Tile
from meldsolver.tiles.request import Fault, InvalidRequest

SECONDS = 10.0
"""Far more than the melds of one hand take to find."""


def score_round(
    racks: Sequence[Sequence[Tile]],
    ruleset: Ruleset,
    *,
    winner: int | None = None,
    opened: Sequence[bool] | None = None,
    could_open: Sequence[bool] | None = None,
    pool_empty: bool = False,
) -> RoundScore:
    """Scores a round as :func:`meldsolver.rules.scoring.score_round` does, melds of the hands considered.

    Raises:
        InvalidRequest: as there.
    """

    def counted(rack: tuple[Tile, ...]) -> int:
        return hand_points(rack, ruleset)

    return score_racks(
        racks,
        ruleset,
        winner=winner,
        opened=opened,
        could_open=could_open,
        pool_empty=pool_empty,
        counted=counted if ruleset.scoring.hand == "unmelded" else None,
    )


def hand_points(rack: Sequence[Tile], ruleset: Ruleset) -> int:
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
    best = solve(Position(rack=tuple(rack), opened=True), free, (Objective.RACK_PENALTY,), time_limit=SECONDS)
    if best.status is Status.NO_PLAY:
        return everything
    if best.status is not Status.OPTIMAL:
        text = f"the melds of {len(rack)} cards were not found in {SECONDS:.0f} s; give fewer"
        raise InvalidRequest([Fault("racks", "TOO_COMPLEX", text)])
    return sum(tile_value(tile, game) for tile in best.rack)
