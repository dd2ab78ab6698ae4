"""A limited event by the console's pages: its plan, pods and draft, trade and recursions."""

from __future__ import annotations

import html
import json
import re
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from tests.web.events.conftest import Room, make_room
from tests.web.events.test_stations import nexts
from tests.web.pages import text_of
from toolkit.cards import load
from toolkit.services.events.sheets import Printing, tournament_pack
from toolkit.services.kernel import links
from toolkit.services.tables.creating import create_for_event
from toolkit.services.tables.folding import EventTable
from toolkit.services.tables.playing import TableUnitOfWork
from toolkit.sheets.model import Options
from toolkit.tournament.configuration import Decklists, EventRuleSet
from toolkit.tournament.limited.facts import LimitedPhase
from toolkit.web.base import stores
from toolkit.web.base.access import link_key

GOVERN, NANA = "c100845", "c200999"


@pytest.fixture
def draft(app: Flask) -> Room:
    room = make_room(app, 13)
    room.post("/limited/plan", format="booster", lines="6 SW", pod_most=8, construction=45)
    return room


def own(room: Room, player: int) -> str:
    with room.app.test_request_context():
        return links.player_path(room.id, player, link_key(room.id))


def kinds_of(room: Room) -> list[str]:
    page = room.client.get(f"/tournaments/{room.id}/wall").get_data(as_text=True)
    found = re.search(r'data-course="([^"]+)"', page)
    assert found
    return [row[5] for row in json.loads(html.unescape(found[1]))]


def test_a_limited_event_leads_to_its_plan(app: Flask) -> None:
    room, told = make_room(app, 0, rule_set=EventRuleSet.LIMITED), "Plan the product"
    for page in ("/players", "/settings"):
        assert re.search(rf'<a\s+class="button[^"]*"\s+href="{room.base}/limited"[^>]*>{told}</a>', room.raw(page))
    assert f'<p><a href="{room.base}/limited">Product, pools and pods of this limited event</a></p>' in room.raw(
        "/settings"
    )
    room.post("/limited/plan", format="booster", lines="6 SW", pod_most=8, construction=45)
    assert ">Add players</a>" in room.raw("/settings")
    assert told not in make_room(app, 0, rule_set=EventRuleSet.LIMITED, boosters=6).get("/settings")
    assert "Product, pools and pods" not in make_room(app, 0).get("/settings")


def test_a_player_s_page_becomes_one_of_a_limited_event(app: Flask) -> None:
    room = make_room(app, 4)
    page = room.client.get(own(room, 1)).text
    assert ("limited.css" in page, "data-page" in page) == (False, False)
    room.post("/limited/plan", format="booster", lines="6 SW", pod_most=8, construction=45)
    # A page that is open is of another kind then, and loads its style by loading itself anew.
    page = room.client.get(own(room, 1)).text
    assert ("limited.css" in page, 'data-page="limited"' in page) == (True, True)


def test_a_draft_of_thirteen_from_the_plan_to_the_decks(draft: Room) -> None:
    assert "6 effective" in draft.get("/limited")
    assert re.search(rf'href="{draft.base}/limited"[^>]*>Handing out the product</a>', draft.raw("/players"))
    for step in ("phase", "product", "phase"):
        draft.post(f"/limited/{step}")
    assert "All players have their product" not in draft.get("/limited")
    draft.post("/limited/pods", seed=7)
    draft.post("/limited/phase")
    assert [len(players) for players in draft.tournament.limited.pods] == [7, 6]
    page = draft.get("/limited/pods/2")
    assert "Open and count: 11 cards" in page
    draft.post("/limited/pods/2/next", step=0)
    assert "Pick 1 of 11" in draft.get("/limited/pods/2")
    assert "Pack 1 of 6 · SW" in draft.get("/limited/pods/1")
    draft.post("/limited/pods/2/late", seat=3)
    (forced,) = draft.tournament.limited.forced
    assert forced.player == draft.tournament.limited.pods[1][2]
    name = draft.tournament.player(forced.player).name
    assert f"{name}: pack 1, pick 1, card {forced.card} of 11 from the top" in draft.get("/limited/pods/2")
    assert "press it again" in draft.post("/limited/pods/2/late", 422, seat=9)
    assert ">Building decks</a>" in draft.raw("/players")
    draft.post("/limited/phase", sure="1")
    assert "Building decks" in draft.get("/limited")
    assert "Before round 1" not in draft.get("/players")
    draft.seat()
    draft.sweep(1)
    assert "Player 13" in draft.get("/standings")


