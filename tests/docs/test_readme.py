"""README.md tells the truth: its commands exist, its transcripts and examples are real."""

from __future__ import annotations

import json
import re
import runpy
import shlex
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sayso.shell.entrances.cli.app import command
from sayso.shell.entrances.cli.running import run

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
GOLDEN = ROOT / "golden" / "quality" / "test_corpus"
PROMPT = "$ "
GAP = "…"
BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`(?:sayso|make) [^`]+`|^(?:    |\$ )(?:sayso|make) .*$", re.MULTILINE)
LIBRARY_MAX_LINES = 10
TERMINAL_COLUMNS = "100"


def blocks(kind: str) -> list[str]:
    """Give the fenced blocks of one kind, in order."""
    return [found["body"] for found in BLOCK.finditer(README) if found["kind"] == kind]


def steps(transcript: str) -> Iterator[tuple[list[str], list[str]]]:
    """Give each command of a transcript with the lines that the page shows of its output."""
    lines = transcript.splitlines()
    for at, line in enumerate(lines):
        if line.startswith(PROMPT):
            shown = takewhile(lambda one: not one.startswith(PROMPT), lines[at + 1 :])
            yield shlex.split(line.removeprefix(PROMPT)), list(shown)


def shows(shown: list[str], printed: list[str]) -> bool:
    """Tell whether a page shows an output whole, but for gaps marked as such."""
    parts = [re.escape("".join(f"{line}\n" for line in part)) for part in _between_gaps(shown)]
    whole = "".join(f"{line}\n" for line in printed)
    return re.fullmatch(r"(?:.*\n)+?".join(parts), whole) is not None


def _between_gaps(shown: list[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in shown:
        if line == GAP:
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


def test_only_a_marked_gap_may_leave_lines_out() -> None:
    """A line left out in silence, added or changed makes a page wrong."""
    printed = ["a", "b", "c", "d"]
    assert shows(printed, printed)
    assert shows(["a", GAP, "d"], printed)
    assert shows([GAP, "b", "c", GAP], printed)
    assert not any(
        shows(wrong, printed)
        for wrong in (
            ["a", "c", "d"],
            ["b", "c", "d"],
            ["a", "b"],
            [GAP, "b", "d"],
            ["a", GAP, "e"],
        )
    )


@pytest.mark.parametrize("transcript", blocks("console"), ids=lambda text: text[:30].strip())
def test_every_line_of_a_transcript_is_printed_today(
    transcript: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In a fresh project the commands print what the page shows, and nothing in silence besides."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", TERMINAL_COLUMNS)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SAYSO_HOME", str(tmp_path / "home" / ".sayso"))
    for (program, *arguments), shown in steps(transcript):
        assert program == "sayso"
        assert run(["--project", str(tmp_path), *arguments]) == 0
        printed = capsys.readouterr().out.splitlines()
        assert shows(shown, printed), "\n".join(printed)


def test_every_library_example_prints_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each example is at most ten lines, runs in an empty project, and prints the next block."""
    programs, outputs = blocks("python"), blocks("text")
    assert len(programs) == len(outputs) == 2
    for number, (program, output) in enumerate(zip(programs, outputs, strict=True)):
        project = tmp_path / str(number)
        project.mkdir()
        monkeypatch.chdir(project)
        assert len(program.splitlines()) <= LIBRARY_MAX_LINES
        Path("host.py").write_text(program, "utf-8")
        runpy.run_path("host.py", run_name="__main__")
        assert capsys.readouterr().out == output


def commands_in(page: Path) -> Iterator[list[str]]:
    """Give every call of sayso or make that a page shows in code style, as words."""
    for found in CODE.finditer(page.read_text("utf-8")):
        text = found.group().strip("` ").removeprefix(PROMPT)
        yield text.split("#")[0].split()


