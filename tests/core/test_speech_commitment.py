"""A choice told plainly stands where an act binds to it; news, plans and doubts do not."""

import pytest

from sayso.core.evidence import Accepted, Refused, check_proposal
from sayso.core.items import Kind
from sayso.core.turns import Role
from tests.speech import confirmed, explicit, found_in, gate

# family, sentence: a decision by the rules and by the gate
DECIDED = [
    ("paid", "We'll marry in the garden, the caterer has the deposit"),
    ("paid", "宴席摆二十桌，酒店已经下单"),
    ("paid", "婚戒就买那对素圈的，已经付了定金"),
    ("signed", "we stay with the same accountant, contract's renewed"),
    ("signed", "厂房租五年，合同签完了"),
    ("booked", "The trip's going to be by train, tickets are bought"),
    ("booked", "毕业旅行去青岛，票都买齐了"),
    ("ordered", "It's brass for the door handles. I've ordered forty."),
    ("told everyone", "the bakery opens on Sundays from May, staff have all been told"),
    ("told everyone", "运动会挪到下下周，通知都发出去了"),
    ("voted", "no more paper tickets, we voted on it last night"),
    ("voted", "合唱比赛唱《黄河》，老师们举手表决过了"),
    ("endorsed", "the seminar paper will be on Kafka, my prof has nodded it through"),
    ("endorsed", "收费标准不动，理事会一致意见"),
    ("endorsed", "婚礼主持人换成阿强，已经跟他说好"),
    ("final word", "We're keeping the old logo and that's that"),
    ("final word", "司仪请老陈，别的人选不看了"),
    ("final word", "the book ends with the funeral. I won't change my mind on that"),
    ("concluded", "比来比去，空调还是格力，下单了"),
    ("given up", "孩子转学的事不办，留在原校，手续都撤了"),
    ("given up", "琴房不外借了，留给本校学生"),
    ("given up", "changed my mind about the lilies: roses for the altar"),
    ("given up", "no, scrap the Monday slot. yoga moves to Wednesday evening"),
    ("given up", "上次说用竹地板，算了，换成橡木"),
    ("limit", "the play mustn't run past ten, the hall closes then"),
    ("limit", "货柜总重不得超过二十吨，船公司卡得很死"),
    ("limit", "客厅还在吵，厨房没得商量了，就铺瓷砖，钱都付了"),
]

UNDECIDED = [
    "I paid the deposit yesterday, what a relief",
    "my brother signed the contract for his new flat",
    "the tickets were bought by the agency last year",
    "we went with the string trio last year and it was a disaster",
    "We might keep the old logo, but nothing's signed",
    "deposit isn't paid yet, still waiting on mum",
    "the council decided to close the pool",
    "Probably Friday, but Lena needs to confirm",
    "隔壁老王合同签了，搬去城东",
    "押金还没交，再看看别家",
    "定金付了没有？",
    "他们学校已经决定换校服了",
    "问题查到了，是线松了，已经改了",
    "今天不去了，在家歇着",
    "如果票都买了还能退吗",
    "先试一周看看效果，再决定",
]

# family, sentence: a preference by the rules and by the gate
LASTING = [
    ("scope", "in all the lesson plans after this one leave a blank column for notes"),
    ("scope", "From lesson ten onwards write the instructions in Polish only"),
    ("scope", "from chapter three on, present tense"),
    ("scope", "quote prices in euros in any summary meant for me"),
    ("scope", "give me metric and imperial on every cut list"),
    ("scope", "In every bouquet suggestion, tell me which flowers are in season"),
    ("scope", "写给客人的短信都用敬语，我不想再提醒第二遍"),
    ("scope", "每份合同草稿末尾都给我留签字栏"),
    ("case", "when in doubt about a dose, leave it blank and flag it"),
    ("case", "Should a deadline fall on a Sunday, move it to Friday. That's how I want it."),
    ("case", "你推荐餐馆的时候只推能带狗的"),
    ("case", "跟我报数的时候用万做单位"),
    ("closing", "Proper Latin names for plants. Same for all the labels to come."),
    ("closing", "No exclamation marks. Ever."),
    ("closing", "don't round my measurements, not now, not later"),
    ("closing", "排课表的时候体育课别放第一节，哪周都一样"),
    ("closing", "中英文之间空一格，你写的稿子全这么排"),
    ("closing", "口播稿每句不超过二十字，这是我们台的规矩"),
    ("no verb", "Negative figures in brackets, never with a minus sign"),
    ("ban", "please stop calling me sir"),
    ("ban", "别老用感叹号，你替我写也别用"),
    ("trait", "I always travel with hand luggage, so plan all my trips around that"),
    ("trait", "我看不懂五线谱，给我的谱子全用简谱"),
    ("request", "could you start giving distances in kilometres please"),
    ("own wish", "I want to be asked before you change a line of my poems"),
]


