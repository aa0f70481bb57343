"""A game's rules as one frozen, typed value; the files under ``data`` hold the games."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TypeAlias

from meldsolver.rules.schema import rule
from meldsolver.tiles.notation import Alphabet

PAGAT = "pagat.com, Rummikub and the rummy pages"
SHEET = "rule sheet of the game"

Values: TypeAlias = tuple[tuple[str, int], ...]
"""Pairs (rank, range of ranks, or name; value), for instance ``(("1-9", 5), ("10-13", 10))``."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The tiles that exist."""

    suits: tuple[str, ...] = rule(
        ("r", "y", "k", "b"), "Suit letters. A number n means the first n of r y k b g p w m.", source=SHEET
    )
    min_rank: int = rule(1, "Lowest rank.", low=1, high=200, source=SHEET)
    ranks: int = rule(13, "Highest rank.", low=1, high=200, source=SHEET)
    rank_labels: tuple[tuple[int, str], ...] = rule((), "What ranks are called, for instance 11 = J.", source=SHEET)
    copies: int = rule(2, "Copies of each natural.", low=1, high=12, source=SHEET)
    wilds: int = rule(2, "Printed wilds in the whole deck.", low=0, high=32, aliases=("printed_wilds",), source=SHEET)
    wild_ranks: tuple[int, ...] = rule(
        (), "Ranks whose naturals may also be used as wilds (written r2w).", source="May I, Shanghai, Five Crowns sheets"
    )
    wild_faces: tuple[str, ...] = rule(
        (), "Single faces whose naturals may also be used as wilds.", source="Okey: the tile after the indicator"
    )
    indicator: str = rule(
        "",
        "Okey's turned-up tile: the face after it becomes wild and the false joker (fj) is that face.",
        source="okey.gg, okeya101.com",
    )
    specials: tuple[tuple[str, int], ...] = rule(
        (), "Cards that no meld can hold, with how many the whole deck has.", aliases=("non_meld_specials",), source="Ramo"
    )
    honours: int = rule(0, "Ranks of an extra suit z that forms no runs.", low=0, high=20, source="mahjong")
    packs: int = rule(1, "How many decks are shuffled together; every count above is for one.", low=1, high=6, source="Ramo")


@dataclass(frozen=True, slots=True)
class SetRule:
    """Melds of one rank."""

    allowed: bool = rule(True, "Whether sets are melds at all.", source=SHEET)
    min: int = rule(3, "Fewest tiles.", low=2, high=12, source=SHEET)
    max: int = rule(4, "Most tiles; 0 means no limit.", low=0, high=200, source=SHEET)
    suits: str = rule(
        "distinct",
        "distinct: every suit once. any: suits do not matter. identical: copies of one tile.",
        choices=("distinct", "any", "identical"),
        source=SHEET,
    )


@dataclass(frozen=True, slots=True)
class RunRule:
    """Melds of consecutive ranks."""

    allowed: bool = rule(True, "Whether runs are melds at all.", source=SHEET)
    min: int = rule(3, "Fewest tiles.", low=2, high=20, source=SHEET)
    max: int = rule(13, "Most tiles; 0 means no limit.", low=0, high=200, source=SHEET)
    suit: str = rule("same", "same: one suit. any: suits do not matter.", choices=("same", "any"), source="Phase 10")
    wrap: str = rule(
        "none",
        "none: 1 is low only. one_high: the lowest rank may also follow the highest and ends the run there. "
        "high_only: it may only follow the highest. circular: runs go round.",
        choices=("none", "one_high", "high_only", "circular"),
        words=(("ace_high_only", "high_only"), ("both_ends_same_run", "one_high"), ("one-high", "one_high")),
        source="rrrummy.com, Ramo, Machiavelli sheets",
    )


@dataclass(frozen=True, slots=True)
class OtherMeld:
    """A whole meld that is neither set nor run."""

    kind: str = rule("pair", "pair: two tiles of one rank. colour: n tiles of one suit.", choices=("pair", "colour"),
                     words=(("n_of_colour", "colour"),), source="Okey 101, Phase 10")
    n: int = rule(2, "Fewest tiles.", low=2, high=40, source=SHEET)
    max: int = rule(0, "Most tiles; 0 means the same as n for a pair and no limit for a colour.", low=0, high=200, source=SHEET)
    suits: str = rule("identical", "For a pair: identical, distinct or any suits.", choices=("identical", "distinct", "any"), source=SHEET)
    only_as: str = rule("", "Where the meld counts: empty for everywhere, else the name of the only pattern.", source="Okey: seven pairs")
    count: int = rule(0, "How many of them a complete hand has; 0 for any number.", low=0, high=20, source="mahjong")


