"""Turns of games with contracts, calls and closing discards: which are legal, and every end state, by trial.

Why: ``any_move`` knows moves on a table; this adds what a game of hands asks besides. A contract's melds are chosen
one by one from the hand, every table meld is then grown by every part of what is left. No line is shared with
the project.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any

from .any_move import (
    Before,
    _copies_ok,
    _grown,
    _parts,
    _readings_of,
    bag,
    candidates,
    legal,
    partitions,
)
from .any_rules import Meld, Reading, Rules, Table, Tile, in_order, readings, valid

Demand = tuple[str, int]
"""A kind of meld and its fewest tiles."""


@dataclass(frozen=True)
class Contracts:
    """What contracts and calls ask.

    Attributes:
        levels: for each level its alternatives, each a tuple of demands.
        extra: new melds of a player who is down: never, on_call, always.
        same_turn: whether lay-offs are allowed in the turn of the contract.
        gap: ranks that must lie between two runs of one suit in a contract.
        distinct: whether the runs of a contract differ in suit.
        exact: whether its melds have no more tiles than are asked for.
    """

    levels: tuple[tuple[tuple[Demand, ...], ...], ...] = ()
    extra: str = "always"
    same_turn: bool = True
    gap: int = 0
    distinct: bool = False
    exact: bool = False


@dataclass(frozen=True)
class Turn:
    """A position with what a hand's turn is about.

    Attributes:
        before: table, rack, and what has happened.
        level: the contract's level; 0 where there is none.
        called: a card taken by a call, which must be laid.
        loose: tiles of the table that lie in no meld and must end in melds.
        keep: cards that the turn must leave for the discard.
    """

    before: Before
    level: int = 0
    called: Tile | None = None
    loose: Meld = ()
    keep: int = 0


def legal_turn(turn: Turn, after: Table, rules: Rules, contracts: Contracts, ordered: bool = False) -> bool:
    """Whether the turn may end with this table."""
    before = turn.before
    if turn.loose:
        return _mid_turn(turn, after, rules, ordered)
    called = [] if turn.called is None else [turn.called]
    old, new = bag(before.table), bag(after)
    played = new - old
    if old - new or played - Counter([*before.rack, *called]):
        return False
    if turn.called is not None and (not played[turn.called] or not before.opened):
        return False
    if sum(played.values()) > len(before.rack) + len(called) - turn.keep:
        return False
    with_called = Before(before.table, (*before.rack, *called), before.opened, before.all_opened, before.turns)
    if not contracts.levels:
        return legal(with_called, after, rules, ordered)
    if sum(played.values()) < max(1, rules.least_played):
        return False
    return any(
        _contract_ok(turn, after, owner, rules, contracts, ordered)
        for owner in _grown(with_called, after, rules, ordered)
    )


def _mid_turn(turn: Turn, after: Table, rules: Rules, ordered: bool) -> bool:
    """A table with loose tiles: all of them end in melds, and nothing else is asked."""
    old = bag(turn.before.table) + Counter(turn.loose)
    played = bag(after) - old
    if old - bag(after) or played - Counter(turn.before.rack):
        return False
    if rules.most_played and sum(played.values()) > rules.most_played:
        return False
    if not all(valid(meld, rules, ordered=ordered) for meld in after):
        return False
    if rules.may_exceed_copies:
        return True
    grown = [False] * len(after)
    return any(_copies_ok(chosen, rules) for chosen in _readings_of(after, grown, rules, ordered))


def _contract_ok(
    turn: Turn, after: Table, owner: dict[int, int], rules: Rules, contracts: Contracts, ordered: bool
) -> bool:
    table = turn.before.table
    new = [meld for index, meld in enumerate(after) if index not in owner]
    grew = any(Counter(after[index]) != Counter(table[number]) for index, number in owner.items())
    for index, meld in enumerate(after):
        if not valid(meld, rules, index in owner, ordered):
            return False
    if not rules.may_exceed_copies:
        grown = [index in owner for index in range(len(after))]
        if not any(True for _ in _readings_of(after, grown, rules, ordered)):
            return False
    if rules.table == "none" and grew:
        return False
    if not turn.before.opened:
        if grew and not contracts.same_turn:
            return False
        extra = contracts.extra == "always" and contracts.same_turn
        return any(meets(new, each, rules, contracts, ordered, extra) for each in contracts.levels[turn.level - 1])
    if contracts.extra == "always" or not new:
        return True
    return contracts.extra == "on_call" and turn.called is not None and len(new) == 1 and turn.called in new[0]


def meets(
    melds: list[Meld] | Table,
    demands: tuple[Demand, ...],
    rules: Rules,
    contracts: Contracts,
    ordered: bool = False,
    extra: bool = False,
) -> bool:
    """Whether the melds are a contract's, under one reading of each."""
    if len(melds) < len(demands) or (len(melds) > len(demands) and not extra):
        return False
    options = []
    for meld in melds:
        kinds: dict[Any, Reading] = {}
        for reading in readings(tuple(meld), rules, False, ordered):
            suit = next(iter((*reading.naturals, *reading.wilds)), ("", 0))[0]
            kinds.setdefault((reading.kind, suit, reading.ends), reading)
        options.append(list(kinds.values()))
    return any(
        _covers([(r.kind, r.size) for r in chosen], list(demands), contracts.exact) and _apart(chosen, contracts)
        for chosen in product(*options)
    )


