"""Links that the organizer makes, replaces and takes back."""

from __future__ import annotations

import re

import pytest
from werkzeug.routing import Rule

from tests.web.access.conftest import Hall
from tests.web.access.table import KINDS, WHO, kind_of
from tests.web.access.test_table import reached, wrong_answers
from toolkit.services.kernel import links
from toolkit.services.kernel.context import link_secret
from toolkit.services.kernel.links import LinkRenewed, WrongLink
from toolkit.services.kernel.roles import Action
from toolkit.services.season import weekends
from toolkit.services.tables.creating import create_for_event
from toolkit.services.tables.folding import EventTable, games
from toolkit.services.tables.links import HOST, link_path
from toolkit.web.base.access import action_of, organizer_link


def console(hall: Hall, path: str = "") -> str:
    return f"/tournaments/{hall.id}/console{path}"


def made_link(hall: Hall, **form: str) -> str:
    """The address of a link that the organizer has just made, as the page shows it."""
    organizer = hall.browser("organizer")
    answer = organizer.post(console(hall, "/access/links"), data={"label": "Anna", "role": "judge", **form})
    assert answer.status_code == 303
    (found,) = re.findall(
        r'value="http://localhost(/tournaments/[^"]+/join/[^"]+)"', organizer.get(answer.location).text
    )
    return found


def test_a_judge_s_link_opens_the_judges_pages_and_names_the_judge_in_the_log(laptop: Hall) -> None:
    judge = laptop.app.test_client()
    answer = judge.get(made_link(laptop))
    assert (answer.status_code, answer.location) == (303, f"/tournaments/{laptop.id}/judge")
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert judge.get(answer.location).status_code == 200
    judge.post(console(laptop, "/note"), data={"text": "Looked at table 3."})
    assert laptop.last_author() == "Anna"


@pytest.mark.parametrize(("role", "lands"), [("organizer", "/console"), ("scorekeeper", "/console/results")])
def test_every_role_lands_where_its_work_is(laptop: Hall, role: str, lands: str) -> None:
    client = laptop.app.test_client()
    answer = client.get(made_link(laptop, role=role))
    assert answer.location.endswith(lands)
    assert client.get(answer.location, follow_redirects=True).status_code == 200


@pytest.mark.parametrize("act", ["renew", "revoke"])
def test_a_link_that_was_replaced_or_taken_back_opens_nothing(laptop: Hall, act: str) -> None:
    address, judge = made_link(laptop), laptop.app.test_client()
    judge.get(address)
    organizer = laptop.browser("organizer")
    organizer.post(console(laptop, f"/access/links/{act}"), data={"link": "1"})
    # Whoever used it before is out at once, and whoever opens it again is told why.
    assert judge.get(f"/tournaments/{laptop.id}/judge").status_code == 404
    answer = judge.get(address)
    assert answer.status_code == 404
    assert "ask the organizer" in answer.text
    page = organizer.get(console(laptop, "/access")).text
    assert address not in page
    assert ("/join/1/" in page) == (act == "renew")


def test_a_player_s_new_link_ends_the_old_one(laptop: Hall) -> None:
    old = links.player_path(laptop.id, 3, laptop.links)
    other = links.player_path(laptop.id, 4, laptop.links)
    phone = laptop.app.test_client()
    assert phone.get(old).status_code == 200
    laptop.browser("organizer").post(console(laptop, "/access/player"), data={"player": "3"})
    answer = phone.get(old)
    assert (answer.status_code, "replaced by a new one" in answer.text) == (404, True)
    assert phone.post(f"{old}/check-in").status_code == 404
    assert phone.get(links.player_path(laptop.id, 3, laptop.links)).status_code == 200
    assert phone.get(other).status_code == 200


