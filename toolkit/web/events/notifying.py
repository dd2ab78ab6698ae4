"""Notifications: the listener of stored changes, and the addresses of an event in the API."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from flask import Flask, current_app
from marshmallow import Schema, fields, validate

from toolkit.languages import ENGLISH, LANGUAGES, Message, words_of
from toolkit.schemas.derived import schema_of
from toolkit.services.events import mail
from toolkit.services.kernel import links
from toolkit.services.kernel.data_folder import data_folder
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.notices.notifications import (
    LONGEST_ADDRESS,
    AddressView,
    Notifier,
    add_address,
    read_address,
    remove_address,
    send,
    show_addresses,
)
from toolkit.services.notices.outbox import Answer
from toolkit.services.notices.web_push import Device, forget_device, send_push
from toolkit.tournament import Tournament, mailing, signup
from toolkit.tournament.declarations import Occasion
from toolkit.tournament.facts import PlaceOffered
from toolkit.tournament.log import LogEntry
from toolkit.web.base.addresses import is_for_strangers, reachable_url
from toolkit.web.base.api import ApiBlueprint
from toolkit.web.base.security import csrf
from toolkit.web.base.stores import context_of, current_context, hear, own_folder

_KEY = "notifier"
_log = logging.getLogger(__name__)

api = ApiBlueprint(
    "api_notifications",
    "notifications",
    url_prefix="/api/v1/tournaments",
    description="Manage notification addresses of an event. An address is never shown in full.",
)
# A change asks for the form's token by itself when a cookie opened it (toolkit.web.base.access).
csrf.exempt(api)


def init_app(app: Flask) -> None:
    """Notify addresses of the changes that this app stores; `serve --offline` notifies none."""
    app.extensions[_KEY] = Notifier(
        lambda: data_folder(app.config["DATA_FOLDER"]),
        settle=partial(_settle, app),
        sender=partial(send, is_for_strangers=is_for_strangers(app)),
        pusher=partial(_push, app),
    )
    hear(app, _heard)


def resume(app: Flask) -> None:
    """Send what was due when the program stopped: ends of rounds, and offers; `serve --offline` sends nothing."""
    if not app.config["OFFLINE"]:
        notifier: Notifier = app.extensions[_KEY]
        notifier.resume(lambda id: context_of(app).tournaments.look(id).state, context_of(app).steady())


def _settle(app: Flask, id: str) -> None:
    with app.app_context():
        context = current_context()
        UnitOfWork(context=context, id=id, by="Sign-up").change(signup.pass_on, context.steady())


def _push(app: Flask, folder: Path, id: str, device: Device, title: str, text: Message) -> Answer:
    """Send a text to a device, or forget the device if its link was replaced since."""
    key = links.key_of(context_of(app), id)
    if device.page.endswith(links.own_path(id, key, player=device.player, sign_up=device.sign_up)):
        return send_push(folder, id, device, title, text)
    forget_device(folder, id, device.url)
    return Answer()


def current_notifier() -> Notifier:
    """The notifier of this app."""
    notifier: Notifier = current_app.extensions[_KEY]
    return notifier


def _heard(id: str, event: Tournament, entries: Sequence[LogEntry]) -> None:
    try:
        if current_app.config["OFFLINE"]:
            return
        # An address that only this machine knows leads nobody anywhere.
        base = reachable_url()
        url = f"{base.rstrip('/')}{links.event_path(id)}" if base else ""
        context = current_context()
        current_notifier().hear(
            event,
            id,
            entries,
            url=url,
            look=lambda: context.tournaments.look(id).state,
            now=context.steady,
        )
        for entry in entries:
            if url and isinstance(entry.fact, PlaceOffered):
                _mail_offer(id, event, entry.fact, base=url.removesuffix(links.event_path(id)))
    except Exception as error:
        # The change is stored: nothing that goes wrong here may reach who made it. No address is in the sentence.
        _log.warning("A notification was not put aside: %s", type(error).__name__)


def mail_server_in_use() -> mail.MailServer | None:
    """The mail server of this installation; None without one, and where it sends nothing."""
    if current_app.config["OFFLINE"]:
        return None
    return mail.mail_server({"VTES_TOOLKIT_SMTP_URL": str(current_app.config["SMTP_URL"] or "")})


def _mail_offer(id: str, event: Tournament, offer: PlaceOffered, *, base: str) -> None:
    """Mail the person to whom a place is offered, if they gave an address."""
    server, sign_up = mail_server_in_use(), event.sign_ups[offer.sign_up]
    address = mailing.address_in(sign_up.contact)
    if server is None or not address:
        return
    there = current_context().of_day(offer.until)
    until = there.astimezone(event.settings.zone) if there else offer.until
    words = words_of(sign_up.language) if sign_up.language in LANGUAGES else ENGLISH
    send_it = partial(
        mail.mail_offer,
        server,
        address,
        name=event.settings.name,
        until=f"{words.short_day(until)} {until:%H:%M} ({event.settings.timezone or 'UTC'})",
        words=words,
        url=f"{base}{links.sign_up_path(id, offer.sign_up, links.key_of(current_context(), id))}",
    )
    current_notifier().put(id, f"sign-up {offer.sign_up}", send_it)


class NotifiedAddressSchema(Schema):
    """An address as apprise writes it, and the occasions of which it is notified."""

    url = fields.String(required=True, validate=validate.Length(max=LONGEST_ADDRESS))
    occasions = fields.List(
        fields.String(validate=validate.OneOf([occasion.value for occasion in Occasion])),
        required=True,
        validate=validate.Length(min=1, max=len(Occasion)),
    )


def add_address_to(id: str, url: str, occasions: Iterable[Occasion]) -> None:
    """Add an address to those of the event.

    Raises:
        BadAddress: it is none that this server sends to, or there are too many.
    """
    add_address(own_folder(), id, read_address(url, occasions, is_for_strangers=is_for_strangers(current_app)))


@api.get("/<id>/notifications")
@api.lists(schema_of(AddressView)(many=True), "number")
def list_notification_addresses(*, id: str) -> list[AddressView]:
    """List the notification addresses.

    Shows the first part and the last characters of each.
    """
    current_context().tournaments.head(id)
    return show_addresses(current_notifier(), own_folder(), id)


@api.post("/<id>/notifications")
@api.arguments(NotifiedAddressSchema, as_kwargs=True)
@api.response(201, schema_of(AddressView)(many=True))
def add_notification_address(*, id: str, url: str, occasions: Sequence[str]) -> list[AddressView]:
    """Add a notification address.

    Adding the same address again replaces its occasions.
    """
    current_context().tournaments.head(id)
    add_address_to(id, url, map(Occasion, occasions))
    return show_addresses(current_notifier(), own_folder(), id)


@api.delete("/<id>/notifications/<int:number>")
@api.response(200, schema_of(AddressView)(many=True))
def remove_notification_address(*, id: str, number: int) -> list[AddressView]:
    """Remove a notification address."""
    current_context().tournaments.head(id)
    remove_address(own_folder(), id, number)
    return show_addresses(current_notifier(), own_folder(), id)


@api.post("/<id>/notifications/<int:number>/test")
@api.response(202)
def send_test_notification(*, id: str, number: int) -> None:
    """Send a test to a notification address.

    The list shows the outcome a little later.
    """
    send_test_to(id, number)


def send_test_to(id: str, number: int) -> None:
    """Send a test, unless this server sends nothing.

    Raises:
        NoAddress: there is none of that number.
    """
    name = current_context().tournaments.look(id).state.settings.name
    if not current_app.config["OFFLINE"]:
        current_notifier().test(id, number, name)