def _covers(kinds: list[Demand], demands: list[Demand], exact: bool) -> bool:
    if not demands:
        return True
    kind, size = demands[0]
    return any(
        kinds[index] is not None
        and kinds[index][0] == kind
        and (kinds[index][1] == size if exact else kinds[index][1] >= size)
        and _covers(kinds[:index] + kinds[index + 1 :], demands[1:], exact)
        for index in range(len(kinds))
    )


def _apart(chosen: tuple[Reading, ...], contracts: Contracts) -> bool:
    if not contracts.gap and not contracts.distinct:
        return True
    runs = [reading for reading in chosen if reading.kind == "run"]
    for one, two in combinations(runs, 2):
        if next(iter((*one.naturals, *one.wilds)))[0] != next(iter((*two.naturals, *two.wilds)))[0]:
            continue
        if contracts.distinct:
            return False
        low, high = sorted((one, two), key=lambda reading: reading.ends)
        if 0 <= high.ends[0] - low.ends[1] - 1 < contracts.gap:
            return False
    return True


# --- end states ---------------------------------------------------------------------------------------------------


def ends(turn: Turn, rules: Rules, contracts: Contracts, most: int) -> list[Table] | None:
    """Tables that the turn could leave, all legal ones among them; ``None`` where they are more than ``most``."""
    before = turn.before
    if rules.table == "full" or turn.loose:
        return _rearranged(turn, rules, most)
    hand = (*before.rack, *([] if turn.called is None else [turn.called]))
    found: dict[tuple[str, ...], Table] = {}
    old = bag(before.table)
    for table, freed in _without_wilds(before.table, rules):
        for fresh, rest in hand_melds(in_order([*hand, *["j"] * freed]), rules):
            for grown in _lay_offs(table, before.table, rest, rules):
                after = (*grown, *fresh)
                if freed and old - bag(after):
                    continue
                found.setdefault(tuple(sorted(map(repr, after))), after)
                if len(found) > most:
                    return None
    return list(found.values())


def _without_wilds(table: Table, rules: Rules) -> Iterator[tuple[Table, int]]:
    """The table, and where wilds may be given up for naturals, the table without some of them."""
    counts = [range(meld.count("j") + 1) if rules.mode == "replace" else range(1) for meld in table]
    for freed in product(*counts):
        left = []
        for meld, count in zip(table, freed, strict=True):
            tiles = list(meld)
            for _ in range(count):
                tiles.remove("j")
            left.append(tuple(tiles))
        yield tuple(left), sum(freed)


