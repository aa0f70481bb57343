"""Melds taken greedily from a rack, and tiles laid on melds as they lie: fast, legal by itself, seldom the best."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from meldsolver.limits.clock import Clock
from meldsolver.rules.contract import Demand, Demands
from meldsolver.rules.game import HONOUR_SUIT, Game
from meldsolver.rules.reading import is_meld
from meldsolver.tiles import Face, Meld, Tile


class Greedy:
    """A rack whose tiles are laid one meld after the other.

    Attributes:
        melds: the table: the melds given at first, grown where a tile was laid on them, then the new ones.
        laid: how many tiles of the rack lie on it.
    """

    def __init__(self, rack: Iterable[Tile], table: Sequence[Meld], game: Game, room: int, clock: Clock) -> None:
        self.game, self.room, self.clock = game, room, clock
        self.melds: list[Meld] = list(table)
        self.laid = 0
        self.wilds: list[Tile] = []
        self.stock: dict[Face, list[Tile]] = defaultdict(list)
        for tile in rack:
            if tile.wild and not tile.suit:
                self.wilds.append(tile)
            elif (face := game.natural_face(tile)) is not None:
                self.stock[face].append(tile)

    def lay_runs(self) -> None:
        """Every run of naturals, the longest stretches first."""
        rule = self.game.ruleset.run
        if not rule.allowed:
            return
        for suits in [(suit,) for suit in self.game.suits] if rule.suit == "same" else [self.game.suits]:
            while stretch := self._stretch(suits, min(rule.max or self.room, self.room)):
                self._lay([self._pop(suits, place) for place in stretch])

    def _stretch(self, suits: Sequence[str], most: int) -> range | None:
        """The longest stretch of places for which there are naturals, if that makes a run."""
        self.clock.look(1 + self.game.span * len(suits) // 16)
        game, wrap = self.game, self.game.ruleset.run.wrap
        best = range(0)
        start = first = game.low + (wrap == "high_only")
        last = game.high + (wrap in ("one_high", "high_only"))
        for place in range(first, last + 2):
            if place <= last and any(self.stock.get(Face(suit, game.rank_at(place))) for suit in suits):
                continue
            if place - start > len(best):
                best = range(start, place)
            start = place + 1
        if len(best) > game.span:
            best = best[: game.span]
        best = best[:most]
        return best if len(best) >= game.ruleset.run.min else None

    def _pop(self, suits: Sequence[str], place: int) -> Tile:
        rank = self.game.rank_at(place)
        tiles = max((self.stock[Face(suit, rank)] for suit in suits), key=len)
        return tiles.pop()

    def lay_sets(self) -> None:
        """Every set of naturals, as large as may be."""
        rule = self.game.ruleset.set
        if not rule.allowed:
            return
        by_rank: dict[int, list[list[Tile]]] = defaultdict(list)
        for face, tiles in self.stock.items():
            if tiles and (face.suit != HONOUR_SUIT or rule.suits != "distinct"):
                by_rank[face.rank].append(tiles)
        for same_rank in by_rank.values():
            pools = [[tiles] for tiles in same_rank] if rule.suits == "identical" else [same_rank]
            for pool in pools:
                while len(taken := self._set(pool, min(rule.max or self.room, self.room))) >= rule.min:
                    self._lay([tiles.pop() for tiles in taken])

    def _set(self, pool: list[list[Tile]], most: int) -> list[list[Tile]]:
        self.clock.step()
        if self.game.ruleset.set.suits != "distinct":
            return [tiles for tiles in pool for _ in tiles][:most]
        return sorted((tiles for tiles in pool if tiles), key=len, reverse=True)[:most]

    def lay_with_wilds(self) -> None:
        """Two naturals and a wild each, while there are wilds."""
        while self.wilds and self.room >= 3:
            meld = next((meld for meld in self._threes() if is_meld(meld, self.game)), None)
            if meld is None:
                return
            for tile in meld:
                self._take(tile)
            self._lay(meld)

    def _threes(self) -> Iterator[Meld]:
        wild = self.wilds[-1]
        tiles = [pool[-1] for pool in self.stock.values() if pool]
        tiles.sort(key=lambda tile: -tile.rank)
        for number, high in enumerate(tiles):
            for low in tiles[number + 1 :]:
                self.clock.step()
                if high.rank == low.rank:
                    yield (low, high, wild)
                elif high.suit == low.suit and high.rank - low.rank == 1:
                    yield (low, high, wild)
                    yield (wild, low, high)
                elif high.suit == low.suit and high.rank - low.rank == 2:
                    yield (low, wild, high)

    def lay_off(self, *, wilds: bool, pure: bool = False) -> None:
        """Naturals that lengthen melds as they lie, the highest first, then perhaps the wilds.

        Args:
            wilds: whether wilds are laid, too.
            pure: whether melds that hold wilds are left alone.
        """
        by_suit: dict[str, dict[int, None]] = defaultdict(dict)
        by_rank: dict[int, dict[int, None]] = defaultdict(dict)
        for index, meld in enumerate(self.melds):
            natural = [tile for tile in meld if not tile.wild]
            if natural and not (pure and self.game.may_hold_wilds(meld)):
                if len({tile.rank for tile in natural}) == 1:
                    by_rank[natural[0].rank][index] = None
                if len({tile.suit for tile in natural}) == 1 or self.game.ruleset.run.suit != "same":
                    by_suit[natural[0].suit][index] = None
        everywhere = {index: None for found in by_suit.values() for index in found}
        laid = True
        while laid:
            laid = False
            for pool in sorted(self.stock.values(), key=lambda tiles: -tiles[0].rank if tiles else 0):
                while pool and self.room:
                    runs = by_suit.get(pool[-1].suit, {}) if self.game.ruleset.run.suit == "same" else everywhere
                    where = self._place(pool[-1], {**by_rank.get(pool[-1].rank, {}), **runs})
                    if where is None:
                        break
                    self._grow(where, pool.pop())
                    laid = True
        while wilds and self.wilds and self.room:
            where = self._place(self.wilds[-1], dict.fromkeys(range(len(self.melds))))
            if where is None:
                return
            self._grow(where, self.wilds.pop())

    def _place(self, tile: Tile, melds: Iterable[int]) -> tuple[int, Meld] | None:
        for index in melds:
            self.clock.step()
            for grown in self._ways(self.melds[index], tile):
                if is_meld(grown, self.game, grown=True):
                    return index, grown
        return None

    def _ways(self, meld: Meld, tile: Tile) -> Iterator[Meld]:
        """The tile at either end, where a glance does not rule it out."""
        if not tile.wild and meld[0].rank != meld[-1].rank and not (meld[0].wild or meld[-1].wild):
            near = (meld[0].rank - 1, meld[-1].rank + 1)
            if tile.rank not in near and tile.rank not in (self.game.low, self.game.high):
                return
        yield (*meld, tile)
        yield (tile, *meld)

    def _grow(self, where: tuple[int, Meld], tile: Tile) -> None:
        index, grown = where
        self.melds[index] = grown
        self.room -= 1
        self.laid += 1

    def lay_contract(self, demands: Demands) -> bool:
        """A meld for each demand, of the fewest tiles; whether all were found."""
        for demand in sorted(demands, key=lambda each: (each.kind != "run", -each.size)):
            best: list[Tile] | None = None
            for cells in self._candidates(demand):
                self.clock.step()
                if best is not None and not self._lacks_fewer(cells, best):
                    continue
                meld = self._fill(cells)
                if meld is not None and is_meld(tuple(meld), self.game):
                    best = meld
            if best is None or len(best) > self.room:
                return False
            for tile in best:
                self._take(tile)
            self._lay(best)
        return True

    def _candidates(self, demand: Demand) -> Iterator[list[Face]]:
        """The cells of every meld of just that size; an empty suit or zero rank means any."""
        game, size = self.game, demand.size
        if demand.kind == "run":
            for suit in game.suits if game.ruleset.run.suit == "same" else ("",):
                for start in game.starts(size):
                    yield [Face(suit, game.rank_at(place)) for place in range(start, start + size)]
        elif demand.kind == "colour":
            for suit in game.suits:
                yield [Face(suit, 0)] * size
        else:
            for rank in range(game.low, game.high + 1):
                if game.ruleset.set.suits == "distinct":
                    suits = sorted(game.suits, key=lambda suit: not self.stock.get(Face(suit, rank)))
                    yield [Face(suit, rank) for suit in suits[:size]]
                else:
                    yield [Face("", rank)] * size

    def _lacks_fewer(self, cells: list[Face], best: list[Tile]) -> bool:
        lacking = sum(not self.stock.get(cell) for cell in cells if cell.suit and cell.rank)
        return lacking < sum(tile.wild for tile in best)

    def _fill(self, cells: list[Face]) -> list[Tile] | None:
        """The tiles of the rack for the cells, wilds where naturals lack; ``None`` where wilds lack, too."""
        used: dict[Face, int] = defaultdict(int)
        wilds = list(self.wilds)
        meld = []
        for cell in cells:
            fits = [cell] if cell.suit and cell.rank else [f for f in self.stock if _fits(f, cell)]
            face = next((face for face in fits if len(self.stock.get(face, ())) > used[face]), None)
            if face is not None:
                used[face] += 1
                meld.append(self.stock[face][-used[face]])
            elif wilds:
                meld.append(wilds.pop())
            else:
                return None
        return meld

    def _take(self, tile: Tile) -> None:
        if tile.wild and not tile.suit:
            self.wilds.remove(tile)
            return
        face = self.game.natural_face(tile)
        assert face is not None
        self.stock[face].remove(tile)

    def _lay(self, meld: Iterable[Tile]) -> None:
        self.melds.append(tuple(meld))
        self.room -= len(self.melds[-1])
        self.laid += len(self.melds[-1])


def _fits(face: Face, cell: Face) -> bool:
    return (not cell.suit or face.suit == cell.suit) and (not cell.rank or face.rank == cell.rank)