@pytest.mark.parametrize(("family", "sentence"), DECIDED)
def test_a_choice_that_was_acted_on_is_a_decision(family: str, sentence: str) -> None:
    """A plain choice beside its evidence is kept, in every family and both languages."""
    assert family
    assert [proposal.kind for proposal in found_in(sentence)] == [Kind.DECISION]


@pytest.mark.parametrize("sentence", UNDECIDED)
def test_an_act_alone_or_of_others_decides_nothing(sentence: str) -> None:
    """News, other people's affairs, doubts and what is over are not decisions."""
    assert not found_in(sentence)


@pytest.mark.parametrize(("family", "sentence"), LASTING)
def test_a_wish_is_made_lasting_in_many_ways(family: str, sentence: str) -> None:
    """A scope, a standing case, a closing word or a trait makes a wish last."""
    assert family
    assert [proposal.kind for proposal in found_in(sentence)] == [Kind.PREFERENCE]


# what was proposed, the answer that repeats it: a confirmation
ECHOED = [
    ("I'd propose we plant the hedge along the north wall.", "the north wall's fine, go on"),
    ("Shall we fix the fee at 40 an hour?", "40 an hour, agreed"),
    ("I suggest closing the gallery on Mondays.", "Mondays then, yes"),
    ("I propose holding the exam in the gym.", "gym's good. put it down"),
    ("Shall we drop the second encore?", "drop it"),
    ("Option 1: we shoot in the studio. Option 2: on the beach. I'd take option 2.", "beach!"),
    ("I propose we use the red cover. Any objections?", "none at all"),
    ("Proposal for the rota: nobody works three nights in a row.", "signed off"),
    ("Bosses scale with the level. Should I fix it like that in the document?", "please do"),
    ("方案甲是外包，方案乙是自己做，我倾向乙。", "乙案"),
    ("方案一：分期付款；方案二：一次付清打九五折。个人建议方案二。", "一次付清"),
    ("我建议把开业时间定在五月八号。您看呢？", "五月八号好，就那天"),
    ("建議菜單加一道素菜。", "加吧"),
    ("建议把年会节目压缩到八个。", "八个就八个"),
]

NOT_ECHOED = [
    ("I suggest checking the cable first.", "the cable is fine"),
    ("I'd suggest the red cover.", "not red, please"),
    ("I'd suggest we cap the class at twelve.", "twelve? why not fifteen"),
    ("I've booked the gym for the exam.", "gym's good, thanks"),
    ("I'd suggest the oak floor.", "hm, let me ask my husband first"),
    ("我建议定五月八号。", "五月八号太赶了吧"),
    ("建议重启一下打印机。", "重启了还是不行"),
    ("我先把文件备份一下，可以吗？", "可以，备份吧"),
    ("I'd suggest the oak floor.", "the oak floor " + "in the long hall of the old house " * 3),
]


@pytest.mark.parametrize(("proposed", "answer"), ECHOED)
def test_repeating_the_proposal_confirms_it(proposed: str, answer: str) -> None:
    """An answer that says the chosen words again, and yes to them, carries both sources."""
    (proposal,) = found_in(answer, proposed)
    assert proposal.kind is Kind.DECISION
    assert {quote.role for quote in proposal.quotes} == {Role.USER, Role.ASSISTANT}


@pytest.mark.parametrize(("proposed", "answer"), NOT_ECHOED)
def test_talking_about_the_proposal_confirms_nothing(proposed: str, answer: str) -> None:
    """A fault found, a question, a report or leave for one act is no confirmation."""
    assert not found_in(answer, proposed)


