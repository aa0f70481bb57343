"""Whoever asks under equal rules with another name is answered under that name, whatever was asked before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from meldsolver import InvalidRequest, Position, Ruleset, Tile, get_ruleset, parse_position, solve
from meldsolver.contracts import advise_draw, least_deadwood
from meldsolver.hints import HintBook
from meldsolver.rules.game import game_of

STRANGE = Tile("q", 1)


def _refused(ask: Callable[[Ruleset], Any], rules: Ruleset) -> str:
    with pytest.raises(InvalidRequest) as caught:
        ask(rules)
    return str(caught.value)


@pytest.mark.parametrize(
    "ask",
    [
        lambda rules: solve(Position(rack=(STRANGE,), opened=True), rules),
        lambda rules: advise_draw(parse_position("r1 r2 r3 / k1 k2 / unopened / level 1"), rules, STRANGE),
        lambda rules: least_deadwood(parse_position(". / r1 r2 r3 / unopened / level 1"), rules),
    ],
)
def test_a_fault_names_the_rules_of_its_caller(ask: Callable[[Ruleset], Any]) -> None:
    """Why: games are kept between calls; a game kept by its rules alone would tell the first caller's name to all."""
    ramo = get_ruleset("ramo")
    for name in ("ramo", "house", "club", "ramo"):
        said = _refused(ask, replace(ramo, name=name, title=f"Rules of {name}"))
        assert name in said
        assert not ({"ramo", "house", "club"} - {name}) & set(said.replace(";", " ").split())


def test_hints_and_games_hold_the_rules_of_their_caller() -> None:
    """Why: whoever shows a hint shows the title of its rules."""
    book = HintBook()
    position = parse_position("r1 r2 r3 / r4 k1 / opened")
    for name in ("tile-rummy", "house", "tile-rummy"):
        rules = replace(get_ruleset("tile-rummy"), name=name, title=f"Rules of {name}")
        assert book.find(position, rules).ruleset.title == game_of(rules).ruleset.title == rules.title
