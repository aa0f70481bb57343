"""Opening in Okey 101, by trying every way to lay a hand: sets and runs worth 101, or else five pairs.

Why: the best opening of a hand, from the rule sheets alone and without the project's code. Sets are 3 or 4
tiles of one number in different colours, runs 3 or more consecutive tiles of one colour (1 is low only), a
joker counts as the tile it stands for; pairs count no points.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache

Tile = tuple[str, int]
SUITS = "rykb"
RANKS = 13
State = tuple[tuple[Tile, int], ...]


def most_tiles(hand: list[Tile], wilds: int, threshold: int = 101, pairs: int = 5) -> int:
    """Most tiles that an opening lays; 0 where the hand cannot open.

    Args:
        hand: the tiles that are no jokers.
        wilds: how many jokers (tiles of the face after the indicator) there are besides.
        threshold: what sets and runs must be worth.
        pairs: how many pairs open as well.
    """
    by_points = _melds(_state(Counter(hand)), wilds, threshold).get(threshold, 0)
    return max(by_points, _by_pairs(Counter(hand), wilds, pairs))


def _state(counts: Counter[Tile]) -> State:
    return tuple(sorted((tile, n) for tile, n in counts.items() if n))


def _by_pairs(hand: Counter[Tile], wilds: int, needed: int) -> int:
    """A joker makes a pair of any single tile; two left over are a pair of each other."""
    whole = sum(n // 2 for n in hand.values())
    single = sum(n % 2 for n in hand.values())
    helped = min(wilds, single)
    count = whole + helped + (wilds - helped) // 2
    return 2 * count if count >= needed else 0


@cache
def _melds(state: State, wilds: int, threshold: int) -> dict[int, int]:
    """For each worth (the threshold stands for all above it) the most tiles laid."""
    if not state:
        return {0: 0}
    (first, number), *rest = state
    fewer = (((first, number - 1),) if number > 1 else ()) + tuple(rest)
    best = dict(_melds(fewer, wilds, threshold))
    for faces in _shapes(first):
        for used, needed in _fillings(faces, first, Counter(dict(state)), wilds):
            left = Counter(dict(state)) - used
            for worth, laid in _melds(_state(left), wilds - needed, threshold).items():
                total = min(threshold, worth + sum(rank for _, rank in faces))
                best[total] = max(best.get(total, 0), laid + len(faces))
    return best


@cache
def _shapes(tile: Tile) -> tuple[tuple[Tile, ...], ...]:
    """Every set and run that holds the face."""
    suit, rank = tile
    sets = [tuple((s, rank) for s in SUITS if s != out) for out in (*SUITS, "")]
    runs = [
        tuple((suit, r) for r in range(low, high + 1)) for low in range(1, RANKS) for high in range(low + 2, RANKS + 1)
    ]
    return tuple(shape for shape in (*sets, *runs) if tile in shape)


def _fillings(
    faces: tuple[Tile, ...], first: Tile, stock: Counter[Tile], wilds: int
) -> Iterator[tuple[Counter[Tile], int]]:
    """The ways to fill a shape that holds the first tile: each other face by its tile or by a joker."""
    others = [face for face in faces if face != first]
    lacking = [face for face in others if not stock[face]]
    held = [face for face in others if stock[face]]
    spare = wilds - len(lacking)
    if spare < 0:
        return
    yield Counter([first, *held]), len(lacking)
    for index in range(len(held)) if spare else ():
        yield Counter([first, *held[:index], *held[index + 1 :]]), len(lacking) + 1
    if spare > 1:
        for i in range(len(held)):
            for j in range(i):
                kept = [face for k, face in enumerate(held) if k not in (i, j)]
                yield Counter([first, *kept]), len(lacking) + 2
