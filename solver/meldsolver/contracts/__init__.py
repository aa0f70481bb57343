"""Contract games: laying down, distance and outs, what to throw, Ramo."""

from meldsolver.contracts.asked import distance
from meldsolver.contracts.deadwood import Deadwood, least_deadwood
from meldsolver.contracts.discards import Discard, DiscardAdvice, advise_discard, weigh_discards
from meldsolver.contracts.draws import DrawAdvice, advise_draw
from meldsolver.contracts.far import Distance, Out
from meldsolver.contracts.hand_points import hand_points, score_round
from meldsolver.contracts.lay_down import LAY_DOWN_OBJECTIVES, LayDown, LayOff, lay_down
from meldsolver.contracts.ramo import Caller, Ramo, Spot, check_ramo

__all__ = [
    "LAY_DOWN_OBJECTIVES",
    "Caller",
    "Deadwood",
    "Discard",
    "DiscardAdvice",
    "Distance",
    "DrawAdvice",
    "LayDown",
    "LayOff",
    "Out",
    "Ramo",
    "Spot",
    "advise_discard",
    "advise_draw",
    "check_ramo",
    "distance",
    "hand_points",
    "lay_down",
    "least_deadwood",
    "score_round",
    "weigh_discards",
]
