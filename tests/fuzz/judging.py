"""What must be true of every answer: the referee accepts each play, and what is said agrees with itself."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from typing import Any

from google.protobuf.message import Message

from meldserver.convert.requests import read
from meldserver.convert.rulesets import read_ruleset
from meldserver.convert.tiles import read_melds, read_position
from meldserver.generated.v1 import solution_pb2 as wire
from meldsolver import Meld, Position, Ruleset, check_meld, check_move, load_ruleset
from meldsolver.calls.contracts import LayDownQuestion, RamoQuestion
from meldsolver.calls.judging import MoveQuestion
from meldsolver.calls.question import rules_of
from meldsolver.tiles.position_json import JsonReader
from meldsolver.tiles.request import InvalidRequest
from tests.fuzz.doors import Answer
from tests.fuzz.requests import Asked

PLAYS = (wire.SOLUTION_STATUS_OPTIMAL, wire.SOLUTION_STATUS_FEASIBLE)
PROVED = (wire.SOLUTION_STATUS_OPTIMAL, wire.SOLUTION_STATUS_NO_PLAY)
LEAST = {
    wire.OBJECTIVE_RACK_PENALTY,
    wire.OBJECTIVE_WILDS_KEPT,
    wire.OBJECTIVE_DISTURBANCE,
    wire.OBJECTIVE_MELDS_ADDED,
}


def faults(asked: Asked, answer: Answer) -> Iterator[tuple[str, str]]:
    """What is wrong with an answer: a short name of the kind of fault, and the details."""
    if answer.code != "OK":
        return
    judge = JUDGES.get(asked.method)
    if judge is not None:
        yield from judge(asked.message, answer.messages)


def _question(request: Any) -> tuple[Position, Ruleset]:
    reader = JsonReader()
    ruleset = read_ruleset(request, reader)
    return read_position(request.position, reader, "position"), ruleset


def _melds(messages: Any, ruleset: Ruleset) -> tuple[Meld, ...]:
    reader = JsonReader(ruleset.alphabet)
    melds = read_melds(messages, reader, "table")
    reader.finish()
    return melds


def _illegal(position: Position, table: Sequence[Meld], ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Whether the referee refuses a play, or to judge it."""
    try:
        report = check_move(position, table, ruleset)
    except InvalidRequest as error:
        yield f"a play cannot be judged: {error.faults[0].reason}", str(error)
        return
    if not report.legal:
        yield f"an illegal play: {report.violations[0].code.value}", str(report.violations)


