"""The closed sets of the game in words, as the official translations have them, and how a reader calls cards.

An operation and an effect bring their own sentences (`told`); what they share stands here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from toolkit.game.cards import Title, scope_name
from toolkit.game.vocabulary import (
    LIVING,
    ActionKind,
    CardFlag,
    CardKind,
    Phase,
    PhaseCard,
    StrikeKind,
    TitleKind,
    Zone,
)
from toolkit.languages import Listed, Message, Sayable, Sense

type SetWords = Mapping[str, Sayable]

PHASES: SetWords = {
    Phase.UNLOCK: Message("Unlock phase"),
    Phase.MASTER: Message("Master phase"),
    Phase.MINION: Message("Minion phase"),
    Phase.INFLUENCE: Message("Influence phase"),
    Phase.DISCARD: Message("Discard phase"),
    Phase.MANDATORY: Message("Mandatory actions"),
    Phase.CHOOSE: Message("Choice of a phase"),
    Phase.OPEN_AGGRESSION: Message("Open Aggression"),
    Phase.SUBTERFUGE: Message("Subterfuge"),
    Phase.DIPLOMACY: Message("Diplomacy"),
    Phase.SUPPLY: Message("Supply"),
    Phase.RESEARCH: Message("Research"),
    Phase.HAND_CHECK: Message("Hand check"),
}
PHASE_CARDS: SetWords = {
    PhaseCard.OPEN_AGGRESSION: Message("Open Aggression"),
    PhaseCard.SUBTERFUGE: Message("Subterfuge"),
    PhaseCard.DIPLOMACY: Message("Diplomacy"),
    PhaseCard.SUPPLY: Message("Supply"),
    PhaseCard.MASTER: Message("Master"),
    PhaseCard.INFLUENCE: Message("Influence"),
    PhaseCard.CHEAT: Message("Cheat"),
    PhaseCard.RESEARCH: Message("Research"),
}
ZONES: SetWords = {
    Zone.UNCONTROLLED: Message("uncontrolled"),
    Zone.READY: Message("ready"),
    Zone.TORPOR: Message("in torpor"),
    Zone.ATTACHED: Message("on another card"),
    Zone.CONTESTED: Message("contested"),
    Zone.LIMBO: Message("being played"),
    Zone.ASH_HEAP: Message("in the ash heap"),
    Zone.REMOVED: Message("removed from the game"),
}
KINDS: SetWords = {
    CardKind.VAMPIRE: Message("Vampire"),
    CardKind.ALLY: Message("Ally"),
    CardKind.IMBUED: Message("Imbued"),
    CardKind.RETAINER: Message("Retainer"),
    CardKind.EQUIPMENT: Message("Equipment"),
    CardKind.MASTER: Message("Master"),
    CardKind.LOCATION: Message("Location"),
    CardKind.EVENT: Message("Event"),
    CardKind.LASTING: Message("Card in play"),
    CardKind.TROPHY: Message("Trophy"),
    CardKind.CONVICTION: Message("Conviction"),
}
ACTIONS: SetWords = {
    ActionKind.BLEED: Message("Bleed"),
    ActionKind.HUNT: Message("Hunt"),
    ActionKind.EQUIP: Message("Equip"),
    ActionKind.EMPLOY: Message("Employ a retainer"),
    ActionKind.RECRUIT: Message("Recruit an ally"),
    ActionKind.POLITICAL: Message("Political action"),
    ActionKind.ANARCH: Message("Become anarch"),
    ActionKind.RED_LIST: Message("Fight a marked minion"),
    ActionKind.LEAVE_TORPOR: Message("Leave torpor"),
    ActionKind.RESCUE: Message("Rescue from torpor"),
    ActionKind.DIABLERIZE: Message("Diablerie"),
    ActionKind.RUSH: Message("Enter combat"),
    ActionKind.BURN_IMBUED: Message("Burn an incapacitated imbued"),
    ActionKind.OTHER: Message("Another action"),
    ActionKind.PM_RUSH: Message("Fight without a card"),
    ActionKind.PM_REFERENDUM: Message("Referendum without a card"),
}
TITLES: SetWords = {
    TitleKind.PRIMOGEN: Message("Primogen"),
    TitleKind.BISHOP: Message("Bishop"),
    TitleKind.PRINCE: Message("Prince"),
    TitleKind.ARCHBISHOP: Message("Archbishop"),
    TitleKind.BARON: Message("Baron"),
    TitleKind.MAGAJI: Message("Magaji"),
    TitleKind.KHOLO: Message("Kholo"),
    TitleKind.JUSTICAR: Message("Justicar"),
    TitleKind.CARDINAL: Message("Cardinal"),
    TitleKind.INNER_CIRCLE: Message("Inner Circle"),
    TitleKind.REGENT: Message("Regent"),
    TitleKind.PRISCUS: Message("Priscus"),
    TitleKind.INDEPENDENT: Message("Independent title"),
}
# Marks on a card that its page shows, and that a table may set.
FLAGS: SetWords = {
    CardFlag.INFERNAL: Message("infernal"),
    CardFlag.RED_LIST: Message("Red List"),
    CardFlag.SCARCE: Message("scarce"),
    CardFlag.ANARCH: Message("anarch"),
    CardFlag.INCAPACITATED: Message("incapacitated"),
    CardFlag.MUST_BLEED: Message("must bleed"),
    CardFlag.CANNOT_HUNT: Message("cannot hunt"),
    CardFlag.CANNOT_ACT: Message("cannot act this turn"),
    CardFlag.ADVANCED: Message("advanced"),
    CardFlag.MERGED: Message("merged"),
    CardFlag.BLOOD_CURSED: Message("blood cursed"),
}
SECTS: SetWords = {
    "camarilla": Message("Camarilla"),
    "sabbat": Message("Sabbat"),
    "anarch": Sense("sect", "Anarch"),
    "independent": Sense("sect", "Independent"),
    "laibon": Message("Laibon"),
}
STRIKES: SetWords = {
    StrikeKind.HAND: Message("Hand strike"),
    StrikeKind.WEAPON: Message("Weapon"),
    StrikeKind.DAMAGE: Message("Strike for damage"),
    StrikeKind.DODGE: Message("Dodge"),
    StrikeKind.COMBAT_ENDS: Message("Combat ends"),
    StrikeKind.STEAL_BLOOD: Message("Steal blood"),
    StrikeKind.DESTROY_EQUIPMENT: Message("Destroy equipment"),
    StrikeKind.STEAL_EQUIPMENT: Message("Steal equipment"),
    StrikeKind.NONE: Message("No strike"),
}
RANGES: SetWords = {"close": Message("close range"), "long": Message("long range")}


def title_words(title: Title) -> str:
    """A title with its place: "Prince of Paris"."""
    word = TITLES[title.kind]
    if not title.scope:
        return word
    return Message("%(title)s of %(place)s", title=word, place=scope_name(title.scope))


def contest_name(key: str) -> str:
    """The name of a contest: "city:paris" is Paris, "justicar:brujah" a title; a card's name stays as it is."""
    kind, _, scope = key.partition(":")
    if kind == "city":
        return scope_name(scope)
    return title_words(Title(kind=TitleKind(kind), scope=scope)) if kind in TitleKind else key


