"""Take the discard, or draw from the deck?"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from meldsolver.contracts.asked import question_of
from meldsolver.contracts.far import Distance
from meldsolver.contracts.questions import check_question, unseen_of
from meldsolver.contracts.ramo import lay_off_spots
from meldsolver.contracts.stock import unseen_cards
from meldsolver.contracts.words import copies_of
from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.clock import Clock, OutOfTime
from meldsolver.limits.shares import Shares
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.goal_words import cards_away, out_of_reach
from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles import Card, Position, Tile
from meldsolver.tiles.request import Fault, InvalidRequest


@dataclass(frozen=True, slots=True)
class DrawAdvice:
    """Whether to take the discard.

    The discard is taken exactly when it shortens the distance; by a player who is down, when it can
    be laid off.

    Attributes:
        card: the discard.
        take: whether to take it.
        distance: the distance of the hand; ``None`` for a player who is down.
        distance_with: the distance of the hand with the discard.
        deck_chance: the chance that a card from the deck shortens the distance (can be laid off).
        reasons: why, in words.
        proved: whether the distances and the chance are proved (always, unless the time limit came first).
        seconds: wall time that the answer took.
    """

    card: Tile
    take: bool
    distance: int | None
    distance_with: int | None
    deck_chance: Fraction
    reasons: tuple[str, ...]
    proved: bool = True
    seconds: float = 0.0


def advise_draw(
    position: Position,
    ruleset: Ruleset,
    card: Tile,
    *,
    unseen: Mapping[Card, int] | None = None,
    seen: Iterable[Tile] = (),
    players: Sequence[str] = (),
    time_limit: float = 10.0,
    cancel: CancelToken | None = None,
) -> DrawAdvice:
    """Advises on the draw.

    Args:
        position: the hand before the draw, the level, the melds that are down.
        ruleset: the rules.
        card: the card on top of the discards.
        unseen: copies unseen of each card; by default the deck without the cards in sight.
        seen: further cards in sight: the discards under the top one.
        players: for each meld on the table, whose it is.
        time_limit: seconds for the whole answer.
        cancel: stops the solver from another thread.

    Raises:
        InvalidRequest: the position cannot exist, or an argument contradicts it.
    """
    started = time.monotonic()
    check_question(position, ruleset, players)
    game = game_of(ruleset)
    seen = tuple(seen)
    _check_card(card, position, seen, game)
    left = unseen_of(position, game, (*seen, card), unseen)
    question = question_of(position, game, left, cancel)
    if question is None:
        return _when_down(position, card, left, game, started, Clock(started + time_limit, cancel))
    shares = Shares(Clock(started + time_limit, cancel), 2)
    now = question.answer(time_limit=shares.share())
    taken = question.taking(card).answer(outs=False, time_limit=shares.share())
    take = taken.distance is not None and (now.distance is None or taken.distance < now.distance)
    chance = Fraction(now.copies, now.unseen) if now.unseen else Fraction(0)
    least = "" if now.proved else "at least "
    some = f"{least}{copies_of(now.copies, 'out')}"
    outs = f"the deck brings one of {some} among {now.unseen} unseen cards ({float(chance):.0%})"
    proved = now.proved and taken.proved
    if now.distance == 0:
        text = f"the hand {_is(now, ruleset)} already: no card shortens the distance"
        return DrawAdvice(card, False, 0, taken.distance, chance, (text,), proved, time.monotonic() - started)
    if taken.distance is None:
        none = f"{out_of_reach(ruleset, str(card.plain()))} either"
        reasons = [none if taken.proved else f"no distance with {card.plain()} was found in the time given"]
    elif take:
        reasons = [f"with {card.plain()} the hand {_is(taken, ruleset)}"]
    else:
        stays, does_not = _is(taken, ruleset), "does not shorten the distance"
        does_not = does_not if proved else "was not found to shorten the distance"
        reasons = [f"{card.plain()} {does_not}: the hand {stays} with it as without"]
    words = (*reasons, outs) if proved else (*reasons, outs, "not proved in the time given")
    return DrawAdvice(card, take, now.distance, taken.distance, chance, words, proved, time.monotonic() - started)


def _is(far: Distance, ruleset: Ruleset) -> str:
    assert far.distance is not None
    if far.distance == 0:
        return cards_away(far.distance, ruleset)
    return f"is {'' if far.proved else 'at most '}{cards_away(far.distance, ruleset)}"


def _when_down(
    position: Position, card: Tile, left: Mapping[Card, int], game: Game, started: float, clock: Clock
) -> DrawAdvice:
    spots = lay_off_spots(card, position.table, game)
    fits = 0
    proved = True
    try:
        for (suit, rank, name), count in left.items():
            tile = Tile(suit, rank, name, wild=not suit and not name)
            if lay_off_spots(tile, position.table, game, clock=clock):
                fits += count
    except OutOfTime:
        proved = False
    total = sum(left.values())
    chance = Fraction(fits, total) if total else Fraction(0)
    where = f"can be laid off on {copies_of(len(spots), 'meld')}" if spots else "fits no meld that is down"
    least = "" if proved else "at least "
    share = f"{least}{fits} of {total} unseen cards can be laid off ({float(chance):.0%})"
    reasons = (f"{card.plain()} {where}", share, *([] if proved else ["not proved in the time given"]))
    return DrawAdvice(card, bool(spots), None, None, chance, reasons, proved, time.monotonic() - started)


def _check_card(card: Tile, position: Position, seen: tuple[Tile, ...], game: Game) -> None:
    if card[:3] not in game.copies:
        text = f"{card.plain()} is not in the deck of {game.ruleset.name}"
        raise InvalidRequest([Fault("card", "UNKNOWN_TILE", text)])
    if unseen_cards(position, game, seen)[card[:3]] <= 0:
        most = game.copies[card[:3]]
        text = f"all {most} copies of {card.plain()} that the deck has are already in sight"
        raise InvalidRequest([Fault("card", "TOO_MANY_COPIES", text)])
