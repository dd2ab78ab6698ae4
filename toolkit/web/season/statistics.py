"""`/statistics` and `/api/v1/statistics`: what the games of finished events tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for
from flask_babel import format_decimal, gettext
from marshmallow import Schema, fields, validate

from toolkit.decks.figures import DISCIPLINES
from toolkit.schemas.derived import schema_of
from toolkit.season.statistics import FEWEST, LEAST, MIXED, Share, Statistics
from toolkit.services.kernel.roles import Action
from toolkit.services.season.leagues import look
from toolkit.services.season.statistics import (
    MOST_EVENTS,
    Looked,
    finished_events,
    look_at,
    seats_csv,
)
from toolkit.services.season.statistics import show_statistics as statistics_of
from toolkit.web.base.access import may, may_administer
from toolkit.web.base.api import ApiBlueprint
from toolkit.web.base.shell import values_of
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.base.words import percent_words

blueprint = Blueprint("statistics", __name__)
api = ApiBlueprint(
    "api_statistics", "statistics", url_prefix="/api/v1/statistics", description="Show statistics of finished events."
)

_MOST_LEAST, _MOST_LEAGUES = 1000, 10
_CODES = {name: code for code, name in DISCIPLINES.items()}


class StatisticsQuerySchema(Schema):
    """Of which events, and from how many cases on a share is given."""

    event = fields.List(
        fields.String(validate=validate.Length(max=64)),
        load_default=list,
        validate=validate.Length(max=MOST_EVENTS),
        metadata={"description": "Ids of events. Default: the latest finished events."},
    )
    league = fields.List(
        fields.String(validate=validate.Length(max=64)),
        load_default=list,
        validate=validate.Length(max=_MOST_LEAGUES),
        metadata={"description": "Ids of leagues, for their finished events that count."},
    )
    least = fields.Integer(
        load_default=LEAST,
        validate=validate.Range(FEWEST, _MOST_LEAST),
        metadata={"description": "The fewest cases for which a share is given."},
    )


class SeatsQuerySchema(StatisticsQuerySchema):
    """Of which events, and whether with names."""

    class Meta:
        """The fields that a table of seats does not have."""

        exclude = ("least",)

    names = fields.Boolean(load_default=False, metadata={"description": "Whether the lines have the players' names."})


@api.get("")
@api.arguments(StatisticsQuerySchema, location="query", as_kwargs=True)
@api.response(200, schema_of(Statistics))
def show_statistics(*, event: Sequence[str], league: Sequence[str], least: int) -> Statistics:
    """Show all figures, each with its number of cases.

    A share has its 95 % interval. It is null with fewer cases than `least`.
    """
    return statistics_of(_looked(event, league), least=least)


@api.get("/seats.csv")
@api.arguments(SeatsQuerySchema, location="query", as_kwargs=True)
@api.response(200, content_type="text/csv")
def export_seat_statistics(*, event: Sequence[str], league: Sequence[str], names: bool) -> Response:
    """Export one line per game and seat.

    Without names, unless they are asked for.
    """
    text = seats_csv(_looked(event, league), names=names, with_numbers=_is_official(event, league))
    answer = Response(text, content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = 'attachment; filename="seats.csv"'
    return answer


def _is_official(events: Sequence[str], leagues: Sequence[str]) -> bool:
    """Whether the asker is an official of all these events."""
    is_named = bool(events) and not leagues
    return may_administer() or (is_named and all(may(Action.OFFICIATE, id) for id in events))


def _looked(ids: Sequence[str], leagues: Sequence[str]) -> Looked:
    return look_at(current_context(), ids, leagues=leagues, cards=card_data)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownInterval:
    """A share in words, and as lengths of a drawing from 0 to 100; without `low` there were too few cases."""

    words: str
    interval: str = ""
    share: float = 0
    low: float | None = None
    width: float = 0


@dataclass(frozen=True)
class StatisticsPage:
    """The figures of some events.

    Attributes:
        chosen: the ids of the events that are asked for; `asked_leagues` those of the leagues.
        least: the cases from which on a share is given.
    """

    chosen: list[str]
    asked_leagues: list[str]
    least: int

    @cached_property
    def looked(self) -> Looked:
        """The events that were looked at, and the number of those that were not."""
        return _looked(self.chosen, self.asked_leagues)

    @property
    def found(self) -> Statistics:
        """The figures."""
        return statistics_of(self.looked, least=self.least)

    @property
    def events(self) -> list[tuple[str, str, str]]:
        """Every event to choose from: id, name and day."""
        return finished_events(current_context())[:MOST_EVENTS]

    @property
    def leagues(self) -> list[tuple[str, str]]:
        """The leagues that are asked for, by id and name."""
        return [(id, look(current_context(), id).name) for id in self.asked_leagues]

    @property
    def _query(self) -> dict[str, Any]:
        return {name: ids for name, ids in (("event", self.chosen), ("league", self.asked_leagues)) if ids}

    @property
    def csv_url(self) -> str:
        """The address of the same as CSV."""
        return url_for("api_statistics.export_seat_statistics", **self._query)

    @property
    def json_url(self) -> str:
        """The address of the same as JSON."""
        return url_for("api_statistics.show_statistics", **self._query, least=self.least)

    @property
    def mixed(self) -> str:
        """The key of decks that are not mainly of one clan or pair of Disciplines."""
        return MIXED


@blueprint.get("/statistics")
def show() -> str:
    """The figures of the events that are chosen, or of the latest ones."""
    page = StatisticsPage(
        chosen=list(dict.fromkeys(request.args.getlist("event")))[: MOST_EVENTS + 1],
        asked_leagues=list(dict.fromkeys(request.args.getlist("league")))[:_MOST_LEAGUES],
        least=_least(request.args.get("least", "")),
    )
    return render_template(
        "statistics/show.html", share=shown_share, decimal=_decimal, codes_of=_codes_of, **values_of(page)
    )


def _codes_of(pair: str) -> str:
    """The codes of a pair of Disciplines, as the search of cards takes them."""
    return " ".join(_CODES[name] for name in pair.split(" / "))


def _least(text: str) -> int:
    """As it was asked for, as far as anybody may; else the usual one."""
    typed = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else LEAST
    return min(max(typed, FEWEST), _MOST_LEAST)


def _decimal(number: float) -> str:
    return str(format_decimal(round(number, 2), "0.00"))


def shown_share(share: Share) -> ShownInterval:
    """A share as the page shows it."""
    counted = gettext("%(count)s of %(number)s", count=share.count, number=share.of)
    if share.share is None or share.low is None or share.high is None:
        return ShownInterval(words=counted)
    return ShownInterval(
        words=f"{percent_words(share.share)} ({counted})",
        interval=gettext(
            "%(low)s to %(high)s",
            low=format_decimal(100 * share.low, "0.0"),
            high=format_decimal(100 * share.high, "0.0"),
        ),
        share=round(100 * share.share, 1),
        low=round(100 * share.low, 1),
        width=round(100 * (share.high - share.low), 1),
    )
