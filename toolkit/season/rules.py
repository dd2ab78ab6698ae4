"""The rules of a league, as data: a JSON object or TOML, a preset, or one setting changed at a time."""

from __future__ import annotations

import datetime
import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any

from toolkit.errors import Invalid
from toolkit.languages import AND, Count, Listed, Message, Sayable, sort_key
from toolkit.languages import Decimal as DecimalFigure
from toolkit.languages.days import read_day
from toolkit.season.persons import BadPerson, parse_key
from toolkit.tournament.configuration import KINDS, EventKind

# An exact figure: most are whole, and reckon many times faster so.
type Exact = int | Fraction


def exact(number: Fraction) -> Exact:
    """The same figure, as a whole number where it is one."""
    return number.numerator if number.denominator == 1 else number


class BadRules(Invalid):
    """Rules that no league can have; the sentence names the rule.

    Attributes:
        about: the name of the rule that is wrong, "" where it is none or not known.
    """

    code = "bad_rules"

    def __init__(self, message: str, *, code: str | None = None, about: str = "") -> None:
        super().__init__(message, code=code)
        self.about = about


class PointsBy(StrEnum):
    """The source of an event's points."""

    RTP = "rtp"
    PLACE = "place"
    SCORE = "score"


class Ties(StrEnum):
    """The points for a shared place."""

    AVERAGE = "average"
    BEST = "best"


class TieBreak(StrEnum):
    """A rule that orders players with the same points."""

    GAME_WINS = "game_wins"
    VICTORY_POINTS = "victory_points"
    TOURNAMENT_POINTS = "tournament_points"
    WINS = "wins"
    FINALS = "finals"
    BEST_PLACE = "best_place"
    EVENTS = "events"

    @property
    def sentence(self) -> Message:
        """Its name."""
        return _TIE_BREAKS[self]


_TIE_BREAKS = {
    TieBreak.GAME_WINS: Message("game wins"),
    TieBreak.VICTORY_POINTS: Message("victory points"),
    TieBreak.TOURNAMENT_POINTS: Message("tournament points"),
    TieBreak.WINS: Message("events won"),
    TieBreak.FINALS: Message("finals played"),
    TieBreak.BEST_PLACE: Message("best place"),
    TieBreak.EVENTS: Message("events played"),
}


class TieScope(StrEnum):
    """The results that tie-breaks are summed over."""

    COUNTED = "counted"
    ALL = "all"


class Disqualified(StrEnum):
    """The cost of a disqualification beside the event's points."""

    NOTHING = "nothing"
    BARRED = "barred"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRules:
    """The rules of a league.

    Attributes:
        first, last: the days of the season, written `from` and `to`; None for no bound.
        table: points of places 1, 2 ...; `others` of every place beyond.
        with_final: game wins and victory points of the totals with the final's; None for what `points` asks for.
        takes: a finished event of the store with this text in its name is one of the league; "" for none, `*` for all.
        best: so many results count; None for all. `best_of`: of each kind of event so many.
        weights: the factor of an event's points by its kind, where it is not 1.
        attendance, organizing: added for each event played, and for each that was organized or judged without playing.
        kinds: of event that count; None for all.
        same_person: groups of keys of one person each.
        parts: of a meta-league: ids of leagues, or their rules.
    """

    name: str = ""
    first: datetime.date | None = None
    last: datetime.date | None = None
    points: PointsBy = PointsBy.RTP
    table: tuple[Fraction, ...] = ()
    others: Fraction = Fraction(3)
    ties: Ties = Ties.AVERAGE
    with_final: bool | None = None
    takes: str = ""
    best: int | None = None
    best_of: Mapping[EventKind, int] = field(default_factory=dict)
    weights: Mapping[EventKind, Fraction] = field(default_factory=dict)
    minimum_events: int = 1
    attendance: Fraction = Fraction(0)
    organizing: Fraction = Fraction(0)
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.GAME_WINS, TieBreak.VICTORY_POINTS, TieBreak.TOURNAMENT_POINTS)
    tie_scope: TieScope = TieScope.COUNTED
    players_at_least: int = 0
    kinds: tuple[EventKind, ...] | None = None
    rated_only: bool = False
    same_person: tuple[tuple[str, ...], ...] = ()
    disqualified: Disqualified = Disqualified.NOTHING
    parts: tuple[str | LeagueRules, ...] = ()

    @property
    def has_final(self) -> bool:
        """Whether totals are with the final's."""
        return self.points is not PointsBy.SCORE if self.with_final is None else self.with_final

    def is_in_season(self, day: datetime.date | None) -> bool:
        """Whether an event of that day is within the season."""
        if day is None:
            return self.first is None and self.last is None
        return (self.first is None or day >= self.first) and (self.last is None or day <= self.last)

    def takes_name(self, name: str) -> bool:
        """Whether an event of that name is taken by the rules; case and accents do not matter."""
        return self.takes == EVERY_NAME or (self.takes != "" and sort_key(self.takes) in sort_key(name))


