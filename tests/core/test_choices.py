"""How a newer statement relates to an older one: the reversals and the mere additions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.rules.choices import Relation, compare
from sayso.core.rules.stated import read_statement

REVERSALS = [
    ("数据库用 MySQL", "数据库改用 PostgreSQL"),
    ("数据库用 MySQL", "数据库用 PostgreSQL"),
    ("Use tabs", "use spaces from now on, not tabs"),
    ("the orders service runs on Mongo", "we're moving the orders service to MySQL after all"),
    ("orders service: Mongo", "scrap what we said about Mongo, we go with MySQL"),
    ("the database is MySQL", "let's use Postgres for the database instead of MySQL"),
    ("状态管理用 redux", "状态管理不用 redux 了，最终选 zustand"),
    ("用 redux 做状态管理", "不用 redux 了，最终选 zustand"),
    ("数据库用 MongoDB", "之前说的 MongoDB 推翻，改为 PostgreSQL，就这么定"),
    ("前端框架最终选 React", "前端框架最终选 Vue3，React 方案作废"),
    ("日志必须保留 180 天", "日志保留 90 天就行"),
    ("回答控制在三百字以内", "回答控制在五百字以内"),
    ("use two spaces for indentation", "use four spaces for indentation"),
    ("回答用英文", "以后用中文回答"),
    ("请用简体中文", "改成繁體中文"),
    ("answer in German", "I changed my mind, answer in English"),
    ("answer in German", "answer in English"),
    ("admin panel would be a separate SPA", "we reverse that: admin is server rendered"),
    ("tailwind it is, for the whole frontend", "switch the frontend to plain CSS"),
    ("the mobile app will be Flutter", "the mobile app will be React Native after all"),
    ("no emojis in answers", "you can use emojis in answers again"),
    ("we go with Supabase", "no Supabase anymore, we use Firebase instead"),
    ("we go with Mongo", "scrap Mongo, moving the orders service to MySQL"),
    ("logging with pino", "pino goes away"),
]
ADDITIONS = [
    ("use tabs", "use spaces"),
    ("Mongo sizes go into the weekly report", "scrap Mongo, we go with MySQL"),
    ("数据库用 MySQL", "日志用 JSON 格式"),
    ("数据库用 MySQL", "数据库每天备份"),
    ("数据库备份每天一次", "数据库改用 PostgreSQL"),
    ("回答用英文", "代码用英文注释"),
    ("注释用英文", "回答都用中文"),
    ("use tabs", "don't use tabs in yaml files"),
    ("write comments in English", "don't add comments that restate the code"),
    ("write comments in English", "use Chinese"),
    ("the cache uses Redis", "no Redis for sessions"),
    ("日志必须保留 180 天", "备份保留 90 天"),
    ("the API uses REST", "switch the API auth to OAuth instead"),
    ("the API stays REST", "the API also gets a rate limit"),
    ("Alice likes tea", "Alice likes hiking"),
    ("Alice likes tea", "Alice no longer likes hiking"),
    ("no emojis in answers", "emojis are fine in commit messages"),
    ("日志用 JSON 格式", "日志也要带 trace id"),
    ("缓存用 Redis", "缓存过期时间 10 分钟"),
    ("Database backups run nightly", "switch the database to Postgres"),
]
EXTENSIONS = [
    ("回答用表格", "回答用表格，列不超过五个"),
    ("use tabs for everything", "use tabs for everything, width 4"),
    ("commit messages in English", "commit messages in English, imperative mood"),
]
REPEATS = [
    ("以后先给结论", "以后都先给结论"),
    ("use tabs for everything", "always use tabs please"),
    ("keep replies short and friendly", "keep replies short"),
    ("資料庫用 MySQL", "资料库用 MySQL"),
]


@pytest.mark.parametrize(("old", "new"), REVERSALS)
def test_reversals_are_recognised(old: str, new: str) -> None:
    """A turned down, contrasted or replaced choice of the same subject turns the old one round."""
    assert compare(read_statement(old), read_statement(new)) is Relation.REVERSED


@pytest.mark.parametrize(("old", "new"), ADDITIONS)
def test_additions_leave_the_older_statement_alone(old: str, new: str) -> None:
    """Another fact about the same thing, or an exception to it, stands beside it."""
    assert compare(read_statement(old), read_statement(new)) is Relation.APART


@pytest.mark.parametrize(("old", "new"), EXTENSIONS)
def test_more_detail_extends(old: str, new: str) -> None:
    """A statement that repeats the older one and says more extends it."""
    assert compare(read_statement(old), read_statement(new)) is Relation.EXTENDED


@pytest.mark.parametrize(("old", "new"), REPEATS)
def test_repeats_change_nothing(old: str, new: str) -> None:
    """The same choice in other words, or less of it, is the same."""
    assert compare(read_statement(old), read_statement(new)) is Relation.SAME


def test_a_rejection_keeps_its_verb() -> None:
    """What follows "don't use" is turned down, and what follows "but" is chosen again."""
    statement = read_statement("don't use tabs but spaces in Makefile rules")
    assert statement.rejected == {"tab"}
    assert statement.chosen == {"space"}
    assert statement.place == {"makefile"}


@given(st.text(max_size=120), st.text(max_size=120))
def test_any_two_texts_have_a_relation(old: str, new: str) -> None:
    """Nothing fails, and a statement with any content is the same as itself."""
    first, second = read_statement(old), read_statement(new)
    assert compare(first, second) in tuple(Relation)
    assert compare(first, first) is (Relation.SAME if first.all else Relation.APART)
