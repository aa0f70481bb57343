"""Rulesets of one's own: overrides, old names, files, and every fault told by its field."""

import contextlib
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldsolver.rules import get_ruleset, list_rulesets, load_ruleset, ruleset_to_mapping
from meldsolver.rules.ruleset import SECTIONS
from meldsolver.rules.schema import FieldSpec, section_fields
from meldsolver.rules.spelling import SECTION_ALIASES
from meldsolver.tiles import ParseError, parse_tile, parse_tiles
from meldsolver.tiles.request import Fault, InvalidRequest

FIELDS = [(section, spec) for section, kind in SECTIONS.items() for spec in section_fields(kind).values()]


def faults_of(mapping: Any) -> tuple[Fault, ...]:
    with pytest.raises(InvalidRequest) as caught:
        load_ruleset(mapping)
    return caught.value.faults


def value_of(mapping: dict[str, Any], section: str, field: str) -> Any:
    return getattr(getattr(load_ruleset(mapping), section), field)


@pytest.mark.parametrize("name", [summary.name for summary in list_rulesets()])
def test_every_preset_survives_being_written_and_read(name: str) -> None:
    """The mapping form loses nothing, whole or as differences, through JSON as well."""
    ruleset = get_ruleset(name)
    whole = json.loads(json.dumps(ruleset_to_mapping(ruleset)))
    assert load_ruleset(whole) == ruleset
    base = get_ruleset("tile-rummy")
    assert load_ruleset(ruleset_to_mapping(ruleset, since=base)) == ruleset


def test_overrides_change_what_they_name_and_nothing_else() -> None:
    """A hundred ranks are tile rummy with a hundred ranks."""
    ruleset = load_ruleset({"extends": "tile-rummy", "deck": {"ranks": 100}, "run": {"max": 100}})
    assert (ruleset.deck.ranks, ruleset.run.max, ruleset.name) == (100, 100, "custom")
    difference = ruleset_to_mapping(ruleset, since=get_ruleset("tile-rummy"))
    assert difference == {
        "name": "custom",
        "title": "Tile rummy",
        "extends": "tile-rummy",
        "deck": {"ranks": 100},
        "run": {"max": 100},
    }


def test_without_extends_fields_have_their_defaults() -> None:
    """An empty object is the preset that holds the defaults."""
    ruleset = load_ruleset({})
    root = get_ruleset("root")
    assert all(getattr(ruleset, section) == getattr(root, section) for section in SECTIONS)


