"""Positions from rule sheets, questions and bug trackers: referee, solver and scoring answer as their sources do."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from meldsolver import Objective, Solution, Status, check_meld, check_move, solve
from meldsolver.rules import Ruleset, get_ruleset, load_ruleset
from meldsolver.rules.game import game_of
from meldsolver.rules.position_check import position_faults
from meldsolver.rules.scoring import rack_value, score_round
from meldsolver.tiles import Meld, Position, format_tiles, parse_melds, parse_tile, parse_tiles

CASES = tomllib.loads((Path(__file__).parents[1] / "data" / "rule_cases.toml").read_text("utf-8"))["case"]


def of_kind(*kinds: str) -> pytest.MarkDecorator:
    """Parametrises a test with the cases of a kind; those judged otherwise are skipped with the reason."""
    params = [
        pytest.param(case, id=case["id"], marks=[pytest.mark.skip(case["skip"])] if "skip" in case else [])
        for case in CASES
        if case["kind"] in kinds
    ]
    return pytest.mark.parametrize("case", params)


def ruleset_of(case: dict[str, Any]) -> Ruleset:
    named = case["ruleset"]
    return get_ruleset(named) if isinstance(named, str) else load_ruleset(named)


def melds_of(case: dict[str, Any], field: str, ruleset: Ruleset) -> tuple[Meld, ...]:
    return parse_melds(case.get(field, ""), ruleset.alphabet)


def position_of(case: dict[str, Any], ruleset: Ruleset) -> Position:
    alphabet = ruleset.alphabet
    return Position(
        table=melds_of(case, "table", ruleset),
        rack=parse_tiles(case.get("rack", ""), alphabet),
        opened=case.get("opened", True),
        all_opened=case.get("all_opened", False),
        level=case.get("level", 0),
        called=parse_tile(case["called"], alphabet) if "called" in case else None,
        pool_empty=case.get("pool_empty", False),
        excerpt=case.get("excerpt", False),
    )


def solved(case: dict[str, Any], *objectives: Objective) -> Solution:
    ruleset = ruleset_of(case)
    return solve(position_of(case, ruleset), ruleset, objectives or (Objective.TILES,))


@of_kind("meld")
def test_melds(case: dict[str, Any]) -> None:
    """Is this a meld, with the codes that the case names if not, and the worth that it names if so?"""
    ruleset = ruleset_of(case)
    (meld,) = melds_of(case, "after", ruleset)
    report = check_meld(meld, ruleset)
    assert report.valid is case["legal"]
    assert set(case.get("violations", ())) <= {violation.code for violation in report.violations}
    assert report.points == case.get("points", report.points)
    if "pure" in case:
        assert (report.kind, not any(report.wilds)) == ("run", case["pure"])


@of_kind("move")
def test_moves(case: dict[str, Any]) -> None:
    """Is the move legal? A refusal names the case's codes; what the referee allows the solver finds as well."""
    ruleset = ruleset_of(case)
    position = position_of(case, ruleset)
    report = check_move(position, melds_of(case, "after", ruleset), ruleset)
    assert report.legal is case["legal"], report.violations
    assert set(case.get("violations", ())) <= {violation.code for violation in report.violations}
    if report.effects is not None:
        assert solve(position, ruleset, (Objective.TILES,)).tiles_played >= len(report.effects.played)


@of_kind("value")
def test_opening_values(case: dict[str, Any]) -> None:
    """What melds are worth, wilds counting as what they stand for."""
    ruleset = ruleset_of(case)
    assert sum(check_meld(meld, ruleset).points for meld in melds_of(case, "after", ruleset)) == case["points"]


@of_kind("can_play")
def test_whether_anything_can_be_played(case: dict[str, Any]) -> None:
    """A play exists, or it is proved that none does."""
    assert solved(case).status is (Status.OPTIMAL if case["playable"] else Status.NO_PLAY)


@of_kind("best")
def test_best_plays(case: dict[str, Any]) -> None:
    """Most tiles, or least deadwood, and what stays behind."""
    if "max_tiles" in case:
        assert solved(case).tiles_played == case["max_tiles"]
    asked = [
        Objective(name) for name in case.get("objectives", ["rack_penalty" if "min_deadwood" in case else "tiles"])
    ]
    best = solved(case, *asked)
    if "leftover" in case:
        assert sorted(format_tiles(best.rack).split()) == sorted(case["leftover"].split())
    if "min_deadwood" in case:
        assert rack_value(best.rack, ruleset_of(case)) == case["min_deadwood"]


@of_kind("rack")
def test_rack_values(case: dict[str, Any]) -> None:
    """What a losing rack costs."""
    ruleset = ruleset_of(case)
    assert rack_value(position_of(case, ruleset).rack, ruleset) == case["points"]


@of_kind("round")
def test_round_scores(case: dict[str, Any]) -> None:
    """What each player scores, or is charged."""
    ruleset = ruleset_of(case)
    racks = [parse_tiles(rack, ruleset.alphabet) for rack in case["racks"]]
    score = score_round(racks, ruleset, opened=case.get("has_opened"), could_open=case.get("could_open"))
    assert list(score.scores) == case.get("scores", list(score.scores))
    assert list(score.charges) == case.get("charges", list(score.charges))


@of_kind("facts")
def test_facts_of_the_ruleset(case: dict[str, Any]) -> None:
    """What a caller must enforce is told by the ruleset; whether a play exists, by the solver."""
    ruleset = ruleset_of(case)
    for path, value in case["facts"].items():
        section, field = path.split(".")
        assert getattr(getattr(ruleset, section), field) == value
    if case.get("playable"):
        assert solved(case).status is Status.OPTIMAL


@of_kind("indicator")
def test_the_wild_after_an_indicator(case: dict[str, Any]) -> None:
    """Okey: the tile after the turned-up one is wild."""
    game = game_of(ruleset_of(case))
    assert [str(face) for face in game.wild_faces] == [case["wild"]]


@of_kind("refused")
def test_impossible_positions(case: dict[str, Any]) -> None:
    """Input that the deck cannot hold is refused by its field."""
    ruleset = ruleset_of(case)
    faults = position_faults(position_of(case, ruleset), ruleset)
    assert [fault.field for fault in faults] == [case["field"]]


def test_every_case_is_run_or_has_a_reason() -> None:
    """No case of an unknown kind is passed over, and no two share an id."""
    known = {"meld", "move", "value", "can_play", "best", "rack", "round", "facts", "indicator", "refused"}
    assert {case["kind"] for case in CASES} == known
    assert len({case["id"] for case in CASES}) == len(CASES)
    assert all(case["source"] and case["why"] for case in CASES)


def test_a_swapped_wild_kept_in_hand_is_refused_by_name() -> None:
    """Where the game knows that swap and this referee does not, the sentence must not blame the player."""
    for name, cannot in (("kalooki", True), ("tile-rummy", False)):
        rules = get_ruleset(name)
        before = Position(parse_melds("k9 r9 j"), parse_tiles("y9 b9 b3"), opened=True)
        (violation,) = check_move(before, parse_melds("k9 r9 y9 b9"), rules).violations
        assert violation.code == "TABLE_TILE_MISSING"
        assert ("cannot be judged here" in violation.message) == cannot
