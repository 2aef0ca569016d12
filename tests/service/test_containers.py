"""The image and the compose files: what they name is there, and is what the tools take."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.cli import main
from judge.service import settings
from judge.service.daemon import ROLES
from judge.service.settings import load_settings
from tests.needs import needs

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"


def steps() -> Iterator[tuple[str, str]]:
    """The instructions of the Dockerfile, with what stands behind each."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Dockerfile").read_text("utf-8"), flags=re.M)
    for line in re.sub(r"\\\n\s*", " ", text).splitlines():
        if line:
            word, _, rest = line.partition(" ")
            yield word, rest


def copied() -> set[str]:
    return {name for word, rest in steps() if word == "COPY" for name in rest.split()[:-1]}


def test_the_image_holds_all_that_the_wheel_is_made_of_and_nothing_else() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {*wheel["packages"], *wheel["force-include"], "README.md", "hatch_build.py"}
    assert copied() == needed | {"LICENSE", "pyproject.toml", "requirements.lock"}
    assert {name for name in copied() if not (ROOT / name).exists()} == set()
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
              if line.startswith("!")}  # fmt: skip
    assert let_in == copied()


def test_the_image_runs_the_judge_as_a_user_of_its_own() -> None:
    said = dict(steps())
    command = [*json.loads(said["ENTRYPOINT"]), *json.loads(said["CMD"])]
    assert command == ["judge", "serve"] and "serve" in main.commands
    assert said["USER"] == "judge" and "useradd --uid 8024" in str([*steps()])
    assert said["VOLUME"] in str([rest for word, rest in steps() if word == "RUN"])


def test_the_settings_of_the_image_are_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = dict(steps())
    for pair in shlex.split(said["ENV"]):
        monkeypatch.setenv(*pair.split("="))
    (tmp_path / "judge.toml").write_text('[judge]\naddress = "judge@club.example"\n')
    config = load_settings(tmp_path / "judge.toml")
    assert (config.inbound.host, str(config.inbound.port)) == ("0.0.0.0", said["EXPOSE"])
    assert f"http://{config.metrics.listen}/health" in said["HEALTHCHECK"]


@pytest.mark.parametrize("name", ["compose.yaml", "compose-postgresql.yaml"])
def test_the_compose_files_are_what_compose_takes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compose = needs("docker-compose", "docker-compose")
    told = subprocess.run(
        [compose, "--file", DEPLOY / name, "config"], capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")
    serves = re.findall(r"^    command: serve --role (\w+)$", told.stdout, re.M)
    assert {*serves} == ({*ROLES} if "postgresql" in name else set())
    assert len(serves) == len({*serves})
    for key, value in re.findall(r"^      (JUDGE_\w+): (\S+)$", told.stdout, re.M):
        monkeypatch.setenv(key, value)
    for secret in re.findall(r"^  (\S+\.\S+):\n    file:", told.stdout, re.M):
        (tmp_path / secret).write_text("postgresql://judge:hush@database/judge")
        monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    config = settings.check_settings({"judge": {"address": "judge@club.example"}}, name)
    assert config.database.url.startswith("postgresql:") == ("postgresql" in name)
    assert config.outbound.host == "host.docker.internal"
