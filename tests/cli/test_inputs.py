"""Why: whatever is piped in, each line gives exactly one entry, read or refused in a sentence, in order."""

import io
import sys
from pathlib import Path

import pytest

from meldsolver.cli.exits import CommandError
from meldsolver.cli.inputs import MOST_LINE_BYTES, Entry, read_entries
from tests.cli.running import run


def piped(monkeypatch: pytest.MonkeyPatch, data: bytes) -> list[Entry]:
    """The entries of a standard input that holds ``data``."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    return list(read_entries(["-"]))


BAD_LINES = {
    "empty": (b"", "EMPTY"),
    "blank": (b" \t\r", "EMPTY"),
    "invalid UTF-8": (b'{"rack": ["r\xff"]}', "NOT_UTF8"),
    "UTF-16": ('{"rack": []}'.encode("utf-16"), "NOT_UTF8"),
    "half an object": (b'{"rack": [', "NOT_JSON"),
    "two objects": (b"{} {}", "NOT_JSON"),
    "NaN": (b'{"level": NaN}', "NOT_JSON"),
    "Infinity": (b'{"time_limit": -Infinity}', "NOT_JSON"),
    "a key twice": (b'{"rack": [], "rack": ["r1"]}', "NOT_JSON"),
    "deep nesting": (b'{"rack": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", "NOT_JSON"),
    "a number of ten thousand digits": (b'{"level": ' + b"9" * 10_000 + b"}", "NOT_JSON"),
    "half a list": (b'["r1", ', "NOT_JSON"),
    "a huge line": (b"r1 " * MOST_LINE_BYTES, "TOO_LONG"),
    "a control character in a string": (b'{"rack": ["r\x001"]}', "NOT_JSON"),
}


@pytest.mark.parametrize(("line", "reason"), BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_line_is_one_refusal_and_the_next_line_is_read(
    line: bytes, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers keep step with lines, so a caller can pair them without counting."""
    before, bad, after = piped(monkeypatch, b"r1 / r2\n" + line + b"\n{}\n")
    assert bad.fault is not None
    assert bad.fault.reason == reason
    assert len(bad.fault.message) < 200
    assert (before, after) == (Entry(1, "r1 / r2"), Entry(3, {}))


def test_a_line_of_json_is_never_taken_for_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list is told that it is no object, rather than that its bracket is no tile; a string is its text."""
    assert [entry.value for entry in piped(monkeypatch, b'["r1"]\n"r1 / r2"\n')] == [["r1"], "r1 / r2"]


def test_a_number_too_long_is_told_in_the_caller_s_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's own limit on digits, and how to lift it, is nothing to a caller."""
    (entry,) = piped(monkeypatch, b'{"level": ' + b"9" * 10_000 + b"}")
    assert entry.fault is not None
    assert "10000 digits" in entry.fault.message
    assert "sys." not in entry.fault.message


def test_the_last_line_needs_no_newline(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `printf` writes it; a byte order mark, as some editors write it, is passed over."""
    assert piped(monkeypatch, b"\xef\xbb\xbf{}\r\nr1 / r2") == [Entry(1, {}), Entry(2, "r1 / r2")]
    assert piped(monkeypatch, b"") == []


def test_lines_are_read_when_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program may write one position and wait for its answer."""
    stream = io.BytesIO(b"r1 / r2\nr3 / r4\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
    entries = read_entries(["-"])
    assert next(entries) == Entry(1, "r1 / r2")
    assert stream.read() == b"r3 / r4\n"


def test_positions_files_and_documents_can_be_mixed(tmp_path: Path) -> None:
    """Numbers run on over all of them; a .json file holds one document, in as many lines as it likes."""
    (tmp_path / "lines.txt").write_text("r1 / r2\n{}\n")
    (tmp_path / "one.json").write_text('{\n  "rack": []\n}\n')
    (tmp_path / "list.json").write_text('[{"rack": ["r1"]},\n "r1 / r2"]')
    files = [str(tmp_path / name) for name in ("lines.txt", "one.json", "list.json")]
    values = ["r9 / j", "r1 / r2", {}, {"rack": []}, {"rack": ["r1"]}, "r1 / r2", {"opened": True}]
    entries = list(read_entries(["r9 / j", *files, '{"opened": true}']))
    assert entries == [Entry(index, value) for index, value in enumerate(values, start=1)]


def test_an_entry_known_to_be_the_only_one_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answer needs no number; of a stream nobody knows what follows."""
    (tmp_path / "one.json").write_text("{}")
    assert [entry.alone for entry in read_entries([str(tmp_path / "one.json")])] == [True]
    assert [entry.alone for entry in read_entries(["r1 / r2"])] == [True]
    assert [entry.alone for entry in read_entries(["r1 / r2", "r1 / r2"])] == [False, False]
    assert [entry.alone for entry in piped(monkeypatch, b"{}")] == [False]


def test_a_document_that_is_no_json_is_one_refusal(tmp_path: Path) -> None:
    """It has no lines that could be read one by one."""
    (tmp_path / "bad.json").write_text("r1 / r2\nr3 / r4\n")
    (entry,) = read_entries([str(tmp_path / "bad.json")])
    assert entry.fault is not None


@pytest.mark.parametrize("name", ["missing.jsonl", "no/such/file.txt", ""])
def test_a_file_that_cannot_be_read_ends_the_run(name: str, tmp_path: Path) -> None:
    """A name that looks like a file's is never taken for a position."""
    with pytest.raises(CommandError, match="cannot read"):
        list(read_entries([name or str(tmp_path)]))


@pytest.mark.parametrize("digits", [4000, 4001])
def test_a_number_is_read_up_to_so_many_digits(digits: int) -> None:
    """Python refuses longer ones with advice that is none for who plays cards; the bound itself is a number."""
    result = run("solve", stdin='{"table": [], "rack": ["r1"], "level": ' + "9" * digits + "}\n")
    assert result.code == 2
    assert ("longer than any" in result.out + result.err) is (digits > 4000)
