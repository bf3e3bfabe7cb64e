"""The difference between two texts of a file, as a unified diff."""

from __future__ import annotations

import difflib
import re
from typing import Final

NOTHING: Final = "/dev/null"
_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")


def diff_of(path: str, before: str | None, after: str | None) -> tuple[str, ...]:
    r"""Give the lines of a diff, none where nothing differs; None stands for no file.

    >>> print(*diff_of("a", None, "one\n"), sep="\n")
    --- /dev/null
    +++ a
    @@ -0,0 +1 @@
    +one
    """
    lines = difflib.unified_diff(
        _LINE.findall(before or ""),
        _LINE.findall(after or ""),
        NOTHING if before is None else path,
        NOTHING if after is None else path,
    )
    shown: list[str] = []
    for line in lines:
        shown.append(line.removesuffix("\n").removesuffix("\r"))
        if not line.endswith("\n"):
            shown.append("\\ No newline at end of file")
    return tuple(shown)
