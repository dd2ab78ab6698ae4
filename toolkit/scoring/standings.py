"""Standings: the order of the players before the final, the seeds, and the ranks after it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from toolkit.errors import Invalid
from toolkit.languages import Message
from toolkit.scoring.points import Halves


class IncompleteToss(Invalid):
    """A toss that leaves out one of those it decides between, or names another player."""

    code = "incomplete_toss"


@dataclass(frozen=True, slots=True, order=True)
class RoundScore:
    """One player's score in one round, in the order that compares rounds."""

    game_wins: int
    victory_points: Halves
    tournament_points: int


@dataclass(frozen=True, slots=True)
class Total:
    """A player's total for the standings, over the preliminary rounds.

    Attributes:
        player: whatever names the player.
        toss: place in the toss that decided a tie, from 1; 0 when none did.
    """

    player: Hashable
    game_wins: int
    victory_points: Halves
    tournament_points: int
    rounds: int = 0
    toss: int = 0

    @property
    def score(self) -> tuple[int, Halves, int]:
        """Game wins, then victory points, then tournament points: larger is better."""
        return self.game_wins, self.victory_points, self.tournament_points


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's place: `rank` is shared by those whom nothing parts; `seed` numbers every line once."""

    rank: int
    seed: int
    total: Total


def rank_totals(totals: Iterable[Total]) -> tuple[Ranked, ...]:
    """The order before the final: game wins, victory points, tournament points, then the toss.

    Players whom nothing parts share a rank and keep the order in which they were given.

    Rule: VEKN 3.1.
    """
    ordered = sorted(((_order(total), total) for total in totals), key=itemgetter(0))
    ranked: list[Ranked] = []
    rank, before = 0, None
    for seed, (order, total) in enumerate(ordered, start=1):
        if order != before:
            rank, before = seed, order
        ranked.append(Ranked(rank, seed, total))
    return tuple(ranked)


def _order(total: Total) -> tuple[int, Halves, int, int]:
    # Who has no place in a toss stands after those who have one: a toss names all of its tie, or it is out of date.
    return -total.game_wins, -total.victory_points, -total.tournament_points, total.toss or 1_000_000


def seed_spans(ranked: Sequence[Ranked], size: int = 5) -> dict[Hashable, tuple[int, int]]:
    """The first and the last seed that each of the first `size` can have: the same one twice where nothing is tied.

    A tie is not cut: with its first within `size`, all of it is there.
    """
    spans: dict[Hashable, tuple[int, int]] = {}
    for _, tied in groupby(ranked, key=lambda entry: entry.rank):
        group = [entry.total.player for entry in tied]
        first = len(spans) + 1
        if first > size:
            break
        spans |= dict.fromkeys(group, (first, len(spans) + len(group)))
    return spans


def ties_at_cut(ranked: Sequence[Ranked], size: int = 5) -> tuple[tuple[Total, ...], ...]:
    """The groups that a toss must decide before the final: everyone who shares one of the first `size` seeds.

    A tie within the five counts as well: the seed decides a drawn final and who places first.
    """
    groups = [tuple(entry.total for entry in tied) for _, tied in groupby(ranked, key=lambda entry: entry.rank)]
    first, needed = 0, []
    for tied in groups:
        if first < size and len(tied) > 1:
            needed.append(tied)
        first += len(tied)
    return tuple(needed)


def check_toss(tied: Iterable[Hashable], order: Sequence[Hashable]) -> None:
    """Refuse a toss that is not an order of exactly those tied.

    Raises:
        IncompleteToss: nobody is named, or somebody is missing, named twice, or not tied.
    """
    if not order or set(tied) != set(order) or len(set(order)) != len(order):
        raise IncompleteToss(Message("A toss lists every tied player once, and no other player."), rule="VEKN 3.1")


def final_winner[P: Hashable](victory_points: Mapping[P, Halves], seeds: Mapping[P, int]) -> P:
    """Who wins the final: most victory points in it, the better seed on a tie; no game win is needed.

    Rule: VEKN 3.7.5.
    """
    return min(victory_points, key=lambda player: (-victory_points[player], seeds[player]))


def final_ranks(ranked: Sequence[Ranked], *, winner: Hashable, finalists: Iterable[Hashable]) -> dict[Hashable, int]:
    """Ranks after the final: 1, everybody else in it 2, then from the first place behind the finalists.

    Players outside the final who were tied stay tied.

    Rule: VEKN 3.7.5.
    """
    others = set(finalists) - {winner}
    rest = [entry for entry in ranked if entry.total.player not in others and entry.total.player != winner]
    ranks: dict[Hashable, int] = {winner: 1, **dict.fromkeys(others, 2)}
    for _, tied in groupby(rest, key=lambda entry: entry.rank):
        ranks.update(dict.fromkeys([entry.total.player for entry in tied], len(ranks) + 1))
    return ranks


def shared_places(ranks: Sequence[int], *, with_final: bool) -> Message | None:
    """Why several players have one place; None where none do."""
    if len(set(ranks)) == len(ranks):
        return None
    if with_final:
        return Message("The finalists behind the winner share place 2. Equal players share a place.")
    return Message("Equal players share a place.")


def best_rounds(rounds: Mapping[int, RoundScore]) -> tuple[int, ...]:
    """The numbers of the best rounds by game win, then victory points, then tournament points; several when tied.

    Which of several counts is decided at random, and the result of that is kept with the final.

    Rule: VEKN 3.1.5a.
    """
    best = max(rounds.values(), default=None)
    return tuple(number for number, score in sorted(rounds.items()) if score == best)
