"""Legal moves, changed at random, are judged by the referee as by an exhaustive check of the definitions."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from meldsolver import check_move
from tests.oracles.end_states import end_states
from tests.oracles.legality import legal
from tests.oracles.mini_rules import Meld, Rules, Tile, readings
from tests.solver.small import Small, draw_small, meld_of

BASE = Rules(suits="ryk", ranks=6, threshold=9, joint_sets=False)
RULES = {
    "tile rummy": BASE,
    "four suits": replace(BASE, suits="rykb", ranks=5),
    "opening leaves the table": replace(BASE, same_turn="none"),
    "opening turn lays off": replace(BASE, same_turn="layoff"),
    "table only grows": replace(BASE, table="layoff"),
    "table stays": replace(BASE, table="none"),
    "one wild a meld": replace(BASE, max_wilds=1),
    "wilds apart, worth nothing": replace(BASE, wild_adjacent=False, wild_worth="zero"),
    "no wild opens": replace(BASE, wild_opens=False, threshold=6),
    "runs go round": replace(BASE, wrap="circular"),
    "1 after the last": replace(BASE, wrap="one_high", ranks=5),
    "replace": replace(BASE, retrieval="replace"),
    "replace from the rack, locked": replace(BASE, retrieval="replace", source="rack", meld_locked=True),
    "both suits, new meld": replace(BASE, retrieval="replace", set_of_three="both", reuse="new_meld", suits="rykb"),
    "new meld of two rack tiles": replace(BASE, retrieval="replace", reuse="new_meld_two_rack"),
    "wilds stay": replace(BASE, retrieval="never"),
    "any suits in a set": replace(BASE, set_suits="any"),
}
POSITIONS, MUTANTS = 24, 12

Table = list[list[Tile]]


def move(table: Table, random: Random, rules: Rules) -> None:
    """A tile goes to another meld, or to a place of its own."""
    tile = take(table, random)
    host = random.choice([*table, []])
    if not host:
        table.append(host)
    host.insert(random.randint(0, len(host)), tile)


def drop(table: Table, random: Random, rules: Rules) -> None:
    """A tile vanishes."""
    take(table, random)


def swap(table: Table, random: Random, rules: Rules) -> None:
    """Two tiles change places, perhaps inside one meld."""
    first, second = random.choice(table), random.choice(table)
    i, j = random.randrange(len(first)), random.randrange(len(second))
    first[i], second[j] = second[j], first[i]


def add(table: Table, random: Random, rules: Rules) -> None:
    """A tile from nowhere, or from the rack, joins a meld."""
    host = random.choice(table)
    host.insert(random.randint(0, len(host)), any_tile(random, rules))


def change(table: Table, random: Random, rules: Rules) -> None:
    """A tile becomes another: a wild a natural, or the other way round."""
    meld = random.choice(table)
    meld[random.randrange(len(meld))] = any_tile(random, rules)


def cut(table: Table, random: Random, rules: Rules) -> None:
    """A meld becomes two."""
    meld = random.choice(table)
    place = random.randint(1, len(meld))
    table.append(meld[place:])
    del meld[place:]


def join(table: Table, random: Random, rules: Rules) -> None:
    """Two melds become one."""
    meld = table.pop(random.randrange(len(table)))
    if table:
        random.choice(table).extend(meld)


MUTATIONS: list[Callable[[Table, Random, Rules], None]] = [move, drop, swap, add, change, cut, join]


def take(table: Table, random: Random) -> Tile:
    meld = random.choice(table)
    return meld.pop(random.randrange(len(meld)))


def any_tile(random: Random, rules: Rules) -> Tile:
    return "j" if random.random() < 0.3 else (random.choice(rules.suits), random.randint(1, rules.ranks))


def lay(meld: Meld, random: Random) -> list[Tile]:
    """The tiles in a likely order: naturals going up, wilds anywhere."""
    tiles = [tile for tile in meld if tile != "j"]
    for _ in range(len(meld) - len(tiles)):
        tiles.insert(random.randint(0, len(tiles)), "j")
    return tiles


def mutant(table: Table, random: Random, rules: Rules) -> tuple[Meld, ...]:
    """The table after up to two changes; empty melds are gone."""
    table = [list(meld) for meld in table]
    for _ in range(random.randint(0, 2)):
        random.choice(MUTATIONS)(table, random, rules)
        table = [meld for meld in table if meld]
        if not table:
            break
    return tuple(map(tuple, table))


def is_clear(case: Small) -> bool:
    """Whether no table meld can be read both as set and as run (``n j j``), which the check does not tell apart."""
    return all(len({r.kind for r in readings(meld, case.rules, ordered=True)}) == 1 for meld in case.table)


def judged(case: Small, after: tuple[Meld, ...]) -> bool:
    """The exhaustive check, which must agree with the referee."""
    want = legal(case.drawn.table, case.drawn.rack, case.opened, after, case.rules, ordered_after=True)
    report = check_move(case.position, tuple(map(meld_of, after)), case.ruleset)
    told = [str(violation.code) for violation in report.violations]
    assert report.legal is want, f"{case.position} -> {after}: {told or 'no reason against it'}, but legal is {want}"
    assert (report.effects is None) is bool(told)
    return want


@pytest.mark.parametrize("name", RULES)
def test_mutants_of_legal_moves_are_judged_as_by_the_definitions(name: str) -> None:
    """Why: a referee must refuse what is nearly legal and accept what only looks odd."""
    rules = RULES[name]
    counts = {True: 0, False: 0}
    for number in range(POSITIONS * 8):
        random = Random(f"{name}-{number}")
        case = draw_small(f"{name}-{number}", rules, wilds=1 + number % 2, rack=5)
        if not is_clear(case):
            continue
        moves = case.end_states()
        for _, after in random.sample(moves, min(len(moves), 4)):
            laid = [lay(meld, random) for meld in after]
            for _ in range(MUTANTS):
                counts[judged(case, mutant(laid, random, rules))] += 1
        if sum(counts.values()) >= POSITIONS * 4 * MUTANTS:
            break
    assert min(counts.values()) > 20, "mutants should be of both kinds"


def test_the_exhaustive_check_lists_only_moves_that_it_accepts() -> None:
    """Why: the mutants start from its list."""
    case = draw_small("listed", BASE, wilds=2)
    for _, after in end_states(case.drawn.table, case.drawn.rack, case.opened, case.rules):
        assert legal(case.drawn.table, case.drawn.rack, case.opened, after, case.rules)
