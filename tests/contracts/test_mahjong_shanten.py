"""Distances of mahjong hands against the shanten numbers of a published library.

A claim about hands of a whole deck cannot be tried by listing complete hands, so it is held against
numbers that others compute: those of the package ``mahjong`` (github.com/MahjongRepository/mahjong),
for four sets and a pair and for seven pairs. Thirteen orphans are no hand of these rules.
"""

from __future__ import annotations

from random import Random

import pytest

import meldsolver as ms
from meldsolver.contracts import distance

shanten = pytest.importorskip("mahjong.shanten", reason="the package mahjong comes with the extra dev")

RULES = ms.get_ruleset("riichi")
TILES = [(suit, rank) for suit, ranks in (("m", 9), ("p", 9), ("s", 9), ("z", 7)) for rank in range(1, ranks + 1)]
FEW = [("m", "p", "s", "z"), ("m", "p", "s", "z"), ("m", "z"), ("p",), ("s", "z"), ("m", "p")]
"""The suits that hands are dealt from; with few of them they are nearer to complete."""


def published(hand: list[tuple[str, int]]) -> int:
    counts = [hand.count(tile) for tile in TILES]
    tables = shanten.Shanten()
    return int(
        min(tables.calculate_shanten_for_regular_hand(counts), tables.calculate_shanten_for_chiitoitsu_hand(counts))
    )


def compare(seeds: range) -> None:
    for seed in seeds:
        random = Random(f"shanten {seed}")
        suits = FEW[seed % len(FEW)]
        hand = random.sample([tile for tile in TILES if tile[0] in suits] * 4, random.choice((13, 14)))
        answer = distance(ms.Position(rack=tuple(ms.Tile(*tile) for tile in hand)), RULES, draws=0)
        assert (answer.distance, answer.proved) == (published(hand) + 1, True), (seed, sorted(hand))


def test_dealt_hands() -> None:
    """Hands of 13 tiles and of 14, from all suits and from few."""
    compare(range(12))


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 6000, 250))
def test_many_dealt_hands(start: int) -> None:
    """The same with many more hands, in parts that several processes share."""
    compare(range(start, start + 250))
