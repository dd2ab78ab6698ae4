"""The choices of a Methuselah now, for a page, and the operation that a form of it means.

Every legal operation is in exactly one form, and comes back from it as it was; what is not offered is not taken.
Some groups are closed until somebody opens them: what they hold is made then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from flask_babel import gettext

from toolkit.cards import CardDatabase
from toolkit.game import GameState, IllegalOperation, Operation, apply, is_legal, legal_operations
from toolkit.game.consequences import grave_consequences
from toolkit.game.draft import active_seats
from toolkit.game.ending import AnnounceWithdrawal, CallTime, Concede, Disqualify
from toolkit.game.phased import GoOn
from toolkit.game.record import render_operation
from toolkit.game.turns import ReachPhase
from toolkit.game.vocabulary import Phase, Stage, WindowName
from toolkit.game.windows import NoPlays, PassImpulse, waited_for, window_name
from toolkit.web.tables.card_facts import completed
from toolkit.web.tables.offers import actions, cards, combat, corrections, effects, light, table, turn, votes
from toolkit.web.tables.offers.offer import MAKERS, QUIET, BadChoice, Group, Offer, Viewpoint
from toolkit.web.tables.seen import following_of, seen_by

__all__ = ["BadChoice", "ChoiceGroup", "choices_view", "operation_from_form"]


# Forms that are made when somebody opens them: they hold long lists, and most of the time nobody looks at them


type Test = Callable[[Viewpoint], bool]
type Make = Callable[[Viewpoint], list[Offer]]


@dataclass(frozen=True, slots=True)
class Later:
    """Forms that wait behind one heading.

    Attributes:
        keys: how the names of its forms begin.
        is_there: whether there is any of them now; quick, as every page asks.
        title: of its own heading, where it is a single form in a group that stands open.
    """

    group: Group
    keys: tuple[str, ...]
    is_there: Test
    make: Make
    title: Callable[[], str] | None = None

    @property
    def opened_by(self) -> str:
        """The name that opens these forms in an address: their group's, or their own."""
        return self.keys[0] if self.title else self.group

    def has(self, key: str) -> bool:
        """Whether a form of that name would be one of these."""
        return key.startswith(self.keys)


# A seat's, in the order in which they stand in their groups.
OF_SEAT = (
    Later(Group.ACTIONS, ("announce-other",), actions.may_act, actions.other_actions, title=actions.other_title),
    Later(Group.CARDS, ("card-",), cards.may_play_any, cards.any_card),
    Later(Group.EFFECTS, ("effect",), effects.may_use_effect, effects.use_effect),
    Later(Group.EFFECTS, ("title",), table.may_gain_title, table.title),
    Later(Group.EFFECTS, ("counters",), table.may_count, table.counters),
    Later(Group.EFFECTS, ("announce-due",), effects.may_announce, effects.announce_due),
    Later(Group.EFFECTS, ("diablerize",), effects.may_diablerize, effects.diablerize),
    Later(Group.EFFECTS, ("attach",), effects.may_attach, effects.attach),
    Later(Group.EFFECTS, ("becomes",), effects.may_become, effects.becomes),
)
OF_LIGHT = (
    Later(Group.COMBAT, ("card-combat",), cards.may_end_round, cards.combat_card, title=cards.combat_title),
    Later(Group.POOL, ("contested",), light.may_contest, light.contested, title=light.contested_title),
)
OF_JUDGE = (Later(Group.JUDGE, ("set-", "new-card", "disqualify"), corrections.may_correct, corrections.corrections),)
# Everything that an address may ask for.
OPENABLE = tuple(dict.fromkeys(form.opened_by for form in (*OF_SEAT, *OF_LIGHT, *OF_JUDGE)))


def asked_for(words: Collection[str]) -> frozenset[str]:
    """Those of the words that open something."""
    return frozenset(OPENABLE).intersection(words)


# All the forms of a reader

