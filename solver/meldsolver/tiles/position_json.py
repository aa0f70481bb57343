"""The JSON form of a position, and the reader that collects every fault of a JSON form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from meldsolver.tiles.notation import (
    STANDARD,
    Alphabet,
    ParseError,
    check_id,
    parse_melds,
    parse_tile,
    parse_tiles,
    shown,
)
from meldsolver.tiles.position import DEFAULTS, Position
from meldsolver.tiles.request import Fault, InvalidRequest
from meldsolver.tiles.tile import Meld, Tile

POSITION_FIELDS = frozenset(Position.__dataclass_fields__)
MOST_FAULTS = 100


def position_to_json(position: Position) -> dict[str, Any]:
    """The JSON form; fields at their defaults other than the first three are left out."""
    form: dict[str, Any] = {
        "table": [[str(tile) for tile in meld] for meld in position.table],
        "rack": [str(tile) for tile in position.rack],
        "opened": position.opened,
    }
    if position.loose:
        form["loose"] = [str(tile) for tile in position.loose]
    if position.all_opened:
        form["all_opened"] = True
    if position.level:
        form["level"] = position.level
    if position.called is not None:
        form["called"] = str(position.called)
    if position.wild_turns:
        form["wild_turns"] = list(position.wild_turns)
    if position.pool_empty:
        form["pool_empty"] = True
    if position.excerpt:
        form["excerpt"] = True
    return form


def position_from_json(
    form: Any, alphabet: Alphabet = STANDARD, *, where: str = "", defaults: Position = DEFAULTS
) -> Position:
    """Reads the JSON form; every field may be left out.

    Args:
        form: an object with the fields of :class:`Position`; tiles are strings, or objects
            ``{"tile": "r5", "id": "a"}``; a tile list may also be one string.
        alphabet: the game's letters.
        where: the path of ``form`` in a larger input, put before the field in errors.
        defaults: where the fields that are left out come from.

    Raises:
        InvalidRequest: fields are unknown or cannot be read; it holds every fault.
    """
    reader = JsonReader(alphabet)
    position = reader.position(form, where, defaults)
    reader.finish()
    return position


class JsonReader:
    """Reads the parts of a JSON form and remembers every fault, at most 100.

    A part that cannot be read gives an empty value, so that reading goes on to the next fault.

    Attributes:
        faults: the faults found so far.
    """

    def __init__(self, alphabet: Alphabet = STANDARD) -> None:
        self.alphabet = alphabet
        self.faults: list[Fault] = []

    def fail(self, path: str, reason: str, message: str) -> None:
        """Remembers a fault."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(path, reason, message))

    def finish(self) -> None:
        """Ends the reading.

        Raises:
            InvalidRequest: there were faults.
        """
        if self.faults:
            raise InvalidRequest(self.faults)

    def fields(self, form: Any, known: Iterable[str], where: str = "") -> Mapping[str, Any]:
        """The object itself without its unknown fields, each of which is a fault."""
        if not isinstance(form, Mapping):
            self.fail(where, "WRONG_TYPE", f"{shown(form)} is not an object with the fields {_names(known)}")
            return {}
        known = frozenset(known)
        for key in form:
            if key not in known:
                path = _join(where, str(key)[:80])
                self.fail(path, "UNKNOWN_FIELD", f"there is no field {shown(key)}; the fields are {_names(known)}")
        return {key: value for key, value in form.items() if key in known}

    def position(self, form: Any, where: str = "", defaults: Position = DEFAULTS) -> Position:
        """A position."""
        values: dict[str, Any] = {}
        for name, value in self.fields(form, POSITION_FIELDS, where).items():
            path = _join(where, name)
            match name:
                case "table":
                    values[name] = self.melds(value, path)
                case "rack" | "loose":
                    values[name] = self.tiles(value, path)
                case "called":
                    values[name] = None if value is None else self.tile(value, path)
                case "level":
                    values[name] = self.integer(value, path)
                case "wild_turns":
                    values[name] = tuple(self.integer(item, at) for item, at in self.items(value, path))
                case _:
                    values[name] = self.flag(value, path)
        return replace(defaults, **values)

    def melds(self, value: Any, path: str) -> tuple[Meld, ...]:
        """A list of melds, or one string of melds."""
        if isinstance(value, str):
            try:
                return parse_melds(value, self.alphabet)
            except ParseError as error:
                self._unreadable(error, path)
                return ()
        return tuple(self.tiles(meld, at) for meld, at in self.items(value, path))

    def tiles(self, value: Any, path: str) -> tuple[Tile, ...]:
        """A list of tiles, or one string of tiles."""
        if isinstance(value, str):
            try:
                return parse_tiles(value, self.alphabet)
            except ParseError as error:
                self._unreadable(error, path)
                return ()
        found = (self.tile(item, at) for item, at in self.items(value, path))
        return tuple(tile for tile in found if tile is not None)

    def tile(self, value: Any, path: str) -> Tile | None:
        """One tile: ``"r5#a"`` or ``{"tile": "r5", "id": "a"}``."""
        tile_id: Any = ""
        if isinstance(value, Mapping) and "tile" in value and set(value) <= {"tile", "id"}:
            value, tile_id = value["tile"], value.get("id") or ""
        if not isinstance(value, str):
            self.fail(path, "WRONG_TYPE", f'{shown(value)} is no tile; write "r5" or {{"tile": "r5", "id": "a"}}')
            return None
        if not isinstance(tile_id, str):
            self.fail(path, "WRONG_TYPE", f"the id {shown(tile_id)} is not a string")
            return None
        try:
            tile = parse_tile(value, self.alphabet)
            if tile_id:
                check_id(tile_id, value)
        except ParseError as error:
            self._unreadable(error, path)
            return None
        if tile.id and tile_id and tile.id != tile_id:
            self.fail(path, "TWO_IDS", f"the tile has two ids, {shown(tile.id)} and {shown(tile_id)}; give one")
        return tile._replace(id=tile_id) if tile_id else tile

    def integer(self, value: Any, path: str) -> int:
        """A whole number of 32 bits."""
        if isinstance(value, bool) or not isinstance(value, int) or not -(1 << 31) <= value < 1 << 31:
            self.fail(path, "WRONG_TYPE", f"{shown(value)} is not a whole number below 2147483648")
            return 0
        return value

    def flag(self, value: Any, path: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.fail(path, "WRONG_TYPE", f"{shown(value)} is not true or false")
            return False
        return value

    def items(self, value: Any, path: str) -> list[tuple[Any, str]]:
        """The items of a list, each with its path."""
        if not isinstance(value, (list, tuple)):
            self.fail(path, "WRONG_TYPE", f"{shown(value)} is not a list")
            return []
        return [(item, f"{path}[{index}]") for index, item in enumerate(value)]

    def _unreadable(self, error: ParseError, path: str) -> None:
        place = f"at character {error.offset + 1}: " if error.offset else ""
        self.fail(path, "UNREADABLE", place + error.problem)


def _names(known: Iterable[str]) -> str:
    return ", ".join(sorted(known))


def _join(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name
