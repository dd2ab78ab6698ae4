"""Mailing the players of an event by the installation's mail server, one by one, each with their own link.

No error of this module names an address: the server's answers do, so they are not passed on.
"""

from __future__ import annotations

import os
import smtplib
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from toolkit.errors import Conflict, NotFound, ToolkitError, Unavailable
from toolkit.languages import ENGLISH, Message, Words, say
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork, use_case
from toolkit.services.notices.outbox import Answer
from toolkit.sheets.qr import opens_only_here
from toolkit.tournament import mailing
from toolkit.tournament.facts import Fact, MailBegun
from toolkit.tournament.tournament import Tournament

# So long the server may be silent, and so long one mail to all may take.
_SECONDS, _LONGEST = 10, 120
_PORTS = {"smtp": 587, "smtps": 465}


class MailNotSet(NotFound):
    """This installation has no mail server."""

    code = "mail_not_set"


class MailUnreachable(Conflict):
    """The mail server did not answer or refused the login; nothing was sent."""

    code = "mail_unreachable"


class BadMailServer(Unavailable):
    """The setting of the mail server cannot be read."""

    code = "unclear_setting"


@dataclass(frozen=True, slots=True, kw_only=True)
class MailServer:
    """The installation's mail server.

    Attributes:
        is_tls: the connection is encrypted from its start; else as soon as the server offers it.
    """

    host: str
    port: int
    is_tls: bool
    user: str = ""
    password: str = field(default="", repr=False)
    sender: str


def mail_server(environment: Mapping[str, str] = os.environ) -> MailServer | None:
    """The mail server in `VTES_TOOLKIT_SMTP_URL`, e.g. `smtps://user:password@host:465?from=a@b.example`; None without.

    Raises:
        BadMailServer: it is not such an address. The message does not repeat it: it may hold a password.
    """
    written = environment.get("VTES_TOOLKIT_SMTP_URL", "").strip()
    if not written:
        return None
    try:
        url, port = urlsplit(written), urlsplit(written).port
        sender = _sender(url)
    except ValueError:
        sender = ""
    if not sender or url.scheme not in _PORTS or not url.hostname:
        raise BadMailServer("VTES_TOOLKIT_SMTP_URL is smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS, or smtps://…")
    return MailServer(
        host=url.hostname,
        port=port or _PORTS[url.scheme],
        is_tls=url.scheme == "smtps",
        user=unquote(url.username or ""),
        password=unquote(url.password or ""),
        sender=sender,
    )


def _sender(url: SplitResult) -> str:
    """The address that mails come from: as named, else the user if that is one; "" if neither is."""
    named = parse_qs(url.query).get("from", [unquote(url.username or "")])[0]
    return named if mailing.is_address(named) else ""


@use_case(name="mail_players")
def _begin_mail(work: UnitOfWork, tournament: Tournament, subject: str, text: str) -> list[Fact]:
    """A mail of other words is another request."""
    return mailing.begin_mail(tournament)


def mail_players(
    work: UnitOfWork,
    server: MailServer | None,
    *,
    subject: str,
    text: str,
    link: Callable[[int], str],
    words: Words = ENGLISH,
) -> Change:
    """Mail the players who gave an address, one by one; `link` is each one's own, "" for none.

    The log keeps how many were sent. A request that comes twice sends once.

    Raises:
        MailNotSet, MailUnreachable: nothing was sent.
        ToolkitError: what the domain refuses with.
    """
    if server is None:
        raise MailNotSet(Message("This installation has no mail server."))
    subject, text = mailing.check_mail(subject, text)
    mailing.begin_mail(work.look())
    with _MailSession(server) as connection:
        change = _begin_mail(work, subject, text)
        begun = next((entry.fact for entry in change.entries if isinstance(entry.fact, MailBegun)), None)
        if change.is_repeat or begun is None:
            return change
        found, unsent = mailing.addresses(change.tournament), list[int]()
        for player in begun.players:
            own = say(Message("Your own page: %(url)s", url=url), words) if (url := link(player)) else ""
            mail = _mail(server.sender, found[player], subject, "\n\n".join(filter(None, (text, own))))
            if not connection.send(mail, found[player]):
                unsent.append(player)
    done = replace(work, key=None, expected=None)
    return done.change(mailing.finish_mail, begun.mail, unsent=tuple(unsent))


def mail_offer(server: MailServer, address: str, *, name: str, until: str, url: str, words: Words = ENGLISH) -> Answer:
    """Mail the person to whom a place of the event called `name` is offered; the answer names no address."""
    offer = Message("A place at %(name)s is free for you until %(time)s. Take it on your page:", name=name, time=until)
    try:
        subject, body = mailing.check_mail(name[: mailing.LONGEST_SUBJECT], f"{say(offer, words)}\n\n{url}")
        with _MailSession(server) as session:
            is_sent = session.send(_mail(server.sender, address, subject, body), address)
    except ToolkitError as error:
        return Answer(error.message)
    return Answer() if is_sent else Answer("refused")


def _mail(sender: str, to: str, subject: str, text: str) -> EmailMessage:
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain=sender.rpartition("@")[2])
    mail.set_content(text + "\n")
    return mail


def _connected(server: MailServer) -> smtplib.SMTP:
    context, name = ssl.create_default_context(), server.sender.rpartition("@")[2]
    if server.is_tls:
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, name, timeout=_SECONDS, context=context)
    else:
        smtp = smtplib.SMTP(server.host, server.port, name, timeout=_SECONDS)
    try:
        smtp.ehlo()
        is_encrypted = server.is_tls
        if not is_encrypted and smtp.has_extn("starttls"):
            smtp.starttls(context=context)
            is_encrypted = True
        if server.user:
            if not (is_encrypted or opens_only_here(f"http://{server.host}/")):
                raise MailUnreachable(Message("The mail server has no encryption: the password was not sent."))
            smtp.login(server.user, server.password)
    except smtplib.SMTPAuthenticationError:
        smtp.close()
        raise MailUnreachable(Message("The mail server refuses the login: nothing was sent.")) from None
    except BaseException:
        smtp.close()
        raise
    return smtp


class _MailSession:
    """A connection to the mail server, for all mails of one request.

    Raises:
        MailUnreachable: no answer, or no login.
    """

    def __init__(self, server: MailServer) -> None:
        self._sender, self._end = server.sender, time.monotonic() + _LONGEST
        try:
            self._smtp = _connected(server)
        except (OSError, smtplib.SMTPException):
            raise MailUnreachable(Message("The mail server does not answer: nothing was sent.")) from None

    def __enter__(self) -> _MailSession:
        return self

    def __exit__(self, *_: object) -> None:
        self._smtp.close()

    def send(self, mail: EmailMessage, to: str) -> bool:
        """Whether the server took a mail for certain; once the connection is lost, it takes no further one."""
        if time.monotonic() > self._end:
            return False
        try:
            self._smtp.send_message(mail, self._sender, [to])
        except (OSError, smtplib.SMTPException):
            return False
        return True