# As `takes`: an event of any name.
EVERY_NAME = "*"
GRAND_PRIX_TABLE = tuple(map(Fraction, (25, 15, 15, 15, 15, 10, 9, 8, 7, 6)))
PRESETS: Mapping[str, LeagueRules] = {
    "rtp": LeagueRules(),
    "score": LeagueRules(points=PointsBy.SCORE),
    "grand-prix": LeagueRules(points=PointsBy.PLACE, table=GRAND_PRIX_TABLE),
}
LONGEST_NAME = 200
_MOST = 1_000_000
_MOST_PLACES = 500
# So many persons are merged by the rules, each from so many keys; so many parts has a meta-league.
_MOST_PERSONS, _MOST_KEYS, _MOST_PARTS, _LONGEST_ID = 1_000, 20, 50, 64
_MOST_DECIMALS = 6
_MOST_WEIGHT = 100
_NO_OBJECT = Message("The rules of a league are an object of names and values.")
# Beyond this a figure is no float's, and takes long to work out.
_LARGEST_EXPONENT = 400


# Reading


def parse_rules(text: str | bytes) -> LeagueRules:
    """Rules from JSON or TOML.

    Raises:
        BadRules: neither, or a rule that is unknown or wrong; it is named.
    """
    return rules_from(_loaded(text))


def parse_values(text: str) -> Mapping[str, Any]:
    """Some rules by name from JSON or TOML, for `rules_with`.

    Raises:
        BadRules: neither, or no object.
    """
    values = _loaded(text)
    if not isinstance(values, Mapping):
        raise BadRules(_NO_OBJECT)
    return values


