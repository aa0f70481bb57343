"""How table wilds may be freed when the table is rearranged (end-state conditions, see docs/wilds.md).

A move is legal when some reading of it is: each table wild is either kept by a wild that stands for a
face it could stand for, or freed. The search tries the readings one after the other; when none is
legal, the reasons of the one with the fewest are told.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, zip_longest

from meldsolver.limits.clock import Clock, TooManySteps
from meldsolver.referee.fates import fates_of
from meldsolver.referee.report import Code, Violation
from meldsolver.referee.retrieval import Retrieved
from meldsolver.referee.wild_slots import MOST_STEPS, laid_wilds, within_copies
from meldsolver.rules.game import Game
from meldsolver.rules.reading import valid_readings
from meldsolver.rules.table_wilds import table_wilds, wilds_are_bound
from meldsolver.tiles import Face, Meld, Position, Tile

MOST_COMPARED = 2_000
"""When no reading is legal, the reasons are the fewest among so many readings."""

MOST_FILLED = 1_000_000
"""So often a freed wild is tried in a new meld, in all readings together."""

JUDGING = 32
"""Judging one way to tell what became of the wilds takes as long as so many steps."""


def wild_violations(
    before: Position, after: tuple[Meld, ...], played: tuple[Tile, ...], game: Game, clock: Clock | None = None
) -> list[Violation]:
    """The reasons against what a move did with the table's wilds.

    Raises:
        TooManySteps: there are more readings than can be tried.
        OutOfTime: the clock ended it.
    """
    clock = clock or Clock()
    melds = table_wilds(before, game, clock) if wilds_are_bound(game.ruleset) else []
    if not melds:
        return []
    laid = laid_wilds(after, game, clock)
    counted = not game.ruleset.wild.may_exceed_copies
    steps = clock.within(MOST_STEPS)
    judge = Retrieved(before, after, played, game, clock.within(MOST_FILLED))
    for fates in fates_of(melds, after, laid, steps, judge.may_happen):
        steps.look(JUDGING)
        if not judge.faults(fates, laid) and (not counted or within_copies(after, laid, fates.fixed, game, steps)):
            return []
    reasons = []
    # The move is illegal by now; the steps only bound how many ways to tell it are compared.
    with suppress(TooManySteps):
        steps = clock.within(MOST_STEPS)
        for fates in islice(fates_of(melds, after, laid, steps, None), MOST_COMPARED):
            steps.look(JUDGING)
            if faults := judge.faults(fates, laid):
                reasons.append(faults)
    return min(reasons, key=len, default=exceeded(after))


def copy_violations(after: tuple[Meld, ...], game: Game, clock: Clock | None = None) -> list[Violation]:
    """The reason against wilds that would show a tile more often than it exists.

    Raises:
        TooManySteps: there are more readings than can be tried.
        OutOfTime: the clock ended it.
    """
    if game.ruleset.wild.may_exceed_copies:
        return []
    steps = (clock or Clock()).within(MOST_STEPS)
    if within_copies(after, laid_wilds(after, game, steps), {}, game, steps):
        return []
    return exceeded(after)


def exceeded(after: tuple[Meld, ...]) -> list[Violation]:
    """The reason against a table whose wilds show some tile too often."""
    text = "every copy of a tile for which a wild must stand already lies on the table; no wild may add another"
    wilds = tuple(tile for meld in after for tile in meld if tile.wild)
    return [Violation(Code.WILD_EXCEEDS_COPIES, text, tiles=wilds)]


def freed_count(before: tuple[Meld, ...], after: tuple[Meld, ...], game: Game) -> int:
    """How many table wilds stand for another tile than before, by the reading that keeps the most.

    Where a meld can be read in several ways, each of its wilds is taken by itself.
    """
    # A meld before that can be read without wilds has freed none.
    stood = [faces for ways in _wild_ways(before, game) if all(ways) for faces in _by_wild(ways)]
    if not stood:
        return 0
    stand = [faces for ways in _wild_ways(after, game) for faces in _by_wild(ways)]
    owner: dict[int, int] = {}

    def keep(wild: int, tried: set[int]) -> bool:
        for index, faces in enumerate(stand):
            if index in tried or not faces & stood[wild]:
                continue
            tried.add(index)
            if index not in owner or keep(owner[index], tried):
                owner[index] = wild
                return True
        return False

    return sum(not keep(wild, set()) for wild in range(len(stood)))


def _wild_ways(melds: tuple[Meld, ...], game: Game) -> Iterator[list[list[tuple[Face, ...]]]]:
    """For each meld that may hold wilds, and each way to read it: for each wild, the faces for which it may stand."""
    for meld in filter(game.may_hold_wilds, melds):
        yield [
            [faces for faces, wild in zip(reading.options, reading.wild, strict=True) if wild]
            for reading in valid_readings(meld, game, grown=True)
        ]


def _by_wild(ways: list[list[tuple[Face, ...]]]) -> list[set[Face]]:
    """For each wild of a meld, the faces for which it may stand in any way."""
    return [{face for faces in wild for face in faces} for wild in zip_longest(*ways, fillvalue=())]
