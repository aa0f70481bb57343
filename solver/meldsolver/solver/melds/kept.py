"""Table melds that stay exactly as they are: an addition to the core.

(The second model of den Hertog and Hulshof, "Solving Rummikub problems by integer linear
programming", The Computer Journal 49(6), 2006, maximises their number.)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from meldsolver.limits.clock import Clock
from meldsolver.rules.game import Game
from meldsolver.rules.reading import Reading, valid_readings
from meldsolver.solver.melds.columns import Column
from meldsolver.solver.melds.shapes import Shape
from meldsolver.solver.melds.supply import card_face
from meldsolver.solver.program.linear import LinearModel
from meldsolver.tiles import Face, Position


def kept_columns(model: LinearModel, position: Position, game: Game) -> list[Column]:
    """A column for each way to keep each table meld whole; its own wilds stay in it."""
    columns: list[Column] = []
    for index, meld in enumerate(position.table):
        mine: dict[Shape, Column] = {}
        for reading in valid_readings(meld, game, grown=True):
            used = [card_face(tile, game) for tile, wild in zip(meld, reading.wild, strict=True) if wild]
            faces = tuple(face for face in used if face is not None)
            for shape, own in _whole(reading, model.clock):
                if shape not in mine:
                    cells = tuple(i for i in range(len(shape.cells)) if i not in own)
                    mine[shape] = Column(model.var(0, 1), shape, cells, own, index, kept=cells, own_faces=faces)
        if len(mine) > 1:
            model.add({column.var: 1 for column in mine.values()}, high=1)
        columns += mine.values()
    return columns


def _whole(reading: Reading, clock: Clock) -> Iterator[tuple[Shape, tuple[int, ...]]]:
    for faces in product(*reading.options):
        clock.step()
        wild_faces = [face for face, wild in zip(faces, reading.wild, strict=True) if wild]
        if reading.kind == "set" and len(set(faces)) < len(faces) and all(face.suit for face in wild_faces):
            naturals = [face for face, wild in zip(faces, reading.wild, strict=True) if not wild]
            if len(set(naturals)) == len(naturals) and len(set(faces)) != 1:
                continue
        keys: list[tuple[int, Face, bool]] = [
            (reading.places[i] if reading.places else 0, face, reading.wild[i]) for i, face in enumerate(faces)
        ]
        keys.sort()
        own = tuple(i for i, (_, _, wild) in enumerate(keys) if wild)
        places = tuple(place for place, _, _ in keys) if reading.places else ()
        yield Shape(reading.kind, tuple(face for _, face, _ in keys), places, reading.points), own
