"""Ramo and its kin, rule by rule, on hands small enough to check by eye.

Why: the rule sheets' own examples, and the corners that an enumeration of random hands seldom meets.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

import meldsolver as ms
from meldsolver.contracts import (
    advise_discard,
    advise_draw,
    check_ramo,
    distance,
    lay_down,
    least_deadwood,
)

RAMO = ms.get_ruleset("ramo")


def position(hand: str, level: int = 0, table: str = "", *, opened: bool = False) -> ms.Position:
    return ms.Position(table=ms.parse_melds(table), rack=ms.parse_tiles(hand), level=level, opened=opened)


def outs_of(hand: str, level: int, ruleset: str = "ramo") -> dict[str, int]:
    return {str(out.tile): out.copies for out in distance(position(hand, level), ms.get_ruleset(ruleset)).outs}


def test_level_8_from_thirteen_cards_leaves_the_discard() -> None:
    """Twelve cards fill the contract, the thirteenth is thrown: the hand goes out."""
    play = lay_down(position("r5 y5 k5 r9 y9 b9 k2 r2 b2 k11 y11 b11 r7", 8), RAMO)
    assert play.can_go_down
    assert play.goes_out
    assert play.penalty_left == 5


def test_level_8_from_twelve_cards_lacks_the_discard() -> None:
    """Nothing lacks for the melds, but the last card must be thrown: any card brings the hand down."""
    hand = position("r5 y5 k5 r9 y9 b9 k2 r2 b2 k11 y11 b11", 8)
    assert not lay_down(hand, RAMO).can_go_down
    far = distance(hand, RAMO)
    assert far.distance == 1
    assert far.copies == far.unseen == 108
    assert far.complete == (Fraction(1), Fraction(1))


def test_sets_and_runs_are_not_mixed_on_level_8() -> None:
    """Two sets and two runs are no contract of level 8."""
    assert not lay_down(position("r5 y5 k5 r9 y9 b9 k2 k3 k4 b11 b12 b13 r7", 8), RAMO).can_go_down


def test_one_follows_thirteen_and_ends_the_run() -> None:
    """12-13-1 is a run; 13-1-2 is one only where runs go round."""
    high = position("r12 r13 r1 b12 b13 b1 k9", 3)
    assert lay_down(high, RAMO).can_go_down
    around = position("r13 r1 r2 b13 b1 b2 k9", 3)
    assert not lay_down(around, RAMO).can_go_down
    assert lay_down(around, ms.get_ruleset("ramo-circular")).can_go_down


def test_a_chain_of_lay_offs_is_found() -> None:
    """b11 fits only once b10 lies there, and the wild goes on at the end."""
    play = lay_down(position("b10 b11 j k1 k1", table="r5 y5 k5 | b7 b8 b9", opened=True), RAMO)
    assert {str(tile) for off in play.lay_offs for tile in off.tiles} >= {"b10", "b11", "j"}
    assert play.penalty_left == 10
    assert not play.melds


def test_going_out_beats_the_least_penalty_only_when_asked() -> None:
    """The wild and a skip cost the same, so both ways leave 20; going out throws the skip."""
    hand = position("r5 y5 k5 b7 b8 b9 r10 skip", 2, table="")
    assert lay_down(hand, RAMO).penalty_left == 30
    table = "r7 r8 r9 | y1 y2 y3"
    play = lay_down(position("r5 y5 k5 b7 b8 b9 r10 skip", 2, table), RAMO, go_out=True)
    assert play.goes_out
    assert [str(tile) for tile in play.rack] == ["skip"]


def test_outs_of_one_card() -> None:
    """Two sets are asked for; a pair is one card short: the two other suits, and a wild."""
    assert outs_of("r5 y5 k5 r9 y9 b2 k12 skip", 1) == {"k9": 2, "b9": 2, "j": 4}


def test_an_exhausted_card_is_no_out() -> None:
    """Both copies of k9 were discarded: only b9 and wilds are left."""
    far = distance(position("r5 y5 k5 r9 y9 b2 k12 skip", 1), RAMO, seen=ms.parse_tiles("k9 k9"))
    assert {str(out.tile): out.copies for out in far.outs} == {"b9": 2, "j": 4}


def test_no_meld_is_of_wilds_alone() -> None:
    """Four wilds and one natural set: the second set still needs a natural, whichever."""
    far = distance(position("r5 y5 k5 b5 j j j j skip x2", 1), RAMO)
    assert far.distance == 0  # r5 and a wild or two, y5 and a wild or two: each set has its natural
    bare = distance(position("r5 j j j j skip x2", 1), RAMO)
    assert bare.distance == 1
    assert "j" not in {str(out.tile) for out in bare.outs}
    assert len(bare.outs) == 52


def test_what_cannot_be_completed_has_no_distance() -> None:
    """Nothing useful is unseen."""
    far = distance(position("r5 y9 k1 skip", 1), RAMO, unseen={("", 0, "skip"): 1})
    assert far.distance is None
    assert far.outs == ()


def test_discards_keep_the_distance_then_give_no_ramo() -> None:
    """The special goes first; a card that fits a meld of ana's goes last among equals, and she is named."""
    hand = position("r5 y5 k5 r9 y9 b5 skip x2 b2 k12", 1, table="r1 y1 k1 | r2 y2 k2")
    advice = advise_discard(hand, RAMO, players=("ana", "ana"), player="bob")
    assert str(advice.discards[0].card) == "skip"
    threats = {str(discard.card): discard.callers for discard in advice.discards if discard.is_ramo}
    assert threats == {"b2": ("ana",)}
    assert "is a Ramo for ana" in next(d for d in advice.discards if d.is_ramo).reasons


