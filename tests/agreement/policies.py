"""The rulesets under which referee and solver are compared: each parameter's values, and pairs that interact."""

from collections.abc import Iterator
from typing import Any, TypeAlias

Spec: TypeAlias = dict[str, Any]
"""What a ruleset changes, section by section."""

DECKS: tuple[dict[str, Any], ...] = (
    {"suits": ["r", "y", "k"], "ranks": 5, "copies": 1, "wilds": 2},
    {"suits": ["r", "y"], "ranks": 6, "copies": 2, "wilds": 2},
    {"suits": ["r", "y", "k"], "ranks": 4, "copies": 2, "wilds": 3},
    {"suits": ["r", "y", "k", "b"], "ranks": 4, "copies": 1, "wilds": 2},
)

SMALLER_DECKS: tuple[dict[str, Any], ...] = (
    {"suits": ["r", "y", "k"], "ranks": 4, "copies": 1, "wilds": 1},
    {"suits": ["r", "y"], "ranks": 5, "copies": 1, "wilds": 2},
)
"""For rules under which every card may lie in many melds."""

LAYOFF: Spec = {"table": {"manipulation": "layoff"}}
REPLACE: Spec = {"retrieval": {"mode": "replace"}}
LOCKED: Spec = {"retrieval": {"mode": "replace", "meld_locked": True}}
FIXED: Spec = {"wild": {"end_wild_revaluable": False, "inner_wild_revaluable": False}}
ONE_WILD: Spec = {"wild": {"max_per_meld": 1}}
NO_EXCESS: Spec = {"wild": {"may_exceed_copies": False}}


def policies() -> dict[str, Spec]:
    """Every ruleset by a name that tells what differs from tile rummy."""
    found: dict[str, Spec] = {}
    for family in (
        _retrieval(),
        _openings(),
        _tables(),
        _wilds(),
        _sets(),
        _runs(),
        _others(),
        _open_cells(),
        _turns(),
    ):
        for name, spec in family:
            assert name not in found, name
            found[name] = spec
    return found


def _named(specs: dict[str, Spec]) -> Iterator[tuple[str, Spec]]:
    yield from specs.items()


def _retrieval() -> Iterator[tuple[str, Spec]]:
    for source in ("rack", "rack_or_table"):
        for three in ("either", "both"):
            for locked in (False, True):
                for reuse in ("any_meld", "new_meld", "new_meld_two_rack"):
                    rule = {"mode": "replace", "source": source, "set_of_three": three, "reuse": reuse}
                    name = f"replace {source} {three} {reuse}{' locked' if locked else ''}"
                    yield name, {"retrieval": {**rule, "meld_locked": locked}}
    for name, rule in _named(
        {
            "never": {"mode": "never"},
            "never locked": {"mode": "never", "meld_locked": True},
            "free for 3 turns not": {"lock_turns": 3},
            "free locked after 3 turns": {"lock_turns": 3, "meld_locked": True},
            "replace after 2 turns": {"mode": "replace", "lock_turns": 2},
            "free from runs": {"only_from": "runs"},
            "replace from runs": {"mode": "replace", "only_from": "runs"},
            "free before down": {"only_before_down": True},
            "free and locked binds nothing": {"meld_locked": True},
        }
    ):
        yield name, {"retrieval": rule}


def _openings() -> Iterator[tuple[str, Spec]]:
    for use in ("none", "layoff", "full"):
        for name, spec in _named(
            {
                "9": {},
                "15": {"opening": {"threshold": 15}},
                "one meld": {"opening": {"multi_meld": False}},
                "without wilds": {"wild": {"usable_in_opening": False}},
                "wilds count zero": {"opening": {"threshold": 6}, "wild": {"opening_value": "zero"}},
                "a run": {"opening": {"kind": "run"}},
                "a run without wilds": {"opening": {"kind": "run"}, "wild": {"usable_in_opening": False}},
                "own meld": {"opening": {"kind": "own_meld"}},
                "own meld without wilds": {"opening": {"kind": "own_meld"}, "wild": {"usable_in_opening": False}},
                "replace": REPLACE,
                "two pairs layoff": {
                    "opening": {"threshold": 12, "pairs": 2, "same_turn_table": "layoff"},
                    "other_melds": [{"kind": "pair"}],
                    **LAYOFF,
                },
                "two pairs alone, one meld": {
                    "opening": {"threshold": 9, "pairs": 2, "same_turn_table": "none", "multi_meld": False},
                    "other_melds": [{"kind": "pair"}],
                },
                "two pairs": {"opening": {"threshold": 20, "pairs": 2}, "other_melds": [{"kind": "pair"}]},
            }
        ):
            opening = spec.get("opening", {})
            yield f"opening {name}, table {use}", {**spec, "opening": {**opening, "same_turn_table": use}}
    gate: Spec = {"opening": {"gate": "all_players"}}
    yield "gate", gate
    yield "gate replace", {**gate, **REPLACE}
    yield "gate never", {**gate, "retrieval": {"mode": "never"}}


