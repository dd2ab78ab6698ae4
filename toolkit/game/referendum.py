"""Referendums: the votes there are and from which source, the count, and the course from terms to what follows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import override

from toolkit.game.cards import has_title, title_votes
from toolkit.game.damage import apply_effects
from toolkit.game.draft import Draft, Table, active_seats, clockwise
from toolkit.game.effects import Actor, effect, effects_refusal, effects_words, seat_target
from toolkit.game.events import Happening
from toolkit.game.hand import leave_hand, to_ash_heap
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.playing import referendum_of
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Action, Ballot, Effect, Gained, GameState, Referendum
from toolkit.game.vocabulary import EffectKind, TitleKind, WindowName, Zone
from toolkit.game.windows import COULD_ACT, impulse_refusal, open_window, resume, used, when_closed, window_name
from toolkit.game.words import Names, in_a_row
from toolkit.languages import N_, Count, Message

# Votes: who has them and from which source, and the count with the prisci block


CALLING_CARD = "calling_card"
POLITICAL_CARD = "political_card"
EDGE = "edge"
BONUS = "bonus"
BLOCK_VOTES = 3
BONUS_VOTES = 2


@dataclass(frozen=True, slots=True)
class Tally:
    """Votes for and against, and how the prisci block voted: +3, -3 or 0 (in both figures already)."""

    votes_for: int
    votes_against: int
    block: int


def tally(referendum: Referendum) -> Tally:
    """The current count.

    Rule: REF-08 to REF-10, REF-29 to REF-32, GAP-20.
    """
    votes_for = sum(ballot.votes for ballot in referendum.cast if ballot.is_for)
    votes_against = sum(ballot.votes for ballot in referendum.cast if not ballot.is_for)
    lead = sum(ballot.votes if ballot.is_for else -ballot.votes for ballot in referendum.ballots)
    block = BLOCK_VOTES if lead > 0 else -BLOCK_VOTES if lead < 0 else 0
    return Tally(votes_for + max(0, block), votes_against + max(0, -block), block)


def sources(table: Table, referendum: Referendum, seat: str) -> dict[str, int]:
    """The votes that a Methuselah may cast, by source, cast or not.

    Rule: REF-06, REF-15, REF-19 to REF-28, REF-33, PM-ADV-27, CARD-42.
    """
    by_source: dict[str, int] = {}
    for card in table.cards.values():
        if card.title is not None and card.controller == seat and (votes := title_votes(card)):
            by_source[card.id] = votes
    if referendum.calling_card and referendum.seat == seat:
        by_source[CALLING_CARD] = 1
    if referendum.bonus_seat == seat and referendum.seat == seat:
        by_source[BONUS] = BONUS_VOTES
    for gained in _gained(table, referendum, seat):
        if gained.votes:
            by_source[gained.source] = by_source.get(gained.source, 0) + gained.votes
    return by_source


def _gained(table: Table, referendum: Referendum, seat: str) -> Iterator[Gained]:
    """Votes and ballots that a Methuselah has gained; a minion's are cast only while it is ready and hers.

    Rule: REF-19, REF-33.
    """
    for gained in referendum.gained:
        minion = table.cards.get(gained.minion)
        if gained.seat == seat and (minion is None or (minion.is_ready_minion and minion.controller == seat)):
            yield gained


def ballot_sources(table: Table, referendum: Referendum, seat: str) -> dict[str, int]:
    """The ballots that a Methuselah may cast in the prisci block, by source.

    Rule: REF-24, REF-30, REF-31, REF-33.
    """
    by_source = {
        card.id: 1
        for card in table.cards.values()
        if card.title is not None
        and card.title.kind is TitleKind.PRISCUS
        and card.controller == seat
        and card.zone is Zone.READY
        and has_title(card)
    }
    for gained in _gained(table, referendum, seat):
        if gained.ballots:
            by_source[gained.source] = by_source.get(gained.source, 0) + gained.ballots
    return by_source


def left_to_cast(table: Table, referendum: Referendum, seat: str, *, ballots: bool = False) -> dict[str, int]:
    """The votes, or the ballots, that a Methuselah has and has not cast, by source.

    Rule: REF-13, GAP-19.
    """
    by_source = (ballot_sources if ballots else sources)(table, referendum, seat)
    left = {}
    for source, number in by_source.items():
        done = _cast(table, referendum.ballots if ballots else referendum.cast, seat, source)
        if (more := number - sum(ballot.votes for ballot in done)) > 0:
            left[source] = more
    return left


def _cast(table: Table, ballots: tuple[Ballot, ...], seat: str, source: str) -> list[Ballot]:
    """The votes of one source; a card's stay cast, even if its controller changes."""
    return [item for item in ballots if item.source == source and (item.seat == seat or source in table.cards)]


