"""`/persons/<code>`: what everybody may see of a person, at an address that names nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, make_response, redirect, render_template, url_for
from flask_babel import format_decimal, gettext
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import NotFound
from toolkit.languages import words_of
from toolkit.season.leagues import LeagueLine, LeagueTable
from toolkit.season.statistics import MIXED
from toolkit.season.views import score_words
from toolkit.services.kernel.roles import Action
from toolkit.services.season.person_codes import PersonCodes, person_path
from toolkit.services.season.persons import ClanRecord, PersonView, PlayedEventView, PublicPersonView, public_person
from toolkit.web.base import access
from toolkit.web.base.i18n import language, name_link, translated
from toolkit.web.base.shell import values_of
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.season.seasons import ShownCell, code_of_rated, history_for_asker, rated_cells

blueprint = Blueprint("persons", __name__)


@blueprint.app_template_global()
def person_link(name: str, page: str) -> Markup:
    """A name that leads to the person's public page, by the code of that page; plain for a person without one."""
    return name_link(name, person_path(page))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRating:
    """A rating: its list, its line there, the place, and the results that it is made of."""

    url: str
    line_url: str
    list: str
    rating: int
    place: str
    results: Sequence[ShownCell]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPlace:
    """A line of a league: its place and score; `line_url` says what they are made of."""

    url: str
    league: str
    line_url: str
    place: str
    score: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownClan:
    """A line of the record by clan; `url` leads to the clan's cards."""

    record: ClanRecord
    clan: str
    url: str
    victory_points: str


@dataclass(frozen=True)
class PublicPersonPage:
    """A person for everybody, and their number for officials of an event of theirs."""

    _person: PublicPersonView

    @property
    def name(self) -> str:
        """The name, as in the latest event."""
        return self._person.name

    @property
    def country(self) -> str:
        """The country's code, or ""."""
        return self._person.country

    @property
    def events(self) -> Sequence[PlayedEventView]:
        """The events, the latest first."""
        return self._person.events

    @property
    def clans(self) -> Sequence[ShownClan]:
        """The record by clan, where lists are public."""
        return [_clan(record) for record in self._person.clans]

    @property
    def ratings(self) -> Sequence[ShownRating]:
        """The ratings, list by list."""
        codes = PersonCodes.of_store(current_context())
        return [
            ShownRating(
                url=url_for("seasons.ratings", list=list_.value),
                line_url=url_for("seasons.ratings", list=list_.value, _anchor=code_of_rated(rated, codes)),
                list=translated(list_.heading),
                rating=rated.rating,
                place=_place(rated.rank),
                results=rated_cells(rated),
            )
            for list_, rated in self._person.ratings
        ]

    @property
    def leagues(self) -> Sequence[ShownPlace]:
        """The places in leagues."""
        return [_league(listed.id, listed.name, table, line) for listed, table, line in self._person.leagues]

    @cached_property
    def history(self) -> PersonView | None:
        """The history with numbers; None for all but officials of an event of this person."""
        is_official = any(access.may(Action.OFFICIATE, event.id) for event in self._person.events)
        if not is_official and not access.may_administer():
            return None
        try:
            return history_for_asker(self._person.key)
        except NotFound:
            return None


@blueprint.get("/persons/<code>")
def show(code: str) -> AnyResponse:
    """The page of a person for everybody; another code of the same person leads to it."""
    context = current_context()
    person = public_person(context, code, on=context.now().date(), cards=card_data)
    if person.code != code:
        return redirect(person_path(person.code), 302)
    shown = render_template(
        "seasons/public.html", points=words_of(language()).halves, **values_of(PublicPersonPage(person))
    )
    answer = make_response(shown)
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer


def _place(rank: int | None) -> str:
    return gettext("place %(number)s", number=rank) if rank else ""


def _league(id: str, name: str, table: LeagueTable, line: LeagueLine) -> ShownPlace:
    number = (*table.lines, *table.below_minimum).index(line) + 1
    return ShownPlace(
        url=url_for("seasons.league", id=id),
        league=name,
        line_url=url_for("seasons.league_line", id=id, number=number),
        place=_place(line.rank),
        score=score_words(table, line, words_of(language())),
    )


def _clan(record: ClanRecord) -> ShownClan:
    average = record.victory_points / 2 / record.games
    return ShownClan(
        record=record,
        clan=gettext("Mixed") if record.clan == MIXED else record.clan,
        url="" if record.clan == MIXED else url_for("cards.search", clan=record.clan),
        victory_points=str(format_decimal(round(average, 2), "0.00")),
    )
