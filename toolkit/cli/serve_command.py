"""`vtes-toolkit serve`: the web app for this machine, or for the whole room."""

from __future__ import annotations

import gc
import os
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from toolkit.cli.tournament.common import data_option

if TYPE_CHECKING:
    from flask import Flask

# Cycles are looked for after so many objects, and less often among older ones: only then goes what a page was drawn
# from. After a hundred thousand, as for a command, pages long sent would hold 20 MB, and all would wait while they go.
_DROPPED_BY_PAGES = (10_000, 20, 50)


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Use 0.0.0.0 to open it to every device in the room."
)
@click.option("--port", default=8080, show_default=True, type=click.IntRange(0, 65535), help="Use 0 for any free port.")
@data_option
@click.option("--demo", is_flag=True, help="Try it with an event of 33 players. Nothing is kept.")
@click.option("--accounts", is_flag=True, help="For a server: people sign in, and events belong to their organizers.")
@click.option(
    "--copies",
    type=click.Path(file_okay=False, path_type=Path),
    help=(
        "Folder for a copy every 15 minutes, e.g. a USB stick. "
        "Default: VTES_TOOLKIT_COPIES, else copies, in the data folder."
    ),
)
@click.option("--offline", is_flag=True, help="Send nothing to other computers: no notifications.")
@click.option(
    "--browser/--no-browser",
    default=None,
    help="Open the organizer's link in a browser. Default: only from a terminal.",
)
def command(
    host: str,
    port: int,
    data: Path | None,
    demo: bool,
    accounts: bool,
    copies: Path | None,
    offline: bool,
    browser: bool | None,
) -> None:
    """Start the web app. Stop it with Ctrl+C."""
    with _uncollected():
        from toolkit.web import create_app
        from toolkit.web.base import stores
        from toolkit.web.serving import workers
        from toolkit.web.serving.server import make_server
        from toolkit.web.serving.warming import start_warming
    from toolkit.services.kernel.context import database_address, store_name
    from toolkit.services.kernel.data_folder import data_folder
    from toolkit.web.base.addresses import FOR_THE_ROOM, LISTENS_AT

    if demo and data is not None:
        raise click.UsageError("--demo keeps nothing: leave --data out.")
    if demo and accounts:
        raise click.UsageError("--demo is for one person: leave --accounts out.")
    signal.signal(signal.SIGTERM, _stop)
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="vtes-toolkit-")) if demo else data
        address_of_data = database_address(folder, environment={} if demo else os.environ)
        config = {"DATA_FOLDER": str(data_folder(folder)), "DATABASE_URL": address_of_data, "DEMO": demo}
        if offline:
            config["OFFLINE"] = True
        if copies is not None:
            config["COPIES"] = str(copies)
        with _uncollected():
            app = create_app({**config, "ACCOUNTS": True} if accounts else config)
        stack.callback(stores.close, app)
        path = _organizer_path(app, demo=demo)
        server = make_server(app, host, port)
        app.config[LISTENS_AT] = server.address
        app.config[FOR_THE_ROOM] = for_the_room(sys.argv)
        kept = ["Nothing is kept."] if demo else [f"Events are kept in {store_name(address_of_data)}"]
        if (kept_in := stores.copies_of(app)) is not None:
            kept.append(f"A copy every 15 minutes: {kept_in}")
        for line in [*announcement(*server.address, path), *kept, *_first_account(app)]:
            click.echo(line)
        sys.stdout.flush()
        gc.set_threshold(*_DROPPED_BY_PAGES)
        stack.callback(stores.start_keeping_time(app))
        start_warming(app)
        stack.callback(workers.stop, app)
        stack.callback(stores.start_keeping_copies(app))
        if sys.stdout.isatty() if browser is None else browser:
            _open_browser(_here(*server.address) + path)
        server.run()
    click.echo("Stopped.")


def for_the_room(started: Sequence[str]) -> str:
    """The command that a program was started with, as typed, but open to every device in the room."""
    kept, words = [], iter(started)
    for word in words:
        if word == "--host":
            next(words, None)
        elif not word.startswith("--host="):
            kept.append(word)
    if Path(kept[0]).name == "__main__.py":
        kept[:1] = [sys.executable, "-m", "toolkit"]
    join = subprocess.list2cmdline if sys.platform == "win32" else shlex.join
    return join([*kept, "--host", "0.0.0.0"])


@contextmanager
def _uncollected() -> Iterator[None]:
    """A part of the start that throws next to nothing away: to look for garbage would only make it longer."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _organizer_path(app: Flask, *, demo: bool) -> str:
    """The organizer's path, without its first slash; the database is opened, and the demo made, for it.

    With accounts nobody enters by a link.
    """
    from toolkit.services.kernel.context import entry_key
    from toolkit.services.lifecycle.tournaments import make_demo
    from toolkit.web.base.access import organizer_link
    from toolkit.web.base.stores import context_of

    with app.app_context():
        if demo:
            make_demo(context_of(app), name="Demo event")
        key = entry_key(context_of(app).store)
        return "" if app.config["ACCOUNTS"] else organizer_link(key).lstrip("/")


def _first_account(app: Flask) -> list[str]:
    """How the first administrator is made, while nobody can sign in."""
    from toolkit.services.accounts.accounts import has_accounts
    from toolkit.web.base.stores import current_context

    with app.app_context():
        if not app.config["ACCOUNTS"] or has_accounts(current_context()):
            return []
    return ["Nobody can sign in yet: vtes-toolkit accounts add NAME --administrator (with the same --data)."]


def _open_browser(link: str) -> None:
    import threading
    import webbrowser

    # Apart from the server, which the browser may want an answer of before the call returns.
    threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()


def announcement(host: str, port: int, organizer: str) -> list[str]:
    """The address for the person who started the server and, if it is open, for the room with a QR code."""
    from toolkit.web.base.addresses import EVERYWHERE, room_address, url_of

    here = _here(host, port)
    lines = [f"VTES Toolkit is at {here}"]
    if organizer:
        lines.append(f"Organizer's link:  {here}{organizer}  (keep it to yourself)")
    if host in EVERYWHERE:
        room = room_address()
        if room is None:
            lines.append("No network: other devices cannot reach this machine yet.")
        else:
            lines += [f"For the room:      {url_of(room, port)}", *_qr(url_of(room, port)), *_firewall()]
    return [*lines, "Stop with Ctrl+C."]


def _firewall() -> list[str]:
    """A hint on the system's firewall, which blocks devices until the owner allows them."""
    system = {"win32": "Windows", "darwin": "macOS"}.get(sys.platform)
    if system is None:
        return []
    where = " on private networks" if system == "Windows" else ""
    return [f"If {system} asks whether this program may be reached{where}: allow it, or no phone gets in."]


def _here(host: str, port: int) -> str:
    from toolkit.web.base.addresses import EVERYWHERE, url_of

    return url_of("127.0.0.1" if host in EVERYWHERE else host, port)


def _qr(text: str) -> list[str]:
    """The text as a QR code in block characters; nothing where the terminal cannot show them."""
    from io import StringIO

    import segno

    drawn = StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, compact=True)
    try:
        drawn.getvalue().encode(output_encoding())
    except UnicodeEncodeError:
        return []
    return drawn.getvalue().splitlines()


def output_encoding() -> str:
    """The encoding of standard output."""
    return sys.stdout.encoding or "ascii"


def _stop(_signal: int, _frame: object) -> NoReturn:
    raise SystemExit(0)
