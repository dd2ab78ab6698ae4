"""The panels of the deck page, worked out when asked for: who can play what, the odds, an opening hand."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from flask import current_app, url_for
from flask_babel import format_decimal, format_percent, gettext, ngettext
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from toolkit.cards import Card
from toolkit.cards.model import Need
from toolkit.decks import odds
from toolkit.decks.archive import NearDeck
from toolkit.decks.figures import DISCIPLINES, by_kind, count_by_type
from toolkit.decks.formats import Legality
from toolkit.decks.model import Deck, Entry, Reading
from toolkit.decks.playability import NeedPlayers, playability
from toolkit.decks.reading.forms.links import is_address
from toolkit.decks.reading.read import read
from toolkit.errors import ToolkitError
from toolkit.schemas.decks import MAX_TEXT, TOO_LONG
from toolkit.schemas.form_fields import numbers
from toolkit.services.decks import fetch
from toolkit.services.decks.decks import (
    ComparedCard,
    Comparison,
    DeckTerms,
    compare_readings,
    has_archive,
    link_cards,
    shuffle_deck,
    winning_decks,
)
from toolkit.web.base import words
from toolkit.web.base.i18n import day_words, translated
from toolkit.web.base.rules import refusal_words
from toolkit.web.base.stores import card_data

LARGEST_SEED = 999_999
QUICKEST = 20
USUAL_PACE = 2
TURNS = range(1, 9)
# Cards of the library that are shown behind the opening hand, and of the crypt.
NEXT_CARDS = 8
NEXT_CRYPT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A panel that was asked for.

    Attributes:
        errors: sentences by the panel's own fields.
        data: what its template shows.
    """

    name: str
    title: str
    errors: Mapping[str, Sequence[str]] = field(default_factory=dict)
    data: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckLink:
    """The address values of a deck and its terms; None is as usual, and no address says it."""

    cards: str
    name: str | None
    author: str | None
    format: str | None
    date: str | None
    players: int | None
    boosters: int | None
    booster_size: int | None
    starters: str | None
    sets: str | None
    legality: str | None

    def url(self, endpoint: str = "linked", *, is_external: bool = False, **more: str | int) -> str:
        """The address of a page that is about the deck."""
        return url_for(f"decks.{endpoint}", _external=is_external, **asdict(self) | more)


def deck_link(deck: Deck, terms: DeckTerms) -> DeckLink | None:
    """The address values of the deck; None for one that is too long for an address."""
    cards = link_cards(deck)
    return None if cards is None else _link(cards, deck, terms)


def _link(cards: str, deck: Deck, terms: DeckTerms) -> DeckLink:
    return DeckLink(
        cards=cards,
        name=deck.name[:120] or None,
        author=deck.author[:80] or None,
        format=terms.format if terms.format != "constructed" else None,
        # A list judged as of today is judged anew on the day the link is opened.
        date=terms.on.isoformat() if terms.on != date.today() else None,
        players=terms.players or None,
        boosters=terms.boosters or None,
        booster_size=terms.booster_size or None,
        starters="1" if terms.starters else None,
        sets=" ".join(terms.sets) or None,
        legality=terms.legality.value if terms.legality is not Legality.ANNOUNCED else None,
    )


def terms_fields(terms: DeckTerms) -> dict[str, str]:
    """The fields of the deck page's form that say by what a list is judged, but for those that are as usual."""
    return {name: str(value) for name, value in asdict(_link("", Deck(), terms)).items() if value}


@dataclass(frozen=True, slots=True)
class Wish:
    """The input of a panel: the list, the values typed into the panel's fields, and the deck's own address."""

    reading: Reading
    values: Mapping[str, str]
    link: DeckLink | None

    @property
    def deck(self) -> Deck:
        """The deck that was read."""
        return self.reading.deck