@pytest.mark.parametrize(
    ("mapping", "section", "field", "value"),
    [
        ({"deck": {"printed_wilds": 4}}, "deck", "wilds", 4),
        ({"deck": {"suits": 5}}, "deck", "suits", ("r", "y", "k", "b", "g")),
        ({"deck": {"suits": "RYK"}}, "deck", "suits", ("r", "y", "k")),
        ({"deck": {"ranks": "3-13"}}, "deck", "min_rank", 3),
        ({"deck": {"ranks": "3-13"}}, "deck", "ranks", 13),
        ({"deck": {"ranks": 20.0}}, "deck", "ranks", 20),
        ({"deck": {"wild_ranks": ["K", 2]}}, "deck", "wild_ranks", (13, 2)),
        ({"deck": {"wild_ranks": ["hand_size"]}}, "deck", "dynamic_wild", "hand_size"),
        ({"deck": {"non_meld_specials": ["skip", "x2", "x2"]}}, "deck", "specials", (("skip", 1), ("x2", 2))),
        ({"deck": {"false_jokers": 2}}, "deck", "specials", (("fj", 2),)),
        ({"deck": {"dynamic_wild": "indicator+1"}}, "deck", "dynamic_wild", "indicator"),
        ({"deck": {"rank_labels": {"1": "A", "K": "K"}}}, "deck", "rank_labels", ((1, "A"), (13, "K"))),
        ({"set": {"max": None, "suits": "any"}}, "set", "max", 0),
        ({"groups": {"min": 4}}, "set", "min", 4),
        ({"run": {"wrap": "one-high"}}, "run", "wrap", "one_high"),
        ({"run": {"wrap": "ace_high_only"}}, "run", "wrap", "high_only"),
        ({"wild": {"max_per_meld": None}}, "wild", "max_per_meld", 0),
        ({"wild": {"max_per_new_three": 1}}, "wild", "max_in_new_three", 1),
        ({"wild": {"hand_value": 25}}, "scoring", "joker", 25),
        ({"wild": {"wild_rank_value": 20}}, "scoring", "wild_rank_value", 20),
        ({"joker_retrieval": {"mode": "none"}}, "retrieval", "mode", "never"),
        ({"joker_retrieval": {"group3_needs": "both"}}, "retrieval", "set_of_three", "both"),
        ({"joker_retrieval": {"reuse": "any_meld_same_turn"}}, "retrieval", "reuse", "any_meld"),
        ({"joker_retrieval": {"reuse": "to_hand"}}, "retrieval", "reuse", "to_rack"),
        ({"opening": {"alternatives": []}}, "opening", "pairs", 0),
        ({"turn": {"must_play": True}}, "turn", "must_play", "always"),
        ({"turn": {"must_play": "when_pool_empty"}}, "turn", "must_play", "when_pool_empty"),
        ({"turn": {"max_rack_tiles": None, "time_limit_s": None}}, "turn", "max_rack_tiles", 0),
        ({"layoff": {"extra_melds": False}}, "layoff", "extra_melds", "never"),
        ({"layoff": {"extra_melds": "on_ramo_call", "when": "after_opening"}}, "layoff", "extra_melds", "on_call"),
        ({"layoff": {"same_turn_as_opening": "disputed"}}, "layoff", "same_turn_as_opening", True),
        ({"table": {"model": "hand_only", "manipulation": "layoff_on_knock"}}, "table", "manipulation", "layoff"),
        ({"scoring": {"knock_max": 10}}, "declare", "knock_max", 10),
        ({"scoring": {"teams": True}}, "deal", "teams", True),
        ({"scoring": {"winner": -50}}, "scoring", "winner", "fixed"),
        ({"scoring": {"winner": -50}}, "scoring", "winner_score", -50),
        ({"scoring": {"values": {"JQK": 10}}}, "scoring", "values", (("11", 10), ("12", 10), ("13", 10))),
        ({"scoring": {"values": {"10-K": 10, "A": 15}}}, "scoring", "values", (("10-13", 10), ("1", 15))),
        ({"scoring": {"values": {"2-3": "face"}}}, "scoring", "values", (("2", 2), ("3", 3))),
        ({"scoring": {"values": {"joker": 15, "special": 20}}}, "scoring", "joker", 15),
        ({"scoring": {"values": {"joker": 15, "special": 20}}}, "scoring", "special", 20),
        ({"extends": "ramo", "level": 2}, "contract", "level", 2),
        (
            {"extends": "ramo", "contract": ["SS"], "contract_runs": {"distinct_suits": True}},
            "contract",
            "levels",
            ("SS",),
        ),
        ({"extends": "ramo", "contract": None, "opening": {"kind": "none"}}, "contract", "levels", ()),
    ],
)
def test_old_names_and_short_forms_are_read(mapping: dict[str, Any], section: str, field: str, value: Any) -> None:
    """Parameter sets written with other names for the same things can be used as they are."""
    assert value_of(mapping, section, field) == value


def test_every_alias_of_every_field_is_read() -> None:
    """Aliases are declared beside the field; none may be dead."""
    for section, spec in FIELDS:
        for alias in spec.info.aliases:
            if spec.type is int:
                value = spec.info.high if spec.info.high and spec.info.high < 40 else 3
                assert value_of({section: {alias: value}}, section, spec.name) == value
    for old, new in SECTION_ALIASES.items():
        assert load_ruleset({old: {}}) == load_ruleset({new: {}})


