"""The picture of a shared result: its texts; `toolkit.sheets.pdf` draws it."""

from __future__ import annotations

from toolkit.exchange.winner_post import rounds_line, score_line
from toolkit.languages import ENGLISH, Count, Message, Points, Words, filled, say
from toolkit.languages.countries import country_of
from toolkit.tournament.receivers import has_played_final
from toolkit.tournament.standings import players_who_played, standings
from toolkit.tournament.state import State

# Lines that the picture holds, beside the winner and without one.
_BESIDE_WINNER, _ALONE = 4, 7


def picture_words(state: State, words: Words = ENGLISH, *, deck: str = "") -> dict[str, str | list[dict[str, str]]]:
    """Event, day and place; the winner with score and `deck` (its name and clans); who else was in front."""
    settings, rows = state.settings, [row for row in standings(state) if row.rank is not None and row.rounds]
    first = next((row for row in rows if row.is_winner), None)
    finalists = [row for row in rows if row.final_victory_points is not None and row is not first]
    others = finalists or [row for row in rows if row is not first]
    country = say(country_of(settings.country), words)
    place = say(Message("Online"), words) if settings.is_online else ", ".join(filter(None, (settings.place, country)))
    played = say(Count(players_who_played(state), "%(num)d player", "%(num)d players"), words)
    line = say(score_line(first, with_final=has_played_final(state)), words) if first else ""
    return {
        "event": settings.name,
        "subtitle": " · ".join(filter(None, (words.day(settings.date) if settings.date else "", place, played))),
        "winner_label": say(Message("Winner"), words),
        "winner": first.player.name if first else "",
        "winner_line": " · ".join(filter(None, (line, deck))),
        "rows_label": say(Message("Finalists") if finalists else Message("Standings"), words),
        "rows": [
            {
                "place": f"{row.rank}.",
                "name": row.player.name,
                "score": say(Message("%(points)s VP", points=Points(row.final_victory_points or 0)), words)
                if finalists
                else say(rounds_line(row), words),
            }
            for row in others[: _BESIDE_WINNER if first else _ALONE]
        ],
    }


def picture_text(state: State, words: Words = ENGLISH) -> str:
    """The picture in words, for readers who do not see it."""
    texts = picture_words(state, words)
    rows = texts["rows"]
    assert isinstance(rows, list)
    names = ", ".join(f"{row['place']} {row['name']}" for row in rows)
    parts = [texts["event"], f"{texts['rows_label']}: {names}"]
    if texts["winner"]:
        parts.insert(1, f"{texts['winner_label']}: {texts['winner']}")
    return " ".join(filled("%(part)s.", {"part": part}) for part in parts)
