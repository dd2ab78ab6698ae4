"""Points by table, totals, standings and result, computed from a state and kept with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from toolkit.languages import Message, Sayable
from toolkit.scoring import (
    ADJUSTMENT,
    Finish,
    Halves,
    Ranked,
    RoundScore,
    Total,
    final_ranks,
    final_winner,
    rank_totals,
    rating_points,
    score_table,
    seed_spans,
)
from toolkit.tournament.facts import FINAL, SeatScore
from toolkit.tournament.games import adjustments, counted_final, counted_rounds, played_in, whole_rounds
from toolkit.tournament.rounds import are_rounds_over
from toolkit.tournament.state import Player, PlayerStatus, Round, State, evolve

NOTHING = RoundScore(0, 0, 0)
FINALISTS = 5
# What stands above those whose only game so far has no result.
AWAITED = Message("No result yet")


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One line of the standings.

    Attributes:
        game_wins, victory_points, tournament_points: of the preliminary rounds, adjusted; victory points in halves.
        rounds: preliminary rounds in which the player was seated.
        rank: None for who has no result of a game that counts; with `rounds` that result is still to come.
        seed: the place in the final, from 1; None for everybody else, before the last preliminary round is whole, and
            while a toss has to decide: `tossed_for` are then the first and the last seed of those who are tied.
        final_victory_points: None outside the final, or before its result.
        rating_points: None until the event has its winner, and in an unsanctioned event.
    """

    rank: int | None
    player: Player
    game_wins: int = 0
    victory_points: Halves = 0
    tournament_points: int = 0
    rounds: int = 0
    seed: int | None = None
    tossed_for: tuple[int, int] | None = None
    toss: int = 0
    is_finalist: bool = False
    is_winner: bool = False
    final_victory_points: Halves | None = None
    rating_points: int | None = None

    @property
    def is_awaited(self) -> bool:
        """Whether there is no rank because the result of the only game so far is still to come."""
        return self.rank is None and self.rounds > 0

    @property
    def is_through(self) -> bool:
        """Whether a place in the final is certain, even if a toss still decides the seed."""
        last = self.tossed_for[1] if self.tossed_for else self.seed
        return last is not None and last <= FINALISTS

    @property
    def seed_words(self) -> Sayable | str:
        """'3', or '5-7, to be tossed'; empty without a seed."""
        if self.tossed_for is None:
            return str(self.seed or "")
        first, last = self.tossed_for
        return Message("%(first)s-%(last)s, to be tossed", first=first, last=last)


def has_final(rows: Iterable[Standing]) -> bool:
    """Whether any of them played the final, so that its points have a column."""
    return any(row.final_victory_points is not None for row in rows)


def has_seeds(rows: Iterable[Standing]) -> bool:
    """Whether any of them has a seed, so that seeds have a column."""
    return any(row.seed or row.tossed_for for row in rows)


def round_scores(state: State, round_: Round) -> Mapping[int, RoundScore]:
    """Each player's score in a round, adjustments included; a table without its whole result has none.

    A score goes with its player, and counts as it was entered until the new table of the player has its result.
    """
    taken, by_points = adjustments(state, round_.number), state.rules_of is not None
    if taken:
        return _round_scores(round_, taken, by_points=by_points)
    name = "scores" if by_points else "scores by the older rules"
    return round_.memo.once(name, lambda: _round_scores(round_, taken, by_points=by_points))


def _round_scores(round_: Round, taken: Counter[int], *, by_points: bool) -> Mapping[int, RoundScore]:
    """The scores of a round. By the older rules a proxy player has no points, and a score counts where its player sits.

    Rule: JG 5.1.1.
    """
    by_player: dict[int, RoundScore] = {}
    for scores in round_.lines if by_points else _lines_as_seated(round_):
        players = [score.player for score in scores]
        line = tuple([score.victory_points if by_points or score.player > 0 else 0 for score in scores])
        counts = tuple([taken[player] for player in players]) if taken else ()
        by_player = dict(zip(players, _table_scores(line, counts), strict=True)) | by_player
    return {player: score for player, score in by_player.items() if player in round_.seats}


def _lines_as_seated(round_: Round) -> Iterator[tuple[SeatScore, ...]]:
    for players in round_.tables:
        if all(player in round_.scores for player in players):
            yield tuple([round_.scores[player] for player in players])


@lru_cache(maxsize=8192)
def _table_scores(line: tuple[Halves, ...], taken: tuple[int, ...]) -> tuple[RoundScore, ...]:
    score = score_table(line, taken)
    return tuple(map(RoundScore, score.game_wins, score.victory_points, score.tournament_points))


def scores_by_round(state: State) -> Mapping[int, Mapping[int, RoundScore]]:
    """`round_scores` of every published preliminary round."""
    return state.memo.once(
        "scores", lambda: {entry.number: round_scores(state, entry) for entry in counted_rounds(state)}
    )


def totals(state: State) -> tuple[Total, ...]:
    """Preliminary totals of the players in the standings, without tosses.

    Who is disqualified is not in them, nor who left before playing.
    """
    return state.memo.once("totals", lambda: tuple(_totals(state)))


