"""Pictures as SVG: a position, a play, a plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from meldsolver.hints import Plan, Source, Step, origins
from meldsolver.hints.replay import Board
from meldsolver.pictures.svg_page import Marked, Page
from meldsolver.pictures.svg_tile import Mark
from meldsolver.tiles import Meld, Position, Tile


def position_svg(position: Position) -> str:
    """The table, loose tiles and the rack of a position."""
    page = Page("A position")
    _table(page, "Table", [_plain(meld) for meld in position.table])
    if position.loose:
        _table(page, "Loose tiles", [_plain((tile,)) for tile in position.loose])
    _rack(page, "Rack" if position.opened else "Rack (not opened yet)", position)
    return page.svg()


def play_svg(position: Position, table: Sequence[Meld]) -> str:
    """The table after a play, laid and moved tiles marked, and what is left of the rack.

    Raises:
        ValueError: the table holds a tile that lay nowhere before.
    """
    page = Page("A play")
    melds: list[Marked] = []
    laid: Counter[int] = Counter()
    for meld, origin in zip(table, origins(position, table), strict=True):
        marked = []
        for tile, place in zip(meld, origin.places, strict=True):
            if place.source is Source.RACK:
                laid[place.at] += 1
            stays = place.source is Source.TABLE and place.meld == origin.continues
            marked.append((tile, Mark.NONE if stays else _mark(place.source)))
        melds.append(marked)
    _table(page, "Table after the play", melds)
    left = [tile for index, tile in enumerate(position.rack) if not laid[index]]
    page.heading("Left in the rack")
    page.melds([[(tile, Mark.LEFT)] for tile in left], gap=6)
    if not left:
        page.sentence("nothing")
    _legend(page)
    return page.svg()


def plan_svg(position: Position, plan: Plan) -> str:
    """Every step of a plan; see :func:`steps_svg`."""
    return steps_svg(position, plan.steps)


def steps_svg(position: Position, steps: Sequence[Step]) -> str:
    """The first steps of a plan, each with its sentence and the melds that it touches, as they lie after it."""
    page = Page("A plan")
    _table(page, "Table", [_plain(meld) for meld in position.table], numbered=True)
    _rack(page, "Rack", position)
    page.heading(f"Plan: {len(steps)} step{'' if len(steps) == 1 else 's'}")
    board = Board(position)
    for number, step in enumerate(steps, 1):
        board.do(step)
        page.sentence(f"{number}. {step.sentence}")
        arrived = {moved.place: _mark(moved.place.source) for moved in step.moved}
        if step.freed is not None and step.freed_to is not None:
            arrived[step.freed.place] = Mark.MOVED
        lie = [(number, places) for number, places in step.results if places]
        melds = [[(board.tile(place), arrived.get(place, Mark.NONE)) for place in places] for _, places in lie]
        page.melds(melds, indent=20, numbers=[number + 1 for number, _ in lie])
    _legend(page)
    return page.svg()


def _plain(meld: Meld) -> Marked:
    return [(tile, Mark.NONE) for tile in meld]


def _mark(source: Source) -> Mark:
    return Mark.MOVED if source is Source.TABLE else Mark.LAID


def _table(page: Page, title: str, melds: Sequence[Marked], *, numbered: bool = False) -> None:
    page.heading(title)
    page.melds(melds, numbers=range(1, len(melds) + 1) if numbered else ())
    if not melds:
        page.sentence("empty")


def _rack(page: Page, title: str, position: Position) -> None:
    page.heading(title)
    called: tuple[Tile, ...] = () if position.called is None else (position.called,)
    page.melds([_plain((tile,)) for tile in (*position.rack, *called)], gap=6)
    if not position.rack and not called:
        page.sentence("empty")


def _legend(page: Page) -> None:
    page.sentence("Marks: plus and heavy edge, laid from the rack; arrow and dashed edge, moved from another meld.")
