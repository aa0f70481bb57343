"""Which states of the dynamic program over ranks can be dropped because another is as good.

Why apart: it is only a cut, the program is right without it.  Codes of open runs are
``n1 + 16 n2 + 256 n3``.  A state yields to another of at least its score when the other

* has one more open run of length 3+ in a suit (it can be closed at no cost), or
* has a longer open run in place of one of length 1 or 2 (whatever completes the shorter completes it), or
* has used one wild less, and both always end with all wilds laid (``takes``).

Not valid for circular runs, where the end must match the beginning exactly.
"""

from functools import cache
from typing import Any

Layer = dict[Any, tuple[int, Any]]
"""State -> its best score and the tiles played to reach it (a linked list)."""


def undominated(layer: Layer) -> Layer:
    """The layer without the states that yield to a neighbouring one."""
    out: Layer = {}
    for key, entry in layer.items():
        open_runs, edge, used, worth, takes, _, _ = key
        score = entry[0]
        if used and takes:
            rival = layer.get((open_runs, edge, used - 1, worth, takes, 0, 0))
            if rival is not None and rival[0] >= score:
                continue
        if not _yields(layer, key, score):
            out[key] = entry
    return out


def _yields(layer: Layer, key: tuple[Any, ...], score: int) -> bool:
    """Whether a state with one open run more, or one longer, has at least this score."""
    open_runs, edge, used, worth, takes, _, _ = key
    for s, code in enumerate(open_runs):
        for other in _better_codes(code):
            changed = (*open_runs[:s], other, *open_runs[s + 1 :])
            rival = layer.get((changed, edge, used, worth, takes, 0, 0))
            if rival is not None and rival[0] >= score:
                return True
    return False


@cache
def _better_codes(code: int) -> tuple[int, ...]:
    """One run of 3+ more; a run of 2 made 3; a run of 1 made 2."""
    return (code + 256,) + (code + 240,) * (code >> 4 & 15 > 0) + (code + 15,) * (code & 15 > 0)
