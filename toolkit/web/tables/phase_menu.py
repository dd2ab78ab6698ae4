"""Phased motion on the board: which phases are chosen and which are left, who chooses next, whose portion it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask_babel import gettext

from toolkit.game.vocabulary import Phase, PhaseCard
from toolkit.web.tables.words import (
    PHASE_CARD_BONUSES,
    PHASE_CARD_CARDLESS,
    PHASE_CARD_RULES,
    PHASE_CARDS,
    PHASES,
)

type View = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """One phase card of the menu.

    Attributes:
        state: left, chosen (earlier this turn) or now (being performed).
        note: who chose it, and what Cheat repeats.
    """

    name: str
    state: str
    rule: str
    cardless: str
    bonus: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseMenu:
    """The shared turn: the cards, who started, who chooses or performs now and after, and what the bonuses do."""

    cards: tuple[CardView, ...]
    started: str
    progress: str
    portion: str
    order: tuple[tuple[str, str], ...]
    bonuses: str
    has_bonuses: bool


def phase_menu(view: View) -> PhaseMenu | None:
    """The menu of a game of phased motion; None in a standard game, and before the first turn."""
    phased = view["phased"]
    if phased is None or view["stage"] != "running":
        return None
    is_performing = view["phase"] not in (Phase.CHOOSE, Phase.UNLOCK, Phase.MANDATORY, Phase.DISCARD, Phase.HAND_CHECK)
    return PhaseMenu(
        cards=tuple(_card(view, name, is_performing=is_performing) for name in phased["cards"]),
        started=gettext("%(name)s started this turn.", name=phased["first"]),
        progress=gettext("%(number)s of %(all)s phases chosen", number=len(view["picks"]), all=phased["picks"]),
        portion=_portion(view),
        order=_order(view),
        bonuses=_bonuses(view),
        has_bonuses=phased["bonuses"],
    )


def _card(view: View, name: str, *, is_performing: bool) -> CardView:
    pick = next((pick for pick in view["picks"] if pick["card"] == name), None)
    is_last = pick is not None and pick is view["picks"][-1]
    state = "left" if pick is None else "now" if is_last and is_performing else "chosen"
    note = ""
    if pick is not None:
        note = gettext("chosen by %(name)s", name=pick["chooser"])
        if name == PhaseCard.CHEAT:
            note = gettext("%(name)s repeats %(phase)s", name=pick["chooser"], phase=PHASES[pick["phase"]])
        elif pick["bonus"]:
            note = gettext("chosen by %(name)s, with the bonus", name=pick["chooser"])
    return CardView(
        name=str(PHASE_CARDS[name]),
        state=state,
        rule=str(PHASE_CARD_RULES[name]),
        cardless=str(PHASE_CARD_CARDLESS.get(name, "")),
        bonus=str(PHASE_CARD_BONUSES.get(name, "")) if view["options"]["is_advanced"] else "",
        note=note,
    )


def _portion(view: View) -> str:
    if view["phase"] == Phase.CHOOSE:
        return gettext("%(name)s chooses a phase.", name=view["active"])
    if view["phase"] == Phase.HAND_CHECK:
        return gettext("Hands are checked: whoever holds more than hand size and three discards down.")
    if view["picks"] and view["picks"][-1]["card"] == PhaseCard.CHEAT and view["phase"] == view["picks"][-1]["phase"]:
        return gettext("Cheat: %(name)s performs %(phase)s again.", name=view["active"], phase=PHASES[view["phase"]])
    return gettext("%(name)s's portion: %(phase)s.", name=view["active"], phase=PHASES[view["phase"]])


def _order(view: View) -> tuple[tuple[str, str], ...]:
    """Who performs the phase: now, and after."""
    if view["phase"] in (Phase.CHOOSE, Phase.HAND_CHECK):
        return ()
    return ((view["active"], "now"), *((name, "next") for name in view["waiting"]))


def _bonuses(view: View) -> str:
    if not view["options"]["is_advanced"]:
        return ""
    if not view["phased"]["bonuses"]:
        return gettext("Bonuses begin once somebody has had the Edge.")
    return gettext("Bonuses are in force: whoever chooses a phase has its bonus.")
