"""Signing up, in and out; passwords; tokens; who is let in to an event."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from flask.testing import FlaskClient

from tests.web.access.conftest import PASSWORD, Hall
from tests.web.pages import markup_of
from toolkit.services.accounts import accounts
from toolkit.services.kernel.roles import Role, Scope


def sign_in(client: FlaskClient, name: str, password: str = PASSWORD, **more: str):
    return client.post("/account/sign-in", data={"name": name, "password": password, **more})


def test_an_account_makes_an_event_of_its_own(server: Hall) -> None:
    client = server.app.test_client()
    answer = client.post("/account/sign-up", data={"name": "Odile", "password": PASSWORD, "next": "/tournaments"})
    assert (answer.status_code, answer.location) == (303, "/tournaments")
    made = client.post("/tournaments", data={"name": "Praxis Seizure: Lyon", "rounds": "2"})
    assert client.get(made.location).status_code == 200
    assert "Praxis Seizure" in client.get("/tournaments").text
    other = server.account("Zoe")
    assert other.get(made.location).status_code == 404
    assert "Praxis Seizure" not in other.get("/tournaments").text
    assert server.last_author(made.location.split("/")[2]) == "Odile"


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"name": "O", "password": PASSWORD}, "A name has 2 to 40 letters."),
        ({"name": "Odile", "password": "short"}, "A password has 10 to 200 characters."),
        ({"name": "Odile Moreau", "password": "odile moreau"}, "The password must differ from the name."),
        ({"name": "  odile ", "password": PASSWORD}, None),
        ({}, "A name has"),
    ],
)
def test_signing_up_says_what_is_wrong_and_keeps_the_name(server: Hall, form: dict[str, str], says: str | None) -> None:
    server.account("Odile Taken" if says else "Odile")
    answer = server.app.test_client().post("/account/sign-up", data=form)
    assert answer.status_code == 422
    assert (says or "Someone else has that name") in answer.text
    assert PASSWORD not in answer.text


def test_a_wrong_password_and_an_unknown_name_look_the_same(server: Hall) -> None:
    server.account("Odile")
    answers = [sign_in(server.app.test_client(), name, "wrong horse battery") for name in ("Odile", "Nobody")]
    assert [answer.status_code for answer in answers] == [422, 422]
    drawn = r'name="csrf_token" value="[^"]+"|data-options="[^"]+"|name="word" value="[^"]+"|Odile|Nobody'
    pages = [re.sub(drawn, "", answer.text) for answer in answers]
    assert pages[0] == pages[1]


def test_nobody_plants_a_session(server: Hall) -> None:
    server.account("Odile")
    client = server.app.test_client()
    with client.session_transaction() as session:
        session["planted"] = "x"
    client.get("/account/sign-in")
    before = client.get_cookie("session")
    answer = sign_in(client, "Odile")
    after = client.get_cookie("session")
    assert before is not None
    assert after is not None
    assert after.value != before.value
    with client.session_transaction() as session:
        assert "planted" not in session
    (cookie,) = [c for c in answer.headers.getlist("Set-Cookie") if c.startswith("session=")]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie


def test_over_https_the_cookie_goes_over_https_alone(server: Hall) -> None:
    server.account("Odile")
    data = {"name": "Odile", "password": PASSWORD}
    answer = server.app.test_client().post("/account/sign-in", data=data, base_url="https://localhost")
    assert "Secure" in answer.headers["Set-Cookie"]


def test_signing_out_ends_it(server: Hall) -> None:
    client = server.account("Odile")
    assert client.get("/account/settings").status_code == 200
    assert client.post("/account/sign-out").location == "/"
    assert client.get("/account/settings").location.startswith("/account/sign-in?next=")
    assert client.get("/account/sign-out").status_code == 405


def test_signing_out_ends_the_session_on_the_server_too(server: Hall) -> None:
    client, thief = server.account("Odile"), server.app.test_client()
    cookie = client.get_cookie("session")
    assert cookie is not None
    thief.set_cookie("session", cookie.value)
    assert thief.get("/account/settings").status_code == 200
    client.post("/account/sign-out")
    assert thief.get("/account/settings").status_code == 303


def test_sessions_are_listed_and_ended_one_by_one_or_all(server: Hall) -> None:
    here, others = server.account("Odile"), [server.app.test_client() for _ in range(3)]
    for phone in others:
        phone.post(
            "/account/sign-in",
            data={"name": "Odile", "password": PASSWORD},
            headers={"User-Agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"},
        )
    page = here.get("/account/settings").text
    assert page.count("Firefox, Android") == 6  # in the list, and in the words of its button
    assert page.count("(this one)") == 1
    # Two of one day are told apart.
    account = accounts.account_named(server.context, "Odile")
    hours = {str(one.created.timestamp()) for one, _ in accounts.sessions_of(server.context, account)}
    assert set(re.findall(r'data-hour="([\d.]+)"', page)) == hours
    digest = re.findall(r'name="digest" value="(\w+)"', page)[0]
    here.post("/account/sessions/end", data={"digest": digest})
    assert sorted(phone.get("/account/settings").status_code for phone in others) == [200, 200, 303]
    here.post("/account/sessions/end")
    assert {phone.get("/account/settings").status_code for phone in others} == {303}
    assert here.get("/account/settings").status_code == 200


def test_nobody_ends_another_s_session(server: Hall) -> None:
    odile, zoe = server.account("Odile"), server.account("Zoe")
    account = accounts.account_named(server.context, "Odile")
    ((session, _),) = accounts.sessions_of(server.context, account)
    zoe.post("/account/sessions/end", data={"digest": session.digest})
    assert odile.get("/account/settings").status_code == 200


def test_a_session_and_a_token_end_with_their_time(server: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    client = server.account("Odile", Role.ORGANIZER)
    account = accounts.account_named(server.context, "Odile")
    token = accounts.make_token(server.context, account, "script", days=7)
    address, headers = f"/api/v1/tournaments/{server.id}/log", {"Authorization": f"Bearer {token}"}
    program, start = server.app.test_client(), server.context.now()
    for days, of_token, of_session in ((6, 200, 200), (8, 401, 200), (32, 401, 303)):
        monkeypatch.setattr(server.context, "now", lambda days=days: start + timedelta(days=days))
        assert program.get(address, headers=headers).status_code == of_token
        assert client.get("/account/settings").status_code == of_session


def test_a_token_does_what_its_scope_says(server: Hall) -> None:
    server.account("Odile", Role.ORGANIZER)
    account, program = accounts.account_named(server.context, "Odile"), server.app.test_client()
    event = f"/api/v1/tournaments/{server.id}"
    asked = [
        ("GET", f"{event}/log", None),
        ("POST", f"{event}/check-in/open", {}),
        ("POST", f"{event}/notes", {"text": "x"}),
        ("POST", "/api/v1/tournaments", {"name": "Another"}),
    ]
    answers = {}
    for scope in Scope:
        token = accounts.make_token(server.context, account, scope, scope=scope)
        headers = {"Authorization": f"Bearer {token}"}
        answers[scope] = [
            program.open(path, method=method, json=body, headers=headers).status_code // 100
            for method, path, body in asked
        ]
        refused = program.post("/account/tokens", data={"label": "more"}, headers=headers)
        assert refused.status_code == 403
    assert answers == {Scope.READ: [2, 4, 4, 4], Scope.RESULTS: [4, 2, 4, 4], Scope.ALL: [2, 2, 2, 2]}


@pytest.mark.parametrize(
    ("taken", "tried"),
    [
        ("Odile", "Оdilе"),  # Cyrillic О and е
        ("Odile", "ОDILE"),
        ("Ivan", "lvan"),
        ("Ivan", "1van"),
        ("paolo", "ΡAOLO"),  # Greek Rho
        ("Bruno", "Brun0"),
        ("Emma", "Ernma"),
        ("Boris", "Воris"),
        ("Ivan", "i\u0307van"),  # two dots that are drawn as one
        ("Bruno", "Bʀuno"),
        ("Alice", "Aliϲe"),  # Greek, which is another letter for s
        ("Alice", "A\u0627ice"),  # Arabic alef
        ("Olaf", "\u0647laf"),  # Arabic heh
        ("Ivan", "\u05d5van"),  # Hebrew vav
        ("\u0639\u0644\u06cc", "\u0639\u0644\u0649"),  # Persian yeh and alef maksura
    ],
)
def test_no_two_names_look_alike(server: Hall, taken: str, tried: str) -> None:
    server.account(taken)
    answer = server.app.test_client().post("/account/sign-up", data={"name": tried, "password": PASSWORD})
    assert (answer.status_code, "That looks like someone else" in answer.text) == (422, True)
    assert sign_in(server.app.test_client(), tried).status_code == 422


@pytest.mark.parametrize(
    ("one", "other"),
    [("José", "Jose"), ("Олег", "Oleg"), ("Anna", "Hanna"), ("Ωmega", "Omega"),
     ("דוד", "דנה"), ("علي", "محمد")],
)  # fmt: skip
def test_names_that_nobody_takes_for_each_other_are_two(server: Hall, one: str, other: str) -> None:
    server.account(one)
    server.account(other)


@pytest.mark.parametrize(
    "points",
    [
        # Default_Ignorable_Code_Point of Unicode
        (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
        (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
        (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
        # blank: Braille, a musical sign, hieroglyphs; and what stands for nothing
        (0x2800, 0x2800), (0x1D159, 0x1D159), (0x13441, 0x13442), (0x16FE4, 0x16FE4), (0xFFF9, 0xFFFD),
        (0xD800, 0xDFFF),
        # phonetic: a small A and its like
        (0x1D00, 0x1D2B), (0xA730, 0xA731), (0x299, 0x299), (0x29C, 0x29C), (0x29F, 0x29F),
        # Coptic, Cherokee, Lisu, Gothic, Deseret; pictures
        (0x2C80, 0x2CB1), (0x13A0, 0x13F5), (0xA4D0, 0xA4F7), (0x10330, 0x1034A), (0x10400, 0x1044F),
        (0x1F150, 0x1F169),
    ],
)  # fmt: skip
def test_nobody_s_name_has_what_is_not_seen_or_known(server: Hall, points: tuple[int, int]) -> None:
    for point in range(points[0], points[1] + 1):
        for name in (f"admin{chr(point)}", f"a{chr(point)}min", chr(point) * 2):
            with pytest.raises(accounts.BadName):
                accounts.sign_up(server.context, name, PASSWORD)


def test_what_a_name_cannot_have_is_named(server: Hall) -> None:
    for name, named in (("admin\u3164", "(U+3164)"), ("ᴀdmin", "“ᴀ” (U+1D00)"), ("ad\u200bmin", "“?” (U+200B)")):
        answer = server.app.test_client().post("/account/sign-up", data={"name": name, "password": PASSWORD})
        assert (answer.status_code, named in answer.text) == (422, True)


@pytest.mark.parametrize(
    "name",
    ["José", "Anna-Lena O’Brien", "D'Arcy Jr.", "O´Brien", "Þór Ærø", "Łucja Żak", "İlker Işık", "Nguyễn Văn Đức",
     "Kahaʻulani", "Əli", "Ɓala Ŋ", "Laia Col·lell", "Jürgen Groß", "Σωκράτης", "Олексій Ґалаґан", "Արամ", "გიორგი",
     "אבי", "محمد", "अनिल", "สมชาย", "李小龍", "𠮷野々村", "ひらがな・カタカナー", "김철수", "Ａｎｎ", "x_X-42"],
)  # fmt: skip
def test_real_names_are_taken(server: Hall, name: str) -> None:
    answer = server.app.test_client().post("/account/sign-up", data={"name": name, "password": PASSWORD})
    assert answer.status_code == 303
    assert sign_in(server.app.test_client(), name).status_code == 303


def test_a_new_password_ends_every_other_session_and_every_token(server: Hall) -> None:
    here, phone = server.account("Odile"), server.app.test_client()
    sign_in(phone, "Odile")
    token = accounts.make_token(server.context, accounts.account_named(server.context, "Odile"), "script")
    wrong = here.post("/account/password", data={"old": "not it at all", "password": "another horse"})
    assert (wrong.status_code, "That is not the password." in wrong.text) == (422, True)
    assert here.post("/account/password", data={"old": PASSWORD, "password": "another horse"}).status_code == 303
    assert here.get("/account/settings").status_code == 200
    assert phone.get("/account/settings").status_code == 303
    assert sign_in(server.app.test_client(), "Odile").status_code == 422
    assert accounts.account_of_token(server.context, token) is None


def test_a_token_is_shown_once_kept_as_a_digest_and_can_be_removed(server: Hall) -> None:
    client = server.account("Odile", Role.ORGANIZER)
    page = client.post("/account/tokens", data={"label": "Standings on our site"}).text
    (token,) = re.findall(r'id="token"[^>]*value="([^"]+)"', page)
    assert token not in client.get("/account/settings").text
    program, headers = server.app.test_client(), {"Authorization": f"Bearer {token}"}
    address = f"/api/v1/tournaments/{server.id}/notes"
    assert program.post(address, json={"text": "From a program."}, headers=headers).status_code == 200
    assert server.last_author() == "Odile"
    (known,) = accounts.tokens_of(server.context, accounts.account_named(server.context, "Odile"))
    assert token not in known.digest
    client.post("/account/tokens/remove", data={"digest": known.digest})
    assert program.post(address, json={"text": "Again."}, headers=headers).status_code == 401


def test_nobody_removes_another_s_token(server: Hall) -> None:
    server.account("Odile")
    odile = accounts.account_named(server.context, "Odile")
    accounts.make_token(server.context, odile, "script")
    (known,) = accounts.tokens_of(server.context, odile)
    server.account("Zoe").post("/account/tokens/remove", data={"digest": known.digest})
    assert accounts.tokens_of(server.context, odile) == [known]


class Asked:
    """Odile, who runs the event, asks Anna to be a judge there."""

    def __init__(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hall, self.monkeypatch, self.start = hall, monkeypatch, hall.context.now()
        self.odile, self.anna, self.zoe = (
            hall.account("Odile", Role.ORGANIZER),
            hall.account("Anna"),
            hall.account("Zoe"),
        )
        self.account = accounts.account_named(hall.context, "Anna")
        self.console = f"/tournaments/{hall.id}/console"

    def ask(self, status: int = 303, *, role: str = "judge", name: str = "Anna") -> str:
        answer = self.odile.post(f"{self.console}/access/members", data={"name": name, "role": role})
        assert answer.status_code == status, answer.text
        return answer.text

    def answer(self, word: str, who: FlaskClient | None = None) -> int:
        sent = {"event": self.hall.id}
        return (who or self.anna).post(f"/account/invitations/{word}", data=sent).status_code

    def remove(self, word: str) -> int:
        path = f"{self.console}/access/members/{word}"
        return self.odile.post(path, data={"account": self.account.id}).status_code

    def after(self, days: float) -> None:
        self.monkeypatch.setattr(self.hall.context, "now", lambda: self.start + timedelta(days=days))

    @property
    def is_in(self) -> bool:
        return self.anna.get(f"{self.console}/standings").status_code == 200

    @property
    def mark(self) -> str:
        """How Anna stands on the page of the event's access."""
        lines = re.findall(r'<span class="who">Anna\s(.*?)</li>', self.odile.get(f"{self.console}/access").text, re.S)
        return " ".join(re.findall(r'class="mark[^"]*">([^<]+)', "".join(lines)))


