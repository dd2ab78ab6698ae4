"""Championship weekends of the store: what is decided about one, who is in, and day 2 made from that list."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any

from toolkit.languages import Message, NameOf
from toolkit.season import weekend_log, weekends
from toolkit.season.criteria import PRESETS, BadWeekend, Criterion, EventRole, TieRule, rows_from, rows_json
from toolkit.season.events import season_event
from toolkit.season.log import SeasonFact
from toolkit.season.persons import Person, key_of
from toolkit.season.weekend_log import Kept, NotInWeekend, RightLink, Weekend
from toolkit.season.weekends import Qualification, WeekendEvent, qualification
from toolkit.services.accounts import accounts
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.kernel import links
from toolkit.services.kernel.context import Context, link_secret
from toolkit.services.kernel.links import REPLACED, Link, LinkRenewed, WrongLink, is_token, make_token
from toolkit.services.kernel.roles import Role
from toolkit.services.kernel.unit_of_work import UnitOfWork, id_for
from toolkit.services.lifecycle import tournaments
from toolkit.services.season.person_codes import PersonCodes, person_path
from toolkit.services.season.work import WeekendWork, season_use_case
from toolkit.tournament import Tournament
from toolkit.tournament.configuration import Configuration
from toolkit.tournament.facts import PlayerForgotten
from toolkit.tournament.published import public_part
from toolkit.tournament.rounds import are_rounds_over
from toolkit.tournament.settings import changed
from toolkit.tournament.tournament import fold


def rows_named(
    given: Any, read: Callable[[str], str | bytes] | None = None, *, passes_down: bool = False
) -> tuple[Criterion, ...]:
    """The rows of a preset, those of JSON that `read` finds by a name, or rows as JSON has them.

    `passes_down` says so of all of them.

    Raises:
        BadWeekend: neither a preset nor rows.
    """
    if isinstance(given, str):
        rows = PRESETS[given] if given in PRESETS else rows_from(_read_rows(given, read))
    else:
        rows = rows_from(given)
    return tuple(replace(row, passes_down=True) for row in rows) if passes_down else rows


def _read_rows(text: str, read: Callable[[str], str | bytes] | None) -> Any:
    if read is None:
        presets = ", ".join(PRESETS)
        raise BadWeekend(
            Message("“%(name)s” are not criteria. Use one of: %(list)s.", name=text[:60], list=presets), code="bad_rows"
        )
    try:
        return json.loads(read(text))
    except (ValueError, RecursionError) as error:
        raise BadWeekend(Message("%(name)s is not JSON.", name=text[:200]), code="bad_rows") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedWeekend:
    """A weekend of the store, as lists show it.

    Attributes:
        events: number of its events.
    """

    id: str
    name: str
    events: int


def list_weekends(context: Context) -> list[ListedWeekend]:
    """Every weekend, the newest first."""
    return [
        ListedWeekend(id=stream.id, name=str(stream.summary["name"]), events=int(stream.summary["events"]))
        for stream in context.weekends.streams()
    ]


def new_weekend(
    context: Context, name: str, rows: Sequence[Criterion], *, ties: TieRule, by: str, key: str | None = None
) -> str:
    """Make a weekend; its id. With the same key again, that of the one made before.

    Raises:
        BadWeekend: its name is none.
    """
    facts = weekend_log.create(name, rows, ties=ties)
    id = context.new_id() if key is None else id_for(("weekend", key))
    WeekendWork(context=context, id=id, by=by, key=key).create(("new_weekend", name, tuple(rows), ties), facts)
    return id


def link_event(
    context: Context, id: str, event: str, role: EventRole, *, by: str, by_link: Link | None = None
) -> Weekend:
    """An event of the store is one of the weekend; `by_link` gives the right to run it where the account does not.

    Raises:
        StreamNotFound: there is no such event, or no such weekend.
        BadWeekend: the weekend has one of that role.
    """
    context.tournaments.stream(event)
    key = links.key_of(context, event)
    link = None if by_link is None else RightLink(name=by_link.name, generation=key.generation(by_link.name))
    return WeekendWork(context=context, id=id, by=by).change(weekend_log.link_event, event, role, link)


def settle_rights(context: Context, id: str) -> None:
    """Keep each event as it is that no organizer of the weekend may run any more; one that they may again goes on.

    Raises:
        StreamNotFound: there is no such weekend.
    """
    if _settled(context, id, context.weekends.look(id).state):
        _settle(WeekendWork(context=context, id=id, by=Role.ORGANIZER.value.capitalize()))


@season_use_case(name="settle_rights")
def _settle(work: WeekendWork, weekend: Weekend) -> list[SeasonFact]:
    return _settled(work.context, work.id, weekend)


def settle_rights_at(context: Context, event: str) -> None:
    """Settle every weekend that has the event, or ever had it: other people may run the event now."""
    for stream in context.weekends.streams():
        if event in context.weekends.look(stream.id, stream.head).state.links:
            settle_rights(context, stream.id)


def _settled(context: Context, id: str, weekend: Weekend) -> list[SeasonFact]:
    organizers = [account for account, role in accounts.members(context, id) if role is Role.ORGANIZER]
    # Without accounts everything is one organizer's; what nobody here owns is the administrators'.
    runs_all = not organizers or any(account.is_admin for account in organizers)
    theirs = [accounts.roles_of(context, account) for account in organizers]
    facts, day = list[SeasonFact](), context.now().date().isoformat()
    for event, link in weekend.links.items():
        may_run = runs_all or any(roles.get(event) is Role.ORGANIZER for roles in theirs)
        if may_run or _is_open(context, event, link):
            facts += [weekend_log.resume_event(event)] if event in weekend.kept else []
        elif event not in weekend.kept:
            facts.append(weekend_log.keep_results(event, Kept(context.tournaments.head(event), day)))
    return facts


def _is_open(context: Context, event: str, link: RightLink | None) -> bool:
    """Whether the official's link by which an event was linked still makes an organizer."""
    return (
        link is not None
        and links.key_of(context, event).generation(link.name) == link.generation
        and any(
            official.is_open and official.role == Role.ORGANIZER
            for official in links.officials(context, event)
            if official.name == link.name
        )
    )


