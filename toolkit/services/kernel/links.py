"""Addresses that open a page to their holders: a player's page, a table's result, an official's role.

Each carries a token made from the installation's key: it cannot be guessed, and for a link that was never re-issued
nothing has to be kept. To re-issue one is to count its generation up: the tokens of earlier generations open nothing.
To re-issue all links of an event is to keep the generation that none of them, made or not, lies below any more.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from toolkit.errors import Invalid, NotFound
from toolkit.languages import Message
from toolkit.services.kernel.context import Context, fresh_link_secret, link_secret
from toolkit.services.kernel.roles import OFFICIALS, Role
from toolkit.services.kernel.security_log import SecurityEvent, record
from toolkit.storage import Link
from toolkit.storage.links import load_link, load_links, load_links_of, next_number, save_link
from toolkit.tournament.facts import FINAL

__all__ = ["Link"]  # a value of the storage that the doors may hold

_FINAL_WORD = "final"
# What the store calls all links of an event together.
EVENT_NAME = "event"
# 128 bits: 22 characters of an address.
_TOKEN_BYTES = 16
_LONGEST_LABEL = 60
# Six of twenty letters are 64 million codes; no vowels, so that no word comes out.
_CODE_LETTERS, _CODE_LENGTH = "BCDFGHJKLMNPQRSTVWXZ", 6
_CODE = re.compile(rf"([1-9][0-9]{{0,6}})\W*([A-Z]{{{_CODE_LENGTH}}})")
# An event has a handful of judges: who asks for more is playing with the form.
MOST_LINKS = 50


REPLACED = Message("This link was replaced by a new one: ask the organizer for it.")


class WrongLink(NotFound):
    """A token that never opened anything."""

    code = "wrong_link"


class LinkRenewed(NotFound):
    """A link that was re-issued or taken back since."""

    code = "link_renewed"


class BadLabel(Invalid):
    """A link needs a name by which its organizer knows it."""

    code = "bad_label"


@dataclass(frozen=True, slots=True)
class LinkKey:
    """The source of the tokens of one event: the installation's secret, and how often each link was re-issued.

    Attributes:
        fresh_secret: of an event whose links were all re-issued, in place of the other one.
    """

    secret: str
    generations: Mapping[str, int] = field(default_factory=dict)
    fresh_secret: str = ""

    def token(self, id: str, name: str) -> str:
        """The token of the link of that name, as it is now."""
        return self._token(self.fresh_secret or self.secret, id, name, self.generation(name))

    def generation(self, name: str) -> int:
        """The number of re-issues of the link of that name, by itself or with all links of the event."""
        return generation_of(name, self.generations)

    def renewals(self, players: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Those of some players whose links were re-issued, by number, and how often each was."""
        for number in sorted(players):
            if generation := self.generation(player_name(number)):
                yield number, generation

    def check(self, id: str, name: str, token: str) -> None:
        """Make sure that `shown` opens the link of that name.

        Raises:
            LinkRenewed: it did, before the link was re-issued.
            WrongLink: it never did.
        """
        if is_token(token, self.token(id, name)):
            return
        secrets = {self.secret, self.fresh_secret or self.secret}
        earlier = range(self.generation(name))
        if any(is_token(token, self._token(secret, id, name, old)) for secret in secrets for old in earlier):
            raise LinkRenewed(REPLACED)
        raise WrongLink(Message("There is nothing at this address."))

    @staticmethod
    def _token(secret: str, id: str, name: str, generation: int) -> str:
        purpose, *numbers = name.split("/")
        return make_token(secret, purpose, id, *numbers, *([f"generation {generation}"] if generation else []))


def key_of(context: Context, id: str) -> LinkKey:
    """The key of the links of an event."""
    return _key(context, load_links(context.store, id))


def _key(context: Context, links: Iterable[Link]) -> LinkKey:
    generations = {link.name: link.generation for link in links}
    fresh = fresh_link_secret(context.store) if EVENT_NAME in generations else ""
    return LinkKey(link_secret(context.store), generations, fresh)


def generations_of(context: Context, id: str) -> dict[str, int]:
    """The counts of re-issues of an event's links, by name; links without any are left out."""
    return {link.name: link.generation for link in load_links(context.store, id)}


def generation_of(name: str, generations: Mapping[str, int]) -> int:
    """The number of re-issues of the link of that name, by itself or with all links of the event."""
    return max(generations.get(name, 0), generations.get(EVENT_NAME, 0))


