"""core/ is pure at run time: it answers in an interpreter that can reach nothing outside.

What `test_imports.py` reads off the code, this proves of the running program, packages included.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING

import pytest

from tests.architecture.test_imports import PURE
from tests.architecture.tree import ROOT

if TYPE_CHECKING:
    from tests.architecture.sealed import Errand

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")

SEALED = Path(__file__).with_name("sealed.py")
EXAMPLE = ROOT / "examples" / "pyodide"
CORPUS = ROOT / "tests" / "quality" / "corpus.jsonl"
EVERY_NTH = 6  # of the labelled messages
PACKAGES = ("returns", "orjson", "snowballstemmer", "typing_extensions")

# Ways out, by a program that had its means at hand before any door closed, as no module of core
# could. What is left of importing is refused by Python itself.
WAYS_OUT = {
    "open": "open(__file__)",
    "read": "io.open(__file__)",
    "write": "os.open('x', os.O_CREAT | os.O_WRONLY)",
    "list": "os.listdir('.')",
    "delete": "os.remove('x')",
    "connect": "socket.create_connection(('127.0.0.1', 9))",
    "shell": "os.system('true')",
    "spawn": "subprocess.Popen(['true'])",
    "thread": "threading.Thread()",
    "time": "time.time()",
    "monotonic": "time.monotonic_ns()",
    "now": "datetime.datetime.now(datetime.UTC)",
    "today": "datetime.date.today()",
    "date of a mail": "email.utils.formatdate()",
    "chance": "random.random()",
    "entropy": "os.urandom(1)",
    "environment": "os.getenv('HOME')",
    "place": "os.getcwd()",
    "output": "print('x')",
    "input": "input()",
    "late import": "__import__('wave')",
    "late os": "__import__('os')",
}
MEANS = "datetime, email.utils, io, os, random, socket, subprocess, threading, time"
REACHING = f"""
import {MEANS}
ways = {{{", ".join(f"{name!r}: lambda: {way}" for name, way in WAYS_OUT.items())}}}
def answer(request):
    try:
        ways[request]()
    except BaseException as error:
        return type(error).__name__
    return "reached"
"""

# What a module may do while it is imported: load what lies beside it, and read no other file.
LOADING = """
told = {}
for name in ("beside", "_io", "time", "os", "wave"):
    try:
        module = __import__(name)
        told[name] = "loaded"
        if name == "_io":
            module.open("/dev/null")
    except BaseException as error:
        told[name] = type(error).__name__
answer = told.get
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder of links to core, to what it imports and to the example, and nothing else."""
    folder = tmp_path_factory.mktemp("bare")
    (folder / "sayso").mkdir()
    (folder / "sayso" / "core").symlink_to(ROOT / "core")
    (folder / "sayso" / "__init__.py").symlink_to(ROOT / "src" / "sayso" / "__init__.py")
    (folder / "judging.py").symlink_to(EXAMPLE / "judging.py")
    for name in PACKAGES:
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        origin = Path(spec.origin)
        path = origin.parent if origin.name == "__init__.py" else origin
        (folder / path.name).symlink_to(path)
    return folder


def every_module() -> list[str]:
    """Name all modules of core as they are imported."""
    paths = [path.relative_to(ROOT).with_suffix("") for path in (ROOT / "core").rglob("*.py")]
    names = ["sayso." + ".".join(path.parts).removesuffix(".__init__") for path in paths]
    return sorted(names)


def asked_of(case: dict[str, str]) -> str:
    """Ask the example about a labelled message and the turn before it."""
    turns = [
        {"user": case["prev_user"], "assistant": case["prev_assistant"]},
        {"user": case["text"], "assistant": ""},
    ]
    return json.dumps({"now_us": 1, "turns": turns})


def sealed(errand: Errand) -> list[str]:
    """Run an errand behind closed doors."""
    done = subprocess.run(
        [sys.executable, "-S", "-I", str(SEALED)],
        input=json.dumps(errand),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    answers: list[str] = json.loads(done.stdout)
    return answers


def test_core_judges_with_every_door_closed(bare: Path) -> None:
    """All of core loads and judges as it does here, under another seed of its hashes."""
    shown = json.loads((EXAMPLE / "requests.json").read_text("utf-8"))
    labelled = CORPUS.read_text("utf-8").splitlines()[::EVERY_NTH]
    requests = [json.dumps(one) for one in shown]
    requests += [asked_of(json.loads(line)) for line in labelled]
    errand: Errand = {
        "folder": str(bare),
        "beforehand": [*sorted(PURE), "orjson", "returns.result", "sayso"],
        "modules": every_module(),
        "program": "judging",
        "requests": requests,
    }
    answers = sealed(errand)
    here = run_path(str(EXAMPLE / "judging.py"))["answer"]
    assert answers == [here(request) for request in requests]
    assert sum('"accepted": []' not in one for one in answers) > 10


def test_every_way_out_is_refused(bare: Path) -> None:
    """The doors are doors: files, network, processes, clocks, chance and the rest are refused."""
    (bare / "reaching.py").write_text(REACHING, "utf-8")
    errand: Errand = {
        "folder": str(bare),
        "beforehand": ["reaching"],
        "modules": [],
        "program": "reaching",
        "requests": list(WAYS_OUT),
    }
    told = dict(zip(WAYS_OUT, sealed(errand), strict=True))
    assert set(told.values()) == {"SealedError"}, told


def test_loading_may_read_nothing_else(bare: Path) -> None:
    """While core loads, what an import does not need is refused already."""
    (bare / "beside.py").write_text("", "utf-8")
    (bare / "loading.py").write_text(LOADING, "utf-8")
    errand: Errand = {
        "folder": str(bare),
        "beforehand": [],
        "modules": ["loading"],
        "program": "loading",
        "requests": ["beside", "_io", "time", "os", "wave"],
    }
    absent = "ModuleNotFoundError"
    assert sealed(errand) == ["loaded", "SealedError", absent, absent, "SealedError"]
