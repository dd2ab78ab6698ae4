"""Who may do what on the judges' pages: the organizer, until there are judges, everything; a stranger nothing."""

from __future__ import annotations

import pytest
from werkzeug.routing import Rule

from tests.web.apps import made
from tests.web.judge.conftest import Bench
from toolkit.services.kernel import links
from toolkit.services.kernel.roles import Role
from toolkit.web.base import stores

PIECES = {"<infraction>": "3.3", "<number>": "1", "<int:table>": "1", "<int:number>": "1", "<int:player>": "1"}


def rules(method: str) -> list[Rule]:
    known = made(forms_need_tokens=True, accounts=False).url_map.iter_rules()
    return [r for r in known if r.endpoint.startswith("judge.") and method in (r.methods or ())]


def address(rule: Rule, id: str) -> str:
    found = rule.rule.replace("<id>", id)
    for piece, value in PIECES.items():
        found = found.replace(piece, value)
    return found


@pytest.mark.parametrize("rule", rules("GET"), ids=lambda rule: rule.endpoint)
def test_a_page_opens_for_officials_in_every_language_and_for_nobody_else(bench: Bench, rule: Rule) -> None:
    for language in ("en", "fr", "es"):
        answer = bench.client.get(address(rule, bench.id), headers={"Accept-Language": language})
        assert answer.status_code == 200
        # The manifest is a file that a browser installs.
        assert rule.endpoint == "judge.manifest" or f'<html lang="{language}"' in answer.text
    assert bench.app.test_client().get(address(rule, bench.id)).status_code == 404
    assert bench.client.get(address(rule, "nothing")).status_code == 404
    assert bench.client.delete(address(rule, bench.id)).status_code == 405


@pytest.mark.parametrize("rule", rules("POST"), ids=lambda rule: rule.endpoint)
def test_a_stranger_changes_nothing(bench: Bench, rule: Rule) -> None:
    bench.call(1)
    before = bench.tournament.number
    assert bench.app.test_client().post(address(rule, bench.id), data={"note": "x"}).status_code == 404
    assert bench.tournament.number == before


@pytest.mark.parametrize(("role", "status"), [(Role.JUDGE, 200), (Role.SCOREKEEPER, 403)])
def test_an_official_s_link_opens_it_to_judges_only(bench: Bench, role: Role, status: int) -> None:
    client = bench.app.test_client()
    with bench.app.app_context():
        context = stores.current_context()
        link = links.add_official(context, bench.id, role, "Ines")
        path = links.official_path(bench.id, link, links.key_of(context, bench.id))
    where = client.get(path).location
    assert where == (bench.base if role is Role.JUDGE else f"/tournaments/{bench.id}/console/results")
    assert client.get(bench.base).status_code == status


def test_what_a_judge_does_is_logged_by_the_link_s_name(bench: Bench) -> None:
    client = bench.app.test_client()
    with bench.app.app_context():
        context = stores.current_context()
        link = links.add_official(context, bench.id, Role.JUDGE, "Ines")
        client.get(links.official_path(bench.id, link, links.key_of(context, bench.id)))
    bench.call(1)
    assert client.post(f"{bench.base}/calls/1/take").status_code == 303
    assert bench.tournament.call(1).taken_by == "Ines"
    for page in ("rounds/1/tables/1", "rounds/1", "rounds/1/seats"):
        assert client.get(f"/tournaments/{bench.id}/console/{page}").status_code == 200, page


def test_a_judge_with_a_named_link_is_not_asked_who_they_are(bench: Bench) -> None:
    assert "Your name" in bench.get()
    assert 'name="judge"' in bench.raw("/players/1/penalty/3.3")
    client = bench.app.test_client()
    with bench.app.app_context():
        context = stores.current_context()
        link = links.add_official(context, bench.id, Role.JUDGE, "Ines")
        client.get(links.official_path(bench.id, link, links.key_of(context, bench.id)))
    assert "Your name" not in client.get(bench.base).text
    assert 'name="judge"' not in client.get(f"{bench.base}/players/1/penalty/3.3").text
    assert client.post(f"{bench.base}/players/1/penalty/3.3").status_code == 303
    assert bench.tournament.sanctions[1].judge == "Ines"
