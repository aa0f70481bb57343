"""What the referee answers: every reason against a move or meld, and what a legal one did."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from meldsolver.tiles import Face, Tile


class Code(StrEnum):
    """Stable codes of refusals; a code is never renamed or given another meaning."""

    INVALID_MELD = "INVALID_MELD"
    WILD_LIMIT = "WILD_LIMIT"
    WILD_EXCEEDS_COPIES = "WILD_EXCEEDS_COPIES"
    NO_TILE_PLAYED = "NO_TILE_PLAYED"
    TOO_FEW_TILES_PLAYED = "TOO_FEW_TILES_PLAYED"
    TOO_MANY_TILES_PLAYED = "TOO_MANY_TILES_PLAYED"
    TILE_NOT_IN_RACK = "TILE_NOT_IN_RACK"
    TABLE_TILE_MISSING = "TABLE_TILE_MISSING"
    LOOSE_TILE_LEFT = "LOOSE_TILE_LEFT"
    CALLED_TILE_UNUSED = "CALLED_TILE_UNUSED"
    OPENING_BELOW_THRESHOLD = "OPENING_BELOW_THRESHOLD"
    OPENING_MIXES_PAIRS = "OPENING_MIXES_PAIRS"
    OPENING_NOT_A_RUN = "OPENING_NOT_A_RUN"
    OPENING_NO_OWN_MELD = "OPENING_NO_OWN_MELD"
    OPENING_TURN_USES_TABLE = "OPENING_TURN_USES_TABLE"
    MANIPULATION_NOT_YET = "MANIPULATION_NOT_YET"
    TABLE_MELD_CHANGED = "TABLE_MELD_CHANGED"
    EXTRA_MELD = "EXTRA_MELD"
    JOKER_BEFORE_OPENING = "JOKER_BEFORE_OPENING"
    JOKER_NOT_REPLACED = "JOKER_NOT_REPLACED"
    JOKER_GROUP_NEEDS_BOTH = "JOKER_GROUP_NEEDS_BOTH"
    JOKER_MELD_LOCKED = "JOKER_MELD_LOCKED"
    JOKER_REUSE_NOT_NEW_MELD = "JOKER_REUSE_NOT_NEW_MELD"
    JOKER_LOCKED_TURNS = "JOKER_LOCKED_TURNS"
    JOKER_FIXED = "JOKER_FIXED"
    JOKER_SWAP_SET = "JOKER_SWAP_SET"
    CONTRACT_NOT_MET = "CONTRACT_NOT_MET"
    CONTRACT_ADJACENT_RUNS = "CONTRACT_ADJACENT_RUNS"
    CONTRACT_SAME_SUIT_RUNS = "CONTRACT_SAME_SUIT_RUNS"
    LAYOFF_BEFORE_DOWN = "LAYOFF_BEFORE_DOWN"
    LAYOFF_SAME_TURN = "LAYOFF_SAME_TURN"
    DISCARD_NEEDED = "DISCARD_NEEDED"
    NO_PURE_SEQUENCE = "NO_PURE_SEQUENCE"
    NEED_TWO_SEQUENCES = "NEED_TWO_SEQUENCES"
    HAND_NOT_COMPLETE = "HAND_NOT_COMPLETE"


@dataclass(frozen=True, slots=True)
class Violation:
    """One reason against a move.

    Attributes:
        code: the stable code.
        message: a sentence that a player understands, with the numbers in it.
        meld: index of the meld in the table after the move, or ``None``.
        table_meld: index of the meld in the table before the move, or ``None``.
        tiles: the tiles concerned; may be empty.
    """

    code: Code
    message: str
    meld: int | None = None
    table_meld: int | None = None
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveEffects:
    """What a legal move did.

    Attributes:
        played: the rack tiles laid.
        points: what the played naturals count; wilds count nothing here.
        opened: whether the player has opened after the move.
        opening_points: what the opening melds are worth, 0 unless the move opened.
        wilds_freed: how many table wilds stand for another tile than before.
        melds_changed: indices of the table melds before that no longer stand as they were.
    """

    played: tuple[Tile, ...]
    points: int
    opened: bool
    opening_points: int
    wilds_freed: int
    melds_changed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MoveReport:
    """The verdict on a move: legal exactly when there is no violation.

    Attributes:
        violations: every reason against the move.
        effects: what a legal move did; ``None`` for an illegal one.
        depends_on: what no position tells, and must be so for a legal move to be legal, as sentences.
    """

    violations: tuple[Violation, ...]
    effects: MoveEffects | None
    depends_on: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the move may be made."""
        return not self.violations


@dataclass(frozen=True, slots=True)
class MeldReport:
    """The verdict on one meld.

    Attributes:
        valid: whether it is a meld.
        kind: ``set``, ``run``, ``pair`` or ``colour``; empty when it is no meld.
        points: its worth, wilds counting as the tile they stand for.
        wilds: for each tile in order, the faces that a wild may stand for; empty for naturals.
        violations: every reason when it is no meld.
    """

    valid: bool
    kind: str
    points: int
    wilds: tuple[tuple[Face, ...], ...]
    violations: tuple[Violation, ...]
