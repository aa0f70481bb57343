"""What a process weighs after a thousand questions that no two have in common: own rulesets, own contracts.

    python -m benchmarks.memory

Prints, for each kind of question, resident megabytes before, after 500 and after 1,000 of them, in this process
and in a server's process asked over gRPC. Goal: 150 MB.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import psutil

from meldserver.client import Client, connect
from meldsolver import InvalidRequest, Position, Ruleset, load_ruleset, parse_position, solve
from meldsolver.contracts import distance
from meldsolver.tiles import parse_tiles

COUNT = 1000
GOAL = 150


def contract_rules(number: int) -> dict[str, Any]:
    """A deck of one suit with many ranks: its runs are long and many."""
    deck = {"suits": ["r"], "ranks": 178, "copies": 4, "wilds": 2}
    return {"extends": "ramo", "title": f"contract {number}", "deck": deck, "contract": {"levels": ["RR"]}}


def large_rules(number: int) -> dict[str, Any]:
    """Rules of many faces, special cards, melds and words, as large as a request may be."""
    rng = Random(number)
    specials = {f"s{number}x{index}": 1 for index in range(60)}
    suits = rng.sample("abcdefghiklmnopqrstuvwxyz"[:20], 8)
    deck = {"suits": suits, "ranks": 30 + number % 30, "copies": 2, "specials": specials}
    return {
        "extends": "tile-rummy",
        "title": f"rules {number} " + "x" * 1900,
        "deck": deck,
        "wild": {"min_naturals": 1},
    }


def ask_contract(rules: Ruleset, client: Client | None) -> None:
    hand = Position(rack=parse_tiles("r1 r2 r5 r6 r9 r40 r41 j"), level=1)
    ask = client.distance if client is not None else distance
    ask(hand, rules, time_limit=0.2)


def ask_play(rules: Ruleset, client: Client | None) -> None:
    suit = rules.deck.suits[0]
    position = parse_position(f"{suit}1 {suit}2 {suit}3 / {suit}4 {suit}5 {suit}9 j / opened", rules.alphabet)
    if client is not None:
        client.solve(position, rules, time_limit=1.0)
    else:
        solve(position, rules, time_limit=1.0)


KINDS: dict[str, tuple[Callable[[int], dict[str, Any]], Callable[[Ruleset, Client | None], None]]] = {
    "contract questions, 178 ranks": (contract_rules, ask_contract),
    "large own rulesets": (large_rules, ask_play),
}


def weights(kind: str, client: Client | None, process: psutil.Process) -> Iterator[float]:
    make, ask = KINDS[kind]
    for number in range(COUNT):
        if number in (0, COUNT // 2):
            yield process.memory_info().rss / 1e6
        try:
            ask(load_ruleset(make(number)), client)
        except InvalidRequest as error:
            sys.exit(f"{kind}: {error}")
    yield process.memory_info().rss / 1e6


def main() -> None:
    if len(sys.argv) > 2:
        kind, where = sys.argv[1:]
        if where == "in process":
            print(*(f"{megabytes:.0f}" for megabytes in weights(kind, None, psutil.Process())), sep=" | ")
            return
        command = [sys.executable, "-m", "meldsolver", "serve", "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"on (\S+)", server.stdout.readline())
            assert found is not None
            with connect(found[1]) as client:
                measured = weights(kind, client, psutil.Process(server.pid))
                print(*(f"{megabytes:.0f}" for megabytes in measured), sep=" | ")
            server.terminate()
        return
    print("| questions | where | before, MB | after 500 | after 1,000 |\n|---|---|---:|---:|---:|")
    for kind in KINDS:
        for where in ("in process", "server"):
            command = [sys.executable, "-m", "benchmarks.memory", kind, where]
            figures = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
            print(f"| {kind} | {where} | {figures} |", flush=True)
    print(f"\nGoal: {GOAL} MB.")


if __name__ == "__main__":
    main()
