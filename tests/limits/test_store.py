"""What is kept is bounded by bytes, whatever is asked: entries may be of any size, and a client chooses them."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from meldsolver import Position, load_ruleset, parse_position, parse_tiles, solve
from meldsolver.contracts import distance
from meldsolver.limits.store import Memory, Store
from meldsolver.limits.weight import weight_of
from meldsolver.rules import game


@pytest.mark.parametrize(
    "value",
    [
        tuple(range(1000, 6000)),
        [tuple(range(1000 + i, 1000 + i + i % 40)) for i in range(3000)],
        {f"name {i}": [float(i)] * 5 for i in range(2000)},
        ["x" * (i % 500) for i in range(5000)],
    ],
)
def test_a_weight_is_about_what_a_whole_walk_counts(value: object) -> None:
    """Large collections are weighed by a sample, since a walk through all would take as long as making them."""

    def walk(part: object) -> int:
        size = sys.getsizeof(part)
        if isinstance(part, dict):
            return size + sum(walk(pair) for pair in part.items())
        return size + sum(map(walk, part)) if isinstance(part, (tuple, list)) else size

    assert walk(value) / 1.5 < weight_of(value) < walk(value) * 1.5


def test_a_store_forgets_what_was_asked_for_least_lately() -> None:
    """And keeps nothing that would push out most of the others."""
    store: Store[int, str] = Store(10_000)
    for number in range(9):
        store.put(number, "x" * 1000)
    assert store.get(0) == "x" * 1000
    store.put(9, "x" * 1000)
    assert store.get(1) is None
    assert store.get(0) is not None
    assert store.put(10, "x" * 5000) == "x" * 5000
    assert store.get(10) is None
    assert 0 < store.weight <= 10_000


def test_the_first_of_two_values_is_everybodys() -> None:
    """Two threads may have worked at once; their answers must not differ in identity from one call to the next."""
    store: Store[str, list[int]] = Store(10_000)
    first = store.put("a", [1])
    assert store.put("a", [1]) is first


def test_a_memory_that_grows_counts_in_its_store() -> None:
    """What is worked out about a game comes after the game was kept, and must push out others all the same."""
    store: Store[str, str] = Store(100_000)
    store.put("old", "x" * 1000)
    store.put("new", "y" * 1000)
    memory = Memory(store, "new", 60_000)
    for number in range(1000):
        memory.keep(number, "z" * 2000)
        assert memory.weight <= 60_000
        assert store.weight <= 100_000
    assert memory.known
    before = store.weight
    memory.add(before)
    assert store.weight < before


def test_threads_that_fill_a_store_leave_its_weight_right() -> None:
    """A weight that drifts would in time forbid everything, or nothing."""
    store: Store[int, str] = Store(50_000)

    def fill(seed: int) -> None:
        rng = Random(seed)
        for _ in range(2000):
            number = rng.randrange(200)
            if store.get(number) is None:
                store.put(number, "x" * rng.randrange(1000))
            else:
                store.grow(number, rng.randrange(-20, 40))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(fill, range(4)))
    assert store.weight == sum(store._weights.values()) <= 50_000
    assert set(store._weights) == set(store._values)


def test_many_rulesets_and_their_questions_stay_within_the_bytes_for_games() -> None:
    """One suit of 178 ranks under ever new titles once filled 5 GB in 64 questions."""
    for number in range(12):
        deck = {"suits": ["r"], "ranks": 178, "copies": 4, "packs": 1, "wilds": 2}
        rules = load_ruleset(
            {"extends": "ramo", "title": f"game {number}", "deck": deck, "contract": {"levels": ["RR"]}}
        )
        distance(Position(rack=parse_tiles("r1 r2 r5 r6 r9 j"), level=1), rules, time_limit=0.3)
        plain = load_ruleset({"extends": "tile-rummy", "title": f"game {number}", "deck": {"ranks": 20 + number}})
        solve(parse_position("r1 r2 r3 / r4 r5 k1 k2 / opened"), plain)
        assert game._games.weight <= game.MOST_BYTES
        kept = list(game._games._values.values())
        assert sum(one.memory.weight for one in kept) <= game._games.weight