def test_a_player_who_is_down_throws_by_value() -> None:
    """No distance any more: the most expensive card that is no Ramo."""
    hand = position("r12 b10 k3", table="r5 y5 k5 | b7 b8 b9", opened=True)
    advice = advise_discard(hand, RAMO)
    assert [str(discard.card) for discard in advice.discards] == ["r12", "k3", "b10"]
    assert advice.now is None


def test_a_player_who_is_down_takes_what_can_be_laid_off() -> None:
    """b10 fits the run, k3 fits nothing."""
    hand = position("r12 k2", table="r5 y5 k5 | b7 b8 b9", opened=True)
    assert advise_draw(hand, RAMO, ms.parse_tile("b10")).take
    assert not advise_draw(hand, RAMO, ms.parse_tile("k3")).take


def test_a_ramo_tells_who_and_what() -> None:
    """Ana is down and could lay b10 off or make tens of it; cat is not down; bob threw it."""
    table = ms.parse_melds("r5 y5 k5 | b7 b8 b9 | r1 y1 k1 | k2 k3 k4")
    players = ("ana", "ana", "bob", "bob")
    report = check_ramo(
        ms.parse_tile("b10"), table, RAMO, players=players, discarder="bob", hands={"ana": ms.parse_tiles("k10 y10 r2")}
    )
    assert report.is_ramo
    assert [(spot.meld, ms.format_tiles(spot.result)) for spot in report.spots] == [(1, "b7 b8 b9 b10")]
    (caller,) = report.callers
    assert caller.player == "ana"
    assert {frozenset(map(str, meld)) for meld in caller.melds} == {frozenset({"b10", "k10", "y10"})}
    assert caller.best is not None
    assert not caller.best.goes_out  # a turn of her own follows, with a draw and a discard


def test_a_caller_may_lay_the_last_cards() -> None:
    """Both answers say the same: the new meld is listed and is the best play, and does not go out."""
    table = ms.parse_melds("r5 y5 k5 | b7 b8 b9")
    report = check_ramo(
        ms.parse_tile("b10"), table, RAMO, players=("ana", "ana"), hands={"ana": ms.parse_tiles("k10 y10")}
    )
    (caller,) = report.callers
    assert [sorted(map(str, meld)) for meld in caller.melds] == [["b10", "k10", "y10"]]
    assert caller.best is not None
    assert not caller.best.rack
    assert not caller.best.goes_out


def test_where_nobody_calls() -> None:
    """Carioca has no calls: the card's spots are told, no callers, and a hand is refused."""
    table, card = ms.parse_melds("r5 y5 k5 | b7 b8 b9 b10"), ms.parse_tile("b6")
    rules = ms.get_ruleset("carioca")
    players = ("ana", "bob")
    report = check_ramo(card, table, rules)
    assert [spot.meld for spot in report.spots] == [1]
    assert report.callers == ()
    with pytest.raises(ms.InvalidRequest) as refused:
        check_ramo(card, table, rules, players=players, hands={"ana": ms.parse_tiles("k10 y10")})
    assert [(fault.field, fault.reason) for fault in refused.value.faults] == [("hands.ana", "NO_CALLS")]


