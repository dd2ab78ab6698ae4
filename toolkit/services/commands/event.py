"""Commands of an event itself: its notes and its end, players, sign-up, fees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolkit.languages import Message, Sayable
from toolkit.services.commands.command import (
    PLAYER,
    REASON,
    WITH_REASON,
    Command,
    sends,
)
from toolkit.services.events import draws
from toolkit.services.events.registrations import cancel_place, set_sign_up
from toolkit.services.kernel.fields import (
    ChoiceField,
    FlagField,
    ListField,
    NumberField,
    RoundField,
    TextField,
)
from toolkit.services.kernel.roles import Action
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork
from toolkit.services.lifecycle.forgetting import forget_player
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
from toolkit.tournament.configuration import (
    LONGEST_QUESTION,
    MOST_PLACES,
    MOST_TABLES,
    SignUpField,
)
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


def _known(words: str) -> TextField:
    """A detail of a player, which stays where nothing is sent."""
    return TextField(otherwise=..., longest=None, words=words)


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
        words="Finish the event. Its standings are the result.",
        body=sends(
            "Finish",
            early=FlagField(to="is_early", words="Finish although something is missing. Complete rounds count."),
            reason=REASON,
        ),
        usage="finish --early --reason",
    ),
    Command(
        name="tick_report",
        operation=receivers.tick_report,
        method="POST",
        path="/report/ticks",
        words="Mark a report as sent or handed on.",
        body=sends(
            "ReportTick",
            to=ChoiceField(of=receivers.Output, is_required=True),
            is_out=FlagField(otherwise=True, words="Remove the mark."),
        ),
        usage="tick TO --back=is_out",
    ),
    Command(
        name="report_early_end",
        operation=event.report_early_end,
        method="PUT",
        path="/early-end",
        action=Action.JUDGE,
        words="Write the VEKN report of an early end. It is the head judge's report.",
        body=sends(
            "EarlyEndPoints",
            nature=TextField(words="Description of the incident."),
            decision=TextField(words="How the decision to end the event was made."),
            safety=TextField(words="People in danger and misconduct of others; empty if none."),
        ),
        usage="early-report --nature --decision --safety",
    ),
    Command(
        name="reopen",
        operation=event.reopen,
        method="POST",
        path="/reopen",
        words="Reopen a finished event.",
        body=WITH_REASON,
        usage="reopen --reason",
    ),
    Command(
        name="throw_away",
        operation=event.throw_away,
        method="POST",
        path="/throw-away",
        words="Remove a rehearsal from every list. Undoing this brings it back.",
        usage="throw-away",
    ),
    Command(
        name="add_note",
        operation=event.add_note,
        method="POST",
        path="/notes",
        action=Action.JUDGE,
        words="Add a note to the log.",
        body=_NOTE,
        usage="note TEXT",
    ),
    Command(
        name="undo",
        use_case=_undo,
        method="POST",
        path="/undo",
        words="Undo the last change, or log entries. Nothing is erased.",
        body=_ENTRIES,
        usage="undo [ENTRY]...=entries --reason --sure",
        corrects=True,
        asks=_asks_before_undoing,
    ),
    Command(
        name="redo",
        use_case=_redo,
        method="POST",
        path="/redo",
        words="Redo the last undone change, or log entries.",
        body=_ENTRIES,
        usage="redo [ENTRY]...=entries --reason --sure",
        corrects=True,
    ),
    Command(
        name="announce",
        operation=announcements.announce,
        method="POST",
        path="/announcements",
        action=Action.JUDGE,
        words="Add an announcement. The wall and every phone show it until it is withdrawn.",
        body=_NOTE,
    ),
    Command(
        name="withdraw_announcement",
        operation=announcements.withdraw,
        method="DELETE",
        path="/announcements/<announcement>",
        action=Action.JUDGE,
        words="Withdraw an announcement.",
    ),
    # Players.
    Command(
        name="change_player",
        operation=players.change_player,
        method="PATCH",
        path="/players/<player>",
        words="Correct the details of a player.",
        body=sends(
            "Correction",
            name=_known("Full name."),
            first=_known("First name."),
            last=_known("Last name."),
            vekn=_known("VEKN number. An empty one removes it."),
            city=_known("City."),
            country=_known("Country: its name, or its code in ISO 3166."),
            agrees_to_archive=FlagField(otherwise=..., words="The list may enter the archive of all decks."),
            is_namesake=FlagField(otherwise=..., words="Another registered player has the same name."),
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
        words="Remove a player registered by mistake.",
        usage="players remove PLAYER",
    ),
    Command(
        name="forget_player",
        use_case=forget_player,
        method="POST",
        path="/players/<player>/forget",
        words="Forget a player for good. Name, number, city, lists and notes are removed from the log.",
        usage="players forget PLAYER",
        help="""Forget a player for good.

    Name, number, city, lists and notes are removed from the log. The games are kept, under the player's number. In a
    sanctioned event, the cards of a list are also kept, without a name, for one year (VEKN 9.1). Its report names the
    player until it is marked as sent, for 365 days at most. Both are then removed automatically. Copies made before
    still contain everything.
    """,
        asks=_asks_before_forgetting,
    ),
    Command(
        name="drop_player",
        operation=late_and_leaving.leave_event,
        method="POST",
        path="/players/<player>/drop",
        words="Drop a player. They leave after their current game.",
        body=sends(
            "Leaving", reason=REASON, has_product=FlagField(words="In a limited event: the player received product.")
        ),
        usage="players drop PLAYER --reason --has-product",
    ),
    Command(
        name="return_player",
        operation=players.return_player,
        method="POST",
        path="/players/<player>/return",
        words="Return a dropped player to the event.",
        body=WITH_REASON,
        usage="players return PLAYER --reason --sure",
        corrects=True,
    ),
    Command(
        name="take_paper_list",
        operation=decks.take_paper_list,
        method="PUT",
        path="/players/<player>/paper-list",
        action=Action.CHECK_IN,
        words="Record that a decklist came in on paper.",
        body=sends(
            "PaperList",
            deck_round=RoundField(least=1, words="In a multi-deck event: the round of the list."),
            is_here=FlagField(otherwise=True, words="Remove the record: the list is not here."),
        ),
        usage="players paper PLAYER --round=deck_round --back=is_here",
    ),
    Command(
        name="set_archetype",
        operation=decks.set_archetype,
        method="PUT",
        path="/players/<player>/archetype",
        action=Action.JUDGE,
        words="Set the archetype of a player's deck. Statistics use it.",
        body=sends(
            "Archetype",
            archetype=TextField(longest=None, words="E.g. “Stealth bleed”. An empty one removes it."),
            deck_round=RoundField(least=1, words="In a multi-deck event: the round of the list."),
        ),
        usage="deck archetype PLAYER [ARCHETYPE] --round=deck_round",
    ),
    Command(
        name="fix_seat",
        operation=players.fix_seat,
        method="PUT",
        path="/players/<player>/fixed-table",
        words=(
            "Give a player a fixed seat for every round. "
            "Name a table, a seat or both, or near the door; nothing removes it."
        ),
        body=sends(
            "FixedTable",
            table=NumberField(otherwise=..., is_required=True, most=MOST_TABLES),
            seat=NumberField(most=5, words="The seat, from 1 to 5."),
            near_door=FlagField(words="A table near the door: the first with room, as listed in the settings."),
        ),
        usage="players fix PLAYER [TABLE] --seat --near-door",
        help=(
            "Give a player a fixed seat for every round. "
            "Name a TABLE, a --seat, or --near-door. Without any of them, the fixed seat is removed."
        ),
    ),
    Command(
        name="keep_apart",
        operation=players.keep_apart,
        method="PUT",
        path="/players/<player>/apart",
        words=(
            "Keep a player apart from others. "
            "The seating does so as far as possible. Without others, the wish is removed."
        ),
        body=sends("Apart", players=ListField(each=PLAYER, is_required=True, to="others")),
        usage="players apart PLAYER [OTHER]...=players",
    ),
    # Signing up.
    Command(
        name="set_sign_up",
        use_case=set_sign_up,
        method="PUT",
        path="/sign-up",
        words="Open or close the public sign-up. Additional places are offered to the first people waiting.",
        body=sends(
            "SignUpSettings",
            is_on=FlagField(otherwise=True, words="Close the sign-up."),
            opens=TextField(longest=40, words="E.g. “2026-11-20 18:00”, in the event's time zone. Default: at once."),
            closes=TextField(longest=40, words="In the same form. Default: when round 1 is published."),
            capacity=NumberField(least=0, most=MOST_PLACES, otherwise=0, words="Number of places; 0 for no limit."),
            asks=ListField(
                each=ChoiceField(of=SignUpField),
                sample="FIELDS",
                words="Fields besides the name: vekn,country,contact.",
            ),
            offer_hours=NumberField(
                most=720, otherwise=24, words="Hours for which a free place is offered. Default: 24."
            ),
            questions=ListField(
                each=TextField(longest=LONGEST_QUESTION),
                otherwise=(),
                words="The organizer's own questions, up to five.",
            ),
            shows_names=FlagField(words="Show everybody the names of the people who come and agree to it."),
        ),
        usage=(
            "signup set [QUESTION]...=questions --off=is_on --opens --closes --places=capacity --asks"
            " --hours=offer_hours --show-names=shows_names"
        ),
    ),
    Command(
        name="cancel_sign_up",
        use_case=cancel_place,
        method="POST",
        path="/sign-ups/<sign_up>/cancel",
        words="Cancel a sign-up. The place is offered to the first person waiting.",
        usage="signup cancel NUMBER=sign_up",
    ),
    Command(
        name="decide_claim",
        operation=signup.decide_claim,
        method="POST",
        path="/sign-ups/<sign_up>/claim",
        words="Give a claimed VEKN number to one player. The claimant gets it, or it stays with the first player.",
        body=sends("Claim", granted=FlagField(to="is_granted", words="The person who claims the number gets it.")),
        usage="signup claim NUMBER=sign_up --granted",
    ),
    # Fees.
    Command(
        name="set_fees",
        operation=fees.set_fees,
        method="PUT",
        path="/fees",
        words=(
            "Set the entry fees: amount, currency, reduced fees. "
            "Amounts have at most two decimals. A reduced fee is written with its name: “Students 8.00”. "
            "An early fee is written with the last day to register: “2026-11-01 15.00”."
        ),
        body=sends(
            "FeeSettings",
            amount=TextField(longest=20, words="E.g. 12.00. Empty for no fee."),
            currency=TextField(longest=20, sample="CODE", words="Code of ISO 4217, e.g. EUR."),
            reduced=ListField(each=TextField(longest=100), most=20, otherwise=()),
        ),
        usage="fees set AMOUNT --currency [REDUCED]...=reduced",
        help="""Set the entry fees.

    AMOUNT is 12.00, for example, in a --currency; or "" for no fee. Each REDUCED is a reduced fee with its name:
    "Students 8.00". For early registration, write the last day: "2026-11-01 15.00".
    """,
    ),
    Command(
        name="mark_fees",
        operation=fees.mark_fees,
        method="POST",
        path="/fees/marks",
        action=Action.CHECK_IN,
        words="Mark fees paid, unpaid, waived or refunded.",
        body=sends(
            "FeeMarks",
            players=ListField(each=PLAYER, is_required=True),
            status=ChoiceField(of=FeeStatus, is_required=True),
            rate=TextField(otherwise=None, longest=100, words="The name of a reduced fee."),
            paid_by=ChoiceField(of=PaidBy, words="How it was paid. Default: cash."),
            note=TextField(otherwise=None, words="A note. Default: the earlier note is kept."),
        ),
        usage="fees mark STATUS PLAYER...=players --rate --paid=paid_by --note",
    ),
)
