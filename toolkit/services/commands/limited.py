"""Commands of limited events."""

from __future__ import annotations

from datetime import datetime

from toolkit.languages import Message, Sayable
from toolkit.services.commands.command import (
    PLAYER,
    PLAYERS,
    REASON,
    SEED,
    WITH_REASON,
    WORD,
    Command,
    sends,
)
from toolkit.services.events import limited, seatings
from toolkit.services.kernel.fields import (
    ChoiceField,
    FlagField,
    ListField,
    NumberField,
    PlayerField,
    SecondsField,
    TextField,
)
from toolkit.services.kernel.roles import Action
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork
from toolkit.tournament.limited import late_and_leaving, michigan, phases, plan, pods, pools
from toolkit.tournament.limited.facts import Forced, LimitedFormat, LimitedPhase, StarterDeal, TradeAnswer
from toolkit.tournament.tournament import Tournament


def _asks_before_planning(tournament: Tournament, **_: object) -> Sayable | None:
    if not tournament.limited.pools:
        return None
    return Message("Pools are in already: the minimums change, and every list is judged by the new plan.")


def _asks_before_ending(tournament: Tournament, *, at: datetime, **_: object) -> Sayable | None:
    return phases.unfinished(tournament, at)


def _seat_pods(work: UnitOfWork, *, publish: bool) -> Change:
    return seatings.draft_by_hand(work, pods.round_of_pods(work.look()), publish=publish)


_CUTS_SHORT = FlagField(words="End a running draft, or a trade that a pod has not begun.")
_PHASE_END = sends("PhaseEnd", reason=REASON, sure=_CUTS_SHORT)
_ONE_POD = sends("PhasePod", pod=NumberField(words="Only this pod."))


def _maybe(words: str, *, to: str = "") -> FlagField:
    """Yes or no, and as it was where nothing is sent."""
    return FlagField(otherwise=None, words=words, to=to)


