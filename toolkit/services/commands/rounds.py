"""Commands of a round and the final: check-in, seats, clocks, results, draws, prizes, sanctions, calls."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.languages import Message, Sayable
from toolkit.scoring import Fate
from toolkit.services.commands.command import (
    PLAYER,
    PLAYERS,
    REASON,
    SEATS,
    SEED,
    WITH_REASON,
    WORD,
    Command,
    sends,
)
from toolkit.services.events import draws, seatings
from toolkit.services.kernel.fields import (
    ChoiceField,
    FlagField,
    ListField,
    NumberField,
    PlayerField,
    PointsField,
    RoundField,
    SecondsField,
    TextField,
)
from toolkit.services.kernel.roles import Action
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork
from toolkit.tournament import (
    calls,
    checkin,
    clock,
    deck_checks,
    disputes,
    final,
    prizes,
    raffle,
    results,
    rounds,
    sanctions,
    seats,
    steps,
)
from toolkit.tournament.facts import RafflePool, SanctionKind
from toolkit.tournament.tournament import Tournament


def _asks_before_revealing(tournament: Tournament, **_: object) -> Sayable | None:
    return Message(
        "Draws after the seed is revealed cannot be verified. The seed is revealed "
        "automatically at the end of the event."
    )


def _check_in(work: UnitOfWork, *, players: Sequence[int] | None) -> Change:
    return work.change(checkin.check_in, _named(work, players))


def _check_out(work: UnitOfWork, *, players: Sequence[int] | None) -> Change:
    return work.change(checkin.check_out, _named(work, players))


def _named(work: UnitOfWork, players: Sequence[int] | None) -> tuple[int, ...]:
    """The named players; without names, all who have not left."""
    return tuple(player.number for player in work.look().active) if players is None else tuple(players)


def _take_call(work: UnitOfWork, number: int, *, judge: str) -> Change:
    return work.change(calls.take_call, number, judge=judge or work.by)


_JUDGE = TextField(words="Name of the judge.")
_NOTE = TextField(words="A note, for the log.")
_AGAIN = TextField(words="With a committed seed: the reason for drawing again.")
_TABLE = NumberField(words="Only this table.")
_PENALTY = ChoiceField(
    of=SanctionKind,
    also={"score_adjustment": SanctionKind.ADJUSTMENT.value},
    gone={"game_loss": Message("There is no game loss any more: a standings adjustment costs one game a point.")},
    words="The penalty. Default: from the ladder.",
)
_INFRACTION = TextField(words="Number or key in the judges' guide (3.3, slow_play).")
_RULE = TextField(words="The offence in words, if no infraction of the guide fits.")
_ALLOWED = FlagField(to="is_allowed", words="The head judge allows more than ten minutes for a table.")
_ONE_PLAYER = sends("Player", player=PLAYER)
_ONE_TABLE = sends("ClockTable", table=_TABLE)
_NAMED_PLAYERS = sends("CheckIn", players=PLAYERS)
_TABLE_OF_ROUND = "/rounds/<round>/tables/<table>"

ROUNDS: tuple[Command, ...] = (
    # The check-in of a round.
    Command(
        name="open_check_in",
        operation=checkin.open_check_in,
        method="POST",
        path="/check-in/open",
        action=Action.CHECK_IN,
        words="Open the check-in of the next round. The round then seats only the players checked in.",
    ),
    Command(
        name="close_check_in",
        operation=checkin.close_check_in,
        method="POST",
        path="/check-in/close",
        action=Action.CHECK_IN,
        words="Close the check-in for players. An official can still check players in.",
    ),
    Command(
        name="check_in",
        use_case=_check_in,
        method="POST",
        path="/check-in",
        action=Action.CHECK_IN,
        words="Check players in for the next round. Its check-in must be open.",
        body=_NAMED_PLAYERS,
    ),
    Command(
        name="check_out",
        use_case=_check_out,
        method="POST",
        path="/check-out",
        action=Action.CHECK_IN,
        words="Check players out of the next round.",
        body=_NAMED_PLAYERS,
    ),
    Command(
        name="see_again",
        operation=checkin.see_again,
        method="POST",
        path="/players/seen",
        action=Action.CHECK_IN,
        words="Mark players as here again. They missed the last round; the next one seats them without a check-in.",
        body=sends("Seen", players=ListField(each=PLAYER, is_required=True)),
        usage="players seen PLAYER...=players",
    ),
    # Rounds.
    Command(
        name="publish_round",
        operation=steps.publish_round,
        method="POST",
        path="/rounds/publish",
        words="Publish the drafted round to the players.",
        body=sends(
            "Publication",
            reason=TextField(words="The reason to publish although decklists are missing or not legal."),
        ),
        usage="round publish --reason",
    ),
    Command(
        name="swap_players",
        operation=rounds.swap_players,
        method="POST",
        path="/rounds/<round>/swap",
        action=Action.JUDGE,
        words="Swap two players. Every score stays with its player.",
        body=sends("Swap", reason=REASON, first=PLAYER, second=PLAYER),
        usage="round swap ROUND FIRST SECOND --reason --sure",
        corrects=True,
    ),
    Command(
        name="change_seats",
        operation=rounds.change_seats,
        method="PUT",
        path="/rounds/<round>/seats",
        action=Action.JUDGE,
        words="Seat a round by hand. Every score stays with its player.",
        body=SEATS,
        usage="round edit ROUND TABLE...=tables --reason --sure",
        help=(
            "Seat a round by hand. Each TABLE lists its players in seat order, separated by commas (3,1,7,5). Every "
            "score stays with its player."
        ),
        corrects=True,
    ),
    Command(
        name="unseat_player",
        operation=seats.unseat_player,
        method="POST",
        path="/rounds/<round>/unseat",
        action=Action.JUDGE,
        words="Unseat a player who is missing at the start. The others of a table of four move to other tables.",
        body=sends("Missing", reason=REASON, player=PLAYER),
        usage="round unseat ROUND PLAYER --reason --sure",
        corrects=True,
    ),
    Command(
        name="report_empty",
        operation=rounds.report_empty,
        method="POST",
        path="/rounds/<round>/empty-seats",
        action=Action.CLOCK,
        words="Report that a player is not in their seat. They lose the round 15 minutes after its start.",
        body=_ONE_PLAYER,
        usage="round empty ROUND PLAYER",
    ),
    Command(
        name="report_taken",
        operation=rounds.report_taken,
        method="POST",
        path="/rounds/<round>/taken-seats",
        action=Action.CLOCK,
        words="Report that a missing player has come. Their seat was reported empty.",
        body=_ONE_PLAYER,
        usage="round taken ROUND PLAYER",
    ),
    Command(
        name="seat_proxy",
        operation=rounds.seat_proxy,
        method="POST",
        path=f"{_TABLE_OF_ROUND}/proxy",
        action=Action.JUDGE,
        words="Seat a proxy player in a vacant seat. An official plays at a table of four and retains nothing.",
        body=sends(
            "Proxy",
            seat=NumberField(is_required=True, most=5),
            name=TextField(is_required=True, longest=None, words="Name of the official."),
        ),
        usage="round proxy ROUND TABLE SEAT --name --sure",
        corrects=True,
    ),
    Command(
        name="cancel_round",
        operation=rounds.cancel_round,
        method="POST",
        path="/rounds/<round>/cancel",
        words="Cancel a round with its results. If it is not the last, it keeps its number and counts for nothing.",
        body=WITH_REASON,
        usage="round cancel ROUND --reason --sure",
        corrects=True,
    ),
    Command(
        name="draft_same",
        use_case=seatings.draft_same,
        method="POST",
        path="/rounds/same",
        words="Draft a cancelled round with its old seats.",
        body=sends("SameSeats", publish=FlagField(words="Publish it to the players at once.")),
    ),
    Command(
        name="draw_deck_checks",
        use_case=draws.draw_checks,
        method="POST",
        path="/rounds/<round>/deck-checks",
        action=Action.JUDGE,
        words="Draw the decks to check in a round. Anyone can verify the draw from its seed.",
        body=sends(
            "DeckChecks",
            count=NumberField(most=5000, words="Number of decks. Default: a tenth of the seated players."),
            again=FlagField(words="Include players checked before."),
            seed=SEED,
            word=WORD,
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
        words=(
            "Record the result of a deck check. The deck was in order, or there was an infraction of the judges' guide."
        ),
        body=sends(
            "DeckCheckOutcome",
            infraction=TextField(words="3.1.1, 3.1.2 or 3.1.3. Default: the deck was in order."),
            note=_NOTE,
        ),
        usage="deck checked ROUND PLAYER --infraction --note",
    ),
    # Prizes.
    Command(
        name="set_prizes",
        operation=prizes.set_prizes,
        method="PUT",
        path="/prizes",
        words="Set the whole list of prizes. Each line is like “2-5: 3 x Booster”.",
        body=sends("PrizeList", lines=ListField(each=TextField(longest=200), most=200, otherwise=())),
        usage="prizes set [LINE]...=lines",
        help="""Set the whole list of prizes.

    Each LINE is a prize; without a LINE the list is empty. Examples: "1: Playmat", "2-5: 3 x Booster" (three for each
    of these places), "Raffle: 10 x Promo", "GW: Booster" (one for each game win),
    "Best newcomer: Playmat" (or a clan, a country, a city).

    The decklists show clans. Earlier events of this server show newcomers, if most players had one. Otherwise name the
    player with `prizes best`.
    """,
    ),
    Command(
        name="decide_prizes",
        operation=prizes.decide_prizes,
        method="POST",
        path="/prizes/order",
        words="Order the players who share a place. The first gets the prizes of the best of their places.",
        body=sends("PrizeOrder", players=ListField(each=PLAYER, is_required=True)),
        usage="prizes order PLAYER...=players",
    ),
    Command(
        name="decide_category",
        operation=prizes.decide_category,
        method="POST",
        path="/prizes/categories",
        words="Set the best player of a prize category. For example, the best newcomer.",
        body=sends(
            "PrizeCategory", category=TextField(is_required=True, words="As in the prizes: “newcomer”."), player=PLAYER
        ),
        usage="prizes best CATEGORY PLAYER",
    ),
    Command(
        name="draw_raffle",
        use_case=draws.draw_raffle,
        method="POST",
        path="/raffles",
        words=(
            "Draw the winners of a prize. "
            "They are drawn from a pool or from the named players, but never a disqualified player."
        ),
        body=sends(
            "RaffleDraw",
            pool=ChoiceField(of=RafflePool, words="The players to draw from. Default: all who played."),
            players=ListField(each=PLAYER, otherwise=None),
            count=NumberField(most=5000, words="Number of winners. Default: as many as prizes are left, else one."),
            prize=TextField(longest=80, words="The prize."),
            again=FlagField(words="Include earlier winners of a raffle."),
            here=FlagField(words="Only players who are here."),
            with_officials=FlagField(words="Include judges and the organizer."),
            seed=SEED,
            word=WORD,
            reason=_AGAIN,
        ),
        usage=(
            "raffle draw [PLAYER]...=players --pool --count --prize --again --here --officials=with_officials --seed"
            " --word --reason"
        ),
        help="Draw the winners of a prize. They are drawn from a --pool or from the named PLAYERs.",
    ),
    Command(
        name="pass_over",
        operation=raffle.pass_over,
        method="POST",
        path="/raffles/<raffle>/pass",
        words="Pass a raffle prize to the next player drawn. The named player is not here.",
        body=_ONE_PLAYER,
        usage="raffle pass NUMBER=raffle PLAYER",
    ),
    # Draws that anybody can verify.
    Command(
        name="commit_seed",
        use_case=draws.commit_seed,
        method="POST",
        path="/draws/commitment",
        words="Commit to a seed for all draws. Everyone sees its hash before the players are known.",
        usage="draws commit",
    ),
    Command(
        name="reveal_seed",
        use_case=draws.reveal_seed,
        method="POST",
        path="/draws/seed",
        words="Reveal the seed to verify the draws. Draws made after it cannot be verified.",
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
        words="Start the clock of a round.",
        body=sends(
            "ClockStart",
            minutes=NumberField(most=1440, words="Minutes of the round. Default: as announced for the event."),
        ),
        usage="clock start ROUND --minutes",
    ),
    Command(
        name="pause_clock",
        operation=clock.pause_clock,
        method="POST",
        path="/rounds/<round>/clock/pause",
        action=Action.CLOCK,
        words="Pause the clock of a round or one table.",
        body=_ONE_TABLE,
        usage="clock pause ROUND --table",
    ),
    Command(
        name="resume_clock",
        operation=clock.resume_clock,
        method="POST",
        path="/rounds/<round>/clock/resume",
        action=Action.CLOCK,
        words="Resume the clock of a round or one table.",
        body=_ONE_TABLE,
        usage="clock resume ROUND --table",
    ),
    Command(
        name="extend_clock",
        operation=clock.extend_clock,
        method="POST",
        path="/rounds/<round>/clock/extend",
        action=Action.CLOCK,
        words="Add time to the clock of a round or table. A negative time shortens it.",
        body=sends(
            "ClockExtension", table=_TABLE, reason=REASON, seconds=SecondsField(is_required=True), allowed=_ALLOWED
        ),
        usage="clock extend ROUND MINUTES=seconds --table --reason --allowed",
        help="Add minutes to the clock of a round or table. MINUTES can be 2.5, or -5 to shorten it.",
    ),
    Command(
        name="stop_clock",
        operation=clock.stop_clock,
        method="POST",
        path="/rounds/<round>/clock/stop",
        action=Action.CLOCK,
        words="Stop the clock of a round. Time is called, or every table is done.",
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
        body=sends(
            "Result",
            victory_points=PointsField(),
            events=TextField(
                otherwise=None,
                longest=500,
                sample="EVENTS",
                words="The game in order, with seat 1 as A: 'A>B, D!, time'.",
            ),
            fates=ListField(
                each=ChoiceField(of=Fate),
                most=5,
                sample="FATES",
                words="How each seat left, in seat order: ousted,withdrew,last,time,removed.",
            ),
            by_player=PlayerField(words="The player of the table who enters it. Default: an official."),
            reason=REASON,
            card=TextField(words="The card that moved points."),
        ),
        usage=(
            "result enter ROUND TABLE [VP]...=victory_points --events --fates --player=by_player --reason --card --sure"
        ),
        help="""Enter or correct a table's result.

    VP are in seat order (2 1 0 .5 1.5), or use --events. Points that need a withdrawal, or seats ousted together,
    also need --events or --fates. Points that no game can end with need a --reason.
    """,
        corrects=True,
    ),
    Command(
        name="clear_result",
        operation=results.clear_result,
        method="DELETE",
        path=f"{_TABLE_OF_ROUND}/result",
        action=Action.JUDGE,
        words="Clear a table's result.",
        usage="result clear ROUND TABLE --sure",
        corrects=True,
    ),
    Command(
        name="take_dispute",
        operation=disputes.take_dispute,
        method="POST",
        path=f"{_TABLE_OF_ROUND}/disputes/take",
        action=Action.JUDGE,
        words="Take a result that a player sent. It came late or against another, and counts from now on.",
        body=_ONE_PLAYER,
        usage="result take ROUND TABLE PLAYER --sure",
        corrects=True,
    ),
    Command(
        name="drop_dispute",
        operation=disputes.drop_dispute,
        method="POST",
        path=f"{_TABLE_OF_ROUND}/disputes/drop",
        action=Action.JUDGE,
        words="Drop the results that players sent. They came late or against another.",
        usage="result drop ROUND TABLE",
    ),
    Command(
        name="confirm_result",
        operation=results.confirm_result,
        method="POST",
        path=f"{_TABLE_OF_ROUND}/confirm",
        action=Action.SCORE,
        words="Confirm a table's result. Another player of the table agrees with it.",
        body=_ONE_PLAYER,
        usage="result confirm ROUND TABLE PLAYER",
        help="Confirm a table's result. PLAYER is another player of the table, and agrees with it.",
    ),
    Command(
        name="lock_result",
        operation=results.lock_result,
        method="POST",
        path=f"{_TABLE_OF_ROUND}/lock",
        action=Action.JUDGE,
        words="Lock a table's result.",
    ),
    Command(
        name="unlock_result",
        operation=results.unlock_result,
        method="POST",
        path=f"{_TABLE_OF_ROUND}/unlock",
        action=Action.JUDGE,
        words="Unlock a table's result. Its players can change it again.",
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
        words="Penalize a player. The ladder raises the penalty for repeated offences of the same infraction.",
        body=sends(
            "Sanction",
            player=PLAYER,
            kind=_PENALTY,
            infraction=_INFRACTION,
            rule=_RULE,
            grade=ChoiceField(of=SanctionKind, words="The penalty the infraction calls for, if there are two."),
            judge=_JUDGE,
            note=TextField(words="Observations, or the reason for leaving the ladder."),
            escalates=FlagField(otherwise=True, words="Leave the ladder: give KIND as it is. Requires --note."),
            weighed=FlagField(to="has_weighed", words="3.5 only: it affected the game, and counts on the ladder."),
            applies_to=RoundField(words="Round of the game that an adjustment costs a point. Requires --note."),
            earlier=FlagField(to="is_earlier", words="In the final: for an offence before it."),
            minutes=NumberField(least=0, most=1440, words="Extra minutes for the player's table."),
            allowed=_ALLOWED,
        ),
        usage=(
            "sanction give PLAYER [KIND] --infraction --rule --grade --judge --note --as-given=escalates --weighed"
            " --applies-to --earlier --minutes --allowed --sure"
        ),
        help="""Penalize a player.

    Name an --infraction of the judges' guide, or describe the offence with --rule.

    KIND is the penalty. Without it, the ladder sets one. Offences of the same infraction climb from caution to
    warning, standings adjustment and disqualification. A KIND that the infraction calls for says how grave it was;
    the ladder can still raise it. Any other KIND, or --as-given, leaves the ladder and requires --note.
    """,
        corrects=True,
    ),
    Command(
        name="give_sanction_to_person",
        operation=sanctions.sanction_person,
        method="POST",
        path="/sanctions/people",
        action=Action.JUDGE,
        words=(
            "Penalize a person who does not play. "
            "The penalty, a standings adjustment or a disqualification, goes into the report."
        ),
        body=sends(
            "PersonSanction",
            name=TextField(is_required=True, longest=None),
            kind=ChoiceField(
                of=SanctionKind, also=_PENALTY.also, gone=_PENALTY.gone, is_required=True, words=_PENALTY.words
            ),
            infraction=_INFRACTION,
            rule=_RULE,
            judge=_JUDGE,
            note=_NOTE,
        ),
        usage="sanction person NAME KIND --infraction --rule --judge --note",
    ),
    Command(
        name="lift_sanction",
        operation=sanctions.lift_sanction,
        method="POST",
        path="/sanctions/<sanction>/lift",
        action=Action.JUDGE,
        words="Lift a sanction.",
        body=WITH_REASON,
        usage="sanction lift NUMBER=sanction --reason --sure",
        corrects=True,
    ),
    Command(
        name="call_judge",
        operation=calls.call_judge,
        method="POST",
        path="/calls",
        action=Action.JUDGE,
        words="Call a judge to a table or a player. Each place has one open call at most.",
        body=sends(
            "Call",
            round=RoundField(to="round_number"),
            table=NumberField(),
            player=PlayerField(),
            reason=REASON,
        ),
    ),
    Command(
        name="take_call",
        use_case=_take_call,
        method="POST",
        path="/calls/<call>/take",
        action=Action.JUDGE,
        words="Take a judge call. The judge goes to the table.",
        body=sends("Judge", judge=_JUDGE),
    ),
    Command(
        name="close_call",
        operation=calls.close_call,
        method="POST",
        path="/calls/<call>/close",
        action=Action.JUDGE,
        words="Close a judge call. The table continues to play.",
        body=sends("CallNote", note=_NOTE),
    ),
    # The final.
    Command(
        name="toss",
        use_case=draws.settle_ties,
        method="POST",
        path="/final/toss",
        words=(
            "Toss for the ties that decide the cut. "
            "With players: record a toss made at the table, the first to be placed first."
        ),
        body=sends(
            "Toss",
            seed=SEED,
            players=PLAYERS,
            how=TextField(words="How the toss was made at the table."),
            word=WORD,
            reason=_AGAIN,
        ),
        usage="final toss [PLAYER]...=players --seed --how --word --reason",
        help="""Toss for the ties that decide the cut.

    With PLAYERs, records a toss made at the table. The first one is placed first.
    """,
    ),
    Command(
        name="open_final",
        operation=final.open_final,
        method="POST",
        path="/final/open",
        words="Make the cut to the final. It takes the five best who can play, or four.",
        usage="final open",
    ),
    Command(
        name="replace_finalists",
        operation=final.replace_finalists,
        method="POST",
        path="/final/recut",
        words="Make the cut again. For when a finalist left or an earlier result was corrected.",
        usage="final recut",
    ),
    Command(
        name="mark_unavailable",
        operation=final.mark_unavailable,
        method="POST",
        path="/final/unavailable",
        words="Mark a player as unavailable for the final. The next player moves up.",
        body=sends("Unavailable", reason=REASON, player=PLAYER),
        usage="final unavailable PLAYER --reason",
    ),
    Command(
        name="mark_available",
        operation=final.mark_available,
        method="POST",
        path="/final/available",
        words="Mark a player as available for the final.",
        body=_ONE_PLAYER,
        usage="final available PLAYER",
    ),
    Command(
        name="decide_deck",
        use_case=draws.settle_final_deck,
        method="POST",
        path="/final/deck",
        words=(
            "Set a finalist's deck in a multi-deck event. "
            "Without a round, the deck of their best round; with one, their free choice."
        ),
        body=sends(
            "FinalDeck",
            player=PLAYER,
            round=NumberField(most=50, to="deck_round", words="Round of the deck. Default: the best round's."),
            seed=SEED,
        ),
        usage="final deck PLAYER [ROUND] --seed",
        help="""Set a finalist's deck in a multi-deck event.

    Without ROUND, it is the deck of the best round (drawn when several are best). With ROUND, it is the finalist's
    free choice.
    """,
    ),
    Command(
        name="show_crypt_cards",
        use_case=draws.settle_crypt_cards,
        method="POST",
        path="/final/crypt-cards",
        words="Show three crypt cards of a finalist. They are shown before the seats are chosen.",
        body=sends(
            "CryptCards",
            player=PLAYER,
            cards=ListField(each=TextField(is_name=True, longest=200), is_required=True, fewest=3, most=200),
            draw=FlagField(to="draws", words="Draw three from these cards."),
            seed=SEED,
        ),
        usage="final cards PLAYER CARD...=cards --draw --seed",
    ),
    Command(
        name="place_finalist",
        operation=final.place_finalist,
        method="POST",
        path="/final/place",
        words=(
            "Place a finalist in the row. "
            "They go before the name at the position, counted from 0, or after the last one."
        ),
        body=sends(
            "Place",
            player=PLAYER,
            position=NumberField(least=0, most=10, is_required=True),
        ),
        usage="final place PLAYER POSITION",
        help=(
            "Place a finalist in the row. They go before the name at POSITION, counted from 0, or after the last one."
        ),
    ),
    Command(
        name="place_row",
        operation=final.place_row,
        method="POST",
        path="/final/row",
        words="Set the whole row at once, left to right.",
        body=sends("Row", players=ListField(each=PLAYER, is_required=True, to="row")),
        usage="final row PLAYER...=players",
    ),
    Command(
        name="first_player",
        use_case=draws.settle_first_player,
        method="POST",
        path="/final/first-player",
        words="Draw or record the first player. The seats follow the row from there.",
        body=sends("FirstPlayer", player=PlayerField(), seed=SEED, word=WORD, reason=_AGAIN),
        usage="final first [PLAYER] --seed --word --reason",
    ),
    Command(
        name="cancel_final",
        operation=final.cancel_final,
        method="POST",
        path="/final/cancel",
        words="Cancel the final and undo the cut.",
        body=WITH_REASON,
        usage="final cancel --reason",
    ),
)
