"""The table as one screen: seats around the ring as controls, the cards of who is acted for, what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, pi, sin

from flask_babel import gettext

from toolkit.game.operation import Operation
from toolkit.game.view import ShownGame
from toolkit.game.vocabulary import Phase
from toolkit.web.tables.board import BoardView, CardView, SideView
from toolkit.web.tables.choices import ChoiceGroup
from toolkit.web.tables.offers.offer import Group, Offer
from toolkit.web.tables.ring import Plaque
from toolkit.web.tables.seen import Following

# From the middle of the stage to the middle of a plaque, in hundredths of its width and height, as in companion.css.
ACROSS, DOWN = 34.0, 40.0
# What stands on a card that is tapped, in this order; on a seat's sheet and in the bar stands the rest.
OF_CARDS = (
    "emerge", "transfer", "transfer-back", "merge", "reveal", "blood", "life", "lock", "unlock", "torpor",
    "leaves-torpor", "burn", "title", "dip-combat",
)  # fmt: skip
# Of these, those whose button is called like the card that they say something of; those behind a heading.
NAMING = ("reveal", "title")
FOLDED = (*NAMING, "dip-combat")
IN_BAR = ("start", "quick-bleed", "edge-pool", "end-turn", "end-phase")
IN_FULL_BAR = ("start", "end-phase")
# What answers what goes on: to block or not, to pass; votes before it, as long as there are any.
ANSWERS = ("block", "no-block", "pass", "no-plays")
VOTES = ("vote-", "ballot-")
# Groups whose forms are asked for before anything else: what is owed.
ASKED = (Group.OWED, Group.CONTESTS)
# Phased motion: the choice of a phase, and what a phase is about, each in one tap.
PICKS = ("phase", "cheat")
OF_PHASE = {
    Phase.SUBTERFUGE: ("quick-bleed",), Phase.INFLUENCE: ("quick-emerge", "quick-transfer"),
    Phase.SUPPLY: ("quick-hunt",), Phase.MASTER: ("quick-pool",), Phase.DIPLOMACY: ("dip-referendum",),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenSeat:
    """One seat of the stage.

    Attributes:
        minions: those in play, drawn small on the plaque.
        pool, edge: the dial of its pool, and the form that gives it the Edge.
    """

    plaque: Plaque
    side: SideView
    minions: tuple[CardView, ...]
    pool: Offer | None
    edge: Offer | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chevron:
    """The way from a predator to the prey, between their plaques; `turn` in degrees, from pointing right."""

    left: float
    top: float
    turn: int
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenCard:
    """A card of who is acted for, with the forms that it has; each is a form with its only variant."""

    card: CardView
    zone: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScreen:
    """All of a table's screen that is not the board's anyway.

    Attributes:
        title: the turn, and whose it is; `now` whose move it is, which `is_mine` if it is the reader's.
        cards: of who is acted for: ready, in torpor, uncontrolled.
        bar: the forms in the bar, by their names.
        answers: those in the bar while something goes on; `going` the groups of the others.
        picks: the phases that can be chosen; `portion` the forms of the phase that everybody performs.
        asked: groups of what is owed; `more` the groups behind the menu.
    """

    is_full: bool
    title: str
    now: str
    is_mine: bool
    seats: tuple[ScreenSeat, ...]
    chevrons: tuple[Chevron, ...]
    cards: tuple[ScreenCard, ...]
    bar: Mapping[str, Offer]
    answers: tuple[Offer, ...]
    going: tuple[ChoiceGroup, ...]
    picks: tuple[Offer, ...]
    portion: tuple[Offer, ...]
    asked: tuple[ChoiceGroup, ...]
    more: tuple[ChoiceGroup, ...]
    edge_free: Offer | None
    crypt: Offer | None
    withdraw: Offer | None


def table_screen(
    view: ShownGame,
    board: BoardView,
    seat: str,
    choices: Sequence[ChoiceGroup],
    *,
    is_full: bool = False,
    is_shared: bool = False,
    following: Following | None = None,
) -> TableScreen:
    """The screen for who acts for `seat` with these forms; `following` is the next choice of a shared turn.

    A screen that `is_shared` calls no player "you".
    """
    offers = {offer.key: offer for group in choices for offer in group.offers}
    sides = {side.name: side for side in board.seats}
    seats = tuple(_seat(plaque, sides[plaque.face.name], offers) for plaque in board.ring.plaques)
    own = sides.get(seat)
    is_played = bool(view.turn) and view.phase is not Phase.HAND_CHECK
    is_shared_turn = following is not None and not is_full and not board.frames and is_played
    answers = tuple(_answers(offers)) if board.frames else ()
    bar = {key: offers[key] for key in (IN_FULL_BAR if is_full else IN_BAR) if key in offers}
    if "owed-hunt" in offers:
        # The whole turn ends in one tap after the hunt, and no single phase before it.
        bar.pop("end-phase", None)
    picks = tuple(offers[key] for key in PICKS if key in offers) if is_shared_turn else ()
    portion = tuple(offers[key] for key in OF_PHASE.get(view.phase, ()) if key in offers) if is_shared_turn else ()
    shown = {*IN_BAR, *OF_CARDS, *PICKS, *(offer.key for offer in portion), "crypt", "withdraw"}
    in_bar = answers if board.frames else tuple(bar.values())
    return TableScreen(
        is_full=is_full,
        title=_title(view, board, is_full=is_full),
        now=_now(view, "" if is_shared else seat, following) if is_shared_turn and following else board.now,
        is_mine=following.seat == seat if is_shared_turn and following else board.is_awaited,
        seats=seats,
        chevrons=tuple(_chevrons(view, seats, seat)),
        cards=tuple(_cards(own, offers)) if own is not None and not is_full else (),
        bar=bar,
        answers=answers,
        going=tuple(without(choices, in_bar)) if is_full or board.frames else (),
        picks=picks,
        portion=portion,
        asked=tuple(without((group for group in choices if group.name in ASKED), picks)),
        more=() if is_full else tuple(_more(choices, shown)),
        edge_free=offers.get("edge-0"),
        crypt=offers.get("crypt"),
        withdraw=offers.get("withdraw"),
    )


def _title(view: ShownGame, board: BoardView, *, is_full: bool) -> str:
    if is_full or view.options.is_phased or not view.turn:
        return board.heading
    return gettext("Turn %(number)s: %(name)s", number=view.turn, name=view.active)


def _now(view: ShownGame, seat: str, following: Following) -> str:
    """The player who chooses next in a light shared turn, or owes something first; its portions are for all."""
    phase, name = following.phase, following.seat
    if view.phased is not None and len(view.picks) >= view.phased.picks:
        return gettext("The last phase of this turn.")
    if phase is Phase.CHOOSE:
        return (
            gettext("You choose the next phase.")
            if name == seat
            else gettext("%(name)s chooses the next phase.", name=name)
        )
    return gettext("Your turn.") if name == seat else gettext("Waiting for %(name)s.", name=name)


def _angle(at: int, seats: int) -> float:
    """Clockwise from the bottom: one's prey sits to the left."""
    return pi / 2 + 2 * pi * at / seats


