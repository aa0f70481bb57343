"""Going down: the contract's melds and the lay-offs of one turn, and lay-offs of a player who is down."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from meldsolver.answers import Goal, Objective, Solution, Status
from meldsolver.contracts.deadwood import least_deadwood
from meldsolver.contracts.patterns import is_simple, pattern_of
from meldsolver.contracts.questions import check_question
from meldsolver.contracts.search import TooMany, find
from meldsolver.contracts.stock import stock_of
from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.clock import Clock, OutOfTime
from meldsolver.rules.contract import level_of
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.scoring import tile_value
from meldsolver.rules.turn_kind import HAND_GAMES, TableUse, must_open, table_use
from meldsolver.solver.engine import LONGEST_SECONDS, solve
from meldsolver.tiles import Meld, Position, Tile

LAY_DOWN_OBJECTIVES = (Objective.RACK_PENALTY, Objective.TILES, Objective.WILDS_KEPT)
"""Least value left in the hand, then most cards out, then most wilds kept."""


@dataclass(frozen=True, slots=True)
class LayOff:
    """Cards laid off on one meld of the table.

    Attributes:
        meld: the meld's index on the table.
        player: whose meld it is; empty where it is not known.
        tiles: the cards added.
    """

    meld: int
    player: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class LayDown:
    """What a player lays in one turn.

    Attributes:
        status: how much is proved; NO_PLAY when nothing can be laid.
        can_go_down: whether the contract can be laid; true for a player who is down already. Where melds stay in
            the hand: whether it can be declared, or the player can knock.
        melds: the new melds, those of the contract among them, longer ones with their lay-offs.
        lay_offs: what is added to melds on the table.
        table: all melds after the play.
        played: the cards laid, in the order of the hand.
        rack: the cards left, the discard among them.
        penalty_left: what the cards left would cost; of the whole hand when nothing is laid. Where melds stay in
            the hand, the card that a hand on turn throws is not counted.
        goes_out: whether nothing but the discard that the rules ask for is left.
        goals: the objectives with their values and bounds; none for a hand that is told by its deadwood.
        seconds: wall time that the answer took.
    """

    status: Status
    can_go_down: bool
    melds: tuple[Meld, ...] = ()
    lay_offs: tuple[LayOff, ...] = ()
    table: tuple[Meld, ...] = ()
    played: tuple[Tile, ...] = ()
    rack: tuple[Tile, ...] = ()
    penalty_left: int = 0
    goes_out: bool = False
    goals: tuple[Goal, ...] = ()
    seconds: float = 0.0


def lay_down(
    position: Position,
    ruleset: Ruleset,
    objectives: Iterable[Objective | str] = LAY_DOWN_OBJECTIVES,
    *,
    players: Sequence[str] = (),
    go_out: bool = False,
    seed: int = 0,
    time_limit: float = 10.0,
    cancel: CancelToken | None = None,
) -> LayDown:
    """Finds what is best laid in one turn, and proves it.

    A player who is not down (``position.opened`` false) lays the contract of ``position.level`` and
    lays off in the same turn where the rules allow it; a player who is down lays off. In games whose
    melds stay in the hand the answer is the split with the least deadwood.

    Args:
        position: the hand (``rack``), the melds laid down by all players (``table``), the level.
        ruleset: the rules.
        objectives: what to prefer, the most important first.
        players: for each meld on the table, whose it is; empty when it is not known.
        go_out: whether to go out whenever that is possible, and to follow the objectives otherwise.
        seed: CP-SAT's random seed.
        time_limit: seconds after which the best found so far is returned.
        cancel: stops the search from another thread.

    Raises:
        InvalidRequest: the position cannot exist, or an argument is out of range.
    """
    started = time.monotonic()
    check_question(position, ruleset, players)
    game = game_of(ruleset)
    wanted = tuple(objectives)
    if ruleset.table.model in HAND_GAMES:
        return _shown(position, ruleset, started + time_limit, cancel)
    sound = set(wanted) <= set(Objective) and wanted and 0 <= seed < 1 << 31 and 0 < time_limit <= LONGEST_SECONDS
    if sound and _cannot_go_down(position, game, Clock(started + time_limit, cancel)):
        return _nothing(Solution(Status.NO_PLAY), position, game, started)
    best: Solution | None = None
    if go_out:
        best = solve(
            position,
            ruleset,
            (Objective.TILES, *(o for o in map(Objective, wanted) if o is not Objective.TILES)),
            seed=seed,
            time_limit=time_limit,
            cancel=cancel,
        )
        if not _goes_out(best, position, ruleset):
            best = None
    if best is None:
        left = max(0.001, time_limit - (time.monotonic() - started))
        best = solve(position, ruleset, wanted, seed=seed, time_limit=left, cancel=cancel)
    if best.status in (Status.NO_PLAY, Status.UNKNOWN):
        return _nothing(best, position, game, started)
    return _describe(best, position, game, players, started)


def _shown(position: Position, ruleset: Ruleset, deadline: float, cancel: CancelToken | None) -> LayDown:
    """The hand that is declared, or else its least deadwood, in a game in which melds stay in the hand."""
    started = time.monotonic()
    if ruleset.declare.all_cards and not position.excerpt:
        bare = replace(position, opened=True)
        whole = solve(bare, ruleset, (Objective.TILES,), time_limit=_left(deadline), cancel=cancel)
        if whole.status.found:
            return LayDown(
                status=whole.status,
                can_go_down=True,
                melds=whole.table,
                table=whole.table,
                played=whole.played,
                rack=whole.rack,
                goes_out=True,
                goals=whole.goals,
                seconds=time.monotonic() - started,
            )
    split = least_deadwood(position, ruleset, time_limit=_left(deadline), cancel=cancel)
    complete = not ruleset.declare.all_cards and not split.left
    thrown = () if split.thrown is None else (split.thrown,)
    return LayDown(
        status=Status.OPTIMAL if split.proved else Status.FEASIBLE,
        can_go_down=split.can_knock or complete,
        melds=split.melds,
        table=split.melds,
        played=tuple(tile for meld in split.melds for tile in meld),
        rack=(*split.left, *thrown),
        penalty_left=split.value,
        goes_out=complete,
        seconds=time.monotonic() - started,
    )


def _left(deadline: float) -> float:
    return max(0.001, deadline - time.monotonic())


def _cannot_go_down(position: Position, game: Game, clock: Clock) -> bool:
    """Whether the search for the distance proves that something lacks."""
    if not must_open(position, game.ruleset) or not is_simple(game.ruleset) or position.called is not None:
        return False
    try:
        pattern = pattern_of(game, level_of(position, game.ruleset), clock=clock)
    except OutOfTime:
        return False
    if pattern is None:
        return False
    stock = stock_of(position, Counter(game.copies), game)
    try:
        found = find(pattern, stock, outs=False, enough=1, clock=clock)
        return found.proved and found.lacking != 0
    except TooMany:
        return False


def _nothing(solution: Solution, position: Position, game: Game, started: float) -> LayDown:
    penalty = sum(tile_value(tile, game) for tile in position.rack)
    return LayDown(
        solution.status,
        position.opened,
        table=position.table,
        rack=position.rack,
        penalty_left=penalty,
        seconds=time.monotonic() - started,
    )


def _goes_out(solution: Solution, position: Position, ruleset: Ruleset) -> bool:
    if position.called is not None:
        # A turn of the caller's own follows, with a draw and a discard.
        return False
    found = solution.status.found
    return found and len(solution.rack) <= (1 if ruleset.turn.discard == "required" else 0)


def _describe(solution: Solution, position: Position, game: Game, players: Sequence[str], started: float) -> LayDown:
    # Melds of the table keep their place in the solver's plays; what follows them is new.
    laid = len(position.table)
    new = solution.table[laid:]
    if table_use(position, game.ruleset) is TableUse.REARRANGE:
        # Counted, so that a second r1 r2 r3 is new.
        new, laid = tuple((Counter(solution.table) - Counter(position.table)).elements()), 0
    lay_offs = []
    for index, (before, after) in enumerate(zip(position.table[:laid], solution.table, strict=False)):
        added = _added(before, after) if len(after) > len(before) else ()
        if added:
            lay_offs.append(LayOff(index, players[index] if players else "", added))
    return LayDown(
        status=solution.status,
        can_go_down=True,
        melds=new,
        lay_offs=tuple(lay_offs),
        table=solution.table,
        played=solution.played,
        rack=solution.rack,
        penalty_left=sum(tile_value(tile, game) for tile in solution.rack),
        goes_out=_goes_out(solution, position, game.ruleset),
        goals=solution.goals,
        seconds=time.monotonic() - started,
    )


def _added(before: Meld, after: Meld) -> tuple[Tile, ...]:
    old = Counter([(tile[:3], tile.id) for tile in before])
    added = []
    for tile in after:
        key = (tile[:3], tile.id)
        if old[key]:
            old[key] -= 1
        else:
            added.append(tile)
    return tuple(added)
