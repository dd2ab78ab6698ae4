"""Mails to the players, against a mail server on loopback that takes, refuses, breaks off and is silent."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from click.testing import CliRunner

from toolkit.cli import cli
from toolkit.services.events import mail
from toolkit.services.events.mail import BadMailServer, MailServer, MailUnreachable, mail_players, mail_server
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.tournament import signup
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.facts import MailBegun, MailSent
from toolkit.tournament.log import describe

NAMES = ("Ada", "Bea", "Carl")


class Taking(socketserver.StreamRequestHandler):
    """One connection: as much of SMTP as `smtplib` speaks."""

    def handle(self) -> None:
        told: Any = self.server
        if told.is_silent:
            told.hangs.wait()
            return
        self.say("220 ready")
        with suppress(OSError):
            while line := self.rfile.readline().decode().strip():
                self.answer(told, line)

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())

    def answer(self, told: Any, line: str) -> None:
        verb, rest = line[:4].upper(), line[4:]
        if verb == "RCPT" and len(told.mails) == told.breaks_after:
            self.connection.close()
            raise OSError
        if verb == "AUTH":
            self.say("535 no")
        elif verb == "RCPT" and any(address in rest for address in told.refuses):
            self.say(f"550 {rest}: no such mailbox")
        elif verb == "DATA":
            self.say("354 go on")
            told.mails.append(b"".join(iter(self.rfile.readline, b".\r\n")))
            self.say("250 taken")
            told.has_mail.set()
        else:
            self.say("250 AUTH PLAIN" if verb == "EHLO" else "250 well")


@contextmanager
def standing_in(*, refuses: tuple[str, ...] = (), breaks_after: int = -1, is_silent: bool = False) -> Iterator[Any]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Taking) as server:
        told: Any = server
        told.daemon_threads, told.mails, told.hangs = True, list[bytes](), threading.Event()
        told.has_mail = threading.Event()
        told.refuses, told.breaks_after, told.is_silent = refuses, breaks_after, is_silent
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield told
        told.hangs.set()
        server.shutdown()


def server_of(told: Any, **more: Any) -> MailServer:
    values = {"host": "127.0.0.1", "port": told.server_address[1], "is_tls": False, "sender": "events@example.org"}
    return MailServer(**values | more)


def letter(sent: bytes) -> EmailMessage:
    read = message_from_bytes(sent, policy=policy.default)
    assert isinstance(read, EmailMessage)
    return read


@pytest.fixture
def people(work: UnitOfWork) -> UnitOfWork:
    """Three people signed up with an address each, and one without."""
    now = work.context.now()
    work.change(signup.set_sign_up, now)
    for name in NAMES:
        work.change(signup.sign_up, now, name=name, contact=f"mail: {name.lower()}@example.org")
    work.change(signup.sign_up, now, name="Dora", contact="0123 456, dora@home")
    return work


def send(work: UnitOfWork, told: Any, text: str = "The hall has moved.", subject: str = "News", **more: Any) -> Any:
    server = server_of(told, **more)
    return mail_players(work, server, subject=subject, text=text, link=lambda player: f"https://x.example/{player}")


def test_each_player_gets_a_mail_of_their_own_with_their_own_link(people: UnitOfWork) -> None:
    with standing_in() as told:
        send(people, told)
    read = [letter(sent) for sent in told.mails]
    assert [one["To"] for one in read] == [f"{name.lower()}@example.org" for name in NAMES]
    assert all((one["From"], one["Subject"], one["Cc"], one["Bcc"]) == ("events@example.org", "News", None, None)
               for one in read)  # fmt: skip
    pages = [re.search(r"https://x.example/(\d+)", one.get_content()) for one in read]
    players = people.look().players
    assert [players[int(page[1])].name for page in pages if page] == list(NAMES)


def test_two_players_of_one_address_get_a_mail_each(people: UnitOfWork) -> None:
    people.change(signup.sign_up, people.context.now(), name="Emma", contact="ada@example.org")
    with standing_in() as told:
        send(people, told)
    links = {re.findall(r"x.example/(\d+)", letter(sent).get_content())[0] for sent in told.mails}
    assert (len(told.mails), len(links)) == (4, 4)


def test_the_log_has_the_count_and_neither_an_address_nor_the_text(people: UnitOfWork) -> None:
    before = people.look().number
    with standing_in(refuses=("bea@",)) as told:
        send(people, told)
    known = people.look()
    facts = [entry.fact for entry in known.log][before:]
    assert [type(fact) for fact in facts] == [MailBegun, MailSent]
    assert not re.search("example.org|hall|mailbox", repr(facts))
    (kept,) = known.mails.values()
    assert [known.player(number).name for number in kept.unsent or ()] == ["Bea"]
    assert describe(known, facts[-1]) == "Mailed 2 players. Not sent for certain: Bea."


def test_a_mail_that_is_sent_twice_arrives_once(people: UnitOfWork) -> None:
    pressed = replace(people, key="a form")
    with standing_in() as told:
        send(pressed, told)
        send(pressed, told)
    assert len(told.mails) == 3


def test_a_server_that_breaks_off_leaves_the_rest_unsent_and_named(people: UnitOfWork) -> None:
    with standing_in(breaks_after=1) as told:
        send(people, told)
    known = people.look()
    (kept,) = known.mails.values()
    assert len(told.mails) == 1
    assert [known.player(number).name for number in kept.unsent or ()] == ["Bea", "Carl"]


FAULTS: dict[str, dict[str, Any]] = {"silent": {}, "away": {"port": 9}, "login": {"user": "u", "password": "secret"}}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_server_that_does_not_let_in_sends_and_logs_nothing(
    people: UnitOfWork, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail, "_SECONDS", 0.2)
    before = people.look().number
    with standing_in(is_silent=fault == "silent") as told:
        with pytest.raises(MailUnreachable, match="nothing was sent") as refused:
            send(people, told, **FAULTS[fault])
        assert told.mails == []
    assert people.look().number == before
    assert not re.search("example|secret", str(refused.value.message))


def test_no_name_subject_or_text_adds_a_header(people: UnitOfWork) -> None:
    with standing_in() as told:
        send(people, told, text="Hello\r\n.\r\nBcc: eve@evil.example", subject="News\r\nBcc: eve@evil.example")
    for one in map(letter, told.mails):
        assert (one["Bcc"], one["Subject"]) == (None, "News Bcc: eve@evil.example")
        assert one.get_content().splitlines()[:3] == [
            "Hello",
            "..",
            "Bcc: eve@evil.example",
        ]  # a stop is doubled on the way


@pytest.mark.parametrize(
    ("subject", "text"), [("", "x"), ("a" * 151, "x"), ("a\0b", "x"), ("a", " "), ("a", "x" * 5001)]
)
def test_what_no_mail_can_be_is_refused_before_the_server_is_asked(people: UnitOfWork, subject: str, text: str) -> None:
    nobody = MailServer(host="127.0.0.1", port=9, is_tls=False, sender="a@example.org")
    with pytest.raises(BadValue):
        mail_players(people, nobody, subject=subject, text=text, link=str)


def test_an_event_without_addresses_asks_no_server(work: UnitOfWork) -> None:
    nobody = MailServer(host="127.0.0.1", port=9, is_tls=False, sender="a@example.org")
    with pytest.raises(Refused, match="gave a mail address"):
        mail_players(work, nobody, subject="a", text="b", link=str)


def test_the_server_is_read_from_one_address_which_no_error_repeats() -> None:
    def read(url: str) -> MailServer | None:
        return mail_server({"VTES_TOOLKIT_SMTP_URL": url})

    assert read(" ") is None
    found = read("smtps://me%40x.org:p%3Aw@mail.x.org")
    assert found == MailServer(
        host="mail.x.org", port=465, is_tls=True, user="me@x.org", password="p:w", sender="me@x.org"
    )
    assert "p:w" not in repr(found)
    for wrong in ("http://a:secret@h?from=a@x.org", "smtp://a:secret@h", "smtp://:secret@", "smtp://a:secret@h:x"):
        with pytest.raises(BadMailServer) as refused:
            read(wrong)
        assert "secret" not in str(refused.value)


def test_a_mail_by_the_command_line_has_the_links_of_the_server(
    people: UnitOfWork, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with standing_in() as told:
        monkeypatch.setenv(
            "VTES_TOOLKIT_SMTP_URL", f"smtp://127.0.0.1:{told.server_address[1]}?from=events@example.org"
        )
        monkeypatch.setenv("DATABASE_URL", store_url)
        words = ["tournament", "signup", "mail", people.id, "--subject", "News", "--address", "https://x.example/", "-"]
        done = CliRunner().invoke(cli, words, input="The hall has moved.\n")
    assert done.exit_code == 0, done.output
    assert "Mailed 3 players." in done.output
    assert f"https://x.example/tournaments/{people.id}/players/" in letter(told.mails[0]).get_content()


def test_a_password_never_leaves_without_encryption(people: UnitOfWork, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "opens_only_here", lambda _: False)
    with standing_in() as told, pytest.raises(MailUnreachable, match="the password was not sent"):
        send(people, told, user="u", password="secret")
