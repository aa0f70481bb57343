"""Why: a player finds a game by name, reads its rules, and checks a file of their own before using it."""

import json
from pathlib import Path

import pytest

from meldsolver.rules import get_ruleset, list_rulesets, load_ruleset
from tests.cli.running import run


def test_the_list_names_every_ruleset() -> None:
    """Grouped by family for people, an array for machines."""
    text, form = run("rulesets"), run("rulesets", "--format", "json")
    assert (text.code, form.code) == (0, 0)
    names = [summary.name for summary in list_rulesets()]
    assert [line.split()[0] for line in text.out.splitlines() if line.startswith("  ")] == names
    assert [entry["name"] for entry in json.loads(form.out)] == names


@pytest.mark.parametrize("name", [summary.name for summary in list_rulesets()])
def test_a_ruleset_shown_is_the_ruleset(name: str, tmp_path: Path) -> None:
    """Both forms can be saved, edited and loaded again."""
    for suffix, options in ((".toml", ()), (".json", ("--format", "json"))):
        file = tmp_path / f"rules{suffix}"
        file.write_text(run("rulesets", name, *options).out, "utf-8")
        assert load_ruleset(file) == get_ruleset(name)


def test_an_unknown_name_is_answered_with_close_ones() -> None:
    result = run("rulesets", "tile-rumy")
    assert result.code == 2
    assert "tile-rummy" in result.err


def test_check_tells_every_fault_of_a_file(tmp_path: Path) -> None:
    """Exit code 1, because validity is the question; 2 when there is no file to judge."""
    good, bad = tmp_path / "good.toml", tmp_path / "bad.json"
    good.write_text('extends = "tile-rummy"\n[deck]\nranks = 15\n')
    bad.write_text('{"deck": {"ranks": 0, "suit": 4}, "meld": {}}')
    assert (run("rulesets", "--check", str(good)).code, run("rulesets", "--check", str(good)).out) == (
        0,
        "valid: good\n",
    )
    text, form = run("rulesets", "--check", str(bad)), run("rulesets", "--check", str(bad), "--format", "json")
    assert (text.code, form.code) == (1, 1)
    fields = [fault["field"] for fault in json.loads(form.out)["faults"]]
    assert set(fields) == {"deck.ranks", "deck.suit", "meld"}
    assert all(f"  {field}: " in text.out for field in fields)
    missing = run("rulesets", "--check", str(tmp_path / "missing.toml"))
    assert (missing.code, missing.out) == (2, "")
    assert "cannot be read" in missing.err


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"= =", b"x = " + b"[" * 5000])
def test_check_survives_any_content(content: bytes, tmp_path: Path) -> None:
    """An empty file is the defaults; the rest is refused in a sentence."""
    file = tmp_path / "rules.toml"
    file.write_bytes(content)
    result = run("rulesets", "--check", str(file))
    assert result.code == (1 if content else 0)
    assert "Traceback" not in result.err