@dataclass(frozen=True, slots=True)
class WildRule:
    """What a wild may do inside a meld."""

    max_per_meld: int = rule(0, "Most wilds in one meld; 0 means no limit.", low=0, high=40, source="leaflets with one joker a set")
    min_naturals: int = rule(1, "Fewest naturals in one meld.", low=0, high=20, source=SHEET)
    naturals_ge_wilds: bool = rule(False, "Whether a meld needs at least as many naturals as wilds.", source="Onze, May I")
    adjacent_ok: bool = rule(True, "Whether two wilds may stand side by side in a run.", source="Shanghai, Romme")
    ratio_applies_to_layoff: bool = rule(True, "Whether the limits above also bind a meld that grew from one on the table.", source="May I house rules")
    opening_value: str = rule("represented", "What a wild counts in the opening: the tile it replaces, or zero.", choices=("represented", "zero"), source=SHEET)
    usable_in_opening: bool = rule(True, "Whether wilds may be part of the opening melds.", source="leaflet quoted in a Q&A")
    max_in_new_three: int = rule(0, "Most wilds in a new meld of three tiles; 0 means no limit.", low=0, high=3, aliases=("max_per_new_three",), source="damr- rummy")
    may_exceed_copies: bool = rule(True, "Whether a wild may stand for a tile of which every copy is in sight.", source="Mind Sports Olympiad")
    end_wild_revaluable: bool = rule(True, "Lay-off only: whether a wild at a run's end may be read anew when the run grows.", source="Carioca")
    inner_wild_revaluable: bool = rule(False, "Lay-off only: whether a wild inside a run may be read anew when the run grows.", source="Carioca")


@dataclass(frozen=True, slots=True)
class Retrieval:
    """How a wild on the table may be freed."""

    mode: str = rule("free", "free: as any tile. replace: when a natural takes its place. never: not at all.",
                     choices=("free", "replace", "never"), words=(("none", "never"),), source=PAGAT)
    source: str = rule("rack_or_table", "Where the replacing natural comes from.", choices=("rack", "rack_or_table"), source="rrrummy.com")
    set_of_three: str = rule("either", "A set of three with a wild: either missing suit frees it, or both are needed.",
                             choices=("either", "both"), aliases=("group3_needs",), source="Pressman 1980")
    meld_locked: bool = rule(False, "Whether nothing may leave a meld while its wild is in it.", source="Sabra 1978")
    reuse: str = rule("any_meld", "Where a freed wild goes: any meld; a new meld; a new meld with at least two rack tiles; the rack.",
                      choices=("any_meld", "new_meld", "new_meld_two_rack", "to_rack"),
                      words=(("any_meld_same_turn", "any_meld"), ("to_hand", "to_rack")), source="rrrummy.com")
    before_opening: bool = rule(False, "Whether a player who has not opened may free wilds.", source=PAGAT)
    lock_turns: int = rule(0, "Turns during which a wild may not be freed after it was laid.", low=0, high=100, source="rumicub option")
    only_from: str = rule("any", "Which melds a wild may be freed from.", choices=("any", "runs"), source="May I house rules")
    only_before_down: bool = rule(False, "Whether only a player who is not yet down may free wilds.", source="May I house rules")


@dataclass(frozen=True, slots=True)
class Opening:
    """What a player's first meld must be."""

    kind: str = rule("points", "points: worth the threshold. run: at least one run. own_meld: at least one meld from the rack. contract: the level's contract. none: no condition.",
                     choices=("points", "run", "own_meld", "contract", "none"), source=SHEET)
    threshold: int = rule(30, "Points that the opening melds must be worth.", low=0, high=1000, source=SHEET)
    multi_meld: bool = rule(True, "Whether several melds together may reach the threshold.", source=SHEET)
    rack_only: bool = rule(True, "Whether the opening melds are made of rack tiles alone.", source=SHEET)
    same_turn_table: str = rule("full", "How the table may be used in the opening turn: none, layoff or full.",
                                choices=("none", "layoff", "full"), source=PAGAT)
    pairs: int = rule(0, "This many pairs open as well; 0 for no such alternative.", low=0, high=20, source="Okey 101")
    gate: str = rule("self", "Whose opening allows rearranging: self, or all_players.", choices=("self", "all_players"), source="old German sheet")


