"""Pictures as SVG show every tile once, tell suits by shape, and mark what a play lays and moves."""

from collections import Counter
from xml.etree import ElementTree

import pytest

from meldsolver import Position, Tile, get_ruleset, parse_position, parse_tiles
from meldsolver.hints import find_hint
from meldsolver.pictures.svg import plan_svg, play_svg, position_svg
from meldsolver.pictures.svg_tile import INKS, MARKS, Mark, tile_svg
from tests.solver.drawn import draw

SVG = "{http://www.w3.org/2000/svg}"
POSITION = parse_position("r1 r2 r3 | k4 k5 k6 k7 | r5 j r7 / r4 r7 b7 k9 / opened")


def titles(picture: str) -> list[str]:
    """What each drawn tile is said to be."""
    root = ElementTree.fromstring(picture)
    return [title.text or "" for group in root.iter(f"{SVG}g") for title in group.findall(f"{SVG}title")]


def test_a_position_shows_every_tile_once() -> None:
    """Why: a picture that leaves a tile out is worse than none."""
    shown = Counter(titles(position_svg(POSITION)))
    tiles = [*(tile for meld in POSITION.table for tile in meld), *POSITION.rack]
    assert shown == Counter(map(str, tiles))


def test_a_play_marks_what_is_laid_moved_and_left() -> None:
    """Why: without the marks a player has to compare two tables tile by tile."""
    play = find_hint(POSITION, get_ruleset("tile-rummy")).solution
    shown = Counter(titles(play_svg(POSITION, play.table)))
    assert {text: n for text, n in shown.items() if "," in text} == {
        "r4, laid from the rack": 1,
        "r7, laid from the rack": 1,
        "b7, laid from the rack": 1,
        "k7, moved": 1,
        "k9, left in the rack": 1,
    }
    assert sum(shown.values()) == 14


@pytest.mark.parametrize("seed", range(20))
def test_plans_are_well_formed_pictures_with_every_sentence(seed: int) -> None:
    """Why: a picture that a browser cannot read shows nothing at all."""
    case = draw(f"picture/{seed}")
    hint = find_hint(case.position, case.ruleset)
    if hint.plan is None:
        return
    picture = plan_svg(case.position, hint.plan)
    text = " ".join(element.text or "" for element in ElementTree.fromstring(picture).iter(f"{SVG}text"))
    for step in hint.plan.steps:
        assert step.sentence in text


def test_suits_are_told_by_shape_and_marks_by_line() -> None:
    """Why: in black and white, and to a colour-blind player, nothing may be lost."""
    assert INKS.keys() == MARKS.keys()
    assert len(set(MARKS.values())) == len(MARKS)
    drawn = {tile_svg(Tile("r", 5), 0, 0, mark) for mark in Mark}
    assert len(drawn) == len(Mark)


def test_odd_tiles_and_empty_positions_can_be_drawn() -> None:
    """Why: specials, wild ranks and fixed wilds occur, and a name may hold what XML reserves."""
    rack = (*parse_tiles("skip -1 +3 ? j j=r5 r2w"), Tile(name="<&>"), Tile("q", 3))
    assert len(titles(position_svg(Position(rack=rack)))) == len(rack)
    assert titles(position_svg(Position())) == []
