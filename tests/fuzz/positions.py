"""Positions and end states of any game, drawn from its deck; small, because there are to be many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from meldsolver import Meld, Position, Ruleset, Tile
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.reading import valid_readings
from meldsolver.tiles import WILD

NAMES = ("ana", "bob", "cat", "")


@dataclass(frozen=True)
class Drawn:
    """A position with what may be told beside it.

    Attributes:
        position: the position.
        players: whose the melds are; empty when it is not told.
        left: tiles of the deck that lie nowhere in the position.
    """

    position: Position
    players: tuple[str, ...]
    left: tuple[Tile, ...]


@lru_cache(maxsize=1024)
def deck_of(ruleset: Ruleset) -> tuple[Tile, ...]:
    """Every tile of the game."""
    copies = game_of(ruleset).copies
    return tuple(
        Tile(suit, rank, name, wild=not (suit or name)) for (suit, rank, name), n in copies.items() for _ in range(n)
    )


def draw(random: Random, ruleset: Ruleset) -> Drawn:
    """Some melds of the deck, a rack of what is left, and what has happened so far."""
    game = game_of(ruleset)
    left = list(deck_of(ruleset))
    random.shuffle(left)
    table = []
    if ruleset.table.model != "hand_only" or random.random() < 0.1:
        for _ in range(random.choice((0, 0, 1, 1, 2, 2, 3, 4))):
            meld = take_meld(random, left, game)
            if meld:
                table.append(meld)
    rack: list[Tile] = []
    for _ in range(random.choice((0, 0, 1, 1, 2, 3))):
        rack += take_meld(random, left, game)
    size = _rack_size(random, ruleset)
    while len(rack) < size and left:
        rack.append(left.pop())
    random.shuffle(rack)
    levels = len(ruleset.contract.levels)
    position = Position(
        table=tuple(table),
        rack=tuple(rack),
        opened=random.random() < 0.6,
        all_opened=random.random() < 0.7,
        level=random.randint(1, levels) if levels else 0,
        pool_empty=random.random() < 0.1,
    )
    if left and random.random() < 0.06:
        position = replace(position, loose=tuple(left.pop() for _ in range(min(len(left), random.randint(1, 2)))))
    if left and random.random() < 0.08:
        position = replace(position, called=left.pop())
    if random.random() < 0.15:
        wilds = sum(tile.wild for meld in table for tile in meld)
        position = replace(position, wild_turns=tuple(random.randint(0, 4) for _ in range(wilds)))
    if random.random() < 0.1:
        position = _with_ids(position)
    players = tuple(random.choice(NAMES) for _ in table) if random.random() < 0.4 else ()
    return Drawn(position, players, tuple(left))


def _rack_size(random: Random, ruleset: Ruleset) -> int:
    rack = ruleset.deal.rack
    if ruleset.table.model in ("hand_only", "go_out_only") and 0 < rack <= 14 and random.random() < 0.7:
        return rack + random.choice((0, 1))
    return random.choice((0, 1, 2, 3, 4, 5, 6, 7, 9, 12))


def take_meld(random: Random, left: list[Tile], game: Game) -> Meld:
    """A meld taken out of the tiles, or nothing: what lies beside one tile, holes filled by wilds."""
    naturals = [tile for tile in left[:40] if tile.suit]
    if not naturals:
        return ()
    rules = game.ruleset
    stock = Counter(left)
    for _ in range(4):
        first = random.choice(naturals)
        kind = random.random()
        if kind < 0.5:
            size = random.choice((rules.run.min, rules.run.min, rules.run.min + 1, rules.run.min + 2))
            ranks = [game.low + (first.rank - game.low + step) % game.span for step in range(size)]
            wanted = [Tile(first.suit, rank) for rank in ranks]
        else:
            size = random.choice((rules.set.min, rules.set.min, rules.set.min + 1))
            suits = [first.suit] * size if rules.set.suits == "identical" else [*game.suits]
            random.shuffle(suits)
            wanted = [Tile(suit, first.rank) for suit in suits[:size]]
            if kind > 0.9:
                wanted = [first, Tile(first.suit, random.choice(naturals).rank), first][: random.choice((2, 3))]
        held: list[Tile] = []
        spare = stock[WILD]
        for tile in wanted:
            if held.count(tile) < stock[tile] and random.random() < 0.9:
                held.append(tile)
            elif held.count(WILD) < spare:
                held.append(WILD)
        if len(held) >= 2 and valid_readings(tuple(held), game):
            if random.random() < 0.1:
                random.shuffle(held)
            for tile in held:
                left.remove(tile)
            return tuple(held)
    return ()


def _with_ids(position: Position) -> Position:
    return replace(
        position,
        table=tuple(
            tuple(tile._replace(id=f"t{i}.{j}") for j, tile in enumerate(meld)) for i, meld in enumerate(position.table)
        ),
        rack=tuple(tile._replace(id=f"r{i}") for i, tile in enumerate(position.rack)),
    )


def some_end(random: Random, position: Position, ruleset: Ruleset) -> tuple[Meld, ...]:
    """A table that a player might leave: often legal, mostly not."""
    game = game_of(ruleset)
    table = [list(meld) for meld in position.table]
    rack = list(position.rack)
    for _ in range(random.randint(1, 3)):
        step = random.random()
        if step < 0.4:
            meld = take_meld(random, rack, game)
            if meld:
                table.append(list(meld))
        elif step < 0.75 and rack and table:
            target = random.choice(table)
            target.insert(random.choice((0, len(target))), rack.pop(random.randrange(len(rack))))
        elif step < 0.85 and table:
            meld_before = random.choice(table)
            at = random.randint(0, len(meld_before))
            table.append(meld_before[at:])
            del meld_before[at:]
        elif len(table) > 1:
            first, second = random.sample(range(len(table)), 2)
            if table[first]:
                table[second].append(table[first].pop(random.randrange(len(table[first]))))
    return tuple(tuple(meld) for meld in table if meld or random.random() < 0.2)


def some_tiles(random: Random, tiles: Sequence[Tile], most: int) -> tuple[Tile, ...]:
    """A few of the tiles."""
    return tuple(random.sample(tiles, min(len(tiles), random.randint(0, most))))
