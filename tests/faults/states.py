"""What a store says, as one comparable value, and what the real opening makes of any files.

A state is every row of every table with its counters. `reopen` puts files in place, opens them as
the program does, and gives the state found there together with everything that is wrong.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import apsw

from sayso.core.catalog import Degraded
from sayso.shell.errors import NotFoundError, SaysoError
from tests.kit import World, whole_turn
from tests.shell.damages import PAGE_BYTES, left_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sayso.shell.memory import Memory
    from tests.faults.disk import Files

NOTHING: Final = ()  # no store, or a file without a table
# A reopened store draws names that the story before has not drawn.
LATER_IDS: Final = 1_000_000
LATER_S: Final = 100_000
# A log and each page in it begin with a head; from its salts on, chance decides.
LOG_HEAD_BYTES: Final = 32
LOG_SALTS_AT: Final = 16
FRAME_HEAD_BYTES: Final = 24
FRAME_SALTS_AT: Final = 8
_TABLES: Final = (
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sqlite_stat1' ORDER BY name"
)

Rows = tuple[tuple[object, ...], ...]
State = tuple[tuple[str, Rows], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What opening gave: the state, the findings of a degraded store, and what is wrong."""

    state: State
    findings: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def state_of(path: Path) -> State:
    """Read everything a store holds, past the code under test."""
    if not path.exists() or not path.stat().st_size:
        return NOTHING
    with closing(_eyes(path)) as eyes:
        return _read(eyes)


def _eyes(path: Path) -> apsw.Connection:
    """Look with a connection of our own, past whoever watches the files."""
    return apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY, vfs="unix")


def _read(eyes: apsw.Connection) -> State:
    tables = [name for (name,) in eyes.execute(_TABLES)]
    if not tables:
        return NOTHING
    schema = eyes.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall()
    return (
        ("sqlite_schema", tuple(schema)),
        *(
            (table, tuple(sorted(eyes.execute(f"SELECT * FROM {table}").fetchall(), key=repr)))
            for table in tables
        ),
    )


def store_files(path: Path) -> Files:
    """Give the files that belong to a store, but for the index of its log and an empty log."""
    files = left_in(path.parent) if path.parent.exists() else {}
    return {
        name: content for name, content in files.items() if name.startswith(path.name) and content
    }


def put(folder: Path, files: Mapping[str, bytes]) -> World:
    """Make a project folder hold exactly these files of a store."""
    world = World(folder)
    store = world.path.parent
    store.mkdir(mode=0o700, exist_ok=True)
    for old in store.glob("memory.db*"):
        old.unlink()
    for name, content in files.items():
        path = store / name
        path.touch(mode=0o600)
        path.write_bytes(content)
    world.ids.drawn = LATER_IDS
    world.clock.advance(LATER_S)
    return world


def state_in(folder: Path, files: Mapping[str, bytes]) -> State:
    """Read what files hold that a process has left, past the code under test."""
    path = put(folder, files).path
    if not path.exists() or not path.stat().st_size:
        return NOTHING
    with closing(apsw.Connection(str(path))) as eyes:
        return _read(eyes)


def reopen(folder: Path, files: Mapping[str, bytes]) -> Found:
    """Open these files as the program does, and look whether all is well."""
    world = put(folder, files)
    try:
        memory = world.open(create=False)
    except NotFoundError:
        with world.open() as made:
            return Found(state=NOTHING, findings=_findings(made))
    except SaysoError as error:
        return Found(state=NOTHING, faults=(f"cannot be opened: {error.message}",))
    with memory:
        return _look(memory, world.path)


def opener(folder: Path) -> Callable[[Files], Found]:
    """Give `reopen` for one folder after many ends: what differs by chance alone is opened once."""
    known: dict[frozenset[tuple[str, bytes]], Found] = {}

    def found(files: Files) -> Found:
        key = frozenset((name, _but_for_salts(name, content)) for name, content in files.items())
        if key not in known:
            known[key] = reopen(folder, files)
        return known[key]

    return found


def _but_for_salts(name: str, content: bytes) -> bytes:
    """Leave out of a whole log the salts that SQLite draws, and the sums over them."""
    if not name.endswith("-wal"):
        return content
    starts = range(LOG_HEAD_BYTES, len(content), FRAME_HEAD_BYTES + PAGE_BYTES)
    frames = (content[at : at + FRAME_HEAD_BYTES + PAGE_BYTES] for at in starts)
    pages = (frame[:FRAME_SALTS_AT] + frame[FRAME_HEAD_BYTES:] for frame in frames)
    return content[:LOG_SALTS_AT] + b"".join(pages)


def _findings(memory: Memory) -> tuple[str, ...]:
    health = memory.health
    return health.findings if isinstance(health, Degraded) else ()


def _look(memory: Memory, path: Path) -> Found:
    """Judge an open store: rows, soundness, and whether it takes one more turn."""
    findings = _findings(memory)
    try:
        with closing(_eyes(path)) as eyes:
            state = _read(eyes)
            faults = [f"integrity: {line}" for line in _unsound(eyes)]
    except (apsw.Error, UnicodeDecodeError) as error:
        return Found(state=NOTHING, findings=findings, faults=(f"unreadable: {error}",))
    if not findings:
        try:
            memory.record(whole_turn("And then?"))
        except SaysoError as error:
            faults.append(f"takes no turn: {error.message}")
    return Found(state=state, findings=findings, faults=tuple(faults))


def _unsound(eyes: apsw.Connection) -> list[object]:
    checked = [row[0] for row in eyes.execute("PRAGMA integrity_check")]
    return [
        *(line for line in checked if line != "ok"),
        *eyes.execute("PRAGMA foreign_key_check").fetchall(),
    ]


def difference(found: State, expected: State) -> str:
    """Name the tables in which two states differ."""
    seen, known = dict(found), dict(expected)
    names = sorted(seen.keys() | known.keys())
    return ", ".join(name for name in names if seen.get(name) != known.get(name)) or "nothing"
