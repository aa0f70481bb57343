"""One ruleset from a mapping: what it extends, then its own fields, then the check as a whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from meldsolver.rules.convert import Unfit, convert, number, other_melds, special_form, strings, text
from meldsolver.rules.ruleset import SECTIONS, TEXTS, Deck, Ruleset
from meldsolver.rules.schema import section_fields
from meldsolver.rules.spelling import Entry, Spelled, shown, spell
from meldsolver.rules.validation import ruleset_faults
from meldsolver.tiles.request import Fault, InvalidRequest

MOST_FAULTS = 100
FALSE_JOKER = "fj"


def build_ruleset(mapping: Mapping[str, Any], resolve: Callable[[str], Ruleset], *, name: str = "custom") -> Ruleset:
    """A ruleset from its sections and fields.

    Args:
        mapping: the fields that differ from what ``extends`` names (or from the defaults).
        resolve: finds a ruleset that may be extended, by name or alias.
        name: the ruleset's name where the mapping gives none.

    Raises:
        InvalidRequest: fields are unknown, of the wrong type or out of range, or contradict each other.
    """
    if not isinstance(mapping, Mapping):
        text_ = f'{shown(mapping)} is no ruleset; write an object such as {{"extends": "tile-rummy"}}'
        raise InvalidRequest([Fault("ruleset", "WRONG_TYPE", text_)])
    spelled = spell(mapping)
    faults = spelled.faults
    base = _base(spelled, resolve, faults)
    changes: dict[str, Any] = {"name": name, **_header(spelled, faults)}
    by_section: dict[str, dict[str, Any]] = {}
    for (section, field), entry in spelled.fields.items():
        if field == "false_jokers":
            continue
        spec = section_fields(SECTIONS[section])[field]
        by_section.setdefault(section, {})[field] = convert(spec, entry, special_form(section, field), faults)
    if "deck.false_jokers" in (f"{section}.{field}" for section, field in spelled.fields):
        deck = by_section.setdefault("deck", {})
        deck["specials"] = _with_false_jokers(deck.get("specials", base.deck.specials), spelled, faults)
    for section in sorted({*by_section, *spelled.reset}):
        old = SECTIONS[section]() if section in spelled.reset else getattr(base, section)
        changes[section] = replace(old, **by_section.get(section, {}))
    if spelled.other_melds is not None:
        changes["other_melds"] = other_melds(spelled.other_melds, faults)
    if "rank_labels" not in by_section.get("deck", {}) and "deck" in changes:
        changes["deck"] = _with_fitting_labels(changes["deck"])
    ruleset = replace(base, **changes)
    if not faults:
        faults = list(ruleset_faults(ruleset))
    if faults:
        raise InvalidRequest(faults[:MOST_FAULTS])
    return ruleset


def _with_fitting_labels(deck: Deck) -> Deck:
    """A smaller deck of a game needs no word about the court cards that it does not have."""
    return replace(deck, rank_labels=tuple(pair for pair in deck.rank_labels if deck.min_rank <= pair[0] <= deck.ranks))


def _base(spelled: Spelled, resolve: Callable[[str], Ruleset], faults: list[Fault]) -> Ruleset:
    entry = spelled.header.get("extends")
    if entry is None or entry.value is None:
        return Ruleset()
    if not isinstance(entry.value, str):
        faults.append(Fault(entry.path, "WRONG_TYPE", f"{shown(entry.value)} is no preset's name"))
        return Ruleset()
    try:
        return resolve(entry.value)
    except InvalidRequest as error:
        faults += [Fault(entry.path, fault.reason, fault.message) for fault in error.faults]
        return Ruleset()


def _header(spelled: Spelled, faults: list[Fault]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, entry in spelled.header.items():
        if name == "extends":
            continue
        try:
            values[name] = strings(entry.value) if name in TEXTS else text(entry.value)
            if name == "name" and not re.fullmatch(r"[\w .+-]{1,80}", values[name]):
                raise Unfit("a name is 1 to 80 letters, digits, spaces or . _ + -")
        except Unfit as unfit:
            faults.append(Fault(entry.path + unfit.where, unfit.reason, unfit.message))
    return values


def _with_false_jokers(
    specials: tuple[tuple[str, int], ...], spelled: Spelled, faults: list[Fault]
) -> tuple[tuple[str, int], ...]:
    """``deck.false_jokers`` is a short form for that many specials named ``fj``."""
    entry: Entry = spelled.fields["deck", "false_jokers"]
    try:
        count = number(entry.value, 0, 32, 0)
    except Unfit as unfit:
        faults.append(Fault(entry.path, unfit.reason, unfit.message))
        return specials
    others = tuple(pair for pair in specials if pair[0] != FALSE_JOKER)
    return (*others, (FALSE_JOKER, count)) if count else others
