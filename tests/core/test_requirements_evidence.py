"""Document A on evidence: whose words make a memory, and what never does (A153-A166)."""

import pytest

from sayso.core.evidence import Accepted, EvidenceContext, Reason, Refused, check_proposal
from sayso.core.items import Kind
from sayso.core.proposals import Proposal, Quote
from sayso.core.turns import Role, Turn
from tests.records import make_turn

BOTH = (Kind.PREFERENCE, Kind.DECISION)
WISH = {"en": "From now on always answer in tables", "zh": "以后回答都用表格"}
CHOICE = {"en": "We decided to use PostgreSQL for orders", "zh": "我们定了，订单库用 PostgreSQL"}
OFFER = {"en": "I suggest using PostgreSQL for orders.", "zh": "建议订单库用 PostgreSQL。"}
YES = {"en": "Yes, go with that", "zh": "好的，就按这个来"}


def proposal(kind: Kind, content: str, *quotes: tuple[int, Role, str]) -> Proposal:
    """Give a proposal whose title is its content."""
    return Proposal(
        kind=kind,
        title=content[:100],
        content=content,
        aliases=(),
        quotes=tuple(Quote(turn_id=turn, role=role, quote=quote) for turn, role, quote in quotes),
    )


def judged(
    one: Proposal, *turns: Turn, previous: Turn | None = None
) -> Reason | tuple[tuple[int, Role, str], ...]:
    """Give why a proposal is refused, or the sources of the accepted candidate."""
    context = EvidenceContext(
        thread_id=1, turns=turns, previous=previous, tombstones=(), subject_key=b"k" * 32
    )
    verdict = check_proposal(one, context)
    if isinstance(verdict, Refused):
        return verdict.reason
    assert isinstance(verdict, Accepted)
    texts = {turn.id: turn for turn in (*turns, *((previous,) if previous else ()))}
    for source in verdict.candidate.sources:
        assert texts[source.turn_id].text_of(source.role)[source.start : source.end] == source.quote
    return tuple((one.turn_id, one.role, one.quote) for one in verdict.candidate.sources)


def said(kind: Kind, text: str, quote: str | None = None) -> Reason | tuple[object, ...]:
    """Judge a proposal that quotes one user turn, all of it unless a quote is given."""
    words = text if quote is None else quote
    return judged(proposal(kind, words, (1, Role.USER, words)), make_turn(1, text))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_explicit_words_are_enough(language: str) -> None:
    """A lasting wish is a preference and a settled choice a decision, in both languages."""
    wish, choice = WISH[language], CHOICE[language]
    assert said(Kind.PREFERENCE, wish) == ((1, Role.USER, wish),)
    assert said(Kind.DECISION, choice) == ((1, Role.USER, choice),)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_quote_must_be_in_the_text(kind: Kind, language: str) -> None:
    """Neither an invented quote nor one from another turn or another side is a source."""
    text = (WISH if kind is Kind.PREFERENCE else CHOICE)[language]
    turn = make_turn(1, text, assistant_text="Fine.")
    for quote in (text + "!", text[1:] + "x", "Fine."):
        found = judged(proposal(kind, text, (1, Role.USER, quote)), turn)
        assert found is Reason.NOT_VERBATIM
    assert judged(proposal(kind, text, (2, Role.USER, text)), turn) is Reason.UNKNOWN_TURN
    assert judged(proposal(kind, text, (1, Role.ASSISTANT, text)), turn) is Reason.NOT_VERBATIM


@pytest.mark.parametrize("kind", BOTH)
def test_a_source_is_spelled_as_the_text_spells_it(kind: Kind) -> None:
    """A quote in another normal form is found, and what is kept is the slice of the text."""
    text = "From now on we decided to call it Cafe\u0301 in every page"
    found = judged(
        proposal(kind, text, (1, Role.USER, text.replace("e\u0301", "é"))), make_turn(1, text)
    )
    assert found == ((1, Role.USER, text),)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_quote_must_be_of_a_turn_that_is_asked_about(kind: Kind, language: str) -> None:
    """What the user said in the turn before was judged with that turn, and proves nothing now."""
    text = (WISH if kind is Kind.PREFERENCE else CHOICE)[language]
    before, turn = make_turn(1, text), make_turn(2, "Thanks, that will do.")
    for quotes in (
        ((1, Role.USER, text),),
        ((1, Role.USER, text), (2, Role.USER, "that will do")),
    ):
        assert judged(proposal(kind, text, *quotes), turn, previous=before) is Reason.UNKNOWN_TURN
    assert judged(proposal(kind, text, (1, Role.USER, text)), before, turn) == (
        (1, Role.USER, text),
    )


