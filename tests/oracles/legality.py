"""Whether a move is legal, by the "End-state definitions" of the design brief, tried exhaustively.

A move is judged by the table before (T0), the rack tiles played (P) and the table after (T1) alone.
Wilds and identical copies are interchangeable, so what became of each is a matter of reading, and
a move is legal when SOME reading satisfies all conditions.

A reading says: for each meld of T0 and T1 what its wilds stand for; for each wild of T0 which wild of T1
it became; and whether it was kept (then both stand for the same face) or freed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

from .mini_rules import Face, Meld, Reading, Rules, Tile, is_meld, is_wild, readings, wild_faces, worth

Table = tuple[Meld, ...]


def legal(
    table_before: Sequence[Sequence[Tile]],
    rack: Sequence[Tile],
    opened: bool,
    table_after: Sequence[Sequence[Tile]],
    rules: Rules,
    ordered_after: bool = False,
) -> bool:
    """Whether the move is legal.  Melds of T0 are read in the order given, those of T1 only on request."""
    before, after = plain(table_before), plain(table_after)
    if not all(is_meld(meld, rules) for meld in before):
        raise ValueError("the table before holds a meld that is none")
    if not all(readings(meld, rules, ordered_after) for meld in after):
        return False
    old, new = count_tiles(before), count_tiles(after)
    played = new - old
    if old - new or played - Counter(_plain(rack)) or sum(played.values()) < rules.min_rack_tiles:
        return False
    if not opened and rules.threshold > 0:
        if rules.same_turn == rules.table == "full":
            if most_worth(tuple(sorted(played.elements(), key=repr)), rules) < rules.threshold:
                return False
        else:
            return _opens_beside(before, after, rules, ordered_after)
    if rules.table == "none":
        return _rest(before, after, rules, ordered_after) is not None
    if rules.table == "layoff":
        return next(_grown(before, after, rules, ordered_after), None) is not None
    return retrieval_ok(before, after, played, rules, ordered_after)


def plain(table: Sequence[Sequence[Tile]]) -> Table:
    """The table with every wild written ``"j"``."""
    return tuple(_plain(meld) for meld in table)


def _plain(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    return tuple("j" if is_wild(tile) else tile for tile in tiles)


def count_tiles(table: Table) -> Counter[Any]:
    """All tiles of the table as a multiset."""
    return Counter(tile for meld in table for tile in meld)


# --- opening, lay-off -------------------------------------------------------------------------------


def _opens_beside(before: Table, after: Table, rules: Rules, ordered: bool) -> bool:
    """Opening with the table untouched, or only laid off on: the melds made of P alone are worth enough."""
    if rules.same_turn == "none" or rules.table == "none":
        rest = _rest(before, after, rules, ordered)
        return rest is not None and _opening_worth(rest, rules, ordered) >= rules.threshold
    return any(_opening_worth(r, rules, ordered) >= rules.threshold for r in _grown(before, after, rules, ordered))


def _opening_worth(melds: Table, rules: Rules, ordered: bool) -> int:
    """What melds made of P count: without wilds where these may not open, the longest part that has none."""
    total = 0
    for meld in melds:
        parts = [meld] if rules.wild_opens else [tuple(t for t in meld if not is_wild(t))]
        if not rules.wild_opens:
            parts = [c for n in range(1, len(parts[0]) + 1) for c in combinations(parts[0], n)]
        total += max((worth(part, rules, ordered) for part in parts if is_meld(part, rules)), default=0)
    return total


@cache
def most_worth(tiles: tuple[Tile, ...], rules: Rules) -> int:
    """The most that some of the tiles, laid in melds, count towards an opening."""
    if not tiles:
        return 0
    head, tail = tiles[0], tiles[1:]
    best = most_worth(tail, rules)
    longest = max(rules.set_max, rules.ranks)
    for size in range(1, min(longest, len(tiles))):
        for others in combinations(range(len(tail)), size):
            meld = (head, *(tail[i] for i in others))
            if (rules.wild_opens or not any(map(is_wild, meld))) and is_meld(meld, rules):
                rest = tuple(t for i, t in enumerate(tail) if i not in others)
                best = max(best, worth(meld, rules) + most_worth(rest, rules))
    return best


def _rest(before: Table, after: Table, rules: Rules, ordered: bool) -> Table | None:
    """The melds of T1 besides those of T0, when all of these stand as they were, each wild for the same face."""
    rest = list(after)
    for meld in before:
        same = [m for m in rest if _key(m) == _key(meld) and _contains(m, meld, rules, ordered)]
        if not same:
            return None
        rest.remove(same[0])
    return tuple(rest)


def _key(meld: Meld) -> Meld:
    return tuple(sorted(meld, key=repr))


def _grown(before: Table, after: Table, rules: Rules, ordered: bool) -> Iterator[Table]:
    """Every way to find each meld of T0 in a meld of T1 of its own; yields the melds of T1 left over."""
    if not before:
        yield after
        return
    for i, meld in enumerate(after):
        if _contains(meld, before[0], rules, ordered):
            yield from _grown(before[1:], after[:i] + after[i + 1 :], rules, ordered)


@cache
def _contains(larger: Meld, smaller: Meld, rules: Rules, ordered: bool) -> bool:
    """Whether a meld of T0 became this meld of T1 by adding tiles, its wilds standing for what they did."""
    if Counter(smaller) - Counter(larger):
        return False
    return any(
        not Counter(wild_faces(smaller, old)) - Counter(wild_faces(larger, new))
        for old in readings(smaller, rules, ordered=True)
        for new in readings(larger, rules, ordered=ordered)
    )


# --- freeing wilds ----------------------------------------------------------------------------------


def retrieval_ok(before: Table, after: Table, played: Counter[Any], rules: Rules, ordered: bool = False) -> bool:
    """Whether some reading frees the wilds of T0 as the rules allow."""
    if rules.retrieval == "free" and rules.reuse == "any":
        return True
    homes = [i for i, meld in enumerate(before) for tile in meld if is_wild(tile)]
    places = [i for i, meld in enumerate(after) for tile in meld if is_wild(tile)]
    options_after = [readings(m, rules, ordered=ordered) if any(map(is_wild, m)) else ((),) for m in after]
    for reading_after in product(*options_after):
        faces_after = [
            face
            for meld, reading in zip(after, reading_after, strict=True)
            if isinstance(reading, Reading)
            for face in wild_faces(meld, reading)
        ]
        for faces_before, freed_from in _readings_before(before, rules):
            for became in permutations(range(len(places)), len(homes)):
                same = [faces_after[w] == face for w, face in zip(became, faces_before, strict=True)]
                for kept in product(*((True, False) if equal else (False,) for equal in same)):
                    if _allowed(before, after, played, rules, homes, places, became, kept, freed_from):
                        return True
    return False


def _readings_before(before: Table, rules: Rules) -> Iterator[tuple[list[Face], list[tuple[Face, ...]]]]:
    """For every reading of T0: what each wild stands for, and from which faces it counts as freed."""
    by_meld = []
    for meld in before:
        if not any(map(is_wild, meld)):
            continue
        options = []
        all_sets = [r for r in readings(meld, rules, ordered=True) if r.kind == "set"]
        missing = tuple(sorted({face for r in all_sets for face in wild_faces(meld, r)}))
        for reading in readings(meld, rules, ordered=True):
            faces = wild_faces(meld, reading)
            both = reading.kind == "set" and len(meld) == 3 and rules.set_of_three == "both"
            choices = [faces]
            if reading.kind == "set" and not rules.joint_sets:
                choices = list(product(missing, repeat=len(faces)))
            options += [(c, [missing if both else (face,) for face in c]) for c in choices]
        by_meld.append(options)
    for choice in product(*by_meld):
        yield [f for faces, _ in choice for f in faces], [f for _, freed in choice for f in freed]


def _allowed(
    before: Table,
    after: Table,
    played: Counter[Any],
    rules: Rules,
    homes: list[int],
    places: list[int],
    became: tuple[int, ...],
    kept: tuple[bool, ...],
    freed_from: list[tuple[Face, ...]],
) -> bool:
    """Whether one complete reading satisfies retrieval, lock and reuse."""
    if rules.retrieval == "never" and not all(kept):
        return False
    if rules.retrieval == "replace":
        freed = Counter(f for faces, stays in zip(freed_from, kept, strict=True) if not stays for f in faces)
        if freed - (played if rules.source == "rack" else count_tiles(after)):
            return False
    locked: dict[int, Counter[Any]] = {}
    if rules.meld_locked:
        for home in {h for h, stays in zip(homes, kept, strict=True) if stays}:
            inside = {places[w] for h, w, k in zip(homes, became, kept, strict=True) if k and h == home}
            if len(inside) > 1:
                return False
            content = Counter(t for t in before[home] if not is_wild(t))
            content["j"] += sum(k and h == home for h, k in zip(homes, kept, strict=True))
            locked.setdefault(inside.pop(), Counter()).update(content)
        if any(content - Counter(after[place]) for place, content in locked.items()):
            return False
    if rules.reuse == "any":
        return True
    fresh = {places[w] for w, stays in zip(became, kept, strict=True) if not stays}
    naturals = Counter(t for place in fresh for t in after[place] if not is_wild(t))
    if naturals - played or fresh & set(locked):
        return False
    if rules.reuse == "new_meld_two_rack":
        table_wilds = Counter(places[w] for w in became)
        return all(len(after[place]) - table_wilds[place] >= 2 for place in fresh)
    return True
