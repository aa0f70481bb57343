"""Tables whose melds may only grow: which meld after continues which meld before."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import permutations

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
        growing = [index for index in holding if grows(meld, after[index], game)]
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

    order = sorted(range(len(before)), key=lambda i: (not choices[i] or bags_after[choices[i][0]] != bags_before[i]))
    for meld in order:
        place(meld, set())
    continued: list[int | None] = [None] * len(before)
    for index, owned in owner.items():
        continued[owned] = index
    new = tuple(index for index in range(len(after)) if index not in owner)
    return Growth(tuple(continued), tuple(fixed), new)


def grows(before: Meld, after: Meld, game: Game) -> bool:
    """Whether a meld before may become a meld after by adding tiles.

    Its wilds go on standing for the same face, except where the ruleset lets a wild at a run's end,
    or inside one, be read anew. A wild that is replaced by its natural may be gone where the
    ruleset allows it (see :func:`freed_wilds`).
    """
    if Counter(map(card_key, before)) - Counter(map(card_key, after)):
        return False
    if not any(map(game.can_be_wild, before)):
        return True
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
    if old.kind != new.kind:
        return False
    fixed = fixed_options(old, game)
    slots = [options for options, wild in zip(new.options, new.wild, strict=True) if wild]
    if sum(old.wild) > len(slots):
        return False
    if not fixed:
        return True
    if old.kind != "run":
        # In a set every missing suit may still be the wild's, so any slot that shares one will do.
        return all(any(set(options) & set(slot) for slot in slots) for options in fixed)
    return any(
        all(set(options) & set(slots[index]) for options, index in zip(fixed, chosen, strict=True))
        for chosen in permutations(range(len(slots)), len(fixed))
    )