def _seen(context: Context, weekend: Weekend, event: str) -> Tournament:
    """An event as the weekend shows it: the current one, or the kept one; without players forgotten since."""
    state, kept = context.tournaments.look(event).state, weekend.kept.get(event)
    if kept is None or kept.entry >= state.number:
        return state
    later = islice(state.log, kept.entry, None)
    forgotten = sum(isinstance(entry.fact, PlayerForgotten) for entry in later)
    key = event, kept.entry, forgotten
    return context.kept_events.get(key) or context.kept_events.keep(key, fold(islice(state.log, kept.entry)))


def events_of(context: Context, weekend: Weekend, *, is_public: bool = False) -> list[WeekendEvent]:
    """The events that day 2 hangs on, as far as they are over; with `is_public`, and their results are public."""
    return [
        WeekendEvent(
            event=season_event(state, id=id, may_run=True, is_public=is_public),
            role=role,
            is_ready=_is_ready(state, role) and (public_part(state).has_results or not is_public),
        )
        for id, role in weekend.events.items()
        if role is not EventRole.DAY_2
        for state in (_seen(context, weekend, id),)
    ]


def _is_ready(state: Tournament, role: EventRole) -> bool:
    return state.is_finished or (role is EventRole.DAY_1 and bool(state.published) and are_rounds_over(state))


def current_qualification(context: Context, weekend: Weekend) -> Qualification:
    """The current qualification of a weekend."""
    return qualification(weekend, events_of(context, weekend))


@season_use_case(name="weekend_decline")
def decline(work: WeekendWork, weekend: Weekend, person: str) -> list[SeasonFact]:
    """A qualified player, named by key, number or name, does not play.

    Raises:
        NotInWeekend: they are not in.
    """
    return weekends.decline(weekend, *_meant(current_qualification(work.context, weekend), person))


def _meant(standing: Qualification, text: str) -> tuple[Qualification, str]:
    """The key of the one qualified player of that name, number or key; else the text."""
    wanted = text.strip().removeprefix("#").casefold()
    keys = [
        player.person.key
        for player in standing.qualified
        if wanted in (player.person.key.casefold(), player.person.vekn, player.person.name.casefold())
    ]
    return standing, keys[0] if len(keys) == 1 else text


@season_use_case(name="weekend_ask_next")
def ask_next(work: WeekendWork, weekend: Weekend) -> list[SeasonFact]:
    """The next player of the row has the place that another declined.

    Raises:
        NotInWeekend: no place is free that passes down, or no player is left to ask.
    """
    events = events_of(work.context, weekend)
    return weekends.ask_next(weekend, qualification(weekend, events), events)


