"""Events on other sites, in streams and in calendars: picture, standings in a frame, overlay, the server's calendar."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from flask import Response, abort, request

from toolkit.decks import read
from toolkit.exchange.picture import picture_words
from toolkit.languages import LANGUAGES, Message, words_of
from toolkit.languages.countries import country_code
from toolkit.scoring import RoundScore
from toolkit.services.events import reports
from toolkit.services.kernel import links
from toolkit.services.kernel.versions import PUBLIC
from toolkit.sheets.model import Sheet
from toolkit.tournament.errors import BadValue
from toolkit.tournament.published import public_part, seated_round
from toolkit.tournament.standings import Standing, has_final, has_seeds, round_scores, winner
from toolkit.tournament.state import Round, State
from toolkit.web.base.addresses import room_url
from toolkit.web.base.clocks import ShownClock, clock_view
from toolkit.web.base.i18n import language
from toolkit.web.base.security import let_frame
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.events.words import table_title
from toolkit.web.room.visit import Visit, blueprint, visit

# So many places stand in an overlay.
_PLACES = 5
_MOST_CLANS = 3


@blueprint.get("/<id>/picture.png")
def picture(id: str) -> Response:
    """The result as a picture to share, 1200 by 630; 404 while the standings are not public."""
    return _picture(id, "png", "image/png")


@blueprint.get("/<id>/picture.svg")
def drawing(id: str) -> Response:
    """The same, as it is drawn."""
    return _picture(id, "svg", "image/svg+xml")


def _picture(id: str, form: Literal["png", "svg"], media: str) -> Response:
    at = visit(id, PUBLIC)
    if not has_picture(at.tournament):
        abort(404)
    answer = Response(_drawn(id, at.tournament.number, language(), form), mimetype=media)
    answer.set_etag(f"{at.tournament.number}-{language()}")
    answer.headers["Cache-Control"] = "no-cache"
    answer.make_conditional(request)
    return answer


def has_picture(state: State) -> bool:
    """Whether there is something to draw that everybody may see."""
    return bool(state.published) and public_part(state).has_results


@lru_cache(maxsize=32)
def _drawn(id: str, number: int, spoken: str, form: Literal["png", "svg"]) -> bytes:
    """The picture of an event's version, drawn once for everybody who asks."""
    state = current_context().tournaments.look(id).state
    data = picture_words(state, words_of(spoken), deck=_deck(state))
    # The typesetter is loaded only when there is something to set.
    from toolkit.sheets.pdf import draw

    return draw(Sheet(template="picture", title=state.settings.name, data=data, language=spoken), form)


def _deck(state: State) -> str:
    """The winning deck's name and its most frequent clans, once everybody may see the list."""
    first = winner(state)
    player = next((listed for listed in public_part(state).lists if listed.number == first), None)
    if player is None:
        return ""
    deck = player.decks[max(player.decks)]
    clans = Counter[str]()
    for entry in read(deck.text, card_data()).deck.crypt:
        clans[getattr(entry.card, "clan", "")] += entry.count
    names = [clan for clan, _ in clans.most_common(_MOST_CLANS) if clan]
    return " · ".join(filter(None, (deck.verdict.deck_name, ", ".join(names))))


@dataclass(frozen=True)
class FramedPage:
    """The standings for a frame on another site."""

    at: Visit

    @cached_property
    def standings(self) -> list[Standing]:
        """The lines that everybody may see."""
        return [row for row in public_part(self.at.tournament).standings if row.rank is not None]

    @property
    def with_final(self) -> bool:
        """Whether they have points of a final."""
        return has_final(self.standings)

    @property
    def with_seeds(self) -> bool:
        """Whether they have seeds."""
        return has_seeds(self.standings)

    @property
    def is_withheld(self) -> bool:
        """Whether there are standings that not everybody may see."""
        return bool(self.at.tournament.published) and not public_part(self.at.tournament).has_results

    @property
    def event_page(self) -> str:
        """The address of the event."""
        return _link(self.at)


