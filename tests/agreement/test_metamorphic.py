"""Laws that hold whatever the best play is: changed questions whose answers must not change, or only one way.

Why: on full decks no brute force tells the best play, but a solver that breaks one of these laws is wrong.
"""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meldsolver import Position, Ruleset, Solution, Status, get_ruleset, load_ruleset, solve
from meldsolver.tiles import Meld, Tile
from tests.agreement.player import deck_of, drawn

PRESETS = ["tile-rummy", "tile-rummy-pressman-1980", "tile-rummy-new-meld-only", "tile-rummy-circular", "vatikan"]
LOOSER: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "threshold": ({}, {"opening": {"threshold": 20}}),
    "opening turn": ({"opening": {"same_turn_table": "none"}}, {"opening": {"same_turn_table": "layoff"}}),
    "opening turn free": ({"opening": {"same_turn_table": "layoff"}}, {"opening": {"same_turn_table": "full"}}),
    "zero": ({"wild": {"opening_value": "zero"}}, {}),
    "several melds": ({"opening": {"multi_meld": False}}, {}),
    "never to replace": ({"retrieval": {"mode": "never"}}, {"retrieval": {"mode": "replace"}}),
    "replace to free": ({"retrieval": {"mode": "replace"}}, {}),
    "rack to table": (
        {"retrieval": {"mode": "replace", "source": "rack"}},
        {"retrieval": {"mode": "replace", "source": "rack_or_table"}},
    ),
    "both to either": (
        {"retrieval": {"mode": "replace", "set_of_three": "both"}},
        {"retrieval": {"mode": "replace"}},
    ),
    "locked to not": ({"retrieval": {"mode": "replace", "meld_locked": True}}, {"retrieval": {"mode": "replace"}}),
    "two rack tiles to one": (
        {"retrieval": {"mode": "replace", "reuse": "new_meld_two_rack"}},
        {"retrieval": {"mode": "replace", "reuse": "new_meld"}},
    ),
    "new meld to any": (
        {"retrieval": {"mode": "replace", "reuse": "new_meld"}},
        {"retrieval": {"mode": "replace"}},
    ),
    "wrap": ({}, {"run": {"wrap": "one_high"}}),
    "circle": ({"run": {"wrap": "one_high"}}, {"run": {"wrap": "circular"}}),
    "more wilds": ({"wild": {"max_per_meld": 1}}, {}),
    "fewer naturals": ({"wild": {"naturals_ge_wilds": True}}, {}),
    "side by side": ({"wild": {"adjacent_ok": False}}, {}),
    "lay-off to full": ({"table": {"manipulation": "layoff"}}, {}),
    "nothing to lay-off": ({"table": {"manipulation": "none"}}, {"table": {"manipulation": "layoff"}}),
    "longer sets": ({"set": {"max": 3}}, {}),
    "shorter runs": ({"run": {"min": 4}}, {}),
    "tiles a turn": ({"turn": {"max_rack_tiles": 3}}, {}),
}
"""Pairs of rulesets: what the second allows beyond the first (both beyond tile rummy)."""

many = settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 10**6)


def best(position: Position, ruleset: Ruleset) -> tuple[int, int]:
    """Tiles and points of the best play; nothing to play counts none."""
    answer: Solution = solve(position, ruleset, time_limit=600)
    assert answer.status in (Status.OPTIMAL, Status.NO_PLAY)
    return answer.tiles_played, answer.points_played


def mapped(position: Position, change: Any) -> Position:
    """The position with every natural changed."""

    def meld(tiles: Meld) -> Meld:
        return tuple(change(tile) if tile.suit else tile for tile in tiles)

    return replace(position, table=tuple(map(meld, position.table)), rack=meld(position.rack))