@season_use_case(name="weekend_toss")
def toss(work: WeekendWork, weekend: Weekend, *, seed: int | None = None) -> list[SeasonFact]:
    """Toss for every tie across a line.

    Raises:
        NotInWeekend: nothing is tied.
    """
    chosen = work.context.seed() if seed is None else seed
    return weekends.toss(weekend, current_qualification(work.context, weekend), chosen)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedDay:
    """Day 2 as it would be made now.

    Attributes:
        name, day: of the event; "" for a day that is not known yet.
        players: how many would play it.
        digest: of the list of these players: another one when a player comes or goes.
    """

    name: str
    day: str
    players: int
    digest: str


def plan_day_2(context: Context, id: str, *, day: str | None = None, name: str = "") -> PlannedDay:
    """Day 2 as `start_day_2` would make it.

    Raises:
        NotYet, BadWeekend, BadValue: as `start_day_2` refuses it.
    """
    _, standing, settings = _day_2(context, context.weekends.look(id).state, day, name)
    keys = sorted(player.person.key for player in standing.qualified)
    return PlannedDay(
        name=settings.name,
        day=settings.date.isoformat() if settings.date else "",
        players=len(keys),
        digest=hashlib.sha256(json.dumps(keys).encode()).hexdigest(),
    )


def _day_2(
    context: Context, weekend: Weekend, day: str | None, name: str
) -> tuple[list[WeekendEvent], Qualification, Configuration]:
    events = events_of(context, weekend)
    standing = qualification(weekend, events)
    weekends.check_day_2(weekend, standing, events)
    first = next((event.event.id for event in events if event.role is EventRole.DAY_1), events[0].event.id)
    settings = replace(_seen(context, weekend, first).settings, date=None, last_day=None, vekn_event="")
    return events, standing, changed(changed(settings, "date", day), "name", name.strip() or f"{weekend.name}: 2")


def start_day_2(context: Context, id: str, *, by: str, day: str | None = None, name: str = "") -> tuple[Weekend, str]:
    """Make day 2: an ordinary event with the settings of day 1, whose players are those who are in; its id.

    Raises:
        NotYet: it has been made, day 1 is not over, or a tie waits for its toss.
        BadWeekend: a row's role has no event, or no player is qualified.
        BadValue: a day or a name that no event can have.
    """
    weekend = context.weekends.look(id).state
    events, standing, settings = _day_2(context, weekend, day, name)
    # The same list leads to the same event, so that a button pressed twice makes one.
    created = tournaments.create(context, settings, by=by, key=f"day 2 of {id} after {weekend.number}")
    made = created.id
    people = [
        Registration(name=player.person.name, vekn=player.person.vekn, country=player.person.country, is_namesake=True)
        for player in standing.qualified
    ]
    if not created.is_repeat:
        add_players(UnitOfWork(context=context, id=made, by=by), people)
    return _note_day_2(WeekendWork(context=context, id=id, by=by), made, events), made


@season_use_case(name="start_day_2", without=("events",))
def _note_day_2(_: WeekendWork, weekend: Weekend, made: str, events: Sequence[WeekendEvent]) -> list[SeasonFact]:
    return weekends.start_day_2(weekend, qualification(weekend, events), events, made)


# --- One link a person ---


# How often each replaced link of one person was: by event and the player's number in it, in that order.
type _Renewals = tuple[tuple[str, int, int], ...]
# So many earlier tokens of a card are known again; an older one is like any other that is wrong.
_KNOWN_AGAIN = 1000


@dataclass(frozen=True, slots=True)
class _CardKey:
    """The key of a weekend's cards: its secrets, the present one first, and each person's replaced links."""

    secrets: tuple[str, ...]
    renewals: Mapping[str, _Renewals]


def card_paths(context: Context, id: str, people: Sequence[Person]) -> list[str]:
    """For each person the address that leads to where they play now; a link of theirs that is replaced ends it."""
    card_key = _card_key(context, context.weekends.look(id).state)
    tokens = (
        _card_token(card_key.secrets[0], id, person.key, card_key.renewals.get(person.key, ())) for person in people
    )
    return [f"/weekends/{id}/people/{person.key}/{token}" for person, token in zip(people, tokens, strict=True)]


def _card_token(secret: str, id: str, key: str, renewals: _Renewals) -> str:
    return make_token(secret, "weekend", id, key, *(" ".join(map(str, renewal)) for renewal in renewals if renewal[2]))


