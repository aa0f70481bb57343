"""A position: the table, the rack, and what has happened so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from meldsolver.tiles.notation import (
    STANDARD,
    Alphabet,
    ParseError,
    check_id,
    format_melds,
    format_tiles,
    parse_melds,
    parse_tile,
    parse_tiles,
)
from meldsolver.tiles.tile import Meld, Tile


@dataclass(frozen=True, slots=True)
class Position:
    """What one player sees before a turn.

    Attributes:
        table: the melds on the table, in order.
        rack: the player's tiles.
        opened: whether the player has laid the first meld (is down, in a contract game).
        loose: tiles on the table that are in no meld and must all end in melds (mid-turn).
        all_opened: whether every player has opened (some rule sheets ask for it).
        level: the contract's level, from 1; 0 where the game has no contracts.
        called: a discard that the player takes by a call ("Ramo") and must use at once.
        wild_turns: for each wild on the table, in order, the turns since it was laid;
            empty when unknown.
        pool_empty: whether no tile is left to draw.
    """

    table: tuple[Meld, ...] = ()
    rack: tuple[Tile, ...] = ()
    opened: bool = False
    loose: tuple[Tile, ...] = ()
    all_opened: bool = True
    level: int = 0
    called: Tile | None = None
    wild_turns: tuple[int, ...] = ()
    pool_empty: bool = False

    def __str__(self) -> str:
        return format_position(self)


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
    if not position.all_opened:
        parts.append("others-unopened")
    if position.level:
        parts.append(f"level {position.level}")
    if position.called is not None:
        parts.append(f"called {position.called}")
    if position.wild_turns:
        parts.append("wild-turns " + " ".join(map(str, position.wild_turns)))
    if position.pool_empty:
        parts.append("pool-empty")
    return " / ".join(parts)


def parse_position(text: str, alphabet: Alphabet = STANDARD) -> Position:
    """Reads what :func:`format_position` writes; melds may also be separated by new lines.

    Raises:
        ParseError: the text is no position; the error shows the token and its place.
    """
    fields = text.split("/")
    offsets = [sum(len(field) + 1 for field in fields[:index]) for index in range(len(fields))]
    values: dict[str, Any] = {}
    for index, (field, offset) in enumerate(zip(fields, offsets, strict=True)):
        try:
            values.update(_parse_field(index, field, alphabet))
        except ParseError as error:
            raise ParseError(error.problem, error.token, offset + error.offset) from None
    return Position(**values)


def _parse_field(index: int, field: str, alphabet: Alphabet) -> dict[str, Any]:
    body = field.strip()
    if index == 0:
        return {"table": () if body == "." else parse_melds(field, alphabet)}
    if index == 1:
        return {"rack": () if body == "." else parse_tiles(field, alphabet)}
    name, _, rest = body.partition(" ")
    start = field.find(body) + len(name) + 1
    try:
        match name.lower():
            case "opened" | "unopened":
                return {"opened": name.lower() == "opened"}
            case "others-unopened":
                return {"all_opened": False}
            case "pool-empty":
                return {"pool_empty": True}
            case "loose":
                return {"loose": parse_tiles(rest, alphabet)}
            case "called":
                return {"called": parse_tile(rest, alphabet)}
            case "level":
                return {"level": int(rest)}
            case "wild-turns":
                return {"wild_turns": tuple(map(int, rest.split()))}
    except ParseError as error:
        raise ParseError(error.problem, error.token, start + error.offset) from None
    except ValueError:
        raise ParseError(f"{rest!r} is not a number", rest, start) from None
    raise ParseError(
        f"{name!r} is no part of a position; write opened, unopened, others-unopened, "
        "loose TILES, level N, called TILE, wild-turns N..., or pool-empty",
        name,
        field.find(body),
    )


def position_to_json(position: Position) -> dict[str, Any]:
    """The JSON form; fields at their defaults other than the first three are left out."""
    form: dict[str, Any] = {
        "table": [[str(tile) for tile in meld] for meld in position.table],
        "rack": [str(tile) for tile in position.rack],
        "opened": position.opened,
    }
    if position.loose:
        form["loose"] = [str(tile) for tile in position.loose]
    if not position.all_opened:
        form["all_opened"] = False
    if position.level:
        form["level"] = position.level
    if position.called is not None:
        form["called"] = str(position.called)
    if position.wild_turns:
        form["wild_turns"] = list(position.wild_turns)
    if position.pool_empty:
        form["pool_empty"] = True
    return form


POSITION_FIELDS = frozenset(Position.__dataclass_fields__)


def position_from_json(
    form: Mapping[str, Any], alphabet: Alphabet = STANDARD, *, where: str = ""
) -> Position:
    """Reads the JSON form; every field may be left out.

    Args:
        form: an object with the fields of :class:`Position`; tiles are strings, or objects
            ``{"tile": "r5", "id": "a"}``; a tile list may also be one string.
        alphabet: the game's letters.
        where: the path of ``form`` in a larger input, put before the field in errors.

    Raises:
        ParseError: a field is unknown or cannot be read; ``where`` holds its path.
    """
    prefix = f"{where}." if where else ""
    if not isinstance(form, Mapping):
        raise ParseError("a position is an object", where=where or "position")
    unknown = sorted(str(key) for key in form if key not in POSITION_FIELDS)
    if unknown:
        known = ", ".join(sorted(POSITION_FIELDS))
        raise ParseError(f"no such field; the fields are {known}", unknown[0], where=prefix + unknown[0])
    values: dict[str, Any] = {}
    for name, value in form.items():
        path = prefix + name
        match name:
            case "table":
                values[name] = _melds_from_json(value, path, alphabet)
            case "rack" | "loose":
                values[name] = tiles_from_json(value, path, alphabet)
            case "called":
                values[name] = None if value is None else tile_from_json(value, path, alphabet)
            case "level":
                values[name] = _integer(value, path)
            case "wild_turns":
                values[name] = tuple(
                    _integer(item, f"{path}[{i}]") for i, item in enumerate(_list(value, path))
                )
            case _:
                if not isinstance(value, bool):
                    raise ParseError(f"{value!r} is not true or false", where=path)
                values[name] = value
    return Position(**values)


def _list(value: Any, path: str) -> Sequence[Any]:
    if not isinstance(value, (list, tuple)):
        raise ParseError("this must be a list", where=path)
    return value


def _integer(value: Any, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ParseError(f"{value!r} is not a whole number", where=path)
    return value


def _melds_from_json(value: Any, path: str, alphabet: Alphabet) -> tuple[Meld, ...]:
    if isinstance(value, str):
        try:
            return parse_melds(value, alphabet)
        except ParseError as error:
            raise error.at(path) from None
    return tuple(
        tiles_from_json(meld, f"{path}[{index}]", alphabet)
        for index, meld in enumerate(_list(value, path))
    )


def tiles_from_json(value: Any, path: str, alphabet: Alphabet = STANDARD) -> tuple[Tile, ...]:
    """Reads a list of tiles, or one string of tiles.

    Raises:
        ParseError: something is no tile; ``where`` holds its path.
    """
    if isinstance(value, str):
        try:
            return parse_tiles(value, alphabet)
        except ParseError as error:
            raise error.at(path) from None
    return tuple(
        tile_from_json(item, f"{path}[{index}]", alphabet)
        for index, item in enumerate(_list(value, path))
    )


def tile_from_json(value: Any, path: str, alphabet: Alphabet = STANDARD) -> Tile:
    """Reads one tile: ``"r5#a"`` or ``{"tile": "r5", "id": "a"}``.

    Raises:
        ParseError: it is no tile; ``where`` holds ``path``.
    """
    tile_id = None
    if isinstance(value, Mapping) and set(value) <= {"tile", "id"} and "tile" in value:
        value, tile_id = value["tile"], value.get("id")
        if tile_id is not None and not isinstance(tile_id, str):
            raise ParseError(f"the id {tile_id!r} is not a string", where=path)
    if not isinstance(value, str):
        raise ParseError(f'{value!r} is no tile; write "r5" or {{"tile": "r5", "id": "a"}}', where=path)
    try:
        tile = parse_tile(value, alphabet)
        if tile_id:
            check_id(tile_id, value)
    except ParseError as error:
        raise error.at(path) from None
    return tile._replace(id=tile_id) if tile_id else tile
