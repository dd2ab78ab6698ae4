"""Which cards of a crypt can play each card of its library, as far as the facts of the cards say.

The facts are clan, path and Disciplines with their levels. What a card asks for besides (a title, a capacity, a sect,
to be an anarch) and what it does for whom stands in its text alone, which is not among them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from toolkit.cards.model import CryptCard, LibraryCard, Need
from toolkit.decks.figures import SKILLS, by_kind
from toolkit.decks.model import Deck, Entry
from toolkit.decks.rules.cards import BY_TEXT, can_play, is_brought


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedPlayers:
    """The library cards that ask for the same, and who of the crypt has it.

    Attributes:
        cards: most copies first.
        superior: who has it in full: each Discipline asked for at superior, or any one where one is enough; all who can
            play the cards where no Discipline is asked for.
        inferior: who has it at inferior only.
        given: who lacks a Discipline that a skill card of the deck gives.
        none: who cannot.
    """

    need: Need
    cards: tuple[Entry, ...]
    superior: tuple[Entry, ...]
    inferior: tuple[Entry, ...]
    given: tuple[Entry, ...]
    none: tuple[Entry, ...]

    @property
    def able(self) -> int:
        """Copies in the crypt that can play the cards as printed."""
        return sum(entry.count for entry in (*self.superior, *self.inferior))

    @property
    def is_by_text(self) -> bool:
        """Whether what is asked for is printed on no crypt card, as it comes from other cards' texts."""
        return not BY_TEXT.isdisjoint(self.need.disciplines)

    @property
    def copies(self) -> int:
        """Copies of the cards."""
        return sum(entry.count for entry in self.cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class Playability:
    """The players of each card.

    Attributes:
        needs: what nobody can play first, then what most cards ask for.
        free: the cards that ask for no clan, path or Discipline, and allies that another card brings.
    """

    needs: tuple[NeedPlayers, ...]
    free: tuple[Entry, ...]

    @property
    def free_copies(self) -> int:
        """Copies of the cards that ask for nothing."""
        return sum(entry.count for entry in self.free)


def playability(deck: Deck) -> Playability:
    """Who of the crypt can play what, for every card of the library."""
    crypt, library = by_kind(deck)
    names = {entry.card.name for entry in library}
    skills = {SKILLS[name] for name in names & SKILLS.keys()}
    asked: dict[Need, list[Entry]] = {}
    free = []
    for entry in sorted(library, key=lambda entry: (-entry.count, entry.card.name)):
        card = entry.card
        if isinstance(card, LibraryCard) and card.need and not is_brought(card, names):
            asked.setdefault(card.need, []).append(entry)
        else:
            free.append(entry)
    needs = [_players(need, cards, crypt, skills) for need, cards in asked.items()]
    needs.sort(key=lambda need: (need.able > 0, -need.copies))
    return Playability(needs=tuple(needs), free=tuple(free))


def _players(need: Need, cards: Iterable[Entry], crypt: Iterable[Entry], skills: Collection[str]) -> NeedPlayers:
    groups: dict[str, list[Entry]] = {"superior": [], "inferior": [], "given": [], "none": []}
    for entry in crypt:
        minion = entry.card
        assert isinstance(minion, CryptCard)
        if can_play(minion, need):
            groups["superior" if _is_superior(minion, need) else "inferior"].append(entry)
        else:
            groups["given" if can_play(minion, need, skills) else "none"].append(entry)
    return NeedPlayers(need=need, cards=tuple(cards), **{name: tuple(entries) for name, entries in groups.items()})


def _is_superior(minion: CryptCard, need: Need) -> bool:
    has = [discipline.upper() in minion.disciplines for discipline in need.disciplines]
    return all(has) if need.disciplines_all or not has else any(has)
