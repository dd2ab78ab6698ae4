"""One button or form: its operations, its free terms, and how it is read back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from flask_babel import gettext

from toolkit.errors import Invalid
from toolkit.game.operation import Operation
from toolkit.game.playing import UseEffect
from toolkit.game.record import render_operation
from toolkit.game.state import Effect, GameState
from toolkit.game.view import ShownGame
from toolkit.game.words import Names

# The free terms of a form - amounts, costs, cards, marks - each with its legal range, read back into the operation


LONGEST_TEXT = 60
# The decks whose cards can be named, as `/tables/names` knows them.
VAMPIRES, LIBRARY = "crypt", "library"

type Getter = Callable[[Any], str]
type Putter = Callable[[Any, Any], Any]


class BadChoice(Invalid):
    """A form that does not say which operation is meant, or says something that is not offered."""

    code = "bad_choice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One value that can be picked, with its words, under the heading `group`."""

    value: str
    label: str
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One free term of a form; which kind it is says how it is shown and read.

    Attributes:
        default: what stands in the form at first, and is meant when the form leaves it out.
        get: the value that an operation has, as the form writes it.
        put: the operation with that value.
    """

    name: str
    label: str
    default: str
    get: Getter
    put: Putter
    hint: str = ""

    @property
    def kind(self) -> str:
        """The shape on the page."""
        raise NotImplementedError

    def read(self, text: str) -> Any:
        """The value of a form's field.

        Raises:
            BadChoice: it is none that is offered.
        """
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepper(Term):
    """A number in a range: a stepper."""

    low: int
    high: int

    @property
    def kind(self) -> str:
        """A stepper."""
        return "count"

    @property
    def values(self) -> range:
        """Every number that is offered."""
        return range(self.low, self.high + 1)

    def read(self, text: str) -> int:
        """The number."""
        sign, digits = (-1, text[1:]) if text[:1] in ("-", "−") else (1, text.removeprefix("+"))
        if not (digits.isascii() and digits.isdigit() and len(digits) < 5) or sign * int(digits) not in self.values:
            raise BadChoice(
                gettext(
                    "%(what)s: a number from %(low)s to %(high)s, not “%(given)s”.",
                    what=self.label,
                    low=self.low,
                    high=self.high,
                    given=text[:LONGEST_TEXT],
                )
            )
        return sign * int(digits)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Term):
    """One of several values: a list."""

    options: tuple[Option, ...]

    @property
    def kind(self) -> str:
        """A list to pick from."""
        return "pick"

    @property
    def groups(self) -> list[tuple[str, list[Option]]]:
        """The values under their headings."""
        groups: dict[str, list[Option]] = {}
        for option in self.options:
            groups.setdefault(option.group, []).append(option)
        return list(groups.items())

    def read(self, text: str) -> str:
        """The value."""
        if all(option.value != text for option in self.options):
            raise BadChoice(
                gettext("%(what)s: “%(given)s” cannot be chosen here.", what=self.label, given=text[:LONGEST_TEXT])
            )
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag(Term):
    """Yes or no: a box to tick."""

    @property
    def kind(self) -> str:
        """A box."""
        return "flag"

    def read(self, text: str) -> bool:
        """Whether it is ticked."""
        if text not in ("", "1"):
            raise BadChoice(gettext("%(what)s: tick it or leave it.", what=self.label))
        return text == "1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Term):
    """A name: the only thing that is typed, and never needed.

    Attributes:
        names: of which deck's cards names are suggested while it is typed; empty for none.
    """

    placeholder: str = ""
    names: str = ""
    longest: int = field(default=LONGEST_TEXT)

    @property
    def kind(self) -> str:
        """A line of text."""
        return "text"

    def read(self, text: str) -> str:
        """The text, on one line."""
        words = " ".join(text.split())
        if len(words) > self.longest or not words.isprintable():
            raise BadChoice(gettext("%(what)s: at most %(number)s characters.", what=self.label, number=self.longest))
        return words


# Terms that many operations share


def count(name: str, label: str, low: int, high: int, *, default: int | None = None, hint: str = "") -> Stepper:
    """A stepper for the operation's field of that name."""
    return Stepper(
        name=name,
        label=label,
        low=low,
        high=max(low, high),
        default=str(low if default is None else default),
        get=lambda order: str(getattr(order, name)),
        put=lambda order, value: replace(order, **{name: value}),
        hint=hint,
    )


