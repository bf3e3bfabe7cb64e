"""Help, version and reference: what the program says about itself."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from sayso import __version__
from sayso.shell.entrances.cli import reference
from sayso.shell.entrances.cli.app import COMMANDS
from sayso.shell.entrances.cli.knowledge.commands import COMMANDS as OF_KNOWLEDGE
from sayso.shell.entrances.cli.progress import Progress
from tests.cli.conftest import Sayso

ALL = (*COMMANDS, *(f"knowledge {name}" for name in OF_KNOWLEDGE))
HERE = Path(__file__).parent
SCRIPT = Path(sys.executable).with_name("sayso")


def test_help(sayso: Sayso, snapshot: SnapshotAssertion) -> None:
    """The global help lists every command with a sentence that fits on its line."""
    told = sayso("--help")
    assert told.code == 0
    assert "..." not in told.out.replace("[ARGS]...", "")
    assert snapshot == told.out


@pytest.mark.parametrize("group", ["", "pattern", "session", "case", "code"])
def test_a_group_alone_shows_its_help(sayso: Sayso, group: str) -> None:
    """A group without a command lists what it has; as JSON there is no answer."""
    line = ("knowledge", *group.split())
    told = sayso(*line)
    assert told.code == 0
    assert told.out == sayso(*line, "--help").out
    assert "..." not in told.out.replace("[ARGS]...", "")
    assert sayso(*line, "--json").error["hint"] == f"see 'sayso {' '.join(line)} --help'"


@pytest.mark.parametrize("command", ALL)
def test_help_of_a_command(sayso: Sayso, snapshot: SnapshotAssertion, command: str) -> None:
    """Each command says what it does and which fields its JSON answer has."""
    told = sayso(*command.split(), "--help")
    assert told.code == 0
    assert "JSON:" in told.out
    assert snapshot == told.out


def test_no_command_shows_the_help(sayso: Sayso) -> None:
    """Without a command the help is the answer; as JSON there is none, which is an error."""
    told = sayso()
    assert told.code == 0
    assert told.out == sayso("--help").out
    assert sayso("--json").error["message"] == "no command was given"


def test_version(sayso: Sayso) -> None:
    """`--version` names the version of the package."""
    assert sayso("--version").out == f"sayso {__version__}\n"


def test_every_command_is_tried_by_a_test() -> None:
    """No command goes without a test that calls it by its name."""
    tests = "".join(path.read_text("utf-8") for path in HERE.glob("test_*.py"))
    called = set(re.findall(r'(?:sayso|taught)\(\s*"(\w+)"', tests))
    assert called >= COMMANDS.keys()
    known = {
        " ".join(words)
        for words in re.findall(r'(?:known?|coded)\(\s*"(\w+)"(?:,\s*"(\w+)")?', tests)
    }
    assert {name for name in OF_KNOWLEDGE if not has_call(name, known)} == set()


def has_call(name: str, called: set[str]) -> bool:
    """Tell whether a command of knowledge is called; its arguments may follow its name."""
    return any(one == name or one.startswith(f"{name} ") for one in called)


def test_the_reference_is_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """docs/cli.md says what the program does, and `--check` notices when it doesn't."""
    monkeypatch.chdir(HERE.parents[1])
    assert reference.main(["--check"]) == 0, "run 'make docs'"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    assert reference.main(["--check"]) == 1
    assert "out of date" in capsys.readouterr().err
    assert reference.main([]) == 0
    assert reference.main(["--check"]) == 0


def test_the_reference_does_not_depend_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is the same however wide the terminal is."""
    monkeypatch.setenv("COLUMNS", "50")
    narrow = reference.render_reference()
    monkeypatch.setenv("COLUMNS", "200")
    assert reference.render_reference() == narrow


def test_the_installed_script(project: Path) -> None:
    """The console script works from outside, with its exit code."""
    runs = [
        subprocess.run([SCRIPT, *arguments], cwd=project, capture_output=True, check=False)
        for arguments in (["--version"], ["list", "--json"], ["show", "abc"])
    ]
    assert [one.returncode for one in runs] == [0, 0, 2]
    assert runs[0].stdout.decode().split() == ["sayso", __version__]
    assert runs[1].stdout == b'{"status":"ok","data":{"items":[]}}\n'
    assert runs[2].stderr.startswith(b"sayso: 'abc' is no memory id")


def test_help_loads_nothing_heavy() -> None:
    """`sayso --help` imports neither the store nor the network nor knowledge nor a renderer."""
    code = (
        "import sys; from sayso.shell.entrances.cli.running import run; run(['--help']);"
        "heavy = {'apsw', 'httpx', 'orjson', 'pydantic', 'returns', 'rich',"
        " 'sayso.core.knowledge', 'sayso.shell.knowledge', 'sayso.shell.entrances.cli.knowledge'};"
        "print(*sorted(heavy & sys.modules.keys()), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stderr.decode().split() == []


def test_the_script_module_loads_nothing_at_all() -> None:
    """The console script's own module imports no part of the command line by itself."""
    code = (
        "import sys; import sayso.shell.entrances.hooks;"
        "print(*sorted({'typer', 'apsw', 'dataclasses', 'json'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.decode().split() == []


def test_progress_shows_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bar appears where somebody watches, and is taken away at the end."""
    for watched in (False, True):
        monkeypatch.setattr(sys.stderr, "isatty", lambda watched=watched: watched)
        with Progress("working", 4) as progress:
            progress.show(1)
            progress.show(2, 3, "reading")
        shown = capsys.readouterr().err
        assert ("working [######" in shown) is watched
        assert ("reading [################........] 2/3" in shown) is watched
        assert shown.endswith("\r\x1b[2K") is watched
