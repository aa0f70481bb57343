"""Plans lead step by step from a position to exactly the play's table, in few steps."""

from statistics import mean

import pytest

from meldsolver import Position, get_ruleset, load_ruleset, parse_melds, parse_position, solve
from meldsolver.hints import BrokenPlan, StepKind, find_hint, plan_of, replay, walk
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


@pytest.mark.slow
@pytest.mark.parametrize(("opened", "wanted"), [(True, 1000), (False, 300)])
def test_many_plans_are_followed_by_a_reader(opened: bool, wanted: int) -> None:
    """Legal step by step, opening first, part by part; with ``-s`` it prints what docs/hints.md records."""
    plans: list[Plan] = []
    number = 0
    while len(plans) < wanted:
        number += 1
        case = draw(f"recorded/{number}")
        if case.position.opened is opened and (plan := check_hint(case.position, case.ruleset).plan) is not None:
            plans.append(plan)
    steps, parts = (mean(map(len, each)) for each in zip(*map(_steps_and_parts, plans), strict=True))
    rebuilt = sum(any(step.kind is StepKind.REBUILD for step in plan.steps) for plan in plans)
    print(f"{wanted} plans: {steps:.2f} steps, {parts:.2f} parts, {rebuilt} with a rebuilt part")


def _steps_and_parts(plan: Plan) -> tuple[list[StepKind], set[int]]:
    return [step.kind for step in plan.steps], {step.region for step in plan.steps}


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
        (StepKind.PLACE, "Lay r4 from your rack at the end of meld 1 (r1 r2 r3) -> r1 r2 r3 r4."),
    ]
    assert kinds("r1 r2 r3 r4 r5 r6 r7 / r4 / opened") == [
        (StepKind.SPLIT, "Split meld 1 (r1 r2 r3 r4 r5 r6 r7) into r1 r2 r3 r4 (meld 1) and r5 r6 r7 (meld 2)."),
        (StepKind.PLACE, "Lay r4 from your rack at the front of meld 2 (r5 r6 r7) -> r4 r5 r6 r7."),
    ]
    assert kinds("k4 k5 k6 k7 / r7 b7 / opened") == [
        (StepKind.NEW, "Lay k7 from meld 1 (k4 k5 k6 k7) and r7 b7 from your rack as a new meld 2 -> r7 k7 b7."),
    ]
    assert kinds("r5 j r7 / r6 k1 k2 / opened") == [
        (
            StepKind.REPLACE,
            "Put r6 from your rack in the place of the wild (it stood for r6) in meld 1 (r5 j r7) -> r5 r6 r7, "
            "and lay the wild aside.",
        ),
        (StepKind.NEW, "Lay k1 k2 from your rack and j from aside as a new meld 2 -> k1 k2 j."),
    ]
    assert kinds("r1 r2 r3 | r7 r8 r9 / r4 r5 r6 / opened") == [
        (StepKind.NEW, "Lay r4 r5 r6 from your rack as a new meld 3."),
    ]
    assert kinds("y3 k3 b3 | r1 r2 r3 / . / opened / loose r4") == [
        (StepKind.PLACE, "Lay r4 from the loose tiles at the end of meld 2 (r1 r2 r3) -> r1 r2 r3 r4."),
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


@pytest.mark.parametrize("most", [0, 5, 40])
def test_a_plan_for_which_few_tables_are_looked_at_is_a_plan_all_the_same(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why: a region of twenty transfers has a million tables in between."""
    monkeypatch.setattr(walk, "MOST_STATES", most)
    for number in range(40):
        case = draw(f"plan/hurried/{number}")
        check_hint(case.position, case.ruleset)


def test_a_plan_whose_time_is_over_searches_nothing_and_leads_to_the_table() -> None:
    """Why: the search ended by the limit of a call, and the plan after it took as long again."""
    over = Clock(deadline=0.0)
    for number in range(40):
        case = draw(f"plan/over/{number}")
        table = solve(case.position, case.ruleset, time_limit=120.0).table
        plan = plan_of(case.position, table, case.ruleset, clock=over)
        assert replay(case.position, plan) == table
        searched = {StepKind.SPLIT, StepKind.JOIN, StepKind.REPLACE}
        assert searched.isdisjoint(step.kind for step in plan.steps)


OPENING = "r5 b5 k5 | y1 y2 y3 y4 y5 / k1 b1 r13 y13 k13 / unopened"


def test_what_opens_is_laid_first() -> None:
    """Why: a player who has not opened may not touch the table before."""
    first, *_ = kinds(OPENING)
    assert first == (
        StepKind.NEW,
        "Lay r13 y13 k13 from your rack as a new meld 3. That opens with 39 points.",
    )


def test_an_opening_that_the_play_does_not_show_is_laid_and_then_rearranged() -> None:
    """Every meld of the play holds tiles of the table; of the rack alone, 10, 11 and 12 are worth 33."""
    position = parse_position("r10 y10 k10 | r13 y13 k13 b13 / b10 b11 b12 / unopened")
    plan = plan_of(position, parse_melds("r10 y10 k10 b10 | r13 y13 k13 | b11 b12 b13"), get_ruleset("tile-rummy"))
    assert [step.sentence for step in plan.steps] == [
        "Lay b10 b11 b12 from your rack as a new meld 3. That opens with 33 points.",
        "Move b13 from meld 2 (r13 y13 k13 b13) to the end of meld 3 (b10 b11 b12) -> b10 b11 b12 b13.",
        "Move b10 from meld 3 (b10 b11 b12 b13) to meld 1 (r10 y10 k10) -> r10 y10 k10 b10.",
    ]


def test_a_region_that_no_single_steps_lead_through_is_rebuilt_at_once() -> None:
    """A set whose tiles all go to different runs: whichever goes first leaves no meld."""
    text = "r4 y4 k4 | r1 r2 r3 | y1 y2 y3 | k5 k6 k7 / r5 y5 / opened"
    table = "r1 r2 r3 r4 r5 | y1 y2 y3 y4 y5 | k4 k5 k6 k7"
    position = parse_position(text)
    plan = plan_of(position, parse_melds(table), get_ruleset("tile-rummy"))
    assert [(step.kind, step.sentence) for step in plan.steps] == [
        (
            StepKind.REBUILD,
            "Take meld 1 (r4 y4 k4), meld 2 (r1 r2 r3), meld 3 (y1 y2 y3) and meld 4 (k5 k6 k7) apart and lay "
            "meld 2 -> r1 r2 r3 r4; meld 3 -> y1 y2 y3 y4; meld 4 -> k4 k5 k6 k7.",
        ),
        (StepKind.PLACE, "Lay r5 from your rack at the end of meld 2 (r1 r2 r3 r4) -> r1 r2 r3 r4 r5."),
        (StepKind.PLACE, "Lay y5 from your rack at the end of meld 3 (y1 y2 y3 y4) -> y1 y2 y3 y4 y5."),
    ]


def test_a_plan_counts_the_points_of_its_play() -> None:
    """A card of a wild rank that the rack lays as a wild counts its own rank in both: 6, 7 and 2."""
    deck = {"suits": ["r", "y"], "ranks": 8, "copies": 3, "wilds": 0, "wild_ranks": [2]}
    rules = load_ruleset({"extends": "tile-rummy", "opening": {"kind": "none"}, "deck": deck})
    hint = find_hint(parse_position(". / y6 y7 r2 / opened"), rules)
    assert hint.plan is not None
    assert hint.plan.points == hint.solution.points_played == 15
