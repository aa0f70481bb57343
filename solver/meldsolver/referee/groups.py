"""Candidate melds of some tiles: for each shape that the ruleset knows, every way to fill it from the tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from meldsolver.limits.clock import Clock
from meldsolver.rules.game import Game
from meldsolver.tiles import Face, Meld, Tile

KINDS = frozenset({"run", "set", "pair", "colour"})


def groups_of(
    tiles: Sequence[Tile], game: Game, *, kinds: Collection[str] = KINDS, clock: Clock | None = None
) -> Iterator[Meld]:
    """Groups of the tiles that may be melds that open, runs in order; some may come twice, or be no melds.

    Args:
        tiles: the tiles.
        game: the rules.
        kinds: which kinds of melds are looked for.
        clock: ends the search between two groups, too.
    """
    found = _groups(tiles, game, kinds, clock or Clock())
    if not game.wild_faces:
        return found
    # A card that may be a wild is offered as one and as what it is, and can be but one of them.
    have = Counter(tile[:3] for tile in tiles)
    return (group for group in found if Counter(tile[:3] for tile in group) <= have)


def _groups(tiles: Sequence[Tile], game: Game, kinds: Collection[str], clock: Clock) -> Iterator[Meld]:
    rules = game.ruleset
    faces = [face for tile in tiles if (face := game.natural_face(tile)) is not None]
    naturals = {face: next(t for t in tiles if game.natural_face(t) == face) for face in sorted(set(faces))}
    counts = Counter(faces)
    wilds: list[Tile] = []
    if rules.wild.usable_in_opening:
        wilds = [tile for tile in tiles if tile.wild]
        wilds += [tile._replace(wild=True) for tile in tiles if not tile.wild and game.can_be_wild(tile)]
    if rules.run.allowed and "run" in kinds:
        longest = min(len(tiles), rules.run.max or len(tiles))
        for length in range(rules.run.min, longest + 1):
            for start in game.starts(length):
                ranks = [game.rank_at(place) for place in range(start, start + length)]
                for suit in game.suits if rules.run.suit == "same" else ("",):
                    yield from _fill([(suit, rank) for rank in ranks], naturals, counts, wilds, clock)
    ranks = sorted({face.rank for face in naturals})
    most = rules.set.max or len(tiles)
    for rank in ranks if rules.set.allowed and "set" in kinds else []:
        held = [face for face in naturals if face.rank == rank]
        yield from _gather(held, rules.set.suits, rules.set.min, most, naturals, counts, wilds, clock)
    for other in rules.other_melds:
        if other.kind not in kinds:
            continue
        if other.kind == "pair" and not other.only_as:
            for rank in ranks:
                held = [face for face in naturals if face.rank == rank]
                yield from _gather(held, other.suits, other.n, other.max or other.n, naturals, counts, wilds, clock)
        elif other.kind == "colour":
            for suit in game.suits:
                held = [face for face in naturals if face.suit == suit]
                yield from _gather(held, "any", other.n, other.max or len(tiles), naturals, counts, wilds, clock)


def _fill(
    cells: list[tuple[str, int]], naturals: dict[Face, Tile], counts: Counter[Face], wilds: list[Tile], clock: Clock
) -> Iterator[Meld]:
    """Fills the cells of a run, wilds at the gaps and, for the spare ones, anywhere."""
    options = [[f for f in naturals if f.rank == rank and suit in ("", f.suit)] for suit, rank in cells]
    clock.step(len(cells))
    absent = options.count([])
    if absent > len(wilds) or absent == len(cells):
        return
    left = Counter(counts)

    def choose(index: int, used: int, gaps: int) -> Iterator[tuple[Tile | None, ...]]:
        clock.step()
        if index == len(cells):
            yield ()
            return
        for face in options[index]:
            if left[face] > 0:
                left[face] -= 1
                for rest in choose(index + 1, used, gaps):
                    yield (naturals[face], *rest)
                left[face] += 1
        gaps -= not options[index]
        if used + gaps < len(wilds):
            for rest in choose(index + 1, used + 1, gaps):
                yield (None, *rest)

    for pattern in choose(0, 0, absent):
        # Cards that may be wilds are needed elsewhere as what they are, so it matters which are taken.
        for some in _some_of(wilds, pattern.count(None)):
            standing = iter(some)
            yield tuple(next(standing) if tile is None else tile for tile in pattern)


def _gather(
    held: list[Face],
    suits: str,
    least: int,
    most: int,
    naturals: dict[Face, Tile],
    counts: Counter[Face],
    wilds: list[Tile],
    clock: Clock,
) -> Iterator[Meld]:
    """Groups without order: some of the held faces, and wilds."""
    if suits == "identical":
        for face in held:
            yield from _add([face], counts, most, least, naturals, wilds, clock)
        return
    stock = Counter(dict.fromkeys(held, 1)) if suits == "distinct" else counts
    yield from _add(held, stock, most, least, naturals, wilds, clock)


def _add(
    held: list[Face],
    counts: Counter[Face],
    most: int,
    least: int,
    naturals: dict[Face, Tile],
    wilds: list[Tile],
    clock: Clock,
    chosen: Meld = (),
) -> Iterator[Meld]:
    clock.step()
    if sum(counts[face] for face in held) + len(chosen) + len(wilds) < least:
        return
    if not held:
        for used in range(max(0, least - len(chosen)), min(len(wilds), most - len(chosen)) + 1):
            if chosen:
                # Cards that may be wilds are needed elsewhere as what they are, so it matters which are taken.
                for some in _some_of(wilds, used):
                    yield chosen + some
        return
    for count in range(min(counts[held[0]], most - len(chosen)) + 1):
        more = chosen + (naturals[held[0]],) * count
        yield from _add(held[1:], counts, most, least, naturals, wilds, clock, more)


def _some_of(wilds: Sequence[Tile], size: int) -> Iterator[Meld]:
    """Every choice of so many of the wilds, equal ones told once."""
    kinds = list(Counter(tile._replace(id="") for tile in wilds).items())

    def choose(index: int, size: int) -> Iterator[Meld]:
        if not size:
            yield ()
        elif index < len(kinds):
            tile, count = kinds[index]
            for taken in range(min(count, size), -1, -1):
                for rest in choose(index + 1, size - taken):
                    yield ((tile,) * taken) + rest

    return choose(0, size)
