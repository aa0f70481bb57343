"""Every exception of both packages comes out of another process, and out of a copy, as it went in."""

import copy
import importlib
import pickle
import pkgutil
import subprocess
import sys
import typing
from collections.abc import Iterable
from inspect import signature
from types import ModuleType

import grpc
import pytest

import meldserver
import meldsolver
from meldsolver.cli.exits import Exit
from meldsolver.tiles.request import Fault

SAMPLES: dict[object, object] = {
    str: "some text",
    int: 7,
    Exit: Exit.BAD_INPUT,
    grpc.StatusCode: grpc.StatusCode.UNAVAILABLE,
    Iterable[Fault]: (Fault("rack[0]", "UNKNOWN_TILE", "no such tile"), Fault("seed", "OUT_OF_RANGE", "too large")),
}


def modules(package: ModuleType) -> Iterable[ModuleType]:
    """All modules of a package, those that start a program left out."""
    yield package
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not info.name.endswith("__main__"):
            yield importlib.import_module(info.name)


def exceptions() -> list[type[Exception]]:
    """Every exception class that the packages define."""
    found = {
        value
        for package in (meldsolver, meldserver)
        for module in modules(package)
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Exception) and value.__module__ == module.__name__
    }
    return sorted(found, key=lambda kind: (kind.__module__, kind.__name__))


def sample(kind: type[Exception]) -> Exception:
    """An exception of a class, every argument given."""
    if "__init__" not in vars(kind):
        return kind("some text")
    hints = typing.get_type_hints(kind.__init__)
    names = list(signature(kind).parameters)
    return kind(*(SAMPLES[hints[name]] for name in names))


@pytest.mark.parametrize("kind", exceptions(), ids=lambda kind: kind.__name__)
def test_it_survives_pickling_and_copying(kind: type[Exception]) -> None:
    """Why: a pool of processes whose worker raises what cannot be unpickled waits for ever."""
    error = sample(kind)
    error.add_note("position 17")
    twins = [pickle.loads(pickle.dumps(error, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    for twin in [*twins, copy.copy(error), copy.deepcopy(error)]:
        assert type(twin) is kind
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)


POOL = """
import multiprocessing, meldsolver
from concurrent.futures import ProcessPoolExecutor
rules = meldsolver.get_ruleset("tile-rummy")
def play(text):
    return meldsolver.solve(meldsolver.parse_position(text), rules).tiles_played
if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    texts = ["r1 r2 r3 / r4 / opened", "r1 r2 / k5 / opened"]
    with context.Pool(1) as pool:
        try:
            pool.map_async(play, texts).get(60)
        except meldsolver.InvalidRequest as error:
            print(error.faults[0].field)
    with ProcessPoolExecutor(1, context) as pool:
        try:
            list(pool.map(play, texts))
        except meldsolver.InvalidRequest as error:
            print(error.faults[0].field)
"""


def test_a_bad_position_in_a_pool_is_raised_where_it_was_asked() -> None:
    """Why: one bad position among thousands must not hang the run that solves them in many processes."""
    run = subprocess.run([sys.executable, "-c", POOL], capture_output=True, text=True, timeout=120, check=True)
    assert run.stdout.split() == ["table[0]"] * 2
