"""Reading decklists: decks a second against krcg, junk, and the refusal of what is too large."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from statistics import median

from krcg import parser, providers
from krcg.collections import CardDict
from krcg.loader import load_local

from tests.bench._fresh import in_fresh_process
from tests.corpus.archive import archive
from toolkit.cards import load
from toolkit.decks import read


def seconds_of(work: Callable[[], object]) -> float:
    """Processor seconds of one run."""
    started = time.process_time()
    work()
    return time.process_time() - started


def _first_and_again(texts: list[str]) -> tuple[float, float]:
    """Seconds to read all texts in a process that has read nothing yet, and again."""
    cards = load()

    def read_all() -> None:
        for text in texts:
            read(text, cards)

    return seconds_of(read_all), seconds_of(read_all)


def main(*, full: bool = False) -> None:
    """Print medians; the whole archive as TWD text, `full` for krcg on all of it."""
    logging.disable(logging.WARNING)
    known = load_local()
    texts = [providers.serialize_twd(item.packaged, known) for item in archive()]

    runs = [in_fresh_process(_first_and_again, texts) for _ in range(3)]
    fresh, warm = zip(*runs, strict=True)
    sample = texts if full else texts[::40]
    peer = seconds_of(lambda: [parser.deck_from_txt(text.split("\n"), known, twda=True) for text in sample]) / len(
        sample
    )
    ours = median(fresh) / len(texts)
    print("| the archive's winning decks as TWD text | decks a second | against krcg |")
    print("|---|---|---|")
    print(f"| first time, nothing remembered | {1 / ours:,.0f} | {peer / ours:.1f}x |")
    print(f"| again | {len(texts) / median(warm):,.0f} | {peer / (median(warm) / len(texts)):.1f}x |")
    print(f"| krcg 5.14 | {1 / peer:,.0f} | 1x |")
    print()
    print("| hostile input | milliseconds |")
    print("|---|---|")
    for label, source in hostile().items():
        times = [in_fresh_process(_seconds_to_read, source) for _ in range(5)]
        print(f"| {label} | {1000 * median(times):.1f} |")


def _seconds_to_read(source: str | bytes) -> float:
    cards = load()
    return seconds_of(lambda: read(source, cards))


def krcg_reads(text: str, known: CardDict) -> object:
    """The same text through krcg's parser."""
    return parser.deck_from_txt(text.split("\n"), known, twda=True)


def hostile() -> dict[str, str | bytes]:
    """Inputs that are slow for readers that guess or search backwards."""
    rng = random.Random(1)
    words = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz ", k=21)) for _ in range(1_000)]
    return {
        "24 kB of junk lines": "\n".join(f"2x {word}" for word in words)[:24_000],
        "24 kB of names one letter off": "\n".join(f"{1 + i % 9}x Govern the Unalignd{i}" for i in range(800))[:24_000],
        "one line of 6 kB": "2x " + "a b (c) " * 750,
        "2,000 bare words": "\n".join(words * 2)[:250_000],
        "10 MB": b"2x Fame\n" * 1_310_720,
    }


if __name__ == "__main__":
    main()
