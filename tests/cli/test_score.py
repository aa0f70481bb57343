"""Why: who keeps score pipes in racks or rounds; each line gets its scores, or a refusal that names the field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from meldserver.service.limits import Limits
from meldserver.service.server import Server
from tests.cli.running import ask, run

ROUND: dict[str, Any] = {"ruleset": "tile-rummy", "racks": [[], ["r5", "j"], ["k13"]], "winner": 0}
BAD: list[tuple[Any, set[str]]] = [
    ({}, {"racks"}),
    ({"racks": 5, "winner": True, "opened": [1]}, {"racks", "winner", "opened[0]"}),
    ({"racks": [[], ["zz", "r1"], 3]}, {"racks[1][0]", "racks[2]"}),
    ({"racks": [[], ["r14"]]}, {"racks[1][0]"}),
    ({"racks": [["r1"], ["k1"]]}, {"winner"}),
    ({**ROUND, "winner": 3}, {"winner"}),
    ({**ROUND, "opened": [True], "could_open": [True] * 4}, {"opened", "could_open"}),
    ({"ruleset": "gin", "racks": ["", "r5"]}, {"ruleset"}),
    ({**ROUND, "ruleset": "no-such-game"}, {"ruleset"}),
    ({**ROUND, "could_open": []}, {"could_open"}),
    ({**ROUND, "rack": []}, {"rack"}),
    ({**ROUND, "pool_empty": 1}, {"pool_empty"}),
    ({**ROUND, "pool_empty": True}, {"pool_empty"}),
    ({"racks": ["", "r5", "r6", "r7", "r8"]}, {"racks"}),
    ({"rounds": [[1, 2, 3, 4, 5]]}, {"rounds[0]"}),
    ({"rounds": None}, {"rounds"}),
    ({"rounds": []}, {"rounds"}),
    ({"rounds": [[1, 2], [3]]}, {"rounds[1]"}),
    ({"rounds": [[1, "x"], 5], "winner": 1}, {"rounds[0][1]", "rounds[1]", "winner"}),
    ([1], {""}),
    ("r5 / k5", {""}),
]


def test_a_round_gives_scores_charges_and_what_the_racks_count() -> None:
    """The contract's fields, and exit code 0."""
    result = ask("score", {**ROUND, "opened": [True, True, False]})
    assert result.code == 0
    assert result.objects() == [
        {"line": 1, "scores": [48, -35, -13], "charges": [0, 35, 13], "rack_values": [0, 35, 13], "winner": 0}
    ]


def test_flags_and_the_ruleset_of_all_lines_are_heard() -> None:
    """A player who never opened pays a fixed sum, more by choice."""
    form = {"racks": ["", "r5 j", "k13"], "opened": [True, False, False], "could_open": [False, False, True]}
    (answer,) = ask("score", form, options=("--ruleset", "tile-rummy-mso-2019")).objects()
    assert (answer["charges"], answer["rack_values"]) == ([0, 100, 200], [0, 55, 13])


def test_rounds_give_totals_and_who_leads_or_has_won() -> None:
    """Ramo ends with its eighth round; the lowest total wins."""
    seven, eight = ask("score", *({"ruleset": "ramo", "rounds": [[-50, 5, 10]] * n} for n in (7, 8))).objects()
    assert seven == {"line": 1, "totals": [-350, 35, 70], "finished": False, "leaders": [0], "rounds_played": 7}
    assert eight == {"line": 2, "totals": [-400, 40, 80], "finished": True, "leaders": [0], "rounds_played": 8}


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (
            '{"ruleset": "tile-rummy-mso-2019", "racks": ["", "r5 j", "k13"], "opened": [true, true, false]}',
            [
                "player 0 wins",
                "  player 0    155  rack 0",
                "  player 1    -55  rack 55",
                "  player 2   -100  rack 13, charged 100",
            ],
        ),
        (
            '{"ruleset": "ramo", "rounds": [[-50, -50, 10]]}',
            [
                "not finished: player 0 and player 1 lead",
                "  player 0    -50",
                "  player 1    -50",
                "  player 2     10",
            ],
        ),
        (
            '{"rounds": [[200, -200], [-300, 300]]}',
            [
                "finished: player 0 wins; round 1 was the last, and the round given after it was not played",
                "  player 0    200",
                "  player 1   -200",
            ],
        ),
        (
            '{"ruleset": "ramo", "racks": ["r5", "", "k13"], "pool_empty": true}',
            ["nobody went out", "  player 0      5  rack 5", "  player 1      0  rack 0", "  player 2     10  rack 10"],
        ),
        (
            '{"rounds": [[200, -200]]}',
            ["finished: player 0 wins", "  player 0    200", "  player 1   -200"],
        ),
    ],
)
def test_people_read_who_won_and_why(form: str, text: list[str]) -> None:
    """The winner first, then a line a player; a charge is shown where it is not the rack's own."""
    assert run("score", form).out.splitlines() == text


@pytest.mark.parametrize(("form", "fields"), BAD)
def test_a_fault_is_named_by_the_field_of_the_entry(form: Any, fields: set[str]) -> None:
    """Exit code 2, and the next entry is answered."""
    result = ask("score", form, ROUND)
    refused, answered = result.objects()
    assert result.code == 2
    assert {fault["field"] for fault in refused["faults"]} == fields
    assert answered["scores"] == [48, -35, -13]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = Server(limits=Limits(searches=1))
    yield server.address
    server.stop(grace=0).wait()


def test_a_server_scores_as_this_process_does(address: str) -> None:
    """The same scores and the same faults."""
    forms = [ROUND, {"ruleset": "ramo", "rounds": [[-50, 5, 10]] * 8}, *(form for form, _ in BAD)]
    here, there = ask("score", *forms), ask("score", *forms, options=("--server", address))
    assert (here.code, here.objects()) == (there.code, there.objects())
