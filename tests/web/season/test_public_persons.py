"""The public page of a person: an address that names nobody, what all may see there, and names that lead to it."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.exchange.events import FILE
from tests.exchange.test_results import FOLDER
from tests.season.events import event_b
from tests.services.season.test_persons import without_numbers
from tests.tournament.organizer import Organizer
from tests.web.apps import app_on
from tests.web.lists import WINNER
from tests.web.pages import markup_of, outside_links, sentences_of, text_of
from toolkit.cards import load
from toolkit.exchange.tournament_json import render_tournament
from toolkit.services.events.decks import submit_deck
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.events.seatings import draft_seating
from toolkit.services.kernel import links
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create, import_tournament
from toolkit.services.season.person_codes import PersonCodes, person_path
from toolkit.tournament import Configuration, Tournament, results, steps
from toolkit.tournament.configuration import ListsSeenBy
from toolkit.web.base import stores

LINK = re.compile(r'<a href="(/persons/[\w-]+)">(Player Nr\d+)</a>')
NAME = re.compile(r"Player Nr\d+")
# Of a player, an event, or the league of these tests.
ANY_NAME = re.compile(r"Player Nr\d+|Rasheed Olm|Caio Brumado|Prague Cup(?: II)?|Harbour Cup|Club night")
LEAD = re.compile(r'href="(/(?:leagues|tournaments|ratings|statistics|persons)[^"#]*)"')
CARDS = re.compile(r'href="/cards/\?([^"]+)"')
DAY_2 = [{"role": "day_1", "take": "first_n", "n": 4}]


@pytest.fixture
def events(app: Flask) -> list[str]:
    files = (FILE.read_bytes(), render_tournament(event_b()).encode())
    with app.app_context():
        return [import_tournament(stores.current_context(), file).id for file in files]


@pytest.fixture
def pages(organizer: FlaskClient, events: list[str]) -> list[str]:
    """The pages of a rating, of a league with lines of both kinds, and of a weekend."""
    league = organizer.post("/leagues", data={"name": "Prague", "preset": "rtp"}).location.removesuffix("/edit")
    organizer.post(f"{league}/edit", data={"do": "add", "event": events})
    organizer.post(f"{league}/edit", data={"do": "rules", "rules": '{"minimum_events": 2}'})
    weekend = organizer.post("/api/v1/weekends", json={"name": "EC", "rows": DAY_2}).json["id"]
    organizer.put(f"/api/v1/weekends/{weekend}/events", json={"event": events[0], "role": "day_1"})
    return ["/ratings?on=2026-12-31", league, f"{league}/lines/1", f"/weekends/{weekend}"]


def main_of(client: FlaskClient, page: str) -> str:
    answer = client.get(page)
    assert answer.status_code == 200, page
    return re.search(r"<main.*</main>", markup_of(answer), re.S)[0]


def led_to(client: FlaskClient, address: str) -> str:
    """The address of the person: a link of an event leads there."""
    return client.get(address, follow_redirects=True).request.path


def persons_on(client: FlaskClient, page: str) -> dict[str, str]:
    """The address of the person of each name on a page."""
    return {name: led_to(client, address) for address, name in LINK.findall(main_of(client, page))}


def running_event() -> Tournament:
    """A whole round, and a second that is played; Player Nr99 came late, and has no result yet."""
    one = Organizer(name="Club night", rounds=3, date=date(2026, 12, 20))
    for number in range(1, 10):
        one.add_player(f"Player Nr{number}", vekn=str(1_000_000 + number))
    one.seated([1, 2, 3, 4, 5], [6, 7, 8, 9]).result(1, 3, 2, 0, 0, 0).result(2, 4, 0, 0, 0)
    one.add_player("Player Nr99")
    one.seated([1, 6, 2, 7], [3, 8, 4, 9, 10]).result(1, 2, 1, 1, 0)
    return one.tournament


@pytest.fixture
def every_page(app: Flask, organizer: FlaskClient, pages: list[str], events: list[str]) -> list[str]:
    """All pages of ratings, leagues, persons, weekends, statistics and events that show a name."""
    text = (FOLDER / "results.csv").read_text("utf-8").replace("9990007", "")
    results = organizer.post("/results", data={"text": text, "key": "k"}).location
    with app.app_context():
        context = stores.current_context()
        running = import_tournament(context, render_tournament(running_event()).encode()).id
        code = PersonCodes.of_store(context).of_players(context.tournaments.look(events[0]).state)[9]
        own = links.player_path(events[0], 9, links.key_of(context, events[0]))
    person, weekend = organizer.get(person_path(code)).location, pages[3]
    for event, role in ((events[1], "grand_prix"), (running, "lcq")):
        organizer.put(f"/api/v1{weekend}/events", json={"event": event, "role": role})
    # Three share place 9.
    rows = [{"role": "day_1", "take": "first_n", "n": 9}, {"role": "lcq", "take": "winner"}]
    organizer.put(f"/api/v1{weekend}/rows", json={"rows": rows})
    organizer.post(f"/api/v1{weekend}/decline", json={"person": "1000004"})
    organizer.post(f"{pages[1]}/edit", data={"do": "add", "event": [results.rpartition("/")[2], running]})
    organizer.post(f"{pages[1]}/edit", data={"do": "merge", "one": "1000012", "other": "1000099"})
    seasons = (*pages, f"{pages[1]}/edit", "/leagues", "/weekends", "/persons?key=1000009", person, f"{own}/history")
    of_events = (f"/tournaments/{events[0]}", f"/tournaments/{events[0]}/draws", f"/tournaments/{running}", results)
    return [*seasons, *of_events, "/results", "/statistics", f"/statistics?event={events[0]}"]


def test_no_name_leads_nowhere(organizer: FlaskClient, every_page: list[str]) -> None:
    # Nobody has a page by a round that is not whole; and a page of a person without one is none.
    plain = {page: set(ANY_NAME.findall(outside_links(main_of(organizer, page)))) for page in every_page}
    assert {page: names for page, names in plain.items() if names} == {every_page[-5]: {"Player Nr99"}}
    shown = " ".join(sentences_of(main_of(organizer, page)) for page in every_page[:5])
    for words in ("without a VEKN number: not rated (Caio Brumado)", "Tied across the line: Player", "Not over yet: "):
        assert words in shown


def test_what_a_name_leads_to_is_there(app: Flask, every_page: list[str]) -> None:
    stranger = app.test_client()
    public = [page for page in every_page if not page.endswith("/edit") and "key=" not in page]
    leads = {lead for page in public for lead in LEAD.findall(main_of(stranger, page)) if "/console" not in lead}
    found = {lead: stranger.get(lead.replace("&amp;", "&"), follow_redirects=True) for lead in leads}
    assert {lead: answer.status_code for lead, answer in found.items()} == dict.fromkeys(leads, 200)
    assert len({answer.request.path for answer in found.values() if answer.request.path.startswith("/persons/")}) > 20


def test_a_rating_leads_to_its_results_and_back_to_its_line(app: Flask, pages: list[str]) -> None:
    stranger = app.test_client()
    with app.app_context():
        stores.current_context().now = lambda: datetime(2026, 12, 31, tzinfo=UTC)
    ratings = main_of(stranger, pages[0])
    (code,) = re.findall(r'href="/persons/([\w-]+)#ratings"><strong>134<', ratings)
    assert f'<tr id="{code}">' in ratings
    person = main_of(stranger, led_to(stranger, f"/persons/{code}"))
    assert 'id="ratings"' in person
    assert f'href="/ratings?list=constructed_onsite#{code}"><strong>134<' in person


def test_the_standings_of_an_event_lead_to_the_same_pages(app: Flask, events: list[str]) -> None:
    stranger = app.test_client()
    shown = main_of(stranger, f"/tournaments/{events[0]}")
    ranks = dict(map(reversed, LINK.findall(shown[shown.index('id="ranks"') :])))
    assert len(ranks) == 13
    assert led_to(stranger, ranks["Player Nr9"]) == persons_on(stranger, "/ratings?on=2026-12-31")["Player Nr9"]
    assert "/persons/" not in stranger.get(f"/tournaments/{events[0]}/embed").text


def test_everybody_sees_events_ratings_and_leagues_and_no_number(app: Flask, pages: list[str]) -> None:
    stranger = app.test_client()
    with app.app_context():
        stores.current_context().now = lambda: datetime(2026, 12, 31, tzinfo=UTC)
    (address,) = {persons_on(stranger, page)["Player Nr9"] for page in (*pages[:2], pages[3])}
    answer = stranger.get(address)
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in answer.text
    page = text_of(answer)
    assert re.search(r"Prague Cup II .* Prague Cup 1 of 13 ", page)
    assert "Constructed, on site : 134 place 1 Results, the best eight count: 125 9 Leagues" in page
    assert "Prague : 134 points place 1" in page
    assert "1000009" not in answer.text + address


def test_officials_of_an_event_of_theirs_see_the_number(app: Flask, organizer: FlaskClient, events: list[str]) -> None:
    address = persons_on(organizer, "/ratings?on=2026-12-31")["Player Nr9"]
    assert "<code>1000009</code>" in organizer.get(address).text
    with app.app_context():
        context = stores.current_context()
        own = links.player_path(events[0], 9, links.key_of(context, events[0]))
    player = app.test_client()
    assert player.get(own).status_code == 200
    assert "1000009" not in player.get(address).text
    # Their own history names the others, each with a page.
    met = main_of(player, f"{own}/history")
    assert "Player Nr11" in {name for _, name in LINK.findall(met)}


def test_who_is_forgotten_has_no_page(app: Flask, organizer: FlaskClient, pages: list[str]) -> None:
    address = persons_on(organizer, pages[1])["Player Nr9"]
    organizer.post("/persons/forget", data={"key": "1000009"})
    stranger = app.test_client()
    for code in (address, f"/persons/{'x' * 22}", "/persons/1000009", f"/persons/{'x' * 4000}", "/persons/%00ñ"):
        answer = stranger.get(code)
        assert (answer.status_code, "Back to the start" in answer.text) == (404, True), code
    assert re.search(r'<th scope="row">Withdrawn \d+', main_of(stranger, pages[1]))


def test_two_who_are_one_person_have_one_page(app: Flask, organizer: FlaskClient, events: list[str]) -> None:
    with app.app_context():
        club = import_tournament(stores.current_context(), render_tournament(without_numbers()).encode()).id
    league = organizer.post("/leagues", data={"name": "Prague", "preset": "score"}).location.removesuffix("/edit")
    organizer.post(f"{league}/edit", data={"do": "add", "event": [events[0], club]})
    links_there = LINK.findall(main_of(organizer, league))
    found = {led_to(organizer, address) for address, name in links_there if name == "Player Nr13"}
    assert len(found) == 2
    organizer.post("/persons", data={"do": "merge", "one": "1000013", "other": "name:player nr13"})
    answers = [app.test_client().get(address) for address in found]
    (page,) = (answer for answer in answers if answer.status_code == 200)
    assert {answer.location for answer in answers} == {None, page.request.path}
    assert all(event in page.text for event in ("Club night", "Prague Cup"))


def test_another_installation_gives_other_codes(app: Flask, events: list[str], tmp_path) -> None:
    files = (FILE.read_bytes(),)
    addresses = {persons_on(app.test_client(), "/ratings?on=2026-12-31")["Player Nr9"]}
    for other in app_on(f"sqlite:///{tmp_path}/other.sqlite"):
        with other.app_context():
            import_tournament(stores.current_context(), files[0])
        addresses.add(persons_on(other.test_client(), "/ratings?on=2026-12-31")["Player Nr9"])
    assert len(addresses) == 2


def test_decks_whose_lists_are_public_are_counted_by_clan(app: Flask) -> None:
    with app.app_context():
        context = stores.current_context()
        settings = Configuration(name="Over", rounds=1, has_final=False, lists_seen_by=ListsSeenBy.EVERYBODY_AFTER)
        id = create(context, settings, by="Test").id
        work = UnitOfWork(context=context, id=id, by="Test")
        add_players(work, [Registration(name=f"Player Nr{number}") for number in range(1, 6)])
        submit_deck(work, 1, WINNER.replace("4x Giotto", "9x Giotto"), load())
        draft_seating(work, seconds=0.1, publish=True)
        work.change(results.enter_result, 1, 1, victory_points=("5", "0", "0", "0", "0"))
        work.change(steps.finish)
    stranger = app.test_client()
    shown = {name: address for address, name in LINK.findall(main_of(stranger, f"/tournaments/{id}"))}
    page = stranger.get(shown["Player Nr1"], follow_redirects=True)
    (deck,) = re.findall(r'class="hint" href="(/tournaments/[^"]+/lists/1)"', page.text)
    assert stranger.get(deck, follow_redirects=True).status_code == 200
    assert re.search(r"Clans Clan Lists Games GW VP on average [A-Z][\w ]+ 1 1 [01] [05].00 ", text_of(page))
    assert "Clans" not in stranger.get(shown["Player Nr2"], follow_redirects=True).text
    # Clans, pairs of Disciplines and cards lead to the search, which finds them.
    leads = {*CARDS.findall(page.text), *CARDS.findall(stranger.get("/statistics").text)}
    assert {word.partition("=")[0] for word in leads} == {"clan", "discipline", "q"}
    for lead in sorted(leads)[:8]:
        assert re.search(r'<a[^>]* href="/cards/\d+"', stranger.get(f"/cards/?{unescape(lead)}").text), lead
