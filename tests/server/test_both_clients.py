"""Every call of both clients is that of the solver in process: the same arguments, the same defaults, the same answer.

Why: a call has its arguments written down five times on its way; one that is dropped or swapped shows only where it
differs from its default, and in the client that nobody tried.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

import meldsolver as ms
from meldserver.client import AsyncClient, Client, connect_async
from meldserver.service.server import Server
from meldsolver import contracts, hints
from meldsolver.hints.explain_no import explain_no_play
from meldsolver.rules.scoring import score_game, score_round
from meldsolver.solver.engine.improving import improving

RULES = ms.get_ruleset("tile-rummy")
RAMO = ms.get_ruleset("ramo")
POSITION = ms.parse_position("r1 r2 r3 | k9 y9 b9 / r4 r9 j b13 / opened")
RECAST = ms.parse_position("j=y9 k9 b9 / y9 r1 r2 / opened")
STUCK = ms.parse_position("r1 r2 r3 / k9 b1 / opened")
HAND = ms.parse_position("r1 y1 k1 | r2 y2 k2 / r5 y5 k5 r9 y9 b5 b2 k12 / unopened / level 1")
DOWN = ms.parse_position("r1 y1 k1 | r2 y2 k2 / r5 b1 b2 / opened / level 1")
PLAYERS = ("ana", "ana")
SEEN = ms.parse_tiles("k9 b9")
UNSEEN = {("k", 9, ""): 1, ("b", 12, ""): 2, ("r", 1, ""): 1, ("", 0, ""): 2, ("", 0, "skip"): 1}
WISHES = (ms.Objective.POINTS, ms.Objective.WILDS_KEPT)
HANDS = {"ana": ms.parse_tiles("k10 y10 r2")}
CARD = ms.parse_tile("b9")

Ask = Callable[[Any], Any]
CALLS: dict[str, tuple[Ask, Callable[[], Any]]] = {
    "solve": (
        lambda it: it.solve(POSITION, RULES, WISHES, seed=3, time_limit=60),
        lambda: ms.solve(POSITION, RULES, WISHES, seed=3),
    ),
    "lay_down": (
        lambda it: it.lay_down(DOWN, RAMO, WISHES, players=PLAYERS, go_out=True, seed=3, time_limit=60),
        lambda: contracts.lay_down(DOWN, RAMO, WISHES, players=PLAYERS, go_out=True, seed=3),
    ),
    "distance": (
        lambda it: it.distance(HAND, RAMO, unseen=UNSEEN, seen=SEEN, players=PLAYERS, draws=3, time_limit=60),
        lambda: contracts.distance(HAND, RAMO, unseen=UNSEEN, seen=SEEN, players=PLAYERS, draws=3),
    ),
    "advise_discard": (
        lambda it: it.advise_discard(
            HAND, RAMO, unseen=UNSEEN, seen=SEEN, players=PLAYERS, player="bob", time_limit=60
        ),
        lambda: contracts.advise_discard(HAND, RAMO, unseen=UNSEEN, seen=SEEN, players=PLAYERS, player="bob"),
    ),
    "advise_discard of the owner": (
        lambda it: it.advise_discard(HAND, RAMO, players=PLAYERS, player="ana"),
        lambda: contracts.advise_discard(HAND, RAMO, players=PLAYERS, player="ana"),
    ),
    "advise_draw": (
        lambda it: it.advise_draw(HAND, RAMO, CARD, unseen=UNSEEN, seen=SEEN[:1], players=PLAYERS, time_limit=60),
        lambda: contracts.advise_draw(HAND, RAMO, CARD, unseen=UNSEEN, seen=SEEN[:1], players=PLAYERS),
    ),
    "check_ramo": (
        lambda it: it.check_ramo(ms.parse_tile("b1"), HAND.table, RAMO, players=PLAYERS, discarder="bob", hands=HANDS),
        lambda: contracts.check_ramo(
            ms.parse_tile("b1"), HAND.table, RAMO, players=PLAYERS, discarder="bob", hands=HANDS
        ),
    ),
    "hint": (
        lambda it: it.hint(POSITION, RULES, hints.Grade.PLAN, WISHES, seed=3, time_limit=60),
        lambda: hints.tell(hints.find_hint(POSITION, RULES, WISHES, seed=3), hints.Grade.PLAN),
    ),
    "hint with a wild that stands for another tile": (
        lambda it: it.hint(RECAST, RULES, hints.Grade.PLAN, time_limit=60),
        lambda: hints.tell(hints.find_hint(RECAST, RULES), hints.Grade.PLAN),
    ),
    "alternatives": (
        lambda it: it.alternatives(POSITION, RULES, WISHES, most=2, best_only=False, seed=3, time_limit=60),
        lambda: list(hints.alternatives(POSITION, RULES, WISHES, most=2, best_only=False, seed=3)),
    ),
    "explain_no_play": (
        lambda it: it.explain_no_play(STUCK, RULES, seed=3, time_limit=60),
        lambda: explain_no_play(STUCK, RULES, seed=3),
    ),
    "score_game": (
        lambda it: it.score_game([(10, -10), (200, -200)], RULES),
        lambda: score_game([(10, -10), (200, -200)], RULES),
    ),
}


def test_the_wild_does_stand_for_another_tile() -> None:
    """So that the call above carries what it is there for."""
    plan = hints.find_hint(RECAST, RULES).plan
    assert plan is not None
    assert plan.recast


def timeless(answer: Any) -> Any:
    """The answer without the times it took, which differ."""
    if is_dataclass(answer) and not isinstance(answer, type):
        changed = {field.name: timeless(getattr(answer, field.name)) for field in fields(answer) if field.init}
        return replace(answer, **{**changed, **({"seconds": 0.0} if "seconds" in changed else {})})
    if isinstance(answer, list | tuple) and not hasattr(answer, "_fields"):
        return type(answer)(map(timeless, answer))
    return answer


def from_async(server: Server, question: Ask) -> Any:
    async def conversation() -> Any:
        async with connect_async(server.address) as client:
            answer = question(client)
            if isinstance(answer, AsyncIterator):
                return [each async for each in answer]
            assert isinstance(answer, Awaitable)
            return await answer

    return asyncio.run(conversation())


@pytest.mark.parametrize("name", CALLS)
def test_the_same_answer_in_process_and_from_both_clients(client: Client, server: Server, name: str) -> None:
    """Each argument that a call has is given, and differs from its default."""
    remote, local = CALLS[name]
    expected = timeless(local())
    answer = remote(client)
    assert timeless(answer if is_dataclass(answer) else list(answer)) == expected
    assert timeless(from_async(server, remote)) == expected


IN_PROCESS: dict[str, Callable[..., Any]] = {
    "solve": ms.solve,
    "lay_down": contracts.lay_down,
    "distance": contracts.distance,
    "advise_discard": contracts.advise_discard,
    "stream_discards": contracts.advise_discard,
    "advise_draw": contracts.advise_draw,
    "check_ramo": contracts.check_ramo,
    "alternatives": hints.alternatives,
    "improving": improving,
    "explain_no_play": explain_no_play,
    "score_round": score_round,
}


@pytest.mark.parametrize("name", [name for name, _ in inspect.getmembers(Client, inspect.isfunction) if name[0] != "_"])
def test_both_clients_have_the_same_arguments_and_defaults(name: str) -> None:
    """Those of the solver; a time limit that is not given is the server's to choose."""
    ours = inspect.signature(getattr(Client, name)).parameters
    theirs = inspect.signature(getattr(AsyncClient, name)).parameters
    # An asyncio call is cancelled as a task, without a token.
    assert {key: it.default for key, it in ours.items() if key != "cancel"} == {
        key: it.default for key, it in theirs.items() if key != "cancel"
    }
    if name in IN_PROCESS:
        known = inspect.signature(IN_PROCESS[name]).parameters
        for key, parameter in ours.items():
            if key in known and key not in ("time_limit", "cancel", "objectives", "ruleset"):
                assert parameter.default == known[key].default, key
    if "seed" in ours:
        assert ours["seed"].default == 0
