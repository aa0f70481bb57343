"""How long distance and discard advice take in every preset with contracts, at every level, for dealt hands.

.venv/bin/python -m benchmarks.contract_presets [--cpu]
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import median

from benchmarks.tables import table
from benchmarks.timing import BY_CPU, CLOCK, GOAL_COLUMNS, against_goal, machine, percentile
from meldsolver import Position, Ruleset, get_ruleset, list_rulesets
from meldsolver.contracts import advise_discard, distance
from meldsolver.tiles import Tile

RESULT = Path(__file__).parent / "results" / "contract_presets.md"
HANDS = 8
LIMIT_SECONDS = 1.0
P95_MS = 1000.0
USUAL_HAND = 11


def presets() -> list[Ruleset]:
    """Every preset with contracts, those left out that play one level of another."""
    rulesets = [get_ruleset(summary.name) for summary in list_rulesets()]
    return [rules for rules in rulesets if rules.opening.kind == "contract" and not rules.contract.level]


def dealt(rules: Ruleset, level: int, number: int) -> Position:
    """A hand with the card drawn; always the same ones."""
    deck = rules.deck
    tiles = [Tile(suit, rank) for suit in deck.suits for rank in range(deck.min_rank, deck.ranks + 1)] * deck.copies
    tiles += [Tile(wild=True)] * deck.wilds + [Tile(name=name) for name, count in deck.specials for _ in range(count)]
    size = (rules.deal.rack or USUAL_HAND) + 1
    hand = Random(f"{rules.name} {level} {number}").sample(tiles * deck.packs, size)
    return Position(rack=tuple(hand), level=level)


def timed(rules: Ruleset, level: int) -> tuple[list[float], list[float], int]:
    """Milliseconds of each distance and each advice, and how many of both are proved."""
    distances, advices, proved = [], [], 0
    for number in range(HANDS):
        position = dealt(rules, level, number)
        start = CLOCK()
        proved += distance(position, rules, draws=0, time_limit=LIMIT_SECONDS).proved
        middle = CLOCK()
        advice = advise_discard(position, rules, time_limit=LIMIT_SECONDS)
        proved += all(discard.proved for discard in advice.discards)
        distances.append((middle - start) * 1000)
        advices.append((CLOCK() - middle) * 1000)
    return distances, advices, proved


def measure() -> str:
    """The page of results."""
    rows, goals = [], []
    for rules in presets():
        distances, advices, proved = [], [], 0
        for level, contract in enumerate(rules.contract.levels, 1):
            far, throw, sure = timed(rules, level)
            rows.append(_row(f"{rules.name}, {level}: {contract}", far, throw, sure / (2 * HANDS)))
            distances += far
            advices += throw
            proved += sure
        share = proved / (2 * len(distances))
        goals.append(against_goal(f"{rules.name}: distance, p95", percentile(distances, 0.95), P95_MS, "ms"))
        goals.append(against_goal(f"{rules.name}: advice, p95", percentile(advices, 0.95), P95_MS, "ms"))
        goals.append(against_goal(f"{rules.name}: proved", 100 * share, 95, "%", least=True))
    columns = ["preset, level", "distance", "p95", "max", "advice", "p95", "max", "proved"]
    return "\n".join(
        [
            "# Contracts of every preset, in process",
            "",
            f"{HANDS} hands a level, dealt at random with the card drawn: the distance with all outs, and advice on",
            f"every discard, each with a limit of {LIMIT_SECONDS:g} s. Milliseconds: median, p95, greatest; then the",
            f"share that is proved in time. {machine()}",
            "",
            f"    .venv/bin/python -m benchmarks.contract_presets{' --cpu' if BY_CPU else ''}",
            "",
            *table(columns, rows),
            "",
            *table(GOAL_COLUMNS, goals),
            "",
        ]
    )


def _row(name: str, far: list[float], throw: list[float], proved: float) -> list[str]:
    figures = [f"{f(times):.0f}" for times in (far, throw) for f in (median, lambda t: percentile(t, 0.95), max)]
    return [name.replace("|", "/"), *figures, f"{proved:.0%}"]


if __name__ == "__main__":
    page = measure()
    RESULT.write_text(page, encoding="utf-8")
    print(page)
