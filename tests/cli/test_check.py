"""Why: `check` is a contract: these fields, these codes, in the order of the lines, and an exit code that says no."""

from typing import Any

import pytest

from tests.cli.running import ask, run

LEGAL = {
    "before": {"table": [["r1", "r2", "r3"]], "rack": ["r4", "k1"], "opened": True},
    "after": {"table": ["r1 r2 r3 r4"]},
}
NOTHING = {"ruleset": "tile-rummy", "before": {"table": [], "rack": [], "opened": False}, "after": {"table": []}}


def test_a_legal_move_tells_its_effects() -> None:
    """Exit code 0, no violations, and what the move did."""
    result = ask("check", LEGAL)
    assert result.code == 0
    assert result.objects() == [
        {
            "line": 1,
            "legal": True,
            "violations": [],
            "effects": {
                "played": ["r4"],
                "points": 4,
                "opened": True,
                "opening_points": 0,
                "wilds_freed": 0,
                "melds_changed": [0],
            },
        }
    ]


def test_an_illegal_move_tells_every_reason_and_where() -> None:
    """A table tile is gone, and a group is no meld: both are said at once."""
    before = {"table": [["r1", "r2", "r3"], ["k9", "y9", "b9"]], "rack": ["r4", "k1"], "opened": True}
    result = ask("check", {"before": before, "after": {"table": ["r1 r2 r3 r4", "y9 b9 k1"]}})
    assert result.code == 1
    (answer,) = result.objects()
    assert (answer["legal"], "effects" in answer) == (False, False)
    by_code = {violation["code"]: violation for violation in answer["violations"]}
    assert by_code.keys() == {"TABLE_TILE_MISSING", "INVALID_MELD"}
    assert by_code["TABLE_TILE_MISSING"]["tiles"] == ["k9"]
    assert by_code["INVALID_MELD"]["meld"] == 1
    assert all(
        violation.keys() == {"code", "message", "meld", "table_meld", "tiles"} for violation in answer["violations"]
    )


def test_the_form_of_the_contract() -> None:
    """The very line of the contract: nothing was played, so it is illegal, and not an error."""
    result = ask("check", NOTHING)
    assert result.code == 1
    assert "NO_TILE_PLAYED" in [violation["code"] for violation in result.objects()[0]["violations"]]


def test_text_for_people() -> None:
    """A move in one line of text; the answer in one, or in one a reason."""
    legal = run("check", "r1 r2 r3 / r4 k1 / opened => r1 r2 r3 r4")
    assert (legal.code, legal.out) == (0, "legal: r4 played, 4 points\n")
    illegal = run("check", "r1 r2 r3 / r4 k1 / opened => r1 r2 r3 k1")
    assert illegal.code == 1
    assert illegal.out.startswith("illegal\n  INVALID_MELD: r1 r2 r3 k1 is no meld")


def test_opened_is_a_default_only() -> None:
    """--opened speaks for positions that do not say it themselves."""
    move = "r1 r2 r3 / r4{} => r1 r2 r3 r4"
    assert run("check", move.format("")).code == 1
    assert run("check", "--opened", move.format("")).code == 0
    assert run("check", "--opened", move.format(" / unopened")).code == 1
    form = {"before": {"table": ["r1 r2 r3"], "rack": ["r4"]}, "after": {"table": ["r1 r2 r3 r4"]}}
    assert ask("check", form).code == 1
    assert ask("check", form, options=("--opened",)).code == 0


FAULTS: list[tuple[Any, list[str]]] = [
    ({}, ["before", "after"]),
    ({"before": {}}, ["after"]),
    ({"before": {}, "after": {}}, ["after.table"]),
    ({"before": {}, "after": []}, ["after"]),
    ({"before": 1, "after": {"table": 2}}, ["before", "after.table"]),
    ({"before": {}, "after": {"table": []}, "seed": 1}, ["seed"]),
    ({"before": {"rak": []}, "after": {"table": [], "rack": []}}, ["before.rak", "after.rack"]),
    ({"before": {"table": [["r1", "zz"]]}, "after": {"table": [["q"]]}}, ["before.table[0][1]", "after.table[0][0]"]),
    ({"before": {"rack": ["r14"]}, "after": {"table": [["r77"]]}}, ["before.rack[0]", "after.table[0][0]"]),
    ({"before": {"rack": ["r1", "r1", "r1"]}, "after": {"table": []}}, ["before.rack[2]"]),
    ({"before": {"table": ["r1 r2"]}, "after": {"table": []}}, ["before.table[0]"]),
    ({"ruleset": "no such game", **LEGAL}, ["ruleset"]),
    ({"ruleset": 7, **LEGAL}, ["ruleset"]),
    ({"ruleset": {"extends": "tile-rummy", "deck": {"rank": 5}}, **LEGAL}, ["ruleset.deck.rank"]),
]


@pytest.mark.parametrize(("form", "fields"), FAULTS, ids=lambda value: str(value)[:60])
def test_a_move_that_cannot_be_read_names_its_fields(form: Any, fields: list[str]) -> None:
    """Every fault at once, with the path inside the line's own object; the next line is answered."""
    result = ask("check", form, LEGAL)
    assert result.code == 2
    refused, answered = result.objects()
    assert [fault["field"] for fault in refused["faults"]] == fields
    assert all(fault.keys() == {"field", "reason", "message"} for fault in refused["faults"])
    assert all(field in refused["error"] for field in fields)
    assert (answered["line"], answered["legal"]) == (2, True)


TEXT_FAULTS = {
    "r1 r2 r3 / r4": "there is no =>",
    "r1 r2 zz / r4 => r1": "at character 7: 'zz'",
    "r1 r2 r3 / r4 / opened => r1 r2 r3 zz": "at character 36: 'zz'",
    "": "the line is empty",
}


@pytest.mark.parametrize(("text", "message"), TEXT_FAULTS.items())
def test_a_fault_in_text_shows_its_place(text: str, message: str) -> None:
    """Counted over the whole line."""
    result = run("check", "-", stdin=text + "\n")
    assert result.code == 2
    assert message in result.out


def test_a_ruleset_of_ones_own() -> None:
    """Inline in a line, or from a file for all lines."""
    form = {"ruleset": {"extends": "tile-rummy", "opening": {"threshold": 3}}, "before": {"rack": "r1 r2 r3 k1"}}
    assert ask("check", {**form, "after": {"table": ["r1 r2 r3"]}}).code == 0
    assert ask("check", {**form, "ruleset": None, "after": {"table": ["r1 r2 r3"]}}).code == 1
