"""Questions about the best play and its hint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

from meldsolver.answers import DEFAULT_OBJECTIVES, Objective, Solution
from meldsolver.calls.question import Search, Terms
from meldsolver.tiles.request import Fault, InvalidRequest

if TYPE_CHECKING:
    from meldsolver.hints import End, Grade, Hint, HintBook, NoPlay, Progress, Told

MOST_ALTERNATIVES = 100
SCENES = ("position", "play", "plan")


@dataclass(frozen=True, slots=True)
class SolveQuestion(Search["Solution"]):
    """The best play; see :func:`meldsolver.solve`."""

    objectives: Sequence[Objective] = ()
    _: KW_ONLY
    seed: int = 0

    def answer(self, terms: Terms) -> Solution:
        """Solves it."""
        from meldsolver.solver.engine import solve

        return solve(self.position, self.rules, self.objectives or DEFAULT_OBJECTIVES, seed=self.seed, **terms.limits)


@dataclass(frozen=True, slots=True)
class HintQuestion(Search["Told"]):
    """One grade of a hint; see :func:`meldsolver.hints.find_hint` and :func:`meldsolver.hints.tell`."""

    grade: Grade
    objectives: Sequence[Objective] = ()
    _: KW_ONLY
    seed: int = 0

    def answer(self, terms: Terms) -> Told:
        """Tells of the hint."""
        from meldsolver.hints import tell

        return tell(find_hint(self, terms), self.grade)


@dataclass(frozen=True, slots=True)
class PictureQuestion(Search[str]):
    """The ``position``, the ``play`` of its hint, or that play's ``plan`` as SVG; empty without a play.

    Args:
        position: the position.
        ruleset: the rules, or a preset's name.
        scene: what to show: ``position``, ``play`` or ``plan``.
        objectives: what to prefer, in order; empty for what hints usually prefer.
        time_limit: seconds of search; by default whoever answers decides.
        seed: the search's seed.
    """

    scene: str = "plan"
    objectives: Sequence[Objective] = ()
    _: KW_ONLY
    seed: int = 0

    def answer(self, terms: Terms) -> str:
        """Draws it."""
        self.check_scene()
        return self.draw_position() if self.scene == "position" else self.draw(find_hint(self, terms))

    def check_scene(self) -> None:
        """Refuses a scene that there is not.

        Raises:
            InvalidRequest: this is one.
        """
        if self.scene not in SCENES:
            text = f"{str(self.scene)[:80]!r} is nothing to show; write one of {', '.join(SCENES)}"
            raise InvalidRequest([Fault("scene", "UNKNOWN_VALUE", text)])

    def draw_position(self) -> str:
        """The position, for which nothing is searched.

        Raises:
            InvalidRequest: it cannot exist.
        """
        from meldsolver.pictures.svg import position_svg
        from meldsolver.rules.position_check import position_faults

        if faults := position_faults(self.position, self.rules):
            raise InvalidRequest(faults)
        return position_svg(self.position)

    def draw(self, hint: Hint) -> str:
        """The hint's play or plan."""
        from meldsolver.pictures.svg import plan_svg, play_svg

        if hint.plan is None:
            return ""
        if self.scene == "play":
            return play_svg(self.position, hint.solution.table)
        return plan_svg(self.position, hint.plan)


@dataclass(frozen=True, slots=True)
class AlternativesQuestion(Search["Iterator[Solution | End]"]):
    """All best plays, then how the list ended; see :func:`meldsolver.hints.alternatives`."""

    objectives: Sequence[Objective] = ()
    _: KW_ONLY
    most: int = MOST_ALTERNATIVES
    best_only: bool = True
    seed: int = 0

    def answer(self, terms: Terms) -> Iterator[Solution | End]:
        """Lists them."""
        from meldsolver.hints import alternatives

        return alternatives(
            self.position,
            self.rules,
            self.objectives or DEFAULT_OBJECTIVES,
            most=self.most,
            best_only=self.best_only,
            seed=self.seed,
            **terms.limits,
        )


@dataclass(frozen=True, slots=True)
class ImprovingQuestion(Search["Iterator[Progress]"]):
    """Improving plays, the last with its proof; see :func:`meldsolver.hints.improving`."""

    objectives: Sequence[Objective] = ()
    _: KW_ONLY
    seed: int = 0

    def answer(self, terms: Terms) -> Iterator[Progress]:
        """Tells them as they are found."""
        from meldsolver.hints import improving

        return improving(
            self.position, self.rules, self.objectives or DEFAULT_OBJECTIVES, seed=self.seed, **terms.limits
        )


@dataclass(frozen=True, slots=True)
class NoPlayQuestion(Search["NoPlay"]):
    """What is nearest; see :func:`meldsolver.hints.explain_no_play`."""

    _: KW_ONLY
    seed: int = 0

    def answer(self, terms: Terms) -> NoPlay:
        """Explains it."""
        from meldsolver.hints import explain_no_play

        return explain_no_play(self.position, self.rules, seed=self.seed, **terms.limits)


def known_hint(question: HintQuestion | PictureQuestion, book: HintBook) -> Hint | None:
    """The hint that is remembered."""
    wanted = tuple(question.objectives) or None
    return book.known(question.position, question.rules, wanted, seed=question.seed)


def find_hint(question: HintQuestion | PictureQuestion, terms: Terms) -> Hint:
    """The hint that is remembered, or a new one."""
    wanted = tuple(question.objectives) or None
    return terms.book().find(question.position, question.rules, wanted, seed=question.seed, **terms.limits)
