from __future__ import annotations

import io
import re
from datetime import date
from typing import Any

import pytest
from flask import Flask

from tests.spreadsheets import workbook
from tests.web.events.conftest import Room, make_room
from tests.web.lists import WINNER
from tests.web.pages import markup_of, text_of
from toolkit.sheets.event import check_in_list
from toolkit.sheets.from_tournament import pack_of
from toolkit.sheets.model import UNNAMED
from toolkit.tournament import rounds
from toolkit.tournament.configuration import EventRuleSet
from toolkit.web.events.console import Console


def names(room: Room) -> list[str]:
    return [player.name for player in room.tournament.players.values()]


def test_a_player_is_added(room: Room) -> None:
    room.post("/players/add", name="Ada", vekn="3200001", city="Ghent")
    assert "Ada 3200001" in room.get("/players")
    assert 'value="Ghent"' in room.raw("/players/9")


def test_a_player_who_was_added_is_told_on_the_page_that_is_opened(room: Room) -> None:
    """The outbox follows the answer by itself: what it gets there nobody sees."""
    told = "Registered Ada."
    form = {"name": "Ada"}
    sent = room.client.post(f"{room.base}/players/add", data=form, headers={"X-Unseen": "1"}, follow_redirects=True)
    opened = room.raw("/players")
    assert 'id="news-1"' not in sent.text
    assert told in opened.partition('id="news-1"')[2].partition('class="tools')[0]
    assert 'id="news-1"' not in room.raw("/players")


def test_of_several_news_the_undo_stands_beside_the_last_change(room: Room) -> None:
    for name in ("Ada", "Bo"):
        room.post("/players/add", name=name)
    first, _, second = markup_of(room.raw("/players")).partition('id="news-1"')[2].partition('id="news-2"')
    undo = f'action="{room.base}/undo"'
    assert (undo in first, second.count(undo)) == (False, 1)


def test_a_number_that_the_vekn_will_ask_for_is_told_as_one_registers(room: Room) -> None:
    for number in range(2, 9):
        room.post(f"/players/{number}/change", name=f"Player {number}", vekn=f"320000{number}")
    room.post("/players/add", name="Ada", vekn="12")
    for page in (room.get("/players"), room.get("/players/9")):
        assert "A VEKN number has 7 digits: Ada (12)." in page
    assert all("Without a VEKN number: Player 1." in room.get(f"/players{path}") for path in ("", "/1"))
    assert "Without a VEKN number" not in room.get("/players/9")


def test_a_players_page_says_what_receivers_miss_of_that_player_alone(room: Room) -> None:
    room.post("/players/add", name="Ada")
    room.post("/players/add", name="Bo")
    assert "Without a VEKN number: Player 1, Player 2," in room.get("/players")
    page = room.get("/players/9")
    assert ("Without a VEKN number: Ada." in page, "Player 1" in page) == (True, False)


def test_too_few_players_are_told_as_they_register(room: Room) -> None:
    few = "7 players: the VEKN rates events of 8 or more."
    assert few not in room.get("/players")
    for number in (7, 8):
        room.post(f"/players/{number}/remove")
    room.post("/players/add", name="Ada", vekn="3200001")
    assert few in room.get("/players")


def test_a_namesake_is_refused_beside_the_name_and_kept(room: Room) -> None:
    page = room.post("/players/add", 422, name="player 1", vekn="77")
    assert "Player 1 is registered already" in page
    assert 'value="77"' in room.client.post(f"{room.base}/players/add", data={"name": "player 1", "vekn": "77"}).text
    room.post("/players/add", name="Player 1", is_namesake="1")
    assert names(room).count("Player 1") == 2


def test_names_stand_where_a_reader_looks_for_them(room: Room) -> None:
    room.post("/players/add", name="Élise")
    page = room.get("/players")
    assert page.index("Élise") < page.index("Player 1")


