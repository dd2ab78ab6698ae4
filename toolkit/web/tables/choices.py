"""What a Methuselah may do now, for a page, and the operation that a form of it means.

Every legal operation is in exactly one form, and comes back from it as it was; what is not offered is not taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import gettext

from toolkit.game import GameState, Operation, legal_operations, view_for
from toolkit.game.record import render_operation
from toolkit.game.state import active_seats
from toolkit.game.vocabulary import Stage
from toolkit.web.tables.names import Names
from toolkit.web.tables.offers import (
    actions,
    cards,
    combat,
    effects,
    light,
    other_actions,
    red_list,
    table,
    turn,
    votes,
)
from toolkit.web.tables.offers.corrections import corrections
from toolkit.web.tables.offers.makers import MAKERS
from toolkit.web.tables.offers.offer import Context, Group, Offer
from toolkit.web.tables.offers.terms import BadChoice

__all__ = ["BadChoice", "ChoiceGroup", "choices_view", "offers_for", "operation_from_form"]

LIGHT = "light"
_MODULES = (turn, actions, cards, combat, votes, red_list)  # each registers its makers
# Groups that stay folded until they are asked for.
FOLDED = frozenset({Group.CARDS, Group.EFFECTS, Group.TABLE, Group.JUDGE})


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceGroup:
    """Forms for one thing that a player wants to do; `is_folded` if they wait behind a heading."""

    name: str
    title: str
    offers: tuple[Offer, ...]
    is_folded: bool

    @property
    def keys(self) -> list[str]:
        """The names of its forms."""
        return [offer.key for offer in self.offers]


def choices_view(
    state: GameState, seat: str | None, depth: str = "full", *, can_correct: bool = False
) -> list[ChoiceGroup]:
    """The forms for a Methuselah, the most likely first; for a judge (`seat` None) the corrections alone."""
    found = offers_for(state, seat, depth, can_correct=can_correct)
    titles = _titles()
    return [
        ChoiceGroup(name=group, title=titles[group], offers=tuple(own), is_folded=group in FOLDED)
        for group in Group
        if (own := [offer for offer in found if offer.group is group])
    ]


def _titles() -> dict[Group, str]:
    return {
        Group.OWED: gettext("To be decided"),
        Group.COMBAT: gettext("Combat"),
        Group.REFERENDUM: gettext("Votes"),
        Group.REACT: gettext("React"),
        Group.MASTER: gettext("Master cards"),
        Group.ACTIONS: gettext("Actions"),
        Group.INFLUENCE: gettext("Influence"),
        Group.CONTESTS: gettext("Contests"),
        Group.POOL: gettext("Pool and Edge"),
        Group.TURN: gettext("Turn and phase"),
        Group.CARDS: gettext("More cards"),
        Group.EFFECTS: gettext("Effects"),
        Group.TABLE: gettext("The table"),
        Group.JUDGE: gettext("Corrections"),
    }


def offers_for(state: GameState, seat: str | None, depth: str, *, can_correct: bool = False) -> list[Offer]:
    """Every form, in no order."""
    at = Context(state, seat or "", view := view_for(state, seat), Names(view))
    found: list[Offer] = []
    if seat:
        found = _listed(at) + _unlisted(at)
        if depth == LIGHT and not state.frames:
            found = [offer for offer in found if light.is_kept(offer)] + light.quick(at)
    return found + corrections(at) if can_correct else found


def _listed(at: Context) -> list[Offer]:
    """The forms of the legal operations."""
    by_maker: dict[int, list[Operation]] = {}
    makers = {}
    for order in legal_operations(at.state, at.seat):
        maker = MAKERS[type(order)]
        makers[id(maker)] = maker
        by_maker.setdefault(id(maker), []).append(order)
    return [offer for key, orders in by_maker.items() for offer in makers[key](at, orders)]


def _unlisted(at: Context) -> list[Offer]:
    """What the engine accepts and does not list, because it needs a card's own terms."""
    if at.state.stage is not Stage.RUNNING or at.seat not in active_seats(at.state):
        return []
    return [
        *actions.anybody_goes_on(at),
        *table.reveal(at),
        *other_actions.other_actions(at),
        *cards.any_card(at),
        *effects.use_effect(at),
        *table.title(at),
        *table.endings(at),
    ]


def operation_from_form(
    form: Mapping[str, str], state: GameState, seat: str | None, depth: str = "full", *, can_correct: bool = False
) -> Operation:
    """The operation that a form means: its field `choice` names the form, `op` the variant, the others its terms.

    A form with `op` alone means that operation as it is listed.

    Raises:
        BadChoice: no such form is offered now, or a term is out of its range.
    """
    found = offers_for(state, seat, depth, can_correct=can_correct)
    if "choice" not in form:
        return _by_line(found, form.get("op", ""))
    named = next((offer for offer in found if offer.key == form["choice"]), None)
    if named is None:
        raise BadChoice(_gone())
    return named.read(form)


def _by_line(found: list[Offer], line: str) -> Operation:
    for offer in found:
        for order in offer.covers:
            if render_operation(order) == line:
                return order
    raise BadChoice(_gone())


def _gone() -> str:
    return gettext("That is not possible now: look at the table again.")
