"""Models kept ready for the plain case, where a position changes nothing but bounds.

Building a model costs as much as searching it. When the table may be rearranged and no opening,
limit on wilds or joker policy adds conditions of its own, the model is the same for every position
of a game; only how many tiles of each face are in play differs.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from meldsolver.answers import Objective
from meldsolver.limits.clock import Clock, OutOfTime
from meldsolver.limits.remembered import remembered
from meldsolver.rules.game import Game
from meldsolver.rules.table_wilds import wilds_are_bound
from meldsolver.rules.turn_kind import TableUse, cards_kept, must_open, table_use
from meldsolver.solver.melds.supply import Supply, supply_of
from meldsolver.solver.model.lenient import only_naturals_limit
from meldsolver.solver.model.objectives import combine, measure
from meldsolver.solver.model.problem import Problem, bounds_of, build_plain, is_limited
from meldsolver.solver.program.backend import Program
from meldsolver.tiles import Position
from meldsolver.tiles.request import InvalidRequest

MOST_FACES = 120
"""Larger decks are not kept ready: most of their faces would be idle in any one position."""


class TooHeavy(ValueError):
    """The objectives cannot be one objective of a single search; their weights would grow too large."""


class Template:
    """A model with its objective, ready to take the bounds of a position."""

    def __init__(self, game: Game, objectives: Sequence[Objective], wilds: int, clock: Clock) -> None:
        copies = game.ruleset.deck.copies * game.ruleset.deck.packs
        everything = Supply(Counter(), Counter(dict.fromkeys(game.faces, copies)), 0, wilds, 0, 0)
        worth = Objective.MELD_POINTS in objectives
        self.problem = replace(build_plain(game, everything, clock), worth=worth)
        measures = [measure(objective, self.problem) for objective in objectives]
        combined = combine(measures, [self.problem.model.range_of(m.expr) for m in measures])
        if combined is None:
            raise TooHeavy
        self.program = Program(self.problem.model, combined[0])
        self.weights = combined[1]

    @property
    def weight(self) -> int:
        """About how many bytes the template takes, those outside Python included."""
        model = self.problem.model
        return 700 * len(model.low) + 250 * sum(len(row.expr) for row in model.rows)

    def take(self, position: Position, supply: Supply, clock: Clock) -> Problem:
        """Sets the bounds for a position and returns the problem with it, which the clock ends from now on."""
        self.problem.model.clock = clock
        self.program.bound_all(bounds_of(self.problem, position, supply))
        return replace(self.problem, position=position, supply=supply)


@dataclass(slots=True)
class _Shelf:
    """Templates of one kind.

    Attributes:
        idle: those that no search is using; taking one out and putting it back are atomic.
        fits: whether there can be any: the objectives fit into one search.
    """

    idle: deque[Template]
    fits: bool = True


@remembered
def _shelf(game: Game, objectives: tuple[Objective, ...], wilds: int) -> _Shelf:
    return _Shelf(deque(maxlen=16))


def is_plain(
    position: Position, game: Game, objectives: Sequence[Objective], supply: Supply, *, lenient: bool = False
) -> bool:
    """Whether the position adds nothing to the bare core but bounds (``lenient``: see :func:`plain_template`)."""
    rules = game.ruleset
    return (
        len(game.faces) <= MOST_FACES
        and not any(objective.structural for objective in objectives)
        and not game.wild_faces
        and position.called is None
        and rules.wild.may_exceed_copies
        and table_use(position, rules) is TableUse.REARRANGE
        and not must_open(position, rules)
        and not (wilds_are_bound(rules) and any(tile.wild for meld in position.table for tile in meld))
        and (not is_limited(game, supply.wilds) or (lenient and only_naturals_limit(game)))
        and (bool(position.loose) or 0 < rules.turn.min_rack_tiles <= len(position.rack) - cards_kept(position, rules))
    )


@contextmanager
def plain_template(
    position: Position, game: Game, objectives: tuple[Objective, ...], clock: Clock, *, lenient: bool = False
) -> Iterator[tuple[Template, Problem] | None]:
    """A template set to the position, or ``None`` when the position is not plain.

    Args:
        position: the position.
        game: the rules.
        objectives: what to prefer.
        clock: ends the building.
        lenient: whether melds may be of wilds alone (see :mod:`meldsolver.solver.model.lenient`).
    """
    supply = supply_of(position, game, with_table=True)
    if not is_plain(position, game, objectives, supply, lenient=lenient):
        yield None
        return
    shelf = _shelf(game, objectives, supply.wilds)
    template = _take(shelf, game, objectives, supply.wilds, clock)
    if template is None:
        yield None
        return
    try:
        yield template, template.take(position, supply, clock)
    except OutOfTime:
        shelf.idle.append(template)
        raise
    # After anything else, Ctrl-C for instance, a bound may be half written: the template is not used again.
    shelf.idle.append(template)


def _take(shelf: _Shelf, game: Game, objectives: tuple[Objective, ...], wilds: int, clock: Clock) -> Template | None:
    if not shelf.fits:
        return None
    try:
        return shelf.idle.pop()
    except IndexError:
        pass
    try:
        template = Template(game, objectives, wilds, clock)
    except (TooHeavy, InvalidRequest):
        # A game may have too many melds to hold them all ready, and yet few that a position can fill.
        shelf.fits = False
        return None
    game.memory.add(template.weight)
    return template