def test_what_is_wrong_stands_beside_the_field(draft: Room) -> None:
    said = draft.post("/limited/plan", status=422, format="booster", lines="six boosters")
    assert "“six boosters” is not a line of product" in said
    assert "number of cards in “DS” is not known" in draft.post("/limited/plan", 422, format="booster", lines="6 DS")
    said = draft.post("/limited/plan", 422, format="booster", lines="6 SW", times="review=60 pass=5")
    assert "“pass=5” is not a time of the draft's clock" in said
    said = draft.post("/limited/plan", 422, format="booster", lines="6 SW", times="review=0")
    assert "review: 1 to 3600." in said
    said = draft.post("/limited/plan", 422, format="booster", lines="6 SW", provided="Nosuchcard")
    assert "These lines name no card for certain: 1 Nosuchcard." in said
    said = draft.post("/limited/plan", status=422, format="booster", lines="6 SW", pod_most=9)
    assert "Players of a pod, at most: 4 to 8." in said


def test_the_seconds_of_a_draft_and_what_every_pool_holds_are_settings(draft: Room) -> None:
    settings = {"times": "review=90 passing=3", "provided": "Villein\n2 Nana Buruku", "waits": "1", "spare": 0}
    draft.post("/limited/plan", format="booster", lines="6 SW", **settings)
    made = draft.tournament.limited.plan
    assert (made.times.review, made.times.passing, made.times.most, made.moves_on, made.spare) == (90, 3, 75, False, 0)
    assert [(one.card, one.count) for one in made.provided] == [(102121, 0), (201035, 2)]
    page = draft.raw("/limited")
    assert "review=90" in page
    assert "Villein\n2 Nana Buruku" in page


def test_the_wall_and_a_players_page_show_the_draft(draft: Room) -> None:
    draft.post("/limited/phase")
    draft.post("/limited/product")
    draft.post("/limited/phase")
    draft.post("/limited/pods", seed=7)
    wall = text_of(draft.client.get(f"/tournaments/{draft.id}/wall"))
    assert "Player 12 Pod 1 seat 1" in wall
    assert "The first pick, and the last one: 60 s, 5 s" in wall
    draft.post("/limited/phase")
    wall = text_of(draft.client.get(f"/tournaments/{draft.id}/wall"))
    assert "Pack 1 of 6 · SW Open and count: 11 cards ← to the left" in wall
    mine = text_of(draft.app.test_client().get(own(draft, 12)))
    assert "Pod 1 Seat 1 Pack 1 of 6 · SW" in mine
    # What the screens ring by: each step's kind, and the end.
    assert kinds_of(draft)[:3] == ["open", "pick", "pass"]
    assert kinds_of(draft)[-3:] == ["pass", "pick", "over"]
    draft.post("/limited/plan", format="booster", lines="6 SW", waits="1")
    draft.post("/limited/phase", phase="draft", reason="Picks wait", sure="1")
    assert kinds_of(draft) == ["open", "pick", "waits"]


def test_a_pod_that_does_not_exist_and_a_step_that_is_over(draft: Room) -> None:
    assert "There is no pod 3" in draft.get("/limited/pods/3", 422)
    for step in ("phase", "product", "phase"):
        draft.post(f"/limited/{step}")
    draft.post("/limited/pods", seed=7)
    draft.post("/limited/phase")
    draft.post("/limited/pods/1/next", step=0)
    assert "This pick is over already" in draft.post("/limited/pods/1/next", 409, step=0)


def test_a_draft_that_still_runs_is_ended_only_by_who_was_asked(draft: Room) -> None:
    for step in ("phase", "product", "phase"):
        draft.post(f"/limited/{step}")
    draft.post("/limited/pods", seed=7)
    draft.post("/limited/phase")
    told = "“Draft” is not over yet. Pod 1 is at pack 1 of 6. Pod 2 is at pack 1 of 6."
    for button in ("phase", "end"):
        assert told in draft.post(f"/limited/{button}", 200)
        assert draft.tournament.limited.current.phase is LimitedPhase.DRAFT
    page = draft.client.post(f"{draft.base}/limited/phase").text
    form = page.split(f'action="{draft.base}/limited/phase"')[1].split("</form>")[0]
    draft.post("/limited/phase", **dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)))
    assert draft.tournament.limited.current.phase is LimitedPhase.CONSTRUCTION
    draft.post("/undo", sure="1")
    assert draft.tournament.limited.current.phase is LimitedPhase.DRAFT


