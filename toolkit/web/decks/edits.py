"""Edits of the list by the answer's buttons and fields: a name settled, a count changed, a card added, all undone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from flask_babel import gettext
from werkzeug.datastructures import MultiDict

from toolkit.cards import Card, CardDatabase, UnknownCard
from toolkit.decks.editing import MOST_COPIES, accept_suggestion, carry_out, copies_in, set_counts
from toolkit.decks.model import Add, Move, Reading, Rename, Replace, Report, Step, TakeOut, Unresolved
from toolkit.decks.reading.read import decks_in, read
from toolkit.decks.rules.case import cards as cards_in_words
from toolkit.decks.rules.steps import choices_of, filled, sentence
from toolkit.errors import Invalid
from toolkit.languages import Message
from toolkit.services.decks.decks import DeckTerms, check
from toolkit.web.base.i18n import translated
from toolkit.web.decks.cards import card_facts

# Fields in which a card is looked for: one to be added, and one for an open line of the list.
ADD = "add"
_LINE_FIELD = re.compile(r"name-([0-9]{1,4})", re.ASCII)
# "102121:3" for three copies, "102121:+1" for one more, "102121:-1" for one less; several apart by blanks.
_CHANGE = re.compile(r"([12][0-9]{5}):([+-]?)([0-9]{1,3})", re.ASCII)
_SUGGESTION = re.compile(r"([0-9]{1,5})\|([0-9]{6})\|(.*)", re.ASCII | re.DOTALL)
_COUNTED = re.compile(r"\s*([0-9]{1,2})(?:\s*[xX×]\s*|\s+)(?=\S)")
MOST_CHANGES = 120
_ALL_MOVED = "all"
MOST_OFFERS = 6
LONGEST_NAME = 120


class BadChange(Invalid):
    """A button sent what no button of the page sends."""

    code = "bad_change"


@dataclass(frozen=True, slots=True)
class CardOffer:
    """A card on a button: `button` and `value` are what it sends."""

    button: str
    value: str
    name: str
    facts: str


@dataclass(frozen=True, slots=True)
class NameSearch:
    """A field in which a card is looked for, with what was typed and the cards that were found.

    Attributes:
        written: the name on the open line that the card stands for; "" for a card to be added.
        nothing: what is said where no card is like it.
    """

    field: str
    written: str = ""
    typed: str = ""
    offers: tuple[CardOffer, ...] = ()
    nothing: str = ""


@dataclass(frozen=True, slots=True)
class EditedList:
    """The list after what was asked for.

    Attributes:
        before: the list as it was, if anything changed.
        place: the id of what was used, where the page goes on.
        typed: names that were typed and are no card's for certain, by field.
    """

    text: str
    before: str = ""
    place: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)


def is_edit(form: MultiDict[str, str]) -> bool:
    """Whether a form asks for a change of its list."""
    return any(key in form for key in ("accept", "choose", "edit", "move", "repair", "undo")) or any(_typed(form))


def edited(form: MultiDict[str, str], terms: DeckTerms, cards: CardDatabase) -> EditedList:
    """The form's list with what its button or its fields ask for; a repair makes it legal by those terms.

    Raises:
        UnknownCard: a number is no card's.
        BadChange: what was sent comes from no button, or is too much at once.
    """
    text = form.get("text", "")
    if "undo" in form:
        return EditedList(form.get("before", ""), place="edit-cards")
    if "choose" in form:
        return EditedList(_chosen(text, form["choose"], cards), text)
    if "accept" in form:
        return EditedList(_accepted(text, form["accept"], cards), text)
    if "edit" in form:
        return EditedList(_recounted(text, form.getlist("edit"), cards), text, place=_place(form))
    if "move" in form:
        return EditedList(_moved(text, form["move"], cards), text)
    if "repair" in form:
        report = check(text, terms, cards)
        steps = filled(report.deck, report.repair, report.spare)
        return EditedList(carry_out(text, (*report.reading.moves, *steps), cards), text)
    return _named(text, dict(_typed(form)), cards)


def _typed(form: MultiDict[str, str]) -> list[tuple[str, str]]:
    return [
        (key, value[:LONGEST_NAME].strip())
        for key, value in form.items()
        if value.strip() and (key == ADD or _LINE_FIELD.fullmatch(key))
    ]


def _accepted(text: str, choice: str, cards: CardDatabase) -> str:
    """The list with the suggestion taken that a button sent as "line|card|name as written"."""
    match = _SUGGESTION.fullmatch(choice)
    if not match:
        raise _bad_change()
    return accept_suggestion(text, int(match[1]), match[3], cards[int(match[2])], cards)


def _chosen(text: str, number: str, cards: CardDatabase) -> str:
    """The deck of that number, from 1, of a text that holds several."""
    decks = decks_in(text, cards)
    if not (number.isascii() and number.isdecimal() and len(number) < 4 and 0 < int(number) <= len(decks)):
        raise _bad_change()
    return decks[int(number) - 1]


def _recounted(text: str, values: list[str], cards: CardDatabase) -> str:
    changes = [change for value in values for change in value.split(" ")]
    matches = [match for change in changes if (match := _CHANGE.fullmatch(change))]
    if len(matches) < len(changes) or len(changes) > MOST_CHANGES:
        raise _bad_change()
    counts: dict[int, int] = {}
    for number, sign, figure in (match.groups() for match in matches):
        held = 0
        if sign:
            held = counts[int(number)] if int(number) in counts else copies_in(text, cards[int(number)], cards)
        counts[int(number)] = max(0, min(held + int(f"{sign}{figure}"), MOST_COPIES))
    return set_counts(text, counts, cards)


def _moved(text: str, number: str, cards: CardDatabase) -> str:
    """The list with a card in the part that it belongs to, or all that the reader has put there."""
    if number == _ALL_MOVED:
        return carry_out(text, read(text, cards).moves, cards)
    if not re.fullmatch("[12][0-9]{5}", number, re.ASCII):
        raise _bad_change()
    card = cards[int(number)]
    return carry_out(text, [Move(copies_in(text, card, cards), card, card.kind)], cards)


def _place(form: MultiDict[str, str]) -> str:
    """The button that counts the card further, or the field that the card was found by."""
    if form.get(ADD, "").strip():
        return ADD
    return f"p{form['edit'].partition(':')[0]}" if "editing" in form else ""


def _bad_change() -> BadChange:
    return BadChange(Message("This change cannot be made: check the list again, then make it once more."))


def _named(text: str, typed: dict[str, str], cards: CardDatabase) -> EditedList:
    """The list with the names that are a card's for certain in their places; the others stay to be answered."""
    changed, unclear = text, {}
    for key, name in typed.items():
        count, bare = _counted(name)
        card = _only_card(bare, cards)
        line = _open_line(changed, key, cards)
        if card and key == ADD:
            changed = set_counts(changed, {card.id: copies_in(changed, card, cards) + count}, cards)
        elif card and line:
            changed = accept_suggestion(changed, line.line, line.text, card, cards)
        else:
            unclear[key] = name
    return EditedList(changed, text if changed != text else "", next(iter(typed)), unclear)


