"""Why: `contract`, `advise` and `ramo` are contracts as `solve` is: these fields, a line an answer, faults by field."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli.running import ask, run

NEAR: dict[str, Any] = {
    "ruleset": "ramo",
    "level": 1,
    "hand": ["r5", "y5", "k5", "r9", "y9", "b2", "k12", "skip"],
    "table": [],
}
DOWN = {**NEAR, "hand": [*NEAR["hand"], "k9"]}
TABLE = [{"player": "ana", "melds": ["r5 y5 k5", "b7 b8 b9"]}, {"player": "bob", "tiles": "k1 k2 k3"}]


def test_a_hand_that_is_near_tells_its_distance_and_outs() -> None:
    """All fields of the contract, exit code 1: nothing can be laid."""
    result = ask("contract", NEAR)
    assert result.code == 1
    (answer,) = result.objects()
    assert (answer["status"], answer["can_go_down"], answer["melds"]) == ("NO_PLAY", False, [])
    assert answer["penalty_left"] == 5 * 6 + 10 + 20
    assert answer["distance"] == 1
    assert answer["outs"] == {"k9": 2, "b9": 2, "j": 4}
    assert answer["unseen"] == 112
    assert answer["improve"][0] == pytest.approx(8 / 112)
    assert answer["seconds"] > 0


def test_a_hand_that_can_go_down_tells_its_melds() -> None:
    """With what is left, and lay-offs by player."""
    (answer,) = ask("contract", {**DOWN, "table": [{"player": "ana", "melds": ["r11 y11 k11", "b3 b4 b5"]}]}).objects()
    assert answer["can_go_down"]
    assert {frozenset(meld) for meld in answer["melds"]} == {
        frozenset({"r5", "y5", "k5"}),
        frozenset({"r9", "y9", "k9"}),
    }
    assert answer["lay_offs"] == [{"meld": 1, "player": "ana", "tiles": ["b2"]}]
    assert (answer["hand"], answer["penalty_left"], answer["distance"], answer["outs"]) == (["k12", "skip"], 30, 0, {})


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"level": 0}, {"level"}),
        ({"level": 9}, {"level"}),
        ({"level": "two"}, {"level"}),
        ({"hand": ["r1"] * 60}, {"hand"}),
        ({"hand": "j j j j j"}, {"hand[4]"}),
        ({"hand": "r5 q"}, {"hand"}),
        ({"table": [["r5", "r6", "k7"]]}, {"table[0]"}),
        ({"table": [{"player": "ana", "melds": ["r11 y11 k11"]}]}, {"table[0].melds[0]"}),
        ({"table": [{"player": "ana", "tiles": "r11 y11 p11"}]}, {"table[0].tiles"}),
        ({"table": [{"player": "ana"}]}, {"table[0]"}),
        ({"unseen": {"r5": 2}}, {"unseen.r5"}),
        ({"unseen": {"r6": -1}}, {"unseen.r6"}),
        ({"unseen": [1]}, {"unseen"}),
        ({"unseen": {"q": 1}}, {"unseen.q"}),
        ({"unseen": {"r6": 1, "R6": 1}}, {"unseen.R6"}),
        ({"unseen": {"r6": "many"}}, {"unseen.r6"}),
        ({"discards": "r5 r5"}, {"discards[1]"}),
        ({"table": [{"player": 3, "tiles": "r11 y11 k11"}]}, {"table[0].player"}),
        ({"table": [{"player": "x" * 2000, "tiles": "r11 y11 k11"}]}, {"table[0].player"}),
        ({"table": [{"player": "ana", "tiles": "r11 y11 k11", "melds": ["r1 r2 r3"]}]}, {"table[0]"}),
        ({"table": "r11 y11 k11 | r1 r2 k3"}, {"table[1]"}),
        ({"table": [["r11", "y11", "k11"], {"melds": ["r1 r2 r3", "b1 b2 k3"]}]}, {"table[1].melds[1]"}),
        ({"time_limit": True}, {"time_limit"}),
        ({"time_limit": "1"}, {"time_limit"}),
        ({"time_limit": 3601}, {"time_limit"}),
        ({"opened": "yes"}, {"opened"}),
        ({"draws": 11}, {"draws"}),
        ({"time_limit": 0}, {"time_limit"}),
        ({"rack": []}, {"rack"}),
    ],
)
def test_a_fault_is_named_by_the_field_of_the_entry(change: dict[str, Any], fields: set[str]) -> None:
    """Exit code 2, and the next entry is answered."""
    result = ask("contract", {**NEAR, **change}, DOWN)
    assert result.code == 2
    bad, good = result.objects()
    assert {fault["field"] for fault in bad["faults"]} == fields
    assert good["can_go_down"]


def test_a_position_as_text_is_a_hand_too() -> None:
    """Where the level stands in the text or in the option; people get a table of outs."""
    text = ". / r5 y5 k5 r9 y9 b2 k12 skip"
    for options in ((f"{text} / unopened / level 1",), ("--level", "1", text)):
        result = run("contract", *options)
        assert result.code == 1
        assert "1 card away" in result.out
        assert [line.split() for line in result.out.splitlines() if line.startswith("  b")] == [
            ["b", *".........".replace(".", ". ").split()[:8], "2", *[".", ".", ".", "."]]
        ]


def test_advice_ranks_the_discards_and_tells_what_to_draw() -> None:
    """The special first, with reasons in words; the discard on offer is an out."""
    (answer,) = ask("advise", {**NEAR, "card": "b9"}).objects()
    assert [discard["card"] for discard in answer["discards"]][:2] == ["skip", "k12"]
    assert answer["discards"][0]["reasons"] == ["stays 1 card away", "keeps all 7 outs", "saves 20 points"]
    assert answer["draw"]["take"]
    assert answer["draw"]["distance_with"] == 0


def test_advice_names_who_could_call() -> None:
    """The one who throws cannot."""
    melds = [{"player": "ana", "melds": ["b3 b4 b5", "r1 y1 k1"]}, {"player": "me", "melds": ["r2 y2 k2", "r3 y3 k3"]}]
    (answer,) = ask("advise", {**NEAR, "table": melds, "player": "me"}).objects()
    callers = {discard["card"]: discard["callers"] for discard in answer["discards"] if discard["is_ramo"]}
    assert callers == {"b2": ["ana"]}


def test_a_ramo_tells_spots_and_callers() -> None:
    """Exit code 0 for a Ramo, 1 for none."""
    table = [TABLE[0], {"player": "bob", "melds": ["k1 k2 k3", "r1 y1 k1"]}]
    yes = {"card": "b10", "table": table, "discarder": "bob", "hands": {"ana": "k10 y10 r2"}}
    result = ask("ramo", yes)
    assert result.code == 0
    (answer,) = result.objects()
    assert answer["spots"] == [{"meld": 1, "player": "ana", "result": ["b7", "b8", "b9", "b10"]}]
    (caller,) = answer["callers"]
    assert (caller["player"], caller["spots"]) == ("ana", [1])
    assert {frozenset(meld) for meld in caller["melds"]} == {frozenset({"b10", "k10", "y10"})}
    assert not caller["best"]["goes_out"]
    assert ask("ramo", {**yes, "card": "r12"}).code == 1


def test_a_ramo_question_names_its_faults() -> None:
    """A player with one meld cannot be down; a card must be given."""
    (answer,) = ask("ramo", {"table": TABLE}).objects()
    assert [fault["field"] for fault in answer["faults"]] == ["card"]
    (answer,) = ask("ramo", {"card": "b10", "table": TABLE}).objects()
    assert [fault["field"] for fault in answer["faults"]] == ["table[1].tiles"]


def test_a_hand_written_without_its_table_is_told_how_to_write_it() -> None:
    """A newcomer writes the cards alone; they were taken for a table, and the remedy was to call them loose."""
    done = run("contract", "--ruleset", "gin", "5h 6h 7h 10c jc qc 8s 8c 8h kd 2d")
    assert done.code == 2
    assert "'. / 5h 6h 7h" in done.out


def test_advice_tells_the_distance_of_the_hand_as_it_is() -> None:
    """The same hand asked for its contract is as far from it, with the same outs."""
    (hand,) = ask("contract", NEAR).objects()
    (advice,) = ask("advise", NEAR).objects()
    assert (advice["distance"], advice["outs"]) == (hand["distance"], hand["outs"]) == (1, {"k9": 2, "b9": 2, "j": 4})
