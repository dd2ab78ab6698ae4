"""One button or form: the operations that it stands for, its free terms, and how it is read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from flask_babel import gettext

from toolkit.game.operation import Operation
from toolkit.game.playing import UseEffect
from toolkit.game.record import render_operation
from toolkit.game.state import GameState
from toolkit.web.tables.offers.terms import BadChoice, Term, neutral
from toolkit.web.tables.words import Names

type View = dict[str, Any]
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
    """What a player wants to do; the order of the names is that of the page, the most likely first."""

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
    """For whom buttons are made, and in which game."""

    state: GameState
    seat: str
    view: View
    names: Names


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One operation of a form before its free terms: its record line and its words."""

    order: Operation
    line: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One button, or one form with several variants and free terms.

    Attributes:
        key: the form's name, unique on the page.
        covers: the listed legal operations that this form stands for.
        tone: primary, danger, quiet or plain.
        is_folded: whether it waits behind its title.
        is_paired: whether its buttons stand in pairs, less and more.
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
    is_paired: bool = False

    @property
    def is_button(self) -> bool:
        """Whether one tap does it, with nothing to set."""
        return len(self.variants) == 1 and not self.terms

    @property
    def button_words(self) -> str:
        """What the one button says: with which of several it would be, where that could be asked."""
        label = self.variants[0].label
        return self.title if label == self.title else f"{self.title}: {label}"

    @property
    def has_buttons(self) -> bool:
        """Whether its variants are few enough to be buttons side by side."""
        return len(self.variants) <= MOST_BUTTONS or self.is_paired

    @property
    def first_terms(self) -> list[Term]:
        """The terms that stand in front."""
        return [term for term in self.terms if term.name not in RARE]

    @property
    def more_terms(self) -> list[Term]:
        """The terms that wait behind a heading."""
        return [term for term in self.terms if term.name in RARE]

    def form_of(self, order: Operation) -> dict[str, str]:
        """What the form sends when it means this operation."""
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
    return f"{at.names.card(order.minion)} → {at.names.owned(order.effects[0].target)}"


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
