"""Calls to Archon, the VEKN's app for events: where the operator set its addresses, and only when a person asks.

Archon's contract is known from its source and its clients; nobody here has called a live server. Tokens and the
client's secret are kept in the data folder, for its owner only: no log, export, page or exception has them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

from toolkit import __version__
from toolkit.errors import Conflict, NotFound
from toolkit.languages import Message, Sayable
from toolkit.services.events.vekn_push import OutcomeUnknown
from toolkit.services.kernel.data_folder import replace_file
from toolkit.services.kernel.switches import UnclearSetting, has_archon, is_on

if TYPE_CHECKING:
    import requests

_SECONDS = 10
_LARGEST = 8 * 1024 * 1024
_LONGEST_WAIT = 60
# Without a word of Archon's how long to wait.
_USUAL_WAIT = 5
_FOLDER, _SECRET, _TOKENS, _ASKED = "archon-app", "secret", "tokens.json", "asked.json"
# Archon waits a minute for the exchange, and a person may take longer to sign in there.
_ASKED_SECONDS = 3600
# A refresh token is worth nothing after that.
_KEPT_SECONDS = 30 * 24 * 3600
# A run that left its mark behind has surely ended by then.
_ABANDONED_SECONDS = 15 * 60
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class ArchonNotAllowed(NotFound):
    """This installation asks nothing of Archon: no address is configured, or it is offline."""

    code = "archon_not_allowed"


class ArchonRefused(Conflict):
    """Archon refuses the call; nothing was changed by it."""

    code = "archon_refused"


class ConsentNeeded(ArchonRefused):
    """Archon accepts no token: the organizer has to give consent again."""

    code = "archon_consent"


class ArchonUnknown(ArchonRefused):
    """Archon does not know the member or the event."""

    code = "archon_unknown"


class ArchonUnreachable(Conflict):
    """Archon did not answer, or not as its calls do; the sentence says whether something was sent."""

    code = "archon_unreachable"


class ArchonBusy(Conflict):
    """Another run of the same event goes on."""

    code = "archon_busy"


_ORGANIZER = Message("Archon allows this only to an organizer of that event.")
# Archon's codes of status 400, without `tournament.` where they begin so.
_WORDS = {
    "wrong_state": Message("At Archon the event is at another step."),
    "not_organizer": _ORGANIZER,
    "vekn_id_required": Message("Archon takes only players with a VEKN number."),
    "player_suspended": Message("Archon has suspended a player."),
    "player_disqualified": Message("Archon has disqualified a player."),
    "external_registration": Message("At Archon another site registers the players of this event."),
    "tables_not_finished": Message("Archon lacks a table's result."),
    "player_not_in_subset": Message("Archon would seat other players in this round."),
    "seating_incomplete": Message("Archon has checked in more players than this round has."),
    "seating_violates_r1": Message("Archon refuses a seating that repeats predator and prey."),
    "finals_unresolved_ties": Message("Archon lacks a toss for the final."),
    "finals_not_enough_players": Message("Archon has fewer than five players for the final."),
    "player_reached_max_rounds": Message("A player has played all rounds that Archon allows."),
    "invalid_score": Message("Archon refuses a table's points."),
    "format_forbids_decks": Message("Archon takes no decklists for this format."),
    "deck.no_cards": Message("Archon found no cards in a list."),
}
_STATUSES: Mapping[int, tuple[type[ArchonRefused], Message]] = {
    401: (ConsentNeeded, Message("Archon does not accept the token: give consent again.")),
    403: (ArchonRefused, _ORGANIZER),
    422: (ArchonRefused, Message("Archon did not understand the call: a fault of this program.")),
    423: (ArchonRefused, Message("At Archon the event is offline on a device: bring it online first.")),
    429: (ArchonRefused, Message("Archon takes no more calls just now: try again later.")),
}
_SILENT = Message("Archon does not answer as it should: nothing was sent.")


@dataclass(frozen=True, slots=True)
class ArchonSettings:
    """Archon's addresses, without a slash at the end: `site` its app, `api` its public API; and our client there."""

    site: str
    api: str
    client: str = ""


