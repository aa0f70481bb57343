"""Answers as JSON objects and as text for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from meldsolver.cli.exits import Exit
from meldsolver.pictures.terminal import table_text, tiles_text
from meldsolver.tiles.request import InvalidRequest

if TYPE_CHECKING:
    from meldsolver.answers import Goal, Solution
    from meldsolver.referee import MoveReport, Violation
    from meldsolver.tiles import Meld, Position, Tile


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one entry.

    Attributes:
        outcome: what it means for the exit code.
        form: the JSON object.
        text: the text for people, with colours or without.
    """

    outcome: Exit
    form: dict[str, Any]
    text: Callable[[bool], str]


def refusal(error: InvalidRequest) -> Answer:
    """The answer to an entry that cannot be read or cannot be."""
    lines = sentences(error)
    form = {"error": "; ".join(lines), "faults": [asdict(fault) for fault in error.faults]}
    return Answer(Exit.BAD_INPUT, form, lambda colour: "error: " + "\n  ".join(lines))


def failure(message: str) -> Answer:
    """The answer to an entry that got none, for instance because a server's time ran out."""
    return Answer(Exit.FAILED, {"error": message, "faults": []}, lambda colour: "error: " + message)


def sentences(error: InvalidRequest) -> list[str]:
    """Each fault as a sentence."""
    return [f"{fault.field}: {fault.message}" if fault.field else fault.message for fault in error.faults]


def solution_answer(solution: Solution, position: Position) -> Answer:
    """The answer to ``solve``."""
    form = {
        "status": str(solution.status),
        "tiles_played": solution.tiles_played,
        "points_played": solution.points_played,
        "meld_points": solution.meld_points,
        "played": _names(solution.played),
        "rack": _names(solution.rack),
        "table": [_names(meld) for meld in solution.table],
        "goals": [
            {"objective": str(goal.objective), "value": goal.value, "bound": goal.bound} for goal in solution.goals
        ],
        "seconds": round(solution.seconds, 6),
    }
    found = solution.status in ("OPTIMAL", "FEASIBLE")
    return Answer(Exit.ANSWERED if found else Exit.NO, form, lambda colour: _solution_text(solution, position, colour))


def _solution_text(solution: Solution, position: Position, colour: bool) -> str:
    match str(solution.status):
        case "NO_PLAY":
            return "NO_PLAY: " + ("the table cannot be finished" if position.loose else "nothing can be played")
        case "UNKNOWN":
            return "UNKNOWN: no play was found in time, and none ruled out"
    lines = [
        f"{solution.status}: {count(solution.tiles_played, 'tile')}, {count(solution.points_played, 'point')}"
        + bounds_text(solution.goals),
        f"play   {tiles_text(solution.played, colour=colour)}",
        f"left   {tiles_text(solution.rack, colour=colour)}",
        "table",
        table_text(solution.table, colour=colour, before=position.table),
    ]
    return "\n".join(lines)


def bounds_text(goals: Sequence[Goal]) -> str:
    """What is not proved of goals: the value, and what is not ruled out."""
    return "".join(f"; {goal.objective} {goal.value}, perhaps {goal.bound}" for goal in goals if not goal.proved)


def move_answer(report: MoveReport, after: Sequence[Meld]) -> Answer:
    """The answer to ``check``."""
    form: dict[str, Any] = {
        "legal": report.legal,
        "violations": [_violation_form(violation) for violation in report.violations],
    }
    if report.effects is not None:
        effects = report.effects
        form["effects"] = {
            "played": _names(effects.played),
            "points": effects.points,
            "opened": effects.opened,
            "opening_points": effects.opening_points,
            "wilds_freed": effects.wilds_freed,
            "melds_changed": list(effects.melds_changed),
        }
    if report.depends_on:
        form["depends_on"] = list(report.depends_on)
    return Answer(Exit.ANSWERED if report.legal else Exit.NO, form, lambda colour: _move_text(report, after, colour))


def _violation_form(violation: Violation) -> dict[str, Any]:
    return {
        "code": str(violation.code),
        "message": violation.message,
        "meld": violation.meld,
        "table_meld": violation.table_meld,
        "tiles": _names(violation.tiles),
    }


def _move_text(report: MoveReport, after: Sequence[Meld], colour: bool) -> str:
    if report.effects is not None:
        played = tiles_text(report.effects.played, colour=colour)
        legal = "legal, if what is told below holds" if report.depends_on else "legal"
        lines = [f"{legal}: {played} played, {count(report.effects.points, 'point')}"]
        return "\n".join([*lines, *(f"  if {condition}" for condition in report.depends_on)])
    lines = ["illegal"]
    for violation in report.violations:
        lines.append(f"  {violation.code}: {violation.message}")
        if violation.meld is not None and colour:
            lines.append(f"    {tiles_text(after[violation.meld], colour=True)}")
    return "\n".join(lines)


def count(number: int, noun: str) -> str:
    """A number and its noun: ``1 tile``, ``2 tiles``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _names(tiles: Sequence[Tile]) -> list[str]:
    return [str(tile) for tile in tiles]
