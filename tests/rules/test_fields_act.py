"""Every field of a ruleset acts somewhere, or is told as a fact."""

import ast
from pathlib import Path

import pytest

import meldsolver
from meldsolver.rules.ruleset import SECTIONS
from meldsolver.rules.schema import section_fields

PACKAGE = Path(meldsolver.__file__).parent
CHECKED = ("take_back", "stepwise_valid", "rack_only")
"""Refused by name unless they have their default, so nothing else needs to read them."""
FIELDS = [(section, spec) for section, kind in SECTIONS.items() for spec in section_fields(kind).values()]


def read_names() -> set[str]:
    """Every attribute that the package reads, apart from the check of rulesets and the page about them."""
    names = set()
    for path in PACKAGE.rglob("*.py"):
        if path.name not in ("validation.py", "document.py"):
            tree = ast.parse(path.read_text())
            names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return names


READ = read_names()


@pytest.mark.parametrize(("section", "spec"), FIELDS, ids=lambda item: item if isinstance(item, str) else item.name)
def test_a_field_acts_or_is_a_fact(section: str, spec) -> None:  # type: ignore[no-untyped-def]
    """Why: a field that is read nowhere was accepted and ignored."""
    if spec.info.fact:
        assert spec.name not in READ - {"draw"}, f"{section}.{spec.name} is told as a fact, but something reads it"
    else:
        assert spec.name in READ or spec.name in CHECKED, f"{section}.{spec.name} is read by nothing"
