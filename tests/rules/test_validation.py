"""A ruleset that contradicts itself is refused, each contradiction by its field."""

from typing import Any

import pytest

from meldsolver.rules import load_ruleset
from meldsolver.tiles.request import InvalidRequest

PAIR = [{"kind": "pair"}]
HAND: dict[str, Any] = {"table": {"model": "hand_only", "manipulation": "layoff"}, "opening": {"kind": "none"}}


@pytest.mark.parametrize(
    ("mapping", "field"),
    [
        ({"deck": {"min_rank": 9, "ranks": 5}}, "deck.min_rank"),
        ({"deck": {"suits": []}}, "deck.suits"),
        ({"deck": {"wild_faces": [""]}}, "deck.wild_faces"),
        ({"deck": {"wild_faces": ["r2", " "]}}, "deck.wild_faces"),
        ({"deck": {"suits": [], "indicator": "r2", "wild_faces": ["r3"]}}, "deck.suits"),
        ({"deck": {"suits": ["r", "r", "k"]}}, "deck.suits"),
        ({"deck": {"suits": ["r", "y", "j"]}}, "deck.suits"),
        ({"deck": {"suits": ["r", "y", "z"]}}, "deck.suits"),
        ({"deck": {"suits": ["red", "yellow", "black"]}}, "deck.suits"),
        ({"deck": {"ranks": 200, "copies": 12}}, "deck"),
        ({"deck": {"ranks": 100, "copies": 2, "packs": 6}}, "deck"),
        ({"deck": {"wild_ranks": [14]}}, "deck.wild_ranks"),
        ({"deck": {"wild_faces": ["r14"]}}, "deck.wild_faces"),
        ({"deck": {"wild_faces": ["j"]}}, "deck.wild_faces"),
        ({"deck": {"indicator": "nonsense"}}, "deck.indicator"),
        ({"deck": {"rank_labels": {"20": "X"}}}, "deck.rank_labels"),
        ({"deck": {"specials": [["skip", 1], ["skip", 2]]}}, "deck.specials"),
        ({"deck": {"specials": ["r5"]}}, "deck.specials"),
        ({"deck": {"specials": ["joker"]}}, "deck.specials"),
        ({"deck": {"specials": ["two words"]}}, "deck.specials"),
        ({"deck": {"specials": ["a|b"]}}, "deck.specials"),
        ({"set": {"min": 5}}, "set.min"),
        ({"set": {"min": 5, "max": 6}}, "set.min"),
        ({"set": {"min": 3, "suits": "identical"}, "deck": {"wilds": 0}}, "set.min"),
        ({"run": {"min": 14}}, "run.min"),
        ({"run": {"min": 14, "max": 0}}, "run.min"),
        ({"run": {"allowed": False}, "set": {"allowed": False}}, "set.allowed"),
        ({"deck": {"suits": 2, "ranks": 2}}, "set.allowed"),
        ({"other_melds": [{"kind": "pair", "n": 3, "max": 2}]}, "other_melds[0].n"),
        ({"wild": {"min_naturals": 13}}, "wild.min_naturals"),
        ({"wild": {"min_naturals": 0}}, "wild.min_naturals"),
        ({"table": {"model": "owner"}}, "table.manipulation"),
        ({"table": {"model": "hand_only"}}, "table.manipulation"),
        ({"turn": {"min_rack_tiles": 5, "max_rack_tiles": 4}}, "turn.min_rack_tiles"),
        ({"turn": {"go_out_needs_discard": True}}, "turn.go_out_needs_discard"),
        ({"retrieval": {"mode": "never", "lock_turns": 3}}, "retrieval.lock_turns"),
        ({"opening": {"rack_only": False, "same_turn_table": "none"}}, "opening.rack_only"),
        ({"opening": {"kind": "run"}, "run": {"allowed": False}}, "opening.kind"),
        ({"opening": {"pairs": 5}}, "opening.pairs"),
        ({"opening": {"kind": "contract"}}, "contract.levels"),
        ({"extends": "ramo", "contract": []}, "contract.levels"),
        ({"extends": "ramo", "opening": {"kind": "points"}}, "opening.kind"),
        ({"extends": "ramo", "table": {"model": "shared", "manipulation": "full"}}, "table.manipulation"),
        ({"extends": "ramo", "level": 9}, "contract.level"),
        ({"extends": "ramo", "contract": ["SS", "XX"]}, "contract.levels[1]"),
        ({"extends": "ramo", "contract": [""]}, "contract.levels[0]"),
        ({"extends": "ramo", "contract": ["S5"]}, "contract.levels[0]"),
        ({"extends": "ramo", "contract": ["R2"]}, "contract.levels[0]"),
        ({"extends": "ramo", "contract": ["R99"]}, "contract.levels[0]"),
        ({"extends": "ramo", "contract": ["C7"]}, "contract.levels[0]"),
        ({"extends": "ramo", "contract": ["S" * 13]}, "contract.levels[0]"),
        ({"extends": "ramo", "contract": ["S" * 81]}, "contract.levels[0]"),
        ({"extends": "ramo", "contract": ["S"] * 51}, "contract.levels"),
        ({"extends": "ramo", "run": {"suit": "any"}, "contract": {"distinct_suits": True}}, "contract.distinct_suits"),
        ({"extends": "carioca", "layoff": {"same_turn_as_opening": True}}, "contract.exact"),
        ({"opening": {"pairs": 5, "kind": "none"}, "other_melds": PAIR}, "opening.pairs"),
        ({"opening": {"pairs": 5}, "other_melds": [{"kind": "pair", "only_as": "seven_pairs"}]}, "opening.pairs"),
        ({**HAND, "declare": {"min_pure_runs": 1}}, "declare.min_pure_runs"),
        ({**HAND, "declare": {"min_runs": 1}, "run": {"allowed": False}}, "declare.min_runs"),
        ({**HAND, "declare": {"pairs": 7}}, "declare.pairs"),
        # they say nothing where no hand is declared
        ({"declare": {"min_runs": 2}}, "declare.min_runs"),
        ({"declare": {"pairs": 7}, "other_melds": PAIR}, "declare.pairs"),
        ({"extends": "ramo", "declare": {"all_cards": True}}, "declare.all_cards"),
        ({"extends": "rummy-500", "declare": {"draw_counts": True}}, "declare.draw_counts"),
        ({"extends": "gin", "set": {"min": 2}, "other_melds": [{"count": 1, "suits": "any"}]}, "other_melds[0].count"),
        ({"extends": "gin", "other_melds": [{"n": 3, "suits": "any", "count": 1}]}, "other_melds[0].count"),
        ({"extends": "gin", "other_melds": [{"kind": "colour", "n": 2, "count": 1}]}, "other_melds[0].count"),
        ({"extends": "gin", "other_melds": [{"count": 1}, {"n": 3, "suits": "any"}]}, "other_melds[0].count"),
        ({"extends": "okey", "other_melds": [{"only_as": "seven_pairs", "count": 1}]}, "other_melds[0].count"),
        ({"scoring": {"values": {"14": 5}}}, "scoring.values"),
        ({"scoring": {"values": {"9-1": 5}}}, "scoring.values"),
        ({"scoring": {"values": {"skip": 5}}}, "scoring.values"),
        ({"scoring": {"card_values": "table", "values": {"1-12": 5}}}, "scoring.values"),
        ({"deal": {"players_min": 5}}, "deal.players_min"),
    ],
)
def test_a_contradiction_is_told_by_its_field(mapping: dict[str, Any], field: str) -> None:
    """Each of these rulesets could be read, and none could be played as it is meant."""
    with pytest.raises(InvalidRequest) as caught:
        load_ruleset(mapping)
    assert {fault.field for fault in caught.value.faults} == {field}


