"""What a question about a distance is answered with."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from meldsolver.tiles import Meld, Tile


@dataclass(frozen=True, slots=True)
class Out:
    """A card that shortens the distance.

    Attributes:
        tile: the card.
        copies: how many copies of it are unseen.
    """

    tile: Tile
    copies: int


@dataclass(frozen=True, slots=True)
class Distance:
    """How far a hand is from its contract, or from a hand that can be declared.

    Attributes:
        distance: the fewest further cards; ``None`` when the unseen cards cannot complete the contract.
        melds: melds aimed at, one way to come down with that many cards, the lacking ones in them.
        missing: the cards that these melds lack; where a player knocks, low cards to hold in no meld too.
        outs: every card that shortens the distance, with its copies unseen, in the order of suits and ranks.
        unseen: how many cards are unseen.
        improve: the chance that at least one of the first k unseen cards drawn is an out, for k = 1, 2, ...
        complete: the chance that the hand with the first k unseen cards drawn can go down, none thrown
            in between; shorter than ``improve`` where there were too many ways to count them.
        proved: whether distance and outs are proved (always, unless the time limit came first).
        seconds: wall time that the answer took.
    """

    distance: int | None
    melds: tuple[Meld, ...] = ()
    missing: tuple[Tile, ...] = ()
    outs: tuple[Out, ...] = ()
    unseen: int = 0
    improve: tuple[Fraction, ...] = ()
    complete: tuple[Fraction, ...] = ()
    proved: bool = True
    seconds: float = 0.0

    @property
    def copies(self) -> int:
        """Unseen copies of all outs together."""
        return sum(out.copies for out in self.outs)
