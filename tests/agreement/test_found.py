"""Positions at which a long run over all games found solver, referee and trial by hand at odds.

Why: each is one of a kind that random positions meet once in a thousand; here it is met in every run.
"""

from __future__ import annotations

import pytest

from meldsolver import (
    Code,
    InvalidRequest,
    Objective,
    Status,
    check_move,
    load_ruleset,
    parse_melds,
    parse_position,
    solve,
)
from tests.agreement.examined import examine


@pytest.mark.parametrize(
    ("game", "number"),
    [
        # a wild stood in a table meld that was kept whole, while its natural filled a cell of any suit
        ("odd:111", 3566),
        ("policy:runs of any suit one_high", 3422),
        # naturals in cells of any suit were not counted where wilds may not exceed the copies
        ("odd:351", 914),
        ("policy:runs of any suit, no excess, layoff", 8),
        ("policy:colours, no excess", 6),
        # the fewest naturals beside wilds were asked of melds without wilds
        ("odd:205", 1732),
        ("odd:396", 1923),
        # a wild that the table gave up hid a lay-off in the turn of the contract
        ("preset:liverpool-two-naturals", 3072),
        # a grown meld changed its kind, or its wilds were read otherwise than they had lain
        ("odd:313", 1840),
        ("odd:313", 1856),
        ("odd:16", 1543),
        ("preset:onze", 2),
        ("preset:onze", 4070),
        ("preset:contract-mayi-gap2", 1),
        # a wild laid on a table that grows was not found, or arranged where there was none
        ("odd:16", 587),
        ("preset:shanghai-no-touch", 3097),
        # the natural 1 of a grown run went from low to high
        ("preset:ramo-level-4", 2045),
        ("preset:rummy-cards", 3190),
        # a card that lay at its own place as a wild kept a wild of the table
        ("odd:31", 2546),
        # a run that goes all round, in which a natural may stand at either end
        ("preset:shanghai-no-touch", 7),
        ("preset:shanghai-no-touch", 4156),
        # a card that may be a wild stood where another could show that face, as the order told
        ("preset:contract-mayi-gap2", 89),
        ("preset:contract-mayi-gap2", 176),
        ("preset:onze", 2197),
        # which of a disordered run's wild cards stands where
        ("preset:contract-mayi-gap2", 7067),
        # which of a meld's wilds has lain there for how long: by their order in a run, falling ones too
        ("preset:tile-rummy-joker-lock-3", 8906),
        ("policy:layoff replace after 2 turns", 9167),
        ("odd:371", 7738),
        ("odd:145", 6541),
        ("odd:31", 19050),
        # and by any choice in a run that lies in no order
        ("preset:tile-rummy-joker-lock-3", 8109),
        ("policy:layoff replace after 2 turns", 100063),
        ("policy:layoff replace after 2 turns", 100085),
    ],
)
def test_a_position_of_the_long_run(game: str, number: int) -> None:
    """Games are drawn from their numbers; a change of the drawing makes other positions of these."""
    assert examine(game, number)[1] == []


def test_no_wild_stands_in_a_meld_that_is_kept() -> None:
    """The solver asked for r3 twice: in the run that stays, and in a run of any suits."""
    rules = load_ruleset(
        {
            "extends": "tile-rummy",
            "deck": {"suits": ["r", "y"], "ranks": 5, "copies": 1, "wilds": 1},
            "run": {"suit": "any"},
            "opening": {"threshold": 4},
        }
    )
    position = parse_position("r5 y4 r2 r3 | y2 y1 y3 / r4 y5 r1 j / unopened")
    answer = solve(position, rules, (Objective.MELDS_KEPT,))
    assert (answer.status, answer.goals[0].value) == (Status.OPTIMAL, 2)


def test_a_freed_wild_hides_no_lay_off() -> None:
    """Seven cards in new melds and seven from the rack, yet y3 was laid off in the turn of the contract."""
    rules = load_ruleset({"extends": "liverpool-two-naturals", "layoff": {"same_turn_as_opening": False}})
    position = parse_position("j y4 y6 j | r5 k5 y5 / y2 k2 r2 k1 r1 y1 y3 k9 / unopened / level 1")
    table = parse_melds("y3 y4 j y6 | r5 k5 y5 | y2 r2 k2 j | y1 k1 r1")
    report = check_move(position, table, rules)
    assert Code.LAYOFF_SAME_TURN in {violation.code for violation in report.violations}


@pytest.mark.parametrize(
    ("rack", "table"),
    [
        # One more would make four, which no rule allows; two more make five. A card is kept for the discard.
        ("r7 r2", "r1 r3 r5"),
        ("r7 r9 y4", "r1 r3 r5 r7 r9"),
    ],
)
def test_a_colour_grows_to_the_sizes_of_any_of_its_rules(rack: str, table: str) -> None:
    """The first rule of the kind was taken for all of them, and the referee refused the play."""
    rules = load_ruleset(
        {
            "extends": "rummy-50",
            "deck": {"suits": 2, "ranks": 9, "copies": 1, "wilds": 0},
            "set": {"allowed": False},
            "run": {"min": 6},
            "other_melds": [{"kind": "colour", "n": 5}, {"kind": "colour", "n": 3, "max": 3}],
            "scoring": {"values": {}},
        }
    )
    solution = solve(parse_position(f"r1 r3 r5 / {rack} / opened"), rules)
    assert solution.table == parse_melds(table)


def test_a_table_with_a_tile_that_does_not_exist_is_told_so() -> None:
    """What its wilds are was asked before, of a colour with a tile of no rank: KeyError."""
    rules = load_ruleset(
        {
            "extends": "tile-rummy",
            "retrieval": {"mode": "replace"},
            "other_melds": [{"kind": "colour", "n": 3}],
            "set": {"suits": "distinct"},
        }
    )
    with pytest.raises(InvalidRequest) as refused:
        solve(parse_position("r1 j r99 / r4 / opened"), rules)
    assert [fault.reason for fault in refused.value.faults] == ["UNKNOWN_TILE"]


def test_a_wild_stands_for_another_card_of_its_own_rank() -> None:
    """In a pair of copies a two of the other suit is a wild, which counts: two twos are worth four, and may stay so."""
    mapping = {
        "extends": "tile-rummy",
        "opening": {"kind": "none"},
        "retrieval": {"lock_turns": 1},
        "deck": {"suits": ["r", "y"], "ranks": 8, "min_rank": 2, "copies": 3, "wilds": 0, "wild_ranks": [2]},
        "other_melds": [{"kind": "colour", "n": 2, "max": 2}, {"kind": "pair", "n": 2, "suits": "identical"}],
    }
    rules = load_ruleset(mapping)
    laid = solve(parse_position(". / y2 r2 / opened"), rules, [Objective.MELD_POINTS])
    assert [goal.value for goal in laid.goals] == [4]
    beside = parse_position("y2 r2 / y6 y7 / opened")
    kept = solve(beside, rules, [Objective.MELD_POINTS])
    assert (kept.status, kept.tiles_played) == (Status.OPTIMAL, 2)
    assert check_move(beside, parse_melds("y2 r2 | y6 y7"), rules).legal
