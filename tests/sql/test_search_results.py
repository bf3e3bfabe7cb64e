"""What a search finds, in which order, and what it must never find."""

from collections.abc import Iterator

import pytest

from sayso.core.items import Kind
from sayso.core.search import Hit, MatchType
from tests.sql.bare_store import ACTIVE_THREAD, ARCHIVED_THREAD, BareStore, Words

DECISION = "We picked PostgreSQL as the main database because of its extensions."


@pytest.fixture
def store() -> Iterator[BareStore]:
    """Give an empty store."""
    opened = BareStore()
    yield opened
    opened.db.close()


def titles(hits: tuple[Hit, ...]) -> list[str]:
    """Give the titles of hits in their order."""
    return [hit.title for hit in hits]


def test_order_of_matches(store: BareStore) -> None:
    """Exact title, alias and keyword come first, then prefix, substring and content."""
    store.add(Words(title="by content", content="we all like pnpm here"))
    store.add(Words(title="using pnpm daily"))
    store.add(Words(title="by keyword", keywords=("pnpm",)))
    store.add(Words(title="by alias", aliases=("PNPM",)))
    store.add(Words(title="pnpm"))
    hits = store.search("pnpm")
    assert titles(hits) == ["pnpm", "by alias", "by keyword", "using pnpm daily", "by content"]
    assert [hit.match_type for hit in hits] == [
        MatchType.EXACT,
        MatchType.EXACT,
        MatchType.EXACT,
        MatchType.SUBSTRING,
        MatchType.CONTENT,
    ]


def test_prefixes_come_between_exact_and_substring(store: BareStore) -> None:
    """A term that starts with the query beats one that contains it; the newest wins a tie."""
    store.add(Words(title="inside docker compose"))
    store.add(Words(title="docker images"), updated_at_us=5)
    store.add(Words(title="docker files"), updated_at_us=7)
    store.add(Words(title="docker"))
    hits = store.search("docker")
    assert titles(hits) == ["docker", "docker files", "docker images", "inside docker compose"]
    assert hits[1].match_type is MatchType.PREFIX


def test_ties_are_broken_by_time_and_then_by_number(store: BareStore) -> None:
    """Two equally good hits come newest first, and of the same time the later one first."""
    for title, at in (("one", 3), ("two", 9), ("three", 3)):
        store.add(Words(title=title, keywords=("yarn",)), updated_at_us=at)
    assert titles(store.search("yarn")) == ["two", "three", "one"]


def test_at_most_five_hits_in_one_statement_where_it_is_enough(store: BareStore) -> None:
    """Five hits of the first stage end the search; there is no sixth (A190, A204)."""
    for number in range(8):
        store.add(Words(title=f"vim {number}"))
    assert len(store.search("vim")) == 5
    assert store.selects == ["search/exact"]


def test_at_most_three_statements(store: BareStore) -> None:
    """A search that finds nothing has run three statements, one per stage (A202)."""
    traced: list[str] = []
    store.db.trace_v2(1, lambda event: traced.append(event["sql"]))
    assert store.search("nothing like this") == ()
    store.db.trace_v2(0, None)
    assert [text.split(" of memory")[0] for text in traced] == ["Stage 1", "Stage 2", "Stage 3"]


@pytest.mark.parametrize("query", ["", "   ", "!?，。", "x" * 257, "\ufdfa" * 15])
def test_empty_and_long_queries_run_nothing(store: BareStore, query: str) -> None:
    """A query without a letter, or over 256 characters once normalised, runs no statement."""
    store.add(Words(title="x" * 160))
    assert store.search(query) == ()
    assert store.selects == []


def test_a_query_of_256_characters_runs(store: BareStore) -> None:
    """The bound itself is allowed (A201)."""
    query = "abc " * 64 + "abc"
    assert store.search(query[:256] + "   ") == ()
    assert len(store.selects) == 3


@pytest.mark.parametrize(
    ("title", "query"),
    [
        ("ＰｏｓｔｇｒｅＳＱＬ", "postgresql"),
        ("postgresql", "ＰＯＳＴＧＲＥＳＱＬ"),
        ("数据库迁移", "數據庫遷移"),
        ("數據庫遷移", "数据库迁移"),
        ("Straße", "STRASSE"),
    ],
)
def test_forms_of_one_text_find_each_other(store: BareStore, title: str, query: str) -> None:
    """Full width, case, and traditional characters make no difference, either way."""
    store.add(Words(title=title))
    assert [hit.match_type for hit in store.search(query)] == [MatchType.EXACT]


def test_matching_goes_one_way(store: BareStore) -> None:
    """A long query never finds an item only because it contains one of its words (A212)."""
    store.add(Words(title="tests", aliases=("the",), keywords=("weather",), content="in Berlin"))
    assert store.search("tell me whether the weather tomorrow suits a bicycle tour") == ()
    assert store.search("今天天气怎么样适合出去跑步吗 tests") == ()


@pytest.mark.parametrize("query", ["100%", "a_b", "%", "_", "'", '"', "a%b", "\\", "*", "a' OR 1"])
def test_wildcards_and_quotes_are_text(store: BareStore, query: str) -> None:
    """Signs with a meaning in SQL or LIKE find nothing where they do not stand."""
    store.add(Words(title="axb"))
    store.add(Words(title="one hundred"))
    assert store.search(query) == ()