def blood_cost(at: Viewpoint, payers: Iterable[str]) -> Stepper:
    """A cost in blood, as far as one of these cards could pay it: life is no blood."""
    cards = [at.state.cards[payer] for payer in payers]
    return count(
        "blood", gettext("Cost in blood"), 0, max((card.counters for card in cards if card.is_vampire), default=0)
    )


def flag(name: str, label: str, *, hint: str = "") -> Flag:
    """A box for the operation's field of that name."""
    return Flag(
        name=name,
        label=label,
        default="",
        get=lambda order: "1" if getattr(order, name) else "",
        put=lambda order, value: replace(order, **{name: value}),
        hint=hint,
    )


def pick(
    name: str, label: str, options: Sequence[tuple[str, Any]], *, default: str = "", read: Callable[[str], Any] = str
) -> Pick:
    """A list for the operation's field of that name, its first at first; `read` makes its value of the option's."""
    return Pick(
        name=name,
        label=label,
        default=default or options[0][0],
        options=tuple(Option(value=value, label=str(word)) for value, word in options),
        get=lambda order: str(getattr(order, name) or ""),
        put=lambda order, value: replace(order, **{name: read(value)}),
    )


def card_name(name: str = "card", *, label: str = "", placeholder: str = "", names: str = "") -> Text:
    """The name of the card that is played: what is left empty stays as it is."""
    return Text(
        name=name,
        label=label or gettext("Name of the card"),
        default="",
        get=lambda order: "",
        put=lambda order, value: replace(order, **{name: value}) if value else order,
        placeholder=placeholder,
        names=names or (LIBRARY if name == "card" else ""),
    )


def amount(label: str, low: int, high: int, *, default: int = 1) -> Stepper:
    """A stepper for the amount of the operation's first effect, whose sign stays; an effect without one stays so."""
    return Stepper(
        name="amount",
        label=label,
        low=low,
        high=high,
        default=str(default),
        get=lambda order: str(abs(order.effects[0].amount)) if order.effects else str(default),
        put=_put_amount,
    )


def _put_amount(order: Any, value: int) -> Any:
    first, *rest = order.effects or (None,)
    if not isinstance(first, Effect) or not first.amount:
        return order
    signed = value if first.amount > 0 else -value
    return replace(order, effects=(replace(first, amount=signed), *rest))


def neutral(order: Operation, terms: Sequence[Term]) -> Operation:
    """The operation with every free term at its default."""
    for term in terms:
        # What stands at its default already would come back as it is, from a copy of the whole operation.
        if term.get(order) != term.default:
            order = term.put(order, term.read(term.default))
    return order


MOST_BUTTONS = 8
# Terms that a form keeps behind a heading: what most plays do not need.
RARE = frozenset(
    {
        "bleed", "stealth", "pool", "blood", "card", "delay", "unique", "stays", "ranged", "source", "target",
        "lock", "city", "cost_cards", "cost_edge", "called", "advanced", "scarce", "infernal", "red_list", "split",
        "aim", "hand_size",
    }
)  # fmt: skip
# The tone of what is seldom wanted: it stands behind the rest of its group.
QUIET = "quiet"


