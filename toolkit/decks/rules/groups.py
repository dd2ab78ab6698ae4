"""The groups of the crypt."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from toolkit.cards.model import CryptCard
from toolkit.decks.model import Entry, Problem, ProblemCode
from toolkit.decks.rules.case import Case, copies
from toolkit.languages import AND, N_, Count, Listed, Message


def crypt_groups(case: Case) -> Iterator[Problem]:
    """All crypt cards from one group or from two adjacent groups; a card of any group fits every crypt.

    Rule: Rulebook 1.2.1, SETUP-10; not in a limited event (SETUP-11).
    """
    if not case.rules.groups:
        return
    groups = sorted([group for group in {card.group for card in case.vampires} if group is not None])
    if len(groups) < 2 or groups[-1] - groups[0] == 1:
        return
    choices = _repairs(case.crypt, groups)
    blamed = choices[0]
    yield Problem(
        code=ProblemCode.GROUPS,
        message=Message(
            "The crypt has cards of groups %(list)s; one group or two adjacent ones are allowed.",
            list=Listed(groups, AND),
        ),
        rule=case.rules.groups_rule,
        line=case.first_line(blamed[0]),
        cards=tuple(blamed),
        fix=_fix(case, choices),
    )


def _repairs(crypt: tuple[Entry, ...], groups: list[int]) -> list[list[Entry]]:
    """The sets of cards whose loss leaves a legal crypt, the fewest copies first, none larger than another needs."""
    by_group: dict[int, list[Entry]] = {group: [] for group in groups}
    for entry in crypt:
        if isinstance(entry.card, CryptCard) and entry.card.group:
            by_group[entry.card.group].append(entry)
    kept = [{low, high} for low, high in pairwise(groups) if high - low == 1]
    kept += [{group} for group in groups if not any(group in pair for pair in kept)]
    losses = [[entry for group in groups if group not in keep for entry in by_group[group]] for keep in kept]
    return sorted(losses, key=_size)


def _fix(case: Case, choices: list[list[Entry]]) -> Message:
    least = _size(choices[0])
    replaced = case.crypt_count - least < case.rules.crypt_min <= case.crypt_count
    # Two ways at most, and the second only when it costs little more: a way that guts the deck is no advice.
    first, *others = [choice for choice in choices[:2] if _size(choice) <= max(3, 2 * least)]
    figures = {"groups": _groups(first), "copies": copies(first)}
    if not others:
        one = (
            N_("Replace the cards %(groups)s (%(copies)s).")
            if replaced
            else N_("Remove the cards %(groups)s (%(copies)s).")
        )
        return Message(one, **figures)
    figures |= {"others": _groups(others[0]), "more": copies(others[0])}
    if replaced:
        return Message("Replace the cards %(groups)s (%(copies)s), or the cards %(others)s (%(more)s).", **figures)
    return Message("Remove the cards %(groups)s (%(copies)s), or the cards %(others)s (%(more)s).", **figures)


def _groups(entries: list[Entry]) -> Count:
    groups = sorted({entry.card.group for entry in entries if isinstance(entry.card, CryptCard) and entry.card.group})
    return Count(len(groups), "of group %(list)s", "of groups %(list)s", list=Listed(groups, AND))


def _size(entries: list[Entry]) -> int:
    return sum(entry.count for entry in entries)
