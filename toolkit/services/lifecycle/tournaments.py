"""Tournaments as a whole: listed, made, written to a file and read back.

A change of one of them goes through `toolkit.services.kernel.unit_of_work.UnitOfWork`. Most are one operation of the
domain (`work.change(operation, …)`); larger ones have a module in `toolkit.services.events`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice
from types import MappingProxyType
from typing import Any

from toolkit.errors import Conflict, ToolkitError
from toolkit.exchange.archon.app_json import ArchonEvent, is_archon
from toolkit.exchange.archondata import is_archondata
from toolkit.exchange.results.model import ONLY_RESULTS, BadResults
from toolkit.exchange.results.reading import read_results
from toolkit.exchange.tournament_json import (
    ChainedLog,
    ChainView,
    DamagedExport,
    parse_tournament,
    render_tournament,
)
from toolkit.files import NotRead, is_packed, text_of
from toolkit.languages import N_, Count, Listed, Message, Sayable
from toolkit.languages.countries import country_of
from toolkit.season.events import SeasonEvent, digest_of, from_kept, season_event
from toolkit.services.events.decks import submit_deck
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.kernel import links
from toolkit.services.kernel.context import GAME, TOURNAMENT, Context, as_draft
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork, digest, id_for, summary, write
from toolkit.services.lifecycle.forgetting import forget_again
from toolkit.storage import FORGETTING, Request, StreamExists
from toolkit.storage.chain import ChainLink, texts_of, without_texts
from toolkit.storage.integrity import load_links
from toolkit.tournament import Configuration, Fact, Tournament, checkin, event, handover
from toolkit.tournament.configuration import KINDS, EventKind
from toolkit.tournament.draws import identity
from toolkit.tournament.errors import BadValue
from toolkit.tournament.settings import changed
from toolkit.tournament.standings import standings
from toolkit.tournament.state import Player


def create(context: Context, configuration: Configuration, *, by: str, key: str | None = None) -> Change:
    """A new tournament; with the sender's same key and settings again, the one that was made the first time.

    Raises:
        BadValue: a setting that no event can have.
        ReusedKey: the key was sent with other settings.
    """
    facts = event.create(configuration)
    if key is None:
        return _found(context, context.new_id(), facts, by=by, request=None)
    request = Request(key=key, digest=digest(("create", configuration)))
    # The id follows from the key and its sender: so two requests of theirs with one key meet at one tournament, and
    # nobody comes upon another's.
    id = id_for(("id", by, key))
    try:
        return _found(context, id, facts, by=by, request=request)
    except StreamExists:
        return UnitOfWork(context=context, id=id, by=by, key=key).carry_out(("create", configuration), lambda _: facts)


# How people mark that a name is a template's, in the languages of the pages.
_OF_A_TEMPLATE = re.compile(r"\s*\((?:template|modèle|plantilla|modelo|modello)\)\s*$", re.IGNORECASE)


def name_again(settings: Configuration) -> str:
    """The name of an event that is held again: the same, without the “(template)” of one that it is made from."""
    return (settings.is_template and _OF_A_TEMPLATE.sub("", settings.name)) or settings.name


def create_like(
    context: Context,
    id: str,
    *,
    name: str = "",
    day: str | None = None,
    players: Collection[int] = (),
    players_of: str = "",
    is_template: bool = False,
    by: str,
    key: str | None = None,
) -> Change:
    """A new tournament with the settings of another, and players of it, or of `players_of`, by their numbers.

    It has a day of its own (ISO) and no number on a calendar yet; it is called as `name_again` says unless `name` does.
    Of a player name, numbers and home come along; no status, list or link. With `is_template` it is one, without a day.

    Raises:
        StreamNotFound: there is none of that id.
        UnknownPlayer: one of the numbers is no player's there.
        BadValue: a name that no event can have; no day for an event made from a template, or one for a template.
    """
    state = context.tournaments.look(id).state
    if state.settings.is_template and not is_template and not day:
        raise BadValue(Message("A template has no day: say that of the new event."), code="no_day")
    then = context.tournaments.look(players_of).state if players_of else state
    people = [_registration(then.player(number)) for number in sorted(players)]
    settings = changed(
        replace(
            state.settings,
            date=None,
            last_day=None,
            vekn_event="",
            sign_up=None,
            is_rehearsal=False,
            is_thrown_away=False,
            is_template=is_template,
        ),
        "date",
        day,
    )
    called = name.strip() or (state.settings.name if is_template else name_again(state.settings))
    made = create(context, changed(settings, "name", called), by=by, key=key)
    if made.is_repeat or not people:
        return made
    return add_players(UnitOfWork(context=context, id=made.id, by=by), people)


def _registration(player: Player) -> Registration:
    return Registration(
        name=player.name,
        first=player.first,
        last=player.last,
        vekn=player.vekn,
        city=player.city,
        country=player.country,
        agrees_to_archive=player.agrees_to_archive,
        is_namesake=True,
    )


def _found(context: Context, id: str, facts: Sequence[Fact], *, by: str, request: Request | None) -> Change:
    with context.tournaments.creating(id, created=context.steady()) as turn:
        return write(context, id, turn, facts, by=by, request=request)


def links_to_hand_out(context: Context, id: str) -> Message:
    """The question before all links of an event are replaced: how many cards are to be printed or handed out again."""
    state = context.tournaments.look(id).state
    return Message(
        "Replace all links of this event? You need to print or give out again: "
        "%(players)s players’ cards, %(tables)s table links, %(pods)s pod links, %(officials)s officials’ links.",
        players=len(state.active),
        tables=len(state.current_round.tables) if state.current_round else 0,
        pods=len(state.limited.pods),
        officials=sum(link.is_open for link in links.officials(context, id)),
    )


def replace_links(context: Context, id: str, *, by: str) -> None:
    """Replace all links of an event and of the games that are tracked at its tables.

    Raises:
        Refused: the event goes on on another laptop.
    """
    handover.check_here(context.tournaments.look(id).state)
    links.renew_all(context, id)
    games = [stream for stream in context.store.streams(GAME) if stream.summary.get("tournament") == id]
    if games:  # an event without any does not load the engine
        from toolkit.services.tables.links import links_of
        from toolkit.services.tables.playing import RecordFull, TableUnitOfWork

        for game in games:
            words = [link.word for link in links_of(tuple(game.summary["seats"]))]
            with suppress(RecordFull):  # by no link anything more is entered there
                TableUnitOfWork(context=context, id=game.id, by=by).issue_links(words)


def export_tournament(context: Context, id: str, *, is_reported: bool = True) -> str:
    """The whole tournament as versioned JSON; the same bytes for the same log.

    Where it is not to be `is_reported` from the file, that lacks what the report to the VEKN waits with.

    Raises:
        StreamNotFound: there is none of that id.
    """
    tournament = context.tournaments.look(id).state
    with context.store.reading() as connection:
        links = list(islice(load_links(connection, id), tournament.number))
    if not is_reported:
        links = [_without_reported(link) for link in links]
    chain = ChainView(log=id, salts=[link.salts for link in links], checksums=[link.checksum for link in links])
    facts = [{"fact": link.kind, **json.loads(link.payload)} for link in links]
    return render_tournament(tournament, ChainedLog(chain=chain, facts=facts))


def _without_reported(link: ChainLink) -> ChainLink:
    waiting = {place: "" for place, text in texts_of(link) if place.startswith("payload/reported/") and text}
    return without_texts(link, waiting) if link.kind == FORGETTING and waiting else link


def import_tournament(
    context: Context,
    content: bytes,
    *,
    key: str | None = None,
    kind: EventKind | None = None,
    accepted: str = "",
    members: Mapping[str, str] = MappingProxyType({}),
) -> Change:
    """A tournament from an export, its log as it was, from an Archon workbook or Archon's JSON; each under a new id.

    With the same key and file again it is the same one. Whom the store was asked to forget is forgotten in it too. Of
    Archon's event, `kind` is what it does not say, `accepted` why it is taken although its standings differ, and
    `members` the names of players by VEKN number whom the store does not know.

    Raises:
        DamagedExport, NewerExport: the file is not whole, or of a newer version.
        NoArchonWorkbook: a workbook that is none, or has a cell that cannot be taken.
        BadResults: Archon's JSON without seats, or whose standings differ from its tables.
        EventHere: Archon's event is here already.
    """
    if is_archon(content):
        return _import_archon(context, content, key=key, kind=kind, accepted=accepted, members=members)
    imported = _read(context, content)
    if key is None:
        return _copied(context, context.new_id(), imported)
    id = id_for(("import", key, content))
    try:
        return _copied(context, id, imported)
    except StreamExists:
        return Change(id=id, tournament=context.tournaments.look(id).state, entries=(), is_repeat=True)


class EventHere(Conflict):
    """An event that is here already."""

    code = "event_is_here"


def here_already(name: str, id: str) -> EventHere:
    """The refusal of an event that the store has under that name and id."""
    return EventHere(Message("This event is here already: “%(name)s” (%(id)s).", name=name, id=id))


def _import_archon(
    context: Context,
    content: bytes,
    *,
    key: str | None,
    kind: EventKind | None,
    accepted: str,
    members: Mapping[str, str],
) -> Change:
    # Slow to import: only who brings such a file waits for it.
    from toolkit.exchange.archon.app_event import numbers_of, tournament_of_archon

    finished = _finished_events(context)
    imported, source = tournament_of_archon(
        content,
        names=_names(context, finished, members),
        at=context.now(),
        by=_ARCHON,
        kind=kind,
        accepted=accepted,
    )
    id = context.new_id() if key is None else id_for(("import", key, content))
    _check_not_here(context, finished, imported, source, but=id)
    try:
        made = _copied(context, id, imported)
    except StreamExists:
        return Change(id=id, tournament=context.tournaments.look(id).state, entries=(), is_repeat=True)
    numbers = numbers_of(source)
    for deck in source.decks:
        if (player := numbers.get(str(deck.get("user_uid")))) is not None:
            _take_list(context, id, player, deck)
    return made


def _names(context: Context, finished: Iterable[SeasonEvent], members: Mapping[str, str]) -> Callable[[str], str]:
    """The name of a VEKN number: as the store's events have it, else as a members file does; "" without any."""
    names = dict(members)
    names |= {result.vekn: result.name for past in finished for result in past.results if result.vekn}
    reported = (context.results.look(stream.id).state.results for stream in context.results.streams())
    names |= {row.vekn: row.name for results in reported if results for row in results.rows if row.vekn and row.name}
    return lambda vekn: names.get(vekn, "")