def _could_vote(table: Table) -> list[str]:
    """Who has votes or ballots left."""
    referendum = referendum_of(table)
    if referendum is None:
        return []
    return [
        seat
        for seat in active_seats(table)
        if left_to_cast(table, referendum, seat) or left_to_cast(table, referendum, seat, ballots=True)
    ]


COULD_ACT[WindowName.POLLING] = _could_vote


def votes_available(table: Table, seat: str) -> dict[str, int]:
    """The votes that a Methuselah has and has not cast in the referendum going on."""
    referendum = referendum_of(table)
    return left_to_cast(table, referendum, seat) if referendum else {}


def votes_by(referendum: Referendum, name: str) -> int:
    """Votes cast by a Methuselah, or by a minion: a vampire's count as both.

    Rule: REF-35.
    """
    return sum(ballot.votes for ballot in referendum.cast if name in (ballot.seat, ballot.source, ballot.minion))


def source_words(source: str, names: Names) -> str:
    """Where votes come from: a titled vampire, the calling card, the Edge."""
    if source in _SOURCES:
        return _SOURCES[source]
    return Message("a card's effect") if source.startswith("effect:") else names.card(source)


_SOURCES = {
    CALLING_CARD: Message("the card that called it"),
    POLITICAL_CARD: Message("a political action card burned"),
    EDGE: Message("the Edge burned"),
    BONUS: Message("the bonus of Diplomacy"),
}


# The course of a referendum


def call_referendum(
    draft: Draft,
    seat: str,
    minion: str,
    *,
    of_action: bool = False,
    calling_card: bool = False,
    bonus_seat: str = "",
    is_cardless: bool = False,
) -> None:
    """A political action succeeded, or an effect says so: the terms are set now.

    Rule: ACT-21, REF-01, REF-02.
    """
    draft.note(Happening.REFERENDUM_CALLED, seat, minion)
    draft.push(
        Referendum(
            seat=seat,
            minion=minion,
            of_action=of_action,
            calling_card=calling_card,
            bonus_seat=bonus_seat,
            is_cardless=is_cardless,
        )
    )
    open_window(draft, WindowName.TERMS, (seat,))


def call_blood_hunt(draft: Draft, seat: str, diablerist: str) -> None:
    """A blood hunt on a diablerist: its terms are known.

    Rule: DIAB-10, DIAB-11.
    """
    draft.note(Happening.REFERENDUM_CALLED, seat, diablerist, detail="blood hunt")
    terms = (Effect(EffectKind.BURN, diablerist),)
    draft.push(Referendum(seat=seat, minion="", is_blood_hunt=True, target=diablerist, terms=terms))
    _open_votes(draft)


def _open_votes(draft: Draft) -> None:
    draft.top(step="before_votes")
    open_window(draft, WindowName.BEFORE_VOTES, clockwise(draft, draft.step.seat))


@when_closed(WindowName.BEFORE_VOTES)
def _open_polling(draft: Draft) -> None:
    referendum = draft.frames[-1]
    assert isinstance(referendum, Referendum)
    if referendum.automatic:
        _decide(draft, passed=True)
        return
    draft.top(step="polling")
    open_window(draft, WindowName.POLLING, clockwise(draft, draft.step.seat))


@when_closed(WindowName.POLLING)
def _close_polling(draft: Draft) -> None:
    """Close the polls: the referendum passes with more votes for than against.

    Rule: REF-05, REF-09, REF-10, REF-13.
    """
    referendum = draft.frames[-1]
    assert isinstance(referendum, Referendum)
    count = tally(referendum)
    _decide(draft, passed=count.votes_for > count.votes_against)