def test_a_yes_said_twice_is_quoted_whole() -> None:
    """The next short sentence belongs to the answer where it only agrees once more."""
    (proposal,) = found_in("makes sense. cash it is", "I'd suggest taking cash only at the stall.")
    assert proposal.quotes[-1].quote == "makes sense. cash it is"
    (proposal,) = found_in("ok. the rain again today", "I'd suggest taking cash only.")
    assert proposal.quotes[-1].quote == "ok"


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ("Don't ever delete any of my drafts. If a draft is wrong, tell me.", 1),
        ("Never use red in charts. Always add a legend.", 2),
        ("never use red in the charts\nif a chart is bad, tell me", 2),
    ],
)
def test_a_wish_that_spells_out_the_one_before_is_one_memory(said: str, count: int) -> None:
    """Adjacent wishes join unless the second lasts by itself or stands on its own line."""
    assert len(found_in(said)) == count


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        (
            "菜单里红烧肉撤了，换成东坡肉，主厨已经拍板",
            "菜单里红烧肉撤了，换成东坡肉，主厨已经拍板",
        ),
        ("客厅还在吵，厨房没得商量了，就铺瓷砖，钱都付了", "厨房没得商量了，就铺瓷砖，钱都付了"),
    ],
)
def test_the_quote_takes_in_its_lead_and_leaves_doubts_out(said: str, quote: str) -> None:
    """What leads up to a decision is quoted with it; an open matter ahead is not."""
    (proposal,) = found_in(said)
    assert proposal.quotes[0].quote == quote


@pytest.mark.parametrize(
    "message",
    [
        "summarise\n---\nResolved: membership fees rise to 60.\n---",
        "看看语气：\n【通知】即日起所有快递统一放东门，不再送上楼",
        "make a limerick out of this line: I never again will eat oysters in May",
        "把下面这句译成英文：我们最终决定采用第三种方案",
    ],
)
def test_a_text_set_off_from_the_message_is_not_said(message: str) -> None:
    """Between rules, under a bracketed head or after "this line:" stand other words."""
    assert not found_in(message)


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("From now on use initials for client names.", "don't hold me to the initials thing"),
        ("From now on use initials for client names.", "forget I said anything about initials"),
        ("报价单以后都用美元", "美元那条不用照做了"),
    ],
)
def test_taking_back_makes_no_memory(before: str, said: str) -> None:
    """A withdrawal names what it takes back and is no wish of its own."""
    assert len(found_in(before)) == 1
    assert not found_in(said)


def test_a_lead_opens_one_statement_only() -> None:
    """What is scrapped leads in the next short sentence, and not all that follows."""
    (proposal,) = found_in(
        "Scrap the blue. The shutters will be green. The door has no colour yet."
    )
    assert proposal.quotes[0].quote == "Scrap the blue. The shutters will be green"
    long = "The shutters will be green, " + "as they have been on every house of the street, " * 2
    assert found_in(f"Scrap the blue. {long}that's final.")[0].quotes[0].quote.endswith("final")


def test_a_repeated_name_may_be_cited_from_any_proposal() -> None:
    """Where two proposals name the thing that is repeated, either is its witness."""
    before = "Let's take the barn. I propose we book the barn by phone."
    for cited in ("Let's take the barn", "I propose we book the barn by phone"):
        proposal = confirmed(Kind.DECISION, "the barn, please", cited)
        assert isinstance(check_proposal(proposal, gate("the barn, please", before)), Accepted)


@pytest.mark.parametrize(
    "said",
    [
        "时间不早了，先到这吧",
        "活不多了，先到这吧",
        "测试不跑了，先到这吧",
        "网不行了，重试吧",
        "雨不下了，先撤吧",
    ],
)
def test_breaking_off_gives_nothing_up(said: str) -> None:
    """How things are, and what is done next, choose nothing: for the rules and for the gate."""
    assert found_in(said) == ()
    assert isinstance(check_proposal(explicit(Kind.DECISION, said), gate(said)), Refused)


@pytest.mark.parametrize("said", ["MySQL 不用了，改用 Postgres 吧", "Redis 不上了，用内存缓存"])
def test_giving_one_thing_up_for_another_is_a_decision(said: str) -> None:
    """What takes the place of something given up is chosen."""
    assert [proposal.kind for proposal in found_in(said)] == [Kind.DECISION]