def _check_not_here(
    context: Context, finished: Iterable[SeasonEvent], imported: Tournament, source: ArchonEvent, *, but: str = ""
) -> None:
    """Refuse an event of Archon that the store has, under another id than `but`.

    Raises:
        EventHere: it has.
    """
    here = next((one for one in finished if one.vekn_event and one.vekn_event == source.vekn_event), None)
    if here is not None and here.id != but:
        raise here_already(here.name, here.id)
    if (same := _read_before(context, imported)) not in ("", but):
        raise here_already(imported.settings.name, same)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchonPreview:
    """An event of Archon before it is imported.

    Attributes:
        kind: as it is given, else as Archon says; `asks_kind` where it may be a qualifier or a Grand Prix too.
        rounds: preliminary ones, and `cancelled` their tables that are left out.
        lists: how many decklists come with it.
        unnamed: VEKN numbers of the players whose names are not known; “Player 3” for one without a number.
        differences: sentences; with any of them, only a reason imports it.
    """

    name: str
    date: date | None
    place: str
    country: str
    kind: EventKind
    asks_kind: bool
    players: int
    rounds: int
    has_final: bool
    winner: str
    cancelled: int
    lists: int
    unnamed: tuple[str, ...]
    differences: tuple[Message, ...]

    def sentences(self) -> Iterator[Sayable]:
        """The same in words, a sentence each."""
        parts = (self.name, self.date, self.place, country_of(self.country))
        yield Listed(filter(None, parts), between=", ")
        players = Count(self.players, "%(num)d player", "%(num)d players")
        rounds = Count(self.rounds, "%(num)d round", "%(num)d rounds")
        with_final, without = N_("%(players)s, %(rounds)s and a final."), N_("%(players)s, %(rounds)s, no final.")
        yield Message(with_final if self.has_final else without, players=players, rounds=rounds)
        if self.winner:
            yield Message("Winner: %(name)s.", name=self.winner)
        if self.lists:
            yield Count(self.lists, "%(num)d decklist.", "%(num)d decklists.")
        if self.cancelled:
            yield Count(
                self.cancelled,
                "%(num)d table was cancelled at Archon: it is left out.",
                "%(num)d tables were cancelled at Archon: they are left out.",
            )
        yield Message("Kind: %(kind)s.", kind=Message(KINDS[self.kind]))
        if self.asks_kind:
            yield Message("Archon does not say if it is a qualifier or a Grand Prix: choose the kind.")
        if self.unnamed:
            yield Message("Names not known here: %(list)s.", list=Listed(self.unnamed, most=_MOST_NAMED))
        if self.differences:
            yield Message("The standings differ from Archon's: give a reason to import it all the same.")
        yield from self.differences


