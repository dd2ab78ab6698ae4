"""How a table begins: made in one click, or for a table of an event; and its links."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, abort, make_response, redirect, render_template, request
from markupsafe import Markup
from marshmallow import ValidationError
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.schemas.table_forms import SEATS, EventTableForm, NewTableForm
from toolkit.services.kernel.links import LinkKey, check_table, positive, round_number_of, table_path, table_token
from toolkit.services.kernel.roles import Action
from toolkit.services.tables.creating import (
    TableWishes,
    can_follow,
    create_for_event,
    create_table,
    event_table_id,
    game_of,
)
from toolkit.services.tables.folding import EventTable, TableGame
from toolkit.services.tables.links import HOST, WATCH, TableLink, link_path, links_of
from toolkit.sheets.qr import qr_svg
from toolkit.tournament import Tournament
from toolkit.tournament.facts import FINAL
from toolkit.tournament.published import public_round
from toolkit.tournament.state import Round
from toolkit.web.base import access
from toolkit.web.base.addresses import reachable_url, room_url
from toolkit.web.base.errors import status_of
from toolkit.web.base.forms import Typed, field_sentences, load_form
from toolkit.web.base.security import form_key, mark_secret
from toolkit.web.base.stores import current_context, current_secret
from toolkit.web.base.throttle import Rate, throttle
from toolkit.web.events.words import table_title
from toolkit.web.tables import settings_words as words
from toolkit.web.tables.at import LINK, At, blueprint, enter
from toolkit.web.tables.orders import carried_out
from toolkit.web.tables.page import keep_secret

# The fields beside which the services' own complaints stand.
_FIELDS = {"bad_table": "names"}


@blueprint.get("")
def start() -> Response:
    """A new table; `?variant=` chooses one beforehand."""
    variant = request.args.get("variant", "standard")
    return _answer(Typed(), variant=variant if variant in words.VARIANTS else "standard")


@blueprint.post("")
def create() -> AnyResponse:
    """Make the table and show its links."""
    typed = Typed(form="new", values=dict(request.form.items()))
    try:
        throttle(Rate.NEW_TABLE)
        wishes = TableWishes(**load_form(NewTableForm, typed))
        id = create_table(current_context(), wishes, by="Host", key=form_key())
    except ValidationError as error:
        typed.errors = field_sentences(error.messages)
        return _answer(typed, 422)
    except ToolkitError as error:
        typed.refused(error, _FIELDS.get(error.code, ""))
        return _answer(typed, status_of(error))
    return redirect(f"{link_path(current_secret(), id, HOST, {})}/links", 303)


def _answer(typed: Typed, status: int = 200, *, variant: str = "standard") -> Response:
    page = render_template("tables/start.html", typed=typed, variant=variant, seats=SEATS, words=words)
    return make_response(page, status)


# A table of an event, followed


_TABLE = "/event/<id>/<number>/<table>"


def follow_path(id: str, number: int, table: int, *, is_open: bool = False) -> str:
    """The address to follow a table of an event: for holders of the table's link (`is_open`), or an official."""
    path = f"/tables/event/{id}/{number or 'final'}/{table}"
    return f"{path}/{table_token(access.link_key(id), id, number, table)}" if is_open else path


def follow_link(id: str, tournament: Tournament, round_: Round, table: int, *, is_open: bool = False) -> str:
    """`follow_path` of a round's table; "" for a game that is over and was never tracked."""
    event = EventTable(tournament=id, round=round_.number, table=table, players=round_.table(table))
    can_be = can_follow(current_context(), tournament, round_, event)
    return follow_path(id, round_.number, table, is_open=is_open) if can_be else ""


class Asked:
    """A table of an event, opened with the table's link or by an official."""

    def __init__(self, id: str, number: str, table: str, token: str | None) -> None:
        round_number = round_number_of(number)
        self.number, place = FINAL if round_number is None else round_number, positive(table)
        if round_number is None or not place:
            abort(404)
        self._check(id, place, token)
        self.tournament: Tournament = current_context().tournaments.look(id).state
        round_ = public_round(self.tournament, self.number)
        if round_ is None:
            abort(404)
        players = round_.table(place)
        self.event = EventTable(tournament=id, round=self.number, table=place, players=players)
        self.title = table_title(self.tournament, round_, place)
        self.can_follow = can_follow(current_context(), self.tournament, round_, self.event)

    def _check(self, id: str, place: int, token: str | None) -> None:
        # Once there is a game, its links are all that stands here.
        self.is_official = access.may(Action.LINKS, id)
        if token is None:
            access.required(id, Action.LINKS)
        else:
            check_table(access.link_key(id), id, self.number, place, token)

    @property
    def by(self) -> str:
        """The maker's name in the log."""
        return access.author(self.event.tournament) if self.is_official else "Table"


