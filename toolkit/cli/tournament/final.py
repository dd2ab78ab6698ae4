"""The final: the cut, the toss, names placed in a row, the first player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from toolkit.cli.tournament import common
from toolkit.cli.tournament.rounds import round_lines

if TYPE_CHECKING:
    from toolkit.services.unit_of_work import Change, UnitOfWork

seed_option = click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Of the draw; else a fresh one.")


@click.group()
def final() -> None:
    """The final, step by step.

    toss (when players are tied), open, deck and cards, place from the lowest seed to the highest, first; its result is
    entered with `tournament result enter ID final 1 VP...`.
    """


@final.command()
@common.reads
def show(work: UnitOfWork) -> common.View:
    """The cut, the row and the table."""
    from toolkit.services import tournament_views as views

    shown = views.show_final(work.look())
    lines = ["The final is not open yet."] if not shown["open"] else []
    for entry in shown["finalists"]:
        cards = f" ({', '.join(entry['crypt_cards'])})" if entry["crypt_cards"] else ""
        lines.append(f"Seed {entry['seed']}: {entry['name']}{cards}")
    lines += ["Tied, toss first: " + ", ".join(player["name"] for player in tied) for tied in shown["tosses_needed"]]
    if shown["unavailable"]:
        lines.append("Cannot play: " + ", ".join(player["name"] for player in shown["unavailable"]))
    if shown["row"]:
        lines.append("Row: " + " | ".join(player["name"] for player in shown["row"]))
    if shown["next_to_place"]:
        lines.append(f"Next to place: {shown['next_to_place']['name']}")
    if shown["table"]:
        lines += round_lines(shown["table"])
    if shown["winner"]:
        lines.append(f"Winner: {shown['winner']['name']}")
    return shown, lines


@final.command()
@common.writes
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@seed_option
@click.option("--how", default="", help="How it was tossed at the table.")
def toss(work: UnitOfWork, players: tuple[str, ...], seed: int | None, how: str) -> Change:
    """Toss for every tie that the cut needs decided.

    With PLAYERs: record a toss made at the table, the first to be placed first.
    """
    from toolkit.services.draws import toss as toss_all
    from toolkit.tournament.final import record_toss

    if players:
        return work.change(record_toss, common.numbers_of(work.look(), players), how=how)
    return toss_all(work, seed=seed)


@final.command(name="open")
@common.writes
def open_command(work: UnitOfWork) -> Change:
    """Make the cut: the five best who can play, or four."""
    from toolkit.tournament.final import open_final

    return work.change(open_final)


@final.command()
@common.writes
def recut(work: UnitOfWork) -> Change:
    """Cut anew, after a finalist left or an earlier result was corrected."""
    from toolkit.tournament.final import replace_finalists

    return work.change(replace_finalists)


@final.command()
@common.writes
@click.argument("player")
@common.reason_option
def unavailable(work: UnitOfWork, player: str, reason: str) -> Change:
    """A player cannot play the final: the next moves up."""
    from toolkit.tournament.final import mark_unavailable

    return work.change(mark_unavailable, common.number_of(work.look(), player), reason=reason)


@final.command()
@common.writes
@click.argument("player")
def available(work: UnitOfWork, player: str) -> Change:
    """A player can play the final after all."""
    from toolkit.tournament.final import mark_available

    return work.change(mark_available, common.number_of(work.look(), player))


@final.command()
@common.writes
@click.argument("player")
@click.argument("deck_round", type=click.IntRange(1), required=False, metavar="[ROUND]")
@seed_option
def deck(work: UnitOfWork, player: str, deck_round: int | None, seed: int | None) -> Change:
    """Which deck a finalist of a multi-deck event plays.

    Without ROUND, that of the best round (drawn when several are best); with it, the finalist's free choice.
    """
    from toolkit.services.draws import decide_final_deck
    from toolkit.tournament.final_decks import choose_final_deck

    number = common.number_of(work.look(), player)
    if deck_round is not None:
        return work.change(choose_final_deck, number, deck_round)
    return decide_final_deck(work, number, seed=seed)


@final.command()
@common.writes
@click.argument("player")
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@click.option("--draw", "is_drawn", is_flag=True, help="Draw three from these cards.")
@seed_option
def cards(work: UnitOfWork, player: str, cards: tuple[str, ...], is_drawn: bool, seed: int | None) -> Change:
    """Three crypt cards of a finalist, shown before the seats are chosen."""
    from toolkit.services.draws import draw_crypt_cards
    from toolkit.tournament.final_decks import show_crypt_cards

    number = common.number_of(work.look(), player)
    if is_drawn:
        return draw_crypt_cards(work, number, cards, seed=seed)
    return work.change(show_crypt_cards, number, cards)


@final.command()
@common.writes
@click.argument("player")
@click.argument("position", type=click.IntRange(0))
def place(work: UnitOfWork, player: str, position: int) -> Change:
    """A finalist puts their name before the name at POSITION, counted from 0; or behind the last one."""
    from toolkit.tournament.final import place_finalist

    return work.change(place_finalist, common.number_of(work.look(), player), position)


@final.command()
@common.writes
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
def row(work: UnitOfWork, players: tuple[str, ...]) -> Change:
    """The whole row at once, left to right."""
    from toolkit.tournament.final import place_row

    return work.change(place_row, common.numbers_of(work.look(), players))


@final.command()
@common.writes
@click.argument("player", required=False)
@seed_option
def first(work: UnitOfWork, player: str | None, seed: int | None) -> Change:
    """Draw who plays first, or record who was drawn: the seats are the row, read from there."""
    from toolkit.services.draws import draw_first_player
    from toolkit.tournament.final import record_first_player

    if player is not None:
        return work.change(record_first_player, common.number_of(work.look(), player))
    return draw_first_player(work, seed=seed)


@final.command()
@common.writes
@common.reason_option
def cancel(work: UnitOfWork, reason: str) -> Change:
    """Take the final back to before the cut."""
    from toolkit.tournament.final import cancel_final

    return work.change(cancel_final, reason=reason)
