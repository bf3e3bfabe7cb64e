"""Search, context, list, status, opening and claim, from 1,000 memories to 1,000,000.

Each size is filled in one scope, in 100 and in 10,000 scopes of one database, with as many turns
and jobs. Beside our search the same queries go to FTS5: words under the porter tokenizer, parts of
words under the trigram one; both are filled with the same texts and asked for the same scope.
`--sizes` and `--scopes` choose what is filled, `--into FOLDER` keeps it for another run. A million
takes three quarters of an hour to fill and 12 GB, so it is only done where it is asked for.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

import apsw

from bench.asked import KINDS, Sample, Task, by_size, questions, time_fts, time_tasks
from bench.filling import bench_statement
from bench.masses import Mass, batches
from bench.memories import Writer
from bench.staged import time_ours
from bench.tables import machine

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bench.masses import Said

SIZES: Final = (1_000, 10_000, 100_000)
SCOPES: Final = (1, 100, 10_000)
SAMPLES: Final = 1_000
SEED: Final = 20_261_201
FILL_CACHE_KIB: Final = 1_000_000
READ_CACHE_KIB: Final = 400_000


def main(argv: Sequence[str] = ()) -> None:
    """Fill what is not there yet, measure it and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale")
    parser.add_argument("--sizes", type=_numbers, default=SIZES)
    parser.add_argument("--scopes", type=_numbers, default=SCOPES)
    parser.add_argument("--into", type=Path)
    chosen = parser.parse_args(argv)
    print(f"Many memories. {machine()}. Best of three, warm cache.")
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.into or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for size in chosen.sizes:
            layouts = [scopes for scopes in chosen.scopes if scopes <= size]
            fill_size(folder, size, layouts)
            for scopes in layouts:
                for line in measured(folder, size, scopes):
                    print(line, flush=True)
            if chosen.into is None:
                for path in folder.iterdir():
                    path.unlink()


def fill_size(folder: Path, size: int, layouts: Iterable[int]) -> None:
    """Fill the stores of one size, and FTS5, that are not there yet; each item is made once."""
    wanted = [scopes for scopes in layouts if not store_of(folder, size, scopes).exists()]
    fts_path = fts_of(folder, size)
    fts = None if fts_path.exists() else _yardstick(_making(fts_path))
    if not wanted and fts is None:
        return
    masses = [Mass(_fresh(_making(store_of(folder, size, scopes))), scopes) for scopes in wanted]
    samples: list[Sample] = []
    for batch in batches(Writer(SEED).stream(size)):
        for mass in masses:
            mass.add(batch)
        if fts is not None:
            say(fts, batch)
        samples += _samples(batch, max(1, size // SAMPLES))
    for mass in masses:
        mass.settle(size)
        _keep(mass.db, store_of(folder, size, mass.scopes))
    if fts is not None:
        _keep(fts, fts_path)
    _samples_of(folder, size).write_text(json.dumps([asdict(one) for one in samples]), "utf-8")


def _yardstick(path: Path) -> apsw.Connection:
    fts = _fresh(path)
    for name in ("scale_porter", "scale_trigram"):
        fts.execute(bench_statement(name)).fetchall()
    return fts


def _samples(batch: list[Said], every: int) -> list[Sample]:
    return [
        Sample(number=said.item.row_id, memory=said.memory)
        for said in batch
        if said.item.row_id % every == 0
    ]


def _keep(db: apsw.Connection, path: Path) -> None:
    """Give a file that is whole its name."""
    db.close()
    _making(path).rename(path)


def say(fts: apsw.Connection, batch: list[Said]) -> None:
    """Tell FTS5 what the items of a batch say."""
    rows = [
        {
            "row_id": said.item.row_id,
            "said": "\n".join(
                (said.item.title, *said.item.aliases, *said.item.keywords, said.item.content)
            ),
        }
        for said in batch
    ]
    with fts:
        for name in ("scale_say_words", "scale_say_parts"):
            fts.executemany(bench_statement(name), rows)


def measured(folder: Path, size: int, scopes: int) -> Iterable[str]:
    """Measure one store; gives the lines of its table."""
    path = store_of(folder, size, scopes)
    samples = [
        Sample.of(record) for record in json.loads(_samples_of(folder, size).read_text("utf-8"))
    ]
    yield f"\n{size:,} memories in {scopes:,} scopes, {path.stat().st_size / 1e6:,.0f} MB"
    with closing(apsw.Connection(str(path))) as db:
        db.pragma("cache_size", -READ_CACHE_KIB)
        db.pragma("temp_store", 2)
        db.execute("ATTACH ? AS yardstick", (str(fts_of(folder, size)),)).fetchall()
        asked = {kind: questions(samples, kind, scopes) for kind in KINDS}
        ours = {kind: time_ours(db, some) for kind, some in asked.items()}
        fts = {kind: time_fts(db, kind, some) for kind, some in asked.items()}
    yield from by_size(ours, fts)
    tasks: list[Task] = time_tasks(path, scopes)
    for task in tasks:
        yield f"  {task.name:<28}{task.p50_ms:>9.2f}{task.p95_ms:>9.2f}"


def store_of(folder: Path, size: int, scopes: int) -> Path:
    """Name the store of a size and a number of scopes."""
    return folder / f"{size}-in-{scopes}.db"


def fts_of(folder: Path, size: int) -> Path:
    """Name the FTS5 tables of a size."""
    return folder / f"{size}-fts.db"


def _samples_of(folder: Path, size: int) -> Path:
    return folder / f"{size}-samples.json"


def _making(path: Path) -> Path:
    return path.with_suffix(".making")


def _fresh(path: Path) -> apsw.Connection:
    """Open an empty file that is worth nothing until it is whole."""
    path.unlink(missing_ok=True)
    db = apsw.Connection(str(path))
    db.pragma("journal_mode", "off")
    db.pragma("synchronous", "off")
    db.pragma("cache_size", -FILL_CACHE_KIB)
    return db


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))


if __name__ == "__main__":
    import sys

    from tests.own_home import use_own_home

    use_own_home()
    main(sys.argv[1:])