def _rearranged(turn: Turn, rules: Rules, most: int) -> list[Table] | None:
    before = turn.before
    hand = (*before.rack, *([] if turn.called is None else [turn.called]))
    if not turn.loose:
        found = [after for _, after in candidates(Before(before.table, hand), rules)]
        return found if len(found) <= most else None
    fixed = [*bag(before.table).elements(), *turn.loose]
    found = []
    for played in _parts(in_order(list(hand))):
        found += partitions(in_order([*fixed, *played]), rules)
        if len(found) > most:
            return None
    return found


@cache
def hand_melds(hand: Meld, rules: Rules) -> tuple[tuple[Table, Meld], ...]:
    """Every way to lay part of a hand in new melds: the melds, and the cards left."""
    stock = Counter(hand)
    usable = [(meld, Counter(meld)) for meld in _melds_of(hand, rules)]
    found: list[tuple[Table, Meld]] = []

    def lay(start: int, laid: Table, left: Counter[Any]) -> None:
        found.append((laid, in_order(list(left.elements()))))
        for index in range(start, len(usable)):
            meld, need = usable[index]
            if not need - left:
                lay(index, (*laid, meld), left - need)

    lay(0, (), stock)
    return tuple(found)


def _melds_of(hand: Meld, rules: Rules) -> list[Meld]:
    """Every meld that a hand holds."""
    parts = (in_order(part) for part in _parts(in_order(hand)) if len(part) > 1)
    return [part for part in parts if valid(part, rules)]


def _lay_offs(table: Table, before: Table, cards: Meld, rules: Rules) -> Iterator[Table]:
    """Every way to grow melds by some of the cards; whether they may grow so is judged elsewhere."""
    if not table:
        yield ()
        return
    for part in _parts(cards):
        grown = in_order([*table[0], *part]) if part else table[0]
        if (part or table[0] != before[0]) and not valid(grown, rules, grown=True):
            continue
        rest = Counter(cards) - Counter(part)
        for others in _lay_offs(table[1:], before[1:], in_order(list(rest.elements())), rules):
            yield (grown, *others)


# --- how far ------------------------------------------------------------------------------------------------------


def can_lay(hand: Meld, level: int, rules: Rules, contracts: Contracts, keep: int = 0) -> bool:
    """Whether a hand holds a contract's melds, so many cards being kept back."""
    stock = Counter(hand)
    usable = _melds_of(hand, rules)

    def lay(start: int, laid: Table, left: Counter[Any], demands: tuple[Demand, ...]) -> bool:
        if len(laid) == len(demands):
            return left.total() >= keep and meets(laid, demands, rules, contracts)
        return any(
            not (need := Counter(usable[index])) - left and lay(index, (*laid, usable[index]), left - need, demands)
            for index in range(start, len(usable))
        )

    return any(lay(0, (), stock, demands) for demands in contracts.levels[level - 1])


def lacking(
    hand: Meld, level: int, unseen: Counter[Any], rules: Rules, contracts: Contracts, most: int
) -> tuple[int | None, set[Tile]]:
    """The fewest cards that a hand lacks, and the cards of which one would lower that; ``None`` beyond ``most``."""
    cards = [card for card in unseen if unseen[card]]
    if can_lay(hand, level, rules, contracts):
        return 0, set()
    for count in range(1, most + 1):
        helpful: set[Tile] = set()
        for some in _multisets(cards, count, unseen):
            if (count > 1 and set(some) <= helpful) or not can_lay((*hand, *some), level, rules, contracts):
                continue
            helpful |= set(some)
        if helpful:
            return count, helpful
    return None, set()


def _multisets(cards: list[Tile], count: int, unseen: Counter[Any]) -> Iterator[Meld]:
    def more(start: int, chosen: Meld) -> Iterator[Meld]:
        if len(chosen) == count:
            yield chosen
            return
        for index in range(start, len(cards)):
            if chosen.count(cards[index]) < unseen[cards[index]]:
                yield from more(index, (*chosen, cards[index]))

    yield from more(0, ())
