"""Carioca's sheets: what is laid in going down is exactly what the round asks for; more is added in later turns."""

from itertools import combinations
from random import Random

import pytest

import meldsolver as ms
from meldsolver.contracts import distance, lay_down
from tests.oracles.contract_any import Rules, judge

CARIOCA = ms.get_ruleset("carioca")


def legal(text: str, after: str) -> bool:
    return ms.check_move(ms.parse_position(text), ms.parse_melds(after), CARIOCA).legal


@pytest.mark.parametrize(
    ("after", "right"),
    [
        ("r5 y5 k5 | r9 y9 k9", True),
        ("r5 y5 k5 b5 | r9 y9 k9", False),
        ("r5 y5 k5 | r9 y9 k9 j", False),
        ("r5 y5 b5 | r9 y9 j", True),
    ],
)
def test_a_trio_has_three_cards(after: str, right: bool) -> None:
    """The sheet's word on the first round: both trios at once, and nothing besides."""
    assert legal(". / r5 y5 k5 b5 r9 y9 k9 j k2 / unopened / level 1", after) is right


def test_an_escalera_has_four_cards() -> None:
    """Five in a row wait with their fifth for the next turn, when it is laid off."""
    hand = ". / r5 y5 k5 r7 r8 r9 r10 r11 k2 / unopened / level 2"
    assert legal(hand, "r5 y5 k5 | r7 r8 r9 r10")
    assert not legal(hand, "r5 y5 k5 | r7 r8 r9 r10 r11")
    assert legal("r5 y5 k5 | r7 r8 r9 r10 / r11 k2 / opened / level 2", "r5 y5 k5 | r7 r8 r9 r10 r11")


def test_the_reason_names_the_sizes() -> None:
    """Whoever lays too much is told how much is asked."""
    position = ms.parse_position(". / r5 y5 k5 b5 r9 y9 k9 k2 / unopened / level 1")
    report = ms.check_move(position, ms.parse_melds("r5 y5 k5 b5 | r9 y9 k9"), CARIOCA)
    assert [violation.message for violation in report.violations] == [
        "level 1 needs 2 sets of exactly 3; 2 new melds are laid"
    ]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_hands_against_every_choice_of_melds(level: int) -> None:
    """Distance, and what the best play lays, against an enumeration of all contracts of just their sizes."""
    deck = {"suits": ["r", "y", "k"], "ranks": 6, "copies": 2, "wilds": 2}
    ruleset = ms.load_ruleset({"extends": "carioca", "deck": deck, "scoring": {"values": {}}})
    rules = Rules(("r", "y", "k"), 6, 2, 2, run_least=4, run_most=14, wrap="one_high", exact=True)
    text = ruleset.contract.levels[level - 1]
    cards = list(rules.deck.elements())
    down = 0
    for number in range(60):
        hand = Random(f"{level} {number}").sample(cards, 11)
        tiles = tuple(ms.WILD if card == ("", 0) else ms.natural(*card) for card in hand)
        position = ms.Position(rack=tiles, level=level)
        expected = judge(hand, text, rules, 2)
        found = distance(position, ruleset, draws=0, time_limit=600)
        assert found.proved
        if expected.distance is None:
            assert found.distance is None or found.distance > 2
            continue
        assert found.distance == expected.distance, ms.format_position(position)
        answer, play = ms.solve(position, ruleset, time_limit=600), lay_down(position, ruleset, time_limit=600)
        down += not expected.distance
        assert answer.tiles_played == (expected.most_laid if not expected.distance else 0)
        assert play.can_go_down == (not expected.distance)
        assert sum(map(len, play.melds)) == expected.most_laid
    assert down > 5


def test_longer_melds_are_what_is_told_apart() -> None:
    """Among the ways to lay cards of a hand in two melds, those of three and three alone go down."""
    rack = ["r5", "y5", "k5", "b5", "r9", "y9", "k9", "b9"]
    for first in (3, 4):
        for fives in combinations(rack[:4], first):
            for second in (3, 4):
                for nines in combinations(rack[4:], second):
                    after = f"{' '.join(fives)} | {' '.join(nines)}"
                    assert legal(f". / {' '.join(rack)} k2 / unopened / level 1", after) is (first == second == 3)
