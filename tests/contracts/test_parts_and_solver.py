"""Complete hands put together from parts and found by the solver's model must be the same, on whole decks.

Why: all complete hands can only be listed for small decks (``test_declaring.py``); here the search over parts is held
against another way to the same answer, for each preset whose hands are declared whole.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import meldsolver as ms
from meldsolver.contracts import complete_hands, distance
from meldsolver.contracts.hand_search import searchable
from meldsolver.rules.game import game_of

GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "indian-13": ({"extends": "indian-13"}, 14),
    "indian-13 between turns": ({"extends": "indian-13"}, 13),
    "indian-13-wild-8": ({"extends": "indian-13-wild-8"}, 14),
    "indian-13-nexgen": ({"extends": "indian-13-nexgen"}, 14),
    "okey": ({"extends": "okey"}, 15),
    "okey with an indicator": ({"extends": "okey", "deck": {"indicator": "r7"}}, 15),
    "riichi": ({"extends": "riichi"}, 14),
    "riichi with a set of four": ({"extends": "riichi"}, 15),
    "space-mahjong": ({"extends": "space-mahjong"}, 14),
    "five-crowns, the first hand": ({"extends": "five-crowns"}, 4),
    "five-crowns, the fifth hand": ({"extends": "five-crowns-7-wild", "deal": {"rack": 7}}, 8),
}


def compare(name: str, seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    mapping, size = GAMES[name]
    ruleset = ms.load_ruleset(mapping)
    game = game_of(ruleset)
    assert searchable(game)
    checked = 0
    for seed in seeds:
        random = Random(f"{name} {seed}")
        shown = [card for card in game.copies if not card[2] or game.false_joker]
        cards = [card for card in shown for _ in range(game.copies[card])]
        suits = random.sample(game.suits, 2)
        if random.random() < 0.5:
            cards = [card for card in cards if not card[0] or card[0] in suits]
        dealt = random.sample(cards, size)
        position = ms.Position(rack=tuple(ms.Tile(*card, wild=not card[0] and not card[2]) for card in dealt))
        found = distance(position, ruleset)
        with monkeypatch.context() as patch:
            patch.setattr(complete_hands, "searchable", lambda game: False)
            solved = distance(position, ruleset, time_limit=4)
        if not solved.proved:
            continue
        assert found.proved
        assert (found.distance, found.outs) == (solved.distance, solved.outs), position.rack
        assert len(found.missing) == (found.distance or 0)
        checked += 1
    assert checked


@pytest.mark.parametrize("name", GAMES)
def test_both_find_the_same_distance_and_outs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One hand a game."""
    compare(name, range(1), monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_both_find_the_same_at_length(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with many more hands, half of them in two suits."""
    compare(name, range(100, 160), monkeypatch)
