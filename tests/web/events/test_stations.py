"""The bar of the console: the stations and their states, the one next step, and the pages under More."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.events.conftest import Room, make_room
from tests.web.events.test_access import PAGES, address
from tests.web.events.test_desk import official
from tests.web.forms.drawn import forms_of
from tests.web.pages import markup_of, text_of
from toolkit.services.kernel.roles import Role
from toolkit.tournament import event, fees
from toolkit.tournament.configuration import EventRuleSet
from toolkit.tournament.limited import pools
from toolkit.tournament.limited.facts import PoolCard

LIMITED = {"rule_set": EventRuleSet.LIMITED, "boosters": 6}


def bar_of(page: str) -> str:
    return page.partition('id="bar"')[2].partition("</header>")[0]


def stations(page: str) -> list[str]:
    """The words of each station as they are read out; the one of the page stands in brackets."""
    course = bar_of(page).partition('class="stations"')[2].partition("</nav>")[0]
    found = re.findall(r"<(a|summary)\b([^>]*)>(.*?)</\1>", course, re.DOTALL)
    said = [(text_of(words), "aria-current" in at) for _, at, words in found if "class=" in at]
    return [f"[{words}]" if is_current else words for words, is_current in said]


def more(page: str) -> list[str]:
    return [text_of(word) for word in re.findall(r"<a\b.*?</a>", page.partition('id="more"')[2], re.DOTALL)]


def played(room: Room, *, rounds: int) -> None:
    for number in range(1, rounds + 1):
        room.seat()
        room.sweep(number)


def drafted(room: Room) -> None:
    room.post("/rounds/draft", seconds=1)


def begun(room: Room) -> None:
    room.seat()
    room.post("/rounds/1/clock/start", minutes=120)


def half_played(room: Room) -> None:
    begun(room)
    room.post("/rounds/1/tables/1/points", vp1=4)


def before_the_final(room: Room) -> None:
    played(room, rounds=2)


def ended(room: Room) -> None:
    room.seat()
    room.post("/finish", early="1", reason="a power cut")


STATES = {
    "new": lambda room: None,
    "draft": drafted,
    "published": Room.seat,
    "begun": begun,
    "half played": half_played,
    "between": lambda room: played(room, rounds=1),
    "before the final": before_the_final,
    "ended": ended,
}


@pytest.mark.parametrize(
    ("state", "course"),
    [
        ("new", "[Players 8]|Round 1|Round 2|Final|Standings"),
        ("draft", "[Players 8]|Round 1 (now)|Round 2|Final|Standings"),
        ("published", "[Players 8 (done)]|Round 1 (now)|Round 2|Final|Standings"),
        ("between", "[Players 8 (done)]|Round 1 (done)|Round 2 (now)|Final|Standings"),
        ("before the final", "[Players 8 (done)]|Round 1 (done)|Round 2 (done)|Final (now)|Standings"),
        ("ended", "[Players 8 (done)]|Round 1 (done)|Round 2|Final|Standings (done)"),
    ],
)
def test_the_course_shows_how_far_the_event_is(room: Room, state: str, course: str) -> None:
    STATES[state](room)
    assert stations(room.raw("/players")) == course.split("|")


def test_an_event_with_constructed_decks_or_without_a_final_has_no_station_for_them(app: Flask) -> None:
    assert stations(make_room(app, 8, rounds=1, has_final=False).raw("/players"))[1:] == ["Round 1", "Standings"]
    limited = make_room(app, 8, rounds=1, **LIMITED)
    assert stations(limited.raw("/limited")) == ["Players 8", "[Limited (now)]", "Round 1", "Final", "Standings"]


# Of a page that belongs to a station: every other one stands under More, or leads to one of these.
STATION_OF = {
    **dict.fromkeys(("players", "player", "player_import"), "Players"),
    **dict.fromkeys(("round", "round_text", "seats", "table"), "Round 1"),
    **dict.fromkeys(("limited", "pod"), "Limited"),
    "final": "Final",
    "standings": "Standings",
}


def test_every_page_marks_its_own_place_and_no_other(app: Flask) -> None:
    room = make_room(app, 8, rounds=2, **LIMITED)
    room.seat()
    found = {}
    for rule in PAGES:
        answer = room.client.get(address(rule, room.id))
        if answer.status_code == 200 and 'id="bar"' in answer.text:
            marked = [one for one in stations(answer.text) if one[0] == "["]
            assert bar_of(answer.text).count("aria-current") <= 1, rule.endpoint
            found[rule.endpoint.removeprefix("events.")] = re.sub(r"[\[\]]|(?<=Players) 8| \(.*", "", "".join(marked))
    assert len(found) > 25
    assert {name: word for name, word in found.items() if word} == {
        name: word for name, word in STATION_OF.items() if name in found
    }


@pytest.mark.parametrize("path", ["/report", "/again", "/laptops", "/notifications", "/sanctions", "/settings"])
def test_a_page_under_more_is_marked_there(room: Room, path: str) -> None:
    marked = re.findall(r'<a\s+href="([^"]+)"\s+aria-current="page"', room.raw(path).partition('id="more"')[2])
    assert marked == [room.base + path]


def test_every_page_has_a_name_of_its_own_and_the_events_leads_to_where_the_event_is(room: Room) -> None:
    assert re.search(r"<h1[^>]*>Settings</h1>", room.raw("/settings"))
    assert f'<a class="bar-name" href="{room.base}/players">Praxis Seizure: Lyon</a>' in room.raw("/settings")
    room.seat()
    assert f'<a class="bar-name" href="{room.base}/rounds/1">' in room.raw("/settings")


def test_from_five_rounds_on_those_that_are_over_share_a_place_but_the_one_that_is_shown(app: Flask) -> None:
    four, five = (make_room(app, 5, rounds=count, has_final=False) for count in (4, 5))
    for room in (four, five):
        played(room, rounds=3)
    assert len(stations(four.raw("/players"))) == 6
    assert stations(five.raw("/players"))[1:-1] == ["Rounds 1-3", "Round 4 (now)", "Round 5"]
    folded = bar_of(five.raw("/players")).partition('id="folded"')[2].partition("</details>")[0]
    assert re.findall(r'href="([^"]+)"', folded) == [f"{five.base}/rounds/{number}" for number in (1, 2, 3)]
    assert "[Round 2 (done)]" in stations(five.raw("/rounds/2"))


def test_five_rounds_share_a_place_also_where_few_other_words_are_beside_them(app: Flask) -> None:
    rooms = [make_room(app, 5, rounds=rounds, has_final=False) for rounds in (4, 5)]
    shown = []
    for room in rooms:
        played(room, rounds=3)
        shown.append(stations(official(room, Role.SCOREKEEPER).get(f"{room.base}/rounds/4").text))
    assert [("Rounds 1-3" in one) for one in shown] == [False, True]


# Four rounds have 58 letters in English, 63 to 65 in the other languages: too many for one line.
@pytest.mark.parametrize(
    ("language", "folded"), [("en", ""), ("fr", "Rondes"), ("es", "Rondas"), ("it", "Round"), ("pt", "Rodadas")]
)
def test_rounds_that_are_over_share_a_place_where_the_words_of_a_language_are_long(
    app: Flask, language: str, folded: str
) -> None:
    room = make_room(app, 5, rounds=4)
    played(room, rounds=3)
    room.client.set_cookie("language", language)
    shown = stations(room.raw("/players"))
    assert (f"{folded} 1-3" in shown, len(shown)) == ((True, 5) if folded else (False, 7))


def nexts(page: str) -> str:
    """The next step: its words, and a form's address or where it leads; "" without one."""
    step = re.search(r'<div class="next[^"]*".*?</div>', bar_of(page), re.DOTALL)
    if step is None:
        return ""
    (to,) = re.findall(r'(?:action|href)="[^"]*?/console/([^"]+)"', step[0])
    return f"{text_of(step[0])}: {'POST ' if '<form' in step[0] else ''}{to}"


