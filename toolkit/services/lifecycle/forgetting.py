"""Forgetting a player: what says who they are is taken out of the event's log, and out of the games of its tables.

Of whom the whole store was asked to forget, a salted digest of each key stays, so that an import forgets them again.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any

from toolkit.errors import ToolkitError
from toolkit.season.persons import key_of, keys_of
from toolkit.services.kernel.context import GAME, LEAGUE, PERSONS, RESULTS, TOURNAMENT, WEEKEND, Context, folder_of
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork, forget_texts, use_case, write
from toolkit.services.notices.web_push import forget_device, kept_devices
from toolkit.storage import FORGETTING, Draft
from toolkit.storage.chain import AUTHOR, ChainLink, texts_in
from toolkit.storage.links import load_links, save_link
from toolkit.tournament import Fact, Tournament, fact_from_dict, players
from toolkit.tournament.facts import PlayerForgotten
from toolkit.tournament.forgetting import (
    LoggedPerson,
    lists_stay_until,
    named_in,
    names_player,
    overdue,
    personal_texts,
    reported_identity,
    waits_until,
)

# In the store's settings: the salt, and a row for each digest.
SALT, FORGOTTEN = "forgetting_salt", "forgotten:"
_SALT_BYTES = 32
_NUMBERS = 900_000_000
_BY_ITSELF = "Forgetting"

SEASON_LOGS = (LEAGUE, PERSONS, WEEKEND)
# Where the entries of their logs name persons: those who are one, those who declined or were tossed for, those asked.
_MERGED = re.compile(r"^payload/keys/\d+$|/same_person/\d+/\d+$")
_PERSONS_OF_WEEKEND = re.compile(r"^payload/(person|order/\d+)$")
_NAMES = re.compile(r"^payload/names/\d+$")


def forget_player(work: UnitOfWork, player: int, *, withdrawn: int = 0) -> Change:
    """Take out of the logs what says who a player is; what was played stays, under their number.

    With it go their keys in leagues, merges and weekends, unless another event knows them, and the devices they are
    told on. What the report to the VEKN still needs waits in the log, seen by nothing else (`forgetting.waits_until`).

    `withdrawn`: the number by which the person is one over all events; 0 where this event alone forgets them.

    Raises:
        UnknownPlayer: there never was such a player.
    """
    context = work.context
    with context.tournaments.turn(work.id) as turn:
        before, today = turn.state, context.now().date()
        until, waits = lists_stay_until(before, player), waits_until(before, player)
        is_reported = waits is not None and today < waits
        cards_of = partial(_cards_of, context) if until is not None and today < until else None
        texts = personal_texts(before, player, cards_of=cards_of, is_reported=is_reported)
        facts = players.forget_player(
            before,
            player,
            keeps_identity=1 not in texts,
            withdrawn=withdrawn,
            reported=reported_identity(before, player) if is_reported else None,
        )
        person = before.players.get(player)
        if not texts and (person is None or not withdrawn or person.name == withdrawn_name(withdrawn)):
            return Change(id=work.id, tournament=before, entries=())
        forget_texts(turn, texts)
        change = write(context, work.id, turn, facts, by=work.by, request=None)
    for stream in context.store.streams(GAME):
        if stream.summary.get("tournament") == work.id:
            _forget_seat(context, stream.id, player, by=work.by)
    renamed_person = change.tournament.players.get(player)
    if person is not None and person.vekn:
        from toolkit.services.events.archon_numbers import forget_number  # every command looks whom it must forget

        forget_number(folder_of(context.store), person.vekn)
    _forget_beside(work, before, player, called=renamed_person.name if renamed_person else f"№ {player}")
    if person is not None and renamed_person is not None and not withdrawn:
        keys = {*keys_of(person.vekn, person.name, person.country), *keys_of("", person.name, person.country)}
        if keys := keys & mentioned_keys(context):
            forget_keys(context, keys - known_keys(context), called=renamed_person.name, by=work.by)
    context.store.scrub()
    return change


def _forget_beside(work: UnitOfWork, before: Tournament, player: int, *, called: str) -> None:
    """Forget what is kept of a player beside the log: devices that are told, links of officials who are `called` so."""
    sign_ups = {number for number, sign_up in before.sign_ups.items() if sign_up.player == player}
    _forget_devices(work.context, work.id, player=player, sign_ups=sign_ups)
    is_named = names_player(before, player)
    for link in load_links(work.context.store, work.id):
        if is_named(link.label):
            save_link(work.context.store, work.id, replace(link, label=called))


def forget_sign_up(work: UnitOfWork, number: int) -> Change:
    """Take out of the log of an event who has signed up for it, and never had a place.

    Raises:
        ToolkitError: the log cannot be written.
    """
    with work.context.tournaments.turn(work.id) as turn:
        before = turn.state
        if not (texts := personal_texts(before, 0, sign_up=number)):
            return Change(id=work.id, tournament=before, entries=())
        facts = players.forget_player(before, 0, keeps_identity=1 not in texts)
        forget_texts(turn, texts)
        change = write(work.context, work.id, turn, facts, by=work.by, request=None)
    _forget_devices(work.context, work.id, sign_ups={number})
    work.context.store.scrub()
    return change


def forget_named(work: UnitOfWork, person: LoggedPerson, *, withdrawn: int) -> Change:
    """Forget in an event a person whom its log names.

    Raises:
        ToolkitError: the log cannot be written.
    """
    if person.sign_up:
        return forget_sign_up(work, person.sign_up)
    return forget_player(work, person.player, withdrawn=withdrawn)


def _forget_devices(context: Context, id: str, *, player: int = 0, sign_ups: Collection[int] = ()) -> None:
    folder = folder_of(context.store)
    for device in kept_devices(folder, id):
        if (player and device.player == player) or device.sign_up in sign_ups:
            forget_device(folder, id, device.url)


def _cards_of(context: Context, text: str) -> str:
    """A list without its owner: its cards, no written text."""
    # Whoever only runs an event does not load the readers of lists.
    from toolkit.decks import ExportFormat, read, write
    from toolkit.decks.model import Deck

    deck = read(text, context.cards()).deck
    plain = Deck(
        crypt=tuple(entry._replace(comment="") for entry in deck.crypt),
        library=tuple(entry._replace(comment="") for entry in deck.library),
    )
    return write(plain, ExportFormat.TEXT) if deck.crypt or deck.library else ""


# At a table a player is the name of a seat, which every line of the game is written with: it becomes another name.


def _forget_seat(context: Context, id: str, player: int, *, by: str) -> None:
    # An event without games does not load the engine.
    from toolkit.services.tables.folding import EntryKind, games
    from toolkit.services.tables.playing import summary

    with games(context).turn(id) as turn:
        event = turn.state.made.event
        if event is None or player not in event.players:
            return
        seat = event.players.index(player)
        old, new = turn.state.seats[seat], _free_name(seat, turn.state.seats)
        if old == new:
            return
        texts: dict[int, Mapping[str, str]] = {}
        for entry in turn.entries():
            new_texts = {AUTHOR: new} if entry.by == old else {}
            if entry.kind == EntryKind.CREATED:
                new_texts[f"payload/seats/{seat}/name"] = new
            elif entry.kind == EntryKind.OPERATION and (line := _renamed_line(entry.payload["line"], old, new)):
                new_texts["payload/line"] = line
            if new_texts:
                texts[entry.number] = new_texts
        turn.forget(texts)
        fact = Draft(at=context.now(), by=by, kind=FORGETTING, payload={"seat": seat + 1})
        turn.summarize(summary(turn.append([fact])))


def _free_name(seat: int, taken: tuple[str, ...]) -> str:
    names = (f"Seat {seat + 1}{letter}" for letter in ("", *"abcdef"))
    return next(name for name in names if name not in taken or name == taken[seat])


def _renamed_line(line: str, old: str, new: str) -> str | None:
    """The line of a record with another name for a seat and for its vampires; None where it names neither."""
    from toolkit.game.record import BadRecord, parse_operation, render_operation

    try:
        order = parse_operation(line)
    except BadRecord:
        after = _renamed_text(line, old, new)
    else:
        after = render_operation(renamed(order, old, new))
    return None if after == line else after


def renamed(value: Any, old: str, new: str) -> Any:
    """An operation, or a part of one, with another name for a seat and for its vampires."""
    if isinstance(value, StrEnum):
        return value
    if isinstance(value, str):
        return _renamed_text(value, old, new)
    if isinstance(value, tuple):
        return tuple(renamed(part, old, new) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **dict(_changed(value, old, new)))
    return value


def _changed(value: Any, old: str, new: str) -> Iterator[tuple[str, Any]]:
    for field in fields(value):
        before = getattr(value, field.name)
        if field.init and (after := renamed(before, old, new)) != before:
            yield field.name, after


def _renamed_text(text: str, old: str, new: str) -> str:
    # The first vampire of Anna is called Anna1; "Anna 2" is another seat.
    return re.sub(rf"(?<!\w){re.escape(old)}(?=\d*(?!\w| \d))", lambda _: new, text)


# Whom the store was asked to forget


def remember_forgotten(context: Context, keys: Iterable[str]) -> int:
    """The number of a forgotten person, kept under a salted SHA-256 of each key, from which no key can be read."""
    context.store.setting(SALT, lambda: secrets.token_hex(_SALT_BYTES))
    ordered_keys = sorted(keys)
    # A number drawn, not counted: files of several stores make one league, and each has its own withdrawn persons.
    number = next(
        filter(None, (withdrawn_number(context, key) for key in ordered_keys)), None
    ) or 1 + secrets.randbelow(_NUMBERS)
    kept = [int(context.store.setting(_setting(context, key), lambda: str(number))) for key in ordered_keys]
    return kept[0]


def withdrawn_number(context: Context, key: str) -> int | None:
    """The number of the person of a key, if the store was asked to forget them."""
    if context.store.known_setting(SALT) is None:
        return None
    number = context.store.known_setting(_setting(context, key))
    return None if number is None else int(number)


def _setting(context: Context, key: str) -> str:
    salted = f"{context.store.known_setting(SALT)}:{key}".encode()
    # In base 64: the name of a setting is shorter than a digest in hex.
    return FORGOTTEN + base64.urlsafe_b64encode(hashlib.sha256(salted).digest()).decode().rstrip("=")


def forget_again(context: Context, id: str, *, by: str) -> None:
    """Forget in an event that came into the store whomever the store was asked to forget."""
    if context.store.known_setting(SALT) is None:
        return
    for person in named_in(context.tournaments.look(id).state):
        numbers = (withdrawn_number(context, key) for key in keys_of_named(person))
        if (withdrawn := next(filter(None, numbers), None)) is not None:
            forget_named(UnitOfWork(context=context, id=id, by=by), person, withdrawn=withdrawn)


def say_forgotten(context: Context, id: str, newer: Iterable[ChainLink], *, by: str) -> None:
    """Say in the log of an older copy whom the `newer` log of the event has forgotten, with what waits for its report.

    The texts are gone from the copy already.
    """
    facts = [fact_from_dict({"fact": link.kind, **json.loads(link.payload)}) for link in newer]
    last = {fact.player: fact for fact in facts if isinstance(fact, PlayerForgotten)}
    _say_forgotten(UnitOfWork(context=context, id=id, by=by), tuple(last.values()))


@use_case(name="say_forgotten")
def _say_forgotten(_: UnitOfWork, event: Tournament, forgotten: Sequence[PlayerForgotten]) -> list[Fact]:
    said_facts = {entry.fact for entry in event.log if isinstance(entry.fact, PlayerForgotten)}
    return [fact for fact in forgotten if fact not in said_facts]


def finish_forgetting(context: Context) -> None:
    """Forget in every event what had to wait for its report, or for the year in which lists are kept, once it may."""
    today, ids = context.now().date(), frozenset[str]()
    # A store that takes no write now, and a log that cannot be read, say so elsewhere: this is tried again.
    with suppress(ToolkitError):
        ids = context.store.streams_holding([FORGETTING], TOURNAMENT)
    for id in sorted(ids):
        with suppress(ToolkitError):
            if overdue(context.tournaments.look(id).state, today):
                _finish_forgetting(UnitOfWork(context=context, id=id, by=_BY_ITSELF))


@use_case(name="finish_forgetting")
def _finish_forgetting(_: UnitOfWork, __: Tournament) -> list[Fact]:
    return []  # every change brings what had to wait until now


# What leagues, merges and weekends know of a person


def keys_of_named(person: LoggedPerson) -> tuple[str, ...]:
    """Every key that may mean a person whom an event names."""
    return keys_of(person.vekn, person.name, person.country)


def withdrawn_name(number: int) -> str:
    """The name of a person whom a store has forgotten."""
    return f"Withdrawn {number}"


def is_forgotten_name(name: str) -> bool:
    """Whether an event has this name for a person who was forgotten."""
    word, _, number = name.partition(" ")
    return word in ("Withdrawn", "№") and number.isdecimal()


def mentioned_keys(context: Context) -> frozenset[str]:
    """Every key that a league, a merge, a weekend or an event by its results only names."""
    named = (
        text
        for kind in SEASON_LOGS
        for stream in context.store.streams(kind)
        for entry in context.store.entries(stream.id, kind)
        for _, text in _keys_within(entry.payload)
    )
    return frozenset(named) | _reported_keys(context)


def known_keys(context: Context) -> frozenset[str]:
    """Every key that may mean a person whom an event of the store names, and not its report alone."""
    events = (context.tournaments.look(stream.id).state for stream in context.tournaments.streams())
    named = (person for event in events for person in named_in(event) if not person.is_reported)
    return frozenset(key for person in named for key in keys_of_named(person)) | _reported_keys(context)


def _reported_keys(context: Context) -> frozenset[str]:
    """Every key that may mean a person in the log of an event by its results only."""
    rows = (
        row
        for stream in context.store.streams(RESULTS)
        for entry in context.store.entries(stream.id, RESULTS)
        for row in _rows_within(entry.payload)
    )
    return frozenset(key for row in rows for key in _keys_of_row(row))


def _rows_within(payload: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(payload.get("results", {}).get("rows", ()))


def _keys_of_row(row: Mapping[str, Any]) -> tuple[str, ...]:
    return keys_of(row["vekn"], row["name"], row["country"])


def forget_keys(context: Context, keys: Collection[str], *, called: str, is_withdrawn: bool = False, by: str) -> None:
    """Take a person's keys out of leagues, merges and weekends, and with them what is merged with them alone.

    In a weekend a key becomes that of whom the person is `called` by now; in a merge only where the person
    `is_withdrawn`, and so is one over all events: else it becomes one that nobody has.
    """
    if not keys:
        return
    kept_keys = known_keys(context)
    for kind in SEASON_LOGS:
        logs = context.weekends if kind == WEEKEND else context.persons if kind == PERSONS else context.leagues
        name = called if is_withdrawn or kind == WEEKEND else ""
        instead = partial(_without_keys, keys=keys, kept_keys=kept_keys, name=name)
        for stream in context.store.streams(kind):
            if any(instead(entry.payload) for entry in context.store.entries(stream.id, kind)):
                with logs.turn(stream.id) as turn:
                    turn.forget({entry.number: texts for entry in turn.entries() if (texts := instead(entry.payload))})
                    turn.append([Draft(at=context.now(), by=by, kind=FORGETTING, payload={})])
    if is_withdrawn:
        _forget_in_results(context, keys, called=called, by=by)
    context.store.scrub()


def _forget_in_results(context: Context, keys: Collection[str], *, called: str, by: str) -> None:
    """Take a person out of events by their results only: the row stays, under the name of a withdrawn person."""
    for stream in context.store.streams(RESULTS):
        if any(_texts_of_rows(entry.payload, keys, called) for entry in context.store.entries(stream.id, RESULTS)):
            with context.results.turn(stream.id) as turn:
                turn.forget(
                    {
                        entry.number: texts
                        for entry in turn.entries()
                        if (texts := _texts_of_rows(entry.payload, keys, called))
                    }
                )
                turn.append([Draft(at=context.now(), by=by, kind=FORGETTING, payload={})])


def _texts_of_rows(payload: Mapping[str, Any], keys: Collection[str], called: str) -> dict[str, str]:
    """By place, what stands instead of each text of a row of the person."""
    instead = {"name": called, "vekn": "", "country": "", "city": ""}
    return {
        f"payload/results/rows/{place}/{field}": text
        for place, row in enumerate(_rows_within(payload))
        if not set(_keys_of_row(row)).isdisjoint(keys)
        for field, text in instead.items()
        if row[field] != text
    }


def _without_keys(
    payload: Mapping[str, Any], *, keys: Collection[str], kept_keys: Collection[str], name: str
) -> dict[str, str]:
    """By place, what stands instead of each key that is to go; `name` is what the person is called, "" for nothing."""
    placed_keys = [(place, place.rpartition("/")[0], key) for place, key in _keys_within(payload)]
    theirs = {group for _, group, key in placed_keys if key in keys}
    instead, named = dict[str, str](), set[str]()
    for place, group, key in placed_keys:
        if key in keys or (group in theirs and _MERGED.search(place) and key not in kept_keys):
            # Twice the same key in one group would be no merge.
            is_first = name and group not in named
            called = name if is_first else f"Forgotten {1 + secrets.randbelow(_NUMBERS)}"
            instead[place] = called if _NAMES.search(place) else key_of("", called)
            named.add(group)
    return instead


def _keys_within(payload: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The keys of persons in an entry of a league, of merges or of a weekend, with their places; names as keys."""
    for place, text in texts_in(payload):
        if _MERGED.search(place) or _PERSONS_OF_WEEKEND.search(place):
            yield place, text
        elif _NAMES.search(place):
            yield place, key_of("", text)
