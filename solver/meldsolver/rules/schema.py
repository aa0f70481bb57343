"""How a ruleset's fields are declared: each carries its meaning, its source and its limits."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, NamedTuple, get_type_hints

META = "meldsolver"


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """What is known of one field besides its type.

    Attributes:
        doc: the meaning, in one or two sentences.
        source: where the rule is found.
        choices: the words allowed, for a field that takes one of a few words.
        low: the least number allowed.
        high: the greatest number allowed.
        null: the number that ``null`` stands for, where it may be written.
        aliases: former or other names under which the field is read.
        words: other spellings of a choice (or of ``true`` and ``false``).
        fact: whether the field tells the caller something and changes no answer.
    """

    doc: str
    source: str = ""
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    null: int | None = None
    aliases: tuple[str, ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    fact: bool = False


class FieldSpec(NamedTuple):
    """A section's field: its name, its type, its default, and the rest."""

    name: str
    type: Any
    default: Any
    info: FieldInfo


def rule(
    default: Any,
    doc: str,
    *,
    source: str = "",
    choices: tuple[str, ...] = (),
    low: int | None = None,
    high: int | None = None,
    null: int | None = None,
    aliases: tuple[str, ...] = (),
    words: tuple[tuple[str, str], ...] = (),
    fact: bool = False,
) -> Any:
    """Declares a field of a ruleset's section (a :func:`dataclasses.field`)."""
    info = FieldInfo(doc, source, choices, low, high, null, aliases, words, fact)
    return field(default=default, metadata={META: info})


@cache
def section_fields(section: type) -> dict[str, FieldSpec]:
    """The declared fields of a section's class by name, in order."""
    hints = get_type_hints(section)
    specs = {}
    for item in fields(section):
        info = item.metadata.get(META)
        if info is not None and item.default is not MISSING:
            specs[item.name] = FieldSpec(item.name, hints[item.name], item.default, info)
    return specs
