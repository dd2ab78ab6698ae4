"""Spreadsheet files: cells that no program takes for a formula; standings and rounds as CSV.

UTF-8 with a mark, so that every one opens it rightly; lines end as CSV's do.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from toolkit.languages import natural_key
from toolkit.languages.countries import country_of
from toolkit.languages.money import plain_sum
from toolkit.scoring import victory_points_number
from toolkit.tournament.facts import FeeStatus
from toolkit.tournament.fees import fee_line, fee_totals
from toolkit.tournament.games import counted_final
from toolkit.tournament.standings import AWAITED, Standing, not_ranked, round_scores, standings
from toolkit.tournament.state import Player, Round, SignUp, State

# The signs of every form of keyboard, and the white space behind which a spreadsheet looks for them.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
HEADERS = (
    "rank",
    "name",
    "vekn",
    "game wins",
    "victory points",
    "tournament points",
    "rounds",
    "seed",
    "toss",
    "final victory points",
    "rating points",
    "first",
    "last",
    "city",
    "country",
)
ROUND_HEADERS = ("round", "table", "seat", "number", "name", "vekn", "vp", "gw", "tp", "outcome")

SIGN_UP_HEADERS = ("number", "name", "vekn", "country", "contact", "status", "signed up")
FEE_HEADERS = ("number", "name", "vekn", "reduced fee", "status", "due", "received", "paid by", "marked", "note")


def text_cell(text: str) -> str:
    """The text itself; with an apostrophe in front, which a spreadsheet hides, where it would be calculated."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def render_standings(state: State) -> str:
    """One line a player, in the order of the standings."""
    return render_table(HEADERS, (_cells(state, row) for row in standings(state)))


def render_rounds(state: State) -> str:
    """One line a seat of each round that players have seen, the final last; points are those after adjustments."""
    final = counted_final(state)
    rounds = (*(round_ for round_ in state.rounds if round_.is_published), *((final,) if final is not None else ()))
    return render_table(ROUND_HEADERS, (cells for round_ in rounds for cells in _seats(state, round_)))


def render_fees(state: State) -> str:
    """One line a player by name, then a line for each of the treasurer's sums.

    Raises:
        Refused: the event has no fee.
    """
    totals = fee_totals(state)
    ways = [(f"received: {way.value}", amount) for way, amount in totals.by_way.items()]
    sums = [
        ("expected", totals.expected),
        ("received", totals.received),
        *ways,
        ("waived", totals.waived),
        ("refunded", totals.refunded),
        ("open", totals.open),
    ]
    people = sorted(state.players.values(), key=lambda player: natural_key(player.name))
    lines = [_fee_cells(state, player) for player in people]
    return render_table(
        FEE_HEADERS, [*lines, *(["", f"{what} ({totals.currency})", "", "", "", plain_sum(of)] for what, of in sums)]
    )


def _fee_cells(state: State, player: Player) -> list[str | float]:
    line = fee_line(state, player.number)
    mark = line.mark
    return [
        player.number,
        player.name,
        player.vekn,
        line.rate,
        line.status.value,
        plain_sum(line.due),
        plain_sum(mark.amount) if mark and line.status is FeeStatus.PAID else "",
        mark.paid_by.value if mark and mark.paid_by else "",
        mark.at.isoformat(timespec="seconds") if mark else "",
        mark.note if mark else "",
    ]


def render_sign_ups(state: State) -> str:
    """One line a sign-up in the order in which they came, with a column for each question that was asked."""
    rules, people = state.settings.sign_up, state.sign_ups.values()
    answered = (question for person in people for question in person.answers)
    asked = tuple(dict.fromkeys((*(rules.questions if rules else ()), *answered)))
    headers = (*SIGN_UP_HEADERS, *map(text_cell, asked))
    return render_table(headers, (_sign_up_cells(person, asked) for person in people))


def _sign_up_cells(person: SignUp, asked: Sequence[str]) -> list[str | float]:
    return [
        person.number,
        person.name,
        person.vekn,
        str(country_of(person.country)),
        person.contact,
        person.status.value,
        person.at.isoformat(timespec="seconds"),
        *(person.answers.get(question, "") for question in asked),
    ]


def render_table(headers: Sequence[str], rows: Iterable[Sequence[str | float]]) -> str:
    """Any table for spreadsheets."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(headers)
    writer.writerows([text_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return "\ufeff" + out.getvalue()


def _why_none(state: State, row: Standing) -> str:
    return str(AWAITED if row.is_awaited else not_ranked(state).heading).lower()


def _cells(state: State, row: Standing) -> list[str | float]:
    final, player = row.final_victory_points, row.player
    first, last = player.first_and_last
    return [
        _why_none(state, row) if row.rank is None else row.rank,
        player.name,
        player.vekn,
        row.game_wins,
        victory_points_number(row.victory_points),
        row.tournament_points,
        row.rounds,
        str(row.seed_words),
        row.toss or "",
        "" if final is None else victory_points_number(final),
        "" if row.rating_points is None else row.rating_points,
        first,
        last,
        player.city,
        str(country_of(player.country)),
    ]


def _seats(state: State, round_: Round) -> Iterator[list[str | float]]:
    scores = round_scores(state, round_)
    for table, players in round_.numbered():
        for seat, number in enumerate(players, start=1):
            player, score, raw = state.player(number), scores.get(number), round_.scores.get(number)
            yield [
                "final" if round_.is_final else round_.number,
                table,
                seat,
                number if number > 0 else "",
                player.name,
                player.vekn,
                "" if score is None else victory_points_number(score.victory_points),
                "" if score is None else score.game_wins,
                "" if score is None else score.tournament_points,
                raw.fate.value if raw and raw.fate else "",
            ]