@dataclass(frozen=True, slots=True)
class Table:
    """What may be done with melds on the table."""

    model: str = rule("shared", "Whose melds they are; only shared tables may be rearranged.",
                      choices=("shared", "owner", "owner_scores", "hand_only", "go_out_only"), source=SHEET)
    manipulation: str = rule("full", "full: rearranged without limit. layoff: melds only grow. none: melds stay.",
                             choices=("full", "layoff", "none"), words=(("layoff_on_knock", "layoff"),), source=SHEET)
    take_back: bool = rule(False, "Whether table tiles may return to a rack.", source=SHEET)
    stepwise_valid: bool = rule(False, "Whether the table must be valid after every single step.", source=SHEET)


@dataclass(frozen=True, slots=True)
class Turn:
    """The frame of one turn; mostly facts for the caller."""

    draw: str = rule("instead_of_play", "When a tile is drawn.", choices=("instead_of_play", "before_play"), source=SHEET)
    must_play: str = rule("never", "Whether a player who can play must.", choices=("never", "when_pool_empty", "always"), source="Mind Sports Olympiad; rumicub")
    min_rack_tiles: int = rule(1, "Fewest rack tiles of a play.", low=0, high=100, source=SHEET)
    max_rack_tiles: int = rule(0, "Most rack tiles of a play; 0 means no limit.", low=0, high=500, source="boardgamearena Machiavelli")
    discard: str = rule("none", "Whether a turn ends with a discard.", choices=("none", "required"), source=SHEET)
    go_out_needs_discard: bool = rule(False, "Whether the last card must be discarded.", source="Ramo")
    time_limit_s: int = rule(0, "Seconds a turn may take; 0 means no limit.", low=0, high=86400, source=SHEET)
    fail_penalty_tiles: int = rule(3, "Tiles drawn when time runs out or a turn fails.", low=0, high=100, source=SHEET)
    fail_restores: bool = rule(True, "Whether the table is restored then.", source=SHEET)
    direction: str = rule("clockwise", "The order of turns.", choices=("clockwise", "counter_clockwise"), source=SHEET)
    first_player: str = rule("", "Who starts, in words.", source=SHEET)


@dataclass(frozen=True, slots=True)
class Contract:
    """The levels, and what binds a contract's melds beyond their kinds."""

    levels: tuple[str, ...] = rule((), "One contract a level: S set, R run, C colour, each with its least size where it is not the usual one; | separates alternatives (SS, S3R4, SSSS|RRRR).", source="Ramo, Pagat Contract Rummy, Phase 10")
    same_suit_gap_min: int = rule(0, "Ranks that must lie between two contract runs of one suit.", low=0, high=10, source="May I")
    distinct_suits: bool = rule(False, "Whether contract runs must differ in suit.", source="Klennedy May I")


@dataclass(frozen=True, slots=True)
class Layoff:
    """What a player who is down may lay."""

    targets: str = rule("all", "Whose melds take lay-offs.", choices=("all", "own"), source=SHEET)
    same_turn_as_opening: bool = rule(True, "Whether lay-offs are allowed in the turn of the opening.", source=SHEET)
    extra_melds: str = rule("always", "New melds beyond the opening: never, on_call (a Ramo), or always.",
                            choices=("never", "on_call", "always"), words=(("on_ramo_call", "on_call"),), source="Ramo; Pagat")


@dataclass(frozen=True, slots=True)
class Declare:
    """What a complete hand needs where hands are only declared whole."""

    min_runs: int = rule(0, "Fewest runs.", low=0, high=10, source="Indian rummy")
    min_pure_runs: int = rule(0, "Fewest runs without a wild used as such.", low=0, high=10, source="Indian rummy")
    all_cards: bool = rule(False, "Whether every card must be in a meld.", source="Indian rummy")
    pairs: int = rule(0, "This many pairs alone are complete as well.", low=0, high=20, source="Okey; mahjong")
    knock_max: int = rule(-1, "Most deadwood with which a player may knock; -1 where there is no knocking.", low=-1, high=1000, source="Gin")