def keys_of(context: Context, ids: Sequence[str]) -> dict[str, LinkKey]:
    """The keys of the links of several events, by event."""
    links: dict[str, list[Link]] = {id: [] for id in ids}
    for id, link in load_links_of(context.store, ids):
        links[id].append(link)
    return {id: _key(context, links_of_event) for id, links_of_event in links.items()}


def event_path(id: str) -> str:
    """The address of an event's public page."""
    return f"/tournaments/{id}"


def player_path(id: str, player: int, key: LinkKey) -> str:
    """The address of a player's own page."""
    return f"{event_path(id)}/players/{player}/{player_token(key, id, player)}"


def own_table_path(id: str, round_number: int, player: int, key: LinkKey) -> str:
    """The address of the table that a player sits at in a round, opened by the player's own link."""
    return f"{player_path(id, player, key)}/rounds/{round_number or _FINAL_WORD}"


def table_path(id: str, round_number: int, table: int, key: LinkKey | None = None) -> str:
    """The address of a table: with the event's key the one where its result is entered, else to look at."""
    path = f"{event_path(id)}/rounds/{round_number or _FINAL_WORD}/tables/{table}"
    return f"{path}/{table_token(key, id, round_number, table)}" if key else path


def official_path(id: str, link: Link, key: LinkKey) -> str:
    """The address that makes a browser a judge's or a scorekeeper's."""
    return f"{event_path(id)}/join/{link.name.split('/')[1]}/{key.token(id, link.name)}"


def round_number_of(word: str) -> int | None:
    """The round that an address names; None for no number."""
    return FINAL if word == _FINAL_WORD else (positive(word) or None)


def positive(word: str) -> int:
    """A number of an address; 0 for anything else."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 8 and word[0] != "0" else 0


def player_name(player: int) -> str:
    """The stored name of a player's link."""
    return f"player/{player}"


def table_name(round_number: int, table: int) -> str:
    """The stored name of a table's link."""
    return f"table/{round_number}/{table}"


def pod_path(id: str, pod: int, key: LinkKey) -> str:
    """The address of the page of a pod, for the phone that lies on its table."""
    return f"{event_path(id)}/pods/{pod}/{key.token(id, pod_name(pod))}"


def pod_name(pod: int) -> str:
    """The stored name of a pod's link."""
    return f"pod/{pod}"


def official_name(number: int) -> str:
    """The stored name of an official's link."""
    return f"official/{number}"


def sign_up_path(id: str, number: int, key: LinkKey) -> str:
    """The address of the page of a person who signed up."""
    return f"{event_path(id)}/sign-ups/{number}/{key.token(id, sign_up_name(number))}"


def sign_up_name(number: int) -> str:
    """The stored name of the link of a person who signed up."""
    return f"sign-up/{number}"


def own_path(id: str, key: LinkKey, *, player: int, sign_up: int) -> str:
    """The address of a player's own page, or of the page of a mere sign-up (`player` is 0)."""
    return sign_up_path(id, sign_up, key) if sign_up else player_path(id, player, key)


def player_token(key: LinkKey, id: str, player: int) -> str:
    """The token that opens a player's own page."""
    return key.token(id, player_name(player))


def player_code(key: LinkKey, id: str, player: int) -> str:
    """The code that opens a player's own page: their number and six letters, "12 BKTRWX"; new with a new link."""
    number = int.from_bytes(hashlib.sha256(player_token(key, id, player).encode()).digest())
    letters = ""
    for _ in range(_CODE_LENGTH):
        number, place = divmod(number, len(_CODE_LETTERS))
        letters += _CODE_LETTERS[place]
    return f"{player} {letters}"


def read_code(typed: str) -> tuple[int, str] | None:
    """The player of a typed code, and the code as it is printed; None for any other text."""
    match = _CODE.fullmatch(typed.strip().upper())
    return (int(match[1]), f"{match[1]} {match[2]}") if match else None


def table_token(key: LinkKey, id: str, round_number: int, table: int) -> str:
    """The token with which the players of a table enter its result."""
    return key.token(id, table_name(round_number, table))


def check_player(key: LinkKey, id: str, player: int, token: str) -> None:
    """Make sure that `token` opens a player's own page.

    Raises:
        LinkRenewed: it did, before it was re-issued.
        WrongLink: it never did.
    """
    key.check(id, player_name(player), token)


def check_signed_up(key: LinkKey, sign_up: int, player: Callable[[], int | None]) -> None:
    """Make sure that the link of the player whom a sign-up became was not replaced since: its page leads to theirs.

    `player`, their number once they have a place, is only asked for when the event has replaced links.

    Raises:
        LinkRenewed: it was.
    """
    if key.generations and key.generation(player_name(player() or 0)) > key.generation(sign_up_name(sign_up)):
        raise LinkRenewed(REPLACED)


