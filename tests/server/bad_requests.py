"""Requests that make no sense, each with the faults that the server must name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Struct

from meldserver.generated.v1 import referee_service_pb2 as referee
from meldserver.generated.v1 import ruleset_service_pb2 as rulesets
from meldserver.generated.v1 import solver_service_pb2 as solver
from meldserver.generated.v1.position_pb2 import Position
from meldserver.generated.v1.ruleset_pb2 import RulesetChoice
from meldserver.generated.v1.solution_pb2 import OBJECTIVE_UNSPECIFIED
from meldserver.generated.v1.tile_pb2 import Meld, Tile

SOLVE = "/meldsolver.v1.SolverService/Solve"
CHECK_MOVE = "/meldsolver.v1.RefereeService/CheckMove"
CHECK_MELD = "/meldsolver.v1.RefereeService/CheckMeld"
SCORE_ROUND = "/meldsolver.v1.RefereeService/ScoreRound"
SCORE_GAME = "/meldsolver.v1.RefereeService/ScoreGame"
VALIDATE = "/meldsolver.v1.RulesetService/ValidateRuleset"

DEFAULT = RulesetChoice(preset="tile-rummy")
SOUND = Position(
    table=[Meld(tiles=[Tile(text=text) for text in ("r1", "r2", "r3")])], rack=[Tile(text="r4")], opened=True
)


@dataclass(frozen=True)
class Bad:
    """A request and its faults: pairs (field, reason), in order."""

    name: str
    method: str
    request: Message
    faults: tuple[tuple[str, str], ...]


def tiles(text: str) -> list[Tile]:
    """``r1 r2#a``: tiles, with ids."""
    return [Tile(text=part.partition("#")[0], id=part.partition("#")[2]) for part in text.split()]


def table(*melds: str) -> list[Meld]:
    return [Meld(tiles=tiles(meld)) for meld in melds]


def rules(mapping: Mapping[str, Any], preset: str = "tile-rummy") -> RulesetChoice:
    struct = Struct()
    struct.update(dict(mapping))
    return RulesetChoice(preset=preset, rules=struct)


def solve(name: str, *faults: tuple[str, str], **fields: Any) -> Bad:
    return Bad(name, SOLVE, solver.SolveRequest(**{"ruleset": DEFAULT, "position": SOUND, **fields}), faults)


def position(name: str, *faults: tuple[str, str], **fields: Any) -> Bad:
    return solve(name, *faults, position=Position(**{"opened": True, **fields}))


def ruleset(name: str, *faults: tuple[str, str], choice: RulesetChoice) -> Bad:
    return solve(name, *faults, ruleset=choice)


def rack(name: str, reason: str, *texts: str, at: int = 0) -> Bad:
    return position(name, (f"position.rack[{at}]", reason), rack=[Tile(text=text) for text in texts])


