"""Plans lead step by step from a position to exactly the play's table, in few steps."""

import pytest

from meldsolver import Position, get_ruleset, load_ruleset, parse_position, solve
from meldsolver.hints import BrokenPlan, StepKind, find_hint, plan_of, replay
from meldsolver.hints import plan as planning
from meldsolver.hints.step import Plan
from meldsolver.limits import Clock
from tests.hints.checking import check_hint, with_ids
from tests.oracles.positions import random_position
from tests.solver.drawn import draw, tile_of

VARIANTS = (
    "tile-rummy-pagat",
    "tile-rummy-new-meld-only",
    "tile-rummy-joker-with-two-rack-tiles",
    "rrrummy-joker-replace-hand",
    "rrrummy-joker-locked-meld",
    "tile-rummy-layoff-same-turn",
    "tile-rummy-4-jokers",
    "vatikan",
    "ramo",
)


@pytest.mark.parametrize("part", range(4))
def test_plans_replay_to_the_table(part: int) -> None:
    """Why: a plan that ends elsewhere, or takes a tile from where it does not lie, is worse than none."""
    for number in range(part * 60, part * 60 + 60):
        case = draw(f"plan/{number}")
        position = with_ids(case.position, str(number)) if number % 2 else case.position
        check_hint(position, case.ruleset)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_five_thousand_plans_replay_to_the_table(part: int) -> None:
    """Why: what goes wrong once in a thousand positions goes wrong every day in an app."""
    for number in range(part * 250, part * 250 + 250):
        case = draw(f"plan/slow/{number}")
        position = with_ids(case.position, str(number)) if number % 2 else case.position
        check_hint(position, case.ruleset)


@pytest.mark.parametrize("name", VARIANTS)
def test_plans_under_other_rules(name: str) -> None:
    """Why: joker policies and tables that only grow take other ways through the planner."""
    ruleset = get_ruleset(name)
    plans = 0
    for number in range(12):
        drawn = random_position(f"{name}/{number}", melds=5, rack=12, opened=True, longest_run=5)
        table = tuple(tuple(map(tile_of, meld)) for meld in drawn.table)
        position = Position(table, tuple(map(tile_of, drawn.rack)), opened=True)
        plans += check_hint(with_ids(position, name), ruleset).playable
    assert plans > 3


def test_a_card_used_as_a_wild_takes_the_place_of_another_wild() -> None:
    """Why: it leaves its own place so, and cannot be replaced there any more."""
    deck = {"wilds": 4, "wild_ranks": [5, 4, 3], "suits": ["r", "y"], "specials": {"skip": 2}, "ranks": 7, "copies": 1}
    rules = load_ruleset({"extends": "tile-rummy", "set": {"max": 6}, "deck": deck})
    text = "y3 y5 j | y4 j j | r3 r4 r5 r6 r7 | y1 y2 j / r2 y6 y7 r1 skip / opened / all-opened"
    position = parse_position(text, rules.alphabet)
    hint = find_hint(position, rules, ["meld_points"])
    assert hint.plan is not None
    assert replay(position, hint.plan) == hint.solution.table


def kinds(text: str, ruleset: str = "tile-rummy") -> list[tuple[StepKind, str]]:
    plan = find_hint(parse_position(text), get_ruleset(ruleset)).plan
    assert plan is not None
    return [(step.kind, step.sentence) for step in plan.steps]


def test_steps_say_what_a_person_does() -> None:
    """Why: the sentences are what a player reads; each kind of step once."""
    assert kinds("r1 r2 r3 | k5 y5 b5 / r4 / opened") == [
        (StepKind.PLACE, "Lay r4 from your rack on r1 r2 r3."),
    ]
    assert kinds("r1 r2 r3 r4 r5 r6 r7 / r4 / opened") == [
        (StepKind.SPLIT, "Split r1 r2 r3 r4 r5 r6 r7 into r1 r2 r3 r4 and r5 r6 r7."),
        (StepKind.PLACE, "Lay r4 from your rack on r5 r6 r7."),
    ]
    assert kinds("k4 k5 k6 k7 / r7 b7 / opened") == [
        (StepKind.NEW, "Lay a new meld r7 k7 b7: k7 from k4 k5 k6 k7, r7 b7 from your rack."),
    ]
    assert kinds("r5 j r7 / r6 k1 k2 / opened") == [
        (StepKind.REPLACE, "Put r6 from your rack in the place of the wild in r5 j r7 and take the wild."),
        (StepKind.NEW, "Lay a new meld k1 k2 j: k1 k2 from your rack, the wild in hand."),
    ]
    assert kinds("r1 r2 r3 | r7 r8 r9 / r4 r5 r6 / opened") == [
        (StepKind.NEW, "Lay a new meld r4 r5 r6 from your rack."),
    ]
    assert kinds("y3 k3 b3 | r1 r2 r3 / . / opened / loose r4") == [
        (StepKind.PLACE, "Lay r4 from the loose tiles on r1 r2 r3."),
    ]


def test_a_wild_is_replaced_before_anything_leaves_its_meld() -> None:
    """Why: under the strict rules a meld that holds a wild is locked until the wild is replaced."""
    steps = kinds("r5 j r7 r8 / r6 k8 y8 b1 b2 / opened", "tile-rummy-pagat")
    assert steps[0][0] is StepKind.REPLACE


def test_a_plan_for_another_position_is_refused() -> None:
    """Why: replaying must tell a plan that does not fit, rather than invent tiles."""
    plan = find_hint(parse_position("r1 r2 r3 / r4 / opened"), get_ruleset("tile-rummy")).plan
    assert isinstance(plan, Plan)
    with pytest.raises((BrokenPlan, IndexError)):
        replay(parse_position("k1 k2 k3 | r1 r2 r3 / . / opened"), plan)


@pytest.mark.parametrize("most", [0, 5, 20])
def test_a_plan_in_which_no_more_steps_are_compared_is_a_plan_all_the_same(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why: a plan of three hundred steps compared forty thousand, after the time of its call was over."""
    monkeypatch.setattr(planning, "MOST_COMPARED", most)
    for number in range(40):
        case = draw(f"plan/hurried/{number}")
        hint = find_hint(case.position, case.ruleset, time_limit=120.0)
        assert hint.plan is None or replay(case.position, hint.plan) == hint.solution.table


def test_a_plan_whose_time_is_over_compares_no_steps_and_leads_to_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Why: the search ended by the limit of a call, and the plan after it took as long again."""
    monkeypatch.setattr(planning, "choices", lambda board: pytest.fail("steps are compared"))
    over = Clock(deadline=0.0)
    for number in range(40):
        case = draw(f"plan/over/{number}")
        table = solve(case.position, case.ruleset, time_limit=120.0).table
        plan = plan_of(case.position, table, case.ruleset, clock=over)
        assert replay(case.position, plan) == table
