"""How a question becomes a method of whoever runs it: blocking, or awaited."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from meldsolver.calls.question import Question

P = ParamSpec("P")
A = TypeVar("A")


class Blocking(ABC):
    """Runs calls and waits for their answers: this process, or a client of a server."""

    @abstractmethod
    def _ask(self, question: Question[A]) -> A:
        """The answer to a question that has one."""

    @abstractmethod
    def _stream(self, question: Question[Iterator[A]]) -> Iterator[A]:
        """The answers to a question that has many, as they come."""


class Awaited(ABC):
    """Runs calls in an event loop."""

    @abstractmethod
    async def _ask(self, question: Question[A]) -> A:
        """The answer to a question that has one."""

    @abstractmethod
    def _stream(self, question: Question[Iterator[A]]) -> AsyncIterator[A]:
        """The answers to a question that has many, as they come."""


class One(Generic[P, A]):
    """The method that asks a question with one answer; its arguments are those that the question is made of."""

    def __init__(self, question: Callable[P, Question[A]]) -> None:
        def blocking(self: Blocking, /, *args: P.args, **kwargs: P.kwargs) -> A:
            return self._ask(question(*args, **kwargs))

        async def awaited(self: Awaited, /, *args: P.args, **kwargs: P.kwargs) -> A:
            return await self._ask(question(*args, **kwargs))

        self._functions: tuple[Callable[..., Any], ...] = (blocking, awaited)
        self.question = question

    def __set_name__(self, owner: type[Any], name: str) -> None:
        for function in self._functions:
            _dress(function, self.question, owner, name)

    @overload
    def __get__(self, runner: None, owner: type[Any]) -> Callable[Concatenate[Any, P], Any]: ...
    @overload
    def __get__(self, runner: Blocking, owner: type[Any]) -> Callable[P, A]: ...
    @overload
    def __get__(self, runner: Awaited, owner: type[Any]) -> Callable[P, Coroutine[Any, Any, A]]: ...
    def __get__(self, runner: Any, owner: type[Any]) -> Callable[..., Any]:
        """The method, bound as any other is."""
        return _bound(self._functions, runner, owner)


class Many(Generic[P, A]):
    """As :class:`One`, of a question whose answers come one after the other."""

    def __init__(self, question: Callable[P, Question[Iterator[A]]]) -> None:
        def blocking(self: Blocking, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[A]:
            return self._stream(question(*args, **kwargs))

        def awaited(self: Awaited, /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[A]:
            return self._stream(question(*args, **kwargs))

        self._functions: tuple[Callable[..., Any], ...] = (blocking, awaited)
        self.question = question

    def __set_name__(self, owner: type[Any], name: str) -> None:
        for function in self._functions:
            _dress(function, self.question, owner, name)
        awaited = inspect.signature(self._functions[1])
        waiting = awaited.replace(return_annotation=f"Async{awaited.return_annotation}")
        self._functions[1].__signature__ = waiting  # type: ignore[attr-defined]

    @overload
    def __get__(self, runner: None, owner: type[Any]) -> Callable[Concatenate[Any, P], Any]: ...
    @overload
    def __get__(self, runner: Blocking, owner: type[Any]) -> Callable[P, Iterator[A]]: ...
    @overload
    def __get__(self, runner: Awaited, owner: type[Any]) -> Callable[P, AsyncIterator[A]]: ...
    def __get__(self, runner: Any, owner: type[Any]) -> Callable[..., Any]:
        """The method, bound as any other is."""
        return _bound(self._functions, runner, owner)


def _bound(functions: tuple[Callable[..., Any], ...], runner: Any, owner: type[Any]) -> Callable[..., Any]:
    function: Any = functions[issubclass(owner, Awaited)]
    bound: Callable[..., Any] = function.__get__(runner, owner)
    return bound


def _dress(function: Any, question: Callable[..., Question[Any]], owner: type[Any], name: str) -> None:
    """Gives a method its name and the question's own signature and words, which help() and editors show."""
    function.__name__, function.__qualname__ = name, f"{owner.__qualname__}.{name}"
    function.__module__, function.__doc__ = owner.__module__, question.__doc__
    itself = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    answer = question.answer.__annotations__["return"]  # type: ignore[attr-defined]
    arguments = inspect.signature(question).parameters.values()
    function.__signature__ = inspect.Signature((itself, *arguments), return_annotation=answer)