def panel_of(name: str, wish: Wish) -> Panel | None:
    """The panel of that name; None for none."""
    panel = _PANELS.get(name)
    if panel is None or not (wish.deck.crypt or wish.deck.library):
        return None
    title, make = panel
    errors: dict[str, Sequence[str]] = {}
    data = make(wish, errors)
    return Panel(name=name, title=str(title), errors=errors, data=data)


def panel_titles() -> list[tuple[str, str]]:
    """Every panel's name and title."""
    return [(name, str(title)) for name, (title, _) in _PANELS.items()]


def _number(wish: Wish, errors: dict[str, Sequence[str]], key: str, least: int, most: int) -> int | None:
    """The whole number in that field; None where there is none, with a sentence if something else is there."""
    text = wish.values.get(key, "").strip()
    if text and text.isascii() and text.isdecimal() and len(text) < 10 and least <= int(text) <= most:
        return int(text)
    if text:
        errors[key] = [translated(numbers(least, most))]
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedRow:
    """Cards that ask for the same, and who can play them, level by level: a word, and names with their copies."""

    need: str
    copies: int
    cards: str
    able: str
    who: tuple[tuple[str, str], ...]
    is_nobodys: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersView:
    """Who plays what."""

    rows: tuple[NeedRow, ...]
    free: int
    free_cards: str


def _players(wish: Wish, _errors: dict[str, Sequence[str]]) -> PlayersView:
    report = playability(wish.deck)
    return PlayersView(
        rows=tuple(_need_row(need, wish.deck) for need in report.needs),
        free=report.free_copies,
        free_cards=_copies(report.free),
    )


def _need_row(need: NeedPlayers, deck: Deck) -> NeedRow:
    crypt, _ = by_kind(deck)
    total = sum(entry.count for entry in crypt)
    groups = (
        (gettext("superior") if need.need.disciplines else "", need.superior),
        (gettext("inferior"), need.inferior),
        (gettext("with a Discipline card"), need.given),
    )
    return NeedRow(
        need=need_words(need.need),
        copies=need.copies,
        cards=_copies(need.cards),
        able=gettext("%(able)d of %(total)d crypt cards", able=need.able, total=total),
        who=tuple((word, _copies(entries)) for word, entries in groups if entries),
        is_nobodys=not need.able and not need.given and not need.is_by_text,
    )


def need_words(need: Need) -> str:
    """The requirements of cards: "Ventrue + Dominate", "Auspex / Dominate"."""
    disciplines = [DISCIPLINES.get(trigram, trigram) for trigram in need.disciplines]
    parts = [
        " / ".join(need.clans),
        " / ".join(need.paths),
        (" + " if need.disciplines_all else " / ").join(disciplines),
    ]
    return " + ".join(part for part in parts if part)


