"""Ramo: a discard that could be laid off on melds that are down, and who could call it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from meldsolver.contracts.lay_down import LayDown, lay_down
from meldsolver.contracts.questions import check_question
from meldsolver.limits.cancel import CancelToken
from meldsolver.referee.growth import grows
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.reading import valid_readings
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.turn_kind import has_calls
from meldsolver.tiles import Meld, Position, Tile
from meldsolver.tiles.request import Fault, InvalidRequest


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
        time_limit: seconds for the best play of each hand that is known.
        cancel: stops the solver from another thread.

    Raises:
        InvalidRequest: the cards cannot lie so, or a hand is given of a player who is not down.
    """
    hands = hands or {}
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
        new = new_melds(card, tuple(hand), game)
        best = lay_down(position, ruleset, players=players, time_limit=time_limit, cancel=cancel)
        callers.append(Caller(player, own, new, best))
    return Ramo(card, bool(spots), spots, tuple(callers))


def lay_off_spots(card: Tile, table: Sequence[Meld], game: Game, players: Sequence[str] = ()) -> tuple[Spot, ...]:
    """The melds of a table on which one card can be laid off."""
    if game.ruleset.table.manipulation == "none" or (game.natural_face(card) is None and not game.can_be_wild(card)):
        return ()
    spots = []
    for index, meld in enumerate(table):
        grown = (*meld, card)
        readings = valid_readings(grown, game, grown=True)
        if readings and grows(meld, grown, game):
            places = readings[0].places
            order = sorted(range(len(grown)), key=places.__getitem__) if places else range(len(grown))
            spots.append(Spot(index, players[index] if players else "", tuple(grown[place] for place in order)))
    return tuple(spots)


def new_melds(card: Tile, hand: tuple[Tile, ...], game: Game) -> tuple[Meld, ...]:
    """New sets and runs of the fewest cards that hold the card and cards of a hand."""
    rules = game.ruleset
    sizes = {rule.min for rule in (rules.set, rules.run) if rule.allowed}
    found: dict[tuple[tuple[str, int, str], ...], Meld] = {}
    for size in sorted(sizes):
        for others in combinations(hand, size - 1):
            meld = (card, *others)
            key = tuple(sorted(tile[:3] for tile in meld))
            if key in found:
                continue
            readings = valid_readings(meld, game)
            if readings:
                places = readings[0].places
                order = sorted(range(size), key=places.__getitem__) if places else range(size)
                found[key] = tuple(meld[place] for place in order)
    return tuple(found.values())


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