@pytest.mark.parametrize(
    ("card", "spots"), [("r4", [1]), ("r7", []), ("r8", [1]), ("b5", [0]), ("y5", []), ("j", [0, 1]), ("skip", [])]
)
def test_what_fits_where(card: str, spots: list[int]) -> None:
    """A set takes the suit it lacks, a run its ends; the wild of r5 r6 j is r7 and stays it."""
    report = check_ramo(ms.parse_tile(card), ms.parse_melds("r5 y5 k5 | r5 r6 j"), RAMO)
    assert [spot.meld for spot in report.spots] == spots


@pytest.mark.parametrize("name", ["ramo", "contract-mayi", "contract-mayi-gap2"])
def test_a_laid_wild_keeps_its_card(name: str) -> None:
    """r6 into r5 j r7 with the wild pushed to the end is no lay-off."""
    rules = ms.get_ruleset(name)
    before = ms.parse_position("r5 j r7 r8 / r6 k1 k3 / opened")
    assert not ms.check_move(before, ms.parse_melds("r5 r6 r7 r8 j"), rules).legal
    assert ms.solve(before, rules).status is ms.Status.NO_PLAY


def test_carioca_counts_any_suits_in_sets() -> None:
    """A set may hold one suit twice, so every copy of the rank is an out; runs have four cards."""
    assert outs_of("r5 r5 k9 y9 b9 k1 k2", 1, "carioca") == {"y5": 2, "k5": 2, "b5": 2, "j": 4}
    assert outs_of("k5 k6 k7 r9 y9 b9 k1", 2, "carioca") == {"k4": 2, "k8": 2, "j": 4}


def test_phase_10_colours_and_long_runs() -> None:
    """Seven of a colour; a run of seven in any suits."""
    rules = ms.get_ruleset("phase-10")
    assert lay_down(position("r1 r1 r4 r6 r7 r9 r12 k3", 8), rules).can_go_down
    assert distance(position("r1 r1 r4 r6 r7 r9 k3", 8), rules).distance == 1
    assert lay_down(position("r1 k2 b3 y4 r5 r6 r7 k12", 4), rules).can_go_down


def test_okey_101_opens_with_points_or_with_five_pairs() -> None:
    """Ninety-nine points are not enough; five pairs are."""
    rules = ms.get_ruleset("okey-101")
    assert not lay_down(position("r9 r10 r11 r12 k13 y13 b13 y5 y6 y7 k1"), rules).can_go_down
    assert lay_down(position("r3 r3 k9 k9 b1 b1 y12 y12 k4 k4 k7"), rules).can_go_down
    assert distance(position("r3 r3 k9 k9 b1 b1 y12 y12 k4 k7"), rules, draws=0, time_limit=60).distance == 1


def test_gin_splits_to_the_least_deadwood() -> None:
    """Three jacks and a run of five leave two eights; the knock needs ten."""
    split = least_deadwood(position("b11 y9 k8 y6 k11 r8 y10 y8 y7 y11"), ms.get_ruleset("gin"))
    assert (split.value, sorted(map(str, split.left)), split.can_knock) == (16, ["k8", "r8"], False)
    assert least_deadwood(position("r6 r12 b12 r5 y13 r13 r7 b13 r4 y12"), ms.get_ruleset("gin")).value == 0


def test_rules_with_limits_on_wilds_are_asked_of_the_solver() -> None:
    """Two naturals a meld: a wild helps a pair, not a single card."""
    rules = ms.get_ruleset("liverpool-two-naturals")
    far = distance(position("r5 y5 j k9 b9 y9 k2", 1), rules, time_limit=60)
    assert far.distance == 0
    assert distance(position("r5 j j k9 b9 y9 k2", 1), rules, draws=0, time_limit=60).distance == 1


def test_advice_cut_short_says_so() -> None:
    """An answer that the time limit cut short is no proof: not of the outs, and not that nothing can be done."""
    rules, hand = ms.get_ruleset("okey-101"), position("k8 r8 b8 k4")
    over = 1e-6  # which has passed before any search begins, on any machine
    advice = advise_discard(hand, rules, time_limit=over)
    unproved = [discard for discard in advice.discards if not discard.proved]
    assert unproved
    for discard in unproved:
        assert "not proved in the time given" in discard.reasons
        assert "the contract cannot be completed any more" not in discard.reasons
    draw = advise_draw(hand, rules, ms.parse_tiles("y8")[0], time_limit=over)
    assert not draw.proved
    assert draw.reasons[-1] == "not proved in the time given"


def test_advice_without_the_solver_is_always_proved() -> None:
    """Ramo's hands are searched to the end, well within any limit that a test could meet."""
    advice = advise_discard(position("r1 y1 k1 r5 y5 k9 b1 skip", 1), RAMO, time_limit=600)
    assert all(discard.proved for discard in advice.discards)
