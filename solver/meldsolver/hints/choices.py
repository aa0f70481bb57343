"""The steps that can be done next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from meldsolver.hints.board import PlanBoard
from meldsolver.hints.origin import Place
from meldsolver.hints.step import Step, StepKind


def choices(board: PlanBoard) -> list[Step]:
    """The steps that bring tiles nearer to where they end; at least one while any is pending."""
    waiting = _waiting(board)
    found = [*_replacements(board), *_moves(board, waiting)]
    return found or list(_moves(board, set()))


def next_choice(board: PlanBoard) -> Step:
    """The first of the choices, without the work for the others."""
    waiting = _waiting(board)
    for step in chain(_replacements(board), _moves(board, waiting), _moves(board, set())):
        return step
    raise ValueError("every tile lies where it has to")


def _waiting(board: PlanBoard) -> set[Place]:
    """Tiles that an exchange still holds: its wild, its naturals, and all else where the meld is locked."""
    locked = board.game.ruleset.retrieval.meld_locked
    held: set[Place] = set()
    for exchange in board.open_exchanges:
        held.update((exchange.wild, *exchange.naturals))
        if locked:
            held.update(board.melds[exchange.meld])
    return held


def _replacements(board: PlanBoard) -> Iterator[Step]:
    for exchange in board.open_exchanges:
        goal = board.goal[exchange.wild]
        here = exchange.meld
        at = board.melds[here].index(exchange.wild)
        freed_to = goal if board.exists(goal) else None
        results = {n: board.laid(n, exchange.naturals, ()) for n in _sources(board, exchange.naturals)}
        if freed_to is not None:
            results[freed_to] = board.laid(freed_to, exchange.naturals, (exchange.wild,))
        results[here] = board.laid(here, (exchange.wild,), exchange.naturals, at)
        moved = tuple(map(board.moved, exchange.naturals))
        yield Step(StepKind.REPLACE, moved, here, _pairs(results), board.moved(exchange.wild), freed_to)


def _moves(board: PlanBoard, waiting: set[Place]) -> Iterator[Step]:
    groups: dict[int, dict[int | None, list[Place]]] = defaultdict(lambda: defaultdict(list))
    blocked = set()
    for place in board.pending():
        if place in waiting:
            blocked.add(board.goal[place])
        else:
            groups[board.goal[place]][board.lies[place]].append(place)
    for target, by_source in groups.items():
        if board.exists(target):
            for source, places in by_source.items():
                yield _carry(board, source, places, target)
            continue
        splits = list(_splits(board, target, by_source))
        yield from splits
        if not splits and target not in blocked:
            arriving = [place for places in by_source.values() for place in places]
            yield _step(board, StepKind.NEW, arriving, target)


def _carry(board: PlanBoard, source: int | None, places: Sequence[Place], target: int) -> Step:
    """Tiles from one place to a meld that lies already."""
    if source is None:
        kind = StepKind.PLACE
    else:
        whole = len(places) > 1 and len(places) == len(board.melds[source])
        kind = StepKind.JOIN if whole else StepKind.MOVE
    return _step(board, kind, places, target)


def _splits(board: PlanBoard, target: int, by_source: dict[int | None, list[Place]]) -> Iterator[Step]:
    """Cuts that begin a new meld with an end of another, where it is a meld, or all that is needed."""
    for source, places in by_source.items():
        if source is None or len(places) < 2 or len(places) >= len(board.melds[source]):
            continue
        lying, block = board.melds[source], set(places)
        at_end = set(lying[: len(block)]) == block or set(lying[-len(block) :]) == block
        if at_end and (len(by_source) == 1 or board.is_valid(board.laid(target, (), places))):
            yield _step(board, StepKind.SPLIT, places, target)


def _step(board: PlanBoard, kind: StepKind, places: Sequence[Place], target: int) -> Step:
    results = {n: board.laid(n, places, ()) for n in _sources(board, places)}
    results[target] = board.laid(target, (), places)
    return Step(kind, tuple(map(board.moved, places)), target, _pairs(results))


def _sources(board: PlanBoard, places: Sequence[Place]) -> list[int]:
    return sorted({number for place in places if (number := board.lies[place]) is not None})


def _pairs(results: dict[int, tuple[Place, ...]]) -> tuple[tuple[int, tuple[Place, ...]], ...]:
    return tuple(sorted(results.items()))
