"""What a large log costs to take in, and what it weighs then: beside bare apsw and FTS5.

Import: a plain log, read, keyed, stored with its jobs and posted for recall as `sayso import
--later` does, in durable transactions of 1,000 turns. Beside it the same texts inserted bare, and
into a table with an FTS5 index over it, in transactions of the same size. Size: the files of each
beside the bytes of the text; for turns of a chat at work, and for long ones made of paragraphs of
this project's own documents: the user says one, the assistant six.
"""

from __future__ import annotations

import itertools
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import apsw

from bench.filling import bench_statement
from bench.sayings import said, write_log
from bench.tables import OURS, Figure, one_number
from sayso.shell.importing import TRANSACTION_MAX_TURNS, ImportOptions, import_paths
from sayso.shell.memory import Memory
from sayso.shell.store.connection import use_durable_wal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Turn = tuple[str, str]

SUBJECT: Final = "Import of a large log without learning, and the size of the store after it."
TURNS: Final = 100_000
LONG_TURNS: Final = 10_000
QUICK_TURNS: Final = 2_000
ANSWER_PARAGRAPHS: Final = 6
PARAGRAPH_MIN_CHARS: Final = 120
DOCUMENTS: Final = Path(__file__).resolve().parents[1] / "docs"
TOKENIZERS: Final = {"FTS5 porter": "porter unicode61", "FTS5 trigram": "trigram"}


def figures(quick: bool) -> Iterator[Figure]:
    """Take two logs in, and give turns a second and times the text for each contender."""
    logs = (
        ("chat", QUICK_TURNS if quick else TURNS, map(said, itertools.count())),
        ("long turns", QUICK_TURNS if quick else LONG_TURNS, long_turns()),
    )
    for what, turns, source in logs:
        some = list(itertools.islice(source, turns))
        text_bytes = sum(len(side.encode()) for turn in some for side in turn)
        about = f"{text_bytes // turns} bytes of text a turn"
        for who, take in contenders().items():
            with tempfile.TemporaryDirectory() as folder:
                seconds = take(Path(folder), some)
                store_bytes = sum(path.stat().st_size for path in stores(Path(folder)))
            rate, weight = turns / seconds, store_bytes / text_bytes
            subject = f"import of a log, {what}"
            yield one_number(rate, subject=subject, who=who, size=turns, unit="turns/s", note=about)
            subject = f"size beside the text, {what}"
            yield one_number(weight, subject=subject, who=who, size=turns, unit="x the text")


def contenders() -> dict[str, Callable[[Path, list[Turn]], float]]:
    """Give who takes the turns in, each with what puts them into a folder and tells the seconds."""
    fts5 = {
        who: lambda folder, turns, by=by: take_bare(folder, turns, by)
        for who, by in TOKENIZERS.items()
    }
    return {OURS: take_ours, "bare apsw": take_bare, **fts5}


def take_ours(folder: Path, turns: list[Turn]) -> float:
    """Import a log of the turns as the command does, and give the seconds."""
    log = folder / "log.jsonl"
    write_log(log, turns)
    with Memory.open(folder) as memory:
        begun = time.perf_counter()
        report = import_paths(memory, [log], ImportOptions(any_folder=True, learns=False))
        seconds = time.perf_counter() - begun
    if report.turns != len(turns):
        raise SystemExit(f"{report.turns} of {len(turns)} turns went in: {report}")
    return seconds


def take_bare(folder: Path, turns: list[Turn], tokenizer: str = "") -> float:
    """Insert the texts into a table, with an FTS5 index of its own where a tokenizer is named."""
    db = apsw.Connection(str(folder / "bare.db"))
    use_durable_wal(db)
    db.execute(bench_statement("bulk_table")).fetchall()
    if tokenizer:
        db.execute(bench_statement("bulk_fts5").replace("TOKENIZER", tokenizer)).fetchall()
    insert, rows = bench_statement("bulk_insert"), enumerate(turns, start=1)
    index = bench_statement("bulk_index")
    begun = time.perf_counter()
    while some := [
        (number, *turn) for number, turn in itertools.islice(rows, TRANSACTION_MAX_TURNS)
    ]:
        db.execute("BEGIN IMMEDIATE")
        db.executemany(insert, some)
        if tokenizer:
            db.executemany(index, some)
        db.execute("COMMIT")
    seconds = time.perf_counter() - begun
    db.close()
    return seconds


def stores(folder: Path) -> Iterable[Path]:
    """Give the database files of a folder."""
    return (path for path in folder.rglob("*.db*") if path.suffix in {".db", ".db-wal"})


def long_turns() -> Iterator[Turn]:
    """Make turns of paragraphs of the documents, again and again with other neighbours."""
    told = [
        paragraph
        for path in sorted(DOCUMENTS.rglob("*.md"))
        for paragraph in path.read_text("utf-8").split("\n\n")
        if len(paragraph) >= PARAGRAPH_MIN_CHARS
    ]
    for number in itertools.count():
        ask, *answer = (
            told[(number * (ANSWER_PARAGRAPHS + 1) + part * part) % len(told)]
            for part in range(ANSWER_PARAGRAPHS + 1)
        )
        yield f"{number}. {ask}", "\n\n".join(answer)
