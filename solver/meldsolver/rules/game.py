"""What a ruleset means, worked out once: its faces, their copies and values, the order of ranks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter

from meldsolver.limits.store import Memory, Store
from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles import Alphabet, Card, Face, Tile, parse_tile

HONOUR_SUIT = "z"
FALSE_JOKER = "fj"
_WILD = attrgetter("wild")


@dataclass(frozen=True, eq=False)
class Game:
    """Facts derived from a ruleset.

    Positions number the places of a run: ranks in order, and one place more above the highest
    rank where the lowest may follow it (``one_high``, ``high_only``); circular runs go on counting.

    Attributes:
        ruleset: the rules.
        alphabet: how its tiles are written.
        copies: how many of each card exist.
        faces: every natural face, suit by suit.
        suits: the suits that form runs and sets of distinct suits.
        low: lowest rank.
        high: highest rank.
        wild_faces: faces whose naturals may be used as wilds.
        false_joker: the face that a false joker shows, if any.
        values: what a natural of each rank is worth in a meld.
        memory: what has been worked out about the game; it goes with it.
    """

    ruleset: Ruleset
    alphabet: Alphabet
    copies: dict[Card, int]
    faces: tuple[Face, ...]
    suits: tuple[str, ...]
    low: int
    high: int
    wild_faces: frozenset[Face]
    false_joker: Face | None
    values: dict[int, int]
    memory: Memory = field(default_factory=Memory, repr=False)

    @property
    def weight(self) -> int:
        """About how many bytes the game takes, without its memory."""
        return 4096 + 400 * len(self.copies) + 64 * len(self.values)

    @cached_property
    def card_faces(self) -> dict[Card, Face | None]:
        """By card, the face that it supplies however it is used; ``None`` for printed wilds and specials."""
        faces: dict[Card, Face | None] = dict.fromkeys(self.copies)
        for card in self.copies:
            suit, rank, name = card
            faces[card] = self.natural_face(Tile(name=name)) if name else (Face(suit, rank) if suit else None)
        return faces

    @property
    def span(self) -> int:
        """How many ranks there are."""
        return self.high - self.low + 1

    def rank_at(self, place: int) -> int:
        """The rank that stands at a place of a run."""
        return self.low + (place - self.low) % self.span

    @cached_property
    def run_faces(self) -> dict[str, tuple[Face, ...]]:
        """By suit, the face at each place of a run, from place 0 to the one above the highest rank."""
        places = range(self.high + 2)
        return {suit: tuple(Face(suit, self.rank_at(place)) for place in places) for suit in self.suits}

    def places_of(self, rank: int) -> tuple[int, ...]:
        """The places of a run where a rank may stand (circular runs: the first round only)."""
        wrap = self.ruleset.run.wrap
        if rank != self.low or wrap in ("none", "circular"):
            return (rank,)
        return (self.high + 1,) if wrap == "high_only" else (rank, self.high + 1)

    def starts(self, length: int) -> range:
        """The places where a run of that many tiles may begin."""
        rule = self.ruleset.run
        if length < rule.min or (rule.max and length > rule.max):
            return range(0)
        match rule.wrap:
            case "circular":
                return range(self.low, self.high + 1) if length <= self.span else range(0)
            case "one_high":
                return range(self.low, self.high + 3 - length)
            case "high_only":
                return range(self.low + 1, self.high + 3 - length)
            case _:
                return range(self.low, self.high + 2 - length)

    def place_value(self, place: int) -> int:
        """What the tile at a place of a run is worth."""
        rule = self.ruleset.scoring
        if place == self.high + 1 and rule.high_value:
            return rule.high_value
        return self.values[self.rank_at(place)]

    def set_value(self, rank: int) -> int:
        """What each tile of a set is worth."""
        high = self.ruleset.scoring.high_value
        return high if high and rank == self.low else self.values.get(rank, 0)

    def points_of(self, tiles: Iterable[Tile]) -> int:
        """What tiles of a rack count when they are laid: each card its own rank, printed wilds and specials nothing."""
        faces = (self.card_faces[tile[:3]] for tile in tiles)
        return sum(self.values.get(face.rank, 0) for face in faces if face is not None)

    def natural_face(self, tile: Tile) -> Face | None:
        """The face that a tile shows when it is not used as a wild; ``None`` for wilds and specials."""
        if tile.name:
            return self.false_joker if tile.name == FALSE_JOKER else None
        return None if tile.wild or not tile.suit else Face(tile.suit, tile.rank)

    def can_be_wild(self, tile: Tile) -> bool:
        """Whether the tile is a wild, or a natural that may be used as one."""
        return tile.wild or (bool(self.wild_faces) and bool(tile.suit) and tile.face in self.wild_faces)

    def may_hold_wilds(self, meld: Iterable[Tile]) -> bool:
        """Whether a tile of the meld can be a wild."""
        return any(map(self.can_be_wild if self.wild_faces else _WILD, meld))


def _values(ruleset: Ruleset, ranks: range) -> dict[int, int]:
    scoring = ruleset.scoring
    if scoring.card_values == "none":
        return dict.fromkeys(ranks, 0)
    cap = 10 if scoring.card_values == "figures" else None
    values = {rank: min(rank, cap) if cap else rank for rank in ranks}
    for name, value in scoring.values:
        first, _, last = name.partition("-")
        if first.isdigit() and (last or first).isdigit():
            for rank in range(int(first), int(last or first) + 1):
                if rank in values:
                    values[rank] = value
    return values


MOST_BYTES = 40 << 20
"""What all games that are kept may weigh, with what was worked out about them."""

_games: Store[Ruleset, Game] = Store(MOST_BYTES)


def game_of(ruleset: Ruleset) -> Game:
    """The facts derived from a ruleset; those of the latest rulesets are kept."""
    game = _games.get(ruleset)
    return game if game is not None else _games.put(ruleset, _game_of(ruleset))


def _game_of(ruleset: Ruleset) -> Game:
    deck = ruleset.deck
    alphabet = ruleset.alphabet
    ranks = range(deck.min_rank, deck.ranks + 1)
    faces = [Face(suit, rank) for suit in deck.suits for rank in ranks]
    faces += [Face(HONOUR_SUIT, rank) for rank in range(1, deck.honours + 1)]
    wild_faces = {face for face in faces if face.rank in deck.wild_ranks and face.suit != HONOUR_SUIT}
    wild_faces |= {parse_tile(text, alphabet).face for text in deck.wild_faces}
    false_joker = None
    if deck.indicator:
        shown = parse_tile(deck.indicator, alphabet).face
        false_joker = Face(shown.suit, deck.min_rank if shown.rank == deck.ranks else shown.rank + 1)
        wild_faces.add(false_joker)
    copies: dict[Card, int] = {(face.suit, face.rank, ""): deck.copies * deck.packs for face in faces}
    if deck.wilds:
        copies[("", 0, "")] = deck.wilds * deck.packs
    for name, count in deck.specials:
        copies[("", 0, name)] = count * deck.packs
    values = _values(ruleset, range(1, max(deck.ranks, deck.honours) + 1))
    return Game(
        ruleset=ruleset,
        alphabet=alphabet,
        copies=copies,
        faces=tuple(faces),
        suits=deck.suits,
        low=deck.min_rank,
        high=deck.ranks,
        wild_faces=frozenset(wild_faces),
        false_joker=false_joker,
        values=values,
        memory=Memory(_games, ruleset, MOST_BYTES // 2),
    )
