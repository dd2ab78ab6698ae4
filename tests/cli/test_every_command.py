"""What all commands have in common, asked of each of them."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from shutil import copy
from typing import Any, cast

import click
import pytest

from tests.soak import part
from toolkit.cli import cli, run
from toolkit.cli.sections import MOST, SECTIONS
from toolkit.cli.tournament.common import FileOr, NumberRange, TypedDay
from toolkit.cli.tournament_command import ALONE, MOMENTS, OLDER
from toolkit.cli.tournament_command import command as tournament
from toolkit.services.kernel.context import open_context, store_address

type Place = tuple[str, ...]


def walk(group: click.Group, place: Place = ()) -> Iterator[tuple[Place, click.Command]]:
    """Every command below a group, with its words; a group that does something itself is one, too."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from walk(command, (*place, name))
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield (*place, name), command


COMMANDS = dict(walk(cli))
# What stands for an argument or an option that must be given, where its name alone is not enough.
SAMPLES = {
    click.types.IntParamType: "1",
    click.types.FloatParamType: "1",
    click.IntRange: "5",
    NumberRange: "1",
    TypedDay: "2026-11-22",
}
NAMES_A_FILE = re.compile(r"FILE|FOLDER|PATH|EXPORT|RECORD|BEFORE|AFTER|SOURCE|POOL$|\bRULES\b|\bROWS\b|HISTORY")
# Files that are written, and what only sounds like one.
WRITTEN = {
    *(("backup", "file"), ("tournament hand-over", "file"), ("cards build", "folder"), ("serve", "copies")),
    ("tournament rehearse", "folder"),
}
NO_FILE = {("print", "rules"), ("game new", "profile")}


def sample(parameter: click.Parameter) -> str:
    """A value that the parameter's type takes."""
    if isinstance(parameter.type, click.Choice):
        return str(parameter.type.choices[0])
    if isinstance(parameter, click.Option) and parameter.metavar == "A,B…":
        return "A,B"
    if isinstance(parameter.type, click.Path | FileOr):
        return "-" if getattr(parameter.type, "allow_dash", True) else __file__
    return SAMPLES.get(type(parameter.type), "-" if parameter.name in ("before", "after", "paths") else "1")


def line(place: Place, command: click.Command, /, **given: str) -> list[str]:
    """A whole line of the command: with what must be given, and what the caller gives."""
    words = list(place)
    for parameter in command.params:
        assert parameter.name
        if parameter.name not in given and not parameter.required and parameter.metavar != "ROUND":
            continue
        value = given.get(parameter.name) or sample(parameter)
        words += [max(parameter.opts, key=len), value] if isinstance(parameter, click.Option) else [value]
    return words


def read_files() -> list[object]:
    """Every argument and option that names a file or folder to be read."""
    found = []
    for place, command in COMMANDS.items():
        for parameter in command.params:
            assert parameter.name
            name = " ".join(place), parameter.name
            called = f"{parameter.name} {parameter.metavar or ''}".upper()
            if name in WRITTEN | NO_FILE or parameter.name in ("data", "output", "as_json") or "-o" in parameter.opts:
                continue
            is_typed = isinstance(parameter.type, FileOr) or getattr(parameter.type, "exists", False)
            if is_typed or NAMES_A_FILE.search(called):
                found.append(pytest.param(place, parameter.name, id=" ".join(name)))
    return found


