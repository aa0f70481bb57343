"""The most that melds made of some tiles alone can be worth (for openings), by exhaustive search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from meldsolver.referee.accounting import card_key
from meldsolver.referee.groups import groups_of
from meldsolver.rules.game import Game
from meldsolver.rules.reading import Reading, valid_readings
from meldsolver.tiles import Card, Meld, Tile

MOST_GROUPS = 20_000
"""More groups of the tiles that could be melds are not looked at."""

MOST_STEPS = 1_000_000
"""The search tries no more melds one after the other."""


class TooManyStates(RuntimeError):
    """The search for an opening grew beyond its limit."""


def melds_within(tiles: tuple[Tile, ...], game: Game) -> tuple[tuple[Meld, int], ...]:
    """Every meld that the tiles can form and that may open, each once, with the most that it is worth there.

    Raises:
        TooManyStates: there are too many.
    """
    found: dict[tuple[tuple[Card, int], ...], tuple[Meld, int]] = {}
    for number, group in enumerate(groups_of(tiles, game)):
        if number > MOST_GROUPS:
            raise TooManyStates
        worth = max(opening_worths(group, game), default=None)
        if worth is None:
            continue
        # The same tiles may be laid in another order, in which their wilds count more.
        key = tuple(sorted(Counter(map(card_key, group)).items()))
        if key not in found or found[key][1] < worth:
            found[key] = (group, worth)
    return tuple(sorted(found.values(), key=lambda pair: -pair[1]))


def opening_readings(meld: Meld, game: Game) -> tuple[Reading, ...]:
    """The readings under which a meld may be part of an opening."""
    readings = valid_readings(meld, game)
    if game.ruleset.wild.usable_in_opening:
        return readings
    return tuple(reading for reading in readings if not any(reading.wild))


def opening_worths(meld: Meld, game: Game) -> list[int]:
    """What the meld counts in the opening under each of its readings."""
    worths = []
    # A colour has no worth that the rules of any game tell. Where a number of pairs opens, pairs open by that alone.
    worthless = ("colour", "pair") if game.ruleset.opening.pairs else ("colour",)
    for reading in opening_readings(meld, game):
        points = reading.points if reading.kind not in worthless else 0
        if game.ruleset.wild.opening_value == "zero" and any(reading.wild):
            if reading.places:
                points -= sum(game.place_value(p) for p, w in zip(reading.places, reading.wild, strict=True) if w)
            else:
                points -= points // len(reading.wild) * sum(reading.wild)
        worths.append(points)
    return worths


def best_worth(tiles: tuple[Tile, ...], game: Game, enough: int) -> int:
    """The most that disjoint melds of the tiles are worth, or any value of at least ``enough``.

    Raises:
        TooManyStates: the search grew beyond its limit.
    """
    melds = melds_within(tiles, game)
    if not game.ruleset.opening.multi_meld:
        return melds[0][1] if melds else 0
    return _most(tiles, melds, enough)


def most_pairs(tiles: tuple[Tile, ...], game: Game, enough: int) -> int:
    """How many disjoint pairs the tiles hold, or any number of at least ``enough``.

    Raises:
        TooManyStates: the search grew beyond its limit.
    """
    pairs = [
        (meld, 1)
        for meld, _ in melds_within(tiles, game)
        if any(reading.kind == "pair" for reading in opening_readings(meld, game))
    ]
    return _most(tiles, pairs, enough)


def _most(tiles: tuple[Tile, ...], melds: Sequence[tuple[Meld, int]], enough: int) -> int:
    """The greatest sum over disjoint melds of the tiles, or any sum of at least ``enough``."""
    needs = [(Counter(map(card_key, meld)), worth) for meld, worth in melds]
    cards = sorted({card for counts, _ in needs for card in counts})
    place = {card: index for index, card in enumerate(cards)}
    demands = [(tuple((place[card], n) for card, n in counts.items()), worth) for counts, worth in needs]
    supply = Counter(map(card_key, tiles))
    steps = 0

    @cache
    def best(stock: tuple[int, ...], first: int) -> int:
        nonlocal steps
        steps += len(demands) - first + 1
        if steps > MOST_STEPS:
            raise TooManyStates
        top = 0
        for index in range(first, len(demands)):
            demand, worth = demands[index]
            if all(stock[card] >= n for card, n in demand):
                rest = list(stock)
                for card, n in demand:
                    rest[card] -= n
                top = max(top, worth + best(tuple(rest), index))
                if top >= enough:
                    return top
        return top

    return best(tuple(supply[card] for card in cards), 0)