def preview_archon(
    context: Context,
    content: bytes,
    *,
    kind: EventKind | None = None,
    members: Mapping[str, str] = MappingProxyType({}),
) -> ArchonPreview:
    """The event that `import_tournament` would make of Archon's JSON; nothing is written.

    Raises:
        BadResults: it cannot be read, or has no seats.
        EventHere: the event is here already.
    """
    from toolkit.exchange.archon.app_event import numbers_of, read_event

    finished = _finished_events(context)
    names = _names(context, finished, members)
    read = read_event(content, names=names, at=context.now(), by=_ARCHON, kind=kind)
    made, source, numbers = read.tournament, read.event, numbers_of(read.event)
    _check_not_here(context, finished, made, source)
    winner = next((row.player.name for row in standings(made) if row.is_winner), "")
    return ArchonPreview(
        name=made.settings.name,
        date=made.settings.date,
        place=made.settings.place,
        country=made.settings.country,
        kind=made.settings.kind,
        asks_kind=kind is None and source.kind is EventKind.STANDARD_CONSTRUCTED,
        players=len(made.players),
        rounds=made.settings.rounds,
        has_final=made.settings.has_final,
        winner=winner,
        cancelled=source.cancelled,
        lists=sum(str(deck.get("user_uid")) in numbers for deck in source.decks),
        unnamed=read.unnamed,
        differences=read.differences,
    )


