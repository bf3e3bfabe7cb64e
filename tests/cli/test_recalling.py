"""`sayso recall`: where something was said, told to people and to programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core.recall.words import RECALL_VERSION
from tests.cli.told import is_one_line

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Sayso


@pytest.fixture
def talked(sayso: Sayso) -> Sayso:
    """Give the function once a project has talked, with an order that is remembered (m1)."""
    sayso("record", "--user", "From now on, deploy with Ansible.", "--assistant", "Will do.")
    sayso("record", "--user", "缓存用什么好？", "--assistant", "建议用 Redis，过期 30 分钟。")
    sayso("record", "--user", "The parser crashes on empty files.", "--assistant", "Fixed it.")
    assert sayso("work").code == 0
    return sayso


def test_a_hit_has_its_turn_date_thread_and_speaker(talked: Sayso) -> None:
    """Best first, each with an exact quote; neighbours stand around it in their order."""
    head, quote, *_ = talked("recall", "when did the parser crash", "--limit", "1").out.splitlines()
    assert head.startswith("t3    2")
    assert head.endswith("Z · thread 1 · you:")
    assert quote == "      “The parser crashes on empty files.”"
    lines = talked("recall", "parser crashes", "--limit", "1", "--neighbours", "1").out.splitlines()
    assert lines[0].strip() == "t2 assistant: 建议用 Redis，过期 30 分钟。"
    assert lines[-1].strip() == "t3 assistant: Fixed it."


def test_a_program_gets_fields(talked: Sayso) -> None:
    """Every field of a hit, and with --explain why it ranks where it does."""
    answer = talked("recall", "缓存过期", "--neighbours", "1", "--json").answer
    assert (answer["query"], answer["pending"]) == ("缓存过期", 0)
    hit = answer["hits"][0]
    assert (hit["turn_id"], hit["role"], hit["thread"]) == ("t2", "assistant", 1)
    assert hit["quote"] == "建议用 Redis，过期 30 分钟。"
    assert hit["before"] == [{"turn_id": "t2", "role": "user", "text": "缓存用什么好？"}]
    told = talked("recall", "缓存过期", "--explain", "--json").answer
    best = told["hits"][0]
    assert best["score"] == sum(part["points"] for part in best["parts"]) > 0
    assert {word["word"] for word in told["words"]} >= {"缓存", "过期"}


def test_people_are_told_why(talked: Sayso) -> None:
    """The score with its parts, and each word with its share of the question."""
    told = talked("recall", "parser crashes", "--explain").out
    assert "score " in told
    assert "parser: " in told
    assert "% of the question" in told


def test_what_nobody_talked_about_finds_nothing(talked: Sayso) -> None:
    """One line says so, and with --explain which words nobody used."""
    told = talked("recall", "kubernetes ingress certificates")
    assert (told.code, told.out) == (0, "nothing found for “kubernetes ingress certificates”\n")
    assert "nowhere" in talked("recall", "kubernetes ingress", "--explain").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["", "--limit", "1"], "the query is empty"),
        (["x\udcff"], "at character 1 "),
        (["x" * 1001], "the query does not fit — give 1 to 1000 characters"),
        (["x", "--limit", "0"], "limit does not fit — give 1 to 50 hits"),
        (["x", "--limit", "51"], "limit does not fit"),
        (["x", "--neighbours", "6"], "neighbours does not fit — give 0 to 5 lines"),
        (["x", "--neighbours", "-1"], "neighbours does not fit"),
        (["x", "--thread", "9"], "there is no thread 9"),
        (["x", "--thread", "0"], "there is no thread 0"),
        (["x", "--thread", str(2**64)], "there is no thread "),
        (["x", "--since", ""], "since is '', which is no time"),
        (["x", "--since", "soon"], "since is 'soon', which is no time"),
        (["x", "--until", "2026-02-30"], "until is '2026-02-30', which is no time"),
        (["x", "--since", "2026-05-02", "--until", "2026-05-01"], "until is not after since"),
    ],
)
def test_what_cannot_be_asked_is_one_line(talked: Sayso, arguments: list[str], said: str) -> None:
    """It says what is wrong and what to give instead."""
    told = talked("recall", *arguments)
    assert told.code == 2 or "no thread" in said
    assert is_one_line(told)
    assert said in told.err


@pytest.mark.parametrize("query", ["the of and", "?!…", "\x00\x1b[31m", "🦜", "x" * 1000])
def test_odd_questions_are_answered(talked: Sayso, query: str) -> None:
    """Signs, stop words and control characters find something or nothing, and steer nothing."""
    told = talked("recall", "--", query)
    assert (told.code, told.err) == (0, "")
    assert "\x1b" not in told.out


def test_a_project_without_memory_says_so(sayso: Sayso, project: Path) -> None:
    """Nothing is made by asking."""
    told = sayso("recall", "anything")
    assert (told.code, told.out) == (0, "")
    assert "no memory" in told.err or "nothing" in told.err
    assert sayso("recall", "x", "--explain", "--json").answer == {
        "query": "x",
        "hits": [],
        "pending": 0,
        "words": [],
    }
    assert not (project / ".sayso").exists()


def test_days_and_threads_bound_what_is_found(talked: Sayso) -> None:
    """A new thread still finds the old one's turns; a bound leaves out what lies beyond."""
    talked("new")
    talked("record", "--user", "The parser is fast now.", "--assistant", "Good.")
    both = talked("recall", "parser", "--json").answer["hits"]
    assert {hit["thread"] for hit in both} == {1, 2}
    only = talked("recall", "parser", "--thread", "2", "--json").answer["hits"]
    assert {hit["thread"] for hit in only} == {2}
    assert talked("recall", "parser", "--until", "2001-01-01").out.startswith("nothing found")
    assert talked("recall", "parser", "--since", "2001-01-01").out.startswith("t")


