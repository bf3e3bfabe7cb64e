"""What a user installs: small, quick to import, and the same on every machine."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from sayso.shell.knowledge.demo import TREE
from tests.architecture.tree import ROOT, SHIPPED

DISTRIBUTIONS_MAX = 20
INSTALLED_MAX_MB = 30
MB = 1_000_000

# What `import sayso` must leave alone: each of these costs more than the whole prompt hook.
HEAVY = frozenset({"apsw", "httpx", "orjson", "pydantic", "returns", "rich", "typer"})
INDEX = "https://pypi.org/simple"


def toml(name: str) -> dict[str, object]:
    """Read a TOML file of the repository root."""
    return tomllib.loads((ROOT / name).read_text("utf-8"))


def table(owner: object, key: str) -> dict[str, object]:
    """Give a table inside a TOML table."""
    assert isinstance(owner, dict)
    value = owner[key]
    assert isinstance(value, dict)
    return value


def own_files() -> Iterator[Path]:
    """Give the files that the wheel is made of."""
    yield from (ROOT / "src" / "sayso").glob("[!.]*.*")
    for top in SHIPPED:
        yield from (path for path in (ROOT / top).rglob("*") if path.is_file())


def files_of(name: str) -> Iterator[Path]:
    """Give the installed files of a distribution."""
    distribution = metadata.distribution(name)
    for path in distribution.files or ():
        yield Path(str(distribution.locate_file(path)))


def closure(root: str) -> set[str]:
    """Give the names of all distributions that installing `root` without extras brings."""
    seen: set[str] = set()
    waiting = [root]
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name in seen:
            continue
        seen.add(name)
        for text in metadata.requires(name) or ():
            wanted = Requirement(text)
            if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                waiting.append(wanted.name)
    return seen


def size_bytes(paths: Iterator[Path]) -> int:
    """Add up files, compiled bytecode not counted."""
    return sum(path.stat().st_size for path in paths if path.suffix != ".pyc" and path.is_file())


def run_python(code: str) -> str:
    """Run code in a fresh interpreter that sees the checkout, and give what it printed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_the_package_loads_nothing_heavy() -> None:
    """`import sayso` imports no database, network, command-line or result library."""
    loaded = run_python("import sayso, sys; print(*sys.modules)").split()
    assert not HEAVY & set(loaded)


def test_memory_is_reached_from_the_package_lazily() -> None:
    """`from sayso import Memory` gives the class of shell/memory.py, loaded at that moment."""
    code = (
        "import sys, sayso; assert 'sayso.shell.memory' not in sys.modules;"
        "from sayso import Memory; print(Memory.__module__, Memory.__name__)"
    )
    assert run_python(code) == "sayso.shell.memory Memory"


def test_an_unknown_name_of_the_package_is_an_attribute_error() -> None:
    """The lazy lookup answers only for the names it knows."""
    code = "import sayso; print(hasattr(sayso, 'Mammary'), sayso.__version__)"
    version = table(toml("pyproject.toml"), "project")["version"]
    assert run_python(code) == f"False {version}"


def test_default_install_stays_small(capsys: pytest.CaptureFixture[str]) -> None:
    """Installing sayso brings at most 20 distributions and 30 MB, bytecode not counted."""
    names = closure("sayso")
    sizes = {name: size_bytes(files_of(name)) for name in names - {"sayso"}}
    sizes["sayso"] = size_bytes(own_files())
    total_mb = sum(sizes.values()) / MB
    with capsys.disabled():
        sys.stdout.write(f"\ndefault install: {len(names)} distributions, {total_mb:.1f} MB\n")
    largest = sorted(sizes.items(), key=lambda entry: -entry[1])[:5]
    assert len(names) <= DISTRIBUTIONS_MAX, sorted(names)
    assert total_mb <= INSTALLED_MAX_MB, largest


def test_the_wheel_is_mapped_whole() -> None:
    """Every shipped folder lands under sayso/, the demo's source tree too, nothing beside it."""
    build = table(table(table(toml("pyproject.toml"), "tool"), "hatch"), "build")
    wheel = table(table(build, "targets"), "wheel")
    tops = (*SHIPPED, TREE.parent.as_posix())
    assert wheel["sources"] == {"src/sayso": "sayso", **{top: f"sayso/{top}" for top in tops}}
    named = ["src/sayso/__init__.py", "src/sayso/py.typed", *SHIPPED, TREE.as_posix()]
    assert wheel["only-include"] == named


def test_the_lock_file_is_up_to_date() -> None:
    """uv.lock was made for the dependencies that pyproject.toml names today."""
    project = table(toml("pyproject.toml"), "project")
    packages = toml("uv.lock")["package"]
    assert isinstance(packages, list)
    locked = next(entry for entry in packages if entry["name"] == "sayso")["metadata"]
    named = [project["dependencies"], *table(project, "optional-dependencies").values()]
    for declared, kept in (
        (
            list(chain.from_iterable(one for one in named if isinstance(one, list))),
            locked["requires-dist"],
        ),
        (table(toml("pyproject.toml"), "dependency-groups")["dev"], locked["requires-dev"]["dev"]),
    ):
        assert isinstance(declared, list)
        wanted = {(one.name, str(one.specifier)) for one in map(Requirement, declared)}
        assert wanted == {(one["name"], str(_specifier(one))) for one in kept}


def _specifier(entry: dict[str, str]) -> object:
    return Requirement(entry["name"] + entry.get("specifier", "")).specifier


def test_the_lock_file_names_the_public_index_alone() -> None:
    """Whoever updates uv.lock behind a mirror doesn't commit the mirror's address."""
    text = (ROOT / "uv.lock").read_text("utf-8")
    assert set(re.findall(r'registry = "([^"]*)"', text)) == {INDEX}
    hosts = set(re.findall(r'url = "https?://([^/"]+)/', text))
    assert hosts == {"files.pythonhosted.org"}
