"""Which distance a hand has: to a contract or an opening, or, where melds stay in the hand, to a declaration."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from meldsolver.contracts.declaring import HandQuestion
from meldsolver.contracts.distance import Question
from meldsolver.contracts.far import Distance
from meldsolver.contracts.questions import MOST_DRAWS, check_question, unseen_of
from meldsolver.limits.cancel import CancelToken
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.turn_kind import is_hand_game
from meldsolver.tiles import Card, Position, Tile
from meldsolver.tiles.request import Fault, InvalidRequest

Asked: TypeAlias = Question | HandQuestion
"""A hand whose distance can be asked for."""


def question_of(
    position: Position, game: Game, unseen: Counter[Card], cancel: CancelToken | None = None
) -> Asked | None:
    """The question that a hand raises; ``None`` for a player who is down and has no distance any more."""
    if is_hand_game(game.ruleset):
        return HandQuestion(position, game, unseen, cancel)
    return None if position.opened else Question(position, game, unseen, cancel)


def distance(
    position: Position,
    ruleset: Ruleset,
    *,
    unseen: Mapping[Card, int] | None = None,
    seen: Iterable[Tile] = (),
    players: Sequence[str] = (),
    draws: int = 2,
    time_limit: float = 10.0,
    cancel: CancelToken | None = None,
) -> Distance:
    """The distance of a hand from its contract (or its opening, or a hand that can be declared), with all outs.

    Args:
        position: the hand (``rack``), the level, and the table, whose cards are in sight.
        ruleset: the rules.
        unseen: copies unseen of each card; by default the deck without the cards in sight.
        seen: further cards in sight: those discarded.
        players: for each meld on the table, whose it is; empty when it is not known.
        draws: for how many draws to work out the chances.
        time_limit: seconds for rules that need the solver.
        cancel: stops the solver from another thread.

    Raises:
        InvalidRequest: the position cannot exist, or an argument contradicts it.
    """
    started = time.monotonic()
    check_question(position, ruleset, players)
    if not 0 <= draws <= MOST_DRAWS:
        raise InvalidRequest([Fault("draws", "OUT_OF_RANGE", f"give 0 to {MOST_DRAWS} draws")])
    if ruleset.opening.kind == "none" and not is_hand_game(ruleset):
        text = f"{ruleset.name} asks for no contract and no opening, so there is no distance to it"
        raise InvalidRequest([Fault("ruleset", "NO_CONTRACT", text)])
    game = game_of(ruleset)
    left = unseen_of(position, game, seen, unseen)
    question = question_of(position, game, left, cancel)
    if question is None:
        return Distance(0, unseen=sum(left.values()), seconds=time.monotonic() - started)
    answer = question.answer(draws=draws, time_limit=time_limit)
    return replace(answer, seconds=time.monotonic() - started)