def test_a_running_draft_ends_for_a_program_only_when_it_is_sure(draft: Room) -> None:
    for step in ("phase", "product", "phase"):
        draft.post(f"/limited/{step}")
    draft.post("/limited/pods", seed=7)
    draft.post("/limited/phase")
    told = "“Draft” is running. Enter a reason to start it again."
    assert told in draft.post("/limited/phase", 409, phase="draft", sure="1")
    api = f"/api/v1/tournaments/{draft.id}/limited"
    for address in ("phases", "phases/end", "build"):
        answer = draft.client.post(f"{api}/{address}", json={})
        assert (answer.status_code, answer.json["code"]) == (409, "phase_unfinished")
        assert answer.json["message"].startswith("“Draft” is not over yet. Pod 1 is at pack 1 of 6.")
    assert draft.client.post(f"{api}/build", json={"sure": True}).status_code == 200
    assert draft.tournament.limited.current.phase is LimitedPhase.CONSTRUCTION
    assert "“Draft” is done already." in draft.post("/limited/phase", 409, phase="draft", sure="1")


def test_a_trade_ends_for_a_program_only_when_every_pod_has_begun_it(app: Flask) -> None:
    room = make_room(app, 8)
    room.post("/limited/plan", format="michigan", lines="7 SW", construction=45)
    room.post("/limited/pods", seed=7)
    room.post("/limited/phase", phase="trade", reason="at once")
    room.post("/limited/pods/1/trade", answer="passed", wish="")
    address = f"/api/v1/tournaments/{room.id}/limited/phases/end"
    answer = room.client.post(address, json={})
    assert (answer.status_code, answer.json["code"]) == (409, "phase_unfinished")
    assert "Pod 1 still trades. Pod 2 still trades." in answer.json["message"]
    room.post("/limited/pods/2/trade", answer="passed", wish="")
    assert room.client.post(address, json={}).status_code == 200
    assert room.tournament.limited.current is None


def test_an_event_without_decklists_waits_for_none(app: Flask) -> None:
    room = make_room(app, 8, decklists=Decklists.NONE)
    room.post("/limited/plan", format="sealed", lines="6 SW", construction=45)
    assert "of 8 lists are in" not in room.get("/limited")
    link = rf'Players submit no decklists at this event.\s+<a href="{room.base}/settings#uses">'
    assert re.search(link, room.raw("/limited"))
    room.post("/limited/phase", phase="construction", reason="at once")
    room.post("/limited/end")
    assert room.tournament.limited.current is None


def test_two_players_change_places_in_the_pods(draft: Room) -> None:
    draft.post("/limited/pods", seed=7)
    first, second = draft.tournament.limited.pods[0][0], draft.tournament.limited.pods[1][2]
    assert "Change places in the pods" in draft.get("/limited")
    draft.post("/limited/pods/swap", first=first, second=second)
    assert (draft.tournament.limited.pods[0][0], draft.tournament.limited.pods[1][2]) == (second, first)
    draft.post("/limited/phase")
    draft.post("/limited/phase")
    draft.post("/limited/phase")
    said = draft.post("/limited/pods/swap", 422, first=first, second=second)
    assert "A reason is needed" in said
    draft.post("/limited/pods/swap", first=first, second=second, reason="sat wrong")
    assert draft.tournament.limited.pods[0][0] == first


def test_a_plan_whose_pods_cannot_be_made_can_still_be_changed(draft: Room) -> None:
    draft.post("/limited/plan", format="table", lines="6 SW", pod_most=4, construction=45)
    assert "13 players do not fit in pods of at most 4" in draft.post("/limited/pods", 422, seed=7)
    draft.post("/limited/plan", format="table", lines="6 SW", pod_most=7, construction=45)
    draft.post("/limited/pods", seed=7)
    assert [len(players) for players in draft.tournament.limited.pods] == [7, 6]