def _totals(state: State) -> Iterator[Total]:
    wins, points, places = Counter[int](), Counter[int](), Counter[int]()
    for scores in scores_by_round(state).values():
        for number, score in scores.items():
            wins[number] += score.game_wins
            points[number] += score.victory_points
            places[number] += score.tournament_points
    for entry in counted_rounds(state):
        # Who lost the seat to a proxy player has no score in that game, and an adjustment may still sit on it.
        for number in entry.replaced:
            points[number] -= ADJUSTMENT * adjustments(state, entry.number)[number]
    rounds = Counter(number for entry in counted_rounds(state) for number in played_in(state, entry))
    for number, player in state.players.items():
        if player.status is not PlayerStatus.DISQUALIFIED and (player.is_active or rounds[number]):
            yield Total(number, wins[number], points[number], places[number], rounds[number])


def ranking(state: State) -> tuple[Ranked, ...]:
    """The order before the final, tosses applied: of those who have a result."""
    return state.memo.once("ranking", lambda: _ranking(state))


def _ranking(state: State) -> tuple[Ranked, ...]:
    without = {player.number for player in (*unranked(state), *awaited(state))}
    return rank_totals(tossed(state, [total for total in totals(state) if total.player not in without]))


def unranked(state: State) -> tuple[Player, ...]:
    """The players without a game that counts, past or present: they have no rank.

    Rule: VEKN A.2.
    """
    played = {number for entry in counted_rounds(state) for number in played_in(state, entry)}
    return tuple(
        player
        for number, player in sorted(state.players.items())
        if number not in played and player.status is not PlayerStatus.DISQUALIFIED
    )


def awaited(state: State) -> tuple[Player, ...]:
    """The seated players without a result at any of their tables: they have no rank so far.

    Rule: VEKN A.2.
    """
    scores = scores_by_round(state)
    scored = {number for entry in counted_rounds(state) for number in (*scores[entry.number], *entry.replaced)}
    seated = {number for entry in counted_rounds(state) for number in entry.seats} - scored
    return tuple(state.players[number] for number in sorted(seated) if not _is_disqualified(state, number))


def _is_disqualified(state: State, number: int) -> bool:
    return state.players[number].status is PlayerStatus.DISQUALIFIED


def tossed(state: State, entries: Iterable[Total]) -> list[Total]:
    """The totals, each with its place in the last toss that orders all of its tie who can still play, or 0."""
    groups: dict[tuple[int, Halves, int], list[Total]] = {}
    for total in entries:
        groups.setdefault(total.score, []).append(total)
    return [total for tied in groups.values() for total in _apply_toss(state, tied)]


def _apply_toss(state: State, tied: list[Total]) -> list[Total]:
    if len(tied) == 1 or not state.tosses:
        return tied
    # A player who left since the toss does not undo it; one who is newly tied does.
    able = {number for number in map(_number, tied) if can_play_final(state, number)}
    order = next((toss for toss in reversed(state.tosses) if able <= set(toss)), ())
    tied_numbers = {_number(total) for total in tied}
    named = [player for player in order if player in tied_numbers]
    if len(named) < 2:
        return tied
    places = {player: place for place, player in enumerate(named, start=1)}
    return [replace(total, toss=places.get(_number(total), 0)) for total in tied]


def can_play_final(state: State, number: int) -> bool:
    """Whether the player is still in and not said to be unavailable."""
    return state.players[number].is_active and number not in state.unavailable


def _number(total: Total) -> int:
    assert isinstance(total.player, int)
    return total.player


def candidates(state: State) -> list[Total]:
    """Totals of the players who could play the final: still in, available, and with at least one round."""
    return [total for total in totals(state) if total.rounds and can_play_final(state, _number(total))]


def seeds(state: State) -> Mapping[int, tuple[int, int]]:
    """The first and the last seed that each of the best five can have; empty before the last round is whole.

    Rule: VEKN 3.1.
    """
    if state.final is not None:
        return {number: (seed, seed) for seed, number in enumerate(finalists(state), start=1)}
    if not state.settings.has_final or state.ended_early is not None or not are_rounds_over(state):
        return {}
    spans = seed_spans(rank_totals(tossed(state, candidates(state))), FINALISTS)
    return {number: span for number, span in spans.items() if isinstance(number, int)}


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRanked:
    """The players below the standings: with their first result to come; without a rank, and why; disqualified."""

    awaited: tuple[Player, ...]
    heading: Message
    players: tuple[Player, ...]
    disqualified: tuple[Player, ...]


def not_ranked(state: State) -> NotRanked:
    """The players without a place in the standings.

    Rule: VEKN A.2; JG 1.1.4.
    """
    is_void = state.ended_early is not None and not whole_rounds(state)
    heading = Message("No complete round: no player is ranked") if is_void else Message("Did not play")
    is_to_come = state.plan is not None and not are_rounds_over(state)
    if not state.is_finished and (is_to_come or not counted_rounds(state)):
        # Whoever sits out of a round by plan plays a later one.
        heading = Message("Not played yet")
    out = (player for _, player in sorted(state.players.items()) if player.status is PlayerStatus.DISQUALIFIED)
    return NotRanked(
        awaited=awaited(state),
        heading=heading,
        players=unranked(state),
        disqualified=tuple(out),
    )


