"""Is this a meld, what do its wilds stand for, what is it worth?"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.clock import Clock
from meldsolver.referee.report import Code, MeldReport, Violation
from meldsolver.rules.explain import meld_problem
from meldsolver.rules.game import game_of
from meldsolver.rules.position_check import table_faults
from meldsolver.rules.reading import valid_readings
from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles import Tile
from meldsolver.tiles.request import Fault, InvalidRequest


def check_meld(
    tiles: Sequence[Tile],
    ruleset: Ruleset,
    *,
    time_limit: float | None = None,
    cancel: CancelToken | None = None,
) -> MeldReport:
    """Judges one meld; where several readings exist, the most valuable one is reported.

    Args:
        tiles: the tiles of the meld.
        ruleset: the rules.
        time_limit: seconds after which it gives up; without, it always comes to an end all the same.
        cancel: ends it from another thread.

    Raises:
        InvalidRequest: no tiles, or a tile that the deck does not have.
        OutOfTime: it was not judged in the time given.
    """
    clock = Clock(math.inf if time_limit is None else time.monotonic() + time_limit, cancel)
    meld = tuple(tiles)
    if not meld:
        raise InvalidRequest([Fault("meld", "EMPTY", "a meld needs tiles")])
    faults = [
        Fault(fault.field.replace("table[0]", "meld", 1), fault.reason, fault.message)
        for fault in table_faults((meld,), ruleset)
    ]
    if faults:
        raise InvalidRequest(faults)
    game = game_of(ruleset)
    problem = meld_problem(meld, game, clock=clock)
    if problem is not None:
        violation = Violation(Code(problem[0]), problem[1], meld=0, tiles=meld)
        return MeldReport(False, "", 0, (), (violation,))
    reading = valid_readings(meld, game, clock=clock)[0]
    wilds = tuple(option if wild else () for option, wild in zip(reading.options, reading.wild, strict=True))
    return MeldReport(True, reading.kind, reading.points, wilds, ())
