"""What `sayso demo` shows, pinned whole: memory at work in both languages."""

from syrupy.assertion import SnapshotAssertion

from tests.cli.conftest import Sayso


def test_demo(sayso: Sayso, snapshot: SnapshotAssertion) -> None:
    """A changed rule, a changed word of the notice or a lost memory shows here."""
    told = sayso("demo")
    assert told.code == 0
    assert told.out == snapshot
