"""What a call asks, and on which terms it is answered in process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypedDict, TypeVar

if TYPE_CHECKING:
    from meldsolver.hints import HintBook
    from meldsolver.limits.cancel import CancelToken
    from meldsolver.rules.ruleset import Ruleset
    from meldsolver.tiles import Position

A_co = TypeVar("A_co", covariant=True)


class Limits(TypedDict, total=False):
    """What ends a search, as the library's functions take it."""

    time_limit: float
    cancel: CancelToken


def new_book() -> HintBook:
    """A book with no hints in it."""
    from meldsolver.hints import HintBook

    return HintBook()


@dataclass(frozen=True, slots=True)
class Terms:
    """What this process grants a question.

    Attributes:
        time_limit: seconds of search; ``None`` for what the library usually takes.
        cancel: ends the search.
        book: gives the book that remembers hints.
    """

    time_limit: float | None = None
    cancel: CancelToken | None = None
    book: Callable[[], HintBook] = new_book

    @property
    def limits(self) -> Limits:
        """What ends a search; what is not granted is left out."""
        limits = Limits()
        if self.time_limit is not None:
            limits["time_limit"] = self.time_limit
        if self.cancel is not None:
            limits["cancel"] = self.cancel
        return limits


class Question(ABC, Generic[A_co]):
    """The arguments of a call, and how this process answers it; one whose answer is an iterator streams.

    Attributes:
        searches: whether it takes a search.
    """

    __slots__ = ()
    searches: ClassVar[bool] = False

    @property
    def seconds(self) -> float | None:
        """Seconds of search that it asks for; ``None`` where whoever answers decides."""
        return None

    @abstractmethod
    def answer(self, terms: Terms) -> A_co:
        """The answer of this process.

        Raises:
            InvalidRequest: it makes no sense; it holds every fault.
        """


@dataclass(frozen=True, slots=True)
class Search(Question[A_co]):
    """A question about a position, answered by a search.

    The rules may be a preset's name; without a time limit whoever answers decides; without objectives it is as the
    library usually has them.
    """

    searches: ClassVar[bool] = True

    position: Position
    ruleset: Ruleset | str
    _: KW_ONLY
    time_limit: float | None = None

    @property
    def seconds(self) -> float | None:
        """Its time limit."""
        return self.time_limit

    @property
    def rules(self) -> Ruleset:
        """The rules, found by their name where they are given by it."""
        return rules_of(self.ruleset)


def rules_of(ruleset: Ruleset | str) -> Ruleset:
    """The rules, or those of the preset of that name.

    Raises:
        InvalidRequest: there is no such preset.
    """
    if not isinstance(ruleset, str):
        return ruleset
    from meldsolver.rules import get_ruleset

    return get_ruleset(ruleset)
