"""Why: `solve` is a contract: these fields, one answer a line in the same order, a bad line costs only itself."""

import json
from pathlib import Path
from typing import Any

import pytest

from meldsolver import Objective
from tests.cli.running import ask, run

PLAYABLE = {"table": [["r1", "r2", "r3"]], "rack": ["r4", "j"], "opened": True}
STUCK = {"table": [], "rack": ["r4", "k7"], "opened": True}


def test_the_fields_of_an_answer() -> None:
    """Exactly these, so that a program can rely on them."""
    result = ask("solve", {"ruleset": "tile-rummy", **PLAYABLE, "loose": [], "objectives": ["tiles", "points"]})
    assert result.code == 0
    (answer,) = result.objects()
    assert answer.pop("seconds") > 0
    assert answer == {
        "line": 1,
        "status": "OPTIMAL",
        "tiles_played": 2,
        "points_played": 4,
        "meld_points": 9,
        "played": ["r4", "j"],
        "rack": [],
        "table": [["r1", "r2", "r3", "r4", "j"]],
        "goals": [{"objective": "tiles", "value": 2, "bound": 2}, {"objective": "points", "value": 4, "bound": 4}],
    }


def test_the_answer_is_a_position_again() -> None:
    """Its table and rack, opened, are the next question: nothing more can be played."""
    first = ask("solve", {**PLAYABLE, "rack": ["r4", "k1"]}).objects()[0]
    second = ask("solve", {"table": first["table"], "rack": first["rack"], "opened": True}).objects()[0]
    assert (second["status"], second["table"], second["rack"]) == ("NO_PLAY", first["table"], ["k1"])


def test_ids_come_back_on_their_tiles() -> None:
    """The app's own tiles, whichever way it writes their ids."""
    form = {"table": [["r1#a", "r2#b", "r3"]], "rack": [{"tile": "r4", "id": "c"}, "k1#d"], "opened": True}
    (answer,) = ask("solve", form).objects()
    assert (answer["played"], answer["rack"]) == (["r4#c"], ["k1#d"])
    assert answer["table"] == [["r1#a", "r2#b", "r3", "r4#c"]]


def test_text_for_people() -> None:
    """What is played, what is left, and the table with the changed melds marked."""
    result = run("solve", "r1 r2 r3 | k5 y5 b5 / r4 k1 / opened")
    assert result.code == 0
    assert result.out == "OPTIMAL: 1 tile, 4 points\nplay   r4\nleft   k1\ntable\n> r1 r2 r3 r4\n  k5 y5 b5\n"


def test_no_play_is_the_answer_no() -> None:
    """Exit code 1 when no position has a play, so that a shell can ask; one play among many is a yes."""
    alone = run("solve", "/ r4 k7 / opened")
    assert (alone.code, alone.out) == (1, "NO_PLAY: nothing can be played\n")
    assert ask("solve", STUCK, STUCK).code == 1
    both = ask("solve", STUCK, PLAYABLE)
    assert both.code == 0
    assert [answer["status"] for answer in both.objects()] == ["NO_PLAY", "OPTIMAL"]
    assert both.objects()[0]["rack"] == ["r4", "k7"]


def test_a_table_in_mid_turn_that_cannot_be_finished() -> None:
    """With loose tiles the question is another, and so is the sentence."""
    assert run("solve", "r1 r2 r3 / k1 / opened / loose k9").out == "NO_PLAY: the table cannot be finished\n"
    assert run("solve", "r1 r2 r3 / k1 / opened / loose r4").code == 0


def test_objectives_seed_and_time_limit_of_a_line_come_before_the_options() -> None:
    """Two tiles of one point or... the order of wishes decides, and a line may have its own."""
    form = {"rack": "k11 k12 k13 r1 y1 b1 k1", "opened": True}
    options = ("--objectives", "points , tiles", "--seed", "3", "--time-limit", "5")
    names = [
        [goal["objective"] for goal in answer["goals"]]
        for answer in ask(
            "solve", form, {**form, "objectives": ["wilds_kept", "tiles"], "seed": 4, "time_limit": 1}, options=options
        ).objects()
    ]
    assert names == [["points", "tiles"], ["wilds_kept", "tiles"]]


def test_the_help_names_every_objective() -> None:
    """It is written out there, because the solver must not be loaded for it."""
    shown = run("solve", "--help").out
    assert all(str(objective) in shown for objective in Objective)


def test_opened_is_a_default_only() -> None:
    """Ten points do not open; --opened speaks for positions that do not say it."""
    position = "/ r1 r2 r3 r4{}"
    assert run("solve", position.format("")).code == 1
    assert run("solve", "--opened", position.format("")).code == 0
    assert run("solve", "--opened", position.format("/unopened")).code == 1
    assert ask("solve", {"rack": "r1 r2 r3 r4"}, options=("--opened",)).code == 0


def test_rulesets_by_name_inline_and_from_a_file(tmp_path: Path) -> None:
    """A line's own ruleset comes before the option; all are the same game at the end."""
    rules = tmp_path / "easy.toml"
    rules.write_text('extends = "tile-rummy"\n[opening]\nthreshold = 3\n')
    form: dict[str, Any] = {"rack": "r1 r2 r3"}
    assert ask("solve", form).code == 1
    assert ask("solve", form, options=("--ruleset", str(rules))).code == 0
    assert ask("solve", {**form, "ruleset": {"extends": "tile-rummy", "opening": {"threshold": 3}}}).code == 0
    assert ask("solve", {**form, "ruleset": "tile_rummy"}, options=("--ruleset", str(rules))).code == 1


