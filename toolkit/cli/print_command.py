"""`vtes-toolkit print`: the sheets as PDF."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.sections import Sectioned
from toolkit.cli.tournament import common
from toolkit.languages import LANGUAGES, Message
from toolkit.schemas.sheets import UnreadableSheetData, load_pack
from toolkit.sheets.catalogue import SHEETS, file_name, make_sheet
from toolkit.sheets.model import NothingToPrint, Options, Pack, Paper, PrintedEvent, Sheet, TooManyToPrint

if TYPE_CHECKING:
    from toolkit.sheets.pdf import Pdf

LARGEST = 4 * 1024 * 1024
# So many signs without a font are named.
_SIGNS = 20
ALL = "all"
EXAMPLES = (
    "vtes-toolkit print seating -t last -o seating.pdf",
    "vtes-toolkit print slips -t last --round 2 --per-page 4 -o slips.pdf",
    "vtes-toolkit print slips -t last --language fr -o feuilles.pdf",
    "vtes-toolkit print names seating.json --paper letter -o names.pdf",
    "vtes-toolkit print decklist deck.txt --player Ann -o ann.pdf",
    "vtes-toolkit print all -t last -o sheets",
)
NO_EVENT = PrintedEvent(name="Vampire: The Eternal Struggle")


class ListedCommand(Sectioned):
    """A command whose help ends with the list of sheets and a few examples."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Every sheet with what it is for."""
        rows = [(name, f"{kind.title}: {kind.summary}") for name, kind in SHEETS.items()]
        with formatter.section("Sheets"):
            formatter.write_dl([*rows, (ALL, "every sheet available for the event so far, into a folder")])
        with formatter.section("Examples"):
            for example in EXAMPLES:
                formatter.write(f"  {example}\n")


def _round(_context: click.Context, _parameter: click.Parameter, value: str | None) -> int | None:
    return None if value is None else common.parse_round(value)


@click.command("print", cls=ListedCommand)
@click.argument("sheet", type=click.Choice([*SHEETS, ALL]), metavar="SHEET")
@click.argument("source", required=False, metavar="[SOURCE]")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="The PDF to write, or - for standard output. For all: a folder. Default: SHEET.pdf, or the folder sheets.",
)
@click.option("-t", "--tournament", help="A stored tournament: its id, a prefix of it, or last.")
@common.data_option
@click.option("--paper", default="a4", show_default=True, help="a4 or letter.")
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default="en",
    show_default=True,
    help="Language of the sheets.",
)
@click.option("--round", callback=_round, metavar="ROUND", help="A number, or final. Default: the last round seated.")
@click.option("--per-page", type=click.Choice(["1", "2", "4"]), default="2", show_default=True, help="Slips per page.")
@click.option("--pool-grid", is_flag=True, help="Add a pool grid for each player to the slips.")
@click.option("--decks", "with_decks", is_flag=True, help="Add deck names to the standings.")
@click.option("--advanced", is_flag=True, help="Use phase cards and turn sheet of the advanced game.")
@click.option("--player", default="", help="Player of the decklist: name, number, or # and VEKN number.")
@click.option("--table", type=click.IntRange(1), help="Only the decklists of this table.")
@click.option("--private", "is_private", is_flag=True, help="Include drafts and standings that are not public yet.")
@click.option("--address", default="", help="Address of this server in the room, for the QR codes: http://…")
@click.option("--network", default="", help="Name of the room's network, for the poster.")
@click.option("--format", "rules", default="constructed", show_default=True, help="Rule set of a deck from a file.")
@click.option("--date", "on", type=common.DAY, help="Judge a deck as of this date. Default: today.")
def command(
    sheet: str,
    source: str | None,
    output: Path | None,
    tournament: str | None,
    paper: str,
    per_page: str,
    **choices: Any,
) -> None:
    """Print sheets as PDF.

    SHEET is of a stored tournament (-t), or of SOURCE: a JSON or CSV file, or - for standard input.

    SOURCE is the output of `seating make --json`, or a table with the columns player, table and seat. For the
    decklist, it is a deck in any format. The blank sheets (registration, phase-cards, turns, rules) need neither.
    """
    options = Options(
        per_page=int(per_page),
        **{
            name: choices[name]
            for name in ("round", "pool_grid", "with_decks", "advanced", "player", "table", "language")
        },
    )
    size = Paper.named(paper)
    if tournament is not None and source is not None:
        raise click.UsageError("Print either a stored tournament or a file, not both.")
    if tournament is not None:
        pack_for = _stored(tournament, options, **choices)
    else:
        pack_for = _from_file(source, options, **choices)
    if sheet == ALL:
        _print_all(output or Path("sheets"), size, pack_for, options)
        return
    path = output or Path(f"{sheet}.pdf")
    made = make_sheet(sheet, pack_for(sheet), options)
    write_pdf(made, path, size, what=sheet)
    if output is None:
        click.echo(str(path))


