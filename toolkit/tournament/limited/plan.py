"""The product of a limited event: what each player gets, the minimums that follow, what to buy, and the day's schedule.

Rule: VEKN 7.2.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from importlib import resources

from toolkit.decks.formats import MOST_BOOSTER_SIZE, effective_boosters, rule_set
from toolkit.languages import N_, Count, Listed, Message, Sayable
from toolkit.tournament.configuration import EventKind, EventRuleSet
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running, configure
from toolkit.tournament.facts import Fact
from toolkit.tournament.limited.facts import (
    DraftTimes,
    LimitedFormat,
    LimitedPhase,
    LimitedPlan,
    LimitedPlanned,
    ProductGiven,
    ProductKind,
    ProductLine,
    RecursionsUsed,
)
from toolkit.tournament.limited.picks import length, pick_seconds, steps_of
from toolkit.tournament.limited.pods import POD_LEAST, POD_MOST, largest_pod, pod_sizes, trade_sizes
from toolkit.tournament.log import LogEntry, PlayerNames, folds
from toolkit.tournament.state import State, evolve

# A booster of the rules has so many cards (VEKN 7.2.1).
STANDARD_BOOSTER = 11
MOST_SIZE, MOST_BOOSTERS = MOST_BOOSTER_SIZE, 36
MOST_MINUTES = 24 * 60
# What a new plan has: drafters look at more cards after each pack.
USUAL_TIMES = DraftTimes(review=60, later_review=90)
# What a Michigan pool is parted into: library, trade stock, crypt (VEKN 7.4.1).
MICHIGAN_LIBRARY, MICHIGAN_STOCK, MICHIGAN_CRYPT = 50, 15, 10

FORMATS: Mapping[LimitedFormat, str] = {
    LimitedFormat.SEALED: N_("Sealed deck"),
    LimitedFormat.MICHIGAN: N_("Michigan"),
    LimitedFormat.BOOSTER: N_("Booster draft"),
    LimitedFormat.TABLE: N_("Table draft"),
    LimitedFormat.ELDER: N_("Mixed draft"),
}
PHASES: Mapping[LimitedPhase, str] = {
    LimitedPhase.PRODUCT: N_("Handing out the product"),
    LimitedPhase.REGISTRATION: N_("Listing pools"),
    LimitedPhase.SWAP: N_("Swapping pools"),
    LimitedPhase.PREPARATION: N_("Preparing the trade"),
    LimitedPhase.PODS: N_("Seating the pods"),
    LimitedPhase.SPLIT: N_("Splitting crypt and library"),
    LimitedPhase.CRYPT_DRAFT: N_("Draft of the crypts"),
    LimitedPhase.DRAFT: N_("Draft"),
    LimitedPhase.TRADE: N_("Trade"),
    LimitedPhase.CONSTRUCTION: N_("Building decks"),
    LimitedPhase.BREAK: N_("Break"),
}


def phase_words(phase: LimitedPhase) -> Message:
    """The name of a phase."""
    return Message(PHASES[phase])


def phases_of(plan: LimitedPlan) -> tuple[LimitedPhase, ...]:
    """The phases of a plan's format, in order; a registration and a swap only where the plan has them."""
    registration = (LimitedPhase.REGISTRATION,) if plan.registers_pools else ()
    first, last = LimitedPhase.PRODUCT, LimitedPhase.CONSTRUCTION
    match plan.format:
        case LimitedFormat.SEALED:
            swap = (LimitedPhase.SWAP,) if plan.swaps else ()
            return (first, *registration, *swap, last)
        case LimitedFormat.MICHIGAN:
            return (
                first,
                *registration,
                LimitedPhase.PREPARATION,
                LimitedPhase.PODS,
                LimitedPhase.TRADE,
                last,
            )
        case LimitedFormat.ELDER:
            drafts = (LimitedPhase.SPLIT, LimitedPhase.CRYPT_DRAFT, LimitedPhase.DRAFT)
            return (first, LimitedPhase.PODS, *drafts, *registration, last)
    return (first, LimitedPhase.PODS, LimitedPhase.DRAFT, *registration, last)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoosterSize:
    """How many cards a booster of a set has, and where that is known from."""

    product: str
    name: str
    size: int
    source: str


