from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer
from toolkit.tournament import DeckVerdict, steps
from toolkit.tournament.decks import deck_for, has_list
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.log import describe

LEGAL = DeckVerdict(is_legal=True, rule_set="constructed", date="2026-11-21")
ILLEGAL = DeckVerdict(is_legal=False, problems=("The library has 91 cards: at most 90.",))


def five(**settings) -> Organizer:
    return Organizer(**settings).with_players(5)


def test_a_list_can_be_handed_in_again_until_round_1() -> None:
    organizer = five()
    organizer.submit_deck(1, "a list", ILLEGAL)
    organizer.submit_deck(1, "another", LEGAL)
    assert deck_for(organizer.state, organizer.state.player(1), 1).text == "another"
    organizer.seated([1, 2, 3, 4, 5])
    with pytest.raises(Refused) as refused:
        organizer.submit_deck(1, "a third", LEGAL)
    assert refused.value.code == "deck_locked"


def test_a_judge_changes_a_locked_list_with_a_reason() -> None:
    organizer = five().seated([1, 2, 3, 4, 5])
    with pytest.raises(BadValue, match="reason"):
        organizer.submit_deck(1, "a list", LEGAL, is_judge=True)
    organizer.submit_deck(1, "a list", LEGAL, is_judge=True, reason="a card was miscounted")
    assert organizer.state.player(1).decks[0].changes == 1


def finished() -> Organizer:
    organizer = five(rounds=1, has_final=False, requires_decks=False).seated([1, 2, 3, 4, 5])
    organizer.result(1, 5, 0, 0, 0, 0)
    return organizer


@pytest.mark.parametrize("player", [1, 2], ids=["winner", "somebody else"])
def test_a_first_list_that_was_never_asked_for_comes_after_the_end(player: int) -> None:
    organizer = finished()
    with pytest.raises(Refused, match="locked"):
        organizer.submit_deck(player, "a list", LEGAL)  # the event still runs
    organizer.finish()
    organizer.submit_deck(player, "a list", LEGAL)
    with pytest.raises(Refused, match="locked"):
        organizer.submit_deck(player, "another", LEGAL)  # the first one stands
    deck, entry = organizer.state.player(player).decks[0], [*organizer.state.log][-1]
    assert (deck.text, deck.changes, deck.after_event) == ("a list", 0, entry.at)
    assert str(describe(organizer.state, entry.fact)).endswith(": legal. Handed in after the event.")


def test_where_lists_were_asked_for_only_the_winner_s_comes_after_the_end() -> None:
    organizer = finished()
    organizer.configure({"requires_decks": True})
    organizer.finish()
    with pytest.raises(Refused, match="locked"):
        organizer.submit_deck(2, "a list", LEGAL)
    organizer.submit_deck(1, "a list", LEGAL)


def test_a_multideck_event_has_one_list_a_round_each_locked_with_its_round() -> None:
    organizer = five(is_multideck=True, rounds=2)
    with pytest.raises(BadValue, match="round of the deck"):
        organizer.submit_deck(1, "a list", LEGAL)
    organizer.submit_deck(1, "first", LEGAL, deck_round=1)
    organizer.seated([1, 2, 3, 4, 5])
    organizer.submit_deck(1, "second", LEGAL, deck_round=2)
    with pytest.raises(Refused, match="locked"):
        organizer.submit_deck(1, "first again", LEGAL, deck_round=1)
    assert deck_for(organizer.state, organizer.state.player(1), 2).text == "second"


@pytest.mark.parametrize(("text", "deck_round"), [("", None), ("x" * 50_001, None), ("a list", 1)])
def test_what_is_no_list_for_this_event_is_refused(text, deck_round) -> None:
    with pytest.raises(BadValue):
        five().submit_deck(1, text, LEGAL, deck_round=deck_round)