@pytest.mark.parametrize("name", PRESETS)
@many
@given(seed=seeds)
def test_suits_are_alike(name: str, seed: int) -> None:
    """Permuting the suits changes nothing."""
    ruleset = get_ruleset(name)
    position = drawn(ruleset, f"suits {seed}")
    suits = list(ruleset.deck.suits)
    others = dict(zip(suits, Random(seed).sample(suits, len(suits)), strict=True))
    renamed = mapped(position, lambda tile: tile._replace(suit=others[tile.suit]))
    assert best(renamed, ruleset) == best(position, ruleset)


@many
@given(seed=seeds)
def test_ranks_may_be_mirrored(seed: int) -> None:
    """Without wrap, and where no points are asked for, high and low are alike."""
    ruleset = load_ruleset({"extends": "tile-rummy", "opening": {"kind": "none"}})
    position = drawn(ruleset, f"mirror {seed}")
    mirrored = mapped(position, lambda tile: tile._replace(rank=ruleset.deck.ranks + 1 - tile.rank))
    mirrored = replace(mirrored, table=tuple(meld[::-1] for meld in mirrored.table))
    assert best(mirrored, ruleset)[0] == best(position, ruleset)[0]


@pytest.mark.parametrize("name", PRESETS)
@many
@given(seed=seeds)
def test_a_tile_more_never_hurts(name: str, seed: int) -> None:
    """Whatever could be laid without the added tile can be laid with it."""
    ruleset = get_ruleset(name)
    position = drawn(ruleset, f"more {seed}")
    left = deck_of(ruleset)
    for tile in (*position.rack, *(tile for meld in position.table for tile in meld)):
        left.remove(tile)
    added = Random(seed).choice(left)
    assert best(replace(position, rack=(*position.rack, added)), ruleset) >= best(position, ruleset)


@pytest.mark.parametrize("name", LOOSER)
@many
@given(seed=seeds)
def test_a_looser_rule_never_hurts(name: str, seed: int) -> None:
    """What the stricter rule allows, the looser one allows as well."""
    stricter, looser = (load_ruleset({"extends": "tile-rummy", **mapping}) for mapping in LOOSER[name])
    position = drawn(stricter, f"looser {seed}")
    assert best(position, looser) >= best(position, stricter)


@many
@given(seed=seeds)
def test_a_split_run_is_the_same_table(seed: int) -> None:
    """Where the table is free, cutting a long run into two valid ones changes nothing."""
    ruleset = get_ruleset("tile-rummy")
    position = replace(drawn(ruleset, f"split {seed}"), opened=True)
    run = tuple(Tile("r", rank) for rank in range(1, 8))
    taken = [tile for tile in (*position.rack, *(t for meld in position.table for t in meld)) if tile in run]
    table = tuple(meld for meld in position.table if not set(meld) & set(run))
    rack = tuple(tile for tile in position.rack if tile not in run)
    if not rack or len(taken) > 20:
        return
    whole = replace(position, table=(*table, run), rack=rack)
    halves = replace(position, table=(run[:3], *table, run[3:]), rack=rack)
    assert best(whole, ruleset) == best(halves, ruleset)


@pytest.mark.parametrize("name", PRESETS)
@many
@given(seed=seeds)
def test_ids_and_order_do_not_matter(name: str, seed: int) -> None:
    """The same tiles with ids, in another order of melds and rack, are worth the same."""
    ruleset = get_ruleset(name)
    position = drawn(ruleset, f"order {seed}")
    random = Random(seed)
    table = random.sample(position.table, len(position.table))
    rack = random.sample(position.rack, len(position.rack))
    marked = replace(
        position,
        table=tuple(tuple(t._replace(id=f"t{i}.{j}") for j, t in enumerate(meld)) for i, meld in enumerate(table)),
        rack=tuple(tile._replace(id=f"r{i}") for i, tile in enumerate(rack)),
    )
    answer = solve(marked, ruleset, time_limit=600)
    assert (answer.tiles_played, answer.points_played) == best(position, ruleset)
    assert {tile.id for tile in answer.played} <= {tile.id for tile in marked.rack}
