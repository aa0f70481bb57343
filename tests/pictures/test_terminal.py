"""Why: pictures must be readable in black and white, and colours must go only where they can be seen."""

import io
import re

import pytest

from meldsolver.pictures.terminal import supports_colour, table_text, tile_text, tiles_text
from meldsolver.tiles import Alphabet, format_melds, format_tiles, parse_melds, parse_tiles

TILES = parse_tiles("r5 y13 k1 b10#a j j=r5 r2w skip g4 z1", Alphabet(tuple("rykbgz")))


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "shown"),
    [
        (Screen(), {"TERM": "xterm-256color"}, True),
        (Screen(), {"TERM": "xterm", "NO_COLOR": ""}, True),
        (Screen(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (Screen(), {"TERM": "dumb"}, False),
        (Screen(), {}, False),
        (io.StringIO(), {"TERM": "xterm-256color"}, False),
    ],
)
def test_colours_go_only_to_terminals_that_show_them(
    stream: io.StringIO, environment: dict[str, str], shown: bool
) -> None:
    """NO_COLOR counts when it is set to anything but the empty text (no-color.org)."""
    assert supports_colour(stream, environment) is shown


def test_without_colour_the_text_is_the_notation() -> None:
    """So that a picture can be pasted into the next command."""
    assert tiles_text(TILES) == format_tiles(TILES)
    assert tiles_text(()) == "."
    assert [tile_text(tile) for tile in TILES] == [str(tile) for tile in TILES]


def test_colour_adds_nothing_but_colour() -> None:
    """The suit letter is always there: a reader who sees no colours reads the same."""
    for tile in TILES:
        coloured = tile_text(tile, colour=True)
        assert coloured.startswith("\x1b[")
        assert coloured.endswith("\x1b[0m")
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured).strip() == str(tile)


def test_the_suits_differ_in_colour() -> None:
    """And a wild from all of them."""
    coloured = {tile_text(tile, colour=True).partition("m")[0] for tile in parse_tiles("r1 y1 k1 b1 j")}
    assert len(coloured) == 5


def test_new_and_changed_melds_are_marked() -> None:
    """Two equal melds of which one changed: one stays unmarked."""
    before = parse_melds("r1 r2 r3 | r1 r2 r3 | k5 y5 b5")
    after = parse_melds("r1 r2 r3 | k5 y5 b5 | r1 r2 r3 r4 | b1 b2 b3")
    assert table_text(after, before=before) == "  r1 r2 r3\n  k5 y5 b5\n> r1 r2 r3 r4\n> b1 b2 b3"
    assert table_text(after) == "  " + format_melds(after).replace(" | ", "\n  ")
