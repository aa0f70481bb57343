"""From a position and rules to a model: the core and the additions that this turn needs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from meldsolver.answers import Objective
from meldsolver.limits.clock import Clock
from meldsolver.rules.contract import contract_of, level_of
from meldsolver.rules.game import Game
from meldsolver.rules.table_wilds import replaceable_places, wilds_are_bound
from meldsolver.rules.turn_kind import (
    TableUse,
    cards_held,
    cards_kept,
    declared_cards,
    extra_melds,
    has_calls,
    must_be_complete,
    must_open,
    table_use,
)
from meldsolver.solver.melds.columns import Column, link_lengthening, new_columns, single_melds
from meldsolver.solver.melds.growing import growing_columns, most_freed
from meldsolver.solver.melds.heirs import contents
from meldsolver.solver.melds.kept import kept_columns
from meldsolver.solver.melds.shapes import Cut, Shape, longest_meld, runs_flow, sets_pool, shapes_of
from meldsolver.solver.melds.supply import Supply, supply_of
from meldsolver.solver.model.calls import call_columns
from meldsolver.solver.model.cards_told import tell_cards
from meldsolver.solver.model.claims import claims_to_stay
from meldsolver.solver.model.contracts import add_contract, add_run_spacing
from meldsolver.solver.model.cover import Cover, Split
from meldsolver.solver.model.declare import add_declare, hand_columns
from meldsolver.solver.model.lenient import only_naturals_limit
from meldsolver.solver.model.opening import add_opening, require_opening
from meldsolver.solver.model.pooled_sets import link_members
from meldsolver.solver.model.retrieval import add_retrieval, needs_hosts, split_for
from meldsolver.solver.model.told_once import tell_once
from meldsolver.solver.program.linear import Expr, LinearModel, minus, total
from meldsolver.tiles import Face, Position


@dataclass(frozen=True, eq=False)
class Problem:
    """A model with what is needed to read its solutions.

    Attributes:
        position: the position.
        game: the rules.
        model: the constraints.
        cover: the core, with the columns that say which melds lie.
        supply: the tiles in play.
        wilds_played: printed wilds laid, those of the supply that must be laid included.
        rearranges: whether the table's tiles are in play; if not, its melds only grow.
        placed: the variable that equals ``wilds_played``, if wilds are in play.
        laid: the variable that counts all tiles in melds, those of growing table melds left out.
        stay: how many table tiles stay in the meld that continues theirs, where that is asked for.
        lengthening: where runs are described tile by tile, the row for each lengthening tile.
        set_counts: where sets are described tile by tile, by rank the variable that counts them.
        opening: the melds that open, where they need not lie so on the table after.
        cards_in: by column and face, how many naturals are used as wilds in it, where that is told.
        lenient: whether melds may be of wilds alone, although the rules ask for a natural.
        worth: whether it counts what melds are worth, so that they lie as they were counted.
    """

    position: Position
    game: Game
    model: LinearModel
    cover: Cover
    supply: Supply
    wilds_played: Expr
    rearranges: bool
    placed: int | None
    laid: int
    stay: Expr | None = None
    lengthening: Mapping[tuple[str, int], int] = field(default_factory=dict)
    set_counts: Mapping[int, int] = field(default_factory=dict)
    opening: Cover | None = None
    cards_in: Mapping[tuple[int, Face], int] = field(default_factory=dict)
    lenient: bool = False
    worth: bool = False


def build(
    position: Position,
    game: Game,
    objectives: Collection[Objective],
    *,
    flow: bool = True,
    told: bool = False,
    lenient: bool = False,
    clock: Clock | None = None,
) -> Problem:
    """The model of one turn.

    Args:
        position: the position.
        game: the rules.
        objectives: what will be asked for; some need melds offered whole.
        flow: whether runs may be described tile by tile, where that is possible.
        told: whether the model has to tell in which melds the wilds stand.
        lenient: whether melds may be of wilds alone (see :mod:`meldsolver.solver.model.lenient`).
        clock: ends the building, of this model and of what is added to it.

    Raises:
        InvalidRequest: there are too many different melds.
        OutOfTime: the clock ended it.
    """
    use = table_use(position, game.ruleset)
    opening = must_open(position, game.ruleset)
    model = LinearModel(clock)
    if use is TableUse.REARRANGE:
        problem = _rearranging(position, game, model, objectives, flow=flow, told=told, lenient=lenient)
        if opening:
            first = add_opening(model, game, problem.cover, problem.supply, problem.wilds_played)
            problem = replace(problem, opening=first)
        if not position.loose:
            needed = add_retrieval(model, game, problem.cover, problem.supply, position)
            if wilds_are_bound(game.ruleset) or not game.ruleset.wild.may_exceed_copies:
                problem = replace(problem, cards_in=tell_cards(model, problem.cover, needed))
    else:
        may_grow = use is TableUse.GROW
        apart = opening and _opening_is_apart(position, game, may_grow=may_grow)
        problem = _growing(
            position, game, model, objectives, apart=apart, may_grow=may_grow, told=told, lenient=lenient
        )
        _limit_new_melds(problem, opening=opening, apart=apart)
        if must_be_complete(position, game.ruleset):
            cards = max(declared_cards(game.ruleset), cards_held(position) - cards_kept(position, game.ruleset))
            add_declare(model, game, problem.cover.columns, problem.laid, cards)
    _apply_bounds(problem)
    _copy_rows(problem)
    _call_rows(problem)
    return replace(problem, worth=Objective.MELD_POINTS in objectives)


def build_plain(game: Game, supply: Supply, clock: Clock | None = None) -> Problem:
    """The bare core for a rearranged table, with no condition that depends on the position but bounds.

    Args:
        game: the rules.
        supply: the most that may be in play.
        clock: ends the building.
    """
    model = LinearModel(clock)
    cut = _cut(game, whole=False, flow=True)
    shapes = shapes_of(game, cut=cut, most=longest_meld(game), pooled=sets_pool(game), clock=clock)
    columns = new_columns(model, shapes, supply.naturals, supply.wilds, game.ruleset.wild.min_naturals)
    lengthening = link_lengthening(model, columns) if runs_flow(game) else {}
    set_counts = link_members(model, columns, game)
    cover = Cover(model, game, columns, supply.naturals, supply.wilds, split=Split.NONE)
    problem = _problem(Position(), game, model, cover, supply, cover.wilds, rearranges=True)
    lenient = is_limited(game, supply.wilds)
    return replace(problem, lengthening=lengthening, set_counts=set_counts, lenient=lenient)


def _problem(
    position: Position,
    game: Game,
    model: LinearModel,
    cover: Cover,
    supply: Supply,
    wilds_played: Expr,
    *,
    rearranges: bool,
) -> Problem:
    placed = None
    if wilds_played:
        placed = model.var(0, supply.wilds)
        model.add({**wilds_played, placed: -1}, 0, 0)
    most = sum(supply.naturals.values()) + supply.wilds
    laid = model.var(0, most)
    count = total([*cover.used.values(), {placed: 1} if placed is not None else {}])
    model.add({**count, laid: -1}, 0, 0)
    return Problem(position, game, model, cover, supply, wilds_played, rearranges, placed, laid)


def is_limited(game: Game, wilds: int) -> bool:
    """Whether the limits on wilds could be broken by counting wilds by cell alone."""
    rule, rules = game.ruleset.wild, game.ruleset
    if wilds == 0 and not game.wild_faces:
        return False
    if rule.max_per_meld and rule.max_per_meld < wilds + len(game.wild_faces):
        return True
    smallest = min([other.n for other in rules.other_melds] + [r.min for r in (rules.run, rules.set) if r.allowed])
    if rule.naturals_ge_wilds or not rule.adjacent_ok or rule.max_in_new_three or game.wild_faces:
        return True
    return wilds > smallest - rule.min_naturals


def _cut(game: Game, *, whole: bool, flow: bool) -> Cut:
    if whole:
        return Cut.WHOLE
    return Cut.FLOW if flow and runs_flow(game) else Cut.SHORT


def _rearranging(
    position: Position,
    game: Game,
    model: LinearModel,
    objectives: Collection[Objective],
    *,
    flow: bool,
    told: bool,
    lenient: bool,
) -> Problem:
    supply = supply_of(position, game, with_table=True)
    limited = is_limited(game, supply.wilds)
    lenient = lenient and limited and only_naturals_limit(game)
    limited = limited and not lenient
    on_table = supply.wilds_must + sum(supply.must[face] for face in game.wild_faces)
    bound = split_for(game.ruleset) if on_table and not position.loose else Split.NONE
    split = Split.ALL if limited else bound
    most = sum(supply.naturals.values()) + supply.wilds
    flow = flow and split is Split.NONE and Objective.MELDS_ADDED not in objectives
    claimed = Objective.DISTURBANCE in objectives and not (
        flow and runs_flow(game) and game.ruleset.wild.may_exceed_copies
    )
    if claimed and supply.wilds:
        split = Split.ALL
    whole = split is Split.ALL or claimed or Objective.MELDS_ADDED in objectives
    cut = _cut(game, whole=whole, flow=flow)
    if told and split is not Split.ALL:
        split = Split.APART
    # Where melds are told apart, sets are listed.
    pooled = sets_pool(game) and split is Split.NONE and cut is not Cut.WHOLE
    shapes = shapes_of(
        game, cut=cut, most=min(most, longest_meld(game)), pooled=pooled, long_sets=told, clock=model.clock
    )
    least = game.ruleset.wild.min_naturals
    parts = lenient and cut is not Cut.WHOLE
    most_wilds = supply.wilds + _wild_faces_in(supply, game)
    columns = new_columns(model, shapes, supply.naturals, most_wilds, least, parts=parts)
    lengthening = link_lengthening(model, columns) if cut is Cut.FLOW else {}
    set_counts = link_members(model, columns, game)
    if bound is not Split.NONE and needs_hosts(game.ruleset):
        hosts = new_columns(model, shapes, supply.may, supply.wilds + _wild_faces_in(supply, game), 1)
        columns += [column._replace(host=True) for column in hosts]
    # What is locked lies in one meld with all of its wilds, so equal melds must be told apart; and so must those in
    # which a card is either a wild or a natural, where that is counted.
    locked = bound is Split.ALL
    cards = _wild_faces_in(supply, game)
    used = bool(cards) and (wilds_are_bound(game.ruleset) or not game.ruleset.wild.may_exceed_copies)
    several = supply.wilds + (cards if told or locked or used else 0) > 1
    if several and (claimed or locked or told or used):
        columns = single_melds(model, columns)
    if Objective.MELDS_KEPT in objectives:
        columns += kept_columns(model, position, game)
    stiff = supply.stiff_must + supply.stiff_may
    cover = Cover(model, game, columns, supply.naturals, supply.wilds, split=split, stiff=stiff)
    own = total({c.var: len(c.own_wilds) - len(c.own_faces)} for c in columns if c.own_wilds)
    wilds = total([cover.wilds, own])
    problem = _problem(position, game, model, cover, supply, wilds, rearranges=True)
    # Of equal melds that are told apart, each order would be searched.
    if told or (locked and several and Objective.DISTURBANCE not in objectives):
        tell_once(model, cover, faces_matter=bool(supply.wilds_must) and wilds_are_bound(game.ruleset))
    stay = claims_to_stay(model, cover, contents(position, game)) if claimed else None
    return replace(problem, lengthening=lengthening, set_counts=set_counts, stay=stay, lenient=lenient)


def _wild_faces_in(supply: Supply, game: Game) -> int:
    naturals = supply.naturals
    return sum(naturals[face] for face in game.wild_faces)


def _growing(
    position: Position,
    game: Game,
    model: LinearModel,
    objectives: Collection[Objective],
    *,
    apart: bool,
    may_grow: bool,
    told: bool,
    lenient: bool,
) -> Problem:
    supply = supply_of(position, game, with_table=False)
    naturals = supply.naturals
    freeable = most_freed(position, game, naturals) if may_grow else 0
    wilds = supply.wilds + freeable + _wild_faces_in(supply, game)
    worth = Objective.MELD_POINTS in objectives
    columns = growing_columns(model, position, game, naturals, wilds, may_grow=may_grow, anew=worth)
    most = min(sum(naturals.values()) + wilds, longest_meld(game))
    shapes = shapes_of(game, cut=Cut.WHOLE, most=most, clock=model.clock)
    columns += _new_melds(model, shapes, naturals, wilds, position, game)
    counted_singly = game.ruleset.wild.opening_value == "zero"
    shown = must_be_complete(position, game.ruleset)
    if shown:
        columns += hand_columns(model, game, naturals)
    # Wilds of the table that stay where they lie count towards a meld's limit.
    own = max([len(column.own_wilds) for column in columns if column.own_wilds], default=0) if wilds else 0
    limited = is_limited(game, wilds + own)
    lenient = lenient and limited and only_naturals_limit(game)
    limited = limited and not lenient
    split = Split.ALL if told or shown or counted_singly or limited else Split.NONE
    counted = Objective.DISTURBANCE in objectives and freeable > 0
    if counted:
        split = Split.ALL
        columns = single_melds(model, columns)
    elif told and wilds > 1:
        columns = single_melds(model, columns)
    if apart:
        # They come first on the table as well: what is made of the rack alone is told by the order of melds.
        columns = [*_opening_columns(model, game, supply, shapes), *columns]
        split = Split.HOSTS if split is Split.NONE else split
    cover = Cover(model, game, columns, naturals, supply.wilds + freeable, split=split, stiff=supply.stiff_may)
    if told:
        tell_once(model, cover, faces_matter=False)
    freed = total({column.var: column.freed_wilds} for column in columns if column.freed_wilds)
    called_wild = {c.var: 1 for c in columns if c.own_wilds and c.meld is None and len(c.own_wilds) > len(c.own_faces)}
    played = total([minus(cover.wilds, freed), called_wild])
    for face in sorted({face for column in columns for face in column.freed}):
        fits = [f for f in cover.used if face.suit in ("", f.suit) and face.rank in (0, f.rank)]
        leaving = {c.var: c.freed.count(face) for c in columns if face in c.freed}
        model.add(minus(leaving, total(cover.used[f] for f in fits)), high=0)
    if apart:
        hosted = {var: 1 for (number, _), var in cover.split.items() if columns[number].host}
        model.add(minus(hosted, total([played, *({var: 1} for var in cover.as_wild.values())])), high=0)
    problem = _problem(position, game, model, cover, supply, played, rearranges=False)
    problem = replace(problem, lenient=lenient)
    if not counted:
        return problem
    return replace(problem, stay=claims_to_stay(model, cover, contents(position, game)))


def _new_melds(
    model: LinearModel,
    shapes: Sequence[Shape],
    naturals: Mapping[Face, int],
    wilds: int,
    position: Position,
    game: Game,
) -> list[Column]:
    """The melds that may be laid beside those of the table: any, one with the called tile, or none."""
    rules = game.ruleset
    least = rules.wild.min_naturals
    may_be_any = rules.opening.kind != "contract" or not position.opened or position.loose
    if may_be_any or extra_melds(position, rules) == "always":
        return new_columns(model, shapes, naturals, wilds, least)
    if not has_calls(rules) or position.called is None:
        return []
    return call_columns(model, new_columns(LinearModel(model.clock), shapes, naturals, wilds, least), position, game)


def _opening_is_apart(position: Position, game: Game, *, may_grow: bool) -> bool:
    """Whether the melds that open must be told from other new melds of the same turn."""
    rules = game.ruleset
    if rules.opening.kind == "contract":
        return False
    may_free = may_grow and any(replaceable_places(position, game))
    return may_free or not rules.wild.usable_in_opening or not rules.opening.multi_meld


def _opening_columns(model: LinearModel, game: Game, supply: Supply, shapes: Sequence[Shape]) -> list[Column]:
    """Melds of rack tiles alone, freed wilds left out: columns for those that open."""
    usable = game.ruleset.wild.usable_in_opening
    wilds = supply.wilds + _wild_faces_in(supply, game) if usable else 0
    columns = new_columns(model, shapes, supply.naturals, wilds, game.ruleset.wild.min_naturals)
    return [column._replace(host=True, plain=not usable) for column in columns]


def _limit_new_melds(problem: Problem, *, opening: bool, apart: bool) -> None:
    """New melds beside a table whose melds only grow: the opening, the contract, extra melds."""
    model, position, rules = problem.model, problem.position, problem.game.ruleset
    new = [column for column in problem.cover.columns if column.meld is None]
    if opening and rules.opening.kind == "contract":
        extra = rules.layoff.extra_melds == "always" and rules.layoff.same_turn_as_opening
        add_contract(model, new, contract_of(rules, level_of(position, rules)), extra=extra)
        add_run_spacing(model, new, problem.game)
    elif opening:
        require_opening(model, problem.game, problem.cover.columns, problem.cover, hosts_only=apart)


def _copy_rows(problem: Problem) -> None:
    """No face is shown more often than copies exist, where wilds may not add to them."""
    if problem.game.ruleset.wild.may_exceed_copies:
        return
    deck = problem.game.ruleset.deck
    for face in problem.game.faces:
        problem.model.clock.step(1 + len(problem.cover.columns) // 4)
        shown = {
            column.var: count
            for column in problem.cover.columns
            if (count := sum(cell == face for cell in column.shape.cells) + _own_in_open_cells(column, face, problem))
        }
        # A natural shows its face as well where any suit or rank may fill the cell.
        shown.update((var, 1) for (_, natural), var in problem.cover.filled_by.items() if natural == face)
        if shown:
            problem.model.add(shown, high=deck.copies * deck.packs)


def _own_in_open_cells(column: Column, face: Face, problem: Problem) -> int:
    """How many naturals of a face a continued meld holds where its cells leave suit or rank open."""
    if column.meld is None:
        return 0
    own = [cell for index, cell in enumerate(column.shape.cells) if index not in {*column.cells, *column.own_wilds}]
    if all(cell.suit and cell.rank for cell in own):
        return 0
    lying = sum(problem.game.natural_face(tile) == face for tile in problem.position.table[column.meld])
    return lying - own.count(face) - column.own_faces.count(face)


def bounds_of(problem: Problem, position: Position, supply: Supply) -> Iterator[tuple[int, int, int]]:
    """The variables whose bounds say which tiles are in play, with those bounds.

    The tiles that must be laid are all laid, those of the rack may be, and the turn's own limits on
    the number of rack tiles hold.
    """
    for face, used in problem.cover.used.items():
        (var,) = used
        must = supply.must[face]
        yield var, must, must + supply.may[face]
    if problem.placed is not None:
        yield problem.placed, supply.wilds_must, supply.wilds
    turn = problem.game.ruleset.turn
    base = sum(supply.must.values()) + supply.wilds_must
    low = 0 if position.loose else turn.min_rack_tiles
    high = cards_held(position) - cards_kept(position, problem.game.ruleset)
    if turn.max_rack_tiles:
        high = min(high, turn.max_rack_tiles)
    yield problem.laid, base + low, base + high


def _apply_bounds(problem: Problem) -> None:
    model, supply = problem.model, problem.supply
    for var, low, high in bounds_of(problem, problem.position, supply):
        if low > high:
            model.add({}, low=1)
        model.low[var], model.high[var] = low, max(low, high)
    unsupplied = [face for face in supply.must if face not in problem.cover.used]
    if unsupplied or (problem.placed is None and supply.wilds_must):
        model.add({}, low=1)


def _call_rows(problem: Problem) -> None:
    """A called tile must be laid."""
    called = problem.position.called
    if called is None:
        return
    face = problem.game.natural_face(called)
    if face is not None:
        problem.model.add(problem.cover.used.get(face, {}), low=problem.supply.must[face] + 1)
    elif called.wild:
        problem.model.add(problem.wilds_played, low=problem.supply.wilds_must + 1)
    else:
        problem.model.add({}, low=1)
