"""The tournament: an append-only log of facts, folded into state, and the operations that add to it.

A door does three things: it asks an operation for facts, numbers them as entries of the log, and folds them in.

    from toolkit.tournament import Configuration, LogEntry, Tournament, fold, fact_to_dict, fact_from_dict
    from toolkit.tournament import event, players, decks, checkin, rounds, results, sanctions, final, clock, history

    tournament = Tournament()                                      # the empty log
    facts = event.create(Configuration(name="…"))                  # pure; refuses with a ToolkitError
    tournament = tournament.with_facts(facts, at=now, by="Ann")     # or entry by entry: with_entry(LogEntry(...))
    facts = players.add_player(tournament, "Bob", vekn="1000001")  # every operation reads the tournament as it is
    tournament = fold(entries)                                     # from a stored log; entries numbered from 1

- `tournament.number` is the version: the number of the last entry. `with_entry` raises `StaleTournament` when the next
  entry does not follow it. An operation may return no fact (nothing changes) or several (they belong together).
- `fact_to_dict` and `fact_from_dict` are the stored form; an entry is (number, at: aware UTC, by, fact).
- Operations live by concept: `event` (create, configure), `players`, `importing` (of `player_lists`: pasted, CSV,
  spreadsheets), `decks` (those of the finalists too), `checkin`, `rounds`, `seats` (the optimiser; previews of edits),
  `results`, `sanctions`, `final`, `clock`, `calls` (of judges), `announcements`, `history` (undo, redo), and `steps`
  where everything before it has to be settled (publish a round, finish). Each names its errors.
- Questions: `standings.standings`, `standings.winner`, `steps.blockers`, `clock.read_clock`, `log.describe`.
- What is said (refusals, blockers, the log) is a `Message`: English as a string, any language by `say`.
- Rounds are numbered from 1; where a round is named, `FINAL` (0) is the final. Tables and seats are numbered from 1,
  players by `Player.number`. Victory points are whole halves. A score belongs to its player, not to the chair.
- Randomness is a seed given to the operation, its result is in the fact; times are those of the entries.
"""

from toolkit.tournament.configuration import (
    Configuration,
    EventRuleSet,
    FinalDeck,
    ListsSeenBy,
    Room,
    StandingsSeenBy,
    TableName,
)
from toolkit.tournament.facts import FINAL, DeckVerdict, Fact, SanctionKind, fact_from_dict, fact_to_dict
from toolkit.tournament.log import LogEntry
from toolkit.tournament.state import Final, Player, PlayerStatus, Round, State, SubmittedDeck, TableResult
from toolkit.tournament.tournament import Tournament, fold

__all__ = [
    "FINAL",
    "Configuration",
    "DeckVerdict",
    "EventRuleSet",
    "Fact",
    "Final",
    "FinalDeck",
    "ListsSeenBy",
    "LogEntry",
    "Player",
    "PlayerStatus",
    "Room",
    "Round",
    "SanctionKind",
    "StandingsSeenBy",
    "State",
    "SubmittedDeck",
    "TableName",
    "TableResult",
    "Tournament",
    "fact_from_dict",
    "fact_to_dict",
    "fold",
]
