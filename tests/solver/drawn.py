"""Random positions of tile rummy as the project and as the oracle see them."""

from dataclasses import dataclass
from functools import cache
from random import Random

from meldsolver import Objective, Position, Ruleset, load_ruleset
from meldsolver.tiles import WILD, Tile, natural
from tests.oracles import positions as drawing
from tests.oracles.mini_rules import Tile as OracleTile
from tests.oracles.positions import Deck
from tests.oracles.tile_rummy_opening import SameTurn, best_play, can_finish

MELDS = (0, 1, 2, 3, 5, 8, 12, 16, 20, 26)
"""How many melds are wished for on the table: from empty to full."""


@dataclass(frozen=True)
class Case:
    """One question: a position with 0-2 wilds in the deck, and what is to be best.

    Attributes:
        drawn: the position in the oracle's form.
        opened: whether the player has opened.
        same_turn: what of the table may be used in the opening turn.
        by_points: points first, then tiles; otherwise tiles first.
    """

    drawn: drawing.Position
    opened: bool
    same_turn: SameTurn
    by_points: bool

    @property
    def position(self) -> Position:
        """The position in the project's form."""
        return Position(
            table=tuple(tuple(map(tile_of, meld)) for meld in self.drawn.table),
            rack=tuple(map(tile_of, self.drawn.rack)),
            opened=self.opened,
            loose=tuple(map(tile_of, self.drawn.loose)),
        )

    @property
    def ruleset(self) -> Ruleset:
        """Tile rummy with the opening turn of this case."""
        return _ruleset(self.same_turn)

    @property
    def objectives(self) -> tuple[Objective, Objective]:
        """What is best, the most important first."""
        tiles, points = Objective.TILES, Objective.POINTS
        return (points, tiles) if self.by_points else (tiles, points)

    def best(self) -> tuple[int, int] | None:
        """Tiles and points of the best play by the oracle; ``None`` when nothing legal exists."""
        table, rack, loose = self.drawn.table, self.drawn.rack, self.drawn.loose
        found = best_play(
            table,
            rack,
            loose=loose,
            opened=self.opened,
            same_turn=self.same_turn,
            first="points" if self.by_points else "tiles",
        )
        if found is not None:
            return found.tiles, found.points
        # A table in mid-turn may be finished without a tile from the rack.
        return (0, 0) if loose and can_finish(table, loose, rack) else None


def draw(seed: str) -> Case:
    """The case of a seed.

    Players who have yet to open get full racks, otherwise hardly any of them could.
    """
    random = Random(seed)
    deck = Deck(wilds=random.choice((0, 1, 2)))
    kind = random.choice(("opened", "opened", "opened", "opening", "opening", "loose"))
    drawn = drawing.random_position(
        seed,
        deck,
        melds=random.choice(MELDS if kind != "opening" else MELDS[:-3]),
        rack=random.randint(1, 14) if kind != "opening" else random.randint(14, 22),
        rack_wilds=random.choice((None, random.randint(0, deck.wilds))),
        loose=random.randint(1, 3) if kind == "loose" else 0,
        opened=kind != "opening",
    )
    return Case(drawn, kind != "opening", random.choice(("full", "none")), random.random() < 0.5)


def tile_of(tile: OracleTile) -> Tile:
    """The project's tile for the oracle's."""
    return natural(*tile) if isinstance(tile, tuple) else WILD


@cache
def _ruleset(same_turn: SameTurn) -> Ruleset:
    return load_ruleset({"extends": "tile-rummy", "opening": {"same_turn_table": same_turn}})
