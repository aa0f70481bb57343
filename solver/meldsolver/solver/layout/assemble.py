"""Whole runs from the pieces in which the model describes them."""

from __future__ import annotations

from collections.abc import Iterable

from meldsolver.solver.model.instances import Instance


def assemble_runs(laid: Iterable[Instance]) -> list[Instance]:
    """Lengthens runs by the single tiles laid for that, and joins new runs that meet."""
    whole: list[Instance] = []
    runs: dict[str, list[Instance]] = {}
    singles: dict[str, list[Instance]] = {}
    for instance in laid:
        match instance.kind:
            case "run":
                runs.setdefault(instance.cells[0].suit, []).append(instance)
            case "more" | "less":
                singles.setdefault(instance.cells[0].suit, []).append(instance)
            case _:
                whole.append(instance)
    for suit, mine in sorted(runs.items()):
        tiles = singles.get(suit, [])
        for tile in sorted((t for t in tiles if t.kind == "less"), key=lambda t: -t.places[0]):
            run = next(run for run in mine if run.heir and run.places[0] == tile.places[0] + 1)
            _swap(mine, run, _end_to_end(tile, run))
        for tile in sorted((t for t in tiles if t.kind == "more"), key=lambda t: t.places[0]):
            run = next(run for run in mine if run.places[-1] == tile.places[0] - 1)
            _swap(mine, run, _end_to_end(run, tile))
        whole += _joined(mine)
    return whole


def _swap(runs: list[Instance], old: Instance, new: Instance) -> None:
    runs.remove(old)
    runs.append(new)


def _end_to_end(low: Instance, high: Instance) -> Instance:
    """One run of two that meet; at most one of them continues a table meld."""
    size = len(low.cells)
    return Instance(
        "run",
        low.cells + high.cells,
        low.places + high.places,
        low.wild + high.wild,
        low.own | {index + size for index in high.own},
        None,
        low.stay | {index + size for index in high.stay},
        low.heir or high.heir,
    )


def _joined(runs: list[Instance]) -> list[Instance]:
    """Joins new runs that meet; those that continue table melds are left as they are."""
    done = [run for run in runs if run.heir or run.meld is not None]
    new = sorted((run for run in runs if not (run.heir or run.meld is not None)), key=lambda run: run.places)
    while new:
        run = new.pop(0)
        following = next((other for other in new if other.places[0] == run.places[-1] + 1), None)
        if following is None:
            done.append(run)
        else:
            new.remove(following)
            new.insert(0, _end_to_end(run, following))
    return done
