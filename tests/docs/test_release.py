"""What a server is installed with: the lock, the container's recipe, the unit and the compose file say the same."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from toolkit.services.kernel.security_log import SecurityEvent
from toolkit.web import create_app
from toolkit.web.base.monitoring import Metrics

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
LOCK = (DEPLOY / "requirements.txt").read_text("utf-8")


def wanted() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    said = re.search(r"pip install 'vtes-toolkit\[([\w,]+)\]'", (ROOT / "docs" / "server.md").read_text("utf-8"))
    assert said is not None
    extras = [line for name in said[1].split(",") for line in project["optional-dependencies"][name]]
    return [Requirement(line) for line in (*project["dependencies"], *extras)]


def test_the_lock_has_a_version_that_fits_for_everything_that_the_page_for_servers_installs() -> None:
    locked = dict(re.findall(r"^([\w.-]+)(?:\[[\w,-]+\])?==([^\s;]+)", LOCK, re.MULTILINE))
    assert [str(one) for one in wanted() if not one.specifier.contains(locked.get(one.name, "0.dev0"))] == []


def test_whatever_is_locked_has_a_checksum_and_no_address() -> None:
    parts = re.split(r"^(?=\w)", LOCK, flags=re.MULTILINE)[1:]
    assert len(parts) >= len(wanted())
    assert [part.split()[0] for part in parts if not re.search(r"--hash=sha256:[0-9a-f]{64}", part)] == []
    assert "://" not in LOCK
    assert "--" not in LOCK.replace("--hash=", "")


PROGRAMS = Path(sys.executable).parent
IMPORTS = [str(PROGRAMS / "python"), "-c", "import limits"]


def entries() -> dict[str, tuple[list[str], dict[str, str]]]:
    """Every way in which the deployment starts Python: the command as it is written, and its environment."""
    recipe = (DEPLOY / "Containerfile").read_text("utf-8")
    image = dict(pair.split("=", 1) for line in re.findall(r"^ENV (.*)", recipe, re.MULTILINE) for pair in line.split())
    found = {
        "container": (json.loads(re.findall(r"^CMD (.*)", recipe, re.MULTILINE)[0]), image),
        "health": (json.loads(re.findall(r"^HEALTHCHECK .* CMD (.*)", recipe, re.MULTILINE)[0]), image),
    }
    for unit in DEPLOY.glob("*.service"):
        text = unit.read_text("utf-8")
        said = [pair for line in re.findall(r"^Environment=(.*)", text, re.MULTILINE) for pair in line.split()]
        for number, line in enumerate(re.findall(r"^ExecStart=(/opt/.*)", text, re.MULTILINE)):
            found[f"{unit.name} {number}"] = shlex.split(line), dict(pair.split("=", 1) for pair in said)
    return found


def as_here(command: list[str]) -> list[str]:
    """The command with this environment's programs, which imports the module `limits` and ends."""
    program = Path(command[0]).name
    if program == "python":
        return IMPORTS
    if program == "uvicorn":
        options = ["limits:app" if ":create_front" in word else word for word in command[1:]]
        return [str(PROGRAMS / program), *" ".join(options).replace(" --workers 2", "").split()]
    return [str(PROGRAMS / program), "--help"]


@pytest.mark.parametrize("entry", entries())
def test_no_file_of_the_working_directory_is_taken_for_a_module(entry: str, tmp_path: Path) -> None:
    # /data/limits.py was imported instead of the library of that name, as the user that the container runs as.
    for name in ("limits", "click"):
        (tmp_path / f"{name}.py").write_text("print('TAKEN', flush=True)\nraise SystemExit")
    command, environment = entries()[entry]
    plain = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    # Its processes for heavy work are started as the last of these.
    commands = [command for command in (as_here(command), IMPORTS) if Path(command[0]).exists()]
    for one in commands:
        ran = subprocess.run(one, cwd=tmp_path, env=environment | plain, capture_output=True, text=True, check=False)
        assert "TAKEN" not in ran.stdout + ran.stderr, one


