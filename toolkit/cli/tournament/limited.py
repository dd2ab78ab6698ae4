"""`tournament limited`: sealed and draft, from the product to the decks."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.sections import Sectioned
from toolkit.cli.tournament import common
from toolkit.languages import LANGUAGES
from toolkit.tournament.limited.facts import LimitedFormat, StarterDeal

if TYPE_CHECKING:
    from toolkit.services.events.limited import LimitedFigures, LimitedView
    from toolkit.services.kernel.unit_of_work import Change, UnitOfWork


@click.group(name="limited")
def limited() -> None:
    """Run a limited event: sealed or draft."""


@limited.group(name="pool")
def pool() -> None:
    """Manage the pools of opened cards."""


@limited.group(name="draft")
def draft() -> None:
    """Run the draft and its clock."""


@limited.command(name="plan", cls=Sectioned)
@click.argument("tournament", required=False)
@click.option("--players", type=click.IntRange(1, 5000), help="Number of players, if there is no event yet.")
@click.option(
    "--format", "format_", type=click.Choice([format.value for format in LimitedFormat]), help="The limited format."
)
@click.option("--boosters", type=int, help="Boosters per player, all of one kind.")
@click.option("--size", type=int, help="Cards per booster. Default: that of the set if known, else 11.")
@click.option("--product", default="", help="Set of the boosters: its code, or a name.")
@click.option(
    "--line", "lines", multiple=True, metavar="LINE", help="E.g. “6 SW” or “3 Our cube sealed: 15”. Repeatable."
)
@click.option("--starters", type=click.Choice([deal.value for deal in StarterDeal]), help="How starters are dealt.")
@click.option("--player", default=None, help="Plan for one player who brings their own product.")
@click.option("--own-product/--one-product", "own_product", default=None, help="Players bring their own product.")
@click.option("--spare", type=int, help="Percent to buy in addition. Default: 5.")
@click.option("--box", type=int, help="Boosters per box.")
@click.option("--most", "pod_most", type=int, help="Maximum players per pod, 4 to 8.")
@click.option("--pods-are-tables/--other-tables", "pods_are_tables", default=None, help="Play round 1 in the pods.")
@click.option("--lists/--no-lists", "registers_pools", default=None, help="Register the pools on lists.")
@click.option("--swap/--no-swap", "swaps", default=None, help="Swap sealed pools between players.")
@click.option("--casual/--by-the-rules", "casual", default=None, help="Use casual deck sizes, if unsanctioned.")
@click.option("--moves-on/--waits", "moves_on", default=None, help="End a pick when its time is over.")
@click.option("--build", "construction", type=int, metavar="MINUTES", help="Minutes to build decks.")
@click.option("--listing", "registration", type=int, metavar="MINUTES", help="Minutes to list pools.")
@click.option("--pile-size", type=int, help="Cards per library pile in the mixed draft.")
@click.option(
    "--seconds", "times", multiple=True, metavar="NAME=SECONDS", help="A time of the draft, e.g. review=60. Repeatable."
)
@click.option(
    "--provided", multiple=True, metavar="CARD", help="Card in every pool: “Villein”, or “2 Villein”. Repeatable."
)
@click.option("--late/--no-late", "allows_late", default=None, help="Late players may build a sealed deck.")
@common.by_option
@common.data_option
@common.json_option
def plan(
    tournament: str | None,
    players: int | None,
    format_: str | None,
    starters: str | None,
    player: str | None,
    by: str,
    data: Path | None,
    as_json: bool,
    provided: tuple[str, ...],
    **sent: Any,
) -> None:
    """Show or change the product plan.

    With --players and no TOURNAMENT, shows minimums, pods, seconds and what to buy.
    """
    from toolkit.services.events import limited as use_cases
    from toolkit.tournament.limited.plan import needs_of, plan_warnings

    chosen = {
        "format": LimitedFormat(format_) if format_ else None,
        "starters": StarterDeal(starters) if starters else None,
        **sent,
    }
    if tournament is None:
        if players is None:
            raise click.UsageError("Name a tournament, or say --players how many.")
        made = use_cases.made_plan(None, **chosen)
        figures = use_cases.figures(made, players)
        notes = [f"Note: {warning}" for warning in plan_warnings(made)]
        needs = [f"To have: {need.total} of {need.product or 'boosters'}" for need in needs_of(made, players)]
        common.show(figures, [*_figure_lines(figures), *needs, *notes], as_json=as_json)
        return
    with common.open_context(data) as context:
        from toolkit.services.kernel.unit_of_work import UnitOfWork

        work = UnitOfWork(context=context, id=common.find(context, tournament), by=by)
        number = None if player is None else common.number_of(work.look(), player)
        if provided or any(value not in (None, "", ()) for value in chosen.values()):
            change = use_cases.plan_event(work, player=number, provided=provided or None, **chosen)
            common.show_change(change, as_json=as_json)
            return
        view = use_cases.show_limited(work.look(), context.steady(), drift=context.drift(context.now()))
        common.show(view, _plan_lines(view), as_json=as_json)


def _figure_lines(figures: LimitedFigures) -> list[str]:
    minutes, seconds = divmod(figures.draft_seconds, 60)
    lines = [
        f"Effective boosters: {figures.effective_boosters}",
        f"Crypt at least {figures.crypt_min}, library {figures.library_min} to {figures.library_max}, "
        f"recursions {figures.recursions}",
    ]
    if figures.pods:
        lines.append(f"Pods: {', '.join(map(str, figures.pods))}")
    if figures.picks_each:
        lines.append(f"Draft: {figures.picks_each} cards each, {minutes}:{seconds:02}, {', '.join(figures.directions)}")
    return lines


def _plan_lines(view: LimitedView) -> list[str]:
    lines = [f"{view.format}: {'; '.join(line.line for line in view.lines)}"]
    lines += [f"  to have: {line.need} of {line.line}" for line in view.lines]
    lines.append(
        f"Crypt at least {view.crypt_min}, library {view.library_min} to {view.library_max}, "
        f"recursions {view.recursions}"
    )
    if view.phase:
        minutes, seconds = divmod(view.phase.seconds_left, 60)
        lines.append(f"Now: {view.phase.phase}, {minutes}:{seconds:02} left{' (paused)' if view.phase.paused else ''}")
    if view.next_phase:
        lines.append(f"Next: {view.next_phase}")
    lines += [f"  - {blocker}" for blocker in view.blockers]
    for pod in view.pods:
        names = ", ".join(seat.name for seat in pod.seats)
        where = ""
        if pod.step:
            where = f": {pod.step.kind}, pack {pod.step.pack} of {pod.step.packs}, pick {pod.step.pick}"
            where += f", {pod.direction or ''} {pod.seconds_left} s"
        lines.append(f"Pod {pod.pod} ({names}){where}")
    entered = sum(row.entered is not None for row in view.pools)
    lines.append(f"Pools: {entered} of {len(view.pools)}; decks: {sum(row.has_list for row in view.pools)}")
    return [*lines, *(f"Note: {warning}" for warning in view.warnings)]


@pool.command(name="enter")
@common.writes
@click.argument("player")
@click.argument("file", type=common.READABLE_FILE)
@common.reason_option
def enter(work: UnitOfWork, player: str, file: str, reason: str) -> Change:
    """Enter a player's whole pool from a file.

    FILE is a decklist in any format, or lines of count and name; - is standard input.
    """
    from toolkit.services.events.limited import enter_pool, show_pool

    number, content = common.number_of(work.look(), player), common.read_file(file)
    change = enter_pool(
        work, number, text=content.decode("utf-8-sig", "replace"), source="file", is_judge=True, reason=reason
    )
    for warning in show_pool(change.tournament, number, work.context.cards()).warnings:
        click.echo(f"Note: {warning}", err=True)
    return change


@pool.command(name="show")
@common.reads
@click.argument("player")
def show(work: UnitOfWork, player: str) -> common.CommandView:
    """Show a player's pool and its problems."""
    from toolkit.services.events.limited import show_pool

    state = work.look()
    view = show_pool(state, common.number_of(state, player), work.context.cards())
    lines = [f"{view.name}: {view.total} of {view.expected} cards{', confirmed' if view.confirmed else ''}"]
    if view.plays != view.player:
        lines.append(f"Builds from the pool of {state.player(view.plays).name}")
    lines += [f"  ! {warning}" for warning in view.warnings]
    return view, [*lines, *(f"{card.count:>3} {card.name}" for card in view.played)]


