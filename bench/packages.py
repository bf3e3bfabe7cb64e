"""The memory packages that people install today, beside us: size, start, greeting, add, search.

Each lies in an environment of its own (`.ci/set-up-bench-packages`) and runs without network, with
an empty home. Who needs a key, a download or a server has a row with its own reason.
"""

from __future__ import annotations

import json
import math
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.package_texts import questions, texts
from bench.package_tools import Asked, over_mcp
from bench.packages_apart import ROOT, RivalError, empty_home, run, served
from bench.tables import OURS, Figure, absent, one_number, taken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bench.tables import About

SUBJECT: Final = (
    "Memory packages of the day, without network: size is how often something was done, or texts."
)
ENVIRONMENTS: Final = ROOT / ".venv-bench-packages"
LENT: Final = ROOT / ".venv-bench/lib/python3.11/site-packages"
NOT_INSTALLED: Final = "not installed: .ci/set-up-bench-packages"
ROUNDS: Final = 5
ROUNDS_QUICK: Final = 1
START_S: Final = 180.0
SEARCH_S: Final = 900.0
SEARCH_QUICK_S: Final = 300.0
MEGABYTE: Final = 1_000_000
TORCH: Final = "not tried: brings torch and 15 distributions for CUDA"
DURABLE: Final = "each text is synced to disk"
OF_EACH: Final = ("MB", "distributions")


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """How one package is started, and how texts are put into it and found again."""

    name: str
    start: tuple[str, ...]  # `python` or a script of its environment, and arguments
    serve: tuple[str, ...] = ()
    way: str = ""  # in bench/package_ways.py
    how: str = ""  # it searches, where that is to be known
    can_borrow: bool = False
    left_out: str = ""


US: Final = Package(
    name=OURS, start=("sayso", "--help"), serve=("sayso", "mcp"), way="sayso", how=DURABLE
)
PACKAGES: Final = (
    US,
    Package(name="mem0ai", start=("python", "-c", "import mem0"), way="mem0"),
    Package(
        name="langmem",
        start=("python", "-c", "import langmem"),
        way="langmem",
        how="in memory, nothing on disk",
        can_borrow=True,
    ),
    Package(name="memori", start=("python", "-c", "import memori"), way="memori"),
    Package(name="memorisdk", start=(), left_out=TORCH),
    Package(
        name="basic-memory",
        start=("basic-memory", "--help"),
        serve=("basic-memory", "mcp"),
        how="over MCP, full text: no model of its own",
    ),
    Package(
        name="mcp-memory-service",
        start=("memory", "--help"),
        serve=("memory", "server"),
        how="over MCP, by hash embeddings: no model of its own",
    ),
    Package(name="memsearch", start=("memsearch", "--help"), way="memsearch"),
    Package(name="letta", start=("letta", "--help")),
    Package(name="cognee", start=("python", "-c", "import cognee"), way="cognee"),
    Package(
        name="chromadb", start=("python", "-c", "import chromadb"), way="chromadb", can_borrow=True
    ),
)
# Ours beside them: what an agent runs at each event.
HOOK: Final = Package(name=f"{OURS} hook", start=("sayso", "hook", "SessionStart"))


def figures(quick: bool) -> Iterator[Figure]:
    """Measure size, start, greeting, and adding and searching, everybody in turn."""
    for package in PACKAGES:
        yield from sizes(package)
    rounds = ROUNDS_QUICK if quick else ROUNDS
    yield from starts(rounds)
    yield from greetings(rounds)
    for package in PACKAGES:
        yield from searches(package, quick=quick, lent="")
    for package in PACKAGES:
        if package.can_borrow:
            yield from searches(package, quick=quick, lent=str(LENT))


def missing(package: Package) -> str:
    """Say why a package cannot be run at all, or nothing."""
    if package.left_out:
        return package.left_out
    if package.name.startswith(OURS) or (ENVIRONMENTS / package.name / "installed.txt").exists():
        return ""
    told = ENVIRONMENTS / f"{package.name}.txt"  # what the installer complained of
    return " ".join(told.read_text("utf-8").split())[-150:] if told.exists() else NOT_INSTALLED


def sizes(package: Package) -> Iterator[Figure]:
    """Give the size of an environment above an empty one, and the number of distributions."""
    subject = "size of the install"
    folder = ENVIRONMENTS / package.name
    why = package.left_out or ("" if folder.exists() else missing(package) or NOT_INSTALLED)
    if why:
        for unit in OF_EACH:
            yield absent(why, subject=subject, who=package.name, size=1, unit=unit)
        return
    whole, distributions = installed(folder)
    for unit, found in zip(OF_EACH, (whole / MEGABYTE, distributions), strict=True):
        yield one_number(found, subject=subject, who=package.name, size=1, unit=unit)


def installed(folder: Path) -> tuple[int, int]:
    """Give the bytes of what lies in an environment, compiled files not counted, and how many."""
    places = [*folder.glob("lib/python3*/site-packages")]
    files = [one for place in places for one in place.rglob("*") if one.is_file()]
    size = sum(
        one.stat().st_size
        for one in files
        if "__pycache__" not in one.parts and not one.is_symlink()
    )
    return size, sum(len([*place.glob("*.dist-info")]) for place in places)


