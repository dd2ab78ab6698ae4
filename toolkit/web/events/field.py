"""The field of the stations: one line for players, tables and results, with what it refuses, offers and asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from flask import request
from flask_babel import gettext

from toolkit.errors import ToolkitError
from toolkit.scoring import render_victory_points
from toolkit.scoring.events import LETTERS
from toolkit.tournament import checkin, history
from toolkit.tournament.desk import (
    SIGNS,
    ListOnPaper,
    Meaning,
    Payment,
    Presence,
    ResultLine,
    RoundTable,
    Switch,
    Unclear,
    Verb,
    meaning_of,
    says_so,
    standing_line,
    stands,
)
from toolkit.tournament.facts import FINAL
from toolkit.tournament.log import author_name
from toolkit.tournament.players import search_key
from toolkit.tournament.questions import fees_of
from toolkit.tournament.rounds import next_round_number, total_rounds
from toolkit.tournament.state import State
from toolkit.web.base.forms import Typed
from toolkit.web.base.i18n import translated
from toolkit.web.base.stores import current_context
from toolkit.web.events.console import Console
from toolkit.web.events.results import dispute_words, offers, standing_words
from toolkit.web.events.stations import current_place
from toolkit.web.events.words import table_title

# From so many minutes on, hours are given.
_MINUTES_GIVEN = 120
# Before the name of a late player, and before a line that moves what is decided.
NEW, SURE = "new:", "sure:"
# The page of the players, as a form names it.
PLAYERS = "players"
# A number of a round has at most two.
_DIGITS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskTable:
    """The table that digits go to now.

    Attributes:
        seats: letter, number and name of each player, in seat order.
        words: who entered its result, or that it has none.
    """

    place: RoundTable
    title: str
    seats: tuple[tuple[str, int, str], ...]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskOffer:
    """A possible meaning: in words, and as it would be typed; `is_typed` as a `Mend` is."""

    text: str
    take: str
    is_typed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskQuestion:
    """The question whether something is not so after all; `about` is what its form sends back: `7`, `7=` or `7$`."""

    about: str
    text: str


@dataclass(frozen=True, kw_only=True)
class TypingField:
    """The field with what stands in it, what was refused, and what is asked.

    Attributes:
        station: the page that it is on: `players`, or the number of a round.
    """

    console: Console
    station: str

    @property
    def _state(self) -> State:
        return self.console.tournament

    @property
    def _form(self) -> Typed:
        return self.console.form("enter")

    @property
    def _kept(self) -> str:
        """The text that waits for a second Enter."""
        return request.args.get("typed", "")[:500] if request.method == "GET" else ""

    @property
    def typed(self) -> str:
        """The text in the field."""
        is_back = bool(self._form.errors or self.console.changes)
        return str(self._form.value("text")) if is_back else self._kept

    @property
    def refused(self) -> list[str]:
        """Why it was not entered, a sentence each."""
        return [sentence for sentences in self._form.errors.values() for sentence in sentences]

    @cached_property
    def offers(self) -> list[DeskOffer]:
        """The possible meanings of the text that was refused."""
        return _offers(self.console, open_place(self._state), number_of(self.station)) if self._form.errors else []

    @cached_property
    def _newcomer(self) -> str:
        place = open_place(self._state)
        return _newcomer(self.console, place, number_of(self.station)) if self._form.errors else ""

    @property
    def newcomer_url(self) -> str:
        """The form that registers the name that nobody has; "" where nobody comes in."""
        return self.console.url("players", new=self._newcomer, _anchor="add") if self._newcomer else ""

    @property
    def late(self) -> DeskOffer | None:
        """The same name, where one press also puts it into the next round."""
        return _late(self._state, self._newcomer) if self._newcomer else None

    @property
    def open(self) -> DeskTable | None:
        """The table that is open."""
        place = open_place(self._state)
        return _open_table(self._state, place) if place else None

    @property
    def replaces(self) -> str:
        """The result that the kept text would replace; "" without one."""
        place = open_place(self._state)
        return translated(standing_line(self._state, place)) if self._kept and place else ""

    @cached_property
    def question(self) -> DeskQuestion | None:
        """Whether something is not so after all; None without a question."""
        return _asked(self.console) if self._kept else None

    @property
    def show(self) -> str:
        """The part of the list of players that is looked at."""
        return request.values.get("show", "")[:20]

    @property
    def sort(self) -> str:
        """The order of the list of players."""
        return request.values.get("sort", "")[:20]

    @property
    def close_url(self) -> str:
        """The page without an open table."""
        return station_url(self.console, self.station, show=self.show or None, sort=self.sort or None)

    @property
    def takes_fees(self) -> bool:
        """Whether `$` means something here."""
        return fees_of(self._state) is not None


def number_of(station: str) -> int | None:
    """The round whose page the field is on; None on the page of the players."""
    return int(station) if station.isascii() and station.isdigit() and len(station) < _DIGITS else None


def station_url(console: Console, station: str, **at: object) -> str:
    """The page that the field is on."""
    number = number_of(station)
    if number is None:
        return console.url("players", **at)
    return console.url("final", **at) if number == FINAL else console.url("round", number=number, **at)


def station_of(console: Console) -> str:
    """The page that a form was on, by its own field; a form without it is of the current station."""
    sent = request.form.get("station", "")
    number = number_of(sent)
    state = console.tournament
    if sent == PLAYERS or (number is not None and 0 < number <= total_rounds(state)):
        return sent
    page, number = current_place(state)
    return str(number) if page == "round" else PLAYERS


def _words() -> Mapping[str, Verb]:
    """The words that may be typed behind a name instead of a sign, in English and the reader's language."""
    known = {
        Verb.LEAVE: ("drop dropped", gettext("drop dropped")),
        Verb.RETURN: ("back", gettext("back")),
        Verb.LIST: ("list", gettext("list")),
        Verb.PAID: ("paid", gettext("paid")),
    }
    return {search_key(word): verb for verb, texts in known.items() for text in texts for word in text.split()}


