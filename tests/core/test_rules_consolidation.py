"""What the embedded model makes of candidates: create, revise, supersede or reject."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.items import Candidate, Item, ItemStatus, Kind
from sayso.core.project.consolidation import Action, ConsolidationInput, Operation
from sayso.core.rules.consolidation import consolidate
from sayso.core.rules.naming import name_memory


def said(number: int, content: str, kind: Kind = Kind.DECISION, thread: int = 1) -> Candidate:
    """Give a candidate named as stage 1 names it."""
    named = name_memory(content, "")
    return Candidate(
        id=number,
        thread_id=thread,
        kind=kind,
        title=named.title,
        content=content,
        aliases=named.aliases,
        sources=(),
    )


def kept(number: int, content: str, kind: Kind = Kind.DECISION, thread: int | None = None) -> Item:
    """Give an active item named as the embedded model names it."""
    named = name_memory(content, "")
    return Item(
        row_id=number,
        item_id=number,
        revision=1,
        kind=kind,
        thread_id=thread,
        title=named.title,
        content=content,
        synopsis=content,
        aliases=named.aliases,
        keywords=(),
        status=ItemStatus.ACTIVE,
        replaces_id=None,
        replaced_by_id=None,
        created_at_us=0,
        updated_at_us=0,
    )


def decide(candidates: list[Candidate], related: list[Item]) -> list[Operation]:
    """Run the consolidation under test."""
    asked = ConsolidationInput(candidates=tuple(candidates), related=tuple(related))
    return list(consolidate(asked))


def outline(operations: list[Operation]) -> list[tuple[str, tuple[int, ...], int | None]]:
    """Give what matters of operations: action, candidates and target."""
    return [(str(one.action), one.candidate_ids, one.target_id) for one in operations]


@pytest.mark.parametrize(
    ("old", "new", "action"),
    [
        ("数据库用 MySQL", "数据库改用 PostgreSQL", Action.SUPERSEDE),
        ("Use tabs", "use spaces from now on, not tabs", Action.SUPERSEDE),
        (
            "the orders service runs on Mongo",
            "scrap what we said about Mongo, we're moving the orders service to MySQL",
            Action.SUPERSEDE,
        ),
        ("数据库用 MySQL", "日志用 JSON 格式", Action.CREATE),
        ("数据库用 MySQL", "数据库每天备份", Action.CREATE),
        ("回答用表格", "回答用表格，列不超过五个", Action.REVISE),
        ("以后先给结论", "以后都先给结论", Action.REJECT),
        ("以后这样就行", "以后这样就行", Action.REJECT),
        ("bill edits per word", "Bill edits per page instead of per word", Action.SUPERSEDE),
        ("bill German clients at 80 an hour", "bill French clients at 90 an hour", Action.CREATE),
        ("以后桌子用橡木", "以后桌子用松木", Action.SUPERSEDE),
        ("以后德国客户每小时收80欧", "以后法国客户每小时收90欧", Action.CREATE),
    ],
)
def test_one_candidate_beside_one_item(old: str, new: str, action: Action) -> None:
    """A reversal supersedes, detail revises, a repeat is rejected, anything else is created."""
    (operation,) = decide([said(5, new)], [kept(9, old)])
    targeted = action in (Action.REVISE, Action.SUPERSEDE)
    assert outline([operation]) == [(str(action), (5,), 9 if targeted else None)]


def test_created_texts_are_the_candidates() -> None:
    """A new item takes title, content and aliases of the candidate, and its words as keywords."""
    (operation,) = decide([said(5, "日志用 JSON 格式")], [])
    assert operation == Operation(
        action=Action.CREATE,
        candidate_ids=(5,),
        target_id=None,
        title="日志用 JSON 格式",
        content="日志用 JSON 格式",
        synopsis="日志用 JSON 格式",
        aliases=("日志", "JSON 格式", "JSON", "格式"),
        keywords=("日志", "JSON 格式", "JSON", "格式"),
    )


def test_a_revision_holds_both_statements() -> None:
    """The item keeps its title; its content gains a line, or the fuller statement takes over."""
    item = kept(9, "commit messages in English")
    (operation,) = decide([said(5, "English commit messages, imperative mood")], [item])
    assert operation.title == item.title
    assert operation.content == (
        "commit messages in English\nEnglish commit messages, imperative mood"
    )
    assert {"English", "imperative mood"} <= set(operation.keywords)
    (fuller,) = decide([said(5, "commit messages in English, imperative mood")], [item])
    assert fuller.content == "commit messages in English, imperative mood"


def test_a_full_revision_drops_its_oldest_lines() -> None:
    """Content stays within its bound at line borders, the newest statement whole."""
    old = "commit messages in English\n" + "\n".join("commit " + "x" * 190 for _ in range(20))
    item = replace(kept(9, "commit messages in English"), content=old)
    new = "commit messages in English, always " + "x" * 190 + " and imperative"
    (operation,) = decide([said(5, new)], [item])
    assert operation.action is Action.REVISE
    assert len(operation.content) <= limits.CONTENT_MAX_CHARS
    assert operation.content.endswith(new)


def test_reach_and_kind_separate() -> None:
    """Only an active item of the same kind, and for a discussion of the same thread, counts."""
    text = "the cache uses Redis"
    inactive = replace(kept(9, text), status=ItemStatus.SUPERSEDED)
    other_kind = kept(8, text, Kind.PREFERENCE)
    other_thread = kept(7, text, Kind.DISCUSSION, thread=2)
    related = [inactive, other_kind, other_thread]
    assert outline(decide([said(5, text)], related)) == [("create", (5,), None)]
    discussed = said(5, text, Kind.DISCUSSION, thread=1)
    assert outline(decide([discussed], related)) == [("create", (5,), None)]
    discussed = said(5, text, Kind.DISCUSSION, thread=2)
    assert outline(decide([discussed], related)) == [("reject", (5,), None)]


def test_an_old_log_does_not_turn_round_what_was_said_since() -> None:
    """A reversal that was said before the item it would retire is dropped."""
    item = replace(kept(9, "数据库用 MySQL"), said_at_us=20)
    older = replace(said(5, "数据库改用 PostgreSQL"), said_at_us=10)
    assert outline(decide([older], [item])) == [("reject", (5,), None)]


def test_no_common_subject_term_means_no_target() -> None:
    """Without a common term in titles and aliases nothing is superseded."""
    item = replace(kept(9, "数据库用 MySQL"), title="storage", aliases=())
    assert outline(decide([said(5, "数据库改用 PostgreSQL")], [item])) == [("create", (5,), None)]


def test_equal_candidates_share_one_operation() -> None:
    """Two candidates that say the same are one memory with both as provenance."""
    twice = [said(5, "数据库用 MySQL"), said(6, "日志用 JSON"), said(7, "數據庫用 MySQL")]
    assert outline(decide(twice, [])) == [("create", (5, 7), None), ("create", (6,), None)]


def test_of_two_contradicting_candidates_the_later_stands() -> None:
    """Within one job the later word wins, and a change of mind and back ends where it began."""
    job = [said(5, "数据库用 MySQL"), said(6, "数据库改用 PostgreSQL")]
    assert outline(decide(job, [])) == [("reject", (5,), None), ("create", (6,), None)]
    job.append(said(7, "数据库还是用 MySQL"))
    assert outline(decide(job, [])) == [
        ("reject", (5,), None),
        ("reject", (6,), None),
        ("create", (7,), None),
    ]
    other = said(8, "数据库改用 Oracle", Kind.PREFERENCE)
    assert outline(decide([job[0], other], [])) == [("create", (5,), None), ("create", (8,), None)]


def test_the_fullest_of_equal_candidates_speaks() -> None:
    """A later candidate that says all of an earlier one and more joins it and lends its words."""
    job = [said(5, "use tabs"), said(6, "use spaces"), said(7, "use spaces, not tabs")]
    operations = decide(job, [])
    assert outline(operations) == [("reject", (5,), None), ("create", (6, 7), None)]
    assert operations[1].content == "use spaces, not tabs"


def test_one_target_has_one_operation() -> None:
    """Extensions of one item come together; beside a reversal the others become new items."""
    item = kept(9, "commit messages in English")
    first = said(5, "commit messages in English, imperative mood")
    second = said(6, "commit messages in English, no trailing period")
    both = decide([first, second], [item])
    assert outline(both) == [("revise", (5, 6), 9)]
    assert "imperative mood" in both[0].content
    assert "no trailing period" in both[0].content


def test_beside_a_reversal_an_extension_becomes_an_item() -> None:
    """An item that is superseded takes no further operation."""
    job = [said(5, "回答用英文，术语附解释"), said(6, "回答改用中文")]
    assert outline(decide(job, [kept(9, "回答用英文")])) == [
        ("create", (5,), None),
        ("supersede", (6,), 9),
    ]


def test_a_change_of_mind_and_back_leaves_the_item() -> None:
    """Reversed and reversed again within one job, the item stays as it was."""
    job = [
        said(5, "the cache uses Memcached instead of Redis"),
        said(6, "the cache uses Redis"),
    ]
    assert outline(decide(job, [kept(9, "the cache uses Redis")])) == [
        ("reject", (5,), None),
        ("reject", (6,), None),
    ]


def test_the_closest_item_is_the_target() -> None:
    """Of several items the one with most in common is superseded."""
    related = [kept(8, "数据库用 MySQL"), kept(9, "订单数据库用 MySQL")]
    (operation,) = decide([said(5, "订单数据库改用 PostgreSQL")], related)
    assert (operation.action, operation.target_id) == (Action.SUPERSEDE, 9)


def test_empty_words_still_give_legal_texts() -> None:
    """A candidate without any word is kept within the contract rather than failing."""
    empty = replace(said(5, "x"), title=" ", content=" ", aliases=(" ", "b", "b"))
    (operation,) = decide([empty], [])
    assert all((operation.title, operation.content, operation.synopsis))
    assert operation.aliases == ("b",)


def test_many_numbered_topics_stay_apart() -> None:
    """However many things differ in name and number alone, each is a memory of its own."""
    related = [kept(at, f"always use item{at} paint number {at}") for at in range(1, 40)]
    (operation,) = decide([said(99, "always use item99 paint number 99")], related)
    assert operation.action is Action.CREATE


def test_a_successor_does_not_hold_the_retired_choice() -> None:
    """What takes the place of a choice is the new words alone."""
    new = "From now on use red ink instead of blue."
    (operation,) = decide([said(5, new)], [kept(9, "Always write in blue ink.")])
    assert (operation.action, operation.content) == (Action.SUPERSEDE, new)


WORDS = st.sampled_from(
    (
        "数据库 用 改用 MySQL PostgreSQL 日志 JSON ， 180 天 90 不用 了 "
        "not use tabs spaces in English answers"
    ).split()
)
TEXTS = st.lists(WORDS, min_size=1, max_size=8).map(" ".join) | st.text(max_size=200)
KINDS = st.sampled_from(tuple(Kind))


@given(
    st.lists(st.tuples(TEXTS, KINDS, st.integers(1, 2)), max_size=6),
    st.lists(st.tuples(TEXTS, KINDS, st.integers(1, 2)), max_size=4),
)
def test_every_candidate_is_handled_exactly_once(
    proposed: list[tuple[str, Kind, int]], active: list[tuple[str, Kind, int]]
) -> None:
    """Whatever is proposed, the plan is legal: once each, one target once, texts in bounds."""
    candidates = [said(at, *row) for at, row in enumerate(proposed, start=1)]
    items = [
        kept(at, text, kind, thread if kind is Kind.DISCUSSION else None)
        for at, (text, kind, thread) in enumerate(active, start=50)
    ]
    operations = decide(candidates, items)
    handled = [number for one in operations for number in one.candidate_ids]
    assert sorted(handled) == [one.id for one in candidates]
    targets = [one.target_id for one in operations if one.target_id is not None]
    assert len(set(targets)) == len(targets)
    for one in operations:
        assert_legal(one, {item.item_id: item for item in items}, candidates)


def assert_legal(operation: Operation, items: dict[int, Item], candidates: list[Candidate]) -> None:
    """Check one operation against the contract of stage 2."""
    handled = [one for one in candidates if one.id in operation.candidate_ids]
    assert len({one.kind for one in handled}) == 1
    if handled[0].kind is Kind.DISCUSSION:
        assert len({one.thread_id for one in handled}) == 1
    if operation.action is Action.REJECT:
        assert operation.title == operation.content == operation.synopsis == ""
        return
    assert 0 < len(operation.title) <= limits.TITLE_MAX_CHARS
    assert 0 < len(operation.content) <= limits.CONTENT_MAX_CHARS
    assert 0 < len(operation.synopsis) <= limits.SYNOPSIS_MAX_CHARS
    assert len(operation.aliases) <= limits.ITEM_ALIASES_MAX
    assert len(operation.keywords) <= limits.KEYWORDS_MAX
    assert (operation.target_id is None) is (operation.action is Action.CREATE)
    if operation.target_id is not None:
        assert items[operation.target_id].kind is handled[0].kind
