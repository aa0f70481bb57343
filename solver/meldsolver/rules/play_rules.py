"""The sections of a ruleset that say what a player may do with melds."""

from __future__ import annotations

from dataclasses import dataclass

from meldsolver.rules.meld_rules import SHEET
from meldsolver.rules.schema import rule

PAGAT = "pagat.com, Rummikub and the rummy pages"


@dataclass(frozen=True, slots=True)
class Retrieval:
    """How a wild on the table may be freed."""

    mode: str = rule(
        "free",
        "free: as any tile. replace: when a natural takes its place. never: not at all.",
        choices=("free", "replace", "never"),
        words=(("none", "never"),),
        source=PAGAT,
    )
    source: str = rule(
        "rack_or_table",
        "Where the replacing natural comes from.",
        choices=("rack", "rack_or_table"),
        source="rrrummy.com",
    )
    set_of_three: str = rule(
        "either",
        "A set of three with a wild: either missing suit frees it, or both are needed.",
        choices=("either", "both"),
        aliases=("group3_needs",),
        source="Pressman 1980",
    )
    meld_locked: bool = rule(False, "Whether nothing may leave a meld while its wild is in it.", source="Sabra 1978")
    reuse: str = rule(
        "any_meld",
        "Where a freed wild goes: any meld; a new meld; a new meld with at least two rack tiles; the rack.",
        choices=("any_meld", "new_meld", "new_meld_two_rack", "to_rack"),
        words=(("any_meld_same_turn", "any_meld"), ("to_hand", "to_rack")),
        source="rrrummy.com",
    )
    before_opening: bool = rule(False, "Whether a player who has not opened may free wilds.", source=PAGAT)
    lock_turns: int = rule(
        0, "Turns during which a wild may not be freed after it was laid.", low=0, high=100, source="rumicub option"
    )
    only_from: str = rule(
        "any", "Which melds a wild may be freed from.", choices=("any", "runs"), source="May I house rules"
    )
    only_before_down: bool = rule(
        False, "Whether only a player who is not yet down may free wilds.", source="May I house rules"
    )


@dataclass(frozen=True, slots=True)
class Opening:
    """What a player's first meld must be."""

    kind: str = rule(
        "points",
        "points: worth the threshold. run: at least one run. own_meld: at least one meld from the rack. "
        "contract: the level's contract. none: no condition.",
        choices=("points", "run", "own_meld", "contract", "none"),
        source=SHEET,
    )
    threshold: int = rule(
        30, "Points that the opening melds must be worth; counts only for kind points.", low=0, high=1000, source=SHEET
    )
    multi_meld: bool = rule(True, "Whether several melds together may reach the threshold.", source=SHEET)
    rack_only: bool = rule(True, "Whether the opening melds are made of rack tiles alone.", source=SHEET)
    same_turn_table: str = rule(
        "full",
        "How the table may be used in the opening turn: none, layoff or full.",
        choices=("none", "layoff", "full"),
        words=(("lay_off", "layoff"),),
        source=PAGAT,
    )
    pairs: int = rule(
        0,
        "This many pairs open as well, instead of points; pairs then count no points. 0 for no such alternative.",
        low=0,
        high=20,
        source="Okey 101",
    )
    gate: str = rule(
        "self",
        "Whose opening allows rearranging: self, or all_players.",
        choices=("self", "all_players"),
        source="old German sheet",
    )


@dataclass(frozen=True, slots=True)
class Table:
    """What may be done with melds on the table."""

    model: str = rule(
        "shared",
        "Whose melds they are; only shared tables may be rearranged.",
        choices=("shared", "owner", "owner_scores", "hand_only", "go_out_only"),
        source=SHEET,
    )
    manipulation: str = rule(
        "full",
        "full: rearranged without limit. layoff: melds only grow. none: melds stay.",
        choices=("full", "layoff", "none"),
        words=(("layoff_on_knock", "layoff"), ("lay_off", "layoff")),
        source=SHEET,
    )
    take_back: bool = rule(False, "Whether table tiles may return to a rack.", source=SHEET)
    stepwise_valid: bool = rule(False, "Whether the table must be valid after every single step.", source=SHEET)


