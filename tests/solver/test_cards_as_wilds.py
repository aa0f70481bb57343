"""Naturals that may be used as wilds, on a table that may be rearranged: what each is can change in a turn."""

import random

import pytest

from meldsolver import Objective, Position, Status, check_move, load_ruleset, parse_position, solve
from meldsolver.rules.game import game_of
from meldsolver.tiles import Tile, format_tiles, parse_melds, parse_tiles

TWOS = load_ruleset({"extends": "tile-rummy", "deck": {"wild_ranks": [2], "wilds": 0}})
MANY = [
    load_ruleset({"extends": "tile-rummy", **spec})
    for spec in (
        {"deck": {"wild_ranks": [2, 3, 7]}, "wild": {"naturals_ge_wilds": True}},
        {"deck": {"wild_ranks": [2, 3]}, "retrieval": {"mode": "replace", "meld_locked": True}},
        {"deck": {"wild_ranks": [5], "wilds": 1}, "set": {"suits": "any", "max": 0}},
    )
]


@pytest.mark.parametrize(
    ("table", "rack", "tiles", "left"),
    [
        # A black or blue seven frees the red two, which helps the red cards.
        ("k7 y7 r2w", "r3 r4 b7", 3, ""),
        # A two that lies as a wild becomes a two again.
        ("k7 y7 r2w", "b7 r1 r3", 3, ""),
        # Both twos of a suit on the table, one of them as itself.
        ("k7 y7 r2w | r2 r3 r4", "r5 b7", 2, ""),
        ("k7 y7 r2w | k9 y9 r2", "r9 b12", 1, "b12"),
    ],
)
def test_cards_used_as_wilds_may_change(table: str, rack: str, tiles: int, left: str) -> None:
    """Why: a two counted as a two must not come back written as a wild, nor the other way round."""
    position = Position(parse_melds(table, TWOS.alphabet), parse_tiles(rack, TWOS.alphabet), opened=True)
    solution = solve(position, TWOS)
    assert (solution.status, solution.tiles_played) == (Status.OPTIMAL, tiles)
    assert format_tiles(solution.rack) == left


def test_kept_melds_hold_their_cards_used_as_wilds() -> None:
    """Why: a two that lies as a wild in a meld that stays is in nobody's hand, and no printed wild either."""
    table = parse_melds("k7 y7 r2w | r9 r10 r11", TWOS.alphabet)
    position = Position(table, parse_tiles("k5 b5 r5", TWOS.alphabet), opened=True)
    solution = solve(position, TWOS, (Objective.MELDS_KEPT, Objective.TILES))
    assert [goal.value for goal in solution.goals] == [2, 3]
    assert solution.table[:2] == table


@pytest.mark.parametrize("number", range(3 * len(MANY)))
def test_every_play_passes_the_referee(number: int) -> None:
    """Why: a play that the referee refuses is no answer; cards used as wilds lie on the table a turn later."""
    rng = random.Random(f"wild cards {number}")
    rules = MANY[number % len(MANY)]
    deck = [Tile(*card) for card, count in game_of(rules).copies.items() for _ in range(count)]
    rng.shuffle(deck)
    first = solve(Position((), tuple(deck[:14]), opened=True), rules, time_limit=600)
    position = Position(first.table, tuple(deck[14:22]), opened=True)
    for objectives in ((Objective.TILES, Objective.POINTS), (Objective.MELDS_KEPT, Objective.TILES)):
        assert solve(position, rules, objectives, time_limit=600).status in (Status.OPTIMAL, Status.NO_PLAY)


def test_a_card_used_as_a_wild_takes_the_place_of_its_own_face() -> None:
    """Why: y2 counts as itself whatever it is used as (docs/wilds.md), so r2 may leave that place."""
    rules = load_ruleset(
        {
            "extends": "tile-rummy",
            "deck": {"suits": ["r", "y"], "ranks": 5, "copies": 1, "wilds": 1, "wild_ranks": [2]},
            "retrieval": {"mode": "replace", "meld_locked": True},
            "opening": {"threshold": 9},
        }
    )
    position = parse_position("r2 y3 j y2 / r3 r4 r5 y5 r1 / unopened / all-opened")
    assert solve(position, rules).status is Status.OPTIMAL
    for table in ("r1 r2 j | r3 r4 r5 | y3 y2w y5", "r1 r2 j | r3 r4 r5 | y3 y2 y5"):
        assert check_move(position, parse_melds(table), rules).legal


