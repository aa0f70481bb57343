"""A player without plan: draws full-size positions of any game and lays what happens to fit.

Why: on full decks nothing can be enumerated, but whatever a careless player may lay, the solver must equal.
"""

from collections.abc import Sequence
from itertools import chain
from random import Random

from meldsolver import Position, Ruleset, check_meld, check_move
from meldsolver.tiles import WILD, Meld, Tile, natural
from meldsolver.tiles.request import InvalidRequest


def deck_of(ruleset: Ruleset) -> list[Tile]:
    """Every tile of the game."""
    deck = ruleset.deck
    tiles = [natural(suit, rank) for suit in deck.suits for rank in range(deck.min_rank, deck.ranks + 1)] * deck.copies
    tiles += [natural("z", rank) for rank in range(1, deck.honours + 1)] * deck.copies
    tiles += [WILD] * deck.wilds + [Tile(name=name) for name, count in deck.specials for _ in range(count)]
    return tiles * deck.packs


def drawn(ruleset: Ruleset, seed: str) -> Position:
    """A position of the game in full size; games that show a hand get a rack alone."""
    random = Random(seed)
    deck = deck_of(ruleset)
    random.shuffle(deck)
    table: list[Meld] = []
    shown = ruleset.table.model in ("hand_only", "go_out_only")
    for _ in range(0 if shown else random.randint(0, len(deck) // 8)):
        meld = some_meld(random, deck, ruleset)
        if meld:
            table.append(meld)
            for tile in meld:
                deck.remove(tile)
    levels = len(ruleset.contract.levels)
    return Position(
        table=tuple(table),
        rack=tuple(deck[: random.randint(1, 14)]),
        opened=random.random() < 0.6,
        all_opened=random.random() < 0.5,
        level=ruleset.contract.level or (random.randint(1, levels) if levels else 0),
    )


def some_meld(random: Random, tiles: Sequence[Tile], ruleset: Ruleset) -> Meld:
    """A meld of some of the tiles, in order, or nothing: what lies around one tile, holes filled by wilds."""
    wilds = [tile for tile in tiles if tile == WILD]
    naturals = [tile for tile in tiles if tile.suit]
    for _ in range(8):
        if not naturals:
            break
        first = random.choice(naturals)
        size = random.choice((3, 3, 3, 4, 4, 5, 6))
        spare = list(wilds) if random.random() < 0.3 else []
        group: list[Tile] = []
        if random.random() < 0.5:
            ranks = range(first.rank, first.rank + size)
            wanted = [natural(first.suit, (r - 1) % ruleset.deck.ranks + 1) for r in ranks]
            for tile in wanted:
                if tile in naturals:
                    group.append(tile)
                elif spare:
                    group.append(spare.pop())
        else:
            suits = random.sample(ruleset.deck.suits, len(ruleset.deck.suits))
            group = [natural(suit, first.rank) for suit in suits if natural(suit, first.rank) in naturals][:size]
            group += spare[: max(0, 3 - len(group))]
        if group and check_meld(group, ruleset).valid:
            return tuple(group)
    return ()


def most_laid(position: Position, ruleset: Ruleset, seed: str, tries: int = 40) -> int:
    """The most rack tiles that the player without plan gets rid of in a legal move."""
    random = Random(seed)
    best = 0
    table, rack = list(position.table), list(position.rack)
    for _ in range(tries):
        if random.random() < 0.5 or not table:
            meld = some_meld(random, rack, ruleset)
            if meld:
                table.append(meld)
                for tile in meld:
                    rack.remove(tile)
        elif rack:
            _lay_off(random, table, rack, ruleset)
        laid = len(position.rack) - len(rack)
        if laid > best and _is_legal(position, table, ruleset):
            best = laid
    return best


def _lay_off(random: Random, table: list[Meld], rack: list[Tile], ruleset: Ruleset) -> None:
    """Lays a tile on a meld, or takes the end of a longer one to make room for nothing in particular."""
    tile, index = random.choice(rack), random.randrange(len(table))
    for longer in ((*table[index], tile), (tile, *table[index])):
        if not tile.name and check_meld(longer, ruleset).valid:
            table[index] = longer
            rack.remove(tile)
            return


def _is_legal(position: Position, table: Sequence[Meld], ruleset: Ruleset) -> bool:
    try:
        return check_move(position, table, ruleset).legal
    except InvalidRequest:
        return False


def tiles_of(table: Sequence[Meld]) -> list[Tile]:
    """All tiles of a table."""
    return list(chain(*table))
