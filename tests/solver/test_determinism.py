"""The same request gives the same answer: again, in another order, in other threads, with other work running."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from threading import Event

from meldsolver import Solution, solve
from tests.solver.drawn import Case, draw

CASES = [draw(f"same-{number}") for number in range(40)]


def answer(case: Case, seed: int = 0) -> Solution:
    """The answer without its time."""
    return replace(solve(case.position, case.ruleset, case.objectives, seed=seed, time_limit=600), seconds=0.0)


def test_the_same_answer_again_whatever_was_asked_between() -> None:
    """Why: models are kept ready between requests, and nothing of one may be seen in the next."""
    first = [answer(case) for case in CASES]
    order = list(range(len(CASES)))
    Random(1).shuffle(order)
    again = {number: answer(CASES[number]) for number in order}
    assert [again[number] for number in range(len(CASES))] == first


def test_the_same_answer_in_threads_with_other_work_running() -> None:
    """Why: a service solves several requests at once, on a machine that does other things too."""
    alone = [answer(case) for case in CASES]
    over = Event()

    def work() -> int:
        rounds = 0
        while not over.is_set():
            rounds += sum(range(1000))
        return rounds

    with ThreadPoolExecutor(5) as pool:
        other = pool.submit(work)
        threads = [pool.submit(lambda: [answer(case) for case in CASES]) for _ in range(3)]
        answers = [thread.result() for thread in threads]
        over.set()
        assert other.result() > 0
    assert answers == [alone] * 3


def test_another_seed_gives_a_play_of_the_same_value() -> None:
    """Why: the seed may choose among equally good plays, never worse ones."""
    for case in CASES[:20]:
        one, other = answer(case), answer(case, seed=7)
        assert (one.status, one.goals) == (other.status, other.goals)
