"""The papers of a limited event: the pool sheet, pods, labels of the swap, recursion slips."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.languages import ENGLISH, Message, Words
from toolkit.sheets.model import (
    NothingToPrint,
    PrintedEvent,
    PrintedLabel,
    PrintedPod,
    Sheet,
    heading,
    sheet_of,
    shorten,
)

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


def pod_slips(event: PrintedEvent, pods: Sequence[PrintedPod], words: Words = ENGLISH) -> Sheet:
    """Each pod with its names round the table, its packs with their direction; then everybody by name.

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
            }
            for pod in pods
        ],
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
