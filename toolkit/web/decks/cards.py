"""Cards: a search by any name, a page of facts for each, and the same as JSON."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path

from flask import (
    Blueprint,
    Flask,
    current_app,
    flash,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from marshmallow import Schema, ValidationError, fields, post_load, validate
from werkzeug.wrappers import Response as WerkzeugResponse

from toolkit.cards import Card, CardDatabase, CryptCard, LibraryCard, UnknownCard
from toolkit.cards.model import CardSet
from toolkit.cards.search import ANY, BadQuery, query_of, vocabulary_of
from toolkit.cards.search import find_cards as matching_cards
from toolkit.cards.texts import DIRECTED, NOTICE, TextPiece, pieces_of
from toolkit.cards.views import CardFactsView
from toolkit.cards.views import show_card as facts_view
from toolkit.decks.figures import DISCIPLINES, type_label
from toolkit.errors import ToolkitError
from toolkit.languages import LANGUAGES
from toolkit.schemas.derived import Loaded, schema_of
from toolkit.services.kernel.cards import data_in_use, last_check
from toolkit.web.base import words
from toolkit.web.base.api import ApiBlueprint
from toolkit.web.base.i18n import day_words, language, translated
from toolkit.web.base.security import open_to_pages
from toolkit.web.base.shell import NavEntry, render_page
from toolkit.web.base.stores import card_data, card_texts, own_folder

blueprint = Blueprint("cards", __name__, url_prefix="/cards")
api = ApiBlueprint("api_cards", "cards", url_prefix="/api/v1/cards", description="Look up cards.")
open_to_pages(api)

NAVIGATION = (NavEntry("cards.search", _l("Cards"), "cards"),)

LONGEST = 120
SHOWN = 60
NAMED = 40
SHOWN_TO_PROGRAMS = 20
# Sets to begin with.
NEWEST = 8


# What a card can be asked to be, as `toolkit.cards.search` reads it, with what the API's document says of it.
_FACTS = {
    "kind": "crypt or library.",
    "type": "A type, as printed: `Political Action`.",
    "clan": "A vampire's clan, or the clan required by a library card.",
    "discipline": "Three-letter codes, capitals for superior: `AUS dom`. Finds cards with all of them.",
    "capacity": "`5`, `5-8`, `8+`.",
    "group": "A number, or `any`.",
    "title": "A title, as printed: `Prince`, `2 Votes`; or `any`.",
    "cost": "`2`, `blood`, `1 pool`, `X`; `0` for none.",
    "set": "Code or name of a set.",
}


def _fact(description: str) -> fields.String:
    return fields.String(load_default="", validate=validate.Length(max=LONGEST), metadata={"description": description})


@dataclass(frozen=True, slots=True)
class CardsAsked:
    """A request of the API: words of a name or a number, and facts by their parameters."""

    text: str
    facts: Mapping[str, str]


class NameSearchSchema(Schema):
    """A search: a name, facts, or both."""

    q = fields.String(
        load_default="",
        validate=validate.Length(max=LONGEST),
        metadata={"description": "Words of a name, its initials, or a card's number."},
    )

    @post_load
    def make(self, data: Loaded, **_: object) -> CardsAsked:
        """The question, which must ask for something."""
        asked = CardsAsked(data["q"].strip(), {name: data[name].strip() for name in _FACTS})
        if not asked.text and not any(asked.facts.values()):
            raise ValidationError("Say a name, a number, or what the card is to be.", "q")
        return asked


SearchSchema = NameSearchSchema.from_dict({name: _fact(text) for name, text in _FACTS.items()}, name="SearchSchema")


@blueprint.get("/")
def search() -> WerkzeugResponse:
    """Cards whose names hold the words that were typed, and that are what is asked for; else the nearest names."""
    text = request.args.get("q", "").strip()
    asked = {name: request.args.get(name, "").strip() for name in _FACTS}
    cards = card_data()
    matches: list[Card] = []
    errors: dict[str, str] = {}
    if len(text) > LONGEST:
        errors["q"] = gettext("No card has so long a name.")
    elif text or any(asked.values()):
        try:
            matches = matching_cards(cards, text, query_of(asked, cards))
        except BadQuery as error:
            errors[error.field] = translated(error.message)
    # Whoever presses Enter takes the only hit; whoever types on sees it.
    if len(matches) == 1 and "go" in request.args:
        return redirect(hit_view(matches[0]).url, 303)
    near = cards.suggest(text, limit=6) if text and not matches and not errors else ()
    return render_page(
        "cards/search.html",
        "cards/_found.html",
        422 if errors else 200,
        text=text,
        asked=asked,
        errors=errors,
        is_asked=bool(text or any(asked.values())),
        is_by_facts=any(asked.values()),
        count=len(matches),
        found=[hit_view(card) for card in matches[:SHOWN]],
        near=[hit_view(item.card) for item in near],
        newest=_newest_first(cards)[:NEWEST],
        choices=_choices(cards),
    )


def _choices(cards: CardDatabase) -> dict[str, list[tuple[str, str]]]:
    """The form's options for each fact that has a few words: the value sent, and the words read."""
    vocabulary = vocabulary_of(cards)
    return {
        "type": [(name, words.type_words(name)) for name in vocabulary.types],
        "clan": [(name, name) for name in vocabulary.clans],
        "title": [(ANY, gettext("any title")), *((name, words.title_words(name)) for name in vocabulary.titles)],
        "set": [(set_.code, set_.name) for set_ in _newest_first(cards)],
        "discipline": [(name, DISCIPLINES.get(name, name)) for name in vocabulary.disciplines],
    }


