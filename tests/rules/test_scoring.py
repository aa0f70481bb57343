"""Scores of racks, rounds and games: the published examples first, then the rules as a table."""

import pytest

from meldsolver.rules import get_ruleset, load_ruleset
from meldsolver.rules.scoring import GameScore, rack_value, score_game, score_round
from meldsolver.tiles import Meld, parse_tiles
from meldsolver.tiles.request import InvalidRequest


def value(rack: str, name: str, **sections: object) -> int:
    ruleset = load_ruleset({"extends": name, **sections})
    return rack_value(parse_tiles(rack, ruleset.alphabet), ruleset)


def racks(*texts: str) -> list[Meld]:
    return [parse_tiles(text) for text in texts]


@pytest.mark.parametrize(
    ("rack", "name", "worth"),
    [
        ("r3 j k13", "tile-rummy", 46),
        ("r3 j k13", "tile-rummy-oncs", 41),
        ("r3 j k13", "tile-rummy-mso-2019", 66),
        ("", "tile-rummy", 0),
        ("r1 r9 r10 k13 j skip -1 x2 +3 ?", "ramo", 5 + 5 + 10 + 10 + 20 + 5 * 20),
        ("r1 r10 r13 j", "contract", 15 + 10 + 10 + 15),
        ("r9 r10 skip j", "phase-10", 5 + 10 + 15 + 25),
        ("r1 r5 r13 j", "scala-40", 11 + 5 + 10 + 25),
        ("r1 r5 r13", "rummy-500", 15 + 5 + 10),
        ("r1 r5 r10 r13", "rummy-500-ace5", 15 + 5 + 10 + 10),
        ("r1 r8 r13 j", "indian-13-wild-8", 10 + 0 + 10 + 0),
        ("r7 r8 r13 j", "five-crowns-7-wild", 20 + 8 + 13 + 50),
        ("r1 r5 r12", "gin", 1 + 5 + 10),
        ("r5 k9", "machiavelli-bga", 0),
    ],
)
def test_what_a_rack_costs(rack: str, name: str, worth: int) -> None:
    """Jokers, specials, figures, aces, wild ranks: each game's own values."""
    assert value(rack, name) == worth


def test_a_false_joker_costs_what_it_stands_for_and_the_wild_itself_101() -> None:
    """Okey 101 with red 5 turned up: red 6 is wild, a false joker is a red 6."""
    indicator = {"indicator": "r5"}
    assert value("fj", "okey-101", deck=indicator) == 6
    assert value("r6 r7", "okey-101", deck=indicator) == 101 + 7


def test_tile_rummy_losers_pay_and_the_winner_gains_the_sum() -> None:
    """The published example: racks of 15 and 22 give +37, -15 and -22."""
    score = score_round(racks("", "r7 k8", "r13 y9"), get_ruleset("tile-rummy"))
    assert score.scores == (37, -15, -22)
    assert (score.winner, score.charges, score.rack_values) == (0, (0, 15, 22), (0, 15, 22))


def test_ramo_the_player_who_goes_out_scores_minus_50() -> None:
    """Others add 5, 10 and 20 for what they hold."""
    score = score_round(racks("r9 r10 j skip", "", "k1"), get_ruleset("ramo"))
    assert score.scores == (55, -50, 5)


@pytest.mark.parametrize("name", ["ramo", "contract", "phase-10", "okey-101", "five-crowns", "rummy-cards"])
def test_where_nobody_went_out_everyone_pays(name: str) -> None:
    """The deck ended: no bonus for anybody, not even for the lowest rack, and nobody is said to have won."""
    rules = load_ruleset({"extends": name, "deck": {"indicator": "b3"}} if name == "okey-101" else {"extends": name})
    left = racks("r9", "k8 k9", "y5")
    values = tuple(rack_value(rack, rules) for rack in left)
    score = score_round(left, rules)
    assert (score.scores, score.charges, score.winner) == (values, values, None)
    assert score_round(racks("r5", "k5", "y5"), rules).winner is None
    with pytest.raises(InvalidRequest, match="nobody went out"):
        score_round(left, rules, winner=0)