def archon_settings(environment: Mapping[str, str] = os.environ) -> ArchonSettings | None:
    """The addresses that the installation is told; None if it is told none.

    Raises:
        UnclearSetting: one is missing, or is neither https nor on this machine.
    """
    if not has_archon(environment):
        return None
    site, api = (_address(environment, f"VTES_TOOLKIT_ARCHON_{name}") for name in ("URL", "API_URL"))
    return ArchonSettings(site, api, environment.get("VTES_TOOLKIT_ARCHON_CLIENT", "").strip())


def _address(environment: Mapping[str, str], name: str) -> str:
    written = environment.get(name, "").strip().rstrip("/")
    parts = urlsplit(written)
    if parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK):
        return written
    raise UnclearSetting(f"{name} is an https address of Archon, and not “{written}”.")


# --- Secrets, in the data folder ---


def keep_secret(folder: Path, secret: str) -> None:
    """Keep the client's secret, for the owner of the data folder only."""
    keep_private(folder, _SECRET, secret.encode())


def kept_secret(folder: Path) -> str:
    """The client's secret; "" without any."""
    return kept_private(folder, _SECRET).decode().strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberToken:
    """A member's consent for one event: the tokens, never shown, and when consent was given (seconds since 1970).

    Attributes:
        event: Archon's uid of the event.
        refresh: "" for a token that was typed for one run.
    """

    event: str = ""
    access: str = field(repr=False)
    refresh: str = field(default="", repr=False)
    since: float = 0


def keep_token(folder: Path, id: str, token: MemberToken | None) -> None:
    """Keep a member's tokens for an event; None drops them."""
    kept = {key: value for key, value in _tokens(folder).items() if key != id}
    if token is not None:
        kept[id] = asdict(token)
    keep_private(folder, _TOKENS, json.dumps(kept).encode())


def kept_token(folder: Path, id: str, *, now: float) -> MemberToken | None:
    """A member's tokens for an event; None without any, and 30 days after consent."""
    values = _tokens(folder).get(id)
    if values is None:
        return None
    token = MemberToken(**values)
    if now - token.since <= _KEPT_SECONDS:
        return token
    keep_token(folder, id, None)
    return None


def _tokens(folder: Path) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(kept_private(folder, _TOKENS) or b"{}")
    return kept


def kept_private(folder: Path, name: str) -> bytes:
    """A file beside the secrets; b"" where there is none."""
    with suppress(OSError):
        return (folder / _FOLDER / name).read_bytes()
    return b""


def keep_private(folder: Path, name: str, content: bytes) -> None:
    """Keep a file beside the secrets, for the owner of the data folder only."""
    (folder / _FOLDER).mkdir(mode=0o700, parents=True, exist_ok=True)
    replace_file(folder / _FOLDER / name, content, mode=0o600)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedConsent:
    """A consent that was asked for: our event and Archon's uid of it, and the secrets that its answer is known by."""

    event: str
    uid: str
    state: str = field(repr=False)
    verifier: str = field(repr=False)
    since: float


def ask_consent(folder: Path, event: str, uid: str, *, now: float) -> AskedConsent:
    """Keep that consent is asked for, until it is given or an hour has passed."""
    made = AskedConsent(
        event=event, uid=uid, state=secrets.token_urlsafe(32), verifier=secrets.token_urlsafe(48), since=now
    )
    kept = [one for one in _asked(folder) if one.event != event and now - one.since < _ASKED_SECONDS]
    keep_private(folder, _ASKED, json.dumps([asdict(one) for one in (*kept, made)]).encode())
    return made


