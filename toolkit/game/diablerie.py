"""Diablerie: what the diablerist takes, Disciplines and trophies, and the blood hunt that follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import override

from toolkit.game.cards import GameCard, is_younger
from toolkit.game.combat import combat_of
from toolkit.game.draft import Draft, Table, cards_on, on
from toolkit.game.effects import Actor, effect
from toolkit.game.events import Happening
from toolkit.game.hand import leave_ash_heap, leave_hand
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.playing import referendum_of
from toolkit.game.referendum import call_blood_hunt
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Action, Diablerie, Effect, GameState
from toolkit.game.terms import new_card_refusal
from toolkit.game.vocabulary import ActionKind, CardFlag, CardKind, EffectKind, WindowName, Zone
from toolkit.game.windows import close_window, open_window, resume, when_closed, window_name
from toolkit.game.words import Names
from toolkit.game.zones import attach, bind, bring_in, burn, give
from toolkit.languages import N_, Message

# How an action says in its effect that it is directed; no order does.
DIRECTED = "directed"


def diablerie_refusal(table: Table, diablerist: str, victim: str) -> Refusal | None:
    """Why a diablerie cannot be committed.

    Rule: GAP-36.
    """
    eater, eaten = table.cards.get(diablerist), table.cards.get(victim)
    if eater is None or not eater.is_vampire or eater.zone is not Zone.READY or CardFlag.BLOOD_CURSED in eater.flags:
        return Refusal(Code.ACTOR, "%(card)s cannot commit diablerie.", "GAP-36", card=diablerist)
    if eaten is None or not eaten.is_vampire or eaten.zone is not Zone.TORPOR:
        return Refusal(Code.TARGET, "%(card)s is not a vampire in torpor.", "ACT-36", card=victim)
    return None


def commit_diablerie(draft: Draft, diablerist: str, victim: str, *, directed: bool = False) -> None:
    """One unit: blood, equipment, the victim burned; then a Discipline may be taken.

    Rule: DIAB-01 to DIAB-06, DIAB-08, GAP-36, A-20, A-21.
    """
    eater, eaten = draft.cards[diablerist], draft.cards[victim]
    draft.note(Happening.DIABLERIE_COMMITTED, eater.controller, diablerist, detail=victim)
    draft.move(on(victim), on(diablerist), eaten.counters, "diablerie")
    draft.drain(diablerist)
    for item in _spoils(draft, victim):
        attach(draft, item, diablerist)
    burn(draft, victim, "diablerized")
    younger = is_younger(eater, eaten)
    draft.push(
        Diablerie(
            seat=eater.controller,
            diablerist=diablerist,
            victim=eaten,
            directed=directed,
            younger=younger,
            trophy_open=directed and CardFlag.RED_LIST in eaten.flags,
        )
    )
    if younger:
        open_window(draft, WindowName.DISCIPLINE, (eater.controller,))
    else:
        _open_gap(draft)


def _spoils(draft: Draft, victim: str) -> list[str]:
    """The equipment that the diablerist takes: all of it, unless a choice was announced."""
    every = [card.id for card in cards_on(draft, victim) if card.kind is CardKind.EQUIPMENT]
    action = next((frame for frame in reversed(draft.frames) if isinstance(frame, Action)), None)
    chosen = action.take if action is not None and action.kind is ActionKind.DIABLERIZE else ()
    if draft.options.diablerie_equipment == "all" or not chosen:
        return every
    return [item for item in every if item in chosen]


@when_closed(WindowName.DISCIPLINE)
def _open_gap(draft: Draft) -> None:
    frame = draft.frames[-1]
    assert isinstance(frame, Diablerie)
    open_window(draft, WindowName.GAP, expected=frame.trophy_open)


@when_closed(WindowName.GAP)
def _hunt(draft: Draft) -> None:
    """Call the blood hunt, if the diablerist is still in play.

    Rule: DIAB-10, DIAB-11.
    """
    frame = draft.pop()
    assert isinstance(frame, Diablerie)
    if draft.cards[frame.diablerist].in_play:
        call_blood_hunt(draft, frame.seat, frame.diablerist)
    else:
        resume(draft)


def _choice_refusal(table: Table, seat: str, window: WindowName, nothing: Refusal) -> Refusal | None:
    """Why it is not this Methuselah's to take what the diablerie offers in this window."""
    if refused := at_table(table, seat):
        return refused
    frame = table.frames[-1] if table.frames else None
    is_open = isinstance(frame, Diablerie) and (window is not WindowName.GAP or frame.trophy_open)
    if not is_open or window_name(table) is not window:
        return nothing
    assert isinstance(frame, Diablerie)
    if frame.seat != seat:
        return Refusal(Code.ACTOR, "%(seat)s decides.", nothing.rule, seat=frame.seat)
    return None


def _find(draft: Draft, card: str, kind: CardKind, name: str, *flags: CardFlag) -> None:
    """Put a card that the diablerist's Methuselah searched for on the diablerist."""
    frame = draft.frames[-1]
    assert isinstance(frame, Diablerie)
    gained = GameCard(
        id=card,
        kind=kind,
        owner=frame.seat,
        controller=frame.seat,
        zone=Zone.READY,
        name=name,
        flags=frozenset(flags),
    )
    bring_in(draft, gained)
    attach(draft, card, frame.diablerist)