REQUESTS: Iterable[Bad] = (
    # what is missing
    Bad("nothing at all", SOLVE, solver.SolveRequest(), (("position", "REQUIRED"), ("ruleset", "REQUIRED"))),
    Bad("no position", SOLVE, solver.SolveRequest(ruleset=DEFAULT), (("position", "REQUIRED"),)),
    ruleset("no ruleset", ("ruleset", "REQUIRED"), choice=RulesetChoice()),
    # rulesets
    ruleset("unknown ruleset", ("ruleset.preset", "UNKNOWN_RULESET"), choice=RulesetChoice(preset="tile-rumy")),
    ruleset("ruleset name with NUL", ("ruleset.preset", "UNKNOWN_RULESET"), choice=RulesetChoice(preset="tile\0rummy")),
    ruleset(
        "ruleset name of 100,000 letters",
        ("ruleset.preset", "UNKNOWN_RULESET"),
        choice=RulesetChoice(preset="x" * 100_000),
    ),
    ruleset(
        "ruleset name that is a path",
        ("ruleset.preset", "UNKNOWN_RULESET"),
        choice=RulesetChoice(preset="../../etc/passwd"),
    ),
    ruleset("preset named twice", ("ruleset.rules.extends", "CONTRADICTION"), choice=rules({"extends": "ramo"})),
    ruleset(
        "rules that extend a path",
        ("ruleset.rules.extends", "UNKNOWN_RULESET"),
        choice=rules({"extends": "/etc/passwd"}, ""),
    ),
    ruleset("preset of rules unknown", ("ruleset.preset", "UNKNOWN_RULESET"), choice=rules({}, "nonsense")),
    ruleset("unknown section", ("ruleset.rules.decks", "UNKNOWN_FIELD"), choice=rules({"decks": {}})),
    ruleset("unknown field", ("ruleset.rules.deck.colour", "UNKNOWN_FIELD"), choice=rules({"deck": {"colour": 1}})),
    ruleset(
        "negative number of copies",
        ("ruleset.rules.deck.copies", "OUT_OF_RANGE"),
        choice=rules({"deck": {"copies": -1}}),
    ),
    ruleset("text for a number", ("ruleset.rules.deck.ranks", "WRONG_TYPE"), choice=rules({"deck": {"ranks": "many"}})),
    ruleset("fraction of a rank", ("ruleset.rules.deck.ranks", "WRONG_TYPE"), choice=rules({"deck": {"ranks": 12.5}})),
    ruleset(
        "not a number", ("ruleset.rules.deck.ranks", "WRONG_TYPE"), choice=rules({"deck": {"ranks": float("nan")}})
    ),
    ruleset(
        "infinitely many ranks",
        ("ruleset.rules.deck.ranks", "WRONG_TYPE"),
        choice=rules({"deck": {"ranks": float("inf")}}),
    ),
    ruleset(
        "absurdly many ranks", ("ruleset.rules.deck.ranks", "OUT_OF_RANGE"), choice=rules({"deck": {"ranks": 1e300}})
    ),
    ruleset("a section that is a list", ("ruleset.rules.deck", "WRONG_TYPE"), choice=rules({"deck": [1, 2]})),
    ruleset(
        "a word that is no choice",
        ("ruleset.rules.run.wrap", "UNKNOWN_CHOICE"),
        choice=rules({"run": {"wrap": "sideways"}}),
    ),
    ruleset(
        "shortest run above longest",
        ("ruleset.rules.run.min", "CONTRADICTION"),
        choice=rules({"run": {"min": 9, "max": 4}}),
    ),
    Bad(
        "validate: two faults at once",
        VALIDATE,
        rulesets.ValidateRulesetRequest(ruleset=rules({"set": {"min": -3}, "run": {"most": 4}})),
        (("ruleset.rules.run.most", "UNKNOWN_FIELD"), ("ruleset.rules.set.min", "OUT_OF_RANGE")),
    ),
    Bad("validate: nothing", VALIDATE, rulesets.ValidateRulesetRequest(), (("ruleset", "REQUIRED"),)),
    # tiles that cannot be read
    rack("tile without text", "UNREADABLE", ""),
    rack("no tile", "UNREADABLE", "r4", "hello", at=1),
    rack("unknown suit", "UNREADABLE", "q5"),
    rack("rank of many digits", "UNREADABLE", "r999999999999999999999"),
    rack("rank 0", "UNREADABLE", "r0"),
    rack("negative rank", "UNREADABLE", "r-5"),
    rack("two tiles in one", "UNREADABLE", "r4 r5"),
    rack("tile with NUL", "UNREADABLE", "r4\0"),
    rack("tile of 100,000 letters", "UNREADABLE", "r" * 100_000),
    rack("tile that stands for nothing", "UNREADABLE", "j=zz"),
    rack("natural that stands for a tile", "UNREADABLE", "r4=r5"),
    position("id with a space", ("position.rack[0]", "UNREADABLE"), rack=[Tile(text="r4", id="my tile")]),
    position("id with NUL", ("position.rack[0]", "UNREADABLE"), rack=[Tile(text="r4", id="a\0")]),
    position("id of 10,000 letters", ("position.rack[0]", "UNREADABLE"), rack=[Tile(text="r4", id="a" * 10_000)]),
    position("two ids", ("position.rack[0]", "TWO_IDS"), rack=[Tile(text="r4#a", id="b")]),
    # tiles that cannot be there
    rack("rank above the deck's", "UNKNOWN_TILE", "r14"),
    rack("huge rank", "UNKNOWN_TILE", "r999"),
    rack("special of another game", "UNREADABLE", "skip"),
    rack("natural as a wild where none may be", "NOT_WILD", "r2w"),
    rack("rack wild that stands for a tile", "WILD_STANDS_FOR", "j=r5"),
    rack("third copy", "TOO_MANY_COPIES", "r4", "r4", "r4", at=2),
    rack("third wild", "TOO_MANY_COPIES", "j", "j", "j", at=2),
    position(
        "third copy among the loose",
        ("position.loose[0]", "TOO_MANY_COPIES"),
        table=table("r1 r2 r3"),
        rack=tiles("r2 r1"),
        loose=tiles("r1"),
    ),
    position(
        "one id on two tiles", ("position.rack[0]", "DUPLICATE_ID"), table=table("r1#a r2 r3"), rack=tiles("r4#a")
    ),
    position(
        "wild that stands for no tile of the deck",
        ("position.table[0].tiles[1]", "UNKNOWN_TILE"),
        table=table("r1 j=r14 r3"),
    ),
    Bad(
        "call of an unknown tile",
        SOLVE,
        solver.SolveRequest(
            ruleset=RulesetChoice(preset="ramo"),
            position=Position(rack=tiles("r4"), opened=True, called=Tile(text="r44")),
        ),
        (("position.called", "UNKNOWN_TILE"),),
    ),
    Bad(
        "call by a player who is not down",
        SOLVE,
        solver.SolveRequest(
            ruleset=RulesetChoice(preset="ramo"), position=Position(rack=tiles("r4"), level=1, called=Tile(text="r5"))
        ),
        (("position.called", "NOT_DOWN"),),
    ),
    position("call where there are none", ("position.called", "NO_CALLS"), rack=tiles("r4"), called=Tile(text="r5")),
    # tables
    position("table meld that is none", ("position.table[1]", "INVALID_MELD"), table=table("r1 r2 r3", "r4 r5 k6")),
    position("table meld too short", ("position.table[0]", "INVALID_MELD"), table=table("r1 r2")),
    position("table meld without tiles", ("position.table[0]", "INVALID_MELD"), table=table("")),
    position("table meld of wilds", ("position.table[0]", "WILD_LIMIT"), table=table("j j")),
    position("wild that cannot stand there", ("position.table[0]", "INVALID_MELD"), table=table("r1 j=r9 r3")),
    position("10,000 tiles", ("position", "TOO_MANY_TILES"), rack=tiles("r1 " * 10_000)),
    position("10,000 empty melds", ("position", "TOO_MANY_TILES"), table=[Meld()] * 10_000),
    # the rest of a position
    position("level without levels", ("position.level", "NO_LEVELS"), rack=tiles("r4"), level=1),
    position("negative level", ("position.level", "NO_LEVELS"), rack=tiles("r4"), level=-1),
    position("level beyond reason", ("position.level", "NO_LEVELS"), rack=tiles("r4"), level=2**31 - 1),
    Bad(
        "level beyond the last",
        SOLVE,
        solver.SolveRequest(ruleset=RulesetChoice(preset="ramo"), position=Position(rack=tiles("r4"), level=9)),
        (("position.level", "LEVEL_OUT_OF_RANGE"),),
    ),
    position(
        "turns of two wilds where there is one",
        ("position.wild_turns", "WRONG_LENGTH"),
        table=table("r1 j r3"),
        wild_turns=[1, 2],
    ),
    position("negative turns", ("position.wild_turns", "NEGATIVE"), table=table("r1 j r3"), wild_turns=[-1]),
    # options
    solve("objective twice", ("objectives[1]", "DUPLICATE"), objectives=[1, 1]),
    solve("objective that does not exist", ("objectives[1]", "UNKNOWN_VALUE"), objectives=[1, 99]),
    solve("objective with a negative number", ("objectives[0]", "UNKNOWN_VALUE"), objectives=[-7]),
    solve("objective unspecified", ("objectives[0]", "UNKNOWN_VALUE"), objectives=[OBJECTIVE_UNSPECIFIED]),
    solve("no time", ("time_limit", "NOT_POSITIVE"), time_limit=Duration()),
    solve("negative time", ("time_limit", "NOT_POSITIVE"), time_limit=Duration(seconds=-5)),
    solve(
        "time that is no duration", ("time_limit", "OUT_OF_RANGE"), time_limit=Duration(seconds=1, nanos=2_000_000_000)
    ),
    solve("time of two signs", ("time_limit", "OUT_OF_RANGE"), time_limit=Duration(seconds=1, nanos=-5)),
    solve("negative seed", ("seed", "OUT_OF_RANGE"), seed=-1),
    solve("seed too large", ("seed", "OUT_OF_RANGE"), seed=2**31),
    # everything at once
    Bad(
        "several faults",
        SOLVE,
        solver.SolveRequest(
            ruleset=DEFAULT, position=Position(rack=tiles("r4 hello q9")), objectives=[OBJECTIVE_UNSPECIFIED], seed=-1
        ),
        (
            ("objectives[0]", "UNKNOWN_VALUE"),
            ("seed", "OUT_OF_RANGE"),
            ("position.rack[1]", "UNREADABLE"),
            ("position.rack[2]", "UNREADABLE"),
        ),
    ),
    # the referee
    Bad(
        "move from nowhere to nowhere",
        CHECK_MOVE,
        referee.CheckMoveRequest(ruleset=DEFAULT),
        (("before", "REQUIRED"), ("after", "REQUIRED")),
    ),
    Bad(
        "move from an impossible table",
        CHECK_MOVE,
        referee.CheckMoveRequest(ruleset=DEFAULT, before=Position(table=table("r1 r2 k3")), after=referee.EndState()),
        (("before.table[0]", "INVALID_MELD"),),
    ),
    Bad(
        "move to an unknown tile",
        CHECK_MOVE,
        referee.CheckMoveRequest(
            ruleset=DEFAULT, before=SOUND, after=referee.EndState(table=table("r1 r2 r3", "r4 r99"))
        ),
        (("after.table[1].tiles[1]", "UNKNOWN_TILE"),),
    ),
    Bad(
        "move to no tile",
        CHECK_MOVE,
        referee.CheckMoveRequest(ruleset=DEFAULT, before=SOUND, after=referee.EndState(table=table("r1 r2 hello"))),
        (("after.table[0].tiles[2]", "UNREADABLE"),),
    ),
    Bad(
        "move to 10,000 tiles",
        CHECK_MOVE,
        referee.CheckMoveRequest(ruleset=DEFAULT, before=SOUND, after=referee.EndState(table=table("r1 " * 10_000))),
        (("after.table", "TOO_MANY_TILES"),),
    ),
    Bad("no meld", CHECK_MELD, referee.CheckMeldRequest(ruleset=DEFAULT), (("meld", "REQUIRED"),)),
    Bad("meld without tiles", CHECK_MELD, referee.CheckMeldRequest(ruleset=DEFAULT, meld=Meld()), (("meld", "EMPTY"),)),
    Bad(
        "meld with an unknown tile",
        CHECK_MELD,
        referee.CheckMeldRequest(ruleset=DEFAULT, meld=Meld(tiles=tiles("r1 r2 r33"))),
        (("meld.tiles[2]", "UNKNOWN_TILE"),),
    ),
    Bad(
        "meld with no tile",
        CHECK_MELD,
        referee.CheckMeldRequest(ruleset=DEFAULT, meld=Meld(tiles=tiles("r1 r2 hello"))),
        (("meld.tiles[2]", "UNREADABLE"),),
    ),
    Bad(
        "meld of 10,000 tiles",
        CHECK_MELD,
        referee.CheckMeldRequest(ruleset=DEFAULT, meld=Meld(tiles=tiles("r1 " * 10_000))),
        (("meld", "TOO_MANY_TILES"),),
    ),
)
