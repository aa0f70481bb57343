"""Answers about contracts as JSON objects and as text for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from meldsolver.cli.answers import Answer, bounds_text, count
from meldsolver.cli.exits import Exit
from meldsolver.pictures.outs import outs_text
from meldsolver.pictures.terminal import table_text, tiles_text
from meldsolver.rules.game import game_of
from meldsolver.rules.goal_words import cards_away, goal_of, out_of_reach
from meldsolver.rules.turn_kind import is_hand_game, is_on_turn

if TYPE_CHECKING:
    from fractions import Fraction

    from meldsolver.cli.hands import Hand
    from meldsolver.contracts import Discard, DiscardAdvice, Distance, DrawAdvice, LayDown, LayOff, Ramo, Spot
    from meldsolver.tiles import Tile


def contract_answer(play: LayDown, far: Distance | None, hand: Hand) -> Answer:
    """The answer to ``contract``; ``far`` is left out for a player who is down."""
    form: dict[str, Any] = {
        "status": str(play.status),
        "can_go_down": play.can_go_down,
        "melds": _melds(play.melds),
        "lay_offs": [_lay_off_form(lay_off) for lay_off in play.lay_offs],
        "played": _names(play.played),
        "hand": _names(play.rack),
        "penalty_left": play.penalty_left,
        "goes_out": play.goes_out,
        "distance": 0 if far is None else far.distance,
        "aim": [] if far is None else _melds(far.melds),
        "missing": [] if far is None else _names(far.missing),
        "outs": {} if far is None else {str(out.tile): out.copies for out in far.outs},
    }
    if far is not None:
        form |= {
            "unseen": far.unseen,
            "improve": _floats(far.improve),
            "complete": _floats(far.complete),
            "distance_proved": far.proved,
        }
    form["seconds"] = round(play.seconds, 6)
    found = play.status in ("OPTIMAL", "FEASIBLE")
    return Answer(Exit.ANSWERED if found else Exit.NO, form, lambda colour: _contract_text(play, far, hand, colour))


def _contract_text(play: LayDown, far: Distance | None, hand: Hand, colour: bool) -> str:
    if play.status in ("OPTIMAL", "FEASIBLE"):
        if is_hand_game(hand.ruleset) and far is not None:
            return "\n".join(_hand_lines(play, far, hand, colour))
        lines = [_sure("goes out" if play.goes_out else "lays off" if far is None else "can go down", play)]
        lines.append(table_text(play.melds, colour=colour))
        for off in play.lay_offs:
            whose = f" of {off.player}" if off.player else ""
            lines.append(f"  {tiles_text(off.tiles, colour=colour)} on meld {off.meld + 1}{whose}")
        left = tiles_text(play.rack, colour=colour)
        lines.append(f"left: {left} ({count(play.penalty_left, 'point')})")
        return "\n".join(line for line in lines if line)
    in_hand = f"{count(play.penalty_left, 'point')} in hand"
    unknown = f"UNKNOWN: nothing to lay was found in time, and nothing ruled out; {in_hand}"
    if far is None:
        return unknown if play.status == "UNKNOWN" else f"nothing can be laid; {in_hand}"
    lines = _distance_lines(far, play, hand, colour)
    # A proved distance rules out what the play had no time for.
    ruled_out = play.status != "UNKNOWN" or (far.proved and far.distance != 0)
    return "\n".join(lines if ruled_out else [unknown, *lines])


def _sure(what: str, play: LayDown) -> str:
    """What a play does; where it may not be the best, that is said first."""
    return what if play.status == "OPTIMAL" else f"{play.status}: {what}{bounds_text(play.goals)}"


def _hand_lines(play: LayDown, far: Distance, hand: Hand, colour: bool) -> list[str]:
    """A hand whose melds are only shown: what it can do, or what it lacks, and its best melds."""
    if play.can_go_down:
        lines = [_sure(f"can {goal_of(hand.ruleset)}", play)]
    else:
        now = "best melds now:" if play.melds else "no melds now"
        lines = [*_distance_lines(far, play, hand, colour), _sure(now, play)]
    lines.append(table_text(play.melds, colour=colour))
    left = play.rack
    if left and is_on_turn(hand.position, hand.ruleset):
        lines.append("throw: " + tiles_text(left[-1:], colour=colour))
        left = left[:-1]
    if left:
        lines.append(f"left: {tiles_text(left, colour=colour)}{_points(play, hand, ' ({})')}")
    return [line for line in lines if line]


def _points(play: LayDown, hand: Hand, form: str) -> str:
    """What the cards left cost; nothing in games in which no card costs anything."""
    return "" if hand.ruleset.scoring.card_values == "none" else form.format(count(play.penalty_left, "point"))


def _distance_lines(far: Distance, play: LayDown, hand: Hand, colour: bool) -> list[str]:
    if far.distance is None:
        none = out_of_reach(hand.ruleset)
        return [none if far.proved else "no distance was found in the time given"]
    what, least = cards_away(far.distance, hand.ruleset), "" if far.proved else "at least "
    if not far.proved and far.distance:
        what = f"at most {what}, not proved in the time given"
    where = "in hand"
    if is_hand_game(hand.ruleset):
        where = "in no meld" + (" after the discard" if is_on_turn(hand.position, hand.ruleset) else "")
    lines = [what + _points(play, hand, f"; {{}} {where}"), "aim:", table_text(far.melds, colour=colour)]
    if far.missing:
        lines.append("missing: " + tiles_text(far.missing, colour=colour))
    lines.append(f"outs: {least}{count(far.copies, 'card')} of {far.unseen} unseen")
    game = game_of(hand.ruleset)
    outs = {out.tile: out.copies for out in far.outs}
    lines.append(outs_text(outs, game.suits, game.low, game.high, colour=colour))
    for name, chances in (("an out", far.improve), (f"can {goal_of(hand.ruleset)}", far.complete)):
        if chances:
            parts = (f"{float(chance):.1%} by draw {draw}" for draw, chance in enumerate(chances, 1))
            lines.append(f"{name}: {least}" + ", ".join(parts))
    return [line for line in lines if line]


def advice_answer(advice: DiscardAdvice, draw: DrawAdvice | None) -> Answer:
    """The answer to ``advise``."""
    form: dict[str, Any] = {
        "distance": None if advice.now is None else advice.now.distance,
        "outs": {} if advice.now is None else {str(out.tile): out.copies for out in advice.now.outs},
        "discards": [_discard_form(discard) for discard in advice.discards],
        "distance_proved": advice.now is None or advice.now.proved,
    }
    if draw is not None:
        form["draw"] = {
            "card": str(draw.card),
            "take": draw.take,
            "distance": draw.distance,
            "distance_with": draw.distance_with,
            "deck_chance": round(float(draw.deck_chance), 9),
            "reasons": list(draw.reasons),
            "proved": draw.proved,
        }
    form["seconds"] = round(advice.seconds + (draw.seconds if draw is not None else 0), 6)
    return Answer(Exit.ANSWERED, form, lambda colour: _advice_text(advice, draw, colour))


def _discard_form(discard: Discard) -> dict[str, Any]:
    return {
        "card": str(discard.card),
        "distance": discard.distance,
        "farther": discard.farther,
        "outs": discard.outs,
        "outs_lost": discard.outs_lost,
        "penalty_saved": discard.penalty_saved,
        "is_ramo": discard.is_ramo,
        "callers": list(discard.callers),
        "reasons": list(discard.reasons),
        "proved": discard.proved,
    } | ({} if discard.deadwood is None else {"deadwood": discard.deadwood})


def _advice_text(advice: DiscardAdvice, draw: DrawAdvice | None, colour: bool) -> str:
    lines = []
    if draw is not None:
        choice = f"take {draw.card}" if draw.take else "draw from the deck"
        lines.append(f"{choice}: {'; '.join(draw.reasons)}")
    proved = all(discard.proved for discard in advice.discards)
    lines.append(f"throw, the best first{'' if proved else ' of what was found in the time given'}:")
    width = max((len(str(discard.card)) for discard in advice.discards), default=0)
    for number, discard in enumerate(advice.discards, 1):
        card = tiles_text([discard.card], colour=colour)
        pad = " " * (width - len(str(discard.card)))
        lines.append(f"{number:>3}. {card}{pad}  {'; '.join(discard.reasons)}")
    return "\n".join(lines)


def ramo_answer(report: Ramo) -> Answer:
    """The answer to ``ramo``."""
    form: dict[str, Any] = {
        "card": str(report.card),
        "is_ramo": report.is_ramo,
        "spots": [_spot_form(spot) for spot in report.spots],
        "callers": [
            {
                "player": caller.player,
                "spots": [spot.meld for spot in caller.spots],
                "melds": _melds(caller.melds),
                "best": None if caller.best is None else _best_form(caller.best),
            }
            for caller in report.callers
        ],
    }
    return Answer(Exit.ANSWERED if report.is_ramo else Exit.NO, form, lambda colour: _ramo_text(report, colour))


def _best_form(play: LayDown) -> dict[str, Any]:
    return {
        "status": str(play.status),
        "melds": _melds(play.melds),
        "lay_offs": [_lay_off_form(lay_off) for lay_off in play.lay_offs],
        "penalty_left": play.penalty_left,
        "goes_out": play.goes_out,
    }


def _ramo_text(report: Ramo, colour: bool) -> str:
    card = tiles_text([report.card], colour=colour)
    if not report.is_ramo:
        return f"{card} is no Ramo: it fits no meld that is down"
    lines = [f"{card} is a Ramo"]
    for spot in report.spots:
        whose = f" of {spot.player}" if spot.player else ""
        lines.append(f"  meld {spot.meld + 1}{whose} becomes {tiles_text(spot.result, colour=colour)}")
    for caller in report.callers:
        what = f"lay-off on {count(len(caller.spots), 'meld')}"
        new = " or ".join(tiles_text(meld, colour=colour) for meld in caller.melds)
        proved = caller.best is None or caller.best.status in ("OPTIMAL", "NO_PLAY")
        lines.append(
            f"  {caller.player} could call it: {what}"
            + (f", or new: {new}" if new else "")
            + ("" if proved else "; perhaps more, not proved in the time given")
        )
    return "\n".join(lines)


def _spot_form(spot: Spot) -> dict[str, Any]:
    return {"meld": spot.meld, "player": spot.player, "result": _names(spot.result)}


def _lay_off_form(lay_off: LayOff) -> dict[str, Any]:
    return {"meld": lay_off.meld, "player": lay_off.player, "tiles": _names(lay_off.tiles)}


def _melds(melds: Sequence[Sequence[Tile]]) -> list[list[str]]:
    return [_names(meld) for meld in melds]


def _names(tiles: Sequence[Tile]) -> list[str]:
    return [str(tile) for tile in tiles]


def _floats(chances: Sequence[Fraction]) -> list[float]:
    return [round(float(chance), 9) for chance in chances]
