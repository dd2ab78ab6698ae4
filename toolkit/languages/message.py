"""Sentences as values: written once in English, with their figures, and said again in any language.

Each of these is a `str`, which is its English; a door that speaks another language calls `say` with its `Words`.
Whatever is glued to one, or cut out of it, is English for good: a part of a sentence is a figure of its template.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Self

from toolkit.languages.words import ENGLISH, Words, filled


def N_(text: str) -> str:
    """The text itself: marked for translation."""
    return text


AND = N_(" and ")
OR = N_(" or ")


class Sayable(str):
    """A text that every language says in its own way; as a string it is English."""

    @abstractmethod
    def said(self, words: Words) -> str:
        """The same, as the language of `words` has it."""


def say(value: object, words: Words) -> str:
    """A figure or a sentence in the language of `words`: days and sentences in its way, names as they are."""
    if isinstance(value, Sayable):
        return str(value) if words is ENGLISH else value.said(words)
    if isinstance(value, date):
        return words.day(value) if words.is_on_page else words.short_day(value)
    return str(value)


class Message(Sayable):
    """A sentence with its figures.

    >>> Message("%(name)s is banned since %(date)s.", name="Nope", date=date(2020, 1, 2))
    'Nope is banned since 2020-01-02.'

    Attributes:
        template: the English, each figure as `%(name)s`; what the catalogues know it by.
        figures: what stands in the places: names, numbers, days, other messages, lists of them.
    """

    template: str
    figures: Mapping[str, object]

    def __new__(cls, template: str, /, **figures: object) -> Self:
        """The template is a literal, so that the catalogues find it; without figures it is taken as it stands."""
        message = super().__new__(cls, _filled(template, figures, ENGLISH))
        message.template, message.figures = template, figures
        return message

    def said(self, words: Words) -> str:
        """The template's translation, with each figure as the language has it."""
        return _filled(words.gettext(self.template), self.figures, words)

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        return (self.template,), dict(self.figures)


def stored_sentence(sentence: object) -> object:
    """A sentence as JSON: of a message its template and its figures, to be said later in any language."""
    if not isinstance(sentence, Message):
        return sentence
    return [sentence.template, {name: stored_sentence(figure) for name, figure in sentence.figures.items()}]


def restored_sentence(stored: Any) -> Any:
    """The sentence that `stored_sentence` wrote."""
    if not isinstance(stored, list):
        return stored
    template, figures = stored
    return Message(template, **{name: restored_sentence(figure) for name, figure in figures.items()})


class Sense(Sayable):
    """A text that means several things, in the sense that its context says: a card's "locked", a sect's "Anarch".

    Args:
        context: the sense, a literal.
        text: the English, a literal.
    """

    context: str

    def __new__(cls, context: str, text: str, /) -> Self:
        """Both are literals, so that the catalogues find them."""
        sense = super().__new__(cls, text)
        sense.context = context
        return sense

    def said(self, words: Words) -> str:
        """The text's translation in this sense."""
        return words.pgettext(self.context, str(self))

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, object]]:
        return (self.context, str(self)), {}


class NameOf(Sayable):
    """A name in a sentence, with what it is the name of: a page makes it a link, where it has an address of that.

    Args:
        name: the text, or a sentence.
        of: what is named.
    """

    of: object

    def __new__(cls, name: str, of: object) -> Self:
        """As a string it is the name alone."""
        named = super().__new__(cls, name)
        named._name, named.of = name, of
        return named

    _name: str

    def said(self, words: Words) -> str:
        """The name, as pages and texts show names."""
        return words.name(say(self._name, words), self.of)

    def __getnewargs_ex__(self) -> tuple[tuple[str, object], dict[str, object]]:
        return (self._name, self.of), {}


class Count(Sayable):
    """A number with what is counted, or a whole sentence that depends on a number, in its right form.

    >>> Message("The crypt has %(cards)s.", cards=Count(1, "%(num)d card", "%(num)d cards"))
    'The crypt has 1 card.'

    Args:
        number: what the form depends on; the figure `num` unless that is given.
        one: the English of one, a literal.
        many: the English of any other number, a literal.
        figures: what else stands in them.
    """

    number: int

    def __new__(cls, number: int, one: str, many: str, /, **figures: object) -> Self:
        """Both forms are literals, so that the catalogues find them."""
        form = one if number == 1 else many
        count = super().__new__(cls, filled(form, _said({"num": number, **figures}, ENGLISH)))
        count.number, count._forms, count._figures = number, (one, many), figures
        return count

    _forms: tuple[str, str]
    _figures: Mapping[str, object]

    def said(self, words: Words) -> str:
        """The form that the language has for the number."""
        return words.ngettext(*self._forms, self.number, **_said(self._figures, words))

    def __getnewargs_ex__(self) -> tuple[tuple[int, str, str], dict[str, object]]:
        return (self.number, *self._forms), dict(self._figures)


