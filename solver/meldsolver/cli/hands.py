"""Reading questions about contracts: a hand, its level, the melds that are down and whose they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from meldsolver.cli.questions import Rulesets, text_position
from meldsolver.tiles import Card, Meld, Position, Tile
from meldsolver.tiles.notation import ParseError, parse_tile, shown
from meldsolver.tiles.position_json import JsonReader
from meldsolver.tiles.request import Fault, InvalidRequest

if TYPE_CHECKING:
    from meldsolver.rules import Ruleset

HAND_FIELDS = frozenset(
    {"ruleset", "level", "hand", "table", "opened", "called", "excerpt", "unseen", "discards", "draws", "time_limit"}
)
DEFAULT_RULESET = "ramo"
DRAWS = 2
LONGEST_NAME = 128


@dataclass(frozen=True, slots=True)
class Hand:
    """One question about a hand.

    Attributes:
        position: the hand as ``rack``, the level, the melds that are down.
        ruleset: the rules.
        players: for each meld on the table, whose it is; empty when no entry says so.
        unseen: copies unseen of each card, or ``None``.
        seen: the cards discarded that were seen.
        draws: for how many draws to tell the chances.
        time_limit: seconds.
        paths: for each meld on the table, its path in the entry.
        form: the fields of the entry; empty for text.
    """

    position: Position
    ruleset: Ruleset
    players: tuple[str, ...] = ()
    unseen: dict[Card, int] | None = None
    seen: tuple[Tile, ...] = ()
    draws: int = DRAWS
    time_limit: float = 10.0
    paths: tuple[str, ...] = ()
    form: Mapping[str, Any] = field(default_factory=dict)

    @contextmanager
    def naming_faults(self) -> Iterator[None]:
        """Names the faults of an answer by the fields of the entry."""
        try:
            yield
        except InvalidRequest as error:
            raise InvalidRequest(self._named(fault) for fault in error.faults) from None

    def _named(self, fault: Fault) -> Fault:
        if not self.form:
            return fault
        path = re.sub(r"^rack\b", "hand", fault.field)
        path = re.sub(r"^seen\b", "discards", path)
        path = re.sub(r"^table\[(\d+)\]", lambda match: self.paths[int(match[1])], path)
        return Fault(path, fault.reason, fault.message)


def read_hand(
    value: Any, rulesets: Rulesets, *, fields: frozenset[str], level: int, opened: bool
) -> tuple[Hand, JsonReader]:
    """Reads one entry.

    Args:
        value: the decoded entry: a position's text or an object.
        rulesets: finds its ruleset.
        fields: the fields that the object may have.
        level: the level where the entry names none.
        opened: whether the player is down where the entry does not say.

    Returns:
        The question, and the reader for what else the entry holds; its faults are not raised yet.

    Raises:
        InvalidRequest: the text cannot be read, or there is no such ruleset.
    """
    ruleset = rulesets.of(value)
    reader = JsonReader(ruleset.alphabet)
    if isinstance(value, str):
        position = text_position(value, ruleset, opened)
        return Hand(replace(position, level=position.level or level), ruleset), reader
    form = reader.fields(value, fields)
    table = _Table(reader)
    if "table" in form:
        table.read(form["table"])
    position = Position(
        table=tuple(table.melds),
        rack=reader.tiles(form.get("hand", ()), "hand"),
        opened=reader.flag(form["opened"], "opened") if "opened" in form else opened,
        level=reader.integer(form["level"], "level") if "level" in form else level,
        called=reader.tile(form["called"], "called") if form.get("called") is not None else None,
        excerpt=reader.flag(form["excerpt"], "excerpt") if "excerpt" in form else False,
    )
    hand = Hand(
        position,
        ruleset,
        players=tuple(table.players) if any(table.players) else (),
        unseen=_unseen(form["unseen"], reader) if form.get("unseen") is not None else None,
        seen=reader.tiles(form.get("discards", ()), "discards"),
        draws=reader.integer(form["draws"], "draws") if "draws" in form else DRAWS,
        time_limit=_seconds(form["time_limit"], reader) if "time_limit" in form else 10.0,
        paths=tuple(table.paths),
        form=form,
    )
    return hand, reader


class _Table:
    """The melds of a table, each with its player and its path."""

    def __init__(self, reader: JsonReader) -> None:
        self.reader = reader
        self.melds: list[Meld] = []
        self.players: list[str] = []
        self.paths: list[str] = []

    def read(self, value: Any) -> None:
        """A string of melds, or a list whose items are melds or objects with a player and melds or tiles."""
        if isinstance(value, str):
            self._add(self.reader.melds(value, "table"), "", "table")
            return
        for item, path in self.reader.items(value, "table"):
            if not isinstance(item, Mapping):
                self._add((self.reader.tiles(item, path),), "", path, single=True)
                continue
            form = self.reader.fields(item, ("player", "melds", "tiles"), path)
            player = read_name(form.get("player", ""), f"{path}.player", self.reader)
            if ("melds" in form) == ("tiles" in form):
                self.reader.fail(path, "MELDS_OR_TILES", "give either melds, a list of melds, or tiles, one meld")
            elif "tiles" in form:
                tiles = self.reader.tiles(form["tiles"], f"{path}.tiles")
                self._add((tiles,), player, f"{path}.tiles", single=True)
            else:
                self._add(self.reader.melds(form["melds"], f"{path}.melds"), player, f"{path}.melds")

    def _add(self, melds: tuple[Meld, ...], player: str, path: str, *, single: bool = False) -> None:
        for index, meld in enumerate(melds):
            self.melds.append(meld)
            self.players.append(player)
            self.paths.append(path if single else f"{path}[{index}]")


def read_name(value: Any, path: str, reader: JsonReader) -> str:
    """A player's name; empty where it is not said."""
    if isinstance(value, str) and len(value) <= LONGEST_NAME:
        return value
    reader.fail(path, "WRONG_TYPE", f"{shown(value)} is no name of at most {LONGEST_NAME} letters")
    return ""


def _unseen(value: Any, reader: JsonReader) -> dict[Card, int]:
    if not isinstance(value, Mapping):
        reader.fail("unseen", "WRONG_TYPE", f'{shown(value)} is no object of cards and numbers, as in {{"r5": 2}}')
        return {}
    counts: dict[Card, int] = {}
    for name, number in value.items():
        path = f"unseen.{str(name)[:80]}"
        try:
            tile = parse_tile(str(name), reader.alphabet)
        except ParseError as error:
            reader.fail(path, "UNREADABLE", error.problem)
            continue
        if tile[:3] in counts:
            reader.fail(path, "SAID_TWICE", f"{shown(name)} is counted twice; count it once")
        counts[tile[:3]] = reader.integer(number, path)
    return counts


def _seconds(value: Any, reader: JsonReader) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= 3600:
        reader.fail("time_limit", "OUT_OF_RANGE", f"{shown(value)} is not a number of seconds above 0, at most 3600")
        return 10.0
    return float(value)
