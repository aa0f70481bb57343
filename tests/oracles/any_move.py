"""Moves under every parameter of a ruleset: which are legal, and every end state of a turn.

Why: the definitions of ``docs/wilds.md`` once more, tried exhaustively and without the project's code, so
that referee and solver can be compared with them. A move is judged by the table before (T0), the rack
tiles played (P) and the table after (T1); it is legal when SOME reading satisfies all conditions.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

from .any_rules import (
    Face,
    Meld,
    Reading,
    Rules,
    Table,
    Tile,
    all_melds,
    in_order,
    readings,
    run_readings,
    valid,
    wild_like,
)


@dataclass(frozen=True)
class Before:
    """A position; ``turns`` tells for each printed wild of the table, in order, how long it has lain there."""

    table: Table
    rack: Meld
    opened: bool = True
    all_opened: bool = True
    turns: tuple[int, ...] = ()


def table_use(before: Before, rules: Rules) -> str:
    """What the turn may do with the table: ``full``, ``layoff`` or ``none``."""
    strictness = ["none", "layoff", "full"]
    if not before.opened and rules.opening != "none":
        return min(rules.table, rules.same_turn, key=strictness.index)
    if rules.gate_all and not before.all_opened:
        return min(rules.table, "layoff", key=strictness.index)
    return rules.table


def legal(before: Before, after: Table, rules: Rules, ordered: bool = False) -> bool:
    """Whether the move is legal; ``ordered``: the melds after are read as they lie."""
    old, new = bag(before.table), bag(after)
    played = new - old
    if old - new or played - Counter(before.rack):
        return False
    count = sum(played.values())
    if count < rules.least_played or (rules.most_played and count > rules.most_played):
        return False
    opening = not before.opened and rules.opening != "none"
    use = table_use(before, rules)
    if use == "full":
        if opening and not opens(in_order(list(played.elements())), rules):
            return False
        grown = [False] * len(after)
        if not all(valid(meld, rules, ordered=ordered) for meld in after):
            return False
        return any(_wilds_ok(before, after, played, rules, each) for each in _readings_of(after, grown, rules, ordered))
    for owner in _grown(before, after, rules, ordered):
        if use == "none" and any(Counter(after[i]) != Counter(before.table[m]) for i, m in owner.items()):
            continue
        if _growth_ok(before, after, played, owner, rules, ordered, opening):
            return True
    return False


def bag(table: Table) -> Counter[Any]:
    """All tiles of a table."""
    return Counter(tile for meld in table for tile in meld)


def _readings_of(after: Table, grown: list[bool], rules: Rules, ordered: bool) -> Iterator[tuple[Reading, ...]]:
    """Every joint reading of the table after; at once those that show no tile more often than it exists."""
    options = [
        _apart(readings(meld, rules, g, ordered))
        if any(wild_like(t, rules) for t in meld) or g
        else readings(meld, rules)
        for meld, g in zip(after, grown, strict=True)
    ]
    options = [each if any(r.wilds for r in each) else each[:1] for each in options]
    for chosen in product(*options):
        if rules.may_exceed_copies or _copies_ok(chosen, rules):
            yield chosen


def _apart(found: tuple[Reading, ...]) -> tuple[Reading, ...]:
    return tuple({(r.kind, r.naturals, r.wilds): r for r in found}.values())


def _copies_ok(chosen: tuple[Reading, ...], rules: Rules) -> bool:
    shown = Counter(face for r in chosen for face in (*r.naturals, *r.wilds) if face[0] and face[1])
    return all(count <= rules.copies for count in shown.values())


# --- opening ------------------------------------------------------------------------------------------


@cache
def opens(played: Meld, rules: Rules) -> bool:
    """Whether some part of the played tiles can be arranged as melds that open."""
    return any(_opening_ok(melds, rules, False) for melds in _arrangements(played, rules))


def _arrangements(tiles: Meld, rules: Rules) -> Iterator[Table]:
    """Every way to lay some of the tiles in melds."""
    yield ()
    if not tiles:
        return
    wilds = tiles.count("j")
    stock = Counter(tiles)
    for meld in all_melds(rules, wilds):
        if not Counter(meld) - stock and valid(meld, rules):
            rest = in_order(list((stock - Counter(meld)).elements()))
            for others in _arrangements(rest, rules):
                if not others or repr(meld) <= repr(others[0]):
                    yield (meld, *others)


def _opening_ok(melds: Table, rules: Rules, ordered: bool) -> bool:
    return _opening_read([readings(m, rules, False, ordered) for m in melds], rules)


def _opening_read(melds: list[tuple[Reading, ...]], rules: Rules) -> bool:
    read = [[r for r in each if rules.wild_opens or not r.wilds] for each in melds]
    counted = [each for each in read if each]
    if rules.opening == "own_meld":
        return bool(counted)
    if rules.opening == "run":
        return any(r.kind == "run" for each in counted for r in each)
    if rules.pairs_open and sum(any(r.kind == "pair" for r in each) for each in counted) >= rules.pairs_open:
        return True
    worths = [max((_worth(r, rules) for r in _unpaired(each, rules)), default=0) for each in counted]
    total = sum(worths) if rules.several else max(worths, default=0)
    return total >= rules.threshold


def _unpaired(read: list[Reading] | tuple[Reading, ...], rules: Rules) -> list[Reading]:
    """The readings that count points: where a number of pairs opens, pairs do not."""
    return [reading for reading in read if not (rules.pairs_open and reading.kind == "pair")]


def _one_way(read: list[tuple[Reading, ...]], own: list[tuple[Reading, ...]], rules: Rules) -> bool:
    """Whether the new melds open by points or by a number of pairs, the two not mixed."""
    if not rules.pairs_open or rules.opening != "points":
        return _opening_read(own, rules)
    pairs = sum(any(r.kind == "pair" for r in each) for each in own)
    if pairs >= rules.pairs_open and all(any(r.kind == "pair" for r in each) for each in read):
        return True
    return all(_unpaired(each, rules) for each in read) and _opening_read(own, replace(rules, pairs_open=99))


def _worth(reading: Reading, rules: Rules) -> int:
    if reading.kind == "colour":
        return 0
    return reading.worth if rules.wild_counts else reading.worth - reading.wild_worth


# --- tables that only grow ----------------------------------------------------------------------------


def _grown(before: Before, after: Table, rules: Rules, ordered: bool) -> Iterator[dict[int, int]]:
    """Every way to find each meld before in a meld after of its own: index after -> index before."""
    table = before.table

    def match(number: int, owner: dict[int, int]) -> Iterator[dict[int, int]]:
        if number == len(table):
            yield dict(owner)
            return
        for index, meld in enumerate(after):
            if index not in owner and any(True for _ in _ways(before, number, meld, rules, ordered)):
                owner[index] = number
                yield from match(number + 1, owner)
                del owner[index]

    yield from match(0, {})


def _ways(before: Before, number: int, new: Meld, rules: Rules, ordered: bool) -> Iterator[tuple[int, ...]]:
    """Every way in which a meld may become another one, as the wilds that it gives up for naturals."""
    yield from (freed for _, freed in _grown_ways(before, number, new, rules, ordered))


def _grown_ways(
    before: Before, number: int, new: Meld, rules: Rules, ordered: bool
) -> Iterator[tuple[Reading, tuple[int, ...]]]:
    """The same, with how the meld is read then."""
    old = before.table[number]
    gone = Counter(old) - Counter(new)
    for was in readings(old, rules, True, True):
        as_it_lay = (was,) if not ordered and Counter(old) == Counter(new) else ()
        for now in (*readings(new, rules, True, ordered), *as_it_lay):
            if was.kind != now.kind or now.size < was.size or Counter(was.naturals) - Counter(now.naturals):
                continue
            for freed in _may_be_freed(before, number, was, rules):
                printed = len(freed) <= old.count("j") and all(
                    was.wild_tiles[n] == "j" for n in freed if was.wild_tiles
                )
                may_be_gone = printed and sum(gone.values()) <= len(freed) and set(gone) <= {"j"}
                if may_be_gone and _continues(was, now, freed, rules):
                    yield now, freed


def _may_be_freed(before: Before, number: int, was: Reading, rules: Rules) -> Iterator[tuple[int, ...]]:
    """The choices of wilds that a meld which only grows may give up: in games of laying off alone."""
    yield ()
    if rules.mode != "replace" or rules.table != "layoff" or (rules.only_from_runs and was.kind != "run"):
        return
    if rules.only_before_down and before.opened:
        return
    for ages in _ages(before, number, was, rules):
        old_enough = [n for n, age in enumerate(ages) if age >= rules.lock_turns]
        for size in range(1, len(old_enough) + 1):
            yield from combinations(old_enough, size)


def _aged(before: Before, number: int, rules: Rules) -> Iterator[tuple[Reading, tuple[int, ...]]]:
    """Every reading of a meld of the table, with how long each of its wilds has lain there, where that counts."""
    found = readings(before.table[number], rules, True, True)
    if not rules.lock_turns:
        yield from ((reading, (0,) * len(reading.wilds)) for reading in _apart(found))
        return
    for reading in found:
        yield from ((reading, ages) for ages in _ages(before, number, reading, rules))


def _ages(before: Before, number: int, reading: Reading, rules: Rules) -> set[tuple[int, ...]]:
    """How long each wild of a meld may have lain there: the order of a run tells, else any of them stands anywhere.

    Of a card of a wild rank it is not known, so it was laid just now.
    """
    meld = before.table[number]
    first = sum(each.count("j") for each in before.table[:number])
    turns = iter(before.turns[first : first + meld.count("j")])
    known = [next(turns, 0) if tile == "j" else 0 for tile in meld]
    if reading.kind == "run":
        for way, ages in ((meld, known), (meld[::-1], known[::-1])):
            if reading in run_readings(way, rules, in_order=True):
                return {tuple(ages[place - reading.ends[0]] for place in reading.wild_places)}
        of_printed = [age for tile, age in zip(meld, known, strict=True) if tile == "j"]
        return {
            tuple(next(each) if tile == "j" else 0 for tile in reading.wild_tiles)
            for each in map(iter, permutations(of_printed))
        }
    of_printed = [age for tile, age in zip(meld, known, strict=True) if tile == "j"]
    return set(permutations(of_printed + [0] * (len(reading.wilds) - len(of_printed))))


def _continues(was: Reading, now: Reading, freed: tuple[int, ...], rules: Rules) -> bool:
    needs: Counter[Face] = Counter()
    both = rules.both and was.kind == "set" and was.size == 3
    for number in freed:
        needs.update(_missing(was, rules) if both else [was.wilds[number]])
    added = Counter(now.naturals) - Counter(was.naturals)
    staying = [number for number in range(len(was.wilds)) if number not in freed]
    if was.kind == "run":
        # Which card stands where counts; one that is read anew may come to show its own face, and replaces nothing.
        bound = Counter((was.wild_tiles[n], was.wilds[n]) for n in staying if not _anew(was, n, rules))
        if bound - Counter(zip(now.wild_tiles, now.wilds, strict=True)):
            return False
        shown = Counter(was.wild_tiles) - Counter(now.wild_tiles)
        added -= Counter({tile: n for tile, n in shown.items() if isinstance(tile, tuple)})
        return _enough(needs, added)
    if not _enough(needs, added):
        return False
    return any(
        all(was.wilds[number] == now.wilds[place] for number, place in zip(staying, places, strict=True))
        for places in permutations(range(len(now.wilds)), len(staying))
    )


def _missing(reading: Reading, rules: Rules) -> list[Face]:
    """Every face that is missing in a set: all of them a wild could stand for."""
    if not reading.wilds or not reading.wilds[0][0]:
        return list(reading.wilds[:1])
    held = {suit for suit, _ in reading.naturals}
    if rules.set_suits != "distinct":
        return list(reading.wilds[:1])
    return [(suit, reading.wilds[0][1]) for suit in rules.suits if suit not in held]


def _enough(needs: Counter[Face], stock: Counter[Any]) -> bool:
    """Whether the naturals hold one for every need; a need without a suit takes any suit of its rank."""
    for (suit, rank), count in needs.items():
        fits = [tile for tile in stock if tile != "j" and rank in (0, tile[1]) and suit in ("", tile[0])]
        have = sum(stock[tile] for tile in fits)
        if have < count:
            return False
    return True


def _anew(reading: Reading, number: int, rules: Rules) -> bool:
    if reading.kind != "run":
        return False
    return rules.end_anew if reading.wild_places[number] in reading.ends else rules.inner_anew


def _growth_ok(
    before: Before,
    after: Table,
    played: Counter[Any],
    owner: dict[int, int],
    rules: Rules,
    ordered: bool,
    opening: bool,
) -> bool:
    """Whether the melds of a table that grew, and the new ones, satisfy everything."""
    new = [index for index in range(len(after)) if index not in owner]
    for index, meld in enumerate(after):
        if not valid(meld, rules, index in owner, ordered):
            return False
    melds = [after[index] for index in new]
    fresh = [readings(meld, rules, False, ordered) for meld in melds]
    if rules.may_exceed_copies:
        return not opening or any(_one_way(fresh, [fresh[n] for n in own], rules) for own in _own(melds, played))
    # One reading for everything.
    grown = [
        list(dict.fromkeys(now for now, _ in _grown_ways(before, number, after[index], rules, ordered)))
        for index, number in owner.items()
    ]
    for chosen in product(*grown, *fresh):
        if not _copies_ok(chosen, rules):
            continue
        read: list[tuple[Reading, ...]] = [(reading,) for reading in chosen[len(grown) :]]
        if not opening or any(_one_way(read, [read[n] for n in own], rules) for own in _own(melds, played)):
            return True
    return False


def _own(fresh: list[Meld], played: Counter[Any]) -> Iterator[tuple[int, ...]]:
    """The choices of new melds that are made of rack tiles alone (freed wilds are not)."""
    for size in range(len(fresh) + 1):
        for some in combinations(range(len(fresh)), size):
            if not bag(tuple(fresh[n] for n in some)) - played:
                yield some


# --- wilds of a table that is rearranged --------------------------------------------------------------


def _wilds_ok(before: Before, after: Table, played: Counter[Any], rules: Rules, now: tuple[Reading, ...]) -> bool:
    """Whether some fate of the table's wilds satisfies every condition, the melds after read as given."""
    bound = rules.mode != "free" or rules.lock_turns or rules.only_from_runs or rules.only_before_down
    if not bound:
        return True
    holding = [index for index, meld in enumerate(before.table) if any(wild_like(t, rules) for t in meld)]
    homes_and_faces = [[(index, r, ages) for r, ages in _aged(before, index, rules)] for index in holding]
    slots = [(index, face) for index, reading in enumerate(now) for face in reading.wilds]
    for was in product(*homes_and_faces):
        wilds = [(index, reading, face) for index, reading, _ in was for face in reading.wilds]
        turns = [age for _, _, ages in was for age in ages]
        # A card that was a wild may be a natural now; it is freed and stands nowhere.
        spare = [(-1, ("", -1))] * (len(wilds) if rules.wild_ranks else 0)
        for places in set(permutations([*slots, *spare], len(wilds))):
            same = [stands == face for (_, stands), (_, _, face) in zip(places, wilds, strict=True)]
            for kept in product(*((True, False) if s else (False,) for s in same)):
                if _fate_ok(before, after, now, played, rules, wilds, turns, [home for home, _ in places], kept):
                    return True
    return False