class Group(StrEnum):
    """The purposes of offers; the order of the names is that of the page, the most likely first."""

    OWED = "owed"
    COMBAT = "combat"
    REFERENDUM = "referendum"
    REACT = "react"
    MASTER = "master"
    ACTIONS = "actions"
    INFLUENCE = "influence"
    CONTESTS = "contests"
    POOL = "pool"
    TURN = "turn"
    CARDS = "cards"
    EFFECTS = "effects"
    TABLE = "table"
    JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """For whom buttons are made, and in which game; of one reader, in one language."""

    state: GameState
    seat: str
    view: ShownGame
    names: Names
    _owned: dict[str, str] = field(default_factory=dict, init=False, compare=False, repr=False)

    def owned(self, card_id: str) -> str:
        """A card's name with whose it is: in the lists of effects each card stands dozens of times."""
        if card_id not in self._owned:
            self._owned[card_id] = self.names.owned(card_id)
        return self._owned[card_id]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One operation of a form before its free terms: its record line, its words, and what they mean."""

    order: Operation
    line: str
    label: str
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One button, or one form with several variants and free terms.

    Attributes:
        key: the form's name, unique on the page.
        covers: the listed legal operations that this form stands for.
        tone: primary, danger, quiet or plain.
        is_folded: whether it waits behind its title.
    """

    key: str
    group: Group
    title: str
    variants: tuple[Variant, ...]
    covers: tuple[Operation, ...] = ()
    terms: tuple[Term, ...] = ()
    tone: str = ""
    hint: str = ""
    is_folded: bool = False

    @property
    def is_button(self) -> bool:
        """Whether one tap does it, with nothing to set."""
        return len(self.variants) == 1 and not self.terms

    @property
    def button_words(self) -> str:
        """The words of the only button: with the variant's own label, where several could be asked for."""
        label = self.variants[0].label
        return self.title if label == self.title else f"{self.title}{gettext(': ')}{label}"

    @property
    def has_buttons(self) -> bool:
        """Whether its variants are few enough to be buttons side by side."""
        return len(self.variants) <= MOST_BUTTONS

    @property
    def first_terms(self) -> list[Term]:
        """The terms that stand in front."""
        return [term for term in self.terms if term.name not in RARE]

    @property
    def more_terms(self) -> list[Term]:
        """The terms that wait behind a heading."""
        return [term for term in self.terms if term.name in RARE]

    def form_of(self, order: Operation) -> dict[str, str]:
        """The form's fields for this operation."""
        base = neutral(order, self.terms)
        sent = {term.name: term.get(order) for term in self.terms}
        return {"choice": self.key, "op": render_operation(base), **sent}

    def read(self, form: Mapping[str, str]) -> Operation:
        """The operation that a form means.

        Raises:
            BadChoice: it names no variant of this form, or a term out of its range.
        """
        line = form.get("op", "")
        if not line and len(self.variants) == 1:
            line = self.variants[0].line
        variant = next((item for item in self.variants if item.line == line), None)
        if variant is None:
            raise BadChoice(gettext("%(what)s: choose one of those that are shown.", what=self.title))
        order: Any = variant.order
        for term in self.terms:
            missing = "" if term.kind in ("flag", "text") else term.default
            order = term.put(order, term.read(form.get(term.name, missing)))
        assert isinstance(order, Operation)
        return order


def onto_words(at: Viewpoint, order: UseEffect) -> str:
    """Who does it, and to whom: "Anna → Bob"."""
    return f"{at.names.card(order.minion)} → {at.owned(order.effects[0].target)}"


def fold(
    key: str,
    group: Group,
    title: Any,
    orders: Sequence[Operation],
    label: Callable[[Any], str] | None = None,
    *,
    terms: Sequence[Term] = (),
    tone: str = "",
    hint: str = "",
    is_listed: bool = True,
    is_folded: bool = False,
) -> list[Offer]:
    """One form for these operations, or none if there are none; variants that differ in free terms alone are one.

    `is_listed` is False for operations that the engine accepts but does not list.
    """
    if not orders:
        return []
    bases = dict.fromkeys(neutral(order, terms) for order in orders)
    variants = tuple(
        Variant(order=base, line=render_operation(base), label=label(base) if label else str(title)) for base in bases
    )
    return [
        Offer(
            key=key,
            group=group,
            title=str(title),
            variants=variants,
            covers=tuple(orders) if is_listed else (),
            terms=tuple(terms),
            tone=tone,
            hint=hint,
            is_folded=is_folded,
        )
    ]


# Which module makes the forms of which operations


type Maker = Callable[[Viewpoint, list[Operation]], list[Offer]]
MAKERS: dict[type[Operation], Maker] = {}


def makes(*kinds: type[Operation]) -> Callable[[Maker], Maker]:
    """Register who makes the forms of these operations."""

    def register(maker: Maker) -> Maker:
        for kind in kinds:
            MAKERS[kind] = maker
        return maker

    return register