@limited.command(name="cube")
@click.argument("file", type=common.READABLE_FILE)
@click.option("--packs", type=int, required=True, help="Number of packs.")
@click.option("--size", type=int, required=True, help="Cards per pack.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Random seed. The same seed deals the same packs.")
@click.option("--by-chance", is_flag=True, help="Deal crypt cards at random. Default: equally per pack, to one card.")
@common.card_data_option
@click.option("--pdf", type=click.Path(path_type=Path), help="Write the packs to this PDF, as checklists.")
@click.option("--paper", default="a4", show_default=True, help="Paper of the PDF: a4 or letter.")
@click.option(
    "--language", type=click.Choice(list(LANGUAGES)), default="en", show_default=True, help="Language of the PDF."
)
@common.json_option
def cube(
    file: str, packs: int, size: int, seed: int | None, by_chance: bool, data: Path | None, pdf: Path | None,
    paper: str, language: str, as_json: bool,
) -> None:  # fmt: skip
    """Deal packs from a cube or a box of cards.

    FILE lists cards with counts; - is standard input.
    """
    from toolkit.services.events.limited import deal_cube
    from toolkit.services.kernel.cards import current_cards

    text = common.read_file(file).decode("utf-8-sig", "replace")
    seed = secrets.randbelow(2**31) if seed is None else seed
    dealt = deal_cube(text, current_cards(data), packs=packs, size=size, seed=seed, is_even=not by_chance)
    if pdf is not None:
        from toolkit.cli.print_command import write_pdf
        from toolkit.services.events.sheets import packs_pack
        from toolkit.sheets.catalogue import make_sheet
        from toolkit.sheets.model import Options, Paper

        options = Options(language=language)
        write_pdf(make_sheet("packs", packs_pack(dealt, Path(file).stem, options), options), pdf, Paper.named(paper),
                  what="packs")  # fmt: skip
    lines = [f"Seed {dealt.seed}"]
    for pack in dealt.packs:
        lines += [f"Pack {pack.pack}", *(f"  {card}" for card in pack.cards)]
    lines += ["Card by card", *(f"  {card.name}: {', '.join(map(str, card.packs))}" for card in dealt.cards)]
    common.show(dealt, lines, as_json=as_json)
