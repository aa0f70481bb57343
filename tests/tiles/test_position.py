"""Why: a position travels as one line of text and as JSON; nothing may be lost, and every fault has a place."""

import json
from typing import Any

import pytest
from hypothesis import given

from meldsolver.tiles import (
    ParseError,
    Position,
    format_position,
    parse_position,
    parse_tiles,
    position_from_json,
    position_to_json,
)
from meldsolver.tiles.request import InvalidRequest
from tests.tiles.strategies import positions


@given(positions())
def test_a_position_reads_back_from_one_line_of_text(position: Position) -> None:
    """The FEN of melding games."""
    text = format_position(position)
    assert "\n" not in text
    assert parse_position(text) == position


@given(positions())
def test_a_position_reads_back_from_json(position: Position) -> None:
    """Through real JSON text, as files and the command line carry it."""
    assert position_from_json(json.loads(json.dumps(position_to_json(position)))) == position


@given(positions())
def test_text_is_canonical(position: Position) -> None:
    """Writing what was read changes nothing, so that texts can be compared."""
    text = format_position(position)
    assert format_position(parse_position(text)) == text == str(position)


def test_the_text_form_is_as_documented() -> None:
    """The example of the documentation, and the shortest texts."""
    text = "r1 r2 r3 | k5 y5 b5 / r4 j / opened / loose r9 / level 2"
    assert format_position(parse_position(text)) == text
    assert format_position(Position()) == ". / . / unopened"
    assert parse_position("") == parse_position(".") == parse_position("./.") == Position()
    assert parse_position("r1 r2 r3\nk5 y5 b5\n/ r4,J /OPENED") == parse_position("r1 r2 r3|k5 y5 b5/r4 j/opened")


def test_a_byte_order_mark_is_no_tile() -> None:
    """Nor is it a part of a position, and places are counted with it."""
    assert parse_position("\ufeff. / r4\r\n/ opened\r\n") == parse_position(". / r4 / opened")
    assert parse_position("\ufeffr1 r2 r3 / r4") == parse_position("r1 r2 r3 / r4")
    with pytest.raises(ParseError, match="at character 5"):
        parse_position("\ufeffr1 zz")


def test_what_is_left_out_comes_from_the_defaults() -> None:
    """So that a caller can say once that every player has opened."""
    defaults = Position(opened=True, level=3)
    assert parse_position("/ r4", defaults=defaults) == Position(rack=parse_tiles("r4"), opened=True, level=3)
    assert position_from_json({"level": 1}, defaults=defaults) == Position(opened=True, level=1)
    assert not parse_position("/ r4 / unopened", defaults=defaults).opened


TEXT_FAULTS = [
    # text, the offending token, the place counted from 1
    ("r1 r2 zz / r4", "zz", 7),
    ("r1 r2 r3 / r4 zz", "zz", 15),
    ("r1 r2 r3 | k1 kx k3 / r4", "kx", 15),
    (". / . / open", "open", 9),
    (". / . /", "", 8),
    (". / . / opened yes", "opened yes", 9),
    (". / . / opened / unopened", "unopened", 18),
    (". / . / level 1 / level 1", "level 1", 19),
    (". / . / level x", "x", 15),
    (". / . / level", "level", 9),
    (". / . / level 1 2", "1 2", 15),
    (". / . / level 1_0", "1_0", 15),
    (". / . / level 99999999999", "99999999999", 15),
    (". / . / loose  r1 zz", "zz", 19),
    (". / . / called", "called", 9),
    (". / . / called zz", "zz", 16),
    (". / . / called r1 r2", "r1 r2", 16),
    (". / . / wild-turns 1 2.5", "2.5", 22),
    (". / . / pool-empty now", "pool-empty now", 9),
    (". / . / excerpt excerpt", "excerpt excerpt", 9),
]


@pytest.mark.parametrize(("text", "token", "place"), TEXT_FAULTS)
def test_a_fault_in_the_text_shows_token_and_place(text: str, token: str, place: int) -> None:
    """Places are counted over the whole line, not over the part."""
    with pytest.raises(ParseError) as caught:
        parse_position(text)
    assert (caught.value.token, caught.value.offset + 1) == (token, place)


