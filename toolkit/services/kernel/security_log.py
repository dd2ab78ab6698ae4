"""The log of security: who signed in, which link was replaced, whose role changed; never a secret of any of them.

An event is a line of the logger `toolkit.security`: a name that stays as it is, and what it is about. Whoever runs the
program decides where it goes (`toolkit/web/base/monitoring.py`); without that it goes nowhere.
"""

from __future__ import annotations

import logging
from enum import StrEnum

LOGGER = "toolkit.security"
_log = logging.getLogger(LOGGER)


class SecurityEvent(StrEnum):
    """The kind of event in the security log."""

    SIGNED_IN = "signed_in"
    SIGN_IN_FAILED = "sign_in_failed"
    SIGNED_OUT = "signed_out"
    ACCOUNT_MADE = "account_made"
    PASSWORD_CHANGED = "password_changed"
    PASSWORD_REFUSED = "password_refused"
    TOKEN_MADE = "token_made"
    TOKEN_REMOVED = "token_removed"
    TOKEN_REFUSED = "token_refused"
    LINK_MADE = "link_made"
    LINK_REPLACED = "link_replaced"
    LINK_TAKEN_BACK = "link_taken_back"
    WRONG_LINK = "wrong_link"
    ROLE_CHANGED = "role_changed"
    MEMBER_INVITED = "member_invited"
    INVITATION_DECLINED = "invitation_declined"
    INVITATION_TAKEN_BACK = "invitation_taken_back"
    SECOND_FACTOR_SET_UP = "second_factor_set_up"
    SECOND_FACTOR_REMOVED = "second_factor_removed"
    CODE_REFUSED = "code_refused"
    RECOVERY_CODE_USED = "recovery_code_used"
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    PASSKEY_REFUSED = "passkey_refused"
    COPY_TAKEN = "copy_taken"
    LIMIT_REACHED = "limit_reached"


def record(event: SecurityEvent, /, **about: str | int | bool | None) -> None:
    """Tell of it; `about` names accounts, events, links and roles, and holds nothing that opens anything.

    A typed name that no account has is not told either: it may be the password, in the wrong box.
    """
    _log.info(event.value, extra={"about": about})
