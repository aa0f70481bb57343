"""One position of a game, and everything that is asked of it compared with what trial and error says.

Why: referee, solver and the questions about hands read the same rules apart from each other; a third reading
(``tests/oracles``) settles which is right. A difference is told in one line that names game and number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from meldsolver import (
    Objective,
    Position,
    Ruleset,
    Status,
    check_move,
    format_melds,
    format_tiles,
    position_faults,
    solve,
)
from meldsolver.contracts import advise_discard, advise_draw, check_ramo, distance, lay_down, least_deadwood
from meldsolver.rules.contract import contract_of
from meldsolver.tiles.request import InvalidRequest
from tests.agreement.all_games import HANDS, small_game
from tests.agreement.bridge import laid, meld_rules, oracle_tile, project_meld, project_table
from tests.hints.moved import fewest_moved
from tests.oracles.any_contract import Contracts, Turn, ends, lacking, legal_turn
from tests.oracles.any_hand import Whole, declarations, least_left
from tests.oracles.any_move import Before, bag
from tests.oracles.any_rules import Meld, Other, Rules, Table, Tile, in_order, valid

MOST_STATES = 3000
JUDGED = 14

LISTS = tuple(item for item in Objective if item not in (Objective.MELD_POINTS, Objective.DISTURBANCE))


@dataclass(frozen=True)
class Case:
    """A position in both forms.

    Attributes:
        ruleset: the rules.
        rules: the oracle's rules of melds.
        contracts: what contracts ask, in the oracle's form.
        turn: the position in the oracle's form.
        position: the same in the project's.
    """

    ruleset: Ruleset
    rules: Rules
    contracts: Contracts
    turn: Turn
    position: Position

    @property
    def hand(self) -> Meld:
        """The tiles that may be laid."""
        return (*self.turn.before.rack, *([] if self.turn.called is None else [self.turn.called]))


def examine(name: str, number: int) -> tuple[str, list[str]]:
    """What was compared at the position of a number, in a word, and the differences."""
    random = Random(f"{name} {number}")
    case = drawn_case(name, random)
    ruleset = case.ruleset
    found: list[str] = []
    try:
        faults = position_faults(case.position, ruleset)
        if faults:
            return "refused", [f"the position is refused: {faults[0]}"]
        if ruleset.table.model == "hand_only":
            kind, checks = "hand", _hand(case)
        else:
            kind, checks = _kind(case), _table(case, random)
        found += checks
        if ruleset.opening.kind == "contract" and not case.position.opened:
            found += _far(case, random)
        if ruleset.layoff.extra_melds == "on_call" and case.position.table:
            found += _calls(case, random)
    except InvalidRequest as error:
        found.append(f"refused: {error}")
        kind = "refused"
    except Exception as error:
        found.append(f"{type(error).__name__}: {error}")
        kind = "failed"
    where = f"{name} {number}: {case.position}"
    return kind, [f"{where}: {text}" for text in found]


def drawn_case(name: str, random: Random) -> Case:
    """A position of a game, on a deck so small that all end states can be tried."""
    return _drawn(random, small_game(name, random))


def _kind(case: Case) -> str:
    if case.turn.loose:
        return "loose"
    if case.turn.called is not None:
        return "call"
    if case.turn.before.opened or case.rules.opening == "none":
        return "turn"
    return "contract" if case.contracts.levels else "opening"


# --- positions ----------------------------------------------------------------------------------------------------


def _drawn(random: Random, ruleset: Ruleset) -> Case:
    rules = meld_rules(ruleset)
    levels = ruleset.contract.levels
    contracts = Contracts(
        levels=tuple(
            tuple(tuple((d.kind, d.size) for d in demands) for demands in contract_of(ruleset, level + 1))
            for level in range(len(levels))
        ),
        extra=ruleset.layoff.extra_melds,
        same_turn=ruleset.layoff.same_turn_as_opening,
        gap=ruleset.contract.same_suit_gap_min,
        distinct=ruleset.contract.distinct_suits,
        exact=ruleset.contract.exact,
    )
    deck = ruleset.deck
    tiles: list[Tile] = [
        (suit, rank) for suit in rules.suits for rank in range(1, rules.ranks + 1) for _ in range(rules.copies)
    ]
    tiles += [("z", rank) for rank in range(1, rules.honours + 1) for _ in range(rules.copies)]
    tiles += ["j"] * (deck.wilds * deck.packs)
    table: list[Meld] = []
    hidden = ruleset.table.model in HANDS
    for _ in range(0 if hidden else random.choice((0, 1, 1, 2, 2))):
        meld = _taken(random, tiles, rules)
        if meld:
            table.append(laid(random, meld, rules))
    opened = random.random() < 0.6
    rack: list[Tile] = []
    down = bool(levels) and not opened
    for _ in range(random.choice((1, 2, 2)) if down or hidden else random.choice((0, 0, 1))):
        rack += _taken(random, tiles, rules)
    random.shuffle(tiles)
    rack = _sized(random, ruleset, rack, tiles, down)
    for tile in rack:
        if tile in tiles:
            tiles.remove(tile)
    before = Before(
        table=tuple(table),
        rack=tuple(rack),
        opened=opened,
        all_opened=random.random() < 0.5,
        turns=tuple(random.randint(0, 4) for meld in table for tile in meld if tile == "j") if rules.lock_turns else (),
    )
    called = None
    if opened and levels and contracts.extra == "on_call" and tiles and random.random() < 0.5:
        called = tiles[0]
    loose: tuple[Tile, ...] = ()
    if rules.table == "full" and not rules.gate_all and tiles and random.random() < 0.1:
        loose = tuple(tiles[: random.choice((1, 2))])
    keep = int(ruleset.turn.go_out_needs_discard and called is None and bool(rack))
    level = random.randint(1, len(levels)) if levels else 0
    turn = Turn(before, level if not ruleset.contract.level else ruleset.contract.level, called, loose, keep)
    position = Position(
        table=project_table(table),
        rack=project_meld(rack),
        opened=before.opened,
        all_opened=before.all_opened,
        wild_turns=before.turns,
        level=turn.level,
        called=None if called is None else project_meld((called,))[0],
        loose=project_meld(loose),
    )
    return Case(ruleset, rules, contracts, turn, position)


def _taken(random: Random, tiles: list[Tile], rules: Rules) -> Meld:
    """A meld taken out of the tiles, with a wild often."""
    for _ in range(30):
        have = Counter(tiles)
        naturals = [tile for tile in have if isinstance(tile, tuple)]
        if not naturals:
            break
        suit, rank = random.choice(naturals)
        shape = random.random()
        size = random.choice((0, 0, 1)) + (rules.run_min if shape < 0.5 else rules.set_min)
        if shape < 0.5:
            cells: list[Tile] = [(suit, (rank + step - 1) % rules.ranks + 1) for step in range(size)]
        elif shape < 0.9:
            suits = [suit] * size if rules.set_suits == "identical" else random.sample(rules.suits, len(rules.suits))
            cells = [(each, rank) for each in suits[:size]]
        else:
            cells = random.choices([tile for tile in naturals if suit == tile[0] or rank == tile[1]], k=4)
            cells = cells[: random.choice((2, 4))]
        meld: list[Tile] = []
        for cell in cells:
            same_rank = [tile for tile in naturals if tile[1] == cell[1] and rules.run_suit == "any" and shape < 0.5]
            tile = random.choice(same_rank) if same_rank and random.random() < 0.5 else cell
            wilds = [each for each in have if each == "j" or each[1] in rules.wild_ranks or each in rules.wild_cards]
            if wilds and (random.random() < 0.25 or not have[tile]):
                tile = random.choice(wilds)
            if not have[tile]:
                break
            have[tile] -= 1
            meld.append(tile)
        if len(meld) == len(cells) and len(meld) > 1 and valid(in_order(meld), rules):
            for tile in meld:
                tiles.remove(tile)
            return tuple(meld)
    return ()


def _sized(random: Random, ruleset: Ruleset, rack: list[Tile], tiles: list[Tile], down: bool) -> list[Tile]:
    """The rack filled, or cut, to what its turn may hold."""
    if ruleset.table.model == "hand_only":
        size = ruleset.deal.rack + random.choice((0, 1, 1))
    elif down:
        size = max(len(rack), random.randint(6, 8))
    else:
        size = max(min(len(rack), 4), random.randint(1, 5))
    if len(rack) > size:
        return random.sample(rack, size)
    return rack + tiles[: size - len(rack)]


# --- turns on a table ---------------------------------------------------------------------------------------------


def _table(case: Case, random: Random) -> Iterator[str]:
    turn, rules = case.turn, case.rules
    states = ends(turn, rules, case.contracts, MOST_STATES)
    if states is None:
        return
    good = [after for after in states if legal_turn(turn, after, rules, case.contracts)]
    yield from _referee(case, random, states, good)
    yield from _solver(case, random, good)


def _referee(case: Case, random: Random, states: list[Table], good: list[Table]) -> Iterator[str]:
    for after in [*random.sample(states, min(JUDGED, len(states))), *random.sample(good, min(JUDGED, len(good)))]:
        lying = tuple(laid(random, meld, case.rules) for meld in after)
        expected = legal_turn(case.turn, lying, case.rules, case.contracts, ordered=True)
        report = check_move(case.position, project_table(lying), case.ruleset)
        if report.legal is not expected:
            codes = [violation.code.value for violation in report.violations]
            told = "legal" if expected else "illegal"
            yield f"referee, to {format_melds(project_table(lying))}: is {told}, told {codes or 'legal'}"


def _solver(case: Case, random: Random, good: list[Table]) -> Iterator[str]:
    orders = [[Objective.TILES, Objective.POINTS], [Objective.POINTS, Objective.TILES]]
    unknown = {Objective.WILDS_KEPT} if _either(case) else set()
    if not case.rules.may_exceed_copies or not case.rules.adjacent_ok:
        unknown.add(Objective.MELDS_KEPT)  # whether a meld may stay as it lies depends on its order then
    known = [item for item in LISTS if item not in unknown]
    orders.append(random.sample(known, random.randint(1, 4)))
    if case.ruleset.opening.kind == "contract":
        orders.append([Objective.RACK_PENALTY, Objective.TILES])
    for order in orders:
        values = [_values(case, after, order) for after in good]
        signs = [-1 if item in LEAST else 1 for item in order]
        best = max(values, key=lambda v: [s * x for s, x in zip(signs, v, strict=True)], default=None)
        answer = solve(case.position, case.ruleset, order)
        what = ",".join(order)
        if best is None:
            if answer.status is not Status.NO_PLAY:
                yield f"solver, {what}: nothing is legal, played {format_melds(answer.table)}"
            continue
        if answer.status is not Status.OPTIMAL:
            one = format_melds(project_table(good[values.index(best)]))
            yield f"solver, {what}: {best} by {one}, told {answer.status}"
            continue
        if not all(goal.proved for goal in answer.goals):
            yield f"solver, {what}: proved with {answer.goals}"
        got = tuple(goal.value for goal in answer.goals)
        if got != best:
            one = format_melds(project_table(good[values.index(best)]))
            yield f"solver, {what}: {best} by {one}, told {got} by {format_melds(answer.table)}"
        if not check_move(case.position, answer.table, case.ruleset).legal:
            yield f"solver, {what}: plays {format_melds(answer.table)}, which the referee refuses"


LEAST = {Objective.RACK_PENALTY, Objective.WILDS_KEPT, Objective.MELDS_ADDED, Objective.DISTURBANCE}


def _either(case: Case) -> bool:
    """Whether some cards are naturals or wilds as one likes."""
    return bool(case.rules.wild_ranks or case.rules.wild_cards)


def _values(case: Case, after: Table, order: list[Objective]) -> tuple[int, ...]:
    before = case.turn.before
    played = bag(after) - bag(before.table) - Counter(case.turn.loose)
    measures: dict[Objective, Callable[[], int]] = {
        Objective.TILES: lambda: sum(played.values()),
        Objective.POINTS: lambda: sum(n * _points(tile) for tile, n in played.items()),
        Objective.RACK_PENALTY: lambda: sum(n * cost(tile, case) for tile, n in (Counter(case.hand) - played).items()),
        Objective.WILDS_KEPT: lambda: played["j"],
        Objective.MELDS_KEPT: lambda: _same(before.table, after),
        Objective.MELDS_ADDED: lambda: len(after),
        Objective.DISTURBANCE: lambda: fewest_moved(before.table, after),
    }
    return tuple(measures[item]() for item in order)


def _points(tile: Tile) -> int:
    return tile[1] if isinstance(tile, tuple) else 0


def cost(tile: Tile, case: Case) -> int:
    """What a tile costs that is left."""
    scoring = case.ruleset.scoring
    if not isinstance(tile, tuple):
        return scoring.joker
    either = tile in case.rules.wild_cards or (tile[1] in case.rules.wild_ranks and tile[0] != "z")
    if either and scoring.wild_rank_value >= 0:
        return scoring.wild_rank_value
    return scoring.high_value if scoring.high_value and tile[1] == 1 and tile[0] != "z" else tile[1]


def _same(before: Table, after: Table) -> int:
    bags = [Counter(tuple(sorted(meld, key=repr)) for meld in table) for table in (before, after)]
    return (bags[0] & bags[1]).total()


# --- questions about hands ----------------------------------------------------------------------------------------


def _far(case: Case, random: Random) -> Iterator[str]:
    """Laying down, and how far the contract is."""
    turn, rules = case.turn, case.rules
    states = ends(turn, rules, case.contracts, MOST_STATES)
    play = lay_down(case.position, case.ruleset)
    if states is not None:
        good = [after for after in states if legal_turn(turn, after, rules, case.contracts)]
        if play.can_go_down is not bool(good):
            yield f"lay-down: can go down is {bool(good)}, told {play.can_go_down}"
        least = min((_values(case, after, [Objective.RACK_PENALTY])[0] for after in good), default=None)
        if least is not None and play.penalty_left != least:
            yield f"lay-down: leaves {least}, told {play.penalty_left}"
    if len(turn.before.rack) > 7 or random.random() < 0.4:
        return
    unseen = _deck(case) - bag(turn.before.table) - Counter(turn.before.rack)
    if random.random() < 0.4:
        yield from _advice(case, random, unseen)
    far, outs = lacking(turn.before.rack, turn.level, unseen, rules, case.contracts, 1)
    told = distance(case.position, case.ruleset, draws=0)
    got = {oracle_tile(out.tile) for out in told.outs}
    if far is None:
        if told.distance is not None and told.distance < 2:
            yield f"distance: 2 or more, told {told.distance} by {format_melds(told.melds)}"
    elif far == 0:
        if told.distance not in ((0, 1) if case.ruleset.turn.go_out_needs_discard else (0,)):
            yield f"distance: 0, told {told.distance}"
    elif (told.distance, got) != (far, outs):
        wrong = format_tiles(project_meld(sorted(got ^ outs, key=repr)))
        yield f"distance: {far}, told {told.distance}; outs differ in {wrong}"


def _advice(case: Case, random: Random, unseen: Counter[Any]) -> Iterator[str]:
    """What each discard leaves, and whether a card on offer is taken: distances of other hands."""
    turn, rules = case.turn, case.rules
    keeps = case.ruleset.turn.go_out_needs_discard

    def away(hand: Meld, left: Counter[Any]) -> tuple[int, int] | None:
        """The distance, and the copies of the outs; nothing where it is more than 1, or turns on the last card."""
        far, outs = lacking(hand, turn.level, left, rules, case.contracts, 1)
        if far is None or (keeps and far == 0):
            return None
        return far, sum(left[card] for card in outs)

    for discard in advise_discard(case.position, case.ruleset).discards:
        rest = list(turn.before.rack)
        rest.remove(oracle_tile(discard.card))
        expected = away(tuple(rest), unseen)
        if expected is not None and (discard.distance, discard.outs) != expected:
            yield f"discard of {discard.card}: {expected}, told {(discard.distance, discard.outs)}"
    cards = [card for card in unseen if unseen[card]]
    if not cards:
        return
    card = random.choice(cards)
    left = unseen - Counter([card])
    now, then = away(turn.before.rack, left), away((*turn.before.rack, card), left)
    if now is None or then is None:
        return
    told = advise_draw(case.position, case.ruleset, project_meld((card,))[0])
    if told.take is not (then[0] < now[0]):
        yield f"draw of {told.card}: {now[0]} to {then[0]}, told {told.take}"


def _calls(case: Case, random: Random) -> Iterator[str]:
    """Which melds take a discard."""
    table = case.turn.before.table
    left = list(_deck(case) - bag(table) - Counter(case.hand))
    if not left:
        return
    card = random.choice(left)
    turn = Turn(Before(table, ()), case.turn.level, card)
    expected = {
        index
        for index, meld in enumerate(table)
        if legal_turn(turn, (*table[:index], (*meld, card), *table[index + 1 :]), case.rules, case.contracts)
    }
    report = check_ramo(project_meld((card,))[0], case.position.table, case.ruleset)
    got = {spot.meld for spot in report.spots}
    if got != expected:
        yield f"a discard of {report.card}: is taken by melds {sorted(expected)}, told {sorted(got)}"


def _deck(case: Case) -> Counter[Any]:
    rules = case.rules
    deck: Counter[Any] = Counter(
        {(suit, rank): rules.copies for suit in rules.suits for rank in range(1, rules.ranks + 1)}
    )
    deck["j"] = case.ruleset.deck.wilds * case.ruleset.deck.packs
    return deck


def _hand(case: Case) -> Iterator[str]:
    """Declaring a hand, and the least that no meld holds."""
    rules, hand = case.rules, case.turn.before.rack
    declare = case.ruleset.declare
    others = case.ruleset.other_melds
    whole = Whole(
        min_runs=declare.min_runs,
        min_pure=declare.min_pure_runs,
        all_cards=declare.all_cards,
        pairs=declare.pairs,
        pair_kinds=tuple(Other("pair", o.n, o.max or o.n, o.suits) for o in others if o.kind == "pair"),
        counts=tuple((o.kind, o.count) for o in others if o.count),
    )
    thrown = thrown_of(case)
    if whole.all_cards:
        # A hand with fewer cards than are declared waits for the draw, whatever its cards.
        least_cards = case.ruleset.deal.rack + case.ruleset.declare.draw_counts
        found = next(declarations(hand, thrown, rules, whole), None) if len(hand) >= least_cards else None
        answer = solve(case.position, case.ruleset, [Objective.TILES])
        can = answer.status.found
        if can is not (found is not None):
            one = "nothing" if found is None else format_melds(project_table(found))
            yield f"declaration: {one}, told {answer.status} {format_melds(answer.table)}"
        if found is not None and not _may_lie(case, found):
            yield f"declaration: the referee refuses {format_melds(project_table(found))}"
    split = least_deadwood(case.position, case.ruleset)
    least = least_left(hand, rules, lambda tile: cost(tile, case))
    with_discard = least_left(hand, rules, lambda tile: cost(tile, case), thrown) if thrown else least
    if split.value not in (least, with_discard) or not split.proved:
        yield f"deadwood: {least} ({with_discard} after the discard), told {split.value}"


def _may_lie(case: Case, table: Table) -> bool:
    """Whether the referee accepts the melds in some order of each: cards that may be wilds are read as they lie."""
    random = Random(repr(table))
    orders = [project_table([random.sample(meld, len(meld)) for meld in table]) for _ in range(200)]
    return any(
        check_move(case.position, order, case.ruleset).legal for order in dict.fromkeys([project_table(table), *orders])
    )


def thrown_of(case: Case) -> int:
    """How many cards the turn throws: one, of a hand that holds one more than it declares.

    Where a complete hand has a pair besides its melds (mahjong), the card drawn completes it and stays.
    """
    if any(other.count for other in case.ruleset.other_melds):
        return 0
    over = len(case.turn.before.rack) - case.ruleset.deal.rack
    return int(case.ruleset.turn.discard == "required" and over > 0)
