"""The closed sets of the game in the reader's language, as the official translations have them; names of cards."""

from __future__ import annotations

import re
from typing import Any

from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext as _p
from flask_babel.speaklater import LazyString

from toolkit.game.cards import scope_name
from toolkit.game.refusals import Code
from toolkit.game.vocabulary import (
    ActionKind,
    CardType,
    Delay,
    EffectKind,
    Flag,
    Kind,
    Phase,
    PhaseCard,
    Status,
    StrikeKind,
    Timing,
    TitleKind,
    WindowName,
    Zone,
)

type Words = dict[str, LazyString]

PHASES: Words = {
    Phase.UNLOCK: _l("Unlock phase"),
    Phase.MASTER: _l("Master phase"),
    Phase.MINION: _l("Minion phase"),
    Phase.INFLUENCE: _l("Influence phase"),
    Phase.DISCARD: _l("Discard phase"),
    Phase.MANDATORY: _l("Mandatory actions"),
    Phase.CHOOSE: _l("Choice of a phase"),
    Phase.OPEN_AGGRESSION: _l("Open Aggression"),
    Phase.SUBTERFUGE: _l("Subterfuge"),
    Phase.DIPLOMACY: _l("Diplomacy"),
    Phase.SUPPLY: _l("Supply"),
    Phase.RESEARCH: _l("Research"),
    Phase.HAND_CHECK: _l("Hand check"),
}
# What the one whose phase it is may do in it.
ALLOWED: Words = {
    Phase.UNLOCK: _l("Your cards unlock. Contests are paid or yielded; whoever has the Edge may take 1 pool."),
    Phase.MASTER: _l("One master phase action: play a master card."),
    Phase.MINION: _l("Your unlocked minions act, one after another; mandatory actions come first."),
    Phase.INFLUENCE: _l("Spend your transfers on uncontrolled minions; those with enough blood may become ready."),
    Phase.DISCARD: _l("One discard phase action: discard a card, or play an event."),
    Phase.MANDATORY: _l("Only mandatory actions are taken now: an empty ready vampire must hunt."),
    Phase.CHOOSE: _l("Choose one of the phase cards that are left."),
    Phase.OPEN_AGGRESSION: _l("One ready minion: a directed action aimed at a rival's card, not at a Methuselah."),
    Phase.SUBTERFUGE: _l("One ready minion: a bleed, or another directed action that is not aimed at a card."),
    Phase.DIPLOMACY: _l("One ready vampire: a political action."),
    Phase.SUPPLY: _l("One minion: an undirected action that is not political."),
    Phase.RESEARCH: _l("Five cards are drawn; play on."),
    Phase.HAND_CHECK: _l("Hands are cut to hand size and three."),
}
PHASE_CARDS: Words = {
    PhaseCard.OPEN_AGGRESSION: _l("Open Aggression"),
    PhaseCard.SUBTERFUGE: _l("Subterfuge"),
    PhaseCard.DIPLOMACY: _l("Diplomacy"),
    PhaseCard.SUPPLY: _l("Supply"),
    PhaseCard.MASTER: _l("Master"),
    PhaseCard.INFLUENCE: _l("Influence"),
    PhaseCard.CHEAT: _l("Cheat"),
    PhaseCard.RESEARCH: _l("Research"),
}
PHASE_CARD_RULES: Words = {
    PhaseCard.OPEN_AGGRESSION: _l("One ready minion each: a directed action aimed at a rival's card."),
    PhaseCard.SUBTERFUGE: _l("One ready minion each: a bleed, or a directed action that is not aimed at a card."),
    PhaseCard.DIPLOMACY: _l("One ready vampire each: a political action."),
    PhaseCard.SUPPLY: _l("One minion each: an undirected action that is not political."),
    PhaseCard.MASTER: _l("Every Methuselah takes a master phase."),
    PhaseCard.INFLUENCE: _l("Every Methuselah takes an influence phase with four transfers."),
    PhaseCard.CHEAT: _l("A minion phase that was chosen this turn is performed once more, without bonus."),
    PhaseCard.RESEARCH: _l("Every Methuselah draws five cards."),
}
PHASE_CARD_CARDLESS: Words = {
    PhaseCard.OPEN_AGGRESSION: _l("Without a card, for 1 blood: fight an ally or a younger vampire."),
    PhaseCard.SUBTERFUGE: _l("Without a card: the default bleed."),
    PhaseCard.DIPLOMACY: _l("Without a card, for 1 blood, at +1 stealth: those you choose burn 1 pool each."),
    PhaseCard.SUPPLY: _l("Without a card: the default hunt."),
}
PHASE_CARD_BONUSES: Words = {
    PhaseCard.OPEN_AGGRESSION: _l("Draw a card when you play an action card."),
    PhaseCard.SUBTERFUGE: _l("+1 stealth while you have the Edge."),
    PhaseCard.DIPLOMACY: _l("Two more votes in your referendum."),
    PhaseCard.SUPPLY: _l("A second minion of yours may act too."),
    PhaseCard.MASTER: _l("One master card costs you 1 pool less."),
    PhaseCard.INFLUENCE: _l("Two more transfers."),
    PhaseCard.RESEARCH: _l("Draw two more."),
}
STATUSES: Words = {
    Status.OUSTED: _l("ousted"),
    Status.WITHDRAWN: _l("withdrawn"),
    Status.DISQUALIFIED: _l("disqualified"),
}
ZONES: Words = {
    Zone.UNCONTROLLED: _l("uncontrolled"),
    Zone.READY: _l("ready"),
    Zone.TORPOR: _l("in torpor"),
    Zone.ATTACHED: _l("on another card"),
    Zone.CONTESTED: _l("contested"),
    Zone.LIMBO: _l("being played"),
    Zone.ASH_HEAP: _l("in the ash heap"),
    Zone.REMOVED: _l("removed from the game"),
}
KINDS: Words = {
    Kind.VAMPIRE: _l("Vampire"),
    Kind.ALLY: _l("Ally"),
    Kind.IMBUED: _l("Imbued"),
    Kind.RETAINER: _l("Retainer"),
    Kind.EQUIPMENT: _l("Equipment"),
    Kind.MASTER: _l("Master"),
    Kind.LOCATION: _l("Location"),
    Kind.EVENT: _l("Event"),
    Kind.LASTING: _l("Card in play"),
    Kind.TROPHY: _l("Trophy"),
}
TYPES: Words = {
    CardType.MASTER: _l("Master card"),
    CardType.MODIFIER: _l("Action modifier"),
    CardType.REACTION: _l("Reaction"),
    CardType.COMBAT: _l("Combat card"),
    CardType.EVENT: _l("Event"),
    CardType.REFLEX: _l("Reflex"),
}
ACTIONS: Words = {
    ActionKind.BLEED: _l("Bleed"),
    ActionKind.HUNT: _l("Hunt"),
    ActionKind.EQUIP: _l("Equip"),
    ActionKind.EMPLOY: _l("Employ a retainer"),
    ActionKind.RECRUIT: _l("Recruit an ally"),
    ActionKind.POLITICAL: _l("Political action"),
    ActionKind.ANARCH: _l("Become anarch"),
    ActionKind.RED_LIST: _l("Fight a marked minion"),
    ActionKind.LEAVE_TORPOR: _l("Leave torpor"),
    ActionKind.RESCUE: _l("Rescue from torpor"),
    ActionKind.DIABLERIZE: _l("Diablerie"),
    ActionKind.RUSH: _l("Enter combat"),
    ActionKind.OTHER: _l("Another action"),
    ActionKind.PM_RUSH: _l("Fight without a card"),
    ActionKind.PM_REFERENDUM: _l("Referendum without a card"),
}
WINDOWS: Words = {
    WindowName.AS_PLAYED: _l("As the card is played"),
    WindowName.ANNOUNCE: _l("As the action is announced"),
    WindowName.ACTION: _l("Does anybody block?"),
    WindowName.ATTEMPT: _l("Block attempt: stealth against intercept"),
    WindowName.UNBLOCKED: _l("Nobody blocks: before the action resolves"),
    WindowName.AFTER_ACTION: _l("After the action"),
    WindowName.OFFER: _l("Diablerie is offered"),
    WindowName.TERMS: _l("The terms of the referendum"),
    WindowName.BEFORE_VOTES: _l("Before votes are cast"),
    WindowName.POLLING: _l("Votes are cast"),
    WindowName.AFTER_REFERENDUM: _l("After the referendum"),
    WindowName.BEFORE_RANGE: _l("Before range"),
    WindowName.RANGE: _l("Range: maneuvers"),
    WindowName.BEFORE_STRIKES: _l("Before strikes"),
    WindowName.STRIKES: _l("Strikes are chosen"),
    WindowName.DAMAGE: _l("Damage may be prevented"),
    WindowName.ADDITIONAL: _l("Additional strikes"),
    WindowName.PRESS: _l("Presses"),
    WindowName.END_OF_ROUND: _l("End of the round"),
    WindowName.DISCIPLINE: _l("A Discipline for the diablerist"),
    WindowName.GAP: _l("Before the blood hunt"),
}
TIMINGS: Words = {
    Timing.ANY: _l("At any moment"),
    Timing.AS_PLAYED: WINDOWS[WindowName.AS_PLAYED],
    Timing.AS_ANNOUNCED: WINDOWS[WindowName.ANNOUNCE],
    Timing.AS_COMBAT_ENTERED: _l("As combat is entered"),
    Timing.BEFORE_RANGE: WINDOWS[WindowName.BEFORE_RANGE],
    Timing.BEFORE_STRIKES: WINDOWS[WindowName.BEFORE_STRIKES],
    Timing.BEFORE_VOTES: WINDOWS[WindowName.BEFORE_VOTES],
    Timing.POLITICAL: _l("During a referendum"),
    Timing.AFTER_REFERENDUM: WINDOWS[WindowName.AFTER_REFERENDUM],
    Timing.END_OF_ROUND: WINDOWS[WindowName.END_OF_ROUND],
    Timing.UNLOCK: PHASES[Phase.UNLOCK],
    Timing.MASTER: PHASES[Phase.MASTER],
    Timing.DISCARD: PHASES[Phase.DISCARD],
}
TITLES: Words = {
    TitleKind.PRIMOGEN: _l("Primogen"),
    TitleKind.BISHOP: _l("Bishop"),
    TitleKind.PRINCE: _l("Prince"),
    TitleKind.ARCHBISHOP: _l("Archbishop"),
    TitleKind.BARON: _l("Baron"),
    TitleKind.MAGAJI: _l("Magaji"),
    TitleKind.KHOLO: _l("Kholo"),
    TitleKind.JUSTICAR: _l("Justicar"),
    TitleKind.CARDINAL: _l("Cardinal"),
    TitleKind.INNER_CIRCLE: _l("Inner Circle"),
    TitleKind.REGENT: _l("Regent"),
    TitleKind.PRISCUS: _l("Priscus"),
    TitleKind.INDEPENDENT: _l("Independent title"),
}
# Marks on a card that its page shows, and that a table may set.
FLAGS: Words = {
    Flag.INFERNAL: _l("infernal"),
    Flag.RED_LIST: _l("Red List"),
    Flag.SCARCE: _l("scarce"),
    Flag.ANARCH: _l("anarch"),
    Flag.INCAPACITATED: _l("incapacitated"),
    Flag.MUST_BLEED: _l("must bleed"),
    Flag.CANNOT_HUNT: _l("cannot hunt"),
    Flag.CANNOT_ACT: _l("cannot act this turn"),
    Flag.ADVANCED: _l("advanced"),
    Flag.MERGED: _l("merged"),
    Flag.BLOOD_CURSED: _l("blood cursed"),
}
SECTS: Words = {
    "camarilla": _l("Camarilla"),
    "sabbat": _l("Sabbat"),
    "anarch": _p("sect", "Anarch"),
    "independent": _p("sect", "Independent"),
    "laibon": _l("Laibon"),
}
STRIKES: Words = {
    StrikeKind.HAND: _l("Hand strike"),
    StrikeKind.WEAPON: _l("Weapon"),
    StrikeKind.DAMAGE: _l("Strike for damage"),
    StrikeKind.DODGE: _l("Dodge"),
    StrikeKind.COMBAT_ENDS: _l("Combat ends"),
    StrikeKind.STEAL_BLOOD: _l("Steal blood"),
    StrikeKind.DESTROY_EQUIPMENT: _l("Destroy equipment"),
    StrikeKind.STEAL_EQUIPMENT: _l("Steal equipment"),
    StrikeKind.NONE: _l("No strike"),
}
DELAYS: Words = {
    Delay.NONE: _l("at once"),
    Delay.SHORT: _l("before the end of your next turn"),
    Delay.LONG: _l("later"),
}
RANGES: Words = {"close": _l("close range"), "long": _l("long range")}
FATES: Words = {"ready": _l("stays ready"), "torpor": _l("goes to torpor"), "burned": _l("is burned")}
CODES: Words = {
    Code.PHASE: _l("Not in this phase"),
    Code.TURN: _l("Not your turn"),
    Code.ACTOR: _l("Not the one who may"),
    Code.LOCKED: _l("Locked"),
    Code.REGION: _l("Not in the right region"),
    Code.TARGET: _l("Not a valid target"),
    Code.COST: _l("The cost cannot be paid"),
    Code.TERMS: _l("Something is missing or does not fit"),
    Code.WINDOW: _l("Not at this moment"),
    Code.IMPULSE: _l("Somebody else has the impulse"),
    Code.LIMIT: _l("The limit is reached"),
    Code.REPEAT: _l("Done already"),
    Code.MANDATORY: _l("Something else must come first"),
    Code.CONTEST: _l("A contest stands in the way"),
    Code.CHOICE: _l("Another choice is needed"),
    Code.RANGE: _l("Not at this range"),
    Code.VOTES: _l("These votes cannot be cast"),
    Code.AMOUNT: _l("Not a possible number"),
    Code.OVER: _l("The game does not go on"),
}
ENDINGS: Words = {
    "last_standing": _l("One Methuselah is left."),
    "time": _l("Time is up."),
    "conceded": _l("The others conceded."),
}
EFFECTS: Words = {
    EffectKind.BURN_POOL: _l("Burn pool"),
    EffectKind.GAIN_POOL: _l("Gain pool"),
    EffectKind.BURN_BLOOD: _l("Burn blood or life"),
    EffectKind.GAIN_BLOOD: _l("Gain blood or life"),
    EffectKind.MOVE_BLOOD: _l("Move blood or counters"),
    EffectKind.DAMAGE: _l("Inflict damage"),
    EffectKind.AGGRAVATED: _l("Inflict aggravated damage"),
    EffectKind.LOCK: _p("card", "Lock"),
    EffectKind.UNLOCK: _p("card", "Unlock"),
    EffectKind.BURN: _l("Burn the card"),
    EffectKind.REMOVE: _l("Remove the card from the game"),
    EffectKind.TORPOR: _l("Send to torpor"),
    EffectKind.READY: _l("Move to the ready region"),
    EffectKind.ATTACH: _l("Put on another card"),
    EffectKind.EMERGE: _l("Move out of the uncontrolled region"),
    EffectKind.RETURN: _l("Move to the uncontrolled region"),
    EffectKind.STEAL: _l("Take control"),
    EffectKind.CAPACITY: _l("Change capacity"),
    EffectKind.STRENGTH: _l("Change strength"),
    EffectKind.STANDING_BLEED: _l("Change bleed"),
    EffectKind.STANDING_STEALTH: _l("Change stealth"),
    EffectKind.STANDING_INTERCEPT: _l("Change intercept"),
    EffectKind.TITLE: _l("Change the title"),
    EffectKind.SECT: _l("Change sect"),
    EffectKind.CLAN: _l("Change clan"),
    EffectKind.DISCIPLINE: _l("Gain a level of a Discipline"),
    EffectKind.FLAG: _l("Mark the card"),
    EffectKind.UNFLAG: _l("Take a mark away"),
    EffectKind.HAND_SIZE: _l("Change hand size"),
    EffectKind.DRAW: _l("Draw cards"),
    EffectKind.DISCARD: _l("Discard cards"),
    EffectKind.RANDOM_DISCARD: _l("Discard cards at random"),
    EffectKind.TRANSFERS: _l("Change transfers"),
    EffectKind.MASTER_ACTIONS: _l("Change master phase actions"),
    EffectKind.MASTER_ACTIONS_PER_PHASE: _l("Change master phase actions each turn"),
    EffectKind.DISCARD_ACTIONS: _l("Change discard phase actions"),
    EffectKind.EDGE: _l("Take the Edge"),
    EffectKind.CANCEL: _l("Cancel the card"),
    EffectKind.STEALTH: _l("Add stealth"),
    EffectKind.INTERCEPT: _l("Add intercept"),
    EffectKind.BLEED: _l("Add to the bleed"),
    EffectKind.HUNT: _l("Add to the hunt"),
    EffectKind.SPARE: _l("Reduce the bleed"),
    EffectKind.WAKE: _l("Wake"),
    EffectKind.RETARGET: _l("Change the target"),
    EffectKind.ALLOW_BLOCK: _l("Let somebody else block"),
    EffectKind.END_ACTION: _l("The action ends"),
    EffectKind.REDUCE: _l("Reduce the cost"),
    EffectKind.COMBAT: _l("Enter combat"),
    EffectKind.REFERENDUM: _l("Call a referendum"),
    EffectKind.VOTES: _l("Gain votes"),
    EffectKind.BALLOTS: _l("Gain ballots of the prisci"),
    EffectKind.AUTO_PASS: _l("The referendum passes"),
    EffectKind.MANEUVER: _l("Maneuver"),
    EffectKind.RANGE: _l("Set the range"),
    EffectKind.PRESS: _l("Press"),
    EffectKind.STRIKE_DAMAGE: _l("More damage with the strike"),
    EffectKind.ADDITIONAL: _l("Additional strikes"),
    EffectKind.PREVENT: _l("Prevent damage"),
    EffectKind.END_COMBAT: _l("Combat ends"),
    EffectKind.DIABLERIZE: _l("Diablerie"),
    EffectKind.NOTHING: _l("Nothing that is counted"),
}


