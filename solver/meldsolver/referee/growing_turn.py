"""A turn in which the melds of the table only grow: what of it is allowed.

Where the melds can have grown in several ways, the move is legal when one of them is.
"""

from __future__ import annotations

from dataclasses import replace

from meldsolver.limits.clock import Clock
from meldsolver.referee.accounting import bag_of
from meldsolver.referee.contracts import contract_violations
from meldsolver.referee.growth import Growth, Growths
from meldsolver.referee.half_replaced import half_replaced
from meldsolver.referee.one_reading import copies_of_growth
from meldsolver.referee.opening import early_wild_violations, mixing_violations, opening_violations
from meldsolver.referee.report import Code, Violation
from meldsolver.rules.explain import meld_problem
from meldsolver.rules.game import Game
from meldsolver.rules.reading import valid_readings
from meldsolver.rules.turn_kind import TableUse, limits_lifted, must_open, table_use
from meldsolver.tiles import Meld, Position, Tile, format_tiles


def growing_violations(
    before: Position, after: tuple[Meld, ...], played: tuple[Tile, ...], game: Game, clock: Clock
) -> tuple[list[Violation], int]:
    """The reasons against a move, and what its opening melds are worth.

    Args:
        before: the position before the move.
        after: all melds after it, each a meld.
        played: the rack tiles played.
        game: the rules.
        clock: ends it.

    Raises:
        TooManySteps: the melds can have grown in more ways than can be tried.
    """
    growths = Growths(before, after, game, clock)
    first = growths.first()
    told = _judge(before, after, played, first, game, clock)
    if told[0] and first.complete:
        for grown in growths.others():
            other = _judge(before, after, played, grown, game, clock)
            if not other[0]:
                return other
    return told


def _judge(
    before: Position, after: tuple[Meld, ...], played: tuple[Tile, ...], grown: Growth, game: Game, clock: Clock
) -> tuple[list[Violation], int]:
    """The reasons against a move whose melds grew in one certain way."""
    rules = game.ruleset
    new = [after[index] for index in grown.new]
    contract = rules.opening.kind == "contract" and not before.loose
    opens = must_open(before, rules) and not contract
    violations: list[Violation] = []
    points = 0
    if opens:
        violations, points = opening_violations(before, after, played, game, clock=clock, new=new)
        violations += early_wild_violations(before, after, violations, game)
        violations += mixing_violations(new, played, points, violations, game)
    violations += _new_meld_violations(after, grown, game)
    faults = _grown_violations(before, after, grown, game)
    if faults and opens:
        violations += [replace(fault, code=Code.OPENING_TURN_USES_TABLE) for fault in faults]
    elif faults and rules.table.manipulation == "full" and not contract:
        text = "the table may be rearranged only once every player has opened"
        violations += [replace(fault, code=Code.MANIPULATION_NOT_YET, message=text) for fault in faults]
    else:
        violations += faults
    if contract:
        violations += contract_violations(before, after, played, grown, game)
    if not violations:
        violations = copies_of_growth(before, after, played, grown, game, opens, clock)
    return violations, points


def _new_meld_violations(after: tuple[Meld, ...], grown: Growth, game: Game) -> list[Violation]:
    """New melds that only look as if they had grown: the limits on wilds bind them as well."""
    violations = []
    for index in grown.new if limits_lifted(game.ruleset) else ():
        problem = meld_problem(after[index], game)
        if problem is not None:
            violations.append(Violation(Code(problem[0]), problem[1], meld=index, tiles=after[index]))
    return violations


def _grown_violations(before: Position, after: tuple[Meld, ...], grown: Growth, game: Game) -> list[Violation]:
    """The melds before that do not stand in one meld after, or that grew where they must stay."""
    contract = game.ruleset.opening.kind == "contract" and not before.loose
    stay = table_use(before, game.ruleset) is TableUse.STAY and not contract
    violations = []
    for index, held in enumerate(grown.continued):
        meld = before.table[index]
        shown = format_tiles(tile.plain() for tile in meld)
        code = Code.TABLE_MELD_CHANGED
        if held is None and index in grown.fixed_wilds:
            code = Code.JOKER_FIXED
            text = f"the meld {shown} may only grow; a wild in it would stand for another tile"
        elif held is None and index in grown.changed_kind:
            kinds = " or ".join(dict.fromkeys(reading.kind for reading in valid_readings(meld, game, grown=True)))
            text = f"the meld {shown} may only grow; a {kinds} may not become another kind of meld"
        elif held is None and (half := half_replaced(index, meld, after, game)) is not None:
            violations.append(half)
            continue
        elif held is None:
            text = f"the meld {shown} may only grow; it no longer stands together"
        elif stay and bag_of(after[held]) != bag_of(meld):
            text = f"the meld {shown} must stay as it is"
        else:
            continue
        violations.append(Violation(code, text, table_meld=index, tiles=meld))
    return violations