def test_an_underscore_finds_itself(store: BareStore) -> None:
    """An underscore matches an underscore and nothing else."""
    store.add(Words(title="set max_retries"))
    store.add(Words(title="set maxXretries"))
    assert titles(store.search("max_r")) == ["set max_retries"]


def test_discussions_belong_to_the_bound_thread(store: BareStore) -> None:
    """Discussions are found only by a request bound to their thread, memories everywhere.

    A request that was admitted before `new` stays bound to its thread (A139, A196-A197).
    """
    kind = Kind.DISCUSSION
    store.add(Words(title="redis here", kind=kind, thread_id=ACTIVE_THREAD, content="redis cache"))
    store.add(
        Words(title="redis then", kind=kind, thread_id=ARCHIVED_THREAD, content="redis cache")
    )
    store.add(Words(title="redis always", kind=Kind.PREFERENCE))
    for query in ("redis", "edis", "cache redis"):
        assert "redis then" not in titles(store.search(query, ACTIVE_THREAD))
        assert titles(store.search(query)) in (["redis always"], [])
    assert "redis then" in titles(store.search("redis", ARCHIVED_THREAD))
    assert titles(store.search("redis", ACTIVE_THREAD)) == ["redis always", "redis here"]
    assert titles(store.search("edis", ACTIVE_THREAD)) == ["redis always", "redis here"]
    assert titles(store.search("cache redis", ACTIVE_THREAD)) == ["redis here"]


def test_superseded_and_forgotten_items_are_gone(store: BareStore) -> None:
    """What is no longer active is found by no stage (A198-A199)."""
    store.retire(store.add(Words(title="yarn", content="yarn berry workspaces")))
    store.forget(store.add(Words(title="yarn again", content="yarn berry workspaces")))
    for query in ("yarn", "arn", "berry workspaces"):
        assert store.search(query) == ()


def test_even_left_over_postings_show_no_dead_item(store: BareStore) -> None:
    """The status of an item decides, also where postings were left behind by a fault."""
    item = store.add(Words(title="yarn", content="辣"))
    store.run("items/retire", {"row_id": item.row_id, "replaced_by_id": None, "now": 9})
    for query in ("yarn", "arn", "辣"):
        assert store.search(query) == ()


@pytest.mark.parametrize(
    ("content", "query"),
    [
        ("keep all of them as lowercase keywords", "lowercase keywords"),
        ("never edit config by hand", "edit config"),
        ("主键全部用雪花 ID，这个我拍板了", "雪花 ID"),
        ("the CI config belongs to the platform team", "CI config"),
        ("images stay under 150 kB each", "150 kB"),
        ("images stay under 150kB each", "150 kB"),
        ("name them maxRetryCount please", "retry count"),
        ("the file src/api/route_table.py is generated", "route table"),
        ("all caches are keyed by tenant", "cache key"),
        ("他不吃辣。", "辣"),
        ("辣的别放", "辣"),
        ("放点辣椒吧", "辣"),
        ("資料庫用 PostgreSQL", "资料库"),
        (DECISION, "what database do we use"),
        (DECISION, "which database did we pick for the project?"),
        ("数据库定为 PostgreSQL 16", "数据库用什么"),
        ("我们的数据库就用 PostgreSQL", "数据库用什么"),
        ("部署到 Fly.io，不用 AWS", "现在部署到哪里"),
    ],
)
def test_words_of_the_content_find_it(store: BareStore, content: str, query: str) -> None:
    """What stands in the content is found by its words, in questions too."""
    for other in ("Use tabs for indentation.", "回答尽量简短，别写客套话。", "Logs go to stderr."):
        store.add(Words(title=other[:6], content=other))
    found = store.add(Words(title="#", content=content))
    assert [hit.row_id for hit in store.search(query)] == [found.row_id]
    assert store.search(query)[0].match_type is MatchType.CONTENT


def test_characters_are_searched_together(store: BareStore) -> None:
    """A query of single characters prefers the item that has more of them."""
    store.add(Words(title="one", content="不要苦的"))
    store.add(Words(title="two", content="又辣又苦"))
    store.add(Words(title="none", content="清淡"))
    assert titles(store.search("辣 苦")) == ["two", "one"]
    assert store.selects[-1] == "search/characters"


@pytest.mark.parametrize(
    "query", ["quantum teleportation", "量子隐形传态", "kubernetes", "鲸", "qq"]
)
def test_nothing_is_padded(store: BareStore, query: str) -> None:
    """Without a text hit the answer is empty, however new the items are (A210-A211)."""
    for words in (DECISION, "回答尽量简短。", "Use tabs."):
        store.add(Words(title=words[:8], content=words))
    assert store.search(query) == ()


def test_a_rare_word_beats_common_ones(store: BareStore) -> None:
    """Content hits come by the weight of the shared words, the rarest weighing most."""
    for number in range(12):
        store.add(Words(title=f"t{number}", content=f"service notes part{number} error"))
    best = store.add(Words(title="best", content="service outage"), updated_at_us=0)
    assert store.search("outage error")[0].row_id == best.row_id