def test_what_is_no_number_is_refused(room: Room) -> None:
    assert "is not a VEKN number" in room.post("/players/add", 422, name="Ada", vekn="x1")


def test_those_are_found_whose_name_or_number_holds_it(room: Room) -> None:
    room.post("/players/add", name="Ada", vekn="3200001")
    room.post("/players/add", name="Adam", vekn="3200002")
    for wanted in ("AD", "32000"):
        page = room.get(f"/players?q={wanted}")
        assert "Adam" in page
        assert "Player 1" not in page


def test_what_the_script_looks_through_has_no_accents(room: Room) -> None:
    room.post("/players/add", name="Łukasz Đorđević")
    room.post("/checkin/open")
    room.post("/checkin/all")
    # What the script looks through while one types, in the lists that it narrows.
    for page in ("/players", "/rounds/1"):
        words = re.findall(r'data-words(?:="([^"]*)")?>\s*<span class="who">\s*(?:<a[^>]*>)?([^<]*)', room.raw(page))
        assert any("lukasz dordevic" in said or name.strip() == "Łukasz Đorđević" for said, name in words)


def test_a_pasted_list_is_shown_before_anything_happens(room: Room) -> None:
    text = "Ada, 3200001\nPlayer 1\n\nBela"
    page = room.post("/players/import/preview", 200, people=text)
    assert "Import 2 players" in page
    assert len(names(room)) == 8
    room.post("/players/import", people=text)
    assert names(room)[8:] == ["Ada", "Bela"]


def test_a_list_without_a_question_is_imported_at_once_which_is_said_once_with_an_undo(room: Room) -> None:
    sent = {"people": "Ada Amos\nBela Brown", "at_once": "1"}
    answer = room.client.post(f"{room.base}/players/import/preview", data=sent)
    assert (answer.status_code, names(room)[8:]) == (303, ["Ada Amos", "Bela Brown"])
    first, again = (room.raw("/players") for _ in range(2))
    news = markup_of(first).partition("notice-good")[2].partition('class="tools')[0]
    assert "2 players registered." in news
    assert f'action="{room.base}/undo"' in news
    assert "notice-good" not in again
    room.post("/undo", back="players", sure="1")
    assert names(room)[8:] == []


def test_after_an_import_the_next_step_stays_in_sight(room: Room) -> None:
    # A field that has the focus scrolls to itself: it is the line above the list, below the bar with the next step.
    answer = room.client.post(f"{room.base}/players/import", data={"people": "Ada\nBela"})
    page = room.client.get(answer.location).text
    assert re.findall(r'<(?:input|textarea)[^>]*id="(\w+)"[^>]*autofocus', page) == ["typed"]
    assert page.index("data-next") < page.index('id="typed"') < page.index('id="player-1"')


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name" + ",x" * 100 + "\nAda" + ",x" * 100, "A list has at most 100 columns."),
        ("," * 20_000, "There is no player in that list."),
    ],
)
def test_a_list_of_too_many_columns_is_one_sentence(room: Room, text: str, sentence: str) -> None:
    answer = room.client.post(f"{room.base}/players/import/preview", data={"people": text})
    assert (answer.status_code, answer.text.count(sentence)) == (422, 1)


def test_a_csv_file_is_read_by_its_headers(room: Room) -> None:
    content = "Nom;VEKN;Ville\nÉlise;3200001;Gand\n".encode("utf-16")
    answer = room.client.post(
        f"{room.base}/players/import/preview", data={"file": (io.BytesIO(content), "players.csv")}
    )
    assert answer.status_code == 200
    assert "Gand" in answer.text


