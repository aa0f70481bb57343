"""What a contract asks for, as lists of the smallest melds that meet each demand.

A meld longer than its demand never needs fewer further cards than the smallest one inside it, as
long as wilds are bound by nothing but one natural a meld. So the search for the distance looks at
the smallest melds only; :func:`is_simple` says where that holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from meldsolver.contracts.limits import LONGEST, limits_of, sizes_to_try
from meldsolver.limits.clock import Clock
from meldsolver.limits.remembered import remembered
from meldsolver.rules.contract import Demand, Demands, contract_of
from meldsolver.rules.game import Game
from meldsolver.rules.ruleset import Ruleset
from meldsolver.solver.melds.shapes import Cut, longest_meld, shapes_of
from meldsolver.tiles import Face


class Stage(NamedTuple):
    """Some equal demands of a contract.

    Attributes:
        demand: what is asked for.
        repeats: how many such melds.
        melds: the smallest melds that meet it, each as the cells it covers, by index.
        pooled: whether cells take any suit, or any rank, and so draw on several faces.
    """

    demand: Demand
    repeats: int
    melds: tuple[tuple[int, ...], ...]
    pooled: bool


class Pattern(NamedTuple):
    """A contract of a game.

    Attributes:
        cells: every cell that a meld may have; the faces of the game come first, in their order.
        members: for each cell, the indices of the faces that fill it.
        alternatives: the ways to meet the contract; in each, stages that need single faces come first.
        sizes: for each alternative, how many cards its melds have.
    """

    cells: tuple[Face, ...]
    members: tuple[tuple[int, ...], ...]
    alternatives: tuple[tuple[Stage, ...], ...]
    sizes: tuple[int, ...]


def is_simple(ruleset: Ruleset) -> bool:
    """Whether a wild is bound by nothing but one natural a meld, and contract runs by nothing at all."""
    wild, contract = ruleset.wild, ruleset.contract
    return (
        ruleset.opening.kind == "contract"
        and wild.min_naturals <= 1
        and not wild.max_per_meld
        and not wild.naturals_ge_wilds
        and not wild.max_in_new_three
        and wild.adjacent_ok
        and wild.usable_in_opening
        and wild.may_exceed_copies
        and not ruleset.deck.wild_ranks
        and not ruleset.deck.wild_faces
        and not ruleset.deck.indicator
        and not contract.same_suit_gap_min
        and not contract.distinct_suits
    )


@remembered
def is_known(game: Game) -> bool:
    """Whether :mod:`meldsolver.contracts.limited` knows all that binds wilds and contract runs."""
    ruleset = game.ruleset
    levels = range(1, len(ruleset.contract.levels) + 1)
    demanded = [demand for level in levels for demands in contract_of(ruleset, level) for demand in demands]
    sizes = [demand.size for demand in demanded]
    longest = max([*sizes, game.span + 1 if ruleset.run.allowed else 0])
    # Whose face a natural shows in a cell that leaves suit or rank open is not looked at there.
    pooled = {"run"} if ruleset.run.suit != "same" else set()
    pooled |= {"set", "colour"} if ruleset.set.suits == "any" else {"colour"}
    tells_faces = pooled.isdisjoint(demand.kind for demand in demanded)
    return (
        ruleset.opening.kind == "contract"
        and ruleset.wild.usable_in_opening
        and not ruleset.deck.indicator
        and longest <= LONGEST
        and (ruleset.wild.may_exceed_copies or tells_faces)
    )


@remembered
def pattern_of(game: Game, level: int, *, clock: Clock | None = None) -> Pattern | None:
    """The contract of a level; ``None`` where sets and colours would both draw on the same faces.

    Where single melds limit their wilds or runs must lie apart, longer melds are in it as well
    (:func:`meldsolver.contracts.limits.sizes_to_try`).
    """
    cells: dict[Face, int] = {face: index for index, face in enumerate(game.faces)}
    clock = clock or Clock()
    alternatives = []
    for demands in contract_of(game.ruleset, level):
        stages = _stages(demands, game, cells, clock)
        pools = {bool(cell.suit) for stage in stages if stage.pooled for cell in _cells_of(stage, cells)}
        if len(pools) > 1:
            return None
        alternatives.append(stages)
    members = tuple(_members(cell, game, clock) for cell in cells)
    sizes = tuple(sum(stage.repeats * stage.demand.size for stage in stages) for stages in alternatives)
    return Pattern(tuple(cells), members, tuple(alternatives), sizes)


def _stages(demands: Demands, game: Game, cells: dict[Face, int], clock: Clock) -> tuple[Stage, ...]:
    stages = []
    for demand, count in Counter(demands).items():
        shapes = [shape for shape in _smallest(demand, demands, game, clock) if shape]
        melds = tuple(_indexed(shape, cells, clock) for shape in shapes)
        pooled = any(not cell.suit or not cell.rank for shape in shapes for cell in shape)
        stages.append(Stage(demand, count, melds, pooled))
    return tuple(sorted(stages, key=lambda stage: stage.pooled))


def _smallest(demand: Demand, demands: Demands, game: Game, clock: Clock) -> list[tuple[Face, ...]]:
    shapes = shapes_of(game, cut=Cut.WHOLE, most=longest_meld(game), clock=clock)
    sizes: tuple[int, ...] = (demand.size,)
    if not demand.exact and not is_simple(game.ruleset) and is_known(game):
        runs = sum(other.kind == "run" for other in demands)
        gap = 0 if game.ruleset.contract.distinct_suits else game.ruleset.contract.same_suit_gap_min
        limits = limits_of(game.ruleset)
        sizes = sizes_to_try(limits, demand.kind == "run", demand.size, LONGEST, runs, gap)
    return [shape.cells for shape in shapes if shape.kind == demand.kind and len(shape.cells) in sizes]


def _indexed(shape: Iterable[Face], cells: dict[Face, int], clock: Clock) -> tuple[int, ...]:
    """The cells of a meld by index; new ones get the next."""
    clock.step(2)
    return tuple(cells.setdefault(cell, len(cells)) for cell in shape)


def _cells_of(stage: Stage, cells: dict[Face, int]) -> list[Face]:
    names = list(cells)
    return [names[index] for meld in stage.melds for index in meld]


def _members(cell: Face, game: Game, clock: Clock) -> tuple[int, ...]:
    clock.step(1 + len(game.faces) // 16)
    return tuple(
        index
        for index, face in enumerate(game.faces)
        if (not cell.suit or face.suit == cell.suit) and (not cell.rank or face.rank == cell.rank)
    )
