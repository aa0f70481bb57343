"""The melds that a hand aims at, card by card, and the cards that they lack."""

from __future__ import annotations

from collections.abc import Sequence

from meldsolver.contracts.limited import Plan
from meldsolver.contracts.patterns import Pattern
from meldsolver.contracts.search import Found
from meldsolver.contracts.stock import Stock
from meldsolver.rules.game import Game
from meldsolver.solver.melds.supply import card_face
from meldsolver.solver.model.instances import Instance
from meldsolver.tiles import Face, Meld, Tile


def aim_of_search(
    found: Found, pattern: Pattern, stock: Stock, hand: Sequence[Tile], game: Game
) -> tuple[tuple[Meld, ...], tuple[Tile, ...]]:
    """The melds that a search found; wilds stand where fewest copies are unseen."""
    pools = _Hand(hand, game)
    melds: list[list[Tile | None]] = []
    gaps: list[tuple[int, int, int]] = []
    for number, meld in enumerate(found.melds):
        melds.append([pools.take(pattern.cells[cell]) for cell in meld])
        for place, cell in enumerate(meld):
            if melds[number][place] is None:
                copies = sum(stock.unseen[member] for member in pattern.members[cell])
                gaps.append((copies, number, place))
    buying: list[tuple[int, int]] = []
    for position, (_, number, place) in enumerate(sorted(gaps)):
        left = len(gaps) - position
        last = sum(tile is None or tile.wild for tile in melds[number]) == len(melds[number])
        only = last and sum(tile is None for tile in melds[number]) == 1
        wild = None if only or left <= 0 else pools.take(None)
        if wild is None:
            buying.append((number, place))
            # Counted as a natural until all that is bought is known; none of them is a wild while naturals are left.
            melds[number][place] = _UNBOUGHT
        else:
            melds[number][place] = wild
    market = _Market(pattern, stock, game)
    missing = []
    for number, place in sorted(buying, key=lambda gap: found.melds[gap[0]][gap[1]] >= len(game.faces)):
        melds[number][place] = card = market.buy(found.melds[number][place])
        missing.append(card)
    return tuple(tuple(tile for tile in meld if tile is not None) for meld in melds), tuple(missing)


_UNBOUGHT = Tile(name="to be bought")


class _Market:
    """The unseen cards, bought one by one; cells of one face buy before those that any suit or rank may fill."""

    def __init__(self, pattern: Pattern, stock: Stock, game: Game) -> None:
        self.pattern, self.game, self.left = pattern, game, list(stock.unseen)

    def buy(self, index: int) -> Tile:
        """A card for a cell: where several would do, one of which most copies are left; else a wild."""
        cell = self.pattern.cells[index]
        best = max(self.pattern.members[index], key=lambda member: self.left[member])
        if not self.left[best]:
            return Tile(wild=True)
        self.left[best] -= 1
        face = self.game.faces[best]
        return Tile(cell.suit or face.suit, cell.rank or face.rank)


def aim_of_plan(
    plan: Plan, pattern: Pattern, stock: Stock, hand: Sequence[Tile], game: Game
) -> tuple[tuple[Meld, ...], tuple[Tile, ...]]:
    """The melds of a plan, card by card."""
    pools = _Hand(hand, game)
    faces = len(game.faces)
    cards: dict[tuple[int, int], Tile] = {}
    missing = []
    # Cells of one face take theirs before those that any suit or rank may fill.
    for site in sorted(plan.held, key=lambda site: site.cell >= faces):
        tile = pools.take(pattern.cells[site.cell])
        assert tile is not None
        cards[site.meld, site.place] = tile
    for site in plan.wilds:
        wild = pools.wild()
        if wild is None:
            wild = Tile(wild=True)
            missing.append(wild)
        cards[site.meld, site.place] = wild
    market = _Market(pattern, stock, game)
    for site in sorted(plan.bought, key=lambda site: site.cell >= faces):
        tile = market.buy(site.cell)
        cards[site.meld, site.place] = tile
        missing.append(tile)
    melds = tuple(tuple(cards[number, place] for place in range(len(meld))) for number, meld in enumerate(plan.melds))
    return melds, tuple(missing)


def aim_of_instances(
    laid: Sequence[Instance], hand: Sequence[Tile], game: Game
) -> tuple[tuple[Meld, ...], tuple[Tile, ...]]:
    """The melds that the solver found."""
    pools = _Hand(hand, game)
    melds = []
    missing = []
    for instance in laid:
        meld = []
        for cell, wild in zip(instance.cells, instance.wild, strict=True):
            tile = pools.wild() if wild else pools.take(cell)
            if tile is None:
                tile = Tile(wild=True) if wild else Tile(cell.suit, cell.rank)
                missing.append(tile)
            meld.append(tile)
        melds.append(tuple(meld))
    return tuple(melds), tuple(missing)


class _Hand:
    """The cards of a hand, taken one by one."""

    def __init__(self, hand: Sequence[Tile], game: Game) -> None:
        self.wild_faces = game.wild_faces
        self.cards = [(card_face(tile, game), tile) for tile in hand if tile.wild or card_face(tile, game) is not None]

    def take(self, cell: Face | None) -> Tile | None:
        """A natural for the cell, or a wild; ``None`` when there is none."""
        for index, (face, tile) in enumerate(self.cards):
            if face is None or cell is None:
                fits = face is None and cell is None
            else:
                fits = cell.suit in ("", face.suit) and cell.rank in (0, face.rank)
            if fits:
                del self.cards[index]
                return tile
        return None

    def wild(self) -> Tile | None:
        """A printed wild, or else a natural that may be used as one."""
        tile = self.take(None)
        if tile is None:
            face = next((face for face, _ in self.cards if face in self.wild_faces), None)
            held = self.take(face) if face is not None else None
            tile = held._replace(wild=True) if held is not None else None
        return tile
