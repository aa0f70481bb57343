"""Whether a play of a lenient model (:mod:`meldsolver.solver.model.lenient`) keeps the rule that was left out."""

from __future__ import annotations

from dataclasses import replace

from meldsolver.limits.clock import Clock
from meldsolver.rules.reading import is_meld
from meldsolver.solver.layout.arrange import arrange
from meldsolver.solver.model.lenient import every_meld_has_a_natural
from meldsolver.solver.search.stages import Result

LAYOUT_SECONDS = 0.01
"""What laying out a play may take when the time is over."""


def keeping_naturals(found: Result, clock: Clock) -> Result | None:
    """A play that was found, if every meld of it has a natural.

    On a table that may be rearranged that is known only when the play is laid out: wilds are counted by
    cell, and which meld gets them is open. The table is kept with the result.
    """
    problem, values = found.problem, found.values
    assert values is not None
    if not problem.rearranges:
        return found if every_meld_has_a_natural(problem.cover, values) else None
    clock = clock.with_at_least(LAYOUT_SECONDS)
    table = arrange(problem, values, clock)
    if all(is_meld(meld, problem.game, clock=clock) for meld in table if any(tile.wild for tile in meld)):
        return replace(found, table=table)
    return None
