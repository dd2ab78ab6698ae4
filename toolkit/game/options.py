"""The options of the rules, each of which can be set by itself, and the profiles that set many at once."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args, get_type_hints

from toolkit.errors import Invalid, NotFound
from toolkit.languages import Listed, Message


class UnknownProfile(NotFound):
    """No profile has that name."""

    code = "unknown_profile"


class BadOption(Invalid):
    """No such option, or a value that it does not take."""

    code = "bad_option"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesOptions:
    """How this table plays; the first value of each option is the current rules'.

    In text an option is written with a dot after its section: `score.withdraw_vp=0.5`. What each one is about stands in
    `readings.toml`. Twelve boosters stand for twelve or more.
    """

    game_mode: Literal["standard", "pm_intro", "pm_advanced"] = "standard"
    game_enforcement: Literal["strict", "advise", "free"] = "strict"
    game_speed: Literal["detailed", "table"] = "detailed"
    deck_profile: Literal["constructed", "casual_legacy", "limited"] = "constructed"
    deck_boosters: Literal["8", "7", "6", "5", "4", "3", "2", "1", "9", "10", "11", "12"] = "8"
    deck_starters: Literal["no", "yes"] = "no"
    deck_recursions: Literal["from_table", "0", "1", "2", "3", "5", "11"] = "from_table"
    setup_first_player: Literal["random", "seat_one"] = "random"
    sequencing_undirected: Literal["fixed", "shifting"] = "fixed"
    cancel_cost: Literal["current", "never_paid"] = "current"
    title_baron_surcharge: Literal["off", "on"] = "off"
    title_contest_by: Literal["ready", "any"] = "ready"
    title_self_contest: Literal["allow", "newest_replaces"] = "allow"
    master_oot_trifle: Literal["debit_then_credit", "exempt"] = "debit_then_credit"
    bleed_edge_on: Literal["amount", "pool_burned"] = "amount"
    recruit_location: Literal["ready_cannot_act", "uncontrolled_until_end"] = "ready_cannot_act"
    anarch_sect: Literal["own_sect", "independent_marked"] = "own_sect"
    influence_ramp: Literal["by_game_turn", "by_methuselah", "duel", "none"] = "by_game_turn"
    influence_emerge: Literal["optional", "forced_at_end"] = "optional"
    edge_on_leave: Literal["uncontrolled", "ask"] = "uncontrolled"
    diablerie_equipment: Literal["choose", "all"] = "choose"
    withdraw_scope: Literal["minions", "all_counters"] = "minions"
    withdraw_count_life: Literal["no", "yes"] = "no"
    unlock_ordering: Literal["free", "staged"] = "free"
    contest_pay_timing: Literal["any", "beginning"] = "any"
    pm_picks: Literal["5", "one_each"] = "5"
    pm_mixed_target: Literal["refuse", "open_aggression", "subterfuge"] = "refuse"
    pm_bonus_from: Literal["next_pick", "immediately"] = "next_pick"
    pm_oa_draw_on_cancel: Literal["yes", "no"] = "yes"
    score_withdraw_vp: Literal["1", "0.5"] = "1"

    @property
    def is_phased(self) -> bool:
        """Whether the table plays phased motion."""
        return self.game_mode != "standard"

    @property
    def is_advanced(self) -> bool:
        """Whether it is the advanced game of phased motion."""
        return self.game_mode == "pm_advanced"

    @property
    def is_detailed(self) -> bool:
        """Whether every window opens by itself."""
        return self.game_speed == "detailed"


_HINTS = get_type_hints(RulesOptions)
VALUES: dict[str, tuple[str, ...]] = {field.name: get_args(_HINTS[field.name]) for field in fields(RulesOptions)}

# Options that older records and stored tables name, and that decide nothing any more: time can be called at any table.
_FORMER = {"score_time_limit": ("off", "on")}

_PHASED = RulesOptions(
    recruit_location="uncontrolled_until_end",
    influence_ramp="none",
    score_withdraw_vp="0.5",
)

PROFILES: dict[str, RulesOptions] = {
    "current": RulesOptions(),
    "outline_4_1": RulesOptions(
        deck_profile="casual_legacy",
        sequencing_undirected="shifting",
        cancel_cost="never_paid",
        master_oot_trifle="exempt",
        recruit_location="uncontrolled_until_end",
        anarch_sect="independent_marked",
        influence_emerge="forced_at_end",
        title_baron_surcharge="on",
        diablerie_equipment="all",
        withdraw_scope="all_counters",
    ),
    "vekn_event": RulesOptions(setup_first_player="seat_one", score_withdraw_vp="0.5"),
    "pm_intro": replace(_PHASED, game_mode="pm_intro"),
    "pm_advanced": replace(_PHASED, game_mode="pm_advanced"),
    "contest_proposal": RulesOptions(unlock_ordering="staged", contest_pay_timing="beginning", title_contest_by="any"),
}


def options_for(profile: str, /, **changes: str) -> RulesOptions:
    """The options of a profile, with some changed by name ("score_withdraw_vp" or "score.withdraw_vp").

    Raises:
        UnknownProfile: no profile has that name.
        BadOption: no option has that name, or it does not take that value.
    """
    if profile not in PROFILES:
        raise UnknownProfile(
            Message("There is no profile %(name)s; there are %(list)s.", name=repr(profile), list=Listed(PROFILES))
        )
    checked: dict[str, Any] = {}
    for written, value in changes.items():
        name = field_name(written)
        values = VALUES.get(name) or _FORMER.get(name)
        if values is None:
            raise BadOption(Message("There is no option %(name)s.", name=repr(written)))
        if value not in values:
            raise BadOption(
                Message(
                    "%(what)s is one of %(list)s, not %(name)s.",
                    what=option_name(name),
                    list=Listed(values),
                    name=repr(value),
                )
            )
        if name in VALUES:
            checked[name] = value
    return replace(PROFILES[profile], **checked)


def option_name(field_name: str) -> str:
    """How an option is written: a dot after its section."""
    return field_name.replace("_", ".", 1)


def field_name(option: str) -> str:
    """The field that holds an option, however it is written."""
    return option.replace(".", "_", 1)


def differences(options: RulesOptions, profile: str) -> dict[str, str]:
    """The options that differ from a profile, by their written name."""
    base = PROFILES[profile]
    return {
        option_name(name): getattr(options, name) for name in VALUES if getattr(options, name) != getattr(base, name)
    }
