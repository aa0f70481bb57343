"""A first model without the rule that every meld needs a natural, where that is the only limit on wilds.

Counting the wilds inside every single meld makes the model three times slower, and fifty times where runs
could be described tile by tile without it; and only for plays that nobody would make: in a best play with wilds
to spare, a meld of wilds alone hardly ever appears. So the rule is left out at first; a best play that keeps it
all the same is the best play, and one that does not is searched for again with the rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from meldsolver.rules.game import Game
from meldsolver.solver.model.cover import Cover
from meldsolver.solver.model.instances import instances_of


def only_naturals_limit(game: Game) -> bool:
    """Whether one natural a meld is all that the rules ask of wilds."""
    rule = game.ruleset.wild
    return (
        rule.min_naturals <= 1
        and not rule.max_per_meld
        and not rule.naturals_ge_wilds
        and rule.adjacent_ok
        and not rule.max_in_new_three
        and not game.wild_faces
    )


def every_meld_has_a_natural(cover: Cover, values: Sequence[int]) -> bool:
    """Whether a solution of the model without the rule keeps it."""
    return not any(all(instance.wild) for instance in instances_of(cover, values))