def write_pdf(sheet: Sheet, output: Path, size: Paper, *, what: str) -> None:
    """Set a sheet, and write it to a file or (-) to standard output."""
    with click.progressbar(length=1, label=f"Printing {what}", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        pdf = _set(sheet, size)
        bar.update(1)
    _write(output, pdf.content)
    _name_missing(pdf.replaced)


def _stored(tournament: str, options: Options, **choices: Any) -> Callable[[str], Pack]:
    from toolkit.cards import load
    from toolkit.services.events.sheets import Printing, links_at, tournament_pack
    from toolkit.services.kernel.links import key_of
    from toolkit.services.season.categories import members_of

    with common.open_context(choices["data"]) as context:
        id = common.find(context, tournament)
        stored = context.tournaments.look(id).state
        key, members = key_of(context, id), members_of(context, id, stored, load)
    printing = Printing(
        today=choices["on"] or date.today(),
        cards=load,
        links=links_at(choices["address"], id, key),
        network=choices["network"],
        is_private=choices["is_private"],
        members=members,
    )
    return lambda sheet: tournament_pack(stored, sheet, options, printing)


def _from_file(source: str | None, options: Options, **choices: Any) -> Callable[[str], Pack]:
    read: list[Pack] = []

    def pack_for(sheet: str) -> Pack:
        if source is None:
            if not SHEETS[sheet].is_blank:
                raise click.UsageError(
                    f"Say what to print the sheet “{sheet}” of: a stored tournament (-t), or a file, or - for standard "
                    "input."
                )
            return Pack(event=NO_EVENT)
        if sheet == "decklist":
            return _deck(source, options, rules=choices["rules"], on=choices["on"] or date.today())
        if not read:
            read.append(load_pack(_text(source)))
        return read[0]

    return pack_for


def _deck(source: str, options: Options, *, rules: str, on: date) -> Pack:
    from toolkit.cards import load
    from toolkit.services.decks.decks import DeckTerms
    from toolkit.services.events.sheets import decklist_pack

    return decklist_pack(_bytes(source), DeckTerms(on=on, format=rules), load(), options)


def _text(source: str) -> str:
    try:
        return _bytes(source).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableSheetData(Message("%(name)s is not UTF-8 text: save it as UTF-8.", name=source)) from None


def _bytes(source: str) -> bytes:
    content = common.read_file(source, LARGEST + 1)
    if len(content) > LARGEST:
        sentence = Message(
            "%(name)s is too large for an event: the maximum is %(most)s MB.", name=source, most=LARGEST // 1024 // 1024
        )
        raise UnreadableSheetData(sentence)
    return content


def _print_all(folder: Path, size: Paper, pack_for: Callable[[str], Pack], options: Options) -> None:
    """Every sheet that there is something to print on; the others are named with the reason."""
    with common.writing(folder):
        folder.mkdir(exist_ok=True)
    wanted = [name for name in SHEETS if name != "decklist" or options.player]
    wanted = [name for name in wanted if not SHEETS[name].is_phased or pack_for(name).event.phased]
    done, left_out, replaced = [], [], list[str]()
    with click.progressbar(wanted, label="Printing", file=sys.stderr, hidden=not sys.stderr.isatty()) as names:
        for name in names:
            try:
                pack = pack_for(name)
                made = make_sheet(name, pack, options)
            except (NothingToPrint, TooManyToPrint) as reason:
                left_out.append(f"{name}: left out. {reason.message}")
                continue
            path = folder / file_name(name, pack, options)
            pdf = _set(made, size)
            _write(path, pdf.content)
            replaced += pdf.replaced
            done.append(str(path))
    # After the bar, which nothing may write into.
    for line in done:
        click.echo(line)
    for line in left_out:
        click.echo(line, err=True)
    _name_missing(replaced)


def _set(sheet: Sheet, size: Paper) -> Pdf:
    # The typesetter is loaded only when there is something to set.
    from toolkit.sheets.pdf import render

    return render(sheet, size)


def _name_missing(texts: Iterable[str]) -> None:
    """Name the signs that no font has, on standard error."""
    from toolkit.sheets.pdf import missing_signs

    signs = [sign if sign.isprintable() else f"U+{ord(sign):04X}" for sign in missing_signs(texts)]
    if not signs:
        return
    named = " ".join(signs[:_SIGNS]) + (f" and {len(signs) - _SIGNS} more" if len(signs) > _SIGNS else "")
    click.echo(f"vtes-toolkit: no font has {named}: printed in Latin letters, as a box or not at all.", err=True)


def _write(output: Path, content: bytes) -> None:
    if str(output) == "-":
        sys.stdout.buffer.write(content)
        return
    with common.writing(output):
        output.write_bytes(content)
