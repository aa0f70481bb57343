"""Games that show a whole hand: the solver finds one exactly when brute force does."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from meldsolver import (
    Position,
    Status,
    Tile,
    check_move,
    format_melds,
    get_ruleset,
    load_ruleset,
    parse_position,
    solve,
)

Card = tuple[str, int]


def partitions(hand: tuple[Card, ...], wrap: bool) -> Iterator[list[tuple[Card, ...]]]:
    """Every way to split a hand without wilds into runs of one suit and sets of different suits."""
    if not hand:
        yield []
        return
    first = hand[0]
    for mask in range(1 << (len(hand) - 1)):
        rest = hand[1:]
        chosen = (first, *[card for i, card in enumerate(rest) if mask >> i & 1])
        if len(chosen) < 3 or not (is_set(chosen) or is_run(chosen, wrap)):
            continue
        for others in partitions(tuple(card for i, card in enumerate(rest) if not mask >> i & 1), wrap):
            yield [chosen, *others]


def is_set(cards: tuple[Card, ...]) -> bool:
    return len({rank for _, rank in cards}) == 1 and len({suit for suit, _ in cards}) == len(cards) <= 4


def is_run(cards: tuple[Card, ...], wrap: bool) -> bool:
    if len({suit for suit, _ in cards}) > 1:
        return False
    ranks = sorted(rank for _, rank in cards)
    high = sorted(14 if rank == 1 else rank for rank in ranks)
    tried = [ranks, high] if wrap else [ranks]
    return any(line == list(range(line[0], line[0] + len(line))) for line in tried)


def test_indian_hands_against_brute_force() -> None:
    """Two runs are needed, one of them without a wild; without wilds in the hand both are."""
    rules = load_ruleset({"extends": "indian-13", "deck": {"wilds": 0, "dynamic_wild": "none"}, "deal": {"rack": 9}})
    complete = 0
    for seed in range(150):
        rng = random.Random(seed)
        hand = random_hand(rng)
        expected = any(
            sum(is_run(meld, True) for meld in melds) >= 2 for melds in partitions(tuple(sorted(hand)), True)
        )
        position = Position(rack=tuple(Tile(suit, rank) for suit, rank in hand), opened=True)
        play = solve(position, rules)
        assert (play.status is Status.OPTIMAL) == expected, hand
        complete += expected
    assert complete > 20


def random_hand(rng: random.Random) -> list[Card]:
    """Ten cards, mostly melds, so that about half of the hands are complete."""
    hand: list[Card] = []
    while len(hand) < 9:
        if rng.random() < 0.7:
            suit, low = rng.choice("rykb"), rng.randrange(1, 12)
            hand += [(suit, low), (suit, low + 1), (suit, low + 2)]
        else:
            rank = rng.randrange(1, 14)
            hand += [(suit, rank) for suit in rng.sample("rykb", 3)]
    if rng.random() < 0.4:
        hand[0] = (rng.choice("rykb"), rng.randrange(1, 14))
    if any(hand.count(card) > 2 for card in hand):
        return random_hand(rng)
    return hand


@pytest.mark.parametrize(
    ("ruleset", "hand", "status"),
    [
        ("indian-13", "r5 r6 r7 k9 k10 j y4 k4 b4 y8 k8 b8 r8", Status.OPTIMAL),
        ("indian-13", "r5 r6 r7 k9 r9 y9 y4 k4 b4 y8 k8 b8 r8", Status.NO_PLAY),
        ("riichi", "m2 m2 m4 m4 m4 p3 p3 p3 p5 p6 p7 s4 s4 s4", Status.OPTIMAL),
        ("riichi", "m2 m2 m4 m4 m6 m6 p3 p3 p5 p5 s7 s7 s4 s4", Status.OPTIMAL),
        ("riichi", "m2 m2 m2 m2 m6 m6 p3 p3 p5 p5 s7 s7 s4 s4", Status.NO_PLAY),
        ("okey", "r3 r3 k9 k9 b1 b1 y12 y12 k4 k4 r1 r1 y2 y2", Status.OPTIMAL),
        ("okey", "r3 r4 r5 k9 r9 b9 y12 y13 y1 k4 k5 k6 r7 r8", Status.NO_PLAY),
        ("okey", "r3 r4 r5 k9 r9 b9 y12 y13 y1 k4 k5 k6 k7 k8", Status.OPTIMAL),
    ],
)
def test_complete_hands(ruleset: str, hand: str, status: Status) -> None:
    """Sequences (nexgenplaytech.com FAQ), four melds and a pair or seven pairs (riichi), seven pairs (okey)."""
    rules = get_ruleset(ruleset)
    position = parse_position(f". / {hand} / opened", rules.alphabet)
    play = solve(position, rules)
    assert play.status is status, format_melds(play.table)
    if status is Status.OPTIMAL:
        assert check_move(position, play.table, rules).legal


def test_seven_pairs_do_not_mix_with_melds() -> None:
    """Okey's pairs count only as a whole hand of them."""
    rules = get_ruleset("okey")
    position = parse_position(". / r3 r3 k5 k5 y9 y9 b1 b1 r7 r8 r9 k7 k8 k9 / opened", rules.alphabet)
    assert solve(position, rules).status is Status.NO_PLAY


def test_a_part_of_a_hand_need_not_be_complete() -> None:
    """A position that says it is an excerpt is asked for its best melds; the size of a rack says nothing."""
    rules = get_ruleset("okey")
    position = parse_position(". / r3 r3 r7 r8 r9 / opened / excerpt", rules.alphabet)
    assert solve(position, rules).tiles_played == 3
    assert solve(replace(position, excerpt=False), rules).status is Status.NO_PLAY