def test_nor_by_a_command_that_is_run_as_the_service(tmp_path: Path) -> None:
    (tmp_path / "limits.py").write_text("print('TAKEN', flush=True)")
    wrapper = (DEPLOY / "vtes-toolkit").read_text("utf-8").partition("exec setpriv")[0]
    told = {"PATH": os.environ["PATH"], "DATABASE_URL": "sqlite:///drill.db"}
    ends = f'{shlex.join(IMPORTS)}; echo "$DATABASE_URL"'
    ran = subprocess.run(
        ["sh", "-c", wrapper + ends], cwd=tmp_path, env=told, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "sqlite:///drill.db\n"


def test_a_failed_copy_or_server_alerts() -> None:
    for name in ("vtes-toolkit.service", "vtes-toolkit-copy.service"):
        assert "\nOnFailure=vtes-toolkit-alert@%p.service\n" in (DEPLOY / name).read_text("utf-8"), name
    alert = (DEPLOY / "vtes-toolkit-alert@.service").read_text("utf-8")
    assert "EnvironmentFile=-/etc/vtes-toolkit.env\n" in alert
    assert "APPRISE_URLS=" in (DEPLOY / "vtes-toolkit.env").read_text("utf-8")


def test_each_rule_for_alerts_is_about_a_figure_that_there_is() -> None:
    rules = (DEPLOY / "alerts.yaml").read_text("utf-8")
    metrics = Metrics()
    metrics.requests.labels("GET", "room.show", 200).inc()
    metrics.seconds.labels("room").observe(1)
    metrics.security.labels("wrong_link").inc()
    metrics.refused.labels("lane").inc()
    samples = re.findall(r"^(vtes_toolkit_\w+)(?:\{(.*)\})? ", metrics.render(1.0)[0].decode(), re.MULTILINE)
    labels = {name: set(re.findall(r"(\w+)=", said)) for name, said in samples}
    asked = re.findall(r"\b(vtes_toolkit_\w+)(?:\{(.*?)\})?", rules)
    assert len(asked) >= 8
    assert {name for name, _ in asked} - labels.keys() == set()
    assert [name for name, said in asked if not set(re.findall(r"(\w+)[=!]", said)) <= labels[name]] == []
    events = re.findall(r'event=~"([\w|]+)"', rules)
    assert set(events[0].split("|")) <= {str(event) for event in SecurityEvent}


def test_the_shown_deployment_makes_accounts_by_its_administrator_alone() -> None:
    assert "VTES_TOOLKIT_SIGN_UP=false" in (DEPLOY / "vtes-toolkit.service").read_text("utf-8")
    assert 'VTES_TOOLKIT_SIGN_UP: "false"' in (DEPLOY / "compose.yaml").read_text("utf-8")


def test_a_container_s_copies_are_in_a_volume_of_their_own() -> None:
    recipe, compose = ((DEPLOY / name).read_text("utf-8") for name in ("Containerfile", "compose.yaml"))
    (folder,) = re.findall(r"VTES_TOOLKIT_COPIES=(\S+)", recipe)
    assert folder in re.findall(r"^VOLUME (.*)", recipe, re.MULTILINE)[0].split()
    assert re.search(rf"install -d -o vtes .*{folder}\b", recipe)
    assert f"\n      - copies:{folder}\n" in compose


def test_the_container_is_nobody_s_to_write_and_says_how_it_is() -> None:
    last = (DEPLOY / "Containerfile").read_text("utf-8").rpartition("\nFROM ")[2]
    steps = [line.split(" ", 1) for line in last.splitlines()[1:] if line]
    users = [rest for word, rest in steps if word == "USER"]
    assert users == ["vtes"]
    behind = [word for word, _ in steps][[word for word, _ in steps].index("USER") :]
    assert not {"RUN", "COPY", "ADD"} & set(behind)
    assert "HEALTHCHECK" in behind
    assert re.search(r"--require-hashes -r \S*requirements\.txt", (DEPLOY / "Containerfile").read_text("utf-8"))
    assert all(json.loads(rest) for word, rest in steps if word == "CMD")
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    app = compose.partition("\n  app:\n")[2].partition("\n  database:\n")[0]
    assert "\n    read_only: true\n" in app
    assert "\n    cap_drop: [ALL]\n" in app
    assert "\n    security_opt: [no-new-privileges:true]\n" in app


def test_each_setting_of_the_deployment_is_one_that_the_app_reads() -> None:
    known = create_app({"TESTING": True}).config.keys()
    for name in ("Containerfile", "compose.yaml", "vtes-toolkit.service", "vtes-toolkit.env"):
        named = set(re.findall(r"VTES_TOOLKIT_([A-Z_]+)\b", (DEPLOY / name).read_text("utf-8")))
        assert named, name
        assert named - known == set(), name


def test_a_server_that_is_stopped_waits_for_no_stream() -> None:
    # Under uvicorn alone an open page would keep it for as long as a stream lives.
    for name in ("Containerfile", "vtes-toolkit.service"):
        assert re.search(r"--timeout-graceful-shutdown\W+5\b", (DEPLOY / name).read_text("utf-8")), name


def test_a_crowded_machine_is_no_reason_to_end_a_process() -> None:
    # uvicorn ends one that has not answered it for five seconds, and every stream and request with it.
    for name in ("Containerfile", "vtes-toolkit.service"):
        assert re.search(r"--timeout-worker-healthcheck\W+30\b", (DEPLOY / name).read_text("utf-8")), name


def test_commands_and_copies_are_of_the_service_s_events() -> None:
    # Run by root without its settings, a command made its account in a store of root's own.
    unit, copies, command = (
        (DEPLOY / name).read_text("utf-8")
        for name in ("vtes-toolkit.service", "vtes-toolkit-copy.service", "vtes-toolkit")
    )
    for name in ("VTES_TOOLKIT_DATA_FOLDER", "NUMBA_CACHE_DIR"):
        (said,) = set(re.findall(rf"\b{name}=(\S+)", unit + copies + command))
        assert said.startswith("/var/")
    for name, text in (("unit", unit), ("copies", copies)):
        assert "User=vtes\n" in text, name
        assert "EnvironmentFile=-/etc/vtes-toolkit.env\n" in text, name
    assert ". /etc/vtes-toolkit.env" in command
    assert "--reuid vtes --regid vtes" in command


def test_the_proxy_takes_as_much_as_the_app_and_tells_it_who_asks() -> None:
    proxy = (DEPLOY / "nginx.conf").read_text("utf-8")
    most = re.search(r"client_max_body_size (\d+)m;", proxy)
    assert most is not None
    assert int(most[1]) * 2**20 >= create_app({"TESTING": True}).config["MAX_CONTENT_LENGTH"]
    told = dict(re.findall(r"proxy_set_header X-Forwarded-(\w+) (\S+);", proxy))
    assert told == {"Host": "$host", "For": "$remote_addr", "Proto": "$scheme"}


def test_the_proxy_leaves_a_hall_its_one_address_and_no_address_everything() -> None:
    proxy = (DEPLOY / "nginx.conf").read_text("utf-8")
    (zone,) = re.findall(r"limit_conn_zone \$binary_remote_addr zone=(\w+):", proxy)
    (most,) = re.findall(rf"limit_conn {zone} (\d+);", proxy)
    (taken,) = re.findall(r"worker_connections (\d+);", proxy)
    # Each is two of nginx's, and a phone has two.
    assert 2 * 400 <= int(most) < int(taken) // 2


def test_the_proxy_keeps_what_is_for_this_machine_with_a_slash_behind_it_too() -> None:
    (kept,) = re.findall(r"location ~ (\S+) \{ return 404; \}", (DEPLOY / "nginx.conf").read_text("utf-8"))
    pages = create_app({"TESTING": True}).url_map.bind("vtes.example")
    of_this_machine = [f"{page}{slash}" for page in ("/readyz", "/metrics") for slash in ("", "/")]
    assert all(map(pages.test, of_this_machine))
    assert [path for path in of_this_machine if not re.search(kept, path)] == []
    assert [path for path in ("/", "/healthz", "/live", "/readyz/more") if re.search(kept, path)] == []


def test_processes_that_share_an_address_count_together() -> None:
    for name in ("Containerfile", "vtes-toolkit.service"):
        text = (DEPLOY / name).read_text("utf-8")
        assert re.search(r"--workers\W+2\b", text), name
        assert "PROMETHEUS_MULTIPROC_DIR=" in text, name


def test_the_journal_is_read_past_the_lines_that_are_uvicorn_s_own() -> None:
    # "INFO:     Started parent process" is no JSON: jq alone stopped there, and showed nothing of what is logged.
    commands = re.findall(r"\| jq (.*)", (ROOT / "docs" / "server.md").read_text("utf-8"))
    assert commands
    assert [one for one in commands if not re.match(r"-c?R 'fromjson\? \| ", one)] == []
