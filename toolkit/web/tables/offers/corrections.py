"""A judge's corrections: a number, a card, the Edge or the phase set as it should be, with the reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from flask_babel import gettext, pgettext

from toolkit.game.judge import CARD_NUMBERS, SEAT_NUMBERS, Correct, gone_refusal
from toolkit.game.operation import Operation
from toolkit.game.vocabulary import CardKind, Phase, Stage, Zone
from toolkit.web.tables.offers.offer import Group, Offer, Option, Pick, Stepper, Term, Text, Viewpoint, fold
from toolkit.web.tables.offers.table import card_places, disqualify
from toolkit.web.tables.words import KINDS, PHASES, in_words

MOST = 90
STANDARD = (Phase.UNLOCK, Phase.MASTER, Phase.MINION, Phase.INFLUENCE, Phase.DISCARD)


def may_correct(at: Viewpoint) -> bool:
    """Whether there is anything to correct."""
    return at.state.stage is Stage.RUNNING


def corrections(at: Viewpoint) -> list[Offer]:
    """Everything that a judge may set right; nothing of it counts as a loss for anybody."""
    if at.view.stage != "running":
        return []
    return [
        *_set_number("set-seat", gettext("Set a Methuselah's number"), _seat_numbers(at)),
        *_set_number("set-card", gettext("Set a card's number"), _card_numbers(at)),
        *_set_place(at),
        *_new_card(at),
        *_several(at),
        *disqualify(at),
    ]


def _reason() -> Text:
    return Text(
        name="reason",
        label=gettext("Why"),
        default="",
        get=lambda order: order.reason,
        put=lambda order, value: replace(order, reason=value),
    )


def _changed(order: Correct, change: str) -> Correct:
    return replace(order, changes=(change, *order.changes[1:]))


def _set_number(key: str, title: str, options: Sequence[Option]) -> list[Offer]:
    """A number of a Methuselah or a card."""
    if not options:
        return []
    terms: list[Term] = [
        Pick(
            name="place",
            label=gettext("What"),
            default=options[0].value,
            options=tuple(options),
            get=lambda order: order.changes[0].rpartition("=")[0],
            put=lambda order, value: _changed(order, f"{value}={order.changes[0].rpartition('=')[2]}"),
        ),
        Stepper(
            name="value",
            label=gettext("Becomes"),
            low=0,
            high=MOST,
            default="0",
            get=lambda order: order.changes[0].rpartition("=")[2],
            put=lambda order, value: _changed(order, f"{order.changes[0].rpartition('=')[0]}={value}"),
        ),
        _reason(),
    ]
    base: list[Operation] = [Correct(changes=(f"{options[0].value}=0",))]
    return fold(key, Group.JUDGE, title, base, lambda order: gettext("Set it"), terms=terms, is_listed=False)


def _seat_numbers(at: Viewpoint) -> list[Option]:
    return [
        Option(value=f"{person.name}.{field}", label=in_words(word), group=person.name)
        for person in at.view.methuselahs
        for field, word in SEAT_NUMBERS.items()
        if person.status == "active" or field == "half_points"
    ]


def _card_numbers(at: Viewpoint) -> list[Option]:
    return [
        Option(value=f"{card.id}.{field}", label=in_words(word), group=at.owned(card.id))
        for card in card_places(at)
        for field, word in CARD_NUMBERS.items()
    ]


def _set_place(at: Viewpoint) -> list[Offer]:
    """Whether a card is locked, where it lies, whose it is; who has the Edge; which phase it is."""
    options = list(_places(at))
    terms: list[Term] = [
        Pick(
            name="place",
            label=gettext("What"),
            default=options[0].value,
            options=tuple(options),
            get=lambda order: order.changes[0],
            put=_changed,
        ),
        _reason(),
    ]
    title = gettext("Set a card's place, the Edge or the phase")
    base: list[Operation] = [Correct(changes=(options[0].value,))]
    label = lambda order: gettext("Set it")
    return fold("set-place", Group.JUDGE, title, base, label, terms=terms, is_listed=False)


def _places(at: Viewpoint) -> Iterator[Option]:
    edge, phase = gettext("The Edge"), gettext("The phase")
    yield Option(value="edge=", label=gettext("nobody"), group=edge)
    for person in at.view.methuselahs:
        if person.status == "active":
            yield Option(value=f"edge={person.name}", label=person.name, group=edge)
    if not at.view.options.is_phased and not at.view.frames:
        for name in STANDARD:
            yield Option(value=f"phase={name}", label=str(PHASES[name]), group=phase)
    for card in card_places(at):
        group = at.owned(card.id)
        locked = "no" if card.locked else "yes"
        yield Option(
            value=f"{card.id}.locked={locked}",
            label=gettext("unlocked") if card.locked else pgettext("card", "locked"),
            group=group,
        )
        if card.is_minion:
            for zone, word in ((Zone.READY, gettext("ready")), (Zone.TORPOR, gettext("in torpor"))):
                if card.zone is not zone and card.zone in (Zone.READY, Zone.TORPOR):
                    yield Option(value=f"{card.id}.zone={zone}", label=word, group=group)
        if gone_refusal(at.state, card.id) is None:
            yield Option(value=f"{card.id}=gone", label=gettext("not in the game"), group=group)


def _several(at: Viewpoint) -> list[Offer]:
    """Any corrections in one line, as a record writes them; at first one that changes nothing shows how."""
    person = at.view.methuselahs[0]
    usual = f"{person.name}.pool={person.pool}"
    terms: list[Term] = [
        Text(
            name="changes",
            label=gettext("Corrections"),
            default=usual,
            get=lambda order: ", ".join(order.changes),
            put=_put_changes,
            longest=1000,
        ),
        _reason(),
    ]
    base: list[Operation] = [Correct(changes=(usual,))]
    return fold(
        "set-several",
        Group.JUDGE,
        gettext("Several at once, as the record writes them"),
        base,
        lambda order: gettext("Set it"),
        terms=terms,
        hint=gettext("Separated by commas; “begin=%(seat)s/%(turn)s” begins that turn.", seat=person.name, turn=9),
        is_listed=False,
        is_folded=True,
    )


def _put_changes(order: Correct, value: str) -> Correct:
    changes = tuple(change.strip() for change in value.split(",") if change.strip())
    return replace(order, changes=changes or order.changes)


def _new_card(at: Viewpoint) -> list[Offer]:
    """A card that the record does not know yet."""
    seats = [person.name for person in at.view.methuselahs if person.status == "active"]
    made = f"made-{at.state.sequence}"
    kinds = (CardKind.VAMPIRE, CardKind.ALLY, CardKind.LOCATION, CardKind.EQUIPMENT, CardKind.MASTER)
    orders: list[Operation] = [Correct(changes=(f"{made}={CardKind.VAMPIRE}@{seat}.ready.1/1",)) for seat in seats]
    terms: list[Term] = [
        _part("kind", gettext("Kind"), [(kind.value, str(KINDS[kind])) for kind in kinds]),
        _number("capacity", gettext("Capacity"), 0, 11),
        _number("counters", gettext("Blood or life"), 1, 20),
        Text(
            name="name",
            label=gettext("Name of the card"),
            default="",
            get=lambda order: "",
            put=lambda order, value: _named(order, made, value),
        ),
        _reason(),
    ]
    title = gettext("Add a card in play")
    label = lambda order: order.changes[0].partition("@")[2].rpartition(".ready.")[0]
    return fold("new-card", Group.JUDGE, title, orders, label, terms=terms, is_listed=False)


def _named(order: Correct, card: str, name: str) -> Correct:
    return replace(order, changes=(order.changes[0], f"{card}.name={name}")) if name else order


def _pieces(order: Correct) -> dict[str, str]:
    head, _, rest = order.changes[0].partition("@")
    made, _, kind = head.partition("=")
    seat, _, numbers = rest.rpartition(".ready.")
    capacity, _, counters = numbers.partition("/")
    return {"made": made, "kind": kind, "seat": seat, "capacity": capacity, "counters": counters}


def _with(order: Correct, **pieces: Any) -> Correct:
    fields = _pieces(order) | {name: str(value) for name, value in pieces.items()}
    return _changed(order, "{made}={kind}@{seat}.ready.{capacity}/{counters}".format(**fields))


def _part(name: str, label: str, options: list[tuple[str, str]]) -> Pick:
    return Pick(
        name=name,
        label=label,
        default=options[0][0],
        options=tuple(Option(value=value, label=word) for value, word in options),
        get=lambda order: _pieces(order)[name],
        put=lambda order, value: _with(order, **{name: value}),
    )


def _number(name: str, label: str, low: int, high: int) -> Stepper:
    return Stepper(
        name=name,
        label=label,
        low=low,
        high=high,
        default="1",
        get=lambda order: _pieces(order)[name],
        put=lambda order, value: _with(order, **{name: value}),
    )
