"""The log as sentences: who did what, in words that a person reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from toolkit.scoring import render_victory_points
from toolkit.tournament import facts as f
from toolkit.tournament.facts import Fact, SanctionKind
from toolkit.tournament.folding import Entry
from toolkit.tournament.state import State, round_title
from toolkit.tournament.tournament import Tournament

SANCTIONS = {
    SanctionKind.CAUTION: "a caution",
    SanctionKind.WARNING: "a warning",
    SanctionKind.ADJUSTMENT: "a score adjustment",
    SanctionKind.DISQUALIFICATION: "a disqualification",
}


def describe(state: State, fact: Fact) -> str:
    """A sentence for a fact; names are those of `state`."""
    return _SENTENCES[type(fact)](_Names(state), fact)


def describe_log(tournament: Tournament) -> Iterator[tuple[Entry, str, bool]]:
    """Every entry with its sentence, and whether it counts (is not undone)."""
    names = _Names(tournament)
    for entry in tournament.log:
        if isinstance(entry.fact, f.PlayerAdded):
            names.known.setdefault(entry.fact.player, entry.fact.name)
        yield entry, _SENTENCES[type(entry.fact)](names, entry.fact), entry.number not in tournament.undone


class _Names:
    """Names of players, those who were removed or undone included."""

    def __init__(self, state: State) -> None:
        self.known = {number: player.name for number, player in state.players.items()}

    def __call__(self, number: int) -> str:
        return self.known.get(number, f"player {number}")

    def all(self, numbers: tuple[int, ...]) -> str:
        shown = ", ".join(map(self, numbers[:5]))
        return f"{shown} and {len(numbers) - 5} more" if len(numbers) > 5 else shown


def _in_round(number: int) -> str:
    return f"in {round_title(number)}"


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _where(fact: Any) -> str:
    return round_title(fact.round) if fact.table is None else f"table {fact.table} {_in_round(fact.round)}"


def _seats_text(names: _Names, fact: f.RoundDrafted) -> str:
    out = f", sitting out: {names.all(fact.sitting_out)}" if fact.sitting_out else ""
    seed = f", seed {fact.seed}" if fact.seed is not None else ""
    return f"Drafted {round_title(fact.round)}: {len(fact.tables)} tables{out}{seed}."


def _result_text(names: _Names, fact: f.ResultEntered) -> str:
    scores = ", ".join(f"{names(score.player)} {render_victory_points(score.victory_points)}" for score in fact.scores)
    author = f" by {names(fact.by_player)}" if fact.by_player is not None else ""
    override = f" (overridden: {', '.join(filter(None, (fact.reason, fact.card)))})" if fact.reason else ""
    told = f" [{', '.join(fact.events)}]" if fact.events else ""
    return f"Result of table {fact.table} {_in_round(fact.round)}{author}: {scores}{told}{override}."


def _sanction_text(names: _Names, fact: f.SanctionGiven) -> str:
    became = f", which makes it {SANCTIONS[fact.kind]}" if fact.kind is not fact.given else ""
    game = f", taken from {round_title(fact.applies_to)}" if fact.applies_to is not None else ""
    judge = f" by {fact.judge}" if fact.judge else ""
    return (
        f"{names(fact.player)} got {SANCTIONS[fact.given]}{judge} for {fact.rule}{became}{game}{_because(fact.note)}."
    )


def _call_text(names: _Names, fact: f.JudgeCalled) -> str:
    place = names(fact.player) if fact.player is not None else ""
    if fact.round is not None and fact.table is not None:
        place = f"table {fact.table} {_in_round(fact.round)}"
    return f"Judge call {fact.call} from {place}{_because(fact.reason)}."


def _deck_text(names: _Names, fact: f.DeckSubmitted) -> str:
    which = f" for {round_title(fact.deck_round)}" if fact.deck_round else ""
    verdict = "legal" if fact.verdict.is_legal else f"not legal: {'; '.join(fact.verdict.problems[:3])}"
    return f"Decklist of {names(fact.player)}{which}: {verdict}{_because(fact.reason)}."


def _undone_text(names: _Names, fact: f.EntriesUndone | f.EntriesRedone) -> str:
    word = "Undid" if isinstance(fact, f.EntriesUndone) else "Redid"
    entries = "entry" if len(fact.entries) == 1 else "entries"
    return f"{word} {entries} {', '.join(map(str, fact.entries))}{_because(fact.reason)}."


def _left_text(word: str) -> Callable[[_Names, Any], str]:
    def sentence(names: _Names, fact: f.PlayerDropped | f.PlayerDisqualified) -> str:
        during = f" during {round_title(fact.during)}" if fact.during is not None else ""
        return f"{names(fact.player)} {word}{during}{_because(fact.reason)}."

    return sentence


def _extension_text(names: _Names, fact: f.ClockExtended) -> str:
    word = "more" if fact.seconds > 0 else "less"
    minutes, seconds = divmod(abs(fact.seconds), 60)
    return f"{minutes}:{seconds:02} {word} for {_where(fact)}{_because(fact.reason)}."


def _toss_text(names: _Names, fact: f.TossMade) -> str:
    how = f"seed {fact.seed}" if fact.seed is not None else fact.how
    return f"Toss: {' before '.join(map(names, fact.players))}{_because(how)}."


def _final_deck_text(names: _Names, fact: f.FinalDeckDecided) -> str:
    tied = f", drawn from rounds {', '.join(map(str, fact.tied))}" if fact.tied else ""
    return f"{names(fact.player)} plays the deck of round {fact.deck_round} in the final{tied}."


def _config_text(names: _Names, fact: f.ConfigurationChanged) -> str:
    return "Changed " + ", ".join(f"{change.name} to {change.value}" for change in fact.changes) + "."


def _first_text(names: _Names, fact: f.FirstPlayerDrawn) -> str:
    return f"{names(fact.player)} plays first{_because(f'seed {fact.seed}' if fact.seed is not None else '')}."


def _known(fact: f.PlayerChanged) -> str:
    return ", ".join(filter(None, (f"{fact.name}{_because(fact.vekn)}", fact.city, fact.country)))


_SENTENCES: dict[type[Fact], Callable[[_Names, Any], str]] = {
    f.TournamentCreated: lambda names, fact: f"Created “{fact.configuration.name}”.",
    f.ConfigurationChanged: _config_text,
    f.TournamentFinished: lambda names, fact: "Finished the event.",
    f.TournamentReopened: lambda names, fact: f"Opened the event again{_because(fact.reason)}.",
    f.NoteAdded: lambda names, fact: f"Note: {fact.text}",
    f.PlayerAdded: lambda names, fact: f"Registered {fact.name}{_because(fact.vekn)}.",
    f.PlayerChanged: lambda names, fact: f"Corrected player {fact.player}: {_known(fact)}.",
    f.PlayerDropped: _left_text("dropped"),
    f.PlayerDisqualified: _left_text("was disqualified"),
    f.PlayerReturned: lambda names, fact: f"{names(fact.player)} is in again{_because(fact.reason)}.",
    f.PlayerRemoved: lambda names, fact: f"Removed the registration of {names(fact.player)}.",
    f.SeatFixed: lambda names, fact: (
        f"{names(fact.player)} always sits at table {fact.table}."
        if fact.table
        else f"{names(fact.player)} sits at any table."
    ),
    f.DeckSubmitted: _deck_text,
    f.CheckInOpened: lambda names, fact: f"Opened the check-in for {round_title(fact.round)}.",
    f.CheckInClosed: lambda names, fact: f"Closed the check-in for {round_title(fact.round)}.",
    f.PlayersCheckedIn: lambda names, fact: f"Checked in for {round_title(fact.round)}: {names.all(fact.players)}.",
    f.PlayersCheckedOut: lambda names, fact: f"Not here for {round_title(fact.round)}: {names.all(fact.players)}.",
    f.StructurePlanned: lambda names, fact: f"Planned {len(fact.rounds)} rounds, seed {fact.seed}.",
    f.RoundDrafted: _seats_text,
    f.RoundPublished: lambda names, fact: f"Published {round_title(fact.round)}.",
    f.SeatsChanged: lambda names, fact: f"Changed the seats of {round_title(fact.round)}{_because(fact.reason)}.",
    f.RoundCancelled: lambda names, fact: f"Cancelled {round_title(fact.round)}{_because(fact.reason)}.",
    f.ResultEntered: _result_text,
    f.ResultConfirmed: lambda names, fact: f"{names(fact.player)} confirmed the result of {_where(fact)}.",
    f.ResultLocked: lambda names, fact: f"Locked the result of {_where(fact)}.",
    f.ResultUnlocked: lambda names, fact: f"Unlocked the result of {_where(fact)}.",
    f.ResultCleared: lambda names, fact: f"Cleared the result of {_where(fact)}.",
    f.SanctionGiven: _sanction_text,
    f.SanctionLifted: lambda names, fact: f"Lifted sanction {fact.sanction}{_because(fact.reason)}.",
    f.JudgeCalled: _call_text,
    f.JudgeCallTaken: lambda names, fact: f"{fact.judge} takes call {fact.call}.",
    f.JudgeCallTakenBack: lambda names, fact: f"Call {fact.call} was taken back.",
    f.JudgeCallClosed: lambda names, fact: f"Call {fact.call} is closed{_because(fact.note)}.",
    f.AnnouncementMade: lambda names, fact: f"Announced: {fact.text}",
    f.AnnouncementWithdrawn: lambda names, fact: f"Withdrew announcement {fact.announcement}.",
    f.TossMade: _toss_text,
    f.FinalistUnavailable: lambda names, fact: f"{names(fact.player)} cannot play the final{_because(fact.reason)}.",
    f.FinalistAvailable: lambda names, fact: f"{names(fact.player)} can play the final.",
    f.FinalOpened: lambda names, fact: f"The final, by seed: {', '.join(map(names, fact.finalists))}.",
    f.FinalDeckDecided: _final_deck_text,
    f.CryptCardsShown: lambda names, fact: f"{names(fact.player)} showed {', '.join(fact.cards)}.",
    f.FinalistPlaced: lambda names, fact: f"{names(fact.player)} took place {fact.position + 1} of the row.",
    f.FirstPlayerDrawn: _first_text,
    f.FinalCancelled: lambda names, fact: f"Cancelled the final{_because(fact.reason)}.",
    f.ClockStarted: lambda names, fact: (
        f"Started the clock of {round_title(fact.round)}: {fact.seconds // 60} minutes."
    ),
    f.ClockPaused: lambda names, fact: f"Paused the clock of {_where(fact)}.",
    f.ClockResumed: lambda names, fact: f"The clock of {_where(fact)} runs again.",
    f.ClockExtended: _extension_text,
    f.ClockStopped: lambda names, fact: f"Stopped the clock of {round_title(fact.round)}.",
    f.EntriesUndone: _undone_text,
    f.EntriesRedone: _undone_text,
}
