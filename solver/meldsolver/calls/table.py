"""The table of calls."""

from __future__ import annotations

from meldsolver.calls import contracts, games, judging, solving
from meldsolver.calls.method import Awaited, Blocking, Many, One


class Calls:
    """Every call, as a method of each of its runners."""

    solve = One(solving.SolveQuestion)
    check_move = One(judging.MoveQuestion)
    check_meld = One(judging.MeldQuestion)
    score_round = One(judging.RoundQuestion)
    score_game = One(judging.GameQuestion)
    list_rulesets = One(games.ListQuestion)
    get_ruleset = One(games.RulesetQuestion)
    validate_ruleset = One(games.ValidateQuestion)
    hint = One(solving.HintQuestion)
    alternatives = Many(solving.AlternativesQuestion)
    improving = Many(solving.ImprovingQuestion)
    explain_no_play = One(solving.NoPlayQuestion)
    picture = One(solving.PictureQuestion)
    lay_down = One(contracts.LayDownQuestion)
    distance = One(contracts.DistanceQuestion)
    advise_discard = One(contracts.DiscardQuestion)
    stream_discards = Many(contracts.DiscardsQuestion)
    advise_draw = One(contracts.DrawQuestion)
    check_ramo = One(contracts.RamoQuestion)


class BlockingCalls(Calls, Blocking):
    """Base of a runner whose methods wait for their answers: this process, or the blocking client of a server."""


class AwaitedCalls(Calls, Awaited):
    """Base of a runner whose methods are awaited: the asyncio client of a server."""