def test_pods_that_are_to_be_tables_and_cannot_are_named(draft: Room) -> None:
    draft.post("/limited/plan", format="booster", lines="6 SW", pod_most=8, construction=45, pods_are_tables="1")
    draft.post("/limited/pods", seed=7)
    assert "these pods cannot be the tables of round 1" in draft.get("/limited")
    draft.post("/limited/pods", seed=7, most=5, reason="tables")
    page = draft.get("/limited")
    assert "these pods cannot be the tables of round 1" not in page
    # What comes next is the product: the seats are its last button until decks are built.
    assert '<button class="button ">Seat round 1 in these pods' in draft.raw("/limited")
    draft.post("/limited/phase", phase="construction", reason="drafted at home")
    # Then it is the one next step, in the bar.
    assert nexts(draft.raw("/limited")) == "Seat round 1 in these pods: POST limited/tables"
    assert draft.raw("/limited").count("limited/tables") == 1


def test_the_cards_of_a_table_draft_are_numbered_from_the_active_seat(draft: Room) -> None:
    draft.post("/limited/plan", format="table", lines="6 SW", pod_most=8, construction=45)
    for step in ("phase", "product", "phase"):
        draft.post(f"/limited/{step}")
    draft.post("/limited/pods", seed=7)
    draft.post("/limited/phase")
    first, second = (draft.tournament.player(number).name for number in draft.tournament.limited.pods[1][:2])
    page = draft.get("/limited/pods/2")
    assert f"1. {first} cards 1, 2" in page
    assert f"2. {second} cards 3, 4" in page
    for step in range(13):
        draft.post("/limited/pods/2/next", step=step)
    page = draft.get("/limited/pods/2")
    assert "Set 2" in page
    assert f"1. {first} cards 11, 12" in page
    assert f"2. {second} cards 1, 2" in page


def test_the_piles_of_a_mixed_draft_are_counted_on_the_pods_page(draft: Room) -> None:
    draft.post("/limited/plan", format="elder", lines="6 SW", pod_most=8, construction=45)
    for step in ("phase", "phase"):
        draft.post(f"/limited/{step}")
    draft.post("/limited/pods", seed=7)
    draft.post("/limited/phase")
    assert "The piles of pods are not counted: 1, 2." in draft.get("/limited")
    assert "Whole numbers" in draft.post("/limited/pods/1/piles", 422, crypt="12, x", library="1 2")
    assert "Pod 1 has 7 seats" in draft.post("/limited/pods/1/piles", 422, crypt="12 9", library="1 2")
    for pod, seats in ((1, 7), (2, 6)):
        draft.post(f"/limited/pods/{pod}/piles", crypt="12 " * seats, library="54 " * seats)
    assert draft.tournament.limited.piles[2] == ((12,) * 6, (54,) * 6)
    draft.post("/limited/phase")
    assert "Draft of the crypts" in draft.get("/limited")


def test_the_day_begins_at_the_hour_of_the_events_time_zone(app: Flask) -> None:
    room = make_room(app, 8, date=date(2026, 11, 21), start="10:00", timezone="America/New_York")
    room.post("/limited/plan", format="booster", lines="6 SW", pod_most=8, construction=45)
    assert f'data-hour="{datetime(2026, 11, 21, 15, tzinfo=UTC).timestamp()}"' in room.raw("/limited")
    assert the_day(room)[0] == ("Handing out the product", "10:00")
    room.post("/limited/phase")
    began = room.tournament.limited.phases[0].started_at.astimezone(ZoneInfo("America/New_York"))
    assert the_day(room)[0][1] == f"{began:%H:%M}"


def the_plan(room: Room) -> dict[str, tuple[tuple[str, str], ...]]:
    """The sheet of product and times, by the titles of its parts."""
    sheet = tournament_pack(room.tournament, "plan", Options(), Printing(today=date(2026, 11, 21), cards=load))
    return {part.title: part.rows for part in sheet.limited.plan}


def the_day(room: Room) -> tuple[tuple[str, str], ...]:
    return the_plan(room)["The day"]


def test_without_an_hour_the_sheet_says_how_long_phases_take(draft: Room) -> None:
    assert the_day(draft)[-1] == ("Building decks", "45 minutes")


def test_the_sheet_of_the_plan_names_the_cards_of_every_pool(draft: Room) -> None:
    draft.post(
        "/limited/plan", format="booster", lines="6 SW", pod_most=8, construction=45, provided="Villein\n2 Deflection"
    )
    assert the_plan(draft)["Cards that are in every pool"] == (("Villein", "any number"), ("Deflection", "2"))


