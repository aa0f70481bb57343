"""Games that show a whole hand: the solver finds one exactly when brute force does."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from meldsolver import (
    InvalidRequest,
    Position,
    Status,
    Tile,
    check_move,
    format_melds,
    get_ruleset,
    load_ruleset,
    parse_melds,
    parse_position,
    parse_tile,
    solve,
)
from meldsolver.hints import End, alternatives, explain_no_play

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


def complete(hand: tuple[Card, ...]) -> bool:
    """Whether a hand without wilds can be declared: all of it in melds, two runs among them."""
    return any(sum(is_run(meld, True) for meld in melds) >= 2 for melds in partitions(hand, True))


def test_a_hand_on_turn_throws_the_card_that_it_holds_too_many() -> None:
    """A player decides with the card drawn in hand: it can be declared when it is complete without one of its cards."""
    rules = load_ruleset({"extends": "indian-13", "deck": {"wilds": 0, "dynamic_wild": "none"}, "deal": {"rack": 9}})
    found = 0
    for seed in range(60):
        rng = random.Random(seed)
        hand = (*random_hand(rng), (rng.choice("rykb"), rng.randrange(1, 14)))
        if any(hand.count(card) > 2 for card in hand):
            continue
        expected = any(complete(tuple(sorted((*hand[:i], *hand[i + 1 :])))) for i in range(len(hand)))
        position = Position(rack=tuple(Tile(suit, rank) for suit, rank in hand), opened=True)
        play = solve(position, rules)
        assert (play.status is Status.OPTIMAL) == expected, hand
        assert len(play.rack) == (1 if expected else len(hand))
        found += expected
    assert found > 15


def test_nearest_tells_the_cards_to_draw_by_hands_with_and_without_the_card_drawn() -> None:
    """The hand of the rule sheet's form that lacks one card: the one drawn comes in, another is thrown."""
    rules = get_ruleset("indian-13")
    hand = "5h 6h 7h 10c 11c 12c 8s 8c 8h kd kh kc 2d"
    wanted = {"4h", "8h", "8d", "ks", "kc", "9c", "j"}
    cards = {str(parse_position(f". / {card}", rules.alphabet).rack[0]) for card in wanted}
    for more in ("", " 3s"):
        near = explain_no_play(parse_position(f". / {hand}{more} / opened", rules.alphabet), rules)
        assert near.complete
        assert {str(item.tile) for item in near.tiles} == cards


def test_the_hand_that_is_declared_has_its_size() -> None:
    """No card of a hand on turn may be kept back but the one thrown, nor is a smaller or a larger hand one."""
    rules = get_ruleset("okey")
    whole = "r1 r2 r3 y5 y6 y7 k8 k9 k10 b11 b12 b13 y1 b1 k1"
    position = parse_position(f". / {whole} / opened", rules.alphabet)
    report = check_move(position, parse_melds("r1 r2 r3 | y5 y6 y7 | k8 k9 k10 | b11 b12 b13 | y1 b1 k1"), rules)
    assert [v.code for v in report.violations] == ["DISCARD_NEEDED"]
    part = check_move(position, parse_melds("r1 r2 r3 | y5 y6 y7 | k8 k9 k10 | b11 b12 b13"), rules)
    assert [v.code for v in part.violations] == ["HAND_NOT_COMPLETE"]
    small = parse_position(". / r1 r2 r3 y5 y6 y7 / opened", rules.alphabet)
    assert [v.code for v in check_move(small, parse_melds("r1 r2 r3 | y5 y6 y7"), rules).violations] == [
        "HAND_NOT_COMPLETE"
    ]
    with pytest.raises(InvalidRequest) as caught:
        solve(parse_position(f". / {whole} k5 / opened", rules.alphabet), rules)
    assert [fault.field for fault in caught.value.faults] == ["rack"]


