"""The closed sets of the game's words: phases, zones, kinds of cards, actions, titles, strikes."""

from __future__ import annotations

from enum import StrEnum

# No number of a state is larger.
MOST_NUMBER = 10_000
# Nor are there more cards on a table, burned ones left out: what could be done with each is asked for every page.
MOST_CARDS = 400


class SeatStatus(StrEnum):
    """Where a Methuselah stands."""

    ACTIVE = "active"
    OUSTED = "ousted"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


class Stage(StrEnum):
    """Where the whole game stands."""

    SETUP = "setup"
    RUNNING = "running"
    FINISHED = "finished"


class Phase(StrEnum):
    """A phase of a turn; the last group belongs to phased motion."""

    UNLOCK = "unlock"
    MASTER = "master"
    MINION = "minion"
    INFLUENCE = "influence"
    DISCARD = "discard"
    MANDATORY = "mandatory"
    CHOOSE = "choose"
    OPEN_AGGRESSION = "open_aggression"
    SUBTERFUGE = "subterfuge"
    DIPLOMACY = "diplomacy"
    SUPPLY = "supply"
    RESEARCH = "research"
    HAND_CHECK = "hand_check"


class PhaseCard(StrEnum):
    """The eight phase cards of phased motion; Research belongs to the advanced game."""

    OPEN_AGGRESSION = "open_aggression"
    SUBTERFUGE = "subterfuge"
    DIPLOMACY = "diplomacy"
    SUPPLY = "supply"
    MASTER = "master"
    INFLUENCE = "influence"
    CHEAT = "cheat"
    RESEARCH = "research"


MINION_CARDS = frozenset({PhaseCard.OPEN_AGGRESSION, PhaseCard.SUBTERFUGE, PhaseCard.DIPLOMACY, PhaseCard.SUPPLY})
MINION_PHASES = frozenset(
    {Phase.MINION, Phase.MANDATORY, Phase.OPEN_AGGRESSION, Phase.SUBTERFUGE, Phase.DIPLOMACY, Phase.SUPPLY}
)


class Zone(StrEnum):
    """Where a card lies."""

    UNCONTROLLED = "uncontrolled"
    READY = "ready"
    TORPOR = "torpor"
    ATTACHED = "attached"
    CONTESTED = "contested"
    LIMBO = "limbo"
    ASH_HEAP = "ash_heap"
    REMOVED = "removed"


IN_PLAY = frozenset({Zone.READY, Zone.TORPOR, Zone.ATTACHED})


class CardKind(StrEnum):
    """The kind of a card that the table tracks."""

    VAMPIRE = "vampire"
    ALLY = "ally"
    IMBUED = "imbued"
    RETAINER = "retainer"
    EQUIPMENT = "equipment"
    MASTER = "master"
    LOCATION = "location"
    EVENT = "event"
    LASTING = "lasting"
    TROPHY = "trophy"
    CONVICTION = "conviction"


MINIONS = frozenset({CardKind.VAMPIRE, CardKind.ALLY, CardKind.IMBUED})
LIVING = frozenset({CardKind.ALLY, CardKind.IMBUED, CardKind.RETAINER})
MINION_CARD_KINDS = frozenset(
    {CardKind.RETAINER, CardKind.EQUIPMENT, CardKind.LASTING, CardKind.TROPHY, CardKind.CONVICTION}
)


class CardType(StrEnum):
    """The type under which a library card is played."""

    MASTER = "master"
    ACTION = "action"
    MODIFIER = "modifier"
    REACTION = "reaction"
    COMBAT = "combat"
    POLITICAL = "political"
    EQUIPMENT = "equipment"
    RETAINER = "retainer"
    ALLY = "ally"
    EVENT = "event"
    REFLEX = "reflex"


ACTION_CARDS = frozenset({CardType.ACTION, CardType.POLITICAL, CardType.EQUIPMENT, CardType.RETAINER, CardType.ALLY})


