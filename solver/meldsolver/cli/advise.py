"""Says which card to throw, and whether to take the discard.

A hand is an object as for `meldsolver contract`, or a position as text. The cards of the hand are
ranked as discards. With the field card, the discard on offer, the answer also says whether to take
it rather than to draw from the deck. The field player names the player, who cannot call a Ramo on
a discard of their own.
"""

from __future__ import annotations

import argparse

from meldsolver.cli.answers import Answer
from meldsolver.cli.backend import Backend
from meldsolver.cli.batch import add_batch_arguments, run_batch
from meldsolver.cli.contract import add_hand_arguments
from meldsolver.cli.contract_answers import advice_answer
from meldsolver.cli.exits import Exit
from meldsolver.cli.hands import HAND_FIELDS, read_hand, read_name
from meldsolver.cli.inputs import Entry
from meldsolver.cli.questions import Rulesets, named_ruleset

NAME = "advise"
SUMMARY = "which card to throw, and whether to take the discard"
FIELDS = HAND_FIELDS | {"card", "player"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    add_batch_arguments(parser, '\'{"level": 3, "hand": ["r5", "r6", "k9"], "card": "r7"}\'')
    add_hand_arguments(parser)


def run(arguments: argparse.Namespace) -> Exit:
    """Runs the command."""
    rulesets = Rulesets(named_ruleset(arguments.ruleset))

    def answer(entry: Entry, backend: Backend) -> Answer:
        hand, reader = read_hand(
            entry.decoded(), rulesets, fields=FIELDS, level=arguments.level, opened=arguments.opened
        )
        card = reader.tile(hand.form["card"], "card") if hand.form.get("card") is not None else None
        player = read_name(hand.form.get("player", ""), "player", reader)
        reader.finish()
        with hand.naming_faults():
            draw = None
            seen = hand.seen
            if card is not None:
                draw = backend.advise_draw(
                    hand.position,
                    hand.ruleset,
                    card,
                    unseen=hand.unseen,
                    seen=seen,
                    players=hand.players,
                    time_limit=hand.time_limit,
                )
                seen = (*seen, card)
            advice = backend.advise_discard(
                hand.position,
                hand.ruleset,
                unseen=hand.unseen,
                seen=seen,
                players=hand.players,
                player=player,
                time_limit=hand.time_limit,
            )
        return advice_answer(advice, draw)

    return run_batch(arguments, answer, no_when=all)
