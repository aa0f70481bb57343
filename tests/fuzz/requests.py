"""One sound request of every call of every service, from a seed.

Why: a fault behind the checks of a request is met only by requests that pass them, so each begins sound; what
damages them comes after (:mod:`tests.fuzz.damage`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Struct

from meldserver.convert.tiles import meld_message, position_message, tile_message
from meldserver.generated.v1 import contract_pb2, position_pb2, tile_pb2
from meldserver.generated.v1 import contract_service_pb2 as contracts
from meldserver.generated.v1 import hint_service_pb2 as hints
from meldserver.generated.v1 import referee_service_pb2 as referee
from meldserver.generated.v1 import ruleset_service_pb2 as rulesets
from meldserver.generated.v1 import score_pb2 as scores
from meldserver.generated.v1 import solver_service_pb2 as solver
from meldserver.generated.v1.ruleset_pb2 import RulesetChoice
from meldsolver import Ruleset, Tile
from tests.fuzz.games import Mapping, game
from tests.fuzz.positions import Drawn, deck_of, draw, some_end, some_tiles

ERA = 6000
GAMES = 300
"""In each era of so many requests so many games are asked about, so that what is kept of a game is used."""

TINY = (0.001, 0.004, 0.01, 0.02)
USUAL = 0.3
"""Seconds of a search whose limit is not meant to cut it short; small decks need a few milliseconds."""


@dataclass(frozen=True)
class Asked:
    """A request with what the driver has to know of it.

    Attributes:
        method: the call, ``Service/Method``.
        message: the request.
        cancel_after: seconds after which the call is cancelled, if it is.
        damaged: what was done to the sound request, in words; empty for a sound one.
    """

    method: str
    message: Message
    cancel_after: float | None = None
    damaged: tuple[str, ...] = ()


@dataclass
class Scene:
    """What a request is about."""

    random: Random
    mapping: Mapping
    ruleset: Ruleset
    drawn: Drawn

    @property
    def choice(self) -> RulesetChoice:
        """The game as a request names it."""
        rules = {key: value for key, value in self.mapping.items() if key != "extends"}
        choice = RulesetChoice(preset=self.mapping.get("extends", ""))
        if rules:
            struct = Struct()
            struct.update(rules)
            choice.rules.CopyFrom(struct)
        return choice

    @property
    def position(self) -> position_pb2.Position:
        """The position; the message is a copy."""
        return position_message(self.drawn.position)

    def limit(self) -> Duration | None:
        """Mostly time enough, often next to none, sometimes none told."""
        kind = self.random.random()
        if kind < 0.05:
            return None
        seconds = self.random.choice(TINY) if kind < 0.35 else USUAL
        return Duration(nanos=round(seconds * 10**9))

    def objectives(self) -> list[Any]:
        """A list of them, mostly short."""
        if self.random.random() < 0.4:
            return []
        return self.random.sample(range(1, 9), self.random.choice((1, 1, 2, 2, 3, 4, 5)))

    def seed(self) -> int:
        """A search's seed."""
        return self.random.choice((0, 0, 0, 1, 2**31 - 1))


def sound(seed: str, number: int, random: Random) -> Asked:
    """The sound request of a number."""
    # Which game it is follows from the era alone, the rest from the random numbers of the request.
    era = number // ERA
    mapping, ruleset = game(f"{seed} {era}", random.randrange(GAMES))
    scene = Scene(random, mapping, ruleset, draw(random, ruleset))
    method = random.choices(METHODS, WEIGHTS)[0]
    message = BUILD[method](scene)
    cancel = random.choice((0.0, 0.001, 0.005, 0.02)) if random.random() < 0.02 else None
    return Asked(method, message, cancel)


def _tiles(tiles: Any) -> list[tile_pb2.Tile]:
    return [tile_message(tile) for tile in tiles]


def _solve(scene: Scene) -> Message:
    return solver.SolveRequest(**_question(scene, solver.SolveRequest))


def _question(scene: Scene, kind: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "ruleset": scene.choice,
        "position": scene.position,
        "time_limit": scene.limit(),
        "seed": scene.seed(),
    }
    if "objectives" in kind.DESCRIPTOR.fields_by_name:
        fields["objectives"] = scene.objectives()
    return fields


def _hint(scene: Scene) -> Message:
    return hints.GetHintRequest(**_question(scene, hints.GetHintRequest), grade=scene.random.randint(1, 6))  # type: ignore[arg-type]


def _alternatives(scene: Scene) -> Message:
    most = scene.random.choice((None, 1, 2, 3, 5))
    worse = scene.random.random() < 0.3
    return hints.StreamAlternativesRequest(
        **_question(scene, hints.StreamAlternativesRequest), most=most or 4, worse_too=worse
    )


def _improvements(scene: Scene) -> Message:
    return hints.StreamImprovementsRequest(**_question(scene, hints.StreamImprovementsRequest))


def _no_play(scene: Scene) -> Message:
    return hints.ExplainNoPlayRequest(**_question(scene, hints.ExplainNoPlayRequest))


def _picture(scene: Scene) -> Message:
    return hints.DrawPictureRequest(**_question(scene, hints.DrawPictureRequest), scene=scene.random.randint(1, 3))  # type: ignore[arg-type]


def _check_move(scene: Scene) -> Message:
    after = some_end(scene.random, scene.drawn.position, scene.ruleset)
    table = referee.EndState(table=[meld_message(meld) for meld in after])
    return referee.CheckMoveRequest(ruleset=scene.choice, before=scene.position, after=table)


def _check_meld(scene: Scene) -> Message:
    position, random = scene.drawn.position, scene.random
    tiles: Sequence[Tile] = (
        random.choice(position.table) if position.table and random.random() < 0.7 else position.rack[:5]
    )
    tiles = random.sample(tiles, len(tiles)) if random.random() < 0.3 else tiles
    return referee.CheckMeldRequest(ruleset=scene.choice, meld=meld_message(tuple(tiles)))