def asked_consent(folder: Path, state: str, *, now: float) -> AskedConsent | None:
    """The consent that was asked for with that state; None where none was."""
    asked = (one for one in _asked(folder) if now - one.since < _ASKED_SECONDS)
    return next((one for one in asked if secrets.compare_digest(one.state.encode(), state.encode())), None)


def forget_asked(folder: Path, answered: AskedConsent) -> None:
    """Drop that consent was asked for: it is answered once."""
    keep_private(folder, _ASKED, json.dumps([asdict(one) for one in _asked(folder) if one != answered]).encode())


def _asked(folder: Path) -> list[AskedConsent]:
    return [AskedConsent(**values) for values in json.loads(kept_private(folder, _ASKED) or b"[]")]


_BUSY = Message("This event is being sent to Archon just now: wait for that run.")


@contextmanager
def alone(folder: Path, id: str, *, busy: Message = _BUSY, abandoned: float = _ABANDONED_SECONDS) -> Iterator[Path]:
    """The mark of the only run of an event, of all processes of this data folder; `busy` refuses another one.

    A mark that was not touched for `abandoned` seconds is of a run that broke off.

    Raises:
        ArchonBusy: another one goes on.
    """
    (folder / _FOLDER).mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / _FOLDER / f"{re.sub('[^0-9a-zA-Z-]', '', id)}.run"
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > abandoned:
            path.unlink(missing_ok=True)
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise ArchonBusy(busy) from None
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


# --- Calls ---


@dataclass(frozen=True, slots=True)
class ArchonAnswer:
    """An answer as it came: the bytes, and what JSON they are."""

    content: bytes
    values: Any


