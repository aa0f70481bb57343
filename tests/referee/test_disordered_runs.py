"""A run that lies in no order does not say which of its wilds stands where: any way is a reading."""

from __future__ import annotations

import pytest

from meldsolver import check_move, get_ruleset, parse_melds, parse_position


@pytest.mark.parametrize("after", ["kd 2c j j jd 10d", "kd 2c jd 10d j j", "j 2c j 10d jd kd", "j j 10d jd 2c kd"])
def test_a_laid_wild_may_keep_its_card_wherever_it_lies(after: str) -> None:
    """The two of clubs stood for the queen; with two jokers more it still can, whichever lies first."""
    rules = get_ruleset("contract-mayi-gap2")
    before = parse_position("kd jd 2c 10d / j j 4h 5h / opened / level 1", rules.alphabet)
    report = check_move(before, parse_melds(after, rules.alphabet), rules)
    assert report.legal, report.violations


def test_a_laid_wild_that_lies_in_order_elsewhere_has_moved() -> None:
    """Nothing takes its place and pushes it on."""
    rules = get_ruleset("contract-mayi-gap2")
    before = parse_position("10d jd 2c kd / 9d j 4h 5h / opened / level 1", rules.alphabet)
    moved = check_move(before, parse_melds("2c 9d 10d jd j kd", rules.alphabet), rules)
    assert {violation.code for violation in moved.violations} >= {"JOKER_FIXED"}
