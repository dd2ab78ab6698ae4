"""`vtes-toolkit cards`: look cards up, and keep the card data fresh."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

import click

from toolkit.cards import Card, CardDatabase, CryptCard, DamagedData, Kind, LibraryCard
from toolkit.cards.files import CannotSave
from toolkit.cards.search import find_cards, query_of
from toolkit.cards.texts import NOTICE, CardTexts
from toolkit.cards.views import show_card
from toolkit.cli.tournament.common import DAY, card_data_option
from toolkit.services.kernel.cards import Refresh, current_cards, current_texts, data_in_use
from toolkit.views import json_values

MOST_NAMED = 20

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group(name="cards")
def command() -> None:
    """Look up cards and update the card data."""


@command.command()
@click.argument("text", required=False, default="")
@click.option("--clan", help="A vampire's clan, or the clan required by a library card.")
@click.option("--discipline", metavar="LETTERS", help='Three-letter codes, capitals for superior: "AUS dom".')
@click.option("--capacity", metavar="RANGE", help="5, 5-8 or 8+.")
@click.option("--group", metavar="NUMBER", help="A number, or any.")
@click.option("--title", help='"Prince", "2 Votes", or any.')
@click.option("--type", "type_", metavar="TYPE", help='"Political Action", "Vampire".')
@click.option("--cost", help='2, blood, "1 pool", X; 0 for none.')
@click.option("--set", "set_", metavar="SET", help="Code or name of a set.")
@click.option(
    "--kind", type=click.Choice([kind.value for kind in Kind]), help="Only crypt cards, or only library cards."
)
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 5000), help="Maximum number of cards.")
@card_data_option
@as_json
def search(text: str, limit: int, data: Path | None, as_json: bool, **facts: str | None) -> int:
    """Find cards by name or by properties.

    A card matches if one of its names, former names or translations contains every word of TEXT. TEXT can also be
    initials or a card number. Options narrow the search; without TEXT they search all cards.

    Exit status 1 if no card matches.
    """
    asked = {name.rstrip("_"): value for name, value in facts.items() if value}
    if not text and not asked:
        raise click.UsageError("Say a name, a number, or what the card is to be.")
    cards = current_cards(data)
    matches = find_cards(cards, text, query_of(asked, cards))
    if as_json:
        _echo_json([_card_json(card) for card in matches[:limit]])
    elif matches:
        _echo_lines(map(_line, matches[:limit]))
        if len(matches) > limit:
            click.echo(f"The first {limit} of {len(matches)} cards: --limit shows more.", err=True)
    else:
        click.echo("vtes-toolkit: No card is all of that." if asked else _nothing(cards, text), err=True)
    return 0 if matches else 1


@command.command()
@click.argument("name")
@card_data_option
@as_json
def show(name: str, data: Path | None, as_json: bool) -> int:
    """Show all facts of a card.

    NAME is any of its names, its unique name ("Theo Bell (G6)"), or its number. If several cards share a name, all
    are shown. Card texts are shown after `cards update --text` has fetched them.

    Exit status 1 if no card matches.
    """
    matches = current_cards(data).named(name)
    if as_json:
        _echo_json([_card_json(card) for card in matches])
        return 0
    texts = current_texts(data)
    _echo_lines("\n".join([*_facts(card), *_text(card, texts)]) + "\n" for card in matches)
    if texts:
        click.echo(NOTICE)
    return 0


def _text(card: Card, texts: CardTexts | None) -> list[str]:
    """The text below the facts, where there is one."""
    text, _ = texts.of(card.id) if texts else ("", "")
    return ["", *(f"  {line}" for line in text.split("\n"))] if text else []


@command.command()
@card_data_option
@as_json
def info(data: Path | None, as_json: bool) -> int:
    """Show the card data in use and its age."""
    cards = current_cards(data)
    try:
        texts, damaged = current_texts(data), ""
    except DamagedData as error:
        texts, damaged = None, str(error)
    summary = data_in_use(cards, texts, date.today())
    if as_json:
        _echo_json(json_values(summary))
        return 0
    click.echo(f"{summary.count} cards: {summary.crypt} crypt, {summary.library} library, {summary.sets} sets.")
    click.echo(f"Newest card {summary.newest_card}; newest set {summary.newest_set}, {summary.newest_set_day}.")
    click.echo(f"Complete up to {summary.day} ({_days(summary.age_days)} ago).")
    click.echo(f"{'Refreshed copy' if summary.refreshed else 'Shipped with the program'}, from {summary.origin}.")
    if summary.texts:
        click.echo(f"Texts of {summary.texts.count} cards, fetched on {summary.texts.day}.")
    else:
        click.echo("No card texts: `cards update --text` fetches them.")
    for warning in (cards.warning, damaged):
        if warning:
            click.echo(f"Warning: {warning}", err=True)
    return 0


@command.command()
@click.option("--from", "address", metavar="URL", help="Fetch from another server with the same two files.")
@click.option("--text/--no-text", default=None, help="Also fetch the card texts, or remove them.")
@card_data_option
@as_json
def update(address: str | None, text: bool | None, data: Path | None, as_json: bool) -> int:
    """Update the card data from the internet.

    The new data is stored in the data folder.

    Card texts are not part of the program. --text fetches them for card pages and `cards show`. After that, every
    update refreshes them until --no-text removes them.
    """
    from toolkit.services.decks.card_refresh import PUBLISHED_AT, refresh_cards
    from toolkit.services.kernel.data_folder import data_folder

    folder, source = data_folder(data), (address or PUBLISHED_AT).rstrip("/")
    done = refresh_cards(folder, today=date.today(), address=source, with_texts=text)
    _echo_refresh(done, as_json=as_json)
    if text is not None and not as_json:
        click.echo(NOTICE if text else "No card texts are kept.")
    return 0


@command.command()
@click.option("--from", "address", metavar="URL", help="Fetch from another server with the same two files.")
@card_data_option
@as_json
def check(address: str | None, data: Path | None, as_json: bool) -> int:
    """Preview the changes of `cards update`.

    Nothing is changed. Exit status 1 if there is something new.
    """
    from toolkit.services.decks.card_refresh import PUBLISHED_AT, check_cards
    from toolkit.services.kernel.data_folder import data_folder

    refresh = check_cards(data_folder(data), today=date.today(), address=(address or PUBLISHED_AT).rstrip("/"))
    _echo_refresh(refresh, as_json=as_json)
    return 1 if refresh.changed else 0


def _echo_refresh(refresh: Refresh, *, as_json: bool) -> None:
    if as_json:
        _echo_json(json_values(refresh))
        return
    if not refresh.changed:
        click.echo(f"Nothing new: {refresh.count} cards.")
        return
    click.echo(f"{refresh.count} cards, {len(refresh.added)} of them new.")
    for what, names in (
        ("New sets", refresh.sets),
        ("New", refresh.added),
        ("Missing from the list, kept", refresh.removed),
        ("Ban new, gone, or of another day", refresh.banned),
        ("Other facts changed", refresh.altered),
    ):
        if names:
            more = f" … and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            click.echo(f"{what}: {'; '.join(names[:MOST_NAMED])}{more}.")
    for reason in refresh.reasons[:MOST_NAMED]:
        click.echo(f"vtes-toolkit: {reason}", err=True)


@command.command()
@click.option(
    "--to", "folder", type=click.Path(file_okay=False, path_type=Path), help="Write to this folder instead of card_db/."
)
@click.option("--date", "day", type=DAY, help="The data is complete up to this date.")
@click.option("--archive", is_flag=True, help="Only build the archive of winning decks, in the data folder.")
@card_data_option
def build(folder: Path | None, day: date | None, archive: bool, data: Path | None) -> int:
    """Build card_db/ from the package krcg.

    With --archive, builds the archive of winning decks instead. A deck's page then shows the winning decks most
    similar to it.
    """
    from toolkit.cards import build as building
    from toolkit.paths import CARD_DB

    if archive:
        return _build_archive(building.render_archive(), data)

    files = building.render_files(*building.load_package())
    source = files.source_toml(
        origin=building.PACKAGE_ORIGIN,
        version=building.package_version(),
        day=day or building.package_day(),
    )
    folder = folder or CARD_DB
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in (
            ("cards.jsonl", files.cards),
            ("sets.jsonl", files.sets),
            ("plays.csv", building.render_plays()),
            ("SOURCE.toml", source),
        ):
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise CannotSave(f"{folder} cannot be written: {error.strerror}.") from error
    click.echo(f"{files.count} cards written to {folder}.")
    return 0


def _build_archive(content: bytes, data: Path | None) -> int:
    from toolkit.decks.archive import FILE_NAME
    from toolkit.services.kernel.data_folder import data_folder

    path = data_folder(data) / FILE_NAME
    try:
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as error:
        raise CannotSave(f"{path} cannot be written: {error.strerror}.") from error
    click.echo(f"{path} written: {len(content) // 1000} kB.")
    return 0


def _line(card: Card) -> str:
    """A card in a list: number, name, and what tells it apart."""
    if isinstance(card, CryptCard):
        what = f"{card.clan} {card.capacity}, {' '.join(card.disciplines) or '-none-'}"
    else:
        what = "/".join(card.types)
    return f"{card.id}  {card.unique_name}  ({what}){'  banned' if card.banned else ''}"


def _facts(card: Card) -> list[str]:
    rows = [("Number", card.id), *_own_facts(card)]
    rows += [
        ("Also known as", "; ".join(dict.fromkeys(name for name in card.names if name != card.name))),
        ("Printed in", ", ".join(f"{code} {day or ''}".strip() for code, day in card.sets)),
        ("Legal from", card.legal),
        ("Banned from", card.banned),
    ]
    return [card.unique_name, *(f"  {what:<14} {value}" for what, value in rows if value not in (None, ""))]


def _own_facts(card: Card) -> list[tuple[str, object]]:
    """The facts that only a crypt card, or only a library card, has."""
    if isinstance(card, CryptCard):
        return [
            ("Type", "/".join(card.types)),
            ("Clan", card.clan),
            ("Path", card.path),
            ("Group", card.group or "any"),
            ("Capacity", card.capacity),
            ("Disciplines", " ".join(card.disciplines) or "-none-"),
            ("Title", card.title),
        ]
    assert isinstance(card, LibraryCard)
    joint = " and " if card.disciplines_all else " or "
    return [
        ("Type", "/".join(card.types) + (", trifle" if card.trifle else "")),
        ("Cost", f"{card.cost[1]} {card.cost[0]}" if card.cost else None),
        ("Clan", " or ".join(card.clans)),
        ("Path", " or ".join(card.paths)),
        ("Disciplines", joint.join(card.disciplines)),
        ("Burn option", "yes" if card.burn_option else None),
    ]


def _nothing(cards: CardDatabase, text: str) -> str:
    near = cards.suggest(text)
    hint = f" Did you mean {' or '.join(item.card.unique_name for item in near)}?" if near else ""
    return f"vtes-toolkit: No card has {text[:120]!r} in its name.{hint}"


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"


def _card_json(card: Card) -> Any:
    return json_values(show_card(card))


def _echo_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def _echo_lines(lines: Iterable[str]) -> None:
    click.echo("\n".join(lines))
