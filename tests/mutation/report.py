"""What a mutation run found, by package, and which changes nobody noticed."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

EQUIVALENTS = Path(__file__).with_name("equivalents.toml")


def equivalents() -> dict[tuple[str, str, str], str]:
    """Changes that change nothing a caller can see: file, line as it was and as changed, with the reason."""
    named = tomllib.loads(EQUIVALENTS.read_text()).get("change", [])
    return {(it["file"], it["was"], it["now"]): it["why"] for it in named}


def summary(results: list[dict[str, Any]]) -> str:
    """A table by package, then the survivors one by one. Equivalent changes are not counted in the share."""
    same = equivalents()
    table: dict[str, dict[str, int]] = {}
    left = []
    for told in results:
        outcome = told["outcome"]
        if outcome == "survived" and (told["file"], told["was"], told["now"]) in same:
            outcome = "equivalent"
        elif outcome == "survived":
            left.append(f"{told['file']}:{told['line']} ({told['kind']})\n    {told['was']}\n    {told['now']}")
        counts = table.setdefault(told["room"], dict.fromkeys(("found", "hang", "survived", "equivalent"), 0))
        counts[outcome] += 1
    table = dict(sorted(table.items()))
    table["all"] = {
        name: sum(counts[name] for counts in table.values()) for name in ("found", "hang", "survived", "equivalent")
    }
    lines = [f"{'package':24}{'found':>7}{'hang':>6}{'survived':>10}{'equivalent':>12}{'share':>8}"]
    for room, counts in table.items():
        found = counts["found"] + counts["hang"]
        share = found / max(1, found + counts["survived"])
        lines.append(
            f"{room:24}{counts['found']:7}{counts['hang']:6}{counts['survived']:10}{counts['equivalent']:12}{share:8.0%}"
        )
    return "\n".join([*left, "", *lines])