def _fate_ok(
    before: Before,
    after: Table,
    now: tuple[Reading, ...],
    played: Counter[Any],
    rules: Rules,
    wilds: list[tuple[int, Reading, Face]],
    turns: list[int],
    homes: list[int],
    kept: tuple[bool, ...],
) -> bool:
    freed = [number for number, stays in enumerate(kept) if not stays]
    for number in freed:
        if rules.mode == "never" or turns[number] < rules.lock_turns or (rules.only_before_down and before.opened):
            return False
        if rules.only_from_runs and wilds[number][1].kind != "run":
            return False
    if rules.mode == "replace":
        needs: Counter[Face] = Counter()
        for number in freed:
            _, reading, face = wilds[number]
            both = rules.both and reading.kind == "set" and reading.size == 3
            needs.update(_missing(reading, rules) if both else [face])
        if not _enough(needs, played if rules.source == "rack" else bag(after)):
            return False
    locked: dict[int, Counter[Any]] = {}
    if rules.locked:
        for index in {wilds[number][0] for number, stays in enumerate(kept) if stays}:
            mine = [number for number, stays in enumerate(kept) if stays and wilds[number][0] == index]
            hosts = {homes[number] for number in mine}
            if len(hosts) > 1:
                return False
            held = Counter(wilds[mine[0]][1].naturals)
            locked.setdefault(hosts.pop(), Counter()).update(held)
        if any(held - Counter(after[host]) for host, held in locked.items()):
            return False
    if rules.mode != "replace" or rules.reuse == "any_meld":
        return True
    fresh = {homes[number] for number in freed}
    if -1 in fresh:  # a card that is a natural now, of the table
        return False
    naturals = Counter(t for host in fresh for t in now[host].naturals)
    if naturals - played or fresh & set(locked):
        return False
    here = Counter(homes)
    return rules.reuse == "new_meld" or all(len(after[host]) - here[host] >= 2 for host in fresh)


