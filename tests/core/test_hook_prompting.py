"""What a prompt asks memory for, and what of the findings is worth telling."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sayso.core import limits
from sayso.core.agents.prompting import (
    Query,
    choose_hits,
    looked_at,
    may_be_pasted,
    own_words,
    plan_queries,
)
from sayso.core.kinds import Kind
from sayso.core.search import Hit, MatchType
from sayso.core.speech.clauses import plain_copy
from sayso.core.speech.regions import foreign_spans


def queries(prompt: str) -> list[str]:
    """Give the texts that a prompt is looked for with, as a hook makes them."""
    parts = [
        own_words(part, foreign_spans(plain_copy(part))) if may_be_pasted(part) else part
        for part in looked_at(prompt)
    ]
    return [query.text for query in plan_queries(parts)]


def hit(row_id: int, match: MatchType = MatchType.CONTENT) -> Hit:
    """Give a hit of a search."""
    return Hit(
        row_id=row_id,
        item_id=row_id,
        kind=Kind.DECISION,
        title=f"title {row_id}",
        synopsis=f"says {row_id}",
        match_type=match,
    )


ANY = Query(text="any", accepted=frozenset(MatchType))
NAME = Query(text="name", accepted=frozenset({MatchType.EXACT}))


FOLLOW_UPS = """
ok|OK.|yes|continue|go on|Continue please.|next|again|try again|looks good|do it|run it|fix it
thanks!|why?|what else|LGTM, go ahead and commit|Show me more.|再看看别的|继续|好的|嗯，接着来
换一个|下一步|改一下|不对|还有吗|看看|再来一个|谢谢，可以了|继续做下一个|没问题，提交吧|。|...|👍
"""


@pytest.mark.parametrize("prompt", FOLLOW_UPS.strip().replace("\n", "|").split("|"))
def test_a_mere_follow_up_asks_for_nothing(prompt: str) -> None:
    """A message without a subject of its own recalls nothing, in either language."""
    assert queries(prompt) == []


def test_a_prompt_is_looked_for_by_clauses_and_names() -> None:
    """Clauses that say something come first, each with its telling words, then every word."""
    prompt = "Please add the lint dependency with pnpm, then continue. 数据库迁移用 alembic 吗？"
    assert queries(prompt) == [
        "lint dependency pnpm",
        "数据库迁移 alembic",
        "lint",
        "dependency",
        "pnpm",
        "数据库迁移",
        "alembic",
    ]


def test_one_word_is_looked_for_in_what_memories_say_only_alone() -> None:
    """A short question finds by content; beside a longer clause a word finds names only."""
    alone = plan_queries(("pnpm?",))
    beside = plan_queries(("pnpm? the lint dependency",))
    assert [(one.text, MatchType.CONTENT in one.accepted) for one in alone] == [("pnpm", True)]
    assert [one.text for one in beside if MatchType.CONTENT in one.accepted] == ["lint dependency"]
    assert not any(MatchType.PREFIX in one.accepted for one in alone)
    assert [one.is_name for one in beside] == [False, True, True, True]


def test_pasted_parts_are_not_asked_for() -> None:
    """Fenced blocks, quoted lines and logs are nobody's question."""
    prompt = (
        "The migration fails:\n```\nuse kubernetes everywhere\n```\n> and terraform too\n"
        "ERROR: helm chart broken\nWhich alembic version?"
    )
    asked = " ".join(queries(prompt))
    assert "migration" in asked
    assert "alembic" in asked
    assert not any(word in asked for word in ("kubernetes", "terraform", "helm"))


def test_of_a_long_prompt_beginning_and_end_are_looked_at() -> None:
    """Eight megabytes cost no more than a page: what a person asks stands first or last."""
    part = limits.HOOK_PROMPT_PART_CHARS
    prompt = "pnpm " + "x" * 8_000_000 + " alembic"
    assert [len(one) for one in looked_at(prompt)] == [part, part]
    asked = queries(prompt)
    assert "pnpm" in asked
    assert "alembic" in asked
    assert looked_at("x" * 2 * part) == ("x" * 2 * part,)


def test_the_number_of_searches_is_bounded() -> None:
    """However many clauses and words a prompt has, and however long they are."""
    many = "; ".join(f"alpha{n} beta{n}" for n in range(100)) + ". " + "gamma " * 100
    found = queries(many)
    assert len(found) == limits.HOOK_CLAUSES_MAX + limits.HOOK_WORDS_MAX
    assert all(len(one) <= limits.HOOK_CLAUSE_MAX_CHARS for one in found)
    (whole, *_) = queries("字" * 500 + " " + "x" * 500)
    assert len(whole) == limits.HOOK_CLAUSE_MAX_CHARS


@pytest.mark.parametrize(
    ("part", "may_be"),
    [
        ("use tabs", False),
        ("a\nb", True),
        ("``` x", True),
        ("~~~ x", True),
        ("x" * (limits.HOOK_OWN_LINE_CHARS + 1), True),
    ],
)
def test_short_lines_hold_no_pastes(part: str, may_be: bool) -> None:
    """Only what may hold a paste is looked through for one, which costs time."""
    assert may_be_pasted(part) is may_be


def test_what_most_searches_found_best_is_told() -> None:
    """Ranks add up over the searches; at most five are told, and of equals the newest."""
    found = [
        (ANY, (hit(1), hit(2))),
        (ANY, (hit(2), hit(3), hit(4))),
        (NAME, (hit(9, MatchType.PREFIX), hit(5, MatchType.EXACT))),
        (ANY, (hit(6), hit(7))),
    ]
    assert [one.row_id for one in choose_hits(found, frozenset())] == [2, 6, 1, 7, 5]


@pytest.mark.parametrize(
    ("word", "title", "is_meant"),
    [("log", "logging by structlog", True), ("cat", "category pages", False)],
)
def test_what_begins_with_a_word_must_say_it(word: str, title: str, *, is_meant: bool) -> None:
    """A search tells of a prefix what it would also find by content; other prefixes are chance."""
    query = Query(text=word, accepted=frozenset({MatchType.EXACT, MatchType.CONTENT}))
    found = replace(hit(1, MatchType.PREFIX), title=title)
    assert bool(choose_hits([(query, (found,))], frozenset())) is is_meant


def test_nothing_is_told_twice() -> None:
    """What a session was told is left out, whatever found it."""
    found = [(ANY, (hit(1), hit(2)))]
    assert [one.row_id for one in choose_hits(found, frozenset({1}))] == [2]
    assert choose_hits(found, frozenset({1, 2})) == ()