@blueprint.get(_TABLE)
def at_event(id: str, number: str, table: str) -> AnyResponse:
    """The table, for an official: the host's page once there is one."""
    return _page(Asked(id, number, table, None), Typed())


@blueprint.get(f"{_TABLE}/<token>")
def at_event_table(id: str, number: str, table: str, token: str) -> AnyResponse:
    """The table, for its players: who are you?"""
    return _page(Asked(id, number, table, token), Typed())


@blueprint.post(_TABLE)
def follow(id: str, number: str, table: str) -> AnyResponse:
    """An official lets the table be followed."""
    return _create(Asked(id, number, table, None))


@blueprint.post(f"{_TABLE}/<token>")
def follow_table(id: str, number: str, table: str, token: str) -> AnyResponse:
    """A player of the table does."""
    return _create(Asked(id, number, table, token))


def _create(asked: Asked) -> AnyResponse:
    typed = Typed(form="new", values=dict(request.form.items()))
    try:
        wishes = load_form(EventTableForm, typed)
        create_for_event(
            current_context(), asked.event, asked.tournament,
            by=asked.by, changes=wishes["changes"], depth=wishes["depth"],
        )  # fmt: skip
    except ValidationError as error:
        typed.errors = field_sentences(error.messages)
        return _page(asked, typed, 422)
    except ToolkitError as error:
        typed.refused(error)
        return _page(asked, typed, status_of(error))
    return redirect(request.path, 303)


def _page(asked: Asked, typed: Typed, status: int = 200) -> Response:
    game = game_of(current_context(), asked.event)
    page = render_template(
        "tables/event.html",
        asked=asked,
        typed=typed,
        words=words,
        links=_links(asked, game) if game is not None else [],
        is_phased=asked.tournament.settings.rule_set.value.startswith("phased"),
        back=table_path(asked.event.tournament, asked.number, asked.event.table, _back_key(asked)),
    )
    return keep_secret(make_response(page, status))


def _back_key(asked: Asked) -> LinkKey | None:
    return None if asked.is_official else access.link_key(asked.event.tournament)


def _links(asked: Asked, game: TableGame) -> list[tuple[TableLink, str]]:
    mark_secret()
    id = event_table_id(asked.event)
    return [
        (link, link_path(current_secret(), id, link.word, game.issues))
        for link in links_of(game.seats)
        if link.word != HOST or asked.is_official
    ]


# The links of a table, each with its QR code


_LINKS = f"{LINK}/links"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLink:
    """A link with its address here and in the room, and its QR code."""

    link: TableLink
    path: str
    url: str
    qr: Markup


def _shown(at: At, link: TableLink) -> ShownLink:
    path = _path(at, link.word)
    return ShownLink(link=link, path=path, url=room_url().rstrip("/") + path, qr=link_qr(path))


@blueprint.get(_LINKS)
def links(id: str, word: str, token: str) -> Response:
    """Every link: the host's page; a seat sees only how to watch."""
    at = enter(id, word, token)
    if not at.link.can_act:
        abort(403)
    views = [_shown(at, link) for link in links_of(at.table.seats) if at.link.is_host or link.word == WATCH]
    return keep_secret(
        make_response(
            render_template(
                "tables/links.html",
                at=at,
                links=views,
                is_reachable=reachable_url() is not None,
                house_rules=words.house_rules(at.table.made.options),
            )
        )
    )


@blueprint.post(_LINKS)
def issue_links(id: str, word: str, token: str) -> AnyResponse:
    """Make a link anew: the older one opens nothing any more."""
    at = enter(id, word, token)
    if not at.link.is_host:
        abort(403)
    answer = carried_out(at, lambda: at.work().issue_links(request.form.getlist("door")))
    if answer.status_code != 303:
        return answer
    at.look_again()
    return redirect(f"{_path(at, at.link.word)}/links", 303)


def _path(at: At, word: str) -> str:
    return link_path(current_secret(), at.id, word, at.table.issues)


def link_qr(path: str) -> Markup:
    """The QR code of that address, as phones of the room reach it."""
    return Markup(qr_svg(room_url().rstrip("/") + path, fills=True))
