"""Numbers and their nouns, as the advice writes them."""

from __future__ import annotations


def cards_away(distance: int) -> str:
    """A distance in words."""
    return "can go down" if distance == 0 else f"{distance} card{'s' if distance > 1 else ''} away"


def copies_of(number: int, noun: str) -> str:
    """A number and its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
