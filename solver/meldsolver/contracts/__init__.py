"""Contract games: laying down, distance and outs, what to throw, Ramo."""

from meldsolver.contracts.distance import Distance, Out, distance
from meldsolver.contracts.lay_down import LAY_DOWN_OBJECTIVES, LayDown, LayOff, lay_down

__all__ = ["LAY_DOWN_OBJECTIVES", "Distance", "LayDown", "LayOff", "Out", "distance", "lay_down"]