def _point(angle: float, scale: float = 1.0) -> tuple[float, float]:
    return round(50 + scale * ACROSS * cos(angle), 1), round(50 + scale * DOWN * sin(angle), 1)


def _seat(plaque: Plaque, side: SideView, offers: Mapping[str, Offer]) -> ScreenSeat:
    return ScreenSeat(
        plaque=plaque,
        side=side,
        minions=(*side.ready, *side.torpor),
        pool=offers.get(f"pool-{side.number}"),
        edge=offers.get(f"edge-{side.number}"),
    )


def _chevrons(view: ShownGame, seats: Sequence[ScreenSeat], reader: str) -> Iterator[Chevron]:
    """One beside each Methuselah in the game, on the way to the prey: no plaque covers it, not of who is out either."""
    at = {seat.side.name: number for number, seat in enumerate(seats)}
    for person in view.methuselahs:
        if person.status != "active" or not person.prey:
            continue
        angle = _angle(at[person.name], len(seats)) + pi / len(seats)
        left, top = _point(angle, 0.86)
        ahead = _point(angle + 0.05, 0.86)
        kind = "hunting" if person.name == reader else "hunted" if person.prey == reader else ""
        yield Chevron(left=left, top=top, turn=round(degrees(atan2(ahead[1] - top, ahead[0] - left))), kind=kind)


def _cards(side: SideView, offers: Mapping[str, Offer]) -> Iterator[ScreenCard]:
    zones = (("ready", side.ready), ("torpor", side.torpor), ("uncontrolled", side.uncontrolled))
    for zone, cards in zones:
        for card in cards:
            yield ScreenCard(card=card, zone=zone, offers=tuple(_of_card(card.id, offers)))


def _of_card(card_id: str, offers: Mapping[str, Offer]) -> Iterator[Offer]:
    """The forms of one card, each with the variants that are about it; their buttons need not name it again."""
    for key in OF_CARDS:
        offer = offers.get(key)
        if offer is None:
            continue
        variants = tuple(item for item in offer.variants if _card_of(item.order) == card_id)
        if key in NAMING:
            variants = tuple(replace(item, label=gettext("Do it")) for item in variants)
        if variants:
            yield replace(offer, variants=variants, is_folded=key in FOLDED)


def _card_of(order: Operation) -> str:
    """Which card an operation is about: the minion that does it, the card that is meant, or its effect's target."""
    if minion := getattr(order, "minion", ""):
        return str(minion)
    if card := getattr(order, "card", ""):
        return str(card)
    effects = getattr(order, "effects", ())
    return str(effects[0].target) if effects else ""


def _answers(offers: Mapping[str, Offer]) -> list[Offer]:
    vote = next((offer for key, offer in offers.items() if key.startswith(VOTES)), None)
    return [vote] if vote is not None else [offers[key] for key in ANSWERS if key in offers]


def without(choices: Iterable[ChoiceGroup], taken: Sequence[Offer]) -> Iterator[ChoiceGroup]:
    """The groups without those forms; one that is empty then is left out."""
    for group in choices:
        left = tuple(offer for offer in group.offers if offer not in taken)
        if left or group.is_closed or group.closed:
            yield replace(group, offers=left)


def _more(choices: Sequence[ChoiceGroup], listed: set[str]) -> Iterator[ChoiceGroup]:
    """The forms in the menu: all that are not shown elsewhere."""
    for group in choices:
        if group.name in ASKED:
            continue
        left = tuple(
            offer for offer in group.offers if offer.key not in listed and not offer.key.startswith(("pool-", "edge-"))
        )
        if left or group.is_closed or group.closed:
            yield replace(group, offers=left)
