"""Forms that are made when somebody opens them: they hold long lists, and most of the time nobody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from toolkit.game.vocabulary import Stage
from toolkit.web.tables.offers import cards, changes, corrections, due, effects, other_actions, table
from toolkit.web.tables.offers.offer import Group, Offer, Viewpoint

type Test = Callable[[Viewpoint], bool]
type Make = Callable[[Viewpoint], list[Offer]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Later:
    """Forms that wait behind one heading.

    Attributes:
        keys: how the names of its forms begin.
        is_there: whether there is any of them now; quick, as every page asks.
        title: of its own heading, where it is a single form in a group that stands open.
    """

    group: Group
    keys: tuple[str, ...]
    is_there: Test
    make: Make
    title: Callable[[], str] | None = None

    @property
    def opened_by(self) -> str:
        """What an address says to have them: their group's name, or their own."""
        return self.keys[0] if self.title else self.group

    def has(self, key: str) -> bool:
        """Whether a form of that name would be one of these."""
        return key.startswith(self.keys)


# A seat's, in the order in which they stand in their groups.
OF_SEAT = (
    Later(
        group=Group.ACTIONS,
        keys=("announce-other",),
        is_there=other_actions.may_act,
        make=other_actions.other_actions,
        title=other_actions.title,
    ),
    Later(
        group=Group.CARDS,
        keys=("card-",),
        is_there=cards.may_play_any,
        make=cards.any_card,
    ),
    Later(
        group=Group.EFFECTS,
        keys=("effect",),
        is_there=effects.may_use_effect,
        make=effects.use_effect,
    ),
    Later(
        group=Group.EFFECTS,
        keys=("title",),
        is_there=table.may_gain_title,
        make=table.title,
    ),
    Later(
        group=Group.EFFECTS,
        keys=("announce-due",),
        is_there=due.may_announce,
        make=due.announce_due,
    ),
    Later(
        group=Group.EFFECTS,
        keys=("diablerize",),
        is_there=changes.may_diablerize,
        make=changes.diablerize,
    ),
    Later(
        group=Group.EFFECTS,
        keys=("attach",),
        is_there=changes.may_attach,
        make=changes.attach,
    ),
    Later(
        group=Group.EFFECTS,
        keys=("becomes",),
        is_there=changes.may_become,
        make=changes.becomes,
    ),
)
OF_JUDGE = (
    Later(
        group=Group.JUDGE,
        keys=("set-", "new-card", "disqualify"),
        is_there=lambda at: at.state.stage is Stage.RUNNING,
        make=corrections.corrections,
    ),
)
# Everything that an address may ask for.
OPENABLE = tuple(dict.fromkeys(one.opened_by for one in (*OF_SEAT, *OF_JUDGE)))


def asked_for(words: Collection[str]) -> frozenset[str]:
    """Those of the words that open something."""
    return frozenset(OPENABLE).intersection(words)
