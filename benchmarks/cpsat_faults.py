"""Faults and traps of CP-SAT on this model family, each reproduced by a command; told in docs/solver.md.

    .venv/bin/python -m benchmarks.cpsat_faults            # every one, each in a process of its own
    .venv/bin/python -m benchmarks.cpsat_faults aborts     # one of them, in this process

What is printed is what happened on this machine with the installed OR-Tools.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib.metadata import version
from statistics import median

from ortools.sat.python import cp_model_helper as cmh

from benchmarks.positions import mid_game
from benchmarks.timing import percentile
from meldsolver import Objective, Position, get_ruleset
from meldsolver.rules.game import game_of
from meldsolver.solver.model.objectives import combine
from meldsolver.solver.model.problem import build
from meldsolver.solver.program.backend import Program
from meldsolver.solver.search.stages import measures

OBJECTIVES = (Objective.TILES, Objective.POINTS)
USUAL = (
    "num_workers:1 cp_model_presolve:false cp_model_probing_level:0 symmetry_level:0 linearization_level:1 "
    "add_lp_constraints_lazily:false cut_level:0 search_branching:LP_SEARCH "
)
LIMIT = "max_time_in_seconds:20 "


def program(position: Position) -> Program:
    """The model of a position, most tiles first, then most points."""
    problem = build(position, game_of(get_ruleset("tile-rummy")), OBJECTIVES)
    found = measures(OBJECTIVES, problem)
    combined = combine(found, [problem.model.range_of(measure.expr) for measure in found])
    assert combined is not None
    return Program(problem.model, combined[0])


def search(model: Program, text: str) -> tuple[cmh.CpSolverResponse, float]:
    """The answer under the given parameters, and the milliseconds that it took."""
    parameters = cmh.SatParameters()
    if not parameters.parse_text_format(text):
        raise SystemExit(f"unknown parameters: {text}")
    wrapper = cmh.SolveWrapper()
    wrapper.set_parameters(parameters)
    start = time.perf_counter()
    response = wrapper.solve(model._proto)  # type: ignore[no-untyped-call]
    return response, (time.perf_counter() - start) * 1000


def aborts() -> str:
    """instantiate_all_variables:false ends the process."""
    response, _ = search(program(mid_game(2, 1)[0]), USUAL + "instantiate_all_variables:false")
    return f"no fault: {response.status}"


def slow_settings() -> str:
    """Default settings, one worker alone, and no linear relaxation are slow with a long tail."""
    models = [program(position) for position in mid_game(2, 12)]
    lines = []
    for name, text in {
        "as used": USUAL,
        "default, one worker": "num_workers:1 ",
        "default": "",
        "presolve off, linearization_level 2": "num_workers:1 cp_model_presolve:false linearization_level:2 ",
        "as used, but linearization_level 0": USUAL.replace("linearization_level:1", "linearization_level:0"),
        "as used, but cut_level 1": USUAL.replace("cut_level:0", "cut_level:1"),
        "as used, but add_lp_constraints_lazily": USUAL.replace("lazily:false", "lazily:true"),
        "as used, without LP_SEARCH": USUAL.replace("search_branching:LP_SEARCH", ""),
    }.items():
        times = [search(model, LIMIT + text)[1] for model in models]
        lines.append(f"{name}: median {median(times):.1f}, p90 {percentile(times, 0.9):.0f}, max {max(times):.0f} ms")
    return "\n".join(lines)


def fractional_objective() -> str:
    """objective_value is a float; it was not always whole in other models of this family."""
    found = []
    for wilds in (0, 1, 2):
        for position in mid_game(wilds, 200):
            value = search(program(position), USUAL)[0].objective_value
            if value != round(value):
                found.append(value)
    return f"{len(found)} of 600 objective values are not whole{': ' + repr(found[0]) if found else ''}"


def lost_stop() -> str:
    """A stop that comes before the search, which the tracker tells is lost (issue 3621)."""
    model = program(mid_game(2, 1)[0])
    wrapper = cmh.SolveWrapper()
    parameters = cmh.SatParameters()
    parameters.parse_text_format(USUAL)
    wrapper.set_parameters(parameters)
    wrapper.stop_search()
    response = wrapper.solve(model._proto)  # type: ignore[no-untyped-call]
    return f"stopped before, then: {response.status}"


def holds_no_lock() -> str:
    """Not a fault: other threads run while CP-SAT searches."""
    model = program(mid_game(2, 1)[0])
    over = threading.Event()
    rounds = 0

    def count() -> None:
        nonlocal rounds
        while not over.is_set():
            rounds += 1

    thread = threading.Thread(target=count)
    thread.start()
    for _ in range(50):
        search(model, USUAL)
    over.set()
    thread.join()
    return f"{rounds} rounds of another thread during 50 searches"


CASES: dict[str, Callable[[], str]] = {
    "aborts": aborts,
    "slow": slow_settings,
    "fractional": fractional_objective,
    "stop": lost_stop,
    "lock": holds_no_lock,
}


def main() -> None:
    """One case, or all of them in processes of their own."""
    if len(sys.argv) > 1:
        print(CASES[sys.argv[1]]())
        return
    print(f"OR-Tools {version('ortools')}")
    for name, case in CASES.items():
        done = subprocess.run([sys.executable, "-m", "benchmarks.cpsat_faults", name], capture_output=True, text=True)
        said = done.stdout.strip() or (done.stderr.strip().splitlines() or ["nothing"])[0]
        print(f"{name}: {case.__doc__}\n  exit code {done.returncode}; " + said.replace("\n", "\n  "))


if __name__ == "__main__":
    main()
