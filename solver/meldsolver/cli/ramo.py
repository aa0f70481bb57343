"""Says whether a discard is a Ramo: whether it fits a meld that is down, and who could call it.

A question is a JSON object with the fields card, table (a list of objects with a player and melds
or tiles) and, where they matter, ruleset, discarder and hands (player -> cards that are known).
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from meldsolver.cli.answers import Answer
from meldsolver.cli.backend import Backend
from meldsolver.cli.batch import add_batch_arguments, run_batch
from meldsolver.cli.contract_answers import ramo_answer
from meldsolver.cli.exits import Exit
from meldsolver.cli.hands import DEFAULT_RULESET, read_hand, read_name
from meldsolver.cli.inputs import Entry
from meldsolver.cli.questions import Rulesets, add_ruleset_argument, named_ruleset
from meldsolver.tiles import Tile
from meldsolver.tiles.notation import shown
from meldsolver.tiles.position_json import JsonReader
from meldsolver.tiles.request import Fault, InvalidRequest

NAME = "ramo"
SUMMARY = "whether a discard can be called, by whom, and for what"
FIELDS = frozenset({"ruleset", "card", "table", "discarder", "hands"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    add_batch_arguments(parser, '\'{"card": "b10", "table": [{"player": "ana", "melds": ["b7 b8 b9", "r5 y5 k5"]}]}\'')
    add_ruleset_argument(parser, "questions", DEFAULT_RULESET)


def run(arguments: argparse.Namespace) -> Exit:
    """Runs the command."""
    rulesets = Rulesets(named_ruleset(arguments.ruleset))

    def answer(entry: Entry, backend: Backend) -> Answer:
        value = entry.decoded()
        if isinstance(value, str):
            text = 'a question is an object, as in {"card": "b10", "table": [["b7", "b8", "b9"]]}'
            raise InvalidRequest([Fault("", "UNREADABLE", text)])
        hand, reader = read_hand(value, rulesets, fields=FIELDS, level=0, opened=True)
        if "card" not in hand.form:
            reader.fail("card", "MISSING", "the field 'card' is needed: the discard")
        card = reader.tile(hand.form["card"], "card") if "card" in hand.form else None
        discarder = read_name(hand.form.get("discarder", ""), "discarder", reader)
        hands = _hands(hand.form.get("hands", {}), reader)
        reader.finish()
        assert card is not None
        with hand.naming_faults():
            report = backend.check_ramo(
                card, hand.position.table, hand.ruleset, players=hand.players, discarder=discarder, hands=hands
            )
        return ramo_answer(report)

    return run_batch(arguments, answer, no_when=any)


def _hands(value: Any, reader: JsonReader) -> dict[str, tuple[Tile, ...]]:
    if not isinstance(value, Mapping):
        reader.fail("hands", "WRONG_TYPE", f"{shown(value)} is no object of players and their cards")
        return {}
    return {str(name): reader.tiles(cards, f"hands.{str(name)[:80]}") for name, cards in value.items()}