def _score_round(scene: Scene) -> Message:
    random = scene.random
    tiles = [*deck_of(scene.ruleset)]
    random.shuffle(tiles)
    players = random.randint(scene.ruleset.deal.players_min, scene.ruleset.deal.players_max)
    racks: list[list[Tile]] = []
    for _ in range(players):
        size = random.choice((0, 1, 3, 7))
        racks.append(tiles[:size])
        del tiles[:size]
    winner = random.choice((None, random.randrange(players)))
    empty = [index for index, rack in enumerate(racks) if not rack]
    if empty and random.random() < 0.8:
        winner = random.choice(empty)
    flags = [[], [random.random() < 0.7 for _ in range(players)]]
    return scores.ScoreRoundRequest(
        ruleset=scene.choice,
        racks=[scores.Rack(tiles=_tiles(rack)) for rack in racks],
        winner=winner,
        opened=random.choice(flags),
        could_open=random.choice(flags),
    )


def _score_game(scene: Scene) -> Message:
    random = scene.random
    players = random.randint(scene.ruleset.deal.players_min, scene.ruleset.deal.players_max)
    rounds = [
        scores.RoundScores(scores=[random.randint(-60, 90) for _ in range(players)])
        for _ in range(random.choice((1, 2, 3, 8)))
    ]
    return scores.ScoreGameRequest(ruleset=scene.choice, rounds=rounds)


def _hand(scene: Scene) -> dict[str, Any]:
    """What every question about a hand has."""
    random, drawn = scene.random, scene.drawn
    fields: dict[str, Any] = {
        "ruleset": scene.choice,
        "position": scene.position,
        "players": drawn.players,
        "time_limit": scene.limit(),
    }
    seen = some_tiles(random, drawn.left, 6) if random.random() < 0.3 else ()
    fields["seen"] = _tiles(seen)
    if random.random() < 0.15:
        left = Counter(drawn.left) - Counter(seen)
        cards = [contract_pb2.CardCount(tile=tile_message(tile), copies=n) for tile, n in left.items()]
        fields["unseen"] = contracts.UnseenCards(cards=cards)
    return fields


def _lay_down(scene: Scene) -> Message:
    fields = _hand(scene)
    fields.pop("seen")
    fields.pop("unseen", None)
    return contracts.LayDownRequest(
        **fields, objectives=scene.objectives(), go_out=scene.random.random() < 0.3, seed=scene.seed()
    )


def _distance(scene: Scene) -> Message:
    draws = scene.random.choice((0, 0, 1, 2, 3))
    return contracts.GetDistanceRequest(**_hand(scene), draws=draws)


def _discard(scene: Scene) -> contracts.AdviseDiscardRequest:
    return contracts.AdviseDiscardRequest(**_hand(scene), player=scene.random.choice(("", "ana", "bob")))


def _stream_discard(scene: Scene) -> Message:
    return contracts.StreamDiscardAdviceRequest(question=_discard(scene))


def _draw(scene: Scene) -> Message:
    left = scene.drawn.left or deck_of(scene.ruleset)
    return contracts.AdviseDrawRequest(**_hand(scene), card=tile_message(scene.random.choice(left)))


def _ramo(scene: Scene) -> Message:
    random, drawn = scene.random, scene.drawn
    left = list(drawn.left or deck_of(scene.ruleset))
    card = left.pop(random.randrange(len(left)))
    known = [name for name in dict.fromkeys(drawn.players) if name and random.random() < 0.5][:1]
    hands = [contracts.KnownHand(player=name, tiles=_tiles(drawn.position.rack)) for name in known]
    return contracts.CheckRamoRequest(
        ruleset=scene.choice,
        card=tile_message(card),
        table=[meld_message(meld) for meld in drawn.position.table],
        players=drawn.players,
        discarder=random.choice(("", "ana", "bob")),
        hands=hands,
    )


def _list_rulesets(scene: Scene) -> Message:
    return rulesets.ListRulesetsRequest()


def _get_ruleset(scene: Scene) -> Message:
    return rulesets.GetRulesetRequest(name=scene.mapping.get("extends", "tile-rummy"))


def _validate(scene: Scene) -> Message:
    return rulesets.ValidateRulesetRequest(ruleset=scene.choice)


BUILD: dict[str, Callable[[Scene], Message]] = {
    "SolverService/Solve": _solve,
    "HintService/GetHint": _hint,
    "HintService/StreamAlternatives": _alternatives,
    "HintService/StreamImprovements": _improvements,
    "HintService/ExplainNoPlay": _no_play,
    "HintService/DrawPicture": _picture,
    "RefereeService/CheckMove": _check_move,
    "RefereeService/CheckMeld": _check_meld,
    "RefereeService/ScoreRound": _score_round,
    "RefereeService/ScoreGame": _score_game,
    "ContractService/LayDown": _lay_down,
    "ContractService/GetDistance": _distance,
    "ContractService/AdviseDiscard": _discard,
    "ContractService/StreamDiscardAdvice": _stream_discard,
    "ContractService/AdviseDraw": _draw,
    "ContractService/CheckRamo": _ramo,
    "RulesetService/ListRulesets": _list_rulesets,
    "RulesetService/GetRuleset": _get_ruleset,
    "RulesetService/ValidateRuleset": _validate,
}
METHODS = tuple(BUILD)
# Searches cost most and fail most; what only reads is asked less.
WEIGHTS = (14, 5, 4, 4, 3, 3, 24, 10, 5, 3, 6, 4, 2, 1, 3, 5, 0.05, 1, 6)