def _loaded(text: str | bytes) -> Any:
    try:
        content = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        is_json = content.lstrip().startswith(("{", "["))
        return json.loads(content, parse_float=Decimal) if is_json else tomllib.loads(content, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise BadRules(Message("The rules are neither JSON nor TOML.")) from error


def rules_from(values: Any) -> LeagueRules:
    """Rules from the values of a JSON object, the usual ones where it is silent.

    Raises:
        BadRules: a rule that is unknown, wrong or too long; it is named.
    """
    if isinstance(values, Mapping):
        _check_length(values)
    rules = stored_rules(values)
    for each_rules in (rules, *(part for part in rules.parts if isinstance(part, LeagueRules))):
        figures = (*each_rules.table, each_rules.others, each_rules.attendance, each_rules.organizing)
        for number in (*figures, *each_rules.weights.values()):
            _check_decimals(number)
    return rules


def _check_decimals(number: Fraction) -> None:
    """Refuse a figure with too many decimals.

    Raises:
        BadRules: it has.
    """
    if (number * 10**_MOST_DECIMALS).denominator != 1:
        raise BadRules(
            Message("A figure of the rules has at most %(number)s decimals.", number=_MOST_DECIMALS), code="too_long"
        )


def _check_length(values: Mapping[str, Any]) -> None:
    """Refuse lists and texts that are too long, before each of their items is read."""
    groups, parts = values.get("same_person", ()), values.get("parts", ())
    lists = [group for group in groups if isinstance(group, list)] if isinstance(groups, list) else []
    if len(lists) > _MOST_PERSONS or any(len(group) > _MOST_KEYS for group in lists):
        raise BadRules(
            Message(
                "The rules merge at most %(persons)s persons, each from at most %(keys)s VEKN numbers or names.",
                persons=_MOST_PERSONS,
                keys=_MOST_KEYS,
            ),
            code="too_long",
        )
    if any(len(str(key)) > LONGEST_NAME for group in lists for key in group):
        raise BadRules(
            Message("A name in the rules has at most %(number)s characters.", number=LONGEST_NAME), code="too_long"
        )
    if isinstance(parts, list):
        if len(parts) > _MOST_PARTS or any(isinstance(part, str) and len(part) > _LONGEST_ID for part in parts):
            raise BadRules(
                Message("A league has at most %(number)s parts: rules, or ids of leagues.", number=_MOST_PARTS),
                code="too_long",
            )
        for part in parts:
            if isinstance(part, Mapping):
                _check_length(part)


def stored_rules(values: Any, *, is_part: bool = False) -> LeagueRules:
    """Rules as a league has kept them: what was taken once is read for good, however long it is.

    Raises:
        BadRules: a rule that is unknown or wrong; it is named.
    """
    if not isinstance(values, Mapping):
        raise BadRules(_NO_OBJECT)
    figures: dict[str, Any] = {}
    for name, value in ((str(name), value) for name, value in values.items()):
        if name not in _READERS:
            raise BadRules(Message("There is no rule “%(name)s”.", name=name[:40]), code="unknown_rule")
        field: str = _FIELDS.get(name, name)
        if field == "parts" and is_part and value:
            raise BadRules(Message("A part of a meta-league has no parts of its own: two levels at most."))
        try:
            figures[field] = _READERS[name](value)
        except (TypeError, ValueError, ArithmeticError) as error:
            raise BadRules(
                Message("The rule “%(name)s” cannot be %(value)s.", name=name, value=str(value)[:40]), about=name
            ) from error
    return checked(LeagueRules(**figures))


def changed_rules(rules: LeagueRules, changes: Mapping[str, str]) -> LeagueRules:
    """Rules with some set by name, each value as typed: JSON, or plain text; empty for the usual value.

    Raises:
        BadRules: a rule that is unknown or wrong; it is named.
    """
    return rules_with(
        rules, {name: _typed(name, text.strip()) if text.strip() else None for name, text in changes.items()}
    )


def rules_with(rules: LeagueRules, changes: Mapping[str, Any]) -> LeagueRules:
    """Rules with some set by name to JSON values, None for the usual one; the others stay.

    Raises:
        BadRules: a rule that is unknown or wrong; it is named.
    """
    values = {**rules_json(rules), **changes}
    return rules_from({name: value for name, value in values.items() if value is not None or name not in _READERS})


def _typed(name: str, text: str) -> Any:
    if name in ("name", "takes"):
        return text
    if name in ("best_of", "weights") and not text.startswith("{"):
        pairs = [re.split("[:=]", word, maxsplit=1) for word in re.split(r"[\s,;]+", text) if word]
        return {pair[0]: _number_or_text(pair[-1]) for pair in pairs}
    if name in ("table", "tie_breaks", "kinds", "parts") and not text.startswith("[") and text != "all":
        words = re.split(r"[\s,;]+", text)
        return [_number_or_text(word) for word in words if word]
    return _number_or_text(text)


def _number_or_text(text: str) -> Any:
    try:
        return json.loads(text, parse_float=Decimal)
    except ValueError:
        return text


def checked(rules: LeagueRules) -> LeagueRules:
    """The same rules, once they go together.

    Raises:
        BadRules: they contradict each other.
    """
    if rules.points is PointsBy.PLACE and not rules.table:
        raise BadRules(Message("Points by place need the points of each place."), code="no_table", about="table")
    if rules.points is PointsBy.RTP and not rules.has_final:
        raise BadRules(Message("Rating points include the final: they ask for “%(name)s” true.", name="with_final"))
    if rules.points is PointsBy.SCORE and rules.weights:
        raise BadRules(
            Message("The order by score has no points that “%(name)s” could multiply.", name="weights"), about="weights"
        )
    if rules.first and rules.last and rules.last < rules.first:
        raise BadRules(Message("The season ends before it begins."), about="to")
    return rules


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_NAME or not value.isprintable():
        raise ValueError
    return value.strip()


def _day(value: Any) -> datetime.date | None:
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value
    return None if value in (None, "none") else read_day(value)


def _whole(least: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= _MOST:
            raise ValueError
        return value

    return read


def _best(value: Any) -> int | None:
    return None if value in (None, "none") else _whole(1)(value)


def read_number(value: Any) -> Fraction:
    """A figure of the rules from its JSON value.

    Raises:
        ValueError: it is none.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise ValueError
    if isinstance(value, Decimal) and not -_LARGEST_EXPONENT < int(value.as_tuple().exponent) < _LARGEST_EXPONENT:
        raise ValueError
    # A float is what was typed, and not the nearest of its binary neighbours.
    number = Fraction(str(value))
    if not 0 <= number <= _MOST:
        raise ValueError
    return number


def _weight(value: Any) -> Fraction:
    weight = read_number(value)
    if not 0 < weight <= _MOST_WEIGHT:
        raise ValueError
    return weight


def parse_weight(typed: str) -> Fraction | None:
    """The weight of an event as it is typed; None for an empty text.

    Raises:
        BadRules: no number, or one that no weight can be.
    """
    if not typed.strip():
        return None
    try:
        weight = _weight(Decimal(typed.strip().replace(",", ".")))
    except (ValueError, ArithmeticError) as error:
        raise BadRules(
            Message("A weight is a number above 0, at most %(number)s.", number=_MOST_WEIGHT), code="bad_weight"
        ) from error
    _check_decimals(weight)
    return weight


def _by_kind[V](read: Callable[[Any], V]) -> Callable[[Any], Mapping[EventKind, V]]:
    def read_all(value: Any) -> Mapping[EventKind, V]:
        if not isinstance(value, Mapping):
            raise ValueError
        read_by_kind = {EventKind(kind): read(number) for kind, number in value.items()}
        return {kind: read_by_kind[kind] for kind in EventKind if kind in read_by_kind}

    return read_all


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _numbers(value: Any) -> tuple[Fraction, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str) or not 1 <= len(value) <= _MOST_PLACES:
        raise ValueError
    return tuple(map(read_number, value))


def _several[K: StrEnum](kind: type[K]) -> Callable[[Any], tuple[K, ...]]:
    def read(value: Any) -> tuple[K, ...]:
        if not isinstance(value, Sequence) or isinstance(value, str) or len(set(value)) != len(value):
            raise ValueError
        return tuple(map(kind, value))

    return read


def _kinds(value: Any) -> tuple[EventKind, ...] | None:
    if value == "all":
        return None
    if not value:
        raise ValueError
    return _several(EventKind)(value)


def _groups(value: Any) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise ValueError
    try:
        groups = tuple(tuple(parse_key(str(key)) for key in group) for group in value if not isinstance(group, str))
    except BadPerson as error:
        raise ValueError from error
    if len(groups) != len(value) or any(len(set(group)) < 2 for group in groups):
        raise ValueError
    return groups


def _parts(value: Any) -> tuple[str | LeagueRules, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise ValueError
    return tuple(part if isinstance(part, str) else stored_rules(part, is_part=True) for part in value)


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "name": _text,
    "from": _day,
    "to": _day,
    "points": PointsBy,
    "table": _numbers,
    "others": read_number,
    "ties": Ties,
    "with_final": _flag,
    "takes": _text,
    "best": _best,
    "best_of": _by_kind(_whole(1)),
    "weights": _by_kind(_weight),
    "minimum_events": _whole(1),
    "attendance": read_number,
    "organizing": read_number,
    "tie_breaks": _several(TieBreak),
    "tie_scope": TieScope,
    "players_at_least": _whole(0),
    "kinds": _kinds,
    "rated_only": _flag,
    "same_person": _groups,
    "disqualified": Disqualified,
    "parts": _parts,
}
_FIELDS: Mapping[str, str] = {"from": "first", "to": "last"}
_KEYS: Mapping[str, str] = {field: key for key, field in _FIELDS.items()}


# Writing


def rules_json(rules: LeagueRules) -> dict[str, Any]:
    """The rules that are not the usual ones, as JSON values; `rules_from` reads them."""
    usual = LeagueRules()
    return {
        _KEYS.get(field_.name, field_.name): _json(value)
        for field_ in fields(LeagueRules)
        if (value := getattr(rules, field_.name)) != getattr(usual, field_.name)
    }


def number_json(number: Fraction) -> int | float:
    """A figure of the rules as a JSON value."""
    return int(number) if number.denominator == 1 else float(number)


def _json(value: Any) -> Any:
    if isinstance(value, Fraction):
        return number_json(value)
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, LeagueRules):
        return rules_json(value)
    if isinstance(value, Mapping):
        return {key.value: _json(number) for key, number in value.items()}
    if isinstance(value, StrEnum):
        return value.value
    return [_json(part) for part in value] if isinstance(value, tuple) else value


def rules_in_words(rules: LeagueRules) -> list[Sayable]:
    """Every rule that counts, a sentence each."""
    return [*_season(rules), *_worth(rules), *_which(rules), _order(rules), *_people(rules)]


def figure(number: Exact) -> DecimalFigure:
    """A number to hundredths, half up, without needless noughts.

    >>> figure(Fraction(16, 3)), figure(Fraction(15)), figure(Fraction(19, 2)), figure(Fraction(1, 200))
    ('5.33', '15', '9.5', '0.01')
    """
    hundredths = hundredths_of(number)
    whole, part = divmod(abs(hundredths), 100)
    sign = "-" if hundredths < 0 else ""
    return DecimalFigure(f"{sign}{whole}.{part:02}".rstrip("0").rstrip(".") if part else f"{sign}{whole}")


def hundredths_of(number: Exact) -> int:
    """To hundredths, half up.

    >>> hundredths_of(Fraction(1, 200)), hundredths_of(Fraction(-1, 200))
    (1, 0)
    """
    return int((number * 100 + Fraction(1, 2)) // 1)


def _season(rules: LeagueRules) -> list[Sayable]:
    if rules.first and rules.last:
        return [Message("The season runs from %(one)s to %(other)s.", one=rules.first, other=rules.last)]
    if rules.first:
        return [Message("The season begins on %(day)s.", day=rules.first)]
    return [Message("The season ends on %(day)s.", day=rules.last)] if rules.last else []


def _worth(rules: LeagueRules) -> list[Sayable]:
    sentences: list[Sayable] = []
    if rules.points is PointsBy.RTP:
        sentences.append(
            Message("An event gives its rating points: 5 + 4 for each VP + 8 for each GW + the finalists' bonus.")
        )
    elif rules.points is PointsBy.PLACE:
        table = Listed(map(figure, rules.table))
        sentences.append(
            Message(
                "Places give %(list)s points; every place after those %(number)s.",
                list=table,
                number=figure(rules.others),
            )
        )
        if rules.ties is Ties.AVERAGE:
            sentences.append(Message("Players who share a place share the points of the places they occupy."))
        else:
            sentences.append(Message("Players who share a place all get the points of the best one."))
    else:
        sentences.append(Message("There are no points: the order is by the totals."))
    if rules.points is not PointsBy.RTP:
        sentences.append(
            Message("Totals include the final.")
            if rules.has_final
            else Message("Totals are of the preliminary rounds only.")
        )
    if rules.best is not None:
        sentences.append(Count(rules.best, "Only the best %(num)d result counts.", "The best %(num)d results count."))
    for kind, most in rules.best_of.items():
        sentences.append(
            Count(
                most,
                "%(kind)s: only the best %(num)d result counts.",
                "%(kind)s: the best %(num)d results count.",
                kind=Message(KINDS[kind]),
            )
        )
    if rules.weights:
        weights = (
            Message("%(name)s × %(number)s", name=Message(KINDS[kind]), number=figure(weight))
            for kind, weight in rules.weights.items()
        )
        sentences.append(Message("Points are multiplied by the kind of event: %(list)s.", list=Listed(weights)))
    if rules.attendance:
        sentences.append(Message("Each event played adds %(number)s.", number=figure(rules.attendance)))
    if rules.organizing:
        sentences.append(
            Message("Each event organized or judged without playing adds %(number)s.", number=figure(rules.organizing))
        )
    return sentences


def _which(rules: LeagueRules) -> list[Sayable]:
    sentences: list[Sayable] = []
    if rules.takes == EVERY_NAME:
        sentences.append(Message("Every finished event of the season is added automatically."))
    elif rules.takes:
        sentences.append(Message("Every finished event named “%(name)s” is added automatically.", name=rules.takes))
    if rules.players_at_least:
        sentences.append(Message("Events of at least %(number)s players count.", number=rules.players_at_least))
    if rules.kinds is not None:
        sentences.append(
            Message("Kinds of event that count: %(list)s.", list=Listed(Message(KINDS[kind]) for kind in rules.kinds))
        )
    if rules.rated_only:
        sentences.append(Message("Only rated events count."))
    if rules.minimum_events > 1:
        sentences.append(
            Message(
                "A rank takes at least %(events)s.",
                events=Count(rules.minimum_events, "%(num)d event", "%(num)d events"),
            )
        )
    return sentences


def _order(rules: LeagueRules) -> Sayable:
    list = Listed((tie_break.sentence for tie_break in rules.tie_breaks), AND)
    if not rules.tie_breaks:
        return Message("Equal points share a rank.")
    if rules.points is PointsBy.SCORE:
        sentence = Message("Ranked, in this order, by %(list)s.", list=list)
    else:
        sentence = Message("Ties on points are broken, in this order, by %(list)s.", list=list)
    if rules.tie_scope is TieScope.ALL and rules.best is not None:
        return Listed((sentence, Message("They are summed over all results.")), between=" ")
    return sentence


def _people(rules: LeagueRules) -> list[Sayable]:
    if rules.disqualified is Disqualified.BARRED:
        return [Message("After a disqualification later events of the league do not count for that player.")]
    return [Message("A disqualified player gets no points, and the event does not count for them.")]


def without_persons(rules: LeagueRules) -> LeagueRules:
    """The rules as all may read them: without the keys of persons, which are VEKN numbers."""
    parts = tuple(part if isinstance(part, str) else without_persons(part) for part in rules.parts)
    return replace(rules, same_person=(), parts=parts)


def with_merges(rules: LeagueRules, merges: Sequence[tuple[str, ...]]) -> LeagueRules:
    """The rules with further groups of keys of one person each."""
    return replace(rules, same_person=(*rules.same_person, *merges)) if merges else rules
