"""Reading and judging the archive of winning decks, beside krcg in the same run; cold starts; hostile input.

The decks are read as the archive's form has them, and again as its files do: columns parted by tabs, remarks behind and
below the cards, prose between and below the parts.

Throughput is counted in processor time of this process, medians of runs that alternate, so that a busy machine slows
both sides alike. The collector looks for cycles as rarely as under the command line, for both sides.
"""

from __future__ import annotations

import contextlib
import gc
import io
import logging
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from pathlib import Path

from krcg import collections, loader, models, parser

from tests.bench._fresh import in_fresh_process
from tests.corpus.archive import Archived, archive, cards
from toolkit.cards import CardDatabase, load
from toolkit.cli import collect_rarely
from toolkit.decks import read, rule_set, validate
from toolkit.decks.formats import RuleSet
from toolkit.decks.model import Report
from toolkit.decks.writing import ExportFormat, write

ROUNDS = 7
COLD = 7
FIRST_FEW = 500
CARD = re.compile(r"([0-9]+x )(\S.*?)(?:  +([0-9]+ .*))?")
TYPE = re.compile(r"([A-Z][A-Za-z ]+) \(([0-9]+)[^)]*\)")
PROSE = (
    "It did what it was built for, and the table let it: nobody had much to stop it with.",
    "I would take one of these out for something that gains pool, since I was short of it in every round.",
    "Thanks to all who came, and to the judge for a quiet day.",
)
KRCG_COLD = (
    "import sys; from krcg.loader import load_local; from krcg.parser import deck_from_txt; "
    "deck_from_txt(open(sys.argv[1]), load_local())"
)


def main(*, full: bool) -> None:
    """Print the tables; `full` takes the whole archive instead of every twelfth deck."""
    logging.getLogger("krcg").setLevel(logging.CRITICAL)
    decks = archive()[:: 1 if full else 12]
    texts = [write(one.deck, ExportFormat.TWD) for one in decks]
    tables = io.StringIO()
    with contextlib.redirect_stdout(tables):
        packaged, seen = _throughput(decks, texts)
        files = _as_in_files(decks)
    print("Read and judged, against krcg's reading in the same run; processor time")
    for name, ratio in {
        "packaged, first pass": packaged,
        "as archive files, first pass": files,
        "lines seen": seen,
    }.items():
        print(f"  {name:<32} {ratio:>7.1f} x krcg")
    print(f"\n{tables.getvalue()}", end="")
    _cold(texts[0])
    _hostile(full=full)


def _throughput(decks: tuple[Archived, ...], texts: list[str]) -> tuple[float, float]:
    """Print the table; how many times krcg's reading a first pass is, and one over lines seen before."""
    collect_rarely()
    rules, database = rule_set(), cards()
    krcg_cards = loader.load_local()
    list(database)
    whole = [(write(one.deck, ExportFormat.TWD), one.day) for one in archive()]
    # All that a long day may bring: the decks are looked for among the lines of the whole archive.
    for text, _ in whole:
        read(text, database)
    # What only this bench holds, krcg's cards and decks, is nothing that the collector would look at elsewhere.
    gc.collect()
    gc.freeze()
    readings = [read(text, database) for text in texts]
    # Each answer is dropped before the next one: thousands kept alive would measure the garbage collector.
    jobs: dict[str, Iterable[Callable[[], object]]] = {
        "read and judged": [
            partial(_judged, text, database, rules, one.day) for one, text in zip(decks, texts, strict=True)
        ],
        "read": [partial(read, text, database) for text in texts],
        "judged": [partial(validate, reading, rules, one.day) for one, reading in zip(decks, readings, strict=True)],
        "krcg: read (it does not judge)": [partial(_read_by_krcg, text, krcg_cards) for text in texts],
    }
    seconds: dict[str, list[float]] = {name: [] for name in jobs}
    passes: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        passes.append(in_fresh_process(_first_pass, whole))
        # The other process took the processor's caches with it: what comes first is not to pay for that.
        for text in texts:
            read(text, database)
        for name, job in jobs.items():
            began = time.process_time()
            for step in job:
                step()
            seconds[name].append(time.process_time() - began)
    medians = {name: statistics.median(runs) for name, runs in seconds.items()}
    slowest = medians["krcg: read (it does not judge)"]
    print(f"{len(decks)} winning decks as TWD text, one core; first pass: the whole archive, no line of it met before")
    first, further = (statistics.median(one) for one in zip(*passes, strict=True))
    seconds_each = {"read and judged, first pass": first, f"the same, behind its first {FIRST_FEW}": further}
    seconds_each |= {name: one / len(decks) for name, one in medians.items()}
    for name, one in seconds_each.items():
        rate, each = 1 / one, 1000 * one
        print(f"  {name:<32} {rate:>8.0f} decks/s {each:>8.3f} ms a deck {slowest / one / len(decks):>7.1f} x krcg")
    return slowest / first / len(decks), slowest / medians["read and judged"]


def _first_pass(texts: list[tuple[str, date]]) -> tuple[float, float]:
    """Processor seconds a deck to read and judge the archive in a process that has read nothing yet: all, and the rest.

    The rest are the decks behind the first few hundred, which meet every card of the game for the first time.
    """
    collect_rarely()
    database, rules = load(), rule_set()
    list(database)
    gc.collect()
    gc.freeze()
    clock = [time.process_time()]
    for part in (texts[:FIRST_FEW], texts[FIRST_FEW:]):
        for text, day in part:
            _judged(text, database, rules, day)
        clock.append(time.process_time())
    return (clock[2] - clock[0]) / len(texts), (clock[2] - clock[1]) / len(texts[FIRST_FEW:])