def test_a_spreadsheet_is_read_and_its_other_sheets_are_named(room: Room) -> None:
    content = workbook(Players=[["Nom et prénom", "VEKN"], ["Élise Roy", 3200001]], Prices=[["Booster", 4]])
    page = room.client.post(
        f"{room.base}/players/import/preview", data={"file": (io.BytesIO(content), "players.xlsx")}
    ).text
    assert 'name="name-2" value="Élise Roy"' in page
    assert "Not kept: Prices." in page
    noted = room.post("/players/import/preview", 200, people="Name,Team\nAda,Red\n")
    assert "1 Columns that are not kept: Team." in noted
    raw = room.client.post(f"{room.base}/players/import/preview", data={"people": "Name,Team\nAda,Red\n"}).text
    assert '<th scope="row"></th>' not in raw
    room.post("/players/import", people="Nom et prénom\tVEKN\nÉlise Roy\t3200001\n")
    assert names(room)[8:] == ["Élise Roy"]


def test_an_empty_list_and_a_picture_are_refused(room: Room) -> None:
    assert "This cannot be left empty." in room.post("/players/import/preview", 422, people=" ")
    answer = room.client.post(
        f"{room.base}/players/import/preview", data={"file": (io.BytesIO(b"\x89PNG\xff\xfe"), "x.csv")}
    )
    assert answer.status_code == 422
    assert "This is a picture, not a list of players." in answer.text


def test_a_player_is_corrected_dropped_and_back(room: Room) -> None:
    room.post("/players/2/change", name="Bela", city="Ghent")
    room.post("/players/2/drop")
    assert "Dropped" in room.get("/players/2")
    room.post("/players/2/return", reason="was at lunch")
    assert room.tournament.players[2].is_active
    assert room.tournament.players[2].name == "Bela"


def test_who_has_been_seated_is_not_removed(room: Room) -> None:
    room.post("/players/8/remove")
    assert len(names(room)) == 7
    room.post("/players/add", name="Nobody else")
    room.seat()
    assert "drop them, the record keeps the name" in room.post("/players/1/remove", 409)


def test_a_players_page_begins_with_their_seats_and_results(room: Room) -> None:
    room.seat()
    first = room.tournament.rounds[0].table(1)[0]
    assert re.search(r"Round 1 ?: table 1, seat 1 missing", room.get(f"/players/{first}"))
    room.sweep(1)
    assert re.search(r"Round 1 ?: table 1, seat 1 4 VP · GW", room.get(f"/players/{first}"))


def test_a_players_page_folds_what_is_seldom_needed_unless_it_is_set(room: Room) -> None:
    folded = re.compile(r'<details class="panel">\s*<summary>More about Player 1</summary>')
    assert folded.search(room.raw("/players/1"))
    room.post("/players/1/apart", apart="Player 2")
    assert not folded.search(room.raw("/players/1"))


def test_a_players_page_has_a_place_for_lists_once_one_was_handed_in(room: Room) -> None:
    assert 'id="deck-title"' not in room.raw("/players/1")
    assert "Hand in a list" in room.get("/players/1")
    room.post("/players/2/deck", deck=WINNER)
    assert 'id="deck-title"' in room.raw("/players/1")


def test_who_drops_between_rounds_is_not_told_about_a_game(room: Room) -> None:
    told = "leaves after that game"
    assert told not in room.get("/players/1")
    room.seat()
    assert told in room.get("/players/1")
    room.sweep(1)
    assert told not in room.get("/players/1")


def test_a_player_misses_one_round_by_a_press_on_their_page(app: Flask) -> None:
    room = make_room(app, 9, rounds=3)
    room.seat()
    assert "Misses one round only: the page of round 2" in room.get("/players/9")
    room.sweep(1)
    assert "Away in round 2" in room.get("/players/9")
    room.post("/desk", take="off:@9", station=2)
    assert 'players/9"' not in room.raw("/rounds/2")
    assert 'players/8"' in room.raw("/rounds/2")
    assert "Here for round 2" in room.get("/players/9")
    room.post("/desk", take="on:@9", station=2)
    assert 'players/9"' in room.raw("/rounds/2")


