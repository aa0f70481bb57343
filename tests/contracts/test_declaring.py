"""Distances, outs and discards of hands that are declared or knock, against all complete hands of small decks."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

import meldsolver as ms
from meldsolver.contracts import advise_discard, advise_draw, distance, lay_down, least_deadwood
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
    **{
        f"indian, {limit}": (
            {
                "extends": "indian-13",
                "deck": {"suits": 3, "ranks": 4, "wilds": 3, "copies": 1},
                "deal": {"rack": 6},
                "wild": {limit: value},
                "set": {"allowed": limit != "adjacent_ok"},
            },
            6,
        )
        for limit, value in {
            "min_naturals": 2,
            "naturals_ge_wilds": True,
            "adjacent_ok": False,
            "max_in_new_three": 1,
        }.items()
    },
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
            for card in random.sample(sorted(unseen, key=repr), min(4, len(unseen))):
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
            # A hand declared as pairs has everything in its pattern, though pairs are no melds by themselves.
            whole = far == 0 and game.ruleset.declare.knock_max < 0
            least = 0 if whole else least_left(tuple(left.elements()), game.rules, game.cost)
            assert discard.deadwood == least, (position, card)
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


def asked(ruleset: str, hand: str) -> tuple[ms.Position, ms.Ruleset]:
    rules = ms.get_ruleset(ruleset)
    return ms.Position(rack=ms.parse_tiles(hand, rules.alphabet)), rules


def test_gin_throws_the_card_that_no_meld_holds() -> None:
    """A hand of three melds and a two: breaking a set would leave 22 points, throwing the two none."""
    position, rules = asked("gin", "4h 5h 6h qc qd qh kc kd kh 2s")
    first = advise_discard(position, rules, seen=ms.parse_tiles("9c", rules.alphabet)).discards[0]
    assert (str(first.card), first.deadwood) == ("k2", 0)


def test_gin_with_the_card_drawn_knocks_after_the_best_discard() -> None:
    """Eleven cards with 17 points in no meld, ten of them a king: thrown, they leave 7."""
    position, rules = asked("gin", "4h 5h 6h qc qd qh 3s 3c as kd 9h")
    split = least_deadwood(position, rules)
    assert (str(split.thrown), split.value, split.can_knock) == ("y13", 16, False)
    position, rules = asked("gin", "4h 5h 6h qc qd qh 3s 3c as kd 7h")
    play = lay_down(position, rules)
    assert (play.can_go_down, play.penalty_left, str(play.rack[-1])) == (True, 7, "y13")


def test_indian_outs_of_the_rule_sheet_form() -> None:
    """One card away between turns, whichever card is thrown for it; with the card drawn it can be declared."""
    hand = "5h 6h 7h 10c 11c 12c 8s 8c 8h kd kh kc 2d"
    position, rules = asked("indian-13", hand)
    answer = distance(position, rules)
    assert answer.distance == 1
    assert {str(out.tile) for out in answer.outs} == {"r4", "r8", "y8", "k13", "b13", "b9", "j"}
    assert answer.complete[0] == answer.improve[0]
    position, rules = asked("indian-13", hand + " ks")
    assert distance(position, rules).distance == 0
    assert str(advise_discard(position, rules).discards[0].card) == "y2"
    assert lay_down(position, rules).can_go_down


def test_a_pure_run_cannot_be_replaced_by_wilds() -> None:
    """All in melds, but every run has a joker: the hand is as far as the natural that is missing."""
    position, rules = asked("indian-13", "5h j 7h 9s 10s j 4d 4s 4c kd ks kc kh")
    assert not lay_down(position, rules).can_go_down
    answer = distance(position, rules)
    assert answer.distance == 1
    assert ms.WILD not in {out.tile for out in answer.outs}


def test_the_discard_that_completes_the_hand_is_taken() -> None:
    """Taken because the hand can be declared with it; a card that changes nothing is not."""
    position, rules = asked("indian-13", "5h 6h 7h 10c 11c 12c 8s 8c 8h kd kh kc 2d")
    card = ms.parse_tile("ks", rules.alphabet)
    advice = advise_draw(position, rules, card)
    assert (advice.take, advice.distance, advice.distance_with) == (True, 1, 0)
    assert "can be declared" in advice.reasons[0]
    assert not advise_draw(position, rules, ms.parse_tile("3s", rules.alphabet)).take


@pytest.mark.parametrize(
    ("hand", "far"),
    [
        ("m1 m9 p1 p9 s1 s9 z1 z2 z3 z4 z5 z6 z7", 7),
        ("m2 m2 m2 m4 m4 p3 p3 p3 p5 p6 p7 s4 s4", 1),
        ("m2 m2 m2 m4 m4 p3 p3 p3 p5 p6 p7 s4 s4 s4", 0),
        ("m1 m1 m1 m1 m9 m9 m9 m9 p1 p1 p1 p1 z1 z1", 2),
    ],
)
def test_mahjong_is_its_shanten_number_and_one(hand: str, far: int) -> None:
    """Seven pairs from singles; three triplets with a pair to come; complete; three sets of four are no four melds."""
    position, rules = asked("riichi", hand)
    assert distance(position, rules).distance == far
    assert lay_down(position, rules).can_go_down is (far == 0)
