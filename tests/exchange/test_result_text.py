"""The result for chats: its content, its marks, and that no name becomes one."""

from __future__ import annotations

import csv
import io
import itertools
import re

import pytest

from tests.exchange.events import announced, played, prague
from tests.languages.catalogues import Marked
from tests.tournament.organizer import Organizer
from toolkit.exchange.picture import picture_text, picture_words
from toolkit.exchange.result_text import LONGEST, Dialect, render_round, render_text
from toolkit.exchange.spreadsheet import render_rounds, render_standings
from toolkit.languages import Words, words_of
from toolkit.tournament.standings import standings

PLAIN = """\
Prague Cup
Prague, Czechia · 21 November 2026 · 13 players
Winner: Player Nr9 (1GW3 + 3vp in final)

The final
1. Player Nr9 (seat 1, 3 VP)
2. Player Nr11 (seat 5, 0 VP)
2. Player Nr2 (seat 2, 1 VP)
2. Player Nr4 (seat 4, 0 VP)
2. Player Nr6 (seat 3, 1 VP)

Standings
1. Player Nr9 (1 GW 3 VP)
2. Player Nr11 (1 GW 3 VP)
2. Player Nr2 (1 GW 2 VP)
2. Player Nr4 (1 GW 2 VP)
2. Player Nr6 (1 GW 2 VP)
6. Player Nr12 (1 GW 2 VP)
7. Player Nr3 (0 GW 2 VP)
8. Player Nr7 (0 GW 2 VP)
9. Player Nr1 (0 GW 2 VP)
9. Player Nr10 (0 GW 2 VP)
9. Player Nr13 (0 GW 2 VP)
12. Player Nr8 (0 GW 1 VP)
13. Player Nr5 (0 GW 1 VP)

https://vtes.example/tournaments/abc
"""


def test_it_says_who_won_who_played_the_final_and_who_came_next() -> None:
    assert render_text(prague(), url="https://vtes.example/tournaments/abc") == PLAIN


def test_no_word_of_what_is_shared_stands_outside_the_catalogue() -> None:
    state, words = prague(), Words("fr", Marked())
    round_ = state.rounds[0]
    shared = [render_text(state, words=words), render_round(state, round_, words=words), picture_text(state, words)]
    drawn = picture_words(state, words)
    shared += [str(drawn[part]) for part in ("subtitle", "winner_label", "winner_line", "rows_label")]
    shared += [row["score"] for row in drawn["rows"] if isinstance(row, dict)]
    for text in shared:
        ours = re.sub(r"⟦[^⟦⟧]*⟧|Player Nr\d+|Prague( Cup)?|Tchéquie|21 novembre 2026", "", text)
        assert not re.findall(r"[^\W\d_]{2,}", ours), text


def test_the_score_is_said_in_the_reader_s_language() -> None:
    french, spanish = (render_text(prague(), words=words_of(language)) for language in ("fr", "es"))
    assert "Player Nr9 (1GW3 + 3 PV en finale)" in french
    assert "6. Player Nr12 (1 GW 2 PV)" in french
    assert "Player Nr9 (1GW3 + 3 PV en la final)" in spanish


@pytest.mark.parametrize(
    ("dialect", "name", "shown"),
    [
        (Dialect.DISCORD, "*Bold* @everyone [x]", r"**\*Bold\* @{0}everyone \[x]**"),
        (Dialect.WHATSAPP, "*Bold* _x_", "**{0}Bold*{0} _{0}x_{0}*"),
        (Dialect.BBCODE, "[b]Bold[/b]", "[b][{0}b]Bold[{0}/b][/b]"),
        (Dialect.MARKDOWN, "*Bold* |x| @me", r"**\*Bold\* \|x\| @{0}me**"),
        (Dialect.PLAIN, "*Bold* [x]", "*Bold* [x]"),
    ],
)
def test_a_name_is_no_mark(dialect: Dialect, name: str, shown: str) -> None:
    organizer = announced()
    organizer.change_player(9, name=name)
    organizer.finish()
    assert f"Winner: {shown.format(chr(0x2060))} (" in render_text(organizer.state, dialect)


@pytest.mark.parametrize("dialect", list(Dialect))
def test_a_blank_line_parts_the_final_and_the_standings(dialect: Dialect) -> None:
    blocks = render_text(prague(), dialect).split("\n\n")
    assert ["The final" in blocks[1], "Standings" in blocks[1], "Standings" in "".join(blocks[2:])] == [
        True,
        False,
        True,
    ]


def test_no_name_ends_the_block_of_code() -> None:
    organizer = announced()
    organizer.change_player(12, name="``` Twelve")
    organizer.finish()
    assert render_text(organizer.state, Dialect.DISCORD).count("```") == 4