def test_a_fixed_table_is_kept_in_every_round(room: Room) -> None:
    room.post("/players/5/table", table=2)
    room.seat()
    assert room.tournament.rounds[0].seats[5][0] == 2
    room.post("/players/5/table", table="")
    assert room.tournament.players[5].fixed_table is None
    assert "Enter a number from 1 to 10,000." in room.post("/players/5/table", 422, table=0)


def test_a_deck_gets_its_verdict(room: Room) -> None:
    room.post("/players/1/deck", deck=WINNER)
    assert "The list is legal." in room.get("/players/1")
    room.post("/players/1/deck", deck="4 Gilbert Duane (G1)")
    assert "The list is not legal." in room.get("/players/1")


def test_a_list_goes_to_the_deck_check_with_the_rules_of_the_event(app: Flask) -> None:
    room = make_room(app, 8, date=date(2024, 1, 13), rule_set=EventRuleSet.LIMITED, boosters=8, sets=("V5",))
    room.post("/players/1/deck", deck="Crypt\n12x Giotto Verducci\nLibrary\n60x Vilein\n")
    (form,) = re.findall(r'<form method="post" action="/" class="actions".*?</form>', room.raw("/players/1"), re.DOTALL)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    known = {"format": "limited", "date": "2024-01-13", "boosters": "8", "sets": "V5"}
    assert fields == known | {"of": f"{room.id}/1"}
    (text,) = re.findall(r'<textarea name="text" hidden>\n(.*?)</textarea>', form, re.DOTALL)
    answer = room.client.post("/", data=fields | {"text": text}).text
    assert "Limited, as of 13 January 2024" in answer
    assert "<span>Villein</span>" in answer


def test_the_deck_check_of_a_players_list_leads_back_to_the_player_also_when_it_is_checked_again(room: Room) -> None:
    way = f'<p class="crumbs"><a href="{room.base}/players/3">Back to the player</a></p>'
    asked = {"text": WINNER, "format": "constructed", "of": f"{room.id}/3"}
    page = room.client.post("/", data=asked).text
    assert way in page
    assert f'<input type="hidden" name="of" value="{room.id}/3">' in page
    assert way in room.client.post("/", data=asked | {"text": ""}).text
    for wrong in ("", "../x/1", f"{room.id}/x", "//evil.example/1", f"{room.id}/0"):
        assert "Back to the player" not in room.client.post("/", data=asked | {"of": wrong}).text
    assert f'<a href="{room.base}/players#player-3">Players</a>' in room.raw("/players/3")


def test_a_player_whose_deck_is_checked_leads_back_to_the_deck_checks(room: Room) -> None:
    room.post("/players/1/deck", deck=WINNER)
    room.seat()
    assert f'<a href="{room.base}/deck-checks">Deck checks</a>' not in room.raw("/players/1")
    room.post("/rounds/1/deck-checks", count=1)
    assert f'<a href="{room.base}/deck-checks">Deck checks</a>' in room.raw("/players/1")


def test_a_locked_deck_needs_a_reason(room: Room) -> None:
    room.seat()
    assert "only a judge changes it" in room.post("/players/1/deck", 422, deck=WINNER)
    room.post("/players/1/deck", deck=WINNER, deck_reason="wrong list handed in")
    assert room.tournament.players[1].decks[0].changes == 1


def test_an_unknown_player_is_404(room: Room) -> None:
    room.get("/players/99", 404)
    room.post("/players/99/drop", 404)


def test_players_are_kept_apart_by_name(room: Room) -> None:
    room.post("/players/1/apart", apart="player 2\nPlayer 3, Player 4")
    assert room.tournament.player(1).apart == {2, 3, 4}
    assert "Player 1" in room.get("/players/3")
    refused = room.post("/players/1/apart", 422, apart="Nobody\nPlayer 2")
    assert "“Nobody” is not a player of this tournament." in refused
    assert "Nobody Player 2" in refused
    room.post("/players/1/apart", 422, apart="Player 1")
    room.post("/players/1/apart", apart="")
    assert not room.tournament.player(3).apart