def _tables() -> Iterator[tuple[str, Spec]]:
    for use in ("layoff", "none"):
        table: Spec = {"table": {"manipulation": use}}
        for name, spec in _named(
            {
                "alone": {},
                "replace": REPLACE,
                "replace both": {"retrieval": {"mode": "replace", "set_of_three": "both"}},
                "replace, wilds fixed": {**REPLACE, **FIXED},
                "replace from runs, wilds fixed": {**FIXED, "retrieval": {"mode": "replace", "only_from": "runs"}},
                "replace after 2 turns": {"retrieval": {"mode": "replace", "lock_turns": 2}},
                "replace before down": {"retrieval": {"mode": "replace", "only_before_down": True}},
                "never": {"retrieval": {"mode": "never"}},
                "wilds fixed": FIXED,
                "inner wilds fixed": {"wild": {"inner_wild_revaluable": False}},
                "one wild in new melds": {"wild": {"max_per_meld": 1, "ratio_applies_to_layoff": False}},
                "naturals in new melds": {"wild": {"naturals_ge_wilds": True, "ratio_applies_to_layoff": False}},
                "one wild in new threes": {"wild": {"max_in_new_three": 1}},
                "wilds apart": {"wild": {"adjacent_ok": False}},
                "no excess": NO_EXCESS,
            }
        ):
            yield f"{use} {name}", {**table, **spec}


def _wilds() -> Iterator[tuple[str, Spec]]:
    for name, rule in _named(
        {
            "one": {"max_per_meld": 1},
            "two naturals": {"min_naturals": 2},
            "three naturals": {"min_naturals": 3},
            "naturals": {"naturals_ge_wilds": True},
            "apart": {"adjacent_ok": False},
            "no excess": {"may_exceed_copies": False},
            "new threes": {"max_in_new_three": 1},
            "naturals in new melds": {"naturals_ge_wilds": True, "ratio_applies_to_layoff": False},
        }
    ):
        yield f"wilds {name}", {"wild": rule}
    for name, spec in _named({"one": ONE_WILD, "no excess": NO_EXCESS, "apart": {"wild": {"adjacent_ok": False}}}):
        yield f"wilds {name}, replace", {**spec, **REPLACE}
        yield f"wilds {name}, locked", {**spec, **LOCKED}


def _sets() -> Iterator[tuple[str, Spec]]:
    for suits in ("any", "identical"):
        for name, spec in _named(
            {
                "to 4": {"set": {"max": 4}},
                "2 to 3": {"set": {"min": 2, "max": 3}},
                "unlimited": {"set": {"max": 0}},
                "replace": {"set": {"min": 2, "max": 4}, **REPLACE},
                "locked": {"set": {"min": 2, "max": 4}, **LOCKED},
                "layoff": {"set": {"min": 2, "max": 4}, **LAYOFF},
                "layoff replace": {"set": {"min": 2, "max": 4}, **LAYOFF, **REPLACE},
                "one wild": {"set": {"min": 2, "max": 4}, **ONE_WILD},
            }
        ):
            sets = spec["set"]
            if (suits, name) == ("any", "locked"):
                continue  # refused when the ruleset is read
            yield f"{suits} sets {name}", {**spec, "set": {**sets, "suits": suits}}
    yield "sets 2 to 3", {"set": {"min": 2, "max": 3}}
    yield "sets of 3", {"set": {"min": 3, "max": 3}}
    yield "no sets", {"set": {"allowed": False}}
    yield "no runs", {"run": {"allowed": False}, "set": {"min": 2}}


