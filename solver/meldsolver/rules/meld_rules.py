"""The sections of a ruleset that say which tiles exist and which melds they form."""

from __future__ import annotations

from dataclasses import dataclass

from meldsolver.rules.schema import rule

SHEET = "rule sheet of the game"
SUIT_LETTERS = ("r", "y", "k", "b", "g", "p", "w", "m")


@dataclass(frozen=True, slots=True)
class Deck:
    """The tiles that exist."""

    suits: tuple[str, ...] = rule(
        SUIT_LETTERS[:4], "Suit letters. A number n means the first n of r y k b g p w m.", source=SHEET
    )
    min_rank: int = rule(1, "Lowest rank.", low=1, high=200, source=SHEET)
    ranks: int = rule(13, 'Highest rank; "3-13" sets the lowest as well.', low=1, high=200, source=SHEET)
    rank_labels: tuple[tuple[int, str], ...] = rule(
        (),
        "What ranks are called, for instance 11 = J. Tiles may be written with labels of one letter (JH).",
        source=SHEET,
    )
    copies: int = rule(2, "Copies of each natural.", low=1, high=12, source=SHEET)
    wilds: int = rule(2, "Printed wilds in the whole deck.", low=0, high=32, aliases=("printed_wilds",), source=SHEET)
    wild_ranks: tuple[int, ...] = rule(
        (),
        "Ranks whose naturals may also be used as wilds (written r2w).",
        source="May I, Shanghai, Five Crowns sheets",
    )
    wild_faces: tuple[str, ...] = rule(
        (), "Single faces whose naturals may also be used as wilds.", source="Okey: the tile after the indicator"
    )
    indicator: str = rule(
        "",
        "The turned-up tile of Okey: the face after it becomes wild and the false joker (fj) is that face.",
        source="okey.gg, okeya101.com",
    )
    dynamic_wild: str = rule(
        "none",
        "What makes tiles wild anew in each hand, the caller gives deck.indicator or deck.wild_ranks.",
        choices=("none", "indicator", "turned_card", "hand_size"),
        words=(("indicator+1", "indicator"), ("rank_of_turned_card", "turned_card")),
        source="Okey, Indian rummy, Five Crowns sheets",
        fact=True,
    )
    specials: tuple[tuple[str, int], ...] = rule(
        (),
        "Cards that no meld can hold, with how many the whole deck has.",
        aliases=("non_meld_specials",),
        source="Ramo, Phase 10",
    )
    honours: int = rule(0, "Ranks of an extra suit z that forms no runs.", low=0, high=20, source="mahjong")
    packs: int = rule(
        1, "How many decks are shuffled together; every count above is for one.", low=1, high=6, source="Ramo"
    )


@dataclass(frozen=True, slots=True)
class SetRule:
    """Melds of one rank."""

    allowed: bool = rule(True, "Whether sets are melds at all.", source=SHEET)
    min: int = rule(3, "Fewest tiles.", low=2, high=12, source=SHEET)
    max: int = rule(4, "Most tiles; 0 means no limit.", low=0, high=200, null=0, source=SHEET)
    suits: str = rule(
        "distinct",
        "distinct: every suit once. any: suits do not matter. identical: copies of one tile.",
        choices=("distinct", "any", "identical"),
        words=(("different", "distinct"), ("same", "identical")),
        source=SHEET,
    )


@dataclass(frozen=True, slots=True)
class RunRule:
    """Melds of consecutive ranks."""

    allowed: bool = rule(True, "Whether runs are melds at all.", source=SHEET)
    min: int = rule(3, "Fewest tiles.", low=2, high=20, source=SHEET)
    max: int = rule(13, "Most tiles; 0 means no limit.", low=0, high=200, null=0, source=SHEET)
    suit: str = rule("same", "same: one suit. any: suits do not matter.", choices=("same", "any"), source="Phase 10")
    wrap: str = rule(
        "none",
        "none: the lowest rank is low only. one_high: it may also follow the highest and ends the run there. "
        "high_only: it may only follow the highest. circular: runs go round.",
        choices=("none", "one_high", "high_only", "circular"),
        words=(("ace_high_only", "high_only"), ("both_ends_same_run", "one_high")),
        source="rrrummy.com, Ramo, Machiavelli sheets",
    )


@dataclass(frozen=True, slots=True)
class OtherMeld:
    """A whole meld that is neither set nor run."""

    kind: str = rule(
        "pair",
        "pair: two tiles of one rank. colour: n tiles of one suit.",
        choices=("pair", "colour"),
        words=(("n_of_colour", "colour"), ("color", "colour")),
        source="Okey 101, Phase 10",
    )
    n: int = rule(2, "Fewest tiles.", low=2, high=40, source=SHEET)
    max: int = rule(
        0,
        "Most tiles; 0 means the same as n for a pair and no limit for a colour.",
        low=0,
        high=200,
        null=0,
        source=SHEET,
    )
    suits: str = rule(
        "identical",
        "For a pair: identical, distinct or any suits.",
        choices=("identical", "distinct", "any"),
        source=SHEET,
    )
    only_as: str = rule(
        "",
        "Where the meld counts: everywhere (empty), or only in a hand of seven pairs.",
        choices=("", "seven_pairs"),
        source="Okey",
    )
    count: int = rule(
        0, "How many of them a complete hand has; 0 for any number.", low=0, high=20, null=0, source="mahjong"
    )


@dataclass(frozen=True, slots=True)
class WildRule:
    """What a wild may do inside a meld."""

    max_per_meld: int = rule(
        0,
        "Most wilds in one meld; 0 means no limit.",
        low=0,
        high=40,
        null=0,
        source="leaflets with one joker a set",
    )
    min_naturals: int = rule(
        1, "Fewest naturals in a meld with wilds; no meld is of wilds alone.", low=1, high=20, source=SHEET
    )
    naturals_ge_wilds: bool = rule(
        False, "Whether a meld needs at least as many naturals as wilds.", source="Onze, May I"
    )
    adjacent_ok: bool = rule(True, "Whether two wilds may stand side by side in a run.", source="Shanghai, Romme")
    ratio_applies_to_layoff: bool = rule(
        True, "Whether the limits above also bind a meld that grew from one on the table.", source="May I house rules"
    )
    opening_value: str = rule(
        "represented",
        "What a wild counts in the opening: the tile it stands for, or zero.",
        choices=("represented", "zero"),
        source=SHEET,
    )
    usable_in_opening: bool = rule(
        True, "Whether wilds may be part of the opening melds.", source="leaflet quoted in a Q&A"
    )
    max_in_new_three: int = rule(
        0,
        "Most wilds in a new meld of three tiles; 0 means no limit.",
        low=0,
        high=3,
        null=0,
        aliases=("max_per_new_three",),
        source="damr- rummy",
    )
    may_exceed_copies: bool = rule(
        True, "Whether a wild may stand for a tile of which every copy is in sight.", source="Mind Sports Olympiad"
    )
    end_wild_revaluable: bool = rule(
        True, "Lay-off only: whether a wild at a run's end may be read anew when the run grows.", source="Carioca"
    )
    inner_wild_revaluable: bool = rule(
        True,
        "Lay-off only: whether a wild inside a run may be read anew when the run grows.",
        source="Carioca",
    )
