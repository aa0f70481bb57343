"""Why a group of tiles is no meld, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from meldsolver.limits.clock import Clock
from meldsolver.rules.game import HONOUR_SUIT, Game
from meldsolver.rules.reading import is_plain_meld, read_meld, wild_limit
from meldsolver.tiles import Tile, format_tiles


def meld_problem(
    meld: Sequence[Tile], game: Game, *, grown: bool = False, clock: Clock | None = None
) -> tuple[str, str] | None:
    """The code (``INVALID_MELD`` or ``WILD_LIMIT``) and a sentence, or ``None`` for a valid meld.

    Raises:
        OutOfTime: the clock ended it.
    """
    if is_plain_meld(meld, game):
        return None
    readings = read_meld(meld, game, clock)
    limits = [wild_limit(reading, game, grown=grown) for reading in readings]
    if readings and not all(limits):
        return None
    shown = format_tiles(tile.plain() for tile in meld[:20]) or "an empty group"
    if readings:
        return "WILD_LIMIT", f"{shown}: {limits[0]}"
    if len(meld) > 1 and all(tile.wild for tile in meld):
        least = game.ruleset.wild.min_naturals
        return "WILD_LIMIT", f"{shown}: a meld needs at least {least} naturals; this one has 0"
    return "INVALID_MELD", f"{shown} is no meld: {_reason(meld, game)}"


def _reason(meld: Sequence[Tile], game: Game) -> str:
    specials = [tile.name for tile in meld if tile.is_special and game.natural_face(tile) is None]
    if specials:
        return f"no meld can hold {specials[0]}"
    rules, shortest = game.ruleset, _shortest(game)
    if len(meld) < shortest:
        return f"it has {len(meld)} tile{'' if len(meld) == 1 else 's'}; {shortest} are needed"
    naturals = [tile for tile in meld if game.natural_face(tile) is not None and not game.can_be_wild(tile)]
    if len({tile.rank for tile in naturals}) == 1 and len(meld) > 1:
        return _set_reason(naturals, meld, game)
    if rules.run.suit == "same" and len({tile.suit for tile in naturals}) > 1:
        return "it has several ranks and several suits; a set has one rank, a run one suit"
    return _run_reason(naturals, meld, game)


def _shortest(game: Game) -> int:
    """The fewest tiles of any meld."""
    rules = game.ruleset
    return min([rule.min for rule in (rules.set, rules.run) if rule.allowed] + [m.n for m in rules.other_melds] or [1])


def _run_reason(naturals: Sequence[Tile], meld: Sequence[Tile], game: Game) -> str:
    rule = game.ruleset.run
    if not rule.allowed:
        return "runs are not allowed"
    if any(tile.suit == HONOUR_SUIT for tile in naturals):
        return "honours form no runs"
    if len(meld) < rule.min:
        return f"a run needs {rule.min} tiles; this has {len(meld)}"
    if not game.starts(len(meld)):
        longest = max((length for length in range(rule.min, len(meld)) if game.starts(length)), default=0)
        if not longest:
            return "the deck has too few ranks for a run"
        return f"a run has at most {longest} tiles; this has {len(meld)}"
    ranks = {tile.rank for tile in naturals}
    if rule.wrap == "none" and {game.low, game.high} <= ranks and len(meld) < game.span:
        return f"its ranks are not consecutive; {game.low} does not follow {game.high}"
    if rule.wrap == "one_high" and {game.low, game.low + 1, game.high} <= ranks and len(meld) < game.span:
        return f"its ranks are not consecutive; a run ends with the {game.low} that follows {game.high}"
    return "its ranks are not consecutive"


def _set_reason(naturals: Sequence[Tile], meld: Sequence[Tile], game: Game) -> str:
    rule = game.ruleset.set
    if not rule.allowed:
        return "sets are not allowed"
    if len(meld) < rule.min:
        return f"a set needs {rule.min} tiles; this has {len(meld)}"
    if rule.max and len(meld) > rule.max:
        return f"a set has at most {rule.max} tiles; this has {len(meld)}"
    if rule.suits == "distinct":
        return "a set holds each suit once"
    if rule.suits == "identical" and len({tile.suit for tile in naturals}) > 1:
        return "a set holds copies of one tile"
    return "its tiles do not fit together"
