"""Declared effects in words: what a card does, what a referendum will do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask_babel import gettext, ngettext

from toolkit.game.cards import scope_name
from toolkit.game.state import Effect
from toolkit.game.vocabulary import EffectKind, TitleKind
from toolkit.languages import N_
from toolkit.web.tables.words import FLAGS, RANGES, Names, sect_words, title_words

type View = dict[str, Any]
type Maker = Callable[[Effect, str, Names], str]


def effect_words(item: Effect, names: Names) -> str:
    """One effect in a few words: "Béla burns 2 pool", "Anna locks"."""
    target = names.target(item.target) if item.target else ""
    if item.kind in _PLAIN:
        figures = {"card": target, "name": target, "number": item.amount, "change": signed(item.amount)}
        return gettext(_PLAIN[item.kind], **figures)
    return _MAKERS[item.kind](item, target, names)


def effects_words(effects: Sequence[Effect], names: Names) -> str:
    """Several effects in a row."""
    return in_a_row([effect_words(item, names) for item in effects])


def in_a_row(sentences: Sequence[str]) -> str:
    """Sentences one after another, with the stop that the language sets between them."""
    first, *others = sentences or ("",)
    for other in others:
        first = gettext("%(one)s; %(other)s", one=first, other=other)
    return first


def terms_words(terms: Sequence[View], names: Names) -> str:
    """The terms of a referendum, as its view tells them."""
    return effects_words(
        [Effect(EffectKind(item["kind"]), item["target"], item["amount"], item["detail"]) for item in terms], names
    )


def signed(number: int) -> str:
    """A number with its sign: "+2", "−1"."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def _is_alive(item: Effect, names: Names) -> bool:
    """Whether the target's counters are life."""
    return names.cards.get(item.target, {}).get("kind") in ("ally", "imbued", "retainer")


def _burn_blood(item: Effect, target: str, names: Names) -> str:
    if _is_alive(item, names):
        return gettext("%(card)s loses %(number)s life", card=target, number=item.amount)
    return gettext("%(card)s burns %(number)s blood", card=target, number=item.amount)


def _gain_blood(item: Effect, target: str, names: Names) -> str:
    if _is_alive(item, names):
        return gettext("%(card)s gains %(number)s life", card=target, number=item.amount)
    return gettext("%(card)s gains %(number)s blood", card=target, number=item.amount)


def _move_blood(item: Effect, target: str, names: Names) -> str:
    place = names.target(item.detail)
    return gettext("%(number)s blood from %(card)s to %(place)s", number=item.amount, card=target, place=place)


def _edge(item: Effect, target: str, names: Names) -> str:
    return gettext("%(name)s takes the Edge", name=target) if target else gettext("nobody has the Edge")


def _title(item: Effect, target: str, names: Names) -> str:
    kind, _, scope = item.detail.partition("/")
    if kind not in TitleKind:
        return gettext("%(card)s loses the title", card=target)
    return gettext("%(card)s gains the title %(title)s", card=target, title=title_words({"kind": kind, "scope": scope}))


def _sect(item: Effect, target: str, names: Names) -> str:
    return gettext("%(card)s changes sect: %(sect)s", card=target, sect=sect_words(item.detail))


def _clan(item: Effect, target: str, names: Names) -> str:
    return gettext("%(card)s changes clan: %(clan)s", card=target, clan=scope_name(item.detail))


def _discipline(item: Effect, target: str, names: Names) -> str:
    return gettext("%(card)s gains a level of %(discipline)s", card=target, discipline=item.detail.upper())


def _flag(item: Effect, target: str, names: Names) -> str:
    return gettext("%(card)s is marked: %(mark)s", card=target, mark=FLAGS.get(item.detail, item.detail))


def _unflag(item: Effect, target: str, names: Names) -> str:
    return gettext("%(card)s is no longer marked: %(mark)s", card=target, mark=FLAGS.get(item.detail, item.detail))


def _draw(item: Effect, target: str, names: Names) -> str:
    return ngettext("%(name)s draws %(num)d card", "%(name)s draws %(num)d cards", item.amount, name=target)


def _discard(item: Effect, target: str, names: Names) -> str:
    return ngettext("%(name)s discards %(num)d card", "%(name)s discards %(num)d cards", item.amount, name=target)


def _random_discard(item: Effect, target: str, names: Names) -> str:
    return ngettext(
        "%(name)s discards %(num)d card at random",
        "%(name)s discards %(num)d cards at random",
        item.amount,
        name=target,
    )


def _intercept(item: Effect, target: str, names: Names) -> str:
    if target:
        return gettext("%(card)s: %(change)s intercept", card=target, change=signed(item.amount))
    return gettext("%(change)s intercept", change=signed(item.amount))


def _end_action(item: Effect, target: str, names: Names) -> str:
    return ending_words(item.detail)


def ending_words(how: str) -> str:
    """How an action ended before its end."""
    words = {
        "failed": gettext("the action fails"),
        "ended": gettext("the action ends"),
        "canceled": gettext("the action is canceled"),
    }
    return words.get(how, words["ended"])


def _combat(item: Effect, target: str, names: Names) -> str:
    if item.detail:
        return gettext("%(one)s fights %(two)s", one=names.target(item.detail), two=target)
    return gettext("combat with %(card)s begins", card=target)


def _votes(item: Effect, target: str, names: Names) -> str:
    return ngettext("%(name)s gains %(num)d vote", "%(name)s gains %(num)d votes", item.amount, name=target)


def _ballots(item: Effect, target: str, names: Names) -> str:
    return ngettext("%(name)s gains %(num)d ballot", "%(name)s gains %(num)d ballots", item.amount, name=target)


