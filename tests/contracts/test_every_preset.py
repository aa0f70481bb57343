"""Every contract game against an enumeration of all choices of melds, on small decks.

Why: going down, distance and outs are claims about all the ways to lay a contract. Ramo has an oracle of its own; the
games with natural cards as wilds, limits on wilds, runs that go round or lie apart, and colours had none.
"""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import meldsolver as ms
from meldsolver.contracts import distance, lay_down
from tests.oracles.contract_any import WILD, Card, Rules, demands, judge, melds

GAMES = [
    summary.name
    for summary in ms.list_rulesets()
    if (game := ms.get_ruleset(summary.name)).opening.kind == "contract" and not game.contract.level
]
FEW, MANY = 5, 100
"""Hands a level by default, and in the slow run."""
MOST = 2
"""Distances up to this are compared; the oracle tries no farther."""


def small(name: str) -> ms.Ruleset:
    """The game with three suits of seven ranks, and those of its contracts that a hand of ten cards can hold."""
    whole = ms.get_ruleset(name)
    deck: dict[str, Any] = {
        "suits": ["r", "y", "k"],
        "min_rank": 1,
        "ranks": 7,
        "copies": 2,
        "packs": 1,
        "wilds": 2,
        "wild_ranks": list(whole.deck.wild_ranks[:1]),
        "rank_labels": {},
        "specials": {},
    }
    scoring = {"card_values": "face", "values": {}}
    usual = {"S": whole.set.min, "R": whole.run.min, "C": 7}
    short = [
        text
        for text in dict.fromkeys(whole.contract.levels)
        if sum(int(n or usual[kind]) for kind, n in re.findall(r"([SRC])(\d*)", text.split("|")[0])) <= 8
        and "R8" not in text
    ]
    return ms.load_ruleset({"extends": name, "deck": deck, "scoring": scoring, "contract": {"levels": short}})


def rules_of(ruleset: ms.Ruleset) -> Rules:
    """The oracle's form of the rules."""
    deck, run, wild = ruleset.deck, ruleset.run, ruleset.wild
    return Rules(
        suits=tuple(deck.suits),
        ranks=deck.ranks,
        copies=deck.copies,
        wilds=deck.wilds,
        wild_ranks=tuple(deck.wild_ranks),
        set_suits=ruleset.set.suits,
        set_least=ruleset.set.min,
        set_most=ruleset.set.max,
        run_suit=run.suit,
        run_least=run.min,
        run_most=run.max,
        wrap=run.wrap,
        colour_least=next((other.n for other in ruleset.other_melds if other.kind == "colour"), 7),
        naturals_least=wild.min_naturals,
        wilds_most=wild.max_per_meld,
        naturals_ge_wilds=wild.naturals_ge_wilds,
        adjacent_ok=wild.adjacent_ok,
        wilds_open=wild.usable_in_opening,
        gap=ruleset.contract.same_suit_gap_min,
        distinct_suits=ruleset.contract.distinct_suits,
        exact=ruleset.contract.exact,
    )


def size_of(text: str, rules: Rules) -> int:
    return max(sum(least for _, least in alternative) for alternative in demands(text, rules))


def deal(random: Random, text: str, rules: Rules) -> list[Card]:
    """Some of the cards of a way to lay the contract, and others: two more than the contract takes."""
    left = rules.deck
    hand: list[Card] = []
    for kind, least in random.choice(demands(text, rules)):
        every = melds(rules, kind, least, least + 2)
        for _ in range(20):
            row = every.counts[random.randrange(len(every.counts))]
            meld = [card for card, count in zip(rules.cards, row, strict=True) for _ in range(count)]
            if sum(row) == least and all(meld.count(card) <= left[card] for card in meld):
                hand += meld
                left.subtract(meld)
                break
    for _ in range(min(len(hand), random.choice((0, 1, 1, 2, 2, 3)))):
        left[hand.pop(random.randrange(len(hand)))] += 1
    rest = sorted(left.elements())
    return hand + random.sample(rest, size_of(text, rules) + 2 - len(hand))


def tile(card: Card) -> ms.Tile:
    return ms.WILD if card == WILD else ms.natural(*card)


@pytest.mark.parametrize("name", GAMES)
def test_hands_are_as_far_from_their_contract_as_the_enumeration_says(name: str) -> None:
    """Distance, outs, whether the hand can go down, and whether the play found is the contract's."""
    assert compared(name, range(FEW)) > FEW


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_hands(name: str) -> None:
    """The same with many more."""
    assert compared(name, range(FEW, FEW + MANY)) > MANY


def compared(name: str, seeds: range) -> int:
    """Compares hands of every level; how many of them were near enough for the oracle."""
    ruleset = small(name)
    rules = rules_of(ruleset)
    near = 0
    for level, text in enumerate(ruleset.contract.levels, 1):
        for number in seeds:
            hand = deal(Random(f"{name} {level} {number}"), text, rules)
            position = ms.Position(rack=tuple(map(tile, hand)), level=level)
            expected = judge(hand, text, rules, MOST)
            found = distance(position, ruleset, draws=0, time_limit=600)
            assert found.proved
            told = (name, level, ms.format_position(position))
            if expected.distance is None:
                assert found.distance is None or found.distance > MOST, told
                continue
            near += 1
            assert found.distance == expected.distance, told
            assert {out.tile: out.copies for out in found.outs} == {
                tile(card): copies for card, copies in expected.outs.items()
            }, told
            if len(found.missing) == expected.distance:
                filled = replace(position, rack=(*position.rack, *found.missing))
                assert ms.check_move(filled, found.melds, ruleset).legal, told
            play = lay_down(position, ruleset, time_limit=600)
            answer = ms.solve(position, ruleset, time_limit=600)
            assert play.can_go_down == (expected.distance == 0), told
            assert answer.status is (ms.Status.NO_PLAY if expected.distance else ms.Status.OPTIMAL), told
            if not expected.distance:
                assert ms.check_move(position, play.table, ruleset).legal, told
                assert answer.tiles_played >= min(expected.most_laid, len(hand) - 1), told
    return near


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("continental-circular", ". / r1 k1 k1 k3 y1 k7 y6 y4 / unopened / level 1"),
        ("liverpool-two-naturals", ". / r1 r6 k6 k6 r5 y6 r3 k2 / unopened / level 1"),
        ("phase-10", ". / y1 r2 y2 y2 k2 y3 y5 k2 y6 k4 / unopened / level 5"),
    ],
)
def test_the_cards_that_are_missing_exist(name: str, text: str) -> None:
    """Why: two cells that any suit may fill were told to lack the same card, of which one copy was left."""
    ruleset = small(name)
    position = ms.parse_position(text)
    far = distance(position, ruleset, draws=0)
    assert len(far.missing) == far.distance
    filled = replace(position, rack=(*position.rack, *far.missing))
    assert ms.check_move(filled, far.melds, ruleset).legal