@pytest.mark.parametrize(
    ("state", "page", "step"),
    [
        ("new", "/players", "Seat round 1: POST rounds/draft"),
        ("new", "/rounds/1", "Seat round 1: POST rounds/draft"),
        ("draft", "/players", "View the draft: rounds/1"),
        ("draft", "/rounds/1", "Publish round 1: POST rounds/1/publish"),
        ("draft", "/rounds/2", "View the draft: rounds/1"),
        ("published", "/rounds/1", "Start the clock: POST rounds/1/clock/start"),
        ("published", "/players", "Start the clock: POST rounds/1/clock/start"),
        ("begun", "/rounds/1", "Enter table 1: rounds/1#t1s1"),
        ("half played", "/players", "Round 1: Enter table 2: rounds/1#t2s1"),
        ("half played", "/rounds/1", "Enter table 2: rounds/1#t2s1"),
        ("between", "/rounds/1", "Seat round 2: POST rounds/draft"),
        ("between", "/settings", "Seat round 2: POST rounds/draft"),
        ("before the final", "/rounds/2", "Go to the final: final"),
        ("before the final", "/final", ""),
        ("ended", "/rounds/1", "Write the report: standings"),
        ("ended", "/standings", ""),
    ],
)
def test_the_next_step_is_one_and_never_leads_away_from_where_it_is_done(
    room: Room, state: str, page: str, step: str
) -> None:
    STATES[state](room)
    assert nexts(room.raw(page)) == step


