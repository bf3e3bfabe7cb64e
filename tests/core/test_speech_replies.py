"""Short answers: what agrees, what chooses, and to which proposal of the answer before it."""

import pytest

from sayso.core.evidence import Accepted, Reason, Refused, check_proposal
from sayso.core.items import Kind
from sayso.core.speech.clauses import plain_copy
from sayso.core.speech.offers import offer_meant, offers_in
from sayso.core.speech.replies import is_agreement, leading_reply
from sayso.core.speech.spoken import own_sentences
from sayso.core.turns import Role
from tests.speech import confirmed, found_in, gate

PROPOSAL = "I propose that the nurses rotate weekly."
OPTIONS = "Two venues are left: (A) the old brewery, (B) the garden hall. Which one do you prefer?"
OPTIONS_ZH = "有两个方案：一是用长桌，二是用圆桌。我推荐方案二。"
LIST = "We can do it in two ways:\n1. settle now\n2. wait for the report\nBoth are fine."


@pytest.mark.parametrize(
    "answer",
    [
        "yes", "y", "ok", "OK.", "sure", "agreed", "agree", "lgtm", "works for me 👍", "deal 🤝",
        "sounds good, go with that", "let's do it like that", "perfect, that's the plan then",
        "fine by me", "that's fine, go ahead", "yes please", "do it", "👍", "yes to that",
        "行", "好", "好的", "可以的", "可以，就按这个做", "同意。", "没问题，按你说的来", "没意见",
        "赞成👍",
        "就这么定", "听你的", "定了，按这个", "OK，就按这个 plan 走", "agree，就 go with 这个",
        "好，就照你講的",
        "可以，就照這個做", "批准",
    ],
)  # fmt: skip
def test_agreement_confirms_the_proposal(answer: str) -> None:
    """Every plain yes, however short, joins the proposal with both sources."""
    (proposal,) = found_in(answer, PROPOSAL)
    assert proposal.kind is Kind.DECISION
    assert {quote.role for quote in proposal.quotes} == {Role.USER, Role.ASSISTANT}
    assert "rotate weekly" in proposal.content
    assert isinstance(check_proposal(proposal, gate(answer, PROPOSAL)), Accepted)


@pytest.mark.parametrize(
    "answer",
    [
        "got it", "ok got it", "thanks", "interesting", "hm", "no", "not yet", "why?", "ok?",
        "sounds good, but let me ask first", "yes, but not weekly", "ok. but not yet",
        "let me think about it", "maybe", "if you insist", "the ward is full today",
        "yeah, the ward has been awfully full ever since the strike began",
        "嗯", "明白了", "收到", "知道了", "不行", "可以，不过先别定", "听着不错，让我想想",
        "再说吧", "为什么？",
        "", "？", "> yes",
    ],
)  # fmt: skip
def test_other_answers_confirm_nothing(answer: str) -> None:
    """A receipt, a doubt, a no or a yes with a string attached is no confirmation."""
    assert found_in(answer, PROPOSAL) == ()
    if answer.strip():
        proposal = confirmed(Kind.DECISION, answer, "the nurses rotate weekly")
        assert isinstance(check_proposal(proposal, gate(answer, PROPOSAL)), Refused)