@operation
class TakeDiscipline(Operation):
    """Put a Discipline card found in hand, library or ash heap on the younger diablerist.

    Attributes:
        place: hand, library or ash_heap.
    """

    seat: str
    discipline: str
    enters: str
    place: str = "hand"
    capacity: bool = True

    @override
    def refusal(self, table: Table) -> Refusal | None:
        nothing = Refusal(Code.WINDOW, "No Discipline is offered.", "DIAB-06")
        if refused := _choice_refusal(table, self.seat, WindowName.DISCIPLINE, nothing):
            return refused
        if self.place not in ("hand", "library", "ash_heap"):
            return Refusal(Code.TERMS, "It is found in hand, library or ash heap.", "DIAB-06")
        methuselah = table.seats[self.seat]
        if methuselah.counted and not getattr(methuselah, self.place):
            return Refusal(Code.TERMS, "No card is left there.", "DIAB-06")
        return new_card_refusal(table, self.enters)

    @override
    def carry_out(self, draft: Draft) -> None:
        """Rule: DIAB-07."""
        frame = draft.frames[-1]
        assert isinstance(frame, Diablerie)
        if self.place == "hand":
            leave_hand(draft, self.seat)
        elif self.place == "library" and draft.seats[self.seat].counted:
            draft.seat(self.seat, library=draft.seats[self.seat].library - 1)
        elif self.place == "ash_heap":
            leave_ash_heap(draft, self.seat, self.discipline)
        if draft.cards[frame.diablerist].in_play:
            _find(draft, self.enters, CardKind.MASTER, self.discipline)
            for name, amount in ((f"discipline/{self.discipline}", 1), ("capacity", int(self.capacity))):
                given = give(draft, frame.diablerist, name, amount)
                bind(draft, self.enters, frame.diablerist, name, given)
        close_window(draft)

    @override
    def told(self, names: Names) -> str:
        return Message("takes a Discipline card: %(name)s", name=self.discipline.upper())


@operation
class TakeTrophy(Operation):
    """Find a trophy for the Red List minion burned, and put it on the diablerist."""

    seat: str
    trophy: str
    enters: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        nothing = Refusal(Code.WINDOW, "No trophy is offered.", "DIAB-08")
        return _choice_refusal(table, self.seat, WindowName.GAP, nothing) or new_card_refusal(table, self.enters)

    @override
    def carry_out(self, draft: Draft) -> None:
        frame = draft.frames[-1]
        assert isinstance(frame, Diablerie)
        if draft.cards[frame.diablerist].in_play:
            _find(draft, self.enters, CardKind.TROPHY, self.trophy, CardFlag.AWARDED)
        draft.top(trophy_open=False)

    @override
    def told(self, names: Names) -> str:
        return Message("takes the trophy %(name)s", name=self.trophy)


# The offer to a vampire that blocks a leave-torpor action


def offer_diablerie(draft: Draft, blocker: str, victim: str) -> None:
    """The blocker may commit diablerie instead of letting the action just fail.

    Rule: ACT-65.
    """
    seat = draft.cards[blocker].controller
    draft.push(Diablerie(seat=seat, diablerist=blocker, victim=draft.cards[victim], offered=True))
    open_window(draft, WindowName.OFFER, (seat,))


@when_closed(WindowName.OFFER)
def _declined(draft: Draft) -> None:
    draft.pop()
    resume(draft)


@operation
class AcceptDiablerie(Operation):
    """Commit diablerie on the vampire whose leave-torpor action was blocked; passing declines."""

    seat: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        nothing = Refusal(Code.WINDOW, "No diablerie is offered.", "ACT-65")
        if refused := _choice_refusal(table, self.seat, WindowName.OFFER, nothing):
            return refused
        frame = table.frames[-1]
        assert isinstance(frame, Diablerie)
        return diablerie_refusal(table, frame.diablerist, frame.victim.id)

    @override
    def carry_out(self, draft: Draft) -> None:
        frame = draft.pop()
        assert isinstance(frame, Diablerie)
        commit_diablerie(draft, frame.diablerist, frame.victim.id)

    @override
    def told(self, names: Names) -> str:
        return Message("commits diablerie")


def _diablerize_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    if referendum_of(table) is not None:
        return Refusal(Code.WINDOW, "A referendum is going on.", "GAP-36")
    return diablerie_refusal(table, actor.minion, item.target)


@effect(EffectKind.DIABLERIZE, check=_diablerize_check, called=Message("Diablerie"), told=N_("diablerie on %(card)s"))
def _diablerize(draft: Draft, actor: Actor, item: Effect) -> None:
    directed = item.detail == DIRECTED or combat_of(draft) is not None
    commit_diablerie(draft, actor.minion, item.target, directed=directed)


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Accepting an offer, taking a Discipline or a trophy."""
    name = window_name(state)
    if name is WindowName.OFFER:
        yield AcceptDiablerie(seat=seat)
    elif name is WindowName.DISCIPLINE:
        yield TakeDiscipline(seat=seat, discipline="dom", enters=f"discipline-{state.sequence}")
    elif name is WindowName.GAP:
        yield TakeTrophy(seat=seat, trophy="trophy", enters=f"trophy-{state.sequence}")
