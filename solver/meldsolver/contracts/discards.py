"""What to throw: each card of a hand with what throwing it costs, ranked, with the reasons in words."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from meldsolver.contracts.asked import question_of
from meldsolver.contracts.deadwood import SHORTEST_SECONDS, least_deadwood, undivided
from meldsolver.contracts.far import Distance
from meldsolver.contracts.questions import check_question, unseen_of
from meldsolver.contracts.ramo import Spot, lay_off_spots
from meldsolver.contracts.words import copies_of
from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.clock import Clock, OutOfTime
from meldsolver.limits.shares import Shares
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.goal_words import cards_away, goal_of, out_of_reach
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.scoring import tile_value
from meldsolver.rules.turn_kind import is_hand_game
from meldsolver.tiles import Card, Position, Tile


@dataclass(frozen=True, slots=True)
class Discard:
    """One card of the hand, and what throwing it costs.

    Attributes:
        card: the card, the first of those that are equal.
        distance: the distance of the hand without it; ``None`` for a player who is down, and where
            the contract cannot be completed then.
        farther: by how much the distance rises.
        outs: unseen copies of the outs of the hand without it.
        outs_lost: unseen copies of the present outs that no longer bring the hand below its present distance.
        penalty_saved: what the card would have cost at the end.
        is_ramo: whether it could be laid off on a meld that is down, and so be called.
        callers: the players who could call it, where it is known whose the melds are.
        reasons: why it stands where it stands, in words.
        proved: whether distance and outs are proved (always, unless the time limit came first).
        deadwood: the least that the hand without it has in no meld, where melds stay in the hand, 0 when it can
            be declared whole; else ``None``.
    """

    card: Tile
    distance: int | None
    farther: int
    outs: int
    outs_lost: int
    penalty_saved: int
    is_ramo: bool
    callers: tuple[str, ...]
    reasons: tuple[str, ...]
    proved: bool = True
    deadwood: int | None = None


@dataclass(frozen=True, slots=True)
class DiscardAdvice:
    """Every different card of a hand, the best to throw first.

    The order: the shorter distance first; then cards that are no Ramo; then most outs; then least
    deadwood, where melds stay in the hand; then most penalty saved; then the order of the hand.

    Attributes:
        now: the distance of the whole hand; ``None`` for a player who is down.
        discards: the cards.
        seconds: wall time that the answer took.
    """

    now: Distance | None
    discards: tuple[Discard, ...]
    seconds: float = 0.0


def advise_discard(
    position: Position,
    ruleset: Ruleset,
    *,
    unseen: Mapping[Card, int] | None = None,
    seen: Iterable[Tile] = (),
    players: Sequence[str] = (),
    player: str = "",
    time_limit: float = 10.0,
    cancel: CancelToken | None = None,
) -> DiscardAdvice:
    """Ranks the cards of a hand as discards.

    Args:
        position: the hand with the card drawn, the level, the melds that are down.
        ruleset: the rules.
        unseen: copies unseen of each card; by default the deck without the cards in sight.
        seen: further cards in sight: those discarded.
        players: for each meld on the table, whose it is.
        player: who throws the card, and so cannot call it.
        time_limit: seconds for the whole answer; each card gets its share.
        cancel: stops the solver from another thread.

    Raises:
        InvalidRequest: the position cannot exist, or an argument contradicts it.
    """
    started = time.monotonic()
    now, each = weigh_discards(
        position,
        ruleset,
        unseen=unseen,
        seen=seen,
        players=players,
        player=player,
        time_limit=time_limit,
        cancel=cancel,
    )
    discards = sorted(enumerate(each), key=lambda pair: (_rank(pair[1]), pair[0]))
    return DiscardAdvice(now, tuple(discard for _, discard in discards), time.monotonic() - started)


def weigh_discards(
    position: Position,
    ruleset: Ruleset,
    *,
    unseen: Mapping[Card, int] | None = None,
    seen: Iterable[Tile] = (),
    players: Sequence[str] = (),
    player: str = "",
    time_limit: float = 10.0,
    cancel: CancelToken | None = None,
) -> tuple[Distance | None, Iterator[Discard]]:
    """As :func:`advise_discard`, but one card after the other in the order of the hand, not yet ranked.

    Returns:
        The distance of the whole hand, and the cards as they are weighed.
    """
    clock = Clock(time.monotonic() + time_limit, cancel)
    check_question(position, ruleset, players)
    game = game_of(ruleset)
    left = unseen_of(position, game, seen, unseen)
    whole = question_of(position, game, left, cancel)
    cards = len({tile[:3] for tile in position.rack})
    has_deadwood = is_hand_game(ruleset) and ruleset.scoring.card_values != "none"
    spots = _spots(position, game, players, clock)
    shares = Shares(clock, cards + 1)
    now = None if whole is None else whole.answer(time_limit=shares.share())

    def each() -> Iterator[Discard]:
        done: set[Card] = set()
        for index, tile in enumerate(position.rack):
            if tile[:3] in done:
                continue
            done.add(tile[:3])
            after = split = None
            if has_deadwood:
                # Before the distance, which may need all the time there is.
                rack = (*position.rack[:index], *position.rack[index + 1 :])
                rest = max(SHORTEST_SECONDS, clock.seconds / 2 / (cards - len(done) + 1))
                split = (
                    undivided(rack, ruleset)
                    if clock.spent
                    else least_deadwood(replace(position, rack=rack), ruleset, time_limit=rest, cancel=cancel)
                )
            if now is not None and whole is not None:
                after = (
                    Distance(None, unseen=now.unseen, proved=False)
                    if clock.spent
                    else whole.throwing(index).answer(time_limit=shares.share())
                )
            takers = spots.get(tile[:3])
            owners = [spot.player for spot in takers or ()] if ruleset.layoff.targets == "own" else players
            callers = tuple(name for name in dict.fromkeys(owners) if name and name != player) if takers else ()
            discard = _weigh(tile, now, after, ruleset, tile_value(tile, game), takers, callers)
            if split is not None:
                # Declared whole, perhaps as pairs, which are no melds by themselves.
                declared = discard.distance == 0 and ruleset.declare.knock_max < 0
                value, sure = (0, True) if declared else (split.value, split.proved)
                unproved = (NOT_PROVED,) if discard.proved and not sure else ()
                leaves = f"leaves {'' if sure else 'at most '}{copies_of(value, 'point')} in no meld"
                reasons = (*discard.reasons[:-1], leaves, *unproved, discard.reasons[-1])
                discard = replace(discard, deadwood=value, reasons=reasons, proved=discard.proved and sure)
            yield discard

    return now, each()


def _spots(position: Position, game: Game, players: Sequence[str], clock: Clock) -> Mapping[Card, tuple[Spot, ...]]:
    """Where each card could be laid off; cards are left out that the clock ended before their turn."""
    found: dict[Card, tuple[Spot, ...]] = {}
    with suppress(OutOfTime):
        for tile in position.rack:
            if tile[:3] not in found:
                found[tile[:3]] = lay_off_spots(tile, position.table, game, players, clock=clock)
    return found


def _weigh(
    tile: Tile,
    now: Distance | None,
    after: Distance | None,
    ruleset: Ruleset,
    value: int,
    spots: tuple[Spot, ...] | None,
    callers: tuple[str, ...],
) -> Discard:
    reasons = []
    farther = outs = lost = 0
    distance = None
    proved = spots is not None
    is_ramo = bool(spots)
    if now is not None and after is not None:
        distance, outs = after.distance, after.copies
        proved = proved and now.proved and after.proved
        if now.distance is not None and after.distance is not None:
            farther = after.distance - now.distance
        kept = {out.tile for out in after.outs} if not farther else set()
        gone = [out for out in now.outs if out.tile not in kept]
        lost = sum(out.copies for out in gone)
        reasons.append(_distance_reason(now, after, farther, ruleset))
        if gone and not farther:
            names = ", ".join(str(out.tile) for out in gone[:4]) + (", ..." if len(gone) > 4 else "")
            reasons.append(f"loses {copies_of(lost, 'out')} ({names})")
        elif not farther and now.outs:
            reasons.append(f"keeps {'all' if proved else 'at least'} {copies_of(now.copies, 'out')}")
    if not proved:
        reasons.append(NOT_PROVED)
    if ruleset.scoring.card_values != "none":
        reasons.append(f"saves {copies_of(value, 'point')}")
    if is_ramo:
        reasons.append(
            "is a Ramo for " + " and ".join(callers) if callers else "is a Ramo: it fits a meld that is down"
        )
    return Discard(tile, distance, farther, outs, lost, value, is_ramo, callers, tuple(reasons), proved)


def _distance_reason(now: Distance, after: Distance, farther: int, ruleset: Ruleset) -> str:
    if after.distance is None:
        none = out_of_reach(ruleset) if is_hand_game(ruleset) else "the contract cannot be completed any more"
        return none if after.proved else "no distance found in the time given"
    most = "" if after.proved else "at most "
    if farther:
        return f"{most}{cards_away(after.distance, ruleset)} instead of {now.distance}"
    return f"stays {most}{cards_away(after.distance, ruleset)}" if after.distance else f"can still {goal_of(ruleset)}"


NOT_PROVED = "not proved in the time given"


def _rank(discard: Discard) -> tuple[int, bool, int, int, int]:
    # A player who is down has no distance, whatever is thrown.
    distance = 1 << 20 if discard.distance is None else discard.distance
    return distance, discard.is_ramo, -discard.outs, discard.deadwood or 0, -discard.penalty_saved
