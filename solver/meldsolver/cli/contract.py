"""Says whether a hand can go down, with what, and how far it is if it cannot.

A hand is a JSON object with the fields hand, level, table and, where they matter, ruleset, opened,
called, excerpt, unseen (card -> copies), discards (cards seen), draws, go_out, time_limit; or a position as
text, `TABLE / HAND / unopened / level 3`. The table is a list of melds, or of objects with a player
and melds (a list) or tiles (one meld).
"""

from __future__ import annotations

import argparse
from dataclasses import replace

from meldsolver.cli.answers import Answer
from meldsolver.cli.backend import Backend
from meldsolver.cli.batch import add_batch_arguments, run_batch
from meldsolver.cli.contract_answers import contract_answer
from meldsolver.cli.exits import Exit
from meldsolver.cli.hands import DEFAULT_RULESET, HAND_FIELDS, read_hand
from meldsolver.cli.inputs import Entry
from meldsolver.cli.questions import Rulesets, add_ruleset_argument, named_ruleset
from meldsolver.rules.turn_kind import is_hand_game

NAME = "contract"
SUMMARY = "whether a hand can lay its contract, its distance and its outs"
FIELDS = HAND_FIELDS | {"go_out"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    add_batch_arguments(parser, '\'{"level": 3, "hand": ["r5", "j"], "table": []}\'')
    add_hand_arguments(parser)
    parser.add_argument("--go-out", action="store_true", help="go out whenever that is possible")


def add_hand_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments that fill in what an entry leaves out."""
    add_ruleset_argument(parser, "hands", DEFAULT_RULESET)
    parser.add_argument("--level", type=int, default=0, help="the level of hands that name none")
    parser.add_argument("--opened", action="store_true", help="the player is down, where the hand does not say")


def run(arguments: argparse.Namespace) -> Exit:
    """Runs the command."""
    rulesets = Rulesets(named_ruleset(arguments.ruleset))

    def answer(entry: Entry, backend: Backend) -> Answer:
        hand, reader = read_hand(
            entry.decoded(), rulesets, fields=FIELDS, level=arguments.level, opened=arguments.opened
        )
        go_out = reader.flag(hand.form["go_out"], "go_out") if "go_out" in hand.form else arguments.go_out
        reader.finish()
        with hand.naming_faults():
            # The distance is asked first, because it knows every fault that the lay-down knows.
            far = None
            if is_hand_game(hand.ruleset) or (not hand.position.opened and hand.ruleset.opening.kind != "none"):
                far = backend.distance(
                    hand.position,
                    hand.ruleset,
                    unseen=hand.unseen,
                    seen=hand.seen,
                    players=hand.players,
                    draws=hand.draws,
                    time_limit=hand.time_limit,
                )
            play = backend.lay_down(
                hand.position, hand.ruleset, players=hand.players, go_out=go_out, time_limit=hand.time_limit
            )
        seconds = play.seconds + (far.seconds if far is not None else 0)
        return contract_answer(replace(play, seconds=seconds), far, hand)

    return run_batch(arguments, answer, no_when=all)