def test_the_page_leads_to_packs_out_of_a_cube(app: Flask) -> None:
    assert 'href="/cube"' in make_room(app, 0).raw("/limited")


def test_pods_of_a_committed_seed_take_a_word_and_no_seed(draft: Room) -> None:
    draft.post("/draws/commitment")
    page = draft.raw("/limited")
    assert 'id="pods-seed"' not in page
    assert 'name="word"' in page
    draft.post("/limited/pods", word="Anarch")
    assert draft.tournament.draws[0].word == "Anarch"
    assert 'id="reason-pods"' in draft.raw("/limited")
    assert "A reason is needed" in draft.post("/limited/pods", 422, word="Anarch")
    draft.post("/limited/pods", word="Anarch", reason="one came late")
    assert [one.purpose for one in draft.tournament.draws] == ["pods", "pods b"]


def pod_phone(room: Room, pod: int) -> str:
    with room.app.test_request_context():
        return links.pod_path(room.id, pod, link_key(room.id))


def test_the_phone_on_a_pods_table_runs_its_clock(draft: Room) -> None:
    draft.post("/limited/pods", seed=7)
    phone, path = draft.app.test_client(), pod_phone(draft, 2)
    assert path in draft.raw("/limited/pods/2")
    for _phase in range(3):
        draft.post("/limited/phase", reason="at once")
    assert "Open and count: 11 cards" in text_of(phone.get(path))
    assert phone.post(f"{path}/next", data={"step": "0"}).status_code == 303
    assert phone.post(f"{path}/late", data={"seat": "3"}).status_code == 303
    assert "pack 1, pick 1, card" in text_of(phone.get(path))
    assert draft.tournament.entry(draft.tournament.number).by == "Pod 2"
    assert "This pick is over already" in text_of(phone.post(f"{path}/next", data={"step": "0"}))
    answer = phone.post(f"{path}/late", data={"seat": "x"})
    assert (answer.status_code, "press it again" in text_of(answer)) == (422, True)
    stranger = draft.tournament.limited.pods[0][0]
    answer = phone.post(f"{path}/replace", data={"player": stranger, "reason": "marked"})
    assert (answer.status_code, "does not sit in pod 2" in text_of(answer)) == (422, True)
    assert phone.post(f"{path}/call").status_code == 303
    assert [call.player for call in draft.tournament.calls.values()] == [draft.tournament.limited.pods[1][0]]
    assert phone.post(f"{path}/nothing").status_code == 404
    assert phone.get(pod_phone(draft, 3)).status_code == 404
    assert phone.get(pod_phone(draft, 1)[:-1]).status_code == 404


def test_the_phone_of_a_pod_notes_the_trade(app: Flask) -> None:
    room = make_room(app, 8)
    room.post("/limited/plan", format="michigan", lines="7 SW", construction=45)
    for step in ("phase", "product", "phase"):
        room.post(f"/limited/{step}")
    phone = app.test_client()
    for number in range(1, 9):
        phone.post(f"{own(room, number)}/pool", data={GOVERN: 65, NANA: 12})
    assert "15 library cards to trade" in text_of(phone.get(own(room, 1)))
    phone.post(f"{own(room, 1)}/prepare", data={"is_ready": "1"})
    assert "You are ready to trade." in text_of(phone.get(own(room, 1)))
    assert "ready to trade" in room.get("/limited")
    room.post("/limited/pods", seed=7)
    room.post("/limited/phase", sure="1")
    room.post("/limited/phase")
    path, players = pod_phone(room, 1), room.tournament.limited.pods[0]
    first, third = (room.tournament.player(players[seat - 1]).name for seat in (1, 3))
    page = text_of(phone.get(path))
    assert re.search(f"Seat 1: {first} 0:[0-9:]+ Asks for", page)
    assert "15 cards face up" in page
    answer = phone.post(f"{path}/trade", data={"answer": "traded", "wish": "1/0"})
    assert (answer.status_code, "Choose the other seat that was asked." in text_of(answer)) == (422, True)
    answer = phone.post(f"{path}/trade", data={"answer": "traded", "wish": "3/100845", "given": "0"})
    assert (answer.status_code, "A trade is two cards" in text_of(answer)) == (422, True)
    phone.post(f"{path}/trade", data={"answer": "declined", "wish": "2/0"})
    phone.post(f"{path}/trade", data={"answer": "traded", "wish": "3/100845", "given": "100845"})
    (_, traded) = room.tournament.limited.trades
    assert (traded.fact.asked, traded.fact.card, traded.fact.other) == (3, 100845, 100845)
    page = text_of(phone.get(path))
    assert f"Traded {first} got Govern the Unaligned from {third}, for Govern the Unaligned." in page
    assert re.search("0:(30:00|29:5[0-9])", page)
    assert f"3. {third} 14 cards face up" in page
    assert "Seat 2:" in page.split("Asks for")[0]