@pytest.mark.parametrize("kind", BOTH)
def test_without_the_user_there_is_no_memory(kind: Kind) -> None:
    """What only the assistant said is no evidence, however firmly it was said."""
    for text in (*WISH.values(), *CHOICE.values(), *OFFER.values()):
        turn = make_turn(1, "Tell me more.", assistant_text=text)
        found = judged(proposal(kind, text, (1, Role.ASSISTANT, text)), turn)
        assert found is Reason.NO_USER_QUOTE
        both = judged(
            proposal(kind, text, (1, Role.ASSISTANT, text), (1, Role.USER, "Tell me more.")), turn
        )
        assert isinstance(both, Reason)
    assert judged(proposal(kind, "Tabs"), make_turn(1, "Tabs")) is Reason.NO_SOURCE


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize(
    "text",
    [
        "The orders service uses PostgreSQL 16.",
        "main.py currently imports the redis module.",
        "订单服务现在用的是 PostgreSQL 16。",
        "main.py 里目前导入了 redis 模块。",
    ],
)
def test_a_present_fact_is_no_memory(kind: Kind, text: str) -> None:
    """How code and configuration are at present is read live, not remembered."""
    assert isinstance(said(kind, text), Reason)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize(
    "quote",
    ["We decided to use PostgreSQL for orders", "from now on always answer in tables"],
)
def test_what_a_tool_said_is_no_memory(kind: Kind, quote: str) -> None:
    """Output and documents that the user pasted are not the user's own words."""
    for text in (f"The command printed:\n\n```\n{quote}\n```\n", f"See the wiki:\n\n> {quote}\n"):
        assert said(kind, text, quote) is Reason.PASTED


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize(
    "text",
    [
        "Maybe we should use PostgreSQL for orders",
        "Perhaps PostgreSQL would be better for orders, I am still considering it",
        "Should we use PostgreSQL for orders?",
        "If we ever split the monolith we would use PostgreSQL for orders",
        "也许订单库可以用 PostgreSQL，还没想好",
        "订单库要不要用 PostgreSQL？",
        "假如以后拆分服务，订单库用 PostgreSQL 会怎样",
    ],
)
def test_a_guess_is_no_memory(kind: Kind, text: str) -> None:
    """What is weighed, asked or imagined is not yet said."""
    assert isinstance(said(kind, text), Reason)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_content_must_come_from_the_quote(kind: Kind, language: str) -> None:
    """A proposal about something else than its quote says is refused."""
    text = (WISH if kind is Kind.PREFERENCE else CHOICE)[language]
    other = {"en": "All deployments happen on Fridays", "zh": "所有部署都在周五进行"}[language]
    found = judged(proposal(kind, other, (1, Role.USER, text)), make_turn(1, text))
    assert found is Reason.NO_SHARED_WORDS


@pytest.mark.parametrize("language", ["en", "zh"])
def test_agreement_needs_proposal_and_confirmation(language: str) -> None:
    """A short yes alone is nothing; with the proposal of the turn before it, both are sources."""
    offer, yes = OFFER[language], YES[language]
    before = make_turn(1, "?!", assistant_text=offer)
    turn = make_turn(2, yes)
    sources = ((1, Role.ASSISTANT, offer), (2, Role.USER, yes))
    assert judged(proposal(Kind.DECISION, offer, *sources), turn, previous=before) == sources
    assert judged(proposal(Kind.DECISION, offer, *sources), before, turn) == sources
    alone = judged(proposal(Kind.DECISION, offer, sources[1]), turn, previous=before)
    assert isinstance(alone, Reason)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_proposal_must_propose_and_be_about_it(language: str) -> None:
    """A remark that proposes nothing, and a proposal about something else, are not confirmed."""
    offer, yes = OFFER[language], YES[language]
    remark = {
        "en": "PostgreSQL stores its data in files on disk.",
        "zh": "PostgreSQL 把数据存在磁盘文件里。",
    }[language]
    content = {"en": "All deployments happen on Fridays", "zh": "所有部署都在周五进行"}[language]
    turn = make_turn(2, yes)
    for text, claimed in ((remark, remark), (offer, content)):
        before = make_turn(1, "?!", assistant_text=text)
        sources = ((1, Role.ASSISTANT, text), (2, Role.USER, yes))
        found = judged(proposal(Kind.DECISION, claimed, *sources), turn, previous=before)
        assert isinstance(found, Reason)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_proposal_further_back_is_not_what_was_confirmed(language: str) -> None:
    """A yes answers the turn directly before it in the same session, and no other."""
    offer, yes = OFFER[language], YES[language]
    sources = ((1, Role.ASSISTANT, offer), (3, Role.USER, yes))
    asked = proposal(Kind.DECISION, offer, *sources)
    between = make_turn(2, "Thanks.", assistant_text="You are welcome.")
    first = make_turn(1, "?!", assistant_text=offer)
    assert isinstance(judged(asked, first, between, make_turn(3, yes)), Reason)
    nearer = make_turn(2, "?!", assistant_text=offer.replace("PostgreSQL", "SomeMySQL?"))
    assert isinstance(judged(asked, first, nearer, make_turn(3, yes)), Reason)
    elsewhere = make_turn(1, "?!", assistant_text=offer, session="another")
    assert isinstance(judged(asked, make_turn(3, yes), previous=elsewhere), Reason)
