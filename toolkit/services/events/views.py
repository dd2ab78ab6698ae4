"""The views of a tournament: the command line and the API answer with the same, by `toolkit.schemas.derived`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import EllipsisType
from typing import Any

from toolkit.errors import NotFound
from toolkit.languages import Message
from toolkit.scoring import RoundScore, victory_points_number
from toolkit.services.events.warnings_elsewhere import WarningElsewhere, warnings_elsewhere
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork, stage
from toolkit.tournament import checkin, clock, decks, final, sanctions, signup
from toolkit.tournament.announcements import shown_announcements
from toolkit.tournament.configuration import Configuration
from toolkit.tournament.corrections import Consequence, moved_since_the_final
from toolkit.tournament.facts import FINAL, DeckVerdict, PenaltyGiven, SanctionKind, fact_to_dict
from toolkit.tournament.games import does_count, game_of, whole_rounds
from toolkit.tournament.history import describe_log
from toolkit.tournament.infractions import Infraction, infraction_named
from toolkit.tournament.log import LogEntry, PlayerNames, moment_of, sentence_of
from toolkit.tournament.results import is_disputed
from toolkit.tournament.rounds import are_rounds_over
from toolkit.tournament.staggered import plan_sentences, rounds_to_play, sits_out
from toolkit.tournament.standings import round_scores, winner
from toolkit.tournament.state import Announcement, Call, OtherResult, Player, Round, SignUp, State, TableResult
from toolkit.tournament.steps import Blocker, blockers, next_step, warnings_of
from toolkit.tournament.tournament import Tournament
from toolkit.views import ViewOf, moment


class NoDeck(NotFound):
    """A player has handed in no list for that round."""

    code = "no_deck"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryView:
    """One line of the log."""

    number: int
    at: str
    by: str
    kind: str
    sentence: str
    undone: bool
    fact: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsequenceView(ViewOf[Consequence]):
    """A thing that a correction moves; of a place also its player or league, and the places before and after.

    Attributes:
        league: the id of the league in which the place is. Null for a place in the event.
    """

    what: str
    message: str
    player: int | None
    before: int | None
    after: int | None
    league: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeView:
    """The result of a change: `sequence` is the tournament's version now; `moved` is what a correction moved."""

    id: str
    sequence: int
    repeated: bool
    entries: tuple[EntryView, ...]
    moved: tuple[ConsequenceView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedView:
    """A player by number and name."""

    player: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockerView(ViewOf[Blocker]):
    """One thing to settle before the next step.

    Attributes:
        rule_url: the page that explains the rule.
    """

    code: str
    severity: str
    message: str
    rule: str | None
    round: int | None
    table: int | None
    player: int | None
    rule_url: str | EllipsisType | None = ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentView:
    """An event and how far it has come.

    Attributes:
        rounds: preliminary rounds to be played; in a staggered event each player plays `games_each` of them.
        plan: plan of a staggered event, in sentences.
        active: number of players still in the event.
        sitting_out: players sitting out, for each planned round of a staggered event.
        published: number of rounds published.
    """

    id: str
    sequence: int
    configuration: Configuration
    warnings: tuple[str, ...]
    stage: str
    players: int
    active: int
    rounds: int
    games_each: int
    plan: tuple[str, ...]
    sitting_out: tuple[tuple[NamedView, ...], ...]
    published: int
    check_in: str
    next_step: str
    blockers: tuple[BlockerView, ...]
    winner: NamedView | None
    ended_early: EarlyEndView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyEndView:
    """The early end of an event: the reason, the moment, and the last whole round, 0 if there was none."""

    reason: str
    at: str
    last_round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDeckView:
    """The facts about a list that do not show it.

    Attributes:
        round: the round it is for, from 1; null for one list of all rounds.
        name: name of the deck.
    """

    round: int | None
    legal: bool
    name: str
    problems: tuple[str, ...]
    advice: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisteredView(ViewOf[Player]):
    """A registered player; `paper_lists` are the rounds whose lists came in on paper, 0 for one list for all.

    `vekn` and `city` are null for people other than the event's officials.
    """

    number: int
    name: str
    first: str
    last: str
    vekn: str | None
    city: str | None
    country: str
    agrees_to_archive: bool | None
    status: str
    checked_in: bool
    fixed_table: int | None
    fixed_seat: int | None
    near_door: bool
    apart: tuple[int, ...]
    decks: tuple[PlayerDeckView, ...]
    paper_lists: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpView(ViewOf[SignUp]):
    """A person who signed up; `place` in the line of those who wait, `until` when an offer lapses, else null.

    `claims` is another's VEKN number that they say is theirs, until it is decided.

    Attributes:
        status: `registered`, `waiting`, `offered`, `declined` or `cancelled`.
        place: place in the line of those who wait, from 1; null for others.
        answers: by question of the organizer, as it was asked then.
        shows_name: whether the person agrees to be named among those who come.
    """

    number: int
    name: str
    vekn: str
    country: str
    contact: str
    agrees_to_archive: bool | None
    status: str
    place: int | None
    until: str | None
    player: int | None
    claims: str
    answers: Mapping[str, str]
    shows_name: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """A seat; the points are null where they are not known or not public, the player for a proxy player."""

    seat: int
    player: int | None
    name: str
    entered: float | None
    fate: str | None
    victory_points: float | None
    game_wins: int | None
    tournament_points: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResultView(ViewOf[TableResult]):
    """The origin of a table's result."""

    entered_by: str
    by_player: int | None
    confirmed_by: int | None
    locked: bool
    disputed: bool
    events: tuple[str, ...]
    reason: str
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SentResultView:
    """A result that a player sent and that does not count; `typed_at` is null where no phone kept it.

    Attributes:
        victory_points: in seat order.
    """

    player: int
    name: str
    victory_points: tuple[float, ...]
    events: tuple[str, ...]
    typed_at: str | None
    sent_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A table; `disputes` are results that players sent too late or against another, until an official decides."""

    table: int
    name: str
    settled: bool
    seats: tuple[SeatView, ...]
    result: TableResultView | None
    disputes: tuple[SentResultView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """A round; number 0 is the final. It does not count where it was cancelled, or the event ended before it.

    Attributes:
        seed: seed of the seating; null for one made by hand.
    """

    round: int
    title: str
    published: bool
    cancelled: bool
    counts: bool
    complete: bool
    seed: int | None
    sitting_out: tuple[NamedView, ...]
    tables: tuple[TableView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalistView:
    """A finalist.

    Attributes:
        seed: seed in the final, from 1.
    """

    seed: int
    player: int
    name: str
    crypt_cards: tuple[str, ...]
    deck_round: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalView:
    """The final, from the cut on.

    Attributes:
        table: the final as a round; null before it is seated.
    """

    open: bool
    tosses_needed: tuple[tuple[NamedView, ...], ...]
    unavailable: tuple[NamedView, ...]
    finalists: tuple[FinalistView, ...]
    row: tuple[NamedView, ...]
    next_to_place: NamedView | None
    first_player: int | None
    table: RoundView | None
    winner: NamedView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenSanctionView(ViewOf[PenaltyGiven]):
    """A sanction that stands.

    Attributes:
        player: the player's number. Null for a person who does not play, and is named instead.
        given_as: the penalty the infraction calls for; `proposed` is the ladder's.
        infraction: its number in the judges' guide; empty if `rule` describes the offence in words.
        applies_to: the game that loses a point by an adjustment, as the event stands.
        kind: the penalty given.
        proposed: the penalty that the ladder proposed.
    """

    sanction: int
    player: int | None
    name: str
    kind: str
    given_as: str
    proposed: str
    offence: int
    infraction: str
    rule: str
    round: int | None
    table: int | None
    applies_to: int | None
    judge: str
    note: str
    edition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InfractionView(ViewOf[Infraction]):
    """A row of the judges' guide; `grades` are what it calls for, `cases` tell them apart.

    Attributes:
        number: its number in the guide, such as `3.3`.
    """

    number: str
    key: str
    name: str
    grades: tuple[str, ...]
    cases: tuple[str, ...]
    climbs: str
    remedy: str
    ethics: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalView(ViewOf[sanctions.Proposal]):
    """The proposed penalty for an infraction of a player now; `earlier` are the numbers of the sanctions before it.

    Attributes:
        elsewhere: other events with a warning of the same person for it. Context only: it does not count on the ladder.
        infraction: its row of the guide.
        kind: the penalty that the ladder proposes.
    """

    infraction: InfractionView
    player: int
    name: str
    given_as: str
    kind: str
    rung: int
    offence: int
    earlier: tuple[int, ...]
    applies_to: int | None
    by_accumulation: bool
    elsewhere: tuple[WarningElsewhere, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCallView(ViewOf[Call]):
    """An open judge call."""

    call: int
    round: int | None
    table: int | None
    player: int | None
    reason: str
    at: datetime
    taken_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementView(ViewOf[Announcement]):
    """A line that is shown to all."""

    announcement: int
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockView:
    """The reading of a clock at a moment."""

    round: int
    table: int | None
    at: str
    started: bool
    paused: bool
    stopped: bool
    seconds_left: int
    over: int
    ends_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDeckView(ViewOf[DeckVerdict]):
    """A player's list and what the check said.

    Attributes:
        name: name of the player.
        round: the round it is for, from 1; null unless each round has its deck.
        date: the day as of which it was judged.
        text: the list as handed in.
    """

    player: int
    name: str
    round: int | None
    legal: bool
    rule_set: str
    date: str
    card_data: str
    deck_name: str
    problems: tuple[str, ...]
    advice: tuple[str, ...]
    changes: int
    text: str


def show_tournament(id: str, tournament: Tournament) -> TournamentView:
    """The event, how far it has come and what comes next."""
    first = winner(tournament)
    return TournamentView(
        id=id,
        sequence=tournament.number,
        configuration=tournament.settings,
        warnings=(*warnings_of(tournament), *moved_since_the_final(tournament)),
        stage=stage(tournament),
        players=len(tournament.players),
        active=len(tournament.active),
        rounds=rounds_to_play(tournament),
        games_each=tournament.settings.rounds,
        plan=tuple(plan_sentences(tournament)),
        sitting_out=_planned_out(tournament),
        published=tournament.published,
        check_in=checkin.stage(tournament).value,
        next_step=next_step(tournament).value,
        blockers=tuple(show_blocker(blocker) for blocker in blockers(tournament)),
        winner=None if first is None else _named(tournament, first),
        ended_early=_early_end(tournament),
    )


def _early_end(state: State) -> EarlyEndView | None:
    ended = state.ended_early
    if ended is None:
        return None
    return EarlyEndView(reason=ended.reason, at=moment(ended.at), last_round=len(whole_rounds(state)))


def _planned_out(state: State) -> tuple[tuple[NamedView, ...], ...]:
    planned = state.plan.rounds if state.plan else ()
    return tuple(
        tuple(_named(state, number) for number in sorted(state.players) if sits_out(state, number, round_number))
        for round_number in range(1, len(planned) + 1)
    )


def show_blocker(blocker: Blocker) -> BlockerView:
    """One thing to settle before the next step."""
    return BlockerView.of(blocker, severity="warning" if blocker.is_warning else "error")


def show_players(state: State) -> list[RegisteredView]:
    """All registered players, by number."""
    here = checkin.here(state)
    return [show_player(player, is_checked_in=number in here) for number, player in sorted(state.players.items())]


def show_player(player: Player, *, is_checked_in: bool = False) -> RegisteredView:
    """One registration."""
    return RegisteredView.of(
        player,
        first=player.first_and_last[0],
        last=player.first_and_last[1],
        checked_in=is_checked_in,
        near_door=player.is_near_door,
        apart=tuple(sorted(player.apart)),
        decks=tuple(
            PlayerDeckView(
                round=None if deck_round == decks.ALL_ROUNDS else deck_round,
                legal=deck.verdict.is_legal,
                name=deck.verdict.deck_name,
                problems=deck.verdict.problems,
                advice=deck.verdict.advice,
            )
            for deck_round, deck in sorted(player.decks.items())
        ),
        paper_lists=tuple(sorted(player.paper_lists)),
    )


def show_deck(state: State, number: int, round_number: int) -> ShownDeckView:
    """The list of a player for a round, and what the check says.

    Raises:
        UnknownPlayer: no such player.
        NoDeck: nothing was handed in.
    """
    player = state.player(number)
    deck = decks.deck_for(state, player, round_number)
    if deck is None:
        raise NoDeck(Message("%(name)s has handed in no list.", name=player.name))
    return ShownDeckView.of(
        deck.verdict,
        player=number,
        name=player.name,
        round=round_number if state.settings.is_multideck else None,
        legal=deck.verdict.is_legal,
        changes=deck.changes,
        text=deck.text,
    )


def show_round(state: State, round_: Round) -> RoundView:
    """A round, or the final (number 0), table by table in seat order."""
    scores = round_scores(state, round_)
    return RoundView(
        round=round_.number,
        title=round_.title,
        published=round_.is_published,
        cancelled=round_.is_cancelled,
        counts=does_count(state, round_),
        complete=round_.is_complete,
        seed=round_.seed,
        sitting_out=tuple(_named(state, number) for number in round_.sitting_out),
        tables=tuple(_table(state, round_, number, scores) for number, _ in round_.numbered()),
    )


def _table(state: State, round_: Round, number: int, scores: Mapping[int, RoundScore]) -> TableView:
    result = round_.results.get(number)
    return TableView(
        table=number,
        name="final" if round_.number == FINAL else state.settings.table_name(number),
        settled=round_.is_settled(number),
        seats=tuple(
            _seat(state, round_, seat, player, scores.get(player))
            for seat, player in enumerate(round_.table(number), start=1)
        ),
        result=None
        if result is None
        else TableResultView.of(
            result, locked=result.is_locked, disputed=is_disputed(round_, number), events=tuple(result.events)
        ),
        disputes=tuple(_sent_result(state, other) for other in round_.disputes.get(number, ())),
    )


def _sent_result(state: State, other: OtherResult) -> SentResultView:
    assert other.sent_at is not None
    return SentResultView(
        player=other.by_player,
        name=PlayerNames(state)(other.by_player),
        victory_points=tuple(victory_points_number(score.victory_points) for score in other.scores),
        events=other.events,
        typed_at=other.typed_at.isoformat() if other.typed_at else None,
        sent_at=other.sent_at.isoformat(),
    )


def _seat(state: State, round_: Round, seat: int, player: int, score: RoundScore | None) -> SeatView:
    entered = round_.scores.get(player)
    return SeatView(
        seat=seat,
        player=player if player > 0 else None,
        name=state.player(player).name,
        entered=None if entered is None else victory_points_number(entered.victory_points),
        fate=None if entered is None or entered.fate is None else entered.fate.value,
        victory_points=None if score is None else victory_points_number(score.victory_points),
        game_wins=None if score is None else score.game_wins,
        tournament_points=None if score is None else score.tournament_points,
    )


def show_final(state: State) -> FinalView:
    """The cut, the row as it is being placed, and the table."""
    opened = state.final
    is_cut_due = opened is None and are_rounds_over(state) and state.settings.has_final
    tied = final.tosses_needed(state) if is_cut_due else []
    first = winner(state)
    return FinalView(
        open=opened is not None,
        tosses_needed=tuple(tuple(_named(state, number) for number in group) for group in tied),
        unavailable=tuple(_named(state, number) for number in sorted(state.unavailable)),
        finalists=tuple(
            FinalistView(
                seed=seed,
                player=number,
                name=state.players[number].name,
                crypt_cards=tuple(opened.crypt_cards.get(number, ())),
                deck_round=opened.deck_rounds.get(number),
            )
            for seed, number in enumerate(opened.finalists, start=1)
        )
        if opened
        else (),
        row=tuple(_named(state, number) for number in opened.row) if opened else (),
        next_to_place=_named(state, opened.next_to_place) if opened and opened.next_to_place is not None else None,
        first_player=opened.first_player if opened else None,
        table=None if state.final_round is None else show_round(state, state.final_round),
        winner=None if first is None else _named(state, first),
    )


def show_calls(state: State) -> list[OpenCallView]:
    """Every open judge call, the oldest first."""
    return [OpenCallView.of(call, call=call.number) for _, call in sorted(state.calls.items())]


def show_announcements(state: State) -> list[AnnouncementView]:
    """The announcements for all, the newest first."""
    return [
        AnnouncementView.of(announcement, announcement=announcement.number)
        for announcement in shown_announcements(state)
    ]


def show_sanctions(state: State) -> list[GivenSanctionView]:
    """Every sanction that stands, by number."""
    return [_sanction(state, sanction) for _, sanction in sorted(state.sanctions.items())]


def _sanction(state: State, given: PenaltyGiven) -> GivenSanctionView:
    row = sanctions.row_of(given)
    return GivenSanctionView.of(
        given,
        name=sanctions.name_of(state, given),
        given_as=given.given.value,
        infraction=row.number if row else "",
        rule=given.rule or str(sanctions.reason_of(given)),
        applies_to=game_of(state, given),
    )


def show_infraction(row: Infraction) -> InfractionView:
    """A row of the judges' guide."""
    return InfractionView.of(row)


def show_proposal(
    work: UnitOfWork,
    player: int,
    infraction: str,
    *,
    grade: SanctionKind | None = None,
    has_weighed: bool = False,
    may_judge: Callable[[str], bool],
) -> ProposalView:
    """The proposed penalty for an infraction of a player now.

    `may_judge`: whether the asker may see the penalties of an event.

    Raises:
        UnknownPlayer: no such player.
        BadValue: no such infraction, or one that does not call for that grade.
    """
    row, state = infraction_named(infraction), work.look()
    proposal = sanctions.propose(state, player, row, grade, has_weighed=has_weighed)
    return ProposalView.of(
        proposal,
        infraction=show_infraction(row),
        player=player,
        name=state.player(player).name,
        given_as=proposal.given.value,
        earlier=tuple(given.sanction for given in proposal.earlier),
        applies_to=proposal.game,
        by_accumulation=proposal.is_accumulated,
        elsewhere=warnings_elsewhere(work.context, work.id, state.player(player).vekn, row, may_judge=may_judge),
    )


def show_clock(round_: Round, at: datetime, *, table: int | None = None, drift: int = 0) -> ClockView:
    """The reading of a round's clock now, and of the tables with their own time.

    `at` is by the clock of what lasts, so many seconds ahead of the time of day (`Context.steady`, `Context.drift`).
    """
    reading = clock.read_clock(round_, at, table)
    return ClockView(
        round=round_.number,
        table=table,
        at=moment(moment_of(at, -drift)),
        started=reading.is_started,
        paused=reading.is_paused,
        stopped=reading.is_stopped,
        seconds_left=reading.seconds_left,
        over=reading.over,
        ends_at=None if reading.ends_at is None else moment(moment_of(reading.ends_at, -drift)),
    )


def _shown(entry: LogEntry, sentence: str, *, counts: bool) -> EntryView:
    fact = fact_to_dict(entry.fact)
    fact.pop("reported", None)  # nothing but the report names who was forgotten
    return EntryView(
        number=entry.number,
        at=moment(entry.at),
        by=entry.by,
        kind=fact.pop("fact"),
        sentence=sentence,
        undone=not counts,
        fact=fact,
    )


def show_log(tournament: Tournament, *, after: int = 0) -> list[EntryView]:
    """The log, oldest first; only what came `after` an entry."""
    described = describe_log(tournament, first=after + 1)
    return [_shown(entry, sentence, counts=counts) for entry, sentence, counts in described]


def show_entries(tournament: Tournament, entries: Iterable[LogEntry]) -> tuple[EntryView, ...]:
    """Lines of the log, each as a sentence, and as it is kept."""
    names = PlayerNames(tournament)  # once: of 5,000 entries each would look at all players anew
    return tuple(
        _shown(entry, sentence_of(names, entry.fact), counts=entry.number not in tournament.undone) for entry in entries
    )


def show_change(change: Change) -> ChangeView:
    """The result of a change."""
    return ChangeView(
        id=change.id,
        sequence=change.tournament.number,
        repeated=change.is_repeat,
        entries=show_entries(change.tournament, change.entries),
        moved=tuple(show_consequence(move) for move in change.moved),
    )


def show_consequence(move: Consequence) -> ConsequenceView:
    """A thing that a correction moves."""
    return ConsequenceView.of(move, message=move.sentence)


def _named(state: State, number: int) -> NamedView:
    return NamedView(player=number, name=state.players[number].name)


def without_points(view: RoundView) -> RoundView:
    """A round with its seats, and without any result: for readers who may not see the standings."""
    return replace(
        view, tables=tuple(replace(table, result=None, seats=tuple(map(_bare, table.seats))) for table in view.tables)
    )


def _bare(seat: SeatView) -> SeatView:
    return replace(seat, entered=None, fate=None, victory_points=None, game_wins=None, tournament_points=None)


def show_sign_ups(state: State, now: datetime, *, drift: int = 0) -> list[SignUpView]:
    """All sign-ups in their current state, in the order in which they came; `drift` as in `show_clock`."""
    current = signup.settled(state, now)
    return [
        SignUpView.of(
            entry,
            place=signup.place_in_line(current, entry.number) or None,
            until=moment_of(entry.until, -drift).isoformat() if entry.until else None,
        )
        for entry in current.sign_ups.values()
    ]