def test_a_caller_who_lays_his_last_card_has_not_gone_out() -> None:
    """Ramo: going out means discarding the last card, so the players say when an empty rack did not."""
    left, rules = racks("", "k13", "y5"), get_ruleset("ramo")
    assert score_round(left, rules).scores == (-50, 10, 5)
    score = score_round(left, rules, pool_empty=True)
    assert (score.scores, score.winner) == ((0, 10, 5), None)


def test_a_fixed_score_is_for_going_out_alone() -> None:
    """Under rules of one's own, too, where the lowest rack wins what nobody finished."""
    rules = load_ruleset({"extends": "tile-rummy", "scoring": {"winner": 25}})
    assert score_round(racks("", "r9"), rules).scores == (25, -9)
    assert score_round(racks("r1", "r9"), rules).scores == (0, -9)


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("tile-rummy", 5),
        ("tile-rummy", 1),
        ("ramo", 2),
        ("ramo", 6),
        ("ramo-3-packs", 5),
        ("carioca", 6),
        ("carioca-wrap", 5),
    ],
)
def test_the_number_of_players_is_that_of_the_game(name: str, players: int) -> None:
    """Refused with the field, for rounds and games; what other decks allow is a ruleset of its own."""
    rules = get_ruleset(name)
    with pytest.raises(InvalidRequest) as caught:
        score_round(racks(*([""] + ["r5"] * (players - 1))[:players]), rules)
    assert ("racks", "OUT_OF_RANGE") in {(fault.field, fault.reason) for fault in caught.value.faults}
    with pytest.raises(InvalidRequest) as caught:
        score_game([[0] * players], rules)
    assert [(fault.field, fault.reason) for fault in caught.value.faults] == [("rounds[0]", "OUT_OF_RANGE")]


def test_a_game_ends_with_the_round_that_ends_it() -> None:
    """200 reached in the first round: that round's winner has won, and later rounds were not played."""
    game = score_game([(210, -100, -110), (-150, 300, -150), (0, 0, 0)], get_ruleset("tile-rummy"))
    assert game == GameScore((210, -100, -110), finished=True, leaders=(0,), rounds_played=1)
    game = score_game([(-50, 20, 20)] * 8 + [(900, -50, 5)], get_ruleset("ramo"))
    assert game == GameScore((-400, 160, 160), finished=True, leaders=(0,), rounds_played=8)


def test_an_empty_pool_lets_the_lowest_rack_win() -> None:
    """Others pay their racks, or only what exceeds the lowest, as the sheet says."""
    left = racks("r10", "r3", "k1 k5")
    assert score_round(left, get_ruleset("tile-rummy")).scores == (-10, 16, -6)
    assert score_round(left, get_ruleset("tile-rummy-sabra-way")).scores == (-7, 10, -3)


def test_who_never_opened_pays_a_fixed_sum() -> None:
    """MSO 2019: 100, or 200 for a player who could have opened and chose not to."""
    rules = get_ruleset("tile-rummy-mso-2019")
    left = racks("", "r12 b12 k12 r1", "k5")
    assert score_round(left, rules, opened=[True, False, False]).charges == (0, 100, 100)
    assert score_round(left, rules, opened=[True, False, True], could_open=[False, True, False]).charges == (0, 200, 5)
    assert score_round(left, rules).charges == (0, 37, 5)


def test_a_hand_costs_at_most_the_cap() -> None:
    """Indian rummy: never more than 80."""
    hand = "r13 y13 k13 b13 r12 y12 k12 b12 r11"
    assert score_round(racks("", hand), get_ruleset("indian-13")).scores == (0, 80)


