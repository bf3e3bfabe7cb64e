"""What stood in the way of a salvage, as lines for the user."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.salvage.image import Image
    from sayso.core.salvage.judging import Judged
    from sayso.core.salvage.scan import Scan

DERIVED: Final = "memory_terms is left out: it is derived from the memories"


def tell(scanned: Scan, judged: Judged) -> tuple[str, ...]:
    """Give every finding of a salvage as one line, from the file as a whole to its rows."""
    return (*_of_file(scanned.image), *_of_pages(scanned), *_of_rows(judged), DERIVED)


def _of_file(image: Image) -> Iterator[str]:
    size = image.sizing.page_bytes
    if not len(image.file):
        yield "memory.db is missing or empty: all there is comes from its log"
    elif not image.sizing.is_told:
        yield f"the head of memory.db is damaged; its pages are taken to have {size} bytes"
    if len(image.file) % size:
        yield "memory.db ends within a page"
    if not image.log_is_sound:
        yield "memory.db-wal is no log that can be read; what it held is lost"
    if image.log.is_torn:
        yield f"memory.db-wal can be read for {image.log.frames} pages; what came after is lost"


def _of_pages(scanned: Scan) -> Iterator[str]:
    if not scanned.has_catalog:
        yield "the catalogue cannot be read; tables are looked for where they usually lie"
    for name, count in scanned.lost_pages.items():
        yield f"{name}: {_many(count, 'page')} cannot be read"
    for name, count in scanned.lost_cells.items():
        if count:
            yield f"{name}: {_many(count, 'row')} cannot be read"
    if scanned.by_look:
        yield f"{_many(scanned.by_look, 'page')} that nothing leads to were read by their look"
    if scanned.unread:
        yield f"{_many(scanned.unread, 'row')} beyond the limit were not read"


def _of_rows(judged: Judged) -> Iterator[str]:
    for name, count in judged.left_out.items():
        yield f"{name}: {_many(count, 'row')} of another generation or of nothing known, left out"
    for name in judged.rows:
        count = sum(1 for table, _ in judged.copies if table == name)
        if count:
            yield f"{name}: {_many(count, 'row')} found more than once; the sounder one counts"


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