def _decide(draft: Draft, *, passed: bool) -> None:
    """Record the result, and apply the terms if the referendum passed.

    Rule: REF-11, DIAB-12.
    """
    referendum = draft.frames[-1]
    assert isinstance(referendum, Referendum)
    draft.top(passed=passed, step="after")
    draft.note(Happening.REFERENDUM_PASSED if passed else Happening.REFERENDUM_FAILED, referendum.seat)
    if passed:
        actor = Actor(seat=referendum.seat, minion=referendum.minion, card="referendum")
        apply_effects(draft, actor, referendum.terms or ())
    if draft.frames and isinstance(draft.frames[-1], Referendum):
        open_window(draft, WindowName.AFTER_REFERENDUM, clockwise(draft, draft.step.seat))


@when_closed(WindowName.AFTER_REFERENDUM)
def _close_referendum(draft: Draft) -> None:
    referendum = draft.pop()
    assert isinstance(referendum, Referendum)
    action = draft.frames[-1] if draft.frames else None
    if referendum.of_action and isinstance(action, Action):
        draft.top(passed=bool(referendum.passed))
    resume(draft)


# Terms


@operation
class SetTerms(Operation):
    """Set the terms of the referendum, i.e. its effects if it passes."""

    seat: str
    effects: tuple[Effect, ...] = ()
    text: str = ""

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := at_table(table, self.seat):
            return refused
        referendum = referendum_of(table)
        if referendum is None or window_name(table) is not WindowName.TERMS:
            return Refusal(Code.WINDOW, "The terms are set once the action has gone through.", "REF-01")
        if referendum.seat != self.seat:
            return Refusal(Code.ACTOR, "%(seat)s sets the terms.", "REF-02", seat=referendum.seat)
        if referendum.is_cardless and (refused := _cardless_refusal(self.effects)):
            return refused
        actor = Actor(seat=self.seat, minion=referendum.minion)
        return effects_refusal(table, actor, self.effects)

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.top(terms=self.effects, window=None)
        _open_votes(draft)

    @override
    def told(self, names: Names) -> str:
        terms = [term for term in (effects_words(self.effects, names), self.text) if term]
        return Message("sets the terms: %(terms)s", terms=in_a_row(terms) or Message("nothing"))


def _cardless_refusal(effects: tuple[Effect, ...]) -> Refusal | None:
    """The cardless referendum makes one or more Methuselahs burn one pool each.

    Rule: PM-INTRO-47.
    """
    chosen = [item.target for item in effects]
    plain = all(item.kind is EffectKind.BURN_POOL and item.amount == 1 for item in effects)
    if not effects or not plain or len(set(chosen)) != len(chosen):
        return Refusal(Code.TERMS, "Choose one or more Methuselahs. They burn one pool each.", "PM-INTRO-47")
    return None


# Votes


def _polling_refusal(table: Table, seat: str) -> Refusal | None:
    if refused := at_table(table, seat):
        return refused
    referendum = referendum_of(table)
    if referendum is not None and window_name(table) is WindowName.TERMS:
        return Refusal(Code.WINDOW, "The terms come first.", "REF-02")
    if referendum is None or window_name(table) not in (WindowName.POLLING, WindowName.BEFORE_VOTES):
        return Refusal(Code.WINDOW, "There is no polling.", "REF-07")
    return None


def _enter_polling(draft: Draft) -> None:
    """The first vote ends the step before it.

    Rule: REF-04.
    """
    if window_name(draft) is WindowName.BEFORE_VOTES:
        draft.top(step="polling", window=None)
        open_window(draft, WindowName.POLLING, clockwise(draft, draft.step.seat))