def test_a_drawn_tile_that_is_declared_is_not_thrown() -> None:
    """Mahjong declares fourteen tiles, the one drawn among them; nearest tells what to draw once another is thrown."""
    rules = get_ruleset("riichi")
    waiting = "m2 m2 m2 m4 m4 p3 p3 p3 p5 p6 p7 s4 s4"
    drawn = parse_position(f". / {waiting} z1 / opened", rules.alphabet)
    assert solve(drawn, rules).status is Status.NO_PLAY
    for position in (drawn, replace(drawn, rack=drawn.rack[:-1])):
        assert {str(item.tile) for item in explain_no_play(position, rules).tiles} >= {"m4", "s4"}


def test_a_declaration_of_all_cards_contradicts_a_closing_discard_kept_back() -> None:
    """Where every card must be in a meld none is left to discard, so the two fields are refused together."""
    with pytest.raises(InvalidRequest) as caught:
        load_ruleset({"extends": "okey", "deck": {"indicator": "r7"}, "turn": {"go_out_needs_discard": True}})
    (fault,) = caught.value.faults
    assert fault.field == "turn.go_out_needs_discard"
    assert "declare.all_cards" in fault.message


def test_the_pattern_of_pairs_is_of_so_many_where_pairs_are_melds_too() -> None:
    """Where pairs may lie beside other melds, a hand of pairs alone was taken for one with any number of them."""
    rules = load_ruleset(
        {
            "extends": "indian-13",
            "declare": {"pairs": 1, "all_cards": False},
            "other_melds": [{"kind": "pair", "suits": "distinct"}],
            "deck": {"suits": 4, "ranks": 4, "copies": 4, "wilds": 3},
        }
    )
    position = parse_position(". / b3 k1 j y3 b3 b1 r4 y1 y3 r4 k3 r3 / opened")
    play = solve(position, rules)
    assert (play.status, len(play.table), play.tiles_played) == (Status.OPTIMAL, 1, 2)
    assert check_move(position, play.table, rules).legal


def test_sets_are_no_runs_in_a_declared_hand() -> None:
    """Why: one sequence and sets alone are no declaration of Indian rummy, which asks for two sequences."""
    rules = get_ruleset("indian-13")
    runs = parse_position(". / r5 r6 r7 r8 y2 y3 y4 k9 b9 r9 k4 b4 y4 / opened")
    sets = parse_position(". / r5 r6 r7 r8 k9 b9 r9 k4 b4 y4 k2 b2 y2 / opened")
    assert solve(runs, rules).status is Status.OPTIMAL
    assert solve(sets, rules).status is Status.NO_PLAY


@pytest.mark.parametrize(
    ("called", "tiles", "thrown"),
    [
        ("k8", 13, ["b1"]),
        ("r4", 13, ["b1"]),
        ("b2", 0, []),  # it must be laid
    ],
)
def test_a_called_card_is_one_of_the_hand(called: str, tiles: int, thrown: list[str]) -> None:
    """Why: it was laid beside thirteen others, which left none to throw; the referee refused the play."""
    rules = load_ruleset({"extends": "indian-13", "layoff": {"extra_melds": "on_call"}})
    hand = parse_position(". / b5 b6 b7 k10 k11 k12 r8 y8 b8 r1 r2 r3 b1 / opened")
    position = replace(hand, called=parse_tile(called))
    answer = solve(position, rules)
    assert (answer.tiles_played, list(map(str, answer.rack)) if tiles else []) == (tiles, thrown)
    with pytest.raises(InvalidRequest, match="15 cards with the called one"):
        solve(replace(position, rack=(*hand.rack, parse_tile("k4"))), rules)


def test_a_hand_of_pairs_alone_holds_each_once_in_every_alternative() -> None:
    """Why: six faces make no seven pairs, yet the alternatives laid y1 y1 beside y1 j."""
    rules = load_ruleset(
        {
            "extends": "space-mahjong",
            "deck": {"suits": 3, "ranks": 2, "copies": 2, "packs": 1, "wilds": 3, "honours": 0},
            "declare": {"pairs": 7},
        }
    )
    position = parse_position(". / y1 y2 j k1 r1 j y2 y1 r2 k2 k1 r2 j k2 / opened")
    assert solve(position, rules).status is Status.NO_PLAY
    assert list(alternatives(position, rules)) == [End(0, True, "all")]
