"""The games that come with the package: every name leads to a ruleset or to a reason why not."""

import contextlib
from pathlib import Path

import pytest

from meldsolver import check_move, parse_melds, parse_position, solve
from meldsolver.rules import get_ruleset, list_rulesets, ruleset_faults
from meldsolver.rules.presets import Catalogue, catalogue
from meldsolver.tiles.request import InvalidRequest

DATA = Path(__file__).parents[1] / "data"
NAMES = [line for line in (DATA / "ruleset_names.txt").read_text().splitlines() if not line.startswith("#")]
SUMMARIES = list_rulesets()


@pytest.mark.parametrize("name", NAMES)
def test_every_known_name_is_a_game_or_is_refused_with_a_reason(name: str) -> None:
    """Whoever knows a variant by its published name finds it, written with - or _."""
    for spelling in (name, name.replace("_", "-"), name.upper()):
        if name == "rummikub_twist":
            with pytest.raises(InvalidRequest, match="jokers each follow rules of their own"):
                get_ruleset(spelling)
        else:
            assert get_ruleset(spelling).title


def test_the_games_of_the_readme_are_there() -> None:
    """The families that the project promises, by the names that it promises."""
    promised = (
        "tile-rummy ramo machiavelli vatikan okey okey-101 carioca contract liverpool may-i phase-10 gin "
        "indian-13 rummy-500 scala-40 five-crowns riichi mahjong-like"
    )
    assert all(get_ruleset(name) for name in promised.split())


@pytest.mark.parametrize("summary", SUMMARIES, ids=lambda summary: summary.name)
def test_every_preset_is_sound_and_found_under_each_alias(summary) -> None:  # type: ignore[no-untyped-def]
    """A preset contradicts nothing, says what it is and where it comes from."""
    ruleset = get_ruleset(summary.name)
    assert ruleset.name == summary.name
    assert ruleset.title == summary.title
    assert ruleset.sources
    assert ruleset_faults(ruleset) == ()
    assert all(get_ruleset(alias) is ruleset for alias in summary.aliases)


def test_tile_rummy_keeps_the_seed_rules() -> None:
    """106 tiles, opening 30 from the rack, free jokers, two minutes, three tiles' penalty, 30 a joker, 200 to win."""
    rules = get_ruleset("tile-rummy")
    deck = rules.deck
    assert len(deck.suits) * deck.ranks * deck.copies + deck.wilds == 106
    assert (rules.opening.threshold, rules.opening.rack_only, rules.opening.same_turn_table) == (30, True, "full")
    assert (rules.retrieval.mode, rules.wild.opening_value) == ("free", "represented")
    assert (rules.turn.time_limit_s, rules.turn.fail_penalty_tiles, rules.deal.rack) == (120, 3, 14)
    assert (rules.scoring.joker, rules.scoring.target, rules.scoring.winner) == (30, 200, "sum_of_losers")


def test_ramo_keeps_the_seed_rules() -> None:
    """Decks of 60 cards, eight levels, calls, the closing discard, 5/10/20 and -50."""
    rules = get_ruleset("ramo")
    deck = rules.deck
    assert len(deck.suits) * deck.ranks * deck.copies + deck.wilds + sum(n for _, n in deck.specials) == 60
    assert (deck.packs, get_ruleset("ramo-3-packs").deck.packs) == (2, 3)
    assert rules.contract.levels == ("SS", "SR", "RR", "SSS", "SSR", "SRR", "RRR", "SSSS|RRRR")
    assert (rules.run.wrap, get_ruleset("ramo-circular").run.wrap) == ("one_high", "circular")
    assert (rules.layoff.extra_melds, rules.turn.go_out_needs_discard) == ("on_call", True)
    assert rules.scoring.values == (("1-9", 5), ("10-13", 10))
    assert (rules.scoring.joker, rules.scoring.special, rules.scoring.winner_score) == (20, 20, -50)
    assert (rules.deal.rack, rules.deal.starter_extra, rules.turn.direction) == (12, 1, "counter_clockwise")


