"""A plain yes answers the last question: one that leaves the proposal open confirms nothing."""

import pytest

from sayso.core.evidence import Accepted, Reason, Refused, check_proposal
from sayso.core.items import Kind
from sayso.core.rules.naming import as_stated
from tests.speech import confirmed, found_in, gate

# the answer before, the yes, what a model might cite
OPEN = [
    ("I suggest we use pnpm. Or yarn?", "yes", "I suggest we use pnpm"),
    ("Should we use Postgres or MySQL?", "yes", "use Postgres or MySQL"),
    ("Shall we take Postgres, or would MySQL be better?", "yes", "take Postgres"),
    ("I propose SQLite. Would you rather have DuckDB or SQLite?", "sure", "I propose SQLite"),
    ("我建议用 A 库，或者用 B 库。选哪个？", "好", "我建议用 A 库"),
    ("我建议用 A 库，或者用 B 库。可以吗？", "好", "用 B 库"),
    ("1. 用 Kafka 2. 用 RabbitMQ。要哪个？", "好", "用 RabbitMQ"),
    ("1. 用 Kafka 2. 用 RabbitMQ。要哪个？", "好", "用 Kafka"),
    ("我建议用 Vite。还是用 Webpack？", "好的", "我建议用 Vite"),
    ("要不要改用 SQLite 或者 DuckDB？", "好", "改用 SQLite 或者 DuckDB"),
    ("I suggest we use tabs. Which editor do you use?", "yes", "I suggest we use tabs"),
    ("我建议端口改成 8080。先跑一下测试可以吗？", "好", "我建议端口改成 8080"),
    ("建议端口改成 8080。要我先备份数据库吗？", "好", "建议端口改成 8080"),
    ("建议日志用 JSON。另外，我现在删掉旧分支行吗？", "可以", "建议日志用 JSON"),
    ("I suggest tabs. By the way, may I run the tests now?", "yes", "I suggest tabs"),
    ("I suggest we use tabs. By the way, is lunch ready?", "yes", "I suggest we use tabs"),
    ("I recommend Redis. Shall I restart the server first?", "ok", "I recommend Redis"),
]

ABOUT_IT = [
    ("I suggest we use tabs. Shall I?", "yes", "use tabs"),
    ("I suggest we use tabs. Shall I go ahead?", "yes", "use tabs"),
    ("I suggest we use tabs. Is that ok or not?", "yes", "use tabs"),
    ("I suggest we rename it to main.py. May I rename now?", "yes", "main.py"),
    ("我建议端口改成 8080。要这样做吗？", "好", "8080"),
    ("我建议端口改成 8080。要不要现在改？", "好", "8080"),
    ("我建议端口改成 8080。我这就改，可以吗？", "好", "8080"),
    ("要不要改用 SQLite？", "好", "改用 SQLite"),
    ("我们还是用 SQLite，可以吗？", "好", "SQLite"),
    ("Should we require two or more reviews?", "yes", "two or more"),
    ("Should we never store names or addresses?", "yes", "never store"),
    ("May I run the tests? They pass. Should we pin Python 3.12?", "yes", "pin Python"),
    ("(A) one store, (B) two stores. Which one? I recommend B.", "ok", "two stores"),
    ("I lean towards B. (A) one store, (B) two stores. Which one?", "ok", "two stores"),
    ("可以考虑 pnpm 或者 yarn。我建议 pnpm，行吗？", "行", "建议 pnpm"),
    ("I suggest tabs. I ran the tests.", "yes", "suggest tabs"),
    ("Shall I look at the log? Then I suggest we use tabs.", "yes", "use tabs"),
]


@pytest.mark.parametrize(("before", "answer", "cited"), OPEN)
def test_a_yes_to_another_question_confirms_nothing(before: str, answer: str, cited: str) -> None:
    """Alternatives, and leave for another act, leave the proposal open for rules and gate."""
    assert found_in(answer, before) == ()
    refused = check_proposal(confirmed(Kind.DECISION, answer, cited), gate(answer, before))
    assert isinstance(refused, Refused)
    assert refused.reason is Reason.NO_PROPOSAL


@pytest.mark.parametrize(("before", "answer", "cited"), ABOUT_IT)
def test_a_yes_to_a_question_about_the_proposal_confirms_it(
    before: str, answer: str, cited: str
) -> None:
    """A question that points at the proposal, or speaks of it, is answered by the yes."""
    (proposal,) = found_in(answer, before)
    assert cited in proposal.content
    given = confirmed(Kind.DECISION, answer, cited)
    assert isinstance(check_proposal(given, gate(answer, before)), Accepted)


def test_a_yes_that_names_its_choice_settles_it() -> None:
    """Where alternatives are offered, the name of one beside the yes is an answer."""
    before = "I suggest we use pnpm. Or yarn?"
    given = confirmed(Kind.DECISION, "yes, pnpm", "I suggest we use pnpm")
    assert isinstance(check_proposal(given, gate("yes, pnpm", before)), Accepted)


def test_a_lone_comma_is_no_sentence() -> None:
    """Signs without a word, on either side, are passed over."""
    assert found_in("， . always use tabs")[0].content == "always use tabs"
    assert found_in("yes", "， . Agree?") == ()


@pytest.mark.parametrize(
    ("before", "content"),
    [
        ("要不要改用 SQLite？", "改用 SQLite"),
        ("数据库是否应该改用 SQLite？", "数据库改用 SQLite"),
        ("我建议端口改成 8080，可以吗？", "我建议端口改成 8080"),
        ("Should we drop the XML endpoint?", "drop the XML endpoint"),
    ],
)
def test_a_confirmed_question_reads_as_a_decision(before: str, content: str) -> None:
    """Content and title say what was decided; the quote stays what the assistant wrote."""
    (proposal,) = found_in("yes", before)
    assert proposal.content == content
    assert proposal.title in content
    assert proposal.quotes[0].quote in before
    assert isinstance(check_proposal(proposal, gate("yes", before)), Accepted)


def test_a_question_of_nothing_else_stays_as_it_is() -> None:
    """Where nothing would remain, the words of the proposal are kept."""
    assert as_stated("要不要") == "要不要"
