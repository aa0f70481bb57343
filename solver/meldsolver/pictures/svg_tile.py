"""One tile as SVG: a rank in its suit's colour over a mark whose shape tells the suit without colour."""

from __future__ import annotations

from enum import StrEnum
from html import escape

from meldsolver.tiles import Tile

WIDTH, HEIGHT = 36, 48

PAPER, EDGE, TEXT = "#fdf8ea", "#6b6250", "#1c1a16"
INKS = {
    "r": "#c4161c",
    "y": "#a86400",
    "k": "#1a1a1a",
    "b": "#1558b0",
    "g": "#1d7a3a",
    "p": "#7a2f95",
    "w": "#6a6a6a",
    "m": "#7d4a21",
}
_HEART = "M0,5.6 C-7,0.6 -6.6,-5 -3.2,-5 C-1.4,-5 -0.4,-3.8 0,-2.6 C0.4,-3.8 1.4,-5 3.2,-5 C6.6,-5 7,0.6 0,5.6 Z"
_SPADE = (
    "M0,-5.8 C6.6,-1 7,3.4 3.6,3.6 C2.2,3.7 1.2,3 0.7,2.2 L1.9,5.8 L-1.9,5.8 L-0.7,2.2 "
    "C-1.2,3 -2.2,3.7 -3.6,3.6 C-7,3.4 -6.6,-1 0,-5.8 Z"
)
_CLUB = (
    "M0,-5.9 a2.9,2.9 0 0 1 2.3,4.6 a2.9,2.9 0 1 1 -1.6,4 L1.8,5.8 L-1.8,5.8 L-0.7,2.7 "
    "a2.9,2.9 0 1 1 -1.6,-4 a2.9,2.9 0 0 1 2.3,-4.6 Z"
)
MARKS = {
    "r": _HEART,
    "y": "M0,-6 L4.6,0 L0,6 L-4.6,0 Z",
    "k": _SPADE,
    "b": _CLUB,
    "g": "M0,-5.6 L5.8,4.8 L-5.8,4.8 Z",
    "p": "M-4.8,-4.8 H4.8 V4.8 H-4.8 Z",
    "w": "M-5.4,0 a5.4,5.4 0 1 0 10.8,0 a5.4,5.4 0 1 0 -10.8,0 M-2.6,0 a2.6,2.6 0 1 1 5.2,0 a2.6,2.6 0 1 1 -5.2,0",
    "m": "M-1.9,-5.6 H1.9 V-1.9 H5.6 V1.9 H1.9 V5.6 H-1.9 V1.9 H-5.6 V-1.9 H-1.9 Z",
}
"""Heart, diamond, spade and club, as in the notation for cards; triangle, square, ring and cross."""

_STAR = "M0,-9 L2.3,-3 L8.6,-2.8 L3.6,1.1 L5.3,7.3 L0,3.7 L-5.3,7.3 L-3.6,1.1 L-8.6,-2.8 L-2.3,-3 Z"


class Mark(StrEnum):
    """What a picture says about a tile, besides which it is."""

    NONE = "none"
    LAID = "laid"
    """Comes from the rack: a heavy edge and a plus."""
    MOVED = "moved"
    """Comes from another meld: a heavy dashed edge and an arrow."""
    LEFT = "left"
    """Stays in the rack: paler."""


def tile_svg(tile: Tile, x: float, y: float, mark: Mark = Mark.NONE) -> str:
    """The tile with its upper left corner at a point."""
    ink = INKS.get(tile.suit, TEXT)
    edge = {
        Mark.LAID: f'stroke="{TEXT}" stroke-width="2.6"',
        Mark.MOVED: f'stroke="{TEXT}" stroke-width="2.6" stroke-dasharray="5 3"',
    }.get(mark, f'stroke="{EDGE}" stroke-width="1"')
    pale = ' opacity="0.55"' if mark is Mark.LEFT else ""
    parts = [
        f'<g transform="translate({x:g} {y:g})"{pale}>',
        f"<title>{escape(_spoken(tile, mark))}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="5" fill="{PAPER}" {edge}/>',
        _face(tile, ink),
    ]
    if mark is Mark.LAID:
        parts.append(_badge('<path d="M-3.4,0 H3.4 M0,-3.4 V3.4"'))
    elif mark is Mark.MOVED:
        parts.append(_badge('<path d="M-3.6,0 H3 M0.4,-2.8 L3.2,0 L0.4,2.8"'))
    return "".join([*parts, "</g>"])


def _badge(path: str) -> str:
    drawn = f'{path} fill="none" stroke="#fff" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>'
    return f'<g transform="translate({WIDTH - 1} 1)"><circle r="6.5" fill="{TEXT}"/>{drawn}</g>'


def _face(tile: Tile, ink: str) -> str:
    middle = WIDTH / 2
    if tile.name:
        size = 17 if len(tile.name) <= 2 else 13 if len(tile.name) <= 4 else 9
        return _text(middle, 29, size, TEXT, tile.name[:8])
    if tile.suit:
        rank = _text(middle, 24, 20, ink, str(tile.rank))
        mark = MARKS.get(tile.suit)
        shape = f'<path d="{mark}" fill="{ink}" fill-rule="evenodd" transform="translate({middle:g} 36)"/>'
        if mark is None:
            shape = _text(middle, 41, 12, ink, tile.suit)
        wild = _text(7, 11, 9, ink, "*") if tile.wild else ""
        return rank + shape + wild
    star = f'<path d="{_STAR}" fill="{TEXT}" transform="translate({middle:g} 19)"/>'
    if tile.stands_for is None:
        return star + _text(middle, 42, 10, TEXT, "wild")
    return star + _text(middle, 42, 11, INKS.get(tile.stands_for.suit, TEXT), f"={tile.stands_for}")


def _text(x: float, y: float, size: int, ink: str, text: str) -> str:
    style = f'font-size="{size}" font-weight="bold" fill="{ink}" text-anchor="middle"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(text)}</text>'


def _spoken(tile: Tile, mark: Mark) -> str:
    said = {Mark.LAID: ", laid from the rack", Mark.MOVED: ", moved", Mark.LEFT: ", left in the rack"}.get(mark, "")
    return str(tile.plain()) + said
