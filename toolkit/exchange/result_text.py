"""A result as text for chats and forums, each in its own marks; never longer than one of them takes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from toolkit.exchange.archondata import plain_line
from toolkit.exchange.winner_post import rounds_line, score_line
from toolkit.languages import ENGLISH, Count, Message, Points, Words, say
from toolkit.languages.countries import country_of
from toolkit.scoring import Halves
from toolkit.tournament.receivers import has_played_final
from toolkit.tournament.standings import Standing, players_who_played, round_scores, standings
from toolkit.tournament.state import Round, State

# Discord's limit of a message.
LONGEST = 2_000
# Of names and titles so many characters are shown.
_LONGEST_NAME = 70
# Stands behind a mark that would be taken for one, and is not seen.
_JOINER = "\u2060"


class Dialect(StrEnum):
    """Where the text is pasted."""

    PLAIN = "plain"
    DISCORD = "discord"
    WHATSAPP = "whatsapp"
    BBCODE = "bbcode"
    MARKDOWN = "markdown"


@dataclass(frozen=True, slots=True)
class _Marks:
    """How a dialect writes what people typed, what is bold, a table of places, and what ends a line of text.

    `longest` is the number of characters that the standings may have; a round's text stays below Discord's limit.
    """

    escape: Callable[[str], str]
    bold: Callable[[str], str]
    table: Callable[[list[tuple[str, ...]]], Iterator[str]]
    end: str = ""
    longest: int = 40_000  # a post of Reddit's, the least of the others


def render_text(
    state: State,
    dialect: Dialect = Dialect.PLAIN,
    words: Words = ENGLISH,
    *,
    url: str = "",
    longest: int | None = None,
) -> str:
    """Event, place, day, players, winner, the final with seats and points, all places with their figures, the link.

    Places that would make it longer than `longest`, or than the dialect takes, are left out, and their number is said.
    """
    rows, marks = [row for row in standings(state) if row.rank is not None and row.rounds], _MARKS[dialect]
    return _longest_that_fits(
        lambda places: _text(_lines(state, rows, places, marks, words, url), marks), len(rows), longest or marks.longest
    )


def _longest_that_fits(text: Callable[[int], str], rows: int, longest: int) -> str:
    """The text with as many of its rows as a message of `longest` characters takes."""
    fitting = bisect_left(range(rows + 1), True, key=lambda count: len(text(count)) > longest)
    return text(max(0, fitting - 1))[:longest]


def _more(left: int, words: Words) -> list[str]:
    return [say(Count(left, "and %(num)d more", "and %(num)d more"), words)] if left else []


def escaped(text: str, dialect: Dialect) -> str:
    """The typed text, so that the dialect shows it letter by letter."""
    return _MARKS[dialect].escape(text)


def _text(lines: Iterable[str], marks: _Marks) -> str:
    """The lines below each other, also where a dialect would put two of them into one paragraph."""
    joined = "\n".join(lines).strip("\n")
    if marks.end:
        joined = re.sub(r"(?m)^(?!\|)(.+)$(?=\n.)", rf"\1{marks.end}", joined)
    return joined + "\n"


def _lines(state: State, rows: list[Standing], places: int, marks: _Marks, words: Words, url: str) -> Iterator[str]:
    settings, played = state.settings, players_who_played(state)
    yield marks.bold(marks.escape(_short(settings.name)))
    country = say(country_of(settings.country), words)
    place = say(Message("Online"), words) if settings.is_online else ", ".join(filter(None, (settings.place, country)))
    facts = [place, words.day(settings.date) if settings.date else ""]
    facts.append(say(Count(played, "%(num)d player", "%(num)d players"), words))
    yield " · ".join(marks.escape(_short(fact)) for fact in facts if fact)
    first = next((row for row in rows if row.is_winner), None)
    if first is not None:
        score = score_line(first, with_final=has_played_final(state))
        name = marks.bold(marks.escape(_short(first.player.name)))
        yield say(Message("Winner: %(name)s (%(score)s)", name=name, score=score), words)
    yield ""
    finalists = [row for row in rows if row.final_victory_points is not None]
    if finalists:
        yield marks.bold(say(Message("The final"), words))
        yield from marks.table([_finalist(state, row, words) for row in finalists])
        yield ""
    if places:
        yield marks.bold(say(Message("Standings"), words))
        yield from marks.table([_place(row, words) for row in rows[:places]])
    yield from _more(len(rows) - places, words)
    if url:
        yield ""
        yield url


def render_places(
    title: str,
    under: str,
    rows: Sequence[tuple[str, ...]],
    dialect: Dialect = Dialect.PLAIN,
    words: Words = ENGLISH,
    *,
    url: str = "",
) -> str:
    """Places, names and what they have, under a title and a line; the last are left out where it is too long."""
    marks = _MARKS[dialect]

    def text(count: int) -> str:
        kept: list[tuple[str, ...]] = [(place, _short(name), *rest) for place, name, *rest in rows[:count]]
        head = [marks.bold(marks.escape(_short(title))), marks.escape(under), ""]
        table = marks.table(kept) if kept else ()
        return _text([*head, *table, *_more(len(rows) - count, words), *(["", url] if url else [])], marks)

    return _longest_that_fits(text, len(rows), LONGEST)


def render_round(
    state: State, round_: Round, dialect: Dialect = Dialect.PLAIN, words: Words = ENGLISH, *, url: str = ""
) -> str:
    """A round's tables with their players in seat order, and what each has got so far; the link.

    Of a text that would be too long the last tables are left out, and their number is said.
    """
    marks, scores = _MARKS[dialect], round_scores(state, round_)
    head = marks.bold(marks.escape(f"{_short(state.settings.name)}: {say(round_.heading, words)}"))
    blocks = []
    for table, players in round_.numbered():
        names = [state.player(player).name for player in players]
        points = [scores[player].victory_points if player in scores else None for player in players]
        name = state.settings.table_name(table)
        title = say(Message("Table %(number)s", number=marks.escape(name)), words)
        lines = [_seat(seat, *result, words) for seat, result in enumerate(zip(names, points, strict=True), start=1)]
        blocks.append("\n".join([*([] if round_.is_final else [marks.bold(title)]), *marks.table(lines)]))

    def text(count: int) -> str:
        left = len(blocks) - count
        more = [say(Count(left, "and %(num)d more table", "and %(num)d more tables"), words)] if left else []
        return _text([head, *blocks[:count], *more, *([url] if url else [])], marks)

    return _longest_that_fits(text, len(blocks), LONGEST)


def _seat(seat: int, name: str, points: Halves | None, words: Words) -> tuple[str, ...]:
    score = "" if points is None else say(Message("%(points)s VP", points=Points(points)), words)
    return f"{seat}.", _short(name), score


def _finalist(state: State, row: Standing, words: Words) -> tuple[str, ...]:
    final = state.final_round
    _, seat = final.seats.get(row.player.number, (0, 0)) if final is not None else (0, 0)
    points = say(Message("%(points)s VP", points=Points(row.final_victory_points or 0)), words)
    place = say(Message("seat %(number)s", number=seat), words) if seat else ""
    return f"{row.rank}.", _short(row.player.name), place, points


def _place(row: Standing, words: Words) -> tuple[str, ...]:
    return f"{row.rank}.", _short(row.player.name), say(rounds_line(row), words)


def _short(text: str) -> str:
    line = plain_line(text)
    return line if len(line) <= _LONGEST_NAME else line[: _LONGEST_NAME - 1] + "…"


def _rows(escape: Callable[[str], str]) -> Callable[[list[tuple[str, ...]]], Iterator[str]]:
    def table(rows: list[tuple[str, ...]]) -> Iterator[str]:
        for place, name, *rest in rows:
            scores = ", ".join(filter(None, rest))
            yield f"{place} {escape(name)} ({scores})" if scores else f"{place} {escape(name)}"

    return table


def _code_block(rows: list[tuple[str, ...]]) -> Iterator[str]:
    """A block of code: columns stand below each other, and nothing but its own end is a mark."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    yield "```"
    for row in rows:
        cells = (cell.replace("`", "'").ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()
    yield "```"


