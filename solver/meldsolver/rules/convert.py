"""Typed values of a ruleset's fields, from what was written; every fault told by its field."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from meldsolver.rules.meld_rules import SUIT_LETTERS, OtherMeld
from meldsolver.rules.schema import FieldSpec, section_fields
from meldsolver.rules.spelling import Entry, key, shown
from meldsolver.tiles.request import Fault

MOST_ITEMS = 300
"""Longest list that a field may hold; nothing that a game needs comes near it."""
MOST_TEXT = 2000

LABELS = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}
"""Ranks that cards call by a letter."""


class Unfit(ValueError):
    """A value that does not fit its field.

    Attributes:
        reason: the fault's stable code.
        message: what is wrong and what to write.
        where: the part of the field, for instance ``[2]``.
    """

    def __init__(self, message: str, reason: str = "WRONG_TYPE", where: str = "") -> None:
        self.message, self.reason, self.where = message, reason, where
        super().__init__(message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Made again from what it was made of, not from its sentence: between processes nothing is lost."""
        return type(self), (self.message, self.reason, self.where), self.__dict__


def convert(spec: FieldSpec, entry: Entry, special: Callable[[Any], Any] | None, faults: list[Fault]) -> Any:
    """The field's value, or its default when the written one is at fault (then told in ``faults``)."""
    try:
        return (special or _plain(spec))(entry.value)
    except Unfit as unfit:
        faults.append(Fault(entry.path + unfit.where, unfit.reason, unfit.message))
        return spec.default


def special_form(section: str, name: str) -> Callable[[Any], Any] | None:
    """The reader of a field that is written in several shapes."""
    return _FORMS.get((section, name))


def _plain(spec: FieldSpec) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if spec.type is bool:
            return _boolean(value, spec)
        if spec.type is int:
            return number(value, spec.info.low, spec.info.high, spec.info.null)
        if spec.info.choices:
            return _choice(value, spec)
        if spec.type is str:
            return text(value)
        return strings(value)

    return read


def _boolean(value: Any, spec: FieldSpec) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and (word := dict(spec.info.words).get(key(value))):
        return word == "true"
    raise Unfit(f"{shown(value)} is not true or false")


def number(value: Any, low: int | None = None, high: int | None = None, null: int | None = None) -> int:
    """A whole number within limits; ``null`` where it stands for a number.

    Raises:
        Unfit: it is none.
    """
    if value is None and null is not None:
        return null
    if isinstance(value, float) and value.is_integer():
        # JSON that went through a double, as protobuf's Struct does.
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unfit(f"{shown(value)} is not a whole number")
    if (low is not None and value < low) or (high is not None and value > high):
        raise Unfit(f"{shown(value)} is not within {low} and {high}", "OUT_OF_RANGE")
    return value


def text(value: Any) -> str:
    """A short text.

    Raises:
        Unfit: it is none.
    """
    if not isinstance(value, str):
        raise Unfit(f"{shown(value)} is no text")
    if len(value) > MOST_TEXT:
        raise Unfit(f"a text of {len(value)} characters; at most {MOST_TEXT} are read", "TOO_LARGE")
    return value


def items(value: Any) -> list[Any]:
    """A list.

    Raises:
        Unfit: it is none, or longer than any game needs.
    """
    if not isinstance(value, (list, tuple)):
        raise Unfit(f"{shown(value)} is no list")
    if len(value) > MOST_ITEMS:
        raise Unfit(f"a list of {len(value)}; at most {MOST_ITEMS} are read", "TOO_LARGE")
    return list(value)


def strings(value: Any) -> tuple[str, ...]:
    """A list of texts; one text alone is a list of one.

    Raises:
        Unfit: it is none.
    """
    return _each([value] if isinstance(value, str) else items(value), text)


def _each(values: list[Any], read: Callable[[Any], Any]) -> tuple[Any, ...]:
    result = []
    for index, value in enumerate(values):
        try:
            result.append(read(value))
        except Unfit as unfit:
            raise Unfit(unfit.message, unfit.reason, f"[{index}]{unfit.where}") from None
    return tuple(result)


def _choice(value: Any, spec: FieldSpec) -> str:
    word = {True: "true", False: "false"}.get(value, "") if isinstance(value, bool) else value
    if isinstance(word, str):
        word = key(word)
        word = dict(spec.info.words).get(word, word)
        if word in spec.info.choices:
            return word
    choices = ", ".join(choice or '""' for choice in spec.info.choices)
    raise Unfit(f"{shown(value)} is none of {choices}", "UNKNOWN_CHOICE")


def _suits(value: Any) -> tuple[str, ...]:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return SUIT_LETTERS[: number(value, 1, len(SUIT_LETTERS))]
    if isinstance(value, str):
        value = value.split() if " " in value.strip() else list(value.strip())
    return tuple(suit.lower() for suit in strings(value))