def _newest_first(cards: CardDatabase) -> list[CardSet]:
    return sorted(cards.sets.values(), key=lambda set_: set_.newest or date.min, reverse=True)


@blueprint.get("/data")
def data() -> str:
    """For the administrator: which card data is in use, and what an update would change."""
    used = data_in_use(card_data(), card_texts(), date.today())
    check = last_check(own_folder())
    return render_template(
        "cards/data.html",
        used=used,
        warning=translated(used.warning) if used.warning else "",
        check=check,
        reason=translated(check.error) if check and check.error else "",
        most=NAMED,
    )


@blueprint.post("/data/check")
def check_data() -> WerkzeugResponse:
    """Look at the published list now; nothing is changed."""
    from toolkit.services.decks.card_refresh import (
        check_cards,  # `requests` takes a tenth of a second that no start needs
    )

    try:
        check_cards(own_folder(), today=date.today())
    except ToolkitError as error:
        flash(translated(error.message), "bad")
    return redirect(url_for("cards.data"), 303)


@blueprint.post("/data/update")
def update_data() -> WerkzeugResponse:
    """Take the published list into the data folder, with the cards' texts or without; the next request uses it."""
    from toolkit.services.decks.card_refresh import check_cards, refresh_cards

    with_texts = {"with": True, "without": False}.get(request.form.get("texts", ""))
    try:
        refresh_cards(own_folder(), today=date.today(), with_texts=with_texts)
        check_cards(own_folder(), today=date.today())
        flash(gettext("The card data is the newest."), "good")
    except ToolkitError as error:
        flash(translated(error.message), "bad")
    return redirect(url_for("cards.data"), 303)


def init_app(app: Flask) -> None:
    """Where the app is to, look at the published card list on each day's first request, beside it."""
    if app.config["CHECK_CARDS"]:
        app.before_request(_check_daily)


def _check_daily() -> None:
    today = date.today()
    if current_app.extensions.get("cards_checked") == today:
        return
    current_app.extensions["cards_checked"] = today
    check = last_check(folder := own_folder())
    if check is None or check.day != today:
        threading.Thread(target=_check_quietly, args=(folder, today), name="card check", daemon=True).start()


def _check_quietly(folder: Path, today: date) -> None:
    from toolkit.services.decks.card_refresh import check_cards

    with suppress(ToolkitError):  # what went wrong is kept with the check, for the administrator's page
        check_cards(folder, today=today)


@blueprint.get("/<int:number>")
def show(number: int) -> str:
    """The facts of one card."""
    cards = card_data()
    page = CardPage(cards[number], cards)
    return render_template("cards/show.html", card=page, symbol=symbol_words, text_notice=NOTICE)


# What a request says that was written for version 0.1: a search without hits was an error there.
_OLD_VERSION = ("Toolkit-Api", "0.1")


@dataclass(frozen=True)
class SuggestionView:
    """A card that may have been meant.

    Attributes:
        distance: the letters to change, from the searched words to a name of the card.
    """

    id: int
    name: str
    distance: int


class SuggestionsSchema(Schema):
    """The words of a name that no card has."""

    q = fields.String(
        required=True,
        validate=validate.Length(min=1, max=LONGEST),
        metadata={"description": "A name that may be misspelled."},
    )


@api.get("/")
@api.arguments(SearchSchema, location="query")
@api.lists(schema_of(CardFactsView)(many=True), "id", limit=SHOWN_TO_PROGRAMS, shown=facts_view)
@api.alt_response(404, description="Only to `Toolkit-Api: 0.1`: no card has these words.")
def find_cards(asked: CardsAsked) -> list[Card]:
    """Find cards by name or by properties.

    `q` is words of a name, former name or translation, its initials, or a card number. The other parameters narrow
    the search; without `q` they search all cards. If no card has the words, the list is empty: ask for suggestions.
    """
    cards = card_data()
    matches = matching_cards(cards, asked.text, query_of(asked.facts, cards))
    if not asked.text or matches or cards.search(asked.text, limit=1):
        return matches
    try:
        return list(cards.named(asked.text))
    except UnknownCard:
        header, version = _OLD_VERSION
        if request.headers.get(header) == version:
            raise
        return []


@api.get("/suggestions")
@api.arguments(SuggestionsSchema, location="query", as_kwargs=True)
@api.response(200, schema_of(SuggestionView)(many=True))
def suggest_cards(*, q: str) -> list[SuggestionView]:
    """Suggest cards for a name that no card has, likeliest first."""
    near = card_data().suggest(q)
    return [SuggestionView(found.card.id, found.card.unique_name, found.distance) for found in near]


@api.get("/<int:number>")
@api.response(200, schema_of(CardFactsView))
@api.alt_response(404, description="No card has that number.")
def show_card(number: int) -> CardFactsView:
    """Show the facts of one card."""
    return facts_view(card_data()[number])


# Pages of other sites about a card: linked to, never asked.
IMAGES = "https://static.krcg.org/card"
TEXTS = "https://vdb.im/cards"
RULINGS = "https://rulings.krcg.org/index.html"


@dataclass(frozen=True, slots=True)
class Hit:
    """A card in a list of found ones."""

    name: str
    url: str
    facts: str
    is_banned: bool


@dataclass(frozen=True)
class CardPage:
    """A card's page."""

    card: Card
    cards: CardDatabase

    @property
    def name(self) -> str:
        """Its English name."""
        return self.card.unique_name

    @cached_property
    def own_name(self) -> str:
        """Its name in the reader's language; "" where it is the English one."""
        return own_name(self.card)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Pairs of a word and a value."""
        return list(_facts(self.card))

    @cached_property
    def names(self) -> list[tuple[str, str]]:
        """Its other names, each with its language."""
        return list(_names(self.card, dict(self.card.translations)))

    @property
    def sets(self) -> list[tuple[str, str]]:
        """Name and day of every set, oldest first."""
        return list(_sets(self.card, self.cards))

    @cached_property
    def legality(self) -> tuple[str, str]:
        """Its legality in today's tournaments: "good", "warn" or "bad", with a sentence."""
        return _legality(self.card)

    @cached_property
    def namesakes(self) -> list[Hit]:
        """Other cards of the same name."""
        return [hit_view(other) for other in self.cards.namesakes(self.card) if other is not self.card]

    @property
    def image(self) -> str:
        """The address of its picture on another site."""
        return f"{IMAGES}/{self.card.slug}.jpg" if self.card.slug else ""

    @property
    def text_url(self) -> str:
        """The address of its text on another site."""
        return f"{TEXTS}/{self.card.id}"

    @property
    def rulings_url(self) -> str:
        """The address of its rulings on another site."""
        return f"{RULINGS}?uid={self.card.id}"

    @cached_property
    def text(self) -> CardText | None:
        """The text itself; None where the data folder has none."""
        return _text(self.card)


