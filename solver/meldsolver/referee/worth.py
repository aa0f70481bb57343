"""The most that melds made of some tiles alone can be worth (for openings), by exhaustive search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from operator import mul
from typing import TypeAlias

from meldsolver.limits.clock import Clock, TooManySteps
from meldsolver.referee.accounting import card_key
from meldsolver.referee.groups import KINDS, groups_of
from meldsolver.rules.game import Game
from meldsolver.rules.reading import Reading, valid_readings
from meldsolver.tiles import Card, Meld, Tile

MOST_GROUPS = 20_000
"""More groups of the tiles that could be melds are not looked at."""

MOST_TRIES = 1_000_000
"""Nor do more steps go into finding them."""

MOST_TILES = 400
"""Of more tiles it is not asked card by card what is left out; each is a call within another."""

READING = 16
"""Reading a meld takes as long as so many steps."""

MOST_STEPS = 1_000_000
"""The search tries no more melds one after the other."""


class TooManyStates(RuntimeError):
    """The search for an opening grew beyond its limit."""


def can_form(tiles: tuple[Tile, ...], game: Game, kind: str, clock: Clock) -> bool:
    """Whether the tiles hold a meld that may open, of one kind or (empty) of any.

    Raises:
        TooManyStates: too many groups would have to be looked at.
        OutOfTime: the clock ended it.
    """
    kinds = {kind} if kind else KINDS
    for group in _counted(tiles, game, kinds, clock):
        if any(reading.kind in kinds for reading in opening_readings(group, game)):
            return True
    return False


def _counted(tiles: tuple[Tile, ...], game: Game, kinds: Collection[str], clock: Clock) -> Iterator[Meld]:
    """The groups that may be melds, as long as they are not too many."""
    tries = clock.within(MOST_TRIES)
    try:
        for number, group in enumerate(groups_of(tiles, game, kinds=kinds, clock=tries)):
            if number > MOST_GROUPS:
                raise TooManyStates
            clock.look(READING)
            yield group
    except TooManySteps:
        raise TooManyStates from None


def melds_within(
    tiles: tuple[Tile, ...], game: Game, kinds: Collection[str], clock: Clock
) -> tuple[tuple[Meld, int], ...]:
    """Every meld that the tiles can form and that may open, each once, with the most that it is worth there.

    Raises:
        TooManyStates: there are too many.
        OutOfTime: the clock ended it.
    """
    found: dict[tuple[tuple[Card, int], ...], tuple[Meld, int]] = {}
    for group in _counted(tiles, game, kinds, clock):
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


def _worthless(game: Game) -> tuple[str, ...]:
    """Kinds of melds that count no points in an opening."""
    # A colour has no worth that the rules of any game tell. Where a number of pairs opens, pairs open by that alone.
    return ("colour", "pair") if game.ruleset.opening.pairs else ("colour",)


def opening_worths(meld: Meld, game: Game) -> list[int]:
    """What the meld counts in the opening under each of its readings."""
    worths = []
    worthless = _worthless(game)
    for reading in opening_readings(meld, game):
        points = reading.points if reading.kind not in worthless else 0
        if game.ruleset.wild.opening_value == "zero" and any(reading.wild):
            if reading.places:
                points -= sum(game.place_value(p) for p, w in zip(reading.places, reading.wild, strict=True) if w)
            else:
                points -= points // len(reading.wild) * sum(reading.wild)
        worths.append(points)
    return worths


def best_worth(tiles: tuple[Tile, ...], game: Game, enough: int, clock: Clock) -> int:
    """The most that disjoint melds of the tiles are worth, or any value of at least ``enough``.

    Raises:
        TooManyStates: the search grew beyond its limit.
        OutOfTime: the clock ended it.
    """
    melds = melds_within(tiles, game, KINDS.difference(_worthless(game)), clock)
    if not game.ruleset.opening.multi_meld:
        return melds[0][1] if melds else 0
    return _most(tiles, melds, enough, clock)


def most_pairs(tiles: tuple[Tile, ...], game: Game, enough: int, clock: Clock) -> int:
    """How many disjoint pairs the tiles hold, or any number of at least ``enough``.

    Raises:
        TooManyStates: the search grew beyond its limit.
        OutOfTime: the clock ended it.
    """
    pairs = [
        (meld, 1)
        for meld, _ in melds_within(tiles, game, {"pair"}, clock)
        if any(reading.kind == "pair" for reading in opening_readings(meld, game))
    ]
    return _most(tiles, pairs, enough, clock)


def _most(tiles: tuple[Tile, ...], melds: Sequence[tuple[Meld, int]], enough: int, clock: Clock) -> int:
    """The greatest sum over disjoint melds of the tiles, or any sum of at least ``enough``."""
    needs = [(Counter(map(card_key, meld)), worth) for meld, worth in melds]
    # By rank, wilds last, so that tiles that meet in melds are near each other.
    cards = sorted({card for counts, _ in needs for card in counts}, key=lambda card: (not card[0], card[1], card))
    place = {card: index for index, card in enumerate(cards)}
    demands = [(tuple((place[card], n) for card, n in counts.items()), worth) for counts, worth in needs]
    supply = Counter(map(card_key, tiles))
    stock = tuple(supply[card] for card in cards)
    try:
        if sum(stock) <= MOST_TILES and _reach(stock, demands, enough, clock.within(MOST_STEPS)):
            return enough
    except TooManySteps:
        pass  # the other search may find what this one did not
    return _greatest(stock, demands, enough, clock.within(MOST_STEPS))


_Demand: TypeAlias = tuple[tuple[tuple[int, int], ...], int]
"""The cards of a meld, each by its place with its count, and what the meld is worth."""


def _reach(stock: tuple[int, ...], demands: Sequence[_Demand], enough: int, steps: Clock) -> bool:
    """Whether disjoint melds are worth so much: card by card, what is left out may cost no more than is to spare.

    It ends soon where nearly everything has to be laid, which the search for the greatest worth does not.
    """
    worth_of = [0.0] * len(stock)
    for demand, worth in demands:
        each = worth / sum(n for _, n in demand)
        for card, _ in demand:
            worth_of[card] = max(worth_of[card], each)
    spare = sum(map(mul, worth_of, stock)) - enough
    beginning: list[list[tuple[float, tuple[tuple[int, int], ...]]]] = [[] for _ in stock]
    for demand, worth in demands:
        loss = sum(worth_of[card] * n for card, n in demand) - worth
        beginning[min(card for card, _ in demand)].append((loss, demand))
    for ways in beginning:
        ways.sort(key=lambda way: (way[0], -sum(n for _, n in way[1])))
    failed: dict[tuple[int, ...], float] = {}
    left = list(stock)

    def fits(first: int, spare: float) -> bool:
        while first < len(left) and not left[first]:
            first += 1
        if spare < -TINY or first == len(left):
            return spare >= -TINY
        key = tuple(left)
        if spare <= failed.get(key, -1.0):
            return False
        for loss, demand in beginning[first]:
            steps.step()
            if loss > spare + TINY:
                break
            if all(left[card] >= n for card, n in demand):
                for card, n in demand:
                    left[card] -= n
                found = fits(first, spare - loss)
                for card, n in demand:
                    left[card] += n
                if found:
                    return True
        left[first] -= 1
        found = fits(first, spare - worth_of[first])
        left[first] += 1
        if not found:
            failed[key] = spare
        return found

    return fits(0, spare)


TINY = 1e-6
"""Rounding of the worth of single cards is less."""


def _greatest(stock: tuple[int, ...], demands: Sequence[_Demand], enough: int, steps: Clock) -> int:
    """The greatest worth of disjoint melds, or any worth of at least ``enough``."""

    @cache
    def best(stock: tuple[int, ...], first: int) -> int:
        steps.step(len(demands) - first + 1)
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

    try:
        return best(stock, 0)
    except TooManySteps:
        raise TooManyStates from None
