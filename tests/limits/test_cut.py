"""Every call may be cut short at any step: it answers with what it has, never with an exception."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from meldsolver import Objective, Position, Ruleset, Solution, Status, Tile, check_move, get_ruleset, solve
from meldsolver.contracts import advise_discard, advise_draw, check_ramo, distance, lay_down
from meldsolver.hints import End, alternatives, explain_no_play, find_hint, improving
from meldsolver.limits import Clock, OutOfTime
from meldsolver.solver.program.backend import Budget
from meldsolver.tiles import parse_position, parse_tiles

STEPS = (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584, 4181, 6765, 10946)

TABLES = {
    "rearranged": ("tile-rummy", "r1 r2 r3 | k4 k5 k6 k7 / r4 k8 y4 j b9 / opened / all-opened"),
    "bound wilds": ("tile-rummy-sabra-way", "r1 r2 r3 | k4 j y4 / r4 b4 y5 y6 / opened / all-opened"),
    "opening": ("tile-rummy", "k4 y4 b4 / r9 r10 r11 j k11 y11 / unopened"),
    "growing": ("rummy-500", "r5 r6 r7 | k4 j y4 / r8 r4 b4 k9 y9 b9 / opened"),
    "contract": ("ramo", ". / r5 k5 y5 r1 k1 b1 j k9 / unopened / level 1"),
}


@contextmanager
def cut_after(steps: int) -> Iterator[None]:
    """Lets so many steps pass in all clocks together; after them the time is over for all."""
    left = steps

    def step(_: Clock, count: int = 1) -> None:
        nonlocal left
        left -= count
        if left < 0:
            raise OutOfTime

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Clock, "step", step)
        patch.setattr(Clock, "look", step)
        for kind in (Clock, Budget):
            patch.setattr(kind, "spent", property(lambda _: left < 0))
        yield


def fresh(name: str, steps: int) -> Ruleset:
    """The rules under a name of their own, for which nothing is remembered yet."""
    return replace(get_ruleset(name), name=f"{name} cut after {steps}")


def plays(call: Callable[[Position, Ruleset], object], position: Position, rules: Ruleset) -> list[Solution]:
    """The plays that a call tells."""
    answer = call(position, rules)
    return [answer] if isinstance(answer, Solution) else [item for item in answer if isinstance(item, Solution)]  # type: ignore[attr-defined]


PLAYS: dict[str, Callable[[Position, Ruleset], object]] = {
    "solve": solve,
    "least disturbance": lambda p, r: solve(p, r, (Objective.TILES, Objective.DISTURBANCE)),
    "melds kept": lambda p, r: solve(p, r, (Objective.MELDS_KEPT, Objective.TILES, Objective.MELDS_ADDED)),
    "hint": lambda p, r: find_hint(p, r).solution,
    "improving": lambda p, r: [progress.solution for progress in improving(p, r)],
    "alternatives": lambda p, r: list(alternatives(p, r, most=5)),
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("call", PLAYS)
def test_a_play_cut_short_is_legal_and_claims_only_what_is_proved(table: str, call: str) -> None:
    """Why: the end of the time may fall into building, writing, searching again, laying out or judging."""
    name, text = TABLES[table]
    rules = get_ruleset(name)
    position = parse_position(text)
    whole = plays(PLAYS[call], position, rules)
    for steps in STEPS:
        with cut_after(steps):
            found = plays(PLAYS[call], position, fresh(name, steps))
        for play in found:
            if play.status.found:
                assert check_move(position, play.table, rules).legal, (steps, play.table)
            if play.status is Status.OPTIMAL and call != "improving":
                assert play.goals in [other.goals for other in whole], steps
            assert play.status is not Status.NO_PLAY


def test_alternatives_cut_short_are_never_told_to_be_all() -> None:
    """Why: an end that a limit brought is no proof."""
    position = parse_position(TABLES["rearranged"][1])
    count = len(list(alternatives(position, get_ruleset("tile-rummy")))) - 1
    for steps in STEPS:
        with cut_after(steps):
            *found, end = alternatives(position, fresh("tile-rummy", steps))
        assert isinstance(end, End)
        assert end.count == len(found)
        assert not end.complete or end.count == count


@pytest.mark.parametrize("name", ["ramo", "shanghai-no-touch", "phase-10", "contract-mayi"])
def test_contract_questions_cut_short_prove_nothing_that_is_not_so(name: str) -> None:
    """Why: a distance that was not found in time must not be told as impossible, nor an unproved one as proved."""
    hand = parse_tiles("r5 k5 r1 k1 r7 r8 j k9") if name != "phase-10" else parse_tiles("r5 k5 r1 k1 r7 r8 k9")
    position = Position(rack=hand, level=1)
    rules = get_ruleset(name)
    card = Tile("k", 7)
    whole, draw, throw = distance(position, rules), advise_draw(position, rules, card), advise_discard(position, rules)
    best = {each.card: (each.distance, each.outs) for each in throw.discards}
    for steps in STEPS:
        cold = fresh(name, steps)
        with cut_after(steps):
            far = distance(position, cold)
            advice = advise_draw(position, cold, card)
            discards = advise_discard(position, cold)
            down = lay_down(position, cold)
        if far.proved:
            assert (far.distance, far.outs) == (whole.distance, whole.outs), steps
        else:
            assert far.distance is None or whole.distance is None or far.distance >= whole.distance
        assert far.complete == whole.complete[: len(far.complete)] or not far.proved
        if advice.proved:
            assert (advice.take, advice.deck_chance) == (draw.take, draw.deck_chance)
        for each in discards.discards:
            assert not each.proved or (each.distance, each.outs) == best[each.card], (steps, each)
        assert len(discards.discards) == len(best)
        assert down.status is not Status.OPTIMAL or whole.distance == 0


def test_calls_and_reasons_cut_short_are_answers() -> None:
    """Why: what is nearest, and who could call, look at many tiles and hands."""
    ramo = [parse_tiles(meld) for meld in ("r3 r4 r5 r6", "b3 b4 b5 b6")]
    hands = {"a": parse_tiles("r8 r9 k9 b3")}
    nothing = parse_position("r1 r2 r3 / k7 y9 / opened / all-opened")
    near = explain_no_play(nothing, get_ruleset("tile-rummy")).tiles
    for steps in STEPS:
        with cut_after(steps):
            answer = check_ramo(Tile("r", 7), ramo, fresh("ramo", steps), players=["a", "a"], hands=hands)
            reasons = explain_no_play(nothing, fresh("tile-rummy", steps))
        assert [spot.meld for spot in answer.spots] == [0]
        assert not reasons.playable
        assert set(reasons.tiles) <= set(near)
        assert not reasons.complete or len(reasons.tiles) == len(near)
