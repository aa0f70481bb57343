"""Lists the rulesets, shows one, or checks a file with one of your own.

Exit code 1 says that the file of --check holds no valid ruleset.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING, Any

from meldsolver.cli.answers import sentences
from meldsolver.cli.exits import CommandError, Exit
from meldsolver.tiles.request import InvalidRequest

if TYPE_CHECKING:
    pass

NAME = "rulesets"
SUMMARY = "list the rulesets, show one, check your own"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("name", nargs="?", metavar="NAME", help="show this ruleset with all its fields")
    which.add_argument("--check", metavar="FILE", help="check a ruleset in a .toml or .json file")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="text for people, json for machines")


def run(arguments: argparse.Namespace) -> Exit:
    """Runs the command."""
    as_json = arguments.format == "json"
    if arguments.check is not None:
        return _check(arguments.check, as_json)
    if arguments.name is not None:
        _show(arguments.name, as_json)
    else:
        _list(as_json)
    return Exit.ANSWERED


def _list(as_json: bool) -> None:
    from meldsolver.rules import list_rulesets

    summaries = list_rulesets()
    if as_json:
        print(json.dumps([asdict(summary) for summary in summaries], indent=2))
        return
    width = max(len(summary.name) for summary in summaries)
    for family, members in groupby(summaries, key=lambda summary: summary.family):
        print(family.replace("_", " "))
        for summary in members:
            print(f"  {summary.name:{width}}  {summary.title}".rstrip())


def _show(name: str, as_json: bool) -> None:
    from meldsolver.rules import get_ruleset, ruleset_to_mapping

    try:
        ruleset = get_ruleset(name)
    except InvalidRequest as error:
        raise CommandError(sentences(error)[0]) from None
    form = ruleset_to_mapping(ruleset)
    print(json.dumps(form, indent=2) if as_json else _text(form))


def _check(file: str, as_json: bool) -> Exit:
    from meldsolver.rules import load_ruleset

    try:
        ruleset = load_ruleset(file)
    except InvalidRequest as error:
        faults = error.faults
        if any(fault.reason == "UNREADABLE_FILE" for fault in faults):
            raise CommandError(faults[0].message) from None
        if as_json:
            print(json.dumps({"valid": False, "faults": [asdict(fault) for fault in faults]}))
        else:
            print("not valid", *sentences(error), sep="\n  ")
        return Exit.NO
    print(json.dumps({"valid": True, "name": ruleset.name}) if as_json else f"valid: {ruleset.name}")
    return Exit.ANSWERED


def _text(form: dict[str, Any]) -> str:
    """A ruleset as the lines of a TOML file, which ``--check`` and ``--ruleset`` read."""
    lines = [
        _line(name, value) for name, value in form.items() if not isinstance(value, dict) and name != "other_melds"
    ]
    for name, section in form.items():
        if isinstance(section, dict):
            lines += ["", f"[{name}]", *(_line(field, value) for field, value in section.items())]
    for meld in form["other_melds"]:
        lines += ["", "[[other_melds]]", *(_line(field, value) for field, value in meld.items())]
    return "\n".join(lines)


def _line(name: str, value: Any) -> str:
    return f"{name} = {_toml(value)}"


def _toml(value: Any) -> str:
    """A value as TOML writes it: as JSON does, but for tables."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
