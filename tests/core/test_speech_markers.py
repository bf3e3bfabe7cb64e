"""Each way of saying a lasting preference or a decision is heard, in both languages."""

import pytest

from sayso.core.evidence import Accepted, check_proposal
from sayso.core.items import Kind
from tests.speech import explicit, found_in, gate

# way, sentence: a preference by the rules and by the gate
PREFERENCES = [
    ("onward", "from now on call dishes by their menu name"),
    ("onward", "metric units only, going forward"),
    ("onward", "以后给病人的说明都用大白话"),
    ("onward", "從今天起回覆都用繁體"),
    ("onward slip", "form now on allways show totals first"),
    ("always", "never contact the caterer directly"),
    ("always", "don't ever delete my drafts"),
    ("always", "永远别往外发报价"),
    ("regular", "by default use British spelling"),
    ("regular", "in general don't restate the question"),
    ("regular", "凡是给客户看的东西，先发我确认"),
    ("regular", "日程提醒默认提前一天发我"),
    ("tail", "ask me before you book anything. every time."),
    ("tail", "skip the legal basis unless I ask"),
    ("tail", "treat the archive as read-only, today and in every later session"),
    ("tail", "先列提纲再动笔，每次都这样"),
    ("tail", "人名不用译，后面的章节也是"),
    ("product", "larger type in every handout you prepare"),
    ("product", "stop apologising in your replies"),
    ("product", "dialogue stays as I wrote it in all the chapters you edit"),
    ("case", "whenever you cite a ruling give me the neutral citation"),
    ("case", "when I send you a plan, answer with the square metres first"),
    ("prefer", "I prefer weights over volumes"),
    ("prefer", "I'd rather you ask than guess"),
    ("prefer", "我偏好先看结论"),
    ("prefer", "叫我小林"),
    ("want", "I always want the initials only"),
    ("want", "when I paste a log I only want the cause"),
    ("habit", "I'm colour blind, so use blue in charts for me"),
    ("habit", "我不吃辣，给我推荐菜谱请避开"),
    ("habit", "我不喝咖啡，给我排行程别安排咖啡馆"),
    ("code word", "if I say 'ship it' that means run everything"),
    ("code word", "我说“收工”就代表总结当天的改动"),
    ("settled by the way", "it's settled, use tabs in every file you write"),
    ("five fillers", "and so then also but please always use tabs in files"),
    ("announced", "one wish for you: quote the statute itself"),
    ("announced", "rule for all quotes: put the tax on its own line"),
    ("memorise", "please remember that I hate exclamation marks"),
    ("memorise", "记住，我对花生过敏"),
    ("in han", "dashboard 的命名统统小写，以后新加的也一样"),
]

DECISIONS = [
    ("settled", "we decided on a buffet for the reception"),
    ("settled", "I compared both and picked the mill over the barn"),
    ("settled", "k no more discusion, we go wiht the quartet"),
    ("settled", "the theme will be harvest, that's final"),
    ("settled", "quartz it is, for the whole kitchen"),
    ("settled", "场地敲定了，就在老城那个院子"),
    ("settled", "主菜最終選羊排"),
    ("settled", "经董事会表决，分红比例定为百分之三十"),
    ("settled", "新书定名《长夜》，不改了"),
    ("settled", "I prefer the mill, we decided on it"),
    ("impersonal", "护理记录从下周一起全部电子化，纸质的停掉"),
    ("limit", "the hall must be quiet by ten, the owner's rules"),
    ("lead", "I've made up my mind: no lamb this year"),
    ("lead", "定了。用老城那个院子"),
    ("constraint", "hard limit: 120 guests"),
    ("constraint", "no child under six on the wall. the insurer requires it, so that's binding."),
    ("constraint", "硬性约束：整个系统必须离线部署"),
    ("constraint", "总预算卡死在八十万"),
    ("bound", "every waiver must be signed on paper"),
    ("bound", "所有合同必须双人复核"),
    ("leanings", "for this season we only serve local wine, imports are out"),
    ("leanings", "we won't be printing invitations, we send them by mail"),
    ("leanings", "原来说周六团建，现在改成周日"),
    ("uniform", "项目统一使用 Python 3.10+"),
    ("reversal", "changed my mind, it's one guitar and a cello"),
    ("reversal", "之前说的露营取消，改去博物馆"),
    ("sealed", "the api stays REST. no graphql here, that's decided"),
]

