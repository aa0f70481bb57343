"""What the command's exit code means, and the errors that end a run."""

from __future__ import annotations

from enum import IntEnum
from typing import Any


class Exit(IntEnum):
    """Exit codes; they are part of the command's contract."""

    ANSWERED = 0
    """Every question was answered."""
    NO = 1
    """The answer is no: no position has a play, or a move is illegal, or a ruleset is not valid."""
    BAD_INPUT = 2
    """Something given could not be read or is impossible; answers to the rest were still given."""
    FAILED = 3
    """The answer could not be had: no server there, or an extra that is not installed."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C."""
    CLOSED = 141
    """Nobody reads the output any more."""


CODES_HELP = """\
exit codes:
  0  answered
  1  the answer is no: no position has a play, a move is illegal, a ruleset is not valid
  2  bad input: something could not be read or is impossible (the rest was still answered)
  3  no answer to be had: the server cannot be reached, or an extra is not installed
"""


class CommandError(Exception):
    """An error that ends the run with a message for the user.

    Attributes:
        code: the exit code.
    """

    def __init__(self, message: str, code: Exit = Exit.BAD_INPUT) -> None:
        self.code = code
        super().__init__(message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Made again from what it was made of, not from its sentence: between processes nothing is lost."""
        return type(self), (str(self), self.code), self.__dict__
