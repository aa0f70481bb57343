"""A page of SVG that grows downwards: headings, sentences, and melds in rows that wrap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from meldsolver.pictures.svg_tile import HEIGHT, TEXT, WIDTH, Mark, tile_svg
from meldsolver.tiles import Tile

PAGE, MARGIN, GAP, BETWEEN, ROW = 860, 16, 3, 22, 14
NUMBER = 8
"""Room above a row of melds for their numbers."""
LETTER = 7.4
"""How wide a letter of a sentence is at most, to break lines without measuring fonts."""

Marked = Sequence[tuple[Tile, Mark]]


class Page:
    """Collects what is drawn; :meth:`svg` is the picture."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._parts: list[str] = []
        self._y = float(MARGIN)

    def heading(self, text: str) -> None:
        """A line in bold."""
        self._y += 16
        self._line(text, 14, bold=True)
        self._y += 8

    def sentence(self, text: str, indent: int = 0) -> None:
        """Text, broken at spaces."""
        for line in _wrapped(text, int((PAGE - 2 * MARGIN - indent) / LETTER)):
            self._y += 15
            self._line(line, 13, indent=indent)
        self._y += 12

    def melds(
        self, melds: Iterable[Marked], *, indent: int = 0, gap: int = BETWEEN, numbers: Sequence[int] = ()
    ) -> None:
        """Melds side by side, each with its number above its first tile where numbers are given."""
        x = start = float(MARGIN + indent)
        drawn = False
        self._y += NUMBER if numbers else 0
        for index, meld in enumerate(melds):
            for first, part in enumerate(_parts(meld, start)):
                width = len(part) * (WIDTH + GAP) - GAP
                if x > start and x + width > PAGE - MARGIN:
                    x = start
                    self._y += HEIGHT + ROW + (NUMBER if numbers else 0)
                for place, (tile, mark) in enumerate(part):
                    self._parts.append(tile_svg(tile, x + place * (WIDTH + GAP), self._y, mark))
                if numbers and not first:
                    self._number(numbers[index], x)
                x += width + gap
                drawn = True
        self._y += HEIGHT + ROW if drawn else 0

    def _number(self, number: int, x: float) -> None:
        self._parts.append(f'<text x="{x:g}" y="{self._y - 4:g}" font-size="11" fill="{TEXT}">{number}</text>')

    def _line(self, text: str, size: int, *, indent: int = 0, bold: bool = False) -> None:
        style = f'font-size="{size}" fill="{TEXT}"' + (' font-weight="bold"' if bold else "")
        self._parts.append(f'<text x="{MARGIN + indent}" y="{self._y:g}" {style}>{escape(text)}</text>')

    def svg(self) -> str:
        """The picture, complete in one string."""
        height = self._y + MARGIN
        size = f'viewBox="0 0 {PAGE} {height:g}" width="{PAGE}" height="{height:g}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
            f'role="img" font-family="Verdana, DejaVu Sans, sans-serif"><title>{escape(self._title)}</title>'
            f'<rect width="{PAGE}" height="{height:g}" fill="#ffffff"/>{"".join(self._parts)}</svg>\n'
        )


def _parts(meld: Marked, start: float) -> Iterable[Marked]:
    """A meld in pieces that fit the page; nearly always one."""
    most = max(1, int((PAGE - MARGIN - start + GAP) // (WIDTH + GAP)))
    return [meld[index : index + most] for index in range(0, len(meld), most)]


def _wrapped(text: str, letters: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > letters:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines
