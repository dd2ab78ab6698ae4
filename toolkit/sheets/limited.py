"""The papers of a limited event: the pool sheet, pods, labels of the swap, recursion slips."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.languages import ENGLISH, Message, Words
from toolkit.sheets.model import (
    LONGEST_SENTENCE,
    NothingToPrint,
    PrintedEvent,
    PrintedLabel,
    PrintedLimited,
    PrintedPod,
    Sheet,
    heading,
    sheet_of,
    shorten,
)
from toolkit.sheets.qr import code_of

# Lines for cards that the lists do not have.
BLANK = 6


def pool_sheet(
    event: PrintedEvent, crypt: Sequence[str], library: Sequence[str], words: Words = ENGLISH, *, expected: int = 0
) -> Sheet:
    """Every card of the plan's sets, crypt and library by name, with a number and a box for the count.

    Raises:
        NothingToPrint: the plan names no set.
    """
    if not crypt and not library:
        raise NothingToPrint(Message("The plan names no set: its cards are not known."))
    _ = words.gettext
    numbers = iter(range(1, len(crypt) + len(library) + 1))
    data = heading(event, _("Pool sheet"), words) | {
        "sections": [
            {"title": title, "rows": [{"number": next(numbers), "name": shorten(name)} for name in names]}
            for title, names in ((_("Crypt"), crypt), (_("Library"), library))
            if names
        ],
        "blank": BLANK,
        "expected": expected,
        "words": {"player": _("Registered by"), "judge": _("Table judge"), "total": _("Total")},
    }
    return sheet_of(event, "pool", words, data, _("pool sheet"))


def product_plan(event: PrintedEvent, limited: PrintedLimited, words: Words = ENGLISH) -> Sheet:
    """The plan for the wall: contents of a product, needs of decks, the draft and the day.

    Raises:
        NothingToPrint: nothing is planned.
    """
    if not limited.plan:
        raise NothingToPrint(Message("The product of this event is not planned yet."))
    _ = words.gettext
    data = heading(event, _("Product and times"), words) | {
        "parts": [
            {
                "title": part.title,
                "rows": [[shorten(text, longest=LONGEST_SENTENCE) for text in row] for row in part.rows],
            }
            for part in limited.plan
        ]
    }
    return sheet_of(event, "plan", words, data, _("product and times"))


def packs(
    event: PrintedEvent,
    dealt: Sequence[Sequence[str]],
    words: Words = ENGLISH,
    *,
    cards: Sequence[tuple[str, str]] = (),
) -> Sheet:
    """The packs that were dealt out of a cube, each as a list to tick off while it is laid together.

    `cards` are all of them with their packs, for whoever sorts the box.

    Raises:
        NothingToPrint: none were.
    """
    if not dealt:
        raise NothingToPrint(Message("There is nothing to print yet."))
    _ = words.gettext
    data = heading(event, _("Packs"), words) | {
        "packs": [
            {"title": _("Pack %(number)s") % {"number": number}, "names": [shorten(name) for name in names]}
            for number, names in enumerate(dealt, 1)
        ],
        "cards": [{"name": shorten(name), "packs": places} for name, places in cards],
        "words": {"cards": _("Card by card, for sorting the box")},
    }
    return sheet_of(event, "packs", words, data, _("packs"))


def pod_slips(
    event: PrintedEvent, pods: Sequence[PrintedPod], words: Words = ENGLISH, *, times: Sequence[tuple[str, str]] = ()
) -> Sheet:
    """Each pod with its names round the table, its packs with their direction; then everybody by name.

    `times` are the seconds of the draft, which the head judge announces before it (VEKN 7.5.3).

    Raises:
        NothingToPrint: no pods are drawn.
    """
    if not pods:
        raise NothingToPrint(Message("No pods are drawn yet."))
    _ = words.gettext
    lines = sorted(
        ((name, pod.number, seat) for pod in pods for seat, name in enumerate(pod.names, 1)),
        key=lambda line: line[0].casefold(),
    )
    data = heading(event, _("Pods"), words) | {
        "pods": [
            {
                "title": _("Pod %(pod)s") % {"pod": pod.number},
                "names": [shorten(name) for name in pod.names],
                "packs": list(pod.packs),
                "qr": code_of(pod.link),
            }
            for pod in pods
        ],
        "times": [list(row) for row in times],
        "by_name": [{"name": shorten(name), "place": f"{pod} / {seat}"} for name, pod, seat in lines],
        "heads": [_("Player"), _("Pod and seat")],
    }
    return sheet_of(event, "pods", words, data, _("pods"))


def labels(event: PrintedEvent, title: str, entries: Sequence[PrintedLabel], words: Words = ENGLISH) -> Sheet:
    """Eight labels a page, to be cut: the swap's, or the recursion slips.

    Raises:
        NothingToPrint: there is none.
    """
    if not entries:
        raise NothingToPrint(Message("There is nothing to print yet."))
    data = heading(event, title, words) | {
        "cards": [
            {
                "title": shorten(entry.title),
                "lines": [shorten(line, longest=90) for line in entry.lines],
                "boxes": entry.boxes,
            }
            for entry in entries
        ]
    }
    return sheet_of(event, "labels", words, data, title.lower())