@dataclass(frozen=True, slots=True)
class Turn:
    """The frame of one turn."""

    draw: str = rule(
        "instead_of_play", "When a tile is drawn.", choices=("instead_of_play", "before_play"), source=SHEET, fact=True
    )
    must_play: str = rule(
        "never",
        "Whether a player who can play must, as the caller asks: whether one can is answered.",
        choices=("never", "when_pool_empty", "always"),
        words=(("true", "always"), ("false", "never")),
        source="Mind Sports Olympiad; rumicub",
        fact=True,
    )
    min_rack_tiles: int = rule(1, "Fewest rack tiles of a play.", low=0, high=100, source=SHEET)
    max_rack_tiles: int = rule(
        0,
        "Most rack tiles of a play; 0 means no limit.",
        low=0,
        high=500,
        null=0,
        source="boardgamearena Machiavelli",
    )
    discard: str = rule("none", "Whether a turn ends with a discard.", choices=("none", "required"), source=SHEET)
    go_out_needs_discard: bool = rule(False, "Whether the last card must be discarded.", source="Ramo")
    time_limit_s: int = rule(
        0, "Seconds a turn may take; 0 means no limit.", low=0, high=86400, null=0, source=SHEET, fact=True
    )
    fail_penalty_tiles: int = rule(
        3, "Tiles drawn when time runs out or a turn fails.", low=0, high=100, null=0, source=SHEET, fact=True
    )
    fail_restores: bool = rule(True, "Whether the table is restored then.", source=SHEET, fact=True)
    direction: str = rule(
        "clockwise", "The order of turns.", choices=("clockwise", "counter_clockwise"), source=SHEET, fact=True
    )
    first_player: str = rule("", "Who starts, in words.", source=SHEET, fact=True)


@dataclass(frozen=True, slots=True)
class Contract:
    """The levels, and what binds a contract's melds beyond their kinds."""

    levels: tuple[str, ...] = rule(
        (),
        "One contract a level: S set, R run, C colour, each with its least size where it is not the usual one; "
        "| separates alternatives (SS, S3R4, SSSS|RRRR).",
        source="Ramo, Pagat Contract Rummy, Phase 10",
    )
    level: int = rule(
        0,
        "The level that is played where a position names none; 0 means that every position names its own.",
        low=0,
        high=100,
        source="Ramo",
    )
    same_suit_gap_min: int = rule(
        0, "Ranks that must lie between two contract runs of one suit.", low=0, high=10, source="May I"
    )
    distinct_suits: bool = rule(False, "Whether contract runs must differ in suit.", source="Klennedy May I")
    exact: bool = rule(
        False,
        "Whether the melds of a contract have just the sizes asked for when it is laid; they grow in later turns.",
        source="Carioca",
    )


@dataclass(frozen=True, slots=True)
class Layoff:
    """What a player who is down may lay."""

    targets: str = rule(
        "all",
        "Whose melds take lay-offs. A position does not say whose its melds are: for solve and check all of them take "
        "lay-offs, so with own give those of the player alone. Calls and discard advice know the players.",
        choices=("all", "own"),
        source=SHEET,
    )
    same_turn_as_opening: bool = rule(
        True,
        "Whether lay-offs are allowed in the turn of the opening.",
        words=(("disputed", "true"),),
        source=SHEET,
    )
    extra_melds: str = rule(
        "always",
        "New melds beyond the opening: never, on_call (a Ramo), or always.",
        choices=("never", "on_call", "always"),
        words=(("on_ramo_call", "on_call"), ("true", "always"), ("false", "never")),
        source="Ramo; Pagat",
    )


@dataclass(frozen=True, slots=True)
class Declare:
    """What a complete hand needs where hands are only declared whole (table.model hand_only or go_out_only)."""

    min_runs: int = rule(0, "Fewest runs.", low=0, high=10, source="Indian rummy")
    min_pure_runs: int = rule(0, "Fewest runs without a wild used as such.", low=0, high=10, source="Indian rummy")
    all_cards: bool = rule(
        False,
        "Whether every card must be in a meld; a hand on turn throws one first.",
        source="Indian rummy",
    )
    draw_counts: bool = rule(
        False,
        "Whether the card drawn belongs to the hand that is declared, so that none is thrown.",
        source="mahjong",
    )
    pairs: int = rule(0, "This many pairs alone are complete as well.", low=0, high=20, source="Okey; mahjong")
    knock_max: int = rule(
        -1,
        "Most deadwood with which a player may knock; -1 where there is no knocking. Acts where hands are declared "
        "(table.model hand_only or go_out_only) alone.",
        low=-1,
        high=1000,
        null=-1,
        source="Gin",
    )