LIGHT = "light"
_MODULES = (turn, actions, cards, combat, votes)  # each registers its makers
# Groups that stay folded until they are asked for; all but the table's own come only when they are opened.
FOLDED = frozenset({Group.CARDS, Group.EFFECTS, Group.TABLE, Group.JUDGE})
CLOSED = FOLDED - {Group.TABLE}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceGroup:
    """Forms for one thing that a player wants to do.

    Attributes:
        is_folded: they wait behind a heading.
        is_open: the heading stands open at first.
        is_closed: there are forms, and they come when it is opened.
        closed: names and titles of single forms that come when they are opened.
    """

    name: str
    title: str
    offers: tuple[Offer, ...] = ()
    is_folded: bool = False
    is_open: bool = False
    is_closed: bool = False
    closed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Choices:
    """All the forms of one reader, made as they are needed.

    Attributes:
        speaks_for_all: whether it is the shared screen, which speaks for every seat.
    """

    at: Viewpoint
    depth: str
    can_correct: bool
    speaks_for_all: bool = True

    @property
    def is_light(self) -> bool:
        """Whether the flows are left out; one that was begun is followed to its end."""
        return self.depth == LIGHT and not self.at.state.frames

    @property
    def _not_on_its_phone(self) -> tuple[type[Operation], ...]:
        """A seat's own phone passes over nobody, and says in one way that nothing comes from it."""
        state, waited = self.at.state, waited_for(self.at.state)
        if set(waited) - {self.at.seat} or (waited and window_name(state) in (WindowName.ACTION, WindowName.STRIKES)):
            return (NoPlays,)
        return () if state.options.is_detailed else (PassImpulse,)

    def reach(self, key: str) -> Operation | None:
        """The operation that goes on to the place of a form that a light game offers before it has come."""
        order = self._way_to(key) if self.is_light and self._is_playing else None
        return order if order is not None and is_legal(self.at.state, order) else None

    def _way_to(self, key: str) -> Operation | None:
        seat = self.at.seat
        if self._is_phased:
            if key.startswith(light.BEYOND_PORTIONS):
                return GoOn(seat=seat)
            return GoOn(seat=seat, until=seat) if key in light.IN_OWN_PORTION else None
        phase = light.BEFORE_ITS_PHASE.get(key)
        return ReachPhase(seat=seat, phase=phase) if phase is not None else None

    @property
    def _is_phased(self) -> bool:
        return self.at.state.options.is_phased

    def first(self) -> list[Offer]:
        """The forms that every page makes."""
        if not self.at.seat:
            return []
        offers = _listed(self.at)
        if self._is_playing:
            offers += [*_unlisted(self.at), *table.endings(self.at, speaks_for_all=self.speaks_for_all)]
        if not self.speaks_for_all:
            offers = [offer for offer in offers if not isinstance(offer.variants[0].order, self._not_on_its_phone)]
        if not self.is_light:
            return offers
        kept = [light.on_its_card(offer) for offer in offers if light.is_kept(offer, is_phased=self._is_phased)]
        ahead = self._beyond() if self._is_phased else self._ahead("transfer", light.OF_INFLUENCE)
        return [*kept, *ahead, *light.forms(self.at)]

    def _then(self, key: str) -> Viewpoint | None:
        """The table once it has gone on to the place of that form, in the same turn."""
        reach = self.reach(key)
        if reach is None:
            return None
        at = self.at
        state = apply(at.state, reach)[0]
        return Viewpoint(state, at.seat, at.view, at.names) if state.step.turn == at.state.step.turn else None

    def _ahead(self, key: str, keys: Collection[str]) -> list[Offer]:
        """The forms of the influence phase before it has come."""
        then = self._then(key)
        return [offer for offer in _listed(then) if offer.key in keys] if then is not None else []

    def _beyond(self) -> list[Offer]:
        """The forms of phased motion that stand beyond portions, and those of one's own portion."""
        state, seat = self.at.state, self.at.seat
        following, offers = following_of(state), list[Offer]()
        if following is not None and following.seat == seat and (then := self._then("phase")) is not None:
            offers += [offer for offer in _listed(then) if offer.key.startswith(light.BEYOND_PORTIONS)]
        if state.step.phase is Phase.INFLUENCE:
            offers += self._ahead("crypt", light.IN_OWN_PORTION)
        if state.step.phase is Phase.UNLOCK and (own := self._then("withdraw")) is not None:
            offers += light.withdrawal(own)
        return offers

    def later(self) -> list[Later]:
        """The forms that wait until they are opened, where there are any."""
        return [form for form in self._waiting() if form.is_there(self.at)]

    def named(self, key: str) -> Offer | None:
        """The form of that name."""
        waiting = next((form for form in self._waiting() if form.has(key)), None)
        offers = self.first() if waiting is None else waiting.make(self.at)
        return next((offer for offer in offers if offer.key == key), None)

    def _waiting(self) -> Iterator[Later]:
        if self._is_playing:
            yield from (form for form in OF_SEAT if not self.is_light or light.KEPT.issuperset(form.keys))
        if self._is_playing and self.is_light:
            yield from OF_LIGHT
        if self.can_correct:
            yield from OF_JUDGE

    @property
    def _is_playing(self) -> bool:
        return self.at.state.stage is Stage.RUNNING and self.at.seat in active_seats(self.at.state)


