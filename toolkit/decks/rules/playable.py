"""Cards that no vampire of the crypt can play: allowed, but often the sign of a wrong name."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from toolkit.cards.model import CryptCard, LibraryCard
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


def can_play(minion: CryptCard, card: LibraryCard, skills: Collection[str] = ()) -> bool:
    """Whether that vampire or imbued has what the card needs, `skills` being disciplines that it may be given."""
    if card.clans and minion.clan not in card.clans:
        return False
    # Who was printed before there were paths plays their cards too, as 19 winning decks did within a year.
    if card.paths and minion.path is not None and minion.path not in card.paths:
        return False
    if not card.disciplines:
        return True
    has = (discipline in minion.any_level or discipline in skills for discipline in card.disciplines)
    return all(has) if card.disciplines_all else any(has)


def unplayable_cards(case: Case) -> Iterator[Problem]:
    """Library cards whose clan, path or discipline no card of the crypt has, skill cards of the deck counted in."""
    if not case.crypt:
        return
    doubtful = _doubtful(case)
    if not doubtful:
        return
    names = {card.name for card in case.others}
    skills = {SKILLS[name] for name in names & SKILLS.keys()}
    for place in doubtful:
        entry, card = case.library[place], case.others[place]
        is_brought = "Ally" in card.types and _ALLY_BRINGER in names and not _is_one_discipline(card)
        if not is_brought and not any(can_play(minion, card, skills) for minion in case.vampires):
            yield Problem(
                code=ProblemCode.UNPLAYABLE_CARD,
                message=f"No card of the crypt {_asked(card)}, which {card.unique_name} needs.",
                line=first_line(entry),
                cards=(entry,),
                fix="Check the name; the deck is legal with it.",
            )


def _doubtful(case: Case) -> list[int]:
    """Places of cards that each minion must be looked at for: most ask for nothing, or for what the crypt has."""
    clans = {card.clan for card in case.vampires}
    covered = _BY_TEXT.union(*[card.any_level for card in case.vampires])
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


def _is_one_discipline(card: LibraryCard) -> bool:
    """Whether any one of some disciplines is all that it asks for."""
    return not card.clans and not card.paths and not card.disciplines_all


def _asked(card: LibraryCard) -> str:
    parts = []
    if card.clans:
        parts.append(f"is {' or '.join(card.clans)}")
    if card.paths:
        parts.append(f"follows the Path of {' or '.join(card.paths)}")
    if card.disciplines:
        names = [NAMES.get(trigram, trigram) for trigram in card.disciplines]
        parts.append(f"has {listing(names) if card.disciplines_all else ' or '.join(names)}")
    return " and ".join(parts)
