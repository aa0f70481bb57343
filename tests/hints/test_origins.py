"""Where the tiles of a table after a play came from: each from one place, and as few from elsewhere as can be."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from meldsolver import parse_melds, parse_position, solve
from meldsolver.hints import Place, Source, origins
from meldsolver.hints.origin import tile_at
from tests.hints.moved import fewest_moved_of_many
from tests.solver.drawn import draw


@pytest.mark.parametrize("part", range(3))
def test_every_tile_comes_from_one_place_and_few_from_another_meld(part: int) -> None:
    """Whatever the solver played: the places hold those tiles, and no pairing of melds moves fewer."""
    for number in range(part * 40, part * 40 + 40):
        case = draw(f"origin/{number}")
        table = solve(case.position, case.ruleset).table
        came = origins(case.position, table)
        places = list(chain.from_iterable(origin.places for origin in came))
        assert len(set(places)) == len(places)
        assert {p for p in places if p.source is Source.TABLE} >= {
            Place(Source.TABLE, meld, at) for meld, tiles in enumerate(case.position.table) for at in range(len(tiles))
        }
        for meld, origin in zip(table, came, strict=True):
            assert [tile_at(case.position, place)[:3] for place in origin.places] == [tile[:3] for tile in meld]
            lies = origin.continues is not None and meld == case.position.table[origin.continues]
            assert origin.untouched == lies
        continued = [origin.continues for origin in came if origin.continues is not None]
        assert len(set(continued)) == len(continued)
        moved = sum(
            place.source is Source.TABLE and place.meld != origin.continues
            for origin in came
            for place in origin.places
        )
        faces: list[list[Any]] = [[tile[:3] for tile in meld] for meld in case.position.table]
        after: list[list[Any]] = [[tile[:3] for tile in meld] for meld in table]
        assert moved == fewest_moved_of_many(faces, after)


@pytest.mark.parametrize(
    ("before", "after", "untouched"),
    [
        ("r1 r2 r3 / k1", "r1 r2 r3", [True]),
        ("r1 r2 r3 / r4", "r1 r2 r3 r4", [False]),
        ("r1 r2 r3 r4 / k1", "r1 r2 r3", [False]),
        ("r5 y5 k5 / k1", "y5 r5 k5", [False]),
        ("r1 r2 r3 | r1 r2 r3 / r4", "r1 r2 r3 r4 | r1 r2 r3", [False, True]),
    ],
)
def test_untouched_means_the_same_tiles_in_the_same_order(before: str, after: str, untouched: list[bool]) -> None:
    """Longer, shorter and reordered melds are not: an app would not redraw them."""
    position = parse_position(f"{before} / opened")
    assert [origin.untouched for origin in origins(position, parse_melds(after))] == untouched


def test_a_tile_from_nowhere_is_refused() -> None:
    """A table that the position cannot become has no origins; the tile is named."""
    position = parse_position("r1 r2 r3 / r4 / opened")
    with pytest.raises(ValueError, match="r5 lay nowhere"):
        origins(position, parse_melds("r1 r2 r3 r5"))
    with pytest.raises(ValueError, match="r4 lay nowhere"):
        origins(position, parse_melds("r1 r2 r3 r4 | r4 y4 k4"))


def test_tiles_come_from_the_table_then_loose_then_called_then_the_rack() -> None:
    """What must be laid goes first; what may be kept is kept."""
    position = parse_position("r1 r2 r3 / r4 k4 b4 / opened / loose r4 / level 1")
    (grown, *_) = origins(position, parse_melds("r1 r2 r3 r4"))
    assert grown.places[3] == Place(Source.LOOSE, -1, 0)
    called = parse_position("r1 r2 r3 / r4 k4 b4 / opened / level 1 / called r4")
    (grown, *_) = origins(called, parse_melds("r1 r2 r3 r4"))
    assert grown.places[3] == Place(Source.CALLED, -1, 0)
    assert tile_at(called, grown.places[3]) == called.called
