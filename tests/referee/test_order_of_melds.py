"""Whether a move is legal does not depend on the order in which the melds of its table are told.

Why: melds that open were told from those with freed wilds by taking the first ones, so that a client who lists the
table in another order was refused.
"""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from meldsolver import check_move, get_ruleset, parse_melds, parse_position, solve
from tests.agreement.all_games import names
from tests.agreement.bridge import project_table
from tests.agreement.examined import drawn_case
from tests.oracles.any_contract import ends, legal_turn

GAMES = tuple(dict.fromkeys(names()))


@pytest.mark.parametrize(
    "text",
    [
        "j k7 r7 b7 | b5 b6 b7 j b9 | y1 j k1 | r8 j k8 | j y7 y8 y9 y10 | y6 y7 y8"
        " / j b4 k12 y10 r4 k3 r1 b1 k9 b11 y6 r1 r2 k6 y13 / unopened / all-opened",
        "b4 j y4 k4 | k2 k3 j k5 | r9 b9 y9 | k3 b3 y3 r3 | y5 y6 y7 | j y10 y11 y12 | b10 r10 j"
        " / j j k5 b7 y3 b13 r13 r3 r13 y1 r6 k6 k10 k8 / unopened / all-opened",
    ],
)
def test_an_opening_beside_freed_wilds(text: str) -> None:
    """Some melds are made of the rack alone, others hold wilds that left the table."""
    position, rules = parse_position(text), get_ruleset("romme-lite")
    table = solve(position, rules, time_limit=600).table
    random = Random(text)
    for _ in range(20):
        assert check_move(position, random.sample(table, len(table)), rules).legal


def test_the_wild_is_said_to_lie_where_it_serves() -> None:
    """One wild is the rack's, one is freed: which of the new melds opens may not depend on which is told first."""
    position = parse_position("r5 y5 j / k5 b5 j r2 r4 r1 b1 r13 k13 y13 k12 / unopened / all-opened")
    rules = get_ruleset("romme-lite")
    told = {
        check_move(position, order, rules).legal
        for order in permutations(parse_melds("r5 y5 k5 b5 | r2 j r4 | r1 b1 j | r13 k13 y13"))
    }
    assert len(told) == 1


def test_any_move_of_any_game() -> None:
    """All orders of some end states, against trial and error, which takes every meld for every role."""
    judged = opened = number = 0
    while judged < 150:
        number += 1
        random = Random(f"order {number}")
        case = drawn_case(random.choice(GAMES), random)
        if case.ruleset.table.model == "hand_only" or case.position.opened:
            continue
        states = [after for after in ends(case.turn, case.rules, case.contracts, 800) or () if 1 < len(after) < 5]
        for after in random.sample(states, min(4, len(states))):
            expected = legal_turn(case.turn, after, case.rules, case.contracts)
            table = project_table(after)
            told = {check_move(case.position, order, case.ruleset).legal for order in permutations(table)}
            assert told == {expected}, (case.ruleset.name, str(case.position), table)
            judged += 1
            opened += expected
    assert opened > 15
