"""Seeded random positions of tile rummy: what a table looks like in the middle of a game.

Why: every comparison of two solvers needs positions that are plausible (so that plays exist), varied
(empty to full tables, jokers in melds and on the rack, opened or not) and repeatable from one seed.
"""

from dataclasses import dataclass
from random import Random

Natural = tuple[str, int]
Tile = Natural | str
"""A natural ``(suit, rank)`` or the wild ``"j"``."""


@dataclass(frozen=True)
class Position:
    """A table (melds in laying order), a rack, tiles that lie loose, and whether the player has opened."""

    table: tuple[tuple[Tile, ...], ...]
    rack: tuple[Tile, ...]
    loose: tuple[Tile, ...] = ()
    opened: bool = True


@dataclass(frozen=True)
class Deck:
    """The tiles of a game: every suit and rank ``copies`` times, and ``wilds`` wilds."""

    suits: str = "rykb"
    ranks: int = 13
    copies: int = 2
    wilds: int = 2

    def tiles(self) -> list[Tile]:
        """All tiles, in a fixed order."""
        naturals = [(s, v) for s in self.suits for v in range(1, self.ranks + 1)]
        return [tile for tile in naturals for _ in range(self.copies)] + ["j"] * self.wilds


def random_position(
    seed: int | str,
    deck: Deck | None = None,
    *,
    melds: int | None = None,
    rack: int | None = None,
    rack_wilds: int | None = None,
    table_wilds: bool = True,
    loose: int = 0,
    opened: bool | None = None,
    longest_run: int = 7,
) -> Position:
    """A position from a seed.  What is not given is drawn: melds 0 to full, rack 1-14, opened 3 of 4.

    ``melds`` is a wish (a table ends when no tile is left for a meld).  ``rack_wilds`` asks for exactly
    that many wilds on the rack, as far as the deck has them; otherwise they come by chance.
    ``loose`` tiles are torn off at random from the rest of the deck.
    """
    random = Random(seed)
    deck = deck or Deck()
    left = deck.tiles()
    held: list[Tile] = []
    for _ in range(min(rack_wilds or 0, deck.wilds)):
        left.remove("j")
        held.append("j")
    most = len(left) // 4
    wanted = random.randint(0, most) if melds is None else melds
    table: list[tuple[Tile, ...]] = []
    for _ in range(wanted):
        meld = random_meld(random, left, deck, table_wilds, longest_run)
        if meld is None:
            break
        table.append(meld)
    random.shuffle(table)
    rest = [tile for tile in left if tile != "j" or rack_wilds is None]
    random.shuffle(rest)
    size = random.randint(1, 14) if rack is None else rack
    held += rest[: max(0, size - len(held))]
    torn = rest[len(held) :][:loose] if loose else []
    has_opened = random.random() < 0.75 if opened is None else opened
    random.shuffle(held)
    return Position(tuple(table), tuple(held), tuple(torn), has_opened)


def random_meld(random: Random, left: list[Tile], deck: Deck, wilds: bool, longest_run: int) -> tuple[Tile, ...] | None:
    """One random run or set taken out of ``left``, sometimes with wilds in it; ``None``: none was found."""
    for _ in range(60):
        faces = _random_faces(random, deck, longest_run)
        if faces is None:
            continue
        meld: list[Tile] = []
        spare = left.count("j") if wilds else 0
        for face in faces:
            lacking = face not in left
            if spare and len(meld) + 1 < len(faces) + _wilds(meld) and (lacking or random.random() < 0.08):
                meld.append("j")
                spare -= 1
            elif lacking:
                break
            else:
                meld.append(face)
        if len(meld) < len(faces) or _wilds(meld) == len(meld):
            continue
        for tile in meld:
            left.remove(tile)
        return tuple(meld)
    return None


def _random_faces(random: Random, deck: Deck, longest_run: int) -> list[Natural] | None:
    """The faces of a random run (more often short) or set; ``None`` when the deck is too small for it."""
    if random.random() < 0.5:
        if len(deck.suits) < 3:
            return None
        size = random.choice((3, 3, 4)) if len(deck.suits) > 3 else 3
        rank = random.randint(1, deck.ranks)
        return [(suit, rank) for suit in random.sample(deck.suits, size)]
    size = min(random.choice((3, 3, 3, 4, 4, 5, 6, 7)), longest_run, deck.ranks)
    start = random.randint(1, deck.ranks - size + 1)
    suit = random.choice(deck.suits)
    return [(suit, start + k) for k in range(size)]


def _wilds(meld: list[Tile]) -> int:
    """How many wilds a meld holds."""
    return meld.count("j")
