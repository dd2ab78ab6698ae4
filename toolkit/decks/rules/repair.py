"""The repair of a whole deck: the fewest changes that make it legal, step by step, and each fault's share of it.

In each part of the deck the greater of cards out and cards in is least: copies at fault go out, and are exchanged where
the part would become too small. To move a card into its part and to write a name right is free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from toolkit.cards.model import Card, CryptCard, Kind
from toolkit.cards.names import name_key
from toolkit.cards.near import own_part
from toolkit.decks.figures import SKILLS
from toolkit.decks.model import (
    Add,
    Deck,
    Entry,
    Move,
    OpenQuestion,
    Problem,
    ProblemCode,
    Reading,
    Rename,
    Replace,
    Severity,
    Step,
    TakeOut,
    Unresolved,
)
from toolkit.decks.rules.case import Case, copies, copies_of
from toolkit.decks.rules.steps import apply, gathered, sentence
from toolkit.languages import AND, N_, OR, Count, Listed, Message

type Judge = Callable[[Case], Iterable[Problem]]

# Where a card stands, or which others it stands beside: it is not at fault itself.
_BY_PLACE = (ProblemCode.WRONG_SECTION, ProblemCode.GROUPS)
_BY_VERSION = (ProblemCode.AMBIGUOUS_CARD, ProblemCode.WRONG_VERSION)


@dataclass(frozen=True, slots=True)
class Repair:
    """The changes that make a deck legal.

    Attributes:
        questions: the open lines that no step settles, since it would be a guess.
        choices: the groups that the crypt may keep, those that leave least to change first.
        versions: the cards that fit an open line equally well, by its number; not where one line has several names.
        spare: the cards of the registered pool that may still come into the deck; None without a pool.
    """

    steps: tuple[Step, ...]
    questions: tuple[OpenQuestion, ...]
    choices: tuple[_Groups, ...]
    versions: Mapping[int, tuple[Card, ...]]
    spare: Deck | None


@dataclass(frozen=True, slots=True)
class _Groups:
    """Groups that a crypt may keep together.

    Attributes:
        kept: one, two adjacent ones, or none where a crypt has cards of any group only.
        lost: the legal cards that are of other groups, with their copies.
        count: copies that are lost, on open lines too.
    """

    kept: tuple[int, ...]
    lost: tuple[Entry, ...]
    count: int

    def holds(self, card: Card) -> bool:
        """Whether a card of the crypt fits these groups."""
        return not isinstance(card, CryptCard) or card.group is None or card.group in self.kept


def repair_of(case: Case, problems: Sequence[Problem], judge: Judge) -> Repair:
    """The smallest repair of a deck that is not legal.

    Args:
        case: the deck as it is.
        problems: what is wrong with it.
        judge: what the rules say of the deck once its open lines are settled.
    """
    legal = _legal_versions(case, judge)
    choices = _group_choices(case, _at_fault(problems), legal)
    keeps = choices[0].holds if choices else None
    named = tuple(_renames(case, legal, choices))
    asked_lines = [
        (step, line)
        for (step, best), line in zip(named, case.reading.unresolved, strict=True)
        if _is_asked(step, best, line)
    ]
    renames = [step for step, _ in named if all(step is not one for one, _ in asked_lines)]
    if renames:
        read = case.reading
        case = Case(Reading(deck=apply(read.deck, renames)), case.rules, case.on, case.pool)
        problems = [*read.problems, *judge(case)]
    bad = _at_fault(problems)
    asked = Counter({kind: sum(step.count for step, _ in asked_lines if step.part is kind) for kind in Kind})
    steps: list[Step] = [*renames, *_moves(case.reading.deck)]
    rules = case.rules
    out = _out(case.crypt, bad, keeps)
    steps += _changes(Kind.CRYPT, out, case.crypt_count + asked[Kind.CRYPT], rules.crypt_min, None)
    out = _out(case.library, bad)
    steps += _changes(Kind.LIBRARY, out, case.library_count + asked[Kind.LIBRARY], rules.library_min, rules.library_max)
    often = Counter(step.line for step, _ in named)
    versions = {step.line: cards for step, cards in named if often[step.line] == 1}
    questions = tuple(_question(step, line) for step, line in asked_lines)
    return Repair(tuple(steps), questions, choices, versions, _spare(case, judge))


def _spare(case: Case, judge: Judge) -> Deck | None:
    """The cards of the pool that are not in the deck and may be played at all."""
    if case.pool is None:
        return None
    left = copies_of(case.pool.entries) - copies_of(case.entries)
    tried = Reading(deck=Deck(crypt=tuple(Entry(card, 1) for card in left)))
    bad = _at_fault(judge(Case(tried, case.rules, case.on)))
    entries = [Entry(card, count) for card, count in left.items() if card not in bad]
    return Deck(
        crypt=tuple(entry for entry in entries if entry.card.kind is Kind.CRYPT),
        library=tuple(entry for entry in entries if entry.card.kind is Kind.LIBRARY),
    )


def _at_fault(problems: Iterable[Problem]) -> dict[Card, int]:
    """Copies of each card that have to go, whatever else the deck holds: the most that any one kind of fault blames."""
    blamed: Counter[tuple[ProblemCode, Card]] = Counter()
    for problem in problems:
        if problem.severity is Severity.ERROR and problem.code not in _BY_PLACE:
            for card, count, _ in problem.cards:
                blamed[problem.code, card] += count
    most: dict[Card, int] = {}
    for (_, card), count in blamed.items():
        most[card] = max(count, most.get(card, 0))
    return most


def _out(
    entries: Iterable[Entry], bad: dict[Card, int], keeps: Callable[[Card], bool] | None = None
) -> list[tuple[Card, int]]:
    """Which copies go, in the order of the list: those at fault, and all of a card that is not kept."""
    if not bad and not keeps:
        return []
    held: dict[Card, int] = {}
    for card, count, _ in entries:
        held[card] = held.get(card, 0) + count
    out = [(card, count if keeps and not keeps(card) else min(count, bad.get(card, 0))) for card, count in held.items()]
    return [(card, count) for card, count in out if count]


def _changes(part: Kind, out: list[tuple[Card, int]], count: int, least: int, most: int | None) -> Iterator[Step]:
    """Exchange what goes while the part would be too small, take the rest out, then what is too much; fill it up."""
    left = count - sum(copies for _, copies in out)
    missing = max(0, least - left)
    removed: list[Step] = []
    for card, number in out:
        replaced = min(number, missing)
        missing -= replaced
        if replaced:
            yield Replace(replaced, card, None, part)
        if number > replaced:
            removed.append(TakeOut(number - replaced, card, part))
    yield from removed
    if most is not None and left > most:
        yield TakeOut(left - most, None, part)
    if missing:
        yield Add(missing, None, part)


def _moves(deck: Deck) -> Iterator[Move]:
    for part, entries in ((Kind.CRYPT, deck.crypt), (Kind.LIBRARY, deck.library)):
        yield from (Move(count, card, card.kind) for card, count, _ in entries if card.kind is not part)


def _group_choices(case: Case, bad: Mapping[Card, int], versions: Sequence[list[Card]]) -> tuple[_Groups, ...]:
    """The groups that the crypt may keep, by the loss of legal cards; none where groups do not count."""
    if not case.rules.groups:
        return ()
    legal = [entry._replace(count=entry.count - bad.get(entry.card, 0)) for entry in case.crypt]
    legal = [entry for entry in legal if entry.count > 0]
    lines = zip(case.reading.unresolved, versions, strict=True)
    open_lines = [(line.count, set(map(_group, members))) for line, members in lines if members]
    groups = sorted({_group(entry.card) for entry in legal}.union(*[members for _, members in open_lines]) - {0})
    kept: list[tuple[int, ...]] = [pair for pair in pairwise(groups) if pair[1] - pair[0] == 1]
    kept += [(group,) for group in groups if not any(group in pair for pair in kept)]
    choices = [_choice(kept_groups, legal, open_lines) for kept_groups in (kept or [()])]
    return tuple(sorted(choices, key=lambda choice: choice.count))


def _choice(kept: tuple[int, ...], legal: list[Entry], open_lines: list[tuple[int, set[int]]]) -> _Groups:
    fitting = {0, *kept}
    lost = tuple(entry for entry in legal if _group(entry.card) not in fitting)
    on_lines = sum(count for count, groups in open_lines if groups.isdisjoint(fitting))
    return _Groups(kept, lost, sum(entry.count for entry in lost) + on_lines)


def _group(card: Card) -> int:
    """The group of a crypt card; 0 for one of any group, and for a library card."""
    return card.group or 0 if isinstance(card, CryptCard) else 0


# Edits between what was written and a name of the other part that a repair may take it for.
_ONE_SLIP = 1


def _renames(
    case: Case, versions: Sequence[list[Card]], choices: Sequence[_Groups]
) -> Iterator[tuple[Rename, tuple[Card, ...]]]:
    """The name to write on each open line: the likeliest card, in a version that may stay; and all such versions."""
    equal = [choice for choice in choices if choice.count == choices[0].count]
    missing = case.rules.crypt_min - case.crypt_count
    for line, legal in zip(case.reading.unresolved, versions, strict=True):
        fitting = [card for card in legal if not equal or any(choice.holds(card) for choice in equal)]
        best = tuple(fitting or legal or _versions(line))
        staying = [card for card in best if not equal or equal[0].holds(card)]
        # Which card it is helps nobody as long as the line asks for no copy of it.
        card = next(iter(staying or best), None) if line.count else None
        # A line that names no card is counted to the part that lacks cards, as the rules about sizes do.
        part = line.section or (card.kind if card else Kind.CRYPT if missing > 0 else Kind.LIBRARY)
        if (card.kind if card else part) is Kind.CRYPT:
            missing -= line.count
        yield Rename(line.line, line.text, card, line.count, part), best


# A name of so many edits, or of one in fewer letters, may be another card's that is newer than the data.
_MOST_EDITS = 2
_LETTERS_PER_EDIT = 4


def _is_asked(step: Rename, best: Sequence[Card], line: Unresolved) -> bool:
    """Whether the card of an open line would be a guess.

    It is one where another card or version is as likely, in a family of names, and of a name that is spelled far off.
    """
    if step.to is None or len(best) > 1 or _is_of_family(step.to):
        return True
    if sum(one.card.name == step.to.name for one in line.candidates) > 1:
        return True
    edits = next(one.distance for one in line.candidates if one.card is step.to)
    rivals = [one for one in line.candidates if one.card.name != step.to.name and one.distance <= edits + 1]
    return bool(rivals) or edits > _MOST_EDITS or edits * _LETTERS_PER_EDIT > len(line.text)


def _is_of_family(card: Card) -> bool:
    """Whether the card's name is one of several alike: "Powerbase: Montreal", or a Discipline's."""
    key = name_key(card.name)
    return own_part(key) != key or card.name in SKILLS


def _question(step: Rename, line: Unresolved) -> OpenQuestion:
    """The question about an open line; the version that fits the crypt is offered first."""
    candidates = sorted(line.candidates, key=lambda one: one.card is not step.to)
    return OpenQuestion(line.line, line.text, tuple(candidates), line.count, step.part)


def _versions(line: Unresolved) -> list[Card]:
    """The likeliest card of an open line, with its namesakes; of the other part for a single slip of the pen only."""
    cards = [
        candidate.card
        for candidate in line.candidates
        if line.section in (None, candidate.card.kind) or candidate.distance <= _ONE_SLIP
    ]
    return [card for card in cards if card.name == cards[0].name]


def _legal_versions(case: Case, judge: Judge) -> list[list[Card]]:
    """The versions of each open line that may be played at all."""
    lines = [_versions(line) for line in case.reading.unresolved]
    every = dict.fromkeys(card for versions in lines for card in versions)
    tried = Reading(deck=Deck(crypt=tuple(Entry(card, 1) for card in every)))
    bad = _at_fault(judge(Case(tried, case.rules, case.on))) if every else {}
    return [[card for card in versions if card not in bad] for versions in lines]


def with_fixes(case: Case, problems: Iterable[Problem], repair: Repair) -> list[Problem]:
    """The problems, each with its share of the repair as its `fix`; a crypt of wrong groups with the cards to blame."""
    shares: dict[object, list[Step]] = {}
    for step in repair.steps:
        for key in _keys(step):
            shares.setdefault(key, []).append(step)
    return [
        problem if problem.severity is not Severity.ERROR else _with_fix(case, problem, repair, shares)
        for problem in problems
    ]


def _keys(step: Step) -> tuple[object, ...]:
    """The keys of problems that the step answers: a card that goes, a part that grows or shrinks."""
    match step:
        case Add():
            return ((Add, step.part),)
        case TakeOut():
            return (step.card, (TakeOut, step.part)) if step.card else ((TakeOut, step.part),)
        case Replace():
            return (step.card,)
        case Move():
            return (Move, step.card), (Move, step.to)
        case Rename():
            return ()


_SIZES = {
    ProblemCode.CRYPT_MIN: (Add, Kind.CRYPT),
    ProblemCode.CRYPT_MISSING: (Add, Kind.CRYPT),
    ProblemCode.LIBRARY_MIN: (Add, Kind.LIBRARY),
    ProblemCode.LIBRARY_MISSING: (Add, Kind.LIBRARY),
    ProblemCode.LIBRARY_MAX: (TakeOut, Kind.LIBRARY),
}


def _with_fix(case: Case, problem: Problem, repair: Repair, shares: Mapping[object, list[Step]]) -> Problem:
    code, cards = problem.code, problem.cards
    if code in _BY_VERSION:
        if len({one.card.name for one in problem.candidates}) > 1:
            return problem
        versions = repair.versions.get(problem.line or 0, ())
        if not versions:
            return problem
        names = [card.unique_name for card in versions]
        renames = [step for step in repair.steps if isinstance(step, Rename) and step.line == problem.line]
        # A name that is right already is spoilt by the columns behind it.
        is_right = bool(renames) and names == [renames[0].written]
        step = renames[0] if renames else None
        return _fixed(
            problem, [sentence(step) if step and is_right else Message("Write %(name)s.", name=Listed(names, OR))]
        )
    if code in _SIZES:
        what, part = _SIZES[code]
        # A part may be filled by what stands in the other one, once a name there is written right.
        return _fixed(problem, gathered(shares.get((what, part)) or shares.get((Move, part)) or ()))
    if code is ProblemCode.WRONG_SECTION:
        return _fixed(problem, gathered(step for entry in cards for step in shares.get((Move, entry.card), ())))
    if code is ProblemCode.GROUPS:
        keeps = repair.choices[0].holds
        cards = tuple(entry for entry in case.crypt if not keeps(entry.card))
        problem = replace(problem, cards=cards, line=case.first_line(cards[0]))
    sentences = gathered(step for entry in cards for step in shares.get(entry.card, ()))
    if code is ProblemCode.GROUPS:
        sentences = [*_kept(repair.choices), *sentences, *_other_groups(repair.choices)]
    return _fixed(problem, sentences)


def _fixed(problem: Problem, sentences: Sequence[Message]) -> Problem:
    """The problem with these sentences as its fix; with its own where the repair has none."""
    if not sentences:
        return problem
    return replace(problem, fix=sentences[0] if len(sentences) == 1 else Listed(sentences, between=" "))


def _kept(choices: Sequence[_Groups]) -> Iterator[Message]:
    if choices[0].kept:
        yield Message("Keep %(groups)s.", groups=_groups(choices[0].kept))


def _other_groups(choices: Sequence[_Groups]) -> Iterator[Message]:
    """The next best groups to keep, unless that costs much more: a way that guts the deck is no advice."""
    least = choices[0].count
    for other in choices[1:2]:
        if not other.lost or other.count > max(3, 2 * least):
            return
        text = (
            N_("Or keep %(groups)s: the crypt then loses as many, %(copies)s.")
            if other.count == least
            else N_("Or keep %(groups)s: the crypt then loses %(copies)s.")
        )
        yield Message(text, groups=_groups(other.kept), copies=copies(other.lost))


def _groups(groups: Sequence[int]) -> Count:
    return Count(len(groups), "group %(list)s", "groups %(list)s", list=Listed(groups, AND))