def rank(value: Any) -> int:
    """A rank: a number, or a label of cards (A, J, Q, K).

    Raises:
        Unfit: it is none.
    """
    if isinstance(value, str):
        name = value.strip().upper()
        if name in LABELS:
            return LABELS[name]
        if re.fullmatch(r"\d{1,3}", name):
            return int(name)
    return number(value, 0, 200)


def _pairs(value: Any) -> list[tuple[Any, Any]]:
    """A mapping, or a list of pairs, as pairs."""
    if isinstance(value, Mapping):
        if len(value) > MOST_ITEMS:
            raise Unfit(f"{len(value)} entries; at most {MOST_ITEMS} are read", "TOO_LARGE")
        return list(value.items())
    pairs = []
    for index, item in enumerate(items(value)):
        if not isinstance(item, (list, tuple)) or len(item) != 2:
            raise Unfit(f"{shown(item)} is no pair of a name and a number", where=f"[{index}]")
        pairs.append((item[0], item[1]))
    return pairs


def _counts(value: Any) -> tuple[tuple[str, int], ...]:
    """Specials: a mapping to counts, or a list of names in which each counts once."""
    if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
        names = [name.strip().lower() for name in strings(value)]
        return tuple((name, names.count(name)) for name in dict.fromkeys(names))
    result = []
    for name, count in _pairs(value):
        try:
            result.append((text(name).strip().lower(), number(count, 0, 100)))
        except Unfit as unfit:
            raise Unfit(unfit.message, unfit.reason, f".{name}") from None
    return tuple(result)


def _labels(value: Any) -> tuple[tuple[int, str], ...]:
    return tuple(sorted((rank(name), text(label)) for name, label in _pairs(value)))


def _values(value: Any) -> tuple[tuple[str, int], ...]:
    """Values by rank or special; ``face`` is the rank itself."""
    result: dict[str, int] = {}
    for name, worth in _pairs(value):
        try:
            for part in _value_names(text(name)):
                if worth == "face":
                    first, _, last = part.partition("-")
                    result |= {str(n): n for n in range(int(first), int(last or first) + 1)}
                else:
                    result[part] = number(worth, -1000, 1000)
        except Unfit as unfit:
            raise Unfit(unfit.message, unfit.reason, f".{name}") from None
        except ValueError:
            raise Unfit("only ranks have a face value; write a number", where=f".{name}") from None
    return tuple(result.items())


def _value_names(name: str) -> list[str]:
    """``1-9`` and ``x2`` as they are; ``10-K`` and ``JQK`` with ranks for labels."""
    name = name.strip()
    first, dash, last = name.partition("-")
    if dash and first and last and (first.upper() in LABELS or first.isdigit()):
        return [f"{rank(first)}-{rank(last)}"]
    if name and all(letter in LABELS for letter in name):
        return [str(LABELS[letter]) for letter in name]
    return [str(int(name)) if re.fullmatch(r"\d{1,3}", name) else name.lower()]


def other_melds(entry: Entry, faults: list[Fault]) -> tuple[OtherMeld, ...]:
    """The list of melds that are neither set nor run."""
    try:
        values = items(entry.value)
        if len(values) > 10:
            raise Unfit(f"{len(values)} other melds; at most 10 are read", "TOO_LARGE")
    except Unfit as unfit:
        faults.append(Fault(entry.path, unfit.reason, unfit.message))
        return ()
    melds = []
    specs = section_fields(OtherMeld)
    for index, value in enumerate(values):
        path = f"{entry.path}[{index}]"
        if not isinstance(value, Mapping):
            faults.append(Fault(path, "WRONG_TYPE", f'{shown(value)} is no meld; write {{"kind": "pair"}}'))
            continue
        chosen = {}
        for name, item in value.items():
            spec = specs.get(key(str(name)))
            if spec is None:
                text_ = f"no such field; the fields are {', '.join(specs)}"
                faults.append(Fault(f"{path}.{shown(name)[1:-1]}", "UNKNOWN_FIELD", text_))
            else:
                chosen[spec.name] = convert(spec, Entry(item, f"{path}.{name}"), None, faults)
        if "n" not in chosen and chosen.get("kind") == "colour":
            chosen["n"] = 7
        melds.append(OtherMeld(**chosen))
    return tuple(melds)


_FORMS: dict[tuple[str, str], Callable[[Any], Any]] = {
    ("deck", "suits"): _suits,
    ("deck", "specials"): _counts,
    ("deck", "wild_ranks"): lambda value: _each(items(value), rank),
    ("deck", "rank_labels"): _labels,
    ("scoring", "values"): _values,
}
