"""Pictures: nothing overlaps, nothing leaves the page, and nothing changes unseen.

Why: whether a picture is good is judged by eye, but that it has changed must be told. When one changes on purpose, look
at it and store it in ``tests/data/pictures``: ``python -m tests.pictures.test_layout``.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from meldsolver import get_ruleset, parse_melds, parse_position
from meldsolver.hints.plan import plan_of
from meldsolver.pictures.svg import plan_svg, play_svg, position_svg
from meldsolver.pictures.svg_page import MARGIN, PAGE

SVG = "{http://www.w3.org/2000/svg}"
STORED = Path(__file__).parents[1] / "data" / "pictures"
RULES = get_ruleset("tile-rummy")
LONG = " | ".join(" ".join(f"{suit}{first + step}" for step in range(4)) for suit in "rykb" for first in (1, 5, 9))


@cache
def pictures() -> dict[str, str]:
    """Each kind of picture, with every mark, tiles of every kind, an empty rack and table, and lines that break."""
    position = parse_position(
        "r1 r2 r3 | k4 k5 k6 k7 | r5 j r7 | j=y9 k9 b9 / r4 r6 r7 b7 y1 y2 k12 / opened / loose y3"
    )
    play = parse_melds("r1 r2 r3 r4 | k4 k5 k6 | r5 r6 r7 | r7 k7 b7 | y1 y2 y3 j | j=y9 k9 b9")
    end = parse_position("r1 r2 r3 / r4 / opened")
    called = parse_position("r5 y5 k5 / . / opened / level 1 / called b5")
    broken = parse_position("r3 y3 k3 b3 | r4 y4 k4 b4 | r5 y5 k5 b5 / r1 / opened")
    runs = parse_melds("r3 r4 r5 | y3 y4 y5 | k3 k4 k5 | b3 b4 b5")
    return {
        "position": position_svg(position),
        "unopened": position_svg(parse_position(". / . / unopened")),
        "called": position_svg(called),
        "long": position_svg(parse_position(f"{LONG} / r1 skip j k2w / unopened")),
        "play": play_svg(position, play),
        "last": play_svg(end, parse_melds("r1 r2 r3 r4")),
        "plan": plan_svg(position, plan_of(position, play, RULES)),
        "one-step": plan_svg(end, plan_of(end, parse_melds("r1 r2 r3 r4"), RULES)),
        "broken": plan_svg(broken, plan_of(broken, runs, RULES)),
    }


NAMES = sorted(path.stem for path in STORED.glob("*.svg"))


def test_every_picture_is_stored() -> None:
    """None is left out below."""
    assert sorted(pictures()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_the_one_that_is_stored(name: str) -> None:
    """Letter by letter."""
    assert pictures()[name] == (STORED / f"{name}.svg").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_tiles_do_not_overlap_and_stay_on_the_page(name: str) -> None:
    """Told by the places at which the tiles are drawn, and by the page's own size."""
    root = ElementTree.fromstring(pictures()[name])
    width, height = map(float, (root.get("viewBox") or "").split()[2:])
    assert width == PAGE
    drawn = [group for group in root.iter(f"{SVG}g") if group.find(f"{SVG}title") is not None]
    boxes = []
    for group in drawn:
        found = re.search(r"translate\(([\d.]+)[ ,]([\d.]+)\)", group.get("transform") or "")
        assert found is not None
        boxes.append((float(found[1]), float(found[2])))
    for x, y in boxes:
        assert MARGIN <= x <= width - MARGIN
        assert 0 < y < height
    for index, (x, y) in enumerate(boxes):
        assert not any(abs(x - a) < 30 and abs(y - b) < 40 for a, b in boxes[:index])
    for text in root.iter(f"{SVG}text"):
        assert float(text.get("y") or 0) <= height


if __name__ == "__main__":
    STORED.mkdir(exist_ok=True)
    for title, picture in pictures().items():
        (STORED / f"{title}.svg").write_text(picture, "utf-8")
