"""Whether what became of the table's wilds is allowed: leaving, replacement, reuse, locked melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from meldsolver.limits.clock import Clock
from meldsolver.referee.accounting import card_key
from meldsolver.referee.fates import FREED, Fate, Fates
from meldsolver.referee.report import Code, Violation
from meldsolver.referee.wild_slots import Laid
from meldsolver.rules.game import Game
from meldsolver.rules.table_wilds import may_leave
from meldsolver.tiles import Card, Face, Meld, Position, Tile

_Room: TypeAlias = tuple[int, Counter[Card]]
"""How many freed wilds a new meld may hold under one of its readings, and its naturals then."""


class Retrieved:
    """Judges one reading of a move after the other."""

    def __init__(
        self, before: Position, after: tuple[Meld, ...], played: tuple[Tile, ...], game: Game, clock: Clock
    ) -> None:
        self.before, self.after, self.game, self.clock = before, after, game, clock
        self.rule = game.ruleset.retrieval
        self.played = Counter(map(card_key, played))
        self.bags = [Counter(map(card_key, meld)) for meld in after]
        laid = played if self.rule.source == "rack" else tuple(tile for meld in after for tile in meld)
        # A card used as a wild counts as its own face all the same.
        self.replacing = Counter(face for tile in laid if (face := game.card_faces[tile[:3]]) is not None)

    def may_happen(self, fate: Fate, earlier: Sequence[Fate]) -> bool:
        """A quick test that no legal reading fails."""
        if fate.host == FREED:
            if not may_leave(fate.way, fate.wild, self.before, self.game.ruleset):
                return False
            freed = [each for each in earlier if each.host == FREED]
            return self.rule.mode != "replace" or not self._absent([*freed, fate])[-1]
        if not self.rule.meld_locked:
            return True
        mates = [each for each in earlier if each.way.meld == fate.way.meld and each.host != FREED]
        return all(each.host == fate.host for each in mates) and Counter(fate.way.naturals) <= self.bags[fate.host]

    def faults(self, fates: Fates, laid: Sequence[tuple[Laid, ...]]) -> list[Violation]:
        """The reasons against one reading; empty when it is legal."""
        freed = [fate for fate in fates.each if fate.host == FREED]
        faults = [fault for fate in freed if (fault := self._may_not_leave(fate)) is not None]
        if self.rule.mode == "replace":
            faults += self._not_replaced(freed)
            if freed and self.rule.reuse in ("new_meld", "new_meld_two_rack") and not self._reused(fates, freed, laid):
                two = " and at least two tiles from the rack" if self.rule.reuse == "new_meld_two_rack" else ""
                text = f"a freed wild must go into a new meld that holds no tile of the table{two}"
                faults.append(self._fault(Code.JOKER_REUSE_NOT_NEW_MELD, freed[0], text))
        return faults + self._not_locked(fates) if self.rule.meld_locked else faults

    def _fault(self, code: Code, fate: Fate, text: str) -> Violation:
        return Violation(code, text, table_meld=fate.way.meld, tiles=self.before.table[fate.way.meld])

    def _may_not_leave(self, fate: Fate) -> Violation | None:
        if may_leave(fate.way, fate.wild, self.before, self.game.ruleset):
            return None
        rule, name = self.rule, _named(fate)
        if rule.mode == "never":
            return self._fault(Code.JOKER_FIXED, fate, f"the wild that stands for {name} may never be moved")
        if rule.lock_turns > fate.wild.turns:
            text = f"the wild that stands for {name} may not be freed until {rule.lock_turns} turns after it was laid"
            return self._fault(Code.JOKER_LOCKED_TURNS, fate, text)
        if rule.only_from == "runs" and not fate.way.in_run:
            return self._fault(Code.JOKER_SWAP_SET, fate, "a wild may be freed from a run only")
        return self._fault(Code.JOKER_FIXED, fate, "only a player who is not yet down may free a wild")

    def _needs(self, fate: Fate) -> tuple[Face, ...]:
        both = self.rule.set_of_three == "both" and fate.way.set_of_three
        return fate.wild.faces if both else (fate.face,)

    def _absent(self, freed: Sequence[Fate]) -> list[list[Face]]:
        """For each freed wild, the faces for which no natural is left."""
        used: Counter[Face] = Counter()
        absent = []
        for fate in freed:
            lacking = []
            for face in self._needs(fate):
                used[face] += 1
                if used[face] > self._stock(face):
                    lacking.append(face)
            absent.append(lacking)
        return absent

    def _stock(self, face: Face) -> int:
        if face.suit and face.rank:
            return self.replacing[face]
        return sum(n for f, n in self.replacing.items() if face.suit in ("", f.suit) and face.rank in (0, f.rank))

    def _not_replaced(self, freed: Sequence[Fate]) -> list[Violation]:
        faults = []
        for fate, absent in zip(freed, self._absent(freed), strict=True):
            if not absent:
                continue
            where = "from the rack" if self.rule.source == "rack" else "from rack or table"
            lacking = " and ".join(map(str, absent))
            text = f"the wild that stands for {_named(fate)} was moved, but no {lacking} {where} took its place"
            if len(absent) < len(self._needs(fate)):
                faults.append(self._fault(Code.JOKER_GROUP_NEEDS_BOTH, fate, text))
            elif self.rule.meld_locked:
                text += "; nothing else may leave a meld that holds a wild"
                faults.append(self._fault(Code.JOKER_MELD_LOCKED, fate, text))
            else:
                faults.append(self._fault(Code.JOKER_NOT_REPLACED, fate, text))
        return faults

    def _reused(self, fates: Fates, freed: Sequence[Fate], laid: Sequence[tuple[Laid, ...]]) -> bool:
        """Whether new melds have room for the freed wilds beside the wilds that are kept in them."""
        keeping = Counter(fate.host for fate in fates.each if fate.host != FREED)
        rooms: list[list[_Room]] = []
        for index, ways in enumerate(laid):
            if not ways or (self.rule.meld_locked and keeping[index]):
                continue
            found: list[_Room] = []
            for read in [fates.fixed[index][0]] if index in fates.fixed else ways:
                room = len(read.slots) - keeping[index]
                if self.rule.reuse == "new_meld_two_rack":
                    room = min(room, len(self.after[index]) - 2 - keeping[index])
                naturals = Counter((face.suit, face.rank, "") for face in read.naturals)
                if room > 0 and naturals <= self.played and (room, naturals) not in found:
                    found.append((room, naturals))
            if found:
                rooms.append(sorted(found, key=_size, reverse=True))
        rooms.sort(key=lambda found: -_size(found[0]))
        return self._fill(len(freed), rooms, self.played)

    def _fill(self, wilds: int, rooms: list[list[_Room]], stock: Counter[Card]) -> bool:
        self.clock.step()
        if wilds <= 0:
            return True
        return any(
            naturals <= stock and self._fill(wilds - room, rooms[index + 1 :], stock - naturals)
            for index, found in enumerate(rooms)
            for room, naturals in found
        )

    def _not_locked(self, fates: Fates) -> list[Violation]:
        faults = []
        room = [Counter(bag) for bag in self.bags]
        kept = [fate for fate in fates.each if fate.host != FREED]
        for index in sorted({fate.way.meld for fate in kept}):
            mine = [fate for fate in kept if fate.way.meld == index]
            hosts = {fate.host for fate in mine}
            naturals = Counter(mine[0].way.naturals)
            if len(hosts) == 1 and naturals <= room[host := hosts.pop()]:
                room[host] -= naturals
                continue
            text = "nothing may leave a meld while a wild is in it"
            faults.append(self._fault(Code.JOKER_MELD_LOCKED, mine[0], text))
        return faults


def _size(room: _Room) -> int:
    return room[0]


def _named(fate: Fate) -> str:
    return " or ".join(map(str, fate.wild.faces))
