"""Sheets for the door: who is here, and how the room's phones get in."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.languages import ENGLISH, Words
from toolkit.languages.letters import sort_key
from toolkit.sheets.model import Event, NothingToPrint, Player, Sheet, check_crowd, heading, sheet_of, shorten
from toolkit.sheets.qr import qr_svg

# Empty lines for players who come without having registered.
WALK_INS = 6


def check_in_list(event: Event, players: Sequence[Player], words: Words = ENGLISH) -> Sheet:
    """Everybody registered, alphabetically, with boxes for being here, the deck handed in and the fee."""
    rows = [
        {"name": shorten(player.name), "vekn": player.vekn, "deck": shorten(player.deck)} for player in _sorted(players)
    ]
    _ = words.gettext
    data = heading(event, _("Check-in"), words) | {
        "heads": ["", _("Player"), "VEKN", words.pgettext("check-in", "Here"), _("Deck"), _("Paid"), _("Note")],
        "in": words.pgettext("deck", "in"),
        "rows": rows,
        "blank": WALK_INS,
    }
    return sheet_of(event, "checkin", words, data, _("check-in"))


def player_links(event: Event, players: Sequence[Player], words: Words = ENGLISH) -> Sheet:
    """A card a player, alphabetically, with the QR of the player's own page, to be cut and handed out.

    Raises:
        NothingToPrint: nobody is registered, or nobody has a page.
    """
    if players and not any(player.link for player in players):
        raise NothingToPrint("No player has a page of their own, so there is no link to print.")
    cards = [
        {"name": shorten(player.name), "vekn": player.vekn, "link": player.link, "qr": qr_svg(player.link)}
        for player in _sorted(players)
    ]
    _ = words.gettext
    data = heading(event, _("Your page of this event"), words) | {
        "lead": _("Your table, the clock and your result: scan, or open"),
        "cards": cards,
    }
    return sheet_of(event, "links", words, data, _("players' links"))


def room_poster(event: Event, link: str, words: Words = ENGLISH, *, network: str = "") -> Sheet:
    """A poster with the QR of the event's page, its address in words, and the name of the room's network."""
    if not link:
        raise NothingToPrint("The poster needs the address under which the room reaches this event.")
    _ = words.gettext
    data = heading(event, _("Seating, clock and results on your phone"), words) | {
        "link": link,
        "qr": qr_svg(link),
        "network": shorten(network),
        "network_label": _("Network:"),
    }
    return sheet_of(event, "poster", words, data, _("poster"))


def _sorted(players: Sequence[Player]) -> list[Player]:
    if not players:
        raise NothingToPrint("Nobody is registered yet, so there is no list of players to print.")
    check_crowd(len(players))
    return sorted(players, key=lambda player: sort_key(player.name))
