"""The sections of a ruleset that say what tiles cost and how a game is framed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from meldsolver.rules.meld_rules import SHEET
from meldsolver.rules.schema import rule

Values: TypeAlias = tuple[tuple[str, int], ...]
"""Pairs (rank, range of ranks, or name; value), for instance ``(("1-9", 5), ("10-13", 10))``."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """Values of tiles, and the scores of a hand, a round and a game."""

    card_values: str = rule(
        "face",
        "face: the rank. figures: at most 10. none: every tile counts 0. table: as in values.",
        choices=("face", "figures", "none", "table"),
        source=SHEET,
    )
    values: Values = rule(
        (),
        "Values by rank, range of ranks, or special, before card_values: 1-9 = 5. Labels (A, JQK) are read as ranks, "
        "joker and special as the fields below.",
        source=SHEET,
    )
    high_value: int = rule(
        0,
        "Value of the lowest rank when it follows the highest, stands in a set or is left on the rack; 0 means as "
        "usual.",
        low=0,
        high=100,
        aliases=("ace_high_counts",),
        source="Scala 40, 500",
    )
    joker: int = rule(
        30, "What a wild left on the rack counts.", low=0, high=1000, aliases=("wild", "hand_value"), source=SHEET
    )
    wild_rank_value: int = rule(
        -1,
        "What a natural that may be used as a wild counts on the rack; -1 means as any natural.",
        low=-1,
        high=1000,
        null=-1,
        source="Five Crowns, Indian rummy",
    )
    special: int = rule(
        0, "What a special left on the rack counts unless values names it.", low=0, high=1000, source="Ramo"
    )
    hand: str = rule(
        "all",
        "What of a rack that is left counts. all: every tile. unmelded: those in no meld, once the pure runs that a "
        "declared hand needs are among its melds; else all.",
        choices=("all", "unmelded"),
        source="Indian rummy",
    )
    racks: bool = rule(
        True,
        "Whether a round's scores follow from the racks that are left; where they do not, scoring is refused.",
        source=SHEET,
    )
    winner: str = rule(
        "sum_of_losers",
        "The winner's score: the sum of what the losers lose, zero, or a fixed number (a number may be written), "
        "which only a player who went out scores.",
        choices=("sum_of_losers", "zero", "fixed"),
        source=SHEET,
    )
    winner_score: int = rule(0, "The fixed score, where winner is fixed.", low=-10000, high=10000, source="Ramo: -50")
    losers: str = rule(
        "minus",
        "Whether losers score their rack's value as minus or as plus points.",
        choices=("minus", "plus"),
        source=SHEET,
    )
    unopened_penalty: int = rule(
        0,
        "Charged instead of the rack when a player never opened; 0 means no such rule.",
        low=0,
        high=1000,
        null=0,
        source="MSO 2019, Okey 101",
    )
    unopened_by_choice_penalty: int = rule(
        0, "The same when the player could have opened.", low=0, high=1000, null=0, source="MSO 2019"
    )
    cap: int = rule(
        0, "Most points that a hand can cost; 0 means no limit.", low=0, high=1000, null=0, source="Indian rummy"
    )
    pool_empty: str = rule(
        "lowest_rack_wins",
        "When nobody can go on and the pool is empty, the lowest rack wins; with _difference each other player is "
        "charged only what the rack exceeds the lowest by. nobody_wins: nobody went out, and each rack is charged.",
        choices=("lowest_rack_wins", "lowest_rack_wins_difference", "nobody_wins"),
        source=SHEET,
    )
    target: int = rule(
        0,
        "A game ends when a total reaches this; 0 means no such end.",
        low=0,
        high=100000,
        null=0,
        source=SHEET,
    )
    rounds: int = rule(
        0, "A game ends after so many rounds; 0 means no such end.", low=0, high=1000, null=0, source=SHEET
    )
    game_winner: str = rule("highest", "Which total wins the game.", choices=("highest", "lowest"), source=SHEET)


@dataclass(frozen=True, slots=True)
class Deal:
    """Facts of the deal."""

    rack: int = rule(14, "Tiles dealt to each player; 0 where the number varies.", low=0, high=200, source=SHEET)
    starter_extra: int = rule(
        0, "Further tiles for the player who starts.", low=0, high=10, source="Ramo, Okey", fact=True
    )
    players_min: int = rule(2, "Fewest players.", low=1, high=20, source=SHEET)
    players_max: int = rule(4, "Most players.", low=1, high=20, source=SHEET)
    teams: bool = rule(
        False,
        "Whether partners' scores are added, by the caller: score tells each player's.",
        source="Dutch student championship",
        fact=True,
    )
