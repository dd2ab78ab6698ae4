"""What cards and Methuselahs are called on a page, from what its reader may see."""

from __future__ import annotations

import re
from typing import Any

from flask_babel import gettext

from toolkit.game.cards import scope_name
from toolkit.game.vocabulary import Zone
from toolkit.web.tables.words import KINDS, TITLES

type View = dict[str, Any]

# Where a card is mixed up with no other any more.
_GONE = (Zone.ASH_HEAP, Zone.REMOVED)
# What the engine calls a card that nobody named.
_UNNAMED = re.compile(
    r"(action|card|event) \d+|political action|equipment|retainer|ally|rush|master|trifle|out of turn"
    r"|stealth|intercept|bleed|wake"
)


def card_said(name: str) -> str:
    """The name that somebody gave to a card played; empty where nobody did."""
    return "" if _UNNAMED.fullmatch(name) else name


def _known_by_all(view: View) -> dict[str, str]:
    """Names that everybody knows though their cards are gone or turned down: the burned, and what is contested."""
    contested = {
        claim["card"]: contest["key"]
        for contest in view.get("contests", ())
        if not contest["title"]
        for claim in contest["claims"]
    }
    return view.get("gone", {}) | contested


class Names:
    """The names of one view: each card by its own, with its mark where two look alike."""

    def __init__(self, view: View, before: View | None = None) -> None:
        """Read the names of `view`, as `toolkit.game.view_for` made it; of what is gone or hidden, from `before`."""
        self.cards: dict[str, View] = {card["id"]: card for card in view["cards"]}
        self._gone = {**(_known_by_all(before) if before else {}), **_known_by_all(view)}
        for card in before["cards"] if before else ():
            if not self.cards.get(card["id"], {}).get("name"):
                self.cards[card["id"]] = card
        seen: dict[str, int] = {}
        for card in self.cards.values():
            if (name := card.get("name")) and card["zone"] not in _GONE:
                seen[name] = seen.get(name, 0) + 1
        self._owned: dict[str, str] = {}
        self._doubled = {name for name, count in seen.items() if count > 1}

    def card(self, card_id: str) -> str:
        """A card's name; a face-down one is called by its mark."""
        name = self.cards.get(card_id, {}).get("name", "")
        if not name:
            return self._gone.get(card_id) or card_id
        said = card_said(name) or str(KINDS[self.cards[card_id]["kind"]])
        return f"{said} ({card_id})" if name in self._doubled else said

    def owned(self, card_id: str) -> str:
        """A card's name with whose it is."""
        if card_id not in self._owned:
            card = self.cards.get(card_id)
            self._owned[card_id] = f"{self.card(card_id)} ({card['controller']})" if card else card_id
        return self._owned[card_id]

    def target(self, name: str) -> str:
        """A Methuselah's name or a card's."""
        return self.card(name) if name in self.cards or name in self._gone else name

    def agrees_with(self, public: Names) -> bool:
        """Whether every card that has a name in `public` is called the same here."""
        return all(self.card(id) == public.card(id) for id, card in public.cards.items() if card.get("name"))

    def knows_more(self, public: Names) -> bool:
        """Whether a card has a name here that has none in `public`."""
        return any(card.get("name") and not public.cards[id].get("name") for id, card in self.cards.items())


def contest_name(key: str) -> str:
    """What a contest is for: "city:paris" is Paris, "justicar:brujah" a title; a card's name stays as it is."""
    kind, _, scope = key.partition(":")
    if kind == "city":
        return scope_name(scope)
    return title_words({"kind": kind, "scope": scope}) if kind in TITLES else key


def title_words(title: View) -> str:
    """A title with its place: "Prince of Paris"."""
    word = str(TITLES[title["kind"]])
    if not title["scope"]:
        return word
    return gettext("%(title)s of %(place)s", title=word, place=scope_name(title["scope"]))