def test_an_archetype_is_an_officials_word_and_stays_with_a_changed_list() -> None:
    organizer = five()
    with pytest.raises(Refused, match=r"No list of Player 1 is known\."):
        organizer.set_archetype(1, "Wall")
    organizer.submit_deck(1, "a list", LEGAL)
    organizer.set_archetype(1, "  Stealth \n bleed ")
    organizer.submit_deck(1, "another list", LEGAL)
    assert organizer.state.player(1).decks[0].archetype == "Stealth bleed"
    assert organizer.set_archetype(1, "Stealth bleed") == []
    with pytest.raises(BadValue, match="at most 40 characters"):
        organizer.set_archetype(1, "x" * 41)
    organizer.set_archetype(1, "")
    told = describe(organizer.state, list(organizer.state.log)[-1].fact)
    assert (told, organizer.state.player(1).decks[0].archetype) == ("Took back the archetype of Player 1's deck.", "")


def test_a_list_on_paper_is_there_until_it_is_taken_back() -> None:
    organizer = five(requires_decks=True)
    for number in range(1, 6):
        organizer.take_paper_list(number)
    organizer.draft_round([[1, 2, 3, 4, 5]])
    assert organizer.blocking() == ["not_rated"]  # with fewer than eight players
    organizer.take_paper_list(5, is_here=False)
    assert organizer.blocking() == ["deck_missing", "not_rated"]
    told = describe(organizer.state, list(organizer.state.log)[-1].fact)
    assert told == "Decklist of Player 5 was not handed in on paper after all."


def test_a_list_on_paper_of_many_decks_is_for_one_round() -> None:
    organizer = five(is_multideck=True, requires_decks=True)
    with pytest.raises(BadValue, match="round of the deck"):
        organizer.take_paper_list(1)
    organizer.take_paper_list(1, deck_round=2)
    assert [has_list(organizer.state, organizer.state.player(1), number) for number in (1, 2)] == [False, True]


@pytest.mark.parametrize(
    ("verdict", "submitted"),
    [
        (LEGAL, "Decklist of Player 1 for round 2: legal."),
        (ILLEGAL, "Decklist of Player 1 for round 2: not legal. The library has 91 cards: at most 90."),
    ],
)
def test_the_log_names_the_round_of_a_deck(verdict: DeckVerdict, submitted: str) -> None:
    organizer = five(is_multideck=True, rounds=3)
    organizer.submit_deck(1, "a list", verdict, deck_round=2)
    for is_here in (True, False):
        organizer.take_paper_list(3, deck_round=3, is_here=is_here)
    assert [describe(organizer.state, entry.fact) for entry in organizer.state.log][-3:] == [
        submitted,
        "Decklist of Player 3 for round 3 handed in on paper.",
        "Decklist of Player 3 for round 3 was not handed in on paper after all.",
    ]


def test_missing_and_illegal_lists_block_the_round_where_lists_are_required() -> None:
    organizer = five(requires_decks=True)
    for number in range(1, 5):
        organizer.submit_deck(number, "a list", LEGAL if number > 1 else ILLEGAL)
    organizer.draft_round([[1, 2, 3, 4, 5]])
    assert organizer.blocking() == ["deck_illegal", "deck_missing", "not_rated"]
    with pytest.raises(Refused, match="91 cards"):
        organizer.publish_round()
    organizer.submit_deck(1, "a list", LEGAL)
    organizer.submit_deck(5, "a list", LEGAL)
    organizer.publish_round()


def test_a_list_that_is_not_legal_is_mentioned_where_no_lists_are_asked_for() -> None:
    organizer = five(requires_decks=False)
    organizer.submit_deck(1, "a list", ILLEGAL)
    organizer.submit_deck(2, "a list", LEGAL)
    organizer.drop_player(5)
    (told,) = [blocker for blocker in steps.blockers(organizer.state) if blocker.player is not None]
    assert (told.message, told.is_warning, told.player) == (
        "Player 1's list is not legal: The library has 91 cards: at most 90.",
        True,
        1,
    )
    organizer.seated([1, 2, 3, 4])


