"""Every end state of a turn on a table whose melds only grow, as far as the referee allows it.

Why: what may grow into what depends on kinds, on what wilds stand for and on how runs lie. The solver builds
these melds forwards; here every tile is put everywhere, in every order that is read in another way, and the
referee says what is legal. The best of that must be the solver's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations, product
from random import Random

from meldsolver import Objective, Position, Ruleset, Status, check_move, position_faults, solve
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.reading import Reading, valid_readings
from meldsolver.tiles import Card, Meld, Tile, format_melds
from tests.agreement.player import deck_of

MOST_STATES = 6_000
LONGEST = 8
LONGEST_LAID = 5


def end_states(position: Position, ruleset: Ruleset) -> list[tuple[Meld, ...]] | None:
    """Every legal table after a turn, each once; ``None`` where there are too many to try."""
    game = game_of(ruleset)
    rack = [*position.rack, *([position.called] if position.called is not None else [])]
    if any(len(meld) + len(rack) > LONGEST for meld in position.table):
        return None
    held = [[tile for tile in meld if not _may_go(tile, ruleset)] for meld in position.table]
    loose = sorted((tile for meld in position.table for tile in meld if _may_go(tile, ruleset)), key=str)
    found = []
    tried = 0
    for groups in dict.fromkeys(_spread(held, loose, sorted(rack, key=str), game)):
        orders = [_orders(group, game) for group in groups]
        if not all(orders):
            continue
        for table in product(*orders):
            tried += 1
            if tried > MOST_STATES:
                return None
            if check_move(position, table, ruleset).legal:
                found.append(table)
                break
    return found


def _may_go(tile: Tile, ruleset: Ruleset) -> bool:
    """Whether a tile of the table might lie elsewhere afterwards."""
    return tile.wild and not tile.suit and ruleset.retrieval.mode == "replace"


def _spread(held: list[list[Tile]], must: list[Tile], rack: list[Tile], game: Game) -> Iterator[tuple[Meld, ...]]:
    """Every way to put the tiles onto the melds, into new ones or (those of the rack) nowhere."""

    def put(index: int, groups: list[list[Tile]]) -> Iterator[tuple[Meld, ...]]:
        if index == len(must) + len(rack):
            melds = [tuple(sorted(group, key=str)) for group in groups]
            yield (*melds[: len(held)], *sorted(melds[len(held) :], key=str))
            return
        free = index >= len(must)
        tile = rack[index - len(must)] if free else must[index]
        if free:
            yield from put(index + 1, groups)
        for group in groups:
            group.append(tile)
            yield from put(index + 1, groups)
            group.pop()
        yield from put(index + 1, [*groups, [tile]])

    yield from put(0, [list(meld) for meld in held])


@lru_cache(maxsize=100_000)
def _orders(group: Meld, game: Game) -> tuple[Meld, ...]:
    """The orders of some tiles that are read in different ways; none where they are no meld."""
    found: dict[object, Meld] = {}
    if not game.may_hold_wilds(group):
        return (group,) if valid_readings(group, game, grown=True) else ()
    for order in dict.fromkeys(permutations(group)):
        for marked in product(
            *(
                (tile, tile._replace(wild=True))
                if game.wild_faces and tile.suit and game.can_be_wild(tile)
                else (tile,)
                for tile in order
            )
        ):
            if readings := valid_readings(marked, game, grown=True):
                found.setdefault(frozenset(_told(marked, reading) for reading in readings), marked)
    return tuple(found.values())


def _told(meld: Meld, reading: Reading) -> object:
    """What a reading says of each card."""
    cards = zip((tile[:3] for tile in meld), reading.wild, reading.options, strict=True)
    return reading.kind, tuple(sorted(reading.places)[:1]), tuple(sorted(cards))


def differences(ruleset: Ruleset, position: Position) -> list[str]:
    """What the solver answers otherwise than the best of the end states that the referee allows."""
    if position_faults(position, ruleset):
        return []
    states = end_states(position, ruleset)
    if states is None:
        return []
    game = game_of(ruleset)
    values = [_value(position, table, game) for table in states]
    found = []
    for order in ((Objective.TILES, Objective.POINTS), (Objective.POINTS, Objective.TILES)):
        try:
            answer = solve(position, ruleset, order)
        except Exception as error:
            return [f"{position}: solve fails: {type(error).__name__}: {error}"]
        first = order[0] is Objective.TILES
        best = max(values, key=lambda v: v if first else v[::-1], default=None)
        got = (answer.tiles_played, answer.points_played) if answer.status is Status.OPTIMAL else None
        if best != got:
            lie = format_melds(states[values.index(best)]) if best is not None else "nothing"
            found.append(f"{position}: best is {best} ({lie}), the solver's {got} ({format_melds(answer.table)})")
    return found


def _value(position: Position, table: tuple[Meld, ...], game: Game) -> tuple[int, int]:
    laid: Counter[Card] = Counter(tile[:3] for meld in table for tile in meld)
    laid.subtract(tile[:3] for meld in position.table for tile in meld)
    faces = {card: game.card_faces[card] for card in laid}
    points = sum(n * game.values.get(face.rank, 0) for card, n in laid.items() if (face := faces[card]) is not None)
    return sum(laid.values()), points


def random_position(ruleset: Ruleset, seed: str, *, melds: int = 2, rack: int = 5) -> Position:
    """A position with melds that hold wilds often, a call now and then."""
    random = Random(seed)
    game = game_of(ruleset)
    deck = deck_of(ruleset)
    table = []
    for _ in range(random.randint(0, melds)):
        meld = _some_meld(random, deck, game)
        table += [meld] if meld else []
        for tile in meld:
            deck.remove(tile)
    random.shuffle(deck)
    opened = random.random() < 0.75
    calls = opened and ruleset.layoff.extra_melds == "on_call" and random.random() < 0.6
    levels = len(ruleset.contract.levels)
    return Position(
        table=tuple(table),
        rack=tuple(deck[: random.randint(1, rack)]),
        opened=opened,
        all_opened=random.random() < 0.5,
        level=ruleset.contract.level or (random.randint(1, levels) if levels else 0),
        called=deck[-1] if calls else None,
    )


def _some_meld(random: Random, deck: list[Tile], game: Game) -> Meld:
    """A meld of 3 to 6 tiles of a deck, in an order that counts."""
    wilds = [tile for tile in deck if game.can_be_wild(tile)]
    naturals = [tile for tile in deck if tile.suit]
    for _ in range(60):
        first = random.choice(naturals)
        size = random.choice((2, 3, 3, 3, 4, 4, 5, 6, 7))
        if random.random() < 0.6:
            near = [t for t in naturals if t.suit == first.suit and first.rank <= t.rank < first.rank + size]
        elif random.random() < 0.8:
            near = [t for t in naturals if t.rank == first.rank]
        else:
            near = [t for t in naturals if t.suit == first.suit]
        near = list(dict.fromkeys(near))
        random.shuffle(near)
        group = near[:size]
        if random.random() < 0.6:
            some = random.sample(wilds, min(len(wilds), random.randint(1, 2)))
            group = [*group[: max(1, size - len(some))], *some]
        if len(group) > LONGEST_LAID or Counter(group) - Counter(deck):
            continue
        orders = _orders(tuple(sorted(group, key=str)), game)
        if orders:
            return tuple(tile._replace(wild=not tile.suit) for tile in random.choice(orders))
    return ()
