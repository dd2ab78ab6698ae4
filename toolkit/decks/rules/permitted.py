"""Which cards may be played at all: the ban list, the first day of new cards, and pools of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolkit.cards.model import Card
from toolkit.decks.model import Entry, Problem, ProblemCode
from toolkit.decks.rules.case import Case
from toolkit.languages import Listed, Message


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
    return Problem(
        code=code, message=message, rule=rule, line=case.first_line(entry), cards=(entry,), fix=case.repair(entry)
    )