def test_a_seat_and_a_place_near_the_door_are_settings_and_the_draft_says_what_they_come_to(room: Room) -> None:
    room.post("/players/5/table", seat=2, near_door=1)
    player = room.tournament.player(5)
    assert (player.fixed_table, player.fixed_seat, player.is_near_door) == (None, 2, True)
    assert "Enter a number from 1 to 5." in room.post("/players/5/table", 422, seat=6)
    room.post("/rounds/draft", seconds=1)
    assert room.tournament.rounds[0].seats[5] == (1, 2)
    assert "Fixed seats and players kept apart" in room.raw("/rounds/1")


def test_nobody_but_officials_is_told_who_is_kept_apart(room: Room) -> None:
    room.post("/players/1/apart", apart="Player 2")
    shown = room.app.test_client().get(f"/api/v1/tournaments/{room.id}/players").json
    assert [player["apart"] for player in shown] == [[]] * 8


def test_a_line_of_the_preview_is_unticked_mended_or_said_to_be_somebody_known(room: Room) -> None:
    room.post("/players/add", name="Łukasz Wójcik")
    people = "Ada Byron\nBela, 12345678901\nLukasz Wojcik, 3000001\nDora"
    page = room.post("/players/import/preview", 200, people=people)
    assert "Same as Łukasz Wójcik" in page
    rows = {"line": ["1", "2", "3", "4"], "people": people, "name-1": "Ada Byron", "name-3": "Lukasz Wojcik"}
    rows |= {"vekn-3": "3000001", "name-2": "Bela", "vekn-2": "12345678901", "name-4": "Dora"}
    assert "is not a VEKN number" in room.post("/players/import", 422, take=["1", "2", "3"], **rows)
    assert len(room.tournament.players) == 9
    raw = room.client.post(f"{room.base}/players/import", data={**rows, "name-1": "Ada Lovelace", "take": ["1", "2"]})
    assert 'value="Ada Lovelace"' in raw.text
    assert 'value="4" checked' not in raw.text
    mended = {**rows, "name-1": "Ada Lovelace", "vekn-2": "3000002", "is-3": "same"}
    room.post("/players/import", take=["1", "2", "3"], **mended)
    assert names(room)[8:] == ["Łukasz Wójcik", "Ada Lovelace", "Bela"]
    assert room.tournament.player(9).vekn == "3000001"


SHORT_NAMES = [f"{given} {family}" for given in ("Anna", "Anne", "Hanna", "Marta", "Marte", "Maria")
               for family in ("Berg", "Borg", "Bergs", "Cho", "Chu", "Diaz", "Dias", "Eng", "Engs", "Foo")]  # fmt: skip


def rows_of(raw: str) -> dict[str, list[str]]:
    """What a browser sends of a preview, with everything as it stands."""
    form: dict[str, list[str]] = {}
    for tag in re.findall(r"<input\s[^>]*>", raw):
        field = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if field.get("type") not in ("checkbox", "radio") or " checked" in tag:
            form.setdefault(field.get("name", ""), []).append(field.get("value", ""))
    form.pop("csrf_token", None)  # two pages have the same only within a second
    return form


def preview(room: Room, people: str) -> tuple[str, dict[str, list[str]]]:
    raw = room.client.post(f"{room.base}/players/import/preview", data={"people": people}).text
    return raw, {**rows_of(raw), "people": [people]}


def test_a_row_of_names_is_said_once_with_one_button_and_the_name_that_was_changed(room: Room) -> None:
    raw, form = preview(room, "Anna Berg, Bo Chang, Cy Diaz, Di Engström, Moe Nagy.")
    page = text_of(raw)
    assert page.count("5 names on this line.") == 1
    assert "“Moe Nagy.” becomes “Moe Nagy”." in page
    assert page.count("Name changed") == 1
    assert "Will be registered." not in page.replace("Will be registered. 5 names", "").replace(
        "Will be registered. “", ""
    )
    assert len(re.findall(r'class="button primary', raw)) == 1
    assert re.search(r'<p class="actions in-sight">\s*<button class="button primary"', raw)
    room.post("/players/import", **form)
    assert names(room)[-1] == "Moe Nagy"


