"""Each grade of a hint tells its part and nothing more, and all grades are about one play."""

import time
from dataclasses import fields

import pytest

from meldsolver import InvalidRequest, Status, get_ruleset, parse_position
from meldsolver.hints import Grade, HintBook, StepKind, Told, find_hint, plan_of, replay, tell
from meldsolver.hints import hint as hint_module
from meldsolver.limits.weight import weight_of
from meldsolver.solver.program import backend

RULES = get_ruleset("tile-rummy")
POSITION = parse_position("r1 r2 r3 | k5 y5 b5 | k9 k10 k11 k12 / r4 r12 y12 b1 b2 / opened")
OFTEN_CUT = parse_position(
    "r1 r2 r3 | b4 b5 b6 b7 | k9 y9 b9 r9 / r4 k1 r5 k5 y5 b10 j b3 k10 r9 / opened",
)
STUCK = parse_position("r1 r2 r3 / k9 / opened")
SHOWN = {
    Grade.PLAYABLE: set(),
    Grade.COUNT: {"count"},
    Grade.RACK_TILES: {"rack_tiles"},
    Grade.MELDS: {"melds"},
    Grade.FIRST_STEP: {"first_step"},
    Grade.PLAN: {"plan", "table"},
}


def shown(told: Told) -> set[str]:
    """The fields that a grade fills, beside those that every grade has."""
    return {f.name for f in fields(told) if getattr(told, f.name) is not None} - {"grade", "status"}


@pytest.mark.parametrize("grade", Grade)
def test_no_grade_tells_more_than_it_says(grade: Grade) -> None:
    """Why: a player who asks for a nudge does not want the answer."""
    assert shown(tell(find_hint(POSITION, RULES), grade)) == SHOWN[grade]
    assert shown(tell(find_hint(STUCK, RULES), grade)) == set()


def test_all_grades_are_about_one_play() -> None:
    """Why: hints that change their mind from one grade to the next mislead."""
    hint = find_hint(POSITION, RULES)
    told = {grade: tell(hint, grade) for grade in Grade}
    plan = told[Grade.PLAN].plan
    assert plan is not None
    assert replay(POSITION, plan) == told[Grade.PLAN].table
    assert told[Grade.FIRST_STEP].first_step == plan.steps[0]
    assert told[Grade.COUNT].count == len(told[Grade.RACK_TILES].rack_tiles or ()) == plan.rack_tiles == 3
    assert told[Grade.MELDS].melds == (0, 2)
    assert {step.kind for step in plan.steps} == {StepKind.PLACE, StepKind.NEW}


def test_nothing_to_play_is_told_by_every_grade() -> None:
    """Why: whoever asks for the first step must learn that there is none."""
    assert {tell(find_hint(STUCK, RULES), grade).status for grade in Grade} == {Status.NO_PLAY}


def test_a_book_answers_from_memory() -> None:
    """Why: the grades of one position share one search, and are about the same play."""
    book = HintBook()
    first = book.find(POSITION, RULES)
    assert book.find(POSITION, RULES, time_limit=0.001) is first
    assert book.find(POSITION, RULES, seed=1) is not first
    assert len(book) == 2
    assert book.known(STUCK, RULES) is None
    book.find(STUCK, RULES)
    assert book.known(STUCK, RULES) is not None


def test_a_book_is_bounded_by_what_its_hints_weigh() -> None:
    """Why: a client may ask about positions of any size, and hints of large ones would fill the memory."""
    book = HintBook()
    hint = book.find(POSITION, RULES)
    small = HintBook(most=4 * (weight_of(hint) + weight_of((POSITION, RULES, None, 100))))
    for seed in range(9):
        small.find(POSITION, RULES, seed=seed)
    assert 1 < len(small) < 7
    assert small.known(POSITION, RULES, seed=8) is not None
    assert small.known(POSITION, RULES, seed=0) is None


def test_only_what_is_proved_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Why: after a caller with 4 ms, those with 10 s were told his play, with fewer tiles than there could be."""
    book = HintBook()
    with monkeypatch.context() as patched:
        usual = backend._parameters

        def parameters(budget: backend.Budget, *how: bool) -> object:
            changed = usual(budget, *how)
            changed.stop_after_first_solution = True
            return changed

        patched.setattr(backend, "_parameters", parameters)
        hurried = book.find(OFTEN_CUT, RULES)
        assert hurried.solution.status is Status.FEASIBLE
        assert len(book) == 0
    assert book.find(OFTEN_CUT, RULES).solution.status is Status.OPTIMAL
    assert len(book) == 1


def test_a_plan_that_its_time_cut_short_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Why: its steps were taken as they came; another caller has the time to compare them."""
    book = HintBook()
    now = time.monotonic

    def late(*args: object, **named: object) -> object:
        monkeypatch.setattr(time, "monotonic", lambda: now() + 3600)
        return plan_of(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(hint_module, "plan_of", late)
    assert book.find(POSITION, RULES).solution.status is Status.OPTIMAL
    assert len(book) == 0


def test_a_limit_is_refused_whether_the_hint_is_known_or_not() -> None:
    """Why: what is a fault may not depend on what others have asked before."""
    book = HintBook()
    book.find(POSITION, RULES)
    with pytest.raises(InvalidRequest):
        book.find(POSITION, RULES, time_limit=-1)


def test_what_was_not_answered_is_not_remembered() -> None:
    """Why: a search that ran out of time must not answer for all who come later."""
    book = HintBook()
    hint = book.find(POSITION, RULES, time_limit=1e-6)
    assert hint.solution.status is not Status.OPTIMAL
    assert len(book) == 0
    assert book.find(POSITION, RULES).playable
