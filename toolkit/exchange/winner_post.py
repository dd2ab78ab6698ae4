"""The winner's list as the archive of winning decks takes it: the event's header, the score, the list.

The same log gives the same text in every language: the archive's reader counts on English.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from toolkit.decks.model import Deck, EventHeader
from toolkit.decks.writing import ExportFormat, render_date, write
from toolkit.exchange.archondata import plain_line
from toolkit.languages import Message, Points, Sayable
from toolkit.languages.countries import country_code, country_of
from toolkit.tournament.receivers import has_played_final, preliminary_rounds
from toolkit.tournament.standings import Standing, players_who_played, standings, winner
from toolkit.tournament.state import State

CALENDAR = "https://www.vekn.net/event-calendar/event/"
# What the archive calls a country otherwise than other lists do.
_COUNTRIES = {"US": "USA", "CZ": "Czech Republic"}
_MISSING = "[event number]"
# GitHub's form for a new file of the archive.
_NEW_FILE = "https://github.com/GiottoVerducci/TWD/new/master/decks?filename="


def render_post(state: State, deck: Deck) -> str:
    """The post of an event that has a winner: header, score, the list that was played last.

    The list's own header gives way to the event's. What is missing leaves its line out, but for the event's number,
    whose place is kept.
    """
    first = winning_row(state)
    header = EventHeader(
        event=plain_line(state.settings.name),
        place=place_line(state),
        date_text=_days(state),
        rounds=_rounds(state),
        players=players_who_played(state) or None,
        winner=plain_line(" ".join(filter(None, first.player.first_and_last))) if first else "",
        url=calendar_page(state) or CALENDAR + _MISSING,
        score=_score(state, first) if first else "",
    )
    text = write(_own(deck, header), ExportFormat.TWD)
    lines = (line.rstrip() for line in unicodedata.normalize("NFC", text).split("\n"))
    return "\n".join(lines).strip("\n") + "\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class PullRequest:
    """The words with which the archive is asked to take the post, in English as all of its requests.

    Attributes:
        file_name: of the post in the archive; `url` opens GitHub's form for it.
    """

    file_name: str
    url: str
    title: str
    body: str


def pull_request(state: State) -> PullRequest:
    """The request to the archive for an event with a number on the VEKN's calendar."""
    name, file_name = plain_line(state.settings.name), f"{state.settings.vekn_event}.txt"
    return PullRequest(
        file_name=file_name,
        url=_NEW_FILE + file_name,
        title=f"Add TWD: {name}",
        body=f"{name}\n{calendar_page(state)}\nSent by the organizer.\n",
    )


def calendar_page(state: State) -> str:
    """The address of the event on the VEKN's calendar; "" where its number is not known."""
    number = state.settings.vekn_event
    return f"{CALENDAR}{number}" if number else ""


def winning_row(state: State) -> Standing | None:
    """The winner's line of the standings."""
    first = winner(state)
    return next((row for row in standings(state) if row.player.number == first), None) if first else None


def score_line(row: Standing, *, with_final: bool) -> Sayable:
    """'1GW3 + 3vp in final', as the archive writes it; without a final, what was won before it."""
    won = {"wins": row.game_wins, "points": Points(row.victory_points)}
    if not with_final:
        return Message("%(wins)sGW%(points)s", **won)
    return Message("%(wins)sGW%(points)s + %(final)svp in final", **won, final=Points(row.final_victory_points or 0))


def rounds_line(row: Standing) -> Message:
    """'1 GW 2 VP': what was won before the final."""
    return Message("%(gw)s GW %(vp)s VP", gw=row.game_wins, vp=Points(row.victory_points))


def _score(state: State, row: Standing) -> str:
    return score_line(row, with_final=has_played_final(state))


def place_line(state: State) -> str:
    """'Prague, Czech Republic': the city, else the venue, and the country as the archive calls it."""
    settings = state.settings
    if settings.is_online:
        return "Online"
    country = _COUNTRIES.get(country_code(settings.country)) or str(country_of(settings.country))
    return ", ".join(filter(None, map(plain_line, (settings.place or settings.venue, country))))


def _days(state: State) -> str:
    first, last = state.settings.date, state.settings.last_day
    if first is None:
        return ""
    return render_date(first) if last in (None, first) else f"{render_date(first)} -- {render_date(last)}"


def _rounds(state: State) -> str:
    return f"{preliminary_rounds(state)}R{'+F' if has_played_final(state) else ' (no final)'}"


def _own(deck: Deck, header: EventHeader) -> Deck:
    """The deck below this header; its author is named only if it is not the winner."""
    earlier = deck.header.winner if deck.header else ""
    author = plain_line(deck.author)
    is_winner = name_folded(author) in (name_folded(header.winner), name_folded(earlier))
    return deck._replace(header=header, author="" if is_winner else author)


def name_folded(name: str) -> str:
    """A name for comparing: letters and digits only, without marks and case."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(character for character in decomposed if character.isalnum())
