"""The first meld of a player: what it must be worth and how the table may be used in that turn."""

from __future__ import annotations

from collections import Counter

from meldsolver.referee.accounting import card_key
from meldsolver.referee.report import Code, Violation
from meldsolver.referee.worth import TooManyStates, best_worth, melds_within, opening_worth
from meldsolver.rules.game import Game
from meldsolver.rules.reading import valid_readings
from meldsolver.tiles import Meld, Position, Tile
from meldsolver.tiles.request import Fault, InvalidRequest


def own_melds(before: Position, after: tuple[Meld, ...], played: tuple[Tile, ...]) -> tuple[int, ...]:
    """Melds after that are made of played tiles alone, melds that lay there before set aside first."""
    stood = Counter(_bag(meld) for meld in before.table)
    stock = Counter(map(card_key, played))
    own = []
    for index, meld in enumerate(after):
        bag = _bag(meld)
        if stood[bag] > 0:
            stood[bag] -= 1
            continue
        need = Counter(map(card_key, meld))
        if need <= stock:
            stock -= need
            own.append(index)
    return tuple(own)


def _bag(meld: Meld) -> tuple[tuple[str, int, str], ...]:
    return tuple(sorted(map(card_key, meld)))


def opening_violations(
    before: Position, after: tuple[Meld, ...], played: tuple[Tile, ...], game: Game
) -> tuple[list[Violation], int]:
    """The reasons against an opening move, and what its opening melds are worth."""
    rule = game.ruleset.opening
    own = own_melds(before, after, played)
    laid = [after[index] for index in own]
    violations: list[Violation] = []
    points = sum(max(opening_worth(meld, game), default=0) for meld in laid)
    if rule.pairs and _pairs(laid, game) >= rule.pairs:
        points = max(points, rule.threshold)
    match rule.kind:
        case "points":
            points, short = _points(before, after, played, laid, points, game)
            if short:
                violations.append(short)
        case "run":
            as_laid = any(reading.kind == "run" for meld in laid for reading in valid_readings(meld, game))
            if not as_laid and not _can_form(played, game, "run"):
                text = "the first meld must be a run from the rack"
                violations.append(Violation(Code.OPENING_NOT_A_RUN, text, tiles=played))
        case "own_meld":
            if not laid and not _can_form(played, game, ""):
                text = "the first meld must be made of rack tiles alone"
                violations.append(Violation(Code.OPENING_NO_OWN_MELD, text, tiles=played))
    return violations, points


def _points(
    before: Position, after: tuple[Meld, ...], played: tuple[Tile, ...], laid: list[Meld], points: int, game: Game
) -> tuple[int, Violation | None]:
    rule = game.ruleset.opening
    uses_wild = any(tile.wild for meld in laid for tile in meld)
    counted = points if game.ruleset.wild.usable_in_opening or not uses_wild else 0
    if not rule.multi_meld and len(laid) > 1:
        counted = max(max(opening_worth(meld, game), default=0) for meld in laid)
    if counted < rule.threshold and _arrangement_is_free(game):
        try:
            counted = max(counted, best_worth(played, game, rule.threshold))
        except TooManyStates:
            text = "too many ways to arrange the played tiles; lay the opening melds apart from the others"
            raise InvalidRequest([Fault("after.table", "TOO_COMPLEX", text)]) from None
    if counted >= rule.threshold:
        return counted, None
    need = f"the opening is worth {counted}; {rule.threshold} are needed from the rack alone"
    return counted, Violation(Code.OPENING_BELOW_THRESHOLD, need, tiles=played)


def _arrangement_is_free(game: Game) -> bool:
    """Whether any arrangement of the played tiles may count as the opening, not only the melds as laid."""
    rules = game.ruleset
    return rules.opening.same_turn_table == "full" and rules.table.manipulation == "full"


def _pairs(laid: list[Meld], game: Game) -> int:
    return sum(any(reading.kind == "pair" for reading in valid_readings(meld, game)) for meld in laid)


def _can_form(played: tuple[Tile, ...], game: Game, kind: str) -> bool:
    if not _arrangement_is_free(game):
        return False
    for meld, _ in melds_within(played, game):
        if not kind or any(reading.kind == kind for reading in valid_readings(meld, game)):
            return True
    return False
