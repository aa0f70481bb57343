"""What a question about a contract may not be: every fault, field by field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from meldsolver.contracts.stock import unseen_cards, unseen_faults
from meldsolver.rules.contract import Demands, contract_of, level_of
from meldsolver.rules.explain import meld_problem
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.position_check import position_faults
from meldsolver.rules.reading import valid_readings
from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles import Card, Meld, Position, Tile
from meldsolver.tiles.request import Fault, InvalidRequest

MOST_CARDS = 40
"""Largest hand; the largest that a rule sheet deals has 21 cards, and buying adds a few."""

MOST_DRAWS = 10


def check_question(position: Position, ruleset: Ruleset, players: Sequence[str] = ()) -> None:
    """Refuses a hand, level or table that cannot be.

    Raises:
        InvalidRequest: it holds every fault.
    """
    faults = question_faults(position, ruleset, players)
    if faults:
        raise InvalidRequest(faults)


def question_faults(position: Position, ruleset: Ruleset, players: Sequence[str] = ()) -> list[Fault]:
    """Every fault of a hand, a level and the melds on the table."""
    if len(position.rack) > MOST_CARDS:
        text = f"{len(position.rack)} cards are no hand; at most {MOST_CARDS} are judged"
        return [Fault("rack", "HAND_TOO_LARGE", text)]
    faults = list(position_faults(position, ruleset))
    faults += _meld_faults(position.table, faults, game_of(ruleset))
    levels = len(ruleset.contract.levels)
    unsaid = levels and not position.opened and not level_of(position, ruleset)
    if unsaid and not any(fault.field == "level" for fault in faults):
        faults.append(Fault("level", "LEVEL_MISSING", f"which contract is meant? give a level, 1 to {levels}"))
    if players and len(players) != len(position.table):
        text = f"{len(players)} names for {len(position.table)} melds; give one for each meld, in order"
        faults.append(Fault("players", "WRONG_LENGTH", text))
        return faults
    faults += _number_faults(players, ruleset)
    if players and levels and not faults:
        faults += _table_faults(position.table, players, game_of(ruleset))
    return faults


def _number_faults(players: Sequence[str], ruleset: Ruleset) -> Iterator[Fault]:
    """More players than the game is for have melds on the table."""
    named, most = len({name for name in players if name}), ruleset.deal.players_max
    if named > most:
        text = f"{named} players have melds; {ruleset.name} is for at most {most} (raise deal.players_max for more)"
        yield Fault("players", "OUT_OF_RANGE", text)


def _meld_faults(table: Sequence[Meld], known: Sequence[Fault], game: Game) -> list[Fault]:
    """Melds that are none, told even where the hand has faults; those with a fault of their own are told already."""
    faults = []
    for index, meld in enumerate(table):
        told = any(fault.field.startswith(f"table[{index}]") for fault in known)
        if told or not all(tile[:3] in game.copies for tile in meld):
            continue
        problem = meld_problem(meld, game, grown=True)
        if problem is not None:
            faults.append(Fault(f"table[{index}]", problem[0], f"{problem[1]}; no contract could have put it there"))
    return faults


def _table_faults(table: Sequence[Meld], players: Sequence[str], game: Game) -> list[Fault]:
    """Players whose melds no level's contract could have produced."""
    rules = game.ruleset
    contracts = [demands for level in range(len(rules.contract.levels)) for demands in contract_of(rules, level + 1)]
    faults = []
    for player in dict.fromkeys(players):
        if not player:
            continue
        own = [index for index, name in enumerate(players) if name == player]
        if not any(_could_be(demands, [table[index] for index in own], game) for demands in contracts):
            text = (
                f"no contract of {rules.name} puts the melds of {player} on the table; give all of the player's melds"
            )
            faults.append(Fault(f"table[{own[0]}]", "NO_CONTRACT", text))
    return faults


def _could_be(demands: Demands, melds: list[Meld], game: Game) -> bool:
    """Whether the melds are those of a contract, with others only where the rules have extra melds."""
    if len(melds) < len(demands) or (len(melds) > len(demands) and game.ruleset.layoff.extra_melds == "never"):
        return False
    kinds = [{reading.kind for reading in valid_readings(meld, game, grown=True)} for meld in melds]
    owner: dict[int, int] = {}

    def place(demand: int, tried: set[int]) -> bool:
        for index, meld in enumerate(melds):
            if index in tried or demands[demand].kind not in kinds[index] or len(meld) < demands[demand].size:
                continue
            tried.add(index)
            if index not in owner or place(owner[index], tried):
                owner[index] = demand
                return True
        return False

    return all(place(index, set()) for index in range(len(demands)))


def unseen_of(
    position: Position,
    game: Game,
    seen: Iterable[Tile],
    given: Mapping[Card, int] | None,
) -> Counter[Card]:
    """What is unseen: what the caller says, else the deck without the cards in sight.

    Raises:
        InvalidRequest: more cards are in sight than the deck has, or the counts contradict that.
    """
    seen = tuple(seen)
    most = unseen_cards(position, game, seen)
    faults = []
    counts: Counter[Card] = Counter(tile[:3] for tile in position.rack)
    counts.update(tile[:3] for meld in position.table for tile in meld)
    for index, tile in enumerate(seen):
        counts[tile[:3]] += 1
        if tile[:3] not in game.copies:
            text = f"{tile.plain()} is not in the deck of {game.ruleset.name}"
            faults.append(Fault(f"seen[{index}]", "UNKNOWN_TILE", text))
        elif counts[tile[:3]] > game.copies[tile[:3]]:
            text = f"{counts[tile[:3]]} copies of {tile.plain()} are in sight; the deck has {game.copies[tile[:3]]}"
            faults.append(Fault(f"seen[{index}]", "TOO_MANY_COPIES", text))
    if given is not None and not faults:
        faults += unseen_faults(given, most, game)
    if faults:
        raise InvalidRequest(faults)
    if given is None:
        return Counter({card: count for card, count in most.items() if count > 0})
    return Counter({card: count for card, count in given.items() if count > 0})