@pytest.mark.parametrize(
    ("suits", "ranks", "text", "tiles"),
    [
        # y3 y5 y2 keeps the wild that stands for y4, and y2 is that wild now.
        ("ry", 5, "y3 y2 j y5 r2 / y1 r5 / opened / all-opened", 1),
        ("ryk", 4, "y2 k3 k4 / k2 j r3 y1 / unopened / all-opened", 3),
    ],
)
def test_a_natural_of_a_locked_meld_may_lie_there_as_a_wild(suits: str, ranks: int, text: str, tiles: int) -> None:
    """Why: what is locked must stay in its meld, however it is used there; these were told to have no play."""
    rules = load_ruleset(
        {
            "extends": "tile-rummy",
            "retrieval": {"mode": "replace", "meld_locked": True},
            "deck": {"suits": list(suits), "ranks": ranks, "copies": 1, "wilds": 1, "wild_ranks": [2]},
            "opening": {"threshold": 9},
        }
    )
    solution = solve(parse_position(text), rules)
    assert (solution.status, solution.tiles_played) == (Status.OPTIMAL, tiles)


ONES = {
    "extends": "tile-rummy",
    "retrieval": {"lock_turns": 3},
    "deck": {"suits": ["r", "y"], "ranks": 6, "copies": 1, "wilds": 1, "wild_ranks": [1]},
}


@pytest.mark.parametrize(
    ("table", "legal"),
    [
        # The wild that stood for r1 is kept by none: the card r1 lies at its own place.
        ("r1w r2 y1w r4 | y3 y4 j", False),
        ("j r2 y1w r4 | y3 y4 r1w", True),
        ("j r2 r1w r4 | y3 y4 y1w", True),
    ],
)
def test_a_card_at_its_own_place_is_no_wild(table: str, legal: bool) -> None:
    """Why: said to be a wild there, it seemed to keep a wild of the table that may not be freed yet."""
    position = parse_position("j r2 y1w r4 / r1 y3 y4 / opened / wild-turns 3 0")
    report = check_move(position, parse_melds(table), load_ruleset(ONES | {"retrieval": {"mode": "never"}}))
    assert report.legal is legal


def test_a_card_of_a_set_is_no_wild_where_its_suit_is_missing() -> None:
    """Why: it is a natural of the set, so the wild that stood for k2 is gone."""
    never = load_ruleset(
        {
            "extends": "tile-rummy",
            "retrieval": {"mode": "never"},
            "deck": {"suits": ["r", "y", "k", "b"], "ranks": 4, "copies": 1, "wilds": 1, "wild_ranks": [2]},
        }
    )
    position = parse_position("y2 b2 j=k2 / r2 y3 y4 / opened")
    assert check_move(position, parse_melds("y2 b2 j=k2 | r2w y3 y4"), never).legal
    assert not check_move(position, parse_melds("y2 b2 r2w | j y3 y4"), never).legal


@pytest.mark.parametrize(
    ("locked", "text", "tiles"),
    [
        # y2 r2 r1 is r3 r4 r1 when it is said that both twos are wilds, whichever way is up
        (True, "y2 j r1 | y4 y3 r2 / y1 r4 r3 / opened / all-opened", 1),
        # r3 r4 r1 and y1 j r2
        (False, "r4 r3 j r1 / y1 r2 / opened", 2),
    ],
)
def test_freed_wilds_beside_cards_as_wilds(locked: bool, text: str, tiles: int) -> None:
    """Why: a run read downwards held another wild, and a new meld for a freed wild was not made with a card as one."""
    rules = load_ruleset(
        {
            "extends": "tile-rummy",
            "retrieval": {"mode": "replace", "source": "rack", "meld_locked": locked, "reuse": "new_meld_two_rack"},
            "deck": {"suits": ["r", "y"], "ranks": 4, "copies": 1, "wilds": 1, "wild_ranks": [2]},
            "opening": {"threshold": 4},
            "run": {"wrap": "one_high"},
        }
    )
    solution = solve(parse_position(text), rules)
    assert (solution.status, solution.tiles_played) == (Status.OPTIMAL, tiles)