@pytest.mark.parametrize(
    ("before", "answer", "meant"),
    [
        (OPTIONS, "B it is", "garden hall"),
        ("(A) lamb, (B) fish. I propose a long table for it.", "ok", "long table"),
        (OPTIONS, "ok " * 9 + "the brewery", "old brewery"),
        (OPTIONS, "let's take A", "old brewery"),
        (OPTIONS, "the second one please", "garden hall"),
        (OPTIONS, "option A", "old brewery"),
        (OPTIONS, "the latter", "garden hall"),
        (OPTIONS, "ok the brewery then", "old brewery"),
        (OPTIONS, "brewery", "old brewery"),
        (OPTIONS, "go with the garden one", "garden hall"),
        (LIST, "2", "wait for the report"),
        (LIST, "I'd go with the first", "settle now"),
        (OPTIONS_ZH, "那就方案二", "圆桌"),
        (OPTIONS_ZH, "第一种吧，定了", "长桌"),
        (OPTIONS_ZH, "同意", "圆桌"),
        (OPTIONS_ZH, "后者", "圆桌"),
        (OPTIONS_ZH, "就用长桌", "长桌"),
        ("两个办法：①统一排，②各组自排。我更看好②。", "②吧", "各组自排"),
        ("两种摆法：第一种是长桌，第二种是圆桌。看您喜好。", "第一种", "长桌"),
        ("I lean towards B. (A) one store, (B) two stores. Which one?", "ok", "two stores"),
        ("Ways: (A) lamb, (B) fish. I'd pick the first.", "fine", "lamb"),
        ("您看菜单里统一去掉味精吗？我建议去掉。", "去掉吧", "去掉"),
        ("Either way. I would go for 1000 flyers, the price halves.", "ok 1000 then", "1000"),
    ],
)
def test_a_choice_means_one_option(before: str, answer: str, meant: str) -> None:
    """A label, an ordinal or a name picks the option; a plain yes the recommended one."""
    (proposal,) = found_in(answer, before)
    assert meant in proposal.content
    assert isinstance(check_proposal(proposal, gate(answer, before)), Accepted)


@pytest.mark.parametrize(
    ("before", "answer"),
    [
        (OPTIONS, "yes"),  # which of the two stays open
        (OPTIONS, "C"),
        (OPTIONS, "garage"),
        ("I need to open the file. Agree?", "yes"),
        ("Would it" + " ever" * 30 + ", ok?", "hm"),
        (OPTIONS, "the second one burned down last year"),
        (
            OPTIONS,
            "the last one is too dear for us, and the owner is rude to all of our guests there",
        ),
        ("HTTP 304 means that nothing changed.", "ok"),
        ("I've finished moving the files and all tests pass.", "great"),
        ("May I run the build once to check?", "yes go ahead"),
        ("Shall I print the list now?", "yes"),
        ("我需要执行一次 ls 查看目录，可以吗？", "可以"),
        ("依赖已经安装完成。", "好的"),
        ("I moved the files. Does that work?", "yes"),
        ("May I open it? Agree?", "yes"),
        ("Agree?", "yes"),
        ("It went well. What do you think?", "great, works"),
        ("It went well, how does that sound?", "ok"),
        ("Let's make a difference! Let's go.", "yes"),
        ("We should dance!", "yes"),
        ("```\nlet's use tabs\n```", "ok"),
        ("", "ok"),
    ],
)
def test_nothing_is_confirmed_where_nothing_was_proposed(before: str, answer: str) -> None:
    """Facts, reports, cheers, open options and asking leave for one act are no proposals."""
    assert found_in(answer, before) == ()


@pytest.mark.parametrize(
    ("before", "proposed"),
    [
        (
            "Tables plural, columns singular. Should we adopt this as the convention?",
            "Tables plural",
        ),
        ("那字符集就定为 utf8mb4，您看行吗？", "utf8mb4"),
        ("建议日志平台选 Loki。就这么定？", "Loki"),
        ("Shall we standardise on UTC? (y/n)", "UTC"),
        ("Then let's fix the minimum at 20. OK?", "minimum at 20"),
        ("We drop the XML endpoint, ok?", "XML"),
        ("建议 A 层放网关。理由如下。", "网关"),
        ("Shall we serve " + "bread and " * 12 + "soup before the speeches?", "soup before"),
        ("I suggest the river loop. What do you think?", "river loop"),
    ],
)
def test_a_pointing_question_stands_for_what_precedes_it(before: str, proposed: str) -> None:
    """A question that only points proposes the sentence before it."""
    (proposal,) = found_in("yes, agreed", before)
    assert proposed in proposal.content


