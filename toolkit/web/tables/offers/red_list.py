"""Forms of the Red List: marks in the master phase, trophies after a Red List minion was burned."""

from __future__ import annotations

from flask_babel import gettext

from toolkit.game.diablerie import TakeTrophy
from toolkit.game.master import AwardTrophy, MarkRedList
from toolkit.game.operation import Operation
from toolkit.web.tables.offers.makers import makes
from toolkit.web.tables.offers.offer import Group, Offer, Viewpoint, fold
from toolkit.web.tables.offers.terms import card_name


@makes(MarkRedList)
def mark(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """A master phase action on a Red List minion."""
    title = gettext("Mark a Red List minion")
    return fold("mark", Group.MASTER, title, orders, lambda order: at.names.owned(order.card))


@makes(TakeTrophy)
def trophy(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """A trophy for the Red List minion burned."""
    terms = [card_name("trophy", label=gettext("Name of the trophy"))]
    return fold("trophy", Group.OWED, gettext("Take a trophy"), orders, terms=terms)


@makes(AwardTrophy)
def award(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """A trophy in play that no vampire has yet."""

    def label(order: AwardTrophy) -> str:
        return f"{at.names.card(order.trophy)} → {at.names.owned(order.vampire)}"

    return fold("award", Group.OWED, gettext("Award a trophy"), orders, label)
