"""A plan that was changed on its way is refused by the replay, or leads to the same table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from meldsolver import Position, get_ruleset, parse_position
from meldsolver.hints import BrokenPlan, Plan, find_hint, replay
from meldsolver.hints.step import Step

RULES = get_ruleset("tile-rummy")
POSITIONS = (
    "r1 r2 r3 | k5 y5 b5 / r4 / opened",
    "r1 r2 r3 r4 r5 r6 r7 / r4 / opened",
    "k4 k5 k6 k7 / r7 b7 / opened",
    "r5 j r7 / r6 k1 k2 / opened",
    "y3 k3 b3 | r1 r2 r3 / . / opened / loose r4",
    "r1 r2 r3 | k4 k5 k6 k7 | r5 j r7 / r4 r7 b7 k9 / opened",
    "r3 y3 k3 b3 | r4 y4 k4 b4 | r5 y5 k5 b5 / y3 y4 y5 r1 r2 / opened",
)


def plan_of(text: str) -> tuple[Position, Plan]:
    position = parse_position(text)
    plan = find_hint(position, RULES).plan
    assert plan is not None
    return position, plan


def without(steps: tuple[Step, ...], index: int) -> tuple[Step, ...]:
    return steps[:index] + steps[index + 1 :]


def damaged(plan: Plan) -> Iterator[tuple[str, Plan]]:
    """The plan with one thing wrong."""
    for index, step in enumerate(plan.steps):
        yield f"step {index} twice", replace(plan, steps=(*plan.steps[: index + 1], *plan.steps[index:]))

        def changed(other: Step, index: int = index) -> Plan:
            return replace(plan, steps=(*plan.steps[:index], other, *plan.steps[index + 1 :]))

        yield f"step {index} untold", changed(replace(step, results=step.results[1:]))
        yield f"step {index} tells more", changed(replace(step, results=(*step.results, (77, ()))))
        number, places = step.results[-1]
        if places:
            yield (
                f"step {index} loses a tile",
                changed(replace(step, results=(*step.results[:-1], (number, places[1:])))),
            )
        if step.freed is not None:
            yield f"step {index} frees nothing", changed(replace(step, freed=None))
        first = step.moved[0]
        yield f"step {index} from elsewhere", changed(replace(step, moved=(replace(first, meld=77), *step.moved[1:])))
        if first.meld is not None:
            from_hand = replace(first, meld=None)
            yield f"step {index} from no hand", changed(replace(step, moved=(from_hand, *step.moved[1:])))
    for index in range(len(plan.melds)):
        yield f"meld {index} untold", replace(plan, melds=plan.melds[:index] + plan.melds[index + 1 :])


@pytest.mark.parametrize("text", POSITIONS)
def test_what_is_wrong_with_a_plan_is_noticed(text: str) -> None:
    """Steps twice, missing, untold, of tiles that lie elsewhere: none may be replayed to some other table."""
    position, plan = plan_of(text)
    whole = replay(position, plan)
    for index in range(len(plan.steps)):
        try:
            assert replay(position, replace(plan, steps=without(plan.steps, index))) != whole
        except BrokenPlan:
            continue
    for name, broken in damaged(plan):
        with pytest.raises(BrokenPlan):
            pytest.fail(f"{name}: {replay(position, broken)} instead of {whole}")


def test_a_wild_that_stays_in_hand_is_told() -> None:
    """The table alone would not show it: nothing lies wrongly, but a tile is missing."""
    position, plan = plan_of("r5 j r7 / r6 k1 k2 / opened")
    assert plan.steps[0].freed is not None
    short = replace(plan, steps=plan.steps[:1], melds=plan.melds[:1])
    with pytest.raises(BrokenPlan, match="left aside"):
        replay(position, short)
