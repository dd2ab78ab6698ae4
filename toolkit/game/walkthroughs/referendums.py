"""How a referendum is resolved: terms, votes by source, the prisci block, the outcome."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolkit.game.actions import Announce
from toolkit.game.events import Happening
from toolkit.game.options import RulesOptions
from toolkit.game.playing import UseEffect, referendum_of
from toolkit.game.referendum import (
    CALLING_CARD,
    EDGE,
    POLITICAL_CARD,
    BurnForVote,
    CastBallot,
    CastVotes,
    SetTerms,
    tally,
)
from toolkit.game.state import Effect
from toolkit.game.vocabulary import ActionKind, EffectKind, WindowName
from toolkit.game.walkthroughs.steps import SEATS, BadSituation, Fault, Scene, Told, Walk, WalkStep, speak

CALLER, RIVAL = "A", "B"
TABLE = RulesOptions()
# One vampire of each class of titles, by its votes; the rows that say so.
TITLES = {1: ("primogen/paris", "REF-20"), 2: ("prince/city-{}", "REF-21"), 3: ("justicar/clan-{}", "REF-22")}
INNER_CIRCLE = ("inner_circle/clan-{}", "REF-23")
SIDES = {CALLER: "for", RIVAL: "against"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SideVotes:
    """The votes cast on one side.

    Attributes:
        titles: how many titled vampires have one, two, three and four votes.
        prisci: ballots in the prisci block.
        cards: political action cards burned, each by another Methuselah.
        other: votes that other cards give.
        edge: the Edge is burned for this side.
    """

    titles: tuple[int, int, int, int] = (0, 0, 0, 0)
    prisci: int = 0
    cards: int = 0
    other: int = 0
    edge: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferendumSituation:
    """A referendum that A calls, at a table of so many players; with a political action card or by a card in play."""

    players: int = 5
    with_card: bool = True
    votes_for: SideVotes = SideVotes()
    votes_against: SideVotes = SideVotes()


def resolve_referendum(situation: ReferendumSituation) -> Walk:
    """A referendum from the action that calls it to its outcome.

    Rule: REF-01 to REF-32, GAP-19, GAP-20.

    Raises:
        BadSituation: more political action cards are burned than there are Methuselahs who may.
    """
    sides = {CALLER: situation.votes_for, RIVAL: situation.votes_against}
    changes = ["X=vampire@A.ready.5/5", *(c for seat, side in sides.items() for c in _voters(seat, side))]
    holder = CALLER if situation.votes_for.edge else RIVAL if situation.votes_against.edge else ""
    scene = Scene(SEATS[: situation.players], TABLE, [*changes, f"edge={holder}", "begin=A/9", "phase=minion"])
    _call(scene, with_card=situation.with_card)
    _cards(scene, situation)
    for seat, side in sides.items():
        _cast(scene, seat, side)
    for seat, side in sides.items():
        _cast_ballots(scene, seat, side.prisci)
    return _decide(scene)


def _voters(seat: str, side: SideVotes) -> Iterator[str]:
    """The titled vampires of a side, each with a city or clan of its own, so that nothing is contested."""
    for votes, count in enumerate(side.titles, 1):
        title = TITLES.get(votes, INNER_CIRCLE)[0]
        for number in range(count):
            name = f"{seat}{votes}-{number}"
            yield f"{name}=vampire@{seat}.ready.9/9"
            yield f"{name}.title={title.format(name)}"
    for number in range(side.prisci):
        yield f"{seat}P-{number}=vampire@{seat}.ready.9/9"
        yield f"{seat}P-{number}.title=priscus"


def _call(scene: Scene, *, with_card: bool) -> None:
    """The political action succeeds, and its terms are set."""
    card, source = ("Referendum", "") if with_card else ("", "X")
    scene.do(Announce(seat=CALLER, minion="X", action=ActionKind.POLITICAL, card=card, source=source))
    while scene.window != WindowName.TERMS:
        scene.close()
    sentence = Told.CALLED if with_card else Told.CALLED_WITHOUT_CARD
    scene.tell(sentence, "ACT-20", "REF-01", *(("REF-15",) if with_card else ()))
    scene.do(SetTerms(seat=CALLER, text="terms"))
    scene.tell(Told.TERMS, "REF-02", "REF-05")
    scene.close()


def _vote(scene: Scene, seat: str, source: str, side: str, row: str, kind: str) -> None:
    speak(scene, seat)
    scene.do(CastVotes(seat=seat, source=source, side=side))
    poll = referendum_of(scene.state)
    assert poll is not None
    count = tally(poll)
    sentence = Told.VOTES_FOR if side == "for" else Told.VOTES_AGAINST
    scene.tell(
        sentence,
        row,
        source=kind,
        votes=poll.cast[-1].votes,
        votes_for=count.votes_for,
        votes_against=count.votes_against,
    )


def _cards(scene: Scene, situation: ReferendumSituation) -> None:
    """The calling card's vote, and cards burned for one: each by a Methuselah who has not had such a vote."""
    if situation.with_card:
        _vote(scene, CALLER, CALLING_CARD, "for", "REF-15", CALLING_CARD)
    burners = [*SEATS[1 : situation.players], CALLER]
    wanted = [("for", "cards_for")] * situation.votes_for.cards
    wanted += [("against", "cards_against")] * situation.votes_against.cards
    for number, (side, field) in enumerate(wanted):
        seat = burners[min(number, len(burners) - 1)]
        speak(scene, seat)
        burning = BurnForVote(seat=seat, what=POLITICAL_CARD)
        if refused := scene.why_not(burning):
            raise BadSituation(field, Fault.TOO_MANY_CARDS, refused)
        scene.do(burning)
        _vote(scene, seat, POLITICAL_CARD, side, "REF-14", POLITICAL_CARD)


