"""Each step as a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from meldsolver.hints.origin import Source
from meldsolver.hints.replay import Board
from meldsolver.hints.step import Moved, Step, StepKind
from meldsolver.tiles import Meld, Tile, format_tiles


def sentence(step: Step, board: Board) -> str:
    """What to do, in one sentence.

    Args:
        step: the step.
        board: the table before the step.
    """
    result = dict(step.results)[step.target]
    after = _names([board.tile(place) for place in result])
    tiles = _names([moved.tile for moved in step.moved])
    match step.kind:
        case StepKind.SPLIT:
            source = step.moved[0].meld
            assert source is not None
            rest = _names([board.tile(place) for place in dict(step.results)[source]])
            return f"Split {_meld(board, source)} into {rest} and {after}."
        case StepKind.MOVE | StepKind.JOIN:
            source = step.moved[0].meld
            assert source is not None
            if step.kind is StepKind.JOIN:
                return f"Join {tiles} with {_meld(board, step.target)}: {after}."
            return f"Move {tiles} from {_meld(board, source)} to {_meld(board, step.target)}."
        case StepKind.PLACE:
            return f"Lay {tiles}{_whence(step.moved, board)} on {_meld(board, step.target)}."
        case StepKind.REPLACE:
            return _replace(step, board, tiles)
        case _:
            return f"Lay a new meld {after}{_sources(step.moved, board)}."


def _replace(step: Step, board: Board, tiles: str) -> str:
    start = f"Put {tiles}{_whence(step.moved, board)} in the place of the wild in {_meld(board, step.target)}"
    if step.freed_to is None:
        return f"{start} and take the wild."
    return f"{start} and lay the wild on {_meld(board, step.freed_to)}."


def _meld(board: Board, number: int) -> str:
    return _names(board.meld(number))


def _names(tiles: Sequence[Tile] | Meld) -> str:
    return format_tiles(tile.plain() for tile in tiles)


def _whence(moved: Sequence[Moved], board: Board) -> str:
    """Where tiles that move together come from."""
    first = moved[0]
    if first.meld is not None:
        return f" from {_meld(board, first.meld)}"
    if all(m.place.source is Source.RACK for m in moved):
        return " from your rack"
    if all(m.place.source is Source.LOOSE for m in moved):
        return " from the loose tiles"
    return ""


def _sources(moved: Sequence[Moved], board: Board) -> str:
    """Where the tiles of a new meld come from: nothing said when all are of the rack alone."""
    if all(m.place.source is Source.RACK for m in moved):
        return " from your rack"
    melds = sorted({m.meld for m in moved if m.meld is not None})
    parts = []
    for number in melds:
        taken = _names([m.tile for m in moved if m.meld == number])
        parts.append(f"{taken} from {_meld(board, number)}")
    rack = [m.tile for m in moved if m.meld is None and m.place.source is Source.RACK]
    if rack:
        parts.append(f"{_names(rack)} from your rack")
    hand = [m.tile for m in moved if m.meld is None and m.place.source is Source.TABLE]
    if hand:
        parts.append("the wild in hand")
    loose = [m.tile for m in moved if m.place.source is Source.LOOSE]
    if loose:
        parts.append(f"the loose {_names(loose)}")
    return f": {', '.join(parts)}" if parts else ""
