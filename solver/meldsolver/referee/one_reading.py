"""One reading of a table that grew for everything: its growth, its opening, and how often it shows a tile.

Only where wilds may not add to the copies of the deck; elsewhere no two of these are ever at odds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

from meldsolver.limits.clock import Clock
from meldsolver.referee.growth import Growth, grown_readings
from meldsolver.referee.opening import most_within
from meldsolver.referee.report import Violation
from meldsolver.referee.wild_slots import MOST_STEPS, Laid, laid_so, within_copies
from meldsolver.referee.wilds import exceeded
from meldsolver.referee.worth import opening_readings, opening_worths
from meldsolver.rules.game import Game
from meldsolver.rules.reading import Reading, valid_readings
from meldsolver.rules.table_wilds import replaceable_places
from meldsolver.tiles import Meld, Position, Tile


class _Choice(NamedTuple):
    """Readings of a new meld that count alike in an opening.

    Attributes:
        ways: how its wilds may be read.
        worth: what it counts; ``None`` where it may not open.
        kind: its kind.
    """

    ways: tuple[Laid, ...]
    worth: int | None
    kind: str


def copies_of_growth(
    before: Position,
    after: tuple[Meld, ...],
    played: tuple[Tile, ...],
    grown: Growth,
    game: Game,
    opens: bool,
    clock: Clock,
) -> list[Violation]:
    """The reason against a move that is legal but for a tile shown too often by every reading that makes it so.

    Args:
        before: the position before the move.
        after: all melds after it.
        played: the rack tiles played.
        grown: how the melds before stand in the table after; each of them does.
        game: the rules.
        opens: whether the new melds have to open.
        clock: ends it.

    Raises:
        TooManySteps: there are more readings than can be tried.
    """
    if game.ruleset.wild.may_exceed_copies:
        return []
    steps = clock.within(MOST_STEPS)
    laid: list[tuple[Laid, ...]] = [()] * len(after)
    for index, places in enumerate(replaceable_places(before, game)):
        held = grown.continued[index]
        if held is not None and game.may_hold_wilds(after[held]):
            readings = grown_readings(before.table[index], after[held], game, places, steps)
            laid[held] = tuple(dict.fromkeys(laid_so(reading, game) for reading in readings))
    for chosen in product(*[_choices(after[index], game, steps) for index in grown.new]):
        steps.step()
        if opens and not _open(chosen, [after[index] for index in grown.new], played, game):
            continue
        for index, choice in zip(grown.new, chosen, strict=True):
            laid[index] = choice.ways
        if within_copies(after, laid, {}, game, steps):
            return []
    return exceeded(after)


def _choices(meld: Meld, game: Game, clock: Clock) -> list[_Choice]:
    worths = dict(zip(opening_readings(meld, game), opening_worths(meld, game), strict=True))
    alike: dict[tuple[int | None, str], list[Reading]] = {}
    for reading in valid_readings(meld, game, clock=clock):
        alike.setdefault((worths.get(reading), reading.kind), []).append(reading)
    told = game.may_hold_wilds(meld)
    return [
        _Choice(tuple(dict.fromkeys(laid_so(r, game) for r in readings)) if told else (), worth, kind)
        for (worth, kind), readings in sorted(alike.items(), key=lambda item: -(item[0][0] or 0))
    ]


def _open(chosen: Sequence[_Choice], melds: Sequence[Meld], played: Sequence[Tile], game: Game) -> bool:
    """Whether new melds open, read so."""
    rule = game.ruleset.opening
    own = [(meld, choice) for meld, choice in zip(melds, chosen, strict=True) if choice.worth is not None]

    def most(value: Callable[[_Choice], int], *, several: bool) -> int:
        return most_within([(meld, value(choice)) for meld, choice in own], played, several=several)

    if rule.kind == "run":
        return most(lambda choice: choice.kind == "run", several=False) > 0
    if rule.kind == "own_meld":
        return most(lambda choice: 1, several=False) > 0
    paired = [choice.kind == "pair" for choice in chosen]
    if rule.pairs and any(paired):
        return all(paired) and most(lambda choice: 1, several=True) >= rule.pairs
    return most(lambda choice: choice.worth or 0, several=rule.multi_meld) >= rule.threshold
