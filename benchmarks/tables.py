"""Tables of results as Markdown."""

from __future__ import annotations

from collections.abc import Sequence


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table; all but the first column are right-aligned."""
    widths = [max(len(line[index]) for line in (columns, *rows)) for index in range(len(columns))]

    def line(cells: Sequence[str]) -> str:
        padded = (
            cell.ljust(width) if index == 0 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        return f"| {' | '.join(padded)} |"

    rule = ["-" * width if index == 0 else "-" * (width - 1) + ":" for index, width in enumerate(widths)]
    return [line(columns), line(rule), *map(line, rows)]
