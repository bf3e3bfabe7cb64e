"""Layout for people, from records that a short conversation does not give."""

import pytest

from sayso.core.items import Item, ItemStatus, Kind, Source
from sayso.core.project.reading import ItemReading
from sayso.core.turns import Role
from sayso.shell.context import Context
from sayso.shell.entrances.cli import fields, lines
from sayso.shell.finding import Listed, Shown
from sayso.shell.worker import WorkReport

HOUR_US = 3_600_000_000


def revision(number: int, content: str, status: ItemStatus) -> Item:
    """Make a revision of m7."""
    return Item(
        row_id=number,
        item_id=7,
        revision=number,
        kind=Kind.DECISION,
        thread_id=None,
        title="Queue",
        content=content,
        synopsis=content,
        aliases=(),
        keywords=(),
        status=status,
        replaces_id=3,
        replaced_by_id=None,
        created_at_us=number * HOUR_US,
        updated_at_us=number * HOUR_US,
    )


SHOWN = Shown(
    item=revision(2, "We use NATS\nfor the queue.", ItemStatus.ACTIVE),
    revisions=(
        revision(1, "We use NATS.", ItemStatus.SUPERSEDED),
        revision(2, "We use NATS\nfor the queue.", ItemStatus.ACTIVE),
    ),
    sources=(Source(turn_id=4, role=Role.USER, quote="We use\nNATS", start=0, end=11),),
)


def test_an_item_with_a_past() -> None:
    """Revisions are listed with time and status; a quote stays on its line."""
    assert lines.shown_lines(SHOWN) == (
        "m7  decision  active  revision 2",
        "  Queue",
        "  We use NATS",
        "  for the queue.",
        "proof:",
        "  t4 user: “We use NATS”",
        "revisions:",
        "  1  1970-01-01 01:00Z  superseded  Queue",
        "  2  1970-01-01 02:00Z  active  Queue",
        "replaces m3",
    )


def test_the_fields_of_an_item_with_a_past() -> None:
    """An item was created with its first revision and changed with its last."""
    shown = fields.shown_fields(SHOWN)
    assert (shown["created_at"], shown["updated_at"]) == (HOUR_US, 2 * HOUR_US)
    assert shown["replaces"] == "m3"


def test_a_revised_item_in_the_list() -> None:
    """The list tells how often an item was revised, and its synopsis only once."""
    listed = Listed(
        item_id=7, kind=Kind.DECISION, title="Q", synopsis="Q", revision=2, updated_at_us=0
    )
    assert lines.listed_lines((listed,)) == ("m7   decision    Q (revision 2)",)


def test_a_discussion_is_marked() -> None:
    """What is no fact is never read as one."""
    reading = ItemReading(
        item_id=1, kind=Kind.DISCUSSION, title="T", content="C", non_factual=True, sources=()
    )
    assert lines.reading_lines(reading)[1] == "(context of a discussion, not a fact)"


def test_an_empty_context() -> None:
    """A project that has said nothing yet says so."""
    told = lines.context_lines(Context(history=(), text=""))
    assert told == ("nothing yet: the next request starts without history and context",)


def test_work_that_failed_says_where_to_look() -> None:
    """Failed jobs are counted, and the next step is named."""
    report = WorkReport(processed=3, succeeded=1, failed=2, pending=2)
    assert lines.work_lines(report) == (
        "3 jobs: 1 succeeded, 2 failed, 2 pending",
        "'sayso status' tells why; failed jobs are tried again",
    )


@pytest.mark.parametrize(
    ("raw", "short"),
    [
        ("timeout: no answer\npurpose: x", "timeout"),
        ("the reply is not the contract: reply: not one JSON", "the reply is not the contract"),
        ("<html>502</html>", "failed"),
        ("{'secret': 1}", "failed"),
        ("no colon " * 20, "failed"),
    ],
)
def test_an_error_in_short(raw: str, short: str) -> None:
    """Only our own word for the kind of failure is shown without the debug switch (A270-A271)."""
    assert fields.shown_error(raw, debug=False) == f"{short} ({fields.DEBUG_HINT})"
    assert fields.shown_error(raw, debug=True) == raw
