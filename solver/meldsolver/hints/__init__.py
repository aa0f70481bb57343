"""Hints that people can follow: the least disturbing play, its plan, and what to tell of it."""

from meldsolver.hints.book import HintBook
from meldsolver.hints.explain_no import NearTile, NoPlay, explain_no_play
from meldsolver.hints.grades import Grade, Told, tell
from meldsolver.hints.hint import Hint, find_hint, hint_objectives
from meldsolver.hints.origin import MeldOrigin, Place, Source, origins
from meldsolver.hints.plan import plan_of
from meldsolver.hints.replay import BrokenPlan, replay
from meldsolver.hints.step import Moved, Plan, Step, StepKind
from meldsolver.solver.engine import End, Progress, alternatives, improving

__all__ = [
    "BrokenPlan",
    "End",
    "Grade",
    "Hint",
    "HintBook",
    "MeldOrigin",
    "Moved",
    "NearTile",
    "NoPlay",
    "Place",
    "Plan",
    "Progress",
    "Source",
    "Step",
    "StepKind",
    "Told",
    "alternatives",
    "explain_no_play",
    "find_hint",
    "hint_objectives",
    "improving",
    "origins",
    "plan_of",
    "replay",
    "tell",
]
