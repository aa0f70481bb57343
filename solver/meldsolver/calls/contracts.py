"""Questions about contracts: a hand, the melds that are down and whose they are, what is unseen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar, TypedDict, TypeVar

from meldsolver.calls.question import Question, Search, Terms, rules_of

if TYPE_CHECKING:
    from meldsolver.answers import Objective
    from meldsolver.contracts import Discard, DiscardAdvice, Distance, DrawAdvice, LayDown, Ramo
    from meldsolver.rules.ruleset import Ruleset
    from meldsolver.tiles import Card, Meld, Tile

A_co = TypeVar("A_co", covariant=True)


@dataclass(frozen=True, slots=True)
class LayDownQuestion(Search["LayDown"]):
    """What is best laid in one turn; see :func:`meldsolver.contracts.lay_down`."""

    objectives: Sequence[Objective] = ()
    _: KW_ONLY
    players: Sequence[str] = ()
    go_out: bool = False
    seed: int = 0

    def answer(self, terms: Terms) -> LayDown:
        """Finds it."""
        from meldsolver.contracts import LAY_DOWN_OBJECTIVES, lay_down

        return lay_down(
            self.position,
            self.rules,
            self.objectives or LAY_DOWN_OBJECTIVES,
            players=self.players,
            go_out=self.go_out,
            seed=self.seed,
            **terms.limits,
        )


class Known(TypedDict):
    """What is known besides the hand, as the library's functions take it."""

    unseen: Mapping[Card, int] | None
    seen: Sequence[Tile]
    players: Sequence[str]


@dataclass(frozen=True, slots=True)
class HandQuestion(Search[A_co]):
    """A question about a hand and what may still be drawn."""

    _: KW_ONLY
    unseen: Mapping[Card, int] | None = None
    seen: Sequence[Tile] = ()
    players: Sequence[str] = ()

    @property
    def known(self) -> Known:
        """What is known besides the hand."""
        return Known(unseen=self.unseen, seen=self.seen, players=self.players)


@dataclass(frozen=True, slots=True)
class DistanceQuestion(HandQuestion["Distance"]):
    """The distance and the outs; see :func:`meldsolver.contracts.distance`."""

    _: KW_ONLY
    draws: int = 2

    def answer(self, terms: Terms) -> Distance:
        """Measures it."""
        from meldsolver.contracts import distance

        return distance(self.position, self.rules, **self.known, draws=self.draws, **terms.limits)


@dataclass(frozen=True, slots=True)
class DiscardQuestion(HandQuestion["DiscardAdvice"]):
    """What to throw; see :func:`meldsolver.contracts.advise_discard`."""

    _: KW_ONLY
    player: str = ""

    def answer(self, terms: Terms) -> DiscardAdvice:
        """Advises."""
        from meldsolver.contracts import advise_discard

        return advise_discard(self.position, self.rules, **self.known, player=self.player, **terms.limits)


@dataclass(frozen=True, slots=True)
class DiscardsQuestion(HandQuestion["Iterator[Distance | Discard]"]):
    """The present distance, then the cards one by one, not ranked; see :func:`meldsolver.contracts.advise_discard`."""

    _: KW_ONLY
    player: str = ""

    def answer(self, terms: Terms) -> Iterator[Distance | Discard]:
        """Weighs them."""
        from meldsolver.contracts import weigh_discards

        now, discards = weigh_discards(self.position, self.rules, **self.known, player=self.player, **terms.limits)
        if now is not None:
            yield now
        yield from discards


@dataclass(frozen=True, slots=True)
class DrawQuestion(HandQuestion["DrawAdvice"]):
    """Whether to take the discard; see :func:`meldsolver.contracts.advise_draw`."""

    card: Tile

    def answer(self, terms: Terms) -> DrawAdvice:
        """Advises."""
        from meldsolver.contracts import advise_draw

        return advise_draw(self.position, self.rules, self.card, **self.known, **terms.limits)


@dataclass(frozen=True, slots=True)
class RamoQuestion(Question["Ramo"]):
    """Whether a discard is a Ramo; see :func:`meldsolver.contracts.check_ramo`."""

    searches: ClassVar[bool] = True

    card: Tile
    table: Sequence[Meld]
    ruleset: Ruleset | str
    _: KW_ONLY
    players: Sequence[str] = ()
    discarder: str = ""
    hands: Mapping[str, Sequence[Tile]] | None = None

    def answer(self, terms: Terms) -> Ramo:
        """Checks it."""
        from meldsolver.contracts import check_ramo

        return check_ramo(
            self.card,
            self.table,
            rules_of(self.ruleset),
            players=self.players,
            discarder=self.discarder,
            hands=self.hands,
            **terms.limits,
        )