def _counted(name: str) -> tuple[int, str]:
    """The copies and the name of "3x Villein"."""
    match = _COUNTED.match(name)
    return (max(1, int(match[1])), name[match.end() :]) if match else (1, name)


def _only_card(name: str, cards: CardDatabase) -> Card | None:
    try:
        matches = cards.named(name)
    except UnknownCard:
        return None
    return matches[0] if len(matches) == 1 else None


def _open_line(text: str, key: str, cards: CardDatabase) -> Unresolved | None:
    match = _LINE_FIELD.fullmatch(key)
    lines = read(text, cards).unresolved if match else ()
    return next((line for line in lines if match and line.line == int(match[1])), None)


def line_field(line: Unresolved) -> str:
    """The field in which the card of an open line is looked for."""
    return f"name-{line.line}"


def name_search(field: str, typed: str, cards: CardDatabase, written: str = "") -> NameSearch:
    """The field with the cards that a name may mean, each on a button: those whose names hold it, else the nearest.

    The cards that winning decks play most come first. A figure in front ("4 govern") is the number of copies to add.
    """
    if not typed:
        return NameSearch(field, written)
    count, name = _counted(typed[:LONGEST_NAME])
    matches = cards.completions(name, limit=MOST_OFFERS)
    matches = matches or tuple(item.card for item in cards.suggest(name, limit=MOST_OFFERS))
    offers = tuple(_offer(field, written, card, count) for card in matches)
    return NameSearch(field, written, typed, offers, "" if offers else gettext("No card has a name like that."))


