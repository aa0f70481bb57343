"""Why: whatever bytes are piped in, each line gets one answer or one refusal; nothing reaches a user as our fault."""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.running import run

WORDS = st.sampled_from(
    [
        "r1",
        "r2",
        "r3",
        "k5",
        "j",
        "j=r4",
        "skip",
        "zz",
        "r1#a",
        "/",
        "|",
        "=>",
        "opened",
        "level 1",
        "loose r4",
        ".",
        "é",
        "\x00",
    ]
)
LINES = st.lists(st.one_of(st.lists(WORDS, max_size=12).map(" ".join), st.text(max_size=30)), max_size=3)
KEYS = st.sampled_from(
    [
        "table",
        "rack",
        "opened",
        "loose",
        "level",
        "called",
        "wild_turns",
        "ruleset",
        "objectives",
        "seed",
        "time_limit",
        "before",
        "after",
        "x",
    ]
)
VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        WORDS,
        st.text(max_size=5),
        st.just("tile-rummy"),
        st.just("tiles"),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.one_of(KEYS, st.text(max_size=5)), inner, max_size=4)
    ),
    max_leaves=12,
)
FORMS = st.dictionaries(KEYS, VALUES, max_size=6)


def answers(command: str, data: bytes) -> list[dict[str, Any]]:
    """One object a line, none of them a fault of our own, and nothing on standard error."""
    options = ["--time-limit", "1"] if command == "solve" else []
    result = run(command, "--format", "json", *options, "-", stdin=data)
    assert result.err == ""
    assert result.code in (0, 1, 2)
    objects = result.objects()
    assert [answer["line"] for answer in objects] == list(range(1, len(objects) + 1))
    assert all(answer["error"] for answer in objects if "error" in answer)
    return objects


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.binary(max_size=60))
def test_any_bytes(data: bytes) -> None:
    """As many answers as lines."""
    lines = data.count(b"\n") + (not data.endswith(b"\n") if data else 0)
    for command in ("solve", "check"):
        assert len(answers(command, data)) == lines


@settings(deadline=None, max_examples=100, suppress_health_check=list(HealthCheck))
@given(LINES)
def test_any_text_made_of_our_words(lines: list[str]) -> None:
    """Closer to real positions than bytes are."""
    data = "".join(line.replace("\n", " ") + "\n" for line in lines)
    for command in ("solve", "check"):
        assert len(answers(command, data.encode())) == len(lines)


@settings(deadline=None, max_examples=200, suppress_health_check=list(HealthCheck))
@given(FORMS, st.sampled_from(["solve", "check"]))
def test_any_json_object(form: dict[str, Any], command: str) -> None:
    """With our keys and any values, NaN and infinities among them."""
    assert len(answers(command, json.dumps(form).encode() + b"\n")) == 1
