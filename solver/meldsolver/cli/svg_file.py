"""Where ``--svg`` writes its pictures."""

from __future__ import annotations

import argparse
from pathlib import Path

from meldsolver.cli.exits import CommandError
from meldsolver.cli.inputs import Entry


def add_svg_argument(parser: argparse.ArgumentParser, what: str) -> None:
    """Adds ``--svg``."""
    parser.add_argument(
        "--svg",
        metavar="FILE",
        help=f"draw {what} to FILE; with several positions the line is put before the ending, as in play-3.svg",
    )


def write_svg(name: str, entry: Entry, picture: str) -> None:
    """Writes the picture of one entry.

    Raises:
        CommandError: the file cannot be written.
    """
    path = Path(name)
    if not entry.alone:
        path = path.with_name(f"{path.stem}-{entry.line}{path.suffix}")
    try:
        path.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror}") from None
