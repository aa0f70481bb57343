"""Why a group is no meld: one reason, the one that applies, with its numbers."""

import pytest

from meldsolver import check_meld, get_ruleset, load_ruleset
from meldsolver.tiles import parse_tiles


@pytest.mark.parametrize(
    ("ruleset", "tiles", "reason"),
    [
        ("tile-rummy", "r5 r7 r8", "its ranks are not consecutive"),
        ("tile-rummy", "r12 r13 r1", "its ranks are not consecutive; 1 does not follow 13"),
        ("tile-rummy", "r5 r6 r6", "its ranks are not consecutive"),
        ("ramo", "r13 r1 r2", "its ranks are not consecutive; a run ends with the 1 that follows 13"),
        ("ramo-circular", "r13 r2 r3", "its ranks are not consecutive"),
        ("contract", "k5 k6 k7", "a run needs 4 tiles; this has 3"),
        ("tile-rummy", "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 j", "a run has at most 13 tiles; this has 14"),
        ("riichi", "m1 m2 m3 m4", "a run has at most 3 tiles; this has 4"),
        ("riichi", "z1 z2 z3", "honours form no runs"),
        ({"deck": {"ranks": 2}}, "r1 r2 j", "the deck has too few ranks for a run"),
        ({"run": {"allowed": False}}, "r5 r6 r7", "runs are not allowed"),
    ],
)
def test_the_reason_is_the_one_that_applies(ruleset: str | dict[str, object], tiles: str, reason: str) -> None:
    """A player told several reasons, of which one holds, has to look for it."""
    rules = get_ruleset(ruleset) if isinstance(ruleset, str) else load_ruleset(ruleset)
    (violation,) = check_meld(parse_tiles(tiles, rules.alphabet), rules).violations
    assert violation.message.endswith(f"is no meld: {reason}")