@pytest.mark.parametrize(
    ("left", "keywords", "field", "reason"),
    [
        (["r5"], {}, "racks", "OUT_OF_RANGE"),
        ([""] * 21, {}, "racks", "OUT_OF_RANGE"),
        (["", "k5"], {"pool_empty": True}, "pool_empty", "CONTRADICTION"),
        (["", ""], {}, "winner", "TIE"),
        (["r5", "k5"], {}, "winner", "TIE"),
        (["", "k5"], {"winner": 1}, "winner", "NOT_THE_WINNER"),
        (["r4", "k5"], {"winner": 1}, "winner", "NOT_THE_WINNER"),
        (["", "k5"], {"winner": 7}, "winner", "NOT_THE_WINNER"),
        (["", "k5"], {"opened": [True]}, "opened", "WRONG_LENGTH"),
        (["", "k5"], {"could_open": []}, "could_open", "WRONG_LENGTH"),
        (["r5 r5", "r5"], {}, "racks[1][0]", "TOO_MANY_COPIES"),
        (["", "r14"], {}, "racks[1][0]", "UNKNOWN_TILE"),
    ],
)
def test_racks_that_cannot_be_scored_are_refused(
    left: list[str], keywords: dict[str, object], field: str, reason: str
) -> None:
    """Every refusal names the field and says what to do."""
    with pytest.raises(InvalidRequest) as caught:
        score_round(racks(*left), get_ruleset("tile-rummy"), **keywords)  # type: ignore[arg-type]
    assert [(fault.field, fault.reason) for fault in caught.value.faults] == [(field, reason)]


def test_a_tie_is_settled_by_naming_the_winner() -> None:
    """Where two racks are equally low, the players know who won."""
    assert score_round(racks("r5", "k5"), get_ruleset("tile-rummy"), winner=1).scores == (-5, 5)


@pytest.mark.parametrize("name", ["rummy-500", "gin", "okey", "riichi"])
def test_games_that_count_more_than_racks_are_refused(name: str) -> None:
    """A wrong score would be worse than none."""
    with pytest.raises(InvalidRequest, match="cannot be scored from the racks alone"):
        score_round(racks("", "r5"), load_ruleset({"extends": name, "deck": {"suits": 4, "ranks": 13}}))


def test_tile_rummy_ends_when_a_total_reaches_200() -> None:
    """Highest total wins; before that someone leads."""
    rules = get_ruleset("tile-rummy")
    game = score_game([(150, -80, -70), (-30, 40, -10)], rules)
    assert (game.totals, game.finished, game.leaders) == ((120, -40, -80), False, (0,))
    game = score_game([(150, -80, -70), (50, -30, -20)], rules)
    assert (game.finished, game.leaders) == (True, (0,))


def test_ramo_ends_after_level_8_and_the_lowest_total_wins() -> None:
    """Eight rounds, one a level; equal totals share the win."""
    rules = get_ruleset("ramo")
    game = score_game([(-50, 20, 20)] * 7, rules)
    assert (game.totals, game.finished) == ((-350, 140, 140), False)
    game = score_game([(10, 10, 30)] * 8, rules)
    assert (game.finished, game.leaders) == (True, (0, 1))


def test_round_scores_add_up_as_they_are() -> None:
    """What score_round answers can be handed on."""
    rules = get_ruleset("ramo")
    first = score_round(racks("", "r5", "k12"), rules)
    assert score_game([first, first], rules).totals == (-100, 10, 20)


@pytest.mark.parametrize(
    ("rounds", "field", "reason"),
    [([], "rounds", "EMPTY"), ([(1, 2, 3), (1, 2)], "rounds[1]", "WRONG_LENGTH"), ([()], "rounds[0]", "WRONG_LENGTH")],
)
def test_rounds_that_do_not_belong_together_are_refused(rounds: list[tuple[int, ...]], field: str, reason: str) -> None:
    """Each round has a score for every player."""
    with pytest.raises(InvalidRequest) as caught:
        score_game(rounds, get_ruleset("ramo"))
    assert [(fault.field, fault.reason) for fault in caught.value.faults] == [(field, reason)]