def test_like_names_are_other_people_unless_somebody_says_so_and_never_block(room: Room) -> None:
    raw, form = preview(room, "\n".join(SHORT_NAMES))
    assert raw.count("Doubtful") >= 10
    assert "Nothing is imported yet" not in raw
    room.post("/players/import", **form)
    assert names(room)[8:] == SHORT_NAMES


def test_the_same_spelling_twice_blocks_with_links_to_the_rows_beside_the_button(room: Room) -> None:
    _, form = preview(room, "\n".join([*SHORT_NAMES, "anna berg"]))
    raw = room.client.post(f"{room.base}/players/import", data=form).text
    before, _, below = raw.partition("Import 60 players")
    assert "Nothing is imported yet" in before
    assert '<a href="#line-61">61: anna berg</a>' in before
    assert '<tr id="line-61"' in below
    assert names(room)[8:] == []
    room.post("/players/import", **form, **{"is-61": "another"})
    assert names(room)[8:] == [*SHORT_NAMES, "anna berg"]


def test_one_tap_reads_a_line_the_other_way(room: Room) -> None:
    raw, form = preview(room, "Müller, Jürgen\nAnna Berg, Malmö")
    assert 'value="Jürgen Müller"' in raw
    assert "Müller from Jürgen" in raw
    assert "“Müller, Jürgen” becomes “Jürgen Müller”." in raw
    turned = room.client.post(f"{room.base}/players/import/preview", data={**form, "other": "1"}).text
    assert rows_of(turned)["name-1"] == ["Müller"]
    assert rows_of(turned)["city-1"] == ["Jürgen"]
    again = {**rows_of(turned), "people": form["people"], "other": ["1"]}
    back = room.client.post(f"{room.base}/players/import/preview", data=again).text
    assert rows_of(back) == rows_of(raw)


def test_every_guess_is_read_the_other_way_at_once_and_what_was_mended_stays(room: Room) -> None:
    _, form = preview(room, "Berg, Anna\nCho, Bo\nWaiting list\nDi Eng")
    form |= {"name-4": ["Di Engel"], "every": ["1"]}
    turned = room.client.post(f"{room.base}/players/import/preview", data=form).text
    assert [rows_of(turned)[f"name-{key}"] for key in (1, 2, 4)] == [["Berg"], ["Cho"], ["Di Engel"]]
    assert "“Waiting list” is a heading." in turned


def test_a_line_taken_for_a_heading_can_be_a_player_after_all(room: Room) -> None:
    raw, form = preview(room, "Ann\nReserve")
    assert "Import as Reserve" in raw
    turned = room.client.post(f"{room.base}/players/import/preview", data={**form, "other": "2"}).text
    room.post("/players/import", **rows_of(turned))
    assert names(room)[8:] == ["Ann", "Reserve"]


def test_five_names_on_one_line_are_five_rows(room: Room) -> None:
    _, form = preview(room, "Ann Bell\nAnna Berg, Bo Cho, Cy Diaz, Di Eng, Ed Foo")
    room.post("/players/import", **form)
    assert names(room)[8:] == ["Ann Bell", "Anna Berg", "Bo Cho", "Cy Diaz", "Di Eng", "Ed Foo"]