# --- end states ---------------------------------------------------------------------------------------


def end_states(before: Before, rules: Rules) -> list[tuple[Meld, Table]]:
    """Every legal end state: the rack tiles played and the table after, as sorted multisets."""
    found = []
    for played in _parts(in_order(list(before.rack))):
        if len(played) >= rules.least_played:
            supply = in_order([*bag(before.table).elements(), *played])
            found += [(played, after) for after in partitions(supply, rules) if legal(before, after, rules)]
    return found


def candidates(before: Before, rules: Rules) -> list[tuple[Meld, Table]]:
    """Every table of valid melds that holds the table before and rack tiles, legal or not."""
    return [
        (played, after)
        for played in _parts(in_order(list(before.rack)))
        for after in partitions(in_order([*bag(before.table).elements(), *played]), rules)
    ]


def value(played: Meld) -> tuple[int, int]:
    """Tiles and points played; printed wilds count no points."""
    return len(played), sum(tile[1] for tile in played if isinstance(tile, tuple))


def _parts(tiles: Meld) -> Iterator[Meld]:
    kinds = list(Counter(tiles).items())
    for counts in product(*(range(n + 1) for _, n in kinds)):
        yield tuple(tile for (tile, _), n in zip(kinds, counts, strict=True) for _ in range(n))


@cache
def _by_first(rules: Rules, wilds: int) -> dict[Tile, list[tuple[Meld, Counter[Tile]]]]:
    found: dict[Tile, list[tuple[Meld, Counter[Tile]]]] = {}
    for meld in all_melds(rules, wilds):
        found.setdefault(meld[0], []).append((meld, Counter(meld)))
    return found


@cache
def partitions(tiles: Meld, rules: Rules) -> tuple[Table, ...]:
    """Every way to cut the tiles into valid melds."""
    if not tiles:
        return ((),)
    found: set[Table] = set()
    supply = Counter(tiles)
    for meld, need in _by_first(rules, tiles.count("j")).get(tiles[0], ()):
        if not need - supply:
            for rest in partitions(in_order(list((supply - need).elements())), rules):
                found.add(tuple(sorted((meld, *rest), key=repr)))
    return tuple(sorted(found, key=repr))
