"""Is the move from a position to a table legal, and if not, why? Every reason at once.

A move is judged by the table before, the tiles played and the table after alone, never by the
order in which a player did it.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.clock import Clock, TooManySteps
from meldsolver.referee.accounting import Account, Standing, account, account_violations, bag_of, standing
from meldsolver.referee.declare import all_pairs, declare_violations
from meldsolver.referee.growing_turn import growing_violations
from meldsolver.referee.growth import Growths
from meldsolver.referee.half_replaced import half_replaced
from meldsolver.referee.opening import early_wild_violations, opening_violations
from meldsolver.referee.report import Code, MoveEffects, MoveReport, Violation
from meldsolver.referee.wilds import copy_violations, freed_count, wild_violations
from meldsolver.rules.explain import meld_problem
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.position_check import position_faults, table_faults
from meldsolver.rules.reading import valid_readings
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.turn_kind import (
    TableUse,
    cards_held,
    cards_kept,
    limits_lifted,
    must_be_complete,
    must_open,
    table_use,
)
from meldsolver.tiles import Meld, Position, Tile, format_tiles
from meldsolver.tiles.request import Fault, InvalidRequest


def check_move(
    before: Position,
    after: Sequence[Meld],
    ruleset: Ruleset,
    *,
    time_limit: float | None = None,
    cancel: CancelToken | None = None,
) -> MoveReport:
    """Judges a move.

    In a contract game a position without a level is judged against every level's contract.

    Args:
        before: the position before the move.
        after: all melds on the table after it; their order does not matter.
        ruleset: the rules.
        time_limit: seconds after which it gives up; without, it always comes to an end all the same.
        cancel: ends it from another thread.

    Raises:
        InvalidRequest: the position cannot exist, or a tile after the move is unknown to the deck, or there
            are more ways to read the move than can be tried; fields are named from ``before`` and ``after``.
        OutOfTime: it was not judged in the time given.
    """
    clock = Clock(math.inf if time_limit is None else time.monotonic() + time_limit, cancel)
    table = tuple(tuple(meld) for meld in after)
    faults = [fault.under("before") for fault in position_faults(before, ruleset) if fault.reason != "LEVEL_MISSING"]
    faults += [fault.under("after") for fault in table_faults(table, ruleset)]
    if faults:
        raise InvalidRequest(faults)
    game = game_of(ruleset)
    verdict = _judge(before, table, game, (), clock)
    if verdict.violations:
        return MoveReport(tuple(verdict.violations), None)
    return MoveReport((), _effects(before, table, verdict, game), tuple(_depends_on(before, table, game)))


def move_violations(
    before: Position,
    after: tuple[Meld, ...],
    ruleset: Ruleset,
    opening: Sequence[Meld] = (),
    clock: Clock | None = None,
) -> list[Violation]:
    """The reasons against a move, as of :func:`check_move`, from a position already known to be possible.

    Args:
        before: the position.
        after: all melds after the move.
        ruleset: the rules.
        opening: melds of the played tiles that open, where the caller knows them; they are checked,
            and spare a search for others.
        clock: ends it.

    Raises:
        InvalidRequest: there are more ways to read the move than can be tried.
        OutOfTime: the clock ended it.
    """
    return _judge(before, after, game_of(ruleset), opening, clock or Clock()).violations


class _Verdict(NamedTuple):
    """The reasons against a move, and what else judging it has told.

    Attributes:
        violations: the reasons.
        stood: the melds that lie exactly as before.
        played: the rack tiles laid.
        opening_points: what the opening melds are worth.
    """

    violations: list[Violation]
    stood: Standing
    played: tuple[Tile, ...]
    opening_points: int


def _judge(before: Position, after: tuple[Meld, ...], game: Game, opening: Sequence[Meld], clock: Clock) -> _Verdict:
    try:
        return _judged(before, after, game, opening, clock)
    except TooManySteps:
        text = "the wilds can be read in too many ways; lay runs in order, so that their wilds are fixed"
        raise InvalidRequest([Fault("after.table", "TOO_COMPLEX", text)]) from None


def _judged(before: Position, after: tuple[Meld, ...], game: Game, opening: Sequence[Meld], clock: Clock) -> _Verdict:
    ruleset = game.ruleset
    stood = standing(before.table, after)
    moved = account(before, after, stood)
    violations = account_violations(moved, before, after, swapped=ruleset.retrieval.reuse == "to_rack")
    sound = not violations
    violations = [_of_a_pair(violation, before, after, game) for violation in violations]
    violations += _swap_violations(moved, before, game)
    violations += _count_violations(before, moved.played, ruleset)
    meld_faults = _meld_violations(before, after, stood, game, clock)
    violations += meld_faults
    more, opening_points = _policy_violations(
        before, after, moved.played, opening, game, sound and not meld_faults, clock
    )
    return _Verdict(violations + more, stood, moved.played, opening_points)


def _of_a_pair(violation: Violation, before: Position, after: tuple[Meld, ...], game: Game) -> Violation:
    """The better reason, where a wild is gone for which one of two cards was laid."""
    index = violation.table_meld
    if violation.code is not Code.TABLE_TILE_MISSING or index is None or not violation.tiles[0].wild:
        return violation
    return half_replaced(index, before.table[index], after, game) or violation


def _swap_violations(moved: Account, before: Position, game: Game) -> list[Violation]:
    """Wilds that went from a set to the hand, where only runs give them up."""
    rule = game.ruleset.retrieval
    if rule.reuse != "to_rack" or rule.only_from != "runs":
        return []
    violations = []
    for index, tile in moved.missing:
        meld = before.table[index]
        if tile.wild and all(reading.kind != "run" for reading in valid_readings(meld, game, grown=True)):
            text = f"the wild of {format_tiles(meld)} may not be swapped; wilds may be taken from runs only"
            violations.append(Violation(Code.JOKER_SWAP_SET, text, table_meld=index, tiles=meld))
    return violations


def _count_violations(before: Position, played: tuple[Tile, ...], ruleset: Ruleset) -> list[Violation]:
    rule = ruleset.turn
    count = len(played)
    violations = []
    if count < rule.min_rack_tiles and not before.loose:
        if count == 0:
            violations.append(Violation(Code.NO_TILE_PLAYED, "no tile was played; at least one rack tile is needed"))
        else:
            text = f"{count} rack tiles were played; at least {rule.min_rack_tiles} are needed"
            violations.append(Violation(Code.TOO_FEW_TILES_PLAYED, text, tiles=played))
    if rule.max_rack_tiles and count > rule.max_rack_tiles:
        text = f"{count} rack tiles were played; at most {rule.max_rack_tiles} may be"
        violations.append(Violation(Code.TOO_MANY_TILES_PLAYED, text, tiles=played))
    kept = cards_kept(before, ruleset)
    if kept and count > cards_held(before) - kept:
        text = "the last card must be discarded, not laid"
        violations.append(Violation(Code.DISCARD_NEEDED, text, tiles=played))
    return violations


def _meld_violations(
    before: Position, after: tuple[Meld, ...], stood: Standing, game: Game, clock: Clock
) -> list[Violation]:
    # What a meld that grew holds for certain: wilds may have left it for naturals.
    held = before.table if limits_lifted(game.ruleset) else ()
    bags = [Counter(tile[:3] for tile in meld if tile.suit or not tile.wild) for meld in held]
    violations = []
    if must_be_complete(before, game.ruleset) and all_pairs(after, game):
        return []
    for index, meld in enumerate(after):
        if index in stood.after:
            continue
        clock.step(1 + len(bags))
        grown = bool(bags) and any(bag <= Counter(tile[:3] for tile in meld) for bag in bags)
        problem = meld_problem(meld, game, grown=grown, clock=clock)
        if problem is not None:
            violations.append(Violation(Code(problem[0]), problem[1], meld=index, tiles=meld))
    return violations or copy_violations(after, game, clock)


def _policy_violations(
    before: Position,
    after: tuple[Meld, ...],
    played: tuple[Tile, ...],
    shown: Sequence[Meld],
    game: Game,
    sound: bool,
    clock: Clock,
) -> tuple[list[Violation], int]:
    """What the opening, the table, the wilds and the contract forbid."""
    rules = game.ruleset
    if must_be_complete(before, rules):
        return (declare_violations(before, after, played, game) if sound else []), 0
    if sound and table_use(before, rules) is not TableUse.REARRANGE:
        return growing_violations(before, after, played, game, clock)
    violations: list[Violation] = []
    points = 0
    if must_open(before, rules) and rules.opening.kind != "contract":
        violations, points = opening_violations(before, after, played, game, shown, clock)
        if sound:
            violations += early_wild_violations(before, after, violations, game)
    # In mid-turn nobody can tell what a wild stood for when the turn began.
    if sound and not violations and not before.loose:
        violations = wild_violations(before, after, played, game, clock)
    return violations, points


def _depends_on(before: Position, after: tuple[Meld, ...], game: Game) -> Iterator[str]:
    """What the position cannot say: how a player opened, where that decides what may be laid later."""
    rules = game.ruleset
    if not (rules.opening.pairs and before.opened and rules.table.manipulation == "layoff"):
        return
    new = Growths(before, after, game, Clock()).first().new
    kinds = {reading.kind for index in new for reading in valid_readings(after[index], game)}
    if kinds - {"pair"}:
        yield f"the player did not open with {rules.opening.pairs} pairs: who did lays no sets or runs of his own"
    if "pair" in kinds:
        yield f"the player opened with {rules.opening.pairs} pairs: who opened with points lays no pairs"


def _effects(before: Position, after: tuple[Meld, ...], verdict: _Verdict, game: Game) -> MoveEffects:
    played = verdict.played
    changed, new = _changed_melds(before.table, after, verdict.stood)
    old = tuple(before.table[index] for index in changed)
    return MoveEffects(
        played=played,
        points=game.points_of(tile for tile in played if not tile.wild),
        opened=before.opened or not before.loose,
        opening_points=0 if before.opened else verdict.opening_points,
        wilds_freed=freed_count(old, new, game) if changed else 0,
        melds_changed=tuple(changed),
    )


def _changed_melds(
    before: tuple[Meld, ...], after: tuple[Meld, ...], stood: Standing
) -> tuple[list[int], tuple[Meld, ...]]:
    """The melds before that do not lie after the move with the same tiles, and those that lie instead of them."""
    now: dict[Hashable, list[Meld]] = {}
    for index, meld in enumerate(after):
        if index not in stood.after:
            now.setdefault(bag_of(meld), []).append(meld)
    changed = []
    for index, meld in enumerate(before):
        if index in stood.before:
            continue
        if same := now.get(bag_of(meld)):
            same.pop(0)
        else:
            changed.append(index)
    return changed, tuple(chain.from_iterable(now.values()))
