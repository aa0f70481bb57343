"""Alternatives are all different best plays, each once, and say honestly whether that was all."""

from collections import Counter
from collections.abc import Sequence

import pytest

from meldsolver import InvalidRequest, Solution, check_move, get_ruleset, parse_position, solve
from meldsolver.solver.engine.others import End, alternatives
from tests.oracles.end_states import value
from tests.oracles.mini_rules import Rules, Tile
from tests.solver.small import draw_small, plain_meld

RULES = {
    "free": (Rules(suits="rykb", ranks=5), 0),
    "one wild": (Rules(suits="ryk", ranks=6), 1),
    "two wilds": (Rules(suits="ryk", ranks=5), 2),
    "four suits and wilds": (Rules(suits="rykb", ranks=4), 2),
    "circular runs": (Rules(suits="ryk", ranks=5, wrap="circular"), 1),
    "wilds replaced": (Rules(suits="ryk", ranks=5, retrieval="replace"), 1),
    "opening first": (Rules(suits="ryk", ranks=6, threshold=9), 1),
    "melds only grow": (Rules(suits="ryk", ranks=6, table="layoff"), 1),
}


def kind_of_play(after: Sequence[Sequence[Tile]]) -> object:
    """What is the same in two plays that count as one: see the definition in docs/hints.md."""
    in_runs: Counter[object] = Counter()
    others: Counter[object] = Counter()
    for meld in after:
        naturals = [tile for tile in meld if isinstance(tile, tuple)]
        if len(naturals) == 1 or len({rank for _, rank in naturals}) > 1:
            suit = naturals[0][0]
            in_runs.update(tile if isinstance(tile, tuple) else f"wild in {suit}" for tile in meld)
        else:
            others[tuple(sorted(meld, key=repr))] += 1
    return frozenset(in_runs.items()), frozenset(others.items())


@pytest.mark.parametrize("name", RULES)
def test_as_many_as_brute_force_finds(name: str) -> None:
    """Why: "all best plays" is wrong with one too few, and with one twice."""
    rules, wilds = RULES[name]
    several = 0
    for number in range(25):
        case = draw_small(f"alternatives/{name}/{number}", rules, wilds=wilds, melds=3, rack=5)
        states = case.end_states()
        best = max((value(played) for played, _ in states), default=None)
        wanted = {kind_of_play(after) for played, after in states if value(played) == best}
        *plays, end = alternatives(case.position, case.ruleset, most=1000, time_limit=600)
        assert end == End(len(wanted), complete=True, reason="all"), case.position
        tables = [play.table for play in plays if isinstance(play, Solution)]
        found = [kind_of_play(list(map(plain_meld, table))) for table in tables]
        assert len(found) == len(set(found))
        assert set(found) == wanted, case.position
        several += len(wanted) > 1
    assert several or name == "melds only grow"


def test_worse_plays_follow_in_order() -> None:
    """Why: the k best plays are of use only when none is left out and none comes early."""
    rules, wilds = RULES["one wild"]
    for number in range(8):
        case = draw_small(f"k best/{number}", rules, wilds=wilds, melds=2, rack=4)
        states = case.end_states()
        wanted = Counter(v for v, _ in {(value(played), kind_of_play(after)) for played, after in states})
        *plays, end = alternatives(case.position, case.ruleset, most=2000, best_only=False, time_limit=600)
        found = [(p.tiles_played, p.points_played) for p in plays if isinstance(p, Solution)]
        assert found == sorted(wanted.elements(), reverse=True)
        assert isinstance(end, End)
        assert end.complete


def test_a_limit_is_told() -> None:
    """Why: a list that stopped early must not pass for all there is."""
    ruleset = get_ruleset("tile-rummy")
    position = parse_position("r1 r2 r3 r4 | k1 k2 k3 k4 / r5 k5 y5 b5 y4 b4 j / opened")
    everything = list(alternatives(position, ruleset, most=1000, time_limit=600))
    assert isinstance(everything[-1], End)
    assert everything[-1].complete
    count = everything[-1].count
    assert count > 3
    assert list(alternatives(position, ruleset, most=count, time_limit=600))[-1] == End(
        count, complete=True, reason="all"
    )
    assert list(alternatives(position, ruleset, most=2, time_limit=600))[-1] == End(2, complete=False, reason="count")
    best = solve(position, ruleset, time_limit=600)
    for play in everything[:-1]:
        assert isinstance(play, Solution)
        assert (play.tiles_played, play.points_played) == (best.tiles_played, best.points_played)
        assert check_move(position, play.table, ruleset).legal


def test_plays_arrive_one_by_one() -> None:
    """Why: a stream that computes everything before the first answer is no stream."""
    position = parse_position("r1 r2 r3 r4 | k1 k2 k3 k4 / r5 k5 y5 b5 y4 b4 j / opened")
    stream = alternatives(position, get_ruleset("tile-rummy"), most=1000)
    assert isinstance(next(stream), Solution)
    assert isinstance(next(stream), Solution)


def test_what_cannot_be_asked() -> None:
    """Why: every fault is named with its field."""
    position = parse_position("r1 r2 r3 / r4 / opened")
    with pytest.raises(InvalidRequest) as error:
        list(alternatives(position, get_ruleset("tile-rummy"), ["tiles", "disturbance"], most=0))
    assert [fault.field for fault in error.value.faults] == ["objectives[1]", "most"]
