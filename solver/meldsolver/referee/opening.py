"""The first meld of a player: what it must be worth and how the table may be used in that turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from meldsolver.limits.clock import Clock
from meldsolver.referee.accounting import bag_of, card_key
from meldsolver.referee.report import Code, Violation
from meldsolver.referee.wilds import freed_count
from meldsolver.referee.worth import (
    TooManyStates,
    best_worth,
    can_form,
    most_pairs,
    opening_readings,
    opening_worths,
)
from meldsolver.rules.game import Game
from meldsolver.rules.reading import meld_worth, valid_readings
from meldsolver.tiles import Meld, Position, Tile, format_tiles
from meldsolver.tiles.request import Fault, InvalidRequest


def own_melds(before: Position, after: tuple[Meld, ...], played: tuple[Tile, ...]) -> tuple[int, ...]:
    """Melds after that are made of played tiles alone, melds that lay there before set aside first."""
    stood = Counter(map(bag_of, before.table))
    stock = Counter(map(card_key, played))
    own = []
    for index, meld in enumerate(after):
        bag = bag_of(meld)
        if stood[bag] > 0:
            stood[bag] -= 1
            continue
        need = Counter(map(card_key, meld))
        if need <= stock:
            stock -= need
            own.append(index)
    return tuple(own)


def early_wild_violations(
    before: Position, after: tuple[Meld, ...], faults: Sequence[Violation], game: Game
) -> list[Violation]:
    """The reason against a wild taken from the table beside an opening that is none."""
    if not faults or game.ruleset.retrieval.before_opening or not freed_count(before.table, after, game):
        return []
    return [Violation(Code.JOKER_BEFORE_OPENING, "a wild of the table may not be taken before the opening is complete")]


def opening_violations(
    before: Position,
    after: tuple[Meld, ...],
    played: tuple[Tile, ...],
    game: Game,
    shown: Sequence[Meld] = (),
    clock: Clock | None = None,
    *,
    new: Sequence[Meld] | None = None,
) -> tuple[list[Violation], int]:
    """The reasons against an opening move, and what its opening melds are worth.

    Args:
        before: the position before the move.
        after: all melds after it.
        played: the rack tiles played.
        game: the rules.
        shown: melds of the played tiles that are said to open; where they do, no others are searched.
        clock: ends the search for others.
        new: where the table only grew, the melds that continue none of it.

    Raises:
        InvalidRequest: there are more ways to arrange the played tiles than can be tried.
    """
    own = [after[index] for index in own_melds(before, after, played)] if new is None else new
    laid = [meld for meld in own if opening_readings(meld, game)]
    paired = laid
    if new is not None:
        laid, paired = _made_of_rack(laid, played, game)
    if shown and _arrangement_is_free(game) and _opens(shown, played, game):
        counted = [meld for meld in shown if opening_readings(meld, game)]
        return [], max(_worth(laid, game), _worth(counted, game))
    clock = clock or Clock()
    try:
        match game.ruleset.opening.kind:
            case "points":
                faults, points = _points(laid, paired, played, game, clock)
                return [replace(fault, message=fault.message + _for_wilds(own, game)) for fault in faults], points
            case "run":
                if not _shows(laid, game, "run") and not _can_form(played, game, "run", clock):
                    text = "the first meld must be a run from the rack"
                    return [Violation(Code.OPENING_NOT_A_RUN, text, tiles=played)], _worth(laid, game)
            case "own_meld":
                if not laid and not _can_form(played, game, "", clock):
                    text = "the first meld must be made of rack tiles alone"
                    return [Violation(Code.OPENING_NO_OWN_MELD, text, tiles=played)], _worth(laid, game)
    except TooManyStates:
        text = "too many ways to arrange the played tiles; lay the opening melds apart from the others"
        raise InvalidRequest([Fault("after.table", "TOO_COMPLEX", text)]) from None
    return [], _worth(laid, game)


def _made_of_rack(new: list[Meld], played: tuple[Tile, ...], game: Game) -> tuple[list[Meld], list[Meld]]:
    """Of new melds beside a table that only grew, those of played tiles alone: the most worth, and the most pairs.

    Where wilds freed from the table lie in new melds, any of these may be said to hold them.
    """
    room = sum(map(_is_printed, played))
    rule = game.ruleset.opening
    if rule.kind != "points" or not rule.multi_meld:
        # One meld opens, so each may be the one that holds no freed wild.
        alone = [meld for meld in new if sum(map(_is_printed, meld)) <= room]
        return alone, _within(new, room, lambda meld: _shows([meld], game, "pair"))
    worth = _within(new, room, lambda meld: max(opening_worths(meld, game)))
    return worth, _within(new, room, lambda meld: _shows([meld], game, "pair"))


def most_within(melds: Sequence[tuple[Meld, int]], played: Sequence[Tile], *, several: bool) -> int:
    """The most that new melds of played tiles alone are worth together, or (not several) one of them.

    Where wilds freed from the table lie in new melds, any of these may be said to hold them.

    Args:
        melds: the new melds, each with its worth.
        played: the rack tiles played.
        several: whether more than one counts.
    """
    room = sum(map(_is_printed, played))
    best = {0: 0}
    for meld, worth in melds:
        wilds = sum(map(_is_printed, meld))
        for used, before in list(best.items()) if several else [(0, 0)]:
            if used + wilds <= room:
                best[used + wilds] = max(best.get(used + wilds, 0), before + worth)
    return max(best.values())


def _is_printed(tile: Tile) -> bool:
    return tile.wild and not tile.suit


def _within(melds: list[Meld], room: int, value: Callable[[Meld], int]) -> list[Meld]:
    """The melds whose values together are greatest while their printed wilds are at most so many."""
    best: dict[int, tuple[int, list[Meld]]] = {0: (0, [])}
    for meld in melds:
        wilds = sum(map(_is_printed, meld))
        longer = dict(best)
        for used, (worth, chosen) in best.items():
            more = worth + value(meld)
            if used + wilds <= room and longer.get(used + wilds, (-1, []))[0] < more:
                longer[used + wilds] = (more, [*chosen, meld])
        best = longer
    return max(best.values(), key=lambda pair: pair[0])[1]


def _opens(shown: Sequence[Meld], played: tuple[Tile, ...], game: Game) -> bool:
    """Whether melds are made of the played tiles alone and open."""
    if Counter(card_key(tile) for meld in shown for tile in meld) - Counter(map(card_key, played)):
        return False
    melds = [meld for meld in shown if opening_readings(meld, game)]
    rule = game.ruleset.opening
    match rule.kind:
        case "points":
            pairs = sum(_shows([meld], game, "pair") for meld in melds)
            return _worth(melds, game) >= rule.threshold or 0 < rule.pairs <= pairs
        case "run":
            return _shows(melds, game, "run")
    return bool(melds)


def _worth(laid: list[Meld], game: Game) -> int:
    """What the melds count, as they lie."""
    worths = [max(opening_worths(meld, game)) for meld in laid]
    return sum(worths) if game.ruleset.opening.multi_meld else max(worths, default=0)


def _points(
    laid: list[Meld], paired: list[Meld], played: tuple[Tile, ...], game: Game, clock: Clock
) -> tuple[list[Violation], int]:
    rule = game.ruleset.opening
    counted = _worth(laid, game)
    if counted < rule.threshold and _arrangement_is_free(game):
        counted = max(counted, best_worth(played, game, rule.threshold, clock))
    if counted < rule.threshold and rule.pairs:
        pairs = sum(_shows([meld], game, "pair") for meld in paired)
        if pairs < rule.pairs and _arrangement_is_free(game):
            pairs = most_pairs(played, game, rule.pairs, clock)
        if pairs >= rule.pairs:
            return [], counted
    if counted >= rule.threshold:
        return [], counted
    need = f"the opening is worth {counted}; {rule.threshold} are needed from the rack alone"
    if rule.pairs:
        need = f"the opening is worth {counted} without its pairs; {rule.threshold} are needed, or {rule.pairs} pairs"
    return [Violation(Code.OPENING_BELOW_THRESHOLD, need, tiles=played)], counted


def _for_wilds(own: Sequence[Meld], game: Game) -> str:
    """Which wilds are why an opening is worth too little; empty where they are not."""
    rule, opening = game.ruleset.wild, game.ruleset.opening
    if rule.usable_in_opening and rule.opening_value != "zero":
        return ""
    held = [meld for meld in own if any(tile.wild for tile in meld)]
    worths = [meld_worth(meld, game) for meld in own]
    if not held or (sum(worths) if opening.multi_meld else max(worths)) < opening.threshold:
        return ""
    shown = " and of ".join(map(format_tiles, held))
    return f"; the wild of {shown} " + (
        "counts nothing in it" if rule.usable_in_opening else "keeps its meld out of it"
    )


def mixing_violations(
    new: Sequence[Meld], played: tuple[Tile, ...], points: int, faults: Sequence[Violation], game: Game
) -> list[Violation]:
    """The reason against an opening beside which the table only grows, where it is by points and by pairs at once.

    Args:
        new: the melds that did not grow from one on the table.
        played: the rack tiles played.
        points: what the opening melds are worth, pairs left out.
        faults: what else is wrong with the opening.
        game: the rules.
    """
    rule = game.ruleset.opening
    if rule.kind != "points" or not rule.pairs:
        return []
    kinds = [{reading.kind for reading in valid_readings(meld, game)} for meld in new]
    paired = all("pair" in each for each in kinds)
    unpaired = all(each - {"pair"} for each in kinds)
    _, own = _made_of_rack([meld for meld in new if opening_readings(meld, game)], played, game)
    by_pairs = paired and sum(_shows([meld], game, "pair") for meld in own) >= rule.pairs
    by_points = unpaired and points >= rule.threshold
    if by_pairs or by_points or (faults and (paired or unpaired)):
        return []
    text = (
        f"an opening is sets and runs worth {rule.threshold}, or {rule.pairs} pairs; these are laid in different turns"
    )
    return [Violation(Code.OPENING_MIXES_PAIRS, text, tiles=played)]


def _arrangement_is_free(game: Game) -> bool:
    """Whether any arrangement of the played tiles may count as the opening, not only the melds as laid."""
    rules = game.ruleset
    return rules.opening.same_turn_table == "full" and rules.table.manipulation == "full"


def _shows(laid: list[Meld], game: Game, kind: str) -> bool:
    return any(reading.kind == kind for meld in laid for reading in opening_readings(meld, game))


def _can_form(played: tuple[Tile, ...], game: Game, kind: str, clock: Clock) -> bool:
    return _arrangement_is_free(game) and can_form(played, game, kind, clock)
