from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

from toolkit.web import create_app
from toolkit.web.serving.templates import CompiledTemplates, template_names


@pytest.fixture
def templates(tmp_path: Path) -> Path:
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "page.html").write_text("Hello {{ name }}")
    return folder


def render(templates: Path, cache: Path) -> str:
    """The page as another process would render it: only what lies in the cache is shared."""
    environment = Environment(loader=FileSystemLoader(templates), bytecode_cache=CompiledTemplates(cache))
    return environment.get_template("page.html").render(name="Ana")


def compiled(cache: Path) -> list[Path]:
    return [path for path in cache.rglob("*") if path.is_file()]


def test_what_was_compiled_once_is_taken_by_the_next(
    templates: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    render(templates, tmp_path / "cache")
    monkeypatch.setattr(Environment, "compile", lambda *_: pytest.fail("compiled again"))
    assert render(templates, tmp_path / "cache") == "Hello Ana"


def test_a_changed_template_is_compiled_anew(templates: Path, tmp_path: Path) -> None:
    render(templates, tmp_path / "cache")
    (templates / "page.html").write_text("Good morning {{ name }}")
    assert render(templates, tmp_path / "cache") == "Good morning Ana"


@pytest.mark.parametrize("kept", [0, 10, 40, 200], ids="{} bytes".format)
def test_half_a_file_is_no_code(kept: int, templates: Path, tmp_path: Path) -> None:
    render(templates, tmp_path / "cache")
    (file,) = compiled(tmp_path / "cache")
    content = file.read_bytes()
    file.write_bytes(content[:kept] + bytes(len(content) - kept))
    assert render(templates, tmp_path / "cache") == "Hello Ana"
    assert file.read_bytes() == content


def test_who_may_not_write_there_does_without(templates: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder would be")
    assert render(templates, tmp_path / "cache") == "Hello Ana"


def test_nobody_else_may_put_code_there(templates: Path, tmp_path: Path) -> None:
    render(templates, tmp_path / "cache")
    assert (tmp_path / "cache").stat().st_mode & 0o077 == 0


def test_the_app_keeps_its_pages_in_the_folder_it_is_told(tmp_path: Path) -> None:
    app = create_app({"TESTING": True, "TEMPLATE_CACHE": str(tmp_path)})
    assert app.test_client().get("/").status_code == 200
    assert compiled(tmp_path)


def test_every_page_can_be_compiled() -> None:
    environment = create_app({"TESTING": True}).jinja_env
    names = list(template_names(environment))
    assert {"base.html", "room/player.html", "events/players.html"} <= set(names)
    for name in names:
        environment.get_template(name)


def test_no_template_has_a_layer_of_words_of_its_own() -> None:
    environment = create_app({"TESTING": True}).jinja_env
    page = environment.from_string("{% from 'macros/icons.html' import icon %}{{ icon('x') }}{{ later() }}")
    environment.globals["later"] = lambda: "a word that came later"
    assert page.globals is environment.get_template("macros/icons.html").globals
    assert "a word that came later" in page.render()


def test_a_page_has_one_blank_of_its_template_s_indentation_and_examples_have_all_of_it() -> None:
    environment = create_app({"TESTING": True}).jinja_env
    page = environment.from_string(
        "<ul>\n    {% if true %}\n      <li\n        id='a'>b\n    {% endif %}\n<pre>\n    c</pre>"
    )
    assert page.render() == "<ul>\n <li\n id='a'>b\n<pre>\n    c</pre>"
