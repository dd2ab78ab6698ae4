"""A judge's phone in a hall whose network comes and goes: no note, ruling or penalty is lost or issued twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import faults_of, press
from tests.browser.halls import FINGER, TABLES, Hall
from tests.browser.lossy import find_the_server, lose_the_answer, lose_the_server, sending
from toolkit.services.accounts import accounts
from toolkit.services.kernel.context import database_address, open_context
from toolkit.services.lifecycle.tournaments import make_demo
from toolkit.tournament import calls, clock, players, rounds, steps
from toolkit.tournament.facts import JudgeCallClosed, NoteAdded, PenaltyGiven, ResultEntered

KEPT = "No network. Your entry is saved on this device"


@pytest.fixture
def judge(seated: Hall) -> Callable[[str], Page]:
    """A function that opens a page of the judges on a phone."""

    def open_at(path: str) -> Page:
        phone = seated.window(seated.organizer, **FINGER)
        phone.goto(f"/tournaments/{seated.id}/judge{path}")
        return phone

    return open_at


def notes(hall: Hall) -> list[str]:
    return [entry.fact.text for entry in hall.state.log if isinstance(entry.fact, NoteAdded)]


def test_two_notes_wait_for_the_server_and_come_in_their_order(seated: Hall, judge: Callable[[str], Page]) -> None:
    phone = judge("/notes")
    lose_the_server(phone)
    for text in ("Nils was late", "Ada asked twice"):
        phone.get_by_label("A note for the officials").fill(text)
        phone.get_by_role("button", name="Save note").click()
        expect(phone.get_by_text(KEPT)).to_be_visible()
    assert notes(seated) == []
    phone.unroute("**/*")
    expect(phone.get_by_text("Sent at")).to_be_visible()
    expect(phone.locator(".log")).to_contain_text("Ada asked twice")
    assert notes(seated) == ["Nils was late", "Ada asked twice"]
    assert faults_of(phone) == []


def test_a_note_that_is_typed_while_another_one_waits_outlives_a_reload(judge: Callable[[str], Page]) -> None:
    phone = judge("/notes")
    field = phone.get_by_label("A note for the officials")
    lose_the_server(phone)
    field.fill("Nils was late")
    phone.get_by_role("button", name="Save note").click()
    expect(phone.get_by_text(KEPT)).to_be_visible()
    field.fill("Ada asked")
    find_the_server(phone)
    expect(phone.get_by_text("Sent at")).to_be_visible()
    phone.reload()
    expect(field).to_have_value("Ada asked")
    press(phone.get_by_role("button", name="Save note"))
    phone.reload()
    expect(field).to_have_value("")


def test_a_note_whose_answer_was_lost_leaves_its_field_after_a_reload(
    seated: Hall, judge: Callable[[str], Page]
) -> None:
    phone = judge("/notes")
    field = phone.get_by_label("A note for the officials")
    with sending(phone, lose_the_answer):
        field.fill("Nils was late")
        phone.get_by_role("button", name="Save note").click()
        expect(phone.get_by_text(KEPT)).to_be_visible()
        phone.reload()
        expect(field).to_have_value("Nils was late")
    expect(phone.get_by_text("Sent at")).to_be_visible()
    expect(field).to_have_value("")
    assert notes(seated) == ["Nils was late"]


def test_of_a_form_that_is_typed_anew_while_it_waits_all_comes_back(seated: Hall) -> None:
    laptop = seated.laptop("/sanctions")
    laptop.get_by_text("Someone who is not playing").click()
    form = laptop.locator("form[data-keep=penalty][data-each]")
    lose_the_server(laptop)
    for name in ("Spec A", "Spec B"):
        form.locator("[name=name]").fill(name)
        form.locator("[name=infraction]").select_option(index=3)
        form.locator("[name=kind][value=disqualification]").check()
        form.locator("[name=note]").fill(f"{name} threw cards")
        if name == "Spec A":
            form.locator("[name=note]").press("Enter")
            expect(laptop.get_by_text(KEPT)).to_be_visible()
    find_the_server(laptop)
    expect(laptop.get_by_text("Sent at")).to_be_visible()
    laptop.reload()
    expect(form.locator("[name=name]")).to_have_value("Spec B")
    expect(form.locator("[name=kind]:checked")).to_have_value("disqualification")
    expect(form.locator("[name=infraction]")).not_to_have_value("")
    assert seated.entries(PenaltyGiven) == 1


def test_a_ruling_that_is_typed_outlives_the_page(judge: Callable[[str], Page]) -> None:
    phone = judge("/rounds/1/tables/1")
    phone.get_by_role("textbox", name="Ruling").fill("The vote counts")
    phone.goto(phone.url.replace("/rounds/1/tables/1", "/players"))
    phone.go_back()
    expect(phone.get_by_role("textbox", name="Ruling")).to_have_value("The vote counts")
    press(phone.get_by_role("button", name="Save note"))
    expect(phone.get_by_role("textbox", name="Ruling")).to_have_value("")


def test_who_went_on_to_another_page_stays_there_once_it_was_sent(seated: Hall, judge: Callable[[str], Page]) -> None:
    phone = judge("/notes")
    phone.route("**/notes", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    phone.get_by_label("A note for the officials").fill("Nils was late")
    phone.get_by_role("button", name="Save note").click()
    expect(phone.get_by_text(KEPT)).to_be_visible()
    press(phone.get_by_role("link", name="Tables").last)
    press(phone.get_by_role("link", name="Table 1", exact=False).first)
    ruling = phone.get_by_role("textbox", name="Ruling")
    ruling.press_sequentially("The vote")
    find_the_server(phone, "**/notes")
    expect(phone.get_by_text("Sent at")).to_be_visible()
    ruling.press_sequentially(" counts")
    expect(ruling).to_have_value("The vote counts")
    assert notes(seated) == ["Nils was late"]


def test_what_is_typed_meanwhile_stays_and_two_taps_of_one_page_do_not_refuse_each_other(
    seated: Hall, judge: Callable[[str], Page]
) -> None:
    seated.work.change(clock.start_clock, 1, minutes=120)
    phone = judge("/rounds/1/tables/1")
    lose_the_server(phone)
    for minutes in ("+3 min", "+5 min"):
        phone.get_by_role("button", name=minutes).click()
        expect(phone.get_by_text(KEPT)).to_be_visible()
    expect(phone.get_by_text("(+3 min, +5 min)")).to_be_visible()
    ruling = phone.get_by_role("textbox", name="Ruling")
    ruling.press_sequentially("The vote")
    find_the_server(phone)
    expect(phone.get_by_text("Sent at")).to_be_visible()
    expect(ruling).to_be_focused()
    ruling.press_sequentially(" counts")
    expect(ruling).to_have_value("The vote counts")
    assert seated.state.round(1).clock.table_extensions == {1: 480}
    phone.get_by_role("button", name="Save note").click()
    expect(ruling).to_have_value("")
    assert [text.rpartition(": ")[2] for text in notes(seated)] == ["The vote counts"]


def test_another_window_neither_leaves_its_page_nor_takes_the_answer(
    seated: Hall, judge: Callable[[str], Page]
) -> None:
    phone = judge("/notes")
    other = phone.context.new_page()
    other.goto(phone.url)
    other.get_by_label("A note for the officials").fill("Half a thought")
    lose_the_server(phone)
    phone.get_by_label("A note for the officials").fill("Nils was late")
    phone.get_by_role("button", name="Save note").click()
    expect(phone.get_by_text(KEPT)).to_be_visible()
    expect(other.get_by_text(KEPT)).to_be_visible()
    find_the_server(phone)
    expect(phone.get_by_text("Sent at")).to_be_visible()
    expect(phone.get_by_label("A note for the officials")).to_have_value("")
    expect(other.locator(".log")).to_contain_text("Nils was late")
    expect(other.get_by_label("A note for the officials")).to_have_value("Half a thought")
    assert notes(seated) == ["Nils was late"]


def test_what_is_typed_about_one_player_is_not_another_s(seated: Hall) -> None:
    laptop = seated.laptop("/sanctions?player=1&infraction=2.3")
    laptop.get_by_label("Note, or the reason").last.fill("Ada shuffled the wrong deck")
    laptop.goto(laptop.url.replace("player=1", "player=2"))
    expect(laptop.get_by_label("Note, or the reason").last).to_have_value("")
    laptop.go_back()
    expect(laptop.get_by_label("Note, or the reason").last).to_have_value("Ada shuffled the wrong deck")


def test_two_players_who_come_late_are_both_registered_once_the_server_is_back(hall: Hall) -> None:
    laptop = hall.laptop("/players")
    laptop.locator("#add > summary").click()
    lose_the_server(laptop)
    for name in ("Ilse Adler", "Bruno Weiss"):
        laptop.locator("#name").fill(name)
        laptop.locator("#name").press("Enter")
        expect(laptop.get_by_text(KEPT)).to_be_visible()
    find_the_server(laptop)
    expect(laptop.get_by_text("Sent at")).to_be_visible()
    assert [player.name for player in hall.state.players.values()][-2:] == ["Ilse Adler", "Bruno Weiss"]


def test_a_call_is_answered_once_whatever_the_network_does(seated: Hall, judge: Callable[[str], Page]) -> None:
    seated.work.change(calls.call_judge, round_number=1, table=3, reason="May he block?")
    phone = judge("")
    lose_the_server(phone)
    phone.get_by_role("button", name="Done (Table 3)").click()
    expect(phone.get_by_text(KEPT)).to_be_visible()
    find_the_server(phone)
    expect(phone.get_by_text("No open calls.")).to_be_visible()
    assert seated.entries(JudgeCallClosed) == 1


def test_a_penalty_that_was_refused_meanwhile_is_as_it_was_chosen(seated: Hall, judge: Callable[[str], Page]) -> None:
    phone = judge("/players/14/penalty/3.7")
    grades = phone.get_by_role("radio")
    grades.last.check()
    phone.get_by_label("Note, or the reason").fill("Looked at his library")
    lose_the_server(phone)
    phone.get_by_role("button", name="Issue the penalty").click()
    expect(phone.get_by_text(KEPT)).to_be_visible()
    seated.work.change(players.change_player, 14, city="Oslo")
    find_the_server(phone)
    # The page that it was typed on says so; another one leads back to it.
    expect(phone.get_by_text("This changed in the meantime")).to_be_visible()
    expect(grades.last).to_be_checked()
    expect(phone.get_by_role("button", name="Sound off: tap to hear calls")).to_be_visible()
    assert seated.entries(PenaltyGiven) == 0
    press(phone.get_by_role("button", name="Issue the penalty"))
    expect(phone.locator(".sanctions li")).to_have_count(1)


def test_a_penalty_that_was_refused_on_another_page_leads_back_to_what_was_chosen(
    seated: Hall, judge: Callable[[str], Page]
) -> None:
    phone = judge("/players/14/penalty/3.7")
    phone.get_by_role("radio").last.check()
    phone.get_by_label("Note, or the reason").fill("Looked at his library")
    lose_the_server(phone, "**/penalty/3.7")
    phone.get_by_role("button", name="Issue the penalty").click()
    expect(phone.get_by_text(KEPT)).to_be_visible()
    seated.work.change(players.change_player, 14, city="Oslo")
    phone.goto(f"/tournaments/{seated.id}/judge/notes")
    find_the_server(phone, "**/penalty/3.7")
    expect(phone.get_by_text("This could not be done.")).to_be_visible()
    press(phone.get_by_role("link", name="View it"))
    expect(phone.get_by_role("radio").last).to_be_checked()
    expect(phone.get_by_label("Note, or the reason")).to_have_value("Looked at his library")
    assert seated.entries(PenaltyGiven) == 0


def test_a_result_that_a_judge_enters_waits_for_the_server(seated: Hall, judge: Callable[[str], Page]) -> None:
    phone = judge("/rounds/1/tables/1")
    press(phone.get_by_role("link", name="Enter the result"))
    phone.locator("#vp3").fill("5")
    lose_the_server(phone)
    phone.get_by_role("button", name="Enter this result").last.click()
    expect(phone.get_by_text(KEPT)).to_be_visible()
    find_the_server(phone)
    expect(phone.get_by_text("Result of table 1 in round 1")).to_be_visible()
    assert (seated.line(1), seated.entries(ResultEntered)) == ([0, 0, 10, 0, 0], 1)


def test_who_was_signed_out_meanwhile_loses_nothing(
    serve_app: Callable[..., str], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    base = serve_app(DATA_FOLDER=str(tmp_path), ACCOUNTS=True)
    context = open_context(database_address(tmp_path))
    for name in ("Odile", "Boris"):
        accounts.sign_up(context, name, "correct horse battery", is_admin=True)
    hall = Hall(base, context, make_demo(context, name="Lyon").id, open_page)
    hall.work.change(rounds.draft_round, TABLES, seed=7)
    hall.work.change(steps.publish_round)

    def sign_in(page: Page, name: str) -> None:
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill("correct horse battery")
        press(page.get_by_role("button", name="Sign in", exact=True))

    phone = hall.window(f"/account/sign-in?next=/tournaments/{hall.id}/judge/notes", **FINGER)
    sign_in(phone, "Odile")
    phone.context.clear_cookies()
    phone.get_by_label("A note for the officials").fill("Nils was late")
    phone.get_by_role("button", name="Save note").click()
    expect(phone.get_by_text("You are signed out. Your entry is saved on this device")).to_be_visible()
    assert notes(hall) == []
    press(phone.locator("#outbox").get_by_role("link", name="Sign in"))
    # Another judge's phone it is not: what Boris has to say goes out, and nothing under his name but that.
    sign_in(phone, "Boris")
    expect(phone.get_by_label("A note for the officials")).to_have_value("")
    phone.get_by_label("A note for the officials").fill("Lunch at one")
    press(phone.get_by_role("button", name="Save note"))
    expect(phone.locator(".log")).to_contain_text("Lunch at one")
    phone.context.clear_cookies()
    phone.reload()
    sign_in(phone, "Odile")
    expect(phone.locator(".log")).to_contain_text("Nils was late")
    # Her window stays open while Boris signs in beside it: what she types there is not entered under his name.
    phone.get_by_label("A note for the officials").fill("Table 3 waits")
    phone.context.clear_cookies()
    other = phone.context.new_page()
    other.goto(f"{base}/account/sign-in?next=/tournaments/{hall.id}/judge/notes")
    sign_in(other, "Boris")
    expect(other.locator(".log")).to_contain_text("Nils was late")
    phone.get_by_role("button", name="Save note").click()
    expect(phone.get_by_text("You are signed out. Your entry is saved on this device")).to_be_visible()
    assert [(entry.fact.text, entry.by) for entry in hall.state.log if isinstance(entry.fact, NoteAdded)] == [
        ("Lunch at one", "Boris"),
        ("Nils was late", "Odile"),
    ]
    context.store.close()
