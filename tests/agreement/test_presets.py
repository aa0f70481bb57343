"""Every preset: referee and solver agree on small decks with brute force, on full ones with each other."""

from typing import Any

import pytest

from meldsolver import Ruleset, Status, check_move, get_ruleset, list_rulesets, load_ruleset, position_faults, solve
from tests.agreement.bridge import oracle_rules
from tests.agreement.comparing import differences
from tests.agreement.player import drawn, most_laid

NAMES = [summary.name for summary in list_rulesets()]


def small(name: str) -> Ruleset:
    """The preset on a deck of three suits and five ranks, opening at 9 at most."""
    rules = get_ruleset(name)
    deck: dict[str, Any] = {
        "suits": list(rules.deck.suits[:3]),
        "min_rank": 1,
        "ranks": 5,
        "copies": 1,
        "packs": 1,
        "wilds": min(2, rules.deck.wilds),
        "wild_ranks": [min(5, rank) for rank in rules.deck.wild_ranks][:1],
        "rank_labels": {},
        "specials": {},
    }
    scoring = {"card_values": "face", "values": {}}
    opening = {"threshold": min(9, rules.opening.threshold)}
    return load_ruleset({"extends": name, "deck": deck, "opening": opening, "scoring": scoring})


def full(name: str) -> Ruleset:
    """The preset as it is; where an indicator makes a tile wild, with one."""
    ruleset = get_ruleset(name)
    if ruleset.deck.dynamic_wild != "indicator":
        return ruleset
    return load_ruleset({"extends": name, "deck": {"indicator": f"{ruleset.deck.suits[0]}5"}})


def enumerable() -> list[str]:
    """The presets that brute force knows: those without contracts and without hands shown whole."""
    found = []
    for name in NAMES:
        rules = get_ruleset(name)
        if rules.opening.kind != "contract" and rules.table.model != "hand_only":
            found.append(name)
    return found


@pytest.mark.parametrize("name", enumerable())
def test_small_decks_against_brute_force(name: str) -> None:
    """Every end state of a few positions: the best is the solver's, the legal ones are the referee's."""
    ruleset = small(name)
    oracle_rules(ruleset)
    assert [text for seed in range(2) for text in differences(ruleset, f"{name} {seed}", rack=4, judged=12)] == []


@pytest.mark.parametrize("name", NAMES)
def test_full_size(name: str) -> None:
    """The solver's play passes the referee, and no careless player lays more than it."""
    _agree_in_full_size(full(name), [f"{name} {number}" for number in range(3)])


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_full_size_at_length(name: str) -> None:
    """The same from many more seeds."""
    _agree_in_full_size(full(name), [f"long {name} {number}" for number in range(60)])


def _agree_in_full_size(ruleset: Ruleset, seeds: list[str]) -> None:
    for seed in seeds:
        position = drawn(ruleset, seed)
        assert position_faults(position, ruleset) == (), seed
        answer = solve(position, ruleset, ("tiles", "points"), time_limit=600)
        careless = most_laid(position, ruleset, seed)
        assert answer.status in (Status.OPTIMAL, Status.NO_PLAY), seed
        assert answer.tiles_played >= careless, f"{seed}: {position}"
        if answer.status is Status.OPTIMAL:
            assert check_move(position, answer.table, ruleset).legal, seed