class ActionKind(StrEnum):
    """The thirteen kinds of action, that against imbued, and the cardless two of phased motion."""

    BLEED = "bleed"
    HUNT = "hunt"
    EQUIP = "equip"
    EMPLOY = "employ"
    RECRUIT = "recruit"
    POLITICAL = "political"
    ANARCH = "anarch"
    RED_LIST = "red_list"
    LEAVE_TORPOR = "leave_torpor"
    RESCUE = "rescue"
    DIABLERIZE = "diablerize"
    RUSH = "rush"
    BURN_IMBUED = "burn_imbued"
    OTHER = "other"
    PM_RUSH = "pm_rush"
    PM_REFERENDUM = "pm_referendum"


# Actions that call a referendum.
POLITICALS = frozenset({ActionKind.POLITICAL, ActionKind.PM_REFERENDUM})
# Actions whose success is a combat.
FIGHTS = frozenset({ActionKind.RED_LIST, ActionKind.RUSH, ActionKind.PM_RUSH})


class ActionState(StrEnum):
    """The course of an action."""

    ANNOUNCE = "announce"
    OPEN = "open"
    ATTEMPT = "attempt"
    UNBLOCKED = "unblocked"
    RESOLVING = "resolving"
    AFTER = "after"


class WindowName(StrEnum):
    """The windows in which effects are used, each an impulse cycle."""

    AS_PLAYED = "as_played"
    ANNOUNCE = "announce"
    ACTION = "action"
    ATTEMPT = "attempt"
    UNBLOCKED = "unblocked"
    AFTER_ACTION = "after_action"
    OFFER = "offer"
    TERMS = "terms"
    BEFORE_VOTES = "before_votes"
    POLLING = "polling"
    AFTER_REFERENDUM = "after_referendum"
    BEFORE_RANGE = "before_range"
    RANGE = "range"
    BEFORE_STRIKES = "before_strikes"
    STRIKES = "strikes"
    DAMAGE = "damage"
    ADDITIONAL = "additional"
    PRESS = "press"
    END_OF_ROUND = "end_of_round"
    DISCIPLINE = "discipline"
    GAP = "gap"
    PHASE = "phase"


# Windows that a table passes over unless somebody speaks up.
QUIET = frozenset(
    {
        WindowName.AS_PLAYED,
        WindowName.ANNOUNCE,
        WindowName.AFTER_ACTION,
        WindowName.BEFORE_VOTES,
        WindowName.AFTER_REFERENDUM,
        WindowName.BEFORE_RANGE,
        WindowName.RANGE,
        WindowName.BEFORE_STRIKES,
        WindowName.DAMAGE,
        WindowName.ADDITIONAL,
        WindowName.PRESS,
        WindowName.END_OF_ROUND,
        WindowName.GAP,
    }
)
# Quiet ones whose answers are never too late: the game goes back there.
ANSWERED = frozenset({WindowName.AS_PLAYED, WindowName.DAMAGE, WindowName.END_OF_ROUND})


class TitleKind(StrEnum):
    """The titles a vampire may hold."""

    PRIMOGEN = "primogen"
    BISHOP = "bishop"
    PRINCE = "prince"
    ARCHBISHOP = "archbishop"
    BARON = "baron"
    MAGAJI = "magaji"
    KHOLO = "kholo"
    JUSTICAR = "justicar"
    CARDINAL = "cardinal"
    INNER_CIRCLE = "inner_circle"
    REGENT = "regent"
    PRISCUS = "priscus"
    INDEPENDENT = "independent"


class TitleState(StrEnum):
    """Whether a title counts."""

    HELD = "held"
    CONTESTED = "contested"


class StrikeKind(StrEnum):
    """The kinds of strike."""

    HAND = "hand"
    WEAPON = "weapon"
    DAMAGE = "damage"
    DODGE = "dodge"
    COMBAT_ENDS = "combat_ends"
    STEAL_BLOOD = "steal_blood"
    DESTROY_EQUIPMENT = "destroy_equipment"
    STEAL_EQUIPMENT = "steal_equipment"
    NONE = "none"


class Delay(StrEnum):
    """When a played card is replaced: at once, before the end of your next turn, or later."""

    NONE = "none"
    SHORT = "short"
    LONG = "long"


