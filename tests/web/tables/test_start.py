from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.forms.drawn import forms_of
from tests.web.pages import markup_of, text_of
from tests.web.tables.conftest import Table
from toolkit.game.options import VALUES
from toolkit.schemas.table_forms import OPTIONS, option_field
from toolkit.services.tables.folding import games
from toolkit.web.base import stores
from toolkit.web.tables.settings_words import QUESTIONS


def created(app: Flask, **form: object) -> Table:
    client = app.test_client()
    answer = client.post("/tables", data=form)
    assert answer.status_code == 303, text_of(answer)
    found = re.fullmatch(r"/tables/(\w+)/host/[\w-]{22}/links", answer.location)
    assert found is not None
    return Table(app, found[1])


def test_two_names_are_enough_and_the_first_turn_begins(app: Flask) -> None:
    table = created(app, name1="Anna", name2="Bruno")
    assert table.game.seats == ("Anna", "Bruno")
    assert table.game.state.step.turn == 1
    assert table.game.made.profile == "current"


def test_every_choice_is_kept(app: Flask) -> None:
    table = created(
        app,
        name1="Anna", name3="Carla", name6="Farid", variant="pm_advanced", enforcement="advise", speed="detailed",
        depth="light", minutes="90", title="Kitchen table", is_drawn="1",
    )  # fmt: skip
    made = table.game.made
    assert sorted(table.game.seats) == ["Anna", "Carla", "Farid"]
    assert (made.title, made.profile, made.seconds, made.depth) == ("Kitchen table", "pm_advanced", 5400, "light")
    assert not any(seat.counted for seat in table.game.state.seats.values()), "light tracking counts no hands"
    options = made.options
    assert (options.game_mode, options.game_enforcement, options.game_speed) == ("pm_advanced", "advise", "detailed")


def test_five_seats_stand_there_and_the_rest_is_folded(app: Flask) -> None:
    page = markup_of(app.test_client().get("/tables"))
    seats, _, rest = page.partition("<summary>Add a seat</summary>")
    assert re.findall(r'name="(name\d)"', seats) == ["name1", "name2", "name3", "name4", "name5"]
    sixth, _, more = rest.partition("<summary>More choices</summary>")
    assert re.findall(r'name="(name\d)"', sixth) == ["name6"]
    assert {"first", "variant", "depth"} <= set(re.findall(r'name="(\w+)"', more))


def test_a_table_is_followed_lightly_unless_more_is_chosen(app: Flask) -> None:
    page = app.test_client().get("/tables").text
    assert re.findall(r'name="depth" value="(\w+)" checked', page) == ["light"]


def test_who_goes_first_is_told_as_it_fell(app: Flask) -> None:
    for place, name in enumerate(("Anna", "Bruno", "Carla"), start=1):
        table = created(app, name1="Anna", name2=" Bruno", name3="Carla", is_drawn="1", first=str(place))
        assert table.game.state.step.seat == name


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"first": "3"}, "That seat is empty."),
        ({"first": "7"}, "Choose one of these."),
        ({"first": "2", "option_setup_first_player": "seat_one"}, "The first seat goes first."),
    ],
)
def test_a_first_player_that_cannot_be_is_refused(app: Flask, form: dict[str, str], sentence: str) -> None:
    answer = app.test_client().post("/tables", data={"name1": "Anna", "name2": "Bruno", **form})
    assert (answer.status_code, sentence in text_of(answer)) == (422, True)


def test_every_option_of_the_rules_can_be_chosen(app: Flask) -> None:
    asked = [question for _, questions in QUESTIONS for question in questions]
    assert sorted(question.option for question in asked) == sorted(OPTIONS)
    assert set(VALUES) - set(OPTIONS) == {
        "game_mode", "game_enforcement", "game_speed",  # fields of their own
        "deck_profile", "deck_boosters", "deck_starters", "deck_recursions",  # decks are not noted here
    }  # fmt: skip
    last = {question.option: VALUES[question.option][-1] for question in asked}
    form = {option_field(option): value for option, value in last.items()}
    table = created(app, name1="Anna", name2="Bruno", variant="pm_advanced", **form)
    assert {option: getattr(table.game.made.options, option) for option in last} == last


def test_an_option_left_alone_is_the_profiles(app: Flask) -> None:
    table = created(app, name1="Anna", name2="Bruno", profile="outline_4_1", option_cancel_cost="current")
    options = table.game.made.options
    assert (options.title_baron_surcharge, options.cancel_cost) == ("on", "current")


