"""Contracts under any rules, on decks so small that every choice of melds can be tried.

Why: ``contract_brute`` knows Ramo alone. Here the melds of a small deck are built from the definitions (a set, a run, a
colour; which cells are wilds and which cards stand there), and a hand is judged by every choice of them, so that games
with natural cards as wilds, limits on wilds, or runs that lie apart are judged too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Card = tuple[str, int]
"""A suit and a rank; a printed wild is ``("", 0)``."""
WILD: Card = ("", 0)
Counts: TypeAlias = npt.NDArray[np.int8]
"""How many of each card, in the order of the deck."""
Lie: TypeAlias = tuple[str, int, int]
"""The suit of a run and its first and last place."""


@dataclass(frozen=True)
class Rules:
    """What decides about a contract's melds."""

    suits: tuple[str, ...]
    ranks: int
    copies: int
    wilds: int
    wild_ranks: tuple[int, ...] = ()
    set_suits: str = "any"
    set_least: int = 3
    set_most: int = 0
    run_suit: str = "same"
    run_least: int = 3
    run_most: int = 0
    wrap: str = "none"
    colour_least: int = 7
    naturals_least: int = 1
    wilds_most: int = 0
    naturals_ge_wilds: bool = False
    adjacent_ok: bool = True
    wilds_open: bool = True
    gap: int = 0
    distinct_suits: bool = False
    exact: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the deck once, the printed wild last."""
        naturals = [(suit, rank) for suit in self.suits for rank in range(1, self.ranks + 1)]
        return (*naturals, *([WILD] if self.wilds else []))

    @property
    def deck(self) -> Counter[Card]:
        """The whole deck."""
        return Counter({card: self.wilds if card == WILD else self.copies for card in self.cards})


@dataclass(frozen=True)
class Melds:
    """Every meld that meets a demand: the cards of each as counts, and for runs the suit, first and last place."""

    counts: Counts
    where: tuple[frozenset[Lie], ...]


def demands(text: str, rules: Rules) -> list[list[tuple[str, int]]]:
    """The alternatives of a level such as ``S3R4`` or ``SS|RR``: kinds with least sizes."""
    usual = {"S": rules.set_least, "R": rules.run_least, "C": rules.colour_least}
    return [
        [(kind, int(n or usual[kind])) for kind, n in re.findall(r"([SRC])(\d*)", part)] for part in text.split("|")
    ]


@cache
def melds(rules: Rules, kind: str, least: int, most: int) -> Melds:
    """Every meld of a kind with so many cards, as often as cards can lie in it."""
    found: dict[tuple[int, ...], set[Lie]] = {}
    index = {card: number for number, card in enumerate(rules.cards)}
    for size in range(least, most + 1):
        for cards, where in _built(rules, kind, size):
            held = Counter(cards)
            if all(count <= rules.deck[card] for card, count in held.items()):
                counts = [0] * len(index)
                for card, count in held.items():
                    counts[index[card]] = count
                found.setdefault(tuple(counts), set()).add(where)
    counts_of_all = np.array(list(found), dtype=np.int8).reshape(len(found), len(index))
    return Melds(counts_of_all, tuple(frozenset(where) for where in found.values()))


def _built(rules: Rules, kind: str, size: int) -> Iterator[tuple[tuple[Card, ...], Lie]]:
    acting = [card for card in rules.cards if card == WILD or card[1] in rules.wild_ranks]
    for naturals, places, where in _naturals(rules, kind, size):
        wilds = size - len(naturals)
        if _within(rules, len(naturals), wilds, places):
            for cards in combinations_with_replacement(acting, wilds):
                yield (*naturals, *cards), where


def _naturals(rules: Rules, kind: str, size: int) -> Iterator[tuple[tuple[Card, ...], tuple[int, ...], Lie]]:
    """The naturals of every meld, where its wilds stand (for runs), and where the meld lies."""
    most_wilds = min(size - 1, len(rules.wild_ranks) * len(rules.suits) * rules.copies + rules.wilds)
    if kind == "R":
        if rules.run_most and size > rules.run_most:
            return
        for places, suit in product(_windows(rules, size), rules.suits if rules.run_suit == "same" else ("",)):
            where = (suit, places[0], places[-1])
            for count in range(most_wilds + 1):
                for wild_places in combinations(places, count):
                    cells = [(place - 1) % rules.ranks + 1 for place in places if place not in wild_places]
                    if suit:
                        yield tuple((suit, rank) for rank in cells), wild_places, where
                    else:
                        for suits in product(rules.suits, repeat=len(cells)):
                            yield tuple(zip(suits, cells, strict=True)), wild_places, where
        return
    if kind == "S":
        if rules.set_most and size > rules.set_most:
            return
        ways = combinations if rules.set_suits == "distinct" else combinations_with_replacement
        for count in range(most_wilds + 1):
            for rank, suits in product(range(1, rules.ranks + 1), ways(rules.suits, size - count)):
                if rules.set_suits != "distinct" or size <= len(rules.suits):
                    yield tuple((suit, rank) for suit in suits), (), ("", 0, 0)
        return
    for count in range(most_wilds + 1):
        for suit in rules.suits:
            for ranks in combinations_with_replacement(range(1, rules.ranks + 1), size - count):
                if max(Counter(ranks).values()) <= rules.copies:
                    yield tuple((suit, rank) for rank in ranks), (), (suit, 0, 0)


def _windows(rules: Rules, size: int) -> list[list[int]]:
    top = rules.ranks
    if rules.wrap == "circular":
        return [list(range(start, start + size)) for start in range(1, top + 1)] if size <= top else []
    first, last = {"none": (1, top), "one_high": (1, top + 1), "high_only": (2, top + 1)}[rules.wrap]
    return [list(range(start, start + size)) for start in range(first, last + 2 - size)]


def _within(rules: Rules, naturals: int, wilds: int, places: tuple[int, ...]) -> bool:
    """Whether a meld's wilds keep the limits; ``places`` are those of a run's wilds."""
    return (
        naturals > 0
        and not (wilds and naturals < rules.naturals_least)
        and not (rules.wilds_most and wilds > rules.wilds_most)
        and not (rules.naturals_ge_wilds and wilds > naturals)
        and not (wilds and not rules.wilds_open)
        and (rules.adjacent_ok or not any(place + 1 in places for place in places))
    )


@dataclass(frozen=True)
class Found:
    """What is true of a hand.

    Attributes:
        distance: the fewest further cards; ``None`` where they are more than were tried.
        outs: the cards one of which lessens the distance, with their copies unseen.
        most_laid: the most cards that the contract's melds can take from the hand; 0 where it cannot be laid.
    """

    distance: int | None
    outs: dict[Card, int]
    most_laid: int


def judge(
    hand: Sequence[Card], text: str, rules: Rules, most: int = 2, unseen_cards: Counter[Card] | None = None
) -> Found:
    """Distance (up to ``most``), outs and largest lay-down of a hand at a level; unseen is by default all the rest."""
    pool = rules.deck - Counter(hand) if unseen_cards is None else unseen_cards
    cards = rules.cards
    held = np.array([Counter(hand)[card] for card in cards], dtype=np.int8)
    unseen = np.array([pool[card] for card in cards], dtype=np.int8)
    distance, outs, laid = most + 1, np.zeros(len(cards), dtype=bool), 0
    for alternative in demands(text, rules):
        for needs in _choices(alternative, rules, held, most):
            lack = np.maximum(needs - held, 0)
            total = lack.sum(axis=1)
            total[(lack > unseen).any(axis=1)] = most + 1
            least = int(total.min(initial=most + 1))
            if least > min(distance, most):
                continue
            if least < distance:
                distance, outs = least, np.zeros(len(cards), dtype=bool)
            outs |= (lack[total == least] > 0).any(axis=0)
            if not least:
                laid = max(laid, int(needs[total == 0].sum(axis=1).max()))
    if distance > most:
        return Found(None, {}, 0)
    told = {card: int(unseen[number]) for number, card in enumerate(cards) if outs[number]}
    return Found(distance, told, laid)


def _choices(alternative: list[tuple[str, int]], rules: Rules, held: Counts, most: int) -> Iterator[Counts]:
    """The cards of every choice of one meld a demand that lacks no more than ``most`` in all, many rows at once."""
    near: list[tuple[Counts, list[frozenset[Lie]]]] = []
    for kind, least in alternative:
        every = melds(rules, kind, least, least if rules.exact else least + 1 + (not rules.wild_ranks))
        rows = np.flatnonzero(np.maximum(every.counts - held, 0).sum(axis=1) <= most)
        near.append((every.counts[rows], [every.where[row] for row in rows]))
    bound = rules.gap or rules.distinct_suits
    kinds = [kind for kind, _ in alternative]

    def choose(index: int, need: Counts, runs: list[frozenset[Lie]]) -> Iterator[Counts]:
        counts, where = near[index]
        needs = need + counts
        rows = np.flatnonzero(np.maximum(needs - held, 0).sum(axis=1) <= most)
        if bound:
            beside = [[*runs, where[row]] if kinds[index] == "R" else runs for row in rows]
            kept = [number for number, lying in enumerate(beside) if _apart(lying, rules)]
            rows = rows[kept]
        if index == len(near) - 1:
            yield needs[rows]
            return
        for row in rows:
            yield from choose(index + 1, needs[row], [*runs, where[row]] if kinds[index] == "R" else runs)

    yield from choose(0, np.zeros_like(held), [])


def _apart(runs: list[frozenset[Lie]], rules: Rules) -> bool:
    """Whether the runs can be read so that those of one suit lie apart as the contract asks."""
    if not (rules.gap or rules.distinct_suits):
        return True
    return any(all(_pair_apart(a, b, rules) for a, b in combinations(way, 2)) for way in product(*runs))


def _pair_apart(a: Lie, b: Lie, rules: Rules) -> bool:
    if a[0] != b[0]:
        return True
    between = max(a[1], b[1]) - min(a[2], b[2]) - 1
    return not rules.distinct_suits and not 0 <= between < rules.gap
