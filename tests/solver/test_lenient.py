"""The rule that every meld needs a natural is left out at first; the best play is the same as with it."""

from __future__ import annotations

from random import Random

import pytest

from meldsolver import WILD, Objective, Position, Solution, Status, natural, parse_position, solve
from meldsolver.rules.loading import load_ruleset
from meldsolver.solver.model import problem
from meldsolver.solver.search import best_play as search
from meldsolver.solver.search import template
from tests.oracles.end_states import best_end_state
from tests.oracles.mini_rules import Rules
from tests.solver.small import draw_small

RULES = load_ruleset({"extends": "tile-rummy", "deck": {"wilds": 5}})
GROWING = load_ruleset({"extends": "tile-rummy", "deck": {"wilds": 5}, "table": {"manipulation": "layoff"}})


@pytest.mark.parametrize("part", range(4))
def test_many_wilds_on_small_decks_against_all_end_states(part: int) -> None:
    """Why: with as many wilds as a meld has cells, a play of the first model may hold a meld of wilds alone."""
    rules = Rules(suits="ryk", ranks=4)
    for number in range(part * 25, part * 25 + 25):
        small = draw_small(f"lenient/{number}", rules, wilds=4, copies=1, melds=1, rack=6)
        best = best_end_state(small.drawn.table, small.drawn.rack, small.opened, rules)
        found = solve(small.position, small.ruleset, time_limit=600.0)
        if best is None:
            assert found.status is Status.NO_PLAY, number
        else:
            assert (found.status, found.tiles_played, found.points_played) == (Status.OPTIMAL, *best), number


def test_wilds_alone_are_no_play() -> None:
    """Why: the first model lays them."""
    assert solve(parse_position("r1 r2 r3 / j j j k9 / opened", RULES.alphabet), GROWING).tiles_played > 0
    assert solve(parse_position(". / j j j / opened", RULES.alphabet), RULES).status is Status.NO_PLAY
    both = solve(parse_position(". / j j j j k9 / opened", RULES.alphabet), RULES)
    assert (both.status, both.tiles_played) == (Status.OPTIMAL, 5)


def _played(seed: str, objectives: tuple[Objective, ...]) -> Solution:
    random = Random(seed)
    deck = [natural(suit, rank) for suit in RULES.deck.suits for rank in range(1, 14)] * 2
    random.shuffle(deck)
    wilds = random.randint(3, 5)
    first = solve(Position(rack=(*deck[:12], *[WILD] * random.randint(0, 5 - wilds)), opened=True), RULES)
    rack = (*deck[12 : 12 + random.randint(2, 9)], *[WILD] * wilds)
    return solve(Position(first.table, rack, opened=True), RULES, objectives, time_limit=600.0)


@pytest.mark.parametrize(
    "objectives",
    [
        (Objective.TILES, Objective.POINTS),
        (Objective.MELD_POINTS,),
        (Objective.TILES, Objective.DISTURBANCE),
        (Objective.WILDS_KEPT, Objective.TILES, Objective.MELDS_KEPT),
    ],
)
def test_the_goals_are_those_with_the_rule(objectives: tuple[Objective, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Why: a play of wilds alone is worth more points than any that there is."""
    again = 0
    strict = search._strict

    def counted(*args: object) -> object:
        nonlocal again
        again += 1
        return strict(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(search, "_strict", counted)
    seeds = [f"lenient/{number}" for number in range(8)]
    lenient = [_played(seed, objectives) for seed in seeds]
    assert again < len(seeds)
    for module in (problem, template):
        monkeypatch.setattr(module, "only_naturals_limit", lambda game: False)
    again = 0
    for seed, found in zip(seeds, lenient, strict=True):
        assert found.status is Status.OPTIMAL
        assert found.goals == _played(seed, objectives).goals, seed
    assert again == 0
