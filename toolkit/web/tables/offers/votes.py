"""Forms of a referendum: its terms, votes, ballots, what is burned for a vote."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flask_babel import gettext, ngettext

from toolkit.game.draft import active_seats
from toolkit.game.operation import Operation
from toolkit.game.playing import referendum_of
from toolkit.game.referendum import BurnForVote, CastBallot, CastVotes, SetTerms, left_to_cast
from toolkit.game.state import Effect
from toolkit.game.vocabulary import EffectKind
from toolkit.web.tables.frames import source_words
from toolkit.web.tables.offers.offer import Group, Offer, Stepper, Term, Text, Viewpoint, fold, makes

MOST_POOL = 10


@makes(SetTerms)
def terms_of(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """The effect of the referendum: how much pool each Methuselah burns, and the rest in words."""
    referendum = referendum_of(at.state)
    is_cardless = referendum is not None and referendum.is_cardless
    seats = active_seats(at.state)
    # Nobody burns pool by a number that nobody set, but where the terms are nothing else.
    first = (
        next((o.effects[0].target for o in orders if isinstance(o, SetTerms) and o.effects), "") if is_cardless else ""
    )
    terms: list[Term] = [
        Stepper(
            name=f"burn-{place}",
            label=gettext("%(name)s burns pool", name=seat),
            low=0,
            high=1 if is_cardless else MOST_POOL,
            default="1" if seat == first else "0",
            get=_burned(seat),
            put=_burning(seat, seats),
        )
        for place, seat in enumerate(seats)
    ]
    if not is_cardless:
        terms.append(
            Text(
                name="text",
                label=gettext("What else it does"),
                default="",
                get=lambda order: order.text,
                put=lambda order, value: replace(order, text=value),
                longest=200,
            )
        )
    return fold("terms", Group.OWED, gettext("Set the terms"), orders, terms=terms, tone="primary")


def _burned(seat: str) -> Callable[[SetTerms], str]:
    def get(order: SetTerms) -> str:
        return str(sum(item.amount for item in order.effects if item.target == seat))

    return get


def _burning(seat: str, seats: tuple[str, ...]) -> Callable[[SetTerms, int], SetTerms]:
    def put(order: SetTerms, value: int) -> SetTerms:
        burns = {item.target: item.amount for item in order.effects} | {seat: value}
        effects = tuple(Effect(EffectKind.BURN_POOL, name, burns[name]) for name in seats if burns.get(name))
        return replace(order, effects=effects)

    return put


@makes(CastVotes, CastBallot)
def votes(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Each source of votes: for or against."""
    referendum = referendum_of(at.state)
    offers: list[Offer] = []
    if referendum is None:
        return offers
    for kind, counts in (
        (CastVotes, left_to_cast(at.state, referendum, at.seat)),
        (CastBallot, left_to_cast(at.state, referendum, at.seat, ballots=True)),
    ):
        for source, number in counts.items():
            own = [order for order in orders if isinstance(order, kind) and order.source == source]
            words = (
                ngettext("%(num)d vote", "%(num)d votes", number)
                if kind is CastVotes
                else ngettext("%(num)d ballot", "%(num)d ballots", number)
            )
            title = gettext("%(votes)s: %(source)s", votes=words, source=source_words(source, at.names))
            key = f"{'vote' if kind is CastVotes else 'ballot'}-{source}"
            offers += fold(key, Group.REFERENDUM, title, own, _side_words)
    return offers


def _side_words(order: CastVotes | CastBallot) -> str:
    return gettext("For") if order.side == "for" else gettext("Against")


@makes(BurnForVote)
def burned(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """The Edge, or a political action card, for a vote."""
    words = {"edge": gettext("the Edge"), "political_card": gettext("a political action card")}
    title = gettext("Burn for one vote")
    return fold("burn-for-vote", Group.REFERENDUM, title, orders, lambda order: words[order.what])
