"""The most that melds made of some tiles alone can be worth (for openings), by exhaustive search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from meldsolver.referee.accounting import card_key
from meldsolver.rules.game import Game
from meldsolver.rules.reading import valid_readings
from meldsolver.tiles import Card, Meld, Tile

MOST_STATES = 200_000


class TooManyStates(RuntimeError):
    """The search for an opening grew beyond its limit."""


def melds_within(tiles: tuple[Tile, ...], game: Game) -> tuple[tuple[Meld, int], ...]:
    """Every meld that the tiles can form, each once, with the most that it is worth in the opening."""
    rule = game.ruleset
    usable = [tile for tile in tiles if rule.wild.usable_in_opening or not tile.wild]
    found: dict[tuple[tuple[Card, int], ...], tuple[Meld, int]] = {}
    for number, group in enumerate(_groups(usable, game)):
        if number > MOST_STATES:
            raise TooManyStates
        worth = max(opening_worth(group, game), default=None)
        if worth is None:
            continue
        # The same tiles may be laid in another order, in which their wilds count more.
        key = tuple(sorted(Counter(map(card_key, group)).items()))
        if key not in found or found[key][1] < worth:
            found[key] = (group, worth)
    return tuple(sorted(found.values(), key=lambda pair: -pair[1]))


def opening_worth(meld: Meld, game: Game) -> list[int]:
    """What the meld counts in the opening under each of its readings."""
    worths = []
    for reading in valid_readings(meld, game):
        points = reading.points
        if game.ruleset.wild.opening_value == "zero" and any(reading.wild):
            if reading.places:
                points -= sum(game.place_value(p) for p, w in zip(reading.places, reading.wild, strict=True) if w)
            else:
                points -= points // len(reading.wild) * sum(reading.wild)
        worths.append(points)
    return worths


def _groups(tiles: list[Tile], game: Game) -> Iterator[Meld]:
    """Candidate melds: for each shape of the ruleset, every way to fill it from the tiles."""
    counts = Counter((tile.suit, tile.rank) for tile in tiles if tile.is_natural)
    wilds = [tile for tile in tiles if tile.wild]
    wilds += [tile._replace(wild=True) for tile in tiles if not tile.wild and game.can_be_wild(tile)]
    rules = game.ruleset
    if rules.run.allowed:
        longest = len(tiles)
        for length in range(rules.run.min, longest + 1):
            for start in game.starts(length):
                ranks = [game.rank_at(place) for place in range(start, start + length)]
                for suit in game.suits if rules.run.suit == "same" else ("",):
                    yield from _fill([(suit, rank) for rank in ranks], counts, wilds)
    if rules.set.allowed:
        for rank in sorted({rank for _, rank in counts}):
            yield from _set_groups(rank, tiles, wilds, game)


def _fill(cells: list[tuple[str, int]], counts: Counter[tuple[str, int]], wilds: list[Tile]) -> Iterator[Meld]:
    """Fills the cells of a run, wilds at the gaps and, for the spare ones, anywhere."""
    absent = sum(1 for suit, rank in cells if not _present(suit, rank, counts))
    if absent > len(wilds) or absent == len(cells):
        return

    def choose(index: int, used: int) -> Iterator[tuple[Tile, ...]]:
        if index == len(cells):
            yield ()
            return
        suit, rank = cells[index]
        for name in _present(suit, rank, counts):
            if counts[(name, rank)] > 0:
                counts[(name, rank)] -= 1
                for rest in choose(index + 1, used):
                    yield (Tile(name, rank), *rest)
                counts[(name, rank)] += 1
        if used < len(wilds):
            for rest in choose(index + 1, used + 1):
                yield (wilds[used], *rest)

    yield from choose(0, 0)


def _present(suit: str, rank: int, counts: Counter[tuple[str, int]]) -> list[str]:
    if suit:
        return [suit] if counts[(suit, rank)] > 0 else []
    return [name for (name, r), count in counts.items() if r == rank and count > 0]


def _set_groups(rank: int, tiles: list[Tile], wilds: list[Tile], game: Game) -> Iterator[Meld]:
    naturals = sorted(tile.plain() for tile in tiles if tile.is_natural and tile.rank == rank)
    if game.ruleset.set.suits == "distinct":
        naturals = sorted(set(naturals))
    seen: set[Meld] = set()
    for mask in range(1, 1 << min(len(naturals), 12)):
        chosen = tuple(tile for index, tile in enumerate(naturals) if mask >> index & 1)
        if chosen in seen:
            continue
        seen.add(chosen)
        for used in range(len(wilds) + 1):
            yield chosen + tuple(wilds[:used])


def best_worth(tiles: tuple[Tile, ...], game: Game, enough: int) -> int:
    """The most that disjoint melds of the tiles are worth, or any value of at least ``enough``.

    Raises:
        TooManyStates: the search grew beyond its limit.
    """
    melds = [(Counter(map(card_key, meld)), worth) for meld, worth in melds_within(tiles, game)]
    if not melds:
        return 0
    if not game.ruleset.opening.multi_meld:
        return melds[0][1]
    cards = sorted({card for counts, _ in melds for card in counts})
    place = {card: index for index, card in enumerate(cards)}
    demands = [(tuple((place[card], n) for card, n in counts.items()), worth) for counts, worth in melds]
    supply = Counter(map(card_key, tiles))
    states = 0

    @cache
    def best(stock: tuple[int, ...], first: int) -> int:
        nonlocal states
        states += 1
        if states > MOST_STATES:
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
