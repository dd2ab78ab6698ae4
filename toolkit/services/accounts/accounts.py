"""Accounts: signing up and in, passwords, tokens for programs, and who is what at which event."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING

from toolkit.errors import Conflict, Invalid, NotFound
from toolkit.languages import Message
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.roles import OFFICIALS, TOKEN_DAYS, Role, Scope, strongest
from toolkit.services.kernel.security_log import SecurityEvent, record
from toolkit.storage import accounts
from toolkit.storage.accounts import Account, Invitation, NameTaken, Session, Token

if TYPE_CHECKING:
    from argon2 import PasswordHasher

__all__ = ["Account", "Invitation", "NameTaken", "Session", "Token"]  # values of the storage that the doors may hold

SHORTEST_PASSWORD = 10
_LONGEST_PASSWORD = 200
_LONGEST_NAME = 40
_LONGEST_LABEL = 60
MOST_TOKENS = 20
_SESSION = timedelta(days=31)
_LONGEST_BROWSER = 80
# For so long an invitation can be accepted; one that was declined is sent again only so much later.
INVITED_FOR = timedelta(days=30)
_ASKED_AGAIN = timedelta(days=7)
# So many invitations of one account to another may be unanswered, or declined, in that time.
_MOST_ASKED = 5


class BadName(Invalid):
    """A name that no account can have."""

    code = "bad_name"


class BadPassword(Invalid):
    """A password that is too short, too long, or the name."""

    code = "bad_password"


class WrongPassword(Invalid):
    """Name and password do not belong together; which of them is wrong is not said."""

    code = "wrong_password"


class UnknownAccount(NotFound):
    """There is no account of that name."""

    code = "unknown_account"


class LastOrganizer(Conflict):
    """An event never is without an organizer."""

    code = "last_organizer"


_NO_INVITATION = Message("This invitation is not open: ask the organizer for a new one.")


class NoInvitation(NotFound):
    """An account that was not asked, or no longer is."""

    code = "no_invitation"


class AskedTooOften(Conflict):
    """An account that said no, or did not answer, is left in peace."""

    code = "asked_too_often"


def sign_up(context: Context, name: str, password: str, *, is_admin: bool = False) -> Account:
    """A new account.

    Raises:
        BadName, BadPassword: one that cannot be.
        NameTaken: another account has the name.
    """
    checked = _checked_name(name)
    account = Account(
        id=context.new_id(),
        name=checked,
        password=_hash(_checked_password(password, checked)),
        epoch=0,
        is_admin=is_admin,
        created=context.now(),
    )
    accounts.add_account(context.store, account, name_key(checked))
    record(SecurityEvent.ACCOUNT_MADE, account=account.name, is_administrator=is_admin)
    return account


def sign_in(context: Context, name: str, password: str) -> Account:
    """The account of that name and password.

    Raises:
        WrongPassword: there is none.
    """
    account = accounts.account_by_key(context.store, name_key(name))
    # An unknown name takes as long as a wrong password: the time tells nobody who has an account.
    is_right = _is_right(_nobodys() if account is None else account.password, password)
    if account is None or not is_right:
        record(SecurityEvent.SIGN_IN_FAILED, account=None if account is None else account.name)
        raise WrongPassword(Message("Name and password do not belong together."))
    return account


def confirm_password(account: Account, password: str) -> None:
    """Make sure that it is the owner who asks, before something is changed that lets them in.

    Raises:
        WrongPassword: it is not the password.
    """
    if not _is_right(account.password, password):
        record(SecurityEvent.PASSWORD_REFUSED, account=account.name)
        raise WrongPassword(Message("That is not the password."), code="wrong_old_password")


def change_password(context: Context, account: Account, old: str, new: str) -> Account:
    """The account with a new password; wherever else it is signed in, it is no more.

    Raises:
        WrongPassword: `old` is not the password.
        BadPassword: `new` cannot be one.
    """
    confirm_password(account, old)
    accounts.set_password(context.store, account.id, _hash(_checked_password(new, account.name)))
    record(SecurityEvent.PASSWORD_CHANGED, account=account.name)
    return _known(accounts.account_by_id(context.store, account.id))


def reset_password(context: Context, name: str, new: str) -> Account:
    """Give the account of that name a new password, as the administrator may.

    Raises:
        UnknownAccount: there is none.
        BadPassword: `new` cannot be one.
    """
    account = account_named(context, name)
    accounts.set_password(context.store, account.id, _hash(_checked_password(new, account.name)))
    record(SecurityEvent.PASSWORD_CHANGED, account=account.name)
    return account


def find_account(context: Context, name: str) -> Account | None:
    """The account of that name, or None."""
    return accounts.account_by_key(context.store, name_key(name))


def account_of_id(context: Context, id: str) -> Account | None:
    """The account of that id, or None."""
    return accounts.account_by_id(context.store, id)


def account_named(context: Context, name: str) -> Account:
    """The account of that name.

    Raises:
        UnknownAccount: there is none.
    """
    return _known(find_account(context, name))


def every_account(context: Context) -> list[Account]:
    """All accounts, by name."""
    return accounts.all_accounts(context.store)


def has_accounts(context: Context) -> bool:
    """Whether there is an account to sign in with."""
    return accounts.count_accounts(context.store) > 0


def begin_session(context: Context, account: Account, browser: str) -> str:
    """Sign a browser in; what it keeps, and shows with each request."""
    word, now = secrets.token_urlsafe(24), context.now()
    session = Session(
        digest=_digest(word),
        epoch=account.epoch,
        browser="".join(filter(str.isprintable, browser))[:_LONGEST_BROWSER],
        created=now,
        expires=now + _SESSION,
    )
    accounts.add_session(context.store, account.id, session)
    record(SecurityEvent.SIGNED_IN, account=account.name, browser=session.browser)
    return word


def account_of_session(context: Context, word: str) -> Account | None:
    """The account that a browser is signed in to; None when it has signed out, or was signed out, since."""
    return accounts.account_by_session(context.store, _digest(word), context.now())


def sessions_of(context: Context, account: Account, *, word: str = "") -> list[tuple[Session, bool]]:
    """The browsers that are signed in, newest first, and whether it is the one that shows `word`."""
    now, mine = context.now(), _digest(word)
    return [
        (session, session.digest == mine)
        for session in accounts.sessions_of(context.store, account)
        if session.epoch == account.epoch and session.expires > now
    ]


def end_session(context: Context, word: str) -> None:
    """Sign out: what the browser kept opens nothing any more, wherever else it was copied to."""
    account = account_of_session(context, word)
    if account is not None:
        remove_session(context, account, _digest(word))


def end_other_sessions(context: Context, account: Account, *, word: str = "") -> None:
    """Sign every browser out but the one that shows `word`."""
    accounts.remove_sessions(context.store, account.id, keep=_digest(word))
    record(SecurityEvent.SIGNED_OUT, account=account.name, everywhere_else=True)


def remove_session(context: Context, account: Account, digest: str) -> bool:
    """Sign one browser out; whether it was signed in."""
    was_signed_in = accounts.remove_session(context.store, account.id, digest)
    if was_signed_in:
        record(SecurityEvent.SIGNED_OUT, account=account.name)
    return was_signed_in


def make_token(
    context: Context, account: Account, label: str, *, scope: Scope = Scope.ALL, days: int = TOKEN_DAYS[-1]
) -> str:
    """A new token for the API: shown once, and kept only as its digest.

    Raises:
        BadName: no label, or one too long, or too many tokens.
    """
    wording = " ".join(label.split())
    if not wording or len(wording) > _LONGEST_LABEL or not wording.isprintable():
        raise BadName(Message("Describe the token in at most %(number)s characters.", number=_LONGEST_LABEL))
    if len(tokens_of(context, account)) >= MOST_TOKENS:
        raise BadName(Message("You can have at most %(number)s tokens: remove one first.", number=MOST_TOKENS))
    token = secrets.token_urlsafe(32)
    now = context.now()
    kept = Token(digest=_digest(token), label=wording, created=now, scope=scope, expires=now + timedelta(days=days))
    accounts.add_token(context.store, account.id, kept)
    record(SecurityEvent.TOKEN_MADE, account=account.name, label=wording, scope=scope, days=days)
    return token


def account_of_token(context: Context, token: str) -> tuple[Account, Scope] | None:
    """The account that a token belongs to, and what may be done with it; None when its time is over."""
    account_and_scope = accounts.account_by_token(context.store, _digest(token), context.now())
    return None if account_and_scope is None else (account_and_scope[0], Scope(account_and_scope[1]))


def tokens_of(context: Context, account: Account) -> list[Token]:
    """The tokens of an account that are good, oldest first."""
    now = context.now()
    return [
        token for token in accounts.tokens_of(context.store, account.id) if token.expires is None or token.expires > now
    ]


def remove_token(context: Context, account: Account, digest: str) -> bool:
    """Forget a token; whether there was one."""
    was_there = accounts.remove_token(context.store, account.id, digest)
    if was_there:
        record(SecurityEvent.TOKEN_REMOVED, account=account.name)
    return was_there


def roles_of(context: Context, account: Account) -> dict[str, Role]:
    """The roles of an account, by event."""
    return {id: Role(role) for id, role in accounts.events_of(context.store, account.id).items()}


def members(context: Context, id: str) -> list[tuple[Account, Role]]:
    """The accounts of an event and what they are there, by name."""
    return [(account, Role(role)) for account, role in accounts.members_of(context.store, id)]


def add_member(context: Context, id: str, account: Account, role: Role) -> None:
    """Make an account an official of an event at once, or another one than before: its own, or what it agreed to.

    Raises:
        LastOrganizer: no organizer would be left.
    """
    _check_role(role)
    _set(context, id, account.id, role)


def invite(context: Context, id: str, account: Account, role: Role, *, inviter: Account | None) -> None:
    """Ask an account to be an official of an event; a member who is to be less than before is so at once.

    An organizer of the event answers for an inviter without an account.

    Raises:
        AskedTooOften: it declined of late, or has not answered the inviter often.
        LastOrganizer: no organizer would be left.
    """
    _check_role(role)
    officials = members(context, id)
    mine = next((held for member, held in officials if member.id == account.id), Role.PUBLIC)
    if strongest(mine, role) is mine:
        return add_member(context, id, account, role)
    by = inviter or next((member for member, held in officials if held is Role.ORGANIZER), None)
    asked = Invitation(
        event=id, account=account.id, role=role, inviter=None if by is None else by.id, asked=context.now()
    )
    _check_peace(context, asked)
    accounts.save_invitation(context.store, asked)
    record(SecurityEvent.MEMBER_INVITED, event=id, account=account.name, role=role)


def _check_role(role: Role) -> None:
    if role not in OFFICIALS:
        raise BadName(Message("An account is an organizer, a judge or a scorekeeper."), code="bad_role")


def _check_peace(context: Context, asked: Invitation) -> None:
    before = accounts.invitations_of(context.store, asked.account, asked.asked - INVITED_FOR - _ASKED_AGAIN)
    for invitation in before:
        if (
            invitation.event == asked.event
            and invitation.declined is not None
            and invitation.declined > asked.asked - _ASKED_AGAIN
        ):
            again = (invitation.declined + _ASKED_AGAIN).date()
            raise AskedTooOften(Message("This account declined: ask again after %(day)s.", day=again))
    others = [
        invitation for invitation in before if invitation.inviter == asked.inviter and invitation.event != asked.event
    ]
    if asked.inviter is not None and len(others) >= _MOST_ASKED:
        raise AskedTooOften(
            Message(
                "This account has not accepted %(number)s of your invitations: create a link for it instead.",
                number=len(others),
            )
        )


def invited(context: Context, id: str) -> list[tuple[Account, Invitation]]:
    """The accounts that were asked to be officials of an event, and have not accepted."""
    invitations = accounts.invitations_to(context.store, id, context.now() - INVITED_FOR)
    return [
        (account, invitation)
        for invitation in invitations
        if (account := account_of_id(context, invitation.account)) is not None
    ]


def invitations_of(context: Context, account: Account) -> list[Invitation]:
    """The invitations that an account can accept or decline."""
    invitations = accounts.invitations_of(context.store, account.id, context.now() - INVITED_FOR)
    return [invitation for invitation in invitations if invitation.declined is None]


def accept_invitation(context: Context, account: Account, id: str) -> None:
    """Be at an event what one was asked to be.

    Raises:
        NoInvitation: there is none, or it was taken back, declined, or too long ago.
    """
    invitation = _open_invitation(context, account, id)
    since = context.now() - INVITED_FOR
    if not accounts.accept_invitation(context.store, id, account.id, since, role=invitation.role, keep=Role.ORGANIZER):
        raise NoInvitation(_NO_INVITATION)
    record(SecurityEvent.ROLE_CHANGED, event=id, account=account.name, role=invitation.role)


def decline_invitation(context: Context, account: Account, id: str) -> None:
    """Be nothing at an event to which one was asked.

    Raises:
        NoInvitation: there is none, or it was taken back, declined, or too long ago.
    """
    _open_invitation(context, account, id)
    now = context.now()
    if not accounts.decline_invitation(context.store, id, account.id, now - INVITED_FOR, now):
        raise NoInvitation(_NO_INVITATION)
    record(SecurityEvent.INVITATION_DECLINED, event=id, account=account.name)


def _open_invitation(context: Context, account: Account, id: str) -> Invitation:
    invitation = next((invitation for invitation in invitations_of(context, account) if invitation.event == id), None)
    if invitation is None:
        raise NoInvitation(_NO_INVITATION)
    return invitation


def take_invitation_back(context: Context, id: str, account: str) -> None:
    """Ask an account no more.

    Raises:
        NoInvitation: it has answered, or was not asked.
    """
    if not accounts.remove_invitation(context.store, id, account):
        raise NoInvitation(_NO_INVITATION)
    person = account_of_id(context, account)
    record(SecurityEvent.INVITATION_TAKEN_BACK, event=id, account=None if person is None else person.name)


def remove_member(context: Context, id: str, account: str) -> None:
    """Let an account be nothing at an event.

    Raises:
        LastOrganizer: no organizer would be left.
    """
    _set(context, id, account, "")


def name_key(name: str) -> str:
    """A name as it is compared: whatever its case and width."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()[:120]


