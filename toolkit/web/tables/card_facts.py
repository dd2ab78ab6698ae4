"""The card data's facts on a named minion: capacity, clan, title, Disciplines; typed facts win."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from flask import Response, jsonify, request
from flask_babel import gettext

from toolkit.cards import Card, CardDatabase, CryptCard, Kind, UnknownCard
from toolkit.game.cards import CITY_TITLES, CLAN_TITLES, TITLE_SECTS, scope_key
from toolkit.game.influence import RevealCard
from toolkit.game.judge import UNIQUE_KINDS, Correct, place_of
from toolkit.game.operation import Operation
from toolkit.game.vocabulary import CardFlag, CardKind, TitleKind
from toolkit.web.base.stores import card_data
from toolkit.web.tables.at import blueprint
from toolkit.web.tables.offers.offer import BadChoice
from toolkit.web.tables.words import listed

MOST_NAMES = 8
MOST_ASKED = 3
_VOTES = re.compile(r"(\d) Votes?")


def completed(order: Operation, cards: CardDatabase | None) -> Operation:
    """A named vampire with the facts of its card, where no other were typed; a correction's too.

    Raises:
        BadChoice: its capacity was left to the card, and no one card is called so.
    """
    if isinstance(order, Correct):
        return _corrected(order, cards) if cards is not None else order
    if not isinstance(order, RevealCard):
        return order
    versions = _versions(order, cards) if order.name and cards is not None else ()
    card = versions[0] if len(versions) == 1 else None
    if not order.capacity and card is None:
        raise BadChoice(_unclear(order.name, versions, cards))
    if card is None or (order.capacity and order.capacity != card.capacity):
        return replace(order, title="")  # a place alone is no title
    return _with_facts(order, card)


def _corrected(order: Correct, cards: CardDatabase) -> Correct:
    """A correction that names minions, with the clan, title and Disciplines of their cards, where it says none."""
    changes, said = list(order.changes), {place_of(change) for change in order.changes}
    for at, change in enumerate(order.changes):
        (card, field), name = place_of(change), change.partition("=")[2]
        if field != "name" or not name:
            continue
        new = (_new_card(other) for other in order.changes if place_of(other) == (card, ""))
        kind, capacity = next(new, (CardKind.VAMPIRE, 0))
        minion = RevealCard(seat="", card=card, name=name, capacity=capacity, kind=kind)
        versions = _versions(minion, cards) if kind in UNIQUE_KINDS else ()
        if len(versions) == 1:
            facts = _with_facts(minion, versions[0])
            changes[at] = f"{card}.name={facts.name}"
            changes += [
                f"{card}.{one}={value}" for one, value in _as_changes(facts) if value and (card, one) not in said
            ]
    return replace(order, changes=tuple(changes))


def _new_card(change: str) -> tuple[CardKind, int]:
    """The kind and the capacity of a card that comes into the game: "X=vampire@A.ready.6/4"."""
    kind, _, rest = change.partition("=")[2].partition("@")
    capacity = rest.rpartition(".")[2].partition("/")[0]
    return CardKind(kind) if kind in CardKind else CardKind.LASTING, int(capacity) if capacity.isdecimal() else 0


def _as_changes(facts: RevealCard) -> Iterator[tuple[str, str]]:
    yield "clan", facts.clan
    yield "sect", facts.sect
    yield "title", facts.title
    yield "disciplines", "+".join(facts.disciplines)
    yield "group", str(facts.group) if facts.group else ""
    yield "flags", "+".join(facts.flags)


def _versions(order: RevealCard, cards: CardDatabase) -> Sequence[CryptCard]:
    """The crypt cards of that name, of the kind, the capacity and the version that were said."""
    try:
        named = cards.named(order.name)
    except UnknownCard:
        return ()
    crypt_cards = [card for card in named if isinstance(card, CryptCard)]
    for is_meant in (
        lambda card: _kind_of(card) is order.kind,
        lambda card: not order.capacity or card.capacity == order.capacity,
        lambda card: CardFlag.ADVANCED not in order.flags or card.advanced,
        # Where both versions have the name, the advanced one is the one that says so.
        lambda card: CardFlag.ADVANCED in order.flags or not card.advanced,
    ):
        crypt_cards = [card for card in crypt_cards if is_meant(card)] or crypt_cards
    return crypt_cards


def _kind_of(card: CryptCard) -> CardKind:
    return CardKind.VAMPIRE if "Vampire" in card.types else CardKind.IMBUED


def _with_facts(order: RevealCard, card: CryptCard) -> RevealCard:
    flags = (*order.flags, CardFlag.ADVANCED) if card.advanced and CardFlag.ADVANCED not in order.flags else order.flags
    title, place = title_of(card), order.title.partition("/")[2]
    kind = title.partition("/")[0]
    if place and kind in CITY_TITLES:
        title = f"{kind}/{place}"
    return replace(
        order,
        name=card.name,
        capacity=card.capacity,
        clan=scope_key(card.clan),
        group=order.group or card.group or 0,
        # Only a printed title says for certain of which sect a vampire is.
        sect=TITLE_SECTS.get(TitleKind(kind), "") if kind else "",
        title=title,
        disciplines=tuple(sorted(f"{code.lower()}:{2 if code.isupper() else 1}" for code in card.disciplines)),
        flags=flags,
        kind=_kind_of(card),
    )


def title_of(card: CryptCard) -> str:
    """The printed title as the engine writes it: "prince", "justicar/nosferatu", "independent/2"; or empty."""
    printed = card.title or ""
    if votes := _VOTES.fullmatch(printed):
        return f"{TitleKind.INDEPENDENT}/{votes[1]}"
    kind = scope_key(printed)
    if kind not in TitleKind:
        return ""
    return f"{kind}/{scope_key(card.clan)}" if TitleKind(kind) in CLAN_TITLES else kind


def _unclear(name: str, candidates: Sequence[Card], cards: CardDatabase | None) -> str:
    if not name:
        return gettext("Enter the minion's capacity, or its name as on the card.")
    if candidates:
        names = listed([card.unique_name for card in candidates[:MOST_NAMES]])
        return gettext("Several cards are called so: %(names)s. Write which, or say the capacity.", names=names)
    near = cards.suggest(name, limit=MOST_ASKED, kind=Kind.CRYPT) if cards is not None else ()
    if near:
        names = gettext(" or ").join(item.card.unique_name for item in near)
        return gettext(
            "No vampire is called “%(name)s”. Is it %(names)s? Else say the capacity.", name=name, names=names
        )
    return gettext("No vampire is called “%(name)s”: say the capacity.", name=name)


def names_like(text: str, kind: Kind, cards: CardDatabase) -> list[str]:
    """Names of cards that begin like the typed text, told apart where several share one."""
    if len(text.strip()) < 2:
        return []
    matches = (card for card in cards.search(text, limit=10 * MOST_NAMES) if card.kind is kind)
    return list(dict.fromkeys(card.unique_name for card in matches))[:MOST_NAMES]


# `/tables/names`


_A_DAY = 24 * 3600


@blueprint.get("/names")
def names() -> Response:
    """Up to eight names; the same for everybody, so that a browser may keep them for a day."""
    asked = request.args.get("of", "")
    kind = Kind(asked) if asked in list(Kind) else Kind.CRYPT
    answer = jsonify(names_like(request.args.get("text", "")[:60], kind, card_data()))
    answer.cache_control.public = True
    answer.cache_control.max_age = _A_DAY
    return answer
