"""The plan: a play as steps that a person can do one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from meldsolver.hints.board import PlanBoard
from meldsolver.hints.exchange import exchanges
from meldsolver.hints.opening import Opening, opening_of
from meldsolver.hints.origin import HELD, MeldOrigin, Place, Source, origins, tile_at
from meldsolver.hints.sentences import sentence
from meldsolver.hints.step import Moved, Plan, Step, StepKind
from meldsolver.hints.transfers import Region, regions
from meldsolver.hints.walk import Move, Walk
from meldsolver.limits.clock import Clock
from meldsolver.rules.game import game_of
from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles import Meld, Position


def plan_of(
    position: Position,
    table: Sequence[Meld],
    ruleset: Ruleset,
    came: tuple[MeldOrigin, ...] | None = None,
    clock: Clock | None = None,
) -> Plan:
    """The plan of a legal play.

    What opens is laid first, then what the rack lays by itself, then what it lays on single melds, then each
    part of the table that hangs together, the easiest first: in the fewest steps after each of which every meld is
    valid, or with one step in which the fewest melds are taken apart and laid anew.

    Args:
        position: the position.
        table: the table after the play.
        ruleset: the rules.
        came: the origins of the table's melds, if they are known already.
        clock: ends the search for single steps; what is not done then is told as rebuilt.
    """
    clock = clock or Clock()
    came = came if came is not None else origins(position, table, clock)
    game = game_of(ruleset)
    board = PlanBoard(position, table, came, game)
    steps = list(_opening_steps(board, opening_of(board, clock)))
    places = [origin.places for origin in came]
    replaced = exchanges(position, table, places, board.goal, board.game)
    for number, region in enumerate(regions(board, replaced), 1):
        steps += _region_steps(board, region, number, clock)
    steps += _reordering_steps(board, len(steps) and steps[-1].region)
    numbers = _in_order_of_laying(position, steps)
    worded = PlanBoard(position, table, came, game, [numbers[number] for number in board.numbers])
    laid = [tile_at(position, place) for place in board.goal if place.source in HELD]
    return Plan(
        steps=tuple(_worded(worded, _renumbered(step, numbers)) for step in steps),
        melds=worded.numbers,
        recast=tuple((place, tile) for place, tile in board.ends.items() if tile != tile_at(position, place)),
        moved_tiles=sum(place.source is Source.TABLE and place.meld != goal for place, goal in board.goal.items()),
        rack_tiles=len(laid),
        points=game.points_of(laid),
        splits=sum(step.kind is StepKind.SPLIT for step in steps),
    )


def _opening_steps(board: PlanBoard, opening: Opening | None) -> Iterator[Step]:
    if opening is None:
        return
    unused = max([*board.numbers, *board.melds, -1]) + 1
    for index, places in enumerate(opening.melds):
        number = _goes_on_as(board, places)
        if number is None:
            number, unused = unused, unused + 1
        step = replace(_step(board, dict.fromkeys(places, number)), results=((number, places),))
        if opening.points is not None and index == len(opening.melds) - 1:
            counted = board.game.ruleset.opening.kind == "points"
            step = replace(step, opens=True, opening_points=opening.points if counted else None)
        yield _do(board, step, region=0)


def _goes_on_as(board: PlanBoard, places: Sequence[Place]) -> int | None:
    """The new meld of the play in which most of the tiles end, unless it lies already."""
    for number, _ in Counter(map(board.goal.__getitem__, places)).most_common():
        if number >= len(board.position.table) and not board.exists(number):
            return number
    return None


def _region_steps(board: PlanBoard, region: Region, number: int, clock: Clock) -> Iterator[Step]:
    for move in Walk(board, region).moves(clock):
        yield _do(board, _moved(board, region, move), region=number)


def _reordering_steps(board: PlanBoard, region: int) -> Iterator[Step]:
    for number in board.numbers:
        places = board.ordered(number, board.melds[number])
        if places != tuple(board.melds[number]):
            region += 1
            moved = tuple(board.moved(place, number) for place in places)
            yield _do(board, Step(StepKind.REORDER, moved, number, ((number, places),)), region=region)


def _moved(board: PlanBoard, region: Region, move: Move) -> Step:
    carried: dict[Place, int] = {}
    for index in move.carried:
        transfer = region.transfers[index]
        # In a rebuilding a natural that takes a wild's place goes at once to where it ends.
        carried.update((p, board.goal[p] if move.rebuilds else transfer.goal) for p in transfer.places)
    if move.freed is None:
        return _step(board, carried, StepKind.REBUILD if move.rebuilds else None)
    wild = region.transfers[move.freed]
    freed = board.moved(wild.places[0], None if move.aside else wild.goal)
    return _step(board, carried, StepKind.REPLACE, freed)


def _step(
    board: PlanBoard,
    carried: Mapping[Place, int],
    kind: StepKind | None = None,
    freed: Moved | None = None,
) -> Step:
    moved = tuple(board.moved(place, to) for place, to in carried.items())
    results = board.results(carried if freed is None else {**carried, freed.place: freed.to})
    return Step(kind or _kind(board, carried), moved, min(carried.values()), results, freed)


def _kind(board: PlanBoard, carried: Mapping[Place, int]) -> StepKind:
    sources = {board.lies[place] for place in carried}
    (target,) = set(carried.values())
    emptied = [n for n in sources if n is not None and set(board.melds[n]) <= carried.keys()]
    if not board.exists(target):
        return StepKind.SPLIT if len(sources) == 1 and not emptied and None not in sources else StepKind.NEW
    if sources == {None}:
        return StepKind.PLACE
    return StepKind.JOIN if emptied and len(sources) == 1 and len(carried) > 1 else StepKind.MOVE


def _do(board: PlanBoard, step: Step, *, region: int) -> Step:
    board.do(step)
    return replace(step, region=region)


def _in_order_of_laying(position: Position, steps: Sequence[Step]) -> dict[int, int]:
    """New melds are numbered as they come to lie."""
    numbers = {number: number for number in range(len(position.table))}
    for step in steps:
        for number, _ in step.results:
            numbers.setdefault(number, len(numbers))
    return numbers


def _renumbered(step: Step, numbers: Mapping[int, int]) -> Step:
    def moved(each: Moved) -> Moved:
        to, meld = (None if n is None else numbers[n] for n in (each.to, each.meld))
        return replace(each, meld=meld, to=to)

    return replace(
        step,
        moved=tuple(map(moved, step.moved)),
        target=numbers[step.target],
        results=tuple(sorted((numbers[number], places) for number, places in step.results)),
        freed=None if step.freed is None else moved(step.freed),
    )


def _worded(board: PlanBoard, step: Step) -> Step:
    told = replace(step, sentence=sentence(step, board))
    board.do(told)
    return told
