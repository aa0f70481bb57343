"""Contract games: laying down the contract, laying off, extra melds, the closing discard."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from meldsolver.limits.clock import TooManySteps
from meldsolver.referee.accounting import bag_of
from meldsolver.referee.growth import Growth
from meldsolver.referee.report import Code, Violation
from meldsolver.rules.contract import Demands, contracts_at, describe_contract, level_of
from meldsolver.rules.game import Game
from meldsolver.rules.reading import Reading, valid_readings
from meldsolver.rules.turn_kind import extra_melds
from meldsolver.tiles import Meld, Position, Tile

MOST_READINGS = 2_000
"""More readings of the runs of a contract are not compared; three runs have a few dozen at most."""


def contract_violations(
    before: Position, after: tuple[Meld, ...], played: tuple[Tile, ...], grown: Growth, game: Game
) -> list[Violation]:
    """The reasons against a move of a contract game, apart from the tiles and melds themselves."""
    rules = game.ruleset
    new = [after[index] for index in grown.new]
    # Counting tiles would not do: a wild that the table gives up may lie in a new meld.
    pairs = zip(before.table, grown.continued, strict=True)
    changed = any(held is not None and bag_of(after[held]) != bag_of(meld) for meld, held in pairs)
    if before.opened:
        return _extra(before, new, grown, game)
    violations: list[Violation] = []
    if not new:
        text = "nothing may be laid off before the contract is down"
        return [Violation(Code.LAYOFF_BEFORE_DOWN, text, tiles=played)]
    level = level_of(before, rules)
    alternatives = contracts_at(rules, level)
    extra_allowed = rules.layoff.extra_melds == "always" and rules.layoff.same_turn_as_opening
    if not any(_meets(new, demands, game, extra_allowed) for demands in alternatives):
        need = f"level {level} needs {describe_contract(alternatives)}" if level else "this is no level's contract"
        text = f"{need}; {len(new)} new melds are laid"
        violations.append(Violation(Code.CONTRACT_NOT_MET, text, tiles=played))
        if changed:
            text = "nothing may be laid off before the contract is down"
            violations.append(Violation(Code.LAYOFF_BEFORE_DOWN, text))
    elif changed and not rules.layoff.same_turn_as_opening:
        text = "in the turn of the contract nothing else may be laid"
        violations.append(Violation(Code.LAYOFF_SAME_TURN, text))
    return violations + _run_spacing(new, game, sure=bool(violations))


def _extra(before: Position, new: list[Meld], grown: Growth, game: Game) -> list[Violation]:
    allowed = extra_melds(before, game.ruleset)
    # A table meld that no longer stands is told apart; what became of it is no new meld.
    if allowed == "always" or len(new) <= grown.continued.count(None):
        return []
    if allowed == "on_call" and before.called is not None:
        called = before.called
        if len(new) == 1 and any(tile[:3] == called[:3] for tile in new[0]):
            return []
        text = f"only one new meld may be laid on a call, and it must hold the called {called.plain()}"
    elif allowed == "on_call":
        text = "a new meld may be laid on a call only; cards may be laid off on melds that lie there"
    else:
        text = "no new melds may be laid once the contract is down; cards may be laid off"
    return [Violation(Code.EXTRA_MELD, text, meld=index) for index in grown.new]


def _meets(melds: Sequence[Meld], demands: Demands, game: Game, extra: bool) -> bool:
    """Whether each demand is met by a meld of its own, with none left over unless extra ones may be."""
    if len(melds) < len(demands) or (len(melds) > len(demands) and not extra):
        return False
    kinds = [{reading.kind for reading in valid_readings(meld, game)} for meld in melds]
    owner: dict[int, int] = {}

    def place(demand: int, tried: set[int]) -> bool:
        for index, meld in enumerate(melds):
            if index in tried or demands[demand].kind not in kinds[index] or not demands[demand].is_met_by(len(meld)):
                continue
            tried.add(index)
            if index not in owner or place(owner[index], tried):
                owner[index] = demand
                return True
        return False

    return all(place(demand, set()) for demand in range(len(demands)))


def _run_spacing(melds: Sequence[Meld], game: Game, *, sure: bool) -> list[Violation]:
    """Limits on contract runs of one suit.

    Args:
        melds: the new melds.
        game: the rules.
        sure: whether the move is illegal anyhow, so that the first readings do.

    Raises:
        TooManySteps: the runs can be read in too many ways.
    """
    rule = game.ruleset.contract
    if not rule.same_suit_gap_min and not rule.distinct_suits:
        return []
    runs = [[r for r in valid_readings(meld, game) if r.kind == "run"] for meld in melds]
    runs = [readings for readings in runs if readings]
    best: list[Violation] | None = None
    for number, chosen in enumerate(product(*runs)):
        if number == MOST_READINGS:
            if sure:
                break
            raise TooManySteps
        faults = [fault for a, b in combinations(chosen, 2) if (fault := _clash(a, b, game)) is not None]
        if best is None or len(faults) < len(best):
            best = faults
        if not best:
            break
    return best or []


def _clash(first: Reading, second: Reading, game: Game) -> Violation | None:
    rule = game.ruleset.contract
    suit = first.options[0][0].suit
    if suit != second.options[0][0].suit:
        return None
    if rule.distinct_suits:
        text = f"two runs of the contract are of suit {suit}; they must differ in suit"
        return Violation(Code.CONTRACT_SAME_SUIT_RUNS, text)
    low, high = sorted((first, second), key=lambda reading: min(reading.places))
    gap = min(high.places) - max(low.places) - 1
    if 0 <= gap < rule.same_suit_gap_min:
        text = f"two runs of suit {suit} have {gap} ranks between them; {rule.same_suit_gap_min} are needed"
        return Violation(Code.CONTRACT_ADJACENT_RUNS, text)
    return None
