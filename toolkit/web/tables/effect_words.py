"""Declared effects in words: what a card does, what a referendum will do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext

from toolkit.game.effects import Effect, EffectKind
from toolkit.web.tables.names import Names
from toolkit.web.tables.words import EFFECTS

type View = dict[str, Any]


def effect_words(item: Effect, names: Names) -> str:
    """One effect: "Béla burns 2 pool", "Add stealth: 1"."""
    target = names.target(item.target) if item.target else ""
    if item.kind is EffectKind.BURN_POOL:
        return gettext("%(name)s burns %(number)s pool", name=target, number=item.amount)
    if item.kind is EffectKind.GAIN_POOL:
        return gettext("%(name)s gains %(number)s pool", name=target, number=item.amount)
    if item.kind is EffectKind.EDGE:
        return gettext("%(name)s takes the Edge", name=target) if target else gettext("nobody has the Edge")
    parts = [part for part in (target, str(item.amount) if item.amount else "") if part]
    word = str(EFFECTS.get(item.kind, item.kind.value))
    return f"{word}: {', '.join(parts)}" if parts else word


def effects_words(effects: Sequence[Effect], names: Names) -> str:
    """Several effects in a row."""
    return "; ".join(effect_words(item, names) for item in effects)


def terms_words(terms: Sequence[View], names: Names) -> str:
    """The terms of a referendum, as its view tells them."""
    return effects_words(
        [Effect(EffectKind(item["kind"]), item["target"], item["amount"], item["detail"]) for item in terms], names
    )
