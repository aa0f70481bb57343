"""The library asked as a program asks it: rules and positions as JSON or text, arguments of any kind.

Why: the wire only carries what protobuf allows. A program may give ``None`` where a list belongs, a set, a
surrogate, a number beyond 64 bits; that is a fault of its request, never one of ours.
"""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

from meldsolver import (
    InvalidRequest,
    ParseError,
    check_meld,
    check_move,
    format_position,
    load_ruleset,
    parse_melds,
    parse_position,
    position_from_json,
    position_to_json,
    rack_value,
    score_game,
    solve,
)
from tests.fuzz.doors import Answer
from tests.fuzz.games import Mapping, game
from tests.fuzz.positions import draw, some_end
from tests.fuzz.requests import ERA, GAMES

ODD: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 2.5, 10**30, -(10**30), float("nan"), float("inf"), "", "j", "r5", "r5 r6"),
    *("\ud800", "\0", "r\u0663", "x" * 400, [], {}, [[]], [None], {"": None}, ["j"] * 50, "none", "opened"),
)
KINDS = ("rules", "json", "json", "text", "solve", "check", "melds")


def ask(seed: str, number: int, random: Random) -> tuple[str, Answer]:
    """Asks something of the library; what is asked, and what came of it."""
    mapping, ruleset = game(f"{seed} {number // ERA}", random.randrange(GAMES))
    drawn = draw(random, ruleset)
    kind = random.choice(KINDS)
    call: Any
    match kind:
        case "rules":
            written = _damaged(random, mapping)
            what, call = f"load_ruleset({written!r:.300})", lambda: load_ruleset(written)
        case "json":
            form = _damaged(random, json.loads(json.dumps(position_to_json(drawn.position))))
            what, call = f"position_from_json({form!r:.300})", lambda: position_from_json(form, ruleset.alphabet)
        case "text":
            text = _scrambled(random, format_position(drawn.position))
            what, call = f"parse_position({text!r:.300})", lambda: parse_position(text, ruleset.alphabet)
        case "solve":
            wishes: Any = random.choice(
                (["tiles"], ["points", "tiles"], ["tiles", "tiles"], [], ["nonsense"], [None], "x")
            )
            limit = random.choice((0.05, 0.05, 0.05, 0, -1, 10**6, float("nan"), float("inf")))
            number_ = random.choice((0, 0, -1, 2**31, 10**20))
            what = f"solve({drawn.position}, {mapping}, {wishes}, {number_}, {limit})"

            def call() -> object:
                return solve(drawn.position, ruleset, wishes, seed=number_, time_limit=limit)

        case "check":
            table = some_end(random, drawn.position, ruleset)
            what = f"check_move({drawn.position}, {table}, {mapping})"

            def call() -> object:
                for meld in table:
                    check_meld(meld, ruleset)
                rack_value(drawn.position.rack, ruleset)
                score_game([[random.randint(-9, 9), 0]] * random.randint(0, 3), ruleset)
                return check_move(drawn.position, table, ruleset)

        case _:
            text = _scrambled(random, "r1 r2 r3 | k5 j=y5 b5 | j y2w y3#a")
            what, call = f"parse_melds({text!r:.300})", lambda: parse_melds(text, ruleset.alphabet)
    try:
        call()
    except InvalidRequest as error:
        return what, Answer("INVALID_ARGUMENT", tuple(fault.reason for fault in error.faults))
    except ParseError:
        return what, Answer("INVALID_ARGUMENT", ("PARSE",))
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return what, Answer("EXCEPTION", error=error)
    return what, Answer("OK")


def _damaged(random: Random, form: Mapping) -> Any:
    """The same form with one to three places changed."""
    form = copy.deepcopy(form)
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        form = _changed(random, form)
    return form


def _changed(random: Random, value: Any) -> Any:
    kind = random.random()
    if isinstance(value, dict) and value and kind < 0.85:
        key = random.choice(list(value))
        if kind < 0.1:
            del value[key]
        elif kind < 0.2:
            value[random.choice(("nonsense", "", key.upper(), key + " "))] = random.choice(ODD)
        else:
            value[key] = _changed(random, value[key])
        return value
    if isinstance(value, list) and value and kind < 0.85:
        at = random.randrange(len(value))
        if kind < 0.15:
            del value[at]
        elif kind < 0.3:
            value.append(value[at])
        else:
            value[at] = _changed(random, value[at])
        return value
    return copy.deepcopy(random.choice(ODD))


def _scrambled(random: Random, text: str) -> str:
    for _ in range(random.choice((0, 1, 1, 2, 4))):
        at = random.randint(0, len(text))
        end = min(len(text), at + random.choice((0, 0, 1, 3)))
        put = random.choice(
            ("", "/", " / ", "|", "j", " j ", "#", "=", "w", "9" * 12, "level 3", "é", "\0", "loose ", "\n")
        )
        text = text[:at] + put + text[end:]
    return text
