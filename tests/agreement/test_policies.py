"""Referee and solver against brute force, for every value of every parameter of a ruleset.

Why: both read the same definitions (docs/wilds.md), but share no code. On decks of two to four suits every
end state of a turn is tried: the solver's best must be the best legal one, in tiles and in points, and the
referee must accept the legal ones and refuse the others.
"""

import pytest

from meldsolver import load_ruleset
from tests.agreement.comparing import differences
from tests.agreement.policies import DECKS, SMALLER_DECKS, Spec, mapping_of, policies

MANY_MELDS = (
    "twos wild",
    "runs of any suit",
    "runs 2 to 3 of any",
    "runs 3 to 4 of any",
    "runs 4 to 5 of any",
    "any sets",
)
"""Every card may lie in so many melds that only smaller decks can be enumerated."""


@pytest.mark.parametrize(("name", "spec"), policies().items(), ids=list(policies()))
def test_agreement(name: str, spec: Spec) -> None:
    """A few positions from fixed seeds."""
    assert _differences(name, spec, 2, rack=4, judged=12) == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "spec"), policies().items(), ids=list(policies()))
def test_agreement_at_length(name: str, spec: Spec) -> None:
    """The same with greater racks, from twenty times as many seeds."""
    assert _differences(f"long {name}", spec, 40, rack=5, judged=25) == []


def _differences(name: str, spec: Spec, positions: int, *, rack: int, judged: int) -> list[str]:
    decks = SMALLER_DECKS if name.removeprefix("long ").startswith(MANY_MELDS) else DECKS
    # Neighbouring policies begin with another deck each, so that few seeds see all of them.
    first = sum(map(ord, name))
    found = []
    for number in range(first, first + positions):
        ruleset = load_ruleset(mapping_of(spec, decks[number % len(decks)]))
        found += differences(ruleset, f"{name} {number}", rack=rack, judged=judged)
    return found