def _copies(entries: Sequence[Entry]) -> str:
    return " · ".join(f"{entry.count} {entry.card.unique_name}" for entry in entries)


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsRow:
    """A card, or all of a type: its copies, and a chance or a number for each column."""

    name: str
    copies: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsTable:
    """Rows under their columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[OddsRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsView:
    """The chances of drawing, with the cards that are drawn each turn."""

    pace: str
    tables: tuple[OddsTable, ...]


def _odds(wish: Wish, errors: dict[str, Sequence[str]]) -> OddsView:
    number = _number(wish, errors, "pace", 0, QUICKEST)
    pace = USUAL_PACE if number is None else number
    crypt, library = by_kind(wish.deck)
    return OddsView(
        pace=wish.values.get("pace", "") or str(USUAL_PACE),
        tables=(*(_library_tables(library, pace) if library else ()), *(_crypt_tables(crypt) if crypt else ())),
    )


def _library_tables(library: Sequence[Entry], pace: int) -> Iterator[OddsTable]:
    total = sum(entry.count for entry in library)
    types = [(words.type_words(label), count) for label, count in count_by_type(library).items()]
    columns = [(str(turn), odds.seen_by(turn, pace=pace)) for turn in TURNS]
    yield _opening_table(gettext("How many in the opening hand, by type"), types, total)
    yield _chances(gettext("At least one by turn, by type"), types, columns, total)
    yield _chances(gettext("At least one by turn, by card"), _by_copies(library), columns, total)


def _crypt_tables(crypt: Sequence[Entry]) -> Iterator[OddsTable]:
    total = sum(entry.count for entry in crypt)
    drawn = range(odds.OPENING_CRYPT, odds.OPENING_CRYPT + 5)
    columns = [(str(number), number) for number in drawn]
    yield _chances(gettext("At least one by crypt cards drawn"), _by_copies(crypt), columns, total)


_MOST_SHOWN = 4


def _opening_table(title: str, types: Sequence[tuple[str, int]], total: int) -> OddsTable:
    """How many of each type an opening hand holds."""
    rows = []
    for name, count in types:
        chances = [odds.exactly(n, of=count, total=total, drawn=odds.OPENING_HAND) for n in range(_MOST_SHOWN)]
        mean = odds.expected(of=count, total=total, drawn=odds.OPENING_HAND)
        cells = (format_decimal(float(mean), "0.0"), *map(percent, chances), percent(1 - sum(chances, Fraction(0))))
        rows.append(OddsRow(name=name, copies=count, cells=cells))
    columns = (gettext("average"), *map(str, range(_MOST_SHOWN)), f"{_MOST_SHOWN}+")
    return OddsTable(title=title, columns=columns, rows=tuple(rows))


def _by_copies(entries: Sequence[Entry]) -> list[tuple[str, int]]:
    """The names of the cards that have as many copies, which are as likely: most copies first."""
    names: dict[int, list[str]] = {}
    for entry in sorted(entries, key=lambda listed: (-listed.count, listed.card.name)):
        names.setdefault(entry.count, []).append(entry.card.unique_name)
    return [(" · ".join(alike), count) for count, alike in names.items()]


def _chances(title: str, names: Sequence[tuple[str, int]], columns: Sequence[tuple[str, int]], total: int) -> OddsTable:
    """The chance of any copy of each in a deck of `total`; `columns` are words with the cards drawn by then."""
    rows = []
    for name, of in names:
        cells = (percent(odds.at_least_one(of=of, total=total, drawn=drawn)) for _, drawn in columns)
        rows.append(OddsRow(name=name, copies=of, cells=tuple(cells)))
    return OddsTable(title=title, columns=tuple(word for word, _ in columns), rows=tuple(rows))


def percent(chance: Fraction) -> str:
    """A chance in whole percent; what is not certain is never said to be."""
    if 0 < chance < Fraction(1, 200):
        return f"<{format_percent(0.01)}"
    if Fraction(199, 200) < chance < 1:
        return f">{format_percent(0.99)}"
    return str(format_percent(float(chance)))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """A deck shuffled by a seed: what one begins with, and what comes next."""

    seed: int
    crypt: tuple[tuple[str, str], ...]
    hand: tuple[tuple[str, str], ...]
    next_crypt: str
    next_cards: str
    link: str | None


def _hand(wish: Wish, errors: dict[str, Sequence[str]]) -> HandView:
    seed = _number(wish, errors, "seed", 0, LARGEST_SEED)
    if seed is None or "draw" in wish.values:
        seed = secrets.randbelow(LARGEST_SEED + 1)
    drawn = shuffle_deck(wish.deck, seed)
    crypt, hand = odds.OPENING_CRYPT, odds.OPENING_HAND
    return HandView(
        seed=seed,
        crypt=tuple(map(_linked, drawn.crypt[:crypt])),
        hand=tuple(map(_linked, sorted(drawn.library[:hand], key=lambda card: (card.label, card.name)))),
        next_crypt=", ".join(card.unique_name for card in drawn.crypt[crypt : crypt + NEXT_CRYPT]),
        next_cards=", ".join(card.unique_name for card in drawn.library[hand : hand + NEXT_CARDS]),
        link=wish.link.url(is_external=True, show="hand", seed=seed) if wish.link else None,
    )


def _linked(card: Card) -> tuple[str, str]:
    return card.unique_name, url_for("cards.show", number=card.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedPart:
    """The crypt or the library of two lists: the cards that differ, how many are the same, and their copies."""

    title: str
    different: tuple[ComparedCard, ...]
    same: int
    copies: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareView:
    """This deck beside another list; `comparison` is None as long as there is none."""

    typed: str
    comparison: Comparison | None = None
    parts: tuple[ComparedPart, ...] = ()


def _compare(wish: Wish, errors: dict[str, Sequence[str]]) -> CompareView:
    typed = wish.values.get("other", "")
    other = _other_list(typed.strip(), errors) if typed.strip() else None
    if other is None:
        return CompareView(typed=typed)
    comparison = compare_readings(other, wish.reading)
    parts = (_compared(gettext("Crypt"), comparison.crypt), _compared(gettext("Library"), comparison.library))
    return CompareView(typed=typed, comparison=comparison, parts=parts)


def _compared(title: str, cards: Sequence[ComparedCard]) -> ComparedPart:
    different = tuple(card for card in cards if card.is_different)
    same = [card.after for card in cards if not card.is_different]
    return ComparedPart(title=title, different=different, same=len(same), copies=sum(same))


def _other_list(text: str, errors: dict[str, Sequence[str]]) -> Reading | None:
    """The other list as read, fetched where it is an address; None with a sentence where there is none."""
    if len(text) > MAX_TEXT:
        errors["other"] = [gettext(TOO_LONG)]
        return None
    try:
        source = fetch.fetch_deck(text) if is_address(text) else text
    except ToolkitError as error:
        errors["other"] = [refusal_words(error)]
        return None
    reading = read(source, card_data())
    if not (reading.deck.crypt or reading.deck.library):
        refused = [problem for problem in reading.problems if problem.is_refusal]
        errors["other"] = [
            f"{translated(problem.message)} {translated(problem.fix or '')}".strip() for problem in refused
        ]
    return None if errors.get("other") else reading


@dataclass(frozen=True, slots=True, kw_only=True)
class AlikeRow:
    """A winning deck that has much in common with this one."""

    share: str
    common: str
    name: str
    where: str
    day: str
    link: str


def _alike(wish: Wish, errors: dict[str, Sequence[str]]) -> tuple[AlikeRow, ...] | None:
    """The winning decks that share most with it; None where there is no archive of them."""
    if not has_archive(_data_folder()):
        return None
    try:
        near = winning_decks(_data_folder()).nearest(wish.deck)
    except ToolkitError as error:
        errors["archive"] = [refusal_words(error)]
        return ()
    return tuple(map(_alike_row, near))


def _alike_row(near: NearDeck) -> AlikeRow:
    deck = near.deck
    return AlikeRow(
        share=percent(near.share),
        common=ngettext("%(num)d card in common", "%(num)d cards in common", near.common),
        name=deck.name or deck.player,
        where=" · ".join(part for part in (deck.player if deck.name else "", deck.event, deck.place) if part),
        day=day_words(deck.day),
        link=deck.link if deck.link.startswith("https://") else "",
    )


def _data_folder() -> Path | None:
    folder = current_app.config["DATA_FOLDER"]
    return Path(folder) if folder else None


_Maker = Callable[[Wish, dict[str, Sequence[str]]], Any]
_PANELS: dict[str, tuple[LazyString, _Maker]] = {
    "players": (_l("Who can play what"), _players),
    "odds": (_l("Odds"), _odds),
    "hand": (_l("Draw a hand"), _hand),
    "compare": (_l("Compare"), _compare),
    "alike": (_l("Similar winning decks"), _alike),
}
