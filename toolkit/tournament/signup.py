"""Signing oneself up before the event: places, the waiting list, and offers that lapse.

Nothing here knows what time it is: `now` is given. An offer that has lapsed, and a place that has become free, are
entered by `settle` as soon as anything is done; until then `settled` shows them as they will be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import cast

from toolkit.languages import Message, Sayable
from toolkit.languages.days import read_time
from toolkit.seating.model import can_be_seated
from toolkit.tournament import players
from toolkit.tournament.codec import encode
from toolkit.tournament.configuration import SignUpField, SignUpRules, clean_vekn
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running, configure
from toolkit.tournament.facts import (
    Fact,
    NumberClaimDecided,
    OfferLapsed,
    PlaceOffered,
    PlayerAdded,
    SignedUp,
    SignUpAnswer,
    SignUpCancelled,
    SignUpDeclined,
    SignUpRegistered,
)
from toolkit.tournament.log import LogEntry, PlayerNames, apply, folds
from toolkit.tournament.players import clean_country, clean_name, search_key
from toolkit.tournament.state import SignUp, SignUpStatus, State, evolve

LONGEST_CONTACT, LONGEST_ANSWER = 200, 200
# So long an offer stands on the day itself.
ON_THE_DAY = timedelta(minutes=15)


class SignupStage(StrEnum):
    """Whether people can sign up."""

    OFF = "off"
    NOT_YET = "not_yet"
    OPEN = "open"
    CLOSED = "closed"


def stage(state: State, now: datetime) -> SignupStage:
    """The stage of the sign-up now; it is closed once a round was published."""
    rules = state.settings.sign_up
    if rules is None:
        return SignupStage.OFF
    if state.is_finished or state.published or (rules.closes is not None and now >= rules.closes):
        return SignupStage.CLOSED
    return SignupStage.NOT_YET if rules.opens is not None and now < rules.opens else SignupStage.OPEN


def set_sign_up(
    state: State,
    now: datetime,
    *,
    is_on: bool = True,
    opens: str = "",
    closes: str = "",
    capacity: int = 0,
    asks: Sequence[SignUpField] | None = None,
    offer_hours: int = 24,
    questions: Sequence[str] = (),
    shows_names: bool = False,
) -> list[Fact]:
    """Open online sign-up, or no longer; further places are offered to the first of the waiting list.

    `asks` is all that can be asked unless it is said. `opens` and `closes` are times as `2026-11-20 18:00` in the
    event's time zone, UTC without one; 0 places: no limit. `questions` are the organizer's own. When it is opened, the
    list and the calendar of the server show the event.

    Raises:
        BadValue: a time that is none, it would close before it opens, or questions that cannot be.
        Refused: fewer places than are taken: whoever is registered stays.
    """
    if not is_on:
        return configure(state, {"sign_up": None})
    rules = SignUpRules(
        opens=_time(state, opens, "bad_opens"),
        closes=_time(state, closes, "bad_closes"),
        capacity=capacity,
        asks=tuple(dict.fromkeys(SignUpField if asks is None else asks)),
        offer_minutes=offer_hours * 60,
        questions=tuple(" ".join(text.split()) for text in questions if text.strip()),
        shows_names=shows_names,
    )
    active = len(state.active)
    if 0 < capacity < active:
        raise Refused(
            Message(
                "%(number)s players are registered already, %(more)s more than %(places)s places.",
                number=active,
                more=active - capacity,
                places=capacity,
            ),
            code="bad_capacity",
        )
    announced = {} if state.settings.sign_up is not None or state.settings.is_announced else {"is_announced": True}
    facts = configure(state, {"sign_up": encode(rules), **announced})
    return [*facts, *settle(_after(state, facts, now), now)]


def _time(state: State, text: str, code: str) -> datetime | None:
    if not text.strip():
        return None
    try:
        typed = read_time(text.strip())
        return (typed if typed.tzinfo else typed.replace(tzinfo=state.settings.zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadValue(Message("A time is written as 2026-11-20 18:00."), code=code) from None


def waiting_line(state: State) -> tuple[SignUp, ...]:
    """The sign-ups that wait for a place, the first in line first."""
    line = [sign_up for sign_up in state.sign_ups.values() if sign_up.status is SignUpStatus.WAITING]
    return tuple(sorted(line, key=lambda sign_up: (sign_up.turn, sign_up.number)))


def free_places(state: State) -> int | None:
    """The number of places neither taken nor offered; None where there is no limit."""
    rules = state.settings.sign_up
    if rules is None or not rules.capacity:
        return None
    offered = sum(sign_up.status is SignUpStatus.OFFERED for sign_up in state.sign_ups.values())
    return max(0, rules.capacity - len(state.active) - offered)


def settle(state: State, now: datetime) -> list[Fact]:
    """Lapse the offers whose time is up, and offer the free places to the first in line."""
    rules = state.settings.sign_up
    if rules is None or state.is_finished or state.published:
        return []
    line = [sign_up.number for sign_up in waiting_line(state)]
    offered = {
        sign_up.number: cast(datetime, sign_up.until)
        for sign_up in state.sign_ups.values()
        if sign_up.status is SignUpStatus.OFFERED
    }
    free, has_lapsed, facts = free_places(state), set[int](), list[Fact]()

    def offer(at: datetime) -> None:
        number = line.pop(0)
        # Who has let one lapse just now is asked once more, and not for the past.
        offered[number] = _until(state, rules, now if number in has_lapsed else at)
        facts.append(PlaceOffered(sign_up=number, until=offered[number]))

    while lapsed := [(until, number) for number, until in offered.items() if until <= now]:
        until, number = min(lapsed)
        del offered[number]
        line.append(number)
        has_lapsed.add(number)
        facts.append(OfferLapsed(sign_up=number))
        offer(until)
    while line and (free is None or free > 0):
        offer(now)
        free = None if free is None else free - 1
    return facts


def pass_on(state: State, now: datetime) -> list[Fact]:
    """The facts of `settle`, if a place goes to a sign-up without a lapsed offer: time alone asks only once."""
    facts = settle(state, now)
    offered = (state.sign_ups[fact.sign_up] for fact in facts if isinstance(fact, PlaceOffered))
    return (
        facts if any(sign_up.status is SignUpStatus.WAITING and not sign_up.has_lapsed for sign_up in offered) else []
    )


def _until(state: State, rules: SignUpRules, at: datetime) -> datetime:
    usual, day = timedelta(minutes=rules.offer_minutes), state.settings.date
    is_the_day = day is not None and at.astimezone(state.settings.zone).date() >= day
    return at + (min(usual, ON_THE_DAY) if is_the_day else usual)


def settled(state: State, now: datetime) -> State:
    """The event as it stands now, with what `settle` would enter."""
    return _after(state, settle(state, now), now)


def _after(state: State, facts: Sequence[Fact], now: datetime) -> State:
    # Later than every entry, so that the order of the line is the same.
    for number, fact in enumerate(facts, start=10**9):
        state = apply(state, LogEntry(number, now, "", fact))
    return state


def sign_up(
    state: State,
    now: datetime,
    *,
    name: str,
    vekn: str = "",
    country: str = "",
    contact: str = "",
    agrees_to_archive: bool | None = None,
    is_namesake: bool = False,
    is_claim: bool = False,
    by_day: datetime | None = None,
    answers: Sequence[str] = (),
    shows_name: bool = False,
    language: str = "",
) -> list[Fact]:
    """Sign oneself up: registered while there is a place without a waiting line, else waiting.

    The answers are in the order of the organizer's questions, "" for none. `language` is the code of the form's.

    Offers lapse by `now`; signing up opens and closes by the time of day, `by_day` where that is another.
    With `is_claim` a VEKN number that another has is claimed; the organizer decides whose it is.

    Raises:
        BadValue: a name, number, contact or answer that cannot be.
        Refused: `sign_up_closed`; `is_it_you` where somebody is called so, `duplicate_vekn` where the number is taken.
    """
    check_running(state)
    if (phase := stage(state, by_day or now)) is not SignupStage.OPEN:
        raise Refused(_CLOSED[phase], code="sign_up_closed")
    name, vekn = clean_name(name), clean_vekn(vekn)
    before = settle(state, now)
    current = _after(state, before, now)
    claims = vekn if is_claim and _is_taken(current, vekn) else ""
    vekn = "" if claims else vekn
    _check_new(current, name, vekn, is_namesake=is_namesake)
    contact = " ".join(contact.split())
    if len(contact) > LONGEST_CONTACT or not contact.isprintable():
        raise BadValue(
            Message("A contact is one line of at most %(number)s characters.", number=LONGEST_CONTACT),
            code="bad_contact",
        )
    number = state.sign_ups_ever + 1
    fact = SignedUp(
        sign_up=number,
        name=name,
        vekn=vekn,
        country=clean_country(country),
        contact=contact,
        agrees_to_archive=agrees_to_archive,
        is_namesake=is_namesake,
        claims=claims,
        answers=tuple(_answers(state, answers)),
        shows_name=shows_name,
        language=language,
    )
    facts = [*before, fact]
    free = free_places(current)
    if not waiting_line(current) and (free is None or free > 0):
        facts += _register(_after(current, [fact], now), number)
    return facts


def _answers(state: State, texts: Sequence[str]) -> Iterator[SignUpAnswer]:
    rules = state.settings.sign_up
    for question, text in zip(rules.questions if rules else (), texts, strict=False):
        answer = " ".join(text.split())
        if len(answer) > LONGEST_ANSWER or not answer.isprintable():
            raise BadValue(
                Message(
                    "“%(question)s”: an answer is one line of at most %(number)s characters.",
                    question=question,
                    number=LONGEST_ANSWER,
                ),
                code="bad_answer",
            )
        if answer:
            yield SignUpAnswer(question=question, text=answer)


_CLOSED = {
    SignupStage.OFF: Message("Sign-up is not open here: ask the organizer."),
    SignupStage.NOT_YET: Message("Signing up has not opened yet."),
    SignupStage.CLOSED: Message("Signing up is closed: ask the organizer."),
}


def _in_line(state: State) -> list[SignUp]:
    return [
        sign_up for sign_up in state.sign_ups.values() if sign_up.status in (SignUpStatus.WAITING, SignUpStatus.OFFERED)
    ]


def _is_taken(state: State, vekn: str) -> bool:
    return bool(vekn) and (vekn in state.vekns or any(sign_up.vekn == vekn for sign_up in _in_line(state)))


def _check_new(state: State, name: str, vekn: str, *, is_namesake: bool) -> None:
    live = _in_line(state)
    if _is_taken(state, vekn):
        raise Refused(Message("The VEKN number %(number)s is signed up already.", number=vekn), code="duplicate_vekn")
    key = search_key(name)
    names = [*(player.name for player in state.active), *(other.name for other in live)]
    if not is_namesake and any(search_key(other) == key for other in names):
        raise Refused(
            Message("Someone with that name is already signed up. If that is you, open your own link."),
            code="is_it_you",
        )


def _register(state: State, number: int) -> list[Fact]:
    sign_up = state.sign_ups[number]
    added = players.add_player(
        state,
        sign_up.name,
        vekn=sign_up.vekn,
        country=sign_up.country,
        agrees_to_archive=sign_up.agrees_to_archive,
        is_namesake=True,
    )
    (player,) = (fact.player for fact in added if isinstance(fact, PlayerAdded))
    return [*added, SignUpRegistered(sign_up=number, player=player)]


def accept(state: State, now: datetime, number: int) -> list[Fact]:
    """Take the place that is offered.

    Raises:
        Refused: none is offered any more.
    """
    before = settle(state, now)
    current = _after(state, before, now)
    sign_up = _sign_up_of(current, number)
    if sign_up.status is not SignUpStatus.OFFERED:
        raise Refused(Message("No place is offered to you now."), code="not_offered")
    return [*before, *_register(current, number)]


def decline(state: State, now: datetime, number: int) -> list[Fact]:
    """Leave the place that is offered to the next in line.

    Raises:
        Refused: none is offered any more.
    """
    before = settle(state, now)
    current = _after(state, before, now)
    if _sign_up_of(current, number).status is not SignUpStatus.OFFERED:
        raise Refused(Message("No place is offered to you now."), code="not_offered")
    facts = [*before, SignUpDeclined(sign_up=number)]
    return [*facts, *settle(_after(state, facts, now), now)]


def cancel(state: State, now: datetime, number: int) -> list[Fact]:
    """Do not come after all: the place, if there was one, is offered to the first in line.

    Raises:
        Refused: done already, or a round was published: then the player leaves as players do.
    """
    facts: list[Fact] = [*settle(state, now)]
    current = _after(state, facts, now)
    sign_up = _sign_up_of(current, number)
    if sign_up.status in (SignUpStatus.DECLINED, SignUpStatus.CANCELLED):
        raise Refused(Message("You have cancelled already."), code="cancelled")
    if state.published:
        raise Refused(Message("The event has begun: drop on your own page."), code="begun")
    facts.append(SignUpCancelled(sign_up=number))
    if sign_up.player is not None and sign_up.player in current.players:
        try:
            facts += players.remove_player(current, sign_up.player)
        except Refused:
            if current.player(sign_up.player).is_active:
                facts += players.drop_player(current, sign_up.player)
    return [*facts, *settle(_after(state, facts, now), now)]


def number_claims(state: State) -> list[tuple[SignUp, Message]]:
    """The VEKN numbers that are claimed and not decided about, the oldest claim first: who does, and a sentence of it.

    It has both names, and when each signed up, in the event's time zone.
    """
    return [
        (sign_up, _claim_sentence(state, sign_up))
        for sign_up in state.sign_ups.values()
        if sign_up.claims and _is_live(state, sign_up)
    ]


def _is_live(state: State, sign_up: SignUp) -> bool:
    if sign_up.status is SignUpStatus.REGISTERED:
        return sign_up.player in state.players
    return sign_up.status in (SignUpStatus.WAITING, SignUpStatus.OFFERED)


def _claim_sentence(state: State, by: SignUp) -> Message:
    player = state.vekns.get(by.claims)
    others = [other for other in state.sign_ups.values() if other is not by and _is_live(state, other)]
    before = next((other for other in others if other.vekn == by.claims or (player and other.player == player)), None)
    holder = state.players[player].name if player is not None else before.name if before else ""
    figures = {"name": by.name, "time": _moment(state, by.at), "number": by.claims, "other": holder}
    if before is not None:
        return Message(
            "%(name)s (signed up %(time)s) claims the VEKN number %(number)s of %(other)s (signed up %(before)s).",
            **figures,
            before=_moment(state, before.at),
        )
    if holder:
        return Message(
            "%(name)s (signed up %(time)s) claims the VEKN number %(number)s of %(other)s (registered by an official).",
            **figures,
        )
    return Message(
        "%(name)s (signed up %(time)s) claims the VEKN number %(number)s, which no player has now.", **figures
    )


def _moment(state: State, at: datetime) -> str:
    return at.astimezone(state.settings.zone).strftime("%Y-%m-%d %H:%M")


def decide_claim(state: State, number: int, *, is_granted: bool) -> list[Fact]:
    """Give a claimed VEKN number to the person who claims it, or let it stay with the other.

    Raises:
        Refused: there is no such claim, or it is decided already.
    """
    sign_up = _sign_up_of(state, number)
    if not sign_up.claims or not _is_live(state, sign_up):
        raise Refused(Message("%(name)s claims no VEKN number now.", name=sign_up.name), code="no_claim")
    facts: list[Fact] = []
    if is_granted:
        holder = state.vekns.get(sign_up.claims)
        if holder is not None:
            facts += players.change_player(state, holder, vekn="")
        if sign_up.player is not None:
            facts += players.change_player(_after(state, facts, sign_up.at), sign_up.player, vekn=sign_up.claims)
    return [*facts, NumberClaimDecided(sign_up=number, is_granted=is_granted)]


def _sign_up_of(state: State, number: int) -> SignUp:
    sign_up = state.sign_ups.get(number)
    if sign_up is None:
        raise Refused(Message("There is no sign-up %(number)s.", number=number), code="no_sign_up")
    return sign_up


def place_in_line(state: State, number: int) -> int:
    """The place of who waits, from 1; 0 for who does not."""
    line = [sign_up.number for sign_up in waiting_line(state)]
    return line.index(number) + 1 if number in line else 0


def coming(state: State) -> list[str]:
    """The names of those who come, in the order in which they signed up: of people who agreed, if the event shows them.

    Who waits for a place, left, or is forgotten is not among them.
    """
    rules = state.settings.sign_up
    if rules is None or not rules.shows_names:
        return []
    agreed = [sign_up.player for sign_up in state.sign_ups.values() if sign_up.shows_name and sign_up.name]
    placed = [state.players[number] for number in agreed if number is not None and number in state.players]
    return [player.name for player in placed if player.is_active]


def seats_warning(state: State) -> Sayable | None:
    """A warning for the organizer if the number of players makes no tables."""
    count = len(state.active)
    if not count or can_be_seated(count):
        return None
    return Message("%(number)s players cannot be seated at tables of four and five.", number=count)


def _who(names: PlayerNames, fact: Fact) -> str:
    signed = names.before(fact, (SignedUp,), "sign_up")
    return signed.name if signed is not None and signed.name else Message("sign-up %(number)s", number=_number(fact))


def _number(fact: Fact) -> int:
    return int(getattr(fact, "sign_up", 0))


def _with(state: State, sign_up: SignUp) -> State:
    return evolve(state, sign_ups={**state.sign_ups, sign_up.number: sign_up})


def _signed_up_sentence(_: PlayerNames, fact: SignedUp) -> Message:
    name = fact.name or f"№ {fact.sign_up}"
    if fact.claims:
        return Message("%(name)s signed up and claims the VEKN number %(number)s.", name=name, number=fact.claims)
    return Message("%(name)s signed up.", name=name)


@folds(SignedUp, _signed_up_sentence)
def _signed_up(state: State, fact: SignedUp, entry: LogEntry) -> State:
    if fact.sign_up in state.sign_ups:
        raise Refused(Message("There is a sign-up %(number)s already.", number=fact.sign_up), code="number_taken")
    sign_up = SignUp(
        number=fact.sign_up,
        name=fact.name,
        vekn=fact.vekn,
        country=fact.country,
        contact=fact.contact,
        agrees_to_archive=fact.agrees_to_archive,
        turn=entry.number,
        at=entry.at,
        claims=fact.claims,
        answers={answer.question: answer.text for answer in fact.answers if answer.text},
        shows_name=fact.shows_name,
        language=fact.language,
    )
    return evolve(_with(state, sign_up), sign_ups_ever=max(state.sign_ups_ever, fact.sign_up))


@folds(
    SignUpRegistered,
    lambda names, fact: Message("%(name)s has a place.", name=names(fact.player)),
)
def _registered(state: State, fact: SignUpRegistered, entry: LogEntry) -> State:
    sign_up = _sign_up_of(state, fact.sign_up)
    player = replace(state.player(fact.player), registered_at=sign_up.at)
    state = evolve(state, players={**state.players, player.number: player})
    return _with(state, replace(sign_up, status=SignUpStatus.REGISTERED, player=fact.player, until=None))


@folds(PlaceOffered, lambda names, fact: Message("A place is offered to %(name)s.", name=_who(names, fact)))
def _offered(state: State, fact: PlaceOffered, entry: LogEntry) -> State:
    return _with(state, replace(_sign_up_of(state, fact.sign_up), status=SignUpStatus.OFFERED, until=fact.until))


@folds(OfferLapsed, lambda names, fact: Message("The offer to %(name)s has lapsed.", name=_who(names, fact)))
def _lapsed(state: State, fact: OfferLapsed, entry: LogEntry) -> State:
    sign_up = _sign_up_of(state, fact.sign_up)
    lapsed = replace(sign_up, status=SignUpStatus.WAITING, until=None, turn=entry.number, has_lapsed=True)
    return _with(state, lapsed)


@folds(SignUpDeclined, lambda names, fact: Message("%(name)s declined the place.", name=_who(names, fact)))
def _declined(state: State, fact: SignUpDeclined, entry: LogEntry) -> State:
    return _with(state, replace(_sign_up_of(state, fact.sign_up), status=SignUpStatus.DECLINED, until=None))


@folds(SignUpCancelled, lambda names, fact: Message("%(name)s cancelled.", name=_who(names, fact)))
def _cancelled(state: State, fact: SignUpCancelled, entry: LogEntry) -> State:
    return _with(state, replace(_sign_up_of(state, fact.sign_up), status=SignUpStatus.CANCELLED, until=None))


def _decided_sentence(names: PlayerNames, fact: NumberClaimDecided) -> Message:
    if fact.is_granted:
        return Message("The VEKN number that %(name)s claims is theirs.", name=_who(names, fact))
    return Message("The VEKN number that %(name)s claims stays with the other.", name=_who(names, fact))


@folds(NumberClaimDecided, _decided_sentence)
def _decided(state: State, fact: NumberClaimDecided, entry: LogEntry) -> State:
    sign_up = _sign_up_of(state, fact.sign_up)
    if not fact.is_granted:
        return _with(state, replace(sign_up, claims=""))
    rest = {
        number: replace(other, vekn="") if other.vekn == sign_up.claims else other
        for number, other in state.sign_ups.items()
    }
    return _with(evolve(state, sign_ups=rest), replace(sign_up, vekn=sign_up.claims, claims=""))