def _read_before(context: Context, imported: Tournament) -> str:
    """The id of the log of the same event of Archon; "" without any."""
    day = imported.settings.date
    same_day = [
        stream.id
        for stream in context.tournaments.streams()
        if stream.summary.get("date") == (day.isoformat() if day else None)
    ]
    return next((id for id in same_day if context.tournaments.look(id).state.archon_uid == imported.archon_uid), "")


def _take_list(context: Context, id: str, player: int, deck: Mapping[str, Any]) -> None:
    """Keep a list of Archon's with the event, if every card is known here."""
    cards = context.cards()
    with suppress(ToolkitError, LookupError, ValueError):
        lines = [f"{int(count)}x {cards[int(number)].unique_name}" for number, count in deck["cards"].items()]
        text = "\n".join([f"Deck Name: {deck.get('name') or ''}", "", *lines])
        work = UnitOfWork(context=context, id=id, by=_ARCHON)
        submit_deck(work, player, text, cards, is_judge=True, reason="Archon")


def _finished_events(context: Context) -> list[SeasonEvent]:
    """The summaries of the store's events that are over."""
    ids = [stream.id for stream in context.store.streams(TOURNAMENT) if stream.summary.get("stage") == "finished"]
    kept = (from_kept(json.loads(content)) for _, content in context.store.digests(ids).values())
    return [event for event in kept if event is not None]


