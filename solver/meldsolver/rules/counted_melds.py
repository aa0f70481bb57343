"""Whether the melds that a complete hand counts can be counted: no meld may pass for two kinds."""

from __future__ import annotations

import math
from collections.abc import Iterator

from meldsolver.rules.meld_rules import OtherMeld
from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles.request import Fault


def counted_faults(ruleset: Ruleset) -> Iterator[Fault]:
    """Counts of melds (``other_melds[0].count``) that would depend on how a meld is read."""
    if ruleset.table.model != "hand_only":
        return
    for index, other in enumerate(ruleset.other_melds):
        if not other.count:
            continue
        field = f"other_melds[{index}].count"
        if other.only_as:
            text = "melds of a hand of pairs alone are counted by declare.pairs; write 0"
            yield Fault(field, "CONTRADICTION", text)
            continue
        for what, sizes in _others(ruleset, index):
            if sizes[0] <= _sizes(other)[1] and _sizes(other)[0] <= sizes[1]:
                text = (
                    f"a complete hand has {other.count} melds of the kind {other.kind}, but {what} may have as many "
                    "tiles, so the two could not be told apart; change the sizes, or write 0"
                )
                yield Fault(field, "CONTRADICTION", text)
                break


def _sizes(other: OtherMeld) -> tuple[float, float]:
    return other.n, other.max or (other.n if other.kind == "pair" else math.inf)


def _others(ruleset: Ruleset, index: int) -> Iterator[tuple[str, tuple[float, float]]]:
    """All other melds, with their fewest and most tiles."""
    for name, rule in (("a set", ruleset.set), ("a run", ruleset.run)):
        if rule.allowed:
            yield name, (rule.min, rule.max or math.inf)
    for number, other in enumerate(ruleset.other_melds):
        if number != index and not other.only_as:
            # Melds of one kind are counted together, whatever their sizes.
            same = other.kind == ruleset.other_melds[index].kind
            yield f"other_melds[{number}]", (0, math.inf) if same else _sizes(other)
