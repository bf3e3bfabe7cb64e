"""Reading one memory: bounded body, the flag, and excerpts of the proof (A190, A224)."""

from sayso.core import limits
from sayso.core.items import Kind
from sayso.core.project.reading import Excerpt, read_item
from sayso.core.turns import Role
from tests.records import make_item, make_source


def test_a_short_memory_is_read_whole() -> None:
    """Number, kind, title, content and every source come as they are."""
    item = make_item(7, "Use tabs", title="Tabs")
    reading = read_item(item, (make_source("Use tabs", 3),))
    assert (reading.item_id, reading.kind, reading.title) == (7, Kind.DECISION, "Tabs")
    assert (reading.content, reading.non_factual) == ("Use tabs", False)
    assert reading.sources == (Excerpt(turn_id=3, role=Role.USER, quote="Use tabs"),)


def test_a_discussion_is_marked_as_non_factual() -> None:
    """Whoever reads a discussion is told that it is no fact (A165)."""
    item = make_item(kind=Kind.DISCUSSION, thread_id=1)
    assert read_item(item, ()).non_factual


def test_everything_is_bounded() -> None:
    """At most 4,000 characters of content and three sources of 800 characters each."""
    sources = tuple(make_source("q" * 2_000, number) for number in range(1, 6))
    reading = read_item(make_item(content="c" * 9_000), sources)
    assert len(reading.content) == limits.READ_CONTENT_MAX_CHARS == 4_000
    assert [len(one.quote) for one in reading.sources] == [800, 800, 800]


def test_the_newest_sources_are_kept() -> None:
    """Of many sources the last ones said are shown, oldest of them first."""
    sources = tuple(make_source("Use tabs", number) for number in (2, 5, 8, 9))
    assert [one.turn_id for one in read_item(make_item(), sources).sources] == [5, 8, 9]
