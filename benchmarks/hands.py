"""Ramo hands, seeded: as they are dealt, and such as can go down beside the melds of two others."""

from __future__ import annotations

from random import Random

from meldsolver import Meld, Position, Tile, get_ruleset
from meldsolver.contracts import lay_down
from meldsolver.rules.contract import contract_of
from meldsolver.rules.game import game_of
from meldsolver.solver.melds.shapes import Cut, shapes_of

RULES = get_ruleset("ramo")
GAME = game_of(RULES)
LEVELS = range(1, 9)
CARDS = 13


def deck() -> list[Tile]:
    """All cards of two packs."""
    return [Tile(s, r, n, wild=not (s or n)) for (s, r, n), count in GAME.copies.items() for _ in range(count)]


def dealt(count: int) -> list[Position]:
    """Hands of 13 cards as a player holds them after the draw, so many on each level."""
    random = Random("dealt")
    return [Position(rack=tuple(random.sample(deck(), CARDS)), level=level) for level in LEVELS for _ in range(count)]


def going_down(count: int) -> list[Position]:
    """Hands that can go down, with 0 to 3 wilds, beside the melds of two players; so many on each level."""
    random = Random("down")
    found: list[Position] = []
    for level in LEVELS:
        wanted = len(found) + count
        while len(found) < wanted:
            cards = deck()
            table = (*_contract(random, level, cards), *_contract(random, level, cards))
            hand = [tile for meld in _contract(random, level, cards) for tile in meld]
            for place in random.sample(range(len(hand)), random.choice((0, 0, 1, 2, 3))):
                if (wild := Tile(wild=True)) in cards:
                    cards.remove(wild)
                    cards.append(hand[place])
                    hand[place] = wild
            random.shuffle(cards)
            position = Position(table=table, rack=(*hand, *cards[: CARDS - len(hand)]), level=level)
            if lay_down(position, RULES).can_go_down:
                found.append(position)
    return found


def _contract(random: Random, level: int, cards: list[Tile]) -> tuple[Meld, ...]:
    """A contract's melds of the fewest cards, taken out of the cards."""
    melds = []
    for demand in random.choice(contract_of(RULES, level)):
        shapes = [s for s in shapes_of(GAME, cut=Cut.WHOLE, most=3) if s.kind == demand.kind]
        while True:
            meld = tuple(Tile(*face) for face in random.choice(shapes).cells)
            if all(cards.count(tile) >= meld.count(tile) for tile in meld):
                break
        for tile in meld:
            cards.remove(tile)
        melds.append(meld)
    return tuple(melds)
