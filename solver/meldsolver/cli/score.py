"""Scores a round from the racks that are left, or adds up the rounds of a game.

A round is a JSON object with the field racks (a list of tiles for each player) and, where they
matter, winner (an index), opened and could_open (true or false for each player), and pool_empty
(true when no tile was left and nobody went out). A game is an object with the field rounds (a list
of scores for each round). Both may name their ruleset.
Players are numbered from 0, in the order of the racks.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from meldsolver.cli.answers import Answer
from meldsolver.cli.backend import Backend
from meldsolver.cli.batch import add_batch_arguments, run_batch
from meldsolver.cli.exits import Exit
from meldsolver.cli.inputs import Entry
from meldsolver.cli.questions import Rulesets, add_ruleset_argument, named_ruleset
from meldsolver.tiles.position_json import JsonReader
from meldsolver.tiles.request import Fault, InvalidRequest

if TYPE_CHECKING:
    from meldsolver.rules import Ruleset
    from meldsolver.rules.scoring import GameScore, RoundScore

NAME = "score"
SUMMARY = "the scores of a round, or where a game stands"
ROUND_FIELDS = ("ruleset", "racks", "winner", "opened", "could_open", "pool_empty")
GAME_FIELDS = ("ruleset", "rounds")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    add_batch_arguments(parser, '\'{"racks": ["", "r5 j", "k13"]}\'')
    add_ruleset_argument(parser, "rounds and games")


def run(arguments: argparse.Namespace) -> Exit:
    """Runs the command."""
    rulesets = Rulesets(named_ruleset(arguments.ruleset))

    def answer(entry: Entry, backend: Backend) -> Answer:
        value = entry.decoded()
        if isinstance(value, str):
            text = 'a round is an object, as in {"racks": ["", "r5 j", "k13"]}; a game has rounds, as in [[35, -35]]'
            raise InvalidRequest([Fault("", "UNREADABLE", text)])
        ruleset = rulesets.of(value)
        if isinstance(value, Mapping) and "rounds" in value:
            return _game_answer(value, ruleset, backend)
        return _round_answer(value, ruleset, backend)

    return run_batch(arguments, answer, no_when=any)


def _round_answer(value: Any, ruleset: Ruleset, backend: Backend) -> Answer:
    reader = JsonReader(ruleset.alphabet)
    form = reader.fields(value, ROUND_FIELDS)
    if isinstance(value, Mapping) and "racks" not in form:
        reader.fail("racks", "MISSING", "give racks, the tiles left to each player, or rounds, the scores of a game")
    racks = [reader.tiles(rack, path) for rack, path in reader.items(form.get("racks", ()), "racks")]
    winner = reader.integer(form["winner"], "winner") if form.get("winner") is not None else None
    opened, could_open = (_flags(form.get(name), name, reader) for name in ("opened", "could_open"))
    pool_empty = reader.flag(form["pool_empty"], "pool_empty") if "pool_empty" in form else False
    reader.finish()
    score = backend.score_round(
        racks, ruleset, winner=winner, opened=opened, could_open=could_open, pool_empty=pool_empty
    )
    return Answer(Exit.ANSWERED, _form(score), lambda colour: _round_text(score))


def _game_answer(value: Any, ruleset: Ruleset, backend: Backend) -> Answer:
    reader = JsonReader(ruleset.alphabet)
    form = reader.fields(value, GAME_FIELDS)
    rounds = [
        [reader.integer(score, at) for score, at in reader.items(scores, path)]
        for scores, path in reader.items(form["rounds"], "rounds")
    ]
    reader.finish()
    score = backend.score_game(rounds, ruleset)
    return Answer(Exit.ANSWERED, _form(score), lambda colour: _game_text(score, len(rounds)))


def _flags(value: Any, name: str, reader: JsonReader) -> list[bool] | None:
    return None if value is None else [reader.flag(flag, path) for flag, path in reader.items(value, name)]


def _form(score: RoundScore | GameScore) -> dict[str, Any]:
    return {name: list(told) if isinstance(told, tuple) else told for name, told in asdict(score).items()}


def _round_text(score: RoundScore) -> str:
    lines = ["nobody went out" if score.winner is None else f"player {score.winner} wins"]
    for index, (points, charge, value) in enumerate(zip(score.scores, score.charges, score.rack_values, strict=True)):
        because = "" if index == score.winner or charge == value else f", charged {charge}"
        lines.append(f"  player {index}  {points:>5}  rack {value}{because}")
    return "\n".join(lines)


def _game_text(score: GameScore, given: int) -> str:
    who = " and ".join(f"player {index}" for index in score.leaders)
    verb = ("wins" if score.finished else "leads")[: None if len(score.leaders) == 1 else -1]
    lines = [f"{'finished' if score.finished else 'not finished'}: {who} {verb}"]
    if given > score.rounds_played:
        over = given - score.rounds_played
        rest = f"the {over} rounds given after it were" if over > 1 else "the round given after it was"
        lines[0] += f"; round {score.rounds_played} was the last, and {rest} not played"
    lines += [f"  player {index}  {total:>5}" for index, total in enumerate(score.totals)]
    return "\n".join(lines)
