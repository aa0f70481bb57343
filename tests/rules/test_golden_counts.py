"""Golden counts, as perft counts serve chess: melds, complete hands and end states under each ruleset.

The counts of tile rummy are published (melds: den Hertog and Hulshof, The Computer Journal 49(6), 2006, with
their count for two wilds corrected; hands: the Leiden theses on Rummikub). The others were computed by the
brute force of ``tests/oracles``; ``python -m tests.rules.golden`` shows the first meld that diverges.
"""

from random import Random
from typing import Any

import pytest

from meldsolver import Position, get_ruleset, load_ruleset, solve
from meldsolver.tiles import natural
from tests.agreement.bridge import oracle_rules
from tests.oracles.any_move import Before, end_states
from tests.rules.golden import complete_hands, legal_end_states, melds_of

LONGEST = 5
"""Melds of more tiles are not counted."""

MELDS: dict[str, tuple[dict[str, Any], tuple[int, int, int]]] = {
    "tile rummy": ({}, (185, 494, 494)),
    "one high": ({"run": {"wrap": "one_high"}}, (197, 530, 530)),
    "high only": ({"run": {"wrap": "high_only"}}, (185, 494, 494)),
    "circular": ({"run": {"wrap": "circular"}}, (221, 598, 598)),
    "identical sets": ({"set": {"suits": "identical", "min": 2}}, (172, 468, 468)),
    "sets of any suits": ({"set": {"suits": "any"}}, (575, 702, 546)),
    "pairs": ({"other_melds": [{"kind": "pair"}]}, (237, 546, 494)),
    "one wild a meld": ({"wild": {"max_per_meld": 1}}, (185, 494, 0)),
    "naturals not outnumbered": ({"wild": {"naturals_ge_wilds": True}}, (185, 494, 442)),
    "wilds apart": ({"wild": {"adjacent_ok": False}}, (185, 494, 366)),
    "runs of any suit": ({"deck": {"suits": 2, "ranks": 6}, "run": {"suit": "any"}}, (144, 260, 188)),
    "colours": (
        {"deck": {"suits": 2, "ranks": 6}, "other_melds": [{"kind": "colour", "n": 4, "max": 4}]},
        (192, 136, 86),
    ),
}

HANDS = {
    13: {3: 96, 4: 53, 5: 36, 6: 4656, 7: 4980, 8: 4731},
    6: {3: 40, 4: 18, 5: 8, 6: 820, 7: 696, 8: 467},
}

TURN = Before(
    table=((("r", 1), ("r", 2), ("r", 3)), (("r", 4), ("y", 4), "j")),
    rack=(("r", 4), ("k", 4), ("y", 3), ("k", 3), ("k", 5), "j"),
)
"""A turn with a wild on the table, on three suits and six ranks."""

END_STATES: dict[str, tuple[dict[str, Any], int]] = {
    "free": ({}, 71),
    "replace": ({"retrieval": {"mode": "replace"}}, 68),
    "replace from the rack": ({"retrieval": {"mode": "replace", "source": "rack"}}, 68),
    "locked": ({"retrieval": {"mode": "replace", "meld_locked": True}}, 66),
    "into new melds": ({"retrieval": {"mode": "replace", "reuse": "new_meld"}}, 46),
    "never": ({"retrieval": {"mode": "never"}}, 35),
    "lay-off only": ({"table": {"manipulation": "layoff"}}, 18),
    "lay-off, wilds fixed": (
        {
            "table": {"manipulation": "layoff"},
            "wild": {"end_wild_revaluable": False, "inner_wild_revaluable": False},
        },
        18,
    ),
    "nothing touched": ({"table": {"manipulation": "none"}}, 7),
    "one wild a meld": ({"wild": {"max_per_meld": 1}}, 53),
    "circular": ({"run": {"wrap": "circular"}}, 71),
}


@pytest.mark.parametrize("name", MELDS)
def test_melds(name: str) -> None:
    """Distinct melds of at most five tiles that hold no, one and two wilds."""
    mapping, expected = MELDS[name]
    ruleset = load_ruleset({"extends": "tile-rummy", **mapping})
    assert tuple(len(melds_of(ruleset, wilds, LONGEST)) for wilds in range(3)) == expected


@pytest.mark.parametrize(("ranks", "size"), [(ranks, size) for ranks, counts in HANDS.items() for size in counts])
def test_complete_hands(ranks: int, size: int) -> None:
    """Hands of so many naturals that can be laid out completely; the solver lays out a sample of them."""
    ruleset = load_ruleset({"extends": "tile-rummy", "deck": {"ranks": ranks}})
    hands = complete_hands(ruleset, size)
    assert len(hands) == HANDS[ranks][size]
    for hand in Random(size).sample(sorted(hands), 8):
        assert solve(Position(rack=hand, opened=True), ruleset).tiles_played == size


def test_other_hands_are_not_laid_out() -> None:
    """Random hands that are not among the complete ones keep a tile."""
    ruleset = get_ruleset("tile-rummy")
    complete = complete_hands(ruleset, 6)
    random = Random(6)
    deck = [natural(suit, rank) for suit in ruleset.deck.suits for rank in range(1, 8)] * 2
    for _ in range(40):
        hand = tuple(sorted(random.sample(deck, 6)))
        played = solve(Position(rack=hand, opened=True), ruleset).tiles_played
        assert (played == 6) is (hand in complete)


@pytest.mark.parametrize("name", END_STATES)
def test_end_states(name: str) -> None:
    """Legal tables that one turn may leave: by the referee, by brute force, and as recorded."""
    mapping, expected = END_STATES[name]
    deck = {"suits": 3, "ranks": 6, "copies": 2, "wilds": 2}
    ruleset = load_ruleset({"extends": "tile-rummy", "deck": deck, **mapping})
    assert len(end_states(TURN, oracle_rules(ruleset))) == expected
    assert legal_end_states(TURN, ruleset) == expected
