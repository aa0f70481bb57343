"""Why: `hint` tells as much as its grade says; its plan, its list of plays and its pictures are contracts too."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from meldsolver import Status, parse_position
from meldsolver.cli.hint_answers import hint_answer
from meldsolver.hints import Grade, Told
from tests.cli.running import ask, run

POSITION = "r1 r2 r3 | k4 k5 k6 k7 / r4 r7 b7 k9 / opened"
STUCK = ". / r9 k9 b9 y1 / unopened"


@pytest.mark.parametrize(
    ("grade", "text"),
    [
        ("playable", "something can be played"),
        ("count", "3 tiles can be played"),
        ("rack_tiles", "play   r4 r7 b7"),
        ("melds", "touch\n  r1 r2 r3\n  k4 k5 k6 k7"),
        ("first_step", "first  Lay r4 from your rack at the end of meld 1 (r1 r2 r3) -> r1 r2 r3 r4."),
    ],
)
def test_each_grade_as_text(grade: str, text: str) -> None:
    """What a player reads; no grade tells what the next one would."""
    result = run("hint", "--grade", grade, POSITION)
    assert (result.code, result.out) == (0, text + "\n")


def test_the_plan_as_text() -> None:
    """Every step, then the table after it."""
    assert run("hint", POSITION).out == (
        "3 tiles, 18 points, 1 table tile moved; k9 left; the best play\n"
        "1. Lay r4 from your rack at the end of meld 1 (r1 r2 r3) -> r1 r2 r3 r4.\n"
        "2. Lay k7 from meld 2 (k4 k5 k6 k7) and r7 b7 from your rack as a new meld 3 -> r7 k7 b7.\n"
        "table\n> r1 r2 r3 r4\n> k4 k5 k6\n> r7 k7 b7\n"
    )


def test_the_plan_as_json() -> None:
    """An app applies the steps to its own tiles, so each tells whence its tiles come and what lies after it."""
    form = {"table": [["r1#a", "r2#b", "r3#c"]], "rack": ["k1#d", "r4#e"], "opened": True}
    assert ask("hint", form).objects() == [
        {
            "line": 1,
            "status": "OPTIMAL",
            "grade": "plan",
            "steps": [
                {
                    "kind": "place",
                    "sentence": "Lay r4 from your rack at the end of meld 1 (r1 r2 r3) -> r1 r2 r3 r4.",
                    "tiles": [{"tile": "r4#e", "from": "rack", "meld": None, "at": 1, "to": 0}],
                    "target": 0,
                    "results": [{"meld": 0, "tiles": ["r1#a", "r2#b", "r3#c", "r4#e"]}],
                    "region": 1,
                }
            ],
            "table": [["r1#a", "r2#b", "r3#c", "r4#e"]],
            "moved_tiles": 0,
        }
    ]


@pytest.mark.parametrize("grade", ["playable", "count", "rack_tiles", "melds", "first_step", "plan"])
def test_a_grade_has_its_own_fields_only(grade: str) -> None:
    """What must not be known yet must not be in the JSON either."""
    fields = {"count": {"count"}, "rack_tiles": {"rack_tiles"}, "melds": {"melds"}, "first_step": {"first_step"}}
    fields["plan"] = {"steps", "table", "moved_tiles"}
    (answer,) = ask(
        "hint", {"table": [["r1", "r2", "r3"]], "rack": ["r4"], "opened": True}, options=("--grade", grade)
    ).objects()
    assert answer.keys() == {"line", "status", "grade"} | fields.get(grade, set())


def test_alternatives_and_how_the_list_ended() -> None:
    """All best plays, each once; a list that was cut says so."""
    text = "r1 r2 r3 r4 | k1 k2 k3 k4 / r5 k5 y5 b5 y4 b4 j / opened"
    everything = run("hint", "--alternatives", "1000", "--time-limit", "60", text)
    assert everything.code == 0
    plays = sum(line.startswith("play ") for line in everything.out.splitlines())
    assert plays > 3
    assert everything.out.splitlines()[-1] == f"that was all: {plays} plays"
    cut = run("hint", "--alternatives", "2", text)
    assert cut.out.splitlines()[-1] == "stopped after 2 plays: the limit was reached, there may be more"
    assert run("hint", "--alternatives", "0", text).code == 2


def test_what_is_nearest_when_nothing_can_be_played() -> None:
    """Only on request, because it takes as many searches as there are tiles."""
    assert run("hint", STUCK).out == "NO_PLAY: nothing can be played\n"
    result = run("hint", "--nearest", STUCK)
    assert result.code == 1
    assert result.out == (
        "NO_PLAY: nothing can be played\n"
        "the rack's melds are worth 27; 3 points are missing to open\n"
        "one of these more would do: y9 j\n"
    )


def test_pictures(tmp_path: Path) -> None:
    """A plan and a play as SVG; with several positions one file each."""
    run("hint", "--svg", str(tmp_path / "plan.svg"), POSITION)
    run("solve", "--svg", str(tmp_path / "play.svg"), POSITION, POSITION)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plan.svg", "play-1.svg", "play-2.svg"]
    for path in tmp_path.iterdir():
        assert ElementTree.parse(path).getroot().tag.endswith("svg")
    failed = run("hint", "--svg", str(tmp_path / "no" / "plan.svg"), POSITION)
    assert failed.code > 1
    assert "cannot write" in failed.err


def test_a_hint_for_which_there_was_no_time_says_that_nothing_is_known() -> None:
    """A reader must not take it for a position in which nothing can be played."""
    answer = hint_answer(Told(Grade.PLAN, Status.UNKNOWN), parse_position(POSITION), None)
    assert answer.text(False) == "UNKNOWN: no play was found in time, and none ruled out"
    assert answer.form == {"status": "UNKNOWN", "grade": "plan"}


@pytest.mark.parametrize("grade", ["playable", "count", "rack_tiles", "melds", "first_step", "plan"])
def test_a_picture_shows_no_more_than_its_grade(grade: str, tmp_path: Path) -> None:
    """A plan of two steps: a lesser grade shows the position as it lies, the first step that step alone."""
    run("hint", "--grade", grade, "--svg", str(tmp_path / "hint.svg"), POSITION)
    text = " ".join(ElementTree.parse(tmp_path / "hint.svg").getroot().itertext())
    steps = [number for number in (1, 2) if f"{number}. Lay" in text]
    assert steps == {"first_step": [1], "plan": [1, 2]}.get(grade, [])
    assert ("Plan: 2 steps" in text) is (grade == "plan")
    assert ("laid from the rack" in text) is (grade in ("first_step", "plan"))


@pytest.mark.parametrize("options", [("--svg", "x.svg"), ("--svg", "plan"), ("--nearest",), ("--grade", "count")])
def test_what_alternatives_would_ignore_is_refused(options: tuple[str, ...]) -> None:
    """An option that does nothing is worse than none."""
    result = run("hint", "--alternatives", "2", *options, POSITION)
    assert (result.code, result.out) == (2, "")
    assert f"{options[0]} says nothing beside --alternatives" in result.err
