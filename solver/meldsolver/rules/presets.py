"""The games that come with the package, by name and alias; their data lie in ``data/*.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Any

from meldsolver.rules.building import build_ruleset
from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles.request import Fault, InvalidRequest


@dataclass(frozen=True, slots=True)
class RulesetSummary:
    """A preset in the list of presets.

    Attributes:
        name: the name under which it is found.
        title: the game in a few words.
        aliases: other names.
        extends: the preset that it differs from, or empty.
        family: the group of games to which it belongs.
    """

    name: str
    title: str
    aliases: tuple[str, ...]
    extends: str
    family: str


class Catalogue:
    """Presets by name, alias, or any spelling of either; built when asked for, once.

    Args:
        families: for each family its presets, each the mapping of a ruleset with ``aliases``.
        refused: games that cannot be expressed, with the reason.
    """

    def __init__(self, families: Mapping[str, Mapping[str, Any]], refused: Mapping[str, str] | None = None) -> None:
        self.refused = dict(refused or {})
        self._raw: dict[str, Mapping[str, Any]] = {}
        self._built: dict[str, Ruleset] = {}
        self._names: dict[str, str] = {}
        summaries = []
        for family, presets in families.items():
            for name, raw in presets.items():
                aliases = tuple(raw.get("aliases", ()))
                self._raw[name] = raw
                for known in (name, *aliases):
                    if self._names.setdefault(_plain(known), name) != name:
                        raise ValueError(f"{known!r} names both {self._names[_plain(known)]} and {name}")
                summaries.append(RulesetSummary(name, raw.get("title", ""), aliases, raw.get("extends", ""), family))
        self.summaries = tuple(summaries)

    def get(self, name: str) -> Ruleset:
        """The preset of that name or alias.

        Raises:
            InvalidRequest: there is none, or the game cannot be expressed; the message says why.
        """
        return self._get(name, ())

    def _get(self, name: str, within: tuple[str, ...]) -> Ruleset:
        known = self._names.get(_plain(str(name)))
        if known is None:
            raise InvalidRequest([self._unknown(str(name))])
        if known in within:
            chain = " -> ".join((*within, known))
            raise InvalidRequest([Fault("extends", "EXTENDS_CYCLE", f"a preset extends itself: {chain}")])
        if known not in self._built:
            self._built[known] = build_ruleset(
                self._raw[known], lambda base: self._get(base, (*within, known)), name=known
            )
        return self._built[known]

    def _unknown(self, name: str) -> Fault:
        for refused, reason in self.refused.items():
            if _plain(refused) == _plain(name):
                return Fault("ruleset", "UNSUPPORTED_RULESET", f"{refused} cannot be played here: {reason}")
        shown = name if len(name) <= 40 else name[:37] + "..."
        near = get_close_matches(_plain(name[:60]), self._names, n=3, cutoff=0.6)
        names = [self._names[match] for match in near]
        remedy = f"did you mean {' or '.join(dict.fromkeys(names))}?" if names else "list the rulesets to see all names"
        return Fault("ruleset", "UNKNOWN_RULESET", f"there is no ruleset {shown!r}; {remedy}")


def _plain(name: str) -> str:
    """Names are compared without case, hyphens, underscores and spaces."""
    return re.sub(r"[-_\s]+", "", name).lower()


@cache
def catalogue() -> Catalogue:
    """The presets that come with the package."""
    families = {}
    refused: dict[str, str] = {}
    folder = resources.files("meldsolver.rules").joinpath("data")
    for file in sorted(folder.iterdir(), key=lambda item: item.name):
        if not file.name.endswith(".toml"):
            continue
        data = tomllib.loads(file.read_text("utf-8"))
        if file.name == "unsupported.toml":
            refused = {name: entry["reason"] for name, entry in data.items()}
        else:
            families[file.name.removesuffix(".toml")] = data
    return Catalogue(families, refused)


def get_ruleset(name: str) -> Ruleset:
    """The preset of that name or alias; case, ``-`` and ``_`` do not matter.

    Raises:
        InvalidRequest: there is none, or the game cannot be expressed; the message says why.
    """
    return catalogue().get(name)


def list_rulesets() -> tuple[RulesetSummary, ...]:
    """Every preset, family by family."""
    return catalogue().summaries
