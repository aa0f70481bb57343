"""What a play may be best at, and what each objective is like."""

from __future__ import annotations

from enum import StrEnum


class Objective(StrEnum):
    """What to prefer; a list of them is applied in order (lexicographic)."""

    TILES = "tiles"
    """Most rack tiles played."""
    POINTS = "points"
    """Most points of rack tiles played; a wild counts nothing here."""
    MELD_POINTS = "meld_points"
    """Most points of rack tiles played, a wild counting as the tile it stands for."""
    RACK_PENALTY = "rack_penalty"
    """Least value left in the rack, by the ruleset's scoring."""
    WILDS_KEPT = "wilds_kept"
    """Fewest wilds played from the rack."""
    MELDS_KEPT = "melds_kept"
    """Most table melds left exactly as they are."""
    DISTURBANCE = "disturbance"
    """Fewest table tiles moved out of their meld."""
    MELDS_ADDED = "melds_added"
    """Fewest melds on the table afterwards."""

    @property
    def sign(self) -> int:
        """1 where the greatest value is best, -1 where the least is."""
        return _SIGNS[self]

    @property
    def structural(self) -> bool:
        """Whether it depends on how melds lie rather than on which rack tiles are played."""
        return self in _STRUCTURAL

    @property
    def tellable(self) -> bool:
        """Whether it is the same for all plays of the same tiles, however the melds are cut."""
        return not self.structural and self is not Objective.MELD_POINTS


_SIGNS = {
    Objective.TILES: 1,
    Objective.POINTS: 1,
    Objective.MELD_POINTS: 1,
    Objective.RACK_PENALTY: -1,
    Objective.WILDS_KEPT: -1,
    Objective.MELDS_KEPT: 1,
    Objective.DISTURBANCE: -1,
    Objective.MELDS_ADDED: -1,
}

_STRUCTURAL = frozenset({Objective.MELDS_KEPT, Objective.DISTURBANCE, Objective.MELDS_ADDED})

DEFAULT_OBJECTIVES = (Objective.TILES, Objective.POINTS)
"""Most tiles played, then most points of them."""
