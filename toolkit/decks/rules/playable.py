"""Cards that no vampire of the crypt can play: allowed, but often the sign of a wrong name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from toolkit.decks.model import Problem, ProblemCode
from toolkit.decks.rules.case import Case, first_line, listing

# Discipline -> its trigram, for the master cards that give it and bear its name.
SKILLS = {
    "Abombwe": "abo",
    "Animalism": "ani",
    "Auspex": "aus",
    "Celerity": "cel",
    "Chimerstry": "chi",
    "Daimoinon": "dai",
    "Dementation": "dem",
    "Dominate": "dom",
    "Fortitude": "for",
    "Melpominee": "mel",
    "Mytherceria": "myt",
    "Necromancy": "nec",
    "Obeah": "obe",
    "Obfuscate": "obf",
    "Oblivion": "obl",
    "Obtenebration": "obt",
    "Potence": "pot",
    "Presence": "pre",
    "Protean": "pro",
    "Quietus": "qui",
    "Sanguinus": "san",
    "Serpentis": "ser",
    "Spiritus": "spi",
    "Temporis": "tem",
    "Thanatosis": "thn",
    "Blood Sorcery": "tha",
    "Thaumaturgy": "tha",
    "Valeren": "val",
    "Vicissitude": "vic",
    "Visceratika": "vis",
}
NAMES = {trigram: name for name, trigram in SKILLS.items()} | {
    "def": "Defense",
    "inn": "Innocence",
    "jud": "Judgment",
    "mar": "Martyrdom",
    "red": "Redemption",
    "ven": "Vengeance",
    "viz": "Vision",
}
# Puts allies into play whoever may recruit them: a deck with it is not asked for their clan.
_ALLY_BRINGER = "Summon History"
# No crypt card has these printed as disciplines: they come from card text, which is not ours to judge.
_BY_TEXT = frozenset(("fli", "mal", "str"))


class Minion(NamedTuple):
    """What a requirement asks about a vampire or imbued."""

    clan: str
    path: str | None
    disciplines: frozenset[str]


class Need(NamedTuple):
    """What a library card asks of the minion that plays it."""

    clans: tuple[str, ...]
    paths: tuple[str, ...]
    disciplines: tuple[str, ...]
    together: bool

    @property
    def is_one_discipline(self) -> bool:
        """Whether any one of some disciplines is all that it asks for."""
        return not self.clans and not self.paths and not self.together

    def met_by(self, minion: Minion) -> bool:
        """Whether that minion can play the card."""
        if self.clans and minion.clan not in self.clans:
            return False
        # Who was printed before there were paths plays their cards too, as 19 winning decks did within a year.
        if self.paths and minion.path is not None and minion.path not in self.paths:
            return False
        if not self.disciplines:
            return True
        has = (discipline in minion.disciplines for discipline in self.disciplines)
        return all(has) if self.together else any(has)


def unplayable_cards(case: Case) -> Iterator[Problem]:
    """Library cards whose clan, path or discipline no card of the crypt has, skill cards of the deck counted in."""
    if not case.crypt:
        return
    doubtful = _doubtful(case)
    if not doubtful:
        return
    names = {card.name for card in case.others}
    skills = [SKILLS[name] for name in names & SKILLS.keys()]
    minions = [Minion(card.clan, card.path, _lowered(card.disciplines).union(skills)) for card in case.vampires]
    for place in doubtful:
        entry, card = case.library[place], case.others[place]
        need = Need(card.clans, card.paths, card.disciplines, card.disciplines_all)
        is_brought = "Ally" in card.types and _ALLY_BRINGER in names and not need.is_one_discipline
        if not is_brought and not any(map(need.met_by, minions)):
            yield Problem(
                code=ProblemCode.UNPLAYABLE_CARD,
                message=f"No card of the crypt {_asked(need)}, which {card.unique_name} needs.",
                line=first_line(entry),
                cards=(entry,),
                fix="Check the name; the deck is legal with it.",
            )


def _doubtful(case: Case) -> list[int]:
    """Places of cards that each minion must be looked at for: most ask for nothing, or for what the crypt has."""
    clans = {card.clan for card in case.vampires}
    covered = _BY_TEXT.union(*[_lowered(card.disciplines) for card in case.vampires])
    found: list[int] = []
    for place, card in enumerate(case.others):
        if not card.asks:
            continue
        if card.disciplines:
            if card.clans or card.disciplines_all or card.paths or covered.isdisjoint(card.disciplines):
                found.append(place)
        elif (card.clans and clans.isdisjoint(card.clans)) or card.paths:
            found.append(place)
    return found


@lru_cache(maxsize=4096)
def _lowered(disciplines: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(str.lower, disciplines))


def _asked(need: Need) -> str:
    parts = []
    if need.clans:
        parts.append(f"is {' or '.join(need.clans)}")
    if need.paths:
        parts.append(f"follows the Path of {' or '.join(need.paths)}")
    if need.disciplines:
        names = [NAMES.get(trigram, trigram) for trigram in need.disciplines]
        parts.append(f"has {listing(names) if need.together else ' or '.join(names)}")
    return " and ".join(parts)