def test_opening_by_pairs_has_an_old_form() -> None:
    """Okey 101 wrote its alternative opening as a list."""
    pair = [{"kind": "pair"}]
    old = {"opening": {"alternatives": [{"kind": "pairs", "count": 5}]}, "other_melds": pair}
    assert load_ruleset(old) == load_ruleset({"opening": {"pairs": 5}, "other_melds": pair})


def test_other_melds_are_a_list_of_typed_entries() -> None:
    """Seven of one colour, under either name."""
    (colour,) = load_ruleset({"other_melds": [{"kind": "n_of_colour", "n": 7}]}).other_melds
    assert (colour.kind, colour.n) == ("colour", 7)
    assert faults_of({"other_melds": [{"kind": "quad", "m": 1}]}) == (
        Fault("other_melds[0].kind", "UNKNOWN_CHOICE", "'quad' is none of pair, colour"),
        Fault("other_melds[0].m", "UNKNOWN_FIELD", "no such field; the fields are kind, n, max, suits, only_as, count"),
    )


@pytest.mark.parametrize(
    ("mapping", "field", "reason"),
    [
        ({"dekc": {}}, "dekc", "UNKNOWN_FIELD"),
        ({"deck": {"rank": 13}}, "deck.rank", "UNKNOWN_FIELD"),
        ({"deck": 13}, "deck", "WRONG_TYPE"),
        ({"deck": {"ranks": True}}, "deck.ranks", "WRONG_TYPE"),
        ({"deck": {"ranks": "many"}}, "deck.ranks", "WRONG_TYPE"),
        ({"deck": {"ranks": 13.5}}, "deck.ranks", "WRONG_TYPE"),
        ({"deck": {"ranks": float("nan")}}, "deck.ranks", "WRONG_TYPE"),
        ({"deck": {"ranks": None}}, "deck.ranks", "WRONG_TYPE"),
        ({"deck": {"ranks": 0}}, "deck.ranks", "OUT_OF_RANGE"),
        ({"deck": {"ranks": 10**5000}}, "deck.ranks", "OUT_OF_RANGE"),
        ({"deck": {"suits": 9}}, "deck.suits", "OUT_OF_RANGE"),
        ({"deck": {"suits": ["r", 5]}}, "deck.suits[1]", "WRONG_TYPE"),
        ({"deck": {"suits": {"r": 1}}}, "deck.suits", "WRONG_TYPE"),
        ({"deck": {"specials": {"skip": -1}}}, "deck.specials.skip", "OUT_OF_RANGE"),
        ({"deck": {"specials": [["skip"]]}}, "deck.specials[0]", "WRONG_TYPE"),
        ({"deck": {"wild_ranks": list(range(301))}}, "deck.wild_ranks", "TOO_LARGE"),
        ({"set": {"allowed": 1}}, "set.allowed", "WRONG_TYPE"),
        ({"set": {"allowed": "true"}}, "set.allowed", "WRONG_TYPE"),
        ({"run": {"wrap": "sideways"}}, "run.wrap", "UNKNOWN_CHOICE"),
        ({"run": {"wrap": 3}}, "run.wrap", "UNKNOWN_CHOICE"),
        ({"turn": {"first_player": "x" * 3000}}, "turn.first_player", "TOO_LARGE"),
        ({"scoring": {"values": {"A": "15, or 1"}}}, "scoring.values.A", "WRONG_TYPE"),
        ({"scoring": {"values": {"skip": "face"}}}, "scoring.values.skip", "WRONG_TYPE"),
        ({"wild": {"hand_value": 25}, "scoring": {"joker": 30}}, "scoring.joker", "DUPLICATE_FIELD"),
        ({"wild": {"kinds": ["j", "dj"]}}, "wild.kinds", "UNSUPPORTED"),
        ({"wild": {"colour_bound": True}}, "wild.colour_bound", "UNSUPPORTED"),
        ({"layoff": {"when": "always"}}, "layoff.when", "UNSUPPORTED"),
        ({"opening": {"alternatives": [{"kind": "sets"}]}}, "opening.alternatives", "WRONG_TYPE"),
        ({"extends": "nothing"}, "extends", "UNKNOWN_RULESET"),
        ({"extends": "rummikub-twist"}, "extends", "UNSUPPORTED_RULESET"),
        ({"extends": 5}, "extends", "WRONG_TYPE"),
        ({"name": "a/b"}, "name", "WRONG_TYPE"),
        ({"sources": [1]}, "sources[0]", "WRONG_TYPE"),
        ({"other_melds": [{}] * 11}, "other_melds", "TOO_LARGE"),
        ({"other_melds": [5]}, "other_melds[0]", "WRONG_TYPE"),
    ],
)
def test_what_does_not_fit_is_told_by_its_field(mapping: dict[str, Any], field: str, reason: str) -> None:
    """Types are strict (true is no number), limits are limits, unknown names are never passed over."""
    (fault,) = faults_of(mapping)
    assert (fault.field, fault.reason) == (field, reason)
    assert 0 < len(fault.message) < 500


