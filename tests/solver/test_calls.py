"""Calls: what a player who is down may do with another's discard.

Why: a new meld on a call must hold the very card that was called, whatever stands for what, and whether the
card is a wild. Every way to lay the cards is tried and put before the referee.
"""

from random import Random

import pytest

from meldsolver import Position, Status, check_move, get_ruleset, load_ruleset, parse_melds, solve
from meldsolver.tiles import WILD, parse_tile, parse_tiles
from meldsolver.tiles.request import InvalidRequest
from tests.agreement.growing import differences, random_position
from tests.agreement.player import deck_of

RAMO = get_ruleset("ramo")
TABLE = parse_melds("k2 k3 k4 k5 | k6 k7 k8 k9 | r4 r5 r6 | r13 b13 y13")
SMALL = {"suits": ["r", "y", "k"], "ranks": 6, "copies": 2, "packs": 1, "wilds": 2, "specials": {}}


def test_a_called_wild_is_laid_off_beside_no_new_meld_of_naturals() -> None:
    """The set of sevens or the run would be a new meld without the called wild."""
    hand = parse_tiles("k7 k8 k9")
    answer = solve(Position(table=TABLE, rack=hand, opened=True, called=WILD), RAMO)
    assert answer.status is Status.OPTIMAL
    assert answer.tiles_played == 4  # k2 k3 k4 k5 j k7 k8 k9


def test_every_hand_that_calls_a_wild() -> None:
    """A wild can always be laid off here, so there is always a play, and it is legal."""
    deck = deck_of(RAMO)
    for tile in (*(tile for meld in TABLE for tile in meld), WILD):
        deck.remove(tile)
    for seed in range(60):
        hand = tuple(Random(seed).sample(deck, 12))
        position = Position(table=TABLE, rack=hand, opened=True, called=WILD)
        answer = solve(position, RAMO, ("rack_penalty", "tiles", "wilds_kept"))
        assert answer.status is Status.OPTIMAL, hand
        assert check_move(position, answer.table, RAMO).legal, hand


@pytest.mark.parametrize(
    ("name", "rules"),
    {
        "ramo": {},
        "any suits": {"set": {"suits": "any", "max": 0}},
        "limits": {"wild": {"naturals_ge_wilds": True, "adjacent_ok": False}},
    }.items(),
)
def test_the_best_of_all_end_states(name: str, rules: dict[str, object]) -> None:
    """Hands of few cards, the called one among them."""
    ruleset = load_ruleset({"extends": "ramo", "deck": SMALL, "scoring": {"values": {}}, **rules})
    found = []
    for seed in range(40):
        position = random_position(ruleset, f"call {name} {seed}", rack=3)
        if position.called is not None:
            found += differences(ruleset, position)
    assert found == []


@pytest.mark.parametrize(
    ("name", "opened", "reason"),
    [("ramo", False, "NOT_DOWN"), ("carioca", True, "NO_CALLS"), ("vatikan", True, "NO_CALLS")],
)
def test_who_may_call(name: str, opened: bool, reason: str) -> None:
    """Only a player who is down, and only where the game has calls; the referee says so as well."""
    ruleset = get_ruleset(name)
    level = 1 if ruleset.contract.levels else 0
    position = Position(rack=parse_tiles("r5 y5 k5"), opened=opened, level=level, called=parse_tile("r4"))
    for ask, field in (
        (lambda: solve(position, ruleset), "called"),
        (lambda: check_move(position, (), ruleset), "before.called"),
    ):
        with pytest.raises(InvalidRequest) as refused:
            ask()
        assert (field, reason) in [(fault.field, fault.reason) for fault in refused.value.faults]