def has_further_round(state: State) -> bool:
    """Whether another round before the final can be seated."""
    return next_round_number(state) <= total_rounds(state) and state.final is None and not state.is_finished


def open_place(state: State) -> RoundTable | None:
    """The table that the address or the form names, where there is one."""
    table, round_ = request.values.get("table", ""), request.values.get("round", "")
    if not all(text.isascii() and text.isdigit() and len(text) < 6 for text in (table, round_)):
        return None
    place = RoundTable(int(round_), int(table))
    try:
        state.round(place.round).table(place.table)
    except ToolkitError:
        return None
    return place if state.round(place.round).is_published else None


def _open_table(state: State, place: RoundTable) -> DeskTable:
    round_ = state.round(place.round)
    result = round_.results.get(place.table)
    numbers = round_.table(place.table)
    words = standing_words(state, result) if result else gettext("No result yet: type a figure for each seat.")
    return DeskTable(
        place=place,
        title=table_title(state, round_, place.table),
        seats=tuple(
            (letter, number, state.player(number).name) for letter, number in zip(LETTERS, numbers, strict=False)
        ),
        words=dispute_words(state, round_, place.table) or words,
    )


def meaning_at(console: Console, text: str, place: RoundTable | None, number: int | None) -> Meaning:
    """The meaning of a line typed on the page of that round, or of the players; `place` is the open table.

    Raises:
        Unclear: nobody, several players, no such table.
    """
    state = console.tournament
    return meaning_of(state, text, event=console.id, at=place, words=_words(), number=number)


def asked_about(meaning: Switch) -> str:
    """The subject of a question, as its form sends it back: `7`, `7=` or `7$`."""
    signs = {ListOnPaper: "=", Payment: "$"}
    return f"{meaning.player}{signs.get(type(meaning), '')}"


