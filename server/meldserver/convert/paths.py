"""Field paths: the solver counts tiles inside lists (``table[0][2]``), a message has ``table[0].tiles[2]``."""

from __future__ import annotations

import re

_LISTS = re.compile(r"((?:^|\.)table\[\d+\]|^racks\[\d+\]|^meld)\[(\d+)\]")
_TILES = re.compile(r"((?:^|\.)table\[\d+\]|^racks\[\d+\]|^meld)\.tiles\[(\d+)\]")


def wire_path(path: str) -> str:
    """The field of the request that the solver's path means."""
    return _LISTS.sub(r"\1.tiles[\2]", path)


def domain_path(path: str) -> str:
    """The inverse of :func:`wire_path`."""
    return _TILES.sub(r"\1[\2]", path)
