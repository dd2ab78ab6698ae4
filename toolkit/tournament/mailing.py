"""Mails to the players who gave an address: who gets one, and how many were sent.

The text and the addresses of a mail are in no entry of the log, only whose mail it was.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from toolkit.languages import Count, Listed, Message, Sayable
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running
from toolkit.tournament.facts import Fact, MailBegun, MailSent
from toolkit.tournament.log import LogEntry, PlayerNames, folds
from toolkit.tournament.state import PlayerMail, State, evolve

LONGEST_SUBJECT, LONGEST_MAIL = 150, 5_000
_ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")


def is_address(text: str) -> bool:
    """Whether a text is a mail address."""
    return _ADDRESS.fullmatch(text) is not None


def address_in(contact: str) -> str:
    """The mail address in what somebody gave as their contact; "" without one."""
    match = _ADDRESS.search(contact)
    return match[0] if match else ""


def addresses(state: State) -> Mapping[int, str]:
    """The mail addresses that players of the event gave when they signed up, by player.

    Two players may have given the same one: each has a link of their own.
    """
    found: dict[int, str] = {}
    for sign_up in state.sign_ups.values():
        player = state.players.get(sign_up.player) if sign_up.player is not None else None
        if player is not None and player.is_active and (address := address_in(sign_up.contact)):
            found[player.number] = address
    return found


def without_address(state: State) -> list[int]:
    """The players of the event who get no mail, for they gave no address."""
    given = addresses(state)
    return [player.number for player in state.active if player.number not in given]


def check_mail(subject: str, text: str) -> tuple[str, str]:
    """The subject and the text of a mail as they are sent.

    Raises:
        BadValue: one of them is empty, too long, or the subject is no line.
    """
    line, body = " ".join(subject.split()), text.replace("\r\n", "\n").strip()
    if not line or len(line) > LONGEST_SUBJECT or not line.isprintable():
        raise BadValue(
            Message("The subject is one line of at most %(number)s characters.", number=LONGEST_SUBJECT),
            code="bad_text",
        )
    if not body or len(body) > LONGEST_MAIL:
        raise BadValue(Message("A mail has 1 to %(number)s characters.", number=LONGEST_MAIL), code="bad_text")
    return line, body


def begin_mail(state: State) -> list[Fact]:
    """Mail the players who gave an address.

    Raises:
        Refused: no player gave one, or the event is over.
    """
    check_running(state)
    players = tuple(addresses(state))
    if not players:
        raise Refused(Message("No player of this event gave a mail address."), code="no_addresses")
    return [MailBegun(mail=max(state.mails, default=0) + 1, players=players)]


def finish_mail(state: State, mail: int, *, unsent: tuple[int, ...] = ()) -> list[Fact]:
    """The mail server has taken the mails, but for these."""
    return [MailSent(mail=mail, unsent=unsent)]


@folds(
    MailBegun,
    lambda _, fact: Count(
        len(fact.players), "A mail to %(num)d player was begun.", "A mail to %(num)d players was begun."
    ),
)
def _begun(state: State, fact: MailBegun, entry: LogEntry) -> State:
    mail = PlayerMail(number=fact.mail, players=fact.players, at=entry.at)
    return evolve(state, mails={**state.mails, fact.mail: mail})


def _sent_sentence(names: PlayerNames, fact: MailSent) -> Sayable:
    begun = names.before(fact, (MailBegun,), "mail")
    sent = len(begun.players) - len(fact.unsent) if begun is not None else 0
    sentence = Count(sent, "Mailed %(num)d player.", "Mailed %(num)d players.")
    if not fact.unsent:
        return sentence
    return Listed([sentence, not_sent(names.all(fact.unsent))], between=" ")


def not_sent(names: Sayable) -> Message:
    """The players whose mail was not sent for certain, in a sentence."""
    return Message("Not sent for certain: %(list)s.", list=names)


@folds(MailSent, _sent_sentence)
def _sent(state: State, fact: MailSent, entry: LogEntry) -> State:
    mail = state.mails.get(fact.mail)
    if mail is None:
        return state
    return evolve(state, mails={**state.mails, fact.mail: replace(mail, unsent=fact.unsent)})