def test_the_last_line_of_a_long_list_can_be_left_out(room: Room) -> None:
    people = "\n".join(f"Guest {number}" for number in range(1, 1001))
    numbers = list(map(str, range(1, 1001)))
    rows = {f"name-{number}": f"Guest {number}" for number in numbers}
    rows |= {f"is-{number}": "another" for number in numbers}
    assert (
        'name="take" value="1000" checked'
        in room.client.post(f"{room.base}/players/import/preview", data={"people": people}).text
    )
    room.post("/players/import", people=people, line=numbers, take=numbers[:-1], **rows)
    assert names(room)[-1] == "Guest 999"
    page = room.post("/players/import/preview", 200, people=f"{people}\nGuest 1001")
    assert "A list of more than 1000 lines must be fixed at its source" in page


def test_a_person_is_forgotten_on_every_page(room: Room) -> None:
    room.post("/players/1/change", name="Zoé Lambert", vekn="3200001", city="Ghent")
    room.seat()
    assert "Forget this person for good" in room.get("/players/1")
    room.post("/players/1/forget")
    public = f"/tournaments/{room.id}"
    pages = [f"{room.base}{path}" for path in ("/players", "/players/1", "/log", "/rounds/1", "/standings", "/export")]
    for page in (*pages, public, f"{public}/standings"):
        # Only what waits for the report to the VEKN still names them.
        shown = re.sub(r'"reported": \{[^}]*\}', "", room.client.get(page).text)
        assert not any(word in shown for word in ("Zo\u00e9", "Lambert", "3200001")), page
    assert "№ 1" in room.get("/players")
    assert "Only the report to the VEKN still names this person" in room.get("/players/1")


def test_a_text_without_cards_is_said_at_every_door_and_its_player_stays_missing(app: Flask) -> None:
    room = make_room(app, 5, requires_decks=True)
    room.post("/players/1/deck", deck="hello world")
    assert "A text without cards: it does not count as a decklist." in room.get("/players/1")
    assert "Decklists missing 5" in room.get("/players?show=lists")
    assert "Player 1 a text without cards" in room.get("/players?show=lists")
    shown = room.client.get(f"/api/v1/tournaments/{room.id}/players/1/deck?round=1")
    assert "A text without cards" in shown.text
    room.client.set_cookie("language", "es")
    assert "A text without cards" not in room.get("/players/1")
    printed = check_in_list(UNNAMED, pack_of(room.tournament).players)
    assert [row["note"] for row in printed.data["rows"]] == ["a text without cards", *[""] * 4]
    assert not any(row["deck"] for row in printed.data["rows"])


def test_an_event_that_is_not_reported_asks_for_no_numbers_and_still_reads_them(app: Flask) -> None:
    room = make_room(app, 0, is_reported=False)
    assert "VEKN number" not in room.get("/players") + room.get("/players/import")
    sent = {"people": "Ada Amos\nBela Brown"}
    preview = room.client.post(f"{room.base}/players/import/preview", data=sent).text
    assert re.findall(r'<th scope="col"[^>]*>(.*?)</th>', preview) == ["Line", "Name", "Action"]
    room.post("/players/import", people="Ada Amos\nBela Brown 1000002")
    room.post("/players/add", name="Cleo")
    assert [player.vekn for player in room.tournament.players.values()] == ["", "1000002", ""]
    folds = [
        page.index("VEKN number") > page.index("More choices") for page in map(room.get, ("/players/1", "/players/2"))
    ]
    assert folds == [True, False]


def test_a_longer_list_builds_no_more_addresses(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    url = Console.url

    def noted(console: Console, endpoint: str, **values: Any) -> str:
        built.append(endpoint)
        return url(console, endpoint, **values)

    monkeypatch.setattr(Console, "url", noted)
    counts = []
    for size in (10, 20):
        room = make_room(app, size)
        room.change(rounds.draft_round, [[*range(n, n + 5)] for n in range(1, size, 5)], seed=1)
        built.clear()
        pages = [room.raw(path) for path in ("/players", "/rounds/1")]
        assert f'href="{room.base}/players/{size}"' in pages[0]
        assert f'href="{room.base}/rounds/1?pick={size}#edit"' in pages[1]
        counts.append(len(built))
    assert counts[0] == counts[1]
