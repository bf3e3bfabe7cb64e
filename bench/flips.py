"""What single flipped bits do to a filled store, and who notices them; and what checksums cost.

Each flip is one random bit of the whole file. It is noticed when something says so; it is harmless
when everything that is shown stays the same; else it changed what is shown in silence. The last
rows are the same file with a checksum on each page, by the checksum VFS that ships with apsw, and
what that VFS costs beside the same connection without it.

    python -m bench.flips 1000
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

import apsw
import apsw.sqlite_extra

from bench.checksums import costs
from bench.memories import Writer
from bench.tables import OURS, Figure, one_number, table
from sayso.core import limits
from sayso.core.catalog import Healthy
from sayso.shell.admitting import RecordedTurn
from sayso.shell.errors import SaysoError
from sayso.shell.memory import Memory
from tests.own_home import use_own_home

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SUBJECT: Final = (
    "Single bits flipped in a store of 120 turns, one at a time; size is how many. And what\n"
    "a checksum on each page would cost."
)
FLIPS: Final = 200
FLIPS_QUICK: Final = 10
SEED: Final = 20_261_130
TURNS: Final = 120
LOOKS: Final = 10  # memories that are searched for, read and shown after each flip
SAID: Final = (
    "From now on, write {} in lower case.",
    "我们决定：{} 用 PostgreSQL 存。",
    "We decided: {} goes to the second release.",
    "以后 {} 的注释都用中文写。",
    "What do you think of {}? It has been slow since yesterday, and nobody knows why.",
    "{} 昨天又超时了，日志里没有任何线索，先看看再说。",
)
NOTICED, HARMLESS, SILENT = "noticed", "harmless", "changed in silence"
WORDS: Final = "words said or quoted"  # that a flip changed
OUTCOMES: Final = (NOTICED, HARMLESS, SILENT)


def figures(quick: bool) -> Iterator[Figure]:
    """Flip bits in a filled store, and count what comes of it in each way of looking."""
    return flipped(FLIPS_QUICK if quick else FLIPS)


def flipped(flips: int) -> Iterator[Figure]:
    """Give what so many flips do, and what checksums would cost."""
    whole = f"{OURS}, checked whole at opening"
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder, "plain")
        fill(plain)
        counts = {
            "quick_check, all rows read": try_flips(plain, flips, by_quick_check),
            "integrity_check, all rows read": try_flips(plain, flips, by_integrity_check),
            whole: try_flips(plain, flips, by_sayso),
        }
        unchecked = limits.INLINE_CHECK_MAX_BYTES
        vars(limits)["INLINE_CHECK_MAX_BYTES"] = 0
        counts[f"{OURS}, large: what is read"] = try_flips(plain, flips, by_looking)
        vars(limits)["INLINE_CHECK_MAX_BYTES"] = unchecked
        load_checksums()
        checked = Path(folder, "checked")
        fill(checked, with_checksums=True)
        counts["page checksums, all rows read"] = try_flips(checked, flips, by_reading)
    for who, count in counts.items():
        places = {place: n for place, n in count.items() if place not in OUTCOMES}
        told = ", ".join(f"{place} {n}" for place, n in sorted(places.items()))
        for outcome in OUTCOMES:
            yield one_number(
                count[outcome],
                subject="flips of one bit each",
                who=who,
                size=flips,
                unit=outcome,
                note=told if outcome == SILENT else "",
            )
    yield one_number(
        counts[whole][WORDS], subject="flips of one bit each", who=whole, size=flips, unit=WORDS
    )
    yield from costs()


def store_of(project: Path) -> Path:
    """Give where a project's store lies."""
    return project / ".sayso" / "memory.db"


def load_checksums() -> None:
    """Make the checksum VFS the one that every connection of this process uses."""
    with closing(apsw.Connection(":memory:")) as connection:
        apsw.sqlite_extra.load(connection, "cksumvfs")


def fill(project: Path, *, with_checksums: bool = False) -> None:
    """Fill a store through the library, and leave it as one file without a log."""
    (project / ".git").mkdir(parents=True)
    names = [memory.title for memory in Writer(SEED).memories(TURNS)]
    with Memory.open(project) as memory:
        for number, name in enumerate(names):
            said = SAID[number % len(SAID)].format(name)
            memory.record(RecordedTurn(user_text=said, assistant_text=f"好的，OK: {name}."))
            if number % 10 == 9:
                memory.work()
    with closing(apsw.Connection(str(store_of(project)))) as connection:
        connection.pragma("journal_mode", "delete")
        if with_checksums:
            connection.reserve_bytes(reserve=8)
            connection.execute("VACUUM")
        connection.pragma("journal_mode", "wal")


