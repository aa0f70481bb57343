"""Sets that are counted suit by suit rather than listed: the same answers, and sets that can be dealt out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest

from meldsolver import Objective, Position, Status, check_move, load_ruleset, natural, solve
from meldsolver.rules import game
from meldsolver.rules.game import game_of
from meldsolver.solver.melds import shapes
from meldsolver.solver.model.instances import NO_CELLS, Instance
from meldsolver.solver.model.pooled_sets import whole_sets
from meldsolver.tiles import WILD, Face, Tile
from tests.solver.drawn import draw


@pytest.fixture
def always_pooled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Describes the sets of four suits tile by tile as well; models kept ready are not shared with other tests."""
    game._games.clear()
    monkeypatch.setattr(shapes, "MOST_LISTED_SUITS", 2)
    yield
    game._games.clear()


@pytest.mark.usefixtures("always_pooled")
@pytest.mark.parametrize("part", range(2))
def test_four_suits_as_the_oracle_says(part: int) -> None:
    """Why: the oracle knows the best play of four suits, with wilds and openings; the description must not matter."""
    for number in range(40):
        case = draw(f"pooled-{part}-{number}")
        answer = solve(case.position, case.ruleset, (*case.objectives, Objective.MELDS_KEPT))
        best = case.best()
        if best is None:
            assert answer.status is Status.NO_PLAY
            continue
        assert answer.status is Status.OPTIMAL
        assert (answer.tiles_played, answer.points_played) == best
        assert check_move(case.position, answer.table, case.ruleset).legal


def test_least_disturbance_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Why: there a set may continue a table set, beside those that are only counted."""
    wanted = (Objective.TILES, Objective.POINTS, Objective.DISTURBANCE)
    cases = [case for number in range(60) if (case := draw(f"pooled-still-{number}")).opened][:25]
    listed = [solve(case.position, case.ruleset, wanted).goals for case in cases]
    monkeypatch.setattr(shapes, "MOST_LISTED_SUITS", 2)
    game._games.clear()
    try:
        assert [solve(case.position, case.ruleset, wanted).goals for case in cases] == listed
    finally:
        game._games.clear()


@pytest.mark.parametrize("longest", [0, 4])
def test_tiles_are_dealt_out_exactly_when_they_can_be(longest: int) -> None:
    """Why: the two inequalities stand for a list of sets only if they let through just what the list does."""
    rules = load_ruleset(
        {"extends": "tile-rummy", "deck": {"suits": 5, "ranks": 4, "copies": 3}, "set": {"max": longest}}
    )
    game = game_of(rules)
    sets = [c for size in range(3, (longest or 5) + 1) for c in combinations(game.suits, size)]
    # Five sets of three are all the fifteen tiles.
    within: set[tuple[int, ...]] = {(0,) * 5}
    for _ in range(5):
        within |= {
            more
            for counts in within
            for some in sets
            if max(more := tuple(n + (suit in some) for n, suit in zip(counts, game.suits, strict=True))) <= 3
        }
    for counts in product(range(4), repeat=5):
        least = max([-(-sum(counts) // (longest or 5)), *counts])
        assert (least * 3 <= sum(counts)) == (counts in within), counts
        if counts in within:
            laid = [
                Instance("member", (Face(suit, 1),), (), [False], NO_CELLS, None)
                for suit, number in zip(game.suits, counts, strict=True)
                for _ in range(number)
            ]
            dealt = whole_sets(laid, (), game)
            assert all(len(set(i.cells)) == len(i.cells) >= 3 for i in dealt)
            assert all(len(i.cells) <= (longest or 5) for i in dealt)
            assert Counter(cell.suit for i in dealt for cell in i.cells) == +Counter(
                dict(zip(game.suits, counts, strict=True))
            )


@pytest.mark.parametrize("suits", ["rykbgo", "abcdefghiklmnopqrstuvwxy"])
def test_many_suits(suits: str) -> None:
    """Why: with 24 suits the list of sets would not fit into the memory; opening, refusal and play need none."""
    rules = load_ruleset(
        {
            "extends": "tile-rummy",
            "set": {"max": 0},
            "deck": {"suits": list(suits), "ranks": 9, "copies": 2, "wilds": 2},
        }
    )
    random = Random(suits)
    same = [natural(suit, 9) for suit in rules.deck.suits]
    random.shuffle(same)
    table = (tuple(same[:3]), tuple(natural(rules.deck.suits[0], rank) for rank in (1, 2, 3, 4)))
    rack: tuple[Tile, ...] = (*same[3:6], WILD, natural(rules.deck.suits[1], 6))
    opened = solve(Position(table, rack, opened=True), rules)
    assert (opened.status, opened.tiles_played) == (Status.OPTIMAL, 4)
    assert solve(Position(table, rack), rules).status is Status.OPTIMAL
    assert solve(Position(table, rack[:2]), rules).status is Status.NO_PLAY
    untouched = solve(Position(table, rack[-1:] + rack[:1], opened=True), rules)
    assert untouched.table[1] == table[1]