def test_the_gate_wants_the_proposal_cited() -> None:
    """A bare yes without the assistant's words, or with words that propose nothing, is refused."""
    alone = check_proposal(
        confirmed(Kind.DECISION, "agreed", "we print menus"),
        gate("agreed", "I printed it. we print menus"),
    )
    assert isinstance(alone, Refused)
    assert alone.reason is Reason.NO_PROPOSAL
    other = confirmed(Kind.DECISION, "B it is", "the old brewery")
    refused = check_proposal(other, gate("B it is", OPTIONS))
    assert isinstance(refused, Refused)
    assert refused.reason is Reason.OTHER_PROPOSAL
    elsewhere = confirmed(Kind.DECISION, "agreed", "The hall is warm", "The hall is warm")
    refused = check_proposal(elsewhere, gate("agreed", f"The hall is warm. {PROPOSAL}"))
    assert isinstance(refused, Refused)
    assert refused.reason is Reason.NO_PROPOSAL
    unshared = confirmed(Kind.DECISION, "agreed", "the nurses rotate weekly", "the moon is blue")
    refused = check_proposal(unshared, gate("agreed", PROPOSAL))
    assert isinstance(refused, Refused)
    assert refused.reason is Reason.OTHER_PROPOSAL


def test_a_yes_may_cite_the_recommending_sentence() -> None:
    """With options, the sentence that recommends one is cited as well as the option itself."""
    for cited in ("我推荐方案二", "二是用圆桌"):
        proposal = confirmed(Kind.DECISION, "同意", cited, cited)
        assert isinstance(check_proposal(proposal, gate("同意", OPTIONS_ZH)), Accepted)
    wrong = confirmed(Kind.DECISION, "同意", "一是用长桌")
    assert isinstance(check_proposal(wrong, gate("同意", OPTIONS_ZH)), Refused)


def test_a_named_choice_may_cite_any_sentence_with_the_name() -> None:
    """Two sentences that name the chosen thing are equally good witnesses."""
    before = "方案一是租车，方案二是包车。人多的话我建议包车。"
    proposal = confirmed(Kind.DECISION, "听你的，包车", "我建议包车")
    assert isinstance(check_proposal(proposal, gate("听你的，包车", before)), Accepted)


def test_what_follows_a_confirmation_is_judged_by_itself() -> None:
    """A yes and a preference in one message make two memories."""
    found = found_in("yes to that. and from now on please put trade-offs in a table", PROPOSAL)
    assert [proposal.kind for proposal in found] == [Kind.DECISION, Kind.PREFERENCE]
    assert found[0].quotes[1].quote == "yes to that"


def test_long_answers_are_read_at_their_end() -> None:
    """Of a very long answer only the end counts, and offsets stay those of the whole."""
    text = "filler. " * 4000 + PROPOSAL
    (reply,) = [leading_reply(own_sentences("agreed"))]
    assert reply is not None
    offer = offer_meant(offers_in(text), reply)
    assert offer is not None
    assert text[offer.start : offer.end] == "I propose that the nurses rotate weekly"
    assert offer_meant(offers_in(PROPOSAL + " filler." * 4000), reply) is None


def test_agreement_is_bounded() -> None:
    """A clause of endless yeses is no answer."""
    assert is_agreement(plain_copy("Yes, OK"))
    assert not is_agreement("ok " * 40)
    assert not is_agreement("")


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("Agreed. Yes, do it.", "Agreed. Yes, do it"),
        ("agreed, write it up", "agreed, write it up"),
        ("ok, and please put the spare chairs along the wall too", "ok"),
        ("ok, and please also put the spare chairs along the wall so that " + "people " * 9, "ok"),
        ("agreed. where are the chairs?", "agreed"),
    ],
)
def test_the_quote_of_a_yes_is_the_yes(said: str, quote: str) -> None:
    """A short rest belongs to the yes; an order, a rule or a question after it does not."""
    found = found_in(said, PROPOSAL)
    assert found[0].quotes[1].quote == quote
