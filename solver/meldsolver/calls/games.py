"""Questions about rulesets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from meldsolver.calls.question import Question, Terms, rules_of

if TYPE_CHECKING:
    from meldsolver.rules.presets import RulesetSummary
    from meldsolver.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class ListQuestion(Question["tuple[RulesetSummary, ...]"]):
    """Every preset that there is."""

    def answer(self, terms: Terms) -> tuple[RulesetSummary, ...]:
        """Lists them."""
        from meldsolver.rules import list_rulesets

        return list_rulesets()


@dataclass(frozen=True, slots=True)
class RulesetQuestion(Question["Ruleset"]):
    """One preset; of a server an unknown name is a ``ServiceError`` with the code NOT_FOUND.

    Args:
        name: its name or alias.
    """

    name: str

    def answer(self, terms: Terms) -> Ruleset:
        """Finds it."""
        return rules_of(self.name)


@dataclass(frozen=True, slots=True)
class ValidateQuestion(Question["Ruleset"]):
    """The rules, complete, if they hold together.

    Args:
        rules: as for :func:`meldsolver.load_ruleset`.
        preset: what the rules change; empty for whole rules.
    """

    rules: Mapping[str, Any]
    preset: str = ""

    def answer(self, terms: Terms) -> Ruleset:
        """Loads them."""
        from meldsolver.rules import load_ruleset
        from meldsolver.tiles.request import InvalidRequest

        try:
            return load_ruleset({**self.rules, "extends": self.preset} if self.preset else self.rules)
        except InvalidRequest as error:
            raise InvalidRequest(fault.under("ruleset.rules") for fault in error.faults) from None
