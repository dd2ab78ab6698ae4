"""What can become known about a tournament: one frozen dataclass per fact, one module per concept.

A fact says what happened, never what follows from it: points, standings and finalists are computed from the
facts. Times and authors belong to the log's entry. The stored form names the fact and its version; it is read strictly.
"""

from __future__ import annotations

from toolkit.tournament.facts.announcements import AnnouncementMade, AnnouncementWithdrawn
from toolkit.tournament.facts.base import (
    FINAL,
    KINDS,
    Fact,
    fact_from_dict,
    fact_to_dict,
    stored,
)
from toolkit.tournament.facts.calls import JudgeCallClosed, JudgeCalled, JudgeCallTaken, JudgeCallTakenBack
from toolkit.tournament.facts.checkin import (
    CheckInClosed,
    CheckInOpened,
    PlayersCheckedIn,
    PlayersCheckedOut,
)
from toolkit.tournament.facts.clock import (
    ClockExtended,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    ClockStopped,
)
from toolkit.tournament.facts.event import (
    Change,
    ConfigurationChanged,
    NoteAdded,
    TournamentCreated,
    TournamentFinished,
    TournamentReopened,
)
from toolkit.tournament.facts.final import (
    CryptCardsShown,
    FinalCancelled,
    FinalDeckDecided,
    FinalistAvailable,
    FinalistPlaced,
    FinalistUnavailable,
    FinalOpened,
    FirstPlayerDrawn,
    TossMade,
)
from toolkit.tournament.facts.players import (
    DeckSubmitted,
    DeckVerdict,
    PlayerAdded,
    PlayerChanged,
    PlayerDisqualified,
    PlayerDropped,
    PlayerRemoved,
    PlayerReturned,
    SeatFixed,
)
from toolkit.tournament.facts.results import (
    ResultCleared,
    ResultConfirmed,
    ResultEntered,
    ResultLocked,
    ResultUnlocked,
    SeatScore,
)
from toolkit.tournament.facts.rounds import (
    PlannedRound,
    RoundCancelled,
    RoundDrafted,
    RoundPublished,
    Seats,
    SeatsChanged,
    StructurePlanned,
)
from toolkit.tournament.facts.sanctions import (
    SanctionGiven,
    SanctionKind,
    SanctionLifted,
)
from toolkit.tournament.facts.undo import (
    EntriesRedone,
    EntriesUndone,
)

__all__ = [
    "FINAL",
    "KINDS",
    "AnnouncementMade",
    "AnnouncementWithdrawn",
    "Change",
    "CheckInClosed",
    "CheckInOpened",
    "ClockExtended",
    "ClockPaused",
    "ClockResumed",
    "ClockStarted",
    "ClockStopped",
    "ConfigurationChanged",
    "CryptCardsShown",
    "DeckSubmitted",
    "DeckVerdict",
    "EntriesRedone",
    "EntriesUndone",
    "Fact",
    "FinalCancelled",
    "FinalDeckDecided",
    "FinalOpened",
    "FinalistAvailable",
    "FinalistPlaced",
    "FinalistUnavailable",
    "FirstPlayerDrawn",
    "JudgeCallClosed",
    "JudgeCallTaken",
    "JudgeCallTakenBack",
    "JudgeCalled",
    "NoteAdded",
    "PlannedRound",
    "PlayerAdded",
    "PlayerChanged",
    "PlayerDisqualified",
    "PlayerDropped",
    "PlayerRemoved",
    "PlayerReturned",
    "PlayersCheckedIn",
    "PlayersCheckedOut",
    "ResultCleared",
    "ResultConfirmed",
    "ResultEntered",
    "ResultLocked",
    "ResultUnlocked",
    "RoundCancelled",
    "RoundDrafted",
    "RoundPublished",
    "SanctionGiven",
    "SanctionKind",
    "SanctionLifted",
    "SeatFixed",
    "SeatScore",
    "Seats",
    "SeatsChanged",
    "StructurePlanned",
    "TossMade",
    "TournamentCreated",
    "TournamentFinished",
    "TournamentReopened",
    "fact_from_dict",
    "fact_to_dict",
    "stored",
]
