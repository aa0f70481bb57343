"""Seeded Ramo hands for the comparison with brute force: half dealt at random, half planted near a contract."""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.oracles.contract_brute import DECK, LEVELS, Shape, shapes


def deal(seed: int, level: int) -> list[str]:
    """A hand of 12 to 14 cards with 0 to 4 wilds."""
    rng = Random(f"{seed}/{level}")
    size = rng.choice((12, 13, 14))
    wilds = rng.choices(range(5), weights=(4, 4, 3, 2, 1))[0]
    planted = _planted(rng, level) if seed % 2 else []
    planted = planted[: size - wilds - 1]
    rest = list((DECK - Counter(planted) - Counter({"j": 4})).elements())
    hand = [*planted, *["j"] * wilds, *rng.sample(rest, size - wilds - len(planted))]
    rng.shuffle(hand)
    return hand


def table_for(seed: int, hand: list[str]) -> list[tuple[str, Shape, int]]:
    """Up to three melds of other players, some with a wild in them: kind, naturals, wilds."""
    rng = Random(f"table {seed}")
    left = DECK - Counter(hand)
    table: list[tuple[str, Shape, int]] = []
    for _ in range(rng.choice((0, 1, 2, 3))):
        kind = rng.choice("SR")
        cells = rng.choice([shape for shape in shapes(kind) if len(shape) <= 5])
        out = rng.sample(range(len(cells)), 1 if left["j"] and rng.random() < 0.3 else 0)
        naturals = tuple(face for index, face in enumerate(cells) if index not in out)
        meld = Counter(naturals) + Counter({"j": len(out)})
        if meld <= left:
            left -= meld
            table.append((kind, naturals, len(out)))
    return table


def _planted(rng: Random, level: int) -> list[str]:
    contract = rng.choice(LEVELS[level - 1].split("|"))
    cells = [face for kind in contract for face in rng.choice([s for s in shapes(kind) if len(s) <= 4])]
    missing = rng.choice((0, 1, 2, 3))
    rng.shuffle(cells)
    held = list((Counter(cells) & DECK).elements())
    rng.shuffle(held)
    return held[: max(0, len(held) - missing)]