def test_who_comes_late_has_a_clock_of_their_own_and_is_no_member_of_a_pod(draft: Room) -> None:
    for step in ("phase", "product", "phase"):
        draft.post(f"/limited/{step}")
    draft.post("/limited/pods", seed=7)
    assert "A player came late" not in draft.get("/limited")
    draft.post("/players/add", name="Zoe")
    assert "A player came late Zoe Builds sealed (Zoe)" in draft.get("/limited")
    draft.post("/limited/late/14", minutes=30)
    phone = draft.app.test_client()
    mine = text_of(phone.get(own(draft, 14)))
    assert re.search("Building decks 0:(30:00|29:5[0-9]) You came late and build a sealed deck.", mine)
    page = draft.get("/limited")
    assert re.search(r"Zoe builds a sealed deck 0:(30:00|29:5[0-9]) The deck is in \(Zoe\)", page)
    assert "A player came late" not in page
    phone.post(f"{own(draft, 14)}/deck", data={"text": "6 Nana Buruku\n30 Govern the Unaligned"})
    assert "list in The deck is in (Zoe)" in draft.get("/limited")
    draft.post("/limited/late/14/done")
    assert "Zoe The deck is in list in" in draft.get("/limited")
    assert "You came late" not in text_of(phone.get(own(draft, 14)))


def test_who_drops_is_asked_for_the_product(draft: Room) -> None:
    page = draft.get("/players/4")
    assert "returns the product and has a loss in round 1" in page
    draft.post("/players/4/drop", has_product="1")
    draft.post("/players/5/drop")
    known = draft.tournament
    assert (known.player(4).is_active, known.player(5).is_active, known.limited.given) == (False, False, {4})
    assert "left in round 1: product not back" in draft.get("/limited")


def test_who_drops_in_the_draft_leaves_the_pod(draft: Room) -> None:
    draft.post("/limited/pods", seed=7)
    first, second = draft.tournament.limited.pods[0][:2]
    for _phase in range(3):
        draft.post("/limited/phase", reason="at once")
    draft.post(f"/players/{first}/drop", has_product="1")
    assert draft.app.test_client().post(f"{own(draft, second)}/leave").status_code == 303
    assert list(map(len, draft.tournament.limited.pods)) == [5, 6]
    assert "Open and count" in draft.get("/limited/pods/1")


def test_recursions_are_ticked_on_the_players_page(draft: Room) -> None:
    draft.post("/limited/phase", phase="construction", reason="drafted at home")
    phone, page = draft.app.test_client(), own(draft, 1)
    assert "Building decks 0:4" in text_of(phone.get(page))
    draft.seat()
    assert "Building decks 0:4" not in text_of(phone.get(page))
    assert "Recursions used: 0 of 1" in text_of(phone.get(page))
    assert phone.post(f"{page}/recursions", data={"used": "1"}).status_code == 303
    assert "Recursions used: 1 of 1" in text_of(phone.get(page))
    assert phone.post(f"{page}/recursions", data={"used": "2"}).status_code == 422


@pytest.mark.parametrize(("boosters", "recursions"), [(3, 3), (6, 1), (9, 0)])
def test_a_followed_table_has_the_recursions_of_the_product(app: Flask, boosters: int, recursions: int) -> None:
    room = make_room(app, 8)
    room.post("/limited/plan", format="sealed", lines=f"{boosters} SW")
    room.seat()
    with app.app_context():
        context, state = stores.current_context(), room.tournament
        table = EventTable(tournament=room.id, round=1, table=1, players=state.round(1).table(1))
        id = create_for_event(context, table, state, by="Test", changes={}, depth="light")
        game = TableUnitOfWork(context=context, id=id, by="Test").look()
    assert {seat.recursions for seat in game.state.seats.values()} == {recursions}
