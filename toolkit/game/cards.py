"""A card that the table keeps track of: in play, uncontrolled, contested or in limbo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from toolkit.game.vocabulary import IN_PLAY, LIVING, MINIONS, CardFlag, CardKind, TitleKind, TitleState, Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Title:
    """A title on a vampire.

    Attributes:
        scope: city or clan of the title, for contested claims; or empty.
        votes: declared votes of an independent title.
        state: whether it counts: `held`, or `contested`.
    """

    kind: TitleKind
    scope: str = ""
    votes: int = 0
    state: TitleState = TitleState.HELD


def scope_key(name: str) -> str:
    """A clan or a city as a record writes it, by which two are the same: "New York" is "new_york"."""
    return name.lower().replace(" ", "_").replace("/", "_")


def scope_name(key: str) -> str:
    """A clan or a city as people write it: "new_york" is "New York"."""
    return key.replace("_", " ").title()


def read_title(text: str) -> Title | None:
    """A title as a record writes it: "prince/paris", "independent/2"; None for none.

    Raises:
        ValueError: there is no such title, or an independent one does not say its votes.
    """
    if not text:
        return None
    kind, _, scope = text.partition("/")
    votes = int(scope) if kind == TitleKind.INDEPENDENT else 0
    return Title(kind=TitleKind(kind), scope="" if votes else scope, votes=votes)


def read_disciplines(texts: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Disciplines as a record writes them, "dom:2" or "dom", each with its level.

    Raises:
        ValueError: a level is no number.
    """
    pairs = (text.partition(":") for text in texts if text)
    return tuple(sorted((code, int(level or 1)) for code, _, level in pairs))


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCard:
    """One card with its counters.

    Attributes:
        owner: never changes.
        counters: blood on a vampire, life on an ally, imbued or retainer, pool counters on an uncontrolled minion,
            plain counters elsewhere.
        other_counters: counters of further kinds, by name and each with its number.
        hand_size: what it adds to its controller's hand size while in play.
        gives: what its host has of it while it is in play: "strength", "discipline/dom", each with a number; of
            another card "strength@X".
        group: of a crypt card; 0 where it is not known.
        used: what this minion has completed this turn and cannot do again.
        marked_by: who marked this Red List minion this turn.
        stolen_in: the combat round in which this equipment was stolen, or 0.
    """

    id: str
    kind: CardKind
    owner: str
    controller: str
    zone: Zone
    name: str = ""
    host: str = ""
    locked: bool = False
    unique: bool = False
    capacity: int = 0
    counters: int = 0
    other_counters: tuple[tuple[str, int], ...] = field(default=(), metadata={"pairs": True})
    strength: int = 1
    bleed: int = 1
    stealth: int = 0
    intercept: int = 0
    hand_size: int = 0
    gives: tuple[tuple[str, int], ...] = field(default=(), metadata={"pairs": True})
    clan: str = ""
    group: int = 0
    sect: str = ""
    disciplines: tuple[tuple[str, int], ...] = field(default=(), metadata={"pairs": True})
    title: Title | None = None
    flags: frozenset[CardFlag] = frozenset()
    used: frozenset[str] = frozenset()
    marked_by: str = ""
    stolen_in: int = 0

    @property
    def is_minion(self) -> bool:
        """Whether it is a vampire, an ally or an imbued."""
        return self.kind in MINIONS

    @property
    def is_vampire(self) -> bool:
        """Whether it is a vampire.

        Rule: CARD-39.
        """
        return self.kind is CardKind.VAMPIRE

    @property
    def is_living(self) -> bool:
        """Whether its counters are life: ally, imbued, retainer.

        Rule: CARD-17.
        """
        return self.kind in LIVING

    @property
    def in_play(self) -> bool:
        """Whether it is in play, so controlled."""
        return self.zone in IN_PLAY

    @property
    def is_ready_minion(self) -> bool:
        """Whether it is a minion in the ready region."""
        return self.zone is Zone.READY and self.kind in MINIONS and CardFlag.INCAPACITATED not in self.flags

    def counters_of(self, kind: str) -> int:
        """How many counters of a kind it carries: its own for no name, else those of that name."""
        return dict(self.other_counters).get(kind, 0) if kind else self.counters

    def level(self, discipline: str) -> int:
        """0 without the Discipline, 1 basic, 2 superior."""
        return dict(self.disciplines).get(discipline, 0)


