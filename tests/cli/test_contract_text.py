"""What people read of contracts, advice and Ramos: each line worked out by hand from the cards."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.running import run

ANA = [{"player": "ana", "melds": ["r2 y2 k2", "r1 y1 k1"]}]
HAND = "r5 y5 k5 r9 y9 b2 k12 skip"


def shown(command: str, form: dict[str, Any]) -> list[str]:
    return run(command, json.dumps(form)).out.splitlines()


@pytest.mark.parametrize(
    ("form", "lines"),
    [
        (
            {"hand": "r5 y5 k5 r9 y9 k9 b2 k12 skip", "level": 1, "table": ANA},
            ["can go down", "  r5 y5 k5", "  r9 y9 k9", "  b2 on meld 1 of ana", "left: k12 skip (30 points)"],
        ),
        (
            {"hand": "b2 k12 skip", "opened": True, "level": 1, "table": ANA},
            ["lays off", "  b2 on meld 1 of ana", "left: k12 skip (30 points)"],
        ),
        (
            {"hand": "b2 k3", "opened": True, "level": 1, "table": [["r2", "y2", "k2"]]},
            ["goes out", "  b2 on meld 1", "left: k3 (5 points)"],
        ),
        (
            {"hand": "k12 skip", "opened": True, "level": 1, "table": [["r2", "y2", "k2"]]},
            ["nothing can be laid; 30 points in hand"],
        ),
        (
            {"hand": "r5 y9 k1 skip", "level": 1, "unseen": {"skip": 1}},
            ["the contract cannot be completed with what is unseen"],
        ),
    ],
)
def test_a_contract(form: dict[str, Any], lines: list[str]) -> None:
    """What is laid and where, or that nothing can be."""
    assert shown("contract", form) == lines


def test_a_contract_that_is_one_card_away() -> None:
    """Two suits of nine and the wilds complete the second set: eight of the 112 cards that are unseen."""
    lines = shown("contract", {"hand": HAND, "level": 1, "draws": 1})
    assert lines[0] == "1 card away; 60 points in hand"
    assert lines[1:3] == ["aim:", "  r5 y5 k5"]
    assert "missing: " in "\n".join(lines)
    assert "outs: 8 cards of 112 unseen" in lines
    assert f"an out: {8 / 112:.1%} by draw 1" in lines
    assert f"can go down: {8 / 112:.1%} by draw 1" in lines


@pytest.mark.parametrize(
    ("card", "first"),
    [
        ("b9", "take b9: with b9 the hand can go down; the deck brings one of 7 outs among 111 unseen cards (6%)"),
        (
            "k13",
            "draw from the deck: k13 does not shorten the distance: the hand is 1 card away with it as without; "
            "the deck brings one of 8 outs among 111 unseen cards (7%)",
        ),
    ],
)
def test_advice(card: str, first: str) -> None:
    """What to draw, then every card once, numbered and in columns."""
    lines = shown("advise", {"hand": HAND, "level": 1, "card": card})
    assert lines[:2] == [first, "throw, the best first:"]
    outs = "7" if card == "b9" else "8"
    assert lines[2:5] == [
        f"  1. skip  stays 1 card away; keeps all {outs} outs; saves 20 points",
        f"  2. k12   stays 1 card away; keeps all {outs} outs; saves 10 points",
        f"  3. b2    stays 1 card away; keeps all {outs} outs; saves 5 points",
    ]
    assert len(lines) == 2 + len(HAND.split())
    assert shown("advise", {"hand": HAND, "level": 1})[0] == "throw, the best first:"


def test_ramo() -> None:
    """On which meld, of whom, and who could do what with it."""
    melds = [{"player": "ana", "melds": ["r5 y5 k5", "b7 b8 b9"]}, {"player": "bob", "melds": ["k1 k2 k3", "r1 y1 k1"]}]
    form = {"card": "b10", "table": melds, "discarder": "bob", "hands": {"ana": "k10 y10 r2"}}
    first, spot, caller = shown("ramo", form)
    assert first == "b10 is a Ramo"
    assert spot == "  meld 2 of ana becomes b7 b8 b9 b10"
    assert caller.startswith("  ana could call it: lay-off on 1 meld, or new: ")
    assert set(caller.rpartition(": ")[2].split()) == {"b10", "k10", "y10"}
    assert shown("ramo", {**form, "card": "r12"}) == ["r12 is no Ramo: it fits no meld that is down"]
    assert run("ramo", '"b10"').code == 2
    wrong = run("ramo", "--format", "json", json.dumps({**form, "hands": ["k10"]}))
    assert [fault["field"] for fault in wrong.objects()[0]["faults"]] == ["hands"]
