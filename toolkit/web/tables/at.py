"""A reader at a table: by which link, for which seat, and the state that their page has seen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from flask import Blueprint, abort, request

from toolkit.game import Refusal, seats_to_act
from toolkit.game.draft import active_seats
from toolkit.game.influence import RevealCard
from toolkit.game.view import HIDDEN, SPECTATOR
from toolkit.services.kernel.links import positive
from toolkit.services.kernel.repository import Stream
from toolkit.services.kernel.roles import Action
from toolkit.services.tables.folding import TableGame, WrittenLine, games
from toolkit.services.tables.links import TableLink, link_path, opened
from toolkit.services.tables.playing import TableUnitOfWork
from toolkit.web.base import access
from toolkit.web.base.security import form_key
from toolkit.web.base.stores import current_context, current_secret
from toolkit.web.tables.seen import following_of

blueprint = Blueprint("tables", __name__, url_prefix="/tables")

# The address of a link; everything that is done by it lies below.
LINK = "/<id>/<word>/<token>"
# What every form carries beside its own fields.
FRAME = frozenset({"csrf_token", "sequence", "key", "for", "tap"})
DEPTHS = ("light", "full")
DEPTH_COOKIE = "depth"


@dataclass(slots=True)
class At:
    """A visit to one table.

    Attributes:
        path: the address of the link; everything else of it lies below.
        seat: who is acted for; empty for whoever only watches.
        depth: how much the page offers, "light" or "full".
        typed: the form that was refused, or that is asked about.
        question: what is asked before the form is carried out, which goes to `asked_at`.
        refusal: the engine's, or a sentence of our own.
        moved: what others gave since the refused form was drawn.
    """

    id: str
    link: TableLink
    table: TableGame
    path: str
    seat: str
    depth: str
    typed: dict[str, str] = field(default_factory=dict)
    refusal: Refusal | None = None
    sentence: str = ""
    question: str = ""
    asked_at: str = ""
    moved: tuple[WrittenLine, ...] = ()
    is_stale: bool = False

    @property
    def is_official(self) -> bool:
        """Whether corrections are this visitor's: the host's, at an event's table an official's of the event."""
        return self.link.is_host and (self.table.made.event is None or is_official_of(self.table))

    @property
    def by(self) -> str:
        """The log's name of the person who acts here."""
        if not self.link.is_host:
            return self.link.seat
        event = self.table.made.event
        return access.author(event.tournament) if event is not None and is_official_of(self.table) else "Host"

    @property
    def reader(self) -> str:
        """The reader of the page: the seat, for the host the seat that is acted for, or none.

        The shared screen shows no names that a seat gave on its own phone.
        """
        return SPECTATOR if self.link.is_host and has_secrets(self.table, self.seat) else self.seat

    @property
    def here(self) -> str:
        """The address of the page itself, with the seat that the host has chosen."""
        place = chosen_place(self.link, self.table)
        return f"{self.path}?for={place}" if place else self.path

    def showing(self, opened: Iterable[str]) -> str:
        """The address of the page with what waits behind these headings."""
        asked = "&".join(f"open={word}" for word in sorted(set(opened)))
        return f"{self.here}{'&' if '?' in self.here else '?'}{asked}" if asked else self.here

    @property
    def own_fields(self) -> list[tuple[str, str]]:
        """The form's fields beside those of every form."""
        return [(name, value) for name, value in self.typed.items() if name not in FRAME]

    def work(self) -> TableUnitOfWork:
        """The unit of work of this request: it has seen what its form was drawn from."""
        seen = positive(request.form.get("sequence", ""))
        return TableUnitOfWork(
            context=current_context(),
            id=self.id,
            by=self.by,
            expected=seen or None,
            key=form_key(),
            merges=True,
            # What a phone kept while it had no network was tapped one after the other, on the same page.
            knows_own="tap" in request.form,
        )

    def look_again(self) -> None:
        """Show the table's newest state."""
        self.table = games(current_context()).look(self.id).state


def is_official_of(table: TableGame) -> bool:
    """Whether the asker judges the event whose table this is."""
    event = table.made.event
    return event is not None and access.may(Action.JUDGE, event.tournament)


def has_secrets(table: TableGame, seat: str) -> bool:
    """Whether this seat named a card on its own phone that still lies face down."""
    cards = table.state.cards.values()
    hidden = {card.id for card in cards if card.controller == seat and card.zone in HIDDEN and card.name}
    return bool(hidden) and any(
        isinstance(line.order, RevealCard) and line.order.card in hidden and line.by in table.seats
        for line in table.written
    )


def come_in(id: str, word: str, token: str) -> tuple[TableLink, Stream]:
    """The link that an address opens and the head of the table's log, with nothing folded.

    Raises:
        StreamNotFound, NoLink: there is no such table, or this is not its link.
    """
    stream = games(current_context()).stream(id)
    return opened(current_secret(), id, stream.summary, word, token), stream


def enter(id: str, word: str, token: str) -> At:
    """Open a link; what is wrong with it is an unknown address.

    Raises:
        StreamNotFound, NoLink: there is no such table, or this is not its link.
    """
    return sit_down(id, *come_in(id, word, token))


def sit_down(id: str, link: TableLink, stream: Stream) -> At:
    """The table at that head of its log, for holders of the link."""
    table = games(current_context()).look(id, stream.head).state
    depth = depth_of(table.made.depth)
    return At(
        id=id,
        link=link,
        table=table,
        path=link_path(current_secret(), id, link.word, table.issues),
        seat=acted_for(link, table, depth),
        depth=depth,
    )


def enter_to_act(id: str, word: str, token: str) -> At:
    """Every link lets its holder look; only some allow acting."""
    at = enter(id, word, token)
    if not at.link.can_act:
        abort(403)
    return at


def acted_for(link: TableLink, table: TableGame, depth: str) -> str:
    """The seat's own name; for the host the one that was chosen, else whose move it is.

    In a light shared turn that is who chooses the next phase.
    """
    if link.seat or not link.can_act:
        return link.seat
    place = chosen_place(link, table)
    if place:
        return table.seats[place - 1]
    following = following_of(table.state) if depth == "light" and not table.state.frames else None
    if following is not None and following.seat in active_seats(table.state):
        return following.seat
    to_act = seats_to_act(table.state) or active_seats(table.state) or table.seats
    return to_act[0]


def chosen_place(link: TableLink, table: TableGame) -> int:
    """The seat that the host has chosen to act for, from 1; 0 for whose move it is."""
    place = positive(request.values.get("for", "")) if link.is_host else 0
    return place if place <= len(table.seats) else 0


def depth_of(usual: str) -> str:
    """The depth in the address, else this browser's last choice, else the table's."""
    asked = request.args.get(DEPTH_COOKIE, request.cookies.get(DEPTH_COOKIE, ""))
    return asked if asked in DEPTHS else usual
