"""Wilds that the position fixes: a wild written for a tile stands for it, and a meld in which it cannot is none."""

from __future__ import annotations

from typing import Any

import pytest

from meldsolver import check_meld, load_ruleset, parse_tiles

ANY_SETS: dict[str, Any] = {"set": {"suits": "any", "max": 0}}


@pytest.mark.parametrize(
    ("meld", "rules", "faces"),
    [
        # A set takes the suits that it lacks, each once.
        ("j=y9 k9 b9", {}, [{"y9"}]),
        ("j=k9 k9 b9", {}, None),
        ("j=y8 k9 b9", {}, None),
        ("j=r9 j=y9 b9", {}, [{"r9"}, {"y9"}]),
        ("j=r9 j=r9 b9", {}, None),
        ("j=r9 j b9", {}, [{"r9"}, {"y9", "k9"}]),
        ("j j=r9 b9", {}, [{"y9", "k9"}, {"r9"}]),
        ("j=r9 y9 k9 j", {}, [{"r9"}, {"b9"}]),
        # Where a set holds any suits, one suit may come again.
        ("j=k9 k9 b9", ANY_SETS, [{"9"}]),
        ("j=y8 k9 b9", ANY_SETS, None),
        # A run takes the rank that it lacks.
        ("r5 j=r6 r7", {}, [{"r6"}]),
        ("r5 j=y6 r7", {}, None),
        ("r5 j=r8 r7", {}, None),
        ("j=r4 r5 r6", {}, [{"r4"}]),
        ("r5 r6 j=r7", {}, [{"r7"}]),
    ],
)
def test_what_a_fixed_wild_stands_for(meld: str, rules: dict[str, Any], faces: list[set[str]] | None) -> None:
    """By the definitions of set and run, wild by wild in the order of the meld."""
    report = check_meld(parse_tiles(meld), load_ruleset({"extends": "tile-rummy", **rules}))
    assert report.valid is (faces is not None), report
    if faces is not None:
        shown = [{f"{face.suit}{face.rank}" for face in wild} for wild in report.wilds if wild]
        assert shown == faces
