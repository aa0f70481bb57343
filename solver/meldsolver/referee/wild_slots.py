"""What the wilds of a table after a move stand for: every reading, and whether faces fit into it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from meldsolver.limits.clock import Clock
from meldsolver.rules.game import Game
from meldsolver.rules.reading import Reading, valid_readings
from meldsolver.rules.table_wilds import wilds_stand_apart
from meldsolver.tiles import Face, Meld

MOST_STEPS = 100_000
"""A search for a reading of the wilds tries no more."""


class Laid(NamedTuple):
    """One way to read the wilds of a meld.

    Attributes:
        slots: for each wild, the faces that it may stand for.
        apart: whether no two of them stand for the same face.
        naturals: what the other tiles show.
    """

    slots: tuple[tuple[Face, ...], ...]
    apart: bool
    naturals: tuple[Face, ...]

    def hold(self, faces: Sequence[Face]) -> bool:
        """Whether wilds of the meld can stand for all these faces at once."""
        if self.apart and len(set(faces)) < len(faces):
            return False
        return _find_slots(tuple(faces), self.slots)


def _find_slots(faces: tuple[Face, ...], slots: tuple[tuple[Face, ...], ...]) -> bool:
    if not faces:
        return True
    tried = set()
    for index, options in enumerate(slots):
        if faces[0] in options and options not in tried:
            tried.add(options)
            if _find_slots(faces[1:], slots[:index] + slots[index + 1 :]):
                return True
    return False


def laid_wilds(after: Sequence[Meld], game: Game, clock: Clock) -> list[tuple[Laid, ...]]:
    """The readings of each meld as far as its wilds are concerned; none for a meld without wilds.

    Raises:
        OutOfTime: the clock ended it.
    """
    found: list[tuple[Laid, ...]] = []
    for meld in after:
        if not game.may_hold_wilds(meld):
            found.append(())
            continue
        ways: dict[Laid, None] = {}
        for reading in valid_readings(meld, game, grown=True, clock=clock):
            clock.look(1 + len(meld))
            ways[laid_so(reading, game)] = None
        found.append(tuple(ways))
    return found


def laid_so(reading: Reading, game: Game) -> Laid:
    """A reading of a meld as far as its wilds are concerned."""
    pairs = list(zip(reading.options, reading.wild, strict=True))
    return Laid(
        slots=tuple(options for options, wild in pairs if wild),
        apart=wilds_stand_apart(reading, game),
        naturals=tuple(sorted(options[0] for options, wild in pairs if not wild)),
    )


def within_copies(
    after: Sequence[Meld],
    laid: Sequence[tuple[Laid, ...]],
    fixed: Mapping[int, tuple[Laid, tuple[Face, ...]]],
    game: Game,
    steps: Clock,
) -> bool:
    """Whether the wilds can be read so that no tile is shown more often than it exists.

    Args:
        after: the melds.
        laid: their readings.
        fixed: melds whose reading is chosen already, with the faces that some of its wilds stand for.
        game: the rules.
        steps: the limit of the search.
    """
    most = game.ruleset.deck.copies * game.ruleset.deck.packs
    shown: Counter[Face] = Counter()
    for meld, ways in zip(after, laid, strict=True):
        if not ways:
            shown.update(face for tile in meld if (face := game.natural_face(tile)) is not None)
    melds = [index for index, ways in enumerate(laid) if ways]

    def meld_fits(number: int) -> bool:
        if number == len(melds):
            return True
        index = melds[number]
        for way, kept in [fixed[index]] if index in fixed else [(way, ()) for way in laid[index]]:
            shown.update(way.naturals)
            if all(shown[face] <= most for face in way.naturals) and wild_fits(number, way, kept, way.slots, ()):
                return True
            shown.subtract(way.naturals)
        return False

    def wild_fits(
        number: int, way: Laid, kept: tuple[Face, ...], slots: tuple[tuple[Face, ...], ...], taken: tuple[Face, ...]
    ) -> bool:
        steps.step()
        if not slots:
            return not kept and meld_fits(number + 1)
        for face in slots[0]:
            named = bool(face.suit and face.rank)
            if (way.apart and face in taken) or (named and shown[face] >= most):
                continue
            if len(slots) <= len(kept) and face not in kept:
                continue
            rest = list(kept)
            if face in rest:
                rest.remove(face)
            shown[face] += 1
            if wild_fits(number, way, tuple(rest), slots[1:], (*taken, face)):
                return True
            shown[face] -= 1
        return False

    return meld_fits(0)
