"""The fewest further cards where single melds limit their wilds, or runs of a contract must lie apart.

As :mod:`meldsolver.contracts.search`, this chooses the melds one by one and counts the cells that the
hand's naturals cannot fill; here each choice is priced with what every single meld may hold. Naturals
that may act as wilds are counted as wilds, except where they fill their own cell: that is never worse.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, product
from operator import itemgetter
from typing import NamedTuple

from meldsolver.contracts.limits import Limits, cap, limits_of, most_wilds, runs_clash
from meldsolver.contracts.patterns import Pattern, Stage
from meldsolver.contracts.stock import WILD, Stock
from meldsolver.limits.clock import Clock, OutOfTime
from meldsolver.rules.game import Game

MOST_STEPS = 400_000
"""Melds looked at before the search gives up; hands of a real game need some thousands."""

STOP = -(1 << 20)
"""A limit below every cost: nothing more is looked for."""


class Site(NamedTuple):
    """A cell of one of the chosen melds: the number of the meld, the place in it, the cell."""

    meld: int
    place: int
    cell: int


class Plan(NamedTuple):
    """How the cells of some melds are filled.

    Attributes:
        melds: the melds, as cells.
        held: sites that naturals of the hand fill.
        wilds: sites where wilds stand, held ones first.
        bought: sites for which naturals must be got.
    """

    melds: tuple[tuple[int, ...], ...]
    held: tuple[Site, ...]
    wilds: tuple[Site, ...]
    bought: tuple[Site, ...]


@dataclass(slots=True)
class Limited:
    """What a search found.

    Attributes:
        lacking: the fewest further cards; ``None`` when no contract can be completed at all.
        plan: one best way.
        outs: cards, by index, one of which lowers ``lacking``.
        sizes: the numbers of cards of contracts that are met, where nothing lacks.
        proved: whether the time was enough; if not, fewer cards may do, and there may be more outs.
    """

    lacking: int | None = None
    plan: Plan | None = None
    outs: set[int] = field(default_factory=set)
    sizes: set[int] = field(default_factory=set)
    proved: bool = True


def find_limited(pattern: Pattern, stock: Stock, game: Game, clock: Clock, *, outs: bool = True) -> Limited:
    """The fewest further cards, and every card that lowers their number.

    Args:
        pattern: the contract.
        stock: the hand and what is unseen.
        game: the rules.
        clock: bounds the search.
        outs: whether to look for all outs.

    Raises:
        TooManySteps: the search would take too long, whatever the time.
    """
    hand = _Hand(pattern, stock, game, clock)
    found = Limited()
    try:
        _cheapest(found, pattern, hand, clock, hand.cards)
        if outs and found.lacking:
            _gather_outs(found, pattern, hand, clock)
    except OutOfTime:
        found.proved = False
    return found


def _cheapest(found: Limited, pattern: Pattern, hand: _Hand, clock: Clock, limit: int) -> None:
    """Looks for the fewest further cards, no more than the limit."""
    smallest = min(pattern.sizes)

    def visit(melds: list[tuple[int, ...]], kinds: list[bool]) -> int:
        priced = hand.price(melds, kinds)
        if priced is not None and priced[0] <= (limit if found.lacking is None else max(0, found.lacking - 1)):
            if found.lacking != 0:
                found.lacking, found.plan = priced[0], hand.plan(priced[1], melds, kinds)
            if not priced[0]:
                found.sizes.add(sum(map(len, melds)))
        if found.lacking is None:
            return limit
        if found.lacking:
            return found.lacking - 1
        # Another way may need fewer cards, which matters where one must be kept.
        least = min(found.sizes)
        return STOP if least <= smallest or least < hand.stock.size else 0

    left = limit
    for stages in pattern.alternatives:
        left = _Walk(pattern, stages, hand, clock, visit, left).run()


def _gather_outs(found: Limited, pattern: Pattern, hand: _Hand, clock: Clock) -> None:
    """Looks at every way that is as good as the best and might hold an out that is not known yet."""
    lacking, stock, outs = found.lacking, hand.stock, found.outs
    assert lacking is not None
    unknown = {index for index, count in enumerate(stock.unseen) if count}
    if hand.unseen_wilds:
        # Whether a wild helps is one question of its own, since wilds are all the same.
        richer = _Hand(pattern, stock, hand.game, clock)
        richer.wilds += 1
        richer.unseen_wilds -= 1
        better = Limited()
        _cheapest(better, pattern, richer, clock, lacking - 1)
        if better.lacking is not None:
            outs.update(index for index in unknown if hand.wild[index])
            outs.update({WILD} if stock.unseen_wilds else ())
            unknown -= outs
    worth = [unknown.intersection(members) for members in pattern.members]

    def visit(melds: list[tuple[int, ...]], kinds: list[bool]) -> int:
        if any(worth[cell] for meld in melds for cell in meld):
            news = hand.gather(melds, kinds, lacking, unknown)
            if news:
                outs.update(news)
                unknown.difference_update(news)
                for cards in worth:
                    cards -= news
        return lacking if unknown else STOP

    limit = lacking if unknown else STOP
    for stages in pattern.alternatives:
        limit = _Walk(pattern, stages, hand, clock, visit, limit, worth).run()


class _Walk:
    """The search through one alternative of a contract."""

    def __init__(
        self,
        pattern: Pattern,
        stages: tuple[Stage, ...],
        hand: _Hand,
        clock: Clock,
        visit: Callable[[list[tuple[int, ...]], list[bool]], int],
        limit: int,
        worth: list[set[int]] | None = None,
    ) -> None:
        self.pattern, self.stages, self.clock, self.visit, self.limit = pattern, stages, clock, visit, limit
        self.wilds, self.members, self.worth = hand.wilds, pattern.members, worth
        self.faces = len(hand.naturals)
        self.left = hand.naturals + [
            sum(hand.naturals[member] for member in members) for members in pattern.members[self.faces :]
        ]
        self.priced: list[list[tuple[int, int, int, tuple[int, ...]]]] = []
        for stage in stages:
            run = stage.demand.kind == "run"
            priced = []
            for meld in stage.melds:
                clock.look()
                most = cap(hand.limits, run, len(meld))
                # Cells that naturals of the hand could fill which act as wilds elsewhere bind no limit.
                most += sum(map(hand.own.__contains__, meld))
                short = _short(meld, self.left)
                priced.append((max(0, short - most), short, most, meld))
            priced.sort(key=itemgetter(1, 0))
            self.priced.append(priced)
        self.later_short = self._later([[short for _, short, _, _ in priced] for priced in self.priced])
        self.later_excess = self._later([[over for over, _, _, _ in priced] for priced in self.priced])
        # By how much a meld lacks more than wilds may fill: negative where there is room for more.
        slack = [[short - most for _, short, most, _ in priced] for priced in self.priced]
        self.least_slack = [min(each, default=0) for each in slack]
        self.later_slack = self._later(slack)
        self.melds: list[tuple[int, ...]] = []
        self.kinds: list[bool] = []

    def _later(self, costs: list[list[int]]) -> list[int]:
        """For each stage, the least that all stages after it cost."""
        least = [stage.repeats * min(each, default=1 << 20) for stage, each in zip(self.stages, costs, strict=True)]
        return [sum(least[index + 1 :]) for index in range(len(self.stages))]

    def run(self) -> int:
        """Visits every choice that may cost no more than the limit, which the visits lower; returns the last limit."""
        if self.limit >= 0 and all(self.priced):
            self._stage(0, 0, 0, 0)
        return self.limit

    def _stage(self, index: int, short: int, excess: int, slack: int) -> None:
        if index == len(self.stages):
            self.limit = self.visit(self.melds, self.kinds)
            return
        stage = self.stages[index]
        if stage.pooled and (index == 0 or not self.stages[index - 1].pooled):
            kept = self.left[self.faces :]
            for cell in range(self.faces, len(self.left)):
                self.left[cell] = sum(max(0, self.left[member]) for member in self.members[cell])
            self._choose(index, stage.repeats, 0, short, excess, slack)
            self.left[self.faces :] = kept
        else:
            self._choose(index, stage.repeats, 0, short, excess, slack)

    def _choose(self, index: int, count: int, start: int, short: int, excess: int, slack: int) -> None:
        if not count:
            self._stage(index + 1, short, excess, slack)
            return
        left, priced = self.left, self.priced[index]
        is_run = self.stages[index].demand.kind == "run"
        room_short = self.wilds - self.later_short[index]
        room_excess = -self.later_excess[index]
        room_slack = -self.later_slack[index] - self.least_slack[index] * (count - 1)
        for number in range(start, len(priced)):
            over, alone, most, meld = priced[number]
            if short + alone * count > self.limit + room_short:
                return
            if excess + over > self.limit + room_excess:
                continue
            self.clock.step()
            lacks = 0
            for cell in meld:
                lacks += left[cell] <= 0
                left[cell] -= 1
            # Which meld a natural goes to is open yet: only what a meld lacks alone is sure to bind its limit.
            over_all = slack + lacks - most
            if short + lacks + alone * (count - 1) <= self.limit + room_short and over_all <= self.limit + room_slack:
                self.melds.append(meld)
                self.kinds.append(is_run)
                self._choose(index, count - 1, number, short + lacks, excess + over, over_all)
                self.melds.pop()
                self.kinds.pop()
            for cell in meld:
                left[cell] += 1


def _short(meld: tuple[int, ...], left: list[int]) -> int:
    return sum(max(0, meld.count(cell) - left[cell]) for cell in set(meld))


@dataclass(frozen=True, slots=True)
class _Filling:
    """One way to share the naturals out: which sites the hand fills, which lack, where a wild must stand.

    Attributes:
        held: sites of naturals of the hand.
        short: by meld, the places that lack, a bit each.
        forced: by meld, those of them for which no natural is left to be got.
        wilds: wilds held that are left.
        most: by meld, the most wilds that may stand.
    """

    held: tuple[Site, ...]
    short: list[int]
    forced: list[int]
    wilds: int
    most: list[int]

    def cost(self) -> int:
        """The fewest further cards."""
        lacks = sum(map(int.bit_count, self.short))
        must = sum(map(int.bit_count, self.forced))
        return lacks - (self.wilds if must > self.wilds else min(self.wilds, sum(self.most)))


class _Share(NamedTuple):
    """How sites that draw on the same cards are filled.

    Attributes:
        held: those that naturals of the hand fill.
        lacking: the others.
        forced: those of them for which nothing can be bought.
        acting: how many held cards that could be wilds it takes.
        acting_bought: how many such cards it would take to buy for all others.
    """

    held: list[Site]
    lacking: list[Site]
    forced: list[Site]
    acting: int
    acting_bought: int


class _Hand:
    """A hand that prices choices of melds."""

    def __init__(self, pattern: Pattern, stock: Stock, game: Game, clock: Clock) -> None:
        self.clock = clock
        self.pattern, self.stock, self.game, self.limits = pattern, stock, game, limits_of(game.ruleset)
        self.wild = [face in game.wild_faces for face in game.faces]
        self.naturals = [0 if wild else count for count, wild in zip(stock.hand, self.wild, strict=True)]
        acting = sum(count for count, wild in zip(stock.hand, self.wild, strict=True) if wild)
        self.wilds = stock.wilds + acting
        self.unseen_wilds = stock.unseen_wilds + sum(
            count for count, wild in zip(stock.unseen, self.wild, strict=True) if wild
        )
        self.cards = sum(pattern.sizes) * 4
        held = {index for index, wild in enumerate(self.wild) if wild and stock.hand[index]}
        self.own = {cell for cell, members in enumerate(pattern.members) if not held.isdisjoint(members)}
        pooled = pattern.cells[len(game.faces) :]
        self.by_rank, self.by_suit = any(cell.rank for cell in pooled), any(cell.suit for cell in pooled)
        rules = game.ruleset
        self.distinct, self.gap = rules.contract.distinct_suits, rules.contract.same_suit_gap_min
        self.copies = None if rules.wild.may_exceed_copies else rules.deck.copies * rules.deck.packs

    def price(self, melds: list[tuple[int, ...]], kinds: list[bool]) -> tuple[int, _Filling] | None:
        """The fewest further cards for the melds; ``None`` where they cannot lie side by side or be filled."""
        best = None
        for filling in self._fillings(melds, kinds):
            cost = filling.cost()
            if best is None or cost < best[0]:
                best = cost, filling
        return best

    def gather(self, melds: list[tuple[int, ...]], kinds: list[bool], lacking: int, unknown: set[int]) -> set[int]:
        """Which of some cards are bought in a way to fill the melds with no more cards than the hand lacks."""
        news: set[int] = set()
        for filling in self._fillings(melds, kinds):
            if filling.cost() != lacking:
                continue
            room = sum(filling.most)
            must = sum(map(int.bit_count, filling.forced))
            for meld, short in enumerate(filling.short):
                free = short & ~filling.forced[meld]
                for place, cell in enumerate(melds[meld]):
                    if not free >> place & 1:
                        continue
                    cards = unknown.intersection(self.pattern.members[cell]) - news
                    if not cards:
                        continue
                    rest = short & ~(1 << place)
                    without = most_wilds(self.limits, kinds[meld], len(melds[meld]), rest, filling.forced[meld])
                    others = room - filling.most[meld] + without
                    if must > filling.wilds or min(filling.wilds, others) == min(filling.wilds, room):
                        news |= cards
        return news

    def _fillings(self, melds: list[tuple[int, ...]], kinds: list[bool]) -> Iterator[_Filling]:
        if not self._may_lie(melds, kinds):
            return
        groups: dict[int | str, list[Site]] = defaultdict(list)
        for meld, cells in enumerate(melds):
            for place, cell in enumerate(cells):
                groups[self._key(cell)].append(Site(meld, place, cell))
        ways = []
        for sites in groups.values():
            ways.append(list(self._shares(sites)))
        for chosen in product(*ways):
            self.clock.step()
            short, forced = [0] * len(melds), [0] * len(melds)
            held: list[Site] = []
            wilds = self.wilds
            unseen_wilds = self.unseen_wilds
            for share in chosen:
                held += share.held
                wilds -= share.acting
                unseen_wilds -= share.acting_bought
                for site in share.lacking:
                    short[site.meld] |= 1 << site.place
                for site in share.forced:
                    forced[site.meld] |= 1 << site.place
            most = [
                most_wilds(self.limits, kinds[meld], len(melds[meld]), short[meld], forced[meld])
                for meld in range(len(melds))
            ]
            if min(most) < 0:
                continue
            if sum(map(int.bit_count, forced)) - wilds > unseen_wilds:
                continue
            yield _Filling(tuple(held), short, forced, wilds, most)

    def _key(self, cell: int) -> int | str:
        face = self.pattern.cells[cell]
        return face.rank if self.by_rank else face.suit if self.by_suit else cell

    def _may_lie(self, melds: list[tuple[int, ...]], kinds: list[bool]) -> bool:
        cells = self.pattern.cells
        if self.distinct or self.gap:
            runs = [
                (cells[meld[0]].suit, cells[meld[0]].rank, cells[meld[0]].rank + len(meld) - 1)
                for meld, run in zip(melds, kinds, strict=True)
                if run
            ]
            if runs_clash(runs, self.gap, self.distinct):
                return False
        if self.copies is not None:
            shown: dict[int, int] = defaultdict(int)
            for meld in melds:
                for cell in meld:
                    shown[cell] += 1
            return max(shown.values()) <= self.copies
        return True

    def _shares(self, sites: list[Site]) -> Iterator[_Share]:
        """Every largest way to fill sites that draw on the same cards, and then to buy for the others."""
        hand, unseen = self.stock.hand, self.stock.unseen
        for held in self._bases(sites, hand):
            lacking = [site for site in sites if site not in held]
            for bought in self._bases(lacking, unseen):
                forced = [site for site in lacking if site not in bought]
                yield _Share(held, lacking, forced, self._acting(held, hand), self._acting(bought, unseen))

    def _acting(self, sites: list[Site], cards: tuple[int, ...]) -> int:
        """How many cards that could be wilds it takes to fill the sites."""
        if not self.game.wild_faces:
            return 0
        faces = len(self.wild)
        taken = Counter(site.cell for site in sites)
        count = sum(n for cell, n in taken.items() if cell < faces and self.wild[cell])
        for cell, n in taken.items():
            if cell >= faces:
                others = [member for member in self.pattern.members[cell] if not self.wild[member]]
                count += max(0, n - sum(cards[member] - taken[member] for member in others))
        return count

    def _bases(self, sites: list[Site], cards: tuple[int, ...]) -> Iterator[list[Site]]:
        """Every largest choice of sites that the cards can fill at once; of equal cells of one meld the first ones."""
        members = self.pattern.members
        # The usual cases first: enough for all, or nothing for any.
        if not any(cards[member] for site in sites for member in members[site.cell]):
            yield []
            return
        if self._fit(sites, cards):
            yield sites
            return
        for size in range(len(sites) - 1, 0, -1):
            found = False
            seen = set()
            for chosen in combinations(sites, size):
                self.clock.step()
                key = tuple(sorted((site.meld, site.cell) for site in chosen))
                if key in seen:
                    continue
                seen.add(key)
                if self._fit(chosen, cards):
                    found = True
                    yield list(chosen)
            if found:
                return
        yield []

    def _fit(self, sites: list[Site] | tuple[Site, ...], cards: tuple[int, ...]) -> bool:
        """Whether the cards fill all the sites; cells of one face take theirs first, the others what is left."""
        faces = len(self.naturals)
        taken = Counter(site.cell for site in sites)
        if any(count > cards[cell] for cell, count in taken.items() if cell < faces):
            return False
        return all(
            count <= sum(cards[member] - taken[member] for member in self.pattern.members[cell])
            for cell, count in taken.items()
            if cell >= faces
        )

    def plan(self, filling: _Filling, melds: list[tuple[int, ...]], kinds: list[bool]) -> Plan:
        """Where the wilds stand: the forced places, then as many more as are held."""
        must = sum(map(int.bit_count, filling.forced))
        more = max(0, min(filling.wilds, sum(filling.most)) - must)
        wilds: list[Site] = []
        bought: list[Site] = []
        for meld, cells in enumerate(melds):
            mask = _choose_mask(self.limits, kinds[meld], len(cells), filling.short[meld], filling.forced[meld], more)
            more -= (mask & ~filling.forced[meld]).bit_count()
            for place, cell in enumerate(cells):
                if filling.short[meld] >> place & 1:
                    (wilds if mask >> place & 1 else bought).append(Site(meld, place, cell))
        return Plan(tuple(melds), filling.held, tuple(wilds), tuple(bought))


def _choose_mask(limits: Limits, run: bool, size: int, cells: int, forced: int, more: int) -> int:
    """Places for wilds: the forced ones, and so many more of the cells, or as many as may be."""
    mask = forced
    for place in range(size):
        bit = 1 << place
        if not more or not cells & bit or mask & bit:
            continue
        # Taken only when as many can follow as would have been possible otherwise.
        if most_wilds(limits, run, size, cells, mask | bit) == most_wilds(limits, run, size, cells, mask):
            mask |= bit
            more -= 1
    return mask
