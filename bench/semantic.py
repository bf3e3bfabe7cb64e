"""Cases found again by meaning: SemanticMemory on both backends beside LanceDB and plain numpy."""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bench.rivals import PYTHON, ROOT
from bench.tables import Figure, absent, one_number, taken
from sayso.core.knowledge.hashing import dot, embed
from sayso.core.knowledge.meaning import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

SUBJECT: Final = (
    "Records of cases, hashed to 256 numbers: all kept at once (s), one more kept (ms), the five\n"
    "nearest asked for (ms), opened anew and asked once (ms), the size on disk (MB), and how near\n"
    "those five are, as a share of what our file finds.\n"
    "Ours embeds each text by itself; the others are given the vectors."
)
RECORDS, RECORDS_QUICK = 10_000, 300
ADDED, ASKED = 40, 200
NEAREST: Final = 5
DIM: Final = 256
WORDS: Final = 3_000
SEED: Final = 7
SHELF: Final = PYTHON.parents[1] / "lib"


def figures(quick: bool) -> Iterator[Figure]:
    """Give the same records and questions to everybody, each in a process of its own."""
    size = RECORDS_QUICK if quick else RECORDS
    given = workload(size)
    own = Path(sys.executable)
    best = 0.0
    for who, way, python, path in (
        ("sayso, file", "ours in a file", own, "src"),
        ("sayso, LanceDB", "ours on lancedb", own, _with_lancedb()),
        ("LanceDB", "lancedb", PYTHON, ""),
        ("numpy", "numpy", PYTHON, ""),
    ):
        missing, told = asked_apart(way, given, python, path)
        if missing:
            yield absent(missing, subject="keeping all at once", who=who, size=size, unit="s")
            continue
        yield from _figures(who, size, told)
        near = _nearness(given, told["found"])
        best = best or near
        yield one_number(near / best, subject="how near", who=who, size=size, unit="share")


def _nearness(given: dict[str, Any], found: list[list[str]]) -> float:
    """Add up how near what was found is: equal scores may be taken in any order."""
    vectors = {row["id"]: row["vector"] for row in (*given["rows"], *given["added"])}
    questions = (one["vector"] for one in given["asked"])
    return sum(
        dot(asked, vectors[name])
        for asked, names in zip(questions, found, strict=True)
        for name in names
    )


def _figures(who: str, size: int, told: dict[str, Any]) -> Iterator[Figure]:
    yield one_number(told["filled_s"], subject="keeping all at once", who=who, size=size, unit="s")
    yield taken(told["added_s"], subject="keeping one more", who=who, size=size)
    yield taken(told["asked_s"], subject="asking", who=who, size=size)
    first_ms = 1e3 * told["opened_s"]
    yield one_number(first_ms, subject="opening and asking once", who=who, size=size)
    yield one_number(told["bytes"] / 2**20, subject="on disk", who=who, size=size, unit="MB")


def workload(size: int) -> dict[str, Any]:
    """Make up records, a few more, and questions of words that one of them has."""
    draw = random.Random(SEED)
    words = [f"{draw.choice('bcdfgkmp')}{number:x}" for number in range(WORDS)]
    made = (_row(draw, words, number) for number in itertools.count())
    rows = list(itertools.islice(made, size))
    asked = [" ".join(draw.sample(draw.choice(rows)["symptom"].split(), 6)) for _ in range(ASKED)]
    return {
        "k": NEAREST,
        "rows": rows,
        "added": list(itertools.islice(made, ADDED)),
        "asked": [{"text": text, "vector": embed(text, DIM)} for text in asked],
    }


def _row(draw: random.Random, words: list[str], number: int) -> dict[str, Any]:
    texts = {
        "symptom": " ".join(draw.choices(words, k=12)),
        "signal": draw.choice(words),
        "code_line": f"{draw.choice(words)}.c:{number}",
        "conclusion": " ".join(draw.choices(words, k=10)),
    }
    record = Record(**texts)
    vector = embed(record.composed, DIM)
    return {"id": record.id, "vector": vector, **texts, "metadata": {"case_id": f"C{number}"}}


def asked_apart(
    way: str, given: dict[str, Any], python: Path, path: str
) -> tuple[str, dict[str, Any]]:
    """Run one way by itself; gives why it could not run, or what it tells."""
    if not python.exists():
        return "not installed: .ci/set-up-bench", {}
    ended = subprocess.run(
        [python, "-m", "bench.semantic_rival"],
        input=json.dumps(given | {"way": way}),
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path},
        encoding="utf-8",
    )
    if ended.returncode:
        return f"failed: {(ended.stderr.splitlines() or ['no word'])[-1]}", {}
    return "", json.loads(ended.stdout.splitlines()[-1])


def _with_lancedb() -> str:
    """Give the path on which our Python finds LanceDB beside what it has."""
    return os.pathsep.join(["src", *map(str, SHELF.glob("python3*/site-packages"))])
