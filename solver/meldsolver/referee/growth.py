"""Tables whose melds may only grow: which meld after continues which meld before."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from meldsolver.limits.clock import Clock
from meldsolver.referee.accounting import bag_of, card_key
from meldsolver.rules.game import Game
from meldsolver.rules.reading import Reading, valid_readings
from meldsolver.rules.table_wilds import replaceable_places
from meldsolver.rules.wild_cards import ways_of_wild_cards
from meldsolver.tiles import Card, Face, Meld, Position

MOST_MATCHINGS = 20_000
"""The steps that may be taken to find other ways in which the melds before stand in the table after."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How the melds before stand in the table after.

    Attributes:
        continued: for each meld before, the index of the meld after that holds it, or ``None``.
        fixed_wilds: melds before whose tiles are all in one meld after, but with a wild read anew.
        changed_kind: melds before whose tiles are all in one meld after, but in one of another kind.
        new: indices of the melds after that continue none.
    """

    continued: tuple[int | None, ...]
    fixed_wilds: tuple[int, ...]
    changed_kind: tuple[int, ...]
    new: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Whether every meld before is continued."""
        return None not in self.continued


class Growths:
    """Every way in which the melds before stand in the table after; untouched melds match first."""

    def __init__(self, position: Position, after: tuple[Meld, ...], game: Game, clock: Clock) -> None:
        self.before, self.after, self.game, self.clock = position.table, after, game, clock
        self.choices: list[list[int]] = []
        self.fixed: list[int] = []
        self.changed: list[int] = []
        bags_after = [Counter(map(card_key, meld)) for meld in after]
        by_card: dict[Card, dict[int, None]] = defaultdict(dict)
        for index, held in enumerate(bags_after):
            for card in held:
                by_card[card][index] = None
        for number, (meld, places) in enumerate(zip(self.before, replaceable_places(position, game), strict=True)):
            bag = Counter(map(card_key, meld))
            holding = list(_holders(bag, bags_after, by_card))
            may_have = holding
            if places:
                naturals = Counter(card_key(tile) for tile in meld if not game.can_be_wild(tile))
                may_have = list(_holders(naturals, bags_after, by_card))
            clock.step(1 + len(may_have))
            growing = [index for index in may_have if self._continues(meld, after[index], places)]
            same = [index for index in growing if bags_after[index] == bag]
            self.choices.append(same + [index for index in growing if index not in same])
            if holding and not growing:
                kinds = {reading.kind for reading in valid_readings(meld, game, grown=True)}
                keep = any(r.kind in kinds for i in holding for r in valid_readings(after[i], game, grown=True))
                (self.fixed if keep else self.changed).append(number)
        self.order = sorted(range(len(self.before)), key=lambda n: not (self.choices[n] and self._same(n)))

    def _continues(self, meld: Meld, other: Meld, places: Collection[int]) -> bool:
        return meld == other or grows(meld, other, self.game, places, self.clock)

    def _same(self, number: int) -> bool:
        return bag_of(self.after[self.choices[number][0]]) == bag_of(self.before[number])

    def first(self) -> Growth:
        """The first way; as many melds as possible are continued."""
        owner: dict[int, int] = {}

        def place(meld: int, tried: set[int]) -> bool:
            for index in self.choices[meld]:
                if index in tried:
                    continue
                tried.add(index)
                if index not in owner or place(owner[index], tried):
                    owner[index] = meld
                    return True
            return False

        for number in self.order:
            place(number, set())
        return self._growth(owner)

    def others(self) -> Iterator[Growth]:
        """Every way to continue all melds, but those that differ only in melds that look alike.

        Raises:
            TooManySteps: there are more than can be tried.
        """
        owner: dict[int, int] = {}
        clock = self.clock.within(MOST_MATCHINGS)

        def match(rank: int) -> Iterator[Growth]:
            if rank == len(self.order):
                yield self._growth(owner)
                return
            number = self.order[rank]
            twins = [index for index, held in owner.items() if self._alike(held, number)]
            tried: set[Meld] = set()
            for index in self.choices[number]:
                clock.step()
                if index in owner or self.after[index] in tried or any(index < twin for twin in twins):
                    continue
                tried.add(self.after[index])
                owner[index] = number
                yield from match(rank + 1)
                del owner[index]

        return match(0)

    def _alike(self, one: int, other: int) -> bool:
        return self.before[one] == self.before[other] and self.choices[one] == self.choices[other]

    def _growth(self, owner: Mapping[int, int]) -> Growth:
        continued: list[int | None] = [None] * len(self.before)
        for index, owned in owner.items():
            continued[owned] = index
        new = tuple(index for index in range(len(self.after)) if index not in owner)
        return Growth(tuple(continued), tuple(self.fixed), tuple(self.changed), new)


def _holders(
    bag: Counter[Card], bags_after: Sequence[Counter[Card]], by_card: Mapping[Card, Collection[int]]
) -> Iterator[int]:
    """The melds after that hold a bag of cards, looked for among those that hold its rarest one."""
    fewest = min((by_card.get(card, ()) for card in bag), key=len, default=range(len(bags_after)))
    return (index for index in fewest if bag <= bags_after[index])


def grows(before: Meld, after: Meld, game: Game, leaving: Collection[int] = (), clock: Clock | None = None) -> bool:
    """Whether a meld before may become a meld after by adding tiles.

    It stays a meld of its kind, its naturals stay naturals, and its wilds go on standing for the same
    face, except where the ruleset lets a wild at a run's end, or inside one, be read anew.

    Args:
        before: the meld before.
        after: the meld after.
        game: the rules.
        leaving: places of wilds in the meld before that may be gone, when naturals take their place.
        clock: ends it.

    Raises:
        OutOfTime: the clock ended it.
    """
    return next(_become(before, after, game, leaving, clock), None) is not None