def test_an_unknown_name_is_told_with_the_names_near_it() -> None:
    """A slip of the pen costs one look at the message."""
    with pytest.raises(InvalidRequest) as caught:
        get_ruleset("tile-rumy")
    (fault,) = caught.value.faults
    assert (fault.field, fault.reason) == ("ruleset", "UNKNOWN_RULESET")
    assert "did you mean tile-rummy" in fault.message


@pytest.mark.parametrize("name", ["", "x" * 100_000, "tile rummy\n", "../etc/passwd", "∞"])
def test_no_name_breaks_the_look_up(name: str) -> None:
    """Names come from clients."""
    with contextlib.suppress(InvalidRequest):
        assert get_ruleset(name).name == "tile-rummy"


def test_presets_that_extend_each_other_are_found_out() -> None:
    """A circle among a catalogue's presets is named instead of followed for ever."""
    circle = Catalogue({"f": {"a": {"extends": "b"}, "b": {"extends": "c"}, "c": {"extends": "a"}}})
    with pytest.raises(InvalidRequest, match="a -> b -> c -> a"):
        circle.get("a")


def test_one_name_cannot_mean_two_games() -> None:
    """An alias that another preset already has is a fault of the data, found when they are read."""
    with pytest.raises(ValueError, match="names both"):
        Catalogue({"f": {"a": {"aliases": ["game"]}, "b": {"aliases": ["Game"]}}})


def test_what_cannot_be_played_says_why() -> None:
    """The list of refused games is short and each has its reason."""
    assert set(catalogue().refused) == {"rummikub-twist"}
    assert all(len(reason) > 20 for reason in catalogue().refused.values())


def test_carioca_has_the_deck_and_the_deal_of_its_sheets() -> None:
    """Two packs with four jokers, 11 cards each, 2 to 5 players; the variant whose runs go round deals 12 to 2 to 4."""
    rules, round_ = get_ruleset("carioca"), get_ruleset("carioca-wrap")
    assert 4 * 13 * rules.deck.copies + rules.deck.wilds == 108
    assert (rules.deal.rack, rules.deal.players_min, rules.deal.players_max) == (11, 2, 5)
    assert rules.turn.direction == "counter_clockwise"
    assert (round_.deal.rack, round_.deal.players_min, round_.deal.players_max) == (12, 2, 4)


@pytest.mark.parametrize("name", ["scala-40", "kaluki"])
@pytest.mark.parametrize(
    ("position", "table", "codes"),
    [
        # its card takes the place of the joker, which is used in the same turn: in a new meld, or there
        ("r4 j r6 / r5 k9 k10 b1 / opened", "r4 r5 r6 | j k9 k10", []),
        ("r4 j r6 / r5 k9 k10 b1 / opened", "r4 r5 r6 j", []),
        ("r7 y7 j / k7 b9 / opened", "r7 y7 k7 j", []),
        # it is not taken for nothing, nor for another card
        ("r4 j r6 / r7 k9 k10 b1 / opened", "r4 r6 r7 | j k9 k10", ["INVALID_MELD"]),
        ("r4 j r6 | y1 y2 y3 / r5 b1 / opened", "r4 r5 r6 | y1 y2 y3", ["TABLE_TILE_MISSING"]),
        # only who has opened may take it
        ("r4 j r6 / r5 k9 k10 k11 k12 b1 / unopened", "r4 r5 r6 | j k9 k10 k11 k12", ["JOKER_BEFORE_OPENING"]),
    ],
)
def test_a_joker_is_freed_as_the_sheets_of_scala_40_and_kaluki_tell(
    name: str, position: str, table: str, codes: list[str]
) -> None:
    """FISCA's sheet (onmadesoft.com), gaetashop.it and spazioinwind.libero.it; bicyclecards.com and gamerules.com."""
    report = check_move(parse_position(position), parse_melds(table), get_ruleset(name))
    told = [violation.code.value for violation in report.violations]
    assert report.legal is not bool(codes)
    assert set(codes) <= set(told), told


@pytest.mark.parametrize("name", ["scala-40", "kaluki"])
def test_the_freed_joker_makes_the_better_play(name: str) -> None:
    """Three cards with it; without it none is laid."""
    assert solve(parse_position("r4 j r6 / r5 k9 k10 b1 / opened"), get_ruleset(name)).tiles_played >= 3