def _cast(scene: Scene, seat: str, side: SideVotes) -> None:
    where = SIDES[seat]
    for votes, count in enumerate(side.titles, 1):
        row = TITLES.get(votes, INNER_CIRCLE)[1]
        for number in range(count):
            _vote(scene, seat, f"{seat}{votes}-{number}", where, row, f"title-{votes}")
    if side.edge:
        speak(scene, seat)
        scene.do(BurnForVote(seat=seat, what=EDGE))
        _vote(scene, seat, EDGE, where, "REF-28", EDGE)
    if side.other:
        speak(scene, seat)
        scene.do(gain_votes(seat, side.other))
        _vote(scene, seat, "other", where, "REF-33", "other")


def _cast_ballots(scene: Scene, seat: str, prisci: int) -> None:
    where = SIDES[seat]
    for number in range(prisci):
        speak(scene, seat)
        scene.do(CastBallot(seat=seat, source=f"{seat}P-{number}", side=where))
        scene.tell(Told.BALLOT_FOR if where == "for" else Told.BALLOT_AGAINST, "REF-24", "REF-31")


def gain_votes(seat: str, votes: int) -> UseEffect:
    """Votes that a card gives."""
    return UseEffect(seat=seat, effects=(Effect(EffectKind.VOTES, seat, votes, "other"),), why="card")


def _decide(scene: Scene) -> Walk:
    poll = referendum_of(scene.state)
    assert poll is not None
    count = tally(poll)
    if poll.ballots:
        sentence = Told.BLOCK_ABSTAINS
        if count.block:
            sentence = Told.BLOCK_FOR if count.block > 0 else Told.BLOCK_AGAINST
        scene.tell(sentence, "REF-29", "REF-30", "GAP-20")
    figures: dict[str, int | str] = {"votes_for": count.votes_for, "votes_against": count.votes_against}
    scene.tell(Told.COUNT, "REF-08", **figures)
    return scene.walk(outcome_of(scene, figures))


def outcome_of(scene: Scene, figures: dict[str, int | str]) -> WalkStep:
    """Polling ends: whether it passes, as the engine decides."""
    kinds = {event.kind for event in scene.close().events}
    if Happening.REFERENDUM_PASSED in kinds:
        return WalkStep(Told.PASSES, figures, ("REF-09", "REF-11"))
    tied = figures["votes_for"] == figures["votes_against"]
    return WalkStep(Told.TIE if tied else Told.FAILS, figures, ("REF-10",))
