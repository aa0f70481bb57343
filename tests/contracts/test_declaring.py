"""Distances, outs and discards of hands that are declared or knock, against all complete hands of small decks."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

import meldsolver as ms
from meldsolver.contracts import advise_discard, distance, lay_down
from meldsolver.rules.scoring import rack_value
from tests.agreement.bridge import meld_rules, oracle_tile, project_meld
from tests.oracles.any_hand import Whole, declarations, least_left
from tests.oracles.any_rules import Meld, Other, Rules, Tile
from tests.oracles.near_hands import Hand, complete_hands, nearest

GAMES: dict[str, tuple[dict[str, Any], int]] = {
    # The rules, and how many cards are declared.
    "gin": ({"extends": "gin", "deck": {"suits": 3, "ranks": 5}, "deal": {"rack": 5}, "declare": {"knock_max": 4}}, 5),
    "gin, aces high and low": (
        {
            "extends": "gin-ace-high-low",
            "deck": {"suits": 3, "ranks": 5},
            "deal": {"rack": 5},
            "declare": {"knock_max": 3},
        },
        5,
    ),
    "indian": (
        {"extends": "indian-13", "deck": {"suits": 3, "ranks": 4, "wilds": 2, "copies": 1}, "deal": {"rack": 6}},
        6,
    ),
    "indian, many jokers": (
        {"extends": "indian-13", "deck": {"suits": 2, "ranks": 5, "wilds": 4, "copies": 1}, "deal": {"rack": 7}},
        7,
    ),
    "indian, a wild rank": (
        {
            "extends": "indian-13",
            "deck": {"suits": 3, "ranks": 4, "wilds": 1, "copies": 1, "wild_ranks": [2]},
            "deal": {"rack": 6},
        },
        6,
    ),
    "indian, jokers limited": (
        {
            "extends": "indian-13",
            "deck": {"suits": 3, "ranks": 4, "wilds": 3, "copies": 1},
            "deal": {"rack": 6},
            "wild": {"max_per_meld": 1},
        },
        6,
    ),
    "okey": (
        {
            "extends": "okey",
            "deck": {"suits": 3, "ranks": 3, "copies": 2, "indicator": "r1", "specials": {}},
            "deal": {"rack": 6},
            "declare": {"pairs": 3},
        },
        6,
    ),
    "riichi": (
        {
            "extends": "riichi",
            "deck": {"suits": ["m", "p"], "ranks": 4, "copies": 3, "honours": 1},
            "deal": {"rack": 4},
            "declare": {"pairs": 0},
        },
        5,
    ),
    "riichi, pairs": (
        {
            "extends": "riichi",
            "deck": {"suits": ["m"], "ranks": 5, "copies": 3, "honours": 1},
            "deal": {"rack": 7},
            "declare": {"pairs": 4},
        },
        8,
    ),
    "five crowns": (
        {
            "extends": "five-crowns",
            "deck": {"suits": 3, "min_rank": 1, "ranks": 4, "copies": 1, "packs": 1, "wilds": 1, "wild_ranks": [3]},
            "deal": {"rack": 6},
        },
        6,
    ),
}


class Small:
    """A game on a small deck, with all its complete hands."""

    def __init__(self, name: str) -> None:
        mapping, self.size = GAMES[name]
        deck = mapping["deck"] | {"rank_labels": {}}
        values = {} if mapping["extends"] == "riichi" else {"card_values": "face", "values": {}}
        scoring = {"scoring": values | {"racks": True}}
        self.ruleset = ms.load_ruleset(mapping | {"deck": deck} | scoring)
        self.rules: Rules = meld_rules(self.ruleset)
        copies = self.rules.copies
        self.deck: Hand = Counter(
            {(suit, rank): copies for suit in self.rules.suits for rank in range(1, self.rules.ranks + 1)}
        )
        self.deck.update({("z", rank): copies for rank in range(1, self.rules.honours + 1)})
        if self.ruleset.deck.wilds:
            self.deck["j"] = self.ruleset.deck.wilds
        self.complete = complete_hands(self.deck, self.size, self.is_complete)

    def is_complete(self, hand: Meld) -> bool:
        declare = self.ruleset.declare
        if declare.knock_max >= 0:
            return least_left(hand, self.rules, self.cost) <= declare.knock_max
        others = self.ruleset.other_melds
        whole = Whole(
            min_runs=declare.min_runs,
            min_pure=declare.min_pure_runs,
            all_cards=True,
            pairs=declare.pairs,
            pair_kinds=tuple(Other("pair", o.n, o.max or o.n, o.suits) for o in others if o.kind == "pair"),
            counts=tuple((o.kind, o.count) for o in others if o.count),
        )
        return next(declarations(hand, 0, self.rules, whole), None) is not None

    def cost(self, tile: Tile) -> int:
        return rack_value(project_meld([tile]), self.ruleset)

    def hand(self, random: Random, size: int) -> Hand:
        """A hand; half of them are near a complete one."""
        cards = [card for card, count in self.deck.items() for _ in range(count)]
        random.shuffle(cards)
        held: Hand = Counter()
        if self.complete and random.random() < 0.6:
            near = list(random.choice(self.complete).elements())
            held = Counter(random.sample(near, random.randint(2, len(near))))
        for card in cards:
            if held.total() < size and held[card] < self.deck[card]:
                held[card] += 1
        return held


@cache
def small(name: str) -> Small:
    return Small(name)


def compare(name: str, seeds: range) -> None:
    game = small(name)
    for seed in seeds:
        random = Random(f"{name} {seed}")
        between = game.ruleset.deal.rack
        held = game.hand(random, between + random.randint(0, 1))
        rack = project_meld(list(held.elements()))
        unseen = game.deck - held
        if random.random() < 0.3:
            for card in random.sample(sorted(unseen, key=repr), 4):
                unseen[card] -= 1
            unseen = +unseen
        given = {tile[:3]: count for card, count in unseen.items() for tile in project_meld([card])}
        position = ms.Position(rack=rack)
        answer = distance(position, game.ruleset, unseen=given)
        far, outs = nearest(held, unseen, game.complete)
        told = {oracle_tile(out.tile): out.copies for out in answer.outs}
        assert (answer.distance, told) == (far, {card: unseen[card] for card in outs}), (name, seed, rack)
        assert answer.proved
        if far is not None:
            missing = Counter(map(oracle_tile, answer.missing))
            assert (missing.total(), missing - unseen) == (far, Counter())
            assert all(ms.check_meld(meld, game.ruleset).valid for meld in answer.melds if len(meld) > 2), answer.melds
            if game.ruleset.declare.knock_max < 0:
                assert sum(map(len, answer.melds)) == game.size
        if far is not None and held.total() > between:
            _compare_discards(game, position, held, unseen, given)
        assert lay_down(position, game.ruleset).can_go_down is (far == 0), (name, seed, rack)


def _compare_discards(game: Small, position: ms.Position, held: Hand, unseen: Hand, given: dict[Any, int]) -> None:
    advice = advise_discard(position, game.ruleset, unseen=given)
    ranked = []
    for discard in advice.discards:
        card = oracle_tile(discard.card)
        left = held - Counter([card])
        far, outs = nearest(left, unseen, game.complete)
        assert (discard.distance, discard.outs) == (far, sum(unseen[out] for out in outs)), (position, card)
        if discard.deadwood is not None:
            assert discard.deadwood == least_left(tuple(left.elements()), game.rules, game.cost), (position, card)
        ranked.append((1 << 20 if far is None else far, -discard.outs, discard.deadwood or 0, -discard.penalty_saved))
    assert ranked == sorted(ranked)


@pytest.mark.parametrize("name", GAMES)
def test_every_hand_game(name: str) -> None:
    """Distance, outs, melds aimed at, discards, and whether the hand can be declared."""
    compare(name, range(5))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_hand_game_at_length(name: str) -> None:
    """The same with many more hands."""
    compare(name, range(100, 300))
