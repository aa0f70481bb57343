"""Hints, alternatives and refusals to play as JSON objects and as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from meldsolver.cli.answers import Answer, count
from meldsolver.cli.exits import Exit
from meldsolver.pictures.terminal import plan_text, table_text, tiles_text

if TYPE_CHECKING:
    from meldsolver.answers import Solution
    from meldsolver.hints import End, NoPlay, Plan, Step, Told
    from meldsolver.tiles import Position

FOUND = ("OPTIMAL", "FEASIBLE")


def hint_answer(told: Told, position: Position, nearest: NoPlay | None) -> Answer:
    """The answer to ``hint``."""
    form: dict[str, Any] = {"status": str(told.status), "grade": str(told.grade)}
    if told.count is not None:
        form["count"] = told.count
    if told.rack_tiles is not None:
        form["rack_tiles"] = [str(tile) for tile in told.rack_tiles]
    if told.melds is not None:
        form["melds"] = list(told.melds)
    if told.first_step is not None:
        form["first_step"] = step_form(told.first_step, position)
    if told.plan is not None and told.table is not None:
        form["steps"] = [step_form(step, position) for step in told.plan.steps]
        form["table"] = [[str(tile) for tile in meld] for meld in told.table]
        form["moved_tiles"] = told.plan.moved_tiles
    if nearest is not None:
        form["nearest"] = nearest_form(nearest)
    outcome = Exit.ANSWERED if told.status in FOUND else Exit.NO
    return Answer(outcome, form, lambda colour: _hint_text(told, position, nearest, colour))


def step_form(step: Step, position: Position) -> dict[str, Any]:
    """One step: tiles are named, and told apart by where they lay before the play."""
    from meldsolver.hints.origin import tile_at

    form: dict[str, Any] = {
        "kind": str(step.kind),
        "sentence": step.sentence,
        "tiles": [
            {
                "tile": str(moved.tile),
                "from": str(moved.place.source),
                "meld": moved.meld,
                "at": moved.place.at,
                "to": moved.to,
            }
            for moved in step.moved
        ],
        "target": step.target,
        "results": [
            {"meld": number, "tiles": [str(tile_at(position, place)) for place in places]}
            for number, places in step.results
        ],
        "region": step.region,
    }
    if step.freed is not None:
        form["freed"], form["freed_to"] = str(step.freed.tile), step.freed_to
    if step.opens:
        form["opens"], form["opening_points"] = True, step.opening_points
    return form


def nearest_form(nearest: NoPlay) -> dict[str, Any]:
    """What is nearest where nothing can be played."""
    return {
        "tiles": [{"tile": str(near.tile), "unseen": near.unseen} for near in nearest.tiles],
        "complete": nearest.complete,
        "opening_points": nearest.opening_points,
        "points_missing": nearest.points_missing,
    }


def alternatives_answer(plays: Sequence[Solution], end: End, position: Position) -> Answer:
    """The answer to ``hint --alternatives``."""
    form = {
        "plays": [
            {
                "tiles_played": play.tiles_played,
                "points_played": play.points_played,
                "played": [str(tile) for tile in play.played],
                "table": [[str(tile) for tile in meld] for meld in play.table],
            }
            for play in plays
        ],
        "complete": end.complete,
        "reason": end.reason,
    }

    def text(colour: bool) -> str:
        lines = []
        for number, play in enumerate(plays, 1):
            points = f"{count(play.tiles_played, 'tile')}, {count(play.points_played, 'point')}"
            lines.append(f"play {number}: {points}: {tiles_text(play.played, colour=colour)}")
            lines.append(table_text(play.table, colour=colour, before=position.table))
        lines.append(_end_text(end))
        return "\n".join(lines)

    return Answer(Exit.ANSWERED if plays else Exit.NO, form, text)


def _end_text(end: End) -> str:
    if end.complete:
        return f"that was all: {count(end.count, 'play')}" if end.count else "NO_PLAY: nothing can be played"
    limit = "the time was over" if end.reason == "time" else "the limit was reached"
    return f"stopped after {count(end.count, 'play')}: {limit}, there may be more"


def _hint_text(told: Told, position: Position, nearest: NoPlay | None, colour: bool) -> str:
    match str(told.status):
        case "NO_PLAY":
            return "\n".join(["NO_PLAY: nothing can be played", *_nearest_lines(nearest, colour)])
        case "UNKNOWN":
            return "UNKNOWN: no play was found in time, and none ruled out"
    text = _told_text(told, position, colour)
    if str(told.status) == "OPTIMAL" or str(told.grade) == "playable":
        return text
    return f"FEASIBLE: there may be a better play, the time was over\n{text}"


def _told_text(told: Told, position: Position, colour: bool) -> str:
    if told.count is not None:
        least = "" if str(told.status) == "OPTIMAL" else "at least "
        return f"{least}{count(told.count, 'tile')} can be played"
    if told.rack_tiles is not None:
        return f"play   {tiles_text(told.rack_tiles, colour=colour)}"
    if told.melds is not None:
        touched = [position.table[index] for index in told.melds]
        return f"touch\n{table_text(touched, colour=colour)}" if touched else "touch no meld of the table"
    if told.first_step is not None:
        return f"first  {told.first_step.sentence}"
    if told.plan is not None and told.table is not None:
        return _plan_lines(told.plan, told, position, colour)
    return "something can be played"


def _plan_lines(plan: Plan, told: Told, position: Position, colour: bool) -> str:
    assert told.table is not None
    lines = [_achieved(plan, told, position), plan_text([step.sentence for step in plan.steps])]
    return "\n".join([*lines, "table", table_text(told.table, colour=colour, before=position.table)])


def _achieved(plan: Plan, told: Told, position: Position) -> str:
    """What the plan achieves, before how."""
    moved = count(plan.moved_tiles, "table tile")
    laid = {moving.place.at for step in plan.steps for moving in step.moved if moving.place.source == "rack"}
    left = [tile for index, tile in enumerate(position.rack) if index not in laid]
    best = "the best play" if str(told.status) == "OPTIMAL" else "not proved to be the best"
    text = f"{count(plan.rack_tiles, 'tile')}, {count(plan.points, 'point')}, {moved} moved; "
    return f"{text}{tiles_text(left) if left else 'nothing'} left; {best}"


def _nearest_lines(nearest: NoPlay | None, colour: bool) -> list[str]:
    if nearest is None:
        return []
    lines = []
    if nearest.points_missing:
        missing = count(nearest.points_missing, "point")
        lines.append(f"the rack's melds are worth {nearest.opening_points}; {missing} are missing to open")
    tiles = [near.tile for near in nearest.tiles]
    if tiles:
        lines.append(f"one of these more would do: {tiles_text(tiles, colour=colour)}")
        lines += [] if nearest.complete else ["perhaps others, too: the time was over"]
    elif nearest.complete:
        lines.append("no single tile more would allow a play")
    else:
        lines.append("whether one tile more would do was not found out in time")
    return lines
