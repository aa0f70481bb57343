"""The table of calls."""

from __future__ import annotations

from meldsolver.calls.contracts import (
    DiscardQuestion,
    DiscardsQuestion,
    DistanceQuestion,
    DrawQuestion,
    LayDownQuestion,
    RamoQuestion,
)
from meldsolver.calls.games import ListQuestion, RulesetQuestion, ValidateQuestion
from meldsolver.calls.judging import GameQuestion, MeldQuestion, MoveQuestion, RoundQuestion
from meldsolver.calls.method import Awaited, Blocking, Many, One
from meldsolver.calls.solving import (
    AlternativesQuestion,
    HintQuestion,
    ImprovingQuestion,
    NoPlayQuestion,
    PictureQuestion,
    SolveQuestion,
)


class Calls:
    """Every call, as a method of each of its runners."""

    solve = One(SolveQuestion)
    check_move = One(MoveQuestion)
    check_meld = One(MeldQuestion)
    score_round = One(RoundQuestion)
    score_game = One(GameQuestion)
    list_rulesets = One(ListQuestion)
    get_ruleset = One(RulesetQuestion)
    validate_ruleset = One(ValidateQuestion)
    hint = One(HintQuestion)
    alternatives = Many(AlternativesQuestion)
    improving = Many(ImprovingQuestion)
    explain_no_play = One(NoPlayQuestion)
    picture = One(PictureQuestion)
    lay_down = One(LayDownQuestion)
    distance = One(DistanceQuestion)
    advise_discard = One(DiscardQuestion)
    stream_discards = Many(DiscardsQuestion)
    advise_draw = One(DrawQuestion)
    check_ramo = One(RamoQuestion)


class BlockingCalls(Calls, Blocking):
    """Base of a runner whose methods wait for their answers: this process, or the blocking client of a server."""


class AwaitedCalls(Calls, Awaited):
    """Base of a runner whose methods are awaited: the asyncio client of a server."""