@cache
def booster_sizes() -> Mapping[str, BoosterSize]:
    """The known sizes by the set's code; a set that is not here has its size typed."""
    text = resources.files("toolkit.tournament.limited").joinpath("sizes.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["booster"]
    return {
        card_set["code"]: BoosterSize(
            product=card_set["code"], name=card_set["name"], size=row["size"], source=row["source"]
        )
        for row in rows
        for card_set in row["sets"]
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Minimums:
    """The minimums of a deck by the product that its player got.

    Attributes:
        boosters: effective boosters of eleven cards.
        recursions: how often a player may turn the ash heap into a library.
    """

    boosters: int
    crypt: int
    library: int
    library_most: int
    recursions: int


def pool_cards(plan: LimitedPlan) -> int:
    """All cards of a player."""
    return sum(line.per_player * line.size for line in plan.lines)


def has_starters(plan: LimitedPlan) -> bool:
    """Whether a starter comes with the product."""
    return any(line.kind is ProductKind.STARTER for line in plan.lines)


def minimums_of(plan: LimitedPlan) -> Minimums:
    """The minimums of every deck of a plan.

    Rule: VEKN 7.2.1, 7.2.2; casual: game outline I.A.1.
    """
    cards = sum(line.per_player * line.size for line in plan.lines if line.kind is ProductKind.BOOSTER)
    count = effective_boosters(cards, 1, standard=STANDARD_BOOSTER) if cards else 0
    rules = rule_set("limited", boosters=count or None, starters=has_starters(plan))
    if plan.casual:
        rules = rule_set("limited", starters=True)
    return Minimums(
        boosters=count,
        crypt=rules.crypt_min,
        library=rules.library_min,
        library_most=rules.library_max,
        recursions=rules.recursions,
    )


def packs_of(plan: LimitedPlan) -> tuple[int, ...]:
    """The cards of each pack that is drafted, in the order of the lines."""
    return tuple(line.size for line in plan.lines if line.drafted for _ in range(line.per_player))


def pack_names(plan: LimitedPlan) -> tuple[str, ...]:
    """The product of each pack that is drafted, in the same order."""
    return tuple(line.product for line in plan.lines if line.drafted for _ in range(line.per_player))


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductNeed:
    """The need of one line of the product; `boxes` is None where the size of a box is not known."""

    product: str
    kind: ProductKind
    for_players: int
    spare: int
    boxes: int | None

    @property
    def total(self) -> int:
        """With what is spare."""
        return self.for_players + self.spare


def needs_of(plan: LimitedPlan, players: int) -> tuple[ProductNeed, ...]:
    """The product to buy for so many players: each line, and the spare share of it rounded up.

    Rule: VEKN 7.2.5 (abnormal boosters are replaced).
    """
    needs = []
    for line in plan.lines:
        count = line.per_player * players
        spare = -(-count * plan.spare // 100)
        is_boxed = plan.box and line.kind is ProductKind.BOOSTER
        boxes = -(-(count + spare) // plan.box) if is_boxed else None
        needs.append(ProductNeed(product=line.product, kind=line.kind, for_players=count, spare=spare, boxes=boxes))
    return tuple(needs)


def plan_warnings(plan: LimitedPlan) -> Iterator[Sayable]:
    """Why decks of this product may not come about."""
    least, cards = minimums_of(plan), pool_cards(plan)
    if plan.format is LimitedFormat.MICHIGAN:
        library, crypt = MICHIGAN_LIBRARY + MICHIGAN_STOCK, MICHIGAN_CRYPT + 2
        if cards < library + crypt:
            yield Message(
                "The trade needs %(library)s library and %(crypt)s crypt cards a player: the product has %(cards)s"
                " cards (VEKN 7.4.1).",
                library=library,
                crypt=crypt,
                cards=cards,
            )
    elif cards < least.crypt + least.library:
        yield Message(
            "A deck needs %(crypt)s crypt and %(library)s library cards: the product has %(cards)s cards.",
            crypt=least.crypt,
            library=least.library,
            cards=cards,
        )
    if plan.own_product:
        yield Message("Players bring their own product: announce it with the event (VEKN 7.2.4).")
    if plan.casual:
        yield Message("Casual deck sizes: a library of 40 to 40 and 10 for each Methuselah at the table.")


def check_plan(plan: LimitedPlan) -> None:
    """Refuse an impossible plan.

    Raises:
        BadValue: a figure out of its range, no product, starters that are drafted.
    """
    if not plan.lines:
        raise BadValue(Message("The plan has no product: name boosters or starters."), code="no_product")
    for line in plan.lines:
        _check_line(line)
    boosters = sum(line.per_player for line in plan.lines if line.kind is ProductKind.BOOSTER)
    if boosters > MOST_BOOSTERS:
        raise _out_of_range("boosters", N_("Boosters a player"), 1, MOST_BOOSTERS)
    if not POD_LEAST <= plan.pod_most <= POD_MOST:
        raise _out_of_range("pod_most", N_("Players of a pod, at most"), POD_LEAST, POD_MOST)
    for name, words, value, least, most in (
        ("spare", N_("Spare product, percent"), plan.spare, 0, 100),
        ("box", N_("Boosters in a box"), plan.box, 0, 1000),
        ("construction", N_("Minutes to build decks"), plan.construction, 1, MOST_MINUTES),
        ("registration", N_("Minutes to list pools"), plan.registration, 1, MOST_MINUTES),
        ("pile_size", N_("Cards of a library pile"), plan.pile_size, 1, MOST_SIZE),
    ):
        if not least <= value <= most:
            raise _out_of_range(name, words, least, most)
    if plan.format.is_draft and not packs_of(plan):
        raise BadValue(Message("A draft needs boosters that are drafted."), code="nothing_drafted", rule="VEKN 7.5")
    if not plan.format.is_draft and packs_of(plan):
        raise BadValue(Message("Nothing is drafted in this format."), code="not_drafted")


def _check_line(line: ProductLine) -> None:
    if not 1 <= line.size <= MOST_SIZE:
        raise _out_of_range("size", N_("Cards in a booster"), 1, MOST_SIZE)
    if not 1 <= line.per_player <= MOST_BOOSTERS:
        raise _out_of_range("boosters", N_("Boosters a player"), 1, MOST_BOOSTERS)
    if line.kind is ProductKind.STARTER and line.drafted:
        raise BadValue(
            Message("A starter is always sealed: it cannot be drafted."), code="drafted_starter", rule="VEKN 7.5.2"
        )
    if len(line.product) > 100 or not line.product.isprintable():
        raise BadValue(Message("The name of a product is one line of at most 100 characters."), code="bad_product")


def _out_of_range(name: str, words: str, least: int, most: int) -> BadValue:
    return BadValue(
        Message("%(what)s: %(least)s to %(most)s.", what=Message(words), least=least, most=most), code=f"bad_{name}"
    )


def parse_line(text: str, *, is_draft: bool) -> ProductLine:
    """A line of the product as it is written: `6 SW`, `3 VTES sealed`, `2 Our cube: 15`, `1 Gehenna starter: 89`.

    The size stands behind a colon, or is that of the data row. In a draft boosters are drafted unless it says sealed.

    Raises:
        BadValue: not written so, or a size that nobody knows.
    """
    written, _, figure = text.strip().rpartition(":") if ":" in text else (text.strip(), "", "")
    words = written.split()
    if not words or not words[0].isdecimal() or len(words[0]) > 4:
        raise BadValue(
            Message(
                "“%(written)s” is not a line of product. Write for example “6 SW: 11”: number, set, cards per booster.",
                written=text[:60],
            ),
            code="bad_line",
        )
    kind, choice = ProductKind.BOOSTER, None
    while len(words) > 1 and (word := words[-1].casefold()) in ("starter", "sealed", "drafted"):
        words.pop()
        if word == "starter":
            kind = ProductKind.STARTER
        else:
            choice = word == "drafted"
    drafted = choice if choice is not None else is_draft and kind is ProductKind.BOOSTER
    product = " ".join(words[1:])
    booster = booster_sizes().get(product) if kind is ProductKind.BOOSTER else None
    if figure.strip():
        if not figure.strip().isdecimal() or len(figure.strip()) > 4:
            raise _out_of_range("size", N_("Cards in a booster"), 1, MOST_SIZE)
        size, source = int(figure), ""
    elif booster is not None:
        size, source = booster.size, booster.source
    else:
        raise BadValue(
            Message("The number of cards in “%(name)s” is not known. Type the size.", name=product or text[:60]),
            code="no_size",
        )
    return ProductLine(product=product, kind=kind, per_player=int(words[0]), size=size, drafted=drafted, source=source)


# From how many to how many seconds each figure of a draft's clock may be.
_SECONDS = {"each": (0, 60), "base": (0, 600), "later_review": (0, 3600)}
_MOST_SECONDS = 3600


def parse_times(before: DraftTimes, written: Iterable[str]) -> DraftTimes:
    """The seconds of a draft as they are written, such as `review=60`; what is not named stays.

    Raises:
        BadValue: no such figure, or one out of its range.
    """
    figures = asdict(before)
    for text in written:
        name, _, number = (part.strip() for part in text.partition("="))
        least, most = _SECONDS.get(name, (1, _MOST_SECONDS))
        if name not in figures or not (number.isascii() and number.isdigit() and len(number) < 6):
            raise BadValue(
                Message(
                    "“%(written)s” is not a time of the draft's clock. Write one of %(list)s, e.g. “review=60”.",
                    written=text[:60],
                    list=Listed(figures),
                ),
                code="bad_times",
            )
        if not least <= int(number) <= most:
            raise BadValue(
                Message("%(what)s: %(least)s to %(most)s.", what=name, least=least, most=most), code="bad_times"
            )
        figures[name] = int(number)
    return DraftTimes(**figures)


def times_text(times: DraftTimes) -> str:
    """The seconds of a draft as they are written: what `parse_times` reads back."""
    return " ".join(f"{name}={seconds}" for name, seconds in asdict(times).items())


def line_text(line: ProductLine) -> str:
    """A line as it is written: what `parse_line` reads back."""
    word = " starter" if line.kind is ProductKind.STARTER else " drafted" if line.drafted else " sealed"
    return f"{line.per_player} {line.product}{word}: {line.size}".replace("  ", " ")


def draft_seconds(plan: LimitedPlan, players: int) -> int:
    """How long the draft of a pod of so many players takes, with its reviews; 0 where nothing is drafted."""
    return length(steps_of(plan.format, packs_of(plan), players, plan.times)) if packs_of(plan) else 0


# --- The operations ---


def plan_limited(state: State, plan: LimitedPlan, *, player: int | None = None) -> list[Fact]:
    """Plan the event's product, or that of one player who brings their own; lists are judged by what follows.

    Changed after pools came in it is still taken: the minimums change with it. A swap has the pools listed.

    Raises:
        BadValue: a plan that nobody could hold.
        Refused: not a limited event; casual sizes at a sanctioned event; a format that was begun otherwise.
        UnknownPlayer: no such player.
    """
    check_running(state)
    check_plan(plan)
    plan = replace(plan, registers_pools=plan.registers_pools or plan.swaps)
    if plan.casual and state.settings.is_for_vekn and state.settings.kind is not EventKind.DEMO:
        raise Refused(
            Message("A sanctioned event is played with the sizes of the rules: casual ones are for others."),
            code="casual_sanctioned",
            rule="VEKN 7.2.1",
        )
    limited = state.limited
    if player is not None:
        state.player(player)
        if limited.plan is None or not limited.plan.own_product:
            raise Refused(
                Message("Only players who bring their own product have a plan of their own."), code="one_plan"
            )
        own = replace(plan, own_product=True)
        return [] if own == plan_of(state, player) else [LimitedPlanned(plan=own, player=player)]
    if plan == limited.plan:
        return []
    if limited.plan is not None and limited.plan.format is not plan.format and (limited.pods or limited.phases[1:]):
        raise Refused(
            Message("The format cannot change any more: the event was begun as %(format)s.",
                    format=Message(FORMATS[limited.plan.format])),
            code="format_begun",
        )  # fmt: skip
    return [LimitedPlanned(plan=plan), *_settings_for(state, plan)]


def _settings_for(state: State, plan: LimitedPlan) -> list[Fact]:
    """The settings by which lists are judged, as the plan has them."""
    least = minimums_of(plan)
    changes = {
        "rule_set": EventRuleSet.LIMITED.value,
        "boosters": least.boosters,
        "has_starters": has_starters(plan) or plan.casual,
    }
    return configure(state, changes)


def give_product(state: State, players: Sequence[int] | None = None) -> list[Fact]:
    """Players got their product; without a name everybody who is in.

    Raises:
        Refused: nothing is planned, nobody is in, or everybody has it.
        UnknownPlayer: no such player.
    """
    check_running(state)
    plan_of(state)
    asked = (
        [state.player(number).number for number in players] if players else [player.number for player in state.active]
    )
    new = tuple(number for number in asked if number not in state.limited.given)
    if not asked:
        raise Refused(Message("There are no players yet."), code="no_players")
    if not new:
        raise Refused(Message("They have their product already."), code="product_given")
    return [ProductGiven(players=new)]


def use_recursion(state: State, player: int, *, used: int) -> list[Fact]:
    """Tick how often a player has turned the ash heap into a library in the round that is played.

    Raises:
        Refused: no round is played, or the player is not seated in it.
        BadValue: more than the player has.

    Rule: VEKN 7.2.2.
    """
    check_running(state)
    plan, current, name = plan_of(state, player), state.current_round, state.player(player).name
    if current is None or player not in current.seats:
        raise Refused(Message("%(name)s plays no round now.", name=name), code="no_round")
    most = minimums_of(plan).recursions
    if not 0 <= used <= most:
        raise BadValue(
            Message("%(name)s has %(number)s.", name=name, number=recursion_words(most)), code="bad_recursions"
        )
    if used == state.limited.used.get((current.number, player), 0):
        return []
    return [RecursionsUsed(round=current.number, player=player, used=used)]


def plan_of(state: State, player: int | None = None) -> LimitedPlan:
    """The plan of the event, or of a player.

    Raises:
        Refused: nothing is planned.
    """
    limited = state.limited
    if limited.plan is None:
        raise Refused(Message("The product of this event is not planned yet."), code="not_planned")
    return limited.own_plans.get(player, limited.plan) if player is not None else limited.plan


# --- What is announced ---


def deck_words(least: Minimums) -> Message:
    """The minimums of a deck, in a sentence."""
    return Message(
        "Crypt at least %(crypt)s, library %(library)s to %(most)s",
        crypt=least.crypt,
        library=least.library,
        most=least.library_most,
    )


def recursion_words(number: int) -> Count:
    """“1 recursion”, “3 recursions”."""
    return Count(number, "%(num)d recursion", "%(num)d recursions")


def times_of(plan: LimitedPlan) -> Iterator[tuple[Message, str]]:
    """The seconds of a draft, as they are announced before it; nothing where none is.

    Rule: VEKN 7.5.3.
    """
    times, packs = plan.times, packs_of(plan)
    if not packs:
        return
    if plan.format is LimitedFormat.TABLE:
        yield Message("Look at a set"), f"{times.look} s"
        yield Message("Each pick"), f"{times.turn} s"
    else:
        first, last = pick_seconds(max(packs), times), pick_seconds(1, times)
        yield Message("Open a pack and count it"), f"{times.open} s"
        yield Message("The first pick, and the last one"), f"{first} s, {last} s"
        yield Message("Pass the pack on"), f"{times.passing} s"
    if len(packs) > 1:
        reviews = dict.fromkeys(times.review_after(pack) for pack in range(1, len(packs)))
        yield Message("Review between two packs"), ", ".join(f"{seconds} s" for seconds in reviews)


# --- The day ---


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledPart:
    """A part of the day: a phase, a round (from 1) or the final (0); in local time where the event names none."""

    phase: LimitedPhase | None
    round: int | None
    start: datetime
    end: datetime
    is_done: bool = False


# Minutes that are planned where nobody sets them.
_MINUTES = {
    LimitedPhase.PRODUCT: 0,
    LimitedPhase.PODS: 10,
    LimitedPhase.SWAP: 15,
    LimitedPhase.SPLIT: 10,
    LimitedPhase.CRYPT_DRAFT: 15,
    LimitedPhase.PREPARATION: 20,
    LimitedPhase.TRADE: 30,
}
BETWEEN_ROUNDS, BEFORE_FINAL = 10, 15
MICHIGAN_CONSTRUCTION = 5


def phase_seconds(plan: LimitedPlan, phase: LimitedPhase, players: int) -> int:
    """How long a phase is planned to take, for the largest pod of so many players."""
    match phase:
        case LimitedPhase.CONSTRUCTION:
            return 60 * (MICHIGAN_CONSTRUCTION if plan.format is LimitedFormat.MICHIGAN else plan.construction)
        case LimitedPhase.REGISTRATION:
            return 60 * plan.registration
        case LimitedPhase.DRAFT:
            return draft_seconds(plan, largest_pod(players, plan.pod_most))
    return 60 * _MINUTES.get(phase, 0)


def sizes_for(plan: LimitedPlan, players: int) -> tuple[int, ...]:
    """The pods of a plan for so many players.

    Raises:
        BadValue: fewer than four, or pods that cannot be made.
    """
    return trade_sizes(players) if plan.format is LimitedFormat.MICHIGAN else pod_sizes(players, plan.pod_most)


def schedule(
    plan: LimitedPlan,
    *,
    players: int,
    rounds: int,
    has_final: bool,
    minutes: int,
    final_minutes: int,
    start: datetime,
    ended: Mapping[LimitedPhase, datetime] | None = None,
) -> tuple[ScheduledPart, ...]:
    """The day from `start`, when registration closes; a phase that has ended moves all that follows it."""
    parts, now = [], start
    for phase in phases_of(plan):
        done = (ended or {}).get(phase)
        end = done or now + timedelta(seconds=phase_seconds(plan, phase, players))
        parts.append(ScheduledPart(phase=phase, round=None, start=min(now, end), end=end, is_done=done is not None))
        now = end
    for number in range(1, rounds + 1):
        begin = _next_five(now) if number == 1 else now + timedelta(minutes=BETWEEN_ROUNDS)
        now = begin + timedelta(minutes=minutes)
        parts.append(ScheduledPart(phase=None, round=number, start=begin, end=now))
    if has_final:
        begin = now + timedelta(minutes=BEFORE_FINAL)
        parts.append(ScheduledPart(phase=None, round=0, start=begin, end=begin + timedelta(minutes=final_minutes)))
    return tuple(parts)


def _next_five(moment: datetime) -> datetime:
    """The next full five minutes."""
    over = timedelta(minutes=moment.minute % 5, seconds=moment.second, microseconds=moment.microsecond)
    return moment if not over else moment - over + timedelta(minutes=5)


# --- What the facts do, and how they read ---


def _planned_sentence(names: PlayerNames, fact: LimitedPlanned) -> Sayable:
    plan = fact.plan
    lines = Listed(map(line_words, plan.lines))
    if fact.player is not None:
        return Message("Product of %(name)s: %(list)s.", name=names(fact.player), list=lines)
    return Message("Planned: %(format)s, %(list)s.", format=Message(FORMATS[plan.format]), list=lines)


def line_words(line: ProductLine) -> Sayable:
    """A line of product as people read it: “6 boosters of SW, 11 cards each, drafted”."""
    if line.kind is ProductKind.STARTER:
        what: Sayable = Count(line.per_player, "%(num)d starter", "%(num)d starters")
    else:
        what = Count(line.per_player, "%(num)d booster", "%(num)d boosters")
    how = Message("drafted") if line.drafted else Message("sealed")
    if not line.product:
        return Message("%(what)s (%(size)s cards, %(how)s)", what=what, size=line.size, how=how)
    return Message("%(what)s of %(name)s (%(size)s cards, %(how)s)", what=what, name=line.product, size=line.size,
                   how=how)  # fmt: skip


@folds(LimitedPlanned, _planned_sentence)
def _planned(state: State, fact: LimitedPlanned, entry: LogEntry) -> State:
    limited = state.limited
    if fact.player is None:
        return evolve(state, limited=replace(limited, plan=fact.plan))
    state.player(fact.player)
    return evolve(state, limited=replace(limited, own_plans={**limited.own_plans, fact.player: fact.plan}))


@folds(
    ProductGiven,
    lambda names, fact: Message("Product given to %(list)s.", list=names.some(fact.players)),
)
def _given(state: State, fact: ProductGiven, entry: LogEntry) -> State:
    for number in fact.players:
        state.player(number)
    limited = state.limited
    return evolve(state, limited=replace(limited, given=limited.given | frozenset(fact.players)))


@folds(
    RecursionsUsed,
    lambda names, fact: Message(
        "%(name)s has used %(number)s in this game.", name=names(fact.player), number=recursion_words(fact.used)
    ),
)
def _used(state: State, fact: RecursionsUsed, entry: LogEntry) -> State:
    limited = state.limited
    return evolve(state, limited=replace(limited, used={**limited.used, (fact.round, fact.player): fact.used}))
