"""Opens small files beside a store: plain files of one name, in a folder that is no link.

Such a folder may have come with somebody's clone, so nothing in it is followed elsewhere. Imports
nothing but the system, since every hook passes here.
"""

from __future__ import annotations

import os
import stat
from typing import Final

STORE_FOLDER: Final = ".sayso"
IN_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
IN_FILE: Final = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK


def open_plain(folder: str, name: str, flags: int) -> int:
    """Open a file of a folder, made 0600 where the flags say so; gives its descriptor.

    Raises OSError where it cannot be opened, and for a link, a device or a file of two names.
    """
    place = os.open(folder, IN_FOLDER)
    try:
        file = os.open(name, flags | IN_FILE, 0o600, dir_fd=place)
    finally:
        os.close(place)
    found = os.fstat(file)
    if stat.S_ISREG(found.st_mode) and found.st_nlink == 1:
        return file
    os.close(file)
    raise OSError(f"{folder}/{name} is no plain file")
