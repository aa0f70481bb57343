"""A reader who follows a plan on a board of his own, knowing nothing of how it was made."""

from __future__ import annotations

from itertools import groupby

from meldsolver import Meld, Position, Ruleset, Tile, check_meld
from meldsolver.hints import Place, Plan, Source, Step, StepKind


def follow(position: Position, plan: Plan, ruleset: Ruleset) -> dict[int, Meld]:
    """Does the steps one by one with everything that a step has to keep; the melds at the end, by number."""
    lie: dict[Place, int | None] = {
        Place(Source.TABLE, number, index): number
        for number, meld in enumerate(position.table)
        for index in range(len(meld))
    }
    table = {number: tuple(p for p in lie if p.meld == number) for number in range(len(position.table))}
    for step in plan.steps:
        touched = set()
        for moved in (*step.moved, *([] if step.freed is None else [step.freed])):
            assert moved.place in lie or moved.place.source is not Source.TABLE
            assert lie.get(moved.place) == moved.meld, "a tile is not where the step takes it from"
            lie[moved.place] = moved.to
            touched |= {moved.meld, moved.to} - {None}
        assert touched == {number for number, _ in step.results}
        for number, places in step.results:
            assert {place for place, where in lie.items() if where == number} == set(places)
            table[number] = places
            meld = tuple(_tile(position, plan, place) for place in places)
            if meld and ruleset.table.manipulation == "full":
                assert check_meld(meld, ruleset).valid, (step.sentence, meld)
        _check_kind(step)
    assert None not in lie.values(), "a tile is left aside"
    recast = dict(plan.recast)
    return {
        number: tuple(recast.get(place, _lying(position, place)) for place in table[number]) for number in plan.melds
    }


def check_order(position: Position, plan: Plan, ruleset: Ruleset) -> None:
    """What opens comes first and is worth enough, the parts of the table follow each other, one rebuild in each."""
    rule = ruleset.opening
    if not position.opened and rule.kind == "points" and rule.threshold > 0 and not position.loose:
        first = []
        for step in plan.steps:
            if any(number < len(position.table) for number, _ in step.results):
                break
            assert all(moved.place.source is not Source.TABLE for moved in step.moved)
            first.append(step)
            if step.opens:
                break
        laid = {number: places for step in first for number, places in step.results}
        melds = [tuple(_lying(position, place) for place in places) for places in laid.values()]
        pairs = sum(len(meld) == 2 for meld in melds)
        worth = sum(check_meld(meld, ruleset).points for meld in melds)
        told = [step for step in plan.steps if step.opens]
        if rule.pairs and not told:
            return  # what opens are pairs within larger melds
        assert worth >= rule.threshold or (rule.pairs and pairs >= rule.pairs), plan.steps
        if ruleset.wild.opening_value == "represented" and rule.multi_meld and not rule.pairs:
            assert [step.opening_points for step in told] == [sum_of_opening(position, plan, ruleset)]
        assert f"opens with {told[0].opening_points} points" in told[0].sentence
    regions = [step.region for step in plan.steps]
    assert [region for region, _ in groupby(regions)] == sorted(set(regions))
    for _, steps in groupby(plan.steps, key=lambda step: step.region):
        assert sum(step.kind is StepKind.REBUILD for step in steps) <= 1


def sum_of_opening(position: Position, plan: Plan, ruleset: Ruleset) -> int:
    """What the melds laid until the step that opens are worth."""
    total = 0
    for step in plan.steps:
        (places,) = (places for number, places in step.results if number == step.target)
        total += check_meld(tuple(_lying(position, place) for place in places), ruleset).points
        if step.opens:
            break
    return total


def _check_kind(step: Step) -> None:
    to = {moved.to for moved in step.moved}
    if step.kind is not StepKind.REBUILD:
        assert to == {step.target}
    assert (step.freed is not None) == (step.kind is StepKind.REPLACE)


def _tile(position: Position, plan: Plan, place: Place) -> Tile:
    """A tile that has come to where it ends, or that the position fixed as a wild, may be read as it is read then."""
    tile = _lying(position, place)
    after = dict(plan.recast).get(place)
    return tile if after is None else tile._replace(stands_for=None, wild=tile.wild and not tile.suit)


def _lying(position: Position, place: Place) -> Tile:
    match place.source:
        case Source.TABLE:
            return position.table[place.meld][place.at]
        case Source.LOOSE:
            return position.loose[place.at]
        case Source.CALLED:
            assert position.called is not None
            return position.called
        case _:
            return position.rack[place.at]
