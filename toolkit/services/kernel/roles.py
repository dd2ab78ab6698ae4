"""The permissions at an event: the one table of role and action that pages, API and links go by."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """The role of a person at one event, strongest first."""

    ORGANIZER = "organizer"
    JUDGE = "judge"
    SCOREKEEPER = "scorekeeper"
    TABLE = "table"  # the players of one table, by the table's link
    PLAYER = "player"  # one player, by their own link
    PUBLIC = "public"


class Action(StrEnum):
    """The kind of action behind an address, as far as roles differ in it."""

    SEE = "see"  # what everybody may see
    PLAY = "play"  # a player's own page and what can be done there
    REPORT = "report"  # the result of one table
    OFFICIATE = "officiate"  # look at the pages that the officials share
    CHECK_IN = "check_in"
    SCORE = "score"  # enter and correct results
    CLOCK = "clock"
    JUDGE = "judge"  # calls, sanctions, extensions, overrides, decklists, seats of a published round
    RUN = "run"  # everything else that makes the event
    LINKS = "links"  # see and print links that open a player's, a table's or a pod's page
    SHARE = "share"  # who else may
    CREATE = "create"  # a new event
    ACCOUNT = "account"  # one's own account
    ADMINISTER = "administer"  # the installation itself
    COPY = "copy"  # take a copy of everything, keys and passwords included


class Scope(StrEnum):
    """The part of an account's permissions that a program has by a token."""

    READ = "read"  # look, and change nothing
    RESULTS = "results"  # what a scorekeeper does
    ALL = "all"


# For so many days a token may be made.
TOKEN_DAYS = (7, 30, 90, 365)

OFFICIALS = (Role.ORGANIZER, Role.JUDGE, Role.SCOREKEEPER)

_EVERYBODY = frozenset({Action.SEE})
_SCOREKEEPER = _EVERYBODY | {Action.OFFICIATE, Action.CHECK_IN, Action.SCORE}
_JUDGE = _SCOREKEEPER | {Action.CLOCK, Action.JUDGE, Action.LINKS}

MAY: dict[Role, frozenset[Action]] = {
    Role.ORGANIZER: _JUDGE | {Action.RUN, Action.SHARE},
    Role.JUDGE: _JUDGE,
    Role.SCOREKEEPER: _SCOREKEEPER,
    Role.TABLE: _EVERYBODY | {Action.REPORT},
    Role.PLAYER: _EVERYBODY | {Action.PLAY},
    Role.PUBLIC: _EVERYBODY,
}


# A program may do what its account may and the scope of its token has. A link or a key would let it act, so a scope
# that only looks has none. The account's own pages and a copy of everything are for browsers.
_BY_TOKEN = frozenset(Action) - {Action.ACCOUNT, Action.COPY}

HAS: dict[Scope, frozenset[Action]] = {
    Scope.READ: _BY_TOKEN - {Action.LINKS, Action.SHARE, Action.ADMINISTER},
    Scope.RESULTS: _SCOREKEEPER,
    Scope.ALL: _BY_TOKEN,
}


def allowed(role: Role, action: Action) -> bool:
    """Whether that role may do it."""
    return action in MAY[role]


def has(scope: Scope | None, action: Action) -> bool:
    """Whether that scope has the action; a browser, which shows no token, has no scope and all actions."""
    return scope is None or action in HAS[scope]


def narrower(first: Action, other: Action) -> Action:
    """Of two actions the one that fewer roles may."""
    return min(first, other, key=lambda action: sum(allowed(role, action) for role in Role))


def strongest(*roles: Role) -> Role:
    """Of several roles of one person the one that may most; the public's when there is none."""
    return min(roles, key=list(Role).index, default=Role.PUBLIC)
