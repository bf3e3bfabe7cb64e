"""A choice told plainly stands where an act binds to it; news, plans and doubts do not."""

import pytest

from sayso.core.items import Kind
from tests.speech import found_in

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
