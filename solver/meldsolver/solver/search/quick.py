"""A play at once, without any search: what a limit too short for the search still gives.

Everything is tried greedily in a few ways, and only what the referee accepts is given. The play is
legal, seldom the best; its bounds are those that nothing rules out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from meldsolver.answers import Objective, Solution
from meldsolver.limits.clock import Clock, OutOfTime, TooManySteps
from meldsolver.referee import move_violations
from meldsolver.rules.contract import contract_of, level_of
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.reading import valid_readings
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.turn_kind import TableUse, cards_kept, extra_melds, must_be_complete, must_open, table_use
from meldsolver.solver.layout.observed import with_all_goals
from meldsolver.solver.search.answer import describe
from meldsolver.solver.search.greedy import Greedy
from meldsolver.tiles import Meld, Position
from meldsolver.tiles.request import InvalidRequest

JUDGE_SECONDS = 0.005
"""What judging a play may take when the time is over."""

MOST_STEPS = 200_000
"""A table of two thousand tiles takes a tenth of it."""


def quick_solution(
    position: Position, ruleset: Ruleset, wanted: Sequence[Objective], clock: Clock | None = None
) -> Solution | None:
    """A play that needs no search, with a goal for each objective; ``None`` where none is found so."""
    begun = time.monotonic()
    table = quick_play(position, ruleset, thrifty=Objective.WILDS_KEPT in wanted, clock=clock)
    if table is None:
        return None
    game = game_of(ruleset)
    play = describe(position, table, game, False, (), begun)
    return with_all_goals(play, position, game, wanted, clock and clock.with_at_least(JUDGE_SECONDS))


def quick_play(
    position: Position, ruleset: Ruleset, *, thrifty: bool = False, clock: Clock | None = None
) -> tuple[Meld, ...] | None:
    """The table after a legal play that is found without a search; ``None`` where none is found so.

    Args:
        position: the position.
        ruleset: the rules.
        thrifty: whether wilds stay in the rack.
        clock: ends it early; what has been found by then is still given.
    """
    if position.loose or position.called is not None or must_be_complete(position, ruleset):
        return None
    game = game_of(ruleset)
    clock = (clock or Clock()).within(MOST_STEPS)
    tried: set[tuple[Meld, ...]] = {position.table}
    last: Clock | None = None
    for play in _plays(position, game, thrifty, clock):
        after = tuple(play.melds)
        if after in tried:
            continue
        tried.add(after)
        judging = last or clock.with_at_least(JUDGE_SECONDS)
        if clock.spent or clock.seconds < JUDGE_SECONDS:
            last = judging  # once for all that is left to judge
        if _is_legal(position, after, ruleset, judging):
            return after
    return None


def _is_legal(position: Position, after: tuple[Meld, ...], ruleset: Ruleset, clock: Clock) -> bool:
    """Whether the referee accepts a table; one that it cannot judge, or only by a long search, is no quick play."""
    new = after[len(position.table) :]
    opens = must_open(position, ruleset) and ruleset.opening.kind == "points"
    try:
        if opens and not _may_open(new, game_of(ruleset), clock):
            return False
        return not move_violations(position, after, ruleset, new, clock)
    except (InvalidRequest, OutOfTime):
        return False


def _may_open(new: Sequence[Meld], game: Game, clock: Clock) -> bool:
    """Whether the new melds could be worth an opening as they lie; else the referee would look for others."""
    rule = game.ruleset.opening
    if 0 < rule.pairs <= len(new):
        return True
    worths = [max((each.points for each in valid_readings(meld, game, clock=clock)), default=0) for meld in new]
    return (sum(worths) if rule.multi_meld else max(worths, default=0)) >= rule.threshold


Step: TypeAlias = Callable[[Greedy], object]


def _plays(position: Position, game: Game, thrifty: bool, clock: Clock) -> Iterator[Greedy]:
    """Greedy plays, promising ones first; when the clock ends it, what the last one has come to."""
    rules = game.ruleset
    room = len(position.rack) - cards_kept(position, rules)
    room = min(room, rules.turn.max_rack_tiles or room)
    for ways in _ways(position, game, thrifty):
        plays = []
        for steps in ways:
            play = Greedy(position.rack, position.table, game, room, clock)
            plays.append(play)
            try:
                for step in steps:
                    step(play)
            except (OutOfTime, TooManySteps):
                break
        yield from sorted(plays, key=lambda each: -each.laid)


def _ways(position: Position, game: Game, thrifty: bool) -> Iterator[list[list[Step]]]:
    """What to lay in which order; ways of one list are compared, the next list is for when they are not legal."""
    rules = game.ruleset
    opens = must_open(position, rules)
    grows = table_use(position, rules) is not TableUse.STAY
    every: list[Step] = [partial(Greedy.lay_off, wilds=not thrifty)] if grows else []
    if opens and rules.opening.kind == "contract":
        alternatives = contract_of(rules, level_of(position, rules))
        contracts = [partial(Greedy.lay_contract, demands=demands) for demands in alternatives]
        yield [[contract, *every] for contract in contracts]
        yield [[contract] for contract in contracts]
        return
    runs, sets = Greedy.lay_runs, Greedy.lay_sets
    if rules.opening.kind != "contract" or extra_melds(position, rules) == "always":
        more = every if thrifty else [Greedy.lay_with_wilds, *every]
        yield [[runs, sets, *more], [sets, runs, *more]]
        yield [[runs, sets], [sets, runs]]
    if grows and not opens:
        yield [[partial(Greedy.lay_off, wilds=False)]]
        yield [[partial(Greedy.lay_off, wilds=False, pure=True)]]
