"""The doctor: looks at everything a memory rests on, changes nothing, and says what to do.

The store is read by a child process (examining.py) with a limit on its time: one that hangs or
crashes is a finding itself. What the system tells without opening a file is gathered here. The
facts are judged by core/checkup. Only `accept` writes, and only the mark.
"""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sayso.core import limits
from sayso.core.checkup.content import MEBIBYTE, Content, Standing, Work
from sayso.core.checkup.facts import Facts, findings_of, is_acceptable
from sayso.core.checkup.findings import About, Finding, Severity
from sayso.core.checkup.indexes import Indexes
from sayso.core.checkup.premises import OTHERS_MAY, Entry, Premises, mount_of
from sayso.core.text import clip, one_line
from sayso.shell.errors import MemorySchemaError, MemoryStorageError, NotFoundError, SaysoError
from sayso.shell.ports import system_ports
from sayso.shell.publishing import HIDDEN_GLOB
from sayso.shell.settings import choose_model, load_settings
from sayso.shell.store.files import COPY_PREFIX, EXPORTS_NAME
from sayso.shell.store.opening import find_project, store_path
from sayso.shell.store.trust import sayso_home
from sayso.shell.store.witness import Witness, mark_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.shell.ports import Ports
    from sayso.shell.store.witness import Seen

# The child finds the same modules as this process, and none in the folder it is started in.
CHILD: Final = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from sayso.shell.examining import main
main(sys.argv[2], sys.argv[3])
"""
MOUNTS: Final = Path("/proc/self/mountinfo")
EXPORTS_SHOWN_MAX: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkup:
    """What a doctor found: whether a store is there, and every finding, the gravest first."""

    path: Path
    has_file: bool
    standing: Standing | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """What was taken for the truth; `given_up` is how many saved changes went with it.

    None where that is not known, as of another memory. `left` is what else was found and stays.
    """

    path: Path
    standing: Standing
    given_up: int | None
    left: tuple[Finding, ...]


def check_up(folder: str | Path = ".", ports: Ports | None = None) -> Checkup:
    """Look at the memory of the project a folder belongs to; works on any damage.

    Nothing is written, repaired or created. Raises NotFoundError for a missing folder.
    """
    return _check_up(store_path(find_project(Path(folder))), ports or system_ports())[0]


def accept(folder: str | Path = ".", ports: Ports | None = None) -> Accepted:
    """Take what lies there for the truth, whatever the mark says, and renew the mark.

    Raises NotFoundError where no store lies, MemorySchemaError unless everything else is sound.
    """
    path = store_path(find_project(Path(folder)))
    checkup, seen = _check_up(path, ports or system_ports())
    if checkup.standing is None and not checkup.findings:
        raise NotFoundError(f"no memory in {path.parent.parent}", "there is nothing to accept")
    if checkup.standing is None or not is_acceptable(checkup.findings):
        others = (one for one in checkup.findings if one.about not in {About.MARK, About.TRUST})
        worst = next(others, checkup.findings[0])
        raise MemorySchemaError(f"what lies there is not sound: {worst.what}", worst.advice)
    standing = checkup.standing
    try:
        with closing(Witness(path)) as witness:
            witness.renew(standing.store_id, standing.commits)
    except OSError as error:
        raise MemoryStorageError(
            f"cannot write {mark_path(path)}: {error.strerror or error}", "check rights and disk"
        ) from error
    return Accepted(
        path=path,
        standing=standing,
        given_up=_given_up(seen, standing),
        left=tuple(one for one in checkup.findings if one.about is not About.MARK),
    )


def _given_up(seen: Seen, standing: Standing) -> int | None:
    if seen.sighting is None or seen.sighting.store_id != standing.store_id:
        return None if seen.exists else 0
    return max(seen.sighting.commits - standing.commits, 0)


def _check_up(path: Path, ports: Ports) -> tuple[Checkup, Seen]:
    now_us = ports.clock.now_us()
    seen = Witness(path).read()
    content, silence = _examined(path, now_us)
    facts = Facts(
        now_us=now_us,
        content=content,
        silence=silence,
        place=_premises(path, now_us),
        is_marked=seen.exists,
        mark_fault=seen.fault,
        settings_fault=_settings_fault(),
        exposed_key=_exposed_key(),
    )
    checkup = Checkup(
        path=path,
        has_file=content is None or content.has_file,
        standing=None if content is None else content.standing,
        findings=findings_of(facts),
    )
    return checkup, seen


def _examined(path: Path, now_us: int) -> tuple[Content | None, str]:
    """Let a child process read the store; gives its answer, or why there is none."""
    modules = [part for part in sys.path if Path(part).is_absolute()]
    command = [sys.executable, "-I", "-c", CHILD, json.dumps(modules), str(path), str(now_us)]
    with tempfile.TemporaryDirectory(prefix=COPY_PREFIX) as folder:
        places = {"TMPDIR": folder, "SQLITE_TMPDIR": folder}
        try:
            done = subprocess.run(  # noqa: S603 - our own program; the path is an argument
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                env=os.environ | places,
                timeout=_patience_s(path),
            )
        except subprocess.TimeoutExpired as error:
            return None, f"the reading had not ended after {error.timeout:.0f} s"
    if done.returncode < 0:
        return None, f"the reading process was ended by {_signal_name(-done.returncode)}"
    try:
        return _content_of(json.loads(done.stdout)), ""
    except (ValueError, KeyError, TypeError):
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        reason = one_line(said[-1]) if said else "no answer"
        return None, f"the reading failed: {clip(reason, limits.FINDING_MAX_CHARS)}"


def _patience_s(path: Path) -> float:
    """Give what the child may take: more for a larger store."""
    size_bytes = 0
    for part in (path, Path(f"{path}-wal")):
        with suppress(OSError):
            size_bytes += part.lstat().st_size
    mebibytes = size_bytes // MEBIBYTE
    return (limits.CHECKUP_BASE_US + mebibytes * limits.CHECKUP_MEBIBYTE_US) / limits.SECOND_US


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _content_of(told: dict[str, Any]) -> Content:
    """Read the child's answer; raises KeyError, TypeError or ValueError for what is none."""
    standing, work, indexes = told.pop("standing"), told.pop("work"), told.pop("indexes")
    verdicts = tuple(
        Finding(
            severity=Severity(one["severity"]),
            about=About(one["about"]),
            what=one["what"],
            advice=one["advice"],
        )
        for one in told.pop("verdicts")
    )
    readers = tuple(told.pop("readers"))
    return Content(
        **told,
        verdicts=verdicts,
        readers=readers,
        standing=None if standing is None else Standing(**standing),
        work=None if work is None else Work(**work),
        indexes=None if indexes is None else Indexes(**indexes),
    )


