"""Whether a ruleset contradicts itself; every contradiction, field by field.

Fields of the wrong type or out of range are found earlier, when a ruleset is read. A deck of one or
two suits simply has no sets of distinct suits, and one of one or two ranks no runs; what is a fault
is a number that was meant to matter and cannot.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator

from meldsolver.rules.contract import parse_contract
from meldsolver.rules.counted_melds import counted_faults
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.table_wilds import wilds_are_bound
from meldsolver.rules.turn_kind import HAND_GAMES
from meldsolver.tiles import Alphabet, ParseError, parse_tile
from meldsolver.tiles.notation import CARD_RANKS, WILD_TOKENS
from meldsolver.tiles.request import Fault

MOST_TILES = 2000
"""Most tiles of a deck; 200 ranks, 4 suits and 2 copies fit."""
MOST_LEVELS = 50
MOST_CONTRACT_MELDS = 12
RESERVED_SUITS = {"j": "the wild", "z": "the honours"}

_SPECIAL = re.compile(r"[^\s,;|#=/]{1,12}")


def ruleset_faults(ruleset: Ruleset) -> tuple[Fault, ...]:
    """Every contradiction of a ruleset; empty when it can be played."""
    faults = list(_deck_faults(ruleset))
    if faults:
        # The rest is told in terms of the deck and would only repeat its faults.
        return tuple(faults)
    for check in (
        _meld_faults,
        _wild_faults,
        _table_faults,
        _opening_faults,
        _wild_policy_faults,
        _contract_faults,
        _declare_faults,
        counted_faults,
        _scoring_faults,
    ):
        faults += check(ruleset)
    return tuple(faults)


def _fault(field: str, message: str, reason: str = "CONTRADICTION") -> Fault:
    return Fault(field, reason, message)


def _deck_faults(ruleset: Ruleset) -> Iterator[Fault]:
    deck = ruleset.deck
    for suit, count in Counter(deck.suits).items():
        if suit in RESERVED_SUITS:
            text = f"{suit!r} is the letter of {RESERVED_SUITS[suit]}; choose another letter"
            yield _fault("deck.suits", text)
        elif not re.fullmatch("[a-z]", suit):
            yield _fault("deck.suits", f"{suit[:20]!r} is no suit; a suit is one letter from a to y")
        elif count > 1:
            yield _fault("deck.suits", f"the suit {suit!r} is named {count} times; name it once")
    if not deck.suits:
        yield _fault("deck.suits", "there are no suits; name at least one")
    if deck.min_rank > deck.ranks:
        yield _fault("deck.min_rank", f"the lowest rank {deck.min_rank} is above the highest, {deck.ranks}")
    faces = len(deck.suits) * max(0, deck.ranks - deck.min_rank + 1) + deck.honours
    tiles = deck.packs * (faces * deck.copies + deck.wilds + sum(count for _, count in deck.specials))
    if tiles > MOST_TILES:
        text = f"the deck would have {tiles} tiles; at most {MOST_TILES} are allowed"
        yield _fault("deck", text, "TOO_LARGE")
    for rank in deck.wild_ranks:
        if not deck.min_rank <= rank <= deck.ranks:
            yield _fault("deck.wild_ranks", f"rank {rank} is not in the deck ({deck.min_rank} to {deck.ranks})")
    for rank, _ in deck.rank_labels:
        if not deck.min_rank <= rank <= deck.ranks:
            yield _fault("deck.rank_labels", f"rank {rank} is not in the deck ({deck.min_rank} to {deck.ranks})")
    yield from _special_faults(ruleset)
    for text in deck.wild_faces:
        yield from _face_faults("deck.wild_faces", text, ruleset)
    if deck.indicator:
        yield from _face_faults("deck.indicator", deck.indicator, ruleset)


def _special_faults(ruleset: Ruleset) -> Iterator[Fault]:
    names = [name for name, _ in ruleset.deck.specials]
    plain = Alphabet(ruleset.alphabet.suits, (), ranks={**CARD_RANKS, **ruleset.alphabet.ranks})
    for name, count in Counter(names).items():
        if count > 1:
            yield _fault("deck.specials", f"the special {name!r} is named {count} times; name it once, with a number")
        elif not _SPECIAL.fullmatch(name) or name in WILD_TOKENS:
            yield _fault("deck.specials", f"{name!r} is no name for a special; use up to 12 letters, digits or signs")
        elif _reads_as_tile(name, plain):
            yield _fault("deck.specials", f"{name!r} already names a tile; choose another name")


def _reads_as_tile(text: str, alphabet: Alphabet) -> bool:
    try:
        parse_tile(text, alphabet)
    except ParseError:
        return False
    return True


def _face_faults(field: str, text: str, ruleset: Ruleset) -> Iterator[Fault]:
    deck = ruleset.deck
    if not deck.suits:
        return  # told of the suits
    try:
        tile = parse_tile(text, ruleset.alphabet)
    except ParseError:
        yield _fault(field, f"{text[:20]!r} is no tile of the deck; write a suit and a rank, as in {deck.suits[0]}5")
        return
    if not tile.is_natural or tile.suit not in deck.suits or not deck.min_rank <= tile.rank <= deck.ranks or tile.id:
        yield _fault(field, f"{text[:20]!r} is no natural of the deck; write one, as in {deck.suits[0]}{deck.ranks}")


def _longest(ruleset: Ruleset) -> tuple[int, int]:
    """The most tiles of a set and of a run; 0 where there can be none."""
    deck, sets, runs = ruleset.deck, ruleset.set, ruleset.run
    copies = deck.copies * deck.packs
    suits = len(deck.suits)
    wilds = deck.wilds * deck.packs
    room = {"distinct": suits, "any": suits * copies + wilds, "identical": copies + wilds}[sets.suits]
    longest_set = min(room, sets.max or room) if sets.allowed else 0
    span = deck.ranks - deck.min_rank + 1
    room = span + (runs.wrap == "one_high")
    longest_run = min(room, runs.max or room) if runs.allowed else 0
    return (longest_set if longest_set >= sets.min else 0, longest_run if longest_run >= runs.min else 0)


def _meld_faults(ruleset: Ruleset) -> Iterator[Fault]:
    faults = [*_set_faults(ruleset), *_run_faults(ruleset)]
    for index, other in enumerate(ruleset.other_melds):
        if other.max and other.n > other.max:
            text = f"the fewest tiles, {other.n}, are more than the most, {other.max}"
            faults.append(_fault(f"other_melds[{index}].n", text))
    yield from faults
    if not any(_longest(ruleset)) and not ruleset.other_melds and not faults:
        yield _fault("set.allowed", "no meld can be made at all; allow sets or runs that the deck can form")


def _set_faults(ruleset: Ruleset) -> Iterator[Fault]:
    deck, sets = ruleset.deck, ruleset.set
    if not sets.allowed:
        return
    if sets.max and sets.min > sets.max:
        yield _fault("set.min", f"the fewest tiles of a set, {sets.min}, are more than the most, {sets.max}")
    elif not _longest(ruleset)[0] and not (sets.suits == "distinct" and len(deck.suits) < 3):
        what = f"{len(deck.suits)} suits" if sets.suits == "distinct" else f"{deck.copies * deck.packs} copies"
        text = f"a set of {sets.min} tiles of {sets.suits} suits cannot be made of {what}; lower set.min"
        yield _fault("set.min", text)


def _run_faults(ruleset: Ruleset) -> Iterator[Fault]:
    deck, runs = ruleset.deck, ruleset.run
    span = deck.ranks - deck.min_rank + 1
    if not runs.allowed:
        return
    if runs.max and runs.min > runs.max:
        yield _fault("run.min", f"the fewest tiles of a run, {runs.min}, are more than the most, {runs.max}")
    elif not _longest(ruleset)[1] and span > 2:
        yield _fault("run.min", f"a run of {runs.min} tiles cannot be made of {span} ranks; lower run.min")


def _wild_faults(ruleset: Ruleset) -> Iterator[Fault]:
    deck, wild = ruleset.deck, ruleset.wild
    has_wilds = bool(deck.wilds or deck.wild_ranks or deck.wild_faces or deck.indicator)
    colours = [other.max or deck.ranks * deck.copies for other in ruleset.other_melds if other.kind == "colour"]
    longest = max(*_longest(ruleset), *colours, *(other.n for other in ruleset.other_melds), 0)
    if has_wilds and wild.min_naturals >= longest > 0:
        text = f"a meld has at most {longest} tiles, so with {wild.min_naturals} naturals it has no room for a wild"
        yield _fault("wild.min_naturals", text)


def _table_faults(ruleset: Ruleset) -> Iterator[Fault]:
    table, turn, retrieval = ruleset.table, ruleset.turn, ruleset.retrieval
    if table.manipulation == "full" and table.model != "shared":
        text = f"only a shared table may be rearranged, and table.model is {table.model}; write layoff or none"
        yield _fault("table.manipulation", text)
    if turn.max_rack_tiles and turn.min_rack_tiles > turn.max_rack_tiles:
        text = f"at least {turn.min_rack_tiles} and at most {turn.max_rack_tiles} rack tiles cannot both hold"
        yield _fault("turn.min_rack_tiles", text)
    if turn.go_out_needs_discard and turn.discard == "none":
        text = "the last card must be discarded, but turn.discard is none; write required"
        yield _fault("turn.go_out_needs_discard", text)
    for name in ("take_back", "stepwise_valid"):
        if getattr(table, name):
            yield _fault(
                f"table.{name}", "a move is judged by the table before and after it alone; write false", "UNSUPPORTED"
            )
    if retrieval.mode == "never" and retrieval.lock_turns:
        text = f"wilds are never freed, so a lock of {retrieval.lock_turns} turns cannot matter; write 0"
        yield _fault("retrieval.lock_turns", text)


def _opening_faults(ruleset: Ruleset) -> Iterator[Fault]:
    opening = ruleset.opening
    if not opening.rack_only:
        text = "an opening with table tiles is not expressed; write true"
        yield _fault("opening.rack_only", text, "UNSUPPORTED")
    if opening.kind == "run" and not ruleset.run.allowed:
        yield _fault("opening.kind", "the opening must be a run, but run.allowed is false")
    if opening.pairs and opening.kind != "points":
        text = f"pairs open instead of points, but opening.kind is {opening.kind}; write points, or opening.pairs 0"
        yield _fault("opening.pairs", text)
    elif opening.pairs and not any(other.kind == "pair" and not other.only_as for other in ruleset.other_melds):
        text = (
            f"{opening.pairs} pairs open, but pairs are no melds that can be laid; add "
            '{"kind": "pair"} (without only_as) to other_melds'
        )
        yield _fault("opening.pairs", text)


def _wild_policy_faults(ruleset: Ruleset) -> Iterator[Fault]:
    """Policies that mean nothing, or nothing certain, beside each other."""
    unsuited = "any" in (ruleset.run.suit, ruleset.set.suits) or any(
        other.suits == "any" or other.kind == "colour" for other in ruleset.other_melds
    )
    locked = ruleset.retrieval.meld_locked and wilds_are_bound(ruleset)
    if locked and unsuited and ruleset.table.manipulation == "full":
        text = "locked melds are judged only where runs and sets tell the suit of every tile; write false"
        yield _fault("retrieval.meld_locked", text, "UNSUPPORTED")
    if ruleset.table.manipulation != "full" and ruleset.retrieval.reuse in ("new_meld", "new_meld_two_rack"):
        text = (
            f"where a freed wild goes ({ruleset.retrieval.reuse}) is judged on tables that may be rearranged; "
            "write any_meld or to_rack, or table.manipulation full"
        )
        yield _fault("retrieval.reuse", text)


def _has_pairs(ruleset: Ruleset) -> bool:
    return any(other.kind == "pair" for other in ruleset.other_melds)


def _contract_faults(ruleset: Ruleset) -> Iterator[Fault]:
    rule, levels = ruleset.contract, ruleset.contract.levels
    if ruleset.opening.kind == "contract" and not levels:
        yield _fault("contract.levels", 'opening.kind is contract, but there are no levels; write some, as in ["SS"]')
    if levels and ruleset.opening.kind != "contract":
        text = f"there are levels, but opening.kind is {ruleset.opening.kind}; write contract"
        yield _fault("opening.kind", text)
    if levels and ruleset.table.manipulation == "full":
        yield _fault(
            "table.manipulation", "contracts are laid and laid off on; write layoff (and a table.model of owner)"
        )
    if rule.level > len(levels):
        yield _fault("contract.level", f"there is no level {rule.level}; there are {len(levels)}")
    if len(levels) > MOST_LEVELS:
        yield _fault("contract.levels", f"{len(levels)} levels; at most {MOST_LEVELS} are allowed", "TOO_LARGE")
    if rule.exact and ruleset.layoff.same_turn_as_opening:
        text = (
            "contract melds have just their sizes, but cards may be laid off on them in the same turn; set "
            "contract.exact or layoff.same_turn_as_opening to false"
        )
        yield _fault("contract.exact", text)
    for index, level in enumerate(levels[:MOST_LEVELS]):
        yield from _level_faults(f"contract.levels[{index}]", level, ruleset)
    if (rule.same_suit_gap_min or rule.distinct_suits) and ruleset.run.suit == "any":
        field = "contract.distinct_suits" if rule.distinct_suits else "contract.same_suit_gap_min"
        yield _fault(field, "runs have no suit where run.suit is any; leave it out")


def _level_faults(field: str, level: str, ruleset: Ruleset) -> Iterator[Fault]:
    if len(level) > 80:
        yield _fault(field, "a contract of more than 80 characters; write it shorter", "TOO_LARGE")
        return
    try:
        alternatives = parse_contract(level, ruleset)
    except ValueError as error:
        yield _fault(field, str(error), "BAD_CONTRACT")
        return
    longest = dict(zip(("set", "run"), _longest(ruleset), strict=True))
    colours = [other for other in ruleset.other_melds if other.kind == "colour"]
    least = {"set": ruleset.set.min, "run": ruleset.run.min, "colour": min((other.n for other in colours), default=0)}
    told: set[str] = set()
    for demands in alternatives:
        if len(demands) > MOST_CONTRACT_MELDS:
            yield _fault(field, f"{len(demands)} melds; at most {MOST_CONTRACT_MELDS} are allowed", "TOO_LARGE")
        for kind, size, _ in demands:
            if kind in told:
                continue
            if kind == "colour" and not colours:
                text = 'colours are no melds; add {"kind": "colour", "n": 7} to other_melds'
            elif kind != "colour" and not longest[kind]:
                text = f"the deck and the section {kind} allow no {kind} at all"
            elif kind != "colour" and size > longest[kind]:
                text = f"a {kind} of {size} is demanded, but a {kind} has at most {longest[kind]} tiles"
            elif size < least[kind]:
                text = f"a {kind} of {size} is demanded, but a {kind} has at least {least[kind]} tiles"
            else:
                continue
            told.add(kind)
            yield _fault(field, text)


def _declare_faults(ruleset: Ruleset) -> Iterator[Fault]:
    rule = ruleset.declare
    if ruleset.table.model not in HAND_GAMES:
        for name in ("min_runs", "min_pure_runs", "all_cards", "draw_counts", "pairs"):
            if value := getattr(rule, name):
                text = (
                    f"hands are declared where table.model is hand_only, and it is {ruleset.table.model}; write "
                    f"{json.dumps(type(value)())}, or table.model hand_only"
                )
                yield _fault(f"declare.{name}", text)
        return
    if rule.min_pure_runs > rule.min_runs:
        text = f"{rule.min_pure_runs} pure runs are needed, but only {rule.min_runs} runs; raise declare.min_runs"
        yield _fault("declare.min_pure_runs", text)
    if rule.all_cards and ruleset.turn.go_out_needs_discard:
        text = (
            "every card must be in a meld, so none is left to discard; set turn.go_out_needs_discard or "
            "declare.all_cards to false (a hand on turn throws its one card too many anyway)"
        )
        yield _fault("turn.go_out_needs_discard", text)
    if rule.min_runs and not ruleset.run.allowed:
        yield _fault("declare.min_runs", "runs are needed, but run.allowed is false")
    if rule.pairs and not _has_pairs(ruleset):
        text = f'{rule.pairs} pairs are complete, but pairs are no melds; add {{"kind": "pair"}} to other_melds'
        yield _fault("declare.pairs", text)


def _scoring_faults(ruleset: Ruleset) -> Iterator[Fault]:
    deck, scoring = ruleset.deck, ruleset.scoring
    specials = {name for name, _ in deck.specials}
    valued: set[int] = set()
    ranks = range(min(deck.min_rank, 1), max(deck.ranks, deck.honours) + 1)
    for name, _ in scoring.values:
        match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", name)
        if match is None:
            if name not in specials:
                text = f"{name[:20]!r} is neither a rank, a range of ranks nor a special of the deck"
                yield _fault("scoring.values", text)
            continue
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last or first not in ranks or last not in ranks:
            text = f"{name!r} names ranks that the deck does not have ({deck.min_rank} to {deck.ranks})"
            yield _fault("scoring.values", text)
        valued.update(range(first, last + 1))
    if scoring.card_values == "table":
        missing = [rank for rank in range(deck.min_rank, deck.ranks + 1) if rank not in valued]
        if missing:
            text = f"scoring.card_values is table, but rank {missing[0]} has no value; name every rank"
            yield _fault("scoring.values", text)
    if ruleset.deal.players_min > ruleset.deal.players_max:
        text = f"at least {ruleset.deal.players_min} and at most {ruleset.deal.players_max} players cannot both hold"
        yield _fault("deal.players_min", text)