@dataclass(frozen=True, slots=True, kw_only=True)
class Casting(Operation):
    """Cast all that one source has and has not cast yet, on one side for good.

    Attributes:
        source: a minion, the name under which votes were gained, calling_card, political_card or edge.
        side: for or against.
    """

    seat: str
    source: str
    side: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := _polling_refusal(table, self.seat):
            return refused
        referendum = referendum_of(table)
        assert referendum is not None
        alike = Refusal(Code.VOTES, "Votes are cast for or against, and all of one source alike.", "GAP-19")
        if self.side not in ("for", "against"):
            is_ballot = self._are_ballots()
            return Refusal(Code.VOTES, "A ballot is cast for or against.", "GAP-19") if is_ballot else alike
        if self.source in left_to_cast(table, referendum, self.seat, ballots=self._are_ballots()):
            minion = self._minion(table, referendum)
            both = (*referendum.cast, *referendum.ballots)
            same = [item for item in both if minion and item.minion == minion]
            sides = {item.is_for for item in (*same, *_cast(table, both, self.seat, self.source))}
            if sides - {self.side == "for"}:
                return alike
            return impulse_refusal(table, self.seat)
        done = referendum.ballots if self._are_ballots() else referendum.cast
        nothing: Refusal = self._nothing_left(table, is_cast=bool(_cast(table, done, self.seat, self.source)))
        return nothing

    @override
    def carry_out(self, draft: Draft) -> None:
        _enter_polling(draft)
        referendum = draft.frames[-1]
        assert isinstance(referendum, Referendum)
        is_ballot = self._are_ballots()
        ballot = Ballot(
            seat=self.seat,
            source=self.source,
            votes=left_to_cast(draft, referendum, self.seat, ballots=is_ballot)[self.source],
            is_for=self.side == "for",
            minion=self._minion(draft, referendum),
        )
        if is_ballot:
            draft.top(ballots=(*referendum.ballots, ballot))
        else:
            draft.top(cast=(*referendum.cast, ballot))
        detail = f"ballot {self.side}" if is_ballot else self.side
        draft.note(Happening.VOTES_CAST, self.seat, self.source, ballot.votes, detail)
        used(draft)

    def _are_ballots(self) -> bool:
        return isinstance(self, CastBallot)

    def _minion(self, table: Table, referendum: Referendum) -> str:
        """Whose votes they are: all of one minion's go the same way."""
        if self.source in table.cards:
            return self.source
        gained = (item for item in referendum.gained if (item.seat, item.source) == (self.seat, self.source))
        return next((item.minion for item in gained), "")

    @abstractmethod
    def _nothing_left(self, table: Table, *, is_cast: bool) -> Refusal:
        """Why the source gives nothing to cast (any more)."""


@operation
class CastVotes(Casting):
    """Cast all the votes of one source for or against; those that it gains later follow them."""

    @override
    def _nothing_left(self, table: Table, *, is_cast: bool) -> Refusal:
        if is_cast:
            return Refusal(Code.VOTES, "The votes of %(source)s have been cast.", "GAP-19", source=self.source)
        card = table.cards.get(self.source)
        row = "REF-06"
        if card is not None and card.title is not None:
            row = "REF-27" if not has_title(card) else "REF-19" if card.zone is not Zone.READY else "REF-06"
        return Refusal(Code.VOTES, "%(seat)s has no votes from %(source)s.", row, seat=self.seat, source=self.source)

    @override
    def told(self, names: Names) -> str:
        source = source_words(self.source, names)
        if self.side == "for":
            return Message("votes for (%(source)s)", source=source)
        return Message("votes against (%(source)s)", source=source)


@operation
class CastBallot(Casting):
    """Cast the ballot of a priscus in the prisci block."""

    @override
    def _nothing_left(self, table: Table, *, is_cast: bool) -> Refusal:
        if is_cast:
            return Refusal(Code.VOTES, "The ballot of %(source)s has been cast.", "GAP-19", source=self.source)
        return Refusal(Code.VOTES, "%(source)s has no ballot in the prisci block.", "REF-30", source=self.source)

    @override
    def told(self, names: Names) -> str:
        source = source_words(self.source, names)
        if self.side == "for":
            return Message("casts a ballot for (%(source)s)", source=source)
        return Message("casts a ballot against (%(source)s)", source=source)


@operation
class BurnForVote(Operation):
    """Burn a political action card from hand, or the Edge, for one vote.

    Attributes:
        what: political_card or edge.
    """

    seat: str
    what: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := _polling_refusal(table, self.seat):
            return refused
        referendum = referendum_of(table)
        assert referendum is not None
        if self.what == EDGE:
            if table.edge != self.seat:
                return Refusal(Code.COST, "%(seat)s does not have the Edge.", "SEQ-47", seat=self.seat)
            return impulse_refusal(table, self.seat)
        if self.what != POLITICAL_CARD:
            return Refusal(Code.TERMS, "A political action card or the Edge is burned for a vote.", "REF-14")
        if referendum.calling_card and referendum.seat == self.seat:
            return Refusal(Code.LIMIT, "The calling card gives that vote.", "REF-16")
        if any((item.seat, item.source) == (self.seat, POLITICAL_CARD) for item in referendum.gained):
            return Refusal(Code.LIMIT, "One political action card gives a vote.", "REF-18")
        if table.seats[self.seat].counted and not table.seats[self.seat].hand:
            return Refusal(Code.COST, "%(seat)s has no card in hand.", "REF-14", seat=self.seat)
        return impulse_refusal(table, self.seat)

    @override
    def carry_out(self, draft: Draft) -> None:
        """Rule: REF-17."""
        _enter_polling(draft)
        if self.what == EDGE:
            draft.give_edge("")
        else:
            leave_hand(draft, self.seat)
            to_ash_heap(draft, self.seat, POLITICAL_CARD)
        _gain(draft, Gained(seat=self.seat, source=self.what, votes=1))
        used(draft)

    @override
    def told(self, names: Names) -> str:
        if self.what == "edge":
            return Message("burns the Edge for a vote")
        return Message("burns a political action card for a vote")