class Archon:
    """Archon's calls for one request or command; tokens are forgotten with it, but for those in the data folder.

    `sleep` waits so many seconds, where Archon asks for it.
    """

    def __init__(
        self,
        settings: ArchonSettings | None,
        folder: Path,
        *,
        is_offline: bool | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if settings is None:
            raise ArchonNotAllowed(Message("This installation asks nothing of Archon."))
        if is_on("OFFLINE") if is_offline is None else is_offline:
            raise ArchonNotAllowed(Message("This installation is offline: it asks nothing of Archon."))
        import requests  # 0.1 s that no page of the console needs

        self.settings, self.folder, self._sleep = settings, folder, sleep
        self._member: MemberToken | None = None
        self._id, self._app = "", ""
        self._session = requests.Session()
        self._session.headers.update({"User-Agent": f"vtes-toolkit/{__version__}", "Accept": "application/json"})
        # Neither a file of passwords nor a proxy of the environment has a part in it.
        self._session.trust_env = False

    def __enter__(self) -> Archon:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End its connections."""
        self._session.close()

    def act_for(self, token: MemberToken, id: str = "") -> None:
        """Make the calls that follow as that member; `id` is our event's, under which a new pair is kept."""
        self._member, self._id = token, id

    # What the public API is asked

    def member(self, number: str) -> Mapping[str, Any]:
        """A member by VEKN number.

        Raises:
            ArchonUnknown: Archon knows none of that number.
        """
        values = self._read(f"/v1/users/{number}", Message("number %(number)s", number=number)).values
        return lacking_nothing(values, "vekn_id")

    def event(self, code: str) -> ArchonAnswer:
        """An event by code, uid or calendar number.

        Raises:
            ArchonUnknown: Archon has none.
        """
        return self._read(f"/v1/tournaments/{code}", Message("event %(number)s", number=code))

    def members_of(self, uid: str) -> bytes:
        """The members of an event, as a list of lines of JSON."""
        return self._read(f"/v1/users?tournament={uid}", Message("event %(number)s", number=uid)).content

    def decks_of(self, uid: str) -> bytes:
        """The lists of an event that Archon shows, as a list of lines of JSON."""
        return self._read(f"/v1/decks?tournament={uid}", Message("event %(number)s", number=uid)).content

    def _read(self, path: str, what: Message) -> ArchonAnswer:
        def asked() -> ArchonAnswer:
            token = self._member.access if self._member is not None else self._app_token()
            return self._asked("GET", self.settings.api + path, token=token, what=what)

        return self._with_token(asked)

    def _app_token(self) -> str:
        if not self._app:
            form = {"grant_type": "client_credentials", **self._client()}
            try:
                self._app = str(self._token(self.settings.api, form)["access_token"])
            except ConsentNeeded:
                message = Message("Archon does not accept this installation's client: type its secret again.")
                raise ArchonRefused(message) from None
        return self._app

    def _client(self) -> dict[str, str]:
        secret = kept_secret(self.folder)
        if not self.settings.client or not secret:
            raise ArchonNotAllowed(
                Message("Archon needs this installation's client: set it with `vtes-toolkit archon secret`.")
            )
        return {"client_id": self.settings.client, "client_secret": secret}

    # A member's tokens

    def consent_address(self, asked: AskedConsent, *, redirect: str) -> str:
        """The address at Archon where a member gives consent for an event.

        Raises:
            ArchonNotAllowed: this installation has no client there.
        """
        digest = hashlib.sha256(asked.verifier.encode()).digest()
        values = {
            "response_type": "code",
            "client_id": self._client()["client_id"],
            "redirect_uri": redirect,
            "scope": "event:run",
            "tournament": asked.uid,
            "state": asked.state,
            "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
            "code_challenge_method": "S256",
        }
        return f"{self.settings.site}/consent?{urlencode(values)}"

    def consent(self, *, code: str, redirect: str, verifier: str, event: str, now: float) -> MemberToken:
        """The tokens for a consent that was given in the browser."""
        form = {"grant_type": "authorization_code", **self._client(), "code": code, "redirect_uri": redirect}
        values = self._token(self.settings.site, {**form, "code_verifier": verifier})
        return MemberToken(
            event=event, access=values["access_token"], refresh=str(values.get("refresh_token") or ""), since=now
        )

    def hand_back(self) -> None:
        """Give the member's token back, and drop it here; Archon's answer does not matter."""
        token = self._member
        if token is None:
            return
        if self._id:
            keep_token(self.folder, self._id, None)
        self._member = None
        if not token.refresh:
            return
        with suppress(ArchonNotAllowed, ArchonRefused, ArchonUnreachable):
            form = {**self._client(), "token": token.refresh}
            self._asked("POST", f"{self.settings.site}/oauth/revoke", form=form, has_answer=False)

    def _with_token(self, asked: Callable[[], ArchonAnswer]) -> ArchonAnswer:
        """The answer; where the token has run out it is renewed once."""
        try:
            return asked()
        except ConsentNeeded:
            if self._member is None:
                self._app = ""
            elif not self._renewed():
                raise
        return asked()

    def _renewed(self) -> bool:
        """Renew the member's token: the new pair is kept before it is used, as the old one sent again ends all."""
        token = self._member
        if token is None or not token.refresh:
            return False
        kept = kept_token(self.folder, self._id, now=token.since) if self._id else None
        if kept is not None and kept.refresh != token.refresh:  # another request has renewed it
            self._member = kept
            return True
        form = {"grant_type": "refresh_token", **self._client(), "refresh_token": token.refresh}
        with alone(self.folder, f"refresh-{self._id}"):
            try:
                values = self._token(self.settings.site, form)
            except ArchonRefused as error:
                raise ConsentNeeded(_STATUSES[401][1]) from error
            new = MemberToken(
                event=token.event,
                access=values["access_token"],
                refresh=str(values.get("refresh_token") or ""),
                since=token.since,
            )
            if self._id:
                keep_token(self.folder, self._id, new)
            self._member = new
        return True

    def _token(self, host: str, form: Mapping[str, str]) -> Mapping[str, Any]:
        values = self._asked("POST", f"{host}/oauth/token", form=form).values
        return lacking_nothing(values, "access_token")

    # Changes

    def change(self, path: str, body: Mapping[str, Any], *, step: Sayable) -> Any:
        """The values of Archon's answer to a change as the member; `step` says which one.

        Raises:
            OutcomeUnknown: no answer came, and nothing is sent again.
        """

        def asked() -> ArchonAnswer:
            token = self._member.access if self._member is not None else ""
            return self._asked("POST", self.settings.site + path, token=token, body=body)

        try:
            return self._with_token(asked).values
        except ArchonUnreachable as error:
            message = Message(
                "It is not known whether Archon took this step: %(step)s. Continue: it is looked up first.",
                step=step,
            )
            raise OutcomeUnknown(message) from error

    def _asked(
        self,
        method: str,
        url: str,
        *,
        token: str = "",
        form: Mapping[str, str] | None = None,
        body: Mapping[str, Any] | None = None,
        what: Message | None = None,
        has_answer: bool = True,
    ) -> ArchonAnswer:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        for is_last in (False, True):
            try:
                # A redirect could lead to another host, with the token: none is followed.
                answer = self._session.request(
                    method,
                    url,
                    data=form,
                    json=body,
                    headers=headers,
                    timeout=_SECONDS,
                    allow_redirects=False,
                    stream=True,
                )
                with answer:
                    content = _content(answer)
            except OSError:  # what `requests` raises is one; its text may have the address and the form
                raise ArchonUnreachable(_SILENT) from None
            wait = _wait(answer)
            if answer.status_code != 429 or is_last or wait > _LONGEST_WAIT:
                break
            self._sleep(wait)
        return _read_answer(answer.status_code, content, what, has_answer=has_answer)


def _wait(answer: requests.Response) -> float:
    written = answer.headers.get("Retry-After", "")
    return float(written) if re.fullmatch(r"[0-9]{1,6}", written) else _USUAL_WAIT


def _content(answer: requests.Response) -> bytes:
    """An answer as far as it may be long and may take."""
    end, content = time.monotonic() + _SECONDS, bytearray()
    for piece in answer.iter_content(16 * 1024):
        content += piece
        if len(content) > _LARGEST or time.monotonic() > end:
            raise TimeoutError
    return bytes(content)


def _read_answer(status: int, content: bytes, what: Message | None, *, has_answer: bool) -> ArchonAnswer:
    """The answer.

    Raises:
        ArchonRefused: it refuses.
        ArchonUnreachable: it is a page, or nothing that this program understands.
    """
    values = _json(content)
    if status == 404:
        raise ArchonUnknown(Message("Archon does not know %(what)s.", what=what or Message("the event")))
    if known := _STATUSES.get(status):
        kind, message = known
        raise kind(message)
    if status == 400 and isinstance(values, dict):
        word = str(values.get("code") or "").removeprefix("tournament.")
        detail = str(values.get("detail") or word)[:200]
        raise ArchonRefused(_WORDS.get(word) or Message("Archon answered: %(text)s", text=detail))
    if status not in (200, 201) or (has_answer and values is None):
        raise ArchonUnreachable(_SILENT)
    return ArchonAnswer(content, values)


def _json(content: bytes) -> Any:
    """The JSON of an answer, of a list its first line; None where it is none."""
    with suppress(ValueError, RecursionError):
        return json.loads(content)
    with suppress(ValueError, RecursionError):
        return json.loads(content.partition(b"\n")[0])
    return None


def lacking_nothing(values: Any, *names: str) -> Mapping[str, Any]:
    """An answer that has all of these.

    Raises:
        ArchonUnreachable: it lacks one.
    """
    if not isinstance(values, dict):
        raise ArchonUnreachable(_SILENT)
    if missing := next((name for name in names if name not in values), None):
        raise ArchonUnreachable(Message("Archon's answer lacks “%(name)s”.", name=missing))
    return values