def choices_view(
    state: GameState,
    seat: str | None,
    depth: str = "full",
    *,
    can_correct: bool = False,
    speaks_for_all: bool = True,
    opened: Set[str] = frozenset(),
    chosen: str = "",
    reader: str | None = None,
) -> list[ChoiceGroup]:
    """The forms for a Methuselah, the most likely first; for a judge (`seat` None) the corrections alone.

    `opened` names what waits behind headings and was opened, `chosen` the form that is to be shown again. They name
    what the `reader` may know, where that is not the Methuselah herself.
    """
    eyes = seat if reader is None else reader
    choices = _choices(state, seat, depth, can_correct=can_correct, speaks_for_all=speaks_for_all, eyes=eyes)
    first, later, titles = choices.first(), choices.later(), _titles()
    groups: list[ChoiceGroup] = []
    for group in Group:
        offers = sorted([offer for offer in first if offer.group is group], key=_is_quiet)
        waiting = [form for form in later if form.group is group]
        is_open = group in opened or any(offer.key == chosen for offer in offers)
        is_open = is_open or (group in FOLDED and any(form.has(chosen) for form in waiting))
        if not (offers or waiting):
            continue
        if group in CLOSED and not is_open:
            groups.append(ChoiceGroup(name=group, title=titles[group], is_folded=True, is_closed=True))
            continue
        wanted = [form for form in waiting if form.opened_by == group or form.opened_by in opened or form.has(chosen)]
        offers += [offer for form in wanted for offer in form.make(choices.at)]
        shut = tuple((form.opened_by, form.title()) for form in waiting if form.title and form not in wanted)
        groups.append(
            ChoiceGroup(
                name=group,
                title=titles[group],
                offers=tuple(offers),
                is_folded=group in FOLDED,
                is_open=is_open,
                closed=shut,
            )
        )
    return groups


def _is_quiet(offer: Offer) -> bool:
    return offer.tone == QUIET


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


def _choices(
    state: GameState,
    seat: str | None,
    depth: str,
    *,
    can_correct: bool,
    speaks_for_all: bool = True,
    eyes: str | None = None,
) -> Choices:
    seen = seen_by(state, seat if eyes is None else eyes)
    return Choices(Viewpoint(state, seat or "", seen.view, seen.names), depth, can_correct, speaks_for_all)


def _listed(at: Viewpoint) -> list[Offer]:
    """The forms of the legal operations."""
    by_maker: dict[int, list[Operation]] = {}
    makers = {}
    for order in legal_operations(at.state, at.seat):
        maker = MAKERS[type(order)]
        makers[id(maker)] = maker
        by_maker.setdefault(id(maker), []).append(order)
    return [offer for key, orders in by_maker.items() for offer in makers[key](at, orders)]


