"""Tables whose melds may only grow: which meld after continues which meld before."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, permutations

from meldsolver.referee.accounting import card_key
from meldsolver.rules.game import Game
from meldsolver.rules.reading import Reading, valid_readings
from meldsolver.tiles import Face, Meld


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


def growth(before: tuple[Meld, ...], after: tuple[Meld, ...], game: Game) -> Growth:
    """Matches each meld before with a meld after that it grew into; untouched melds match first."""
    bags_after = [Counter(map(card_key, meld)) for meld in after]
    bags_before = [Counter(map(card_key, meld)) for meld in before]
    choices: list[list[int]] = []
    fixed = []
    for meld, bag in zip(before, bags_before, strict=True):
        holding = [index for index, other in enumerate(bags_after) if bag <= other]
        growing = [index for index in range(len(after)) if grows(meld, after[index], game)]
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


def grows(before: Meld, after: Meld, game: Game) -> bool:
    """Whether a meld before may become a meld after by adding tiles.

    Its wilds go on standing for the same face, except where the ruleset lets a wild at a run's end,
    or inside one, be read anew. A wild that is replaced by its natural may be gone where the
    ruleset allows it.
    """
    if not any(map(game.can_be_wild, before)):
        return not Counter(map(card_key, before)) - Counter(map(card_key, after))
    return any(
        _compatible(old, new, game)
        for old in valid_readings(before, game, grown=True)
        for new in valid_readings(after, game, grown=True)
    )


def fixed_options(reading: Reading, game: Game) -> list[tuple[Face, ...]]:
    """For each wild of a meld that must keep its face when the meld grows, the faces it may have."""
    rule = game.ruleset.wild
    fixed = []
    for index, wild in enumerate(reading.wild):
        if not wild:
            continue
        if reading.places:
            end = reading.places[index] in (min(reading.places), max(reading.places))
            if rule.end_wild_revaluable if end else rule.inner_wild_revaluable:
                continue
        fixed.append(reading.options[index])
    return fixed


def _compatible(old: Reading, new: Reading, game: Game) -> bool:
    """Whether the naturals of the old reading stay, and each of its wilds stays or is replaced."""
    if old.kind != new.kind:
        return False
    naturals = _naturals(new) - _naturals(old)
    if _naturals(old) - _naturals(new):
        return False
    rule = game.ruleset.retrieval
    fixed = fixed_options(old, game)
    everywhere = sum(old.wild) - len(fixed)
    slots = [options for options, wild in zip(new.options, new.wild, strict=True) if wild]
    wilds = [options for options, wild in zip(old.options, old.wild, strict=True) if wild]
    may_free = rule.mode == "replace" and (rule.only_from == "any" or old.kind == "run")
    most_freed = len(wilds) if may_free else 0
    for freed in range(most_freed + 1):
        for leaving in combinations(range(len(wilds)), freed):
            if not _replaced([wilds[index] for index in leaving], naturals, len(old.wild), old.kind, game):
                continue
            staying = [options for index, options in enumerate(wilds) if index not in leaving]
            bound = [options for options in staying if options in fixed] if freed else fixed
            if len(staying) <= len(slots) and (freed or everywhere >= 0) and _stand(bound, slots):
                return True
    return False


def _naturals(reading: Reading) -> Counter[Face]:
    return Counter(options[0] for options, wild in zip(reading.options, reading.wild, strict=True) if not wild)


def _replaced(leaving: list[tuple[Face, ...]], added: Counter[Face], size: int, kind: str, game: Game) -> bool:
    """Whether naturals took the places of the wilds that left."""
    both = game.ruleset.retrieval.set_of_three == "both" and kind != "run" and size == 3
    stock = Counter(added)
    for options in leaving:
        needs = options if both else [next((face for face in options if _in_stock(face, stock)), options[0])]
        for need in needs:
            fits = _in_stock(need, stock)
            if fits is None:
                return False
            stock[fits] -= 1
    return True


def _in_stock(face: Face, stock: Counter[Face]) -> Face | None:
    return next((f for f, n in stock.items() if n > 0 and f.rank == face.rank and face.suit in ("", f.suit)), None)


def _stand(bound: list[tuple[Face, ...]], slots: list[tuple[Face, ...]]) -> bool:
    """Whether the wilds that keep their faces find slots of their own."""
    return any(
        all(set(options) & set(slots[index]) for options, index in zip(bound, chosen, strict=True))
        for chosen in permutations(range(len(slots)), len(bound))
    )
