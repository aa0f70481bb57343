"""What answers are made of: statuses, objectives, goals and plays. Nothing here knows how they are found."""

from meldsolver.answers.objective import DEFAULT_OBJECTIVES, Objective
from meldsolver.answers.solution import Goal, Solution
from meldsolver.answers.status import Status

__all__ = ["DEFAULT_OBJECTIVES", "Goal", "Objective", "Solution", "Status"]