def _gain(draft: Draft, gained: Gained) -> None:
    referendum = referendum_of(draft)
    assert referendum is not None
    draft.frame_of(Referendum, gained=(*referendum.gained, gained))


# Effects of cards


POLL = frozenset({WindowName.BEFORE_VOTES, WindowName.POLLING})


def _votes_words(item: Effect, target: str, names: Names) -> str:
    if item.kind is EffectKind.BALLOTS:
        return Count(item.amount, "%(name)s gains %(num)d ballot", "%(name)s gains %(num)d ballots", name=target)
    return Count(item.amount, "%(name)s gains %(num)d vote", "%(name)s gains %(num)d votes", name=target)


@effect(
    EffectKind.VOTES,
    EffectKind.BALLOTS,
    check=seat_target,
    windows=POLL,
    called={EffectKind.VOTES: Message("Gain votes"), EffectKind.BALLOTS: Message("Gain ballots of the prisci")},
    told=_votes_words,
    details=None,
)
def _votes(draft: Draft, actor: Actor, item: Effect) -> None:
    """`detail` names the source under which they are cast; the minion's that it names, or that gains them for its own.

    Rule: REF-33, REF-35.
    """
    referendum = referendum_of(draft)
    if referendum is None:
        return
    named = draft.cards.get(item.detail)
    card = named or draft.cards.get(actor.minion)
    own = card is not None and card.is_minion and (card is named or card.controller == item.target)
    votes, ballots = (item.amount, 0) if item.kind is EffectKind.VOTES else (0, item.amount)
    gained = Gained(
        seat=item.target,
        source=item.detail or f"effect:{len(referendum.gained)}",
        votes=votes,
        ballots=ballots,
        minion=card.id if card is not None and own else "",
    )
    _gain(draft, gained)


def _no_referendum(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    if referendum_of(table) is not None:
        return Refusal(Code.WINDOW, "A referendum is going on.", "REF-01")
    return None


@effect(EffectKind.REFERENDUM, check=_no_referendum, called=Message("Call a referendum"), told=N_("calls a referendum"))
def _referendum(draft: Draft, actor: Actor, item: Effect) -> None:
    """Call a referendum without an action: the Methuselah who uses the effect sets the terms.

    Rule: REF-01.
    """
    call_referendum(draft, actor.seat, actor.minion)


@effect(
    EffectKind.AUTO_PASS,
    windows=frozenset({WindowName.BEFORE_VOTES}),
    called=Message("The referendum passes"),
    told=N_("the referendum passes automatically"),
)
def _auto_pass(draft: Draft, actor: Actor, item: Effect) -> None:
    """The referendum passes without votes.

    Rule: REF-03.
    """
    draft.frame_of(Referendum, automatic=True)


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Terms, votes, ballots, cards and the Edge burned for a vote."""
    referendum = referendum_of(state)
    if referendum is None:
        return
    if window_name(state) is WindowName.TERMS and referendum.seat == seat:
        for target in active_seats(state):
            yield SetTerms(seat=seat, effects=(Effect(EffectKind.BURN_POOL, target, 1),))
        yield SetTerms(seat=seat, text="nothing")
    if window_name(state) in POLL:
        for source in votes_available(state, seat):
            yield CastVotes(seat=seat, source=source, side="for")
            yield CastVotes(seat=seat, source=source, side="against")
        for source in left_to_cast(state, referendum, seat, ballots=True):
            yield CastBallot(seat=seat, source=source, side="for")
            yield CastBallot(seat=seat, source=source, side="against")
        yield BurnForVote(seat=seat, what=POLITICAL_CARD)
        if state.edge == seat:
            yield BurnForVote(seat=seat, what=EDGE)
