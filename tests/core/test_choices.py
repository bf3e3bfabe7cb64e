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
    ("bill translations per word", "Bill translations per page instead of per word from now on"),
    ("bill translations per word", "You no longer need to bill per word."),
    ("Always write in blue ink.", "From now on use red ink instead of blue."),
    ("Write in blue ink", "Write in red ink"),
    ("answer mails within two days", "From now on answer mails within one day instead of two"),
    ("answer mails within 2 days", "answer mails within 1 day instead of 2"),
    ("answer mails within two days", "answer mails within one week"),
    ("answer mails in two days", "answer mails in three weeks instead of two days"),
    (
        "From now on, always put garlic in the sauce.",
        "Change of plan: from now on put onions in the sauce, not garlic",
    ),
    ("I prefer oak for tables.", "I prefer pine for tables now."),
    ("Never schedule calls before 10.", "You may schedule calls before 10 now."),
    ("Always schedule calls before 10.", "Never schedule calls before 10."),
    ("bill German clients at 80 an hour", "bill German clients at 90 an hour"),
    ("bill German clients at 80 an hour", "bill German clients at 90 instead of 80 an hour"),
    ("use invoice template 3 for German clients", "use invoice template 4 for German clients"),
    ("ship books from warehouse 1", "ship books from warehouse 2"),
    ("paint room 1 white", "paint room 1 grey"),
    ("paint room 1 white", "from now on paint room 1 grey instead of white"),
    (
        "invoices for German clients use template 3",
        "switch the invoices for German clients to template 4",
    ),
    ("use English answers", "use German answers"),
    ("以后桌子用橡木", "以后桌子用松木"),
    ("以后晚上用手机看书", "以后晚上用电脑看书"),
    ("以后翻译按字收费", "以后翻译按页收费，不按字收费了"),
    ("以后都用蓝色墨水写", "以后改用红色墨水，不用蓝色了"),
    ("以后酱里放大蒜", "计划变了，以后酱里放洋葱，不放大蒜"),
    ("以后德国客户每小时收80欧", "以后德国客户每小时收90欧"),
    ("德国客户的发票用模板3", "德国客户的发票改用模板4"),
    ("十点前不要安排电话", "现在可以十点前安排电话了"),
    ("Always answer in English", "以后都用中文回答我"),
    ("以后用英文回答", "Reply in Chinese from now on"),
    ("Always answer in English", "Don't answer in English"),
    ("Indent with tabs", "缩进用空格"),
    ("Use single quotes", "以后引号用双引号"),
    ("Use metric units", "以后用英制单位"),
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
    ("bill German clients at 80 an hour", "bill French clients at 90 an hour"),
    ("bill German clients at 80 an hour", "bill French clients at 90 instead of 80 an hour"),
    ("bill German clients by the hour", "bill French clients by the hour"),
    ("bill German clients per word", "don't bill French clients per word"),
    (
        "bill the German clients of our Berlin office at 80 an hour by mail",
        "bill the French clients of our Berlin office at 90 an hour by mail",
    ),
    ("bill translations per word", "Bill interpreters per hour instead of per word from now on"),
    ("paint room 1 white", "paint room 2 grey"),
    ("paint room 1 white", "paint room 2 white"),
    ("paint room 1 white", "paint room 2 grey instead of white"),
    ("paint room 2 grey", "paint room 3 blue"),
    ("set the oven to 180 for bread", "set the oven to 220 for pizza"),
    ("set the oven to 180 for bread", "set the oven to 220"),
    (
        "use invoice template 3 for German clients",
        "use invoice template 4 for French clients",
    ),
    (
        "invoices for German clients use template 3",
        "invoices for French clients switch to template 4",
    ),
    ("print invoices in 12 pt", "print letters in 11 pt"),
    ("keep paint in warehouse 1", "keep tools in warehouse 2"),
    ("warehouse 1 closes at 5", "warehouse 2 closes at 6"),
    ("warehouse 1 closes at 5", "warehouse 2 closes at 5"),
    ("plan 3 days for Berlin", "plan 5 days for Paris"),
    ("always use item1 paint number 1", "always use item2 paint number 2"),
    ("ship books to dock B", "ship books to dock C"),
    ("schedule calls before 10", "schedule calls after 10"),
    ("Never schedule calls before 10", "You may schedule calls before 10 on Fridays"),
    ("always put garlic in the tomato sauce", "put onions in the cream sauce, not garlic"),
    ("Write in blue ink", "From now on write in red ink instead of blue for invoices"),
    ("I prefer oak for tables", "I prefer pine for chairs"),
    ("Anna is the reviewer", "Anna is the tester"),
    ("use tabs in Makefiles", "always use tabs"),
    ("Always answer in English", "answer French clients in French"),
    ("Always answer in English", "缩进用空格"),
    ("Always answer in English", "don't answer in French"),
    ("以后德国客户每小时收80欧", "以后法国客户每小时收90欧"),
    ("以后德国客户每小时收80欧", "以后法国客户每小时收80欧"),
    ("德国客户按字收费", "法国客户按页收费，不按字收费了"),
    ("德国客户的发票用模板3", "法国客户的发票改用模板4"),
    ("以后1号房间刷白色", "以后2号房间刷灰色"),
    ("以后烤面包用180度", "以后烤披萨用220度"),
    ("以后发票用12号字", "以后信件用11号字"),
    ("以后去柏林安排3天", "以后去巴黎安排5天"),
    ("以后书从1号仓库发货", "以后玩具从2号仓库发货"),
    ("以后桌子用橡木", "以后椅子用松木"),
    ("以后桌子用橡木", "以后桌子用 Oak"),
    ("晚上用手机看书", "晚上用电脑写作"),
    ("晚上用手机看一本小说书", "晚上用电脑写一篇长文章"),
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
    ("Always answer in English", "以后都用英文回答"),
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