def _set(context: Context, id: str, account: str, role: str) -> None:
    if not accounts.set_member(context.store, id, account, role, keep=Role.ORGANIZER):
        raise LastOrganizer(Message("An event needs an organizer. Make another person organizer first."))
    person = accounts.account_by_id(context.store, account)
    record(SecurityEvent.ROLE_CHANGED, event=id, account=None if person is None else person.name, role=role or None)


def _known(account: Account | None) -> Account:
    if account is None:
        raise UnknownAccount(Message("There is no account of that name."))
    return account


def _checked_name(name: str) -> str:
    checked = " ".join(name.split())
    if not 2 <= len(checked) <= _LONGEST_NAME:
        raise BadName(Message("A name has %(number)s to %(other)s letters.", number=2, other=_LONGEST_NAME))
    odd = next((letter for letter in checked if not _is_plain(letter)), None)
    if odd is not None:
        raise BadName(
            Message(
                "A name cannot contain “%(written)s” (%(code)s): use ordinary letters, numbers and punctuation.",
                written=odd if odd.isprintable() else "?",
                code=f"U+{ord(odd):04X}",
            )
        )
    return checked


def _is_plain(letter: str) -> bool:
    """Whether readers see a letter and know it for what it is: of today's alphabets, a number or punctuation."""
    from confusable_homoglyphs.categories import alias

    return letter.isprintable() and all(
        (part.isascii() or unicodedata.category(part)[0] in "LMNPZ")
        and alias(part) in _SCRIPTS
        and not _UNDRAWN.match(part)
        and not (unicodedata.category(part) == "Ll" and part.upper() == part)  # phonetic, such as ᴀ: no capital
        for part in unicodedata.normalize("NFKC", letter)
    )


