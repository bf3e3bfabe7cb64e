"""`sayso connect`: the files of every host, undone to the byte, in folders with blanks and Han."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest

from tests.cli.told import contents, is_one_line

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Sayso

HOSTS = ("claude-code", "codex", "cursor")
WAYS = [
    *(("claude-code",), ("claude-code", "--local"), ("claude-code", "--user")),
    *(("codex",), ("codex", "--user"), ("cursor",), ("cursor", "--user")),
]
FOREIGN = {
    ".claude/settings.json": '{\r\n\t"model": "opus",\r\n\t"hooks": {}\r\n}',
    ".claude/settings.local.json": '{"hooks":{"Stop":[]},"permissions":{}}',
    ".mcp.json": '{"mcpServers":{}}\n',
    ".claude.json": '\ufeff{"projects": {"/x": {"a": [1.0, 1e5]}}}',
    ".codex/hooks.json": '{ "hooks": {"Stop": [{"hooks": [{"command": "b"}]}]} }',
    ".codex/config.toml": '# mine\r\nmodel = "o" # 注释',
    ".cursor/hooks.json": '{"version": 1}',
    ".cursor/mcp.json": '{\n    "mcpServers": {"b": {"command": "b"}}\n}\n',
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Give a project whose path needs quotes everywhere."""
    folder = tmp_path / "我的 project"
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a home with a blank in its name, and Sayso installed in it."""
    home = tmp_path / "李 华"
    command = home / "bin" / "sayso"
    command.parent.mkdir(parents=True)
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(sys, "argv", [str(command)])
    return home


def put_foreign(*folders: Path) -> None:
    """Give each folder a file of somebody else's in every place."""
    for folder in folders:
        for name, text in FOREIGN.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(text.encode())


def tree(*folders: Path) -> dict[str, str]:
    """Give every file with its hash, and every folder."""
    files = {
        str(folder / name): one for folder in folders for name, one in contents(folder).items()
    }
    paths = (path for folder in folders for path in folder.rglob("*") if path.is_dir())
    return files | {str(path): "folder" for path in paths}


@pytest.mark.parametrize("is_foreign", [False, True])
@pytest.mark.parametrize("way", WAYS)
def test_connect_is_undone_to_the_byte(
    sayso: Sayso, project: Path, home: Path, way: tuple[str, ...], is_foreign: bool
) -> None:
    """Connect twice writes once; remove gives back every byte, file and folder."""
    if is_foreign:
        put_foreign(project, home)
    before = tree(project, home)
    line = ("connect", *way)
    seen = sayso(*line, "--dry-run", "--json").answer
    assert tree(project, home) == before
    done = sayso(*line, "--json").answer
    assert done | {"dry_run": True} == seen
    assert {one["state"] for one in done["files"]} == {"changed" if is_foreign else "created"}
    between = tree(project, home)
    assert {one["path"] for one in done["files"]} <= between.keys() - {
        path for path in before if before[path] == between.get(path)
    }
    again = sayso(*line, "--json").answer
    assert [(one["state"], one["diff"]) for one in again["files"]] == [("unchanged", "")] * 2
    assert tree(project, home) == between
    assert sayso(*line, "--remove").code == 0
    assert tree(project, home) == before
    assert sayso(*line, "--remove", "--json").answer["files"][0]["state"] == "unchanged"


def test_what_is_written_is_what_the_hosts_read(sayso: Sayso, project: Path, home: Path) -> None:
    """Each file as its host documents it, with a command that is one word of a shell."""
    for host in HOSTS:
        assert sayso("connect", host).code == 0
    command = f"{home}/bin/sayso"

    def read(name: str) -> object:
        return json.loads((project / name).read_text("utf-8"))

    def line(event: str, host: str) -> str:
        return f'"{command}" hook {event} --host {host}'

    events = ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd")
    for name, host in ((".claude/settings.json", "claude-code"), (".codex/hooks.json", "codex")):
        handlers = {e: {"type": "command", "command": line(e, host), "timeout": 10} for e in events}
        assert read(name) == {"hooks": {e: [{"hooks": [one]}] for e, one in handlers.items()}}
    flat = ("sessionStart", "beforeSubmitPrompt", "stop", "sessionEnd")
    hooks = {event: [{"command": line(event, "cursor")}] for event in flat}
    assert read(".cursor/hooks.json") == {"version": 1, "hooks": hooks}
    server = {"command": command, "args": ["mcp"]}
    assert read(".mcp.json") == read(".cursor/mcp.json") == {"mcpServers": {"sayso": server}}
    table = tomllib.loads((project / ".codex" / "config.toml").read_text("utf-8"))
    assert table == {"mcp_servers": {"sayso": server}}


def test_the_diff_comes_first_and_says_what_is_left_to_do(
    sayso: Sayso, project: Path, home: Path
) -> None:
    """People see every line that changes, then the files, then the next step."""
    put_foreign(project)
    told = sayso("connect", "codex")
    lines = told.out.splitlines()
    assert lines[0] == "--- .codex/hooks.json"
    at = lines.index("--- .codex/config.toml")
    assert lines[at + 3 : at + 9] == [
        *(" # mine", '-model = "o" # 注释', "\\ No newline at end of file"),
        *('+model = "o" # 注释', "+[mcp_servers.sayso]", f'+command = "{home}/bin/sayso"'),
    ]
    assert lines[-4] == "changed    .codex/hooks.json"
    assert lines[-2].startswith("next       start Codex in the project, trust the folder")
    told = sayso("connect", "codex", "--remove", "--dry-run")
    assert told.out.splitlines()[-1] == "would be changed .codex/config.toml"
    told = sayso("connect", "codex", "--user")
    assert "+++ ~/.codex/config.toml" in told.out


