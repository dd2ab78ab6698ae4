"""How a contest is resolved, of a unique card or of a title: who pays, who yields, and who has it in the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from toolkit.game.contests import PayContest, YieldContest, claims_of, undecided
from toolkit.game.events import Event, Happening
from toolkit.game.options import RulesOptions
from toolkit.game.phases import EndPhase
from toolkit.game.playing import PlayCard
from toolkit.game.refusals import Code
from toolkit.game.vocabulary import CardKind, CardType, Stage
from toolkit.game.walkthroughs.steps import SEATS, Scene, Told, Walk, WalkStep

CARD = "L"
TITLE = "prince/city"
# After so many turns of everybody it is enough to say that the contest goes on.
MOST_ROUNDS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimant:
    """One side of a contest.

    Attributes:
        counters: the Methuselah's pool, or the vampire's blood.
        pays: in how many of its unlock phases it pays before it yields.
        is_torpid: title only, the vampire is in torpor.
    """

    counters: int = 10
    pays: int = 1
    is_torpid: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestSituation:
    """A contest between the first seats of a table of five, in order."""

    claimants: tuple[Claimant, ...]
    is_title: bool = False


def resolve_contest(situation: ContestSituation) -> Walk:
    """A contest from the claims that begin it to the one that is left.

    Rule: CONTEST-03 to CONTEST-11, CONTEST-17 to CONTEST-27, TURN-UNLOCK-04, TURN-UNLOCK-07 to TURN-UNLOCK-12.
    """
    dispute = _Dispute(situation)
    if situation.is_title:
        dispute.claim_title()
    else:
        dispute.play_cards()
    for turn in range(1, MOST_ROUNDS * len(SEATS)):
        if dispute.is_over:
            break
        dispute.unlock(turn)
    return dispute.scene.walk(dispute.outcome or WalkStep(Told.STILL_CONTESTED))


class _Dispute:
    """The contest as it goes on."""

    def __init__(self, situation: ContestSituation) -> None:
        self.situation = situation
        self.outcome: WalkStep | None = None
        self.paid = dict.fromkeys(SEATS, 0)
        self.seats = SEATS[:5]
        self.scene = Scene(self.seats, RulesOptions(game_speed="table"))

    @property
    def claims(self) -> list[tuple[str, Claimant]]:
        return list(zip(self.seats, self.situation.claimants, strict=False))

    @property
    def is_over(self) -> bool:
        return self.outcome is not None or self.scene.state.stage is Stage.FINISHED

    # How it begins

    def play_cards(self) -> None:
        """Each plays a copy of the same unique card, for nothing."""
        for turn, (seat, claimant) in enumerate(self.claims, 1):
            self.scene.set(f"{seat}.pool={claimant.counters}", f"begin={seat}/{turn}", "phase=master")
            self.scene.do(
                PlayCard(
                    seat=seat,
                    type=CardType.MASTER,
                    card=CARD,
                    enters=f"{CARD}-{seat}",
                    kind=CardKind.LOCATION,
                    unique=True,
                )
            )
            if turn == 1:
                self.scene.tell(Told.CARD_PLAYED, "CONTEST-01", seat=seat)
            else:
                row = "CONTEST-03" if turn == 2 else "CONTEST-05"
                self.scene.tell(Told.CARD_CONTESTED, row, "CONTEST-04", seat=seat)

    def claim_title(self) -> None:
        """Each has a vampire that claims the same title."""
        for number, (seat, claimant) in enumerate(self.claims, 1):
            vampire = _vampire(seat)
            self.scene.set(f"{vampire}=vampire@{seat}.ready.11/{claimant.counters}", f"{vampire}.title={TITLE}")
            sentence, row = (Told.TITLE_CLAIMED, "CONTEST-16") if number == 1 else (Told.TITLE_CONTESTED, "CONTEST-17")
            self.scene.tell(sentence, row, "CONTEST-18", seat=seat, vampire=vampire)
        self.scene.set(*(f"{_vampire(seat)}.zone=torpor" for seat, claimant in self.claims if claimant.is_torpid))

    # A turn

    def unlock(self, turn: int) -> None:
        """One Methuselah's unlock phase: take back what was won, pay or yield."""
        seat = self.seats[(turn - 1) % len(self.seats)]
        if not self.scene.state.seats[seat].is_active:
            return
        events = self.scene.set(f"begin={seat}/{turn + len(self.claims)}").events
        self._tell_won(events)
        if self.outcome is None and undecided(self.scene.state, seat):
            self._decide(seat)
        elif self.outcome is None:
            self._leave(seat)

    def _decide(self, seat: str) -> None:
        contest = self.scene.state.contests[0]
        claimant = dict(self.claims)[seat]
        if self.paid[seat] < claimant.pays:
            events = self.scene.do(PayContest(seat=seat, contest=contest.id)).events
            self.paid[seat] += 1
            self._tell_paid(seat)
            self._tell_ousted(events)
            self._tell_won(events)
        else:
            self.scene.do(YieldContest(seat=seat, contest=contest.id))
            self._tell_yielded(seat)

    def _leave(self, seat: str) -> None:
        """The phase ends: a claim that cannot be paid for is yielded by itself."""
        claims = [
            claim for contest in self.scene.state.contests for claim in claims_of(self.scene.state, contest, seat)
        ]
        if not claims or len(self.scene.state.contests[0].claims) < 2:
            return
        refused = self.scene.why_not(PayContest(seat=seat, contest=self.scene.state.contests[0].id))
        assert refused is not None
        self.scene.do(EndPhase(seat=seat))
        sentence, rows = (
            (Told.MUST_YIELD_TORPOR, ("CONTEST-25", "TURN-UNLOCK-10"))
            if refused.code is Code.REGION
            else (Told.MUST_YIELD_BLOOD, ("CONTEST-24",))
        )
        self.scene.tell(sentence, *rows, seat=seat, vampire=_vampire(seat))

    # Words

    def _tell_paid(self, seat: str) -> None:
        state = self.scene.state
        if self.situation.is_title:
            left = state.cards[_vampire(seat)].counters
            self.scene.tell(Told.BLOOD_PAID, "CONTEST-21", seat=seat, vampire=_vampire(seat), left=left)
        else:
            self.scene.tell(Told.POOL_PAID, "CONTEST-07", seat=seat, left=state.seats[seat].pool)

    def _tell_yielded(self, seat: str) -> None:
        if self.situation.is_title:
            self.scene.tell(Told.TITLE_YIELDED, "CONTEST-23", "CONTEST-26", seat=seat, vampire=_vampire(seat))
        else:
            self.scene.tell(Told.CARD_YIELDED, "CONTEST-09", "CONTEST-10", seat=seat)

    def _tell_ousted(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.kind is Happening.METHUSELAH_OUSTED:
                self.scene.tell(Told.OUSTED, "GAP-01", "GAP-26", seat=event.seat, predator=event.detail)

    def _tell_won(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.kind is Happening.CONTEST_WON:
                sentence = Told.TITLE_WON if self.situation.is_title else Told.CARD_WON
                rows = ("CONTEST-27",) if self.situation.is_title else ("CONTEST-11",)
                figures: dict[str, int | str] = {
                    "seat": event.seat, "vampire": _vampire(event.seat), "paid": self.paid[event.seat],
                }  # fmt: skip
                self.outcome = WalkStep(sentence, figures, (*rows, "TURN-UNLOCK-04"))
                self.scene.steps.append(self.outcome)


def _vampire(seat: str) -> str:
    return f"V{seat}"