def _runs() -> Iterator[tuple[str, Spec]]:
    for wrap in ("one_high", "high_only", "circular"):
        for name, spec in _named(
            {
                "alone": {},
                "replace": REPLACE,
                "locked": LOCKED,
                "layoff": LAYOFF,
                "layoff replace": {**LAYOFF, **REPLACE},
                "layoff fixed": {**LAYOFF, **FIXED},
                "one wild": ONE_WILD,
                "no excess": NO_EXCESS,
            }
        ):
            yield f"{wrap} {name}", {**spec, "run": {"wrap": wrap}}
        yield f"{wrap} unlimited", {"run": {"wrap": wrap, "max": 0}}
    for least, most in ((2, 3), (2, 2), (4, 5), (3, 3), (3, 4)):
        yield f"runs {least} to {most}", {"run": {"min": least, "max": most}}
        yield f"runs {least} to {most} of any suit", {"run": {"min": least, "max": most, "suit": "any"}}
    for name, spec in _named(
        {
            "alone": {},
            "replace": REPLACE,
            "layoff": LAYOFF,
            "layoff replace": {**LAYOFF, **REPLACE},
            "one wild": ONE_WILD,
            "any sets": {"set": {"suits": "any", "min": 2}},
        }
    ):
        yield f"runs of any suit {name}", {**spec, "run": {"suit": "any"}}
    for wrap in ("one_high", "circular"):
        yield f"runs of any suit {wrap}", {"run": {"suit": "any", "wrap": wrap}}


def _others() -> Iterator[tuple[str, Spec]]:
    for suits in ("identical", "distinct", "any"):
        pair: Spec = {"other_melds": [{"kind": "pair", "suits": suits}]}
        yield f"{suits} pairs", pair
        yield f"{suits} pairs layoff", {**pair, **LAYOFF}
        yield f"{suits} pairs replace", {**pair, **REPLACE}
    more: Spec = {"other_melds": [{"kind": "pair", "suits": "any", "max": 4}], "set": {"allowed": False}}
    yield "pairs to 4", more
    yield "pairs to 4 layoff", {**more, **LAYOFF}
    colour: Spec = {"other_melds": [{"kind": "colour", "n": 3, "max": 4}]}
    yield "colours", colour
    yield "colours layoff", {**colour, **LAYOFF}
    for name, spec in _named(
        {
            "alone": {},
            "layoff": LAYOFF,
            "one": ONE_WILD,
            "naturals": {"wild": {"naturals_ge_wilds": True}},
            "apart": {"wild": {"adjacent_ok": False}},
            "replace": REPLACE,
            "locked": LOCKED,
            "never": {"retrieval": {"mode": "never"}},
            "zero": {"wild": {"opening_value": "zero"}},
            "one high": {"run": {"wrap": "one_high"}},
            "runs of any suit": {"run": {"suit": "any"}},
            "any sets": {"set": {"suits": "any", "min": 2}},
            "opening as laid": {"opening": {"same_turn_table": "none"}},
            "not in the opening": {"wild": {"usable_in_opening": False}},
        }
    ):
        yield f"twos wild {name}", {**spec, "deck": {"wild_ranks": [2], "wilds": 1}}


def _open_cells() -> Iterator[tuple[str, Spec]]:
    """Melds whose tiles may be of any suit or rank show their naturals, too, when copies are counted."""
    for name, spec in _named(
        {
            "any sets": {"set": {"suits": "any"}},
            "any pairs": {"other_melds": [{"kind": "pair", "suits": "any"}]},
            "colours": {"other_melds": [{"kind": "colour", "n": 3, "max": 4}]},
            "runs of any suit": {"run": {"suit": "any"}},
        }
    ):
        yield f"{name}, no excess", {**spec, **NO_EXCESS}
        yield f"{name}, no excess, layoff", {**spec, **NO_EXCESS, **LAYOFF}


def _turns() -> Iterator[tuple[str, Spec]]:
    yield "two tiles a turn at least", {"turn": {"min_rack_tiles": 2}}
    yield "two tiles a turn at most", {"turn": {"max_rack_tiles": 2}}
    yield "two tiles a turn at most, layoff", {"turn": {"max_rack_tiles": 2}, **LAYOFF}
    yield "a turn may lay nothing", {"turn": {"min_rack_tiles": 0}}


def mapping_of(spec: Spec, deck: dict[str, Any]) -> dict[str, Any]:
    """A ruleset for :func:`meldsolver.load_ruleset`: the spec on a small deck, opening at 9."""
    wanted: dict[str, Any] = {"extends": "tile-rummy", **spec}
    wanted["deck"] = {**deck, **wanted.get("deck", {})}
    wanted["opening"] = {"threshold": 9, **wanted.get("opening", {})}
    return wanted
