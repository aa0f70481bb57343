"""How many players a game is for: asked alike of scores, contract questions and calls."""

import pytest

import meldsolver as ms
from meldsolver.contracts import advise_discard, check_ramo, lay_down

TABLE = "r1 y1 k1 | r2 y2 k2 | r3 y3 k3 | r4 y4 k4 | r5 y5 k5 | r6 y6 k6 | r7 y7 k7 | r8 y8 k8 | r9 y9 k9 | " + (
    "b1 b2 b3 | b4 b5 b6 | b7 b8 b9"
)
RAMO = ms.get_ruleset("ramo")


def owners(players: int) -> list[str]:
    """Two melds each, so that every player can have laid a contract of two sets, or of two runs."""
    return [f"p{index // 2 % players}" for index in range(12)]


@pytest.mark.parametrize("ask", [lay_down, advise_discard])
def test_six_players_of_two_packs_are_refused(ask) -> None:  # type: ignore[no-untyped-def]
    """Ramo's two packs are for five; the remedy names the field."""
    position = ms.parse_position(f"{TABLE} / r10 k12 b13 / opened / level 1")
    with pytest.raises(ms.InvalidRequest) as caught:
        ask(position, RAMO, players=owners(6))
    faults = caught.value.faults
    assert [(fault.field, fault.reason) for fault in faults] == [("players", "OUT_OF_RANGE")]
    assert "deal.players_max" in faults[0].message


def test_a_call_among_six_is_refused() -> None:
    """The same of a discard that might be a Ramo; six with three packs are as many as they may be."""
    melds = ms.parse_melds(TABLE)
    (card,) = ms.parse_tiles("b1")
    with pytest.raises(ms.InvalidRequest, match="at most 5"):
        check_ramo(card, melds, RAMO, players=owners(6))
    assert check_ramo(card, melds, ms.get_ruleset("ramo-3-packs"), players=owners(6)) is not None