def test_a_new_organizer_s_link_ends_the_old_one_and_no_printed_link(laptop: Hall) -> None:
    """Every address: with the new key as the organizer, by printed links as before, with the old key as a stranger."""
    organizer, judge, lent = laptop.browser("organizer"), laptop.browser("judge"), laptop.browser("organizer")
    program = laptop.app.test_client()
    program.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {laptop.key}"
    printed = {rule.rule: laptop.token(rule) for rule in laptop.app.url_map.iter_rules()}
    answer = organizer.post("/organizer", data={"next": console(laptop, "/access")})
    assert "Every other browser needs the new one" in organizer.get(answer.location).text
    assert laptop.app.test_client().get(organizer_link(laptop.key)).status_code == 404
    laptop.token = lambda rule: printed[rule.rule]
    people = {"organizer": organizer, "judge": judge, "holder": laptop.app.test_client()}

    def wanted(who: str, _method: str, rule: Rule) -> str:
        return KINDS[kind_of(rule.endpoint) or ""][WHO.index(who if who in people else "stranger")]

    assert wrong_answers(laptop, {**people, "lent": lent}, wanted) == []
    rules = [rule for rule in laptop.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    answers = {rule.rule: program.get(laptop.address(rule)).status_code for rule in rules}
    # A game takes its own tokens alone.
    assert {path: status for path, status in answers.items() if status != 401 and "/games/" not in path} == {}


def test_an_organizer_by_a_link_replaces_no_key(laptop: Hall) -> None:
    invited = laptop.app.test_client()
    invited.get(made_link(laptop, role="organizer"))
    assert "Replace the organizer" not in invited.get(console(laptop, "/access")).text
    assert invited.post("/organizer").status_code == 403
    assert laptop.browser("organizer").get(console(laptop, "/players")).status_code == 200


class OldLinks:
    """Somebody who signed up, is seated, and has a card of the weekend; then their player's link is replaced."""

    def __init__(self, hall: Hall) -> None:
        self.hall, organizer, api = hall, hall.browser("organizer"), f"/api/v1/tournaments/{hall.id}"
        self.phone = hall.app.test_client()
        organizer.put(f"{api}/sign-up", json={"capacity": 10})
        signed = self.phone.post(
            f"/tournaments/{hall.id}/sign-up",
            data={
                "name": "Anna",
                "no_vekn": "1",
                "contact": "a@example.org",
                "country": "Belgium",
                "agrees_to_archive": "yes",
            },
        )
        organizer.post(f"{api}/rounds", json={"tables": [[1, 2, 3, 4, 9], [5, 6, 7, 8]], "publish": True})
        weekend = organizer.post("/api/v1/weekends", json={"name": "EC"}).json["id"]
        organizer.put(f"/api/v1/weekends/{weekend}/events", json={"event": hall.id, "role": "side"})
        people = weekends.people_of_weekend(hall.context, hall.context.weekends.look(weekend).state)
        printed = weekends.card_paths(hall.context, weekend, people)
        self.card = next(path for one, path in zip(people, printed, strict=True) if one.name == "Anna")
        self.own, self.sign_up = links.player_path(hall.id, 9, hall.links), signed.location
        self.code = links.player_code(hall.links, hall.id, 9)
        self.phone.get(self.own)
        organizer.post(console(hall, "/access/player"), data={"player": "9"})
        self.new = links.player_token(hall.links, hall.id, 9)

    def opened(self) -> list[str]:
        """Every address of a player's or of who signed up that their old tokens open."""
        tokens = {"sign_up": self.sign_up.rsplit("/", 1)[1], "": self.own.rsplit("/", 1)[1]}
        found = []
        for rule in self.hall.app.url_map.iter_rules():
            if action_of(rule.endpoint) is Action.PLAY:
                at = self.hall.address(rule, tokens["sign_up" if "sign_up" in rule.arguments else ""])
                at = at.replace("/players/1/", "/players/9/")
                method = "GET" if "GET" in (rule.methods or ()) else "POST"
                if self.phone.open(at, method=method).status_code != 404:
                    found.append(at)
        return found


def test_nothing_of_before_opens_a_page_of_a_player_whose_link_was_replaced(laptop: Hall) -> None:
    old = OldLinks(laptop)
    assert old.opened() == []
    assert old.phone.post(f"/tournaments/{laptop.id}/own", data={"code": old.code}).status_code == 422
    for address in (old.own, f"{old.own}/rounds/1", old.sign_up, old.card):
        answer = old.phone.get(address)
        assert (answer.status_code, "replaced by a new one" in answer.text) == (404, True), address
    # Nor does a page that everybody may see lead there, for the browser that knows the old links.
    public = [rule for rule in laptop.app.url_map.iter_rules() if rule.endpoint.startswith(("room.", "weekends."))]
    pages = [old.phone.get(laptop.address(rule)) for rule in public if action_of(rule.endpoint) is Action.SEE]
    assert [page.request.path for page in pages if old.new.encode() in page.data + str(page.location).encode()] == []


def test_replacing_all_links_of_an_event_ends_the_cards_of_its_weekend(laptop: Hall) -> None:
    organizer, context = laptop.browser("organizer"), laptop.context
    weekend = organizer.post("/api/v1/weekends", json={"name": "EC"}).json["id"]
    organizer.put(f"/api/v1/weekends/{weekend}/events", json={"event": laptop.id, "role": "side"})
    people = weekends.people_of_weekend(context, context.weekends.look(weekend).state)
    old = weekends.card_paths(context, weekend, people)
    phone, replaced = laptop.app.test_client(), "This link was replaced by a new one"
    assert {phone.get(card).status_code for card in old} == {302}
    assert organizer.post(console(laptop, "/access/all"), data={"sure": "1"}).status_code == 303
    assert [replaced in phone.get(card).text for card in old] == [True] * len(people)
    new = weekends.card_paths(context, weekend, people)
    assert [phone.get(card).location for card in new] == [
        links.player_path(laptop.id, int(one.name.split()[1]), laptop.links) for one in people
    ]
    # Nor can the secret that was the organizer's key once work a card of today out.
    secret = link_secret(context.store)
    assert not any(
        card.endswith(links.make_token(secret, "weekend", weekend, one.key, f"{laptop.id} {one.name.split()[1]} 1"))
        for card, one in zip(new, people, strict=True)
    )


def test_a_table_s_new_link_ends_the_old_one(laptop: Hall) -> None:
    organizer = laptop.browser("organizer")
    organizer.post(console(laptop, "/rounds/draft"), data={"seconds": "1"})
    organizer.post(console(laptop, "/rounds/1/publish"))
    old = links.table_path(laptop.id, 1, 1, laptop.links)
    phone = laptop.app.test_client()
    assert phone.get(old).status_code == 200
    assert organizer.post(console(laptop, "/access/table"), data={"place": "1/1"}).status_code == 303
    assert phone.get(old).status_code == 404
    assert phone.get(links.table_path(laptop.id, 1, 1, laptop.links)).status_code == 200
    assert phone.get(links.table_path(laptop.id, 1, 2, laptop.links)).status_code == 200


def printed(hall: Hall) -> dict[str, str]:
    """A link of every kind of an event, by what it opens."""
    rules = [rule for rule in hall.app.url_map.iter_rules() if kind_of(rule.endpoint) == "link"]
    found = {rule.rule: hall.address(rule, hall.token(rule)) for rule in rules if "GET" in (rule.methods or ())}
    judge, *_ = links.officials(hall.context, hall.id)
    return {**found, "join": links.official_path(hall.id, judge, hall.links), "game": game_at(hall)}


def game_at(hall: Hall) -> str:
    """The host's link of the game that is tracked at a table of the event."""
    table = EventTable(tournament=hall.id, round=1, table=1, players=(1, 2, 3, 4))
    state = hall.context.tournaments.look(hall.id).state
    id = create_for_event(hall.context, table, state, by="Test", changes={}, depth="light")
    return link_path(link_secret(hall.context.store), id, HOST, games(hall.context).look(id).state.issues)


def test_all_links_of_an_event_are_replaced_at_once_and_none_of_another(laptop: Hall) -> None:
    halls, organizer, phone = [laptop, Hall(laptop.app)], laptop.browser("organizer"), laptop.app.test_client()
    judges = [hall.browser("judge") for hall in halls]
    old, other = map(printed, halls)
    asked = organizer.post(console(laptop, "/access/all")).text
    assert "8 players’ cards, 0 table links, 0 pod links, 1 officials’ links" in asked
    assert printed(laptop) == old
    assert organizer.post(console(laptop, "/access/all"), data={"sure": "1"}).status_code == 303
    new = printed(laptop)
    reached(laptop.app, but=("access.join", "tables.table"))
    assert {name for name, path in old.items() if phone.get(path).status_code != 404} == set()
    assert {name for name, path in {**new, **other}.items() if phone.get(path).status_code not in (200, 303)} == set()
    assert [judges[place].get(f"/tournaments/{halls[place].id}/judge").status_code for place in (0, 1)] == [404, 200]
    assert laptop.browser("judge").get(f"/tournaments/{laptop.id}/judge").status_code == 200  # by a link made later


def test_a_link_that_was_replaced_with_all_others_says_so(laptop: Hall) -> None:
    links.renew(laptop.context, laptop.id, links.player_name(3))
    old = links.player_path(laptop.id, 3, laptop.links)
    for _ in range(2):
        links.renew_all(laptop.context, laptop.id)
        assert "replaced by a new one" in laptop.app.test_client().get(old).text
        old = links.player_path(laptop.id, 3, laptop.links)
        assert laptop.app.test_client().get(old).status_code == 200


def test_who_knows_the_secret_of_before_works_out_no_new_link(laptop: Hall) -> None:
    links.renew_all(laptop.context, laptop.id)
    known = links.LinkKey(link_secret(laptop.context.store), laptop.links.generations)
    assert laptop.app.test_client().get(links.player_path(laptop.id, 3, known)).status_code == 404


def test_an_official_who_replaces_all_links_stays_one(laptop: Hall) -> None:
    invited, path = laptop.app.test_client(), made_link(laptop, role="organizer")
    invited.get(path)
    answer = invited.post(console(laptop, "/access/all"), data={"sure": "1"})
    assert invited.get(answer.location).status_code == 200
    assert laptop.app.test_client().get(path).status_code == 404


@pytest.mark.parametrize(
    ("path", "form", "status"),
    [
        ("/access/links", {"label": "", "role": "judge"}, 422),
        ("/access/links", {"label": "x" * 61, "role": "judge"}, 422),
        ("/access/links", {"label": "Anna", "role": "player"}, 422),
        ("/access/links/renew", {"link": "99"}, 404),
        ("/access/links/renew", {"link": "x"}, 422),
        ("/access/player", {"player": "99"}, 422),
        ("/access/table", {"place": "9/1"}, 422),
        ("/access/table", {"place": "'; DROP TABLE links"}, 422),
    ],
)
def test_what_cannot_be_is_explained(laptop: Hall, path: str, form: dict[str, str], status: int) -> None:
    answer = laptop.browser("organizer").post(console(laptop, path), data=form)
    assert answer.status_code == status
    assert laptop.links.generations == {}


def test_a_scorekeeper_does_not_override(laptop: Hall) -> None:
    organizer, scorekeeper = laptop.browser("organizer"), laptop.browser("scorekeeper")
    organizer.post(console(laptop, "/rounds/draft"), data={"seconds": "1"})
    organizer.post(console(laptop, "/rounds/1/publish"))
    address = console(laptop, "/rounds/1/tables/1/points")
    assert scorekeeper.post(address, data={"vp1": "4", "vp2": "4", "reason": "so"}).status_code == 403
    events = console(laptop, "/rounds/1/tables/1/events")
    assert scorekeeper.post(events, data={"events": "A!! time"}).status_code == 422
    assert laptop.context.tournaments.look(laptop.id).state.round(1).results == {}
    assert scorekeeper.post(address, data={"vp1": "4"}).status_code == 303


def test_a_scorekeeper_sees_no_button_that_would_be_refused(laptop: Hall) -> None:
    organizer, scorekeeper = laptop.browser("organizer"), laptop.browser("scorekeeper")
    organizer.post(console(laptop, "/rounds/draft"), data={"seconds": "1"})
    organizer.post(console(laptop, "/rounds/1/publish"))
    for path in ("/rounds/1", "/rounds/2", "/players", "/standings", "/rounds/1/tables/1", "/room"):
        page = scorekeeper.get(console(laptop, path)).text
        inside = set(re.findall(r'(?:href|action)="(/tournaments/[^"#?]+)', page))
        refused = [at for at in inside if "/console" in at and scorekeeper.get(at).status_code in (403, 404)]
        assert refused == [], path


def test_a_link_that_was_printed_in_2026_is_the_same_today() -> None:
    assert links.LinkKey("key").token("bcdfghjk", "player/1") == "q5br3UZfOyM5A6r_WhYHIg"
    assert links.LinkKey("key", {"player/1": 2}).token("bcdfghjk", "player/1") == "cLTpMWHUkq5llM8iQooC1Q"


def test_generations_are_told_apart_from_guesses() -> None:
    first, third = links.LinkKey("key"), links.LinkKey("key", {"player/1": 2})
    third.check("bcdfghjk", "player/1", third.token("bcdfghjk", "player/1"))
    with pytest.raises(LinkRenewed):
        third.check("bcdfghjk", "player/1", first.token("bcdfghjk", "player/1"))
    with pytest.raises(WrongLink):
        third.check("bcdfghjk", "player/1", first.token("bcdfghjk", "player/2"))