def try_flips(project: Path, flips: int, look: Callable[[Path], dict[str, object]]) -> Counter[str]:
    """Flip one bit after the other, each in the sound file, and count what comes of it."""
    path = store_of(project)
    sound = path.read_bytes()
    reset(path, sound)
    before = look(project)
    drawn = random.Random(SEED)  # the same flips each time
    counts: Counter[str] = Counter(dict.fromkeys(OUTCOMES, 0))
    for _ in range(flips):
        content = bytearray(sound)
        content[drawn.randrange(len(content))] ^= 1 << drawn.randrange(8)
        reset(path, bytes(content))
        try:
            after = look(project)
        except (SaysoError, apsw.Error, UnicodeDecodeError, Noticed):
            counts[NOTICED] += 1
            continue
        changed = [name for name in before if before[name] != after[name]]
        counts[SILENT if changed else HARMLESS] += 1
        counts.update(name for name in changed if name != "content")
    reset(path, sound)
    return counts


class Noticed(Exception):  # noqa: N818 - it is what is hoped for
    """Something said that the store is damaged."""


def reset(path: Path, content: bytes) -> None:
    """Put a file in the store's place, without anything beside it."""
    for beside in path.parent.glob("memory.db*"):
        beside.unlink()
    path.write_bytes(content)


def by_quick_check(project: Path) -> dict[str, object]:
    """Let SQLite check the file quickly, and read all rows of all tables."""
    return _read(project, "PRAGMA quick_check")


def by_integrity_check(project: Path) -> dict[str, object]:
    """Let SQLite check the file with its indexes, and read all rows of all tables."""
    return _read(project, "PRAGMA integrity_check")


def by_reading(project: Path) -> dict[str, object]:
    """Read all rows of all tables, and check nothing."""
    return _read(project, "SELECT 'ok'")


def _read(project: Path, check: str) -> dict[str, object]:
    with closing(apsw.Connection(str(store_of(project)))) as connection:
        if connection.execute(check).fetchall() != [("ok",)]:
            raise Noticed
        return {"content": list(_rows(connection))}


def _rows(connection: apsw.Connection) -> Iterator[object]:
    query = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    for (name,) in connection.execute(query).fetchall():
        yield from connection.execute(f'SELECT * FROM "{name}"')  # noqa: S608 - of the schema
    yield from connection.execute("SELECT * FROM sqlite_schema")


def by_looking(project: Path) -> dict[str, object]:
    """Ask Sayso whatever a host asks; what it says of damage raises."""
    return _asked(project, with_export=False)


def by_sayso(project: Path) -> dict[str, object]:
    """Ask Sayso everything it can be asked, with an export; what it says of damage raises."""
    return _asked(project, with_export=True)


def _asked(project: Path, *, with_export: bool) -> dict[str, object]:
    with Memory.open(project, create=False) as memory:
        if memory.health != Healthy():
            raise Noticed
        listed = memory.list()
        ids = [one.item_id for one in listed][:LOOKS]
        words = [one.title.split()[0] for one in listed][:LOOKS]
        shown: dict[str, object] = {
            "list": listed,
            "context": memory.context(),
            "search": [memory.search(word) for word in words],
            "read": [memory.read(number) for number in ids],
            "show": [memory.show(number) for number in ids],
            "status": (memory.status().turns, memory.status().jobs, memory.status().items),
        }
        if memory.health != Healthy():
            raise Noticed
        if not with_export:
            return shown
        snapshot = json.loads(memory.export(project / "out").read_bytes())
        if snapshot["findings"]:
            raise Noticed
        del snapshot["exported_at"]
        said = [(turn["user_text"], turn["assistant_text"]) for turn in snapshot["turns"]]
        shown[WORDS] = said, [source["quote"] for source in snapshot["candidate_sources"]]
        return shown | {f"export {table}": rows for table, rows in snapshot.items()}


if __name__ == "__main__":
    use_own_home()
    print(table(flipped(int(sys.argv[1]))))
