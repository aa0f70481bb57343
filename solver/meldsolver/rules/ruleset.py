"""A game's rules as one frozen, typed value; the files under ``data`` hold the games."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from meldsolver.rules.meld_rules import Deck, OtherMeld, RunRule, SetRule, WildRule
from meldsolver.rules.play_rules import Contract, Declare, Layoff, Opening, Retrieval, Table, Turn
from meldsolver.rules.score_rules import Deal, Scoring, Values
from meldsolver.tiles.notation import Alphabet

__all__ = [
    "SECTIONS",
    "TEXTS",
    "Contract",
    "Deal",
    "Deck",
    "Declare",
    "Layoff",
    "Opening",
    "OtherMeld",
    "Retrieval",
    "Ruleset",
    "RunRule",
    "Scoring",
    "SetRule",
    "Table",
    "Turn",
    "Values",
    "WildRule",
]


@dataclass(frozen=True)
class Ruleset:
    """All rules of one game. Build it with :func:`meldsolver.rules.loading.load_ruleset`.

    Attributes:
        name: the preset's name, or ``custom``.
        title: the game in a few words.
        sources: where the rules come from.
        inferences: readings that no source states.
        unsupported: parts of the game that this project cannot express.
        notes: where sources disagree, and what else a player should know.
        deck: the tiles; the other sections follow the same pattern.
    """

    name: str = "custom"
    title: str = ""
    sources: tuple[str, ...] = ()
    inferences: tuple[str, ...] = ()
    unsupported: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
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

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: a hash of texts is another one in another process."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    @cached_property
    def alphabet(self) -> Alphabet:
        """The letters and special names that this game writes."""
        suits = self.deck.suits + (("z",) if self.deck.honours else ())
        names = tuple(name for name, _ in self.deck.specials)
        return Alphabet(suits, names + (("fj",) if "fj" not in names else ()), ranks=_rank_letters(self.deck))


def _rank_letters(deck: Deck) -> dict[str, int]:
    """The letters that ranks are called by; where cards have any, a ten is also written T."""
    letters = {label.lower(): rank for rank, label in deck.rank_labels if re.fullmatch("[A-Za-z]", label)}
    if letters and "t" not in letters and deck.min_rank <= 10 <= deck.ranks:
        letters["t"] = 10
    return letters


SECTIONS: dict[str, type] = {
    "deck": Deck,
    "set": SetRule,
    "run": RunRule,
    "wild": WildRule,
    "retrieval": Retrieval,
    "opening": Opening,
    "table": Table,
    "turn": Turn,
    "contract": Contract,
    "layoff": Layoff,
    "declare": Declare,
    "scoring": Scoring,
    "deal": Deal,
}
"""The sections that hold fields, in the order in which they are told; ``other_melds`` is a list besides."""

TEXTS = ("sources", "inferences", "unsupported", "notes")
"""The fields of a ruleset that hold sentences."""