NESTED: Any = [[["r1"]]]
JSON_FAULTS: list[tuple[Any, str, str]] = [
    # the form, the field's path, the reason
    (None, "", "WRONG_TYPE"),
    ([], "", "WRONG_TYPE"),
    ("r1 / r2", "", "WRONG_TYPE"),
    ({"tabel": []}, "tabel", "UNKNOWN_FIELD"),
    ({"ruleset": "tile-rummy"}, "ruleset", "UNKNOWN_FIELD"),
    ({"table": 1}, "table", "WRONG_TYPE"),
    ({"table": {"r1": 1}}, "table", "WRONG_TYPE"),
    ({"table": [1]}, "table[0]", "WRONG_TYPE"),
    ({"table": [["r1", "zz"]]}, "table[0][1]", "UNREADABLE"),
    ({"table": ["r1 r2", "r1 zz"]}, "table[1]", "UNREADABLE"),
    ({"table": "r1 r2 | r3 zz"}, "table", "UNREADABLE"),
    ({"table": NESTED}, "table[0][0]", "WRONG_TYPE"),
    ({"rack": ["r1", 5]}, "rack[1]", "WRONG_TYPE"),
    ({"rack": [None]}, "rack[0]", "WRONG_TYPE"),
    ({"rack": [{"tile": "r1", "id": 7}]}, "rack[0]", "WRONG_TYPE"),
    ({"rack": [{"tile": "r1", "id": "a b"}]}, "rack[0]", "UNREADABLE"),
    ({"rack": [{"tile": "r1#a", "id": "b"}]}, "rack[0]", "TWO_IDS"),
    ({"rack": [{"tile": "r1", "name": "b"}]}, "rack[0]", "WRONG_TYPE"),
    ({"rack": [{"id": "b"}]}, "rack[0]", "WRONG_TYPE"),
    ({"loose": "zz"}, "loose", "UNREADABLE"),
    ({"called": "r1 r2"}, "called", "UNREADABLE"),
    ({"called": ["r1"]}, "called", "WRONG_TYPE"),
    ({"opened": 1}, "opened", "WRONG_TYPE"),
    ({"opened": "yes"}, "opened", "WRONG_TYPE"),
    ({"opened": None}, "opened", "WRONG_TYPE"),
    ({"level": True}, "level", "WRONG_TYPE"),
    ({"level": 1.5}, "level", "WRONG_TYPE"),
    ({"level": float("nan")}, "level", "WRONG_TYPE"),
    ({"level": 10**5000}, "level", "WRONG_TYPE"),
    ({"wild_turns": 3}, "wild_turns", "WRONG_TYPE"),
    ({"wild_turns": [0, "1"]}, "wild_turns[1]", "WRONG_TYPE"),
]


@pytest.mark.parametrize(("form", "field", "reason"), JSON_FAULTS, ids=[fault[1] or "form" for fault in JSON_FAULTS])
def test_a_fault_in_json_names_its_field(form: Any, field: str, reason: str) -> None:
    """Each with a stable reason, a path and one short sentence."""
    with pytest.raises(InvalidRequest) as caught:
        position_from_json(form)
    (fault,) = caught.value.faults
    assert (fault.field, fault.reason) == (field, reason)
    assert len(fault.message) < 250
    assert fault.message.isprintable()


def test_every_fault_of_a_form_is_found_at_once() -> None:
    """A caller corrects a request in one go; paths are put behind the place of the form."""
    with pytest.raises(InvalidRequest) as caught:
        position_from_json({"rack": ["zz", "r1", 3], "opened": 0, "x": 1}, where="before")
    assert [fault.field for fault in caught.value.faults] == [
        "before.x",
        "before.rack[0]",
        "before.rack[2]",
        "before.opened",
    ]


def test_faults_are_not_collected_without_end() -> None:
    """Ten thousand bad tiles make no answer of a megabyte."""
    with pytest.raises(InvalidRequest) as caught:
        position_from_json({"rack": ["zz"] * 10_000})
    assert len(caught.value.faults) == 100


def test_ids_may_stand_beside_the_tile() -> None:
    """Apps keep ids apart; both forms are one tile."""
    form = {"rack": [{"tile": "r5", "id": "a"}, "r5#b", {"tile": "r5", "id": ""}, {"tile": "r5", "id": None}]}
    assert position_from_json(form).rack == parse_tiles("r5#a r5#b r5 r5")
