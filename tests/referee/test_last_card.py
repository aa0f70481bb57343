"""The last card: an app that asks about one lay-off at a time must not empty a hand that has to discard."""

from itertools import permutations

import pytest

from meldsolver import Meld, Position, Status, Tile, check_move, get_ruleset, load_ruleset, parse_position, solve
from meldsolver.referee.report import Code
from meldsolver.rules import list_rulesets

RAMO = get_ruleset("ramo")
NEEDS_DISCARD = [name for each in list_rulesets() if get_ruleset(name := each.name).turn.go_out_needs_discard]


def laid_off(table: tuple[Meld, ...], card: Tile, index: int) -> tuple[Meld, ...]:
    """The table with the card put where it fits on a run of naturals, else at the end."""
    meld = table[index]
    grown = (card, *meld) if meld[0].suit == card.suit and meld[0].rank == card.rank + 1 else (*meld, card)
    return (*table[:index], grown, *table[index + 1 :])


def test_one_lay_off_at_a_time_leaves_the_discard() -> None:
    """Whatever the order, of three cards that all fit exactly two can be laid off; the third is thrown."""
    start = parse_position("r5 y5 k5 | b7 b8 b9 / b5 b6 b10 / opened")
    for order in permutations(start.rack):
        table, rack = start.table, list(start.rack)
        for card in order:
            for index in range(len(table)):
                after = laid_off(table, card, index)
                if check_move(Position(table, tuple(rack), opened=True), after, RAMO).legal:
                    table = after
                    rack.remove(card)
                    break
        assert len(rack) == 1


@pytest.mark.parametrize("name", NEEDS_DISCARD)
def test_a_rack_of_one_card_is_thrown(name: str) -> None:
    """In every game that ends in a discard: referee and solver agree that nothing can be laid off."""
    rules = get_ruleset(name)
    if rules.table.manipulation == "none":
        rules = load_ruleset({"extends": name, "table": {"manipulation": "layoff"}})
    last = parse_position("b7 b8 b9 / b6 / opened / level 1" if rules.contract.levels else "b7 b8 b9 / b6 / opened")
    report = check_move(last, laid_off(last.table, last.rack[0], 0), rules)
    assert [violation.code for violation in report.violations] == [Code.DISCARD_NEEDED]
    assert solve(last, rules).status is Status.NO_PLAY


def test_leniency_is_asked_for() -> None:
    """The same move in a position that shows only a part of a game; nothing is guessed from racks or tables."""
    for text, after in (
        ("b7 b8 b9 / b6 / opened / excerpt", "b6 b7 b8 b9"),
        (". / b6 b7 b8 / opened / excerpt", "b6 b7 b8"),
        ("b7 b8 b9 / r5 y5 k5 r9 / opened / excerpt", "b7 b8 b9 | r5 y5 k5"),
    ):
        part = parse_position(text)
        whole = parse_position(text.removesuffix(" / excerpt"))
        table = parse_position(after + " / .").table
        assert check_move(part, table, RAMO).legal
        assert solve(part, RAMO).status is Status.OPTIMAL
        assert not check_move(whole, table, RAMO).legal


def test_a_table_in_mid_turn_can_be_finished_with_an_empty_rack() -> None:
    """An empty rack has no card to keep: whether the loose tiles fit is all that is asked."""
    rules = load_ruleset({"extends": "tile-rummy", "turn": {"discard": "required", "go_out_needs_discard": True}})
    position = parse_position("r1 r2 r3 / . / opened / loose r4")
    assert solve(position, rules).status is Status.OPTIMAL
    assert check_move(position, parse_position("r1 r2 r3 r4 / .").table, rules).legal
