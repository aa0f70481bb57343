"""What has to hold for the play and plan of any position."""

from collections import Counter
from dataclasses import replace
from itertools import chain, count
from random import Random

from meldsolver import Meld, Objective, Position, Ruleset, Status, Tile, check_move
from meldsolver.hints import Hint, Plan, Source, StepKind, find_hint, replay
from meldsolver.hints.replay import tables
from tests.hints.following import check_order, follow
from tests.hints.moved import moved_by_id


def with_ids(position: Position, seed: str) -> Position:
    """The same position, every tile with an id of its own, in no order."""
    numbers = list(range(1000, 1300))
    Random(seed).shuffle(numbers)
    fresh = map(numbers.__getitem__, count())

    def named(tiles: Meld) -> Meld:
        return tuple(tile._replace(id=f"id-{next(fresh)}") for tile in tiles)

    return replace(
        position,
        table=tuple(map(named, position.table)),
        rack=named(position.rack),
        loose=named(position.loose),
        called=None if position.called is None else named((position.called,))[0],
    )


def check_hint(position: Position, ruleset: Ruleset) -> Hint:
    """Finds the hint of a position and checks everything that its plan promises."""
    hint = find_hint(position, ruleset, time_limit=120.0)
    if not hint.playable:
        assert hint.solution.status is Status.NO_PLAY
        return hint
    table, plan = hint.solution.table, hint.plan
    assert plan is not None
    assert replay(position, plan) == table
    assert check_move(position, table, ruleset).legal
    if all(tile.id for tile in chain(*position.table, position.rack)):
        check_ids(position, hint.solution.played, table)
        goal = hint.solution.goals[-1]
        if goal.objective is Objective.DISTURBANCE:
            assert goal.value == moved_by_id(position, table) == plan.moved_tiles
    assert (plan.rack_tiles, plan.points) == (hint.solution.tiles_played, hint.solution.points_played)
    check_steps(position, plan)
    check_kinds(position, plan)
    check_exchanges(position, plan, ruleset)
    followed = follow(position, plan, ruleset)
    assert tuple(followed[number] for number in plan.melds) == table
    check_order(position, plan, ruleset)
    return hint


def check_steps(position: Position, plan: Plan) -> None:
    """Few steps, and wilds replaced before they are used."""
    loose = len(position.loose)
    reordered = sum(step.kind is StepKind.REORDER for step in plan.steps)
    assert len(plan.steps) <= plan.moved_tiles + plan.rack_tiles + plan.splits + loose + reordered
    assert plan.splits == sum(step.kind is StepKind.SPLIT for step in plan.steps)
    assert all(step.sentence.endswith(".") for step in plan.steps)
    in_hand: set[object] = set()
    for step in plan.steps:
        for moved in step.moved:
            if moved.meld is None and moved.place.source is Source.TABLE:
                in_hand.remove(moved.place)
        if step.freed is not None and step.freed_to is None:
            in_hand.add(step.freed.place)
    assert not in_hand


def check_kinds(position: Position, plan: Plan) -> None:
    """A step is called what it is, told by the tables before and after it alone."""
    before: dict[int, Meld] = dict(enumerate(position.table))
    for step, after in zip(plan.steps, tables(position, plan), strict=True):
        left = {moved.meld for moved in step.moved}
        emptied = {number for number in left if number is not None and number not in after}
        if step.kind in (StepKind.REBUILD, StepKind.REORDER):
            before = after
            continue
        if step.freed is not None:
            kind = StepKind.REPLACE
        elif step.target not in before:
            (source, *others) = left
            kind = StepKind.SPLIT if source is not None and not others and source in after else StepKind.NEW
        elif left == {None}:
            kind = StepKind.PLACE
        else:
            kind = StepKind.JOIN if emptied and len(step.moved) > 1 else StepKind.MOVE
        if step.kind is not kind:  # a part of a meld that other tiles complete at once is no split
            assert {step.kind, kind} == {StepKind.SPLIT, StepKind.NEW}, step.sentence
        before = after


def check_exchanges(position: Position, plan: Plan, ruleset: Ruleset) -> None:
    """A wild is replaced only where it then goes elsewhere; where nothing asks for it, by a tile that stays there."""
    for number, step in enumerate(plan.steps):
        if step.freed is None:
            continue
        assert step.freed.tile.wild or ruleset.deck.wild_ranks
        assert step.freed_to != step.target
        goes_on = {moved.place for later in plan.steps[number + 1 :] for moved in later.moved}
        if ruleset.retrieval.mode != "replace":
            assert goes_on.isdisjoint(moved.place for moved in step.moved), step.sentence
        elif ruleset.retrieval.source == "rack":
            assert all(moved.place.source is not Source.TABLE or moved.place not in goes_on for moved in step.moved)


def check_ids(position: Position, played: tuple[Tile, ...], table: tuple[Meld, ...]) -> None:
    """Every id of the table and the played tiles comes back once, on a tile of the same face."""
    before = {tile.id: tile[:3] for tile in chain(*position.table, position.loose, played)}
    after = Counter(tile.id for tile in chain(*table))
    assert after == Counter(before.keys())
    assert all(before[tile.id] == tile[:3] for tile in chain(*table))
