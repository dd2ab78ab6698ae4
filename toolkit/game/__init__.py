"""The rules-flow engine: every flow of the game, standard and phased motion.

A `GameState` is frozen; an `Operation` says why it is refused or what follows from it. `apply(state, operation)` is the
one door, `legal_operations(state, seat)` lists what would be accepted, `Game` keeps the record and undoes. The engine
knows flows, not cards: what a card does is declared by whoever plays it. Everything that a program needs is here;
docs/game.md lists it.
"""

from __future__ import annotations

from toolkit.game.actions import Announce
from toolkit.game.blocking import AttemptBlock, DeclineBlock, PassAhead
from toolkit.game.cards import GameCard, Title
from toolkit.game.contests import PayContest, YieldContest
from toolkit.game.diablerie import AcceptDiablerie, TakeDiscipline, TakeTrophy
from toolkit.game.draft import active_seats, predator_of, prey_of
from toolkit.game.ending import (
    AnnounceWithdrawal,
    CallTime,
    Concede,
    Disqualify,
    PlaceEdge,
    SeatPoints,
    points,
    verdict,
)
from toolkit.game.engine import (
    LegalOperations,
    Obligation,
    apply,
    is_legal,
    legal_operations,
    obligations,
    outcome,
    refusal,
    seats_to_act,
)
from toolkit.game.events import Event, Happening, Movement
from toolkit.game.hand import DiscardDown, ReplacePending
from toolkit.game.imbued import PlayConviction, Recover
from toolkit.game.influence import DrawCrypt, Emerge, Merge, RevealCard, TransferBack, TransferBlood
from toolkit.game.judge import Correct, Note
from toolkit.game.master import AwardTrophy, MarkRedList
from toolkit.game.new import DeckCounts, StartGame, draw_first, draw_seating, new_game, setup_steps, size_faults
from toolkit.game.notation import BadState, parse_state, render_state, state_from_json, state_to_json
from toolkit.game.operation import Operation, sentence
from toolkit.game.options import PROFILES, RulesOptions, options_for
from toolkit.game.phased import PHASE_CARDS, ChoosePhase, since_last_turn
from toolkit.game.phases import EndPhase
from toolkit.game.playing import PlayCard, UseEffect
from toolkit.game.record import (
    BadRecord,
    Game,
    GameRecord,
    RecordLine,
    Redo,
    RefusedLine,
    Undo,
    parse_operation,
    parse_record,
    render_operation,
    render_record,
)
from toolkit.game.referendum import BurnForVote, CastBallot, CastVotes, SetTerms, votes_by
from toolkit.game.refusals import Code, IllegalOperation, Refusal
from toolkit.game.state import Effect, GameState, Methuselah
from toolkit.game.strikes import ChooseStrike, CombatDraw
from toolkit.game.summary import Bleed, Departed, GameSummary, summarized
from toolkit.game.timeline import Moment, RecordedDeparture, Timeline, TooLong, line_of, timeline
from toolkit.game.turns import DiscardAction, EndTurn, ReachPhase, Recurse
from toolkit.game.unlock import BurnOption, ClaimEdgePool, RegisterEffect, UnlockInfernal
from toolkit.game.view import names_of, view_for
from toolkit.game.vocabulary import (
    ActionKind,
    ActionState,
    CardFlag,
    CardKind,
    CardType,
    Delay,
    EffectKind,
    Phase,
    PhaseCard,
    SeatStatus,
    Stage,
    StrikeKind,
    Timing,
    TitleKind,
    TitleState,
    WindowName,
    Zone,
)
from toolkit.game.windows import NoPlays, PassImpulse, SpeakUp

__all__ = [
    "PHASE_CARDS",
    "PROFILES",
    "AcceptDiablerie",
    "ActionKind",
    "ActionState",
    "Announce",
    "AnnounceWithdrawal",
    "AttemptBlock",
    "AwardTrophy",
    "BadRecord",
    "BadState",
    "Bleed",
    "BurnForVote",
    "BurnOption",
    "CallTime",
    "CardFlag",
    "CardKind",
    "CardType",
    "CastBallot",
    "CastVotes",
    "ChoosePhase",
    "ChooseStrike",
    "ClaimEdgePool",
    "Code",
    "CombatDraw",
    "Concede",
    "Correct",
    "DeckCounts",
    "DeclineBlock",
    "Delay",
    "Departed",
    "DiscardAction",
    "DiscardDown",
    "Disqualify",
    "DrawCrypt",
    "Effect",
    "EffectKind",
    "Emerge",
    "EndPhase",
    "EndTurn",
    "Event",
    "Game",
    "GameCard",
    "GameRecord",
    "GameState",
    "GameSummary",
    "Happening",
    "IllegalOperation",
    "LegalOperations",
    "MarkRedList",
    "Merge",
    "Methuselah",
    "Moment",
    "Movement",
    "NoPlays",
    "Note",
    "Obligation",
    "Operation",
    "PassAhead",
    "PassImpulse",
    "PayContest",
    "Phase",
    "PhaseCard",
    "PlaceEdge",
    "PlayCard",
    "PlayConviction",
    "ReachPhase",
    "RecordLine",
    "RecordedDeparture",
    "Recover",
    "Recurse",
    "Redo",
    "Refusal",
    "RefusedLine",
    "RegisterEffect",
    "ReplacePending",
    "RevealCard",
    "RulesOptions",
    "SeatPoints",
    "SeatStatus",
    "SetTerms",
    "SpeakUp",
    "Stage",
    "StartGame",
    "StrikeKind",
    "TakeDiscipline",
    "TakeTrophy",
    "Timeline",
    "Timing",
    "Title",
    "TitleKind",
    "TitleState",
    "TooLong",
    "TransferBack",
    "TransferBlood",
    "Undo",
    "UnlockInfernal",
    "UseEffect",
    "WindowName",
    "YieldContest",
    "Zone",
    "active_seats",
    "apply",
    "draw_first",
    "draw_seating",
    "is_legal",
    "legal_operations",
    "line_of",
    "names_of",
    "new_game",
    "obligations",
    "options_for",
    "outcome",
    "parse_operation",
    "parse_record",
    "parse_state",
    "points",
    "predator_of",
    "prey_of",
    "refusal",
    "render_operation",
    "render_record",
    "render_state",
    "seats_to_act",
    "sentence",
    "setup_steps",
    "since_last_turn",
    "size_faults",
    "state_from_json",
    "state_to_json",
    "summarized",
    "timeline",
    "verdict",
    "view_for",
    "votes_by",
]
