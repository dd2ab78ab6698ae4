"""Signing up on the public page, as somebody without an account does it, and what the organizer sees of it."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.services.events.test_mail import letter, standing_in
from tests.web.events.conftest import organizer_client
from tests.web.room.conftest import Room
from toolkit.services.notices.web_push import kept_devices
from toolkit.web.base import stores

FORM = {
    "name": "Anna Bell",
    "no_vekn": "1",
    "country": "Belgium",
    "contact": "anna@example.org",
    "agrees_to_archive": "yes",
}


@pytest.fixture
def door(room: Room) -> Room:
    """Ten places, of which the eight players have theirs."""
    room.api("PUT", "/sign-up", {"capacity": 10})
    return room


def page(room: Room, path: str = "") -> str:
    return f"/tournaments/{room.id}{path}"


def sign(room: Room, **more: str) -> str:
    """The path of the own page that is the answer."""
    return str(room.post(page(room, "/sign-up"), **{**FORM, **more}).location)


def test_it_is_off_until_the_organizer_opens_it(room: Room) -> None:
    assert "/sign-up" not in room.get(page(room)).text
    assert "Signing up is off." in room.get(page(room, "/sign-up")).text
    assert "ask the organizer" in room.post(page(room, "/sign-up"), 409, **FORM).text


def test_who_signs_up_has_a_link_of_their_own_and_is_a_player(door: Room) -> None:
    assert f'href="{page(door, "/sign-up")}"' in door.get(page(door)).text
    own = door.get(sign(door)).text
    assert "Your sign-up: registered" in own
    players = door.api("GET", "/players")
    assert (players[-1]["name"], players[-1]["country"], players[-1]["agrees_to_archive"]) == ("Anna Bell", "BE", True)
    assert f"/players/{players[-1]['number']}/" in own


def test_whoever_comes_when_all_places_are_taken_waits_in_line_and_is_offered_the_first(door: Room) -> None:
    links = [sign(door, name=f"Person {number}") for number in range(1, 5)]
    assert "You are number 2 in line." in door.get(links[3]).text
    assert "2 people wait already." in door.get(page(door, "/sign-up")).text
    door.post(f"{links[0]}/cancel")
    assert "Take the place" in door.get(links[2]).text
    door.post(f"{links[2]}/decline")
    door.post(f"{links[3]}/accept")
    assert "Your sign-up: registered" in door.get(links[3]).text
    assert "Your sign-up: declined" in door.get(links[2]).text
    assert [one["status"] for one in door.api("GET", "/sign-ups")] == [
        "cancelled",
        "registered",
        "declined",
        "registered",
    ]


def test_who_waits_is_told_with_the_page_closed_until_they_say_otherwise(door: Room, app: Flask) -> None:
    link = [sign(door, name=f"Person {number}") for number in range(1, 4)][-1]
    sent = {"url": "https://fcm.googleapis.com/fcm/send/x", "p256dh": "B" * 86 + "A", "auth": "A" * 22}
    safe = {"base_url": "https://localhost"}
    assert 'id="push"' not in door.get(link).text
    assert f'data-to="{link}/devices"' in door.client.get(link, **safe).text
    other = link.replace("/sign-ups/3/", "/sign-ups/2/")
    assert door.client.post(f"{other}/devices", data=sent, **safe).status_code == 404
    assert door.client.post(f"{link}/devices", data=sent, **safe).status_code == 204
    with app.app_context():
        ((kept),) = kept_devices(stores.own_folder(), door.id)
        assert (kept.player, kept.sign_up, kept.page.endswith(link)) == (0, 3, True)
    assert door.client.post(f"{link}/devices/forget", data=sent, **safe).status_code == 204
    with app.app_context():
        assert kept_devices(stores.own_folder(), door.id) == []


def test_more_places_are_offered_to_who_waits(door: Room) -> None:
    links = [sign(door, name=f"Person {number}") for number in range(1, 5)]
    door.api("PUT", "/sign-up", {"capacity": 11})
    assert "Take the place" in door.get(links[2]).text
    assert "You are number 1 in line." in door.get(links[3]).text
    refused = door.api.client.put(
        f"/api/v1/tournaments/{door.id}/sign-up", json={"capacity": 8}, headers=door.api.headers
    )
    assert refused.status_code == 409
    assert refused.json["message"] == "10 players are registered already, 2 more than 8 places."


def test_a_name_that_is_there_is_asked_about_and_nobodys_contact_is_shown(door: Room) -> None:
    sign(door)
    asked = door.post(page(door, "/sign-up"), 422, **{**FORM, "name": "anna  BELL", "contact": "other"}).text
    assert "If that is you, open your own link." in asked
    assert 'value="anna  BELL"' in asked
    assert "anna@example.org" not in asked
    assert "anna@example.org" not in door.get(page(door)).text
    sign(door, name="anna  BELL", is_namesake="1")


def test_a_number_or_none_is_asked_for(door: Room) -> None:
    text = door.post(page(door, "/sign-up"), 422, name="Bo", contact="").text
    assert "Enter your VEKN number, or say that you have none." in text
    assert "is not a VEKN number" in door.post(page(door, "/sign-up"), 422, **{**FORM, "vekn": "x"}).text


def test_only_the_holder_opens_the_own_page(door: Room) -> None:
    own = sign(door)
    door.get(own[:-1] + ("A" if own[-1] != "A" else "B"), 404)
    door.get(own.replace("/sign-ups/1/", "/sign-ups/2/"), 404)
    assert door.get(own).headers["Cache-Control"] == "no-store"


def test_the_organizer_sees_contacts_and_the_line(door: Room) -> None:
    for number in range(1, 4):
        sign(door, name=f"Person {number}")
    shown = door.api("GET", "/sign-ups")
    assert [(one["status"], one["place"], one["contact"]) for one in shown][-1] == ("waiting", 1, "anna@example.org")
    door.get(f"/api/v1/tournaments/{door.id}/sign-ups", 404)
    door.api("POST", "/sign-ups/3/cancel")
    assert door.api("GET", "/sign-ups")[-1]["status"] == "cancelled"


def test_the_console_names_first_who_is_offered_a_place_then_who_waits(door: Room) -> None:
    for number in range(1, 5):
        sign(door, name=f"Person {number}")
    door.api("POST", "/sign-ups/1/cancel")
    shown = organizer_client(door.app).get(page(door, "/console/sign-up")).text
    assert re.findall(r'<span class="who">(Person \d)', shown) == ["Person 3", "Person 4", "Person 2", "Person 1"]


def test_fields_of_the_rules_that_are_left_empty_are_as_their_hints_say(door: Room) -> None:
    organizer, rules = organizer_client(door.app), page(door, "/console/sign-up")
    form = {"capacity": "", "offer_hours": "", "opens": "", "closes": "", "asks": ["vekn", "contact"]}
    assert organizer.post(rules, data=form).status_code == 303
    with door.app.app_context():
        kept = stores.current_context().tournaments.look(door.id).state.settings.sign_up
    assert (kept.capacity, kept.offer_minutes, kept.opens) == (0, 24 * 60, None)
    assert {field.value for field in kept.asks} == {"vekn", "contact"}
    refused = organizer.post(rules, data={**form, "capacity": "many", "asks": ["country"]})
    assert refused.status_code == 422
    assert re.findall(r'name="asks" value="(\w+)" checked', refused.text) == ["country"]


def test_nothing_is_asked_where_every_tick_is_taken_away(door: Room) -> None:
    rules = page(door, "/console/sign-up")
    assert organizer_client(door.app).post(rules, data={"capacity": "12", "offer_hours": "24"}).status_code == 303
    with door.app.app_context():
        assert stores.current_context().tournaments.look(door.id).state.settings.sign_up.asks == ()


def test_a_player_whom_the_organizer_drops_makes_room_at_once(door: Room) -> None:
    links = [sign(door, name=f"Person {number}") for number in range(1, 4)]
    said = door.api("POST", "/players/1/drop", {})
    assert [entry["sentence"] for entry in said["entries"]] == ["Player 1 dropped.", "A place is offered to Person 3."]
    assert "Take the place" in door.get(links[2]).text


NUMBERED = {"vekn": "3000001", "no_vekn": "0"}


def claim(room: Room, name: str = "Anna Bell") -> str:
    """The own page of whoever claims the number that somebody else signed up first."""
    sign(room, name="Max Thief", **NUMBERED)
    asked = room.post(page(room, "/sign-up"), 422, **{**FORM, **NUMBERED, "name": name}).text
    assert "The VEKN number 3000001 is signed up already." in asked
    assert 'name="is_claim"' in asked
    return sign(room, name=name, is_claim="1", **NUMBERED)


def numbers(room: Room) -> dict[str, str]:
    return {
        one["name"]: one["vekn"] for one in room.api("GET", "/players") if one["name"] in ("Max Thief", "Anna Bell")
    }


@pytest.mark.parametrize(
    ("is_granted", "then"),
    [("1", {"Max Thief": "", "Anna Bell": "3000001"}), ("0", {"Max Thief": "3000001", "Anna Bell": ""})],
)
def test_who_owns_a_number_claims_it_and_the_organizer_decides_in_one_press(
    door: Room, app: Flask, is_granted: str, then: dict[str, str]
) -> None:
    own = claim(door)
    assert "You claimed the VEKN number 3000001." in door.get(own).text
    assert numbers(door) == {"Max Thief": "3000001", "Anna Bell": ""}
    organizer, console = organizer_client(app), page(door, "/console")
    for path in ("/rounds/1", "/sign-up"):
        shown = organizer.get(f"{console}{path}").text
        assert re.search(
            r"Anna Bell \(signed up [-\d: ]+\) claims the VEKN number 3000001 of Max Thief \(signed up", shown
        )
        assert "Give them the number" in shown
    assert organizer.post(f"{console}/sign-up/2/claim", data={"granted": is_granted}).status_code == 303
    assert numbers(door) == then
    assert "claims the VEKN number" not in organizer.get(f"{console}/rounds/1").text
    assert "You claimed" not in door.get(own).text
    assert organizer.post(f"{console}/sign-up/2/claim", data={"granted": "1"}).status_code == 409


def test_nothing_of_a_claimed_number_is_public(door: Room) -> None:
    claim(door)
    for path in ("", "/sign-up", "?q=Anna", "/wall", ".ics"):
        assert "3000001" not in door.app.test_client().get(page(door, path)).text
    for path in ("", "/players", "/public.json"):
        assert "3000001" not in door.app.test_client().get(f"/api/v1{page(door, path)}").text


def test_a_number_that_waits_in_line_is_claimed_and_goes_to_whoever_waits(door: Room) -> None:
    for number in (1, 2):
        sign(door, name=f"Person {number}")
    claim(door)
    assert door.api("POST", "/sign-ups/4/claim", {"granted": True})
    waiting = {one["name"]: (one["vekn"], one["claims"]) for one in door.api("GET", "/sign-ups")[2:]}
    assert waiting == {"Max Thief": ("", ""), "Anna Bell": ("3000001", "")}


QUESTIONS = ["Vegetarian?", "Do you lend a deck?"]


def answering(door: Room, **more: str) -> dict[str, str]:
    """The form with the questions that it shows, and an answer to the first."""
    found = re.search(r'name="questions" value="(\w+)"', door.get(page(door, "/sign-up")).text)
    assert found
    return {**FORM, "questions": found[1], "answer_1": "=yes, and no nuts", **more}


def test_the_organizers_own_questions_are_asked_listed_and_exported(door: Room) -> None:
    door.api("PUT", "/sign-up", {"questions": QUESTIONS})
    form = door.get(page(door, "/sign-up")).text
    assert all(question in form for question in QUESTIONS)
    door.post(page(door, "/sign-up"), **answering(door))
    assert door.api("GET", "/sign-ups")[0]["answers"] == {"Vegetarian?": "=yes, and no nuts"}
    organizer = organizer_client(door.app)
    assert "Vegetarian? =yes, and no nuts" in organizer.get(f"/tournaments/{door.id}/console/sign-up").text
    answer = organizer.get(f"/api/v1/tournaments/{door.id}/sign-ups.csv")
    headers, line = answer.data.decode("utf-8-sig").splitlines()
    assert headers.endswith("signed up,Vegetarian?,Do you lend a deck?")
    assert line.endswith(',"\'=yes, and no nuts",')
    assert door.get(f"/api/v1/tournaments/{door.id}/sign-ups.csv", 404)


def test_a_sixth_question_and_an_early_fee_are_said_where_they_matter(door: Room) -> None:
    organizer, at = organizer_client(door.app), f"/tournaments/{door.id}/console/sign-up"
    refused = organizer.post(at, data={"questions": "1?\n2?\n3?\n4?\n5?\n6?"})
    assert (refused.status_code, "at most 5 questions of its own" in refused.text) == (422, True)
    door.api("PUT", "/fees", {"amount": "20", "currency": "EUR", "reduced": ["2000-01-01 5", "2999-12-31 15"]})
    shown = door.get(page(door, "/sign-up")).text
    assert "Entry fee: €20.00, until 31 December 2999 €15.00" in re.sub(r"\s+", " ", shown)


def test_answers_to_questions_of_before_are_asked_again_and_a_long_one_is_refused_at_its_field(door: Room) -> None:
    door.api("PUT", "/sign-up", {"questions": QUESTIONS})
    form = answering(door)
    long = door.post(page(door, "/sign-up"), 422, **{**form, "answer_2": "x" * 10_000}).text
    assert 'id="answer_2-error"' in long
    door.api("PUT", "/sign-up", {"questions": QUESTIONS[::-1]})
    assert "The organizer has changed the questions" in door.post(page(door, "/sign-up"), 422, **form).text
    assert door.api("GET", "/sign-ups") == []


def test_who_is_coming_is_named_where_both_agree(door: Room) -> None:
    assert "Show my name" not in door.get(page(door, "/sign-up")).text
    door.api("PUT", "/sign-up", {"capacity": 10, "shows_names": True})
    own = sign(door, shows_name="1")
    sign(door, name="Ben Cole")
    sign(door, name="Who Waits", shows_name="1")
    for path in ("", "/sign-up"):
        shown = door.get(page(door, path)).text.split("Who is coming")[1]
        assert "Anna Bell" in shown
        assert not {"Ben Cole", "Who Waits", "anna@example.org"} & set(re.findall(r">([^<]+)</span>", shown))
    door.post(f"{own}/cancel")
    assert "Who is coming" not in door.get(page(door)).text


def test_without_a_mail_server_the_organizers_own_program_writes_to_all_blind(door: Room) -> None:
    sign(door)
    sign(door, name="Ben Cole", contact="0123 45")
    shown = organizer_client(door.app).get(f"/tournaments/{door.id}/console/sign-up").text
    assert 'href="mailto:?bcc=anna@example.org&amp;subject=' in shown
    assert 'value="anna@example.org"' in shown
    assert "Player 7, Player 8, Ben Cole" in shown
    assert organizer_client(door.app).post(f"/tournaments/{door.id}/console/sign-up/mail").status_code == 422


def test_with_a_mail_server_a_silent_one_is_said_beside_what_was_typed(door: Room) -> None:
    door.app.config["SMTP_URL"] = "smtp://127.0.0.1:9?from=events@example.org"
    sign(door)
    organizer, at = organizer_client(door.app), f"/tournaments/{door.id}/console/sign-up"
    assert "mailto:" not in organizer.get(at).text
    answer = organizer.post(f"{at}/mail", data={"subject": "News", "text": "The hall has moved."})
    assert answer.status_code == 409
    assert "The mail server does not answer: nothing was sent." in answer.text
    assert "The hall has moved." in answer.text


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "A place at Praxis Seizure: Lyon is free for you until"),
        ("fr", "Une place au tournoi Praxis Seizure: Lyon est libre pour vous jusqu’à"),
    ],
)
def test_who_is_offered_a_place_is_mailed_the_link_to_take_it(door: Room, language: str, sentence: str) -> None:
    door.client.set_cookie("language", language)
    own = [sign(door, name=f"Person {number}", contact=f"p{number}@example.org") for number in range(1, 4)]
    with standing_in() as told:
        door.app.config["SMTP_URL"] = f"smtp://127.0.0.1:{told.server_address[1]}?from=events@example.org"
        door.client.delete_cookie("language")
        assert door.client.post(f"{own[0]}/cancel", base_url="http://192.168.0.7/").status_code == 303
        assert told.has_mail.wait(10)
    read = letter(told.mails[0])
    assert read["To"] == "p3@example.org"
    assert sentence in read.get_content()
    assert f"http://192.168.0.7{own[2]}" in read.get_content()
