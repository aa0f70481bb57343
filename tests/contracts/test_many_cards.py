"""Questions about hands of very many cards end; the shortcuts that make them end leave nothing out."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from meldsolver import Position, Tile, get_ruleset, load_ruleset
from meldsolver.contracts import advise_discard, check_ramo
from meldsolver.contracts.ramo import MOST_NEW, lay_off_spots, new_melds
from meldsolver.limits import Clock, OutOfTime
from meldsolver.referee.growth import grows
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.reading import is_meld, valid_readings
from meldsolver.tiles import parse_tiles

GAMES: dict[str, dict[str, Any]] = {
    "ramo": {"extends": "ramo"},
    "round": {"extends": "ramo", "run": {"wrap": "circular"}},
    "one suit a set": {"extends": "ramo", "set": {"suits": "distinct"}},
    "equal tiles": {"extends": "ramo", "set": {"suits": "identical", "max": 0}},
    "wild ranks": {"extends": "ramo", "deck": {"wild_ranks": [2]}},
}


def cards(game: Game, random: Random, count: int) -> list[Tile]:
    """Cards as they are dealt, low ranks only, so that much fits."""
    deck = [Tile(s, r, n, wild=not (s or n)) for (s, r, n), copies in game.copies.items() for _ in range(copies)]
    return random.sample([tile for tile in deck if tile.rank <= 6], count)


def bag(meld: tuple[Tile, ...]) -> tuple[tuple[str, int, str], ...]:
    """What a meld holds."""
    return tuple(sorted(tile[:3] for tile in meld))


@pytest.mark.parametrize("name", GAMES)
def test_new_melds_of_a_call_are_all_that_any_choice_of_cards_gives(name: str) -> None:
    """Why: only cards of one rank or one stretch are tried, instead of every choice of cards."""
    game = game_of(load_ruleset(GAMES[name]))
    random = Random(name)
    sizes = {game.ruleset.set.min, game.ruleset.run.min}
    for _ in range(25):
        called, *hand = cards(game, random, 10)
        found = [bag(meld) for meld in new_melds(called, tuple(hand), game)]
        tried = {
            bag((called, *others))
            for size in sizes
            for others in combinations(hand, size - 1)
            if valid_readings((called, *others), game)
        }
        assert len(found) == len(set(found))
        assert set(found) == tried, (called, hand)


@pytest.mark.parametrize("name", GAMES)
def test_a_glance_at_a_meld_never_overlooks_a_place(name: str) -> None:
    """Why: most melds are passed over by two of their tiles."""
    game = game_of(load_ruleset(GAMES[name]))
    random = Random(name)
    for _ in range(400):
        card, *meld = cards(game, random, 4)
        if not is_meld(tuple(meld), game):
            continue
        grown = (*meld, card)
        fits = bool(valid_readings(grown, game, grown=True)) and grows(tuple(meld), grown, game)
        assert bool(lay_off_spots(card, [tuple(meld)], game)) == fits, (card, meld)


def test_a_hand_of_many_wilds_is_told_so_many_new_melds() -> None:
    """Why: the choices of 19 of 40 cards are more than any machine can try."""
    mapping = {
        "extends": "ramo",
        "deck": {"ranks": 26, "wilds": 20},
        "run": {"min": 20},
        "contract": {"levels": ["S"]},
    }
    game = game_of(load_ruleset(mapping))
    hand = parse_tiles(" ".join(f"r{rank}" for rank in range(1, 21)) + " j" * 20)
    assert len(new_melds(Tile("r", 21), hand, game)) == MOST_NEW


def test_advice_after_the_time_is_over_names_every_card_and_proves_nothing() -> None:
    """Why: each card was given ten milliseconds although the whole had ten."""
    mapping = {
        "extends": "ramo",
        "deck": {"suits": ["r", "k", "b", "y", "g", "o", "p", "w"], "ranks": 24},
        "set": {"suits": "distinct", "max": 0},
        "contract": {"levels": ["S4S4S4S4R4R4R4R4"]},
    }
    rules = load_ruleset(mapping)
    hand = tuple(cards(game_of(rules), Random(1), 40))
    advice = advise_discard(Position(rack=hand, level=1), rules, time_limit=1e-6)
    assert {each.card[:3] for each in advice.discards} == {tile[:3] for tile in hand}
    assert not any(each.proved for each in advice.discards)


def test_the_places_of_a_card_are_looked_for_by_the_clock() -> None:
    """Why: a table of a thousand melds is read for every card of a hand."""
    game = game_of(get_ruleset("ramo"))
    table = [parse_tiles("r4 r5 r6")] * 100
    with pytest.raises(OutOfTime):
        lay_off_spots(Tile("r", 7), table, game, clock=Clock(deadline=0.0))
    assert len(lay_off_spots(Tile("r", 7), table, game)) == 100


def test_calls_share_one_limit() -> None:
    """Why: each hand was given the whole limit."""
    rules = get_ruleset("ramo")
    table = [parse_tiles(meld) for meld in ("r3 r4 r5 r6", "b3 b4 b5 b6", "k3 k4 k5 k6", "y3 y4 y5 y6")]
    hands = {"a": parse_tiles("r8 r9 k9 b3"), "b": parse_tiles("y8 y9 y10")}
    answer = check_ramo(Tile("r", 7), table, rules, players=["a", "a", "b", "b"], hands=hands, time_limit=1e-6)
    assert [spot.meld for spot in answer.spots] == [0]
