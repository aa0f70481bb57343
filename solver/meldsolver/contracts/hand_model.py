"""The hands that can be declared, as a model: which cards of a hand stay, and which are still to come.

A complete hand is made of cards that are kept and cards that are bought among the unseen ones. The
fewest bought cards are the distance. Where a player may knock, some cards may lie in no meld, as
long as they cost little enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from meldsolver.limits.clock import Clock
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.scoring import tile_value
from meldsolver.rules.turn_kind import declared_cards
from meldsolver.solver.melds.columns import new_columns
from meldsolver.solver.melds.shapes import Cut, shapes_of
from meldsolver.solver.melds.supply import card_face
from meldsolver.solver.model.cover import Cover, Split
from meldsolver.solver.model.declare import add_declare, hand_columns, limit_larger_sets
from meldsolver.solver.program.linear import Expr, LinearModel
from meldsolver.tiles import WILD, Card, Face, Tile

WILD_GROUP = Face("", 0)
"""Stands for the printed wilds, where a face stands for the naturals that show it."""


@dataclass(frozen=True, eq=False)
class HandModel:
    """A model with what is needed to read its solutions.

    Attributes:
        model: the constraints.
        cover: the melds.
        kept: by card, how many copies of the hand stay.
        bought: by card, how many unseen copies come in.
        lacking: the variable that counts all bought cards.
        strict: whether a meld of wilds alone is ruled out; if not, a solution must be looked at.
    """

    model: LinearModel
    cover: Cover
    kept: Mapping[Card, int]
    bought: Mapping[Card, int]
    lacking: int
    strict: bool


def complete_cards(game: Game, held: int) -> int:
    """How many cards a complete hand has, seen from a hand on turn of so many cards.

    In games whose hands grow (Five Crowns) it is all of a larger hand but the discard; where the card
    drawn counts, a larger hand has sets of four, each of which makes it larger by one.
    """
    rules = game.ruleset
    whole = declared_cards(rules)
    if rules.declare.draw_counts:
        return max(whole, held)
    if rules.table.model == "hand_only" and whole:
        return whole
    return max(whole, held - int(rules.turn.discard == "required"))


def hand_model(
    hand: Sequence[Tile],
    unseen: Mapping[Card, int],
    game: Game,
    size: int,
    *,
    strict: bool,
    clock: Clock | None = None,
) -> HandModel:
    """The complete hands that a hand may become.

    Args:
        hand: the cards held.
        unseen: copies unseen of each card.
        game: the rules.
        size: how many cards the complete hand has.
        strict: whether wilds are counted inside every single meld from the outset.
        clock: ends the building.

    Raises:
        OutOfTime: the clock ended before the model was built.
    """
    rules = game.ruleset
    held = Counter(tile[:3] for tile in hand)
    offered = {card: min(count, size) for card, count in unseen.items() if count > 0}
    cards = {card: group for card in {**held, **offered} if (group := _group(card, game)) is not None}
    naturals: Counter[Face] = Counter()
    wilds = stiff = 0
    for card, group in cards.items():
        count = held[card] + offered.get(card, 0)
        if group == WILD_GROUP:
            wilds += count
        elif not isinstance(group, str):
            naturals[group] += count
            stiff += count if card[2] else 0
    strict = strict or not _one_natural_is_all(game)
    model = LinearModel(clock)
    cut = Cut.WHOLE if strict else Cut.SHORT
    least = rules.wild.min_naturals
    reach = wilds + sum(naturals[face] for face in game.wild_faces)
    columns = new_columns(model, shapes_of(game, cut=cut, most=size, clock=clock), naturals, reach, least)
    longest = 2 * rules.run.min - 1
    for column in hand_columns(model, game, naturals):
        if strict or len(column.cells) <= longest:
            columns.append(column._replace(host=column.plain))
    split = Split.ALL if strict else Split.HOSTS
    cover = Cover(model, game, columns, naturals, wilds, split=split, stiff=stiff)
    loose = game_of(replace(rules, declare=replace(rules.declare, all_cards=False)))
    if rules.table.model == "hand_only":
        add_declare(model, loose, cover.columns, -1, 0)
    _copies(model, cover, game)
    kept = {card: model.var(0, held[card]) for card in cards if held[card]}
    bought = {card: model.var(0, offered[card]) for card in cards if offered.get(card)}
    _tie(model, cover, cards, kept, bought, game)
    if rules.declare.draw_counts:
        limit_larger_sets(model, game, cover.columns, size)
    everything: Expr = dict.fromkeys([*kept.values(), *bought.values()], 1)
    model.add(everything, size, size)
    lacking = model.var(0, size)
    model.add({**dict.fromkeys(bought.values(), 1), lacking: -1}, 0, 0)
    return HandModel(model, cover, kept, bought, lacking, strict)


def _one_natural_is_all(game: Game) -> bool:
    """Whether one natural a meld is all that the rules ask of wilds."""
    rule = game.ruleset.wild
    return (
        rule.min_naturals <= 1
        and not rule.max_per_meld
        and not rule.naturals_ge_wilds
        and rule.adjacent_ok
        and not rule.max_in_new_three
    )


def _group(card: Card, game: Game) -> Face | str | None:
    """What a card counts as: the face that it shows, the wilds, or, where cards may be left over, itself."""
    suit, rank, name = card
    if not suit and not name:
        return WILD_GROUP
    face = card_face(Tile(suit, rank, name), game)
    if face is not None:
        return face
    return name if game.ruleset.declare.knock_max >= 0 else None


def _tie(
    model: LinearModel,
    cover: Cover,
    cards: Mapping[Card, Face | str],
    kept: Mapping[Card, int],
    bought: Mapping[Card, int],
    game: Game,
) -> None:
    """What is kept and bought lies in melds, or is left over where that may be."""
    most = game.ruleset.declare.knock_max
    deadwood: Expr = {}
    if WILD_GROUP not in cards.values():
        model.add(cover.wilds, 0, 0)
    for group in dict.fromkeys(cards.values()):
        members = [card for card, its in cards.items() if its == group]
        stock = [table[card] for card in members for table in (kept, bought) if card in table]
        row: Expr = dict.fromkeys(stock, -1)
        used = cover.wilds if group == WILD_GROUP else {} if isinstance(group, str) else cover.used.get(group, {})
        for var, count in used.items():
            row[var] = row.get(var, 0) + count
        if most >= 0:
            suit, rank, name = members[0]
            value = tile_value(Tile(suit, rank, name) if suit or name else WILD, game)
            left = model.var(0, sum(model.high[var] for var in stock))
            row[left] = 1
            deadwood[left] = value
        model.add(row, 0, 0)
        real = [table[card] for card in members for table in (kept, bought) if card in table and not card[2]]
        if not isinstance(group, str) and group in cover.as_wild and len(real) < len(stock):
            # A false joker shows the face, but is no wild.
            model.add({cover.as_wild[group]: 1, **dict.fromkeys(real, -1)}, high=0)
    if most >= 0:
        model.add(deadwood, high=most)


def _copies(model: LinearModel, cover: Cover, game: Game) -> None:
    """No face is shown more often than copies exist, where wilds may not add to them."""
    if game.ruleset.wild.may_exceed_copies:
        return
    most = game.ruleset.deck.copies * game.ruleset.deck.packs
    for face in game.faces:
        shown = {c.var: n for c in cover.columns if (n := sum(cell == face for cell in c.shape.cells))}
        if shown:
            model.add(shown, high=most)
