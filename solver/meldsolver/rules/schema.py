"""How a ruleset's fields are declared: each carries its meaning, its source and its limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

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
        aliases: former or other names under which the field is read.
        words: other spellings of a choice.
    """

    doc: str
    source: str = ""
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    aliases: tuple[str, ...] = ()
    words: tuple[tuple[str, str], ...] = ()


def rule(
    default: Any,
    doc: str,
    *,
    source: str = "",
    choices: tuple[str, ...] = (),
    low: int | None = None,
    high: int | None = None,
    aliases: tuple[str, ...] = (),
    words: tuple[tuple[str, str], ...] = (),
) -> Any:
    """Declares a field of a ruleset's section (a :func:`dataclasses.field`)."""
    info = FieldInfo(doc, source, choices, low, high, aliases, words)
    return field(default=default, metadata={META: info})
