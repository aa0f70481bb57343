"""Presets beside their sources: the page that records what each source says agrees with the data."""

import json
import re
from pathlib import Path

import pytest

from meldsolver.rules import get_ruleset, list_rulesets
from meldsolver.rules.loading import ruleset_to_mapping

PAGE = Path(__file__).parents[2] / "docs" / "presets.md"
ROW = re.compile(r"\| `([\w-]+)` \| (.+?) \| (.+?) \| `([\w.]+)` \| `(.+)` \|")
ROWS = [match.groups() for line in PAGE.read_text().splitlines() if (match := ROW.fullmatch(line))]
NAMES = [summary.name for summary in list_rulesets()]


def test_every_line_of_a_table_is_read() -> None:
    """A row that the test cannot read would be a row that nobody compares."""
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    assert len(lines) == len(ROWS) > len(NAMES)


def test_every_preset_is_told_beside_a_source() -> None:
    """No preset without a text that it follows."""
    assert {row[0] for row in ROWS} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_values_told_are_those_of_the_preset(name: str) -> None:
    """What the page says of a field is what the game is played by."""
    mapping = ruleset_to_mapping(get_ruleset(name))
    for preset, _, _, field, value in ROWS:
        if preset == name:
            section, _, part = field.partition(".")
            told = mapping[section][part] if part else mapping[section]
            assert told == json.loads(value.replace("\\|", "|")), field