def final_scores(state: State) -> Mapping[int, RoundScore]:
    """Each finalist's score in the final, adjustments included; empty before its result."""
    played = counted_final(state)
    return round_scores(state, played) if played is not None else {}


def winner(state: State) -> int | None:
    """The winner of the event: of the final, or of the standings when there is none and all is played.

    Somebody disqualified after the final does not win: the next best does.

    Rule: VEKN 3.1.6, 3.7.5; JG 1.1.4.
    """
    if not state.settings.has_final:
        done = state.is_finished and state.ended_early is None and bool(ranking(state))
        return _number(ranking(state)[0].total) if done else None
    scores = final_scores(state)
    seeds = {player: seed for seed, player in enumerate(finalists(state), start=1)}
    points = {player: scores[player].victory_points for player in seeds if player in scores}
    return final_winner(points, seeds) if points else None


def finalists(state: State) -> tuple[int, ...]:
    """The players of the final, by seed; none before the cut, and without disqualified ones.

    They and their seeds stay, whatever is corrected in the rounds: a cut that was made is made anew, or it stands. By
    the older rules the seeds followed each correction; an adjustment once the final had begun left them.

    Rule: JG 1.1.3; VEKN 3.7.5.
    """
    if state.final is None:
        return ()
    if state.rules_of is not None:
        return tuple(player for player in state.final.finalists if not _is_disqualified(state, player))
    ranks = {entry.total.player: entry.rank for entry in ranking(_before_the_final(state))}
    return tuple(sorted((player for player in state.final.finalists if player in ranks), key=ranks.__getitem__))


def _before_the_final(state: State) -> State:
    earlier = {number: given for number, given in state.sanctions.items() if given.round != FINAL}
    return state if len(earlier) == len(state.sanctions) else evolve(state, sanctions=earlier)


def players_who_played(state: State) -> int:
    """Players with at least one round, disqualified ones included: what the rating points count.

    Rule: VEKN A.2.
    """
    return len({player for entry in counted_rounds(state) for player in played_in(state, entry)})


def standings(state: State) -> tuple[Standing, ...]:
    """Everybody's place: before the final by the preliminary rounds, after it by its result."""
    return state.memo.once("standings", lambda: _standings(state))


def _standings(state: State) -> tuple[Standing, ...]:
    ranked, first, cut = ranking(state), winner(state), finalists(state)
    ranks: Mapping[object, int] = {}
    if first is not None and state.settings.has_final:
        ranks = final_ranks(ranked, winner=first, finalists=cut)
    spans, in_final, played = seeds(state), final_scores(state), players_who_played(state)
    is_over = first is not None or state.ended_early is not None
    rows = []
    for entry in ranked:
        number, total = _number(entry.total), entry.total
        part, span = in_final.get(number), spans.get(number)
        is_tied = span is not None and span[0] != span[1]
        row = Standing(
            rank=ranks.get(number, entry.rank),
            player=state.players[number],
            game_wins=total.game_wins,
            victory_points=total.victory_points,
            tournament_points=total.tournament_points,
            rounds=total.rounds,
            seed=span[0] if span is not None and not is_tied else None,
            tossed_for=span if is_tied else None,
            toss=total.toss,
            is_finalist=number in cut,
            is_winner=number == first,
            final_victory_points=part.victory_points if part is not None else None,
        )
        rows.append(replace(row, rating_points=_rating(state, row, played)) if is_over else row)
    places = {number: place for place, number in enumerate(cut)}
    ordered = sorted(rows, key=lambda row: (row.rank, places.get(row.player.number, len(places))))
    rounds = {total.player: total.rounds for total in totals(state)}
    return (
        *ordered,
        *(Standing(rank=None, player=player, rounds=rounds[player.number]) for player in awaited(state)),
        *(Standing(rank=None, player=player) for player in unranked(state)),
    )


def _rating(state: State, row: Standing, played: int) -> int | None:
    settings = state.settings
    if not settings.is_sanctioned or settings.sets or not row.rounds:
        return None
    return rating_formula(state, row, played)


def rating_formula(state: State, row: Standing, played: int) -> int:
    """The rating points of a row in an event of so many players, whether or not it is rated.

    Rule: VEKN A.2.
    """
    # The first of an event without a final has won none: there is no bonus, and no game win for it.
    won_final = row.is_winner and state.settings.has_final
    has_bonus = row.is_finalist and state.ended_early is None
    finish = Finish.WINNER if won_final else Finish.FINALIST if has_bonus else Finish.OTHER
    return rating_points(
        row.victory_points + (row.final_victory_points or 0),
        row.game_wins + won_final,
        players=played,
        finish=finish,
        level=state.settings.level,
    )


def rounds_of(state: State, number: int) -> dict[int, RoundScore]:
    """One player's score in each preliminary round they were seated in."""
    return {
        entry.number: scores_by_round(state)[entry.number].get(number, NOTHING)
        for entry in counted_rounds(state)
        if number in entry.seats
    }