def test_an_unknown_field_comes_with_the_names_near_it() -> None:
    """A slip in a name costs one look at the message."""
    (fault,) = faults_of({"opening": {"treshold": 50}})
    assert fault.message == "no such field; did you mean threshold?"


def test_all_faults_are_told_at_once() -> None:
    """Whoever writes a ruleset mends it in one go."""
    faults = faults_of({"deck": {"ranks": True, "colour": 1}, "run": {"wrap": "x"}, "sett": {}})
    assert [fault.field for fault in faults] == ["deck.colour", "sett", "deck.ranks", "run.wrap"]


def test_a_flood_of_faults_is_cut() -> None:
    """An answer never grows with what a client invents."""
    faults = faults_of({"deck": {f"field{n}": n for n in range(5000)}})
    assert len(faults) == 100


@pytest.mark.parametrize("source", [[], 5, None])
def test_what_is_no_object_is_no_ruleset(source: Any) -> None:
    """Numbers and lists are refused, not guessed at."""
    with pytest.raises((InvalidRequest, TypeError)):
        load_ruleset(source)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(FIELDS), JSON)
def test_no_value_of_any_field_breaks_the_reader(field: tuple[str, FieldSpec], value: Any) -> None:
    """Whatever a field is given, the answer is a ruleset or a list of faults."""
    section, spec = field
    with contextlib.suppress(InvalidRequest):
        ruleset = load_ruleset({section: {spec.name: value}})
        assert load_ruleset(ruleset_to_mapping(ruleset)) == ruleset


@given(JSON)
def test_no_json_breaks_the_reader(value: Any) -> None:
    """Any JSON object gives a ruleset or faults."""
    for mapping in (value, {"deck": value}, {"other_melds": value}, {"extends": value}, {"scoring": {"values": value}}):
        if isinstance(mapping, dict):
            with contextlib.suppress(InvalidRequest):
                load_ruleset(mapping)


