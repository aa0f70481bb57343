"""Putting table melds back together that the cover cut into pieces.

The cover may describe a long run by shorter ones. Where that changes nothing else, runs are cut anew
so that as many table melds as possible lie exactly as they were, and the rest is joined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import add
from typing import NamedTuple

from meldsolver.rules.game import Game
from meldsolver.rules.reading import is_plain_meld, meld_worth, valid_readings
from meldsolver.rules.table_wilds import wilds_are_bound
from meldsolver.solver.melds.supply import card_face
from meldsolver.solver.model.instances import NO_CELLS, Instance
from meldsolver.tiles import Face, Meld, Position


def keep_table_melds(
    laid: list[Instance], position: Position, game: Game, as_wild: Counter[Face], *, recut: bool, worth: bool
) -> list[Instance]:
    """Marks the melds that are table melds unchanged.

    Args:
        laid: the melds of a solution.
        position: the position before.
        game: the rules.
        as_wild: by face, how many naturals are used as wilds; those that lie in marked melds are taken off.
        recut: whether runs may be cut anew, so that more table melds lie as before.
        worth: whether melds that lie as before have to be worth what those of the solution are.
    """
    rest = [instance for instance in laid if instance.meld is None]
    done = [instance for instance in laid if instance.meld is not None]
    taken = {instance.meld for instance in done}
    open_melds = {i: meld for i, meld in enumerate(position.table) if i not in taken}
    if recut:
        runs = [instance for instance in rest if instance.kind in ("run", "more")]
        rest = [instance for instance in rest if instance.kind not in ("run", "more")]
        table_runs = _table_runs(open_melds, game)
        for suit in sorted({run.cells[0].suit for run in runs}):
            mine = [run for run in runs if run.cells[0].suit == suit]
            rest += _recut_suit(suit, mine, table_runs.get(suit, []), game)
    rules = game.ruleset
    telling = wilds_are_bound(rules) or not rules.wild.may_exceed_copies or not rules.wild.adjacent_ok
    by_content: dict[tuple[tuple[Face, ...], int], list[Instance]] = {}
    for instance in rest:
        by_content.setdefault(_content(instance), []).append(instance)
    for index, meld in open_melds.items():
        same = by_content.get(_meld_content(meld, game), [])
        used = Counter(tile.face for tile in meld if tile.wild and tile.suit)
        twin = next(
            (
                instance
                for instance in reversed(same)
                if (not telling or _stands_so(instance, meld, game))
                and _may_hold(instance, used)
                and (not worth or worth_of(instance, game) == meld_worth(meld, game))
            ),
            None,
        )
        if twin is None:
            continue
        if game.wild_faces:
            if not used <= as_wild:
                continue
            as_wild -= used
        same[:] = [instance for instance in same if instance is not twin]
        twin.meld = index
    return done + rest


def worth_of(instance: Instance, game: Game) -> int:
    """What a meld of a solution is worth, its wilds counting what they stand for."""
    if instance.places:
        return sum(map(game.place_value, instance.places))
    if instance.kind == "colour":
        return sum(game.values[cell.rank] for cell in instance.cells if cell.rank)
    return game.set_value(instance.cells[0].rank) * len(instance.cells)


def _stands_so(instance: Instance, meld: Meld, game: Game) -> bool:
    """Whether the wilds of a table meld, as it lies, may stand where those of an equal meld stand."""
    if not any(instance.wild):
        return True
    faces = sorted(cell for cell, wild in zip(instance.cells, instance.wild, strict=True) if wild)
    for reading in valid_readings(meld, game, grown=True):
        stood = [options for options, wild in zip(reading.options, reading.wild, strict=True) if wild]
        if reading.kind == instance.kind and (
            reading.kind != "run" or faces == sorted(face for options in stood for face in options)
        ):
            return True
    return False


def _may_hold(instance: Instance, used: Counter[Face]) -> bool:
    """Whether a table meld uses as wilds the cards, and printed wilds, that the instance names."""
    cards: Counter[Face | None] = Counter(used)
    cards[None] = sum(instance.wild) - used.total()
    return Counter(instance.cards.values()) <= cards


def _content(instance: Instance) -> tuple[tuple[Face, ...], int]:
    naturals = sorted(cell for cell, wild in zip(instance.cells, instance.wild, strict=True) if not wild)
    return tuple(naturals), sum(instance.wild)


def _meld_content(meld: Meld, game: Game) -> tuple[tuple[Face, ...], int]:
    faces = [face for tile in meld if not tile.wild and (face := card_face(tile, game)) is not None]
    return tuple(sorted(faces)), len(meld) - len(faces)


class _TableRun(NamedTuple):
    meld: int
    naturals: tuple[int, ...]
    wilds: tuple[int, ...]


def _table_runs(open_melds: Mapping[int, Meld], game: Game) -> dict[str, list[_TableRun]]:
    """The table's runs by suit, the longest first; a meld with several readings appears for each."""
    runs: dict[str, list[_TableRun]] = {}
    for index, meld in open_melds.items():
        if is_plain_meld(meld, game):
            first = meld[0]
            if first.rank != meld[1].rank:
                places = tuple(range(first.rank, first.rank + len(meld)))
                runs.setdefault(first.suit, []).append(_TableRun(index, places, ()))
            continue
        for reading in valid_readings(meld, game, grown=True):
            if reading.kind == "run":
                pairs = list(zip(reading.places, reading.wild, strict=True))
                naturals = tuple(place for place, wild in pairs if not wild)
                wilds = tuple(place for place, wild in pairs if wild)
                runs.setdefault(reading.options[0][0].suit, []).append(_TableRun(index, naturals, wilds))
    for mine in runs.values():
        mine.sort(key=lambda run: -len(run.naturals) - len(run.wilds))
    return runs