def sect_words(sect: str) -> str:
    """A sect by its name; one that is none of the five stays as it was written."""
    return str(SECTS.get(sect, sect.title()))


def listed(items: list[str]) -> str:
    """Names in a row: "A, B and C"."""
    if len(items) < 2:
        return "".join(items)
    return gettext("%(most)s and %(last)s", most=", ".join(items[:-1]), last=items[-1])


type View = dict[str, Any]

# Where a card is mixed up with no other any more.
_GONE = (Zone.ASH_HEAP, Zone.REMOVED)
# What the engine calls a card that nobody named.
_UNNAMED = re.compile(
    r"(action|card|event) \d+|political action|equipment|retainer|ally|rush|master|trifle|out of turn"
    r"|stealth|intercept|bleed|wake"
)


def card_said(name: str) -> str:
    """The name that somebody gave to a card played; empty where nobody did."""
    return "" if _UNNAMED.fullmatch(name) else name


def _known_by_all(view: View) -> dict[str, str]:
    """Names that everybody knows though their cards are gone or turned down: the burned, and what is contested."""
    contested = {
        claim["card"]: contest["key"]
        for contest in view.get("contests", ())
        if not contest["title"]
        for claim in contest["claims"]
    }
    return view.get("gone", {}) | contested


class Names:
    """The names of one view: each card by its own, with its mark where two look alike."""

    def __init__(self, view: View, before: View | None = None) -> None:
        """Read the names of `view`, as `toolkit.game.view_for` made it; of what is gone or hidden, from `before`."""
        self.cards: dict[str, View] = {card["id"]: card for card in view["cards"]}
        self._gone = {**(_known_by_all(before) if before else {}), **_known_by_all(view)}
        for card in before["cards"] if before else ():
            if not self.cards.get(card["id"], {}).get("name"):
                self.cards[card["id"]] = card
        seen: dict[str, int] = {}
        for card in self.cards.values():
            if (name := card.get("name")) and card["zone"] not in _GONE:
                seen[name] = seen.get(name, 0) + 1
        self._owned: dict[str, str] = {}
        self._doubled = {name for name, count in seen.items() if count > 1}

    def card(self, card_id: str) -> str:
        """A card's name; a face-down one is called by its mark."""
        name = self.cards.get(card_id, {}).get("name", "")
        if not name:
            return self._gone.get(card_id) or card_id
        said = card_said(name) or str(KINDS[self.cards[card_id]["kind"]])
        return f"{said} ({card_id})" if name in self._doubled else said

    def owned(self, card_id: str) -> str:
        """A card's name with whose it is."""
        if card_id not in self._owned:
            card = self.cards.get(card_id)
            self._owned[card_id] = f"{self.card(card_id)} ({card['controller']})" if card else card_id
        return self._owned[card_id]

    def target(self, name: str) -> str:
        """A Methuselah's name or a card's."""
        return self.card(name) if name in self.cards or name in self._gone else name

    def agrees_with(self, public: Names) -> bool:
        """Whether every card that has a name in `public` is called the same here."""
        return all(self.card(id) == public.card(id) for id, card in public.cards.items() if card.get("name"))

    def knows_more(self, public: Names) -> bool:
        """Whether a card has a name here that has none in `public`."""
        return any(card.get("name") and not public.cards[id].get("name") for id, card in self.cards.items())


def contest_name(key: str) -> str:
    """What a contest is for: "city:paris" is Paris, "justicar:brujah" a title; a card's name stays as it is."""
    kind, _, scope = key.partition(":")
    if kind == "city":
        return scope_name(scope)
    return title_words({"kind": kind, "scope": scope}) if kind in TITLES else key


def title_words(title: View) -> str:
    """A title with its place: "Prince of Paris"."""
    word = str(TITLES[title["kind"]])
    if not title["scope"]:
        return word
    return gettext("%(title)s of %(place)s", title=word, place=scope_name(title["scope"]))