NEITHER = [
    "the api is slow. we met the owner, that was a long day",
    "my brother decided on the river venue",
    "add a dark mode toggle to the settings page",
    "make the tooltip always appear above the cursor",
    "set the table for twelve and fold the napkins",
    "fix it so that it never happens again",
    "thanks, always a pleasure",
    "never mind",
    "I always cry at weddings",
    "I decided to sleep in today",
    "we have a winner",
    "agreed",
    "that's decided",
    "in the evening we might meet",
    "I'll always be there for you",
    "把标题改成红色",
    "帮我写个脚本，不要用第三方库",
    "给所有接口都加上日志",
    "周末愉快，以后再聊",
    "以后我自己来",
    "定好闹钟",
    "这样就好",
    "他一向很准时",
    "",
    "…",
    "?!",
]


@pytest.mark.parametrize(("way", "sentence"), PREFERENCES)
def test_a_preference_is_heard(way: str, sentence: str) -> None:
    """Rules and gate both hear the preference, and nothing else in it."""
    assert way
    proposals = found_in(sentence)
    assert [proposal.kind for proposal in proposals] == [Kind.PREFERENCE]
    assert isinstance(check_proposal(proposals[0], gate(sentence)), Accepted)


@pytest.mark.parametrize(("way", "sentence"), DECISIONS)
def test_a_decision_is_heard(way: str, sentence: str) -> None:
    """Rules and gate both hear the decision, and nothing else in it."""
    assert way
    proposals = found_in(sentence)
    assert [proposal.kind for proposal in proposals] == [Kind.DECISION]
    assert isinstance(check_proposal(proposals[0], gate(sentence)), Accepted)


@pytest.mark.parametrize("sentence", NEITHER)
def test_ordinary_speech_is_left_alone(sentence: str) -> None:
    """Tasks, small talk and bare markers make no memory."""
    assert found_in(sentence) == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "add a dark mode toggle to the settings page",
        "write a toast for the wedding, funny but not crude",
        "good morning, how are you",
        "把座位表打印三份",
        "谢谢你，今天效率真高",
    ],
)
def test_the_gate_wants_a_speech_act(sentence: str) -> None:
    """A task or small talk is no lasting say-so, whatever a model makes of it."""
    for kind in (Kind.PREFERENCE, Kind.DECISION):
        assert not isinstance(check_proposal(explicit(kind, sentence), gate(sentence)), Accepted)


@pytest.mark.parametrize(
    ("said", "quotes"),
    [
        (
            "昨天跟后端对了一下午，所以网关最终用 nginx，不上 kong 了。你把限流的配置写一份",
            ["所以网关最终用 nginx，不上 kong 了"],
        ),
        (
            "the renames are not: rename only when I ask, and that goes for all future ones",
            ["the renames are not: rename only when I ask, and that goes for all future ones"],
        ),
        (
            "My way of working: you draft, I edit. Stick to it for all chapters.",
            ["My way of working: you draft, I edit. Stick to it for all chapters"],
        ),
        (
            "缓存用 Redis 定了，以后你给我的文档都用中文",
            ["缓存用 Redis 定了", "以后你给我的文档都用中文"],
        ),
        ("支付渠道确定只接微信，然后帮我看下日志", ["支付渠道确定只接微信"]),
        (
            "we picked the quartet over the band; the barn has no stage, "
            + "and the heating costs more than the whole evening would, " * 2,
            ["we picked the quartet over the band; the barn has no stage"],
        ),
        ("标题大一点，正文小一点，以后都这样", ["标题大一点，正文小一点，以后都这样"]),
        ("先生成摘要，再给全文。以后都这样", ["先生成摘要，再给全文。以后都这样"]),
    ],
)
def test_the_quote_holds_the_statement(said: str, quotes: list[str]) -> None:
    """What leans on a neighbour takes it along; tasks and long reasons are left out."""
    found = [proposal.quotes[0].quote for proposal in found_in(said)]
    assert found == quotes


def test_a_message_proposes_no_more_than_the_contract_allows() -> None:
    """A page full of rules gives the 32 that a reply may hold."""
    said = "always use tabs in every file you write for me.\n" * 50
    assert len(found_in(said)) == 32
