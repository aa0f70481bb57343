"""Why: what is written can be read back, reading is liberal, and a fault shows its token and its place."""

import pytest
from hypothesis import given

from meldsolver.tiles import (
    Alphabet,
    Face,
    Meld,
    ParseError,
    Tile,
    format_melds,
    format_tiles,
    natural,
    parse_melds,
    parse_tile,
    parse_tiles,
)
from tests.tiles.strategies import melds, tiles


@given(tiles())
def test_a_tile_reads_back_from_its_text(tile: Tile) -> None:
    """The first law of a notation."""
    assert parse_tile(str(tile)) == tile


@given(tiles())
def test_case_does_not_matter_except_in_ids(tile: Tile) -> None:
    """People type as they like; ids are the caller's and stay as they are."""
    text, mark, tile_id = str(tile).partition("#")
    assert parse_tile(text.upper() + mark + tile_id) == tile


@given(melds(), melds())
def test_melds_read_back_from_their_text(first: Meld, second: Meld) -> None:
    """On one line, and as people write them on paper: one meld a line."""
    assert parse_melds(format_melds([first, second])) == (first, second)
    assert parse_melds(f"{format_tiles(first)}\n{format_tiles(second)}\n") == (first, second)


LIBERAL = {
    "R5": natural("r", 5),
    "5r": natural("r", 5),
    "05R": natural("r", 5),
    "o5": natural("y", 5),
    "5O": natural("y", 5),
    "5H": natural("r", 5),
    "10d": natural("y", 10),
    "KD": natural("y", 13),
    "AS": natural("k", 1),
    "TC": natural("b", 10),
    "ks": natural("k", 13),
    "k5": natural("k", 5),
    "J": Tile(wild=True),
    "joker": Tile(wild=True),
    "Wild": Tile(wild=True),
    "*": Tile(wild=True),
    "J=R5": Tile(wild=True, stands_for=Face("r", 5)),
    "j=5h#A1": Tile(wild=True, stands_for=Face("r", 5), id="A1"),
    "R2W": Tile("r", 2, wild=True),
    "r2w=k9": Tile("r", 2, wild=True, stands_for=Face("k", 9)),
    "SKIP": Tile(name="skip"),
    "-1": Tile(name="-1"),
    "X2": Tile(name="x2"),
}


@pytest.mark.parametrize(("text", "tile"), LIBERAL.items())
def test_reading_is_liberal(text: str, tile: Tile) -> None:
    """Upper case, rank before suit, orange for yellow, playing cards, several words for a wild."""
    assert parse_tile(text) == tile


@pytest.mark.parametrize("text", ["r1 r2 r3", "r1,r2,r3", " R1;  r2 ,\t3r ", "1h,2h 3h"])
def test_separators_are_liberal(text: str) -> None:
    """Spaces, commas and semicolons, in any number."""
    assert parse_tiles(text) == (natural("r", 1), natural("r", 2), natural("r", 3))


def test_empty_melds_are_passed_over() -> None:
    """So that a trailing bar or an empty line does no harm."""
    assert parse_melds("| r1 r2 r3 ||\n\r\n k1 k2 k3 |") == parse_melds("r1 r2 r3 | k1 k2 k3")


@pytest.mark.parametrize(("text", "instead"), [("JK", "j for a wild"), ("jr", "r11"), ("JB#a", "j for a wild")])
def test_a_name_of_a_joker_is_no_jack(text: str, instead: str) -> None:
    """Some programs write a joker so; read as a jack of black it would be another tile without a word."""
    with pytest.raises(ParseError, match=instead):
        parse_tile(text)


def test_letters_are_ranks_where_the_game_has_such() -> None:
    """A game of numbers has no king; one that starts with 3 has no ace; green has no letter of its own in cards."""
    numbers = Alphabet(ranks={})
    with pytest.raises(ParseError, match="this game has no rank K; write the number, as in y13"):
        parse_tile("KD", numbers)
    assert parse_tile("5D", numbers) == natural("y", 5)
    cards = Alphabet(("r", "g"), ranks={"q": 12})
    assert parse_tiles("QH qg", cards) == (natural("r", 12), natural("g", 12))
    with pytest.raises(ParseError):
        parse_tile("AH", cards)


def test_a_byte_order_mark_is_passed_over() -> None:
    """Editors of Windows put one before a text, and end lines with two characters."""
    assert parse_melds("\ufeffr1 r2 r3\r\nk1 k2 k3\r\n") == parse_melds("r1 r2 r3 | k1 k2 k3")


NO_TILES = [
    "JK",
    "",
    "r",
    "5",
    "r0",
    "r-1",
    "r1000",
    "r5x",
    "q5",
    "z1",
    "rr5",
    "jj",
    "j=",
    "j=5",
    "j=j",
    "j=skip",
    "skip=r5",
    "r5=r6",
    "r5#",
    "r5#a b",
    "r5#a/b",
    "r5#a#b",
    "r5#" + "x" * 129,
    "r\u0665",
    "r²",
    "\x00",
    "🃏",
    "r5" * 10_000,
]


@pytest.mark.parametrize("text", NO_TILES, ids=lambda text: ascii(text[:12]))
def test_what_is_no_tile_is_refused_in_one_short_sentence(text: str) -> None:
    """The message can be shown on any terminal: short, and without control characters."""
    with pytest.raises(ParseError) as caught:
        parse_tile(text)
    assert len(str(caught.value)) < 200
    assert str(caught.value).isprintable()


PLACES = [
    # text, the offending token, the place counted from 1
    ("zz", "zz", 1),
    ("r1 r2 zz", "zz", 7),
    ("r1, q9 ,r3", "q9", 5),
    ("r1 r2 r3 | k1 k2 k99x", "k99x", 18),
    ("r1 r2 r3\nk1 k2\r\nj=x", "j=x", 17),
    ("r1#a r2#!", "r2#!", 6),
]


@pytest.mark.parametrize(("text", "token", "place"), PLACES)
def test_a_fault_shows_token_and_place(text: str, token: str, place: int) -> None:
    """The reader of a long line must find the fault at once."""
    with pytest.raises(ParseError) as caught:
        parse_melds(text)
    error = caught.value
    assert (error.token, error.offset + 1) == (token, place)
    assert text[error.offset :].startswith(token)
    assert str(error).startswith(f"at character {place}: ")


def test_a_fault_can_be_placed_in_a_larger_input() -> None:
    """A tile in a list is found by its path, in a string in a field by path and character."""
    assert str(ParseError("no", "zz").at("table[0][2]")) == "table[0][2]: no"
    assert str(ParseError("no", "zz", 4).at("rack")) == "rack at character 5: no"


def test_a_game_has_its_own_letters_and_specials() -> None:
    """Two suits and one special of a small game: others are no tiles there, and aliases follow the suits."""
    alphabet = Alphabet(("r", "g"), ("swap",))
    assert parse_tiles("g5 swap 5h", alphabet) == (natural("g", 5), Tile(name="swap"), natural("r", 5))
    for text in ("k5", "5s", "o5", "skip"):
        with pytest.raises(ParseError, match="write a suit \\(r g\\)"):
            parse_tile(text, alphabet)
