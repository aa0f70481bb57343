"""Why: whoever adds something goes by the lists of CONTRIBUTING.md; a file that has moved would lead nowhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
ROWS = [row for row in re.findall(r"^\| (.+?) \| (.+) \|$", TEXT, re.MULTILINE) if row[0] != "file"]
PATH = re.compile(r"`([\w.-]+/[\w./-]*)`")
NAME = re.compile(r"`(_?[A-Za-z_]+)`")


def test_every_path_is_there() -> None:
    """In the lists and in the text around them."""
    paths = {match.partition("::")[0] for match in PATH.findall(TEXT)}
    assert len(paths) > 30
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize(("files", "task"), ROWS, ids=[row[0].split("`")[1] for row in ROWS])
def test_every_name_is_in_the_file_that_is_said_to_hold_it(files: str, task: str) -> None:
    """What is to be changed there is called so."""
    held = [ROOT / path for path in PATH.findall(f"{files} {task}")]
    assert held
    text = "".join(path.read_text("utf-8") for path in held if path.is_file())
    text += "".join(path.read_text("utf-8") for path in held[0].parent.glob("*.py") if "beside it" in files)
    for name in NAME.findall(task):
        assert re.search(rf"\b{name}\b", text), name
