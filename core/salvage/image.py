"""The pages of a store as its newest commit left them: from the log, else from the file.

A page that the file is cut in is filled up with zeros; what lies outside is None.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.salvage.log import NO_LOG, Log, read_log
from sayso.core.salvage.pages import Page, read_page
from sayso.core.salvage.sizing import HEAD_BYTES, Sizing, choose_sizing

if TYPE_CHECKING:
    from sayso.core.salvage.pages import Cell
    from sayso.core.salvage.sizing import Bytes

PAYLOAD_MAX_BYTES: Final = 2 * limits.TURN_MAX_BYTES + 64 * 1024  # both sides of a turn, and more
_NEXT_BYTES: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A file with its log. `log_is_sound` is False where the log's head is that of no log."""

    file: Bytes
    log_content: Bytes
    log: Log
    log_is_sound: bool
    sizing: Sizing

    @property
    def numbers(self) -> tuple[int, ...]:
        """Give the numbers of all pages there are, from 1."""
        in_file = range(1, -(-len(self.file) // self.sizing.page_bytes) + 1)
        return (*in_file, *sorted(self.log.starts.keys() - set(in_file)))

    @property
    def usable_bytes(self) -> int:
        """Give how much of a page SQLite uses."""
        return self.sizing.usable_bytes

    def has(self, number: int) -> bool:
        """Tell whether there is a page of a number."""
        in_file = 0 < number <= -(-len(self.file) // self.sizing.page_bytes)
        return in_file or number in self.log.starts

    def content(self, number: int) -> bytes | None:
        """Give the newest content of a page; None for a number that no page has."""
        size = self.sizing.page_bytes
        at = self.log.starts.get(number)
        if at is not None:
            return self.log_content[at : at + size]
        if not self.has(number):
            return None
        return self.file[(number - 1) * size : number * size].ljust(size, b"\0")

    def page(self, number: int) -> Page | None:
        """Read a page of a b-tree; None for any other."""
        content = self.content(number)
        return None if content is None else read_page(content, number, self.usable_bytes)

    def payload(self, cell: Cell, reads: Counter[int] | None = None) -> bytes:
        """Put a cell's payload together, as far as its chain of pages holds.

        `reads` counts how often each page was read: damage may lead many cells to one page, and
        none is read more than a few times. A longer payload than any of ours is not read.
        """
        if cell.overflow is None or cell.size_bytes > PAYLOAD_MAX_BYTES:
            return cell.local
        counted = Counter[int]() if reads is None else reads
        parts = [cell.local]
        missing, number = cell.size_bytes - len(cell.local), cell.overflow
        while missing > 0 and counted[number] < limits.SALVAGE_PAGE_READS_MAX:
            content = self.content(number)
            if content is None:
                break
            counted[number] += 1
            part = content[_NEXT_BYTES : min(_NEXT_BYTES + missing, self.usable_bytes)]
            parts.append(part)
            missing -= len(part)
            number = int.from_bytes(content[:_NEXT_BYTES], "big")
        return b"".join(parts)


def open_image(file: Bytes, log_content: Bytes) -> Image:
    """Lay a log over its file and find out how large the pages are."""
    log = read_log(log_content)
    is_sound = log is not None
    log = log or NO_LOG
    first = log.starts.get(1)
    head = file[:HEAD_BYTES] if first is None else log_content[first : first + HEAD_BYTES]
    sizing = choose_sizing(file, head, log.page_bytes if log.pages else 0)
    return Image(
        file=file,
        log_content=log_content,
        log=log,
        log_is_sound=is_sound,
        sizing=sizing,
    )
