"""Ramo: a discard that could be laid off on melds that are down, and who could call it."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from meldsolver.contracts.lay_down import LayDown, lay_down
from meldsolver.contracts.questions import check_question
from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.clock import Clock, OutOfTime, TooManySteps
from meldsolver.limits.shares import Shares
from meldsolver.referee.growth import grows
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.reading import valid_readings
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.turn_kind import has_calls
from meldsolver.tiles import Card, Face, Meld, Position, Tile
from meldsolver.tiles.request import Fault, InvalidRequest

MOST_NEW = 1_000
"""New melds that are told of one hand; a hand of thirteen cards has a few."""

MOST_TRIES = 200_000
"""Steps of looking for them."""

READING = 16
"""Reading a meld takes as long as so many steps."""

SHORTEST_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class Spot:
    """A meld that takes the card.

    Attributes:
        meld: the meld's index on the table.
        player: whose meld it is; empty where it is not known.
        result: the meld with the card in it.
    """

    meld: int
    player: str
    result: Meld


@dataclass(frozen=True, slots=True)
class Caller:
    """A player who is down and could call the card.

    Attributes:
        player: the player's name.
        spots: the melds on which this player may lay the card off.
        melds: new sets and runs, of the fewest cards, with the card and cards of the player's hand;
            empty where the hand is not known.
        best: the best that the player can lay with the card; ``None`` where the hand is not known.
    """

    player: str
    spots: tuple[Spot, ...]
    melds: tuple[Meld, ...] = ()
    best: LayDown | None = None


@dataclass(frozen=True, slots=True)
class Ramo:
    """Whether a discard is a Ramo, and for whom.

    Attributes:
        card: the discard.
        is_ramo: whether it could be laid off on a meld that is down.
        spots: every meld that takes it.
        callers: the players other than the one who threw it who could call it, in the order of their melds;
            nobody in a game without calls.
    """

    card: Tile
    is_ramo: bool
    spots: tuple[Spot, ...]
    callers: tuple[Caller, ...]


def check_ramo(
    card: Tile,
    table: Sequence[Meld],
    ruleset: Ruleset,
    *,
    players: Sequence[str] = (),
    discarder: str = "",
    hands: Mapping[str, Sequence[Tile]] | None = None,
    time_limit: float = 10.0,
    cancel: CancelToken | None = None,
) -> Ramo:
    """Says whether a discard is a Ramo, which players could call it, and what they could do with it.

    Args:
        card: the discard.
        table: the melds laid down by all players.
        ruleset: the rules.
        players: for each meld on the table, whose it is.
        discarder: who threw the card and so cannot call it.
        hands: the hands that are known, by player.
        time_limit: seconds for the best plays of all hands that are known.
        cancel: stops the solver from another thread.

    Raises:
        InvalidRequest: the cards cannot lie so, or a hand is given of a player who is not down.
    """
    clock = Clock(time.monotonic() + time_limit, cancel)
    hands = hands or {}
    shares = Shares(clock, len(hands))
    melds = tuple(tuple(meld) for meld in table)
    _check(card, melds, ruleset, players, hands)
    game = game_of(ruleset)
    spots = lay_off_spots(card, melds, game, players)
    callers = []
    for player in dict.fromkeys(players) if has_calls(ruleset) else ():
        if not player or player == discarder:
            continue
        own = tuple(spot for spot in spots if ruleset.layoff.targets == "all" or spot.player == player)
        if not own:
            continue
        hand = hands.get(player)
        if hand is None:
            callers.append(Caller(player, own))
            continue
        position = Position(table=melds, rack=tuple(hand), opened=True, called=card)
        new = new_melds(card, tuple(hand), game, clock=clock)
        left = max(SHORTEST_SECONDS, shares.share())
        best = lay_down(position, ruleset, players=players, time_limit=left, cancel=cancel)
        callers.append(Caller(player, own, new, best))
    return Ramo(card, bool(spots), spots, tuple(callers))


def lay_off_spots(
    card: Tile, table: Sequence[Meld], game: Game, players: Sequence[str] = (), *, clock: Clock | None = None
) -> tuple[Spot, ...]:
    """The melds of a table on which one card can be laid off.

    Raises:
        OutOfTime: the clock ended it.
    """
    if game.ruleset.table.manipulation == "none" or (game.natural_face(card) is None and not game.can_be_wild(card)):
        return ()
    spots = []
    for index, meld in enumerate(table):
        if clock is not None:
            clock.step()
        if not _might_take(meld, card, game):
            continue
        if clock is not None:
            clock.step(READING)
        grown = (*meld, card)
        readings = valid_readings(grown, game, grown=True)
        if readings and grows(meld, grown, game):
            places = readings[0].places
            order = sorted(range(len(grown)), key=places.__getitem__) if places else range(len(grown))
            spots.append(Spot(index, players[index] if players else "", tuple(grown[place] for place in order)))
    return tuple(spots)


def _might_take(meld: Meld, card: Tile, game: Game) -> bool:
    """Whether a glance at two of its tiles leaves it open that a meld takes a card."""
    rules = game.ruleset
    if rules.other_melds or card.name or game.can_be_wild(card) or game.may_hold_wilds(meld) or len(meld) < 2:
        return True
    one, two = meld[0], meld[1]
    if one.name or two.name:
        return True
    # Two naturals of a rank are no run, two of different ranks no set.
    return card.rank == one.rank if one.rank == two.rank else rules.run.suit == "any" or card.suit == one.suit


def new_melds(card: Tile, hand: tuple[Tile, ...], game: Game, *, clock: Clock | None = None) -> tuple[Meld, ...]:
    """New sets and runs of the fewest cards that hold the card and cards of a hand.

    A hand of many wilds may have more of them than anybody reads; the first ``MOST_NEW`` are told, or
    those that were found when the clock ended it.
    """
    tries = (clock or Clock()).within(MOST_TRIES)
    found: dict[tuple[Card, ...], Meld] = {}
    with suppress(OutOfTime, TooManySteps):
        for meld in _candidates(card, hand, game, tries):
            key = tuple(sorted(tile[:3] for tile in meld))
            if key in found:
                continue
            tries.step(READING)
            readings = valid_readings(meld, game)
            if readings:
                places = readings[0].places
                order = sorted(range(len(meld)), key=places.__getitem__) if places else range(len(meld))
                found[key] = tuple(meld[place] for place in order)
                if len(found) == MOST_NEW:
                    break
    return tuple(found.values())


def _candidates(card: Tile, hand: tuple[Tile, ...], game: Game, tries: Clock) -> Iterator[Meld]:
    """Groups of the least sizes with the card that may be sets or runs: those of one rank or one stretch, and wilds."""
    rules = game.ruleset
    wilds = [tile for tile in hand if game.can_be_wild(tile)]
    naturals: dict[Face, list[Tile]] = defaultdict(list)
    for tile in hand:
        if (shown := game.natural_face(tile)) is not None and not game.can_be_wild(tile):
            naturals[shown].append(tile)
    face = None if game.can_be_wild(card) else game.natural_face(card)
    if rules.set.allowed:
        for rank in sorted({shown.rank for shown in game.faces}) if face is None else [face.rank]:
            held = [tiles for shown, tiles in naturals.items() if shown.rank == rank]
            pools = held if rules.set.suits == "identical" else [[tile for tiles in held for tile in tiles]]
            for pool in pools or [[]]:
                yield from ((card, *others) for others in _choices([*pool, *wilds], rules.set.min - 1, tries))
    if rules.run.allowed:
        for start in game.starts(rules.run.min):
            ranks = [game.rank_at(place) for place in range(start, start + rules.run.min)]
            if face is not None and face.rank not in ranks:
                continue
            for suit in ("",) if rules.run.suit == "any" else game.suits if face is None else (face.suit,):
                # One natural a place; the card's own place is taken.
                pool = [
                    tiles[0]
                    for shown, tiles in naturals.items()
                    if shown.rank in ranks and suit in ("", shown.suit) and (face is None or shown.rank != face.rank)
                ]
                yield from ((card, *others) for others in _choices([*pool, *wilds], rules.run.min - 1, tries))


def _choices(tiles: Sequence[Tile], size: int, tries: Clock) -> Iterator[Meld]:
    """Choices of so many tiles, those that look alike once; naturals before wilds."""
    copies = Counter(tile[:3] for tile in tiles)
    first = {tile[:3]: tile for tile in reversed(tiles)}
    cards = list(dict.fromkeys(tile[:3] for tile in tiles))

    def choose(index: int, left: int) -> Iterator[Meld]:
        tries.step()
        if not left:
            yield ()
        elif index < len(cards):
            here = cards[index]
            for count in range(min(copies[here], left), -1, -1):
                for rest in choose(index + 1, left - count):
                    yield (*[first[here]] * count, *rest)

    yield from choose(0, size)


def _check(
    card: Tile, table: tuple[Meld, ...], ruleset: Ruleset, players: Sequence[str], hands: Mapping[str, Sequence[Tile]]
) -> None:
    faults = [
        Fault(f"hands.{name}", "NOT_DOWN", f"{name} has no melds on the table and cannot call; leave the hand out")
        for name in hands
        if name not in players
    ]
    if hands and not has_calls(ruleset):
        text = f"{ruleset.name} has no calls (layoff.extra_melds is {ruleset.layoff.extra_melds}); leave the hand out"
        faults = [Fault(f"hands.{name}", "NO_CALLS", text) for name in hands]
    if faults:
        raise InvalidRequest(faults)
    try:
        check_question(Position(table=table, rack=(card,), opened=True), ruleset, players)
    except InvalidRequest as error:
        raise InvalidRequest(_named(fault, {"rack[0]": "card"}) for fault in error.faults) from None
    for name, hand in hands.items():
        try:
            check_question(Position(table=table, rack=tuple(hand), opened=True, called=card), ruleset, players)
        except InvalidRequest as error:
            names = {"called": "card", "rack": f"hands.{name}"}
            raise InvalidRequest(_named(fault, names) for fault in error.faults) from None


def _named(fault: Fault, names: Mapping[str, str]) -> Fault:
    for old, new in names.items():
        if fault.field.startswith(old):
            return Fault(new + fault.field.removeprefix(old), fault.reason, fault.message)
    return fault
