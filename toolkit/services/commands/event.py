"""Commands of an event itself: its notes and its end, players, sign-up, fees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from toolkit.languages import Message, Sayable
from toolkit.services import draws
from toolkit.services.commands.command import (
    PLAYER,
    REASON,
    WITH_REASON,
    Command,
    sends,
)
from toolkit.services.fields import (
    ChoiceField,
    FlagField,
    ListField,
    NumberField,
    RoundField,
    TextField,
)
from toolkit.services.forgetting import forget_player
from toolkit.services.roles import Action
from toolkit.services.unit_of_work import Change, UnitOfWork
from toolkit.tournament import (
    announcements,
    decks,
    event,
    fees,
    history,
    players,
    receivers,
    signup,
)
from toolkit.tournament.configuration import MOST_PLACES, MOST_TABLES, SignUpField
from toolkit.tournament.facts import FeeStatus, PaidBy
from toolkit.tournament.limited import late_and_leaving
from toolkit.tournament.tournament import Tournament


def _undo(work: UnitOfWork, *, entries: Sequence[int], reason: str) -> Change:
    if entries:
        return work.change(history.undo, entries, reason=reason)
    # The last one is the last that was seen, and not what one's own page has sent since.
    return replace(work, after=()).change(history.undo_last, reason=reason)


def _asks_before_undoing(tournament: Tournament, *, entries: Sequence[int], **_: object) -> Sayable | None:
    asked = history.asked_before_undoing(tournament, entries)
    return asked[1] if asked else None


def _asks_before_forgetting(tournament: Tournament, player: int, **_: object) -> Sayable | None:
    name = tournament.player(player).name
    return Message("This removes everything that identifies %(name)s from the log for good.", name=name)


def _redo(work: UnitOfWork, *, entries: Sequence[int], reason: str) -> Change:
    if entries:
        return work.change(history.redo, entries, reason=reason)
    return work.change(history.redo_last, reason=reason)


def _set_sign_up(work: UnitOfWork, **rules: Any) -> Change:
    return work.change(signup.set_sign_up, work.context.now(), **rules)


def _cancel_sign_up(work: UnitOfWork, number: int) -> Change:
    return work.change(signup.cancel, work.context.now(), number)


_KNOWN = TextField(otherwise=..., longest=None)
_ENTRIES = sends(
    "Entries", reason=REASON, entries=ListField(each=NumberField(is_required=True), otherwise=(), most=1000)
)
_NOTE = sends("Note", text=TextField(is_required=True))

EVENT: tuple[Command, ...] = (
    # The event.
    Command(
        name="finish",
        use_case=draws.finish,
        method="POST",
        path="/finish",
        words="Close the event: its standings are the result.",
        body=sends(
            "Finish",
            early=FlagField(to="is_early", words="End it although something is missing: whole rounds count."),
            reason=REASON,
        ),
        usage="finish --early --reason",
    ),
    Command(
        name="tick_report",
        operation=receivers.tick_report,
        method="POST",
        path="/report/ticks",
        words="A report of the finished event was sent or handed on, or was not after all.",
        body=sends(
            "ReportTick",
            to=ChoiceField(of=receivers.Output, is_required=True),
            is_out=FlagField(otherwise=True, words="It was not after all."),
        ),
        usage="tick TO --back=is_out",
    ),
    Command(
        name="report_early_end",
        operation=event.report_early_end,
        method="PUT",
        path="/early-end",
        action=Action.JUDGE,
        words="Write what the head judge reports to the VEKN of an early end.",
        body=sends(
            "EarlyEndPoints",
            nature=TextField(words="What happened."),
            decision=TextField(words="How it was decided to end the event."),
            safety=TextField(words="Who was in danger, and misconduct of others; empty for nothing."),
        ),
        usage="early-report --nature --decision --safety",
    ),
    Command(
        name="reopen",
        operation=event.reopen,
        method="POST",
        path="/reopen",
        words="Open a finished event again.",
        body=WITH_REASON,
        usage="reopen --reason",
    ),
    Command(
        name="throw_away",
        operation=event.throw_away,
        method="POST",
        path="/throw-away",
        words="Take a rehearsal out of every list; undoing it brings it back.",
        usage="throw-away",
    ),
    Command(
        name="add_note",
        operation=event.add_note,
        method="POST",
        path="/notes",
        action=Action.JUDGE,
        words="Write a remark into the log.",
        body=_NOTE,
        usage="note TEXT",
    ),
    Command(
        name="undo",
        use_case=_undo,
        method="POST",
        path="/undo",
        words="Undo the last change, or entries long past; nothing is erased.",
        body=_ENTRIES,
        usage="undo [ENTRY]...=entries --reason",
        asks=_asks_before_undoing,
        help="Undo the last change, or the ENTRIES of the log that are named; nothing is erased.",
    ),
    Command(
        name="redo",
        use_case=_redo,
        method="POST",
        path="/redo",
        words="Take the last undoing back, or let undone entries count again.",
        body=_ENTRIES,
        usage="redo [ENTRY]...=entries --reason",
        help="Take the last undoing back, or let the undone ENTRIES count again.",
    ),
    Command(
        name="announce",
        operation=announcements.announce,
        method="POST",
        path="/announcements",
        action=Action.JUDGE,
        words="Announce to everyone: the wall and every phone show it until it is withdrawn.",
        body=_NOTE,
    ),
    Command(
        name="withdraw_announcement",
        operation=announcements.withdraw,
        method="DELETE",
        path="/announcements/<announcement>",
        action=Action.JUDGE,
        words="Take an announcement down.",
    ),
    # Players.
    Command(
        name="change_player",
        operation=players.change_player,
        method="PATCH",
        path="/players/<player>",
        words="Correct what is known of a player.",
        body=sends(
            "Correction",
            name=_KNOWN,
            first=_KNOWN,
            last=_KNOWN,
            vekn=TextField(otherwise=..., longest=None, words="An empty one takes it away."),
            city=_KNOWN,
            country=_KNOWN,
            agrees_to_archive=FlagField(otherwise=..., words="The list may go into the archive of all decks."),
            is_namesake=FlagField(otherwise=..., words="Somebody else of the same name is registered."),
        ),
        usage=(
            "players change PLAYER --name --first --last --vekn --city --country --agrees=agrees_to_archive"
            " --namesake=is_namesake"
        ),
    ),
    Command(
        name="remove_player",
        operation=players.remove_player,
        method="DELETE",
        path="/players/<player>",
        words="Take back a registration that was a mistake.",
        usage="players remove PLAYER",
    ),
    Command(
        name="forget_player",
        use_case=forget_player,
        method="POST",
        path="/players/<player>/forget",
        words="Forget who a player is: name, number, city, lists and notes are taken out of the log.",
        usage="players forget PLAYER",
        help="""Forget who a PLAYER is: name, number, city, lists and notes are taken out of the log for good.

    What was played stays, under the player's number. Of a sanctioned event the cards of a list stay too, without a
    name, until a year after it (VEKN 9.1): give the command again then. Copies that were made before still hold the
    rest.
    """,
        asks=_asks_before_forgetting,
    ),
    Command(
        name="drop_player",
        operation=late_and_leaving.leave_event,
        method="POST",
        path="/players/<player>/drop",
        words="A player leaves: after the game that is being played.",
        body=sends("Leaving", reason=REASON, has_product=FlagField(words="In a limited event: product received.")),
        usage="players drop PLAYER --reason --has-product",
    ),
    Command(
        name="return_player",
        operation=players.return_player,
        method="POST",
        path="/players/<player>/return",
        words="A player who left is back.",
        body=WITH_REASON,
        usage="players return PLAYER --reason",
    ),
    Command(
        name="take_paper_list",
        operation=decks.take_paper_list,
        method="PUT",
        path="/players/<player>/paper-list",
        action=Action.CHECK_IN,
        words="A player's decklist came in on paper, or is not here after all.",
        body=sends(
            "PaperList",
            deck_round=RoundField(least=1, words="Of a multi-deck event: the round that it is for."),
            is_here=FlagField(otherwise=True, words="It is not here after all."),
        ),
        usage="players paper PLAYER --round=deck_round --back=is_here",
    ),
    Command(
        name="set_archetype",
        operation=decks.set_archetype,
        method="PUT",
        path="/players/<player>/archetype",
        action=Action.JUDGE,
        words="Name the kind of deck of a player's list, for statistics.",
        body=sends(
            "Archetype",
            archetype=TextField(longest=None, words="Such as “Stealth bleed”; nothing takes it back."),
            deck_round=RoundField(least=1, words="Of a multi-deck event: the round that the list is for."),
        ),
        usage="deck archetype PLAYER [ARCHETYPE] --round=deck_round",
    ),
    Command(
        name="fix_seat",
        operation=players.fix_seat,
        method="PUT",
        path="/players/<player>/fixed-table",
        words="Seat a player at the same table, in the same seat or near the door in every round.",
        body=sends(
            "FixedTable",
            table=NumberField(otherwise=..., is_required=True, most=MOST_TABLES),
            seat=NumberField(most=5, words="The seat, from 1 to 5."),
            near_door=FlagField(words="At a table near the door: the first with room, as the settings name them."),
        ),
        usage="players fix PLAYER [TABLE] --seat --near-door",
        help="Seat a player at the same TABLE, --seat or --near-door in every round; without any, no longer.",
    ),
    Command(
        name="keep_apart",
        operation=players.keep_apart,
        method="PUT",
        path="/players/<player>/apart",
        words="Keep a player apart from these others, as far as possible; nobody named: from nobody.",
        body=sends("Apart", players=ListField(each=PLAYER, is_required=True, to="others")),
        usage="players apart PLAYER [OTHER]...=players",
    ),
    # Signing up.
    Command(
        name="set_sign_up",
        use_case=_set_sign_up,
        method="PUT",
        path="/sign-up",
        words="Let people sign themselves up, or no longer; further places are offered to the first who wait.",
        body=sends(
            "SignUpSettings",
            is_on=FlagField(otherwise=True, words="No longer."),
            opens=TextField(longest=40, words="As “2026-11-20 18:00” in the event's time zone; else at once."),
            closes=TextField(longest=40, words="The same; else when round 1 is published."),
            capacity=NumberField(least=0, most=MOST_PLACES, otherwise=0, words="Places; 0 for no limit."),
            asks=ListField(
                each=ChoiceField(of=SignUpField),
                sample="FIELDS",
                words="What is asked besides the name: vekn,country,contact.",
            ),
            offer_hours=NumberField(most=720, otherwise=24, words="How long a free place is offered; 24 unless said."),
        ),
        usage="signup set --off=is_on --opens --closes --places=capacity --asks --hours=offer_hours",
    ),
    Command(
        name="cancel_sign_up",
        use_case=_cancel_sign_up,
        method="POST",
        path="/sign-ups/<sign_up>/cancel",
        words="Somebody who signed up does not come: the place is offered to the first who waits.",
        usage="signup cancel NUMBER=sign_up",
    ),
    # Fees.
    Command(
        name="set_fees",
        operation=fees.set_fees,
        method="PUT",
        path="/fees",
        words="Say what playing costs: an amount with at most two decimals, a currency, reduced fees by name.",
        body=sends(
            "FeeSettings",
            amount=TextField(longest=20, words="As 12.00; empty where playing costs nothing."),
            currency=TextField(longest=20, sample="CODE", words="Of ISO 4217, such as EUR."),
            reduced=ListField(each=TextField(longest=100), most=20, otherwise=()),
        ),
        usage="fees set AMOUNT --currency [REDUCED]...=reduced",
        help="""Say what playing costs: AMOUNT (12.00, or "" for nothing) in a --currency.

    Each REDUCED is a fee of a group by its name: "Students 8.00".
    """,
    ),
    Command(
        name="mark_fees",
        operation=fees.mark_fees,
        method="POST",
        path="/fees/marks",
        action=Action.CHECK_IN,
        words="Say how the fees of players stand: paid and how, unpaid after all, waived, or given back.",
        body=sends(
            "FeeMarks",
            players=ListField(each=PLAYER, is_required=True),
            status=ChoiceField(of=FeeStatus, is_required=True),
            rate=TextField(otherwise=None, longest=100, words="The name of a reduced fee."),
            paid_by=ChoiceField(of=PaidBy, words="How it was paid; cash unless it is said."),
            note=TextField(otherwise=None, words="What was noted before stays unless it is said."),
        ),
        usage="fees mark STATUS PLAYER...=players --rate --paid=paid_by --note",
    ),
)