@pytest.mark.parametrize("dialect", [one for one in Dialect if one is not Dialect.DISCORD])
def test_everybody_who_played_is_named_with_their_figures(dialect: Dialect) -> None:
    state = played(60, seed=3).state
    ranked = [row for row in standings(state) if row.rank is not None]
    text = render_text(state, dialect)
    assert [row.player.name for row in ranked if row.player.name not in text] == []
    assert len(re.findall(r"\d GW \d+(?:\.5)? VP", text)) == len(ranked) == 58


def test_discord_takes_as_many_places_as_fit_and_says_how_many_follow() -> None:
    state = played(120, seed=3).state
    text = render_text(state, Dialect.DISCORD)
    named = len(re.findall(r"\d GW \d", text))
    ranked = [row for row in standings(state) if row.rank is not None]
    assert 40 < named < len(ranked)
    assert text.endswith(f"```\nand {len(ranked) - named} more\n")


@pytest.mark.parametrize("dialect", Dialect)
def test_it_is_never_longer_than_a_chat_takes(dialect: Dialect) -> None:
    organizer = played(60, seed=3, name="*" * 200)
    organizer.reopen("names")
    for number in list(organizer.state.players):
        organizer.change_player(number, name=f"{'*_' * 40} {number}")
    organizer.finish()
    text = render_text(organizer.state, dialect, url="https://vtes.example/tournaments/abc")
    assert len(text) <= (LONGEST if dialect is Dialect.DISCORD else 40_000)
    assert text.endswith("https://vtes.example/tournaments/abc\n")


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_every_seat_of_every_round_is_a_row() -> None:
    seats = rows(render_rounds(prague()))
    assert len(seats) == 13 + 13 + 5
    assert seats[0] == dict(
        zip(
            ("round", "table", "seat", "number", "name", "vekn", "vp", "gw", "tp", "outcome"),
            ("1", "1", "1", "11", "Player Nr11", "1000011", "3", "1", "60", ""),
            strict=True,
        )
    )
    final = [(one["name"], one["vp"]) for one in seats if one["round"] == "final"]
    assert final[:2] == [("Player Nr9", "3"), ("Player Nr2", "1")]


def test_the_standings_name_both_parts_and_where_somebody_is_from() -> None:
    organizer = announced()
    organizer.change_player(9, first="Nora", last="=Nine", city="@Brno", country="CZ")
    first = rows(render_standings(organizer.state))[0]
    assert [first[name] for name in ("first", "last", "city", "country")] == ["Nora", "'=Nine", "'@Brno", "Czechia"]


def test_a_round_is_told_table_by_table_with_the_points_that_are_in() -> None:
    organizer = Organizer(name="Ghent", rounds=2).with_players(8).seated([1, 2, 3, 4], [5, 6, 7, 8])
    organizer.result(2, 4, 0, 0, 0)
    told = render_round(organizer.state, organizer.state.round(1), Dialect.WHATSAPP, url="https://vtes.example/t/1")
    assert told.split("\n") == [
        "*Ghent: Round 1*",
        "*Table 1*", "1. Player 1", "2. Player 2", "3. Player 3", "4. Player 4",
        "*Table 2*", "1. Player 5 (4 VP)", "2. Player 6 (0 VP)", "3. Player 7 (0 VP)", "4. Player 8 (0 VP)",
        "https://vtes.example/t/1", "",
    ]  # fmt: skip


@pytest.mark.parametrize("dialect", Dialect)
def test_a_round_of_many_tables_names_as_many_as_a_chat_takes(dialect: Dialect) -> None:
    organizer = Organizer(rounds=2).with_players(200)
    organizer.seated(*([first, first + 1, first + 2, first + 3, first + 4] for first in range(1, 200, 5)))
    told = render_round(organizer.state, organizer.state.round(1), dialect, url="https://vtes.example/t/1")
    assert len(told) <= LONGEST
    assert " more tables\nhttps://vtes.example/t/1\n" in told.replace("  \n", "\n")


def test_in_markdown_lines_stay_lines_and_tables_stand_alone() -> None:
    """As the specification of GitHub's tables has it: a row of dashes below the head, and a blank line ends a table."""
    organizer = Organizer(rounds=2).with_players(10)
    organizer.seated([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    lines = render_round(organizer.state, organizer.state.round(1), Dialect.MARKDOWN).splitlines()
    first = lines.index("| --- | --- | --- |")
    assert lines[first - 2 : first] == ["", "| | | |"]
    assert lines[first + 1] == "| 1. | Player 1 |  |"
    assert lines[first + 6] == ""
    told = render_text(prague(), Dialect.MARKDOWN).splitlines()
    assert all(line.endswith("  ") for line, after in itertools.pairwise(told) if after and line[:1] not in ("", "|"))
