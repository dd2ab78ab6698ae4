"""Everything that an official can do at a tournament, one row each: the table that all the rest is derived from.

A row names the operation of the domain, its address and its figures in the API, who may, and how the command line
spells it. Derived from the rows are the routes of `/api/v1/tournaments` with their document
(`toolkit.web.api_tournaments`), the schemas of what is sent and the console's forms (`toolkit.schemas.commands`), the
commands of `vtes-toolkit tournament` (`toolkit.cli.tournament.table`) and the permissions (`toolkit.web.access`).

Written by hand beside the table is what is more than one operation with its figures: making and importing events,
lists of players and of decks, drafts (a search that others may interrupt), previews, every question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from toolkit.languages import Message, Sayable
from toolkit.scoring import Fate
from toolkit.services import draws, limited, seatings
from toolkit.services.fields import (
    Body,
    ChoiceField,
    Field,
    FlagField,
    ListField,
    NumberField,
    PlayerField,
    PointsField,
    RoundField,
    SecondsField,
    SeedField,
    TextField,
)
from toolkit.services.forgetting import forget_player
from toolkit.services.roles import Action
from toolkit.services.unit_of_work import Change, UnitOfWork
from toolkit.tournament import (
    announcements,
    calls,
    checkin,
    clock,
    deck_checks,
    decks,
    event,
    fees,
    final,
    history,
    players,
    prizes,
    raffle,
    receivers,
    results,
    rounds,
    sanctions,
    seats,
    signup,
    steps,
)
from toolkit.tournament.configuration import MOST_PLACES, MOST_TABLES, SignUpField
from toolkit.tournament.facts import Fact, FeeStatus, PaidBy, RafflePool, SanctionKind
from toolkit.tournament.limited import michigan, phases, plan, pods, pools
from toolkit.tournament.limited.facts import Forced, LimitedFormat, LimitedPhase, StarterDeal, TradeAnswer
from toolkit.tournament.tournament import Tournament

# What an address may name, and the word for it in the API's document.
PATH_FIELDS: dict[str, tuple[str, Field]] = {
    "player": ("player", PlayerField(is_required=True)),
    "round": ("number", RoundField(is_required=True)),
    "table": ("table", NumberField(is_required=True)),
    "sanction": ("sanction", NumberField(is_required=True)),
    "call": ("number", NumberField(is_required=True)),
    "sign_up": ("number", NumberField(is_required=True)),
    "raffle": ("number", NumberField(is_required=True)),
    "announcement": ("number", NumberField(is_required=True)),
    "pod": ("pod", NumberField(is_required=True)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One thing that can be done at a tournament.

    Attributes:
        operation: of the domain: the state, what the address names, the figures -> facts.
        use_case: instead of an operation, what chooses between several of them or asks who works.
        method, path: of the API, below a tournament's address; `<round>` and its like are of `PATH_FIELDS`.
        action: by which it is known who may.
        words: what it does, as the API and the command line say it.
        body: what is sent.
        usage: how the command line spells it, in its own notation, such as "round swap ROUND FIRST SECOND --reason";
            a word that is not the figure's own name is followed by it (`PLAYER...=players`). None: not as it stands.
        help: what the command line says, where that is more than `words`.
        asks: what somebody at a terminal is asked before it is done, of the tournament and the figures; None to go on.
    """

    name: str
    operation: Callable[..., Iterable[Fact]] | None = None
    use_case: Callable[..., Change] | None = None
    method: str
    path: str
    action: Action = Action.RUN
    words: str
    body: Body | None = None
    usage: str = ""
    help: str = ""
    asks: Callable[..., Sayable | None] | None = None

    @property
    def path_fields(self) -> tuple[str, ...]:
        """What the address names, in its order."""
        return tuple(re.findall(r"<(\w+)>", self.path))

    @property
    def fields(self) -> dict[str, Field]:
        """Every figure: of the address first, then of what is sent."""
        named = {name: PATH_FIELDS[name][1] for name in self.path_fields}
        return {**named, **(self.body.fields if self.body else {})}

    def carry_out(self, work: UnitOfWork, *named: object, **sent: object) -> Change:
        """Do it with what the address names, in its order, and what was sent.

        Raises:
            ToolkitError: what the domain refuses with.
        """
        known = self.body.fields if self.body else {}
        figures = {known[name].to or name: known[name].read(value) for name, value in sent.items()}
        if self.use_case is not None:
            return self.use_case(work, *named, **figures)
        assert self.operation is not None
        return work.change(self.operation, *named, **figures)


def _undo(work: UnitOfWork, *, entries: Sequence[int], reason: str) -> Change:
    if entries:
        return work.change(history.undo, entries, reason=reason)
    return work.change(history.undo_last, reason=reason)


def _asks_before_undoing(tournament: Tournament, *, entries: Sequence[int], **_: object) -> Sayable | None:
    asked = history.asked_before_undoing(tournament, entries)
    return asked[1] if asked else None


def _asks_before_forgetting(tournament: Tournament, player: int, **_: object) -> Sayable | None:
    name = tournament.player(player).name
    return Message("This takes what says who %(name)s is out of the log for good.", name=name)


def _asks_before_revealing(tournament: Tournament, **_: object) -> Sayable | None:
    return Message(
        "What is drawn after the seed is revealed cannot be verified. The end of the event reveals it by itself."
    )


def _redo(work: UnitOfWork, *, entries: Sequence[int], reason: str) -> Change:
    if entries:
        return work.change(history.redo, entries, reason=reason)
    return work.change(history.redo_last, reason=reason)


def _check_in(work: UnitOfWork, *, players: Sequence[int] | None) -> Change:
    return work.change(checkin.check_in, _named(work, players))


