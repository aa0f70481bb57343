"""Alternatives are all best plays in every game, also where the cells of melds do not tell which cards fill them.

Why: a list that says "that was all" with one too few is wrong, and a model that counts tiles by cell cannot tell plays
apart that differ only in which meld holds a tile. All end states of small decks are tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from meldsolver import Objective, Solution, get_ruleset, parse_position
from meldsolver.hints import alternatives
from meldsolver.solver.engine.others import End
from tests.agreement.all_games import names, small_game
from tests.agreement.bridge import oracle_tile
from tests.agreement.examined import Case, drawn_case
from tests.oracles.any_contract import ends, legal_turn
from tests.oracles.any_move import bag
from tests.oracles.any_rules import Meld, Rules, in_order, readings

MOST_STATES = 1500


def holds_any(name: str) -> bool:
    """Whether some melds of a game may hold any suits or ranks."""
    rules = small_game(name, Random(name))
    any_suits = rules.set.suits == "any" or rules.run.suit == "any"
    return any_suits or any(other.kind == "colour" or other.suits == "any" for other in rules.other_melds)


GAMES = tuple(dict.fromkeys(names()))
OPEN_GAMES = tuple(name for name in GAMES if holds_any(name))


def kind_of_play(after: Iterable[Meld], rules: Rules) -> object:
    """What is the same in two plays that count as one: see the definition in docs/hints.md."""
    in_runs: Counter[object] = Counter()
    others: Counter[object] = Counter()
    for meld in after:
        runs = [reading for reading in readings(in_order(meld), rules, grown=True) if reading.kind == "run"]
        suits = {suit for reading in runs for suit, _ in (*reading.naturals, *reading.wilds)}
        if not runs:
            others[in_order(meld)] += 1
            continue
        suit = "" if rules.run_suit == "any" else min(suits, key=rules.suits.index)
        in_runs.update(tile if isinstance(tile, tuple) else f"wild in {suit}" for tile in meld)
    return frozenset(in_runs.items()), frozenset(others.items())


def best_kinds(case: Case, states: Iterable[tuple[Meld, ...]]) -> set[object]:
    """The different solutions among the legal end states with most tiles, then most points."""
    kinds: dict[tuple[int, int], set[object]] = {}
    for after in states:
        if legal_turn(case.turn, after, case.rules, case.contracts):
            played = bag(after) - bag(case.turn.before.table) - Counter(case.turn.loose)
            value = played.total(), sum(n * tile[1] for tile, n in played.items() if isinstance(tile, tuple))
            kinds.setdefault(value, set()).add(kind_of_play(after, case.rules))
    return kinds[max(kinds)] if kinds else set()


@pytest.mark.parametrize(("games", "count"), [(GAMES, 60), (OPEN_GAMES, 90)], ids=["every game", "any suits"])
def test_as_many_as_trial_and_error_finds(games: tuple[str, ...], count: int) -> None:
    """Each once, none left out, and the end says so."""
    several = compared = number = 0
    while compared < count:
        number += 1
        random = Random(f"alternatives {number}")
        case = drawn_case(random.choice(games), random)
        if case.ruleset.table.model == "hand_only":
            continue
        states = ends(case.turn, case.rules, case.contracts, MOST_STATES)
        if states is None:
            continue
        wanted = best_kinds(case, states)
        if len(wanted) > 40:
            continue
        objectives = [Objective.TILES, Objective.POINTS]
        *plays, end = alternatives(case.position, case.ruleset, objectives, most=1000, time_limit=600)
        found = [
            kind_of_play([tuple(map(oracle_tile, meld)) for meld in play.table], case.rules)
            for play in plays
            if isinstance(play, Solution)
        ]
        assert end == End(len(wanted), complete=True, reason="all"), (case.ruleset.name, str(case.position))
        assert set(found) == wanted, str(case.position)
        compared += 1
        several += len(wanted) > 1
    assert several > 3


@pytest.mark.parametrize(
    ("name", "line", "count"),
    [
        ("liverpool", ". / y2 y2 r2 r2 k2 k2 b9 / unopened / level 1", 4),
        ("liverpool", ". / y2 y2 r2 r2 k2 k2 j b9 / unopened / level 1", 13),
    ],
)
def test_which_set_holds_which_tile(name: str, line: str, count: int) -> None:
    """Two sets of three among six twos: counted by hand as the unordered pairs of different halves.

    With a wild as a seventh tile the set of four is any four of {y2 y2 r2 r2 k2 k2 j} and the other three follow.
    """
    *plays, end = alternatives(parse_position(line), get_ruleset(name))
    assert end == End(count, complete=True, reason="all")
    tables = [play.table for play in plays if isinstance(play, Solution)]
    assert len({frozenset(tuple(sorted(map(str, meld))) for meld in table) for table in tables}) == count
