"""What racks cost, and the scores of a round and a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from meldsolver.rules.game import Game, game_of
from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles import Card, Tile
from meldsolver.tiles.request import Fault, InvalidRequest

MOST_PLAYERS = 20
MOST_ROUNDS = 10_000


@dataclass(frozen=True, slots=True)
class RoundScore:
    """The scores of one round.

    Attributes:
        scores: each player's score, in the order of the racks.
        charges: what each player's rack costs, penalties and limits applied; 0 for the winner.
        rack_values: what the tiles left on each rack count.
        winner: the index of the player who won; ``None`` when nobody went out and the game gives nobody the round.
    """

    scores: tuple[int, ...]
    charges: tuple[int, ...]
    rack_values: tuple[int, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class GameScore:
    """Where a game stands.

    Attributes:
        totals: each player's sum over the rounds that were played.
        finished: whether the game is over: the target is reached, or the last round is played.
        leaders: the players with the best total; when ``finished``, the winners.
        rounds_played: how many rounds count; those given after the end of the game do not.
    """

    totals: tuple[int, ...]
    finished: bool
    leaders: tuple[int, ...]
    rounds_played: int


def tile_value(tile: Tile, game: Game) -> int:
    """What one tile costs that is left on the rack."""
    rule = game.ruleset.scoring
    if tile.wild and not tile.suit:
        return rule.joker
    face = game.natural_face(tile._replace(wild=False))
    if face is None:
        return dict(rule.values).get(tile.name, rule.special)
    if face in game.wild_faces and not tile.name and rule.wild_rank_value >= 0:
        return rule.wild_rank_value
    return game.set_value(face.rank)


def rack_value(tiles: Iterable[Tile], ruleset: Ruleset) -> int:
    """What the tiles cost that are left on a rack.

    Raises:
        InvalidRequest: the deck does not have one of the tiles, or not so many copies of it.
    """
    rack = tuple(tiles)
    game = game_of(ruleset)
    faults = _tile_faults([("rack", rack)], game)
    if faults:
        raise InvalidRequest(faults)
    return sum(tile_value(tile, game) for tile in rack)


def score_round(
    racks: Sequence[Sequence[Tile]],
    ruleset: Ruleset,
    *,
    winner: int | None = None,
    opened: Sequence[bool] | None = None,
    could_open: Sequence[bool] | None = None,
    pool_empty: bool = False,
    counted: Callable[[tuple[Tile, ...]], int] | None = None,
) -> RoundScore:
    """Scores a round from the racks that are left.

    The player with the empty rack has gone out and won. When no rack is empty, the pool is, and nobody
    went out: the lowest rack wins, or nobody, as ``scoring.pool_empty`` says.

    Args:
        racks: the tiles left, player by player.
        ruleset: the rules.
        winner: the winner's index; needed only where it does not follow from the racks.
        opened: whether each player has opened; everyone has where it is left out.
        could_open: whether each player who has not opened could have done so.
        pool_empty: whether the round ended because no tile was left, and nobody went out. It follows from
            racks of which none is empty; where going out needs a discard it has to be said of others.
        counted: what a rack counts, where that is not all of its tiles (``scoring.hand``;
            :func:`meldsolver.contracts.score_round` knows it).

    Raises:
        InvalidRequest: more or fewer players than the game is for, tiles that the deck does not have, a
            winner that the racks contradict, a tie without ``winner``, or a game whose scores do not
            follow from the racks.
    """
    game = game_of(ruleset)
    held = [tuple(rack) for rack in racks]
    faults = [
        *_player_faults(held, ruleset),
        *_flag_faults("opened", opened, held),
        *_flag_faults("could_open", could_open, held),
        *_end_faults(held, pool_empty, ruleset),
        *_tile_faults([(f"racks[{index}]", rack) for index, rack in enumerate(held[:MOST_PLAYERS])], game),
    ]
    if faults:
        raise InvalidRequest(faults)
    values = tuple(map(counted or (lambda rack: sum(tile_value(tile, game) for tile in rack)), held))
    rule = ruleset.scoring
    out = not pool_empty and not all(held)
    won = _winner(held, values, winner, out=out, nobody=rule.pool_empty == "nobody_wins")
    charges = []
    for index, value in enumerate(values):
        charge = value
        if index == won:
            charge = 0
        elif opened is not None and not opened[index] and rule.unopened_penalty:
            by_choice = rule.unopened_by_choice_penalty and could_open is not None and could_open[index]
            charge = rule.unopened_by_choice_penalty if by_choice else rule.unopened_penalty
        elif won is not None and not out and rule.pool_empty == "lowest_rack_wins_difference":
            charge = value - values[won]
        charges.append(min(charge, rule.cap) if rule.cap else charge)
    sign = -1 if rule.losers == "minus" else 1
    scores = [sign * charge for charge in charges]
    if won is not None:
        # A fixed score belongs to a player who went out.
        fixed = rule.winner_score if out else 0
        scores[won] = {"sum_of_losers": -sign * sum(charges), "zero": 0, "fixed": fixed}[rule.winner]
    return RoundScore(tuple(scores), tuple(charges), values, won)


def score_game(rounds: Sequence[RoundScore | Sequence[int]], ruleset: Ruleset) -> GameScore:
    """Adds up rounds and tells whether the game is over, and who leads or has won.

    The game ends with the first round after which a total reaches the target, or with the last round
    that the game has; rounds given after that were not played and count nothing.

    Args:
        rounds: the scores of each round, player by player.
        ruleset: the rules.

    Raises:
        InvalidRequest: there are no rounds, they are not all of the same players, or the game is not for
            so many.
    """
    tables = [tuple(each.scores if isinstance(each, RoundScore) else each) for each in rounds]
    faults = []
    if not tables:
        faults.append(Fault("rounds", "EMPTY", "a game needs at least one round"))
    if len(tables) > MOST_ROUNDS:
        faults.append(Fault("rounds", "TOO_LARGE", f"{len(tables)} rounds; at most {MOST_ROUNDS} are added up"))
    for index, scores in enumerate(tables[:MOST_ROUNDS]):
        if not scores or len(scores) != len(tables[0]):
            text = f"{len(scores)} scores; every round needs one for each of the {len(tables[0])} players"
            faults.append(Fault(f"rounds[{index}]", "WRONG_LENGTH", text))
    if tables and tables[0]:
        faults += _number_faults("rounds[0]", len(tables[0]), "scores", ruleset)
    if faults:
        raise InvalidRequest(faults[:100])
    rule = ruleset.scoring
    totals = [0] * len(tables[0])
    played, finished = 0, False
    for scores in tables:
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
        played += 1
        finished = 0 < rule.target <= max(totals) or played == rule.rounds
        if finished:
            break
    best = max(totals) if rule.game_winner == "highest" else min(totals)
    leaders = tuple(index for index, total in enumerate(totals) if total == best)
    return GameScore(tuple(totals), finished, leaders, played)


def _winner(
    racks: list[tuple[Tile, ...]], values: tuple[int, ...], named: int | None, *, out: bool, nobody: bool
) -> int | None:
    if nobody and not out:
        if named is not None:
            text = f"nobody went out, so player {named} has not won; leave winner out"
            raise InvalidRequest([Fault("winner", "NOT_THE_WINNER", text)])
        return None
    empty = [index for index, rack in enumerate(racks) if not rack]
    lowest = [index for index, value in enumerate(values) if value == min(values)]
    able = empty or lowest
    if named is None:
        if len(able) == 1:
            return able[0]
        what = "empty" if empty else "equally low"
        text = f"the racks of players {', '.join(map(str, able))} are {what}; name the winner"
        raise InvalidRequest([Fault("winner", "TIE", text)])
    if named not in able:
        why = "has an empty rack" if empty else "has the lowest rack"
        text = f"player {named} has not won: player {able[0]} {why}"
        raise InvalidRequest([Fault("winner", "NOT_THE_WINNER", text)])
    return named


def _player_faults(racks: list[tuple[Tile, ...]], ruleset: Ruleset) -> list[Fault]:
    faults = []
    if not ruleset.scoring.racks:
        text = f"a round of {ruleset.name} cannot be scored from the racks alone; score it outside"
        faults.append(Fault("ruleset", "UNSUPPORTED", text))
    return faults + _number_faults("racks", len(racks), "racks", ruleset)


def _number_faults(field: str, number: int, what: str, ruleset: Ruleset) -> list[Fault]:
    """Whether the game is for so many players."""
    deal = ruleset.deal
    if deal.players_min <= number <= deal.players_max:
        return []
    most = f"{deal.players_min} to {deal.players_max}" if deal.players_min < deal.players_max else f"{deal.players_max}"
    text = (
        f"{number} {what}; {ruleset.name} is for {most} players (with other decks for more: change "
        "deal.players_min and deal.players_max with them)"
    )
    return [Fault(field, "OUT_OF_RANGE", text)]


def _end_faults(racks: list[tuple[Tile, ...]], pool_empty: bool, ruleset: Ruleset) -> list[Fault]:
    if not pool_empty or all(racks) or ruleset.turn.go_out_needs_discard:
        return []
    empty = next(index for index, rack in enumerate(racks) if not rack)
    text = f"the rack of player {empty} is empty, so that player went out; leave pool_empty out"
    return [Fault("pool_empty", "CONTRADICTION", text)]


def _flag_faults(name: str, flags: Sequence[bool] | None, racks: list[tuple[Tile, ...]]) -> list[Fault]:
    if flags is None or len(flags) == len(racks):
        return []
    return [Fault(name, "WRONG_LENGTH", f"{len(flags)} values for {len(racks)} racks; give one for each, in order")]


def _tile_faults(racks: list[tuple[str, tuple[Tile, ...]]], game: Game) -> list[Fault]:
    """Tiles that the deck does not have, or not so often, over all racks together."""
    faults: list[Fault] = []
    counts: Counter[Card] = Counter()
    for path, rack in racks:
        for index, tile in enumerate(rack):
            card = tile[:3]
            most = game.copies.get(card, 0)
            counts[card] += 1
            if not most:
                text = f"{tile.plain()} is not in the deck of {game.ruleset.name}"
                faults.append(Fault(f"{path}[{index}]", "UNKNOWN_TILE", text))
            elif counts[card] > most:
                text = f"the racks hold {counts[card]} copies of {tile.plain()}; the deck has {most}"
                faults.append(Fault(f"{path}[{index}]", "TOO_MANY_COPIES", text))
            if len(faults) >= 100:
                return faults
    return faults
