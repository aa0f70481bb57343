"""How each argument of a question is written into a request and read from it: one line an argument.

An argument has the same meaning in every question that has it, so a new call brings here only what no call had before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from meldserver.convert.rulesets import rules_choice, ruleset_choice
from meldserver.convert.solutions import duration_of, objective_values, read_objectives, read_time_limit
from meldserver.convert.tiles import (
    meld_message,
    position_message,
    read_melds,
    read_position,
    read_tiles,
    tile_message,
)
from meldserver.generated.v1 import contract_pb2, contract_service_pb2, referee_service_pb2, score_pb2
from meldserver.generated.v1 import hint_service_pb2 as hint_wire
from meldsolver.calls.judging import RoundQuestion
from meldsolver.calls.solving import SCENES
from meldsolver.hints import Grade
from meldsolver.rules.scoring import RoundScore
from meldsolver.tiles import Card, Meld, Tile
from meldsolver.tiles.position_json import JsonReader
from meldsolver.tiles.request import Fault, InvalidRequest

HIGHEST_SEED = 2**31 - 1
MOST_NAMES = 1000
LONGEST_NAME = 128

_GRADES = {hint_wire.Grade.Value(f"GRADE_{item.name}"): item for item in Grade}
_GRADE_VALUES = {item: value for value, item in _GRADES.items()}
_SCENES = {hint_wire.Scene.Value(f"SCENE_{name.upper()}"): name for name in SCENES}
_SCENE_VALUES = {name: value for value, name in _SCENES.items()}


def _same(value: Any, *_: Any) -> Any:
    return value


def _opposite(value: bool, *_: Any) -> bool:
    return not value


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument on the wire.

    Attributes:
        write: the value of the message's field.
        read: the argument from the field's value; what is wrong is left in the reader, by the field's path.
        field: the message's field; empty where it has the argument's name.
        remedy: what to say where the field is missing; empty where it may be.
        whole: whether ``write`` takes the whole question.
    """

    write: Callable[[Any], Any] = _same
    read: Callable[[Any, JsonReader, str], Any] = _same
    field: str = ""
    remedy: str = ""
    whole: bool = False


def _read_seed(seed: int, reader: JsonReader, path: str) -> int:
    if not 0 <= seed <= HIGHEST_SEED:
        reader.fail(path, "OUT_OF_RANGE", f"{seed} is not 0 to {HIGHEST_SEED}")
    return seed


def _read_grade(value: hint_wire.Grade.ValueType, reader: JsonReader, path: str) -> Grade:
    if value not in _GRADES:
        reader.fail(path, "UNKNOWN_VALUE", f"{value} is no grade; see enum Grade")
    return _GRADES.get(value, Grade.PLAYABLE)


def _write_scene(scene: str) -> hint_wire.Scene.ValueType:
    if scene not in _SCENE_VALUES:
        text = f"{str(scene)[:80]!r} is nothing to show; write one of {', '.join(SCENES)}"
        raise InvalidRequest([Fault("scene", "UNKNOWN_VALUE", text)])
    return _SCENE_VALUES[scene]


def _read_scene(value: hint_wire.Scene.ValueType, reader: JsonReader, path: str) -> str:
    if value not in _SCENES:
        reader.fail(path, "UNKNOWN_VALUE", f"{value} is nothing to show; see enum Scene")
    return _SCENES.get(value, "")


def _read_name(name: str, reader: JsonReader, path: str) -> str:
    if len(name) > LONGEST_NAME:
        reader.fail(path, "TOO_LONG", f"the name has {len(name)} letters; at most {LONGEST_NAME} are read")
        return ""
    return name


def _read_names(names: Sequence[str], reader: JsonReader, path: str) -> tuple[str, ...]:
    if len(names) > MOST_NAMES:
        reader.fail(path, "TOO_MANY", f"{len(names)} names; at most {MOST_NAMES} are read")
        return ()
    return tuple(_read_name(name, reader, f"{path}[{index}]") for index, name in enumerate(names))


def _write_tiles(tiles: Sequence[Tile]) -> list[Any]:
    return [tile_message(tile) for tile in tiles]


def _read_card(message: Any, reader: JsonReader, path: str) -> Tile:
    tiles = read_tiles([message], reader, path, single=True)
    return tiles[0] if tiles else Tile()


def _write_melds(melds: Sequence[Meld]) -> list[Any]:
    return [meld_message(tuple(meld)) for meld in melds]


def _write_unseen(unseen: Mapping[Card, int] | None) -> contract_service_pb2.UnseenCards | None:
    if unseen is None:
        return None
    cards = [
        contract_pb2.CardCount(tile=tile_message(Tile(suit, rank, name, wild=not suit and not name)), copies=copies)
        for (suit, rank, name), copies in unseen.items()
    ]
    return contract_service_pb2.UnseenCards(cards=cards)


