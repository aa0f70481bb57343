"""Each step as a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meldsolver.hints.board import PlanBoard
from meldsolver.hints.origin import Place, Source
from meldsolver.hints.step import Moved, Step, StepKind
from meldsolver.rules.reading import valid_readings
from meldsolver.tiles import Tile, format_tiles


def sentence(step: Step, board: PlanBoard) -> str:
    """What to do, and what lies there then, in one or two sentences.

    Melds are numbered from 1.

    Args:
        step: the step.
        board: the table before the step.
    """
    text = f"{_done(step, board)}."
    if not step.opens:
        return text
    if board.game.ruleset.opening.kind == "contract":
        return f"{text} That is your contract."
    points = "" if step.opening_points is None else f" with {step.opening_points} points"
    return f"{text} That opens{points}."


def _done(step: Step, board: PlanBoard) -> str:
    match step.kind:
        case StepKind.SPLIT:
            source = step.moved[0].meld
            assert source is not None
            parts = [_result(step, board, source), _result(step, board, step.target)]
            if board.melds[source][0] in {moved.place for moved in step.moved}:
                parts.reverse()
            return f"Split {_meld(board, source)} into {_listed(parts)}"
        case StepKind.JOIN:
            source = step.moved[0].meld
            assert source is not None
            return f"Join {_meld(board, source)} to {_meld(board, step.target)} -> {_after(step, board)}"
        case StepKind.MOVE | StepKind.PLACE:
            first, to = ("Lay", ("on", "at")) if step.kind is StepKind.PLACE else ("Move", ("to", "to"))
            where = f"{_end(step, board, *to)} {_meld(board, step.target)}"
            return f"{first} {_whence(step.moved, board)} {where} -> {_after(step, board)}"
        case StepKind.REPLACE:
            return _replace(step, board)
        case StepKind.REBUILD:
            return _rebuild(step, board)
        case StepKind.REORDER:
            return f"Lay the tiles of {_meld(board, step.target)} in another order -> {_after(step, board)}"
        case _:
            whence, after = _whence(step.moved, board), _after(step, board)
            told = "" if whence.startswith(f"{after} from your rack") else f" -> {after}"
            return f"Lay {whence} as a new {_number(step.target)}{told}"


def _replace(step: Step, board: PlanBoard) -> str:
    assert step.freed is not None
    stood = _stands(step.freed.place, board.melds[step.target], board)
    start = f"Put {_whence(step.moved, board)} in the place of the wild{stood and f' (it stood for {stood})'}"
    start += f" in {_meld(board, step.target)} -> {_after(step, board)}"
    if step.freed_to is None:
        return f"{start}, and lay the wild aside"
    after = dict(step.results)[step.freed_to]
    stands = _stands(step.freed.place, after, board)
    now = stands and f" (it stands for {stands} now)"
    return f"{start}, and lay the wild{now} on {_meld(board, step.freed_to)} -> {_tiles(after, board)}"


def _rebuild(step: Step, board: PlanBoard) -> str:
    apart = [number for number, _ in step.results if board.exists(number)]
    held = [moved for moved in step.moved if moved.meld is None]
    start = f"Take {_listed([_meld(board, number) for number in apart])} apart" if apart else "Take"
    beside = f", take {_whence(held, board)} with them," if held else ""
    lay = [f"{_number(number)} -> {_tiles(places, board)}" for number, places in step.results if places]
    return f"{start}{beside} and lay {'; '.join(lay)}"


def _stands(place: Place, places: Sequence[Place], board: PlanBoard) -> str:
    """What a wild may stand for in a meld; empty where that is no matter."""
    readings = valid_readings(tuple(map(board.tile, places)), board.game, grown=True)
    if not readings:
        return ""
    faces = readings[0].options[places.index(place)]
    return " or ".join(str(face) for face in faces if face.suit and face.rank)


def _after(step: Step, board: PlanBoard) -> str:
    return _tiles(dict(step.results)[step.target], board)


def _result(step: Step, board: PlanBoard, number: int) -> str:
    return f"{_tiles(dict(step.results)[number], board)} ({_number(number)})"


def _end(step: Step, board: PlanBoard, on: str, at: str) -> str:
    """Where on a run tiles are laid."""
    after, laid = dict(step.results)[step.target], {moved.place for moved in step.moved}
    readings = valid_readings(tuple(map(board.tile, after)), board.game, grown=True)
    if readings and readings[0].kind == "run":
        if laid.isdisjoint(after[: len(after) - len(laid)]):
            return f"{at} the end of"
        if laid.isdisjoint(after[len(laid) :]):
            return f"{at} the front of"
    return on


def _number(number: int) -> str:
    return f"meld {number + 1}"


def _meld(board: PlanBoard, number: int) -> str:
    return f"{_number(number)} ({_tiles(board.melds[number], board)})"


def _tiles(places: Iterable[Place], board: PlanBoard) -> str:
    return _names(map(board.tile, places))


def _names(tiles: Iterable[Tile]) -> str:
    return format_tiles(tile.plain() for tile in tiles)


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _whence(moved: Sequence[Moved], board: PlanBoard) -> str:
    """The tiles that move, each with where it comes from."""
    parts = []
    for number in sorted({m.meld for m in moved if m.meld is not None}):
        taken = _names(m.tile for m in moved if m.meld == number)
        parts.append(f"{taken} from {_meld(board, number)}")
    loose = [m for m in moved if m.meld is None]
    for source, words in (
        (Source.RACK, "{} from your rack"),
        (Source.CALLED, "the called {}"),
        (Source.LOOSE, "{} from the loose tiles"),
        (Source.TABLE, "{} from aside"),
    ):
        if tiles := [m.tile for m in loose if m.place.source is source]:
            parts.append(words.format(_names(tiles)))
    return _listed(parts)
