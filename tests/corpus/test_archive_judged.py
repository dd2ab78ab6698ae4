"""The archive of winning decks judged, each as of its own day; every deck found illegal is explained by hand."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

import pytest

from tests.corpus.archive import archive
from toolkit.decks.formats import Legality, rule_set
from toolkit.decks.model import ProblemCode, Report, Severity
from toolkit.decks.rules import validate

EXPLAINED = tomllib.loads(Path(__file__).with_name("explained.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Report]:
    rules = rule_set()
    return {packaged.id: validate(deck, rules, day) for packaged, day, deck in archive()}


def errors(report: Report) -> list[str]:
    return sorted({problem.code.value for problem in report.problems if problem.severity is Severity.ERROR})


def test_every_deck_found_illegal_is_explained_and_no_other(verdicts):
    illegal = {number: errors(report) for number, report in verdicts.items() if not report.legal}
    assert illegal == {number: row["codes"] for number, row in EXPLAINED.items()}


def test_what_was_played_early_is_legal_on_release():
    on_release = rule_set(legality=Legality.ON_RELEASE)
    early = {number for number, row in EXPLAINED.items() if row["kind"] == "early"}
    judged = {packaged.id: validate(deck, on_release, day) for packaged, day, deck in archive() if packaged.id in early}
    assert set(judged) == early
    assert all(report.legal for report in judged.values())


def test_the_lost_lines_are_those_that_the_package_says_it_merged():
    lost = {number for number, row in EXPLAINED.items() if row["kind"] == "lost"}
    merged = {packaged.id: (packaged.raven, deck.crypt_count) for packaged, _, deck in archive() if packaged.id in lost}
    assert all(raven and raven + crypt == 12 for raven, crypt in merged.values()), merged


def test_a_list_at_fault_misses_a_figure_or_a_group(verdicts):
    for number, row in EXPLAINED.items():
        if row["kind"] == "list":
            assert row["codes"][0] in ("crypt_min", "library_min", "library_max", "groups"), number


@pytest.mark.baseline
def test_the_ban_list_of_another_day_would_reject_hundreds_of_legal_decks(verdicts):
    rules = rule_set()
    # A deck of which the package lost a line was legal as it was played.
    legal = [
        (deck, day)
        for packaged, day, deck in archive()
        if verdicts[packaged.id].legal or EXPLAINED[packaged.id]["kind"] == "lost"
    ]

    def with_bans(on: date | None) -> int:
        reports = (validate(deck, rules, on or day) for deck, day in legal)
        return sum(any(problem.code is ProblemCode.BANNED for problem in report.problems) for report in reports)

    assert with_bans(date(2026, 11, 21)) == 685
    assert with_bans(None) == 0


@pytest.mark.baseline
def test_warnings_about_cards_that_nobody_can_play_are_rare(verdicts):
    warned = [number for number, report in verdicts.items() if report.problems and report.legal]
    assert len(warned) < 0.03 * len(verdicts)
