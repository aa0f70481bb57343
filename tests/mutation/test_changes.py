"""The mutation run changes what it says: one thing, in code that runs, and never what no test can see."""

import ast

from tests.mutation.changes import changes, described, fits
from tests.mutation.report import equivalents, summary

SOURCE = '''"""A module; 1 < 2."""
from __future__ import annotations

@cache(5)
def least(rows: list[int | None], most: int = 7) -> int | None:
    """Not this: 3 + 4."""
    assert rows, 8
    for row in rows:
        if row is not None and not row < most:
            continue
        rows.remove(row, 2)
    return max(rows) - 1
'''
EXPECTED = {
    ("constant", "def least(rows: list[int | None], most: int = (7 + 1)) -> int | None:"),
    ("constant", "def least(rows: list[int | None], most: int = (7 - 1)) -> int | None:"),
    ("condition", "if (not (row is not None and not row < most)):"),
    ("compare", "if row is None and not row < most:"),
    ("and/or", "if row is not None or not row < most:"),
    ("operand", "if True and not row < most:"),
    ("operand", "if row is not None and True:"),
    ("not/minus", "if row is not None and (row < most):"),
    ("compare", "if row is not None and not row <= most:"),
    ("compare", "if row is not None and not row >= most:"),
    ("loop", "break"),
    ("loop", "pass"),
    ("statement", "pass"),
    ("arguments", "rows.remove(2, row)"),
    ("constant", "rows.remove(row, (2 + 1))"),
    ("constant", "rows.remove(row, (2 - 1))"),
    ("return", "return None"),
    ("arithmetic", "return max(rows) + 1"),
    ("call", "return min(rows) - 1"),
    ("constant", "return max(rows) - (1 + 1)"),
    ("constant", "return max(rows) - (1 - 1)"),
}


def test_every_change_of_a_small_module() -> None:
    """Against a list made by hand: nothing of annotations, docstrings, decorators or assertions."""
    found = changes(SOURCE)
    assert {(change.kind, described(SOURCE, change)[1]) for change in found} == EXPECTED
    assert len(found) == len(EXPECTED)


def test_a_change_is_one_edit_that_can_be_compiled() -> None:
    """Letters of two bytes before it do not shift it, and what cannot be compiled or says the same is told."""
    source = "x = 'ö' if a < 1 else (b or c)\n"
    for change in changes(source):
        assert fits(source, change)
        assert ast.dump(ast.parse(change.applied(source))) != ast.dump(ast.parse(source))
    assert {change.applied(source) for change in changes(source) if change.kind == "compare"} == {
        "x = 'ö' if a <= 1 else (b or c)\n",
        "x = 'ö' if a >= 1 else (b or c)\n",
    }
    break_outside = "while True:\n    if a:\n        break\n"
    assert all(fits(break_outside, change) for change in changes(break_outside))


def test_equivalents_say_why_and_are_not_counted() -> None:
    """The share is of the changes that could be found."""
    for (file, was, now), why in equivalents().items():
        assert file.endswith(".py")
        assert was != now
        assert len(why) > 20
    told = {
        "room": "meldsolver/hints",
        "file": "a.py",
        "line": 1,
        "kind": "return",
        "was": "return 1",
        "now": "return 2",
    }
    text = summary([{**told, "outcome": "found"}, {**told, "outcome": "hang"}, {**told, "outcome": "survived"}])
    assert text.splitlines()[-1].split() == ["all", "2", "0", "1", "0", "67%"] or "67%" in text
    assert "return 2" in text
