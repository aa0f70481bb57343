"""How the table may be used in a turn, from what the rules say and what has happened so far."""

from __future__ import annotations

from enum import StrEnum

from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles import Position


class TableUse(StrEnum):
    """What a turn may do with the melds on the table."""

    REARRANGE = "rearrange"
    GROW = "grow"
    STAY = "stay"


def must_open(position: Position, ruleset: Ruleset) -> bool:
    """Whether the turn has to open. A table in mid-turn (loose tiles) is not asked to."""
    return not position.opened and ruleset.opening.kind != "none" and not position.loose


def table_use(position: Position, ruleset: Ruleset) -> TableUse:
    """What the turn may do with the melds on the table."""
    usual = {"full": TableUse.REARRANGE, "layoff": TableUse.GROW, "none": TableUse.STAY}[ruleset.table.manipulation]
    if must_open(position, ruleset):
        if ruleset.opening.kind == "contract":
            return TableUse.GROW if ruleset.layoff.same_turn_as_opening else TableUse.STAY
        return min(usual, _OPENING_TURN[ruleset.opening.same_turn_table], key=_STRICTNESS.index)
    if usual is TableUse.REARRANGE and ruleset.opening.gate == "all_players" and not position.all_opened:
        return TableUse.GROW
    return usual


HAND_GAMES = ("hand_only", "go_out_only")
"""Tables on which melds are laid only when the hand is shown."""


def is_hand_game(ruleset: Ruleset) -> bool:
    """Whether melds stay in the hand until it is shown, so that the hand as a whole is what counts."""
    return ruleset.table.model in HAND_GAMES and ruleset.opening.kind == "none"


def shows_hand(position: Position, ruleset: Ruleset) -> bool:
    """Whether the turn shows a hand on a table of its own, as games of one hand do."""
    return ruleset.table.model == "hand_only" and not position.table and not position.loose


def must_be_complete(position: Position, ruleset: Ruleset) -> bool:
    """Whether a shown hand has to meet what a complete hand needs; a part of a hand has not."""
    return shows_hand(position, ruleset) and not position.excerpt


def declared_cards(ruleset: Ruleset) -> int:
    """The fewest cards of a hand that is declared whole."""
    return ruleset.deal.rack + ruleset.declare.draw_counts


def throws_before_declaring(ruleset: Ruleset) -> bool:
    """Whether a hand on turn holds one card more than it declares, and throws it."""
    return ruleset.turn.discard == "required" and not ruleset.declare.draw_counts


def cards_held(position: Position) -> int:
    """How many cards a hand holds, a called one included."""
    return len(position.rack) + (position.called is not None)


def is_on_turn(position: Position, ruleset: Ruleset) -> bool:
    """Whether a hand whose melds stay in it holds the card drawn, and so one to throw."""
    dealt = ruleset.deal.rack
    return not position.excerpt and throws_before_declaring(ruleset) and 0 < dealt < cards_held(position)


def cards_kept(position: Position, ruleset: Ruleset) -> int:
    """How many rack tiles a play must leave, for the closing discard.

    None where the game lets the last card be laid, none in an excerpt, and none on a call, after
    which the caller's own turn follows with a draw. An empty rack has nothing to keep. A hand that is
    declared whole keeps what it holds, a called card included, beyond the cards of a declared hand: the one it throws.
    """
    if must_be_complete(position, ruleset) and ruleset.declare.all_cards:
        return max(0, cards_held(position) - ruleset.deal.rack) if throws_before_declaring(ruleset) else 0
    if not ruleset.turn.go_out_needs_discard or position.called is not None or position.excerpt:
        return 0
    return min(1, len(position.rack))


def has_calls(ruleset: Ruleset) -> bool:
    """Whether a discard that could have been laid off may be called."""
    return ruleset.layoff.extra_melds == "on_call"


def extra_melds(position: Position, ruleset: Ruleset) -> str:
    """Which new melds a player who is down may lay: never, on_call or always.

    In an excerpt nobody can tell whether a new meld is part of a contract or follows a call.
    """
    return "always" if position.excerpt else ruleset.layoff.extra_melds


_OPENING_TURN = {"full": TableUse.REARRANGE, "layoff": TableUse.GROW, "none": TableUse.STAY}
_STRICTNESS = [TableUse.STAY, TableUse.GROW, TableUse.REARRANGE]


def melds_grow(ruleset: Ruleset) -> bool:
    """Whether a meld can be told to have grown: nobody can where the table may be rearranged."""
    return ruleset.table.manipulation != "full"


def limits_lifted(ruleset: Ruleset) -> bool:
    """Whether some limits on wilds bind new melds alone."""
    return limits_spare_grown(ruleset) or (melds_grow(ruleset) and bool(ruleset.wild.max_in_new_three))


def limits_spare_grown(ruleset: Ruleset) -> bool:
    """Whether the limits on wilds bind new melds alone, not those that grew on the table."""
    return melds_grow(ruleset) and not ruleset.wild.ratio_applies_to_layoff
