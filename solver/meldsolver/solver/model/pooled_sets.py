"""Sets of many suits without listing them: for each rank how many sets, for each suit in how many of them.

With 8 suits a rank has 182 sets of 3 to 5 tiles, with 24 suits 55,000. Where only coverage counts they need not
be told apart. Let n sets of one rank have different suits each, and let suit s lie in u_s of them. Then

    u_s <= n for every suit,    least * n <= sum of all u_s <= most * n

and the reverse holds as well: hand the tiles out suit by suit, each to the next set in turn, beginning
again after the n-th. The u_s <= n tiles of a suit go to different sets, and in the end the sets' sizes differ by
one at most, so all lie between least and most. So two rows and one variable a rank, and one variable and one row a
face, say what the list says; and since each u_s and n may be fractions in the same argument, the linear
relaxation is as strong.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from meldsolver.rules.game import HONOUR_SUIT, Game
from meldsolver.rules.reading import is_meld
from meldsolver.solver.melds.columns import Column
from meldsolver.solver.model.instances import NO_CELLS, Instance
from meldsolver.solver.program.linear import LinearModel
from meldsolver.tiles import Face, Meld


def link_members(model: LinearModel, columns: Iterable[Column], game: Game) -> dict[int, int]:
    """The rows that make sets of the tiles that are in some set.

    Returns:
        By rank, the variable that counts its sets.
    """
    by_rank: dict[int, list[int]] = defaultdict(list)
    for column in columns:
        if column.shape.kind == "member":
            by_rank[column.shape.cells[0].rank].append(column.var)
    rule = game.ruleset.set
    counts: dict[int, int] = {}
    for rank, members in by_rank.items():
        most = min(rule.max or len(members), len(members))
        count = counts[rank] = model.var(0, sum(model.high[var] for var in members) // rule.min)
        every = dict.fromkeys(members, 1)
        model.add({**every, count: -rule.min}, low=0)
        if most < len(members):
            model.add({**every, count: -most}, high=0)
        for var in members:
            model.add({var: 1, count: -1}, high=0)
    return counts


@dataclass(slots=True)
class _Rank:
    """What lies in the sets of one rank: naturals and wilds by suit."""

    naturals: Counter[str]
    wilds: Counter[str]

    def count(self, game: Game) -> int | None:
        """The fewest sets that hold all of it; ``None`` if none do."""
        each = self.naturals + self.wilds
        rule = game.ruleset.set
        tiles = each.total()
        count = max([-(-tiles // (rule.max or len(game.suits))), *each.values()], default=0)
        return count if count * rule.min <= tiles else None


def whole_sets(laid: Iterable[Instance], table: Sequence[Meld], game: Game) -> list[Instance]:
    """Sets of the single tiles that a solution puts into sets, table sets as they lie where that is possible."""
    done: list[Instance] = []
    ranks: dict[int, _Rank] = {}
    for instance in laid:
        if instance.kind != "member":
            done.append(instance)
            continue
        cell = instance.cells[0]
        rank = ranks.setdefault(cell.rank, _Rank(Counter(), Counter()))
        (rank.wilds if instance.wild[0] else rank.naturals)[cell.suit] += 1
    if not ranks:
        return done
    for meld in sorted(table, key=lambda each: -len(each)):
        shown = {tile.rank for tile in meld if not tile.wild}
        within = ranks.get(min(shown)) if len(shown) == 1 else None
        if within is not None and is_meld(meld, game, grown=True):
            found = _as_it_lies(meld, within, game)
            if found is not None:
                done.append(found)
    for number, rest in sorted(ranks.items()):
        done += _deal(number, rest, game)
    return done


def _as_it_lies(meld: Meld, rank: _Rank, game: Game) -> Instance | None:
    """A table set taken out of a rank, if sets can still be made of the rest."""
    naturals = Counter(face.suit for tile in meld if (face := game.natural_face(tile)) is not None)
    number = next(face.rank for tile in meld if (face := game.natural_face(tile)) is not None)
    if not naturals <= rank.naturals or max(naturals.values()) > 1:
        return None
    wilds = Counter([suit for suit in sorted(rank.wilds) if rank.wilds[suit] and suit not in naturals])
    wilds = Counter(list(wilds)[: len(meld) - len(naturals)])
    if len(naturals) + len(wilds) < len(meld):
        return None
    rest = _Rank(rank.naturals - naturals, rank.wilds - wilds)
    if rest.count(game) is None:
        return None
    rank.naturals, rank.wilds = rest.naturals, rest.wilds
    return _set(number, [*naturals, *wilds], [False] * len(naturals) + [True] * len(wilds))


def _deal(number: int, rank: _Rank, game: Game) -> list[Instance]:
    """Suit by suit, each tile to the next set in turn."""
    count = rank.count(game)
    assert count is not None
    sets: list[tuple[list[str], list[bool]]] = [([], []) for _ in range(count)]
    turn = 0
    for suit in game.suits:
        if suit == HONOUR_SUIT:
            continue
        for wild in (False, True):
            for _ in range((rank.wilds if wild else rank.naturals)[suit]):
                suits, wilds = sets[turn % count]
                suits.append(suit)
                wilds.append(wild)
                turn += 1
    return [_set(number, suits, wilds) for suits, wilds in sets]


def _set(rank: int, suits: list[str], wilds: list[bool]) -> Instance:
    return Instance("set", tuple(Face(suit, rank) for suit in suits), (), wilds, NO_CELLS, None)
