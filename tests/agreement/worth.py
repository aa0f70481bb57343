"""The most that the melds of a table can come to be worth in a turn, by trial and error.

Why: what a meld is worth depends on how it lies (an ace below or above, a wild at either end), so the same tiles on
the same melds count differently. Nothing here but positions is the project's.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from random import Random
from typing import Any

from meldsolver import Objective, Position, Ruleset, Status, format_melds, load_ruleset, position_faults, solve
from tests.agreement.bridge import oracle_rules, project_position, random_before
from tests.oracles.any_move import Before, candidates, legal
from tests.oracles.any_rules import Meld, Rules, readings

MOST_STATES = 1500

ROUND: dict[str, Any] = {
    "extends": "tile-rummy",
    "deck": {"suits": ["r", "y"], "ranks": 3, "copies": 2, "wilds": 2},
    "opening": {"kind": "none"},
    "table": {"manipulation": "layoff"},
    "retrieval": {"mode": "replace"},
    "run": {"wrap": "one_high"},
    "scoring": {"high_value": 11},
}
"""Three ranks: nearly every run holds an ace, which is worth 1 below and 11 above."""

FIVE = {"suits": ["r", "y"], "ranks": 5, "copies": 1, "wilds": 2}
FIXED = {"end_wild_revaluable": False, "inner_wild_revaluable": False}
FULL = {"table": {"manipulation": "full"}}
CHANGES: dict[str, dict[str, Any]] = {
    "an ace at either end": {},
    "no excess": {"wild": {"may_exceed_copies": False}},
    "never": {"retrieval": {"mode": "never"}},
    "fixed": {"wild": FIXED},
    "fixed, no excess": {"wild": {**FIXED, "may_exceed_copies": False}},
    "a wild at either end": {"run": {"wrap": "none"}, "deck": FIVE},
    "circular": {"run": {"wrap": "circular"}, "deck": FIVE},
    "twos wild": {"deck": {"suits": ["r", "y"], "ranks": 4, "copies": 1, "wilds": 2, "wild_ranks": [2]}},
    "opening": {"opening": {"kind": "points", "threshold": 9, "same_turn_table": "layoff"}},
    "rearranged": FULL,
    "rearranged, no excess": {**FULL, "wild": {"may_exceed_copies": False}},
    "rearranged, free": {**FULL, "retrieval": {"mode": "free"}},
    "rearranged, one wild": {**FULL, "wild": {"max_per_meld": 1}},
}


def rules_of(name: str) -> Ruleset:
    """One of the changes as a ruleset."""
    return load_ruleset({**ROUND, **CHANGES[name]})


def best_worth(before: Before, rules: Rules) -> int | None:
    """How much more the table after can be worth than the table before; ``None`` where no play is legal.

    Runs lie in order, so that nothing but their order says what their wilds stand for, or as they lay before.
    """
    lying = {tuple(sorted(meld, key=repr)): meld for meld in before.table}
    best = None
    for _, after in candidates(before, rules):
        ways = [[*_orders(meld, rules), *_as_before(meld, lying, rules)] for meld in after]
        for laid in sorted(product(*ways), key=lambda way: -sum(worth for worth, _ in way)):
            worth = sum(worth for worth, _ in laid)
            if best is not None and worth <= best:
                break
            if legal(before, tuple(meld for _, meld in laid), rules, ordered=True):
                best = worth
                break
    return None if best is None else best - sum(_worth(meld, rules) for meld in before.table)


def _worth(meld: Meld, rules: Rules) -> int:
    return max(reading.worth for reading in readings(meld, rules, True, True))


def _as_before(meld: Meld, lying: dict[Meld, Meld], rules: Rules) -> list[tuple[int, Meld]]:
    was = lying.get(tuple(sorted(meld, key=repr)))
    return [] if was is None else [(_worth(was, rules), was)]


@cache
def _orders(meld: Meld, rules: Rules) -> tuple[tuple[int, Meld], ...]:
    """The orders of some tiles that are read in different ways, each with its worth."""
    found: dict[object, tuple[int, Meld]] = {}
    for order in dict.fromkeys(permutations(meld)):
        read = readings(order, rules, True, True)
        if read and len([reading for reading in read if reading.kind == "run"]) < 2:
            found.setdefault(frozenset(read), (_worth(order, rules), order))
    return tuple(found.values())


def worth_differences(name: str, number: int) -> list[str]:
    """What the solver says of the points of melds that trial and error does not, or that it does not tell."""
    ruleset = rules_of(name)
    rules = oracle_rules(ruleset)
    before = random_before(Random(f"{name} {number}"), rules, ruleset.deck.wilds, melds=2, rack=4)
    position = project_position(before)
    if position_faults(position, ruleset) or len(candidates(before, rules)) > MOST_STATES:
        return []
    return [f"{name} {number}: {position}: {text}" for text in _answers(position, ruleset, best_worth(before, rules))]


LISTS = (
    [Objective.MELD_POINTS],
    [Objective.MELD_POINTS, Objective.TILES, Objective.WILDS_KEPT],
    [Objective.MELD_POINTS, Objective.DISTURBANCE],
)


def _answers(position: Position, ruleset: Ruleset, best: int | None) -> list[str]:
    found = []
    for wanted in LISTS:
        try:
            answer = solve(position, ruleset, wanted, time_limit=600)
        except Exception as error:
            return [f"{','.join(wanted)}: {type(error).__name__}: {error}"]
        got = (answer.goals[0].value, answer.meld_points) if answer.status is Status.OPTIMAL else None
        if got != (None if best is None else (best, best)):
            found.append(f"{','.join(wanted)}: {best}, told {got} by {format_melds(answer.table)}")
    return found
