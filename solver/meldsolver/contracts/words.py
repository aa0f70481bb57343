"""Numbers and their nouns, as the advice writes them."""

from __future__ import annotations


def copies_of(number: int, noun: str) -> str:
    """A number and its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