def _as_in_files(decks: tuple[Archived, ...]) -> float:
    """The first pass over lists as archive files have them, and krcg's reading of some of them; the ratio of both."""
    krcg_cards = loader.load_local()
    whole = [(archive_file(one, random.Random(number)), one.day) for number, one in enumerate(archive())]
    chosen = {one.packaged.id for one in decks}
    texts = [text for (text, _), one in zip(whole, archive(), strict=True) if one.packaged.id in chosen]
    lines = sum(text.count("\n") for text, _ in whole) / len(whole)
    passes, peers = [], []
    for _ in range(ROUNDS):
        passes.append(in_fresh_process(_first_pass, whole)[0])
        began = time.process_time()
        for text in texts:
            _read_by_krcg(text, krcg_cards)
        peers.append((time.process_time() - began) / len(texts))
    ours, theirs = statistics.median(passes), statistics.median(peers)
    print(f"\nThe same decks as archive files have them: tabs, headings, remarks, prose; {lines:.0f} lines each")
    for name, one in {"read and judged, first pass": ours, "krcg: read (it does not judge)": theirs}.items():
        print(f"  {name:<32} {1 / one:>8.0f} decks/s {1000 * one:>8.3f} ms a deck {theirs / one:>7.1f} x krcg")
    return theirs / ours


def archive_file(archived: Archived, rng: random.Random) -> str:
    """The deck as the archive has its files: every second with tabs, one in eight with remarks, one in ten with prose.

    Its prose is the description of the deck itself.
    """
    prose = [line for line in archived.deck.description.split("\n") if len(line) > 20] or list(PROSE)
    heading = rng.choice(("{} ({})", "{} ({})", "{} [{}]", "{} {}", "{}: {}"))
    gap = rng.choice(("\t\t", "   "))
    remarked = 0.15 if rng.random() < 1 / 8 else 0
    told = rng.random() < 1 / 10
    lines: list[str] = []
    for line in write(archived.deck, ExportFormat.TWD).split("\n"):
        card = CARD.fullmatch(line)
        if card and card[3]:
            line = f"{card[1]}{card[2]}{gap}{re.sub(' {2,}', gap, card[3])}"
        elif card and rng.random() < remarked:
            line += rng.choice((" -- {}", " ({})", " // {}", " - {}", "\n-- {}")).format(rng.choice(prose))
        elif block := TYPE.fullmatch(line):
            line = heading.format(block[1], block[2])
        elif told and line.startswith("Library ("):
            lines += [*rng.choices(prose, k=2), ""]
        lines.append(line)
    return "\n".join([*lines, *(["", *rng.choices(prose, k=4)] if told else []), ""])


def _judged(text: str, database: CardDatabase, rules: RuleSet, day: date) -> Report:
    return validate(read(text, database), rules, day)


def _read_by_krcg(text: str, krcg_cards: collections.CardDict) -> models.Deck:
    return parser.deck_from_txt(io.StringIO(text), krcg_cards, twda=True)


def _cold(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.txt"
        path.write_text(text, encoding="utf-8")
        ours = _seconds_of([sys.executable, "-m", "toolkit", "deck", "check", str(path)])
        theirs = _seconds_of([sys.executable, "-c", KRCG_COLD, str(path)])
    print("\nOne deck by a new process, start included")
    print(f"  vtes-toolkit deck check          {ours:>8.2f} s")
    print(f"  krcg: load and read              {theirs:>8.2f} s {theirs / ours:>26.1f} x ours")


def _seconds_of(command: list[str]) -> float:
    runs = []
    for _ in range(COLD):
        began = time.perf_counter()
        subprocess.run(command, capture_output=True, check=False)
        runs.append(time.perf_counter() - began)
    return statistics.median(runs)


def _hostile(*, full: bool) -> None:
    database, rules, day = cards(), rule_set(), archive()[0].day
    inputs = {
        "24 kB of junk lines": [_junk(start) for start in range(0, 1000 * ROUNDS, 1000)],
        "one line of 6 kB": ["1x " + "ab " * 2000] * ROUNDS,
        "10 MB": ["1x Villein\n" * 950_000] * ROUNDS,
    }
    print("\nHostile input, read and judged")
    for name, texts in inputs.items():
        spent = []
        for text in texts:
            began = time.process_time()
            validate(read(text, database), rules, day)
            spent.append(1000 * (time.process_time() - began))
        print(f"  {name:<32} {statistics.median(spent):>8.1f} ms{_krcg_hostile(name, texts[0]) if full else ''}")


def _junk(start: int) -> str:
    """Lines that name nothing, none of them met before."""
    return "\n".join(f"{n % 9 + 1}x Zqxj {n} wvut, kphg" for n in range(start, start + 1000))[:24_000]


def _krcg_hostile(name: str, text: str) -> str:
    if name == "10 MB":
        return ""
    began = time.process_time()
    parser.deck_from_txt(io.StringIO(text), loader.load_local())
    return f"    krcg {1000 * (time.process_time() - began):.0f} ms"
