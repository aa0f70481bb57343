"""Counts of melds, hands and end states under a ruleset, by the project's own functions; and where they diverge.

Run ``python -m tests.rules.golden`` to compare, for each ruleset of the golden counts, the melds that the
project knows with those of the brute force, and to see the first that only one of them has.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from meldsolver import Position, Ruleset, check_meld, check_move, load_ruleset
from meldsolver.rules.game import Game, game_of
from meldsolver.solver.melds.shapes import Cut, shapes_of
from meldsolver.tiles import WILD, Face, Meld, Tile, natural
from tests.agreement.bridge import oracle_rules, project_meld, project_position, project_table
from tests.oracles.any_move import Before, candidates
from tests.oracles.any_rules import all_melds, valid

Bag = tuple[Tile, ...]
"""Tiles without order: sorted."""


def melds_of(ruleset: Ruleset, wilds: int, longest: int) -> set[Bag]:
    """Every meld, as tiles without order, that holds exactly so many printed wilds."""
    game = game_of(ruleset)
    found: set[Bag] = set()
    for shape in shapes_of(game, cut=Cut.WHOLE, most=longest):
        for places in combinations(range(len(shape.cells)), wilds):
            for naturals in _filled([c for index, c in enumerate(shape.cells) if index not in places], game):
                rest = iter(naturals)
                laid = [WILD if index in places else next(rest) for index in range(len(shape.cells))]
                bag = tuple(sorted(laid))
                if bag not in found and _copies_exist(bag, ruleset) and check_meld(laid, ruleset).valid:
                    found.add(bag)
    return found


def _filled(cells: list[Face], game: Game) -> Iterator[tuple[Tile, ...]]:
    """Every choice of naturals for the cells; one without a suit takes any."""
    if not cells:
        yield ()
        return
    faces = [face for face in game.faces if cells[0].suit in ("", face.suit) and cells[0].rank in (0, face.rank)]
    for rest in _filled(cells[1:], game):
        for face in faces:
            yield (natural(*face), *rest)


def _copies_exist(bag: Bag, ruleset: Ruleset) -> bool:
    return all(count <= ruleset.deck.copies for tile, count in Counter(bag).items() if tile != WILD)


def complete_hands(ruleset: Ruleset, size: int) -> set[Bag]:
    """Every hand of naturals that can be laid out completely."""
    by_size: dict[int, list[Bag]] = {}
    for bag in melds_of(ruleset, 0, size):
        by_size.setdefault(len(bag), []).append(bag)
    hands: dict[int, set[Bag]] = {0: {()}}
    for total in range(1, size + 1):
        hands[total] = {
            joined
            for length, melds in by_size.items()
            if length <= total
            for hand in hands[total - length]
            for meld in melds
            if _copies_exist(joined := tuple(sorted((*hand, *meld))), ruleset)
        }
    return hands[size]


def legal_end_states(before: Before, ruleset: Ruleset) -> int:
    """How many of the tables of valid melds that a turn could leave are legal, by the referee."""
    position = project_position(before)
    tables = (project_table(after) for _, after in candidates(before, oracle_rules(ruleset)))
    return sum(_is_legal(position, table, ruleset) for table in tables)


def _is_legal(position: Position, table: tuple[Meld, ...], ruleset: Ruleset) -> bool:
    return check_move(position, table, ruleset).legal


def oracle_melds(ruleset: Ruleset, wilds: int, longest: int) -> set[Bag]:
    """The same melds as :func:`melds_of`, by brute force."""
    rules = oracle_rules(ruleset)
    melds = (m for m in all_melds(rules, wilds) if m.count("j") == wilds and len(m) <= longest and valid(m, rules))
    return {tuple(sorted(project_meld(meld))) for meld in melds}


def first_divergence(ruleset: Ruleset, wilds: int, longest: int) -> str:
    """The first meld that only the project or only the brute force knows; empty when there is none."""
    ours, theirs = melds_of(ruleset, wilds, longest), oracle_melds(ruleset, wilds, longest)
    return next((_told(bag, ours) for bag in _in_order(ours ^ theirs)), "")


def _told(bag: Bag, ours: set[Bag]) -> str:
    return f"{' '.join(map(str, bag))}: {'only the project' if bag in ours else 'only brute force'} calls this a meld"


def _in_order(bags: Iterable[Bag]) -> list[Bag]:
    return sorted(bags, key=lambda bag: (len(bag), bag))


def main() -> None:
    """Compares every ruleset of the golden counts."""
    from tests.rules.test_golden_counts import LONGEST, MELDS

    for name, (mapping, _) in MELDS.items():
        ruleset = load_ruleset({"extends": "tile-rummy", **mapping})
        for wilds in range(3):
            ours = len(melds_of(ruleset, wilds, LONGEST))
            print(f"{name}, {wilds} wilds: {ours}  {first_divergence(ruleset, wilds, LONGEST) or 'agreed'}")


if __name__ == "__main__":
    main()
