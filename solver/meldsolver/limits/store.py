"""What is kept for later questions: bounded by its bytes, however it is asked for."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from typing import Any, Generic, TypeVar

from meldsolver.limits.weight import weight_of

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Store(Generic[K, V]):
    """Values by key, those that were asked for latest, as many as weigh little enough; for several threads.

    Args:
        most: bytes, as :func:`meldsolver.limits.weight.weight_of` estimates them. A value of more
            than a quarter of that is not kept at all.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.weight = 0
        self._values: OrderedDict[K, V] = OrderedDict()
        self._weights: dict[K, int] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """The value, if it is kept."""
        value = self._values.get(key)
        if value is not None:
            with suppress(KeyError):  # another thread may just have made room
                self._values.move_to_end(key)
        return value

    def put(self, key: K, value: V) -> V:
        """Keeps a value, and returns it; where another thread was first, the value that it has kept."""
        weight = weight_of(key) + weight_of(value)
        with self._lock:
            known = self._values.get(key)
            if known is not None:
                return known
            if weight <= self.most // 4:
                self._values[key] = value
                self._weights[key] = 0
                self._add(key, weight)
        return value

    def grow(self, key: K, more: int) -> None:
        """Tells that a value weighs more (or less) than before."""
        with self._lock:
            if key in self._weights:
                self._add(key, more)

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._values.clear()
            self._weights.clear()
            self.weight = 0

    def _add(self, key: K, more: int) -> None:
        self._weights[key] += more
        self.weight += more
        while self.weight > self.most:
            oldest, _ = self._values.popitem(last=False)
            self.weight -= self._weights.pop(oldest)


class Memory:
    """What was worked out about one subject, by question: it goes when the subject goes, or when it weighs too much.

    Args:
        store: where the subject is kept.
        key: the subject's key there.
        most: bytes; beyond it everything is forgotten, which costs working it out again.
    """

    __slots__ = ("_key", "_lock", "_store", "known", "most", "weight")

    def __init__(self, store: Store[Any, Any] | None = None, key: Hashable = None, most: int = 1 << 62) -> None:
        self._store, self._key, self.most = store, key, most
        self.known: dict[Hashable, Any] = {}
        self.weight = 0
        self._lock = threading.Lock()

    def keep(self, question: Hashable, answer: V) -> V:
        """Keeps an answer, unless it alone would be too much, and returns it."""
        weight = 128 + weight_of(question) + weight_of(answer)
        if weight <= self.most // 4:
            with self._lock:
                answer = self.known.setdefault(question, answer)
                self._weigh(weight)
        return answer

    def add(self, weight: int) -> None:
        """Tells that what is kept weighs so much more."""
        with self._lock:
            self._weigh(weight)

    def _weigh(self, more: int) -> None:
        if self.weight + more > self.most:
            self.known.clear()
            more = -self.weight
        self.weight += more
        if self._store is not None:
            self._store.grow(self._key, more)
