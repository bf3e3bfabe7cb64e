"""What the tests of the command line share: a project of their own and a way to call `sayso`."""

from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from sayso.shell.entrances.cli.running import run
from tests.cli.told import Told

Sayso = Callable[..., Told]
Know = Callable[..., Told]


@pytest.fixture(autouse=True)
def _own_surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the settings of whoever runs the tests, and of their agents, out of them."""
    monkeypatch.setenv("SAYSO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    monkeypatch.setenv("COLUMNS", "80")
    for name in (*("SAYSO_DEBUG", "SAYSO_PROVIDER"), *("CLAUDE_CONFIG_DIR", "CODEX_HOME")):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Give an empty project; its git root keeps the search for a store inside it."""
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.fixture
def sayso(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Sayso:
    """Give a function that runs one command line in this process, in the project."""

    def call(*arguments: str, stdin: bytes = b"") -> Told:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(stdin), encoding="utf-8"))
        capsys.readouterr()
        code = run(["--project", str(project), *arguments])
        captured = capsys.readouterr()
        return Told(code=code, out=captured.out, err=captured.err)

    return call


@pytest.fixture
def taught(sayso: Sayso) -> Sayso:
    """Give the same function once the project remembers a preference (m1) and a decision (m2)."""
    sayso("record", "--user", "From now on, give every measurement in metric units.")
    sayso("record", "--user", "我们定了：订单表主键用雪花 ID。", "--assistant", "好的。")
    assert sayso("work").code == 0
    return sayso


@pytest.fixture
def know(sayso: Sayso) -> Know:
    """Give a function that runs one command of knowledge."""

    def call(*arguments: str, stdin: bytes = b"") -> Told:
        return sayso("knowledge", *arguments, stdin=stdin)

    return call
