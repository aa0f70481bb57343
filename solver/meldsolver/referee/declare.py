"""Games in which only a whole hand is shown: what it must hold."""

from __future__ import annotations

from dataclasses import replace

from meldsolver.referee.report import Code, Violation
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.reading import valid_readings
from meldsolver.rules.turn_kind import cards_held, cards_kept, declared_cards
from meldsolver.tiles import Meld, Position, Tile


def all_pairs(after: tuple[Meld, ...], game: Game) -> bool:
    """Whether the hand is the pattern of pairs alone, each another one."""
    count = game.ruleset.declare.pairs
    if not count or len(after) != count or any(len(meld) != 2 for meld in after):
        return False
    pairs = _pairs_game(game)
    found = [valid_readings(meld, pairs) for meld in after]
    shown = {frozenset(reading[0].options[index][0] for index in (0, 1)) for reading in found if reading}
    return all(found) and len(shown) == count


def _pairs_game(game: Game) -> Game:
    rules = game.ruleset
    pairs = tuple(replace(other, only_as="") for other in rules.other_melds if other.kind == "pair")
    only = replace(
        rules, other_melds=pairs, set=replace(rules.set, allowed=False), run=replace(rules.run, allowed=False)
    )
    return game_of(only)


def declare_violations(
    before: Position, after: tuple[Meld, ...], played: tuple[Tile, ...], game: Game
) -> list[Violation]:
    """The reasons against showing a hand arranged as these melds."""
    rule = game.ruleset.declare
    violations = []
    thrown = cards_kept(before, game.ruleset)
    held = cards_held(before)
    lacking = held - thrown - len(played)
    if rule.all_cards and lacking > 0:
        but = " but the one that is thrown" if thrown else ""
        text = f"every card{but} must be in a meld; {lacking} are not"
        violations.append(Violation(Code.HAND_NOT_COMPLETE, text))
    if rule.all_cards and held < declared_cards(game.ruleset):
        text = f"a hand that is declared holds {declared_cards(game.ruleset)} cards; this one {held}"
        violations.append(Violation(Code.HAND_NOT_COMPLETE, text))
    if all_pairs(after, game):
        return violations
    violations += _larger_sets(before, after, game)
    readings = [valid_readings(meld, game) for meld in after]
    runs = [[r for r in each if r.kind == "run"] for each in readings]
    runs = [each for each in runs if each]
    pure = [each for each in runs if any(not any(reading.wild) for reading in each)]
    if len(pure) < rule.min_pure_runs:
        text = f"{rule.min_pure_runs} runs without a wild are needed; there are {len(pure)}"
        violations.append(Violation(Code.NO_PURE_SEQUENCE, text))
    if len(runs) < rule.min_runs:
        text = f"{rule.min_runs} runs are needed; there are {len(runs)}"
        violations.append(Violation(Code.NEED_TWO_SEQUENCES, text))
    for other in game.ruleset.other_melds:
        such = sum(any(reading.kind == other.kind for reading in each) for each in readings)
        if other.count and such != other.count:
            text = f"a complete hand has {other.count} melds of the kind {other.kind}; this one has {such}"
            violations.append(Violation(Code.HAND_NOT_COMPLETE, text))
    return violations


def _larger_sets(before: Position, after: tuple[Meld, ...], game: Game) -> list[Violation]:
    """Where the card drawn counts, each card of a set beyond its least size makes the hand larger by one."""
    rules = game.ruleset
    more = cards_held(before) - declared_cards(rules)
    if not (rules.declare.all_cards and rules.declare.draw_counts) or more < 0:
        return []
    sets = [meld for meld in after if any(reading.kind == "set" for reading in valid_readings(meld, game))]
    held = sum(max(0, len(meld) - rules.set.min) for meld in sets)
    if held == more:
        return []
    text = (
        f"a hand that is declared holds {declared_cards(rules)} cards, and one more for each card that makes a set "
        f"larger than {rules.set.min}; this one holds {cards_held(before)}, with {held} such cards"
    )
    return [Violation(Code.HAND_NOT_COMPLETE, text)]
