"""Text notation: one tile a token, melds separated by ``|`` or a new line.

Reading is liberal (upper or lower case, commas, ``R5``/``5r``, ``o5`` for ``y5``, cards as
``5H KD AS``), writing is canonical.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from meldsolver.tiles.tile import Face, Meld, Tile

CARD_RANKS = {"a": 1, "t": 10, "j": 11, "q": 12, "k": 13}
CARD_SUITS = {"h": "r", "d": "y", "s": "k", "c": "b"}
WILD_TOKENS = frozenset({"j", "joker", "wild", "*"})
SPECIAL_NAMES = ("skip", "-1", "x2", "+3", "?", "fj")
_ID = re.compile(r"[A-Za-z0-9._:-]{1,128}")


class ParseError(ValueError):
    """Text that is no tile, meld or position.

    Attributes:
        token: the offending token.
        offset: its first character, counted from 0 in the text that was read.
        where: the part of a larger input, for instance ``table[0][2]``; may be empty.
        problem: what is wrong with it, without the place.
    """

    def __init__(self, problem: str, token: str = "", offset: int = 0, where: str = "") -> None:
        self.problem, self.token, self.offset, self.where = problem, token, offset, where
        place = f"at character {offset + 1}" if offset or not where else ""
        super().__init__(f"{' '.join(filter(None, (where, place)))}: {problem}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Made again from what it was made of, not from its sentence: between processes nothing is lost."""
        return type(self), (self.problem, self.token, self.offset, self.where), self.__dict__

    def at(self, where: str) -> ParseError:
        """The same fault, placed in a larger input."""
        return ParseError(self.problem, self.token, self.offset, where)


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The suit letters and special names that a game writes.

    Attributes:
        suits: suit letters, one lower-case letter each.
        specials: names of the specials.
        aliases: other letters for a suit (``o`` reads as ``y``).
        ranks: letters for ranks, as cards have them (``K`` is 13); a game of numbers has none.
    """

    suits: tuple[str, ...] = ("r", "y", "k", "b")
    specials: tuple[str, ...] = SPECIAL_NAMES
    aliases: dict[str, str] = field(default_factory=lambda: {"o": "y", **CARD_SUITS})
    ranks: Mapping[str, int] = field(default_factory=lambda: CARD_RANKS)

    def suit(self, letter: str) -> str | None:
        """The suit that a letter names, or ``None``."""
        if letter in self.suits:
            return letter
        alias = self.aliases.get(letter)
        return alias if alias in self.suits else None


STANDARD = Alphabet()

_SHORT = reprlib.Repr()  # cuts long and deep values short
_TOKEN = re.compile(r"[^\s,;\ufeff]+")  # some editors put a byte order mark before a text
_SUIT_RANK = re.compile(r"([a-z])([0-9]{1,3})")
_RANK_SUIT = re.compile(r"([0-9]{1,3})([a-z])")
_CARD = re.compile(r"([a-z])([a-z])")
_JOKER_NAMES = frozenset({"jk", "jr", "jb"})
"""What some programs call a joker (or a red, a black one); as cards they would be jacks."""


def shown(value: object) -> str:
    """A value as error messages show it: quoted, without control characters, at most 40 long."""
    try:
        text = repr(value[:80]) if isinstance(value, str) else _SHORT.repr(value)
    except ValueError:  # an integer with more digits than Python writes out
        text = "a huge number"
    return text if len(text) <= 40 else text[:37] + "..."


def _face(text: str, alphabet: Alphabet) -> Face | None:
    if match := _SUIT_RANK.fullmatch(text):
        letter, rank = match[1], int(match[2])
    elif match := _RANK_SUIT.fullmatch(text):
        letter, rank = match[2], int(match[1])
    elif match := _CARD.fullmatch(text):
        letter, rank = match[2], 0 if text in _JOKER_NAMES else alphabet.ranks.get(match[1], 0)
    else:
        return None
    suit = alphabet.suit(letter)
    return Face(suit, rank) if suit is not None and rank >= 1 else None


def check_id(tile_id: str, token: str) -> None:
    """Refuses an id that the text notation could not carry.

    Raises:
        ParseError: the id is not 1 to 128 letters, digits or ``. _ : -``.
    """
    if not _ID.fullmatch(tile_id):
        raise ParseError(f"{shown(tile_id)} is no tile id; write 1 to 128 letters, digits or . _ : -", token)


def parse_tile(token: str, alphabet: Alphabet = STANDARD) -> Tile:
    """Reads one token: ``r5``, ``j``, ``j=r5``, ``r2w``, ``5H``, ``skip``, each with ``#id`` or not.

    Raises:
        ParseError: the token is no tile.
    """
    text, _, tile_id = token.strip().partition("#")
    if "#" in token:
        check_id(tile_id, token)
    text, equals, target = text.lower().partition("=")
    stands_for = None
    if equals:
        stands_for = _face(target, alphabet)
        if stands_for is None:
            raise ParseError(f"{shown(token)} stands for no tile; write j=r5", token)
    if text in alphabet.specials and not equals:
        return Tile(name=text, id=tile_id)
    if text in WILD_TOKENS:
        return Tile(wild=True, stands_for=stands_for, id=tile_id)
    face = _face(text, alphabet)
    if face is not None and not equals:
        return Tile(face.suit, face.rank, id=tile_id)
    if text.endswith("w") and (face := _face(text[:-1], alphabet)) is not None:
        return Tile(face.suit, face.rank, wild=True, stands_for=stands_for, id=tile_id)
    raise ParseError(f"{shown(token)} is no tile; {_remedy(text, alphabet)}", token)


def _remedy(text: str, alphabet: Alphabet) -> str:
    """What to write instead of a text that is no tile."""
    if not alphabet.suits:  # of rules that are themselves at fault, and are told so elsewhere
        return "the deck has no suits to write tiles with"
    if text in _JOKER_NAMES:
        return f"write j for a wild, or the rank as a number, as in {alphabet.suits[0]}11"
    if _CARD.fullmatch(text) and text[0] in CARD_RANKS and alphabet.suit(text[1]) is not None:
        rank = CARD_RANKS[text[0]]
        return f"this game has no rank {text[0].upper()}; write the number, as in {alphabet.suit(text[1])}{rank}"
    suits = " ".join(alphabet.suits)
    return f"write a suit ({suits}) and a rank as in {alphabet.suits[0]}5, j for a wild, or a special's name"


def parse_tiles(text: str, alphabet: Alphabet = STANDARD) -> tuple[Tile, ...]:
    """Reads tiles separated by spaces or commas.

    Raises:
        ParseError: a token is no tile; the error tells its character offset.
    """
    tiles = []
    for match in _TOKEN.finditer(text):
        try:
            tiles.append(parse_tile(match[0], alphabet))
        except ParseError as error:
            raise ParseError(error.problem, match[0], match.start()) from None
    return tuple(tiles)


def parse_melds(text: str, alphabet: Alphabet = STANDARD) -> tuple[Meld, ...]:
    """Reads melds separated by ``|`` or a new line; empty ones are passed over.

    Raises:
        ParseError: a token is no tile; the error tells its character offset.
    """
    melds = []
    start = 0
    for part in re.split(r"[|\n]", text):
        try:
            meld = parse_tiles(part, alphabet)
        except ParseError as error:
            raise ParseError(error.problem, error.token, start + error.offset) from None
        if meld:
            melds.append(meld)
        start += len(part) + 1
    return tuple(melds)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Canonical text of tiles, separated by spaces."""
    return " ".join(map(str, tiles))


def format_melds(melds: Iterable[Meld]) -> str:
    """Canonical text of melds, separated by ``|``."""
    return " | ".join(map(format_tiles, melds))