def copies_here(context: Context, imported: Tournament, *, but: str) -> list[str]:
    """The ids of other logs of an event in the store: its file was imported before, or another copy."""
    alike = [
        stream.id
        for stream in context.tournaments.streams()
        if stream.id != but and stream.summary.get("name") == imported.settings.name
    ]
    first = identity(imported.entry(1))
    return [id for id in alike if identity(context.tournaments.look(id).state.entry(1)) == first]


def copies_sentence(ids: Sequence[str]) -> Message:
    """That an event was in the store before it was imported."""
    return Message("The same event is here already: %(list)s.", list=Listed(ids))


_EXPECTED = Message("an export of a tournament or an Archon workbook")
_INSTEAD = Message("Choose the JSON file that the event was exported as, or its Archon workbook.")


def _read(context: Context, content: bytes) -> Tournament:
    if not is_packed(content):
        text = text_of(content, _EXPECTED)
        if isinstance(text, NotRead):
            raise DamagedExport(text.sentence(_INSTEAD))
        if is_archondata(text):
            raise DamagedExport(Message("Archondata does not say who sat where: import it as a list of players."))
        try:
            return parse_tournament(content)
        except DamagedExport:
            if _has_results(content):
                message = Message("This file has the results of an event, not its log. %(note)s", note=ONLY_RESULTS)
                raise DamagedExport(message) from None
            raise
    # Slow to import: only who brings a workbook waits for it.
    from toolkit.exchange.archon.events import tournament_of
    from toolkit.exchange.archon.reading import read_book

    return tournament_of(read_book(content), at=context.now(), by=_ARCHON)


def _has_results(content: bytes) -> bool:
    try:
        return bool(read_results(content).rows)
    except BadResults:
        return False


def _copied(context: Context, id: str, imported: Tournament) -> Change:
    with context.tournaments.creating(id, created=context.steady()) as turn:
        tournament = turn.append(
            [as_draft(entry.fact, at=entry.at, by=entry.by, drift=entry.drift) for entry in imported.log]
        )
        turn.summarize(summary(tournament))
        if tournament.is_finished:
            turn.keep_digest(digest_of(season_event(tournament, id=id)))
    forget_again(context, id, by=_IMPORT)
    UnitOfWork(context=context, id=id, by=_IMPORT).change(handover.receive)
    return Change(id=id, tournament=context.tournaments.look(id).state, entries=())


_MOST_NAMED = 20
_AUTHOR, _ARCHON, _IMPORT = "Demo", "Archon", "Import"
# First names that many languages know; the last ones need a printer's better fonts.
NAMES = (
    "Ada Winter", "Bruno Keller", "Carla Nunes", "Dmitri Orlov", "Élise Moreau", "Farid Haddad", "Greta Lindqvist",
    "Hugo Castaño", "Ingrid Dahl", "Jonas Weiss", "Kaja Nowak", "Luca Ferri", "Marta Vidal", "Nils Berg",
    "Olga Petrenko", "Pablo Iglesias", "Quentin Roy", "Rosa Almeida", "Stefan Horvat", "Tereza Malá", "Umberto Sala",
    "Vera Kovács", "Walter Brandt", "Ximena Prado", "Yusuf Demir", "Zoé Lambert", "Anton Virtanen", "Beatriz Costa",
    "Cédric Dubois", "Daniela Marković", "Emil Sørensen", "Fiona Byrne", "Gáspár Szűcs",
)  # fmt: skip
_FIRST_NUMBER = 3_990_001


def make_demo(context: Context, *, name: str, key: str | None = None) -> Change:
    """An event called `name` with its players registered and checked in for round 1; one for each key."""
    created = create(context, Configuration(name=name, rounds=3), by=_AUTHOR, key=key)
    if created.is_repeat:
        return created
    work = UnitOfWork(context=context, id=created.id, by=_AUTHOR)
    people = [Registration(name=player, vekn=str(_FIRST_NUMBER + place)) for place, player in enumerate(NAMES)]
    added = add_players(work, people)
    work.change(checkin.open_check_in)
    return work.change(checkin.check_in, tuple(sorted(added.tournament.players)))
