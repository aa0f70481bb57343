"""From the project's rulesets and positions to those of the oracle, field by field, and back."""

from collections.abc import Sequence
from random import Random

from meldsolver import Position, Ruleset
from meldsolver.tiles import WILD, Tile, natural, parse_tile
from tests.oracles import any_rules as oracle
from tests.oracles.any_move import Before


def oracle_rules(ruleset: Ruleset) -> oracle.Rules:
    """The oracle's rules; raises ``ValueError`` for what it does not know."""
    if ruleset.opening.kind == "contract" or ruleset.table.model == "hand_only":
        raise ValueError("contracts and declared hands have oracles of their own")
    return meld_rules(ruleset)


def meld_rules(ruleset: Ruleset) -> oracle.Rules:
    """The rules of melds and of moves, without what contracts and whole hands ask besides.

    Raises:
        ValueError: the deck is beyond the oracle.
    """
    deck, run, wild, free, opening = ruleset.deck, ruleset.run, ruleset.wild, ruleset.retrieval, ruleset.opening
    if deck.min_rank != 1 or deck.specials:
        raise ValueError("this deck is beyond the oracle")
    wild_cards = [parse_tile(text, ruleset.alphabet) for text in deck.wild_faces]
    if deck.indicator:
        shown = parse_tile(deck.indicator, ruleset.alphabet)
        wild_cards.append(natural(shown.suit, shown.rank % deck.ranks + 1))
    return oracle.Rules(
        wild_cards=tuple((tile.suit, tile.rank) for tile in wild_cards),
        honours=deck.honours,
        high=ruleset.scoring.high_value,
        suits=deck.suits,
        ranks=deck.ranks,
        copies=deck.copies * deck.packs,
        wild_ranks=deck.wild_ranks,
        sets=ruleset.set.allowed,
        set_min=ruleset.set.min,
        set_max=ruleset.set.max,
        set_suits=ruleset.set.suits,
        runs=run.allowed,
        run_min=run.min,
        run_max=run.max,
        run_suit=run.suit,
        wrap=run.wrap,
        others=tuple(
            oracle.Other(o.kind, o.n, o.max or (o.n if o.kind == "pair" else 0), o.suits)
            for o in ruleset.other_melds
            if not o.only_as
        ),
        wilds_most=wild.max_per_meld,
        naturals_least=wild.min_naturals,
        naturals_ge_wilds=wild.naturals_ge_wilds,
        adjacent_ok=wild.adjacent_ok,
        wilds_most_in_new_three=wild.max_in_new_three,
        limits_bind_grown=wild.ratio_applies_to_layoff,
        may_exceed_copies=wild.may_exceed_copies,
        wild_counts=wild.opening_value == "represented",
        wild_opens=wild.usable_in_opening,
        end_anew=wild.end_wild_revaluable,
        inner_anew=wild.inner_wild_revaluable,
        mode=free.mode,
        source=free.source,
        both=free.set_of_three == "both",
        locked=free.meld_locked,
        reuse=free.reuse,
        lock_turns=free.lock_turns,
        only_from_runs=free.only_from == "runs",
        only_before_down=free.only_before_down,
        opening=opening.kind,
        threshold=opening.threshold,
        several=opening.multi_meld,
        same_turn=opening.same_turn_table,
        pairs_open=opening.pairs,
        gate_all=opening.gate == "all_players",
        table=ruleset.table.manipulation,
        least_played=ruleset.turn.min_rack_tiles,
        most_played=ruleset.turn.max_rack_tiles,
    )


def project_meld(meld: Sequence[oracle.Tile]) -> tuple[Tile, ...]:
    """The oracle's tiles as the project's."""
    return tuple(natural(*tile) if isinstance(tile, tuple) else WILD for tile in meld)


def project_table(table: Sequence[Sequence[oracle.Tile]]) -> tuple[tuple[Tile, ...], ...]:
    """The oracle's table as the project's."""
    return tuple(project_meld(meld) for meld in table)


def project_position(before: Before) -> Position:
    """The oracle's position as the project's."""
    return Position(
        table=project_table(before.table),
        rack=project_meld(before.rack),
        opened=before.opened,
        all_opened=before.all_opened,
        wild_turns=before.turns,
    )


def oracle_tile(tile: Tile) -> oracle.Tile:
    """The project's tile as the oracle's."""
    return (tile.suit, tile.rank) if tile.suit else "j"


def random_before(random: Random, rules: oracle.Rules, wilds: int, *, melds: int = 2, rack: int = 5) -> Before:
    """A random position: some melds of the deck, in order or not, and a rack of what is left."""
    deck: list[oracle.Tile] = [
        (suit, rank) for suit in rules.suits for rank in range(1, rules.ranks + 1) for _ in range(rules.copies)
    ]
    deck += ["j"] * wilds
    offered = [meld for meld in oracle.all_melds(rules, wilds) if oracle.valid(meld, rules)]
    table = []
    for _ in range(random.randint(0, melds)):
        wanted = random.random() < 0.6
        fits = [m for m in offered if all(deck.count(t) >= m.count(t) for t in m) and (not wanted or "j" in m)]
        if not fits:
            continue
        meld = list(random.choice(fits))
        for tile in meld:
            deck.remove(tile)
        table.append(laid(random, tuple(meld), rules))
    random.shuffle(deck)
    laid_turns = [random.randint(0, 4) for _ in table]
    turns = tuple(age for meld, age in zip(table, laid_turns, strict=True) for tile in meld if tile == "j")
    return Before(
        table=tuple(table),
        rack=tuple(deck[: random.randint(1, rack)]),
        opened=random.random() < 0.6,
        all_opened=random.random() < 0.5,
        turns=turns if rules.lock_turns else (),
    )


def laid(random: Random, meld: oracle.Meld, rules: oracle.Rules) -> oracle.Meld:
    """The meld in some order; mostly so that a run lies in order."""
    tiles = list(meld)
    every = len(oracle.readings(meld, rules, grown=True))
    valid = meld
    for _ in range(40):
        random.shuffle(tiles)
        read = len(oracle.readings(tuple(tiles), rules, grown=True, ordered=True))
        if read:
            valid = tuple(tiles)
        if read and (read < every or random.random() < 0.1):
            break
    return valid
