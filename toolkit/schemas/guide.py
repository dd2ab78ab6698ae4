"""The forms of the walkthroughs: a link's query -> a situation; what a page shows of each figure is read off here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError, fields, post_load, validate

from toolkit.game.vocabulary import StrikeKind
from toolkit.game.walkthroughs.combats import CombatSituation, Fighter, Fighting
from toolkit.game.walkthroughs.contests import Claimant, ContestSituation
from toolkit.game.walkthroughs.diableries import DiablerieSituation
from toolkit.game.walkthroughs.referendums import ReferendumSituation, SideVotes
from toolkit.game.walkthroughs.scorings import Departure, Leaving, ScoringSituation
from toolkit.game.walkthroughs.withdrawals import Meanwhile, WithdrawalSituation
from toolkit.schemas.derived import Loaded
from toolkit.schemas.form_fields import NO_CHOICE, numbers

YES, NO = "yes", "no"
MOST_CLAIMANTS = 5
MOST_DEPARTURES = 5
NOBODY = "-"


class Figure(fields.Integer):
    """A number set by steppers, within its bounds."""

    def __init__(self, start: int, least: int = 0, most: int = 20) -> None:
        super().__init__(load_default=start)
        self.start, self.least, self.most = start, least, most

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        text = str(value).strip()
        is_number = text.isascii() and text.removeprefix("-").isdecimal() and len(text) <= 6
        if not is_number or not self.least <= int(text) <= self.most:
            raise ValidationError(numbers(self.least, self.most))
        return int(text)


class Choice(fields.String):
    """One of a few words."""

    def __init__(self, start: str, options: tuple[str, ...]) -> None:
        super().__init__(load_default=start, validate=validate.OneOf(options, error=NO_CHOICE))
        self.start, self.options = start, options


def _yes_or_no(start: str = NO) -> Choice:
    return Choice(start, (NO, YES))


class SituationSchema(Schema):
    """A situation; all else in a link is left out."""

    class Meta:
        """Links grow parameters on their way."""

        unknown = EXCLUDE


_STRIKES = tuple(
    kind.value
    for kind in (
        StrikeKind.HAND, StrikeKind.DAMAGE, StrikeKind.DODGE, StrikeKind.COMBAT_ENDS, StrikeKind.STEAL_BLOOD,
        StrikeKind.NONE,
    )
)  # fmt: skip


def _fighter_fields(side: str, **start: Any) -> dict[str, fields.Field[Any]]:
    return {
        f"{side}_kind": Choice(Fighting.VAMPIRE, tuple(Fighting)),
        f"{side}_capacity": Figure(start.get("capacity", 5), 1, 20),
        f"{side}_counters": Figure(start["counters"], 0, 20),
        f"{side}_strength": Figure(1, 0, 12),
        f"{side}_strike": Choice(start["strike"], _STRIKES),
        f"{side}_damage": Figure(start.get("damage", 0), 0, 20),
        f"{side}_aggravated": Figure(start.get("aggravated", 0), 0, 20),
        f"{side}_amount": Figure(2, 0, 12),
        f"{side}_ranged": _yes_or_no(),
        f"{side}_first": _yes_or_no(),
        f"{side}_prevents": Figure(0, 0, 20),
    }


def _fighter(data: Mapping[str, Any], side: str) -> Fighter:
    of_side = {name.removeprefix(side): value for name, value in data.items() if name.startswith(side)}
    return Fighter(
        kind=Fighting(of_side.pop("kind")),
        strike=StrikeKind(of_side.pop("strike")),
        ranged=of_side.pop("ranged") == YES,
        first=of_side.pop("first") == YES,
        **of_side,
    )


class _CombatSchema(SituationSchema):
    range = Choice("close", ("close", "long"))
    press = _yes_or_no()

    @post_load
    def build(self, data: Loaded, **_: Any) -> CombatSituation:
        return CombatSituation(
            acting=_fighter(data, "v_"),
            opposing=_fighter(data, "w_"),
            is_long=data["range"] == "long",
            is_pressed=data["press"] == YES,
        )


CombatSchema = _CombatSchema.from_dict(
    {
        **_fighter_fields("v", capacity=7, counters=5, strike="damage", aggravated=2),
        **_fighter_fields("w", counters=2, strike="hand"),
    },
    name="CombatSchema",
)

_VOTES = ("title_1", "title_2", "title_3", "title_4", "prisci", "cards", "other")


class _ReferendumSchema(SituationSchema):
    players = Figure(5, 2, 6)
    card = _yes_or_no(YES)
    edge = Choice("none", ("none", "for", "against"))

    @post_load
    def build(self, data: Loaded, **_: Any) -> ReferendumSituation:
        def side(name: str) -> SideVotes:
            return SideVotes(
                titles=(
                    data[f"title_1_{name}"],
                    data[f"title_2_{name}"],
                    data[f"title_3_{name}"],
                    data[f"title_4_{name}"],
                ),
                prisci=data[f"prisci_{name}"],
                cards=data[f"cards_{name}"],
                other=data[f"other_{name}"],
                edge=data["edge"] == name,
            )

        return ReferendumSituation(
            players=data["players"],
            with_card=data["card"] == YES,
            votes_for=side("for"),
            votes_against=side("against"),
        )


_FIRST_VOTES = {"title_2_for": 1, "prisci_for": 1, "title_3_against": 1, "title_1_against": 1}
ReferendumSchema = _ReferendumSchema.from_dict(
    {
        f"{name}_{side}": Figure(_FIRST_VOTES.get(f"{name}_{side}", 0), 0, 30 if name == "other" else 6)
        for name in _VOTES
        for side in ("for", "against")
    },
    name="ReferendumSchema",
)


class _ContestSchema(SituationSchema):
    claimants = Figure(3, 2, MOST_CLAIMANTS)
    is_title = False

    @post_load
    def build(self, data: Loaded, **_: Any) -> ContestSituation:
        claims = tuple(
            Claimant(
                counters=data[f"counters_{number}"],
                pays=data[f"pays_{number}"],
                is_torpid=data.get(f"torpor_{number}") == YES,
            )
            for number in range(1, data["claimants"] + 1)
        )
        return ContestSituation(claimants=claims, is_title=self.is_title)


class _TitleSchema(_ContestSchema):
    claimants = Figure(2, 2, MOST_CLAIMANTS)
    is_title = True


_POOLS, _PAYS = (20, 20, 15, 10, 10), (9, 1, 0, 0, 0)
ContestSchema = _ContestSchema.from_dict(
    {
        **{f"counters_{number}": Figure(_POOLS[number - 1], 1, 99) for number in range(1, MOST_CLAIMANTS + 1)},
        **{f"pays_{number}": Figure(_PAYS[number - 1], 0, 9) for number in range(1, MOST_CLAIMANTS + 1)},
    },
    name="ContestSchema",
)
TitleSchema = _TitleSchema.from_dict(
    {
        **{f"counters_{number}": Figure(4 if number == 1 else 5, 0, 11) for number in range(1, MOST_CLAIMANTS + 1)},
        **{f"pays_{number}": Figure(1 if number == 1 else 9, 0, 9) for number in range(1, MOST_CLAIMANTS + 1)},
        **{f"torpor_{number}": _yes_or_no() for number in range(1, MOST_CLAIMANTS + 1)},
    },
    name="TitleSchema",
)


class WithdrawalSchema(SituationSchema):
    """A withdrawal."""

    library = Figure(0, 0, 90)
    hand = Figure(4, 0, 20)
    hand_size = Figure(7, 0, 20)
    meanwhile = Choice(Meanwhile.NOTHING, tuple(Meanwhile))
    event = _yes_or_no(YES)

    @post_load
    def build(self, data: Loaded, **_: Any) -> WithdrawalSituation:
        """The situation."""
        meanwhile, is_event = Meanwhile(data.pop("meanwhile")), data.pop("event") == YES
        return WithdrawalSituation(meanwhile=meanwhile, is_event=is_event, **data)


class DiablerieSchema(SituationSchema):
    """A diablerie and its blood hunt."""

    capacity = Figure(4, 1, 11)
    blood = Figure(3, 0, 11)
    victim_capacity = Figure(6, 1, 11)
    victim_blood = Figure(5, 0, 11)
    own = _yes_or_no()
    equipment = Figure(1, 0, 5)
    red_list = _yes_or_no()
    discipline = _yes_or_no(YES)
    votes_for = Figure(3, 0, 30)
    votes_against = Figure(2, 0, 30)

    @post_load
    def build(self, data: Loaded, **_: Any) -> DiablerieSituation:
        """The situation."""
        return DiablerieSituation(
            is_own=data.pop("own") == YES,
            is_red_list=data.pop("red_list") == YES,
            takes_discipline=data.pop("discipline") == YES,
            **data,
        )


class _ScoringSchema(SituationSchema):
    players = Figure(5, 2, 6)
    time = _yes_or_no(YES)
    event = _yes_or_no(YES)

    @post_load
    def build(self, data: Loaded, **_: Any) -> ScoringSituation:
        numbers = range(1, MOST_DEPARTURES + 1)
        departures = tuple(
            Departure(seat=data[f"seat_{number}"], how=Leaving(data[f"how_{number}"]))
            for number in numbers
            if data[f"seat_{number}"] != NOBODY
        )
        return ScoringSituation(
            players=data["players"], departures=departures, is_time=data["time"] == YES, is_event=data["event"] == YES
        )


_GONE, _HOW = ("B", "C", "D", NOBODY, NOBODY), ("ousted", "ousted", "withdrew", "ousted", "ousted")
ScoringSchema = _ScoringSchema.from_dict(
    {
        **{
            f"seat_{number}": Choice(_GONE[number - 1], (NOBODY, "A", "B", "C", "D", "E", "F"))
            for number in range(1, MOST_DEPARTURES + 1)
        },
        **{f"how_{number}": Choice(_HOW[number - 1], tuple(Leaving)) for number in range(1, MOST_DEPARTURES + 1)},
    },
    name="ScoringSchema",
)