def command(package: Package, words: tuple[str, ...]) -> list[str]:
    """Give a command of a package's environment; ours is run where this bench is."""
    ours = package.name.startswith(OURS)
    folder = Path(sys.executable).parent if ours else ENVIRONMENTS / package.name / "bin"
    return [str(folder / words[0]), *words[1:]]


def starts(rounds: int) -> Iterator[Figure]:
    """Start every command in turn, and give the times of each, with the CPU's."""

    def once(package: Package, home: Path) -> tuple[float, float]:
        ran = run(command(package, package.start), home, START_S, given="{}")
        return ran.took_s, ran.worked_s

    yield from in_turn((US, HOOK, *PACKAGES[1:]), "start", rounds, once)


def greetings(rounds: int) -> Iterator[Figure]:
    """Greet every MCP server in turn and let it list its tools."""

    def once(package: Package, home: Path) -> tuple[float, float]:
        begun = time.perf_counter()
        with served(command(package, package.serve), home, START_S) as server:
            server.greet()
            server.ask("tools/list", {})
            return time.perf_counter() - begun, math.nan

    yield from in_turn([one for one in PACKAGES if one.serve], "MCP handshake", rounds, once)


def in_turn(
    packages: tuple[Package, ...] | list[Package],
    subject: str,
    rounds: int,
    once: Callable[[Package, Path], tuple[float, float]],
) -> Iterator[Figure]:
    """Time something of each package round by round; the first round only fills the caches."""
    times: dict[str, list[tuple[float, float]]] = {one.name: [] for one in packages}
    why = {one.name: missing(one) for one in packages}
    with empty_home() as homes:
        for _ in range(rounds + 1):
            for package in packages:
                if why[package.name]:
                    continue
                home = homes / package.name
                home.mkdir(exist_ok=True)
                try:
                    times[package.name].append(once(package, home))
                except RivalError as reason:
                    why[package.name] = str(reason)
    for package in packages:
        how = " ".join(package.start if subject == "start" else package.serve)
        about: About = {"subject": subject, "who": package.name, "size": rounds, "note": how}
        if failed := why[package.name]:
            yield absent(failed, subject=subject, who=package.name, size=rounds)
            continue
        counted = times[package.name][1:]
        yield taken([took for took, _ in counted], **about)
        worked = statistics.median([worked for _, worked in counted])
        if not math.isnan(worked):
            yield one_number(worked * 1e3, **(about | {"unit": "CPU ms"}))


def searches(package: Package, *, quick: bool, lent: str) -> Iterator[Figure]:
    """Put the texts into a package one by one, and ask it the questions."""
    said, asked = texts(quick), questions(quick)
    who = f"{package.name}, MiniLM lent" if lent else package.name
    limit_s = SEARCH_QUICK_S if quick else SEARCH_S
    why = missing(package)
    if not why and lent and not Path(lent).exists():
        why = "no model to lend: .ci/set-up-bench"
    try:
        answers = None if why else _answers(package, said, [one for one, _ in asked], lent, limit_s)
    except RivalError as reason:
        answers, why = None, str(reason)
    expected = [said[number] for _, number in asked]
    yield from told(who, len(said), answers, expected, why or package.how)


def told(
    who: str, size: int, answers: Asked | None, expected: list[str], note: str
) -> Iterator[Figure]:
    """Give the three figures of adding and searching; the note is the reason if there are none."""
    add, search = "adding a text", "searching"
    if answers is None:
        yield absent(note, subject=add, who=who, size=size)
        yield absent(note, subject=search, who=who, size=size)
        yield absent(note, subject=search, who=who, size=size, unit="recall@5")
        return
    right = sum(
        any(text in one for one in found)
        for text, found in zip(expected, answers.found, strict=True)
    )
    yield taken(answers.added_s, subject=add, who=who, size=size, note=note)
    yield taken(answers.searched_s, subject=search, who=who, size=size, note=note)
    share: About = {"subject": search, "who": who, "size": size, "unit": "recall@5", "note": note}
    yield one_number(right / len(expected), **share)


def _answers(
    package: Package, said: list[str], asked: list[str], lent: str, limit_s: float
) -> Asked:
    with empty_home() as home:
        if package.way:
            given = {"way": package.way, "texts": said, "questions": asked, "lent": lent}
            python = command(package, ("python", "-m", "bench.package_ways"))
            ran = run(python, home, limit_s, json.dumps(given), path=str(ROOT))
            return Asked(**json.loads(ran.printed.splitlines()[-1]))
        if package.name == "letta":  # its agents live in a terminal and need a model's provider
            ran = run(command(package, ("letta", "-p", said[0])), home, START_S)
            raise RivalError(f"answered in words alone: {ran.printed[:80]}")
        with served(command(package, package.serve), home, limit_s) as server:
            server.greet()
            return over_mcp(server, package.name, said, asked)