def _range(item: Effect, target: str, names: Names) -> str:
    return gettext("now at %(range)s", range=RANGES.get(item.detail, item.detail))


def _strike_damage(item: Effect, target: str, names: Names) -> str:
    if target:
        return gettext("%(card)s: %(change)s damage with the strike", card=target, change=signed(item.amount))
    return gettext("%(change)s damage with the strike", change=signed(item.amount))


def _additional(item: Effect, target: str, names: Names) -> str:
    words = ngettext("%(num)d additional strike", "%(num)d additional strikes", item.amount)
    return gettext("%(name)s: %(words)s", name=target, words=words) if target else words


def _prevent(item: Effect, target: str, names: Names) -> str:
    if target:
        return gettext("%(number)s damage to %(card)s is prevented", number=item.amount, card=target)
    return gettext("%(number)s damage is prevented", number=item.amount)


# What needs no more than whom it happens to (`card`, `name`) and how much (`number`, with its sign `change`).
_PLAIN = {
    EffectKind.BURN_POOL: N_("%(name)s burns %(number)s pool"),
    EffectKind.GAIN_POOL: N_("%(name)s gains %(number)s pool"),
    EffectKind.DAMAGE: N_("%(number)s damage to %(card)s"),
    EffectKind.AGGRAVATED: N_("%(number)s aggravated damage to %(card)s"),
    EffectKind.LOCK: N_("%(card)s locks"),
    EffectKind.UNLOCK: N_("%(card)s unlocks"),
    EffectKind.BURN: N_("%(card)s is burned"),
    EffectKind.REMOVE: N_("%(card)s is removed from the game"),
    EffectKind.TORPOR: N_("%(card)s goes to torpor"),
    EffectKind.READY: N_("%(card)s leaves torpor"),
    EffectKind.RETURN: N_("%(card)s moves to the uncontrolled region"),
    EffectKind.EMERGE: N_("%(card)s moves to the ready region"),
    EffectKind.CAPACITY: N_("%(card)s: %(change)s capacity"),
    EffectKind.STRENGTH: N_("%(card)s: %(change)s strength"),
    EffectKind.STANDING_BLEED: N_("%(card)s: %(change)s bleed"),
    EffectKind.STANDING_STEALTH: N_("%(card)s: %(change)s stealth"),
    EffectKind.STANDING_INTERCEPT: N_("%(card)s: %(change)s intercept"),
    EffectKind.HAND_SIZE: N_("%(name)s: hand size %(change)s"),
    EffectKind.TRANSFERS: N_("%(name)s: transfers %(change)s"),
    EffectKind.MASTER_ACTIONS: N_("%(name)s: master phase actions %(change)s"),
    EffectKind.MASTER_ACTIONS_PER_PHASE: N_("%(name)s: master phase actions each turn %(change)s"),
    EffectKind.DISCARD_ACTIONS: N_("%(name)s: discard phase actions %(change)s"),
    EffectKind.CANCEL: N_("the card is canceled"),
    EffectKind.STEALTH: N_("%(change)s stealth"),
    EffectKind.BLEED: N_("%(change)s bleed"),
    EffectKind.HUNT: N_("%(change)s blood with the hunt"),
    EffectKind.SPARE: N_("the bleed is reduced by %(number)s"),
    EffectKind.RETARGET: N_("the new target is %(name)s"),
    EffectKind.ALLOW_BLOCK: N_("%(name)s may block too"),
    EffectKind.REDUCE: N_("the cost is reduced by %(number)s"),
    EffectKind.REFERENDUM: N_("calls a referendum"),
    EffectKind.AUTO_PASS: N_("the referendum passes automatically"),
    EffectKind.NOTHING: N_("nothing that is counted"),
    EffectKind.MANEUVER: N_("maneuvers"),
    EffectKind.PRESS: N_("presses"),
    EffectKind.END_COMBAT: N_("combat ends"),
    EffectKind.DIABLERIZE: N_("diablerie on %(card)s"),
}
_MAKERS: dict[EffectKind, Maker] = {
    EffectKind.BURN_BLOOD: _burn_blood,
    EffectKind.GAIN_BLOOD: _gain_blood,
    EffectKind.MOVE_BLOOD: _move_blood,
    EffectKind.STEAL: lambda e, t, n: gettext("%(name)s takes control of %(card)s", name=e.detail, card=t),
    EffectKind.ATTACH: lambda e, t, n: gettext("%(card)s is now on %(place)s", card=t, place=n.target(e.detail)),
    EffectKind.TITLE: _title,
    EffectKind.SECT: _sect,
    EffectKind.CLAN: _clan,
    EffectKind.DISCIPLINE: _discipline,
    EffectKind.FLAG: _flag,
    EffectKind.UNFLAG: _unflag,
    EffectKind.DRAW: _draw,
    EffectKind.DISCARD: _discard,
    EffectKind.RANDOM_DISCARD: _random_discard,
    EffectKind.EDGE: _edge,
    EffectKind.INTERCEPT: _intercept,
    EffectKind.WAKE: lambda e, t, n: gettext("%(card)s wakes", card=t) if t else gettext("wakes"),
    EffectKind.END_ACTION: _end_action,
    EffectKind.COMBAT: _combat,
    EffectKind.VOTES: _votes,
    EffectKind.BALLOTS: _ballots,
    EffectKind.RANGE: _range,
    EffectKind.STRIKE_DAMAGE: _strike_damage,
    EffectKind.ADDITIONAL: _additional,
    EffectKind.PREVENT: _prevent,
}