@pytest.mark.parametrize(
    "mapping",
    [
        {"deck": {"ranks": 100}, "run": {"max": 100}},
        {"deck": {"ranks": 200}, "run": {"max": 0}},
        {"deck": {"suits": 2, "ranks": 6}},
        {"deck": {"suits": 1, "ranks": 5, "copies": 3}},
        {"deck": {"suits": 3, "ranks": 2}},
        {"deck": {"suits": 3, "ranks": 5, "copies": 1, "wilds": 0}},
        {"run": {"allowed": False}},
        {"set": {"allowed": False}},
        {"set": {"min": 3, "suits": "identical"}},
        {"opening": {"kind": "none"}},
        {"opening": {"threshold": 0}},
        {**HAND, "declare": {"min_runs": 2, "min_pure_runs": 1}},
        {"scoring": {"knock_max": 10}},
        {"opening": {"pairs": 5}, "other_melds": PAIR},
        {"extends": "ramo", "deck": {"ranks": 6}, "scoring": {"values": {}}},
        {"extends": "gin", "other_melds": [{"suits": "any", "count": 1}]},
        {"deck": {"specials": ["skip"]}, "scoring": {"values": {"skip": 15, "1-13": 5}}},
    ],
)
def test_small_great_and_plain_rulesets_are_no_contradiction(mapping: dict[str, Any]) -> None:
    """Small decks (where sets or runs simply never occur), 100 ranks, one kind of meld."""
    assert load_ruleset(mapping).name == "custom"


def test_several_contradictions_are_told_together() -> None:
    """One reading of the message is enough to mend them all."""
    with pytest.raises(InvalidRequest) as caught:
        load_ruleset({"set": {"min": 5}, "run": {"min": 14}, "opening": {"pairs": 2}, "declare": {"pairs": 7}})
    assert [fault.field for fault in caught.value.faults] == ["set.min", "run.min", "opening.pairs", "declare.pairs"]


@pytest.mark.parametrize(
    ("field", "mapping"),
    [
        ("opening.rack_only", {"opening": {"rack_only": False}}),
        ("table.take_back", {"table": {"take_back": True}}),
        ("table.stepwise_valid", {"table": {"stepwise_valid": True}}),
        (
            "retrieval.reuse",
            {"retrieval": {"mode": "replace", "reuse": "new_meld"}, "table": {"manipulation": "layoff"}},
        ),
        ("retrieval.meld_locked", {"retrieval": {"mode": "replace", "meld_locked": True}, "run": {"suit": "any"}}),
    ],
)
def test_what_neither_referee_nor_solver_honours_is_refused(field: str, mapping: dict[str, Any]) -> None:
    """A field that would be read and then ignored would make every answer wrong; it is refused by name."""
    with pytest.raises(InvalidRequest) as caught:
        load_ruleset({"extends": "tile-rummy", **mapping})
    assert [fault.field for fault in caught.value.faults] == [field]