class Listed(Sayable):
    """Several things in a row, joined as the language does.

    >>> Listed(["A", "B", "C"], AND), Listed(["A", "B", "C"], most=2)
    ('A, B and C', 'A, B and 1 more')

    Args:
        items: figures.
        last: what stands before the last one: `AND`, `OR`, or the same as between the others.
        most: how many are named; of the others their number is told.
        between: what stands between two.
    """

    items: tuple[object, ...]

    def __new__(
        cls, items: Iterable[object], last: str | None = None, *, most: int | None = None, between: str = ", "
    ) -> Self:
        """The joints are texts that the catalogues know."""
        items = tuple(items)
        listed = super().__new__(cls, _row(items, last, most, between, ENGLISH))
        listed.items, listed._joints = items, (last, most, between)
        return listed

    _joints: tuple[str | None, int | None, str]

    def said(self, words: Words) -> str:
        """The items as the language says them, with its own joints."""
        return _row(self.items, *self._joints, words)

    def __getnewargs_ex__(self) -> tuple[tuple[tuple[object, ...], str | None], dict[str, object]]:
        last, most, between = self._joints
        return (self.items, last), {"most": most, "between": between}


class Points(Sayable):
    """Victory points, counted in halves: 5 is "2.5"."""

    halves: int

    def __new__(cls, halves: int) -> Self:
        """By the number of halves."""
        points = super().__new__(cls, ENGLISH.halves(halves))
        points.halves = halves
        return points

    def said(self, words: Words) -> str:
        """With the language's decimal sign."""
        return words.halves(self.halves)

    def __getnewargs_ex__(self) -> tuple[tuple[int], dict[str, object]]:
        return (self.halves,), {}


class Decimal(Sayable):
    """A figure with a decimal point, as precise as it was written: "3.50"."""

    def said(self, words: Words) -> str:
        """With the language's decimal sign."""
        whole, sign, part = str(self).partition(".")
        return words.decimal(whole, part) if sign else whole


class Whole(Sayable):
    """A whole number with its thousands apart: 20000 is "20,000"."""

    number: int

    def __new__(cls, number: int) -> Self:
        """By the number."""
        whole = super().__new__(cls, ENGLISH.whole(number))
        whole.number = number
        return whole

    def said(self, words: Words) -> str:
        """With what the language sets between thousands."""
        return words.whole(self.number)

    def __getnewargs_ex__(self) -> tuple[tuple[int], dict[str, object]]:
        return (self.number,), {}


class Ordinal(Sayable):
    """A place in a row: 3 is "3rd"."""

    number: int

    def __new__(cls, number: int) -> Self:
        """By the number."""
        ordinal = super().__new__(cls, ENGLISH.ordinal(number))
        ordinal.number = number
        return ordinal

    def said(self, words: Words) -> str:
        """As the language writes it."""
        return words.ordinal(self.number)

    def __getnewargs_ex__(self) -> tuple[tuple[int], dict[str, object]]:
        return (self.number,), {}


def _filled(template: str, figures: Mapping[str, object], words: Words) -> str:
    return filled(template, _said(figures, words)) if figures else template


def _said(figures: Mapping[str, object], words: Words) -> dict[str, object]:
    # A plain number stays one, for places like %(num)d.
    return {name: value if isinstance(value, int) else _part(value, words) for name, value in figures.items()}


# Hebrew, Arabic and their presentation forms, without the mark behind them.
_MARK = "\u200e"
_RIGHT_TO_LEFT = re.compile(f"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc][^{_MARK}]*$")


def _part(value: object, words: Words) -> str:
    """A part of a sentence. On a page, a mark behind one that is read from right to left keeps figures on its right."""
    text = say(value, words)
    return text + _MARK if words.is_on_page and _RIGHT_TO_LEFT.search(text) else text


def _row(items: tuple[object, ...], last: str | None, most: int | None, between: str, words: Words) -> str:
    texts = [_part(item, words) for item in items]
    joint = words.gettext(between)
    if most is not None and len(texts) > most:
        more = len(texts) - most
        named = joint.join(texts[:most])
        return words.ngettext("%(list)s and %(num)d more", "%(list)s and %(num)d more", more, list=named)
    if last is None or len(texts) < 2:
        return joint.join(texts)
    return words.gettext(last).join((joint.join(texts[:-1]), texts[-1]))
