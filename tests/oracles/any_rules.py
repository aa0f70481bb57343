"""Melds under every parameter of a ruleset, found by trying everything.

Why: ``mini_rules`` knows tile rummy and its near relatives; agreement must hold for every parameter, so
this second reading knows the rest (runs of any suit, pairs, colours, natural cards that are wild, every
wrap). It shares no line with the project and none with ``mini_rules``.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

Natural = tuple[str, int]
Tile = Natural | str
"""A natural ``(suit, rank)``, or the printed wild ``"j"``."""
Meld = tuple[Tile, ...]
Table = tuple[Meld, ...]
Face = tuple[str, int]
HONOURS = "z"
"""The suit of the tiles that form no runs."""
"""A suit and a rank; ``""`` or 0 where it does not matter."""


@dataclass(frozen=True)
class Other:
    """A pair (``kind`` pair: identical, distinct or any suits) or a colour."""

    kind: str
    least: int
    most: int
    suits: str = "identical"


@dataclass(frozen=True)
class Rules:
    """Everything that decides about a move, under names of its own."""

    suits: tuple[str, ...] = ("r", "y", "k")
    ranks: int = 5
    copies: int = 1
    wild_ranks: tuple[int, ...] = ()
    wild_cards: tuple[Natural, ...] = ()
    honours: int = 0
    high: int = 0
    sets: bool = True
    set_min: int = 3
    set_max: int = 4
    set_suits: str = "distinct"
    runs: bool = True
    run_min: int = 3
    run_max: int = 13
    run_suit: str = "same"
    wrap: str = "none"
    others: tuple[Other, ...] = ()
    wilds_most: int = 0
    naturals_least: int = 1
    naturals_ge_wilds: bool = False
    adjacent_ok: bool = True
    wilds_most_in_new_three: int = 0
    limits_bind_grown: bool = True
    may_exceed_copies: bool = True
    wild_counts: bool = True
    wild_opens: bool = True
    end_anew: bool = True
    inner_anew: bool = True
    mode: str = "free"
    source: str = "rack_or_table"
    both: bool = False
    locked: bool = False
    reuse: str = "any_meld"
    lock_turns: int = 0
    only_from_runs: bool = False
    only_before_down: bool = False
    opening: str = "points"
    threshold: int = 30
    several: bool = True
    same_turn: str = "full"
    pairs_open: int = 0
    gate_all: bool = False
    table: str = "full"
    least_played: int = 1
    most_played: int = 0


class Reading(NamedTuple):
    """One way to read a meld: what its naturals show and its wilds stand for."""

    kind: str
    size: int
    naturals: tuple[Face, ...]
    wilds: tuple[Face, ...]
    wild_places: tuple[int, ...]
    ends: tuple[int, int]
    worth: int
    wild_worth: int
    wild_tiles: tuple[Tile, ...] = ()
    """For a run, the tiles that are its wilds, in the order of what they stand for."""
    own_face: bool = False
    """For a run, whether a card is a wild at a place of its own face."""


def wild_like(tile: Tile, rules: Rules) -> bool:
    """Whether the tile is a wild, or a card that may be used as one."""
    if not isinstance(tile, tuple):
        return tile == "j"
    return tile in rules.wild_cards or (tile[1] in rules.wild_ranks and tile[0] != HONOURS)


def within_limits(reading: Reading, rules: Rules, grown: bool) -> bool:
    """Whether the wilds of a meld keep the limits."""
    wilds, naturals = len(reading.wilds), len(reading.naturals)
    if wilds == 0:
        return True
    grown = grown and rules.table != "full"
    if grown and not rules.limits_bind_grown:
        return True
    if naturals < rules.naturals_least or (rules.wilds_most and wilds > rules.wilds_most):
        return False
    if rules.naturals_ge_wilds and wilds > naturals:
        return False
    if not grown and rules.wilds_most_in_new_three and reading.size == 3 and wilds > rules.wilds_most_in_new_three:
        return False
    places = set(reading.wild_places)
    return rules.adjacent_ok or not any(place + 1 in places for place in places)


@cache
def readings(meld: Meld, rules: Rules, grown: bool = False, ordered: bool = False) -> tuple[Reading, ...]:
    """Every reading of the tiles as a valid meld.

    ``ordered``: a run that lies in order is read as it lies, going up or else going down (down at once
    when fewer cards are wilds then); tiles that lie in no order of a run are read in any order. Only the
    order of runs ever matters. Otherwise they may lie in any order, and a card is a natural only where its
    place has its own face: another card may stand there.
    """
    runs: list[Reading] = []
    if ordered:
        up, down = (list(run_readings(way, rules, in_order=True)) for way in (meld, meld[::-1]))
        runs = [r for r in up + down if len(r.wilds) == min(len(each.wilds) for each in up + down)]
        runs = [r for r in runs if r in up] or runs
    runs = runs or list(run_readings(meld, rules, in_order=False))
    found = _natural_first([*_sets(meld, rules), *_others(meld, rules)])
    found += _natural_first(runs) if ordered else [run for run in runs if not run.own_face]
    kept = [reading for reading in found if reading.naturals and within_limits(reading, rules, grown)]
    return tuple(dict.fromkeys(kept))


def _natural_first(found: list[Reading]) -> list[Reading]:
    """Without the readings in which a card is a wild that could as well show its own face."""
    least: dict[object, int] = {}
    keys = []
    for r in found:
        shown = r.ends if r.kind == "run" else ()
        suits = {suit for suit, _ in (*r.naturals, *r.wilds)} if r.kind == "run" else {r.naturals[:1][0][1]}
        keys.append((r.kind, shown, tuple(sorted(suits, key=str))) if r.naturals else None)
    for key, r in zip(keys, found, strict=True):
        least[key] = min(least.get(key, 99), len(r.wilds))
    return [r for key, r in zip(keys, found, strict=True) if key is not None and len(r.wilds) == least[key]]


def valid(meld: Meld, rules: Rules, grown: bool = False, ordered: bool = False) -> bool:
    """Whether the tiles are a meld."""
    return bool(readings(meld, rules, grown, ordered))


def windows(size: int, rules: Rules) -> list[range]:
    """Every stretch of places that a run of this size may cover; place ranks+1 is the lowest rank again."""
    top = rules.ranks
    if not rules.runs or size < rules.run_min or (rules.run_max and size > rules.run_max):
        return []
    first, last = {"none": (1, top), "one_high": (1, top + 1), "high_only": (2, top + 1), "circular": (1, 2 * top)}[
        rules.wrap
    ]
    if rules.wrap == "circular" and size > top:
        return []
    starts = range(1, top + 1) if rules.wrap == "circular" else range(first, last + 2 - size)
    return [range(start, start + size) for start in starts]


def rank_at(place: int, rules: Rules) -> int:
    """The rank at a place."""
    return (place - 1) % rules.ranks + 1


def worth_at(place: int, rules: Rules) -> int:
    """What the tile at a place of a run counts."""
    return rules.high if rules.high and place == rules.ranks + 1 else rank_at(place, rules)


def run_readings(meld: Meld, rules: Rules, in_order: bool) -> Iterator[Reading]:
    """Every way to read the tiles as a run, going up in their order or in any; limits on wilds are not applied."""
    for window in windows(len(meld), rules):
        places = list(window)
        for suit in rules.suits if rules.run_suit == "same" else ("",):
            yield from _fill(places, suit, list(meld) if in_order else None, list(meld), rules)


def _fill(places: list[int], suit: str, order: list[Tile] | None, tiles: list[Tile], rules: Rules) -> Iterator[Reading]:
    """Every way to put the tiles on the places, in the given order or in any."""
    chosen: list[tuple[int, Tile, bool]] = []

    def put(index: int, left: list[Tile]) -> Iterator[Reading]:
        if index == len(places):
            naturals = tuple(sorted(t for _, t, wild in chosen if not wild and isinstance(t, tuple)))
            wild_places = tuple(place for place, _, wild in chosen if wild)
            yield Reading(
                "run",
                len(places),
                naturals,
                tuple((suit, rank_at(place, rules)) for place in wild_places),
                wild_places,
                (places[0], places[-1]),
                sum(worth_at(place, rules) for place in places),
                sum(worth_at(place, rules) for place in wild_places),
                tuple(tile for _, tile, wild in chosen if wild),
                any(wild and _shows(tile, place, suit, rules) for place, tile, wild in chosen),
            )
            return
        place = places[index]
        options = dict.fromkeys(left) if order is None else [order[index]]
        for tile in options:
            rest = list(left)
            rest.remove(tile)
            fits = _shows(tile, place, suit, rules)
            for wild in [False] * fits + [True] * wild_like(tile, rules):
                chosen.append((place, tile, wild))
                yield from put(index + 1, rest)
                chosen.pop()

    yield from put(0, tiles)


def _shows(tile: Tile, place: int, suit: str, rules: Rules) -> bool:
    return isinstance(tile, tuple) and tile[1] == rank_at(place, rules) and suit in ("", tile[0])


def _splits(meld: Meld, rules: Rules) -> Iterator[tuple[list[Natural], int]]:
    """Every choice of which tiles are used as wilds: (naturals, number of wilds)."""
    either = [tile for tile in meld if tile != "j" and wild_like(tile, rules)]
    strict = [tile for tile in meld if isinstance(tile, tuple) and not wild_like(tile, rules)]
    for size in range(len(either) + 1):
        for kept in combinations(either, size):
            yield [*strict, *(t for t in kept if isinstance(t, tuple))], len(meld) - len(strict) - size


def _sets(meld: Meld, rules: Rules) -> Iterator[Reading]:
    if rules.sets and len(meld) >= rules.set_min and not (rules.set_max and len(meld) > rules.set_max):
        yield from _same_rank("set", meld, rules.set_suits, rules)


def _others(meld: Meld, rules: Rules) -> Iterator[Reading]:
    for other in rules.others:
        if len(meld) < other.least or (other.most and len(meld) > other.most):
            continue
        if other.kind == "pair":
            yield from _same_rank("pair", meld, other.suits, rules)
            continue
        for naturals, wilds in _splits(meld, rules):
            if len({suit for suit, _ in naturals}) == 1:
                face = (naturals[0][0], 0)
                worth = sum(rank for _, rank in naturals)
                yield Reading("colour", len(meld), tuple(sorted(naturals)), (face,) * wilds, (), (0, 0), worth, 0)


def _same_rank(kind: str, meld: Meld, suits: str, rules: Rules) -> Iterator[Reading]:
    for naturals, wilds in _splits(meld, rules):
        if len({rank for _, rank in naturals}) != 1:
            continue
        held, rank = [suit for suit, _ in naturals], naturals[0][1]
        if HONOURS in held and (suits == "distinct" or len(set(held)) > 1):
            continue
        worth = rules.high if rules.high and rank == 1 and HONOURS not in held else rank
        options: list[tuple[str, ...]]
        if suits == "distinct":
            missing = [suit for suit in rules.suits if suit not in held]
            options = list(combinations(missing, wilds)) if len(set(held)) == len(held) else []
        elif suits == "identical":
            options = [(held[0],) * wilds] if len(set(held)) == 1 else []
        else:
            options = [("",) * wilds]
        for option in options:
            faces = tuple((suit, rank) for suit in option)
            yield Reading(kind, len(meld), tuple(sorted(naturals)), faces, (), (0, 0), worth * len(meld), worth * wilds)


def all_melds(rules: Rules, wilds: int) -> tuple[Meld, ...]:
    """Every meld of the deck as a sorted multiset, with at most so many printed wilds."""
    usual = Rules()
    alike = {name: getattr(usual, name) for name in NOT_OF_MELDS}
    return _all_melds(replace(rules, **alike), wilds)


NOT_OF_MELDS = (
    *("end_anew", "inner_anew", "mode", "source", "both", "locked", "reuse", "lock_turns", "only_from_runs"),
    *("only_before_down", "opening", "threshold", "several", "same_turn", "pairs_open", "gate_all", "least_played"),
    *("most_played", "may_exceed_copies", "wild_counts", "wild_opens", "high"),
)
"""The fields on which it does not depend what a meld is."""


@cache
def _all_melds(rules: Rules, wilds: int) -> tuple[Meld, ...]:
    deck: list[Natural] = [(suit, rank) for suit in rules.suits for rank in range(1, rules.ranks + 1)]
    honours: list[Natural] = [(HONOURS, rank) for rank in range(1, rules.honours + 1)]
    jokers: list[Tile] = ["j"] * wilds
    either: list[Tile] = [tile for tile in deck if wild_like(tile, rules)]
    cells: set[tuple[tuple[Tile, ...], ...]] = set()
    for size in range(2, rules.ranks + 2):
        for window in windows(size, rules):
            for suit in rules.suits if rules.run_suit == "same" else ("",):
                cells.add(tuple(_cards(suit, rank_at(place, rules), deck) for place in window))
    room = rules.ranks * rules.copies + wilds
    longest = max([rules.set_max or len(rules.suits) * rules.copies + wilds, *(o.most or room for o in rules.others)])
    for size in range(2, longest + 1):
        cells |= {(_cards("", rank, deck),) * size for rank in range(1, rules.ranks + 1)}
        cells |= {((tile,),) * size for tile in honours}
        if any(other.kind == "colour" for other in rules.others):
            cells |= {(_cards(suit, 0, deck),) * size for suit in rules.suits}
    found: set[Meld] = set()
    for shape in cells:
        same = len(set(shape)) == 1
        pool = [*shape[0], *either, *(["j"] if wilds else [])]
        ways = (
            combinations_with_replacement(sorted(set(pool), key=repr), len(shape))
            if same
            else product(*(dict.fromkeys([*cards, *either, *jokers[:1]]) for cards in shape))
        )
        for way in ways:
            meld = in_order(way)
            if meld in found or meld.count("j") > wilds:
                continue
            if any(meld.count(tile) > rules.copies for tile in set(meld) if tile != "j"):
                continue
            if valid(meld, rules, grown=True) or valid(meld, rules):
                found.add(meld)
    return tuple(sorted(found, key=repr))


def _cards(suit: str, rank: int, deck: list[Natural]) -> tuple[Natural, ...]:
    return tuple(tile for tile in deck if suit in ("", tile[0]) and rank in (0, tile[1]))


def in_order(tiles: tuple[Tile, ...] | list[Tile]) -> Meld:
    """The tiles sorted, wilds last."""
    return tuple(sorted(tiles, key=lambda tile: (tile == "j", tile if isinstance(tile, tuple) else ())))
