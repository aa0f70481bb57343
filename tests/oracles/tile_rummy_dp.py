"""Exact best play for tile rummy by a forward dynamic program over ranks.

Why it exists: it answers the same question as the project's solver by a method that shares
nothing with it (no melds are enumerated, no integer program), so agreement is evidence.

Idea.  Walk through the ranks, and within a rank through the suits.  What the past means for the
future is only, for each suit, how many open runs have length 1, 2 and 3-or-more; how many wilds
are used; and, within the rank, how many tiles went to sets.  Each (suit, rank) receives some
naturals (all that must be laid, some of the rack's) and some wilds, split into tiles that go to
runs and tiles that go to sets.  Facts that make this exact:

* Sets.  Numbers ``g`` of tiles by suit can be cut into ``q`` sets of 3-4 distinct suits if and only
  if ``max(g) <= q`` and ``3q <= sum(g) <= 4q`` (deal the tiles suit by suit into q piles in turn).
* Runs.  An open run of length 1 or 2 must be continued.  A further run tile continues an open run
  of 3 or more when there is one: joining a run that ends at v-1 to one that starts at v is again
  a run, so starting anew is never better.  (Runs have no other maximum than the number of ranks.)
* Wilds.  At most two wilds: then no meld of three can consist of wilds alone.
* Wrap.  ``one_high``: some tiles on rank 1 are set aside to follow the last rank.  ``circular``: the
  open runs that come over from the last rank are guessed and must be there at the end.  Runs that come
  out longer than the number of ranks can be cut when there are at least 5 ranks (6 = 3+3, ...).

Cuts that make it fast enough, each losing nothing:

* Dominated states are dropped (see ``dominance``).
* Once any run exists (or enough sets of 3 on one rank, with 4 suits), all wilds not yet used can be
  added at the end: a run takes a wild at an end, or, when it spans all ranks, is cut in two with the
  wild doubling a tile at the seam (needs 5 ranks).  Such a state ("takes") always ends with all wilds
  laid, so it is never worse for having used fewer.
* A narrow first pass finds a good play; states that cannot reach its score even with all rack tiles to
  come are dropped in the second.
* Short open runs that the tiles of the next two ranks and the wilds left cannot complete are dropped.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

from .dominance import Layer, undominated

Tile = tuple[str, int] | str | None
"""A natural ``(suit, rank)``, or a wild: ``None`` or ``"j"``."""
Meld = Sequence[Tile]
Wrap = Literal["none", "one_high", "circular"]
First = Literal["tiles", "points", "worth"]

BEAM = 30  # states kept a rank in the narrow first pass
WEIGHT = 10**6  # more than any number of tiles, points or worth in a deck


@dataclass(frozen=True)
class Best:
    """The best play: its size, its points (naturals at face value, wilds 0) and one way to reach it."""

    tiles: int
    points: int
    played: tuple[Tile, ...]
    worth: int
    """Points of all tiles laid, a wild counting as the tile it stands for (only with ``first="worth"``)."""


def is_wild(tile: Tile) -> bool:
    """Whether the tile is a wild."""
    return tile is None or isinstance(tile, str)


def best_arrangement(
    must: Iterable[Tile],
    may: Iterable[Tile],
    *,
    required: Iterable[Tile] = (),
    first: First = "tiles",
    suits: str = "rykb",
    ranks: int = 13,
    wrap: Wrap = "none",
    worth_at_least: int = 0,
) -> Best | None:
    """Lay all of ``must`` and a best part of ``may`` (with at least ``required`` of it) in valid melds.

    ``first`` says what is maximised: ``tiles`` (then points), ``points`` (then tiles), ``worth`` (then tiles).
    ``worth_at_least`` bounds the worth of everything laid, wilds counting as what they stand for.
    ``None``: it cannot be done.  Nothing of ``may`` laid is an answer too.
    """
    return _Program(must, may, required, first, suits, ranks, wrap, worth_at_least).solve()


class _Program:
    """One run of the dynamic program.  Open runs of a suit are coded as ``n1 + 16 n2 + 256 n3``."""

    def __init__(
        self,
        must: Iterable[Tile],
        may: Iterable[Tile],
        required: Iterable[Tile],
        first: First,
        suits: str,
        ranks: int,
        wrap: Wrap,
        worth_at_least: int,
    ) -> None:
        self.suits, self.ranks, self.wrap, self.first = suits, ranks, wrap, first
        laid, rack, forced = _count(must), _count(may), _count(required)
        if forced - rack:
            raise ValueError(f"required tiles that are not on the rack: {forced - rack}")
        self.table_wilds = laid.pop("j", 0)
        self.wilds = self.table_wilds + rack.pop("j", 0)
        self.least_wilds = self.table_wilds + forced.pop("j", 0)
        if self.wilds > 2:
            raise ValueError("exact for at most two wilds")
        if wrap != "none" and ranks < 5:
            raise ValueError("wrapping runs need at least 5 ranks here")
        for suit, rank in [*laid, *rack]:
            if suit not in suits or not 1 <= rank <= ranks:
                raise ValueError(f"no such tile: {(suit, rank)}")
        grid = [[(s, v) for s in suits] for v in range(1, ranks + 1)]
        self.laid = [[laid[t] for t in row] for row in grid]
        self.low = [[laid[t] + forced[t] for t in row] for row in grid]
        self.high = [[laid[t] + rack[t] for t in row] for row in grid]
        self.high += [self._beyond(0), self._beyond(1)]
        self.cap = worth_at_least
        self.absorb = first != "worth" and not worth_at_least and ranks >= 5
        self.steps: dict[tuple[int, int, int, int], list[tuple[Any, ...]]] = {}

    def _beyond(self, index: int) -> list[int]:
        """At most so many tiles a suit has for runs one or two places after the last rank."""
        if self.wrap == "circular":
            return [count + self.wilds for count in self.high[index]]
        unbounded = self.wrap == "one_high" and index == 0  # checked at the end, against what was set aside
        return [99 if unbounded else 0] * len(self.suits)

    def solve(self) -> Best | None:
        """The program; unless worth counts, first a narrow one, whose answer then cuts the whole one."""
        if self.first == "worth":
            return self._run(None, None)
        found = self._run(BEAM, None)
        if found is None:
            return self._run(None, None)
        score = self._gain(found.tiles, found.points, 0)
        return found if score == self._total(0) else self._run(None, score)

    def _total(self, v: int) -> int:
        """At most so much can still be gained from index ``v`` of the ranks on."""
        wilds = self._gain(self.wilds - self.table_wilds, 0, 0)
        return wilds + sum(
            self._gain(high - laid, (high - laid) * (k + 1), 0)
            for k in range(v, self.ranks)
            for high, laid in zip(self.high[k], self.laid[k], strict=True)
        )

    def _run(self, beam: int | None, known: int | None) -> Best | None:
        """Forward through ranks and suits; then the best end state that closes every run.

        ``beam``: keep only so many states a rank (a legal play, perhaps not the best).
        ``known``: a score that can be reached; states that cannot reach it are dropped.
        """
        layer: Layer = dict.fromkeys(self._starts(), (0, None))
        for v in range(self.ranks):
            for s in range(len(self.suits)):
                following: Layer = {}
                for (open_runs, edge, used, worth, takes, total, most), (score, trail) in layer.items():
                    for code, aside, wilds, sets, gain, value, rack in self._step(v, s, open_runs[0], used):
                        key = (
                            (*open_runs[1:], code),
                            edge if aside is None else (*edge, aside),
                            used + wilds,
                            min(self.cap, worth + value),
                            takes,
                            total + sets,
                            most if most >= sets else sets,
                        )
                        old = following.get(key)
                        if old is None or old[0] < score + gain:
                            link = (trail, s, v + 1, rack) if rack else trail
                            following[key] = (score + gain, link)
                layer = following
            layer = self._after_rank(v, layer)
            if self.wrap != "circular":
                layer = undominated(layer)
            if beam is not None and len(layer) > beam:
                layer = dict(sorted(layer.items(), key=lambda item: -item[1][0])[:beam])
            if known is not None:
                least = known - self._total(v + 1)
                layer = {key: entry for key, entry in layer.items() if entry[0] >= least}
        return self._read(layer)

    def _after_rank(self, v: int, layer: Layer) -> Layer:
        """The states whose set tiles can be cut into sets, with the counts of set tiles forgotten."""
        width = 4 if len(self.suits) >= 4 else 3
        out: Layer = {}
        for (open_runs, edge, used, worth, takes, total, most), entry in layer.items():
            if total and not (len(self.suits) >= 3 and max(most, -(-total // width)) <= total // 3):
                continue
            if self._affordable(v, open_runs, used):
                if self.absorb and not takes:
                    takes = any(open_runs) or (width == 4 and total // 3 * 4 - total >= self.wilds)
                key = (open_runs, edge, used, worth, takes, 0, 0)
                if key not in out or out[key][0] < entry[0]:
                    out[key] = entry
        return out

    def _starts(self) -> list[Any]:
        """The state before rank 1; with circular runs, every guess of what comes over from the last rank."""
        if self.wrap != "circular":
            return [((0,) * len(self.suits), (), 0, 0, False, 0, 0)]
        by_suit = []
        for s in range(len(self.suits)):
            room = min(self.high[self.ranks - 1][s], self.high[0][s]) + self.wilds
            counts = product(range(room + 1), repeat=3)
            by_suit.append([a + 16 * b + 256 * c for a, b, c in counts if a + b + c <= room])
        guesses = product(*by_suit)
        return [(guess, guess, 0, 0, False, 0, 0) for guess in guesses if self._affordable(-1, guess, 0)]

    def _step(self, v: int, s: int, code: int, used: int) -> list[tuple[Any, ...]]:
        """All ways to fill (suit, rank).

        Each is (open runs after, tiles set aside, wilds, tiles in sets, gain, worth, rack tiles).
        """
        cached = self.steps.get((v, s, code, used))
        if cached is not None:
            return cached
        n1, n2, n3 = code & 15, code >> 4 & 15, code >> 8
        spare, rank = self.wilds - used, v + 1
        out: list[tuple[Any, ...]] = []
        reserve = self.wrap == "one_high" and v == 0
        for naturals in range(self.low[v][s], self.high[v][s] + 1):
            played = naturals - self.laid[v][s]
            for wilds in range(spare + 1):
                value = (naturals + wilds) * rank
                gain = self._gain(played, played * rank, value)
                here = naturals + wilds
                for aside in range(here + 1) if reserve else [None]:
                    for sets in range(here - (aside or 0) + 1):
                        extra = here - (aside or 0) - sets - n1 - n2
                        if extra < 0:
                            break
                        longer = min(extra, n3)
                        one, left = extra - longer, spare - wilds
                        room = self.high[v + 1][s] + left
                        if n1 + one > room or one > self.high[v + 2][s] + left:
                            continue  # too many short runs to be completed
                        three = min(n2 + longer, room)
                        out.append((one + 16 * n1 + 256 * three, aside, wilds, sets, gain, value, played))
        self.steps[v, s, code, used] = out
        return out

    def _gain(self, tiles: int, points: int, worth: int) -> int:
        """What is maximised, as one number; wilds of the rack are added at the end."""
        if self.first == "tiles":
            return tiles * WEIGHT + points
        return (points if self.first == "points" else worth) * WEIGHT + tiles

    def _affordable(self, v: int, open_runs: tuple[int, ...], used: int) -> bool:
        """Whether wilds can fill what the short open runs lack on the next two ranks (only a cut)."""
        lacking = 0
        next_row, row_after = self.high[v + 1], self.high[v + 2]
        for s, code in enumerate(open_runs):
            n1, short = code & 15, (code & 15) + (code >> 4 & 15)
            lacking += max(0, short - next_row[s]) + max(0, n1 - row_after[s])
        return lacking <= self.wilds - used

    def _closes(self, open_runs: tuple[int, ...], edge: tuple[int, ...]) -> bool:
        """Whether every run is complete after the last rank."""
        if self.wrap == "none":
            return all(code & 255 == 0 for code in open_runs)
        if self.wrap == "circular":
            return all(c & 255 == e & 255 and c >> 8 >= e >> 8 for c, e in zip(open_runs, edge, strict=True))
        return all(
            code & 15 == 0 and (code >> 4 & 15) <= high <= (code >> 4 & 15) + (code >> 8)
            for code, high in zip(open_runs, edge, strict=True)
        )

    def _read(self, layer: Layer) -> Best | None:
        """The best finished state and its tiles."""
        best: tuple[int, int, Any] | None = None
        for (open_runs, edge, used, worth, takes, _, _), (score, trail) in layer.items():
            if takes:
                used = self.wilds
            if used < self.least_wilds or worth < self.cap or not self._closes(open_runs, edge):
                continue
            wilds = used - self.table_wilds
            score += wilds * WEIGHT if self.first == "tiles" else wilds
            if best is None or score > best[0]:
                best = (score, wilds, trail)
        if best is None:
            return None
        score, wilds, trail = best
        naturals: list[tuple[str, int]] = []
        while trail is not None:
            trail, s, rank, count = trail
            naturals += [(self.suits[s], rank)] * count
        played: tuple[Tile, ...] = (*sorted(naturals), *(["j"] * wilds))
        worth = score // WEIGHT if self.first == "worth" else 0
        return Best(len(played), sum(rank for _, rank in naturals), played, worth)


def _count(tiles: Iterable[Tile]) -> Counter[Any]:
    """Tiles as a multiset, every wild as ``"j"``."""
    return Counter("j" if is_wild(tile) else tile for tile in tiles)
