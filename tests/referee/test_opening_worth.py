"""What an opening is worth when cards that may be wilds are needed here as wilds and there as what they are."""

import meldsolver as ms


def test_it_matters_which_wild_is_taken() -> None:
    """Twos are wild: r4 with two twos and k4 with two jokers open; with the jokers taken first only 29 are found."""
    rules = ms.load_ruleset(
        {"extends": "rrrummy-joker-free", "deck": {"wilds": 2, "wild_ranks": [2], "ranks": 4, "copies": 2}}
    )
    position = ms.parse_position("y1 b1 k1 r1 / k1 k4 y2 r4 b1 r2 j b4 b2 r1 j / unopened")
    table = ms.parse_melds("r1 k1 b1 | b2w j y1 | r1 k1 b1 | r2 y2 j | r4 k4 b4")
    assert ms.check_move(position, table, rules).legal
    alone = ms.parse_melds("y1 b1 k1 r1 | r1 k1 b1 | r4 b2w r2w | y2w j k4 j")
    assert ms.check_move(position, alone, rules).legal
