"""Rulesets from mappings and files, and back to mappings."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from meldsolver.rules.building import build_ruleset
from meldsolver.rules.presets import get_ruleset
from meldsolver.rules.ruleset import SECTIONS, TEXTS, OtherMeld, Ruleset
from meldsolver.rules.schema import section_fields
from meldsolver.tiles.request import Fault, InvalidRequest


def load_ruleset(source: Mapping[str, Any] | str | Path) -> Ruleset:
    """A ruleset of your own: a preset with overrides, or a whole one.

    ``{"extends": "tile-rummy", "deck": {"ranks": 100}, "run": {"max": 100}}`` is tile rummy with 100
    ranks. Without ``extends`` the fields not named have the defaults told in the documentation.

    Args:
        source: the fields, or the path of a TOML or JSON file that holds them. A path is opened as
            it is, so never pass on a text that came from someone else.

    Raises:
        InvalidRequest: the file cannot be read, fields are unknown, of the wrong type or out of
            range, or contradict each other; every fault names its field.
    """
    if not isinstance(source, str | Path):
        return build_ruleset(source, get_ruleset)
    path = Path(source)
    return build_ruleset(_read(path), get_ruleset, name=path.stem)


def _read(path: Path) -> Mapping[str, Any]:
    shown = path.name[:80]
    try:
        text = path.read_text("utf-8-sig")  # some editors begin a file with a byte order mark
        if path.suffix.lower() == ".json":
            return json.loads(text)  # type: ignore[no-any-return]
        return tomllib.loads(text)
    except OSError as error:
        problem, reason = f"{shown} cannot be read: {error.strerror or error}", "UNREADABLE_FILE"
    except (ValueError, RecursionError) as error:
        kind = "JSON" if path.suffix.lower() == ".json" else "TOML"
        problem, reason = f"{shown} is no {kind}: {str(error)[:200]}", "MALFORMED_FILE"
    raise InvalidRequest([Fault("ruleset", reason, problem)])


def ruleset_to_mapping(ruleset: Ruleset, *, since: Ruleset | None = None) -> dict[str, Any]:
    """The ruleset as :func:`load_ruleset` reads it, made of JSON's types.

    Args:
        ruleset: the rules.
        since: a preset; only what differs from it is told, with ``extends``. Without it every
            field is told.
    """
    mapping: dict[str, Any] = {"name": ruleset.name, "title": ruleset.title}
    if since is not None:
        mapping["extends"] = since.name
    for name in TEXTS:
        if since is None or getattr(ruleset, name) != getattr(since, name):
            mapping[name] = list(getattr(ruleset, name))
    for name in SECTIONS:
        section, old = getattr(ruleset, name), getattr(since, name) if since is not None else None
        told = _fields(section, old)
        if told or since is None:
            mapping[name] = told
    if since is None or ruleset.other_melds != since.other_melds:
        mapping["other_melds"] = [_fields(meld, None) for meld in ruleset.other_melds]
    return mapping


def _fields(section: Any, old: Any) -> dict[str, Any]:
    kind: type = OtherMeld if isinstance(section, OtherMeld) else type(section)
    return {
        name: _json(name, getattr(section, name))
        for name in section_fields(kind)
        if old is None or getattr(section, name) != getattr(old, name)
    }


def _json(name: str, value: Any) -> Any:
    if name in ("specials", "values", "rank_labels"):
        return {str(key): item for key, item in value}
    return list(value) if isinstance(value, tuple) else value
