"""Whether a position can exist under the rules; every fault, field by field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from operator import and_

from meldsolver.rules.contract import level_of
from meldsolver.rules.explain import meld_problem
from meldsolver.rules.game import FALSE_JOKER, Game, game_of
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.table_wilds import MOST_TABLE_WILDS, most_table_wilds, wilds_are_bound
from meldsolver.rules.turn_kind import cards_held, has_calls, must_be_complete, throws_before_declaring
from meldsolver.tiles import Card, Meld, Position, Tile
from meldsolver.tiles.request import Fault

MOST_FAULTS = 100


def position_faults(position: Position, ruleset: Ruleset) -> tuple[Fault, ...]:
    """Every fault of a position, at most 100; empty when it can exist.

    The faults: a tile that the deck does not have, more copies than it has, an id used twice, a
    table meld that is no meld, a wild in the rack that stands for something, a level out of range.
    """
    game = game_of(ruleset)
    faults = [] if _tiles_are_possible(position, game) else _tile_faults(_named_tiles(position), game)
    if not faults:
        faults += [*_meld_faults(position.table, game), *_wild_faults(position, game)]
    faults += _other_faults(position, ruleset)
    return tuple(faults[:MOST_FAULTS])


def table_faults(table: tuple[Meld, ...], ruleset: Ruleset) -> tuple[Fault, ...]:
    """Faults of a table after a move: tiles that the deck does not know at all."""
    game = game_of(ruleset)
    cards = _plain_cards([*chain.from_iterable(table)])
    if cards is not None and game.copies.keys() >= set(cards):
        return ()
    named = _named_tiles(Position(table=table))
    faults = (fault for path, tile in named if (fault := _unknown(path, tile, game)) is not None)
    return tuple(islice(faults, MOST_FAULTS))


def _tiles_are_possible(position: Position, game: Game) -> bool:
    """A quick sufficient test for positions of plain tiles."""
    tiles = [*chain.from_iterable(position.table), *position.rack, *position.loose]
    cards = _plain_cards(tiles)
    if cards is None or position.called is not None or any(tile.name for tile in position.loose):
        return False
    ids = [tile[5] for tile in tiles if tile[5]]
    if len(ids) > len(set(ids)):
        return False
    copies = game.copies
    return all(count <= copies.get(card, 0) for card, count in Counter(cards).items())


def _plain_cards(tiles: Sequence[Tile]) -> Iterable[Card] | None:
    """The cards, where no tile is a false joker, a natural used as a wild, or a wild that stands for something."""
    if not tiles:
        return ()
    # Field by field, which is much faster than tile by tile.
    suits, ranks, names, wilds, fixed, _ = zip(*tiles, strict=True)
    if any(fixed) or FALSE_JOKER in names:
        return None
    if any(wilds) and any(map(and_, wilds, map(bool, suits))):
        return None
    return zip(suits, ranks, names, strict=True)


def _named_tiles(position: Position) -> Iterator[tuple[str, Tile]]:
    for i, meld in enumerate(position.table):
        for j, tile in enumerate(meld):
            yield f"table[{i}][{j}]", tile
    for name, tiles in (("rack", position.rack), ("loose", position.loose)):
        for i, tile in enumerate(tiles):
            yield f"{name}[{i}]", tile
    if position.called is not None:
        yield "called", position.called


def _unknown(path: str, tile: Tile, game: Game) -> Fault | None:
    if tile[:3] not in game.copies:
        return Fault(path, "UNKNOWN_TILE", f"{tile.plain()} is not in the deck of {game.ruleset.name}")
    if tile.wild and tile.suit and not game.can_be_wild(tile._replace(wild=False)):
        return Fault(
            path, "NOT_WILD", f"{tile.plain()} cannot be used as a wild in {game.ruleset.name}; leave the w out"
        )
    if tile.name == FALSE_JOKER and game.false_joker is None:
        text = "which tile a false joker is follows from deck.indicator; give a ruleset with it"
        return Fault(path, "INDICATOR_MISSING", text)
    if tile.stands_for is not None and tile.stands_for not in game.faces:
        return Fault(path, "UNKNOWN_TILE", f"no tile {tile.stands_for} exists for a wild to stand for")
    return None


def _tile_faults(named: Iterable[tuple[str, Tile]], game: Game) -> list[Fault]:
    faults: list[Fault] = []
    counts: Counter[Card] = Counter()
    ids: dict[str, str] = {}
    for path, tile in named:
        if len(faults) >= MOST_FAULTS:
            break
        fault = _unknown(path, tile, game)
        if fault is not None:
            faults.append(fault)
            continue
        if path.startswith("loose") and tile.is_special and game.natural_face(tile) is None:
            text = f"no meld can hold {tile.name}, so it cannot lie loose on the table; leave it out"
            faults.append(Fault(path, "SPECIAL_LOOSE", text))
        if tile.stands_for is not None and not path.startswith("table"):
            faults.append(Fault(path, "WILD_STANDS_FOR", "only a wild on the table stands for a tile; write j"))
        counts[tile[:3]] += 1
        most = game.copies[tile[:3]]
        if counts[tile[:3]] > most:
            what = f"{counts[tile[:3]]} copies of {tile.plain()}; the deck has {most}"
            faults.append(Fault(path, "TOO_MANY_COPIES", f"the position holds {what}"))
        if tile.id:
            if tile.id in ids:
                faults.append(Fault(path, "DUPLICATE_ID", f"the id {tile.id!r} is also on {ids[tile.id]}"))
            ids[tile.id] = path
    return faults


def _meld_faults(table: tuple[Meld, ...], game: Game) -> list[Fault]:
    faults = []
    for index, meld in enumerate(table):
        problem = meld_problem(meld, game, grown=True)
        if problem is not None:
            remedy = "put tiles that are in no meld under loose"
            faults.append(Fault(f"table[{index}]", problem[0], f"{problem[1]}; {remedy}"))
    return faults


def _wild_faults(position: Position, game: Game) -> Iterator[Fault]:
    """More wilds on the table than are judged; only of tiles that exist can be told what is a wild."""
    if game.ruleset.table.manipulation == "full" and wilds_are_bound(game.ruleset):
        most = most_table_wilds(position, game)
        if most > MOST_TABLE_WILDS:
            text = f"{most} wilds lie on the table; where freeing them is bound, at most {MOST_TABLE_WILDS} are judged"
            yield Fault("table", "TOO_MANY_WILDS", text)


def _hand_faults(position: Position, ruleset: Ruleset) -> Iterator[Fault]:
    """Hands larger than any that is declared whole: one card more than is dealt, on turn."""
    dealt = ruleset.deal.rack
    if not (must_be_complete(position, ruleset) and ruleset.declare.all_cards and throws_before_declaring(ruleset)):
        return
    if (held := cards_held(position)) > dealt + 1:
        called = " with the called one" if position.called is not None else ""
        text = f"{held} cards{called}; a hand of {ruleset.name} holds {dealt}, on turn {dealt + 1}"
        yield Fault("rack", "HAND_TOO_LARGE", text)


def _other_faults(position: Position, ruleset: Ruleset) -> list[Fault]:
    faults = list(_hand_faults(position, ruleset))
    levels = len(ruleset.contract.levels)
    if position.level and not levels:
        faults.append(Fault("level", "NO_LEVELS", f"{ruleset.name} has no levels; leave level out"))
    elif levels and not 0 <= position.level <= levels:
        faults.append(Fault("level", "LEVEL_OUT_OF_RANGE", f"level {position.level} is not 1 to {levels}"))
    elif ruleset.opening.kind == "contract" and not position.opened and not level_of(position, ruleset):
        faults.append(Fault("level", "LEVEL_MISSING", f"a player who is not down needs a level, 1 to {levels}"))
    faults += _call_faults(position, ruleset)
    if position.wild_turns:
        wilds = sum(tile.wild for meld in position.table for tile in meld)
        if len(position.wild_turns) != wilds:
            text = f"{len(position.wild_turns)} numbers for {wilds} table wilds; give one for each, in order"
            faults.append(Fault("wild_turns", "WRONG_LENGTH", text))
        if any(turns < 0 for turns in position.wild_turns):
            faults.append(Fault("wild_turns", "NEGATIVE", "turns are counted from 0"))
    return faults


def _call_faults(position: Position, ruleset: Ruleset) -> Iterator[Fault]:
    """A call is made where the game has calls, by a player who is down."""
    if position.called is None:
        return
    if not has_calls(ruleset):
        text = f"{ruleset.name} has no calls (layoff.extra_melds is {ruleset.layoff.extra_melds}); leave called out"
        yield Fault("called", "NO_CALLS", text)
    elif not position.opened:
        yield Fault("called", "NOT_DOWN", "only a player who is down may call; leave called out, or say opened")
