"""Random tiles, melds and positions, with every part that the notation can carry."""

from hypothesis import strategies as st

from meldsolver.tiles import Face, Meld, Position, Tile

IDS = st.one_of(st.just(""), st.text("ABCabc019._:-", min_size=1, max_size=6), st.just("x" * 128))
FACES = st.builds(Face, st.sampled_from("rykb"), st.integers(1, 999))


@st.composite
def tiles(draw: st.DrawFn) -> Tile:
    """Naturals, wilds (printed or of a wild rank, standing for something or not) and specials, with ids."""
    suit, rank = draw(FACES)
    stands_for = draw(st.one_of(st.none(), FACES))
    tile = draw(
        st.sampled_from(
            [
                Tile(suit, rank),
                Tile(wild=True, stands_for=stands_for),
                Tile(suit, rank, wild=True, stands_for=stands_for),
                Tile(name=draw(st.sampled_from(["skip", "-1", "x2", "+3", "?", "fj"]))),
            ]
        )
    )
    return tile._replace(id=draw(IDS))


def melds() -> st.SearchStrategy[Meld]:
    return st.lists(tiles(), min_size=1, max_size=6).map(tuple)


def positions() -> st.SearchStrategy[Position]:
    some_tiles = st.lists(tiles(), max_size=6).map(tuple)
    return st.builds(
        Position,
        table=st.lists(melds(), max_size=5).map(tuple),
        rack=some_tiles,
        opened=st.booleans(),
        loose=some_tiles,
        all_opened=st.booleans(),
        level=st.integers(0, 12),
        called=st.one_of(st.none(), tiles()),
        wild_turns=st.lists(st.integers(0, 99), max_size=3).map(tuple),
        pool_empty=st.booleans(),
        excerpt=st.booleans(),
    )