LIMITED: tuple[Command, ...] = (
    Command(
        name="plan_limited",
        use_case=limited.plan_event,
        method="PUT",
        path="/limited/plan",
        words="Set the product plan of a limited event. Fields that are not sent keep their values.",
        body=sends(
            "LimitedPlan",
            format=ChoiceField(of=LimitedFormat),
            lines=ListField(
                each=TextField(longest=200),
                otherwise=(),
                most=40,
                words="Each “COUNT SET[ sealed| drafted| starter][: SIZE]”, e.g. “6 SW” or “3 Our cube: 15”.",
            ),
            boosters=NumberField(most=plan.MOST_BOOSTERS, words="Short form for one line: boosters per player."),
            size=NumberField(most=plan.MOST_SIZE, words="Cards per booster."),
            product=TextField(longest=100, words="Set of the boosters."),
            starters=ChoiceField(of=StarterDeal),
            player=PlayerField(words="Plan for one player who brings their own product."),
            own_product=_maybe("Players bring their own product."),
            spare=NumberField(least=0, most=100, words="Percent to buy in addition. Default: 5."),
            box=NumberField(least=0, most=1000, words="Boosters per box."),
            most=NumberField(to="pod_most", most=plan.MOST_SIZE, words="Maximum players per pod, 4 to 8."),
            tables=_maybe("Play round 1 in the pods.", to="pods_are_tables"),
            registers=_maybe("Register the pools on lists.", to="registers_pools"),
            swaps=_maybe("Swap sealed pools between players."),
            casual=_maybe("Use casual deck sizes, at an unsanctioned event."),
            moves_on=_maybe("End a pick when its time is over. Otherwise an official continues."),
            construction=NumberField(most=1440, words="Minutes to build decks."),
            registration=NumberField(most=1440, words="Minutes to list pools."),
            pile_size=NumberField(most=100, words="Cards per library pile in the mixed draft."),
            allows_late=_maybe("Late players may build a sealed deck."),
            times=ListField(
                each=TextField(longest=40),
                otherwise=(),
                most=10,
                words="Seconds of the draft, each “NAME=SECONDS”: open, each, base, least, most, last, passing, "
                "review, later_review, look, turn.",
            ),
            provided=ListField(
                each=TextField(longest=200),
                most=200,
                words="Cards in every pool: each a name (any number of it) or “2 Villein”.",
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
        words="Record that players got their product. Without names: all active players.",
        body=sends("ProductGiven", players=PLAYERS),
        usage="limited product [PLAYER]...=players",
    ),
    Command(
        name="return_product",
        operation=late_and_leaving.return_product,
        method="POST",
        path="/limited/product/<player>/return",
        action=Action.CHECK_IN,
        words="Record that a player returned the product. For players who left the event.",
        body=sends(
            "ProductReturned", is_back=FlagField(otherwise=True, words="Remove the record: it was not returned.")
        ),
        usage="limited return PLAYER --not-back=is_back",
    ),
    Command(
        name="enter_pool",
        use_case=limited.enter_pool_by_desk,
        method="PUT",
        path="/limited/pools/<player>",
        action=Action.JUDGE,
        words="Enter or correct a player's whole pool. The text is a list in any format, or lines of count and name.",
        body=sends("PoolText", text=TextField(is_required=True, longest=50_000), reason=REASON),
    ),
    Command(
        name="clear_pool",
        use_case=limited.clear_pool,
        method="DELETE",
        path="/limited/pools/<player>",
        action=Action.JUDGE,
        words="Remove a pool entered for the wrong player.",
        body=WITH_REASON,
        usage="limited pool clear PLAYER --reason",
    ),
    Command(
        name="confirm_pool",
        operation=pools.confirm_pool,
        method="POST",
        path="/limited/pools/<player>/confirm",
        action=Action.JUDGE,
        words="Confirm a pool. Then only a judge can change it, until it is opened again.",
        body=sends(
            "PoolConfirmed", is_confirmed=FlagField(otherwise=True, words="Open it again: the player can change it.")
        ),
        usage="limited pool confirm PLAYER --open=is_confirmed",
    ),
    Command(
        name="draw_swap",
        use_case=limited.draw_swap,
        method="POST",
        path="/limited/swap",
        words="Draw the swap of sealed pools. Anyone can verify the draw from its seed.",
        body=sends("LimitedDraw", seed=SEED, word=WORD, reason=TextField(words="The reason for drawing again.")),
        usage="limited swap --seed --word --reason",
    ),
    Command(
        name="draw_pods",
        use_case=limited.draw_pods,
        method="POST",
        path="/limited/pods",
        words="Draw the pods of the draft. Anyone can verify the draw from its seed.",
        body=sends(
            "PodDraw",
            seed=SEED,
            most=NumberField(most=100, words="Maximum players per pod, 4 to 8. Default: from the plan."),
            word=WORD,
            reason=TextField(words="The reason for drawing again."),
        ),
        usage="limited pods --seed --most --word --reason",
    ),
    Command(
        name="change_pods",
        operation=pods.change_pods,
        method="PUT",
        path="/limited/pods",
        words="Seat the pods by hand. Each lists its players clockwise.",
        body=sends(
            "Pods",
            reason=REASON,
            pods=ListField(each=ListField(each=PLAYER, most=8), is_required=True),
        ),
        usage="limited seat POD...=pods --reason",
        help="Seat the pods by hand. Each POD lists its players clockwise, separated by commas (3,1,7,5).",
    ),
    Command(
        name="swap_in_pods",
        operation=pods.swap_in_pods,
        method="POST",
        path="/limited/pods/swap",
        words="Swap two players in the pods. A player without a pod takes the place of the other.",
        body=sends("PodSwap", reason=REASON, first=PLAYER, second=PLAYER),
        usage="limited move FIRST SECOND --reason",
    ),
    Command(
        name="leave_pod",
        operation=pods.leave_pod,
        method="POST",
        path="/limited/pods/leave",
        action=Action.JUDGE,
        words="Remove a player from the draft. The pod continues without them.",
        body=sends("PodLeft", reason=REASON, player=PLAYER),
        usage="limited draft leave PLAYER --reason",
    ),
    Command(
        name="count_piles",
        operation=pods.count_piles,
        method="PUT",
        path="/limited/pods/<pod>/piles",
        action=Action.JUDGE,
        words="Record the piles of a pod after the split. Crypt and library cards of each player, in seat order.",
        body=sends(
            "Piles",
            crypt=ListField(
                each=NumberField(least=0, most=2000, is_required=True),
                is_required=True,
                most=8,
                words="Crypt cards per seat.",
                sample="12,11,13",
            ),
            library=ListField(
                each=NumberField(least=0, most=2000, is_required=True),
                is_required=True,
                most=8,
                words="Library cards per seat.",
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
        words="Seat round 1 with the pods as tables. The seating is a draft until it is published.",
        body=sends("PodRound", publish=FlagField(words="Publish it to the players at once.")),
        usage="limited tables --publish",
    ),
    Command(
        name="start_phase",
        use_case=limited.start_phase,
        method="POST",
        path="/limited/phases",
        words="Start the next phase, or the named one. The current phase ends.",
        body=sends(
            "PhaseStart",
            phase=ChoiceField(of=LimitedPhase),
            minutes=NumberField(
                least=0, most=1440, words="Minutes of the phase, 0 for no clock. Default: from the plan."
            ),
            reason=TextField(words="The reason for skipping or repeating phases."),
            sure=_CUTS_SHORT,
        ),
        usage="limited phase [PHASE] --minutes --reason --sure",
        asks=_asks_before_ending,
    ),
    Command(
        name="end_phase",
        use_case=limited.end_phase,
        method="POST",
        path="/limited/phases/end",
        words="End the current phase.",
        body=_PHASE_END,
        usage="limited end --reason --sure",
        asks=_asks_before_ending,
    ),
    Command(
        name="start_draft",
        use_case=limited.start_draft,
        method="POST",
        path="/limited/draft/start",
        words="Start the draft.",
        body=_PHASE_END,
        usage="limited draft start --reason --sure",
        asks=_asks_before_ending,
    ),
    Command(
        name="pause_phase",
        operation=phases.pause_phase,
        method="POST",
        path="/limited/phases/pause",
        action=Action.CLOCK,
        words="Pause the clock of the phase or of one pod.",
        body=_ONE_POD,
        usage="limited draft pause --pod",
    ),
    Command(
        name="resume_phase",
        operation=phases.resume_phase,
        method="POST",
        path="/limited/phases/resume",
        action=Action.CLOCK,
        words="Resume the clock of the phase or of one pod.",
        body=_ONE_POD,
        usage="limited draft resume --pod",
    ),
    Command(
        name="extend_phase",
        operation=phases.extend_phase,
        method="POST",
        path="/limited/phases/extend",
        action=Action.CLOCK,
        words=(
            "Add time to the current phase. "
            "A negative time shortens it. In a draft, this changes the current step of all players."
        ),
        body=sends("PhaseExtension", reason=REASON, seconds=SecondsField(is_required=True)),
        usage="limited extend MINUTES=seconds --reason",
    ),
    Command(
        name="step_draft",
        use_case=limited.step_draft,
        method="POST",
        path="/limited/draft/next",
        action=Action.CLOCK,
        words="Start the next step of the draft. Every player of the pod, or of all pods, has picked.",
        body=sends(
            "DraftNext",
            pod=NumberField(words="Only this pod."),
            step=NumberField(least=0, words="The step that ends, as shown. Refused if it has ended already."),
        ),
        usage="limited draft next --pod --step",
    ),
    Command(
        name="force_pick",
        use_case=limited.force_pick,
        method="POST",
        path="/limited/draft/late",
        action=Action.CLOCK,
        words="Make a pick for a late player. It is a random card, or in a table draft the oldest one.",
        body=sends(
            "LatePick",
            pod=NumberField(is_required=True),
            seat=NumberField(is_required=True, most=8),
            kind=ChoiceField(of=Forced, words="A random card, or the oldest one. Default: by the kind of draft."),
            card=NumberField(least=0, otherwise=0, most=100, words="The oldest card: its number on the screen."),
            seed=SEED,
        ),
        usage="limited draft late POD SEAT --kind --card --seed",
    ),
    Command(
        name="replace_pack",
        operation=phases.replace_pack,
        method="POST",
        path="/limited/draft/replace",
        action=Action.CLOCK,
        words="Replace an abnormal pack or a marked card. A judge decides this.",
        body=sends(
            "PackReplaced",
            player=PLAYER,
            pack=NumberField(least=0, most=100, otherwise=0, words="Number of the pack in the draft."),
            pod=NumberField(words="Pod of the player. Refused if they sit in another."),
            reason=TextField(is_required=True, words="The reason, for the log."),
        ),
        usage="limited draft replace PLAYER --pack --pod --reason",
    ),
    Command(
        name="make_trade",
        use_case=limited.make_trade,
        method="POST",
        path="/limited/pods/<pod>/trade",
        action=Action.CLOCK,
        words="Record a turn of a Michigan trade. The answer is traded, declined or passed.",
        body=sends(
            "Trade",
            answer=ChoiceField(of=TradeAnswer, is_required=True),
            asked=NumberField(least=0, most=8, otherwise=0, words="The seat asked."),
            card=NumberField(least=0, otherwise=0, words="Number of the card asked for."),
            other=NumberField(least=0, otherwise=0, words="Number of the card given for it."),
        ),
        usage="limited trade POD ANSWER --asked --card --other",
    ),
    Command(
        name="prepare_pool",
        operation=michigan.prepare_pool,
        method="POST",
        path="/limited/pools/<player>/prepare",
        action=Action.JUDGE,
        words="Record that a trade stock is set aside. For a player of a Michigan event.",
        body=sends("PoolPrepared", is_ready=FlagField(otherwise=True, words="Remove the record: it is not set aside.")),
        usage="limited prepare PLAYER --not-ready=is_ready",
    ),
    Command(
        name="build_decks",
        use_case=limited.build_decks,
        method="POST",
        path="/limited/build",
        words="Start deck building.",
        body=sends(
            "Building",
            minutes=NumberField(most=1440, words="Minutes for building. Default: from the plan."),
            reason=TextField(words="The reason for skipping phases."),
            sure=_CUTS_SHORT,
        ),
        usage="limited build --minutes --reason --sure",
        asks=_asks_before_ending,
    ),
    Command(
        name="build_late",
        operation=late_and_leaving.build_late,
        method="POST",
        path="/limited/late/<player>",
        words="Start deck building for a late player. They get sealed product and a clock of their own.",
        body=sends(
            "LateBuild",
            minutes=NumberField(most=1440, words="Minutes for building. Default: as long as the others had."),
        ),
        usage="limited late PLAYER --minutes",
    ),
    Command(
        name="finish_late",
        operation=late_and_leaving.finish_late,
        method="POST",
        path="/limited/late/<player>/done",
        action=Action.CHECK_IN,
        words="Mark the deck of a late player as finished. The next round seats them.",
        usage="limited built PLAYER",
    ),
    Command(
        name="use_recursion",
        operation=plan.use_recursion,
        method="PUT",
        path="/limited/recursions/<player>",
        action=Action.JUDGE,
        words="Set a player's recursions in this round. A recursion turns the ash heap into a library.",
        body=sends("Recursions", used=NumberField(least=0, most=11, is_required=True)),
        usage="limited recursion PLAYER USED",
    ),
)
