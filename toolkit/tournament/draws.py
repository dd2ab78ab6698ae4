"""Verifiable draws: from a seed whose hash was published before the players were known.

All hashes are SHA-256 over UTF-8, in lower-case hex:

* the commitment, of `vtes-draw-1:{event}:{seed}`;
* a draw, of `vtes-draw-1:{event}:{seed}:{word}:{purpose}:{numbers}`, the candidates' numbers ascending, with commas;
* a candidate's key, of `{draw}:{number}`. The candidates in the order of their keys are the result.

What a draw leads to is decided where its operation is: seats in `seats`, the toss and the first player in `final`, deck
checks in `deck_checks`, raffles in `raffle`, pods and the swap of a limited event in `limited`.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from toolkit.languages import Message, Sayable
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running, check_text
from toolkit.tournament.facts import DrawKind, DrawMade, Fact, SeedCommitted, SeedRevealed, draw_kind, fact_to_dict
from toolkit.tournament.log import LogEntry, PlayerNames, because, folds
from toolkit.tournament.state import Commitment, State, evolve

_SCHEME = "vtes-draw-1"
_LONGEST_WORD = 100
# A repetition is marked by a letter; nobody draws the same twenty-five times again.
_LETTERS = "bcdefghijklmnopqrstuvwxyz"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def commitment_of(event: str, seed: str) -> str:
    """The hash of a seed that is published before any draw.

    >>> commitment_of("prague-cup", "00112233445566778899aabbccddeeff" * 2)
    'bcb999331a20e5ba905a87bcaa99f3c991e790ed88148176b6b143b0308fb990'
    """
    return _hash(f"{_SCHEME}:{event}:{seed}")


def draw_of(event: str, seed: str, word: str, purpose: str, numbers: Iterable[int]) -> str:
    """The hash of a draw.

    >>> draw_of("prague-cup", "00112233445566778899aabbccddeeff" * 2, "", "round 1", range(1, 14))[:16]
    '094c2a4e5acf1ec8'
    """
    return _hash(f"{_SCHEME}:{event}:{seed}:{word}:{purpose}:{','.join(map(str, sorted(numbers)))}")


def order_of(draw: str, numbers: Iterable[int]) -> tuple[int, ...]:
    """The candidates in the order that a draw gives them.

    >>> order_of(draw_of("prague-cup", "00112233445566778899aabbccddeeff" * 2, "", "toss", (9, 11)), (9, 11))
    (11, 9)
    """
    return tuple(sorted(numbers, key=lambda number: _hash(f"{draw}:{number}")))


def search_seed(draw: str) -> int:
    """The number that a search for seats is begun with."""
    return int(draw[:8], 16)


def identity(first: LogEntry) -> str:
    """The identity of an event, wherever it is kept: the hash of the first entry of its log.

    The entry as an export has it, keys sorted and without blanks.
    """
    entry = {"number": first.number, "at": first.at.isoformat(), "by": first.by, **fact_to_dict(first.fact)}
    return _hash(json.dumps(entry, ensure_ascii=False, separators=(",", ":"), sort_keys=True))


def rounds_checksum(rounds: Iterable[Sequence[Sequence[int]]]) -> str:
    """The hash of rounds: seats joined by commas, tables by semicolons, rounds by slashes; "" for none.

    >>> rounds_checksum([[(1, 2, 3, 4), (5, 6, 7, 8)]]) == _hash("1,2,3,4;5,6,7,8")
    True
    """
    text = "/".join(";".join(",".join(map(str, table)) for table in tables) for tables in rounds)
    return _hash(text) if text else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawSeed:
    """The committed seed, for one draw.

    Attributes:
        word: said in the room; `reason` why it is drawn again, where it is.
        version: of the program that draws.
    """

    seed: str
    word: str = ""
    reason: str = ""
    version: str = ""


def commit_seed(state: State, seed: str, *, event: str) -> list[Fact]:
    """Publish the hash of the seed, before the players are known.

    Raises:
        Refused: there is one already, or the list of who plays is known.
    """
    check_running(state)
    if state.commitment is not None:
        raise Refused(Message("A seed is committed already: an event has one."), code="committed")
    if state.rounds or (1 in state.checked_in and state.open_check_in != 1):
        raise Refused(
            Message("It is known who plays: a seed is committed before the check-in of the first round closes."),
            code="list_known",
        )
    return [SeedCommitted(event=event, commitment=commitment_of(event, seed))]


def is_seed_of(state: State, seed: str) -> bool:
    """Whether draws come from this seed: it was committed, and is not revealed yet."""
    commitment = state.commitment
    return (
        commitment is not None
        and not commitment.seed
        and commitment_of(commitment.event, seed) == commitment.commitment
    )


def reveal_seed(state: State, seed: str) -> list[Fact]:
    """Reveal the seed ("" where it is not known here): it verifies the draws so far, and no later one.

    Raises:
        Refused: nothing is committed, it is shown already, it is another one or not known, or nothing was drawn.
    """
    _check_seed(state, seed)
    if not state.draws:
        raise Refused(Message("Nothing was drawn yet: a seed that is revealed now is of no use."), code="nothing_drawn")
    return [SeedRevealed(seed=seed)]


def _check_seed(state: State, seed: str) -> Commitment:
    commitment = _committed_before(state)
    if commitment.seed:
        raise Refused(Message("The seed is revealed already."), code="revealed")
    if not seed:
        raise Refused(
            Message(
                "The committed seed is not on this laptop. Reveal it where it was committed, "
                "or restore a copy of those events here."
            ),
            code="seed_elsewhere",
        )
    if not is_seed_of(state, seed):
        raise Refused(Message("This is not the seed that was committed."), code="other_seed")
    return commitment


def draw(
    state: State,
    draw_seed: DrawSeed,
    purpose: str,
    numbers: Iterable[int],
    *,
    stands: bool = False,
    steps: int = 0,
    apart: Sequence[Sequence[int]] = (),
) -> DrawMade:
    """Draw: once a purpose. Drawn again it is a repetition with a reason, unless all is as it was and nothing stands.

    `stands`: what was drawn last for this purpose still stands.

    Raises:
        Refused: the seed is not the one that was committed.
        BadValue: a word too long; a repetition without a reason (`reason_needed`), or one too many.
    """
    commitment = _check_seed(state, draw_seed.seed)
    word = check_word(draw_seed.word)
    players, kept = tuple(sorted(numbers)), tuple(map(tuple, apart))
    before = [earlier for earlier in state.draws if is_of(earlier.purpose, purpose)]
    if before:
        last = before[-1]
        asked = (last.players, last.word, last.steps, last.apart, last.program or draw_seed.version)
        if not stands and asked == (players, word, steps, kept, draw_seed.version):
            return last
        if not draw_seed.reason.strip():
            raise BadValue(
                Message("The seed is committed: enter a reason to draw this again. It goes into the log."),
                code="reason_needed",
            )
        if len(before) > len(_LETTERS):
            raise BadValue(Message("This was drawn too often."), code="too_often")
        purpose += ("" if purpose[-1].isdigit() else " ") + _LETTERS[len(before) - 1]
    drawn = draw_of(commitment.event, draw_seed.seed, word, purpose, players)
    return DrawMade(
        purpose=purpose,
        word=word,
        players=players,
        order=order_of(drawn, players),
        draw=drawn,
        reason=check_text(draw_seed.reason) if before else "",
        steps=steps,
        apart=kept,
    )


def is_of(purpose: str, first: str) -> bool:
    """Whether a draw is that of the purpose `first`, or a repetition of it.

    >>> is_of("round 1b", "round 1"), is_of("round 12", "round 1"), is_of("toss b", "toss"), is_of("toss 2", "toss")
    (True, False, True, False)
    """
    return purpose.startswith(first) and re.fullmatch(r" ?[b-z]?", purpose[len(first) :]) is not None


def was_drawn(state: State, purpose: str) -> bool:
    """Whether there was a draw for that purpose: another one is a repetition."""
    return any(is_of(earlier.purpose, purpose) for earlier in state.draws)


def toss_purpose(state: State, tied: Sequence[int]) -> str:
    """`toss` for the first tie of an event, `toss 2` for the next; that of before for a tie that was tossed for."""
    firsts: dict[tuple[int, ...], str] = {}
    for earlier in state.draws:
        if draw_kind(earlier.purpose) is DrawKind.TOSS:
            firsts.setdefault(earlier.players, earlier.purpose)
    number = len(firsts) + 1
    return firsts.get(tuple(sorted(tied))) or ("toss" if number == 1 else f"toss {number}")


def check_word(text: str) -> str:
    """A word that was said in the room, as it goes into a draw: trimmed, in the composed form of Unicode.

    Raises:
        BadValue: too long, or of several lines.
    """
    word = unicodedata.normalize("NFC", text.strip())
    if len(word) > _LONGEST_WORD or any(unicodedata.category(character) in ("Cc", "Cs") for character in word):
        raise BadValue(
            Message("A word is a line of at most %(number)s characters.", number=_LONGEST_WORD), code="bad_word"
        )
    return word


def _committed_before(state: State) -> Commitment:
    if state.commitment is None:
        raise Refused(Message("No seed was committed for this event."), code="not_committed")
    return state.commitment


@folds(
    SeedCommitted,
    lambda _, fact: Message("Committed the seed of all draws; its hash: %(hash)s.", hash=fact.commitment),
)
def _committed(state: State, fact: SeedCommitted, entry: LogEntry) -> State:
    if state.commitment is not None:
        raise Refused(Message("A seed is committed already: an event has one."), code="committed")
    return evolve(state, commitment=Commitment(event=fact.event, commitment=fact.commitment, at=entry.at))


def purpose_words(purpose: str) -> Message:
    """The purpose of a draw, for people."""
    kind = draw_kind(purpose)
    match = kind and re.fullmatch(r"(?: (\d+))? ?([b-z]?)", purpose.removeprefix(kind))
    if not (kind and match):
        return Message("“%(name)s”", name=purpose)
    number, letter = match[1] or "", match[2]
    words = {
        DrawKind.ROUND: Message("seats of round %(number)s", number=number),
        DrawKind.CHECK: Message("deck checks of round %(number)s", number=number),
        DrawKind.RAFFLE: Message("raffle %(number)s", number=number),
        DrawKind.TOSS: Message("toss %(number)s", number=number or 1),
        DrawKind.FIRST_PLAYER: Message("first player of the final"),
        DrawKind.PODS: Message("pods"),
        DrawKind.SWAP_KEEP: Message("swap: who keeps theirs"),
        DrawKind.SWAP: Message("swap of the pools"),
    }[kind]
    if not letter:
        return words
    return Message("%(what)s, drawn again (%(letter)s)", what=words, letter=letter)


def _draw_sentence(names: PlayerNames, fact: DrawMade) -> Sayable:
    return because(Message("Drew from the committed seed: %(what)s.", what=purpose_words(fact.purpose)), fact.reason)


@folds(DrawMade, _draw_sentence)
def _drawn(state: State, fact: DrawMade, entry: LogEntry) -> State:
    _committed_before(state)
    if sorted(fact.order) != list(fact.players):
        raise Refused(Message("A draw orders its candidates, each once."), code="bad_draw")
    return state if fact in state.draws else evolve(state, draws=(*state.draws, fact))


@folds(SeedRevealed, lambda _, fact: Message("Revealed the seed of all draws: %(seed)s.", seed=fact.seed))
def _revealed(state: State, fact: SeedRevealed, entry: LogEntry) -> State:
    commitment = _committed_before(state)
    if commitment_of(commitment.event, fact.seed) != commitment.commitment:
        raise Refused(Message("This is not the seed that was committed."), code="other_seed")
    return evolve(state, commitment=replace(commitment, seed=fact.seed))
