"""Physical tiles: ids come back on the same tiles, and what is not touched lies where it lay."""

from collections import Counter

import pytest

from meldsolver import Position, Solution, Status, Tile, get_ruleset, solve
from meldsolver.tiles import parse_position
from tests.solver.drawn import draw

RULES = get_ruleset("tile-rummy")


def with_ids(position: Position) -> Position:
    """The same position, every tile with an id of its own."""
    numbers = iter(range(1000))

    def named(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return tuple(tile._replace(id=f"t{next(numbers)}") for tile in tiles)

    return Position(
        table=tuple(map(named, position.table)),
        rack=named(position.rack),
        opened=position.opened,
        loose=named(position.loose),
    )


@pytest.fixture(scope="module")
def answers() -> list[tuple[Position, Solution]]:
    """Positions with ids, and their best plays."""
    found = []
    for seed in range(60):
        case = draw(f"ids-{seed}")
        position = with_ids(case.position)
        found.append((position, solve(position, case.ruleset, case.objectives)))
    return found


def test_every_tile_comes_back_once_with_its_id(answers: list[tuple[Position, Solution]]) -> None:
    """Why: an app moves the tiles that it knows by their ids."""
    for position, solution in answers:
        if solution.status is Status.NO_PLAY:
            continue
        before = [*(tile for meld in position.table for tile in meld), *position.loose, *position.rack]
        after = [*(tile for meld in solution.table for tile in meld), *solution.rack]
        assert Counter(after) == Counter(before)
        assert Counter(solution.played) + Counter(solution.rack) == Counter(position.rack)
        on_table = {tile for meld in solution.table for tile in meld}
        assert set(solution.played) <= on_table


def test_melds_that_stay_together_keep_place_and_order(answers: list[tuple[Position, Solution]]) -> None:
    """Why: a player should see at once what the play does not touch."""
    kept_somewhere = 0
    for position, solution in answers:
        before = {frozenset(meld): index for index, meld in enumerate(position.table)}
        together = [before[frozenset(meld)] for meld in solution.table if frozenset(meld) in before]
        assert together == sorted(together)
        for meld in solution.table:
            index = before.get(frozenset(meld))
            if index is not None:
                assert meld == position.table[index]
                kept_somewhere += 1
    assert kept_somewhere > 100


def test_equal_copies_are_used_where_they_lie() -> None:
    """Why: swapping two copies of one tile moves tiles for nothing."""
    position = parse_position("r1#a r2#b r3#c | r1#d k1#e y1#f / b1#g / opened")
    solution = solve(position, RULES)
    assert solution.table[0] == position.table[0]
    assert set(position.table[1]) < set(solution.table[1])


def test_a_table_tile_is_preferred_to_the_same_tile_of_the_rack() -> None:
    """Why: with two equal tiles, one on the table, the one from the rack stays there."""
    position = parse_position("r1#a r2#b r3#c / r1#d r4#e / opened")
    solution = solve(position, RULES)
    assert [tile.id for tile in solution.table[0]] == ["a", "b", "c", "e"]
    assert [tile.id for tile in solution.rack] == ["d"]


def test_some_tiles_may_have_ids_and_others_none() -> None:
    """Why: an app may know only the tiles that it has shown."""
    position = parse_position("r1 r2#b r3 / r4#x r4 / opened")
    solution = solve(position, RULES)
    assert solution.tiles_played == 1
    assert Counter(tile for meld in solution.table for tile in meld) + Counter(solution.rack) == Counter(
        [*position.table[0], *position.rack]
    )


def test_the_played_and_the_left_tiles_keep_the_order_of_the_rack() -> None:
    """Why: the rack is shown as the player sorted it."""
    position = parse_position(". / k13 r3 b9 r1 r2 y5 / opened")
    solution = solve(position, RULES)
    assert [str(tile) for tile in solution.played] == ["r3", "r1", "r2"]
    assert [str(tile) for tile in solution.rack] == ["k13", "b9", "y5"]