# The scripts that people write in today, by Unicode's UAX 31. In others, such as Coptic, letters look like Latin ones
# that no list puts beside them.
_SCRIPTS = {
    "COMMON", "INHERITED", "LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "THAANA",
    "ETHIOPIC", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM",
    "SINHALA", "THAI", "LAO", "TIBETAN", "MYANMAR", "KHMER", "HAN", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL",
}  # fmt: skip

# Of what Unicode leaves undrawn (Default_Ignorable_Code_Point) those that Python calls printable.
_UNDRAWN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def _checked_password(password: str, name: str) -> str:
    if not SHORTEST_PASSWORD <= len(password) <= _LONGEST_PASSWORD:
        raise BadPassword(
            Message(
                "A password has %(number)s to %(other)s characters.", number=SHORTEST_PASSWORD, other=_LONGEST_PASSWORD
            )
        )
    if name_key(password) == name_key(name):
        raise BadPassword(Message("The password must differ from the name."))
    return password


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    # What OWASP recommends where many sign in at once on a small machine: 19 MiB, two passes.
    return PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)


@cache
def _nobodys() -> str:
    return _hasher().hash(secrets.token_urlsafe())


def _hash(password: str) -> str:
    return _hasher().hash(password.encode("utf-8", "surrogatepass"))


def _is_right(hashed: str, password: str) -> bool:
    from argon2.exceptions import VerificationError

    if len(password) > _LONGEST_PASSWORD:
        return False
    try:
        return _hasher().verify(hashed, password.encode("utf-8", "surrogatepass"))
    except VerificationError:
        return False


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