def _forum_table(rows: list[tuple[str, ...]]) -> Iterator[str]:
    yield "[table]"
    for row in rows:
        yield f"[tr]{''.join(f'[td]{_of_forum(cell)}[/td]' for cell in row)}[/tr]"
    yield "[/table]"


def _markdown_table(rows: list[tuple[str, ...]]) -> Iterator[str]:
    """A table as GitHub, Reddit and Discourse draw it: it needs a head, which stays empty, and blank lines."""
    yield ""
    yield f"|{' |' * len(rows[0])}"
    yield f"|{' --- |' * len(rows[0])}"
    for row in rows:
        yield f"| {' | '.join(map(_of_markdown, row))} |"
    yield ""


def _of_discord(text: str) -> str:
    return re.sub(r"([\\*_~|>`\[#])", r"\\\1", text).replace("@", f"@{_JOINER}")


def _of_whatsapp(text: str) -> str:
    # It has no sign that takes a mark's meaning away.
    return re.sub(r"([*_~`])", rf"\1{_JOINER}", text)


def _of_markdown(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]()<>#+!|~-])", r"\\\1", text).replace("@", f"@{_JOINER}")


def _of_forum(text: str) -> str:
    return text.replace("[", f"[{_JOINER}")


_MARKS = {
    Dialect.PLAIN: _Marks(str, str, _rows(str)),
    Dialect.DISCORD: _Marks(_of_discord, lambda text: f"**{text}**", _code_block, longest=LONGEST),
    Dialect.WHATSAPP: _Marks(_of_whatsapp, lambda text: f"*{text}*", _rows(_of_whatsapp)),
    Dialect.BBCODE: _Marks(_of_forum, lambda text: f"[b]{text}[/b]", _forum_table),
    Dialect.MARKDOWN: _Marks(_of_markdown, lambda text: f"**{text}**", _markdown_table, end="  "),
}
