"""Forgetting a player: what says who they are is taken out of the event's log, and out of the games of its tables.

Of whom the whole store was asked to forget, a salted digest of each key stays, so that an import forgets them again.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any

from toolkit.season.persons import keys_of
from toolkit.services.context import Context
from toolkit.services.unit_of_work import Change, UnitOfWork, write
from toolkit.storage import FORGETTING, Draft
from toolkit.tournament import players
from toolkit.tournament.forgetting import AUTHOR, Place, lists_stay_until, personal_texts

_AUTHOR = "by"
# In the store's settings: the salt, and a row for each digest.
SALT, FORGOTTEN = "forgetting_salt", "forgotten:"
_SALT_BYTES = 32
_NUMBERS = 900_000_000


def forget_player(work: UnitOfWork, player: int, *, withdrawn: int = 0) -> Change:
    """Take out of the logs what says who a player is; what was played stays, under their number.

    `withdrawn`: the number by which the person is one over all events; 0 where this event alone forgets them.

    Raises:
        UnknownPlayer: no such player.
    """
    context = work.context
    with context.tournaments.turn(work.id) as turn:
        until = lists_stay_until(turn.state, player)
        must_stay = until is not None and context.now().date() < until
        texts = personal_texts(turn.state, player, cards_of=partial(_cards_of, context) if must_stay else None)
        facts = players.forget_player(turn.state, player, keeps_identity=1 not in texts, withdrawn=withdrawn)
        if not texts:
            return Change(id=work.id, tournament=turn.state, entries=())
        turn.forget({entry: {_place(place): text for place, text in known.items()} for entry, known in texts.items()})
        change = write(context, work.id, turn, facts, by=work.by, request=None)
    for stream in context.games.streams():
        if stream.summary.get("tournament") == work.id:
            _forget_seat(context, stream.id, player, by=work.by)
    context.store.scrub()
    return change


def _cards_of(context: Context, text: str) -> str:
    """A list without whose it is: its cards, nothing that somebody wrote."""
    # Whoever only runs an event does not load the readers of lists.
    from toolkit.decks import ExportFormat, read, write
    from toolkit.decks.model import Deck

    deck = read(text, context.cards()).deck
    plain = Deck(
        crypt=tuple(entry._replace(comment="") for entry in deck.crypt),
        library=tuple(entry._replace(comment="") for entry in deck.library),
    )
    return write(plain, ExportFormat.TEXT) if deck.crypt or deck.library else ""


def _place(place: Place) -> str:
    return _AUTHOR if place == AUTHOR else "/".join(("payload", *map(str, place)))


# At a table a player is the name of a seat, which every line of the game is written with: it becomes another name.


def _forget_seat(context: Context, id: str, player: int, *, by: str) -> None:
    # Whoever only runs an event does not load the engine.
    from toolkit.services.tables.folding import EntryKind
    from toolkit.services.tables.playing import summary

    with context.games.turn(id) as turn:
        event = turn.state.made.event
        if event is None or player not in event.players:
            return
        seat = event.players.index(player)
        old, new = turn.state.seats[seat], _free_name(seat, turn.state.seats)
        if old == new:
            return
        texts: dict[int, Mapping[str, str]] = {}
        for entry in turn.entries():
            found = {_AUTHOR: new} if entry.by == old else {}
            if entry.kind == EntryKind.CREATED:
                found[f"payload/seats/{seat}/name"] = new
            elif entry.kind == EntryKind.OPERATION and (line := _renamed_line(entry.payload["line"], old, new)):
                found["payload/line"] = line
            if found:
                texts[entry.number] = found
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
    for one in fields(value):
        before = getattr(value, one.name)
        if one.init and (after := renamed(before, old, new)) != before:
            yield one.name, after


def _renamed_text(text: str, old: str, new: str) -> str:
    # The first vampire of Anna is called Anna1; "Anna 2" is another seat.
    return re.sub(rf"(?<!\w){re.escape(old)}(?=\d*(?!\w| \d))", lambda _: new, text)


# Whom the store was asked to forget


def remember_forgotten(context: Context, keys: Iterable[str]) -> int:
    """The number of a person who is forgotten, kept under a salted SHA-256 of each key: nobody reads a key from it."""
    context.store.setting(SALT, lambda: secrets.token_hex(_SALT_BYTES))
    known = sorted(keys)
    # A number drawn, not counted: files of several stores make one league, and each has its own withdrawn persons.
    number = next(filter(None, (withdrawn_number(context, key) for key in known)), None) or 1 + secrets.randbelow(
        _NUMBERS
    )
    kept = [int(context.store.setting(_setting(context, key), lambda: str(number))) for key in known]
    return kept[0]


def withdrawn_number(context: Context, key: str) -> int | None:
    """The number of the person of a key, if the store was asked to forget them."""
    if context.store.known_setting(SALT) is None:
        return None
    found = context.store.known_setting(_setting(context, key))
    return None if found is None else int(found)


def _setting(context: Context, key: str) -> str:
    salted = f"{context.store.known_setting(SALT)}:{key}".encode()
    # In base 64: the name of a setting is shorter than a digest in hex.
    return FORGOTTEN + base64.urlsafe_b64encode(hashlib.sha256(salted).digest()).decode().rstrip("=")


def forget_again(context: Context, id: str, *, by: str) -> None:
    """Forget in an event that came into the store whomever the store was asked to forget."""
    if context.store.known_setting(SALT) is None:
        return
    for number, player in sorted(context.tournaments.look(id).state.players.items()):
        keys = keys_of(player.vekn, player.name, player.country)
        withdrawn = next(filter(None, (withdrawn_number(context, key) for key in keys)), None)
        if withdrawn is not None:
            forget_player(UnitOfWork(context=context, id=id, by=by), number, withdrawn=withdrawn)