@dataclass(frozen=True, slots=True)
class CardText:
    """A card's text, line by line, in the language `language`."""

    lines: tuple[tuple[TextPiece, ...], ...]
    language: str


def hit_view(card: Card) -> Hit:
    """A card for a list."""
    url = url_for("cards.show", number=card.id)
    return Hit(card.unique_name, url, card_facts(card), card.banned is not None)


def own_name(card: Card) -> str:
    """A card's official name in the reader's language; "" where it has none but the English one."""
    return dict(card.translations).get(language(), "")


def _text(card: Card) -> CardText | None:
    """The text in the reader's language if the data folder has it, in English else; None where there is none."""
    pack = card_texts()
    text, spoken = pack.of(card.id, language()) if pack else ("", "")
    return CardText(tuple(tuple(pieces_of(line)) for line in text.split("\n")), spoken) if text else None


def symbol_words(letters: str) -> str:
    """The meaning of a symbol of a card's text: a Discipline with its level, a directed action; "" for plain words."""
    if letters == DIRECTED:
        return gettext("directed action")
    name = DISCIPLINES.get(letters.lower(), "")
    if not name:
        return ""
    return gettext("superior %(discipline)s", discipline=name) if letters.isupper() else name


def _facts(card: Card) -> Iterator[tuple[str, str]]:
    yield gettext("Type"), "/".join(words.type_words(name) for name in card.types)
    if isinstance(card, CryptCard):
        yield from _crypt_facts(card)
    elif isinstance(card, LibraryCard):
        yield from _library_facts(card)
    yield gettext("Number"), str(card.id)


def _crypt_facts(card: CryptCard) -> Iterator[tuple[str, str]]:
    yield gettext("Clan"), card.clan
    if card.path:
        yield gettext("Path"), card.path
    yield gettext("Group"), gettext("any") if card.group is None else str(card.group)
    yield gettext("Capacity"), str(card.capacity)
    if card.disciplines:
        yield gettext("Disciplines"), " ".join(card.disciplines)
    if card.title:
        yield gettext("Title"), words.title_words(card.title)
    if card.advanced:
        yield gettext("Version"), gettext("advanced")


def _library_facts(card: LibraryCard) -> Iterator[tuple[str, str]]:
    if card.cost:
        kind, amount = card.cost
        kinds = {"pool": gettext("pool"), "blood": gettext("blood"), "conviction": gettext("conviction")}
        yield gettext("Cost"), f"{amount} {kinds.get(kind, kind)}"
    if card.clans:
        yield gettext("Needs clan"), " / ".join(card.clans)
    if card.paths:
        yield gettext("Needs path"), " / ".join(card.paths)
    if card.disciplines:
        yield gettext("Needs discipline"), (" + " if card.disciplines_all else " / ").join(card.disciplines)
    if card.trifle:
        yield gettext("Kind"), gettext("trifle")


def _names(card: Card, translations: dict[str, str]) -> Iterator[tuple[str, str]]:
    for code, name in translations.items():
        yield LANGUAGES.get(code, code), name
    for name in card.names:
        if name not in translations.values():
            yield gettext("also"), name


def _sets(card: Card, cards: CardDatabase) -> Iterator[tuple[str, str]]:
    for code, released in card.sets:
        set_ = cards.sets.get(code)
        yield (set_.name if set_ else code), day_words(released)


def _legality(card: Card) -> tuple[str, str]:
    if card.banned:
        return "bad", gettext("Banned in tournaments since %(date)s.", date=day_words(card.banned))
    if card.legal:
        return "good", gettext("Legal in tournaments since %(date)s.", date=day_words(card.legal))
    return "warn", gettext("No date of tournament legality is known.")


def card_facts(card: Card) -> str:
    """A card in a few words, beside its English name: its own in the reader's language, and what tells it apart."""
    facts = [own_name(card)]
    if isinstance(card, CryptCard):
        group = gettext("any group") if card.group is None else gettext("group %(number)d", number=card.group)
        facts += [card.clan, gettext("capacity %(number)d", number=card.capacity), group]
    else:
        facts.append(words.type_words(type_label(card)))
        if isinstance(card, LibraryCard):
            facts.append(("+" if card.disciplines_all else "/").join(card.disciplines))
    return " · ".join(filter(None, facts))
