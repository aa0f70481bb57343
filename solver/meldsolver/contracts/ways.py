"""One complete hand that a hand may become."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from meldsolver.solver.model.instances import Instance
from meldsolver.tiles import Card


@dataclass(frozen=True, slots=True)
class Way:
    """One complete hand.

    Attributes:
        lacking: how many unseen cards it holds.
        kept: the cards of the hand in it.
        bought: the unseen cards in it.
        melds: its melds.
    """

    lacking: int
    kept: Counter[Card]
    bought: Counter[Card]
    melds: tuple[Instance, ...]
