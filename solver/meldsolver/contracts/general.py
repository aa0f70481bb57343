"""The fewest further cards under any rules, by the solver: the model of a lay-down that may buy cards.

Slower than :mod:`meldsolver.contracts.search`, but it knows every limit on wilds, runs of a
contract that must lie apart, and openings that are worth a number of points or a number of pairs.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from meldsolver.contracts.stock import WILD, WILD_CARD, Stock
from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.clock import Clock, OutOfTime
from meldsolver.rules.game import Game, game_of
from meldsolver.solver.model.instances import Instance, instances_of
from meldsolver.solver.model.problem import Problem, build
from meldsolver.solver.program.backend import Budget, Program, Proof, maximise
from meldsolver.solver.program.linear import Expr, LinearModel
from meldsolver.tiles import Card, Position, Tile

MOST_BOUGHT = 4
"""So many unseen copies of one face are offered at most; no play needs more."""


@dataclass(frozen=True, slots=True)
class General:
    """What the solver found.

    Attributes:
        lacking: the fewest further cards; ``None`` when the contract cannot be completed at all.
        outs: cards, by index, one of which lowers ``lacking``.
        laid: the melds of one best way.
        proved: whether the time was enough to prove all of it.
    """

    lacking: int | None
    outs: frozenset[int]
    laid: tuple[Instance, ...]
    proved: bool


def find_any(
    position: Position,
    game: Game,
    unseen: Counter[Card],
    stock: Stock,
    *,
    time_limit: float,
    outs: bool = True,
    cancel: CancelToken | None = None,
) -> General:
    """The fewest further cards and every card that lowers their number.

    Args:
        position: the hand; its table plays no part.
        game: the rules.
        unseen: copies unseen of each card.
        stock: the same hand, counted.
        time_limit: seconds.
        outs: whether to look for the outs.
        cancel: stops the search from another thread.
    """
    budget = Budget(time.monotonic() + time_limit, cancel=cancel)
    if budget.spent:
        return General(None, frozenset(), (), False)
    try:
        problem, bought = _problem(position, game, unseen, stock, budget.clock)
    except OutOfTime:
        return General(None, frozenset(), (), False)
    model = problem.model
    cost: Expr = dict.fromkeys(bought.values(), 1)
    first = maximise(model, dict.fromkeys(cost, -1), budget)
    if first.proof is Proof.INFEASIBLE:
        return General(None, frozenset(), (), True)
    if not first.values:
        return General(None, frozenset(), (), False)
    proved = first.proof is Proof.OPTIMAL
    lacking = sum(first.values[var] for var in cost)
    laid = tuple(instances_of(problem.cover, first.values))
    if not (outs and lacking and proved):
        return General(lacking, frozenset(), laid, proved)
    found = {card for card, var in bought.items() if first.values[var]}
    try:
        program, news = _news(model, cost, bought, lacking, found)
    except OutOfTime:
        return General(lacking, frozenset(found), laid, False)
    while True:
        outcome = program.maximise(budget)
        if not outcome.values:
            return General(lacking, frozenset(found), laid, outcome.proof is Proof.INFEASIBLE)
        fresh = [card for card, var in news.items() if outcome.values[var]]
        if not fresh:
            return General(lacking, frozenset(found), laid, outcome.proof is Proof.OPTIMAL)
        for card in fresh:
            found.add(card)
            program.bound(news[card], 0, 0)


def _news(
    model: LinearModel, cost: Expr, bought: Mapping[int, int], lacking: int, found: set[int]
) -> tuple[Program, dict[int, int]]:
    """The search for best ways that buy cards not found yet, and the variable for each such card."""
    model.add(cost, high=lacking)
    news = {}
    for card, var in bought.items():
        if card not in found:
            news[card] = model.var(0, 1)
            model.add({news[card]: 1, var: -1}, high=0)
    return Program(model, dict.fromkeys(news.values(), 1)), news


def _problem(
    position: Position, game: Game, unseen: Counter[Card], stock: Stock, clock: Clock
) -> tuple[Problem, dict[int, int]]:
    """The model of a lay-down with every unseen card on the rack, and what is bought of each."""
    offered = [
        Tile(suit, rank, wild=not suit)
        for (suit, rank, name), count in unseen.items()
        if not name
        for _ in range(min(count, MOST_BOUGHT))
    ]
    # The discard is judged elsewhere, by what the hand itself can lay.
    rules = replace(game.ruleset, turn=replace(game.ruleset.turn, go_out_needs_discard=False, max_rack_tiles=0))
    rack = (*position.rack, *offered)
    inflated = replace(position, rack=rack, table=(), loose=(), called=None, opened=False, wild_turns=())
    problem = build(inflated, game_of(rules), (), flow=False, clock=clock)
    model = problem.model
    bought: dict[int, int] = {}
    for index, face in enumerate(game.faces):
        if stock.unseen[index] and (used := problem.cover.used.get(face)):
            var = bought[index] = model.var(0, min(stock.unseen[index], MOST_BOUGHT))
            model.add({**used, var: -1}, high=stock.hand[index])
    if unseen.get(WILD_CARD, 0) > 0:
        var = bought[WILD] = model.var(0, min(unseen[WILD_CARD], MOST_BOUGHT))
        model.add({**problem.wilds_played, var: -1}, high=stock.wilds)
    return problem, bought
