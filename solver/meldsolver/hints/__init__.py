"""Hints that people can follow: the least disturbing play, its plan, and what to tell of it."""

from meldsolver.hints.book import HintBook
from meldsolver.hints.grades import Grade, Told, tell
from meldsolver.hints.hint import Hint, find_hint, hint_objectives
from meldsolver.hints.origin import MeldOrigin, Place, Source, origins
from meldsolver.hints.plan import plan_of
from meldsolver.hints.replay import BrokenPlan, replay
from meldsolver.hints.step import Moved, Plan, Step, StepKind

__all__ = [
    "BrokenPlan",
    "Grade",
    "Hint",
    "HintBook",
    "MeldOrigin",
    "Moved",
    "Place",
    "Plan",
    "Source",
    "Step",
    "StepKind",
    "Told",
    "find_hint",
    "hint_objectives",
    "origins",
    "plan_of",
    "replay",
    "tell",
]