@pytest.mark.parametrize(("place", "name"), read_files())
def test_a_file_that_is_not_there_is_misuse_in_one_prefix(
    place: Place, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = COMMANDS[place]
    missing = str(tmp_path / "none" / "missing.json")
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
    status = run(line(place, command, **{name: missing}))
    said = capsys.readouterr()
    assert (status, said.out) == (2, ""), said.err
    assert re.search(r"^vtes-toolkit: .*missing\.json", said.err, re.MULTILINE), said.err


@pytest.mark.parametrize(("place", "name"), read_files())
def test_a_file_that_cannot_be_read_is_misuse_in_one_prefix(
    place: Place, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = tmp_path / "locked.json"
    locked.touch()

    opened = Path.open

    def deny(file: Path, *words: Any, **more: Any) -> object:
        if file == locked:
            raise PermissionError(13, "Permission denied", str(file))
        return opened(file, *words, **more)

    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
    monkeypatch.setattr("os.access", lambda path, _mode: Path(path) != locked)
    monkeypatch.setattr(Path, "open", deny)
    assert run(line(place, COMMANDS[place], **{name: str(locked)})) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert re.search(r"^vtes-toolkit: .*locked\.json", said.err, re.MULTILINE), said.err


@pytest.mark.parametrize("place", COMMANDS, ids=" ".join)
def test_a_word_that_is_not_utf_8_is_misuse(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    for parameter in COMMANDS[place].params:
        if isinstance(parameter, click.Option) and parameter.is_flag:
            continue
        assert run(line(place, COMMANDS[place], **{str(parameter.name): "Zo\udcff"})) == 2, parameter.name
        said = capsys.readouterr()
        assert (said.out, r"vtes-toolkit: “Zo\xff” is not text in UTF-8." in said.err) == ("", True), said.err


def test_a_file_whose_name_is_not_utf_8_is_read(
    empty_store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("Zo\udce9.txt").write_text("1x Anson\n")
    assert run(["deck", "convert", "--to", "text", "Zo\udce9.txt"]) == 0
    assert "Anson" in capsys.readouterr().out
    # SQLite has no file of such a name.
    copy(Path(empty_store, "vtes-toolkit.db"), "Zo\udce9.db")
    assert run(["verify", "Zo\udce9.db"]) == 2
    assert r"“Zo\xe9.db” is not text in UTF-8." in capsys.readouterr().err


ASKS = ("accounts add X", "accounts password X", "score outcome -")


@pytest.mark.parametrize("words", ASKS)
def test_standard_input_that_is_not_utf_8_is_misuse(
    words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"\xff\n"), encoding="utf-8"))
    assert run(words.split()) == 2
    assert capsys.readouterr().err == "vtes-toolkit: Standard input is not text in UTF-8.\n"


def test_standard_input_may_be_closed_and_the_disk_full(tmp_path: Path) -> None:
    program = f"{sys.executable} -m toolkit"
    lines = (f"{program} score outcome - <&-", f"{program} cards search govern > /dev/full")
    said = [subprocess.run(line, shell=True, capture_output=True, text=True, check=False) for line in lines]
    assert [answer.returncode for answer in said] == [1, 1]
    assert "Traceback" not in said[0].stderr
    assert said[1].stderr == "vtes-toolkit: the answer cannot be written: No space left on device.\n"


def test_a_variable_that_is_not_utf_8_is_misuse(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VTES_TOOLKIT_DATA_FOLDER", "Zo\udcff")
    assert run(["tournament", "list"]) == 2
    assert r"“Zo\xff” is not text in UTF-8." in capsys.readouterr().err


DAYS = [
    pytest.param(place, parameter, id=" ".join(place))
    for place, command in COMMANDS.items()
    for parameter in command.params
    if {"--date", "--on"} & {*parameter.opts} and not isinstance(parameter.type, click.Choice)
]


@pytest.mark.parametrize("typed", ["20261130", "2026-W48-1", "2026-1-5", "2026-02-30", "30.11.2026", ""])
@pytest.mark.parametrize(("place", "parameter"), DAYS)
def test_a_day_is_typed_in_the_form_that_its_help_names(
    place: Place, parameter: click.Parameter, typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert isinstance(parameter.type, TypedDay)
    words = [*line(place, COMMANDS[place]), parameter.opts[0]]
    assert run([*words, "2026-11-30", "--help"]) == 0
    assert f"{parameter.opts[0]} YYYY-MM-DD" in capsys.readouterr().out
    assert run([*words, typed]) == 2
    assert f"vtes-toolkit: Invalid date “{typed}”. Use YYYY-MM-DD.\n" in capsys.readouterr().err


NUMBERS = [
    pytest.param(parameter, id=f"{' '.join(place)} {parameter.name}")
    for place, command in COMMANDS.items()
    for parameter in command.params
    if isinstance(parameter.type, click.types.FloatParamType)
]


@pytest.mark.parametrize("parameter", NUMBERS)
def test_nan_is_no_number(parameter: click.Parameter) -> None:
    with pytest.raises(click.BadParameter, match="'nan' is not a number"):
        parameter.type.convert("nan", parameter, None)


# These make the store that they need; `serve` waits for visitors, and is asked elsewhere.
MAKERS = {
    "accounts add", "league import", "league new", "restore", "serve", "tournament import", "tournament import-results",
    "tournament new", "tournament rehearse", "weekend new",
}  # fmt: skip
# They read card data alone.
CARDS_ONLY = {"tournament limited cube", "tournament limited plan"}
LISTS = {"accounts list", "league list", "person list", "tournament list", "tournament reported list", "weekend list"}
ALSO = {"print": ["-t", "last"], "accounts revoke": ["--all"]}
READERS = [
    pytest.param(place, id=" ".join(place))
    for place, command in COMMANDS.items()
    if "data" in {parameter.name for parameter in command.params}
    and place[0] not in ("cards", "deck")
    and " ".join(place) not in MAKERS | CARDS_ONLY
]


@pytest.mark.parametrize("place", READERS)
def test_a_named_folder_without_events_is_refused_and_not_made(
    place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
    typo = tmp_path / "typo"
    words = [*line(place, COMMANDS[place]), *ALSO.get(" ".join(place), ())]
    assert run([*words, "--data", str(typo)]) == 1
    refusal = f"vtes-toolkit: {typo} holds no events: there is no vtes-toolkit.db in it.\n"
    assert capsys.readouterr().err == refusal
    monkeypatch.setenv("VTES_TOOLKIT_DATA_FOLDER", str(typo))
    assert (run(words), capsys.readouterr().err) == (1, refusal)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", sorted(LISTS))
def test_a_list_without_a_store_is_empty_and_says_what_to_do(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run([*words.split(), "--json"]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("[]\n", "")
    assert run(words.split()) == 0
    said = capsys.readouterr()
    assert (said.out, "`vtes-toolkit " in said.err) == ("", True)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of a store without events."""
    folder = str(tmp_path_factory.mktemp("store"))
    open_context(store_address(folder)).store.close()
    return folder


@pytest.mark.parametrize("words", sorted(LISTS))
def test_a_store_without_events_is_empty_and_says_what_to_do(
    words: str, empty_store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words.split(), "--data", empty_store, "--json"]) == run([*words.split(), "--data", empty_store]) == 0
    said = capsys.readouterr()
    assert (said.out, "`vtes-toolkit " in said.err) == ("[]\n", True)


@pytest.mark.parametrize(("words", "code"), [(["--no-such-option"], "misuse"), (["--data", "/nowhere"], "no_store")])
@pytest.mark.parametrize("place", READERS)
def test_with_json_a_refusal_is_one_object_and_the_status_stays(
    place: Place, words: list[str], code: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
    command = COMMANDS[place]
    if "as_json" not in {parameter.name for parameter in command.params}:
        return
    typed = [*line(place, command), *ALSO.get(" ".join(place), ()), *words]
    status, told = run(typed), capsys.readouterr()
    assert (run([*typed, "--json"]), told.out) == (status, "")
    said = capsys.readouterr()
    refusal = json.loads(said.out)
    assert (list(refusal), refusal["code"], said.err) == (["code", "message", "rule", "ways"], code, "")
    assert f"vtes-toolkit: {refusal['message']}\n" in told.err


def test_the_ways_of_a_refusal_are_whole_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = ["--data", str(tmp_path)]
    assert run(["tournament", "new", "Lyon", *there]) == 0
    capsys.readouterr()
    assert run(["tournament", "limited", "draft", "next", "last", *there, "--json"]) == 1
    (way, *_) = json.loads(capsys.readouterr().out)["ways"]
    assert way.startswith("vtes-toolkit tournament limited ")
    assert way.endswith(f" --data {tmp_path}")


@pytest.mark.walk
@pytest.mark.parametrize("typed", ["x" * 5000, "9" * 5000], ids=["letters", "figures"])
@pytest.mark.parametrize("place", part(READERS, of=4))
def test_no_overlong_word_brings_a_command_down(
    place: Place, typed: str, empty_store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for parameter in COMMANDS[place].params:
        if not (isinstance(parameter, click.Option) and parameter.is_flag) and parameter.name != "data":
            monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
            words = line(place, COMMANDS[place], **{str(parameter.name): typed})
            assert run([*words, "--data", empty_store]) in (0, 1, 2)


@pytest.mark.parametrize("place", COMMANDS, ids=" ".join)
def test_help_shows_the_same_as_the_option_and_names_the_environment(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["help", *place]) == 0
    shown = capsys.readouterr().out
    assert run([*place, "--help"]) == 0
    assert capsys.readouterr().out == shown
    names = {parameter.name for parameter in COMMANDS[place].params if isinstance(parameter, click.Option)}
    assert ("VTES_TOOLKIT_DATA_FOLDER" in shown) == ("data" in names)
    assert ("VTES_TOOLKIT_BY" in shown) == ("by" in names and place != ("stats",))


def parse(words: list[str]) -> tuple[str, ...]:
    """The words of the command that a line calls, once its arguments are read as the command reads them."""
    context, command = click.Context(cli, info_name="vtes-toolkit"), cast(click.Command, cli)
    while isinstance(command, click.Group):
        name, found, words = command.resolve_command(context, words)
        assert found is not None
        command, context = found, click.Context(found, info_name=name, parent=context)
    command.make_context(context.info_name, words, parent=context.parent)
    return tuple(context.command_path.split()[1:])


@pytest.mark.parametrize("place", COMMANDS, ids=" ".join)
def test_the_example_of_a_command_is_one_that_it_takes(
    place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*place, "--help"]) == 0
    examples = re.findall(r"^ +vtes-toolkit (.+)$", capsys.readouterr().out, re.MULTILINE)
    assert examples
    for file in re.findall(r"\w+\.(?:txt|json|csv|db)", " ".join(examples)):
        Path(file).touch()
    for folder in ("decks", "card_db"):
        Path(folder).mkdir()
    assert {parse(shlex.split(example)) for example in examples} == {place}


def test_more_than_twelve_options_are_shown_in_sections(capsys: pytest.CaptureFixture[str]) -> None:
    many = {place: options for place, command in COMMANDS.items() if len(options := options_of(command)) > MOST}
    assert {" ".join(place) for place in many} == SECTIONS.keys()
    for place, options in many.items():
        assert run([*place, "--help"]) == 0
        _, *sections = re.split(r"^[A-Z].*:$", capsys.readouterr().out, flags=re.MULTILINE)
        shown = [re.findall(r"^  (?:-., )?--([a-z-]+)", section, re.MULTILINE) for section in sections]
        assert sorted(name for names in shown for name in names) == sorted([*options, "help"])
        assert max(map(len, shown)) <= MOST


def options_of(command: click.Command) -> list[str]:
    """The long names of a command's options."""
    options = [param for param in command.params if isinstance(param, click.Option)]
    return [max(option.opts, key=len).removeprefix("--") for option in options]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_a_shell_gets_a_script_of_its_own(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    assert f"_VTES_TOOLKIT_COMPLETE={shell}_complete" in capsys.readouterr().out


def test_a_mistyped_command_is_refused_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert (run(["tournamnt"]), run(["-V"])) == (2, 0)
    said = capsys.readouterr()
    assert "Did you mean: tournament?" in said.err
    assert said.out.startswith("vtes-toolkit ")


def test_commands_without_their_own_word_and_by_their_older_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = ["--data", str(tmp_path)]
    assert run(["tournament", "rehearse", "--players", "5", *there]) == 0
    assert run(["tournament", "prizes-set", "last", "1: Playmat", *there]) == 0
    for words in (["prizes", "show", "last"], ["prizes", "last"], ["prizes", *there, "last"]):
        capsys.readouterr()
        assert run(["tournament", *words, *there]) == 0
        assert capsys.readouterr().out.startswith("1: Playmat\n")
    for older, (family, name) in OLDER.items():
        assert run(["tournament", older, "--help"]) == run(["tournament", family, name, "--help"]) == 0
        shown, *_ = capsys.readouterr().out.split("Usage: vtes-toolkit tournament ")[1:]
        assert shown.startswith(f"{older} [OPTIONS] TOURNAMENT")


def test_the_help_of_a_family_shows_an_example_of_its_first_command(capsys: pytest.CaptureFixture[str]) -> None:
    for family, first in {"tournament round": "tournament round show", "": "deck check"}.items():
        assert run([*family.split(), "--help"]) == 0
        assert f"    vtes-toolkit {first} " in capsys.readouterr().out


def test_every_command_of_an_event_has_one_moment(capsys: pytest.CaptureFixture[str]) -> None:
    placed = [name for names in MOMENTS.values() for name in names]
    assert sorted(placed) == sorted(tournament.commands)
    assert run(["tournament", "--help"]) == 0
    shown = capsys.readouterr().out
    assert [line[:-1] for line in shown.splitlines() if line.removesuffix(":") in MOMENTS] == list(MOMENTS)


def test_what_only_shows_an_event_imports_no_other_command(tmp_path: Path) -> None:
    assert run(["tournament", "rehearse", "--players", "5", "--data", str(tmp_path)]) == 0
    words = [["tournament", name, *([] if name == "list" else ["last"]), "--data", str(tmp_path)] for name in ALONE]
    script = (
        f"import sys; from toolkit.cli import run; answers = [run(words) for words in {words!r}];"
        "all_others = {'toolkit.services.commands', 'toolkit.cli.tournament.family'};"
        "sys.exit(any(answers) or not all_others.isdisjoint(sys.modules))"
    )
    subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.DEVNULL)
