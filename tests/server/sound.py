"""Positions that can exist, under any ruleset: drawn from its own deck."""

from __future__ import annotations

from collections import Counter
from random import Random

from meldsolver import Meld, Position, Ruleset, Tile
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.position_check import position_faults
from meldsolver.rules.reading import valid_readings


def sound_position(ruleset: Ruleset, seed: str) -> Position | None:
    """A random position without faults, or ``None`` where this draw gave none."""
    random = Random(seed)
    game = game_of(ruleset)
    pool = [
        Tile(suit, rank, name, wild=not (suit or name))
        for (suit, rank, name), n in game.copies.items()
        for _ in range(n)
    ]
    random.shuffle(pool)
    table = [meld for _ in range(random.randint(0, 5)) if (meld := _meld(random, pool, game))]
    rack = tuple(pool[: random.randint(0, min(16, len(pool)))])
    rest = pool[len(rack) :]
    levels = len(ruleset.contract.levels)
    position = Position(
        table=tuple(table),
        rack=rack,
        opened=random.random() < 0.6,
        loose=tuple(rest[:2]) if random.random() < 0.1 else (),
        all_opened=random.random() < 0.8,
        level=random.randint(1, levels) if levels else 0,
        called=rest[5] if len(rest) > 5 and ruleset.layoff.extra_melds == "on_call" else None,
        pool_empty=random.random() < 0.2,
    )
    return None if position_faults(position, ruleset) else position


def _meld(random: Random, pool: list[Tile], game: Game) -> Meld | None:
    """A random meld taken out of the pool."""
    suits = game.suits
    for _ in range(60):
        low, size = random.randint(game.low, game.high), random.randint(3, 5)
        if random.random() < 0.5:
            suit = random.choice(suits)
            meld = [Tile(suit, rank) for rank in range(low, low + size)]
        else:
            meld = [Tile(suit, low) for suit in random.sample(suits, min(size, len(suits)))]
        if random.random() < 0.3:
            meld[random.randrange(len(meld))] = Tile(wild=True)
        if all(pool.count(tile) >= n for tile, n in Counter(meld).items()) and valid_readings(meld, game):
            for tile in meld:
                pool.remove(tile)
            return tuple(meld)
    return None
