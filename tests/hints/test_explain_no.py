"""Where nothing can be played, the nearest tile is told: the one that brute force finds."""

import pytest

from meldsolver import Position, format_tiles, get_ruleset, load_ruleset, parse_position
from meldsolver.hints.explain_no import explain_no_play
from tests.oracles.end_states import end_states
from tests.oracles.mini_rules import Rules, Tile
from tests.solver.small import draw_small

RULES = {
    "opened": Rules(suits="ryk", ranks=6),
    "opening": Rules(suits="ryk", ranks=6, threshold=9),
    "melds only grow": Rules(suits="ryk", ranks=6, table="layoff"),
}


@pytest.mark.parametrize("name", RULES)
def test_exactly_the_tiles_that_would_allow_a_play(name: str) -> None:
    """Why: a tile too few hides a chance, a tile too many sends the player drawing in vain."""
    rules = RULES[name]
    stuck = 0
    for number in range(40):
        case = draw_small(f"near/{name}/{number}", rules, wilds=1, melds=2, rack=3)
        answer = explain_no_play(case.position, case.ruleset)
        assert answer.playable == bool(case.end_states())
        if answer.playable:
            continue
        stuck += 1
        tiles: list[Tile] = [(suit, rank) for suit in rules.suits for rank in range(1, rules.ranks + 1)]
        drawn = [tile for meld in case.drawn.table for tile in meld] + list(case.drawn.rack)
        wanted = {
            "j" if tile == "j" else f"{tile[0]}{tile[1]}"
            for tile in [*tiles, "j"]
            if tile is not None
            and drawn.count(tile) < (1 if tile == "j" else 2)
            and end_states(case.drawn.table, [*case.drawn.rack, tile], case.opened, rules)
        }
        assert answer.complete
        assert {str(near.tile) for near in answer.tiles} == wanted, case.position
    assert stuck > 3


def test_copies_that_are_still_unseen() -> None:
    """Why: a tile whose copies all lie open can no longer be drawn."""
    position = parse_position("r4 y4 b4 | k7 k8 k9 | k6 y6 b6 | k10 y10 r10 / k1 k2 r13 / opened")
    answer = explain_no_play(position, get_ruleset("tile-rummy"))
    # k3 makes a run with k1 and k2; r6, b10 and the other black tiles lie on the table's melds by themselves.
    wanted = {"r6": 2, "k3": 2, "k4": 2, "k6": 1, "k10": 1, "b10": 2, "j": 2}
    assert {str(near.tile): near.unseen for near in answer.tiles} == wanted


@pytest.mark.parametrize(
    ("rack", "points", "missing"),
    [("r1 r2 r3 k9", 6, 24), ("r9 k9 b9 y1", 27, 3), ("r1 k5 b9", 0, 30), ("r9 k9 b9 y1 y2 j", 36, None)],
)
def test_points_that_are_missing_to_the_opening(rack: str, points: int, missing: int | None) -> None:
    """Why: "not yet" is more useful with the number of points behind it."""
    answer = explain_no_play(parse_position(f". / {rack} / unopened"), get_ruleset("tile-rummy"))
    if missing is None:
        assert answer.playable
    else:
        assert (answer.opening_points, answer.points_missing) == (points, missing)


def test_wilds_that_count_nothing_in_the_opening() -> None:
    """Why: under such rules a wild brings no points, only a place."""
    rules = load_ruleset({"extends": "tile-rummy", "wild": {"opening_value": "zero"}})
    answer = explain_no_play(parse_position(". / r9 k9 j / unopened"), rules)
    assert (answer.opening_points, answer.points_missing) == (18, 12)


def test_before_a_contract_no_points_are_told() -> None:
    """Why: where the opening asks for no points, none can be missing."""
    position = Position(rack=parse_position(". / r1 r2 k9 / unopened").rack, level=1)
    answer = explain_no_play(position, get_ruleset("ramo"))
    assert answer.points_missing is None
    assert format_tiles(near.tile for near in answer.tiles) == ""