def test_an_event_without_players_product_or_a_game_to_play_says_so_in_its_next_step(app: Flask) -> None:
    assert nexts(make_room(app, 0).raw("/settings")) == "Add players: players"
    assert nexts(make_room(app, 0).raw("/players")) == ""
    assert nexts(make_room(app, 8, rule_set=EventRuleSet.LIMITED).raw("/players")) == "Plan the product: limited"
    assert nexts(make_room(app, 0, is_template=True).raw("/players")) == "New event from this template: again"


def presses(room: Room) -> list[str]:
    """The words of the bar's buttons on the page of a limited event, each pressed, until it has none."""
    words = []
    while " POST limited/" in (step := nexts(room.raw("/limited"))):
        word, to = step.split(": POST ")
        words.append(word)
        room.post(f"/{to}")
    return [*words, step]


def test_the_next_step_of_a_draft_is_never_one_that_is_refused(app: Flask) -> None:
    room = make_room(app, 13)
    room.post("/limited/plan", format="booster", lines="6 SW", pod_most=7)
    begun = ["Begin: Handing out the product", "Give out the product", "Begin: Seating the pods", "Draw the pods"]
    assert presses(room) == [*begun, "Begin: Draft", ""]
    assert stations(room.raw("/limited"))[1] == "[Draft (now)]"
    # A running draft has no red button; the next phase is begun beside it, and asks.
    assert ">Begin: Building decks<" in markup_of(room.raw("/limited"))
    room.post("/limited/phase", sure="1")
    assert nexts(room.raw("/limited")) == "Seat round 1: POST rounds/draft"


def test_the_next_step_of_a_swap_waits_for_the_pools(app: Flask) -> None:
    room = make_room(app, 5)
    room.post("/limited/plan", format="sealed", lines="6 SW", swaps="1")
    assert presses(room)[-2:] == ["Begin: Listing pools", "Pools and lists: limited#pools"]
    assert stations(room.raw("/limited"))[1] == "[Pools (now)]"
    for player in range(1, 6):
        room.work.change(pools.enter_pool, player, (PoolCard(card=100845, count=66),))
    assert presses(room) == [
        "Begin: Swapping pools", "Draw the swap", "Begin: Building decks", "Seat round 1: POST rounds/draft"
    ]  # fmt: skip


def test_the_next_step_of_a_mixed_draft_counts_the_piles_of_each_pod(app: Flask) -> None:
    room = make_room(app, 9)
    room.post("/limited/plan", format="elder", lines="6 SW")
    assert presses(room)[-2:] == ["Begin: Splitting crypt and library", "Count the piles: limited/pods/1"]
    room.post("/limited/pods/1/piles", crypt="12 " * 5, library="54 " * 5)
    assert nexts(room.raw("/limited")) == "Count the piles: limited/pods/2"
    room.post("/limited/pods/2/piles", crypt="12 " * 4, library="54 " * 4)
    assert presses(room) == ["Begin: Draft of the crypts", ""]


def test_the_last_steps_close_the_event_and_report_it(app: Flask) -> None:
    room = make_room(app, 5, rounds=1, has_final=False)
    played(room, rounds=1)
    assert nexts(room.raw("/rounds/1")) == "Standings: standings"
    assert nexts(room.raw("/standings")) == "Close the event: POST finish"
    room.post("/finish")
    assert nexts(room.raw("/standings")) == "Reports: report"
    assert nexts(room.raw("/report")) == ""


def test_what_stands_before_the_end_is_named_above_the_button_that_closes(app: Flask) -> None:
    room = make_room(app, 5, rounds=1, has_final=False)
    room.change(fees.set_fees, "5", currency="EUR")
    played(room, rounds=1)
    page = room.raw("/standings")
    assert nexts(page) == ""
    assert page.index("blocker-warn") < page.index("/console/finish")


def test_the_seconds_that_are_chosen_are_not_hidden_by_those_of_the_bar(room: Room) -> None:
    assert room.raw("/rounds/1").count('name="seconds"') == 1
    assert room.raw("/players").count('name="seconds"') == 1