def check_code(key: LinkKey, id: str, player: int, code: str) -> None:
    """Make sure that `code` is the one that opens a player's own page.

    Raises:
        WrongLink: it is not.
    """
    if not is_token(code, player_code(key, id, player)):
        raise WrongLink(Message("This code opens nothing: look at it once more, or ask the organizer."))


def check_table(key: LinkKey, id: str, round_number: int, table: int, token: str) -> None:
    """Make sure that `token` lets a table enter its result.

    Raises:
        LinkRenewed: it did, before it was re-issued.
        WrongLink: it never did.
    """
    key.check(id, table_name(round_number, table), token)


def is_token(token: str, wanted: str) -> bool:
    """Whether two tokens are the same, compared in constant time."""
    return hmac.compare_digest(token.encode("utf-8", "surrogatepass"), wanted.encode())


def officials(context: Context, id: str) -> list[Link]:
    """The links that make their holders officials of the event, also those taken back, in the order of making."""
    made = [link for link in load_links(context.store, id) if link.role]
    return sorted(made, key=lambda link: int(link.name.split("/")[1]))


def official_of(context: Context, id: str, number: int, token: str) -> Link:
    """The official's link that `token` opens.

    Raises:
        LinkRenewed: it was re-issued or taken back since.
        WrongLink: it never opened anything.
    """
    name = official_name(number)
    links = load_links(context.store, id)
    link = next((link for link in links if link.name == name), None)
    if link is None:
        raise WrongLink(Message("There is nothing at this address."))
    _key(context, links).check(id, name, token)
    if not link.is_open:
        raise LinkRenewed(Message("This link was taken back: ask the organizer."))
    return link


def add_official(context: Context, id: str, role: Role, label: str) -> Link:
    """A new link that makes its holder an official, with the name that the log will show.

    Raises:
        BadLabel: no name, or one too long; or too many links.
    """
    if role not in OFFICIALS:
        raise BadLabel(Message("A link is for an organizer, a judge or a scorekeeper."), code="bad_role")
    wording = " ".join(label.split())
    if not wording or len(wording) > _LONGEST_LABEL or not wording.isprintable():
        raise BadLabel(Message("Enter who the link is for, in at most %(number)s characters.", number=_LONGEST_LABEL))
    number = next_number(context.store, id)
    if number > MOST_LINKS:
        raise BadLabel(
            Message("An event has at most %(number)s links: re-issue one of them.", number=MOST_LINKS),
            code="too_many_links",
        )
    link = Link(name=official_name(number), role=role, label=wording)
    save_link(context.store, id, link)
    record(SecurityEvent.LINK_MADE, event=id, link=link.name, role=role, label=wording)
    return link


def renew(context: Context, id: str, name: str, *, is_open: bool = True) -> Link:
    """A link re-issued, or taken back: what was handed out before opens nothing any more."""
    earlier = load_link(context.store, id, name) or Link(name=name)
    generation = key_of(context, id).generation(name) + 1
    link = Link(name=name, role=earlier.role, label=earlier.label, generation=generation, is_open=is_open)
    save_link(context.store, id, link)
    event = SecurityEvent.LINK_REPLACED if is_open else SecurityEvent.LINK_TAKEN_BACK
    record(event, event=id, link=name, role=earlier.role or None, label=earlier.label or None)
    return link


def renew_all(context: Context, id: str) -> None:
    """All links of an event re-issued, those that are made later included; links that were taken back stay so."""
    fresh_link_secret(context.store)  # made here, so that nothing is written where a link is only looked at
    generation = max((link.generation for link in load_links(context.store, id)), default=0) + 1
    save_link(context.store, id, Link(name=EVENT_NAME, generation=generation))
    record(SecurityEvent.LINK_REPLACED, event=id, link=EVENT_NAME)


def renew_official(context: Context, id: str, number: int, *, is_open: bool = True) -> Link:
    """An official's link re-issued, or taken back.

    Raises:
        WrongLink: there is none of that number.
    """
    if load_link(context.store, id, official_name(number)) is None:
        raise WrongLink(Message("There is no such link."))
    return renew(context, id, official_name(number), is_open=is_open)


def make_token(key: str, *purpose: object) -> str:
    """A token for a purpose, which only this installation can make."""
    # Lengths keep the parts apart: no two purposes make the same text.
    text = "".join(f"{len(part)}:{part}" for part in map(str, purpose))
    digest = hmac.new(key.encode(), text.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
    return urlsafe_b64encode(digest[:_TOKEN_BYTES]).decode().rstrip("=")