class Timing(StrEnum):
    """The moment of an effect that the window alone does not determine."""

    ANY = "any"
    AS_PLAYED = "as_played"
    AS_ANNOUNCED = "as_announced"
    AS_COMBAT_ENTERED = "as_combat_entered"
    BEFORE_RANGE = "before_range"
    BEFORE_STRIKES = "before_strikes"
    BEFORE_VOTES = "before_votes"
    POLITICAL = "political"
    AFTER_REFERENDUM = "after_referendum"
    END_OF_ROUND = "end_of_round"
    UNLOCK = "unlock"
    MASTER = "master"
    DISCARD = "discard"


class CardFlag(StrEnum):
    """Marks on a card that the flows look at."""

    INFERNAL = "infernal"
    RED_LIST = "red_list"
    BLOOD_CURSED = "blood_cursed"
    SCARCE = "scarce"
    ADVANCED = "advanced"
    MERGED = "merged"
    EMBRACE = "embrace"
    INCAPACITATED = "incapacitated"
    MUST_BLEED = "must_bleed"
    CANNOT_HUNT = "cannot_hunt"
    CANNOT_ACT = "cannot_act"
    ANARCH = "anarch"
    AWARDED = "awarded"
    TORPID = "torpid"
    DRAWS_AHEAD = "draws_ahead"


class EffectKind(StrEnum):
    """The kinds of effects; in a record an effect is written `kind:target:amount:detail`."""

    BURN_POOL = "burn_pool"
    GAIN_POOL = "gain_pool"
    BURN_BLOOD = "burn_blood"
    GAIN_BLOOD = "gain_blood"
    MOVE_BLOOD = "move_blood"
    COUNTERS = "counters"
    DAMAGE = "damage"
    AGGRAVATED = "aggravated"
    LOCK = "lock"
    UNLOCK = "unlock"
    BURN = "burn"
    REMOVE = "remove"
    TORPOR = "torpor"
    READY = "ready"
    STEAL = "steal"
    ATTACH = "attach"
    RETURN = "return"
    EMERGE = "emerge"
    CAPACITY = "capacity"
    STRENGTH = "strength"
    STANDING_BLEED = "standing_bleed"
    STANDING_STEALTH = "standing_stealth"
    STANDING_INTERCEPT = "standing_intercept"
    TITLE = "title"
    SECT = "sect"
    CLAN = "clan"
    DISCIPLINE = "discipline"
    FLAG = "flag"
    UNFLAG = "unflag"
    HAND_SIZE = "hand_size"
    DRAW = "draw"
    DISCARD = "discard"
    RANDOM_DISCARD = "random_discard"
    TRANSFERS = "transfers"
    MASTER_ACTIONS = "master_actions"
    MASTER_ACTIONS_PER_PHASE = "master_actions_per_phase"
    DISCARD_ACTIONS = "discard_actions"
    EDGE = "edge"
    CANCEL = "cancel"
    STEALTH = "stealth"
    INTERCEPT = "intercept"
    BLEED = "bleed"
    HUNT = "hunt"
    SPARE = "spare"
    WAKE = "wake"
    RETARGET = "retarget"
    ALLOW_BLOCK = "allow_block"
    CANNOT_BLOCK = "cannot_block"
    BLOCK_FAILS = "block_fails"
    TAKE_OVER = "take_over"
    CONTINUE = "continue"
    END_ACTION = "end_action"
    REDUCE = "reduce"
    COMBAT = "combat"
    REFERENDUM = "referendum"
    VOTES = "votes"
    BALLOTS = "ballots"
    AUTO_PASS = "auto_pass"
    NOTHING = "nothing"
    MANEUVER = "maneuver"
    RANGE = "range"
    PRESS = "press"
    STRIKE_DAMAGE = "strike_damage"
    ADDITIONAL = "additional"
    PREVENT = "prevent"
    END_COMBAT = "end_combat"
    ANOTHER_COMBAT = "another_combat"
    DIABLERIZE = "diablerize"
