"""Small decks: positions that brute force can settle whole, as the project and as the oracle see them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from meldsolver import Meld, Position, Ruleset, Tile, load_ruleset
from tests.oracles import positions as drawing
from tests.oracles.end_states import end_states
from tests.oracles.legality import Table, plain
from tests.oracles.mini_rules import Rules, readings
from tests.oracles.mini_rules import Tile as OracleTile
from tests.oracles.positions import Deck
from tests.solver.drawn import tile_of


@dataclass(frozen=True)
class Small:
    """A position of a small deck.

    Attributes:
        rules: the oracle's rules.
        ruleset: the same rules as the project's.
        drawn: the position in the oracle's form.
        opened: whether the player has opened.
    """

    rules: Rules
    ruleset: Ruleset
    drawn: drawing.Position
    opened: bool

    @property
    def position(self) -> Position:
        """The position in the project's form."""
        return Position(
            table=tuple(map(meld_of, self.drawn.table)),
            rack=tuple(map(tile_of, self.drawn.rack)),
            opened=self.opened,
            loose=tuple(map(tile_of, self.drawn.loose)),
        )

    def end_states(self) -> list[tuple[tuple[OracleTile, ...], Table]]:
        """Every legal (tiles played, table after)."""
        return end_states(self.drawn.table, self.drawn.rack, self.opened, self.rules, self.drawn.loose)

    @property
    def table(self) -> Table:
        """The table before, every wild written ``"j"``."""
        return plain(self.drawn.table)


def meld_of(meld: Iterable[OracleTile]) -> Meld:
    """The project's meld for the oracle's."""
    return tuple(map(tile_of, meld))


def plain_meld(meld: Sequence[Tile]) -> tuple[OracleTile, ...]:
    """The oracle's meld for the project's."""
    return tuple("j" if tile.wild else (tile.suit, tile.rank) for tile in meld)


def draw_small(seed: str, rules: Rules, *, wilds: int, copies: int = 2, melds: int = 2, rack: int = 6) -> Small:
    """The position of a seed: up to so many melds on the table and tiles on the rack."""
    random = Random(seed)
    for attempt in range(100):
        drawn = drawing.random_position(
            f"{seed}/{attempt}",
            Deck(rules.suits, rules.ranks, copies, wilds),
            melds=random.randint(0, melds),
            rack=random.randint(1, rack),
            rack_wilds=random.choice((None, random.randint(0, wilds))),
            longest_run=5,
        )
        if all(readings(meld, rules, ordered=True) for meld in plain(drawn.table)):
            return Small(rules, ruleset_of(rules, copies=copies, wilds=wilds), drawn, drawn.opened)
    raise ValueError(f"no position of {rules} found")


def ruleset_of(rules: Rules, *, copies: int, wilds: int) -> Ruleset:
    """The project's ruleset for the oracle's rules."""
    return load_ruleset(
        {
            "extends": "tile-rummy",
            "deck": {"suits": list(rules.suits), "ranks": rules.ranks, "copies": copies, "wilds": wilds},
            "set": {"min": rules.set_min, "max": rules.set_max, "suits": rules.set_suits, "allowed": rules.set_allowed},
            "run": {"min": rules.run_min, "max": rules.run_max or rules.ranks, "wrap": rules.wrap},
            "wild": {
                "max_per_meld": rules.max_wilds or 0,
                "min_naturals": rules.min_naturals,
                "naturals_ge_wilds": rules.naturals_ge_wilds,
                "adjacent_ok": rules.wild_adjacent,
                "opening_value": rules.wild_worth,
                "usable_in_opening": rules.wild_opens,
                "end_wild_revaluable": False,
                "inner_wild_revaluable": False,
            },
            "opening": {"threshold": rules.threshold, "same_turn_table": rules.same_turn},
            "retrieval": {
                "mode": rules.retrieval,
                "source": rules.source,
                "set_of_three": rules.set_of_three,
                "meld_locked": rules.meld_locked,
                "reuse": "any_meld" if rules.reuse == "any" else rules.reuse,
            },
            "table": {"manipulation": rules.table},
            "turn": {"min_rack_tiles": rules.min_rack_tiles},
        }
    )
