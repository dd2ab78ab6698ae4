"""What minions do, as sentences: actions as they are announced, strikes, cards from hand."""

from __future__ import annotations

from flask_babel import gettext
from flask_babel import lazy_gettext as _l

from toolkit.game.minion import Announce
from toolkit.game.playing import PlayCard
from toolkit.game.strikes import ChooseStrike
from toolkit.game.vocabulary import ActionKind, CardType, StrikeKind
from toolkit.languages import N_
from toolkit.web.tables.effect_words import effects_words, signed
from toolkit.web.tables.names import Names, card_said
from toolkit.web.tables.words import Words


def announce_words(order: Announce, names: Names) -> str:
    """An action: "Anna bleeds Bob with Govern the Unaligned (+2 bleed)"."""
    minion, card = names.card(order.minion), card_said(order.card)
    targets = ", ".join(names.target(target) for target in order.take or order.targets)
    words = _action(order.action, minion, targets, card)
    if card and not _ACTIONS[order.action][1]:
        words = gettext("%(words)s with %(card)s", words=words, card=card)
    figures = [
        gettext("%(change)s bleed", change=signed(order.bleed)) if order.bleed else "",
        gettext("%(change)s stealth", change=signed(order.stealth)) if order.stealth else "",
        effects_words(order.effects, names) if _says_more(order) else "",
    ]
    return with_figures(words, figures)


def _says_more(order: Announce) -> bool:
    """Whether its effects add anything to its kind."""
    return any(item.kind != "nothing" for item in order.effects)


def with_figures(words: str, figures: list[str]) -> str:
    """A sentence with what else is known, in brackets."""
    said = ", ".join(figure for figure in figures if figure)
    return gettext("%(words)s (%(figures)s)", words=words, figures=said) if said else words


def _action(kind: ActionKind, minion: str, target: str, card: str) -> str:
    """An action; where it is about a card, with the card's name if there is one."""
    # Equipment that is taken over is the card itself.
    card = target or card if kind is ActionKind.EQUIP else card
    alone, of_card = _ACTIONS[kind]
    if kind is ActionKind.OTHER and target:
        alone, of_card = _AIMED
    return gettext(of_card if of_card and card else alone, minion=minion, target=target, card=card)


# What is said of each, and what instead where it names a card.
_ACTIONS: dict[ActionKind, tuple[str, str]] = {
    ActionKind.BLEED: (N_("%(minion)s bleeds %(target)s"), ""),
    ActionKind.HUNT: (N_("%(minion)s hunts"), ""),
    ActionKind.EQUIP: (
        N_("%(minion)s takes an action to equip"),
        N_("%(minion)s takes an action to equip: %(card)s"),
    ),
    ActionKind.EMPLOY: (
        N_("%(minion)s takes an action to employ a retainer"),
        N_("%(minion)s takes an action to employ a retainer: %(card)s"),
    ),
    ActionKind.RECRUIT: (
        N_("%(minion)s takes an action to recruit an ally"),
        N_("%(minion)s takes an action to recruit an ally: %(card)s"),
    ),
    ActionKind.POLITICAL: (
        N_("%(minion)s takes a political action"),
        N_("%(minion)s takes a political action: %(card)s"),
    ),
    ActionKind.ANARCH: (N_("%(minion)s takes an action to become anarch"), ""),
    ActionKind.RED_LIST: (N_("%(minion)s takes an action to fight %(target)s"), ""),
    ActionKind.LEAVE_TORPOR: (N_("%(minion)s takes an action to leave torpor"), ""),
    ActionKind.RESCUE: (N_("%(minion)s takes an action to rescue %(target)s"), ""),
    ActionKind.DIABLERIZE: (N_("%(minion)s takes an action to diablerize %(target)s"), ""),
    ActionKind.RUSH: (N_("%(minion)s takes an action to fight %(target)s"), ""),
    ActionKind.OTHER: (N_("%(minion)s takes an action"), N_("%(minion)s takes an action: %(card)s")),
    ActionKind.PM_RUSH: (N_("%(minion)s takes an action to fight %(target)s, without a card"), ""),
    ActionKind.PM_REFERENDUM: (N_("%(minion)s calls a referendum without a card"), ""),
}
# Of an action of any other kind that has a target.
_AIMED = (
    N_("%(minion)s takes an action aimed at %(target)s"),
    N_("%(minion)s takes an action: %(card)s, aimed at %(target)s"),
)

