"""What is damaged is kept aside: copied under a name that tells where it was from, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.moments import stamp
from sayso.shell.knowledge.atomic import read_file, write_file

if TYPE_CHECKING:
    from pathlib import Path

FOLDER: Final = "kept-aside"


def keep_aside(root: Path, name: str, now_us: int) -> Path:
    """Copy a file of a knowledge folder into `kept-aside/`; its lock must be held.

    Gives where the copy lies. Nothing that lies there is written over, and the file itself stays
    for the caller to replace or remove, so that at no moment both are missing.
    """
    plain = f"{_plain(name)}-{stamp(now_us)}"
    kept, number = root / FOLDER / plain, 2
    while kept.exists():
        kept, number = root / FOLDER / f"{plain}_{number}", number + 1
    write_file(kept, read_file(root / name) or b"")
    return kept


def kept_aside(root: Path, name: str) -> list[Path]:
    """Give the copies of one file that are kept aside, in order of their names."""
    begin = f"{_plain(name)}-"
    try:
        return sorted(one for one in (root / FOLDER).iterdir() if one.name.startswith(begin))
    except OSError:
        return []


def _plain(name: str) -> str:
    return name.replace("/", "+")
