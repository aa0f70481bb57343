"""Rows of a picture end within the page: a long meld is broken exactly where it no longer fits."""

import re

import pytest

from meldsolver.pictures.svg_page import GAP, MARGIN, PAGE, Page
from meldsolver.pictures.svg_tile import WIDTH, Mark
from meldsolver.tiles import natural


def rows(page: Page) -> dict[float, list[float]]:
    """By height, where tiles begin from left to right."""
    found: dict[float, list[float]] = {}
    for x, y in re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\)"[^>]*>\s*<title>', page.svg()):
        found.setdefault(float(y), []).append(float(x))
    return found


@pytest.mark.parametrize("indent", [*range(45), 100])
def test_a_long_meld_is_broken_where_it_no_longer_fits(indent: int) -> None:
    """Why: a tile past the edge is not seen, and a row broken early wastes the page; both went unnoticed."""
    page = Page("long")
    page.melds([[(natural("r", 1 + n % 13), Mark.NONE) for n in range(70)]], indent=indent)
    drawn = rows(page)
    assert sum(map(len, drawn.values())) == 70
    assert len(drawn) > 1
    *full, _ = (row for _, row in sorted(drawn.items()))
    for row in full:
        assert row[0] == MARGIN + indent
        assert row[-1] + WIDTH <= PAGE - MARGIN
        assert row[-1] + GAP + 2 * WIDTH > PAGE - MARGIN
