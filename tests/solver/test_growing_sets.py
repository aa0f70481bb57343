"""Sets on a table whose melds only grow, where naturals take the places of wilds."""

import pytest

from meldsolver import Status, check_move, get_ruleset, parse_melds, parse_position, solve


@pytest.mark.parametrize("preset", ["romme-lite", "kalooki", "rummy-cards-40"])
@pytest.mark.parametrize("rack", ["k9 k9 b7 k7", "k9 k9 r1", "k9 y9 r1"])
def test_two_wilds_of_a_set_are_never_replaced_by_the_same_tile(preset: str, rack: str) -> None:
    """The referee stops such a play, so the answer was lost."""
    rules, position = get_ruleset(preset), parse_position(f"j j r9 b9 / {rack} / opened")
    answer = solve(position, rules)
    assert answer.status in (Status.OPTIMAL, Status.NO_PLAY)
    if answer.status is Status.OPTIMAL:
        assert check_move(position, answer.table, rules).legal


def test_one_wild_of_the_set_is_replaced_and_used_elsewhere() -> None:
    rules, position = get_ruleset("romme-lite"), parse_position("j j r9 b9 / k9 k9 b7 k7 / opened")
    assert check_move(position, parse_melds("r9 k9 b9 j | b7 k7 j"), rules).legal
    assert solve(position, rules).tiles_played >= 3
