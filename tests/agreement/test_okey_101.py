"""Opening in Okey 101: 101 points in sets and runs, or else five pairs, never the two together."""

import random

import pytest

from meldsolver import Objective, Position, Status, Tile, check_move, load_ruleset, parse_melds, parse_tiles, solve
from meldsolver.referee.report import Code
from tests.oracles.okey_opening import RANKS, SUITS, most_tiles

RULES = load_ruleset({"extends": "okey-101", "deck": {"indicator": "b3"}, "turn": {"go_out_needs_discard": False}})
WILD = ("b", 4)


def hands(number: int, seed: int) -> list[list[tuple[str, int]]]:
    """Hands of 10 to 16 tiles that lean to high ranks and to pairs, so that many can open."""
    draw = random.Random(seed)
    found = []
    for _ in range(number):
        low = draw.choice((1, 6, 8, 10))
        deck = [(suit, rank) for suit in SUITS for rank in range(low, RANKS + 1)] * 2
        hand = draw.sample(deck, draw.randint(10, 16))
        found.append(hand[:-2] + [WILD] * draw.choice((0, 0, 1, 2)) if WILD not in hand else hand)
    return found


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_best_opening_is_that_of_every_way_to_lay_the_hand(seed: int) -> None:
    """Most tiles of an opening, against an exhaustive search written from the rule sheets."""
    ways: set[bool | None] = set()
    for hand in hands(120 if seed == 1 else 1500, seed):
        wilds = hand.count(WILD)
        best = most_tiles([tile for tile in hand if tile != WILD], wilds)
        play = solve(Position(rack=tuple(Tile(*tile) for tile in hand)), RULES, (Objective.TILES,))
        assert play.tiles_played == best, hand
        assert play.status is (Status.OPTIMAL if best else Status.NO_PLAY)
        ways.add(bool(best) and all(len(meld) == 2 for meld in play.table))
        ways.add(None if not best else True)
    assert ways == {None, True, False}


@pytest.mark.parametrize(
    ("rack", "after", "codes"),
    [
        # 85 points and a pair (okey.gg/101/rules: every per needs at least 3 tiles)
        (
            "r10 r11 r12 r13 b13 y13 k13 y9 y9 k2",
            "r10 r11 r12 r13 | b13 y13 k13 | y9 y9",
            {Code.OPENING_BELOW_THRESHOLD, Code.OPENING_MIXES_PAIRS},
        ),
        ("r13 r13 k13 k13 b13 b13 y13 y13 y1", "r13 r13 | k13 k13 | b13 b13 | y13 y13", {Code.OPENING_BELOW_THRESHOLD}),
        ("r3 r3 k9 k9 b1 b1 y12 y12 k5 k5 y1", "r3 r3 | k9 k9 | b1 b1 | y12 y12 | k5 k5", set()),
        (
            "r3 r3 k9 k9 b1 b1 y12 y12 k5 k5 r8 r9 r10",
            "r3 r3 | k9 k9 | b1 b1 | y12 y12 | k5 k5 | r8 r9 r10",
            {Code.OPENING_MIXES_PAIRS},
        ),
        (
            "r9 r10 r11 r12 r13 k13 y13 b13 k12 y12 b12 k1 k1",
            "r9 r10 r11 r12 r13 | k13 y13 b13 | k12 y12 b12 | k1 k1",
            {Code.OPENING_MIXES_PAIRS},
        ),
        ("r9 r10 r11 r12 r13 k13 y13 b13 k12 y12 b12", "r9 r10 r11 r12 r13 | k13 y13 b13 | k12 y12 b12", set()),
    ],
)
def test_pairs_open_by_their_number_alone(rack: str, after: str, codes: set[Code]) -> None:
    """Pairs count no points, and an opening is one or the other (playlah.helpshift.com)."""
    report = check_move(Position(rack=parse_tiles(rack)), parse_melds(after), RULES)
    assert {violation.code for violation in report.violations} == codes