@dataclass(frozen=True, slots=True)
class Scoring:
    """Values of tiles, and the scores of a hand, a round and a game."""

    card_values: str = rule("face", "face: the rank. figures: at most 10. none: every tile counts 0. table: as in values.",
                            choices=("face", "figures", "none", "table"), source=SHEET)
    values: Values = rule((), "Values by rank, range of ranks, or special; what is not named counts its rank (or 10 for figures).", source=SHEET)
    high_value: int = rule(0, "Value of the lowest rank when it follows the highest or stands in a set; 0 means as usual.", low=0, high=100, source="Scala 40, 500")
    joker: int = rule(30, "What a wild left on the rack counts.", low=0, high=1000, aliases=("wild", "hand_value"), source=SHEET)
    wild_rank_value: int = rule(0, "What a card of a wild rank left in hand counts; 0 means as a natural.", low=0, high=1000, source="Five Crowns")
    special: int = rule(0, "What a special left in hand counts unless values names it.", low=0, high=1000, source="Ramo")
    winner: str = rule("sum_of_losers", "The winner's score: the sum of the losers', zero, or a fixed number.",
                       choices=("sum_of_losers", "zero", "fixed"), source=SHEET)
    winner_score: int = rule(0, "The fixed score, where winner is fixed.", low=-1000, high=1000, source="Ramo: -50")
    losers: str = rule("minus", "Whether losers score their rack's value as minus or as plus points.", choices=("minus", "plus"), source=SHEET)
    unopened_penalty: int = rule(0, "Charged instead of the rack when a player never opened; 0 means no such rule.", low=0, high=1000, source="MSO 2019, Okey 101")
    unopened_by_choice_penalty: int = rule(0, "The same when the player could have opened.", low=0, high=1000, source="MSO 2019")
    cap: int = rule(0, "Most points that a hand can cost; 0 means no limit.", low=0, high=1000, source="Indian rummy")
    pool_empty: str = rule("lowest_rack_wins", "Who wins when nobody can play and the pool is empty.",
                           choices=("lowest_rack_wins", "lowest_rack_wins_difference"), source=SHEET)
    target: int = rule(0, "A game ends when a total reaches this; 0 means no such end.", low=0, high=100000, source=SHEET)
    game_winner: str = rule("highest", "Which total wins the game.", choices=("highest", "lowest"), source=SHEET)


@dataclass(frozen=True, slots=True)
class Deal:
    """Facts of the deal."""

    rack: int = rule(14, "Tiles dealt to each player.", low=0, high=200, source=SHEET)
    starter_extra: int = rule(0, "Further tiles for the player who starts.", low=0, high=10, source="Ramo, Okey")
    players_min: int = rule(2, "Fewest players.", low=1, high=20, source=SHEET)
    players_max: int = rule(4, "Most players.", low=1, high=20, source=SHEET)


@dataclass(frozen=True)
class Ruleset:
    """All rules of one game. Build it with :func:`meldsolver.rules.load_ruleset`.

    Attributes:
        name: the preset's name, or ``custom``.
        title: the game in a few words.
        sources: where the rules come from.
        inferences: readings that no source states.
        unsupported: parts of the game that this project cannot express.
        deck: the tiles; the other sections follow the same pattern.
    """

    name: str = "custom"
    title: str = ""
    sources: tuple[str, ...] = ()
    inferences: tuple[str, ...] = ()
    unsupported: tuple[str, ...] = ()
    deck: Deck = field(default_factory=Deck)
    set: SetRule = field(default_factory=SetRule)
    run: RunRule = field(default_factory=RunRule)
    other_melds: tuple[OtherMeld, ...] = ()
    wild: WildRule = field(default_factory=WildRule)
    retrieval: Retrieval = field(default_factory=Retrieval)
    opening: Opening = field(default_factory=Opening)
    table: Table = field(default_factory=Table)
    turn: Turn = field(default_factory=Turn)
    contract: Contract = field(default_factory=Contract)
    layoff: Layoff = field(default_factory=Layoff)
    declare: Declare = field(default_factory=Declare)
    scoring: Scoring = field(default_factory=Scoring)
    deal: Deal = field(default_factory=Deal)

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, item.name) for item in fields(self)))

    def __hash__(self) -> int:
        """Computed once, because rulesets are looked up in caches on every call."""
        return self._hash

    @cached_property
    def alphabet(self) -> Alphabet:
        """The letters and special names that this game writes."""
        suits = self.deck.suits + (("z",) if self.deck.honours else ())
        names = tuple(name for name, _ in self.deck.specials)
        return Alphabet(suits, names + (("fj",) if "fj" not in names else ()))