@blueprint.get("/<id>/embed")
def embed(id: str) -> Response:
    """The standings alone, for a frame on any site."""
    at = visit(id, PUBLIC)
    return let_frame(at.answer("room/embed.html", FramedPage(at)))


def _link(at: Visit) -> str:
    return f"{room_url().rstrip('/')}{links.event_path(at.id)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlaySeat:
    """A seat of the table that a stream shows, with what it has so far."""

    name: str
    score: RoundScore | None


@dataclass(frozen=True)
class OverlayPage:
    """The overlay of a stream: a table, the clock, the first places; each if it is known and asked for."""

    at: Visit

    @property
    def _state(self) -> State:
        return self.at.tournament

    @property
    def _hidden(self) -> list[str]:
        return request.args.get("hide", "").split(",")

    @cached_property
    def _round(self) -> Round | None:
        return seated_round(self._state)

    @cached_property
    def _table(self) -> int:
        """The number of the table that is shown, 0 for none."""
        if self._round is None:
            return 0
        table = 1 if self._round.is_final else links.positive(request.args.get("table", ""))
        return table if table <= len(self._round.tables) else 0

    @property
    def title(self) -> str:
        """The name of the table."""
        return table_title(self._state, self._round, self._table) if self._round and self._table else ""

    @property
    def seats(self) -> list[OverlaySeat]:
        """Its seats."""
        if self._round is None or not self._table:
            return []
        scores = round_scores(self._state, self._round) if public_part(self._state).has_results else {}
        return [
            OverlaySeat(name=self._state.player(number).name, score=scores.get(number))
            for number in self._round.table(self._table)
        ]

    @property
    def clock(self) -> ShownClock | None:
        """The clock of the round, until its results are in."""
        is_on = self._round is not None and not self._round.is_complete and "clock" not in self._hidden
        return clock_view(self._state, self._round) if self._round is not None and is_on else None

    @property
    def rows(self) -> list[Standing]:
        """The first places."""
        if "standings" in self._hidden:
            return []
        return [row for row in public_part(self._state).standings if row.rank][:_PLACES]


@blueprint.get("/<id>/overlay")
def overlay(id: str) -> Response:
    """For a stream, on nothing: `?table=3` a table of this round, `?hide=clock,standings` what is not to be shown."""
    at = visit(id, PUBLIC)
    return let_frame(at.answer("room/overlay.html", OverlayPage(at)))


_ONLINE = {"": None, "1": True, "true": True, "0": False, "false": False}


def server_calendar() -> Response:
    """Every event of this server that everybody may know of, for a calendar that subscribes.

    `?country=CZ` only those there, `?online=1` only those online (`0`: none of them), `?language=fr` in a language.
    """
    asked = {name: request.args.get(name, "")[:100].strip() for name in ("country", "online", "language")}
    country = country_code(asked["country"])
    if asked["country"] and not country:
        raise BadValue(
            Message("The VEKN's calendar has no country “%(name)s”.", name=asked["country"]),
            code="bad_country",
        )
    if asked["online"].casefold() not in _ONLINE:
        raise BadValue(Message("Online is 1 or 0."), code="bad_online")
    feed = reports.server_calendar(
        current_context(),
        words_of(asked["language"] if asked["language"] in LANGUAGES else language()),
        url=lambda id: f"{request.host_url.rstrip('/')}{links.event_path(id)}",
        country=country,
        is_online=_ONLINE[asked["online"].casefold()],
    )
    headers = {"Cache-Control": "no-cache", "Content-Disposition": 'inline; filename="vtes-tournaments.ics"'}
    answer = Response(headers=headers, content_type="text/calendar; charset=utf-8")
    answer.set_etag(feed.version)
    # Whoever has this version already is told so before it is written.
    answer.make_conditional(request)
    if answer.status_code != 304:
        answer.set_data(feed.render())
    return answer