def test_what_a_table_plays_otherwise_is_told_with_its_links(app: Flask) -> None:
    plain = created(app, name1="Anna", name2="Bruno")
    other = created(app, name1="Anna", name2="Bruno", option_title_baron_surcharge="on", option_score_withdraw_vp="0.5")
    assert "plays otherwise" not in text_of(plain.get("1", "/links"))
    page = text_of(other.get("1", "/links"))
    assert "Does a baron pay 2 blood in a contest with a prince or an archbishop? Yes" in page
    assert "What is a withdrawal worth? ½ VP" in page


def test_the_options_wait_behind_headings_and_open_with_what_was_chosen(app: Flask) -> None:
    page = app.test_client().get("/tables").text
    assert page.count('<details class="more" id="rules-') == len(QUESTIONS)
    assert '" open><summary>' not in page
    sent = {"name1": "Anna", "option_pm_picks": "one_each", "option_cancel_cost": "sometimes"}
    answer = app.test_client().post("/tables", data=sent)
    assert answer.status_code == 422
    assert '<details class="more" id="rules-4" open>' in answer.text
    assert '<option value="one_each" selected>' in answer.text
    assert "Choose one of these." in text_of(answer)


@pytest.mark.parametrize("variant", ["standard", "pm_intro", "pm_advanced"])
def test_a_link_may_choose_the_game(app: Flask, variant: str) -> None:
    page = app.test_client().get(f"/tables?variant={variant}").text
    assert f'value="{variant}" checked' in page
    assert page.count(" checked") == 2


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "A table has two players or more."),
        ({"name1": "Anna"}, "A table has two players or more."),
        ({"name1": "Anna", "name2": "Anna"}, "Every player needs a name of their own."),
        ({"name1": "table", "name2": "Anna"}, "Every player needs a name of their own."),
        ({"name1": "A" * 61, "name2": "Anna"}, "A name has at most 60 characters."),
        ({"name1": "A", "name2": "B", "minutes": "ten"}, "Enter a number."),
        ({"name1": "A", "name2": "B", "minutes": "9" * 500}, "Enter a number from 0 to 1,440."),
        ({"name1": "A", "name2": "B", "variant": "chess"}, "Choose one of these."),
        ({"name1": "A", "name2": "B", "enforcement": "gentle"}, "Choose one of these."),
        ({"name1": "A", "name2": "B", "title": "x" * 201}, "This is too long."),
    ],
)
def test_what_is_no_table_is_said_beside_what_was_typed(app: Flask, form: dict[str, str], sentence: str) -> None:
    answer = app.test_client().post("/tables", data=form)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    if form.get("name1"):
        assert f'value="{form["name1"]}"' in answer.text


@pytest.mark.parametrize(("changed", "tables"), [({}, 1), ({"name2": "Bruna"}, 2)])
def test_a_form_that_is_sent_twice_makes_one_table(fresh_app: Flask, changed: dict[str, str], tables: int) -> None:
    """Whoever goes back and corrects a name means another table."""
    page = fresh_app.test_client().get("/tables").text
    (drawn,) = [form for form in forms_of(page) if form.action == "/tables"]
    form = drawn.sent | {"name1": "Anna", "name2": "Bruno"}
    made = {created(fresh_app, **sent).id for sent in (form, {**form, **changed})}
    assert len(made) == tables
    with fresh_app.app_context():
        assert len(games(stores.current_context()).streams()) == tables


def test_nobody_makes_tables_without_end(fresh_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    app = fresh_app
    monkeypatch.setattr("toolkit.services.tables.creating.MOST_A_DAY", 1)
    created(app, name1="Anna", name2="Bruno")
    answer = app.test_client().post("/tables", data={"name1": "Carla", "name2": "Dario"})
    assert answer.status_code == 409
    assert "try again tomorrow" in text_of(answer)


def test_a_pasted_name_loses_what_no_page_shows(app: Flask) -> None:
    assert created(app, name1="An\x00na\x07", name2=" Bruno \x0c").game.seats == ("Anna", "Bruno")


def test_names_of_scripts_stay_names(app: Flask) -> None:
    table = created(app, name1="<script>alert(1)</script>", name2='"><img src=x onerror=alert(1)>')
    for door in ("1", "2", "host", "watch"):
        page = table.get(door).text
        assert "<script>alert" not in page
        assert "<img src=x" not in page
    assert "<script>alert" not in table.get("host", "/links").text


def test_one_address_makes_a_hundred_tables_an_hour(fresh_app: Flask) -> None:
    client = fresh_app.test_client()
    statuses = [client.post("/tables", data={"name1": "Anna", "name2": "Bruno"}).status_code for _ in range(101)]
    assert statuses == [303] * 100 + [429]


def test_the_way_in_leads_to_what_helps_at_a_table(app: Flask) -> None:
    page = app.test_client().get("/tables").text
    for way in ("/guide/first-turn/standard", "/guide/phased-motion", "/guide", "/replay"):
        assert f'<li><a href="{way}">' in page