def _card_key(context: Context, weekend: Weekend) -> _CardKey:
    """The key of the cards, from the events that the weekend has, or ever had."""
    renewals_by_person: dict[str, list[tuple[str, int, int]]] = {}
    secret, fresh = link_secret(context.store), set[str]()
    for event, key in links.keys_of(context, sorted(weekend.links)).items():
        if not key.generations:
            continue
        players = context.tournaments.look(event).state.players
        for number, generation in key.renewals(players):
            person = key_of(players[number].vekn, players[number].name)
            renewals_by_person.setdefault(person, []).append((event, number, generation))
        fresh |= {key.fresh_secret} - {""}
    renewals = {person: tuple(generations) for person, generations in renewals_by_person.items()}
    return _CardKey((*fresh, secret), renewals)


def _check_card(context: Context, id: str, key: str, shown_token: str) -> None:
    card_key = _card_key(context, context.weekends.look(id).state)
    renewals = card_key.renewals.get(key, ())
    if is_token(shown_token, _card_token(card_key.secrets[0], id, key, renewals)):
        return
    counted = product(*([(event, player, old) for old in range(now + 1)] for event, player, now in renewals))
    earlier = [
        _card_token(secret, id, key, old) for old in islice(counted, _KNOWN_AGAIN) for secret in card_key.secrets
    ]
    if any(is_token(shown_token, token) for token in earlier):
        raise LinkRenewed(REPLACED)
    raise WrongLink(Message("There is nothing at this address."))


def place_now(context: Context, id: str, key: str, shown_token: str) -> tuple[str, int] | None:
    """The place where the person plays now: the event and their number in it; None without one.

    Of the events the one that is being played comes first, then the one that was made last.

    Raises:
        LinkRenewed: the card was printed before a link of the person was replaced.
        WrongLink: the token is another's.
    """
    _check_card(context, id, key, shown_token)
    weekend = context.weekends.look(id).state
    places = [
        (not state.is_finished, event, number)
        for event, number, state in _played_by(context, weekend, key)
        if state.players[number].is_active
    ]
    best = max(reversed(places), key=lambda placed: placed[0], default=None)
    return None if best is None else (best[1], best[2])


def _played_by(context: Context, weekend: Weekend, key: str) -> Iterator[tuple[str, int, Tournament]]:
    """The person of that key in each event that the weekend follows: the event and their number in it."""
    for event in weekend.followed:
        state = context.tournaments.look(event).state
        for number, player in state.players.items():
            if key_of(player.vekn, player.name) == key:
                yield event, number, state


def renew_card(context: Context, id: str, person: str) -> None:
    """Replace a person's links in every event that the weekend follows: cards that were printed before open nothing.

    Raises:
        NotInWeekend: no person of that key plays in any of them.
    """
    seats = [(event, number) for event, number, _ in _played_by(context, context.weekends.look(id).state, person)]
    if not seats:
        raise NotInWeekend(Message("“%(name)s” plays in none of these events.", name=person[:60]))
    for event, number in seats:
        links.renew(context, event, links.player_name(number))


def people_of_weekend(context: Context, weekend: Weekend) -> list[Person]:
    """All players registered in any of the events that it follows, by name; each once."""
    return _people(context, weekend, weekend.followed)


def _people(context: Context, weekend: Weekend, events: Iterable[str]) -> list[Person]:
    people: dict[str, Person] = {}
    for event in events:
        for player in _seen(context, weekend, event).players.values():
            key = key_of(player.vekn, player.name)
            people[key] = Person(key=key, keys=(key,), name=player.name, vekn=player.vekn, country=player.country)
    return sorted(people.values(), key=lambda person: person.name.casefold())


def next_running(context: Context, weekend: Weekend, after: str = "") -> str | None:
    """The event whose wall comes next: of those that are being played, the one behind `after`, and round again."""
    running = [event for event in weekend.followed if _is_running(context.tournaments.look(event).state)]
    if not running:
        return next(reversed(weekend.followed), None)
    place = running.index(after) + 1 if after in running else 0
    return running[place % len(running)]


def _is_running(state: Tournament) -> bool:
    return bool(state.published) and not state.is_finished