def _unlisted(at: Viewpoint) -> list[Offer]:
    """The operations that the engine accepts and does not list, because they need a card's own terms."""
    return [*actions.anybody_goes_on(at), *actions.pass_ahead(at), *effects.settle_due(at), *table.reveal(at)]


def operation_from_form(
    form: Mapping[str, str],
    state: GameState,
    seat: str | None,
    depth: str = "full",
    *,
    can_correct: bool = False,
    speaks_for_all: bool = True,
    cards: CardDatabase | None = None,
) -> Operation:
    """The operation that a form means: its field `choice` names the form, `op` the variant, the others its terms.

    A form with `op` alone means that operation as it is listed. What a form leaves to a named card is looked up in
    `cards`.

    Raises:
        BadChoice: no such form is offered now, or a term is out of its range.
    """
    choices = _choices(state, seat, depth, can_correct=can_correct, speaks_for_all=speaks_for_all)
    if "choice" not in form:
        return _by_line(choices.first(), form.get("op", ""))
    named = choices.named(form["choice"])
    if named is None:
        raise BadChoice(_gone())
    return completed(named.read(form), cards)


def operations_from_form(
    form: Mapping[str, str],
    state: GameState,
    seat: str | None,
    depth: str = "full",
    *,
    can_correct: bool = False,
    speaks_for_all: bool = True,
    cards: CardDatabase | None = None,
) -> tuple[Operation, ...]:
    """The operations that a form means: in a light game a bleed and a transfer go on to their phases first.

    Raises:
        BadChoice: no such form is offered now, or a term is out of its range.
    """
    order = operation_from_form(
        form, state, seat, depth, can_correct=can_correct, speaks_for_all=speaks_for_all, cards=cards
    )
    choices = _choices(state, seat, depth, can_correct=can_correct, speaks_for_all=speaks_for_all)
    reach = choices.reach(form.get("choice", ""))
    return (reach, order) if reach is not None else (order,)


def asked_before(orders: Sequence[Operation], state: GameState) -> str:
    """The question before the last of these operations; empty where it needs none."""
    try:
        for order in orders[:-1]:
            state = apply(state, order)[0]
    except IllegalOperation:
        return ""
    return asked_before_one(orders[-1], state)


def asked_before_one(order: Operation, state: GameState) -> str:
    """The question before an operation that should be no accident; empty for every other."""
    if isinstance(order, CallTime) and order.now:
        return gettext("The game ends here, with half a point for each who is left: is that what you want?")
    if isinstance(order, Concede):
        return gettext("Everyone concedes to %(name)s and the game ends: is that what you want?", name=order.to)
    if isinstance(order, Disqualify):
        return gettext("%(name)s is out of the game, without points for anyone: is that right?", name=order.player)
    if isinstance(order, AnnounceWithdrawal) and order.exhausted:
        return gettext(
            "%(name)s announces a withdrawal: the library has 0 cards and the hand is short. Is that right?",
            name=order.seat,
        )
    grave = grave_consequences(state, order)
    if not grave:
        return ""
    if isinstance(order, CallTime):
        return gettext("Time is up: the game ends with what is going on. Is that right?")
    if grave.ousted:
        sentences = [_ousted(seat, predator) for seat, predator in grave.ousted]
        return " ".join(
            [*sentences, gettext("The game ends with it.") if grave.is_end else "", gettext("Is that right?")]
        )
    if grave.polls is not None:
        votes_for, votes_against = grave.polls
        return gettext(
            "The polls close with %(pro)s for and %(con)s against. Has everyone voted?",
            pro=votes_for,
            con=votes_against,
        )
    return gettext("The game ends with it. Is that right?")


def _ousted(seat: str, predator: str) -> str:
    if not predator:
        return gettext("%(name)s is ousted.", name=seat)
    return gettext("%(name)s is ousted: %(predator)s gains 1 VP and 6 pool.", name=seat, predator=predator)


def _by_line(offers: list[Offer], line: str) -> Operation:
    for offer in offers:
        for order in offer.covers:
            if render_operation(order) == line:
                return order
    raise BadChoice(_gone())


def _gone() -> str:
    return gettext("That is not possible now: look at the table again.")