def test_what_is_forgotten_or_cleared_is_not_found(talked: Sayso) -> None:
    """The words of a forgotten memory are neither found nor shown; after a clear there is none."""
    assert "Ansible" in talked("recall", "deploy with Ansible").out
    talked("forget", "m1")
    for query in ("deploy with Ansible", "Ansible", "deploy"):
        assert "Ansible." not in talked("recall", query, "--neighbours", "5").out
    talked("clear", "--confirm")
    assert talked("recall", "parser").out.startswith("nothing found")


def test_turns_that_are_not_indexed_are_told(
    talked: Sayso, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that is behind says how far, and what brings it up to date."""
    connection = apsw.Connection(str(project / ".sayso" / "memory.db"))
    connection.execute("DELETE FROM recall_postings")
    connection.execute("DELETE FROM recall_words")
    connection.execute("DELETE FROM recall_scopes")
    connection.execute(f"UPDATE index_editions SET version = {RECALL_VERSION - 1}")
    connection.close()
    monkeypatch.setattr("sayso.core.limits.REINDEX_INLINE_MAX", 0)
    told = talked("recall", "parser")
    assert told.out.startswith("nothing found")
    assert "not indexed yet: 3 turns; 'sayso reindex' does it now" in told.err
    assert talked("recall", "parser", "--json").answer["pending"] == 3
    assert talked("reindex").out == "indexed 3 turns and 0 memories\n"
    assert talked("recall", "parser").out.startswith("t3")


def test_a_copy_of_a_log_brings_nothing_back(sayso: Sayso, tmp_path: Path) -> None:
    """Forgotten words stay hidden where the same log comes in again under another name."""
    logs = [tmp_path / name for name in ("a1.jsonl", "a2.jsonl")]
    for log in logs:
        log.write_text('{"user": "From now on, call me Zorblatt in every answer."}\n', "utf-8")
    sayso("import", str(logs[0]))
    sayso("forget", "m1")
    sayso("import", str(logs[1]))
    assert sayso("status", "--json").answer["turns"]["total"] == 2
    assert sayso("recall", "Zorblatt").out.startswith("nothing found")


@pytest.mark.parametrize("size", ["docs = -3, length = -10", "docs = 0", "length = 0"])
def test_counts_that_are_damaged_find_nothing_and_are_mended(
    talked: Sayso, project: Path, size: str
) -> None:
    """Nothing is ranked by a size that cannot be; the doctor names it, and a rebuild mends it."""
    connection = apsw.Connection(str(project / ".sayso" / "memory.db"))
    connection.execute(f"UPDATE recall_scopes SET {size}")
    connection.close()
    assert talked("recall", "parser").out.startswith("nothing found")
    assert "sayso reindex --all" in talked("doctor").out
    talked("reindex", "--all")
    assert talked("recall", "parser").out.startswith("t3")


def test_bounds_alone_find_what_was_said_in_them(talked: Sayso) -> None:
    """An empty question within bounds gives their turns and says why; without any it is none."""
    told = talked("recall", "", "--since", "2023-01-01", "--limit", "1", "--explain").out
    assert "The parser crashes on empty files." in told
    assert "score 1.00: time +1.00" in told
    refused = talked("recall", "")
    assert (refused.code, is_one_line(refused)) == (2, True)


def test_a_thread_too_large_is_one_line(talked: Sayso) -> None:
    """Whatever number is given for a thread, the answer is one line."""
    refused = talked("recall", "parser", "--thread", "9" * 20)
    assert refused.code == 1
    assert refused.err == (
        "sayso: there is no thread of a number that long — leave it out to look in all\n"
    )
