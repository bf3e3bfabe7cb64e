"""How the embedded model calls a memory, in the user's own words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.items import Candidate, Kind
from sayso.core.rules.naming import describe, key_phrases, name_memory
from sayso.core.text import ELLIPSIS, normalise, one_line


def candidate(content: str, title: str = "", aliases: tuple[str, ...] = ()) -> Candidate:
    """Give an accepted preference with these words."""
    return Candidate(
        id=1,
        thread_id=1,
        kind=Kind.PREFERENCE,
        title=title,
        content=content,
        aliases=aliases,
        sources=(),
    )


@pytest.mark.parametrize(
    ("clause", "proposal", "title"),
    [
        ("以后回答都用表格", "", "回答都用表格"),
        ("from now on use tabs for everything", "", "use tabs for everything"),
        ("我们决定采用主干开发，就这么定", "", "采用主干开发"),
        ("結論：後台改用 Go 重寫，定了", "", "後台改用 Go 重寫"),
        ("我习惯用单引号", "", "用单引号"),
        ("final decision: session cookies, no JWT", "", "session cookies, no JWT"),
        ("never run git push yourself", "", "never run git push yourself"),
        ("I'd like you to answer in French, always", "", "answer in French"),
        ("好，照这个方案执行", "图表库选 ECharts", "图表库选 ECharts"),
        ("B it is", "(B) one store per feature", "one store per feature"),
        ("默认值用 0 开头的编号", "", "默认值用 0 开头的编号"),
        ("以后都这样", "", "以后都这样"),
        ("以后" * 13 + "用表格", "", "以后用表格"),
        ("", "", ELLIPSIS),
        ("!?", "", "!?"),
    ],
)
def test_title_is_the_statement_without_markers(clause: str, proposal: str, title: str) -> None:
    """Lead-ins and closing markers go, negations stay, and a proposal names its confirmation."""
    assert name_memory(clause, proposal).title == title


def test_long_statements_are_cut_between_segments() -> None:
    """A title keeps whole segments while they fit, and clips a single long one at a word."""
    long = "the scheduler lives in its own process, not inside the web worker of the main app"
    assert name_memory(long, "").title == "the scheduler lives in its own process"
    one = "For answers: cite the file and the line number whenever you claim something about code"
    assert name_memory(one, "").title.endswith(ELLIPSIS)
    assert len(name_memory(one, "").title) <= 60


def test_aliases_are_phrases_names_and_han_words() -> None:
    """Short handles keep adjacent words together and put names before plain words."""
    assert name_memory("以后给我的 PR description 用英文", "").aliases == (
        "PR description",
        "PR",
        "description",
        "英文",
    )
    many = name_memory("merge small commits after every green build of CI on main by Bob", "")
    assert len(many.aliases) == 6
    assert "CI" in many.aliases


def test_very_long_runs_make_no_phrase() -> None:
    """A run of adjacent words longer than a phrase may be gives its single words only."""
    assert (
        key_phrases("internationalization misunderstandings counterproductive", 9, without=())[0]
        == "internationalization"
    )


def test_description_is_the_statement_and_its_words() -> None:
    """The synopsis is the statement on one line; keywords come from content, title, aliases."""
    described = describe(candidate("日志用 JSON\n格式", "日志格式", ("structured logs",)))
    assert described.synopsis == "日志用 JSON 格式"
    assert {"日志", "JSON 格式", "日志格式", "structured logs"} <= set(described.keywords)
    assert describe(candidate("", "only a title")).synopsis == "only a title"
    assert describe(candidate(" ")).synopsis == ELLIPSIS


@given(st.text(max_size=400), st.text(max_size=100))
def test_every_name_is_bounded_and_taken_from_the_text(clause: str, proposal: str) -> None:
    """Whatever was said: texts within bounds, never an empty title, no invented word."""
    named = name_memory(clause, proposal)
    said = one_line(proposal) or one_line(clause)
    assert 0 < len(named.title) <= 60
    assert named.title.removesuffix(ELLIPSIS) in said
    assert len(named.aliases) <= 6
    assert all(
        normalise(alias.removesuffix(ELLIPSIS)) in normalise(said) for alias in named.aliases
    )
    assert all(0 < len(alias) <= limits.ALIAS_MAX_CHARS for alias in named.aliases)


@given(st.text(max_size=5_000))
def test_every_description_is_bounded(content: str) -> None:
    """Synopsis and keywords keep the bounds of stage 2 for any content."""
    described = describe(candidate(content))
    assert 0 < len(described.synopsis) <= limits.SYNOPSIS_MAX_CHARS
    assert len(described.keywords) <= limits.KEYWORDS_MAX
    assert all(0 < len(word) <= limits.ALIAS_MAX_CHARS for word in described.keywords)
    assert len({normalise(word) for word in described.keywords}) == len(described.keywords)
