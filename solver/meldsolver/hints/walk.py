"""From step to step through one region, every meld valid after each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import combinations, count
from typing import NamedTuple, TypeAlias

from meldsolver.hints.board import PlanBoard
from meldsolver.hints.origin import Place
from meldsolver.hints.transfers import Region, Replacement
from meldsolver.limits.clock import Clock, OutOfTime, TooManySteps

MOST_STATES = 2_000
"""Tables that are looked at in one region; what then has no way of single steps is rebuilt at once."""
MOST_TOGETHER = 4
"""Of so many transfers to one meld every choice is tried as a step; of more, all of them and each alone."""
MOST_BEGINNINGS = 200
"""Tables from which the rebuilding of a region may begin."""


class State(NamedTuple):
    """What has been carried so far.

    Attributes:
        done: the transfers that have come to their goal.
        aside: those of wilds that were taken and lie aside.
    """

    done: frozenset[int]
    aside: frozenset[int] = frozenset()


class Move(NamedTuple):
    """One step.

    Attributes:
        carried: the transfers that come to their goals; of one goal, but where the region is rebuilt.
        freed: the transfer of the wild that they replace.
        aside: whether that wild is laid aside, not on its goal.
        rebuilds: whether melds are taken apart and laid anew.
    """

    carried: tuple[int, ...]
    freed: int | None = None
    aside: bool = False
    rebuilds: bool = False


Seen: TypeAlias = dict[State, "tuple[State, Move] | None"]
"""The states that were looked at, each with the one before it and the step between."""


class Walk:
    """The tables between the beginning and the end of one region."""

    def __init__(self, board: PlanBoard, region: Region) -> None:
        self.board, self.region = board, region
        self.transfers = region.transfers
        self.whole = frozenset(range(len(self.transfers)))
        self._replacing = {n: r for r in region.replacements for n in (*r.naturals, r.wild)}
        self._settled: dict[tuple[int, frozenset[Place]], bool] = {}

    def moves(self, clock: Clock) -> list[Move]:
        """The fewest steps after each of which every meld is valid; else with one in which melds are rebuilt."""
        seen, end = self._search(clock)
        if end is not None:
            return _path(seen, end)
        return self._rebuilding(seen, clock)

    def _search(self, clock: Clock) -> tuple[Seen, State | None]:
        """Looks at tables in the order of how much is done until then, the simplest steps first."""
        start = State(frozenset())
        seen: Seen = {}
        numbers = count()
        waiting: list[tuple[tuple[int, int], int, State, tuple[State, Move] | None]] = []
        heappush(waiting, ((0, 0), next(numbers), start, None))
        bounded = clock.within(MOST_STATES)
        try:
            while waiting:
                (work, steps), _, state, came = heappop(waiting)
                if state in seen:
                    continue
                bounded.step()
                seen[state] = came
                if state.done == self.whole:
                    return seen, state
                for move in self._next(state):
                    after = self.after(state, move)
                    if after not in seen and self._is_settled(after, move):
                        weight = (work + self._work(move), steps - 1)
                        heappush(waiting, (weight, next(numbers), after, (state, move)))
        except (OutOfTime, TooManySteps):
            seen.setdefault(start, None)
        return seen, None

    def _work(self, move: Move) -> int:
        """From how many melds a step takes tiles, the rack as one."""
        return len({self.transfers[index].source for index in move.carried}) + (move.freed is not None)

    def _next(self, state: State) -> Iterator[Move]:
        left = state.done | state.aside
        for replacement in self.region.replacements:
            yield from self._replace(state, replacement)
        ready: dict[int, list[int]] = {}
        for index in sorted(self.whole - state.done):
            if (index in self._replacing and index not in state.aside) or not self.transfers[index].needs <= left:
                continue
            ready.setdefault(self.transfers[index].goal, []).append(index)
        for group in ready.values():
            sizes = range(len(group), 0, -1) if len(group) <= MOST_TOGETHER else (len(group), 1)
            for size in sizes:
                yield from map(Move, combinations(group, size))

    def _replace(self, state: State, replacement: Replacement) -> Iterator[Move]:
        wild = replacement.wild
        if wild in state.done or wild in state.aside:
            return
        needs = frozenset().union(*(self.transfers[n].needs for n in (*replacement.naturals, wild)))
        if needs <= state.done | state.aside:
            if self.content(state, self.transfers[wild].goal):
                yield Move(replacement.naturals, wild)
            yield Move(replacement.naturals, wild, aside=True)

    def after(self, state: State, move: Move) -> State:
        """The state after a step."""
        done, aside = state.done | set(move.carried), state.aside - set(move.carried)
        if move.freed is not None and move.aside:
            aside |= {move.freed}
        elif move.freed is not None:
            done |= {move.freed}
        return State(done, aside)

    def content(self, state: State, number: int) -> frozenset[Place]:
        """The tiles of a meld."""
        places = set(self.board.melds.get(number, ()))
        for index in state.done:
            if self.transfers[index].goal == number:
                places.update(self.transfers[index].places)
        for index in state.done | state.aside:
            if self.transfers[index].source == number:
                places.difference_update(self.transfers[index].places)
        return frozenset(places)

    def _is_settled(self, state: State, move: Move) -> bool:
        """Whether the melds that a step touches are valid after it."""
        moving = move.carried if move.freed is None else (*move.carried, move.freed)
        return all(self._is_valid(state, number) for number in self._touched(moving))

    def _touched(self, moving: Iterable[int]) -> set[int]:
        """The melds that some transfers leave or come to."""
        ends = ((self.transfers[index].source, self.transfers[index].goal) for index in moving)
        return {number for pair in ends for number in pair if number is not None}

    def _is_valid(self, state: State, number: int) -> bool:
        content = self.content(state, number)
        known = self._settled.get((number, content))
        if known is None:
            known = not content or self.board.is_valid(self.board.ordered(number, content))
            self._settled[number, content] = known
        return known

    def _rebuilding(self, seen: Seen, clock: Clock) -> list[Move]:
        """The steps with the rebuilding of the fewest melds among them."""
        best: tuple[tuple[int, int], list[Move]] | None = None
        for tried, state in enumerate(seen):
            if best is not None and (tried > MOST_BEGINNINGS or clock.spent):
                break
            last = self._left_to_the_end(state, clock)
            between = tuple(sorted(self.whole - state.done - set(last)))
            first, rest = _path(seen, state), [Move((index,)) for index in reversed(last)]
            weight = (len(self._touched(between)), len(first) + len(rest))
            if best is None or weight < best[0]:
                rebuilt = [Move(between, rebuilds=True)] if between else []
                best = (weight, [*first, *rebuilt, *rest])
        assert best is not None
        return best[1]

    def _left_to_the_end(self, state: State, clock: Clock) -> list[int]:
        """Transfers that can be done one by one after all others, the last one first."""
        if clock.spent:
            return []
        end = State(self.whole)
        found: list[int] = []
        for index in sorted(self.whole - state.done - state.aside - set(self._replacing), reverse=True):
            without = State(end.done - {index})
            if any(index in self.transfers[other].needs for other in without.done):
                continue
            if self._is_settled(without, Move((index,))):
                end = without
                found.append(index)
        return found


def _path(seen: Seen, end: State) -> list[Move]:
    moves = []
    came = seen[end]
    while came is not None:
        before, move = came
        moves.append(move)
        came = seen[before]
    return moves[::-1]