def _asked(console: Console) -> DeskQuestion | None:
    """What is so already, since when and by whom: only a second Enter says that it is not."""
    state, asked = console.tournament, request.args.get("asked", "")
    try:
        meaning = meaning_of(state, f"@{asked}", event=console.id)
    except ToolkitError:
        return None
    if not isinstance(meaning, Presence | ListOnPaper | Payment) or not stands(state, meaning):
        return None
    last = history.last_said(state, lambda fact: says_so(fact, meaning))
    figures = {
        "name": state.player(meaning.player).name,
        "by": translated(author_name(last.by)) if last else "",
        "ago": _ago(last.at) if last else "",
    }
    if isinstance(meaning, ListOnPaper):
        text = gettext("%(name)s handed in a list already (%(by)s, %(ago)s). Enter again: not handed in.", **figures)
    elif isinstance(meaning, Payment):
        text = gettext("%(name)s has paid already (%(by)s, %(ago)s). Enter again: not paid.", **figures)
    else:
        text = gettext("%(name)s is here already (%(by)s, %(ago)s). Enter again: not here.", **figures)
    return DeskQuestion(about=asked, text=text)


def _ago(at: datetime) -> str:
    minutes = int((current_context().now() - at).total_seconds()) // 60
    if minutes < 1:
        return gettext("just now")
    if minutes < _MINUTES_GIVEN:
        return gettext("%(number)s min ago", number=minutes)
    return gettext("%(number)s h ago", number=minutes // 60)


def _newcomer(console: Console, place: RoundTable | None, number: int | None) -> str:
    """The name that was typed and that nobody has, as long as somebody can still come in; else nothing."""
    state, text = console.tournament, " ".join(console.typed.values.get("text", "").split())[:100]
    is_between = checkin.is_taken(state) or state.current_round is None
    if not (is_between and has_further_round(state) and console.may("players_add")):
        return ""
    if not any(map(str.isalpha, text)) or any(map(str.isdigit, text)) or text[0] in SIGNS or text[-1] in SIGNS:
        return ""
    try:
        meaning_at(console, text, place, number)
    except ToolkitError as error:
        return text if error.code == "unknown_player" else ""
    return ""


def _late(state: State, name: str) -> DeskOffer | None:
    """One press for who comes late, once the event has begun: added, and in the next round."""
    number = next_round_number(state)
    text = gettext("Add %(name)s to round %(number)s", name=name, number=number)
    return DeskOffer(text=text, take=f"{NEW}{name}") if number > 1 else None


def _offers(console: Console, place: RoundTable | None, number: int | None) -> list[DeskOffer]:
    """The possible meanings: one of several players, or a line that a game can end with."""
    state, form = console.tournament, console.typed
    text = form.values.get("take") or form.values.get("text", "")
    if console.asks_first:
        return [DeskOffer(text=gettext("Yes, do it"), take=SURE + text)]
    try:
        meaning = meaning_at(console, text, place, number)
    except Unclear as error:
        sign = text.strip()[-1:] if text.strip()[-1:] in SIGNS else ""
        return [DeskOffer(text=player.name, take=f"@{player.number}{sign}") for player in error.players]
    except ToolkitError:
        return []
    if isinstance(meaning, Presence):
        player = state.player(meaning.player)
        return [] if player.is_active else [DeskOffer(text=gettext("Back again"), take=f"@{player.number}+")]
    if not isinstance(meaning, ResultLine):
        return []
    round_, table = state.round(meaning.place.round), meaning.place.table
    mends = offers(state, round_, table, [render_victory_points(points) for points in meaning.victory_points])
    name = table if round_.number == FINAL or meaning.place == place else state.settings.table_name(table)
    before = "" if meaning.place == place else f"{name} "
    return [
        DeskOffer(
            text=gettext("It was so: %(story)s", story=mend.text) if mend.events else mend.text,
            take=before + (mend.events or " ".join(mend.points)),
            is_typed=mend.is_typed,
        )
        for mend in mends
    ]