# Cards from hand

# What is said of a card that nobody named.
_PLAYED: Words = {
    CardType.MASTER: _l("plays a master card"),
    CardType.MODIFIER: _l("plays an action modifier"),
    CardType.REACTION: _l("plays a reaction"),
    CardType.COMBAT: _l("plays a combat card"),
    CardType.EVENT: _l("plays an event"),
    CardType.REFLEX: _l("plays a reflex"),
}


def play_words(order: PlayCard, names: Names) -> str:
    """A card from hand: "Anna plays Deflection: the new target is Carla"."""
    name = card_said(order.card)
    words = gettext("plays %(card)s", card=name) if name else str(_PLAYED.get(order.type, gettext("plays a card")))
    if order.out_of_turn:
        words = gettext("%(words)s out of turn", words=words)
    if order.minion:
        words = gettext("%(minion)s %(words)s", minion=names.card(order.minion), words=words)
    effects = effects_words([item for item in order.effects if item.kind != "nothing"], names)
    return gettext("%(words)s: %(more)s", words=words, more=effects) if effects else words


# Strikes


def strike_words(order: ChooseStrike, names: Names) -> str:
    """A strike: "Anna strikes with .44 Magnum (2 damage, ranged)"."""
    minion = names.card(order.minion)
    with_what = card_said(order.card) or (names.card(order.source) if order.source else "")
    words = _strike(order, minion, with_what, names)
    figures = [
        gettext("%(number)s damage", number=order.damage) if order.damage else "",
        gettext("%(number)s aggravated", number=order.aggravated) if order.aggravated else "",
        gettext("ranged") if order.ranged else "",
        gettext("first strike") if order.first else "",
        gettext("at %(card)s", card=names.card(order.target)) if order.target and not _is_named(order) else "",
    ]
    return with_figures(words, figures)


def _is_named(order: ChooseStrike) -> bool:
    """Whether the sentence itself names what the strike is aimed at."""
    return order.strike in (StrikeKind.DESTROY_EQUIPMENT, StrikeKind.STEAL_EQUIPMENT)


def _strike(order: ChooseStrike, minion: str, with_what: str, names: Names) -> str:
    target = names.card(order.target) if order.target else ""
    words = {
        StrikeKind.HAND: lambda: gettext("%(minion)s strikes with hands", minion=minion),
        StrikeKind.DODGE: lambda: gettext("%(minion)s dodges", minion=minion),
        StrikeKind.NONE: lambda: gettext("%(minion)s does not strike", minion=minion),
        StrikeKind.STEAL_BLOOD: lambda: gettext(
            "%(minion)s strikes to steal %(number)s blood", minion=minion, number=order.amount
        ),
        StrikeKind.DESTROY_EQUIPMENT: lambda: gettext(
            "%(minion)s strikes to destroy %(card)s", minion=minion, card=target
        ),
        StrikeKind.STEAL_EQUIPMENT: lambda: gettext("%(minion)s strikes to steal %(card)s", minion=minion, card=target),
    }
    if order.strike not in words:
        plain = gettext("%(minion)s strikes", minion=minion)
        said = gettext("%(words)s with %(card)s", words=plain, card=with_what) if with_what else plain
        return gettext("%(words)s: combat ends", words=said) if order.strike is StrikeKind.COMBAT_ENDS else said
    said = words[order.strike]()
    return gettext("%(words)s with %(card)s", words=said, card=with_what) if with_what else said