def test_lists_are_judged_anew_and_what_changed_is_told() -> None:
    organizer = five()
    for number, text in ((1, "a"), (2, "b"), (3, "c")):
        organizer.submit_deck(number, text, ILLEGAL if text == "c" else LEGAL)
    verdicts = {"a": LEGAL, "b": ILLEGAL, "c": LEGAL}
    (fact,) = organizer.judge_again(lambda _, text: verdicts[text])
    assert describe(organizer.state, fact) == (
        "3 decklists checked again. No longer legal: Player 2. Legal now: Player 3."
    )
    assert [organizer.state.player(number).decks[0].verdict.is_legal for number in (1, 2, 3)] == [True, False, True]
    assert organizer.judge_again(lambda _, text: verdicts[text]) == []
    organizer.undo_last()
    assert organizer.state.player(2).decks[0].verdict.is_legal


def test_lists_on_paper_at_once_are_all_that_block_and_no_others() -> None:
    organizer = five(requires_decks=True)
    organizer.submit_deck(1, "a list", LEGAL)
    organizer.submit_deck(2, "11 crypt cards", ILLEGAL)
    organizer.draft_round([[1, 2, 3, 4, 5]])
    organizer.take_lists_on_paper()
    assert [sorted(organizer.state.player(number).paper_lists) for number in range(1, 6)] == [[], [0], [0], [0], [0]]
    organizer.publish_round()


def test_a_list_on_paper_stands_for_one_that_is_not_legal() -> None:
    organizer = five(requires_decks=True)
    for number in range(1, 6):
        organizer.submit_deck(number, "a list", LEGAL if number > 1 else ILLEGAL)
    organizer.take_paper_list(1)
    organizer.draft_round([[1, 2, 3, 4, 5]])
    assert [(one.code, one.is_warning) for one in steps.blockers_of_round(organizer.state)] == [("deck_illegal", True)]
    organizer.publish_round()


def test_a_reason_publishes_without_lists_is_kept_and_needed_once() -> None:
    organizer = five(requires_decks=True)
    organizer.draft_round([[1, 2, 3, 4, 5]])
    (fact,) = organizer.publish_round(reason=" a small event ")
    assert describe(organizer.state, fact) == "Published round 1 (a small event)."
    organizer.result(1, 5, 0, 0, 0, 0).seated([1, 2, 3, 4, 5])
    assert organizer.state.published == 2


def test_a_reason_is_enough_for_nothing_but_lists() -> None:
    organizer = five(requires_decks=True)
    with pytest.raises(Refused, match="no seating"):
        organizer.publish_round(reason="all the same")


def test_faults_of_lists_are_counted_by_kind() -> None:
    organizer = five(requires_decks=True)
    for number in (1, 2):
        organizer.submit_deck(number, "a list", ILLEGAL)
    organizer.draft_round([[1, 2, 3, 4, 5]])
    lines = [one for one in steps.by_kind(steps.blockers_of_round(organizer.state)) if one.code in steps.LIST_FAULTS]
    assert [(line.message, line.players) for line in lines] == [
        ("2 decklists are not legal.", (1, 2)),
        ("3 players have no decklist.", (3, 4, 5)),
    ]


def test_a_text_without_cards_is_no_list_and_the_player_stays_among_the_missing() -> None:
    organizer = five(requires_decks=True)
    organizer.submit_deck(1, "hello world", DeckVerdict(is_legal=False, has_cards=False))
    for number in range(2, 6):
        organizer.take_paper_list(number)
    organizer.draft_round([[1, 2, 3, 4, 5]])
    (told,) = [one for one in steps.blockers_of_round(organizer.state) if not one.is_warning]
    assert (told.code, told.message) == (
        "deck_missing", "Player 1 has no decklist, only a text without cards."
    )  # fmt: skip
    assert not has_list(organizer.state, organizer.state.player(1), 1)
    assert not organizer.state.player(1).has_any_list
    organizer.take_paper_list(1)
    organizer.publish_round()
