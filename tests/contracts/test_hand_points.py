"""Indian rummy counts what is in no meld, once there is a pure run; else the whole hand, at most 80."""

from __future__ import annotations

from random import Random

import pytest

import meldsolver
from meldsolver import CancelToken, InvalidRequest, get_ruleset, parse_tiles
from meldsolver.contracts import hand_points, score_round
from meldsolver.tiles import WILD, Tile
from tests.oracles.indian_points import Card, points

RULES = get_ruleset("indian-13")


@pytest.mark.parametrize(
    ("hand", "counted"),
    [
        (
            "5h 6h 7h 9c 9d 9s 2c 3c j kd qd 4s ah",
            2 + 3 + 4 + 10,
        ),  # a pure run: the set and queen, king, joker count nothing
        ("5h 6h j 9c 9d 9s 2c 3c 4d kd qd 4s ah", 80),  # no pure run: 81 points, the cap
        ("2h 2d 2s 3h 3d 3s 4h 4d 4s 5c kd 6c 7c", 10),  # three runs or three sets, and a pure run
        ("2h 2d 2s 2c 5h 5d 5s 8c 8d 8h kc kd 10c", 8 + 15 + 24 + 30),  # sets alone are worth nothing
        ("qh kh ah 2c 2d 2s 5c 7d 9s jc 4h 6d 8s", 5 + 7 + 9 + 10 + 4 + 6 + 8),  # the ace follows the king
    ],
)
def test_hands_that_lost(hand: str, counted: int) -> None:
    """Counted by hand from the rule pages that the module names."""
    rack = parse_tiles(hand, RULES.alphabet)
    score = meldsolver.score_round([(), rack], RULES)
    assert score.scores == (0, counted)


def test_random_hands_against_trial_and_error() -> None:
    """Small hands, thick with neighbours and jokers."""
    melded = 0
    for seed in range(150):
        rng = Random(f"points {seed}")
        hand: list[Card] = [(rng.choice("rykb"), rank) for rank in rng.choices(range(1, 14), k=2)]
        suit, low = rng.choice("rykb"), rng.randrange(1, 12)
        hand += [(suit, low), (suit, low + 1), (suit, low + rng.choice((2, 2, 3)))]
        hand += [None] * rng.randrange(3) + [(rng.choice("rykb"), rng.choice([card[1] for card in hand if card]))] * 1
        if any(hand.count(card) > 2 for card in hand if card is not None) or any(c and c[1] > 13 for c in hand):
            continue
        rack = tuple(WILD if card is None else Tile(*card) for card in hand)
        expected = points(tuple(hand))
        assert hand_points(rack, RULES) == expected, hand
        melded += expected < sum(card is not None for card in hand) * 10
    assert melded > 20


def test_a_round_whose_call_was_cancelled_is_not_scored() -> None:
    """Why: each hand was given ten seconds, whatever the call had left."""
    token = CancelToken()
    token.cancel()
    rack = parse_tiles("5h 6h 7h 9c 9d 9s 2c 3c j kd qd 4s ah", RULES.alphabet)
    with pytest.raises(InvalidRequest, match="not found in time"):
        score_round([(), rack], RULES, cancel=token)
