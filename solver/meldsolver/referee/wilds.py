"""How table wilds may be freed when the table is rearranged (end-state conditions, see docs/wilds.md).

A move is legal when some reading of it is: each table wild is either kept by a wild that stands
for a face it could stand for, or freed. The search below tries every such reading and reports the
reasons of the one with the fewest faults.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from meldsolver.referee.accounting import card_key
from meldsolver.referee.report import Code, Violation
from meldsolver.rules.game import Game
from meldsolver.rules.reading import Reading, valid_readings
from meldsolver.rules.table_wilds import TableWild, table_wilds, wilds_are_bound
from meldsolver.tiles import Face, Meld, Position, Tile


class _Slot(NamedTuple):
    meld: int
    faces: tuple[Face, ...]
    distinct: bool


class _Choice(NamedTuple):
    """A table wild that is kept in a slot at a face, or freed from a face (slot -1)."""

    slot: int
    face: Face


def wild_violations(before: Position, after: tuple[Meld, ...], played: tuple[Tile, ...], game: Game) -> list[Violation]:
    """The reasons against what a move did with the table's wilds."""
    if not wilds_are_bound(game.ruleset):
        return []
    wilds = table_wilds(before, game)
    if not wilds:
        return []
    judge = _Judge(before, after, played, game, wilds)
    best: list[Violation] | None = None
    for slots in _slot_lists(after, game):
        for choices in _assignments(wilds, slots, 0, ()):
            faults = judge.faults(choices, slots)
            if not faults:
                return []
            if best is None or len(faults) < len(best):
                best = faults
    return best or []


def freed_count(before: Position, after: tuple[Meld, ...], game: Game) -> int:
    """How many table wilds are freed, by the reading that keeps the most."""
    wilds = table_wilds(before, game)
    if not wilds:
        return 0
    return min(
        sum(choice.slot < 0 for choice in choices)
        for slots in _slot_lists(after, game)
        for choices in _assignments(wilds, slots, 0, ())
    )


def _slot_lists(after: tuple[Meld, ...], game: Game) -> Iterator[list[_Slot]]:
    """The wild slots of the table after, for each way to read its melds."""
    with_wilds = [index for index, meld in enumerate(after) if any(map(game.can_be_wild, meld))]
    readings = [_distinct(valid_readings(after[index], game, grown=True)) for index in with_wilds]
    for chosen in product(*readings):
        slots = []
        for index, reading in zip(with_wilds, chosen, strict=True):
            for place, wild in enumerate(reading.wild):
                if wild:
                    slots.append(_Slot(index, reading.options[place], not reading.places))
        yield slots


def _distinct(readings: tuple[Reading, ...]) -> list[Reading]:
    seen: dict[tuple[tuple[Face, ...], ...], Reading] = {}
    for reading in readings:
        seen.setdefault(tuple(o for o, w in zip(reading.options, reading.wild, strict=True) if w), reading)
    return list(seen.values())


def _assignments(
    wilds: list[TableWild], slots: list[_Slot], index: int, taken: tuple[_Choice, ...]
) -> Iterator[tuple[_Choice, ...]]:
    """Every way to keep or free each table wild, keeping first."""
    if index == len(wilds):
        yield taken
        return
    wild = wilds[index]
    for number, slot in enumerate(slots):
        if any(choice.slot == number for choice in taken):
            continue
        for face in wild.faces:
            if face not in slot.faces:
                continue
            clash = (
                slot.distinct
                and face.suit
                and any(
                    choice.slot >= 0 and choice.face == face and slots[choice.slot].meld == slot.meld
                    for choice in taken
                )
            )
            if not clash:
                yield from _assignments(wilds, slots, index + 1, (*taken, _Choice(number, face)))
    for face in wild.faces:
        yield from _assignments(wilds, slots, index + 1, (*taken, _Choice(-1, face)))


