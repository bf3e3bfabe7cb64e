"""Questions that end without a question mark are none the less questions, for rules and gate."""

import pytest

from sayso.core.evidence import Accepted, Reason, Refused, check_proposal
from sayso.core.items import Kind
from tests.speech import explicit, found_in, gate

ASKED = [
    "端口怎么定", "接口时间格式怎么定", "字段长度怎么定", "日志格式如何定", "我们的编码规范如何定",
    "超时多少定", "API 的超时多少定", "这个接口谁来定", "颜色谁定", "最后由谁来定",
    "前端框架用哪个定", "主键用什么类型定", "这块用什么方案定", "从现在起还要多久",
    "从今天起多少天", "从今天起几天", "以后怎么部署", "以后谁来审", "以后什么时候发版",
    "我们最终用哪个库", "接口一律用哪种时间格式", "说说我们定了什么端口", "我们昨天定了什么",
    "端口怎么定，超时怎么定",
    "tell me what we decided about ports", "remind me what we agreed on",
    "summarize what we decided", "list what we decided on so far", "explain what we agreed on",
    "check what we agreed on", "see what we decided yesterday", "what we decided on yesterday",
    "can you remind me which database we settled on", "please list everything we agreed on",
    "explain why we decided on tabs", "recap the decisions we agreed on",
    "i forgot what we decided on",
]  # fmt: skip

TOLD = [
    ("以后不管怎么部署都先备份", Kind.PREFERENCE),
    ("以后什么都不要自动提交", Kind.PREFERENCE),
    ("以后该怎么写就怎么写，别客气", Kind.PREFERENCE),
    ("以后有什么不清楚的先问我", Kind.PREFERENCE),
    ("以后先问我用哪个库", Kind.PREFERENCE),
    ("以后每次都告诉我改了什么", Kind.PREFERENCE),
    ("以后回答里都写明用了什么命令", Kind.PREFERENCE),
    ("以后改了什么都要告诉我", Kind.PREFERENCE),
    ("以后日志什么的都用英文", Kind.PREFERENCE),
    ("以后谁写的代码谁修", Kind.PREFERENCE),
    ("我们定了谁改谁测", Kind.DECISION),
    ("我们决定哪里出错哪里报", Kind.DECISION),
    ("价格由谁定已经定了：小李", Kind.DECISION),
    ("端口怎么定，昨天说好了，用 8080 定了", Kind.DECISION),
    ("what we decided on yesterday is tabs", Kind.DECISION),
    ("remember what we decided: we use tabs", Kind.DECISION),
    ("remember what we agreed on, we use tabs, that's settled", Kind.DECISION),
    ("when we picked the venue, we agreed on the old mill", Kind.DECISION),
]


@pytest.mark.parametrize("said", ASKED)
def test_a_question_needs_no_question_mark(said: str) -> None:
    """The rules propose nothing, and the gate refuses it as a question, whatever its kind."""
    assert found_in(said) == ()
    for kind in (Kind.PREFERENCE, Kind.DECISION):
        refused = check_proposal(explicit(kind, said), gate(said))
        assert isinstance(refused, Refused)
        assert refused.reason is Reason.QUESTION


@pytest.mark.parametrize(("said", "kind"), TOLD)
def test_a_word_that_asks_may_stand_for_anything(said: str, kind: Kind) -> None:
    """Where it stands for anything, comes back, is to be told, or is answered, nothing is asked."""
    assert kind in [proposal.kind for proposal in found_in(said)]


@pytest.mark.parametrize(
    "said",
    ["always summarize what we decided at the end", "以后每次都告诉我我们定了什么"],
)
def test_being_told_every_time_is_no_question(said: str) -> None:
    """A wish to be told what was decided, each time, is a wish."""
    assert isinstance(check_proposal(explicit(Kind.PREFERENCE, said), gate(said)), Accepted)