def _check_out(work: UnitOfWork, *, players: Sequence[int] | None) -> Change:
    return work.change(checkin.check_out, _named(work, players))


def _named(work: UnitOfWork, players: Sequence[int] | None) -> tuple[int, ...]:
    """The players who are named; everybody who has not left when nobody is."""
    return tuple(player.number for player in work.look().active) if players is None else tuple(players)


def _take_call(work: UnitOfWork, number: int, *, judge: str) -> Change:
    return work.change(calls.take_call, number, judge=judge or work.by)


def _asks_before_planning(tournament: Tournament, **_: object) -> Sayable | None:
    if not tournament.limited.pools:
        return None
    return Message("Pools are in already: the minimums change, and every list is judged by the new plan.")


def _seat_pods(work: UnitOfWork, *, publish: bool) -> Change:
    return seatings.draft_by_hand(work, pods.round_of_pods(work.look()), publish=publish)


def _set_sign_up(work: UnitOfWork, **rules: Any) -> Change:
    return work.change(signup.set_sign_up, work.context.now(), **rules)


def _cancel_sign_up(work: UnitOfWork, number: int) -> Change:
    return work.change(signup.cancel, work.context.now(), number)


def _sends(name: str, /, **fields: Field) -> Body:
    return Body(name, fields)


_TEXT = TextField()
_REASON = TextField(words="Why, for the log.")
_SEED = SeedField(words="Of the draw; else a fresh one.")
_WORD = TextField(longest=100, words="Said in the room after the commitment, where the seed is committed.")
_AGAIN = TextField(words="Why it is drawn again, where the seed is committed.")
_PLAYER = PlayerField(is_required=True)
_PLAYERS = ListField(each=_PLAYER)
_TABLE = NumberField(words="One table only.")
_TABLES = ListField(each=ListField(each=_PLAYER, most=5), is_required=True)
_KNOWN = TextField(otherwise=..., longest=None)

_PENALTY = ChoiceField(
    of=SanctionKind,
    also={"score_adjustment": SanctionKind.ADJUSTMENT.value},
    gone={"game_loss": Message("There is no game loss any more: a standings adjustment costs one game a point.")},
    words="The penalty; else what the ladder says.",
)
_INFRACTION = TextField(words="Of the judges' guide: its number or key (3.3, slow_play).")
_RULE = TextField(words="What it is for, where no infraction of the guide fits.")
_ALLOWED = FlagField(to="is_allowed", words="The head judge allows more than ten minutes for a table.")

_WITH_REASON = _sends("Reason", reason=_REASON)
_ONE_PLAYER = _sends("Player", player=_PLAYER)
_ONE_TABLE = _sends("ClockTable", table=_TABLE)
_NAMED_PLAYERS = _sends("CheckIn", players=_PLAYERS)
_ENTRIES = _sends(
    "Entries", reason=_REASON, entries=ListField(each=NumberField(is_required=True), otherwise=(), most=1000)
)
_ONE_POD = _sends("PhasePod", pod=NumberField(words="One pod only."))


def _maybe(words: str, *, to: str = "") -> FlagField:
    """Yes or no, and as it was where nothing is sent."""
    return FlagField(otherwise=None, words=words, to=to)


_NOTE = _sends("Note", text=TextField(is_required=True))

# What a preview of seats is asked with as well.
SEATS = _sends("Seats", reason=_REASON, tables=_TABLES)

_TABLE_OF_ROUND = "/rounds/<round>/tables/<table>"

