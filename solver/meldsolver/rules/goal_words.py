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


def out_of_reach(ruleset: Ruleset) -> str:
    """That the unseen cards are not enough."""
    if is_hand_game(ruleset):
        return f"the unseen cards do not bring a hand that can {goal_of(ruleset)}"
    return "the contract cannot be completed with what is unseen"
