"""What became of the table's wilds: kept in some meld, or freed from some face; every way to tell it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from meldsolver.limits.clock import Clock
from meldsolver.referee.wild_slots import Laid
from meldsolver.rules.table_wilds import TableWild, WildMeld
from meldsolver.tiles import Card, Face, Meld

FREED = -1


class Fate(NamedTuple):
    """What became of one wild.

    Attributes:
        way: the reading of its meld before.
        wild: the wild.
        host: index of the meld after in which it is kept, or ``FREED``.
        face: what it stands for there, or stood for when it was freed.
    """

    way: WildMeld
    wild: TableWild
    host: int
    face: Face


class Fates(NamedTuple):
    """What became of all wilds.

    Attributes:
        each: the fate of every wild, meld by meld.
        fixed: the melds after that keep wilds: how they are read, and what the kept wilds stand for.
    """

    each: tuple[Fate, ...]
    fixed: Mapping[int, tuple[Laid, tuple[Face, ...]]]


MayHappen: TypeAlias = Callable[[Fate, Sequence[Fate]], bool]
"""Whether a fate may follow on the fates before it; a quick test that cuts the search."""


def fates_of(
    melds: Sequence[tuple[WildMeld, ...]],
    after: Sequence[Meld],
    laid: Sequence[tuple[Laid, ...]],
    steps: Clock,
    may_happen: MayHappen | None,
) -> Iterator[Fates]:
    """Every way to keep or free the table's wilds, keeping first.

    Args:
        melds: the melds before that hold wilds, with their readings.
        after: the melds after.
        laid: their readings.
        steps: the limit of the search.
        may_happen: leaves out what it refuses.
    """
    contents = [tuple(sorted(tile[:3] for tile in meld)) for meld in after]
    fitting = _fitting(laid)
    each: list[Fate] = []
    fixed: dict[int, tuple[Laid, tuple[Face, ...]]] = {}

    def meld_fates(number: int) -> Iterator[Fates]:
        if number == len(melds):
            yield Fates(tuple(each), dict(fixed))
            return
        for way in melds[number]:
            yield from wild_fates(number, way, 0)

    def wild_fates(number: int, way: WildMeld, index: int) -> Iterator[Fates]:
        steps.step()
        if index == len(way.wilds):
            yield from meld_fates(number + 1)
            return
        wild = way.wilds[index]
        stood = {fate.face for fate in each[len(each) - index :]} if way.apart else set()
        for face in wild.faces:
            if face in stood:
                continue
            for host in _hosts(contents, laid, fixed, fitting.get(face, ())):
                before = fixed.get(host)
                faces = (*before[1], face) if before else (face,)
                fate = Fate(way, wild, host, face)
                if may_happen and not may_happen(fate, each):
                    continue
                for read in [before[0]] if before else laid[host]:
                    if read.hold(faces):
                        fixed[host] = (read, faces)
                        each.append(fate)
                        yield from wild_fates(number, way, index + 1)
                        each.pop()
                        if before:
                            fixed[host] = before
                        else:
                            del fixed[host]
        for face in wild.faces:
            fate = Fate(way, wild, FREED, face)
            if face not in stood and (may_happen is None or may_happen(fate, each)):
                each.append(fate)
                yield from wild_fates(number, way, index + 1)
                each.pop()

    yield from meld_fates(0)


def _fitting(laid: Sequence[tuple[Laid, ...]]) -> dict[Face, list[int]]:
    """By face, the melds in which a wild may stand for it."""
    found: dict[Face, dict[int, None]] = {}
    for index, ways in enumerate(laid):
        for way in ways:
            for slot in way.slots:
                for face in slot:
                    found.setdefault(face, {})[index] = None
    return {face: list(melds) for face, melds in found.items()}


def _hosts(
    contents: Sequence[tuple[Card, ...]],
    laid: Sequence[tuple[Laid, ...]],
    fixed: Mapping[int, tuple[Laid, tuple[Face, ...]]],
    fitting: Sequence[int],
) -> Iterator[int]:
    """Of the melds after in which a wild may stand, all that keep one already; of others that are equal, one."""
    seen = set()
    for index in fitting:
        if index not in fixed:
            key = (contents[index], laid[index])
            if key in seen:
                continue
            seen.add(key)
        yield index
