"""Putting table melds back together that the cover cut into pieces.

The cover may describe a long run by shorter ones. Where that changes nothing else, runs are cut anew
so that as many table melds as possible lie exactly as they were, and the rest is joined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from meldsolver.rules.game import Game
from meldsolver.rules.reading import valid_readings
from meldsolver.solver.instances import Instance
from meldsolver.tiles import Face, Meld, Position


def keep_table_melds(laid: list[Instance], position: Position, game: Game, *, recut: bool) -> list[Instance]:
    """Marks the melds that are table melds unchanged, after cutting runs anew where ``recut`` allows it."""
    rest = [instance for instance in laid if instance.meld is None]
    done = [instance for instance in laid if instance.meld is not None]
    taken = {instance.meld for instance in done}
    open_melds = {i: meld for i, meld in enumerate(position.table) if i not in taken}
    if recut:
        runs = [instance for instance in rest if instance.kind in ("run", "more")]
        rest = [instance for instance in rest if instance.kind not in ("run", "more")]
        for suit in sorted({run.cells[0].suit for run in runs}):
            mine = [run for run in runs if run.cells[0].suit == suit]
            rest += _recut_suit(suit, mine, open_melds, game)
    by_content: dict[tuple[tuple[Face, ...], int], list[Instance]] = {}
    for instance in rest:
        by_content.setdefault(_content(instance), []).append(instance)
    for index, meld in open_melds.items():
        same = by_content.get(_meld_content(meld, game))
        if same:
            same.pop().meld = index
    return done + rest


def _content(instance: Instance) -> tuple[tuple[Face, ...], int]:
    naturals = sorted(cell for cell, wild in zip(instance.cells, instance.wild, strict=True) if not wild)
    return tuple(naturals), sum(instance.wild)


def _meld_content(meld: Meld, game: Game) -> tuple[tuple[Face, ...], int]:
    faces = [face for tile in meld if (face := game.natural_face(tile)) is not None]
    return tuple(sorted(faces)), len(meld) - len(faces)


def _recut_suit(suit: str, runs: list[Instance], open_melds: Mapping[int, Meld], game: Game) -> list[Instance]:
    naturals: Counter[int] = Counter()
    wilds: Counter[int] = Counter()
    for run in runs:
        for place, wild in zip(run.places, run.wild, strict=True):
            (wilds if wild else naturals)[place] += 1
    kept = []
    for _, meld in sorted(open_melds.items(), key=lambda item: -len(item[1])):
        for reading in valid_readings(meld, game, grown=True):
            if reading.kind != "run" or reading.options[0][0].suit != suit:
                continue
            mine = Counter(p for p, w in zip(reading.places, reading.wild, strict=True) if not w)
            mine_wild = Counter(p for p, w in zip(reading.places, reading.wild, strict=True) if w)
            if not (mine <= naturals and mine_wild <= wilds):
                continue
            rest = naturals + wilds - mine - mine_wild
            if _pieces(rest, game.ruleset.run.min) is not None:
                naturals -= mine
                wilds -= mine_wild
                places = tuple(sorted(reading.places))
                flags = [place in mine_wild for place in places]
                kept.append(_run(suit, places, flags, game))
                break
    pieces = _pieces(naturals + wilds, game.ruleset.run.min)
    assert pieces is not None
    for piece in pieces:
        flags = []
        for place in piece:
            is_wild = wilds[place] > 0 and (naturals[place] == 0 or sum(flags) == 0)
            is_wild = is_wild or naturals[place] == 0
            (wilds if is_wild else naturals)[place] -= 1
            flags.append(is_wild)
        kept.append(_run(suit, piece, flags, game))
    return kept


def _run(suit: str, places: tuple[int, ...], wild: list[bool], game: Game) -> Instance:
    cells = tuple(Face(suit, game.rank_at(place)) for place in places)
    return Instance("run", cells, places, wild, frozenset(), None)


def _pieces(cover: Mapping[int, int], least: int) -> list[tuple[int, ...]] | None:
    """Runs that cover each place so many times, as long as possible; ``None`` if there are none.

    Going up, a run is closed only when fewer tiles follow, and the longest is closed first; cutting
    a run to begin another at once never helps.
    """
    active: list[list[int]] = []
    closed: list[list[int]] = []
    if not cover:
        return []
    for place in range(min(cover), max(cover) + 2):
        count = cover.get(place, 0)
        active.sort(key=len, reverse=True)
        while len(active) > count:
            if len(active[0]) < least:
                return None
            closed.append(active.pop(0))
        for run in active:
            run.append(place)
        active += [[place] for _ in range(count - len(active))]
    return sorted(tuple(run) for run in closed)