@pytest.fixture
def asked(server: Hall, monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(server, monkeypatch)


def test_an_invitation_counts_once_it_is_accepted(asked: Asked) -> None:
    asked.ask()
    assert (asked.is_in, asked.mark) == (False, "Judge asked")
    page = markup_of(asked.anna.get("/tournaments")).partition("</h1>")[2]
    assert re.match(r'<div\s+class="notice notice-warn"', page)
    assert "Odile invites you to “Lyon” (Judge)." in page
    assert "invites you" not in asked.zoe.get("/tournaments").text
    assert [asked.answer("accept", who) for who in (asked.zoe, asked.hall.browser("anonymous"))] == [404, 403]
    assert asked.answer("accept") == 303
    assert (asked.is_in, asked.mark) == (True, "Judge")
    assert asked.anna.get(f"{asked.console}/access").status_code == 403
    assert "invites you" not in asked.anna.get("/tournaments").text
    assert asked.answer("accept") == 404
    asked.remove("remove")
    assert (asked.is_in, asked.mark) == (False, "")


def test_an_invitation_that_was_declined_is_not_sent_again_at_once(asked: Asked) -> None:
    asked.ask()
    assert asked.answer("decline", asked.zoe) == 404
    assert asked.answer("decline") == 303
    assert (asked.answer("accept"), asked.is_in, asked.mark) == (404, False, "Judge declined")
    assert "This account declined: ask again after" in asked.ask(422)
    assert asked.remove("withdraw") == 404
    asked.after(7.1)
    asked.ask()
    assert asked.answer("accept") == 303


def test_an_invitation_lapses_after_30_days(asked: Asked) -> None:
    asked.ask()
    asked.after(29.9)
    assert "invites you" in asked.anna.get("/tournaments").text
    asked.after(30.1)
    asked.anna = sign_in_again(asked)
    assert "invites you" not in asked.anna.get("/tournaments").text
    assert (asked.answer("accept"), asked.answer("decline"), asked.is_in) == (404, 404, False)
    asked.ask()
    assert asked.answer("accept") == 303


def sign_in_again(asked: Asked) -> FlaskClient:
    client = asked.hall.app.test_client()
    assert sign_in(client, "Anna").status_code == 303
    return client


@pytest.mark.parametrize("by", ["the inviter", "another organizer, with the inviter"])
def test_an_invitation_that_was_taken_back_opens_nothing(asked: Asked, by: str) -> None:
    asked.ask()
    if by == "the inviter":
        assert asked.remove("withdraw") == 303
    else:
        zoe, odile = (accounts.account_named(asked.hall.context, name) for name in ("Zoe", "Odile"))
        accounts.add_member(asked.hall.context, asked.hall.id, zoe, Role.ORGANIZER)
        asked.zoe.post(f"{asked.console}/access/members/remove", data={"account": odile.id})
    assert (asked.answer("accept"), asked.is_in) == (404, False)


def test_more_is_accepted_and_less_is_at_once(asked: Asked) -> None:
    accounts.add_member(asked.hall.context, asked.hall.id, asked.account, Role.JUDGE)
    asked.ask(role="organizer")
    assert asked.mark == "Judge Organizer asked"
    asked.ask(role="scorekeeper")
    assert (asked.mark, asked.answer("accept")) == ("Scorekeeper", 404)


def test_nobody_is_asked_by_one_account_to_ever_more_events(asked: Asked) -> None:
    made = [asked.odile.post("/tournaments", data={"name": f"{n}", "rounds": "2"}).location for n in range(6)]
    sent = {"name": "Anna", "role": "judge"}
    answers = [asked.odile.post(f"/tournaments/{at.split('/')[2]}/console/access/members", data=sent) for at in made]
    assert [answer.status_code for answer in answers] == [303] * 5 + [422]
    assert "This account has not accepted 5 of your invitations" in answers[-1].text


def test_an_event_never_is_without_an_organizer(server: Hall) -> None:
    odile = server.account("Odile", Role.ORGANIZER)
    me = accounts.account_named(server.context, "Odile")
    console = f"/tournaments/{server.id}/console/access"
    answer = odile.post(f"{console}/members/remove", data={"account": me.id})
    assert (answer.status_code, "needs an organizer" in answer.text) == (409, True)
    assert odile.post(f"{console}/members", data={"name": "Odile", "role": "judge"}).status_code == 422
    assert odile.get(console).status_code == 200
    assert odile.post(f"{console}/members", data={"name": "Nobody", "role": "judge"}).status_code == 422


def test_where_sign_up_is_closed_there_is_no_form(server: Hall) -> None:
    server.app.config["SIGN_UP"] = False
    client = server.app.test_client()
    assert client.get("/account/sign-up").status_code == 404
    assert client.post("/account/sign-up", data={"name": "Odile", "password": PASSWORD}).status_code == 404
    assert "/account/sign-up" not in client.get("/account/sign-in").text


def test_without_accounts_there_is_nothing_to_sign_in_to(laptop: Hall) -> None:
    client = laptop.browser("organizer")
    for path in ("/account/sign-in", "/account/sign-up", "/account/settings"):
        assert client.get(path).status_code == 404
    assert "/account/" not in client.get("/tournaments").text
