"""Questions that make no sense, each with the field that is at fault.

Why: a wrong hand must never get an answer that looks right.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import meldsolver as ms
from meldsolver.contracts import advise_discard, advise_draw, check_ramo, distance, lay_down, least_deadwood

RAMO = ms.get_ruleset("ramo")
TABLE = ms.parse_melds("r5 y5 k5 | r7 r8 r9")


def hand(text: str = "r5 j", level: int = 3, table: str = "") -> ms.Position:
    return ms.Position(table=ms.parse_melds(table), rack=ms.parse_tiles(text), level=level)


SIXTY = " ".join(f"{suit}{rank}" for suit in "rykb" for rank in range(1, 14)) + " r1 r2 r3 r4 r5 r6 r7 r8"

BAD: dict[str, tuple[Callable[[], object], str, str]] = {
    "level 0": (lambda: distance(hand(level=0), RAMO), "level", "LEVEL_MISSING"),
    "level 9": (lambda: lay_down(hand(level=9), RAMO), "level", "LEVEL_OUT_OF_RANGE"),
    "a hand of sixty cards": (lambda: distance(hand(SIXTY), RAMO), "rack", "HAND_TOO_LARGE"),
    "more wilds than the deck has": (lambda: lay_down(hand("j j j j j"), RAMO), "rack[4]", "TOO_MANY_COPIES"),
    "a third copy": (lambda: advise_discard(hand("r5 r5 r5"), RAMO), "rack[2]", "TOO_MANY_COPIES"),
    "a table meld that is none": (lambda: distance(hand(table="r5 r5 k5"), RAMO), "table[0]", "INVALID_MELD"),
    "a player with one meld": (
        lambda: lay_down(hand("r4", table="r5 y5 k5"), RAMO, players=["ana"]),
        "table[0]",
        "NO_CONTRACT",
    ),
    "too few names": (
        lambda: lay_down(hand("r4", table="r5 y5 k5"), RAMO, players=["a", "b"]),
        "players",
        "WRONG_LENGTH",
    ),
    "unseen beyond the deck": (
        lambda: distance(hand(), RAMO, unseen={("r", 5, ""): 2}),
        "unseen.r5",
        "CONTRADICTS_DECK",
    ),
    "less than nothing unseen": (
        lambda: distance(hand(), RAMO, unseen={("r", 6, ""): -1}),
        "unseen.r6",
        "CONTRADICTS_DECK",
    ),
    "an unseen card of another game": (
        lambda: distance(hand(), RAMO, unseen={("p", 6, ""): 1}),
        "unseen.p6",
        "UNKNOWN_TILE",
    ),
    "seen too often": (lambda: distance(hand(), RAMO, seen=ms.parse_tiles("r5 r5")), "seen[1]", "TOO_MANY_COPIES"),
    "too many draws": (lambda: distance(hand(), RAMO, draws=11), "draws", "OUT_OF_RANGE"),
    "a discard that is in hand": (
        lambda: advise_draw(hand("r5 r5"), RAMO, ms.parse_tile("r5")),
        "card",
        "TOO_MANY_COPIES",
    ),
    "an unknown discard": (lambda: check_ramo(ms.parse_tile("fj"), TABLE, RAMO), "card", "UNKNOWN_TILE"),
    "a hand of a player who is not down": (
        lambda: check_ramo(ms.parse_tile("b5"), TABLE, RAMO, players=["a", "a"], hands={"b": ()}),
        "hands.b",
        "NOT_DOWN",
    ),
    "a known hand with a third copy": (
        lambda: check_ramo(
            ms.parse_tile("b5"), TABLE, RAMO, players=["a", "a"], hands={"a": ms.parse_tiles("k9 k9 k9")}
        ),
        "hands.a[2]",
        "TOO_MANY_COPIES",
    ),
    "deadwood where melds are laid": (lambda: least_deadwood(hand(), RAMO), "ruleset", "NOT_A_HAND_GAME"),
    "a distance without a contract": (
        lambda: distance(ms.Position(rack=ms.parse_tiles("r5")), ms.get_ruleset("rummy-500")),
        "ruleset",
        "NO_CONTRACT",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_fault_is_named(name: str) -> None:
    """The field and the reason; the message says what to do."""
    ask, field, reason = BAD[name]
    with pytest.raises(ms.InvalidRequest) as error:
        ask()
    assert (field, reason) in [(fault.field, fault.reason) for fault in error.value.faults]


def test_every_fault_is_told() -> None:
    """Not only the first."""
    with pytest.raises(ms.InvalidRequest) as error:
        distance(hand("r5 r5 r5 fj", level=9, table="k5 k5 r5"), RAMO)
    assert {fault.field for fault in error.value.faults} == {"rack[1]", "rack[2]", "rack[3]", "level", "table[0]"}
