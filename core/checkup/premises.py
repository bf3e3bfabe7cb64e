"""Where a store lies: who may use its files, what is left over, the disk and its file system.

Input: Premises, told by the system without opening anything. Output: findings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.checkup.content import mebibytes
from sayso.core.checkup.findings import About, Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

OTHERS_MAY: Final = 0o077
# File systems over a network, or between systems, whose locks SQLite cannot rely on.
UNSAFE_MOUNTS: Final = frozenset(
    """9p afs ceph cifs davfs drvfs fuse.cephfs fuse.glusterfs fuse.rclone fuse.s3fs fuse.sshfs gfs2
    glusterfs lustre ncpfs nfs nfs4 ocfs2 prl_fs smb3 smbfs vboxsf""".split()
)
_ESCAPED: Final = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What lies under a name: `kind` is file, folder, link or other; `links` its hard links."""

    name: str
    kind: str
    mode: int
    is_mine: bool
    links: int
    age_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Premises:
    """Where the store lies. The first entry is its folder; leftovers are half-written files."""

    entries: tuple[Entry, ...] = ()
    leftovers: tuple[Entry, ...] = ()
    free_bytes: int | None = None
    mount: str | None = None


def mount_of(mounts: str, folder: str) -> str | None:
    """Tell the kind of file system a folder lies on, from the text of /proc/self/mountinfo.

    >>> mount_of("30 22 0:40 / /net rw - nfs4 host:/ rw", "/net/project")
    'nfs4'
    """
    kind, deepest = None, -1
    for line in mounts.splitlines():
        head, mark, tail = line.partition(" - ")
        fields = head.split(" ")
        if not mark or len(fields) < 5:
            continue
        point = _ESCAPED.sub(lambda found: chr(int(found[1], 8)), fields[4]).rstrip("/")
        if f"{folder}/".startswith(f"{point}/") and len(point) >= deepest:
            kind, deepest = tail.split(" ")[0], len(point)
    return kind


def of_premises(place: Premises) -> Iterator[Finding]:
    """Judge where a store lies."""
    is_open = any(one.mode & OTHERS_MAY for one in place.entries[:1])
    for entry in place.entries:
        yield from _of_entry(entry, is_open=is_open)
    for entry in place.leftovers:
        if entry.age_us > limits.LEFTOVER_AGE_US:
            yield Finding(
                severity=Severity.HINT,
                about=About.DISK,
                what=f"{entry.name} is what a killed process left",
                advice="delete it; it may hold what you said",
            )
    if place.free_bytes is not None and place.free_bytes < limits.DISK_FREE_MIN_BYTES:
        yield Finding(
            severity=Severity.WARNING,
            about=About.DISK,
            what=f"only {mebibytes(place.free_bytes)} are free where the store lies",
            advice="free some space",
        )
    if place.mount in UNSAFE_MOUNTS:
        yield Finding(
            severity=Severity.WARNING,
            about=About.DISK,
            what=f"the store lies on a file system of kind {place.mount}, whose locks may not hold",
            advice="move the project to a local disk",
        )


def _of_entry(entry: Entry, *, is_open: bool) -> Iterator[Finding]:
    """Judge who may use what lies there; a link is never followed, so nothing else of it counts."""
    if entry.kind == "link":
        yield Finding(
            severity=Severity.WARNING,
            about=About.ACCESS,
            what=f"{entry.name} is a symbolic link, which is not followed",
            advice="put the file itself in its place",
        )
        return
    if not entry.is_mine:
        yield Finding(
            severity=Severity.WARNING,
            about=About.ACCESS,
            what=f"{entry.name} belongs to another user",
            advice="use Sayso as the user the project belongs to, or change the owner",
        )
    if is_open and entry.mode & OTHERS_MAY:
        right = "700" if entry.kind == "folder" else "600"
        yield Finding(
            severity=Severity.WARNING,
            about=About.ACCESS,
            what=f"{entry.name} is open to other users (mode {entry.mode:03o})",
            advice=f"chmod {right} {entry.name}",
        )
    if entry.kind == "file" and entry.links > 1:
        yield Finding(
            severity=Severity.WARNING,
            about=About.ACCESS,
            what=f"{entry.name} has {entry.links} names (hard links)",
            advice="delete the other names: a database used under two names is damaged",
        )
