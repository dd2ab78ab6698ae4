"""An event as a season sees it: which one it is, its day, who played in it and how each of them ended.

It is made from a tournament that was folded here; what a file says of its own standings is not believed.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from toolkit.errors import Conflict, Invalid, ToolkitError
from toolkit.exchange.tournament_json import DamagedExport, parse_tournament
from toolkit.languages import Message, NameOf
from toolkit.scoring import Halves
from toolkit.tournament.configuration import Configuration, EventKind, EventRuleSet
from toolkit.tournament.draws import identity
from toolkit.tournament.facts import PlayerForgotten, fact_to_dict
from toolkit.tournament.games import counted_final, counted_rounds, played_in, whole_rounds
from toolkit.tournament.log import LogEntry
from toolkit.tournament.published import public_part
from toolkit.tournament.standings import (
    final_scores,
    players_who_played,
    ranking,
    rating_formula,
    standings,
    winner,
)
from toolkit.tournament.state import Player, PlayerStatus, State, evolve
from toolkit.tournament.tournament import Tournament

# Fewer who played, and the VEKN does not rate the event.
LEAST_RATED = 8


class NotFinished(Invalid):
    """An event that is still being played."""

    code = "not_finished"


class TwoVersions(Conflict):
    """Two logs of one event, neither of which goes on from the other."""

    code = "two_versions"


class BadFile(Invalid):
    """A file that no event can be read from; its sentence names the file."""


class NotRated(StrEnum):
    """Why an event has no part in the ratings."""

    UNSANCTIONED = "unsanctioned"
    SETS = "sets"
    RUNNING = "running"
    NO_DATE = "no_date"
    NO_FINAL = "no_final"
    FEW_PLAYERS = "few_players"
    NO_POINTS = "no_points"

    @property
    def sentence(self) -> Message:
        """The reason in a sentence."""
        return _NOT_RATED[self]


_NOT_RATED = {
    NotRated.UNSANCTIONED: Message("Not rated: not sanctioned."),
    NotRated.SETS: Message("Not rated: restricted card sets."),
    NotRated.RUNNING: Message("Not rated: not finished."),
    NotRated.NO_DATE: Message("Not rated: no date."),
    NotRated.NO_FINAL: Message("Not rated: no final."),
    NotRated.FEW_PLAYERS: Message("Not rated: fewer than %(number)s players.", number=LEAST_RATED),
    NotRated.NO_POINTS: Message("Not rated: game wins or victory points are unknown."),
}


class RatingList(StrEnum):
    """The list that an event is rated in: the rule set, and whether it is played on site or online.

    Rule: VEKN A.
    """

    CONSTRUCTED_ONSITE = "constructed_onsite"
    CONSTRUCTED_ONLINE = "constructed_online"
    LIMITED_ONSITE = "limited_onsite"
    LIMITED_ONLINE = "limited_online"

    @property
    def heading(self) -> Message:
        """Its name."""
        return _TITLES[self]


_TITLES = {
    RatingList.CONSTRUCTED_ONSITE: Message("Constructed, on site"),
    RatingList.CONSTRUCTED_ONLINE: Message("Constructed, online"),
    RatingList.LIMITED_ONSITE: Message("Limited, on site"),
    RatingList.LIMITED_ONLINE: Message("Limited, online"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPlayer:
    """A player as an event names them; `vekn` and `country` are "" where it does not say."""

    name: str
    vekn: str = ""
    country: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonResult:
    """The result of one player in an event.

    Attributes:
        number: of the player in that event.
        place: at the end; the winner has 1, the others in the final share 2. None for who is disqualified.
        rank_before: before the final, shared by equals; None for who is disqualified.
        seed: in the final, from 1; None for all others.
        game_wins, victory_points, tournament_points: of the preliminary rounds, adjusted; victory points in halves.
        final_victory_points: in halves; None for who did not play the final.
        is_winner: of the event; without a final, first in the standings.
        won_final: the winner of a final, which is a game win more in the rating.
        rating_points: what the rule gives, whether or not the event is rated.
    """

    number: int
    name: str
    vekn: str = ""
    country: str = ""
    place: int | None
    rank_before: int | None
    seed: int | None = None
    game_wins: int = 0
    victory_points: Halves = 0
    tournament_points: int = 0
    rounds: int = 0
    final_victory_points: Halves | None = None
    is_winner: bool = False
    won_final: bool = False
    rating_points: int = 0

    @property
    def named(self) -> NamedPlayer:
        """The player by name, VEKN number and country."""
        return NamedPlayer(name=self.name, vekn=self.vekn, country=self.country)

    @property
    def is_disqualified(self) -> bool:
        """Whether they are out of the event: no place, no points."""
        return self.place is None

    @property
    def is_finalist(self) -> bool:
        """Whether they played the final."""
        return self.final_victory_points is not None

    @property
    def all_game_wins(self) -> int:
        """With the final's: the winner's is one, whatever its points.

        Rule: VEKN A.2.
        """
        return self.game_wins + self.won_final

    @property
    def all_victory_points(self) -> Halves:
        """With the final's, in halves."""
        return self.victory_points + (self.final_victory_points or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonEvent:
    """An event as a season sees it.

    Attributes:
        identity: the SHA-256 of the first entry of its log, which every copy of the event has.
        vekn_event: its number on the VEKN's calendar, or "".
        id: of the log in the store; "" for a file.
        entries: how long its log is.
        players: who played at least one round, disqualified ones included: what the rating counts.
        results: of all who played, the best first, the disqualified last.
        is_running: not over: its whole rounds are counted.
        is_withheld: its results are not public: there are none here.
        has_final: whether a final was played.
        is_results_only: it was entered by its results, without seats and opponents.
        lacks_points: a ranked player's game wins or victory points are unknown.
    """

    identity: str
    id: str = ""
    entries: int
    name: str
    date: datetime.date | None
    place: str = ""
    country: str = ""
    kind: EventKind
    vekn_event: str = ""
    is_online: bool = False
    is_limited: bool = False
    has_sets: bool = False
    is_running: bool = False
    is_withheld: bool = False
    has_final: bool
    players: int
    results: tuple[SeasonResult, ...]
    organizer: NamedPlayer | None = None
    head_judge: NamedPlayer | None = None
    is_results_only: bool = False
    lacks_points: bool = False

    @property
    def list(self) -> RatingList:
        """The list that it belongs to."""
        where = "online" if self.is_online else "onsite"
        return RatingList(f"{'limited' if self.is_limited else 'constructed'}_{where}")

    @property
    def not_rated(self) -> NotRated | None:
        """Why it has no part in the ratings; None where it has.

        Rule: VEKN A.1, 6.1.1, 3.1.6.
        """
        reasons = {
            NotRated.UNSANCTIONED: not self.kind.is_sanctioned,
            NotRated.SETS: self.has_sets,
            NotRated.RUNNING: self.is_running,
            NotRated.NO_DATE: self.date is None,
            NotRated.NO_FINAL: not self.has_final,
            NotRated.FEW_PLAYERS: self.players < LEAST_RATED,
            NotRated.NO_POINTS: self.lacks_points,
        }
        return next((reason for reason, holds in reasons.items() if holds), None)

    @property
    def order(self) -> tuple[datetime.date, str, str]:
        """Its place among others: by day, then name, then identity; without a day first."""
        return self.date or datetime.date.min, self.name, self.identity


def season_event(
    tournament: Tournament, *, id: str = "", may_run: bool = False, is_public: bool = False
) -> SeasonEvent:
    """An event as it ended; with `may_run`, one that is not over by its whole rounds.

    With `is_public`, no results that people other than its officials may not see yet.

    Raises:
        NotFinished: it is not over.
    """
    settings = tournament.settings
    if not tournament.is_finished and not may_run:
        raise NotFinished(Message("“%(name)s” is not finished.", name=settings.name))
    state = tournament if tournament.is_finished else _whole(tournament)
    is_withheld = is_public and not public_part(tournament).has_results
    return SeasonEvent(
        identity=identity(tournament.entry(1)),
        id=id,
        entries=tournament.number,
        name=settings.name,
        date=settings.date,
        place=settings.place,
        country=settings.country,
        kind=settings.kind,
        vekn_event=settings.vekn_event,
        is_online=settings.is_online,
        is_limited=settings.kind.is_limited or settings.rule_set is EventRuleSet.LIMITED,
        has_sets=bool(settings.sets),
        is_running=not tournament.is_finished,
        is_withheld=is_withheld,
        has_final=not is_withheld and settings.has_final and winner(state) is not None,
        players=players_who_played(state),
        results=() if is_withheld else tuple(_results(state)),
        **_officials(settings),
    )


def _whole(tournament: Tournament) -> State:
    """The event without what is still being played."""
    final = counted_final(tournament)
    is_whole = final is not None and final.is_complete
    return evolve(tournament, rounds=whole_rounds(tournament), final_round=final if is_whole else None)


def _officials(settings: Configuration) -> dict[str, Any]:
    players = {
        "organizer": NamedPlayer(name=settings.organizer, vekn=settings.organizer_vekn),
        "head_judge": NamedPlayer(name=settings.head_judge, vekn=settings.head_judge_vekn),
    }
    return {role: who if who.name or who.vekn else None for role, who in players.items()}


def _results(state: State) -> Iterator[SeasonResult]:
    before = {entry.total.player: entry.rank for entry in ranking(state)}
    final, played, first = final_scores(state), players_who_played(state), winner(state)
    for row in standings(state):
        if row.rank is None:
            continue
        won_final = row.is_winner and row.player.number in final
        yield SeasonResult(
            **_who(row.player),
            place=row.rank,
            rank_before=before[row.player.number],
            seed=row.seed if row.is_finalist else None,
            game_wins=row.game_wins,
            victory_points=row.victory_points,
            tournament_points=row.tournament_points,
            rounds=row.rounds,
            final_victory_points=row.final_victory_points,
            is_winner=row.player.number == first,
            won_final=won_final,
            rating_points=rating_formula(state, row, played),
        )
    seated = {number for round_ in state.rounds if round_.is_published for number in round_.played_by}
    for number, player in sorted(state.players.items()):
        if player.status is PlayerStatus.DISQUALIFIED and number in seated:
            yield SeasonResult(**_who(player), place=None, rank_before=None)


def with_results(event: State) -> frozenset[int]:
    """The numbers of the players whom `season_event` has a result of, from the rounds alone."""
    rounds = event.rounds if event.is_finished else whole_rounds(event)
    counted = counted_rounds(event) if event.is_finished else rounds
    seated = {number for round_ in rounds if round_.is_published for number in round_.played_by}
    played = {number for round_ in counted for number in played_in(event, round_)}
    return frozenset(
        number
        for number, player in event.players.items()
        if number in (seated if player.status is PlayerStatus.DISQUALIFIED else played)
    )


def _who(player: Player) -> dict[str, Any]:
    return {"number": player.number, "name": player.name, "vekn": player.vekn, "country": player.country}


# Files, and the same event twice


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSource:
    """The source of an event: the season's view of it, the source's name, and its log on request.

    Attributes:
        name: a file's, or the id of an event in the store.
        tournament: the whole event; None for one by its results only.
    """

    event: SeasonEvent
    name: str
    tournament: Callable[[], Tournament] | None


def source_of_file(name: str, content: bytes, *, may_run: bool = False) -> EventSource:
    """The event of an export, its checksum verified and its log folded here.

    Raises:
        BadFile: the file is no export or altered, of a newer version, or its event is not over; it names the file.
    """
    try:
        tournament = parse_tournament(content)
        if not tournament.number:
            raise DamagedExport(Message("This export of a tournament has an empty log. Export it again."))
        event = season_event(tournament, may_run=may_run)
    except ToolkitError as error:
        raise BadFile(
            Message("%(name)s: %(sentence)s", name=name, sentence=error.message), code=error.code, rule=error.rule
        ) from error
    return EventSource(event=event, name=name, tournament=lambda: tournament)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Every event once, in its order, and what was left out, as either of two may be right."""

    sources: list[EventSource]
    conflicts: list[TwoVersions]

    @property
    def events(self) -> list[SeasonEvent]:
        """The events."""
        return [source.event for source in self.sources]


def one_of_each(sources: Iterable[EventSource]) -> Chosen:
    """Every event once: of two logs of one event the longer, where it goes on from the shorter.

    Where it does not, and where two events have one number on the VEKN's calendar, the longer log stays, and the
    conflict is named: points on it are refused. A whole event replaces one by its results only without a word.
    """
    sources_by_identity: dict[str, EventSource] = {}
    conflicts = []
    ordered = sorted(
        sources,
        key=lambda source: (
            source.event.is_results_only,
            -source.event.entries,
            not source.event.id,
            source.name,
        ),
    )
    for source in ordered:
        earlier = sources_by_identity.setdefault(source.event.identity, source)
        if not _goes_on(earlier, source):
            conflicts.append(_two_versions(earlier, source))
    numbered: dict[str, EventSource] = {}
    for source in list(sources_by_identity.values()):
        number = source.event.vekn_event
        earlier = numbered.setdefault(number, source) if number else source
        if earlier is not source:
            if source.event.is_results_only is earlier.event.is_results_only:
                conflicts.append(_two_events(earlier, source))
            del sources_by_identity[source.event.identity]
    return Chosen(
        sources=sorted(sources_by_identity.values(), key=lambda source: source.event.order), conflicts=conflicts
    )


def _two_versions(first: EventSource, other: EventSource) -> TwoVersions:
    return TwoVersions(
        Message(
            "%(one)s and %(other)s are two versions of “%(name)s”, and neither goes on from the other: leave one out.",
            one=first.name,
            other=other.name,
            name=NameOf(first.event.name, first.event),
        )
    )


def _two_events(first: EventSource, other: EventSource) -> TwoVersions:
    return TwoVersions(
        Message(
            "%(one)s and %(other)s have the same number on the VEKN's calendar, %(number)s: leave one out.",
            one=NameOf(_called(first), first.event),
            other=NameOf(_called(other), other.event),
            number=first.event.vekn_event,
        )
    )


def _called(source: EventSource) -> str:
    return f"{source.event.name} ({source.name})" if source.event.id else source.name


def _goes_on(longer: EventSource, shorter: EventSource) -> bool:
    if longer is shorter or longer.tournament is None or shorter.tournament is None:
        return True  # results only have an identity of their own in each store
    return goes_on(list(longer.tournament().log), list(shorter.tournament().log))


def goes_on(longer: Sequence[LogEntry], shorter: Sequence[LogEntry]) -> bool:
    """Whether a log begins with the other; a person whom one of them has forgotten does not part them."""
    if len(shorter) > len(longer):
        return False
    pairs = list(zip(longer, shorter, strict=False))
    if all(first == other for first, other in pairs):
        return True
    forgets = any(isinstance(entry.fact, PlayerForgotten) for entry in (*longer, *shorter))
    return forgets and all(_without_texts(first) == _without_texts(other) for first, other in pairs)


def _without_texts(entry: LogEntry) -> tuple[object, ...]:
    return entry.number, entry.at, entry.fact.NAME, _shape(fact_to_dict(entry.fact))


def _shape(value: object) -> object:
    if isinstance(value, str):
        return ""
    if isinstance(value, dict):
        return {key: _shape(part) for key, part in value.items()}
    return [_shape(part) for part in value] if isinstance(value, list) else value


# As short JSON, for whoever keeps what was computed once

# What a kept event looks like; of another number it is computed again.
KEPT_FORM = 1
# What is kept is over, and so is nothing that is withheld; results only are read from their own log.
_APART = ("date", "kind", "results", "organizer", "head_judge", "is_withheld", "is_results_only", "lacks_points")
_PLAIN = tuple(field_.name for field_ in fields(SeasonEvent) if field_.name not in _APART)
_RESULT = tuple(field_.name for field_ in fields(SeasonResult))


def kept_form(event: SeasonEvent) -> list[object]:
    """The event as JSON values; `from_kept` reads them."""
    return [
        KEPT_FORM,
        event.date.isoformat() if event.date else None,
        event.kind.value,
        [
            None if official is None else [official.name, official.vekn]
            for official in (event.organizer, event.head_judge)
        ],
        [getattr(event, name) for name in _PLAIN],
        [[getattr(result, name) for name in _RESULT] for result in event.results],
    ]


def digest_of(event: SeasonEvent) -> str:
    """The JSON that is kept beside the log of a finished event, so that a season folds no log."""
    return json.dumps(kept_form(event), separators=(",", ":"))


def from_kept(kept: Sequence[Any]) -> SeasonEvent | None:
    """An event as it was kept; None for what another version of this program has kept."""
    if not kept or kept[0] != KEPT_FORM:
        return None
    _, day, kind, officials, plain, results = kept
    organizer, head_judge = (
        None if official is None else NamedPlayer(name=official[0], vekn=official[1]) for official in officials
    )
    return SeasonEvent(
        date=datetime.date.fromisoformat(day) if day else None,
        kind=EventKind(kind),
        organizer=organizer,
        head_judge=head_judge,
        results=tuple(SeasonResult(**dict(zip(_RESULT, row, strict=True))) for row in results),
        **dict(zip(_PLAIN, plain, strict=True)),
    )