def test_more_has_what_the_event_uses_in_four_groups(room: Room) -> None:
    page = room.raw("/players")
    assert re.findall(r"<h2>(.*?)</h2>", bar_of(page)) == ["Event", "People", "Room", "Afterwards"]
    assert {"Settings", "Log", "Access", "Big screen", "Announcement", "Reports"} <= set(more(page))
    assert {"Fees", "Sign-up", "Deck checks", "Draws", "Prizes and raffle"}.isdisjoint(more(page))
    room.change(event.configure, {"decklists": "paper"})
    assert "Deck checks" in more(room.raw("/players"))
    room.change(fees.set_fees, "5", currency="EUR")
    room.post("/sign-up", capacity=10)
    assert {"Fees", "Sign-up"} <= set(more(room.raw("/players")))
    assert "Chances of the final" in more(room.raw("/players"))
    assert f'href="{room.base}/settings#uses">Turn on more…</a>' in markup_of(room.raw("/players"))


def test_more_has_statistics_and_prizes_of_an_event_that_is_over(room: Room) -> None:
    after = {"Prizes and raffle", "Statistics"}
    assert after.isdisjoint(more(room.raw("/players")))
    ended(room)
    assert after <= set(more(room.raw("/players")))
    assert room.client.get(f"/statistics?event={room.id}").status_code == 200
    assert f'href="/statistics?event={room.id}"' in room.raw("/players")


def bar_for(room: Room, role: Role, path: str) -> tuple[FlaskClient, str]:
    client = official(room, role)
    return client, client.get(room.base + path).text


@pytest.mark.parametrize(
    ("role", "course", "entries"),
    [
        (Role.SCOREKEEPER, "[Players 8 (done)]|Round 1 (now)|Round 2|Standings", "Big screen|Public page"),
        (Role.JUDGE, "[Players 8 (done)]|Round 1 (now)|Round 2|Standings", "Log|Sanctions|Judges' page"),
    ],
)
def test_an_official_has_the_stations_and_pages_of_the_role_and_each_opens(
    room: Room, role: Role, course: str, entries: str
) -> None:
    room.seat()
    client, page = bar_for(room, role, "/players")
    assert stations(page) == course.split("|")
    assert set(entries.split("|")) <= set(more(page))
    assert {"Settings", "Access", "Turn on more…"}.isdisjoint(more(page))
    addresses = {one.partition("#")[0] for one in re.findall(r'href="(/tournaments/[^"]+)"', bar_of(page))}
    assert {one: client.get(one).status_code for one in addresses if client.get(one).status_code != 200} == {}


def test_the_steps_of_a_round_are_pages_of_a_kind_of_their_own(room: Room) -> None:
    """live.js loads a page anew whose kind is another: its scripts are others."""

    def kind(path: str) -> str:
        return re.findall(r'id="live"\s+data-page="([^"]+)"', room.raw(path))[0]

    found = [kind("/rounds/1"), kind("/rounds/2")]
    drafted(room)
    found.append(kind("/rounds/1"))
    room.post("/rounds/1/publish")
    found.append(kind("/rounds/1"))
    assert found == ["round-seat", "round-later", "round-draft", "round-results"]
    assert [kind("/players"), kind("/standings")] == ["players", "standings"]
    assert re.findall(r'data-page="([^"]+)"', make_room(room.app, 0).raw("/players")) == ["players-none"]


def test_a_whole_event_is_run_by_the_forms_that_its_pages_draw(organizer: FlaskClient) -> None:
    """As a browser without a script has them: what comes next is on the page that an answer leads to."""
    names = ["Ana", "Bruno", "Carla", "David", "Elena", "Filip", "Greta", "Hugo"]
    page = organizer.get("/tournaments").text

    def press(action: str, **typed: str) -> None:
        nonlocal page
        form = next(one for one in forms_of(page) if one.action.endswith(action))
        sent = {one.name: one.value for one in form.fields if one.kind != "button"} | typed
        page = organizer.post(form.action, data=sent, follow_redirects=True).text

    def go_on() -> None:
        nonlocal page
        (to,) = re.findall(r'href="([^"]+)"\s+data-next', bar_of(page))
        page = organizer.get(to).text

    press("/tournaments", name="Lyon", rounds="1")
    press("/import/preview", people="\n".join(names))
    press("/desk", text="ana")
    press("/checkin/all")
    press("/rounds/draft")
    press("/publish")
    press("/clock/start")
    press("/rounds/1/grid", t1s1="4")
    press("/desk", text="2 4000")
    go_on()
    press("/final/toss")
    press("/final/open")
    for _ in range(3):
        press("/final/place", position="0")
    press("/final/first")
    press("/grid", t1s1="5")
    go_on()
    press("/finish")
    assert "has won." in text_of(page)
    shared = page.partition('id="share-discord"')[2].partition("</textarea>")[0]
    assert [name for name in names if f"  {name} " not in shared] == []