def _read_unseen(message: contract_service_pb2.UnseenCards, reader: JsonReader, path: str) -> dict[Card, int]:
    unseen: dict[Card, int] = {}
    if len(message.cards) > MOST_NAMES:
        reader.fail(f"{path}.cards", "TOO_MANY", f"{len(message.cards)} cards; at most {MOST_NAMES} are read")
        return unseen
    for index, count in enumerate(message.cards):
        place = f"{path}.cards[{index}]"
        tile = read_tiles([count.tile], reader, f"{place}.tile", single=True)
        if not tile:
            continue
        if tile[0][:3] in unseen:
            reader.fail(place, "SAID_TWICE", f"{tile[0].plain()} is counted twice; count it once")
        unseen[tile[0][:3]] = count.copies
    return unseen


def _write_hands(hands: Mapping[str, Sequence[Tile]] | None) -> list[contract_service_pb2.KnownHand]:
    return [
        contract_service_pb2.KnownHand(player=player, tiles=_write_tiles(tiles))
        for player, tiles in (hands or {}).items()
    ]


def _read_hands(
    messages: Sequence[contract_service_pb2.KnownHand], reader: JsonReader, path: str
) -> dict[str, tuple[Tile, ...]]:
    hands: dict[str, tuple[Tile, ...]] = {}
    for index, hand in enumerate(messages[:MOST_NAMES]):
        name = _read_name(hand.player, reader, f"{path}[{index}].player")
        if name in hands:
            reader.fail(f"{path}[{index}].player", "SAID_TWICE", "this player's hand is given twice; give it once")
        hands[name] = read_tiles(hand.tiles, reader, f"{path}[{index}].tiles")
    return hands


def _write_winner(winner: int | None) -> int | None:
    reader = JsonReader()
    index = None if winner is None else reader.integer(winner, "winner")
    reader.finish()
    return index


def _flags(name: str) -> Argument:
    def write(question: RoundQuestion) -> Sequence[bool] | None:
        flags: Sequence[bool] | None = getattr(question, name)
        if flags is not None and not flags:  # a message cannot tell them from flags that are left out
            text = f"0 values for {len(question.racks)} racks; give one for each, in order"
            raise InvalidRequest([Fault(name, "WRONG_LENGTH", text)])
        return flags

    return Argument(write, _read_flags, whole=True)


def _read_flags(flags: Sequence[bool], reader: JsonReader, path: str) -> tuple[bool, ...] | None:
    return tuple(flags) or None


def _write_rounds(rounds: Sequence[RoundScore | Sequence[int]]) -> list[score_pb2.RoundScores]:
    reader = JsonReader()
    messages = []
    for index, played in enumerate(rounds):
        told = played.scores if isinstance(played, RoundScore) else tuple(played)
        scores = [reader.integer(score, path) for score, path in reader.items(told, f"rounds[{index}]")]
        messages.append(score_pb2.RoundScores(scores=scores))
    reader.finish()
    return messages


ARGUMENTS = {
    # What can be read before the rules are known.
    "objectives": Argument(objective_values, read_objectives),
    "time_limit": Argument(duration_of, read_time_limit),
    "seed": Argument(read=_read_seed),
    "grade": Argument(lambda grade: _GRADE_VALUES[Grade(grade)], _read_grade),
    "scene": Argument(_write_scene, _read_scene),
    "most": Argument(),
    "best_only": Argument(_opposite, _opposite, field="worse_too"),
    "go_out": Argument(),
    "draws": Argument(),
    "player": Argument(read=_read_name),
    "players": Argument(read=_read_names),
    "discarder": Argument(read=_read_name),
    "winner": Argument(_write_winner),
    "opened": _flags("opened"),
    "could_open": _flags("could_open"),
    "pool_empty": Argument(),
    "rounds": Argument(_write_rounds, lambda rounds, *_: [tuple(played.scores) for played in rounds]),
    "name": Argument(),
    # Together they name the rules; the service reads them as such.
    "rules": Argument(rules_choice, field="ruleset"),
    "preset": Argument(ruleset_choice, field="ruleset"),
    # The rules say how tiles are written.
    "ruleset": Argument(ruleset_choice),
    "position": Argument(position_message, read_position, remedy="give the position"),
    "before": Argument(position_message, read_position, remedy="give the position before the move"),
    "after": Argument(
        lambda table: referee_service_pb2.EndState(table=_write_melds(table)),
        lambda end, reader, path: read_melds(end.table, reader, f"{path}.table"),
        remedy="give the table after the move",
    ),
    "tiles": Argument(
        lambda tiles: meld_message(tuple(tiles)),
        lambda meld, reader, path: read_tiles(meld.tiles, reader, path),
        field="meld",
        remedy="give the meld",
    ),
    "card": Argument(tile_message, _read_card, remedy="give the discard"),
    "table": Argument(_write_melds, read_melds),
    "seen": Argument(_write_tiles, read_tiles),
    "unseen": Argument(_write_unseen, _read_unseen),
    "hands": Argument(_write_hands, _read_hands),
    "racks": Argument(lambda racks: [score_pb2.Rack(tiles=_write_tiles(rack)) for rack in racks], read_melds),
}
"""Every argument of every question, in the order in which a request is read."""
