"""Layer 1: notes grow by dated entries."""

from sayso.core.knowledge.moments import read_moment
from sayso.core.knowledge.notes import TITLE, append_note


def test_entries_stand_under_their_times() -> None:
    """Each entry has a heading with day and minute; what stood there stays as it was (B70)."""
    at_us = read_moment("2026-05-01T14:30:59Z")
    assert at_us is not None
    first = append_note("", " one\n", at_us)
    assert first == f"{TITLE}\n\n## [2026-05-01 14:30]\none\n"
    second = append_note(first, "two\nlines", at_us)
    assert second == f"{first}\n## [2026-05-01 14:30]\ntwo\nlines\n"
    assert append_note("mine", "x", at_us).startswith("mine\n\n## [")