def _offer(field: str, written: str, card: Card, count: int) -> CardOffer:
    match = _LINE_FIELD.fullmatch(field)
    if match:
        return line_offer(int(match[1]), written, card)
    copies = f"{count}x " if count > 1 else ""
    return CardOffer("edit", f"{card.id}:+{count}", f"{copies}{card.unique_name}", card_facts(card))


def line_offer(line: int, written: str, card: Card) -> CardOffer:
    """The card for the name that is written on an open line."""
    return CardOffer("accept", f"{line}|{card.id}|{written}", card.unique_name, card_facts(card))


@dataclass(frozen=True, slots=True)
class RepairStep:
    """A step of the repair: what it asks for, and a button that does it; without one where a person has to say more.

    Attributes:
        does: what the button does, where that is more than the sentence says.
        waits: whether it is about a card that the deck has only once a name is settled, so that it is nothing alone.
    """

    sentence: str
    button: str = ""
    value: str = ""
    does: str = ""
    waits: bool = False


def repair_steps(report: Report) -> tuple[RepairStep, ...]:
    """The repair of a deck, step by step; where any card will do, with cards that the deck has."""
    held: Counter[Card] = Counter()
    for entry in report.deck.entries:
        held[entry.card] += entry.count
    choices = choices_of(report.deck, report.repair, report.spare)
    return tuple(
        replace(_shown(step, chosen), waits=any(_waits(choice, held) for choice in chosen))
        for step, chosen in zip(report.repair, choices, strict=True)
    )


def _waits(step: Step, held: Counter[Card]) -> bool:
    return isinstance(step, TakeOut | Replace | Move) and step.card is not None and held[step.card] < step.count


def moving_step(reading: Reading) -> RepairStep:
    """The step that moves all cards in the list to the parts that the reader chose for them."""
    what = cards_in_words(sum(move.count for move in reading.moves))
    return RepairStep(translated(Message("Move %(cards)s to the library.", cards=what)), "move", _ALL_MOVED)


def _shown(step: Step, chosen: Sequence[Step]) -> RepairStep:
    said_once = translated(sentence(step))
    if isinstance(step, Rename):
        value = f"{step.line}|{step.to.id}|{step.written}" if step.to else ""
        return RepairStep(said_once, "accept" if value else "", value)
    if isinstance(step, Move):
        return RepairStep(said_once, "move", str(step.card.id))
    value = " ".join(change for choice in chosen for change in _changes_of(choice))
    said_chosen = " ".join(translated(sentence(choice)) for choice in chosen)
    return RepairStep(said_once, "edit" if value else "", value, said_chosen if said_chosen != said_once else "")


def _changes_of(step: Step) -> Iterator[str]:
    match step:
        case Add(card=Card() as card):
            yield f"{card.id}:+{step.count}"
        case TakeOut(card=Card() as card):
            yield f"{card.id}:-{step.count}"
        case Replace(to=Card() as card):
            yield f"{step.card.id}:-{step.count}"
            yield f"{card.id}:+{step.count}"
