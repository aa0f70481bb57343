"""The page on rulesets is written from the data and never stale."""

from pathlib import Path

from meldsolver.rules import list_rulesets
from meldsolver.rules.document import document
from meldsolver.rules.ruleset import SECTIONS
from meldsolver.rules.schema import section_fields

PAGE = Path(__file__).parents[2] / "docs" / "rulesets.md"


def test_the_page_is_what_the_data_say() -> None:
    """Run `python -m meldsolver.rules.document > docs/rulesets.md` after a change of the data."""
    assert PAGE.read_text("utf-8") == document()


def test_every_field_is_documented_with_its_source() -> None:
    """A field without a meaning and a source is a field that nobody can choose."""
    for section in SECTIONS.values():
        for spec in section_fields(section).values():
            assert spec.info.doc.endswith("."), spec.name
            assert spec.info.source, spec.name
            assert spec.type is not int or spec.info.low is not None, spec.name


def test_every_game_is_on_the_page() -> None:
    """Whoever looks for a game finds what it changes."""
    page = document()
    assert all(f"#### `{summary.name}`" in page for summary in list_rulesets())