def _solution(solution: Any, position: Position, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    if solution.status not in PLAYS:
        if solution.played or solution.goals:
            yield "no play, but tiles or goals", str(solution)
        return
    yield from _illegal(position, _melds(solution.table, ruleset), ruleset)
    called = position.called is not None
    if len(solution.played) + len(solution.rack) not in (len(position.rack), len(position.rack) + called):
        yield "played and left are not the rack", str(solution)
    told = {
        wire.OBJECTIVE_TILES: solution.tiles_played,
        wire.OBJECTIVE_POINTS: solution.points_played,
        wire.OBJECTIVE_MELD_POINTS: solution.meld_points,
    }
    for goal in solution.goals:
        if told.get(goal.objective, goal.value) != goal.value:
            yield "a goal that is not what the play has", str(solution)
        worse = goal.value - goal.bound if goal.objective not in LEAST else goal.bound - goal.value
        if worse > 0:
            yield "a value beyond its bound", str(goal)
        if worse and solution.status == wire.SOLUTION_STATUS_OPTIMAL:
            yield "optimal, but a bound is open", str(goal)


def _solve(request: Any, messages: list[Any]) -> Iterator[tuple[str, str]]:
    yield from _solution(messages[0].solution, *_question(request))


def _alternatives(request: Any, messages: list[Any]) -> Iterator[tuple[str, str]]:
    position, ruleset = _question(request)
    if not messages or messages[-1].WhichOneof("told") != "end":
        yield "a list without its end", str(messages)
    plays = [message.solution for message in messages if message.WhichOneof("told") == "solution"]
    for play in plays:
        yield from _solution(play, position, ruleset)
    if len({play.SerializeToString() for play in _timeless(plays)}) < len(plays):
        yield "the same play twice", str(plays)


def _timeless(plays: list[Any]) -> Iterator[Any]:
    for play in plays:
        copy = type(play)()
        copy.CopyFrom(play)
        copy.ClearField("solve_time")
        yield copy


def _improvements(request: Any, messages: list[Any]) -> Iterator[tuple[str, str]]:
    position, ruleset = _question(request)
    if not messages or not messages[-1].done:
        yield "improvements without an end", str(len(messages))
    for message in messages:
        yield from _solution(message.solution, position, ruleset)


def _hint(request: Any, messages: list[Any]) -> Iterator[tuple[str, str]]:
    told = messages[0].WhichOneof("told")
    if messages[0].status not in PLAYS and told is not None:
        yield "a hint of no play", str(messages[0])
    if told == "plan":
        position, ruleset = _question(request)
        yield from _illegal(position, _melds(messages[0].plan.table, ruleset), ruleset)


def _picture(request: Any, messages: list[Any]) -> Iterator[tuple[str, str]]:
    if messages[0].svg:
        try:
            ElementTree.fromstring(messages[0].svg)
        except ElementTree.ParseError as error:
            yield "a picture that is no XML", str(error)


def _move(request: Any, messages: list[Any]) -> Iterator[tuple[str, str]]:
    verdict = messages[0]
    if verdict.legal == bool(verdict.violations) or verdict.legal != verdict.HasField("effects"):
        yield "a verdict that contradicts itself", str(verdict)
    if verdict.legal:
        move = read(MoveQuestion, request)
        ruleset = rules_of(move.ruleset)
        for meld in move.after:
            if not check_meld(meld, ruleset).valid and ruleset.table.manipulation == "full":
                yield "a legal move with a meld that is none", str(meld)


def _meld(request: Any, messages: list[Any]) -> Iterator[tuple[str, str]]:
    verdict = messages[0]
    if verdict.valid == bool(verdict.violations):
        yield "a verdict that contradicts itself", str(verdict)


def _lay_down(request: Any, messages: list[Any]) -> Iterator[tuple[str, str]]:
    question = read(LayDownQuestion, request)
    yield from _laid(messages[0].lay_down, question.position, question.rules)


def _laid(play: Any, position: Position, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    if play.status not in PLAYS:
        return
    if ruleset.table.model not in ("hand_only", "go_out_only"):
        yield from _illegal(position, _melds(play.table, ruleset), ruleset)
    if len(play.played) + len(play.rack) not in (len(position.rack), len(position.rack) + 1):
        yield "played and left are not the rack", str(play)


def _distance(request: Any, messages: list[Any]) -> Iterator[tuple[str, str]]:
    yield from _far(messages[0].distance)


def _far(distance: Any) -> Iterator[tuple[str, str]]:
    for name in ("improve", "complete"):
        chances = [chance.numerator / chance.denominator for chance in getattr(distance, name)]
        if any(not 0 <= chance <= 1 for chance in chances) or chances != sorted(chances):
            yield f"chances that fall or are none: {name}", str(chances)
    if sum(out.copies for out in distance.outs) > distance.unseen:
        yield "more outs than cards unseen", str(distance)


def _discards(request: Any, messages: list[Any]) -> Iterator[tuple[str, str]]:
    cards = [discard.card.text for discard in messages[0].discards]
    if len(set(cards)) < len(cards):
        yield "a card advised twice", str(cards)
    if messages[0].HasField("now"):
        yield from _far(messages[0].now)


def _ramo(request: Any, messages: list[Any]) -> Iterator[tuple[str, str]]:
    question = read(RamoQuestion, request)
    if messages[0].is_ramo != bool(messages[0].spots):
        yield "a Ramo without a spot", str(messages[0])
    for caller in messages[0].callers:
        if caller.HasField("best"):
            hand = tuple((question.hands or {})[caller.player])
            position = Position(table=tuple(question.table), rack=hand, opened=True, called=question.card)
            yield from _laid(caller.best, position, rules_of(question.ruleset))


def _validated(request: Any, messages: list[Any]) -> Iterator[tuple[str, str]]:
    from meldserver.convert.rulesets import read_ruleset_message

    try:
        again = read_ruleset_message(messages[0].ruleset)
    except InvalidRequest as error:
        yield "rules that hold, but not as they are told", str(error)
        return
    if load_ruleset({"extends": "tile-rummy"}) is again:
        yield "rules that are another game's", again.name


JUDGES = {
    "SolverService/Solve": _solve,
    "HintService/GetHint": _hint,
    "HintService/StreamAlternatives": _alternatives,
    "HintService/StreamImprovements": _improvements,
    "HintService/DrawPicture": _picture,
    "RefereeService/CheckMove": _move,
    "RefereeService/CheckMeld": _meld,
    "ContractService/LayDown": _lay_down,
    "ContractService/GetDistance": _distance,
    "ContractService/AdviseDiscard": _discards,
    "ContractService/CheckRamo": _ramo,
    "RulesetService/GetRuleset": _validated,
    "RulesetService/ValidateRuleset": _validated,
}


# --- the same request, alone and with time ------------------------------------------------------------------------


def main_solution(method: str, messages: Sequence[Message]) -> Any:
    """The one play of an answer that tells its status and goals, if it does."""
    if not messages:
        return None
    last: Any = messages[-1]
    if method in ("SolverService/Solve", "HintService/StreamImprovements"):
        return last.solution
    return last.lay_down if method == "ContractService/LayDown" else None


def differences(method: str, first: Answer, alone: Answer) -> Iterator[tuple[str, str]]:
    """Where an answer contradicts that of the same request alone and with more time."""
    if first.code != "OK" or alone.code != "OK":
        return
    if method in ("RefereeService/CheckMove", "RefereeService/CheckMeld", "RefereeService/ScoreRound"):
        if first.messages != alone.messages:
            yield "another answer the second time", f"{first.messages} / {alone.messages}"
        return
    if method == "ContractService/GetDistance":
        one, two = (_untimed(answer.messages[0]) for answer in (first, alone))
        # Chances to be complete are told as far as the time allows; the first ones are the same.
        del two.distance.complete[len(one.distance.complete) :]
        if one.distance.proved and one != two:
            yield "a proved answer is another one alone", f"{one} / {two}"
        return
    one, two = main_solution(method, first.messages), main_solution(method, alone.messages)
    if one is None or two is None or two.status not in PROVED:
        return
    if one.status in PROVED:
        if (one.status, _values(one)) != (two.status, _values(two)):
            yield "a proved answer is another one alone", f"{one.status} {_values(one)} / {two.status} {_values(two)}"
    elif one.status == wire.SOLUTION_STATUS_FEASIBLE:
        if two.status == wire.SOLUTION_STATUS_NO_PLAY:
            yield "a play where alone there is none", str(one)
        yield from _bounds(one, two)


def _bounds(one: Any, two: Any) -> Iterator[tuple[str, str]]:
    """A bound below the proved best, as long as the objectives before it have their best values."""
    if not one.goals:  # a hand to show that was not found by then is told by its deadwood, which answers no list
        return
    for goal, best in zip(one.goals, two.goals, strict=True):
        if goal.objective != best.objective:  # who goes out puts the tiles first
            return
        sign = -1 if goal.objective in LEAST else 1
        if sign * (best.value - goal.bound) > 0:
            yield "a bound that the best passes", f"{_values(one)} {[g.bound for g in one.goals]} / {_values(two)}"
            return
        if goal.value != best.value:
            return


def _values(play: Any) -> list[int]:
    """The goals' values; who goes out puts the tiles first, so the order may differ between two answers."""
    return [goal.value for goal in sorted(play.goals, key=lambda goal: goal.objective)]


def _untimed(message: Any) -> Any:
    copy = type(message)()
    copy.CopyFrom(message)
    for name in ("solve_time", "melds", "missing"):  # the melds are one way of several
        copy.distance.ClearField(name)
    return copy
