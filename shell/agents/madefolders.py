"""Which folders `sayso connect` made, so that taking a connection away takes them away as well.

A list of paths in SAYSO_HOME/connected.json. A folder that was there before is never removed, nor
one in which something lies. SAYSO_HOME itself, where it was made for the list, goes with the list.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sayso.shell.store.trust import sayso_home

if TYPE_CHECKING:
    from collections.abc import Iterable

NAME: Final = "connected.json"


def make_folder(folder: Path) -> None:
    """Make a folder that is missing, and note it; raises OSError where that cannot be done."""
    missing = _missing(folder)
    for one in reversed(missing):
        one.mkdir()
    if missing:
        _note((*_noted(), *map(str, missing), *map(str, _missing(sayso_home().absolute()))))


def remove_folder(folder: Path) -> None:
    """Remove a folder that was made here and is empty, and those above it likewise."""
    noted = _noted()
    gone = []
    for one in (folder, *folder.parents):
        if str(one) not in noted:
            break
        try:
            one.rmdir()
        except OSError:
            break
        gone.append(str(one))
    left = [one for one in noted if one not in gone]
    home = sayso_home().absolute()
    own = [str(one) for one in (home, *home.parents) if str(one) in left]
    if gone and len(own) == len(left):
        _remove_list(own)
    elif gone:
        _note(left)


def _missing(folder: Path) -> list[Path]:
    """Give a folder and those above it that are not there, the innermost first."""
    return [one for one in (folder, *folder.parents) if not one.exists()]


def _remove_list(own: Iterable[str]) -> None:
    """Remove the list, and what was made for it as far as nothing else lies there."""
    with suppress(OSError):
        (sayso_home() / NAME).unlink(missing_ok=True)
        for one in own:
            Path(one).rmdir()


def _noted() -> tuple[str, ...]:
    try:
        told = json.loads((sayso_home() / NAME).read_bytes())
    except (OSError, ValueError, RecursionError):
        return ()
    return tuple(one for one in told if isinstance(one, str)) if isinstance(told, list) else ()


def _note(paths: Iterable[str]) -> None:
    """Keep the list; where that cannot be done, an empty folder may stay, and that is all."""
    path = sayso_home() / NAME
    listed = sorted(set(paths))
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside = path.with_suffix(f".{os.getpid()}.tmp")
        beside.write_text(json.dumps(listed), encoding="utf-8")
        beside.replace(path)
