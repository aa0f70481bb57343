"""A position: the table, the rack, and what has happened so far."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from meldsolver.tiles.notation import (
    STANDARD,
    Alphabet,
    ParseError,
    format_melds,
    format_tiles,
    parse_melds,
    parse_tiles,
    shown,
)
from meldsolver.tiles.tile import Meld, Tile

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Position:
    """What one player sees before a turn.

    Attributes:
        table: the melds on the table, in order.
        rack: the player's tiles.
        opened: whether the player has laid the first meld (is down, in a contract game).
        loose: tiles on the table that are in no meld and must all end in melds (mid-turn).
        all_opened: whether every player has opened (a few rule sheets ask for it before the table may
            be rearranged).
        level: the contract's level, from 1; 0 where the game has no contracts.
        called: a discard that the player takes by a call ("Ramo") and must use at once.
        wild_turns: for each wild on the table, in order, the turns since it was laid;
            empty when unknown.
        pool_empty: whether no tile is left to draw.
        excerpt: whether the position shows only a part of a game: not the whole hand, or not every
            meld. What depends on the whole is then not judged: the closing discard, whether a shown
            hand is complete, and new melds of a player who is down.
    """

    table: tuple[Meld, ...] = ()
    rack: tuple[Tile, ...] = ()
    opened: bool = False
    loose: tuple[Tile, ...] = ()
    all_opened: bool = False
    level: int = 0
    called: Tile | None = None
    wild_turns: tuple[int, ...] = ()
    pool_empty: bool = False
    excerpt: bool = False

    def __str__(self) -> str:
        return format_position(self)


DEFAULTS = Position()
"""A position of which nothing is said: nothing on the table, nothing on the rack, not opened."""


def format_position(position: Position) -> str:
    """One line of text: ``table / rack / opened``, then only what differs from the default.

    For instance ``r1 r2 r3 | k5 y5 b5 / r4 j / opened / loose r9 / level 2``. An empty table or
    rack is written ``.``.
    """
    parts = [
        format_melds(position.table) or ".",
        format_tiles(position.rack) or ".",
        "opened" if position.opened else "unopened",
    ]
    if position.loose:
        parts.append("loose " + format_tiles(position.loose))
    if position.all_opened:
        parts.append("all-opened")
    if position.level:
        parts.append(f"level {position.level}")
    if position.called is not None:
        parts.append(f"called {position.called}")
    if position.wild_turns:
        parts.append("wild-turns " + " ".join(map(str, position.wild_turns)))
    if position.pool_empty:
        parts.append("pool-empty")
    if position.excerpt:
        parts.append("excerpt")
    return " / ".join(parts)


def parse_position(text: str, alphabet: Alphabet = STANDARD, *, defaults: Position = DEFAULTS) -> Position:
    """Reads what :func:`format_position` writes; melds may also be separated by new lines.

    Args:
        text: the position.
        alphabet: the game's letters.
        defaults: where the parts that the text leaves out come from.

    Raises:
        ParseError: the text is no position; the error shows the token and its place.
    """
    values: dict[str, Any] = {}
    offset = 0
    if text.startswith("\ufeff"):  # the byte order mark of some editors
        text = " " + text[1:]
    for index, part in enumerate(text.split("/")):
        try:
            name, value = _parse_part(index, part, alphabet)
        except ParseError as error:
            raise ParseError(error.problem, error.token, offset + error.offset) from None
        if name in values:
            lead = len(part) - len(part.lstrip())
            raise ParseError(f"{name} is said twice; say it once", part.strip(), offset + lead)
        values[name] = value
        offset += len(part) + 1
    return replace(defaults, **values)


def _parse_part(index: int, part: str, alphabet: Alphabet) -> tuple[str, Any]:
    body = part.strip()
    if index == 0:
        return "table", () if body == "." else parse_melds(part, alphabet)
    if index == 1:
        return "rack", () if body == "." else parse_tiles(part, alphabet)
    word, *_ = body.split(None, 1) or [""]
    start = part.find(word) + len(word)
    rest = part[start:]
    match word.lower(), bool(rest.strip()):
        case "opened" | "unopened", False:
            return "opened", word.lower() == "opened"
        case "all-opened", False:
            return "all_opened", True
        case "pool-empty", False:
            return "pool_empty", True
        case "excerpt", False:
            return "excerpt", True
        case "loose", _:
            return "loose", _placed(parse_tiles, rest, start, alphabet)
        case "called", True:
            return "called", _placed(_one_tile, rest, start, alphabet)
        case "level", True:
            return "level", _placed(_number, rest, start)
        case "wild-turns", _:
            words = re.finditer(r"\S+", rest)
            return "wild_turns", tuple(_placed(_number, turns[0], start + turns.start()) for turns in words)
    raise ParseError(
        f"{shown(body)} is no part of a position; write opened, unopened, all-opened, "
        "loose TILES, level N, called TILE, wild-turns N..., pool-empty, or excerpt",
        body,
        part.find(body),
    )


def _placed(read: Callable[..., T], text: str, start: int, *context: Any) -> T:
    """Reads a piece of a part; a fault in it is placed in the part."""
    try:
        return read(text, *context)
    except ParseError as error:
        raise ParseError(error.problem, error.token, start + error.offset) from None


def _one_tile(text: str, alphabet: Alphabet) -> Tile:
    tiles = parse_tiles(text, alphabet)
    if len(tiles) != 1:
        raise ParseError(f"{shown(text.strip())} is not one tile", text.strip(), len(text) - len(text.lstrip()))
    return tiles[0]


def _number(text: str) -> int:
    word = text.strip()
    if not re.fullmatch(r"-?[0-9]{1,9}", word):
        raise ParseError(f"{shown(word)} is not a whole number", word, len(text) - len(text.lstrip()))
    return int(word)