# The sect in which each title counts; a title whose holder stands elsewhere is dormant.
TITLE_SECTS = {
    TitleKind.PRIMOGEN: "camarilla",
    TitleKind.PRINCE: "camarilla",
    TitleKind.JUSTICAR: "camarilla",
    TitleKind.INNER_CIRCLE: "camarilla",
    TitleKind.BISHOP: "sabbat",
    TitleKind.ARCHBISHOP: "sabbat",
    TitleKind.CARDINAL: "sabbat",
    TitleKind.PRISCUS: "sabbat",
    TitleKind.REGENT: "sabbat",
    TitleKind.BARON: "anarch",
    TitleKind.MAGAJI: "laibon",
    TitleKind.KHOLO: "laibon",
}

CITY_TITLES = frozenset({TitleKind.PRINCE, TitleKind.ARCHBISHOP, TitleKind.BARON})
CLAN_TITLES = frozenset({TitleKind.JUSTICAR, TitleKind.INNER_CIRCLE, TitleKind.KHOLO})

VOTES = {
    TitleKind.PRIMOGEN: 1,
    TitleKind.BISHOP: 1,
    TitleKind.PRINCE: 2,
    TitleKind.ARCHBISHOP: 2,
    TitleKind.BARON: 2,
    TitleKind.MAGAJI: 2,
    TitleKind.KHOLO: 2,
    TitleKind.JUSTICAR: 3,
    TitleKind.CARDINAL: 3,
    TitleKind.INNER_CIRCLE: 4,
    TitleKind.REGENT: 4,
    TitleKind.PRISCUS: 0,
}


def is_dormant(card: GameCard) -> bool:
    """Whether the title does not fit the sect, or the clan by which it is held.

    Rule: GAP-24.
    """
    if card.title is None or card.title.kind is TitleKind.INDEPENDENT:
        return False
    if card.sect and card.sect != TITLE_SECTS[card.title.kind]:
        return True
    return card.title.kind in CLAN_TITLES and bool(card.clan and card.title.scope) and card.clan != card.title.scope


def has_title(card: GameCard) -> bool:
    """Whether the card counts as titled: a title that is neither contested nor dormant.

    Rule: CONTEST-18, CONTEST-20.
    """
    return card.title is not None and card.title.state is TitleState.HELD and not is_dormant(card)


def title_votes(card: GameCard) -> int:
    """Votes that the card's title gives in a referendum; a priscus gives a ballot and no vote.

    Rule: REF-19 to REF-25, REF-27.
    """
    if not has_title(card) or card.title is None or card.zone is not Zone.READY:
        return 0
    if card.title.kind is TitleKind.INDEPENDENT:
        return card.title.votes
    return VOTES[card.title.kind]


def title_key(title: Title) -> str:
    """By what two claims meet: "city:paris", "justicar:nosferatu", "regent"; empty for titles never contested.

    Rule: GAP-22.
    """
    if title.kind in CITY_TITLES:
        return f"city:{title.scope}" if title.scope else ""
    if title.kind in CLAN_TITLES:
        return f"{title.kind}:{title.scope}"
    return "regent" if title.kind is TitleKind.REGENT else ""


def is_anarch(card: GameCard) -> bool:
    """Whether the vampire is an anarch, by sect or by the old mark."""
    return card.sect == "anarch" or CardFlag.ANARCH in card.flags


def is_younger(vampire: GameCard, other: GameCard) -> bool:
    """Whether the first vampire is younger: of smaller capacity.

    Rule: CARD-04.
    """
    return vampire.capacity < other.capacity