def _premises(path: Path, now_us: int) -> Premises:
    folder = path.parent
    exports = folder / EXPORTS_NAME
    beside = (Path(f"{path}{suffix}") for suffix in ("", "-wal", "-shm", "-journal", ".mark"))
    snapshots = sorted(exports.glob("*.json"))[:EXPORTS_SHOWN_MAX]
    copies = Path(tempfile.gettempdir()).glob(f"{COPY_PREFIX}*")
    hidden = (*folder.glob(HIDDEN_GLOB), *exports.glob(HIDDEN_GLOB))
    return Premises(
        entries=tuple(_entries((folder, *beside, exports, *snapshots), now_us)),
        leftovers=tuple(
            one for one in _entries((*sorted(hidden), *sorted(copies)), now_us) if one.is_mine
        ),
        free_bytes=_free_bytes(folder),
        mount=_mount(folder),
    )


def _entries(paths: Iterable[Path], now_us: int) -> Iterator[Entry]:
    for path in paths:
        with suppress(OSError):
            found = path.lstat()
            yield Entry(
                name=str(path),
                kind=_kind(found.st_mode),
                mode=stat.S_IMODE(found.st_mode),
                is_mine=found.st_uid == os.geteuid(),
                links=found.st_nlink,
                age_us=now_us - found.st_mtime_ns // 1_000,
            )


def _kind(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "link"
    if stat.S_ISDIR(mode):
        return "folder"
    return "file" if stat.S_ISREG(mode) else "other"


def _free_bytes(folder: Path) -> int | None:
    try:
        found = os.statvfs(folder)
    except OSError:
        return None
    return found.f_bavail * found.f_frsize


def _mount(folder: Path) -> str | None:
    try:
        return mount_of(MOUNTS.read_text("utf-8", "replace"), str(folder.resolve()))
    except OSError:
        return None


def _settings_fault() -> str | None:
    """Tell why the settings make no model, if they do not."""
    try:
        choose_model(load_settings())
    except SaysoError as error:
        return error.message
    return None


def _exposed_key() -> str | None:
    """Name the configuration where it holds a key that others can read."""
    path = sayso_home() / "config.toml"
    try:
        is_open = path.stat().st_mode & OTHERS_MAY
        return str(path) if is_open and "api_key" in path.read_text("utf-8", "replace") else None
    except OSError:
        return None