def test_files_in_toml_and_json(tmp_path: Path) -> None:
    """A ruleset file is named after itself and reads the same in both forms."""
    toml, js = tmp_path / "mine.toml", tmp_path / "mine.json"
    toml.write_text('extends = "tile-rummy"\n[opening]\nthreshold = 40\n')
    js.write_text('{"extends": "tile-rummy", "opening": {"threshold": 40}}')
    assert load_ruleset(toml) == load_ruleset(str(js))
    assert (load_ruleset(js).name, load_ruleset(js).opening.threshold) == ("mine", 40)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.json", "{", "MALFORMED_FILE"),
        ("a.json", "[" * 100_000, "MALFORMED_FILE"),
        ("a.json", "[]", "WRONG_TYPE"),
        ("a.toml", "deck = ", "MALFORMED_FILE"),
        ("missing.toml", None, "UNREADABLE_FILE"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_fault_of_the_ruleset(
    tmp_path: Path, name: str, text: str | None, reason: str
) -> None:
    """Files break as requests do, with a reason."""
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(InvalidRequest) as caught:
        load_ruleset(tmp_path / name)
    assert [(fault.field, fault.reason) for fault in caught.value.faults] == [("ruleset", reason)]


def test_a_ruleset_from_another_process_is_the_same_key() -> None:
    """Why: hashes of texts differ between processes; one that travelled with its ruleset would miss every cache."""
    rules = get_ruleset("tile-rummy")
    assert hash(rules)
    twin = pickle.loads(pickle.dumps(rules))
    assert twin == rules
    assert "_hash" not in vars(twin)
    assert hash(twin) == hash(rules)


@pytest.mark.parametrize("nothing", [None, [None], 3, {"a"}])
def test_what_is_no_mapping_and_no_path_is_a_fault_of_the_request(nothing: Any) -> None:
    """A program may hand over whatever it has read; that is told as any other fault."""
    assert [fault.reason for fault in faults_of(nothing)] == ["WRONG_TYPE"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mine.toml", 'extends = "tile-rummy"\n[deck]\nranks = 12\n'),
        ("mine.json", '{"extends": "tile-rummy", "deck": {"ranks": 12}}'),
    ],
)
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_files_of_any_editor_are_read(name: str, text: str, mark: bytes, end: str, tmp_path: Path) -> None:
    """Windows' editors put a byte order mark first and end lines with two characters."""
    file = tmp_path / name
    file.write_bytes(mark + text.replace("\n", end).encode())
    assert load_ruleset(file).deck.ranks == 12


@pytest.mark.parametrize(
    ("name", "readable", "unreadable"),
    [
        ("tile-rummy", "5H j", "JH QS KD AC TC JK JR"),
        ("ramo", "13h", "KH"),
        ("phase-10", "12h", "QH"),
        ("okey", "fj", "KH"),
        ("gin", "AH TD JS QC KH", "JK"),
        ("machiavelli", "AH TD JS QC KH", "JR"),
        ("five-crowns", "3H TD JS QG", "AH"),
    ],
)
def test_letters_for_ranks_are_those_of_the_game(name: str, readable: str, unreadable: str) -> None:
    """A letter that no rank of the game has is refused, not read as the card that another game has."""
    alphabet = get_ruleset(name).alphabet
    assert len(parse_tiles(readable, alphabet)) == len(readable.split())
    for token in unreadable.split():
        with pytest.raises(ParseError, match="write"):
            parse_tile(token, alphabet)


def test_a_smaller_deck_needs_no_word_about_its_letters() -> None:
    """Whoever shortens a game of cards would otherwise be told of court cards that he never named."""
    ruleset = load_ruleset({"extends": "carioca", "deck": {"ranks": 8}})
    assert ruleset.deck.rank_labels == ((1, "A"),)
    with pytest.raises(InvalidRequest, match="rank 13"):
        load_ruleset({"extends": "carioca", "deck": {"ranks": 8, "rank_labels": {"13": "K"}}})


@pytest.mark.parametrize(("count", "read"), [(0, True), (100, True), (101, False), (-1, False)])
def test_a_deck_has_at_most_a_hundred_of_one_special(count: int, read: bool) -> None:
    """The bound itself is allowed."""
    mapping = {"extends": "ramo", "deck": {"specials": {"skip": count}}}
    if read:
        assert dict(load_ruleset(mapping).deck.specials)["skip"] == count
        return
    with pytest.raises(InvalidRequest, match=r"deck\.specials"):
        load_ruleset(mapping)