def test_a_shared_file_names_the_program_where_that_works_for_others(
    sayso: Sayso, project: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`sayso` alone if PATH leads to it for good; one's own files have the whole path."""
    told = sayso("connect", "claude-code", "--dry-run")
    assert f"name {home}/bin/sayso, which is only on this machine" in told.err
    assert "use --local" in told.err
    assert "--local" not in sayso("connect", "cursor", "--dry-run").err
    monkeypatch.setenv("PATH", f"{home}/bin:{os.environ['PATH']}")
    told = sayso("connect", "claude-code", "--json")
    assert (told.answer["command"], told.answer["notes"]) == ("sayso", [])
    assert sayso("connect", "cursor", "--user", "--json").answer["command"] == f"{home}/bin/sayso"
    monkeypatch.setenv("VIRTUAL_ENV", str(home))
    assert sayso("connect", "claude-code", "--json").answer["command"] == f"{home}/bin/sayso"
    monkeypatch.setattr(sys, "argv", ["pytest"])
    monkeypatch.setattr(sys, "executable", str(home / "python"))
    told = sayso("connect", "claude-code")
    assert (told.code, is_one_line(told)) == (1, True)
    assert "not installed beside this Python" in told.err


def test_two_files_of_one_host_are_told(sayso: Sayso, project: Path, home: Path) -> None:
    """A prompt that would be handled twice is told, with the way out."""
    sayso("connect", "claude-code", "--user")
    (project / ".claude").mkdir()
    (project / ".claude" / "settings.local.json").write_bytes(b"\xff")
    told = sayso("connect", "claude-code")
    assert "'sayso connect claude-code --user --remove' takes that away" in told.err


def test_the_agents_own_variables_move_their_files(
    sayso: Sayso, project: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLAUDE_CONFIG_DIR and CODEX_HOME are where the user's own files lie."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / "c"))
    monkeypatch.setenv("CODEX_HOME", "x")
    paths = {
        one["path"]
        for host in ("claude-code", "codex")
        for one in sayso("connect", host, "--user", "--json").answer["files"]
    }
    assert paths == {
        *(f"{home}/c/settings.json", f"{home}/c/.claude.json"),
        *(f"{project}/x/hooks.json", f"{project}/x/config.toml"),
    }
    assert (home / "c" / ".claude.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (("codex", "--local"), "codex has no file for one user in one project"),
        (("emacs",), "unknown host 'emacs' — there are claude-code, codex, cursor"),
        (("codex", "--local", "--user"), "--user and --local exclude each other"),
        (("",), "the host is empty"),
    ],
)
def test_what_cannot_be_asked_for(
    sayso: Sayso, project: Path, home: Path, line: tuple[str, ...], what: str
) -> None:
    """One line, and nothing is made."""
    told = sayso("connect", *line)
    assert (told.code, is_one_line(told)) == (2, True)
    assert what in told.err
    assert [path.name for path in project.iterdir()] == [".git"]


def test_a_file_that_cannot_be_edited_stops_all_of_it(
    sayso: Sayso, project: Path, home: Path
) -> None:
    """The second file is at fault, and the first is not written either."""
    (project / ".mcp.json").write_text('{"mcpServers": {}, // mine\n}')
    for flags in ((), ("--remove",)):
        told = sayso("connect", "claude-code", *flags)
        assert (told.code, is_one_line(told)) == (1, True)
        assert f"{project}/.mcp.json: it is no strict JSON at line 1, column 20" in told.err
        assert "a comment; nothing was changed" in told.err
    assert sorted(path.name for path in project.iterdir()) == [".git", ".mcp.json"]
    (project / ".mcp.json").write_bytes(b'{"a": "\xff"}')
    assert "it is no UTF-8 at byte 7" in sayso("connect", "claude-code").err


def test_links_are_followed_to_a_user_s_own_files_alone(
    sayso: Sayso, project: Path, home: Path
) -> None:
    """The real file is edited and named; a link out of the project may have come with it."""
    real = home / "dotfiles" / "hooks.json"
    real.parent.mkdir()
    real.write_text("{}")
    real.chmod(0o640)
    (home / ".cursor").mkdir()
    link = home / ".cursor" / "hooks.json"
    link.symlink_to(real)
    answer = sayso("connect", "cursor", "--user", "--json").answer
    assert answer["files"][0]["notes"] == [f"it is a link to {real}, which is edited"]
    assert answer["files"][0]["real_path"] == str(real)
    assert (link.is_symlink(), real.stat().st_mode & 0o777) == (True, 0o640)
    assert "beforeSubmitPrompt" in real.read_text()
    (project / ".cursor").symlink_to(home / ".cursor")
    told = sayso("connect", "cursor")
    assert f"leads out of the project to {real}" in told.err
    (project / ".cursor").unlink()
    (project / ".cursor").mkdir()
    target = project / ".cursor" / "hooks.json"
    target.symlink_to("nowhere.json")
    assert "where nothing is" in sayso("connect", "cursor").err
    target.unlink()
    os.link(real, target)
    assert "has 2 names (hard links)" in sayso("connect", "cursor").err
    target.unlink()
    target.mkdir()
    assert "is no plain file" in sayso("connect", "cursor").err


def test_a_home_is_no_project(sayso: Sayso, home: Path) -> None:
    """What lies in the home folder is the user's own, and is written with --user."""
    told = sayso("--project", str(home), "connect", "claude-code")
    assert (told.code, is_one_line(told)) == (1, True)
    assert "is no project of its own — go to a project, or use" in told.err
    shutil.rmtree(home / "bin")