# --- What is shown ---


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekendEventView:
    """An event of a weekend.

    Attributes:
        is_ready: whether what counts of it is known.
        kept_on: the day since when its results stay as they were, as no official of the weekend may run it; "" else.
    """

    event: str
    name: str
    date: str
    role: str
    is_ready: bool
    kept_on: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionView:
    """A criterion: its number, its words, where it stands and since when; places that are free or wait for a toss."""

    number: int
    words: str
    take: str
    role: str
    n: float
    skips_qualified: bool
    passes_down: bool
    source: str
    day: str
    free: int
    tied: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class QualifiedView:
    """A qualified player: the row, the event and the place, and the day.

    `person` and `vekn` are null for people other than officials.

    Attributes:
        page: code of their public page; "" without one.
    """

    person: str | None
    name: str
    vekn: str | None
    row: int
    event: str
    place: int
    day: str
    page: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotQualifiedView:
    """A player without a place: the places short, 0 for one who waits for a toss; or a player who declined.

    Attributes:
        page: code of their public page; "" without one.
    """

    person: str | None
    name: str
    row: int
    event: str
    place: int
    short: int
    declined: bool
    page: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekendView:
    """A weekend and who plays its day 2.

    Attributes:
        waiting: roles of events that are not finished, or missing.
        day_2: the event created for day 2; null before.
    """

    id: str
    name: str
    ties: str
    events: list[WeekendEventView]
    rows: list[CriterionView]
    qualified: list[QualifiedView]
    others: list[NotQualifiedView]
    free: int
    waiting: list[str]
    day_2: str | None
    sequence: int


# So many are named who are not in.
_OTHERS = 100


def show_weekend(context: Context, id: str, *, is_official: bool = True) -> WeekendView:
    """The current weekend, for the officials of its events; for others without numbers and withheld results.

    Raises:
        StreamNotFound: there is none of that id.
    """
    weekend = context.weekends.look(id).state
    events = {event.event.id: event for event in events_of(context, weekend, is_public=not is_official)}
    standing = qualification(weekend, list(events.values()))
    page_of = _page_of(context, events.values(), standing)
    return WeekendView(
        id=id,
        name=weekend.name,
        ties=weekend.ties.value,
        events=[
            WeekendEventView(
                event=event,
                name=state.settings.name,
                date=state.settings.date.isoformat() if state.settings.date else "",
                role=role.value,
                is_ready=state.is_finished if role is EventRole.DAY_2 else events[event].is_ready,
                kept_on=weekend.kept[event].day if event in weekend.kept else "",
            )
            for event, role in weekend.events.items()
            for state in (_seen(context, weekend, event),)
        ],
        rows=[_show_row(number, row, standing, page_of) for number, row in enumerate(weekend.rows, start=1)],
        qualified=[
            QualifiedView(
                person=player.person.key if is_official else None,
                name=player.person.name,
                vekn=player.person.vekn if is_official else None,
                row=player.row,
                event=player.event,
                place=player.place,
                day=player.day,
                page=page_of(player.person),
            )
            for player in standing.qualified
        ],
        others=[
            NotQualifiedView(
                person=player.person.key if is_official else None,
                name=player.person.name,
                row=player.row,
                event=player.event,
                place=player.place,
                short=player.short,
                declined=player.has_declined,
                page=page_of(player.person),
            )
            for player in standing.others[:_OTHERS]
        ],
        free=sum(standing.free.values()),
        waiting=[weekend.rows[number - 1].role.value for number in standing.waiting],
        day_2=weekend.day_2 or None,
        sequence=weekend.number,
    )


def _page_of(context: Context, events: Iterable[WeekendEvent], standing: Qualification) -> Callable[[Person], str]:
    """The code of the public page of each person in the standing of these events; "" for others."""
    seen = sorted((event.event for event in events), key=lambda event: event.order)
    return PersonCodes.of_store(context).of_people(seen, standing.people)


def _show_row(number: int, row: Criterion, standing: Qualification, page_of: Callable[[Person], str]) -> CriterionView:
    (values,) = rows_json([row])
    figures = {name: values[name] for name in ("take", "role", "n", "skips_qualified", "passes_down", "source", "day")}
    to_toss = [person for part, people in standing.to_toss.items() if part[0] == number for person in people]
    tied: list[str] = [NameOf(person.name, person_path(page_of(person))) for person in to_toss]
    free = sum(count for part, count in standing.free.items() if part[0] == number)
    return CriterionView(number=number, words=str(row.words), free=free, tied=tied, **figures)


def told_log(context: Context, weekend: Weekend) -> Mapping[str, NameOf]:
    """The names of the log's ids and keys, each with the address that it leads to."""
    listed = events_of(context, weekend, is_public=True)
    standing = qualification(weekend, listed)
    page_of, known = _page_of(context, listed, standing), standing.people.by_key
    events = {id: NameOf(_seen(context, weekend, id).settings.name, links.event_path(id)) for id in weekend.links}
    people = {
        person.key: NameOf(person.name, person_path(page_of(known[person.key])) if person.key in known else "")
        for person in _people(context, weekend, weekend.events)
    }
    return {**people, **events}
