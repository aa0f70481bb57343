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


def test_many_cards_that_may_be_wilds_are_judged() -> None:
    """Three of five ranks are wild: the orders of equal wilds in a run are no further ways to lay it."""
    rules = ms.load_ruleset({"deck": {"wilds": 0, "wild_ranks": [1, 3, 4], "ranks": 5, "copies": 1}})
    position = ms.parse_position("b4 b5 b1 / y1 r1 r5 y3 b3 k1 r3 k3 / unopened")
    table = ms.parse_melds("k1w k3w b3 b4 r1w | y1 b1w y3 | r5 b5 r3w")
    assert ms.check_move(position, table, rules).legal


def test_a_card_is_a_wild_or_what_it_is_and_never_both() -> None:
    """Sevens are wild: r7 and a joker are two tiles, too few for a run of three, whatever r7 is used as."""
    rules = ms.load_ruleset(
        {
            "extends": "tile-rummy",
            "deck": {"suits": ["r"], "ranks": 8, "copies": 1, "wilds": 2, "wild_ranks": [7]},
            "opening": {"kind": "own_meld"},
        }
    )
    position = ms.parse_position("r3 r4 r5 / r7 j r1 r2 / unopened")
    report = ms.check_move(position, ms.parse_melds("r5 r4 r3 j r7"), rules)
    assert [violation.code for violation in report.violations] == ["OPENING_NO_OWN_MELD"]
    assert ms.check_move(position, ms.parse_melds("r3 r4 r5 | j r1 r2"), rules).legal
