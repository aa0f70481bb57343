"""Compares referee and solver with the brute force on one position."""

from random import Random

from meldsolver import Objective, Position, Ruleset, Status, check_move, position_faults, solve
from meldsolver.tiles import format_melds
from tests.agreement.bridge import laid, oracle_rules, project_position, project_table, random_before
from tests.oracles.any_move import Before, candidates, legal, value
from tests.oracles.any_rules import Rules

MOST_CANDIDATES = 4000


def differences(ruleset: Ruleset, seed: str, *, melds: int = 2, rack: int = 5, judged: int = 25) -> list[str]:
    """What referee or solver answer otherwise than the brute force, on the position of a seed.

    Args:
        ruleset: the rules.
        seed: of the position and of the order in which melds are laid.
        melds: most melds on the table.
        rack: most tiles of the rack.
        judged: how many end states, legal or not, the referee judges.
    """
    random = Random(seed)
    rules = oracle_rules(ruleset)
    before = random_before(random, rules, ruleset.deck.wilds * ruleset.deck.packs, melds=melds, rack=rack)
    position = project_position(before)
    faults = position_faults(position, ruleset)
    if faults:
        return [f"{seed}: {position}: the position is refused: {faults[0]}"]
    tables = candidates(before, rules)
    if len(tables) > MOST_CANDIDATES:
        return []
    good = [(played, after) for played, after in tables if legal(before, after, rules)]
    found = _solver_differences(position, ruleset, [value(played) for played, _ in good])
    some = random.sample(tables, min(judged, len(tables))) + random.sample(good, min(judged, len(good)))
    for _, after in some:
        found += _referee_difference(
            before, position, tuple(laid(random, meld, rules) for meld in after), ruleset, rules
        )
    return [f"{seed}: {position}: {text}" for text in found]


def _referee_difference(before: Before, position: Position, after: object, ruleset: Ruleset, rules: Rules) -> list[str]:
    assert isinstance(after, tuple)
    report = check_move(position, project_table(after), ruleset)
    expected = legal(before, after, rules, ordered=True)
    if report.legal is expected:
        return []
    codes = [violation.code.value for violation in report.violations]
    return [f"to {format_melds(project_table(after))}: {'legal' if expected else 'illegal'}, the referee says {codes}"]


def _solver_differences(position: Position, ruleset: Ruleset, values: list[tuple[int, int]]) -> list[str]:
    found = []
    for order in ((Objective.TILES, Objective.POINTS), (Objective.POINTS, Objective.TILES)):
        try:
            answer = solve(position, ruleset, order, time_limit=600)
        except Exception as error:
            return [f"solve fails: {type(error).__name__}: {error}"]
        if not values:
            if answer.status is not Status.NO_PLAY:
                found.append(f"nothing is legal, the solver plays {format_melds(answer.table)}")
            continue
        if answer.status is not Status.OPTIMAL:
            found.append(f"best is {max(values)}, the solver says {answer.status}")
            continue
        first = order[0] is Objective.TILES
        best = max(values, key=lambda v: v if first else (v[1], v[0]))
        got = (answer.tiles_played, answer.points_played)
        if got != best:
            found.append(
                f"{[str(o) for o in order]}: best is {best}, the solver finds {got}: {format_melds(answer.table)}"
            )
    return found