FAULTS: list[tuple[Any, list[str]]] = [
    ({"tabel": [], "rak": []}, ["tabel", "rak"]),
    ({"rack": ["r1", "zz", 3]}, ["rack[1]", "rack[2]"]),
    ({"rack": ["r1", "r1", "r1"]}, ["rack[2]"]),
    ({"rack": ["r14"]}, ["rack[0]"]),
    ({"rack": ["g1"]}, ["rack[0]"]),
    ({"rack": ["r1#a", "r2#a"]}, ["rack[1]"]),
    ({"table": ["r1 r2"]}, ["table[0]"]),
    ({"table": [[]]}, ["table[0]"]),
    ({"level": 3}, ["level"]),
    ({"objectives": "tiles"}, ["objectives"]),
    ({"objectives": ["tiles", "tile", 5]}, ["objectives[1]", "objectives[2]"]),
    ({"objectives": []}, ["objectives"]),
    ({"objectives": ["tiles", "tiles"]}, ["objectives[1]"]),
    ({"seed": -1}, ["seed"]),
    ({"seed": 1.5}, ["seed"]),
    ({"time_limit": 0}, ["time_limit"]),
    ({"time_limit": -1}, ["time_limit"]),
    ({"time_limit": "1"}, ["time_limit"]),
    ({"time_limit": 1e999}, ["time_limit"]),
    ({"time_limit": 10**400}, ["time_limit"]),
    ({"time_limit": True}, ["time_limit"]),
    ({"ruleset": "tile-rumy"}, ["ruleset"]),
    ({"ruleset": ["tile-rummy"]}, ["ruleset"]),
    ({"ruleset": {"extends": "nothing"}}, ["ruleset.extends"]),
    ({"ruleset": {"deck": {"ranks": -1}}}, ["ruleset.deck.ranks"]),
    ({"rack": ["r1"] * 10_000}, [f"rack[{index}]" for index in range(2, 102)]),
]


@pytest.mark.parametrize(("form", "fields"), FAULTS, ids=lambda value: str(value)[:60])
def test_a_position_that_cannot_be_read_names_its_fields(form: Any, fields: list[str]) -> None:
    """Every fault at once; the next line is answered all the same, and the exit code tells."""
    text = json.dumps(form).replace("Infinity", "1e999")
    result = run("solve", "--format", "json", "-", stdin=f"{text}\n{json.dumps(PLAYABLE)}\n")
    assert result.code == 2
    refused, answered = result.objects()
    assert [fault["field"] for fault in refused["faults"]] == fields
    assert set(refused) == {"line", "error", "faults"}
    assert (answered["line"], answered["status"]) == (2, "OPTIMAL")


def test_a_line_that_is_no_position_shows_the_place() -> None:
    """In text for people, the number of the line comes first."""
    result = run("solve", "-", stdin="r1 r2 r3 / r4 / opened\n\nr1 r2 r3 / zz\n")
    assert result.code == 2
    answers = result.out.splitlines()
    assert answers[0] == "1: OPTIMAL: 1 tile, 4 points"
    assert answers[-2] == "2: error: the line is empty; write one position a line"
    assert answers[-1].startswith("3: error: at character 12: 'zz' is no tile")


def test_many_jobs_keep_the_order() -> None:
    """The hard line first: the easy ones after it are done sooner, and still come later."""
    hard = {
        "table": [f"{suit}1 {suit}2 {suit}3 {suit}4 {suit}5" for suit in "rykb"],
        "rack": "j j r6 y7 k8 b9 r1 y2",
        "opened": True,
    }
    forms = [hard, *[{"rack": f"r{rank} r{rank + 1} r{rank + 2}", "opened": True} for rank in range(1, 12)]]
    one, four = ask("solve", *forms), ask("solve", *forms, options=("--jobs", "4"))
    for answers in (one.objects(), four.objects()):
        assert [answer["line"] for answer in answers] == list(range(1, 13))
        assert [answer["points_played"] for answer in answers[1:]] == [3 * rank + 3 for rank in range(1, 12)]


USAGE = [
    ["--objectives", "tiles,tile"],
    ["--objectives", ""],
    ["--time-limit", "soon"],
    ["--time-limit", "nan"],
    ["--seed", "x"],
    ["--seed", "99999999999"],
    ["--jobs", "0"],
    ["--ruleset", "tile-rumy"],
    ["--ruleset", "missing.toml"],
    ["--format", "xml"],
    ["missing.jsonl"],
]


@pytest.mark.parametrize("arguments", USAGE, ids=" ".join)
def test_wrong_usage_ends_the_run_with_a_sentence(arguments: list[str]) -> None:
    """Nothing is answered, nothing goes to standard output, and the code is that of bad input."""
    result = run("solve", *arguments, stdin='{"rack": []}\n')
    assert (result.code, result.out) == (2, "")
    assert result.err.splitlines()[-1].startswith("meldsolver solve: ")
