"""From the melds of a solution to physical tiles: who lies where.

Table melds that are untouched keep their tiles, place and order. Every other meld takes over the
table meld with which it shares most, and then the tiles that are left; rack tiles come last.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from meldsolver.limits.clock import Clock
from meldsolver.rules.reading import meld_worth, valid_readings
from meldsolver.solver.layout.assemble import assemble_runs
from meldsolver.solver.layout.cards_dealt import asked_first, cards_dealt
from meldsolver.solver.layout.dealing import dealt_as_before, every_deal
from meldsolver.solver.layout.recut import keep_table_melds, worth_of
from meldsolver.solver.melds.shapes import runs_flow
from meldsolver.solver.melds.supply import card_face
from meldsolver.solver.model.instances import Fillers, Instance, instances_of
from meldsolver.solver.model.pooled_sets import whole_sets
from meldsolver.solver.model.problem import Problem
from meldsolver.tiles import Face, Meld, Tile
from meldsolver.tiles.matching import continue_melds


def arrange(problem: Problem, values: Sequence[int], clock: Clock | None = None) -> tuple[Meld, ...]:
    """The table after the play of a solution; where the clock ends it, more tiles may change melds than need be."""
    laid = instances_of(problem.cover, values)
    if problem.cover.filled_by:
        table = problem.position.table if problem.rearranges else ()
        laid = dealt_as_before(laid, problem.cover, values, table, problem.game)
    return _laid_out(problem, values, laid, clock or Clock())


def arrangements(problem: Problem, values: Sequence[int], clock: Clock) -> Iterator[tuple[Meld, ...]]:
    """The table after each play that a solution stands for; the referee may refuse some of them.

    Args:
        problem: a problem that tells in which melds the wilds stand.
        values: the solution.
        clock: ends it.
    """
    for laid in every_deal(instances_of(problem.cover, values), problem.cover, values, clock):
        yield _laid_out(problem, values, laid, clock)


def _laid_out(problem: Problem, values: Sequence[int], laid: list[Instance], clock: Clock) -> tuple[Meld, ...]:
    fillers = Fillers(problem.cover, values)
    if problem.rearranges:
        if problem.set_counts:
            laid = whole_sets(laid, problem.position.table, problem.game)
        # Where runs are described tile by tile, no limit on the wilds of single melds binds.
        free = bool(problem.lengthening) or (runs_flow(problem.game) and not problem.cover.split)
        recut = free and problem.stay is None
        if problem.stay is not None and problem.lengthening:
            laid = assemble_runs(laid)
        laid = _with_cards(problem, values, laid, fillers, clock, recut=recut)
    return _Hands(problem, fillers, clock).deal(laid)


def _with_cards(
    problem: Problem, values: Sequence[int], laid: list[Instance], fillers: Fillers, clock: Clock, *, recut: bool
) -> list[Instance]:
    """The melds that are those of the table marked, and the cards named that are the wilds of the others.

    Melds of the table use any cards at first; only where the others cannot hold the rest then, all are named before.
    """
    worth = problem.worth
    if fillers.as_wild and not any(each.cards for each in laid):
        asked = {key: values[var] for key, var in problem.cards_in.items() if values[var]}
        for named in (asked_first(laid, asked, clock), cards_dealt(laid, fillers.as_wild, asked, clock)):
            if named is None:
                continue
            left = Counter(fillers.as_wild)
            named = keep_table_melds(named, problem.position, problem.game, left, recut=recut, worth=worth)
            dealt = cards_dealt(named, left, asked, clock)
            if dealt is not None:
                fillers.as_wild = left
                return dealt
    return keep_table_melds(laid, problem.position, problem.game, fillers.as_wild, recut=recut, worth=worth)


class _Hands:
    """The physical tiles, dealt out to melds."""

    def __init__(self, problem: Problem, fillers: Fillers, clock: Clock) -> None:
        self.clock = clock
        self.game, self.position, self.fillers = problem.game, problem.position, fillers
        self.rearranges, self.worth = problem.rearranges, problem.worth
        self.pools: dict[Face | None, list[Tile]] = defaultdict(list)
        # Served from the end, so what is to be used first is put in last.
        rack = [*self.position.rack, *([self.position.called] if self.position.called is not None else [])]
        for tile in [*reversed(rack), *reversed(self.position.loose)]:
            face = card_face(tile, self.game)
            if face is not None or tile.wild:  # no meld can hold a special
                self.pools[face].append(tile)

    def deal(self, laid: list[Instance]) -> tuple[Meld, ...]:
        table = self.position.table
        heirs = self._heirs(laid)
        melds: dict[int, Meld] = {}
        if self.rearranges:
            kept = {instance.meld for instance in laid if instance.meld is not None}
            inherited = {index: list(meld) for index, meld in enumerate(table) if index not in kept}
            # Own tiles first for every heir, so that no other meld takes them away.
            reserved = {number: self._take_own(laid[number], inherited[index]) for number, index in heirs.items()}
            for leftover in inherited.values():
                for tile in reversed(leftover):
                    self.pools[card_face(tile, self.game)].append(tile)
        else:
            reserved = {
                n: self._called(i) if i.meld is None else self._grown(i, table[i.meld]) for n, i in enumerate(laid)
            }
            heirs = {n: i.meld for n, i in enumerate(laid) if i.meld is not None}
        new = []
        for number, instance in enumerate(laid):
            if self.rearranges and instance.meld is not None:
                melds[instance.meld] = table[instance.meld]
                continue
            meld = self._fill(instance, reserved.get(number, {}))
            if number in heirs:
                was = table[heirs[number]]
                melds[heirs[number]] = was if self._lies_already(instance, meld, was) else meld
            else:
                new.append(meld)
        return (*[melds[index] for index in sorted(melds)], *new)

    def _heirs(self, laid: list[Instance]) -> dict[int, int]:
        """Which changed meld takes over which table meld, so that most tiles stay in theirs."""
        if not self.rearranges:
            return {}
        kept = {instance.meld for instance in laid}
        open_melds = [index for index in range(len(self.position.table)) if index not in kept]
        changed = [number for number, instance in enumerate(laid) if instance.meld is None]
        before = [
            [None if tile.wild else card_face(tile, self.game) for tile in self.position.table[index]]
            for index in open_melds
        ]
        after = [
            [None if wild else cell for cell, wild in zip(laid[n].cells, laid[n].wild, strict=True)] for n in changed
        ]
        return {
            changed[number]: open_melds[index] for index, number in continue_melds(before, after, self.clock).items()
        }

    def _take_own(self, instance: Instance, tiles: list[Tile]) -> dict[int, Tile]:
        """Cells that the inherited meld's own tiles fill; takes those tiles."""
        own: dict[int, Tile] = {}
        faces = [card_face(tile, self.game) for tile in tiles]
        for index, (cell, wild) in enumerate(zip(instance.cells, instance.wild, strict=True)):
            if wild and index in instance.cards:
                card = instance.cards[index]
                place = next((i for i, face in enumerate(faces) if face == card and not tiles[i].name), None)
            elif wild:
                place = next((i for i, face in enumerate(faces) if self._may_stay_wild(tiles[i], face)), None)
            else:
                place = faces.index(cell) if cell in faces else None
            if place is not None:
                del faces[place]
                tile = tiles.pop(place)
                if wild and tile.suit:
                    self.fillers.as_wild[tile.face] -= 1
                own[index] = tile if tile.wild == wild else tile._replace(wild=wild)
        return own

    def _may_stay_wild(self, tile: Tile, face: Face | None) -> bool:
        """Whether a table tile may be a wild of the meld that continues its own."""
        return face is None or (tile.wild and self.fillers.as_wild[face] > 0)

    def _called(self, instance: Instance) -> dict[int, Tile]:
        """The cell of a new meld that the called tile fills; takes the tile."""
        called = self.position.called
        if called is None or not instance.own:
            return {}
        pool = self.pools[card_face(called, self.game)]
        del pool[next(place for place, tile in enumerate(pool) if tile is called)]
        return {index: called._replace(wild=instance.wild[index]) for index in instance.own}

    def _grown(self, instance: Instance, meld: Meld) -> dict[int, Tile]:
        """Cells that a grown meld's own tiles fill."""
        staying = dict(instance.tiles)
        for index, tile in enumerate(meld):
            if index not in staying.values():
                # A freed wild is to be laid elsewhere.
                self.pools[card_face(tile, self.game)].append(tile)
        return {
            cell: meld[index]._replace(wild=instance.wild[cell]) if meld[index].suit else meld[index]
            for cell, index in staying.items()
        }

    def _fill(self, instance: Instance, own: dict[int, Tile]) -> Meld:
        tiles = []
        for index, (cell, wild) in enumerate(zip(instance.cells, instance.wild, strict=True)):
            tile = own.get(index)
            if tile is None:
                tile = self._wild(instance, index) if wild else self._natural(cell)
            if tile.wild and (tile.stands_for is not None and tile.stands_for != cell):
                tile = tile._replace(stands_for=None)
            if tile.wild and tile.suit and tile.face == cell:
                tile = tile._replace(wild=False)
            tiles.append(tile)
        if self.worth and meld_worth(tiles, self.game) > worth_of(instance, self.game):
            tiles = [
                tile._replace(stands_for=cell) if tile.wild and not tile.suit and cell.suit and cell.rank else tile
                for tile, cell in zip(tiles, instance.cells, strict=True)
            ]
        if instance.kind != "run":
            tiles.sort(key=self._set_order)
        return tuple(tiles)

    def _set_order(self, tile: Tile) -> tuple[bool, int, int]:
        suits = self.game.suits
        return tile.wild, tile.rank, suits.index(tile.suit) if tile.suit in suits else len(suits)

    def _lies_already(self, instance: Instance, meld: Meld, was: Meld) -> bool:
        """Whether a table meld holds just these tiles and its wilds stand for the same faces."""
        if not _same_tiles(meld, was) or (self.worth and worth_of(instance, self.game) != meld_worth(was, self.game)):
            return False
        if instance.kind != "run" or not any(instance.wild):
            return True
        faces = sorted(cell for cell, wild in zip(instance.cells, instance.wild, strict=True) if wild)
        readings = valid_readings(was, self.game, grown=True)
        return any(
            sorted(options[0] for options, wild in zip(r.options, r.wild, strict=True) if wild) == faces
            for r in readings
        )

    def _natural(self, cell: Face) -> Tile:
        pool = self.pools[self.fillers.natural(cell)]
        # False jokers first: they can be nothing else.
        tile = pool.pop(next((i for i, tile in enumerate(pool) if tile.name), -1))
        return tile._replace(wild=False) if tile.wild else tile

    def _wild(self, instance: Instance, index: int) -> Tile:
        face = self.fillers.named(instance.cards[index]) if index in instance.cards else self.fillers.wild()
        if face is None:
            return self.pools[None].pop()
        pool = self.pools[face]
        return pool.pop(next(i for i in reversed(range(len(pool))) if not pool[i].name))._replace(wild=True)


def _same_tiles(meld: Meld, other: Meld) -> bool:
    """Whether melds hold the same tiles, in whatever order and however they are read."""
    return Counter((tile[:3], tile.id) for tile in meld) == Counter((tile[:3], tile.id) for tile in other)
