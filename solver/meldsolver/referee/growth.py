"""Tables whose melds may only grow: which meld after continues which meld before."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from meldsolver.referee.accounting import card_key
from meldsolver.rules.game import Game
from meldsolver.rules.reading import Reading, valid_readings
from meldsolver.rules.table_wilds import replaceable_places
from meldsolver.tiles import Card, Face, Meld, Position


@dataclass(frozen=True, slots=True)
class Growth:
    """How the melds before stand in the table after.

    Attributes:
        continued: for each meld before, the index of the meld after that holds it, or ``None``.
        fixed_wilds: melds before whose tiles are all in one meld after, but with a wild read anew.
        new: indices of the melds after that continue none.
    """

    continued: tuple[int | None, ...]
    fixed_wilds: tuple[int, ...]
    new: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Whether every meld before is continued."""
        return None not in self.continued


def growth(position: Position, after: tuple[Meld, ...], game: Game) -> Growth:
    """Matches each meld before with a meld after that it grew into; untouched melds match first."""
    before = position.table
    leaving = replaceable_places(position, game)
    bags_after = [Counter(map(card_key, meld)) for meld in after]
    bags_before = [Counter(map(card_key, meld)) for meld in before]
    by_card: dict[Card, dict[int, None]] = defaultdict(dict)
    for index, held in enumerate(bags_after):
        for card in held:
            by_card[card][index] = None
    choices: list[list[int]] = []
    fixed = []
    for meld, bag, places in zip(before, bags_before, leaving, strict=True):
        holding = list(_holders(bag, bags_after, by_card))
        if places:
            naturals = Counter(card_key(tile) for tile in meld if not game.can_be_wild(tile))
            growing = [i for i in _holders(naturals, bags_after, by_card) if grows(meld, after[i], game, places)]
        elif game.may_hold_wilds(meld):
            growing = [index for index in holding if grows(meld, after[index], game)]
        else:
            growing = holding
        same = [index for index in growing if bags_after[index] == bag]
        choices.append(same + [index for index in growing if index not in same])
        if holding and not growing:
            fixed.append(len(choices) - 1)
    owner: dict[int, int] = {}

    def place(meld: int, tried: set[int]) -> bool:
        for index in choices[meld]:
            if index in tried:
                continue
            tried.add(index)
            if index not in owner or place(owner[index], tried):
                owner[index] = meld
                return True
        return False

    order = sorted(range(len(before)), key=lambda i: not choices[i] or bags_after[choices[i][0]] != bags_before[i])
    for number in order:
        place(number, set())
    continued: list[int | None] = [None] * len(before)
    for index, owned in owner.items():
        continued[owned] = index
    new = tuple(index for index in range(len(after)) if index not in owner)
    return Growth(tuple(continued), tuple(fixed), new)


def _holders(
    bag: Counter[Card], bags_after: Sequence[Counter[Card]], by_card: Mapping[Card, Collection[int]]
) -> Iterator[int]:
    """The melds after that hold a bag of cards, looked for among those that hold its rarest one."""
    fewest = min((by_card.get(card, ()) for card in bag), key=len, default=range(len(bags_after)))
    return (index for index in fewest if bag <= bags_after[index])


def grows(before: Meld, after: Meld, game: Game, leaving: Collection[int] = ()) -> bool:
    """Whether a meld before may become a meld after by adding tiles.

    Its wilds go on standing for the same face, except where the ruleset lets a wild at a run's end,
    or inside one, be read anew.

    Args:
        before: the meld before.
        after: the meld after.
        game: the rules.
        leaving: places of wilds in the meld before that may be gone, when naturals take their place.
    """
    gone = Counter(map(card_key, before)) - Counter(map(card_key, after))
    if not game.may_hold_wilds(before):
        return not gone
    if any(not (tile.wild or game.can_be_wild(tile)) for tile in before if gone[card_key(tile)]):
        return False
    lost = sum(gone.values())
    return any(
        lost <= given_up
        for old in valid_readings(before, game, grown=True)
        for new in valid_readings(after, game, grown=True)
        if (given_up := _given_up(old, new, game, leaving)) is not None
    )


def is_bound(reading: Reading, index: int, game: Game) -> bool:
    """Whether the wild at an index must keep its face when the meld grows."""
    if not reading.places:
        return True
    rule = game.ruleset.wild
    end = reading.places[index] in (min(reading.places), max(reading.places))
    return not (rule.end_wild_revaluable if end else rule.inner_wild_revaluable)


def _given_up(old: Reading, new: Reading, game: Game, leaving: Collection[int]) -> int | None:
    """How many wilds naturals replaced when one reading grew into the other; ``None`` if it did not.

    A wild that can be replaced is: to stay would only take a place that another wild may need.
    """
    if old.kind != new.kind or len(new.wild) < len(old.wild) or _naturals(old) - _naturals(new):
        return None
    stock = _naturals(new) - _naturals(old)
    rule = game.ruleset.retrieval
    may_leave = rule.only_from == "any" or old.kind == "run"
    both = rule.set_of_three == "both" and old.kind == "set" and len(old.wild) == 3
    wilds = sorted((len(old.options[i]), i) for i, wild in enumerate(old.wild) if wild)
    staying = []
    for _, index in wilds:
        if not (may_leave and index in leaving and _replace(old.options[index], stock, both=both)):
            staying.append(index)
    slots = [options for options, wild in zip(new.options, new.wild, strict=True) if wild]
    bound = [old.options[index] for index in staying if is_bound(old, index, game)]
    if len(staying) > len(slots) or not _stand(bound, slots):
        return None
    return len(wilds) - len(staying)


def _naturals(reading: Reading) -> Counter[Face]:
    return Counter(options[0] for options, wild in zip(reading.options, reading.wild, strict=True) if not wild)


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


def _stand(bound: list[tuple[Face, ...]], slots: list[tuple[Face, ...]]) -> bool:
    """Whether the wilds that keep their faces find slots of their own."""
    owner: dict[int, int] = {}

    def place(number: int, tried: set[int]) -> bool:
        for index, options in enumerate(slots):
            if index in tried or not set(options) & set(bound[number]):
                continue
            tried.add(index)
            if index not in owner or place(owner[index], tried):
                owner[index] = number
                return True
        return False

    return all(place(number, set()) for number in range(len(bound)))