class _Judge:
    """Judges one reading of a move."""

    def __init__(
        self, before: Position, after: tuple[Meld, ...], played: tuple[Tile, ...], game: Game, wilds: list[TableWild]
    ) -> None:
        self.before, self.after, self.game, self.wilds = before, after, game, wilds
        self.rule = game.ruleset.retrieval
        self.played = Counter(map(card_key, played))
        laid = played if self.rule.source == "rack" else tuple(tile for meld in after for tile in meld)
        self.replacing = Counter(face for tile in laid if (face := game.natural_face(tile)) is not None)

    def faults(self, choices: tuple[_Choice, ...], slots: list[_Slot]) -> list[Violation]:
        freed = [index for index, choice in enumerate(choices) if choice.slot < 0]
        faults = [fault for index in freed if (fault := self._may_not_leave(index)) is not None]
        if self.rule.mode == "replace":
            faults += self._not_replaced(choices, freed)
            if freed and self.rule.reuse in ("new_meld", "new_meld_two_rack"):
                faults += self._not_reused(choices, freed, slots)
        if self.rule.meld_locked:
            faults += self._not_locked(choices, slots)
        return faults

    def _fault(self, code: Code, index: int, text: str) -> Violation:
        wild = self.wilds[index]
        meld = self.before.table[wild.meld]
        return Violation(code, text, table_meld=wild.meld, tiles=meld)

    def _named(self, index: int) -> str:
        return " or ".join(map(str, self.wilds[index].faces))

    def _may_not_leave(self, index: int) -> Violation | None:
        wild, rule, name = self.wilds[index], self.rule, self._named(index)
        if rule.mode == "never":
            return self._fault(Code.JOKER_FIXED, index, f"the wild that stands for {name} may never be moved")
        if rule.lock_turns > wild.turns:
            text = f"the wild that stands for {name} may not be freed until {rule.lock_turns} turns after it was laid"
            return self._fault(Code.JOKER_LOCKED_TURNS, index, text)
        if rule.only_from == "runs" and not wild.in_run:
            return self._fault(Code.JOKER_SWAP_SET, index, "a wild may be freed from a run only")
        if rule.only_before_down and self.before.opened:
            text = "only a player who is not yet down may free a wild"
            return self._fault(Code.JOKER_FIXED, index, text)
        return None

    def _not_replaced(self, choices: tuple[_Choice, ...], freed: list[int]) -> list[Violation]:
        stock = Counter(self.replacing)
        faults = []
        for index in freed:
            wild = self.wilds[index]
            both = self.rule.set_of_three == "both" and wild.set_of_three
            needs = wild.faces if both else (choices[index].face,)
            absent = [face for face in needs if not self._take(stock, face)]
            if not absent:
                continue
            where = "from the rack" if self.rule.source == "rack" else "from rack or table"
            lacking = " and ".join(map(str, absent))
            text = f"the wild that stands for {self._named(index)} was moved, but no {lacking} {where} took its place"
            if both and len(absent) < len(needs):
                faults.append(self._fault(Code.JOKER_GROUP_NEEDS_BOTH, index, text))
            elif self.rule.meld_locked:
                text += "; nothing else may leave a meld that holds a wild"
                faults.append(self._fault(Code.JOKER_MELD_LOCKED, index, text))
            else:
                faults.append(self._fault(Code.JOKER_NOT_REPLACED, index, text))
        return faults

    @staticmethod
    def _take(stock: Counter[Face], face: Face) -> bool:
        fits = [f for f in stock if stock[f] > 0 and f.rank == face.rank and face.suit in ("", f.suit)]
        if not fits:
            return False
        stock[fits[0]] -= 1
        return True

    def _not_reused(self, choices: tuple[_Choice, ...], freed: list[int], slots: list[_Slot]) -> list[Violation]:
        kept = {choice.slot for choice in choices}
        free_slots = [number for number in range(len(slots)) if number not in kept]
        for hosts in combinations(free_slots, len(freed)):
            if self._hosts_are_new([slots[number].meld for number in hosts]):
                return []
        two = " and holds at least two tiles from the rack" if self.rule.reuse == "new_meld_two_rack" else ""
        text = f"a freed wild must go into a new meld that holds no tile of the table{two}"
        return [self._fault(Code.JOKER_REUSE_NOT_NEW_MELD, freed[0], text)]

    def _hosts_are_new(self, melds: list[int]) -> bool:
        need: Counter[tuple[str, int, str]] = Counter()
        for index in set(melds):
            naturals = [tile for tile in self.after[index] if not tile.wild]
            need.update(map(card_key, naturals))
            if self.rule.reuse == "new_meld_two_rack" and len(self.after[index]) - melds.count(index) < 2:
                return False
        return need <= self.played

    def _not_locked(self, choices: tuple[_Choice, ...], slots: list[_Slot]) -> list[Violation]:
        faults = []
        room = [Counter(map(card_key, meld)) for meld in self.after]
        for index in sorted({wild.meld for wild, choice in zip(self.wilds, choices, strict=True) if choice.slot >= 0}):
            mine = [
                number for number, wild in enumerate(self.wilds) if wild.meld == index and choices[number].slot >= 0
            ]
            hosts = {slots[choices[number].slot].meld for number in mine}
            naturals = Counter(card_key(tile) for tile in self.before.table[index] if not tile.wild)
            if len(hosts) == 1 and naturals <= room[host := hosts.pop()]:
                room[host] -= naturals
                continue
            text = "nothing may leave a meld while a wild is in it"
            faults.append(self._fault(Code.JOKER_MELD_LOCKED, mine[0], text))
        return faults