def faults_of(words: list[str]) -> list[str]:
    """Say what is wrong with one call: an unknown command, option or target."""
    import typer
    from typer.core import TyperCommand, TyperGroup

    program, *rest = words
    if program == "make":
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
        named = [word for word in rest if re.fullmatch(r"[a-z]+(?:-[a-z]+)*", word)]
        return [word for word in named if word not in targets]
    if rest[:1] == ["--project"]:
        rest = rest[2:]
    part: TyperCommand | TyperGroup = command()
    while isinstance(part, TyperGroup) and rest[:1] and rest[0].isalpha():
        name, *rest = rest
        below = part.get_command(typer.Context(part), name)
        if below is None:
            return [name]
        assert isinstance(below, TyperCommand | TyperGroup)
        part = below
    known = {option for parameter in part.params for option in parameter.opts} | {"--help"}
    given = {word.strip("[]").split("=")[0] for word in rest if word.strip("[").startswith("--")}
    return sorted(given - known - {"--"})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_of_a_page_exists(page: Path) -> None:
    """A command, option or make target that a page shows can be used."""
    faults = {" ".join(words): faults_of(words) for words in commands_in(page)}
    assert not {call: fault for call, fault in faults.items() if fault}


@pytest.mark.parametrize(
    ("call", "faults"),
    [
        ("sayso import PATH... [--dry-run]", []),
        ("sayso --project DIR list --json", []),
        ("sayso remember", ["remember"]),
        ("sayso list --loud", ["--loud"]),
        ("sayso knowledge pattern add --cause", []),
        ("sayso knowledge pattern forget", ["forget"]),
        ("make demo", []),
        ("make coffee", ["coffee"]),
        ("make golden-check", []),
        ("make golden-brown", ["golden-brown"]),
    ],
)
def test_a_call_is_judged(call: str, faults: list[str]) -> None:
    """The check of this file tells a command that exists from one that does not."""
    assert faults_of(call.split()) == faults


def test_the_two_commands_come_first() -> None:
    """The first commands a newcomer meets are `make demo` and `make test`."""
    calls = [" ".join(words) for words in commands_in(ROOT / "README.md")]
    firsts = [call for call in calls if call.startswith("make")][:2]
    assert [call.split()[1] for call in firsts] == ["demo", "test"]


def figures(name: str) -> dict[str, Any]:
    """Read pinned figures of the project's own corpus."""
    read: dict[str, Any] = json.loads((GOLDEN / f"{name}.txt").read_text("utf-8"))
    return read


SETS = {
    "corpus": ("test_the_figures_are_pinned", "test_the_figures_of_the_gate_are_pinned"),
    "other_trades": (
        "test_the_figures_on_other_trades_are_pinned",
        "test_the_gate_on_other_trades_is_pinned",
    ),
}


def figure_rows(name: str) -> list[str]:
    """Write the table of one set of cases as the page holds it."""
    whole, gate = map(figures, SETS[name])
    named = {"all": whole} | {lang: whole["by_lang"][lang] for lang in ("zh", "en", "mixed")}
    rows = [
        f"| `tests/quality/{name}.jsonl` | cases | precision | recall | false |",
        "|---" * 5 + "|",
    ]
    rows += [
        f"| `sayso eval FILE`, {lang} | {one['cases']} | {one['precision']:.3f} "
        f"| {one['recall']:.3f} | {one['false']} |"
        for lang, one in named.items()
    ]
    right = f"{gate['right_accepted']} of {gate['right']} right proposals accepted,"
    wrong = f"{gate['wrong_refused']} of {gate['wrong']} cases of wrong ones refused."
    return [*rows, "", f"`sayso eval FILE --gate` on the same file: {right}", wrong]


@pytest.mark.parametrize("name", SETS)
def test_the_figures_are_the_pinned_ones(name: str) -> None:
    """The page's figures of each set of cases are those of golden/quality."""
    shown = README.split(f"<!-- begin: {name} -->\n")[1].split(f"<!-- end: {name} -->")[0]
    assert shown == "\n".join(figure_rows(name)) + "\n"
