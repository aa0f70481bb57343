"""Rules: what a game's ruleset is, the games that come with the package, and what melds are worth."""

from meldsolver.rules.loading import load_ruleset, ruleset_to_mapping
from meldsolver.rules.position_check import position_faults
from meldsolver.rules.presets import RulesetSummary, get_ruleset, list_rulesets
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.scoring import GameScore, RoundScore, rack_value, score_game, score_round
from meldsolver.rules.validation import ruleset_faults

__all__ = [
    "GameScore",
    "RoundScore",
    "Ruleset",
    "RulesetSummary",
    "get_ruleset",
    "list_rulesets",
    "load_ruleset",
    "position_faults",
    "rack_value",
    "ruleset_faults",
    "ruleset_to_mapping",
    "score_game",
    "score_round",
]