def grown_readings(
    before: Meld, after: Meld, game: Game, leaving: Collection[int] = (), clock: Clock | None = None
) -> Iterator[Reading]:
    """The readings of a meld after that a meld before may become (as of :func:`grows`)."""
    if before == after:
        yield from valid_readings(after, game, grown=True, clock=clock)
        return
    yield from _become(before, after, game, leaving, clock)


def _become(before: Meld, after: Meld, game: Game, leaving: Collection[int], clock: Clock | None) -> Iterator[Reading]:
    gone = Counter(map(card_key, before)) - Counter(map(card_key, after))
    lost = sum(gone.values())
    # Only printed wilds are ever given up.
    if lost > len(leaving) or any(suit or name for suit, _, name in gone):
        return
    readings = valid_readings(before, game, grown=True, clock=clock)
    for old in chain.from_iterable(ways_of_wild_cards(before, reading, leaving) for reading in readings):
        for new in valid_readings(after, game, grown=True, clock=clock):
            if clock is not None:
                clock.look(1 + len(after))
            if old.kind != new.kind:
                continue
            given_up = _Become(before, old, after, new, game).given_up(leaving)
            if given_up is not None and lost <= given_up:
                yield new


class _Become:
    """One way to read a meld before, and one to read a meld of its kind after."""

    def __init__(self, before: Meld, old: Reading, after: Meld, new: Reading, game: Game) -> None:
        self.before, self.old, self.after, self.new, self.game = before, old, after, new, game

    def given_up(self, leaving: Collection[int]) -> int | None:
        """How many wilds naturals replaced; ``None`` where the one cannot have become the other.

        A wild that can be replaced is: to stay would only take a place that another wild may need.
        """
        old, rule = self.old, self.game.ruleset.retrieval
        was, now = _naturals(old), _naturals(self.new)
        if was - now:
            return None
        stock = now - was - self._come_to_show()
        may_leave = rule.only_from == "any" or old.kind == "run"
        both = rule.set_of_three == "both" and old.kind == "set" and len(old.wild) == 3
        wilds = sorted((len(old.options[i]), i) for i, wild in enumerate(old.wild) if wild)
        staying = []
        for _, index in wilds:
            if not (may_leave and index in leaving and _replace(old.options[index], stock, both=both)):
                staying.append(index)
        bound = [(card_key(self.before[i]), old.options[i]) for i in staying if is_bound(old, i, self.game)]
        slots = list(_wild_cards(self.after, self.new))
        return len(wilds) - len(staying) if _stand(bound, slots) else None

    def _come_to_show(self) -> Counter[Face]:
        """Cards used as wilds before that show their own face after: they replace nothing."""
        used = Counter(card for card, _ in _wild_cards(self.before, self.old) if card[0])
        used -= Counter(card for card, _ in _wild_cards(self.after, self.new))
        return Counter({Face(suit, rank): count for (suit, rank, _), count in used.items()})


def is_bound(reading: Reading, index: int, game: Game) -> bool:
    """Whether the wild at an index must keep its face when the meld grows."""
    if not reading.places:
        return True
    rule = game.ruleset.wild
    end = reading.places[index] in (min(reading.places), max(reading.places))
    return not (rule.end_wild_revaluable if end else rule.inner_wild_revaluable)


def _naturals(reading: Reading) -> Counter[Face]:
    return Counter(options[0] for options, wild in zip(reading.options, reading.wild, strict=True) if not wild)


_Slot: TypeAlias = tuple[Card, tuple[Face, ...]]
"""A card used as a wild, and the faces that it may stand for."""


def _wild_cards(meld: Meld, reading: Reading) -> Iterator[_Slot]:
    # Where the order is no run, nothing says which of the wilds stands at which of the faces that are missing.
    lying = sorted(reading.places)
    anywhere: tuple[Face, ...] = ()
    if reading.places not in (tuple(lying), tuple(reversed(lying))):
        anywhere = tuple(
            face for options, wild in zip(reading.options, reading.wild, strict=True) if wild for face in options
        )
    for tile, options, wild in zip(meld, reading.options, reading.wild, strict=True):
        if wild:
            yield card_key(tile), anywhere if anywhere and tile.stands_for is None else options


def _replace(options: tuple[Face, ...], stock: Counter[Face], *, both: bool) -> bool:
    """Takes naturals for a wild that leaves: one of its faces, or all of them; whether they were there."""
    needs = options if both else next(((face,) for face in options if _in_stock(face, stock)), ())
    found = [fits for face in needs if (fits := _in_stock(face, stock)) is not None]
    if not needs or len(found) < len(needs):
        return False
    stock.subtract(found)
    return True


def _in_stock(face: Face, stock: Counter[Face]) -> Face | None:
    return next((f for f, n in stock.items() if n > 0 and face.suit in ("", f.suit) and face.rank in (0, f.rank)), None)


def _stand(bound: list[_Slot], slots: list[_Slot]) -> bool:
    """Whether the wilds that keep their faces find the same cards at them."""
    owner: dict[int, int] = {}

    def place(number: int, tried: set[int]) -> bool:
        card, faces = bound[number]
        for index, (other, options) in enumerate(slots):
            if index in tried or card != other or not set(options) & set(faces):
                continue
            tried.add(index)
            if index not in owner or place(owner[index], tried):
                owner[index] = number
                return True
        return False

    return all(place(number, set()) for number in range(len(bound)))
