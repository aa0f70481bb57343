"""What a hand is on its way to, and how far it is, in words."""

from __future__ import annotations

from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.turn_kind import is_hand_game


def goal_of(ruleset: Ruleset) -> str:
    """What a hand at distance 0 can do."""
    if not is_hand_game(ruleset):
        return "go down"
    return "knock" if ruleset.declare.knock_max >= 0 else "be declared"


def cards_away(distance: int, ruleset: Ruleset) -> str:
    """A distance in words."""
    goal = goal_of(ruleset)
    if distance == 0:
        return f"can {goal}"
    far = f"{distance} card{'s' if distance > 1 else ''} away"
    return f"{far} from a hand that can {goal}" if is_hand_game(ruleset) else far


def out_of_reach(ruleset: Ruleset, what: str = "what is unseen") -> str:
    """That cards are not enough.

    Args:
        ruleset: the rules.
        what: the cards.
    """
    if is_hand_game(ruleset):
        return f"no hand that can {goal_of(ruleset)} comes about with {what}"
    return f"the contract cannot be completed with {what}"
