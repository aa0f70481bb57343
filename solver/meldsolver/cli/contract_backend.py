"""Who answers questions about contracts: the same two as :mod:`meldsolver.cli.backend`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from meldsolver.contracts import DiscardAdvice, Distance, DrawAdvice, LayDown, Ramo
    from meldsolver.limits.cancel import CancelToken
    from meldsolver.rules import Ruleset
    from meldsolver.tiles import Card, Meld, Position, Tile


class ContractBackend(Protocol):
    """What the commands about contracts ask; the gRPC client has the same methods."""

    def lay_down(
        self, position: Position, ruleset: Ruleset, *, players: Sequence[str], go_out: bool, time_limit: float
    ) -> LayDown:
        """What is best laid in one turn."""
        ...

    def distance(
        self,
        position: Position,
        ruleset: Ruleset,
        *,
        unseen: Mapping[Card, int] | None,
        seen: Sequence[Tile],
        players: Sequence[str],
        draws: int,
        time_limit: float,
    ) -> Distance:
        """The distance and the outs."""
        ...

    def advise_discard(
        self,
        position: Position,
        ruleset: Ruleset,
        *,
        unseen: Mapping[Card, int] | None,
        seen: Sequence[Tile],
        players: Sequence[str],
        player: str,
        time_limit: float,
    ) -> DiscardAdvice:
        """The cards of a hand, the best to throw first."""
        ...

    def advise_draw(
        self,
        position: Position,
        ruleset: Ruleset,
        card: Tile,
        *,
        unseen: Mapping[Card, int] | None,
        seen: Sequence[Tile],
        players: Sequence[str],
        time_limit: float,
    ) -> DrawAdvice:
        """Whether to take the discard."""
        ...

    def check_ramo(
        self,
        card: Tile,
        table: Sequence[Meld],
        ruleset: Ruleset,
        *,
        players: Sequence[str],
        discarder: str,
        hands: Mapping[str, Sequence[Tile]],
    ) -> Ramo:
        """Whether a discard is a Ramo."""
        ...


class InProcessContracts:
    """The solver of this process."""

    _cancel: CancelToken

    def lay_down(
        self, position: Position, ruleset: Ruleset, *, players: Sequence[str], go_out: bool, time_limit: float
    ) -> LayDown:
        """What is best laid in one turn."""
        from meldsolver.contracts import lay_down

        return lay_down(position, ruleset, players=players, go_out=go_out, time_limit=time_limit, cancel=self._cancel)

    def distance(
        self,
        position: Position,
        ruleset: Ruleset,
        *,
        unseen: Mapping[Card, int] | None,
        seen: Sequence[Tile],
        players: Sequence[str],
        draws: int,
        time_limit: float,
    ) -> Distance:
        """The distance and the outs."""
        from meldsolver.contracts import distance

        return distance(
            position,
            ruleset,
            unseen=unseen,
            seen=seen,
            players=players,
            draws=draws,
            time_limit=time_limit,
            cancel=self._cancel,
        )

    def advise_discard(
        self,
        position: Position,
        ruleset: Ruleset,
        *,
        unseen: Mapping[Card, int] | None,
        seen: Sequence[Tile],
        players: Sequence[str],
        player: str,
        time_limit: float,
    ) -> DiscardAdvice:
        """The cards of a hand, the best to throw first."""
        from meldsolver.contracts import advise_discard

        return advise_discard(
            position,
            ruleset,
            unseen=unseen,
            seen=seen,
            players=players,
            player=player,
            time_limit=time_limit,
            cancel=self._cancel,
        )

    def advise_draw(
        self,
        position: Position,
        ruleset: Ruleset,
        card: Tile,
        *,
        unseen: Mapping[Card, int] | None,
        seen: Sequence[Tile],
        players: Sequence[str],
        time_limit: float,
    ) -> DrawAdvice:
        """Whether to take the discard."""
        from meldsolver.contracts import advise_draw

        return advise_draw(
            position,
            ruleset,
            card,
            unseen=unseen,
            seen=seen,
            players=players,
            time_limit=time_limit,
            cancel=self._cancel,
        )

    def check_ramo(
        self,
        card: Tile,
        table: Sequence[Meld],
        ruleset: Ruleset,
        *,
        players: Sequence[str],
        discarder: str,
        hands: Mapping[str, Sequence[Tile]],
    ) -> Ramo:
        """Whether a discard is a Ramo."""
        from meldsolver.contracts import check_ramo

        return check_ramo(card, table, ruleset, players=players, discarder=discarder, hands=hands, cancel=self._cancel)