def sect_words(sect: str) -> str:
    """A sect by its name; one that is none of the five stays as it was written."""
    return SECTS.get(sect, sect.title())


def signed(number: int) -> str:
    """A number with its sign: "+2", "−1"."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def in_a_row(sentences: Sequence[str]) -> str:
    """Sentences one after another, with the stop that the language sets between them."""
    first, *others = sentences or ("",)
    for other in others:
        first = Message("%(one)s; %(other)s", one=first, other=other)
    return first


def with_figures(words: str, figures: Sequence[str]) -> str:
    """A sentence with further figures in brackets."""
    given = [figure for figure in figures if figure]
    return Message("%(words)s (%(figures)s)", words=words, figures=Listed(given)) if given else words


# What the engine calls a card that nobody named.
_UNNAMED = re.compile(
    r"(action|card|event) \d+|political action|equipment|retainer|ally|rush|master|trifle|out of turn"
    r"|stealth|intercept|bleed|wake"
)


def given_name(name: str) -> str:
    """The name given to a played card; empty where none was given."""
    return "" if _UNNAMED.fullmatch(name) else name


# Names of cards


def as_it_is(text: str) -> str:
    """A name as a sentence of its own, which every language says in its way."""
    return text


class SeenCard(Protocol):
    """A card as a reader sees it; a face-down one of another has neither name nor kind."""

    @property
    def name(self) -> str:
        """Its name; empty where the reader may not know it, or none was given."""

    @property
    def kind(self) -> CardKind | None:
        """Its kind; None where the reader may not know it."""

    @property
    def controller(self) -> str:
        """Whose it is."""

    @property
    def zone(self) -> Zone:
        """Its zone."""

    @property
    def counters(self) -> int:
        """The counters on it: every reader sees them."""


# Where a card is mixed up with no other any more.
_GONE = (Zone.ASH_HEAP, Zone.REMOVED)


class Names:
    """The names of one view: each card by its own, with its mark where two look alike.

    Attributes:
        cards: what the reader sees of each card, by its mark.
        phase: whose end an operation may tell.
        seats: the Methuselahs' names.
        contests: what each contest is for, by its mark, as the rules write it.
        window: what is being asked; empty while nothing is.
    """

    def __init__(
        self,
        cards: Mapping[str, SeenCard],
        gone: Mapping[str, str],
        *,
        phase: Phase,
        seats: Iterable[str],
        contests: Mapping[str, str],
        window: str = "",
        say: Callable[[str], str] = as_it_is,
    ) -> None:
        """`gone` are names that everybody knows though their cards are gone or turned down; `say` is the language."""
        self.cards, self.phase, self.seats, self.contests = cards, phase, frozenset(seats), contests
        self.window = window
        self._gone, self._say = gone, say
        seen: dict[str, int] = {}
        for card in cards.values():
            if card.name and card.zone not in _GONE:
                seen[card.name] = seen.get(card.name, 0) + 1
        self._doubled = {name for name, count in seen.items() if count > 1}

    def card(self, card_id: str) -> str:
        """A card's name; a face-down one is called by its mark."""
        card = self.cards.get(card_id)
        if card is None or not card.name or card.kind is None:
            return self._gone.get(card_id) or card_id
        name = given_name(card.name) or KINDS[card.kind]
        return self._say(with_figures(name, [card_id]) if card.name in self._doubled else name)

    def owned(self, card_id: str) -> str:
        """A card's name with whose it is."""
        card = self.cards.get(card_id)
        return self._say(with_figures(self.card(card_id), [card.controller])) if card else card_id

    def target(self, name: str) -> str:
        """A Methuselah's name or a card's."""
        return self.card(name) if name in self.cards or name in self._gone else name

    def contest(self, contest: str) -> str:
        """The name of a contest."""
        return self._say(contest_name(self.contests.get(contest, contest)))

    def is_known(self, card_id: str) -> bool:
        """Whether the reader may know what this card is."""
        return card_id in self.cards and self.cards[card_id].kind is not None

    def is_alive(self, card_id: str) -> bool:
        """Whether the card's counters are life."""
        return self.is_known(card_id) and self.cards[card_id].kind in LIVING

    def agrees_with(self, public: Names) -> bool:
        """Whether every card that has a name in `public` is called the same here."""
        return all(self.card(card_id) == public.card(card_id) for card_id, card in public.cards.items() if card.name)

    def knows_more(self, public: Names) -> bool:
        """Whether a card has a name here that has none in `public`."""
        return any(card.name and not public.cards[card_id].name for card_id, card in self.cards.items())
