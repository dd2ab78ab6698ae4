"""Which cards may be played: bans, first days, pools; and cards that no vampire of the crypt can play."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import reduce

from toolkit.cards.model import Card, CryptCard, LibraryCard, Need
from toolkit.decks.figures import DISCIPLINES, SKILLS
from toolkit.decks.model import Entry, Problem, ProblemCode
from toolkit.decks.rules.case import Case, copies_of
from toolkit.languages import AND, N_, OR, Listed, Message


def banned(case: Case) -> Iterator[Problem]:
    """No card whose ban is in force on the day.

    Rule: VEKN 4.1; PM-INTRO-59 for phased motion.
    """
    rules = case.rules
    if not rules.extra_bans and not _ever_banned(case.vampires) and not _ever_banned(case.others):
        return
    for entry in case.entries:
        card = entry.card
        if card.banned and rules.tournament and card.banned <= case.on:
            yield _problem(
                case,
                entry,
                ProblemCode.BANNED,
                Message("%(name)s is banned since %(date)s.", name=card.unique_name, date=card.banned),
                rules.bans_rule,
            )
        elif card.id in rules.extra_bans:
            message = Message("%(name)s is banned in %(format)s.", name=card.unique_name, format=rules.name)
            yield _problem(case, entry, ProblemCode.BANNED, message, rules.extra_bans_rule)


def _ever_banned(cards: Sequence[Card]) -> bool:
    return bool([card for card in cards if card.banned])


def not_yet_legal(case: Case) -> Iterator[Problem]:
    """No card before its first day in tournaments.

    Rule: VEKN 2.1, VEKN 4.3.
    """
    rules = case.rules
    if not rules.tournament or rules.is_legal_by_then(case.vampires, case.others, case.on):
        return
    for entry in case.entries:
        day = rules.legal_from(entry.card)
        if day is not None and day > case.on:
            message = Message(
                "%(name)s is legal from %(date)s on, not yet on %(other)s.",
                name=entry.card.unique_name,
                date=day,
                other=case.on,
            )
            yield _problem(
                case,
                entry,
                ProblemCode.NOT_YET_LEGAL,
                message,
                "VEKN 2.1" if day == entry.card.released else "VEKN 4.3",
            )


def outside_pool(case: Case) -> Iterator[Problem]:
    """Only cards of the pool, where the event has one, in any printing.

    Rule: VEKN 6.4 for V5, VEKN 6.1.1 for an organizer's restriction, CARD-16.
    """
    for pool in case.rules.pools:
        for entry in case.entries:
            since = pool.since(entry.card)
            if since is None:
                message = Message("%(name)s is not in %(pool)s.", name=entry.card.unique_name, pool=pool.name)
                yield _problem(case, entry, ProblemCode.NOT_IN_POOL, message, pool.rule)
            elif since > case.on:
                message = Message(
                    "%(name)s is in %(pool)s from %(date)s on.",
                    name=entry.card.unique_name,
                    pool=pool.name,
                    date=since,
                )
                yield _problem(case, entry, ProblemCode.NOT_IN_POOL, message, pool.rule)


SEALED_RULE = "VEKN 7.2"


def beyond_pool(case: Case) -> Iterator[Problem]:
    """No more copies of a card than the pool that was registered for the deck, where there is one.

    Rule: VEKN 7.2, a limited deck is built from the cards opened.
    """
    if case.pool is None:
        return
    opened, first = copies_of(case.pool.entries), dict[Card, Entry]()
    for entry in case.entries:
        first.setdefault(entry.card, entry)
    for card, count in copies_of(case.entries).items():
        had = opened[card]
        if count > had:
            text = (
                N_("The deck has %(number)s %(name)s; the registered pool has %(other)s.")
                if had
                else N_("The deck has %(number)s %(name)s; the registered pool has none.")
            )
            yield Problem(
                code=ProblemCode.NOT_IN_POOL,
                message=Message(text, number=count, name=card.unique_name, other=had),
                rule=SEALED_RULE,
                line=case.first_line(first[card]),
                cards=(Entry(card, count - had),),
            )


def tournament_note(case: Case) -> Iterator[Message]:
    """The banned cards of a deck that is not judged for a tournament."""
    if case.rules.tournament:
        return
    names = [entry.card.unique_name for entry in case.entries if _is_banned(entry.card, case)]
    if names:
        # The only game that is no tournament's is a casual one.
        yield Message("Banned in tournaments, which a casual game does not ask about: %(list)s.", list=Listed(names))


def _is_banned(card: Card, case: Case) -> bool:
    return card.banned is not None and card.banned <= case.on


def _problem(case: Case, entry: Entry, code: ProblemCode, message: Message, rule: str) -> Problem:
    return Problem(code=code, message=message, rule=rule, line=case.first_line(entry), cards=(entry,))


# Puts allies into play whoever may recruit them: a deck with it is not asked for their clan.
_ALLY_BRINGER = "Summon History"
# No crypt card has these printed as disciplines: they come from card text, which is not ours to judge.
BY_TEXT = frozenset(("fli", "mal", "str"))


def can_play(minion: CryptCard, need: Need, skills: Collection[str] = ()) -> bool:
    """Whether that vampire or imbued has what a card needs, `skills` being disciplines that it may be given."""
    if need.clans and minion.clan not in need.clans:
        return False
    # Who was printed before there were paths plays their cards too, as 19 winning decks did within a year.
    if need.paths and minion.path is not None and minion.path not in need.paths:
        return False
    if not need.disciplines:
        return True
    has = {*minion.any_level, *skills}
    return has.issuperset(need.disciplines) if need.disciplines_all else not has.isdisjoint(need.disciplines)


def is_brought(card: LibraryCard, names: Collection[str]) -> bool:
    """Whether another card of the deck, of which these are the names, puts that ally into play for any minion."""
    is_ally = card.need is not None and "Ally" in card.types and not card.need.is_one_discipline
    return is_ally and _ALLY_BRINGER in names


_CHECK_THE_NAME = Message("Check the name; the deck is legal with it.")


def unplayable_cards(case: Case) -> Iterator[Problem]:
    """Library cards whose clan, path or discipline no card of the crypt has, skill cards of the deck counted in."""
    if not case.crypt:
        return
    doubtful = _doubtful(case)
    if not doubtful:
        return
    names = {card.name for card in case.others}
    unmet = _unmet(case.vampires, doubtful, {SKILLS[name] for name in names & SKILLS.keys()})
    for entry, card in zip(case.library, case.others, strict=True):
        need = card.need
        if need is None or need not in unmet:
            continue
        if not is_brought(card, names):
            yield Problem(
                code=ProblemCode.UNPLAYABLE_CARD,
                message=Message(
                    "No card of the crypt %(need)s, which %(name)s needs.", need=_asked(need), name=card.unique_name
                ),
                line=case.first_line(entry),
                cards=(entry,),
                fix=_CHECK_THE_NAME,
            )


def _doubtful(case: Case) -> set[Need]:
    """Needs for which each minion must be looked at: most are of one discipline or clan that the crypt has."""
    clans = {card.clan for card in case.vampires}
    covered = BY_TEXT.union(*[card.any_level for card in case.vampires])
    return {
        need
        for need in {card.need for card in case.others}
        if need
        and (
            need.paths
            or need.disciplines_all
            or (need.clans and (need.disciplines or clans.isdisjoint(need.clans)))
            or (need.disciplines and covered.isdisjoint(need.disciplines))
        )
    }


def _unmet(minions: Sequence[CryptCard], needs: Collection[Need], skills: Collection[str]) -> set[Need]:
    """The needs that none of the minions meets."""
    return {need for need in needs if not any(can_play(minion, need, skills) for minion in minions)}


def _asked(need: Need) -> Message:
    """The need that the crypt does not meet."""
    parts = []
    if need.clans:
        parts.append(Message("is %(clans)s", clans=Listed(need.clans, between=OR)))
    if need.paths:
        parts.append(Message("follows the Path of %(paths)s", paths=Listed(need.paths, between=OR)))
    if need.disciplines:
        names = [DISCIPLINES.get(trigram, trigram) for trigram in need.disciplines]
        listed = Listed(names, AND) if need.disciplines_all else Listed(names, between=OR)
        parts.append(Message("has %(disciplines)s", disciplines=listed))
    return reduce(lambda first, second: Message("%(need)s and %(another)s", need=first, another=second), parts)