COMMANDS: tuple[Command, ...] = (
    # The event.
    Command(
        name="finish",
        use_case=draws.finish,
        method="POST",
        path="/finish",
        words="Close the event: its standings are the result.",
        body=_sends(
            "Finish",
            early=FlagField(to="is_early", words="End it although something is missing: whole rounds count."),
            reason=_REASON,
        ),
        usage="finish --early --reason",
    ),
    Command(
        name="tick_report",
        operation=receivers.tick_report,
        method="POST",
        path="/report/ticks",
        words="A report of the finished event was sent or handed on, or was not after all.",
        body=_sends(
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
        body=_sends(
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
        body=_WITH_REASON,
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
        words="Tell everybody: the wall and every phone show it until it is withdrawn.",
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
        body=_sends(
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
        operation=plan.leave_event,
        method="POST",
        path="/players/<player>/drop",
        words="A player leaves: after the game that is being played.",
        body=_sends("Leaving", reason=_REASON, has_product=FlagField(words="In a limited event: product received.")),
        usage="players drop PLAYER --reason --has-product",
    ),
    Command(
        name="return_player",
        operation=players.return_player,
        method="POST",
        path="/players/<player>/return",
        words="A player who left is back.",
        body=_WITH_REASON,
        usage="players return PLAYER --reason",
    ),
    Command(
        name="take_paper_list",
        operation=decks.take_paper_list,
        method="PUT",
        path="/players/<player>/paper-list",
        action=Action.CHECK_IN,
        words="A player's decklist came in on paper, or is not here after all.",
        body=_sends(
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
        body=_sends(
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
        body=_sends(
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
        body=_sends("Apart", players=ListField(each=_PLAYER, is_required=True, to="others")),
        usage="players apart PLAYER [OTHER]...=players",
    ),
    # Signing up.
    Command(
        name="set_sign_up",
        use_case=_set_sign_up,
        method="PUT",
        path="/sign-up",
        words="Let people sign themselves up, or no longer; further places are offered to the first who wait.",
        body=_sends(
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
        body=_sends(
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
        body=_sends(
            "FeeMarks",
            players=ListField(each=_PLAYER, is_required=True),
            status=ChoiceField(of=FeeStatus, is_required=True),
            rate=TextField(otherwise=None, longest=100, words="The name of a reduced fee."),
            paid_by=ChoiceField(of=PaidBy, words="How it was paid; cash unless it is said."),
            note=TextField(otherwise=None, words="What was noted before stays unless it is said."),
        ),
        usage="fees mark STATUS PLAYER...=players --rate --paid=paid_by --note",
    ),
    # The check-in of a round.
    Command(
        name="open_check_in",
        operation=checkin.open_check_in,
        method="POST",
        path="/check-in/open",
        action=Action.CHECK_IN,
        words="Let players check in for the next round: from now on it seats those who are here.",
    ),
    Command(
        name="close_check_in",
        operation=checkin.close_check_in,
        method="POST",
        path="/check-in/close",
        action=Action.CHECK_IN,
        words="Players may no longer check themselves in; an official still can.",
    ),
    Command(
        name="check_in",
        use_case=_check_in,
        method="POST",
        path="/check-in",
        action=Action.CHECK_IN,
        words="Players are here for the next round; its check-in has been opened.",
        body=_NAMED_PLAYERS,
    ),
    Command(
        name="check_out",
        use_case=_check_out,
        method="POST",
        path="/check-out",
        action=Action.CHECK_IN,
        words="Players are not here for the next round after all.",
        body=_NAMED_PLAYERS,
    ),
    Command(
        name="see_again",
        operation=checkin.see_again,
        method="POST",
        path="/players/seen",
        action=Action.CHECK_IN,
        words="Players who missed the last round are here again: the next one seats them without a check-in.",
        body=_sends("Seen", players=ListField(each=_PLAYER, is_required=True)),
        usage="players seen PLAYER...=players",
    ),
    # Rounds.
    Command(
        name="publish_round",
        operation=steps.publish_round,
        method="POST",
        path="/rounds/publish",
        words="Show the draft to the players.",
        usage="round publish",
    ),
    Command(
        name="swap_players",
        operation=rounds.swap_players,
        method="POST",
        path="/rounds/<round>/swap",
        action=Action.JUDGE,
        words="Two players change places.",
        body=_sends("Swap", reason=_REASON, first=_PLAYER, second=_PLAYER),
        usage="round swap ROUND FIRST SECOND --reason",
        help="Two players change places; every score stays with its player.",
    ),
    Command(
        name="change_seats",
        operation=rounds.change_seats,
        method="PUT",
        path="/rounds/<round>/seats",
        action=Action.JUDGE,
        words="Seat a round by hand; every score stays with its player.",
        body=SEATS,
        usage="round edit ROUND TABLE...=tables --reason",
        help="Seat a round by hand: each TABLE is its players in seat order, parted by commas (3,1,7,5).",
    ),
    Command(
        name="unseat_player",
        operation=seats.unseat_player,
        method="POST",
        path="/rounds/<round>/unseat",
        action=Action.JUDGE,
        words="A player is missing while seats are being taken; a broken table of four is shared out.",
        body=_sends("Missing", reason=_REASON, player=_PLAYER),
        usage="round unseat ROUND PLAYER --reason",
    ),
    Command(
        name="report_empty",
        operation=rounds.report_empty,
        method="POST",
        path="/rounds/<round>/empty-seats",
        action=Action.CLOCK,
        words="Report that a player is not in their seat: 15 minutes after the start the round is lost for them.",
        body=_ONE_PLAYER,
        usage="round empty ROUND PLAYER",
    ),
    Command(
        name="report_taken",
        operation=rounds.report_taken,
        method="POST",
        path="/rounds/<round>/taken-seats",
        action=Action.CLOCK,
        words="A player whose seat was reported empty has come.",
        body=_ONE_PLAYER,
        usage="round taken ROUND PLAYER",
    ),
    Command(
        name="seat_proxy",
        operation=rounds.seat_proxy,
        method="POST",
        path=f"{_TABLE_OF_ROUND}/proxy",
        action=Action.JUDGE,
        words="Seat an official in a vacant seat of a table of four, as a proxy player who retains nothing.",
        body=_sends(
            "Proxy",
            seat=NumberField(is_required=True, most=5),
            name=TextField(is_required=True, longest=None, words="Who sits there."),
        ),
        usage="round proxy ROUND TABLE SEAT --name",
    ),
    Command(
        name="cancel_round",
        operation=rounds.cancel_round,
        method="POST",
        path="/rounds/<round>/cancel",
        words="Take the last round back, with its results.",
        body=_WITH_REASON,
        usage="round cancel ROUND --reason",
    ),
    Command(
        name="draft_same",
        use_case=seatings.draft_same,
        method="POST",
        path="/rounds/same",
        words="Draft a round that was cancelled with the seats that it had.",
        body=_sends("SameSeats", publish=FlagField(words="Show it to the players at once.")),
    ),
    Command(
        name="draw_deck_checks",
        use_case=draws.draw_checks,
        method="POST",
        path="/rounds/<round>/deck-checks",
        action=Action.JUDGE,
        words="Draw whose decks are checked in a round, from a seed that anybody can check.",
        body=_sends(
            "DeckChecks",
            count=NumberField(most=5000, words="How many; else a tenth of those seated."),
            again=FlagField(words="Whoever was checked before may be drawn again."),
            seed=_SEED,
            word=_WORD,
            reason=_AGAIN,
        ),
        usage="deck checks --round --count --seed --again --word --reason",
    ),
    Command(
        name="note_deck_check",
        operation=deck_checks.note_deck_check,
        method="PUT",
        path="/rounds/<round>/deck-checks/<player>",
        action=Action.JUDGE,
        words="Note what a deck check found: in order, or an infraction of the judges' guide.",
        body=_sends(
            "DeckCheckOutcome",
            infraction=TextField(words="3.1.1, 3.1.2 or 3.1.3; else the deck was in order."),
            note=_TEXT,
        ),
        usage="deck checked ROUND PLAYER --infraction --note",
    ),
    # Prizes.
    Command(
        name="set_prizes",
        operation=prizes.set_prizes,
        method="PUT",
        path="/prizes",
        words="Say what is given away: the whole list, a line each, such as “2-5: 3 x Booster”.",
        body=_sends("PrizeList", lines=ListField(each=TextField(longest=200), most=200, otherwise=())),
        usage="prizes-set [LINE]...=lines",
        help="""Say what is given away: the whole list, a LINE each; no LINE for nothing.

    "1: Playmat", "2-5: 3 x Booster" (three for each of these places), "Raffle: 10 x Promo", "GW: Booster" (one for
    each game win).
    """,
    ),
    Command(
        name="decide_prizes",
        operation=prizes.decide_prizes,
        method="POST",
        path="/prizes/order",
        words="Order players who share a place: the first gets the prizes of the best of their places.",
        body=_sends("PrizeOrder", players=ListField(each=_PLAYER, is_required=True)),
        usage="prizes-order PLAYER...=players",
    ),
    Command(
        name="draw_raffle",
        use_case=draws.draw_raffle,
        method="POST",
        path="/raffles",
        words="Draw who gets a prize, of a pool or of the players who are named; who is disqualified is never drawn.",
        body=_sends(
            "RaffleDraw",
            pool=ChoiceField(of=RafflePool, words="Who is in it; else everybody who played."),
            players=ListField(each=_PLAYER, otherwise=None),
            count=NumberField(most=5000, words="How many; else as many as are left of the prize, else one."),
            prize=TextField(longest=80, words="What is drawn for."),
            again=FlagField(words="With those who have won in a raffle already."),
            here=FlagField(words="Only who is here."),
            with_officials=FlagField(words="With judges and the organizer."),
            seed=_SEED,
            word=_WORD,
            reason=_AGAIN,
        ),
        usage=(
            "raffle [PLAYER]...=players --pool --count --prize --again --here --officials=with_officials --seed --word"
            " --reason"
        ),
        help="Draw who gets a prize, of a --pool or of the PLAYERs who are named.",
    ),
    Command(
        name="pass_over",
        operation=raffle.pass_over,
        method="POST",
        path="/raffles/<raffle>/pass",
        words="Somebody who was drawn is not here: the next in the order of that raffle has the prize.",
        body=_ONE_PLAYER,
        usage="raffle-pass NUMBER=raffle PLAYER",
    ),
    # Draws that anybody can verify.
    Command(
        name="commit_seed",
        use_case=draws.commit_seed,
        method="POST",
        path="/draws/commitment",
        words="Commit the seed of all draws: everybody is shown its hash before it is known who plays.",
        usage="draws commit",
    ),
    Command(
        name="reveal_seed",
        use_case=draws.reveal_seed,
        method="POST",
        path="/draws/seed",
        words="Show everybody the seed, so that they can verify the draws; what is drawn after it cannot be verified.",
        usage="draws reveal",
        asks=_asks_before_revealing,
    ),
    # The clock of a round.
    Command(
        name="start_clock",
        operation=clock.start_clock,
        method="POST",
        path="/rounds/<round>/clock/start",
        action=Action.CLOCK,
        words="Start the clock.",
        body=_sends("ClockStart", minutes=NumberField(most=1440, words="Else what the event announces.")),
        usage="clock start ROUND --minutes",
        help="Start it.",
    ),
    Command(
        name="pause_clock",
        operation=clock.pause_clock,
        method="POST",
        path="/rounds/<round>/clock/pause",
        action=Action.CLOCK,
        words="Let it stand.",
        body=_ONE_TABLE,
        usage="clock pause ROUND --table",
    ),
    Command(
        name="resume_clock",
        operation=clock.resume_clock,
        method="POST",
        path="/rounds/<round>/clock/resume",
        action=Action.CLOCK,
        words="Let it run again.",
        body=_ONE_TABLE,
        usage="clock resume ROUND --table",
    ),
    Command(
        name="extend_clock",
        operation=clock.extend_clock,
        method="POST",
        path="/rounds/<round>/clock/extend",
        action=Action.CLOCK,
        words="Give the round or one table more time.",
        body=_sends(
            "ClockExtension", table=_TABLE, reason=_REASON, seconds=SecondsField(is_required=True), allowed=_ALLOWED
        ),
        usage="clock extend ROUND MINUTES=seconds --table --reason --allowed",
        help="Give more MINUTES (2.5, or -5 for less) to the round or to one table.",
    ),
    Command(
        name="stop_clock",
        operation=clock.stop_clock,
        method="POST",
        path="/rounds/<round>/clock/stop",
        action=Action.CLOCK,
        words="Time is called, or everybody is done.",
        usage="clock stop ROUND",
    ),
    # Results.
    Command(
        name="enter_result",
        operation=results.enter_result,
        method="PUT",
        path=f"{_TABLE_OF_ROUND}/result",
        action=Action.SCORE,
        words="Enter or correct a table's result.",
        body=_sends(
            "Result",
            victory_points=PointsField(),
            events=TextField(
                otherwise=None,
                longest=500,
                sample="EVENTS",
                words="The game in order, A being seat 1: 'A>B, D!, time'.",
            ),
            fates=ListField(
                each=ChoiceField(of=Fate),
                most=5,
                sample="FATES",
                words="How each seat left, in seat order: ousted,withdrew,last,time,removed.",
            ),
            by_player=PlayerField(words="The player of the table who enters it; without, an official does."),
            reason=_REASON,
            card=TextField(words="The card that moved points."),
        ),
        usage="result enter ROUND TABLE [VP]...=victory_points --events --fates --player=by_player --reason --card",
        help="""Enter or correct the result of a table: VP in seat order (2 1 0 .5 1.5), or --events.

    Points that need a withdrawal, or seats ousted together, need --events or --fates as well; points that no game can
    end with need a --reason.
    """,
    ),
    Command(
        name="clear_result",
        operation=results.clear_result,
        method="DELETE",
        path=f"{_TABLE_OF_ROUND}/result",
        action=Action.JUDGE,
        words="Take a result back.",
        usage="result clear ROUND TABLE",
    ),
    Command(
        name="confirm_result",
        operation=results.confirm_result,
        method="POST",
        path=f"{_TABLE_OF_ROUND}/confirm",
        action=Action.SCORE,
        words="Another player of the table agrees.",
        body=_ONE_PLAYER,
        usage="result confirm ROUND TABLE PLAYER",
        help="Another PLAYER of the table agrees.",
    ),
    Command(
        name="lock_result",
        operation=results.lock_result,
        method="POST",
        path=f"{_TABLE_OF_ROUND}/lock",
        action=Action.JUDGE,
        words="The result stands.",
    ),
    Command(
        name="unlock_result",
        operation=results.unlock_result,
        method="POST",
        path=f"{_TABLE_OF_ROUND}/unlock",
        action=Action.JUDGE,
        words="Let the players change their result again.",
        usage="result unlock ROUND TABLE",
    ),
    Command(
        name="lock_round",
        operation=results.lock_round,
        method="POST",
        path="/rounds/<round>/lock",
        action=Action.JUDGE,
        words="Lock every settled result of a round.",
    ),
    # Judges.
    Command(
        name="give_sanction",
        operation=sanctions.sanction_player,
        method="POST",
        path="/sanctions",
        action=Action.JUDGE,
        words="Penalize a player: the ladder makes of the infraction what offences of the same before it ask for.",
        body=_sends(
            "Sanction",
            player=_PLAYER,
            kind=_PENALTY,
            infraction=_INFRACTION,
            rule=_RULE,
            grade=ChoiceField(of=SanctionKind, words="What the infraction calls for, where it is one of two."),
            judge=_TEXT,
            note=TextField(words="What was seen; the reason, where the judge leaves the ladder."),
            escalates=FlagField(otherwise=True, words="Leave the ladder: KIND as it is, for the reason of --note."),
            weighed=FlagField(to="has_weighed", words="3.5 only: it weighed on the game, and climbs."),
            applies_to=RoundField(words="The round whose game an adjustment costs a point, for the reason of --note."),
            earlier=FlagField(to="is_earlier", words="In the final, for what happened before it."),
            minutes=NumberField(least=0, most=1440, words="More time for the player's table."),
            allowed=_ALLOWED,
        ),
        usage=(
            "sanction give PLAYER [KIND] --infraction --rule --grade --judge --note --as-given=escalates --weighed"
            " --applies-to --earlier --minutes --allowed"
        ),
        help="""Penalize a player for an --infraction of the judges' guide, or for what --rule says in words.

    Without KIND the ladder says the penalty: offences of the same infraction climb from cautions over warnings and
    standings adjustments to a disqualification. A KIND that the infraction calls for says how grave it was, and the
    ladder may make more of it; any other KIND, or --as-given, leaves the ladder and needs a --note.
    """,
    ),
    Command(
        name="give_sanction_to_person",
        operation=sanctions.sanction_person,
        method="POST",
        path="/sanctions/people",
        action=Action.JUDGE,
        words="Penalize somebody who does not play, with a standings adjustment or a disqualification, for the report.",
        body=_sends(
            "PersonSanction",
            name=TextField(is_required=True, longest=None),
            kind=ChoiceField(
                of=SanctionKind, also=_PENALTY.also, gone=_PENALTY.gone, is_required=True, words=_PENALTY.words
            ),
            infraction=_INFRACTION,
            rule=_RULE,
            judge=_TEXT,
            note=_TEXT,
        ),
        usage="sanction person NAME KIND --infraction --rule --judge --note",
    ),
    Command(
        name="lift_sanction",
        operation=sanctions.lift_sanction,
        method="POST",
        path="/sanctions/<sanction>/lift",
        action=Action.JUDGE,
        words="Take a sanction back.",
        body=_WITH_REASON,
        usage="sanction lift NUMBER=sanction --reason",
    ),
    Command(
        name="call_judge",
        operation=calls.call_judge,
        method="POST",
        path="/calls",
        action=Action.JUDGE,
        words="Call a judge to a table, or to a player; one open call a place.",
        body=_sends(
            "Call",
            round=RoundField(to="round_number"),
            table=NumberField(),
            player=PlayerField(),
            reason=_REASON,
        ),
    ),
    Command(
        name="take_call",
        use_case=_take_call,
        method="POST",
        path="/calls/<call>/take",
        action=Action.JUDGE,
        words="A judge goes there.",
        body=_sends("Judge", judge=_TEXT),
    ),
    Command(
        name="close_call",
        operation=calls.close_call,
        method="POST",
        path="/calls/<call>/close",
        action=Action.JUDGE,
        words="The table plays on.",
        body=_sends("CallNote", note=_TEXT),
    ),
    # The final.
    Command(
        name="toss",
        use_case=draws.settle_ties,
        method="POST",
        path="/final/toss",
        words="Toss for every tie that the cut needs decided, or record one that was made at the table.",
        body=_sends(
            "Toss",
            seed=_SEED,
            players=_PLAYERS,
            how=TextField(words="How it was tossed at the table."),
            word=_WORD,
            reason=_AGAIN,
        ),
        usage="final toss [PLAYER]...=players --seed --how --word --reason",
        help="""Toss for every tie that the cut needs decided.

    With PLAYERs: record a toss made at the table, the first to be placed first.
    """,
    ),
    Command(
        name="open_final",
        operation=final.open_final,
        method="POST",
        path="/final/open",
        words="Make the cut.",
        usage="final open",
        help="Make the cut: the five best who can play, or four.",
    ),
    Command(
        name="replace_finalists",
        operation=final.replace_finalists,
        method="POST",
        path="/final/recut",
        words="Cut anew, after a finalist left or an earlier result was corrected.",
        usage="final recut",
    ),
    Command(
        name="mark_unavailable",
        operation=final.mark_unavailable,
        method="POST",
        path="/final/unavailable",
        words="A player cannot play the final: the next moves up.",
        body=_sends("Unavailable", reason=_REASON, player=_PLAYER),
        usage="final unavailable PLAYER --reason",
    ),
    Command(
        name="mark_available",
        operation=final.mark_available,
        method="POST",
        path="/final/available",
        words="A player can play the final after all.",
        body=_ONE_PLAYER,
        usage="final available PLAYER",
    ),
    Command(
        name="decide_deck",
        use_case=draws.settle_final_deck,
        method="POST",
        path="/final/deck",
        words="Which deck a finalist of a multi-deck event plays.",
        body=_sends("FinalDeck", player=_PLAYER, round=NumberField(most=50, to="deck_round"), seed=_SEED),
        usage="final deck PLAYER [ROUND] --seed",
        help="""Which deck a finalist of a multi-deck event plays.

    Without ROUND, that of the best round (drawn when several are best); with it, the finalist's free choice.
    """,
    ),
    Command(
        name="show_crypt_cards",
        use_case=draws.settle_crypt_cards,
        method="POST",
        path="/final/crypt-cards",
        words="Three crypt cards of a finalist.",
        body=_sends(
            "CryptCards",
            player=_PLAYER,
            cards=ListField(each=TextField(is_name=True, longest=200), is_required=True, fewest=3, most=200),
            draw=FlagField(to="draws", words="Draw three from these cards."),
            seed=_SEED,
        ),
        usage="final cards PLAYER CARD...=cards --draw --seed",
        help="Three crypt cards of a finalist, shown before the seats are chosen.",
    ),
    Command(
        name="place_finalist",
        operation=final.place_finalist,
        method="POST",
        path="/final/place",
        words="A finalist puts their name into the row.",
        body=_sends(
            "Place",
            player=_PLAYER,
            position=NumberField(least=0, most=10, is_required=True),
        ),
        usage="final place PLAYER POSITION",
        help="A finalist puts their name before the name at POSITION, counted from 0; or behind the last one.",
    ),
    Command(
        name="place_row",
        operation=final.place_row,
        method="POST",
        path="/final/row",
        words="The whole row at once.",
        body=_sends("Row", players=ListField(each=_PLAYER, is_required=True, to="row")),
        usage="final row PLAYER...=players",
        help="The whole row at once, left to right.",
    ),
    Command(
        name="first_player",
        use_case=draws.settle_first_player,
        method="POST",
        path="/final/first-player",
        words="Draw who plays first, or record who was drawn.",
        body=_sends("FirstPlayer", player=PlayerField(), seed=_SEED, word=_WORD, reason=_AGAIN),
        usage="final first [PLAYER] --seed --word --reason",
        help="Draw who plays first, or record who was drawn: the seats are the row, read from there.",
    ),
    Command(
        name="cancel_final",
        operation=final.cancel_final,
        method="POST",
        path="/final/cancel",
        words="Take the final back to before the cut.",
        body=_WITH_REASON,
        usage="final cancel --reason",
    ),
    # Limited events.
    Command(
        name="plan_limited",
        use_case=limited.plan_event,
        method="PUT",
        path="/limited/plan",
        words="Plan the product of a limited event: what each player gets; what is not sent stays as it was.",
        body=_sends(
            "LimitedPlan",
            format=ChoiceField(of=LimitedFormat),
            lines=ListField(
                each=TextField(longest=200),
                otherwise=(),
                most=40,
                words="Each “COUNT SET[ sealed| drafted| starter][: SIZE]”, such as “6 SW” or “3 Our cube: 15”.",
            ),
            boosters=NumberField(most=plan.MOST_BOOSTERS, words="The short way for one line: boosters a player."),
            size=NumberField(most=plan.MOST_SIZE, words="Cards in each of these."),
            product=TextField(longest=100, words="Their set."),
            starters=ChoiceField(of=StarterDeal),
            player=PlayerField(words="The plan of one player who brings their own product."),
            own_product=_maybe("Players bring their own product."),
            spare=NumberField(least=0, most=100, words="Percent to buy on top; else 5."),
            box=NumberField(least=0, most=1000, words="Boosters in a box."),
            most=NumberField(to="pod_most", most=plan.MOST_SIZE, words="Players of a pod at most, 4 to 8."),
            tables=_maybe("Pods are the tables of round 1.", to="pods_are_tables"),
            registers=_maybe("Pools are listed.", to="registers_pools"),
            swaps=_maybe("Sealed pools change hands."),
            casual=_maybe("Casual deck sizes, at an unsanctioned event."),
            moves_on=_maybe("A pick ends with its seconds; else an official goes on."),
            construction=NumberField(most=1440, words="Minutes to build decks."),
            registration=NumberField(most=1440, words="Minutes to list pools."),
            pile_size=NumberField(most=100, words="Cards of a library pile in the mixed draft."),
            allows_late=_maybe("Who comes late may build a sealed deck."),
            times=ListField(
                each=TextField(longest=40),
                otherwise=(),
                most=10,
                words="Seconds of the draft, each “NAME=SECONDS”: open, each, base, least, most, last, passing, "
                "review, look, turn.",
            ),
            provided=ListField(
                each=TextField(longest=200),
                most=200,
                words="Cards that are in every pool, each a name (any number of it) or “2 Villein”.",
            ),
        ),
        asks=_asks_before_planning,
    ),
    Command(
        name="give_product",
        operation=plan.give_product,
        method="POST",
        path="/limited/product",
        action=Action.CHECK_IN,
        words="Players got their product; without a name everybody who is in.",
        body=_sends("ProductGiven", players=_PLAYERS),
        usage="limited product [PLAYER]...=players",
    ),
    Command(
        name="return_product",
        operation=plan.return_product,
        method="POST",
        path="/limited/product/<player>/return",
        action=Action.CHECK_IN,
        words="A player who left gave the product back, or did not after all.",
        body=_sends("ProductReturned", is_back=FlagField(otherwise=True, words="It did not come back after all.")),
        usage="limited return PLAYER --not-back=is_back",
    ),
    Command(
        name="enter_pool",
        use_case=limited.enter_pool_by_desk,
        method="PUT",
        path="/limited/pools/<player>",
        action=Action.JUDGE,
        words="Enter or correct a player's whole pool: a list in any dressing, or lines of count and name.",
        body=_sends("PoolText", text=TextField(is_required=True, longest=50_000), reason=_REASON),
    ),
    Command(
        name="clear_pool",
        use_case=limited.clear_pool,
        method="DELETE",
        path="/limited/pools/<player>",
        action=Action.JUDGE,
        words="Take a pool out that was entered for the wrong player.",
        body=_WITH_REASON,
        usage="limited pool clear PLAYER --reason",
    ),
    Command(
        name="confirm_pool",
        operation=pools.confirm_pool,
        method="POST",
        path="/limited/pools/<player>/confirm",
        action=Action.JUDGE,
        words="A pool is right: from then on only a judge changes it; or let the player change it again.",
        body=_sends("PoolConfirmed", is_confirmed=FlagField(otherwise=True, words="The player may change it again.")),
        usage="limited pool confirm PLAYER --open=is_confirmed",
    ),
    Command(
        name="draw_swap",
        use_case=limited.draw_swap,
        method="POST",
        path="/limited/swap",
        words="Draw the swap of sealed pools from a seed that anybody can check.",
        body=_sends("LimitedDraw", seed=_SEED, word=_WORD, reason=TextField(words="Why it is drawn again.")),
        usage="limited swap --seed --word --reason",
    ),
    Command(
        name="draw_pods",
        use_case=limited.draw_pods,
        method="POST",
        path="/limited/pods",
        words="Draw who drafts with whom, from a seed that anybody can check.",
        body=_sends(
            "PodDraw",
            seed=_SEED,
            most=NumberField(most=100, words="Players of a pod at most, 4 to 8; else what the plan says."),
            word=_WORD,
            reason=TextField(words="Why they are drawn again."),
        ),
        usage="limited pods --seed --most --word --reason",
    ),
    Command(
        name="change_pods",
        operation=pods.change_pods,
        method="PUT",
        path="/limited/pods",
        words="Seat the pods by hand, each clockwise.",
        body=_sends(
            "Pods",
            reason=_REASON,
            pods=ListField(each=ListField(each=_PLAYER, most=8), is_required=True),
        ),
        usage="limited seat POD...=pods --reason",
        help="Seat the pods by hand: each POD is its players clockwise, separated by commas (3,1,7,5).",
    ),
    Command(
        name="swap_in_pods",
        operation=pods.swap_in_pods,
        method="POST",
        path="/limited/pods/swap",
        words="Two players change places in the pods, or one takes the place of the other.",
        body=_sends("PodSwap", reason=_REASON, first=_PLAYER, second=_PLAYER),
        usage="limited move FIRST SECOND --reason",
    ),
    Command(
        name="leave_pod",
        operation=pods.leave_pod,
        method="POST",
        path="/limited/pods/leave",
        action=Action.JUDGE,
        words="A player leaves the draft: the pod goes on without.",
        body=_sends("PodLeft", reason=_REASON, player=_PLAYER),
        usage="limited draft leave PLAYER --reason",
    ),
    Command(
        name="count_piles",
        operation=pods.count_piles,
        method="PUT",
        path="/limited/pods/<pod>/piles",
        action=Action.JUDGE,
        words="Note the crypt and library cards of each player of a pod after the split, in seat order.",
        body=_sends(
            "Piles",
            crypt=ListField(
                each=NumberField(least=0, most=2000, is_required=True),
                is_required=True,
                most=8,
                words="Crypt cards of each seat.",
                sample="12,11,13",
            ),
            library=ListField(
                each=NumberField(least=0, most=2000, is_required=True),
                is_required=True,
                most=8,
                words="Library cards of each seat.",
                sample="40,38,41",
            ),
        ),
        usage="limited piles POD --crypt --library",
    ),
    Command(
        name="seat_pods",
        use_case=_seat_pods,
        method="POST",
        path="/limited/pods/round",
        words="Draft round 1 with the pods as its tables.",
        body=_sends("PodRound", publish=FlagField(words="Show it to the players at once.")),
        usage="limited tables --publish",
    ),
    Command(
        name="start_phase",
        operation=phases.start_phase,
        method="POST",
        path="/limited/phases",
        words="Begin the next phase, or the one that is named; the one that goes on ends with it.",
        body=_sends(
            "PhaseStart",
            phase=ChoiceField(of=LimitedPhase),
            minutes=NumberField(least=0, most=1440, words="Else what the plan says; 0 for no clock."),
            reason=TextField(words="Why phases are skipped, or one is done again."),
        ),
        usage="limited phase [PHASE] --minutes --reason",
    ),
    Command(
        name="end_phase",
        operation=phases.end_phase,
        method="POST",
        path="/limited/phases/end",
        words="The phase is over.",
        body=_WITH_REASON,
        usage="limited end --reason",
    ),
    Command(
        name="start_draft",
        use_case=limited.start_draft,
        method="POST",
        path="/limited/draft/start",
        words="Begin the draft.",
        body=_WITH_REASON,
        usage="limited draft start --reason",
    ),
    Command(
        name="pause_phase",
        operation=phases.pause_phase,
        method="POST",
        path="/limited/phases/pause",
        action=Action.CLOCK,
        words="Let the clock of the phase stand, or that of one pod.",
        body=_ONE_POD,
        usage="limited draft pause --pod",
    ),
    Command(
        name="resume_phase",
        operation=phases.resume_phase,
        method="POST",
        path="/limited/phases/resume",
        action=Action.CLOCK,
        words="Let it run again.",
        body=_ONE_POD,
        usage="limited draft resume --pod",
    ),
    Command(
        name="extend_phase",
        operation=phases.extend_phase,
        method="POST",
        path="/limited/phases/extend",
        action=Action.CLOCK,
        words="Give the phase more time, or less; in a draft the step that everybody is at.",
        body=_sends("PhaseExtension", reason=_REASON, seconds=SecondsField(is_required=True)),
        usage="limited extend MINUTES=seconds --reason",
    ),
    Command(
        name="step_draft",
        use_case=limited.step_draft,
        method="POST",
        path="/limited/draft/next",
        action=Action.CLOCK,
        words="Everybody of a pod, or of all pods, has picked: on to what follows.",
        body=_sends(
            "DraftNext",
            pod=NumberField(words="One pod only."),
            step=NumberField(least=0, words="The step that is over, as it was shown: refused when it was over before."),
        ),
        usage="limited draft next --pod --step",
    ),
    Command(
        name="force_pick",
        use_case=limited.force_pick,
        method="POST",
        path="/limited/draft/late",
        action=Action.CLOCK,
        words="Somebody is late with a pick: a card by lot, or in a table draft the oldest one.",
        body=_sends(
            "LatePick",
            pod=NumberField(is_required=True),
            seat=NumberField(is_required=True, most=8),
            kind=ChoiceField(of=Forced),
            card=NumberField(least=0, otherwise=0, most=100, words="The oldest card, as the screen numbers it."),
            seed=_SEED,
        ),
        usage="limited draft late POD SEAT --kind --card --seed",
    ),
    Command(
        name="replace_pack",
        operation=phases.replace_pack,
        method="POST",
        path="/limited/draft/replace",
        action=Action.CLOCK,
        words="A judge replaces a pack that is abnormal, or a card that is marked.",
        body=_sends(
            "PackReplaced",
            player=_PLAYER,
            pack=NumberField(least=0, most=100, otherwise=0, words="Which pack of the draft."),
            reason=TextField(is_required=True),
        ),
        usage="limited draft replace PLAYER --pack --reason",
    ),
    Command(
        name="make_trade",
        use_case=limited.make_trade,
        method="POST",
        path="/limited/pods/<pod>/trade",
        action=Action.CLOCK,
        words="Note a turn of a Michigan trade: traded, declined or passed.",
        body=_sends(
            "Trade",
            answer=ChoiceField(of=TradeAnswer, is_required=True),
            asked=NumberField(least=0, most=8, otherwise=0, words="The seat that was asked."),
            card=NumberField(least=0, otherwise=0, words="The number of the card that was asked for."),
            other=NumberField(least=0, otherwise=0, words="The number of the card that was given for it."),
        ),
        usage="limited trade POD ANSWER --asked --card --other",
    ),
    Command(
        name="prepare_pool",
        operation=michigan.prepare_pool,
        method="POST",
        path="/limited/pools/<player>/prepare",
        action=Action.JUDGE,
        words="A player of a Michigan event has set the trade stock aside, or has not after all.",
        body=_sends("PoolPrepared", is_ready=FlagField(otherwise=True, words="Not after all.")),
        usage="limited prepare PLAYER --not-ready=is_ready",
    ),
    Command(
        name="build_decks",
        use_case=limited.build_decks,
        method="POST",
        path="/limited/build",
        words="Begin the building of decks.",
        body=_sends(
            "Building",
            minutes=NumberField(most=1440, words="Else what the plan says."),
            reason=TextField(words="Why phases are skipped."),
        ),
        usage="limited build --minutes --reason",
    ),
    Command(
        name="build_late",
        operation=phases.build_late,
        method="POST",
        path="/limited/late/<player>",
        words="Somebody came late: sealed product, and a clock of their own to build.",
        body=_sends("LateBuild", minutes=NumberField(most=1440, words="Else as long as everybody had.")),
        usage="limited late PLAYER --minutes",
    ),
    Command(
        name="finish_late",
        operation=phases.finish_late,
        method="POST",
        path="/limited/late/<player>/done",
        action=Action.CHECK_IN,
        words="The deck of somebody who came late is in: the next round seats them.",
        usage="limited built PLAYER",
    ),
    Command(
        name="use_recursion",
        operation=phases.use_recursion,
        method="PUT",
        path="/limited/recursions/<player>",
        action=Action.JUDGE,
        words="How often a player has turned the ash heap into a library in this round.",
        body=_sends("Recursions", used=NumberField(least=0, most=11, is_required=True)),
        usage="limited recursion PLAYER USED",
    ),
)


def command_named(name: str) -> Command:
    """The command of that name.

    Raises:
        KeyError: there is none.
    """
    found = next((command for command in COMMANDS if command.name == name), None)
    if found is None:
        raise KeyError(name)
    return found