def _recut_suit(suit: str, runs: list[Instance], table_runs: list[_TableRun], game: Game) -> list[Instance]:
    # By place; lists, because this runs for every suit of every answer.
    naturals, wilds = [0] * (game.high + 2), [0] * (game.high + 2)
    for run in runs:
        for place, wild in zip(run.places, run.wild, strict=True):
            (wilds if wild else naturals)[place] += 1
    kept, pieces = _keep_runs(table_runs, naturals, wilds, game)
    found = []
    for table_run in kept:
        places = tuple(sorted(table_run.naturals + table_run.wilds))
        found.append(_run(suit, places, [place in table_run.wilds for place in places], game))
    for piece in pieces:
        flags: list[bool] = []
        for place in piece:
            is_wild = naturals[place] == 0 or (wilds[place] > 0 and not any(flags))
            (wilds if is_wild else naturals)[place] -= 1
            flags.append(is_wild)
        found.append(_run(suit, piece, flags, game))
    return found


def _keep_runs(
    table_runs: list[_TableRun], naturals: list[int], wilds: list[int], game: Game
) -> tuple[list[_TableRun], list[tuple[int, ...]]]:
    """Takes table runs out of what runs cover, the longest first, as long as runs can cover the rest.

    Usually all that are covered can be taken, which one look at the rest tells; only where they
    cannot, each is looked at alone.
    """
    least = game.ruleset.run.min
    for singly in (False, True):
        left, left_wilds = naturals.copy(), wilds.copy()
        kept: dict[int, _TableRun] = {}
        for run in table_runs:
            if run.meld in kept or any(left[place] < 1 for place in run.naturals):
                continue
            if any(left_wilds[place] < 1 for place in run.wilds):
                continue
            _take(run, left, left_wilds, 1)
            if singly and _pieces(list(map(add, left, left_wilds)), least) is None:
                _take(run, left, left_wilds, -1)
                continue
            kept[run.meld] = run
        pieces = _pieces(list(map(add, left, left_wilds)), least)
        if pieces is not None:
            break
    assert pieces is not None
    naturals[:], wilds[:] = left, left_wilds
    return list(kept.values()), pieces


def _take(run: _TableRun, naturals: list[int], wilds: list[int], times: int) -> None:
    for place in run.naturals:
        naturals[place] -= times
    for place in run.wilds:
        wilds[place] -= times


def _run(suit: str, places: tuple[int, ...], wild: list[bool], game: Game) -> Instance:
    cells = game.run_faces[suit][places[0] : places[-1] + 1]
    return Instance("run", cells, places, wild, NO_CELLS, None)


def _pieces(cover: Sequence[int], least: int) -> list[tuple[int, ...]] | None:
    """Runs that cover each place so many times, as long as possible; ``None`` if there are none.

    Going up, a run is closed only when fewer tiles follow, and the longest is closed first; cutting
    a run to begin another at once never helps.
    """
    open_since: list[int] = []  # the longest first
    closed = []
    for place, count in enumerate([*cover, 0]):
        fewer = len(open_since) - count
        if fewer > 0:
            if place - open_since[fewer - 1] < least:
                return None
            closed += [(first, place) for first in open_since[:fewer]]
            del open_since[:fewer]
        elif fewer:
            open_since += [place] * -fewer
    return [tuple(range(first, end)) for first, end in sorted(closed)]
