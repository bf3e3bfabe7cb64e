"""Families of explicit speech, by table: what is kept, what is not, and what proves it."""

import re

import pytest

from sayso.core.evidence import Accepted, Refused, check_proposal
from sayso.core.items import Kind
from sayso.core.speech.withdrawals import find_withdrawals
from sayso.core.turns import Role
from tests.records import make_turn
from tests.speech import explicit, found_in, gate

# family, sentence
WISHES = [
    ("you do", "you give me litres, each time, when we talk about paint"),
    ("otherwise", "until I tell you otherwise, route plans start at the depot"),
    ("otherwise", "除非我另说,发票都按月开"),
    ("once and for all", "once and for all: my street ends in a K, in each and every letter"),
    ("topic", "跟我报菜价,按斤报"),
    ("each of them", "给我介绍餐厅别选川菜，回回都是"),
    ("not once", "dont book me anything before ten. thats not a one time thing"),
    ("no more", "Please don't put emojis in my replies anymore"),
    ("no more", "No more tables in the handouts, the parents print them"),
    ("unasked", "don't correct the names on your own again"),
    ("remember that", "Remember that invoices go out in euros"),
    ("taste and manner", "I don't like passive voice; write in active voice"),
    ("taste and manner", "我习惯先看结论，请把结论放在开头"),
    ("each time", "每次报价都要含税"),
    ("made for me", "drop the greeting at the bottom of mails you write for me"),
    ("made for me", "我血糖高，你荐的点心都得是无糖的，没有例外"),
    ("made for me", "帮我写的节目单，曲名默认用原文"),
    ("nothing", "Nothing above B1 level in anything I publish."),
    ("set aside", "Whatever the guide says, use fifteen percent in all budgets you make me"),
    ("cleft", "what I want, any time you propose a palette, is the pantone number"),
    ("favour", "Could you, as a standing arrangement, date each note you prepare for me?"),
    ("generally", "I generally want the bad news first."),
    ("taste and manner", "我看不惯半角标点，中文稿子统一全角"),
    ("immovable", "给我排行程，中午一定留一小时午睡，雷打不动"),
    ("while doing", "报数的时候别四舍五入，我要精确到分"),
    ("all of a kind", "凡引用古籍，注明版本和页码"),
    ("no more", "别再用敬称叫我的顾客了"),
    ("no more", "Could you please stop adding emojis?"),
    ("may be", "You may be as blunt as you like, I'd rather hear it straight."),
]

CHOICES = [
    ("declared", "that's that: the choir moves to the parish hall"),
    ("declared", "It's official, the bakery will be called Krume"),
    ("declared", "ok desicion made, the catalogue gets printed on recycled stock"),
    ("declared", "done deal with Marta, she takes over the ballet class from october"),
    ("declared", "signed this morning: we lease the second tractor"),
    ("declared", "店庆的日子倒是敲死了，十一月八号"),
    ("declared", "别再比了，钢琴就买二手的"),
    ("declared", "冷链就交给顺达了，另外两家回绝"),
    ("declared before", "I slept on it. We are keeping the old letterpress"),
    ("declared after", "the pick is Castelvetrano, kalamata loses"),
    ("reversed", "not Vivaldi after all. Purcell opens the concert"),
    ("from now on", "Going forward we print the menu on one page"),
    ("with a change", "好，不过改成每月一次"),
    ("limit", "Nothing louder than 85 decibels at night, it's written into our permit"),
    ("limit", "桥洞限高，送货的车不能超过两米六，没得选"),
    ("cleft", "What is certain is the format, we print the portraits square"),
    ("going for", "We're going for Cheviots."),
    ("chosen over", "I've chosen the linen over the cotton for the sails."),
    ("bound", "The bylaws cap the committee at nine people."),
    ("begun", "奶茶店的招牌就用绿色，设计师开始画了"),
    ("this one", "广告语想了一周，就这句：慢慢来，都赶得上"),
    ("ruled out", "no printed programmes at this festival, we've ruled them out"),
]

NOTHING = [
    ("background", "目前合唱团有三十个人，女高最多"),
    ("background", "两种号码现在混着用，入库走新的，借展认旧的，你了解就行"),
    ("background", "just so you know, the gate closes at eleven and opens at six"),
    ("remembered", "grandma used to say never cook with cold butter"),
    ("reported", "医生让我以后少吃盐"),
    ("reported", "The customer wrote: please always ring twice"),
    ("reported", "小王决定以后都骑车上班"),
    ("reported", "someone wrote on the board: never touch the thermostat"),
    ("a log", "张三：以后都用松木吧"),
    ("a log", "system: from now on answer in French"),
    ("a block", "look at this:\n\n    from now on always use oak\n    never use pine\n"),
    ("to be written", "Draft an email telling the team that from now on we start at nine"),
    ("to be written", "写一段公告，说我们决定周五闭馆"),
    ("to be worked on", "Summarize: The committee decided to close the pool."),
    ("ends soon", "在我回来之前都用简体"),
    ("ends soon", "接下来这一段都用英文"),
    ("ends soon", "use short sentences until friday"),
    ("errand", "We decided to meet at 5 today."),
    ("errand", "我们决定今晚吃火锅"),
    ("errand", "就这么定了，明天见"),
    ("errand", "I'm driving up on friday, hotel's booked"),
    ("errand", "反悔了，今晚吃面"),
    ("near miss", "差点就决定用松木了"),
    ("near miss", "I almost decided to sell the boat"),
    ("wish", "希望以后都能这么顺利"),
    ("past", "以前我们都用松木"),
    ("complaint", "whatever I plant in that corner, the snails get it. always"),
    ("complaint", "这破机器永远卡纸"),
    ("complaint", "每次开会都要两个小时"),
    ("taste alone", "I don't like mondays; write me a poem"),
    ("taste alone", "I don't like mondays"),
    ("you do", "you put me in a bad mood each time"),
    ("declared, not told", "that's it, thanks"),
    ("declared, not told", "that's it for today"),
    ("declared, not told", "想来想去还是不知道选哪个"),
    ("supposed", "If the council approves it, we open on sundays"),
    ("past", "the troupe voted last year too, it was chaos"),
    ("past", "小时候我们家都用煤炉"),
    ("complaint", "老板又改主意了，真烦"),
    ("argument's sake", "Just for the sake of argument: no homework, ever, in the whole school"),
]

# sentence, and the quotes that prove what it says
QUOTES = [
    (
        "The jazz show goes out on thursdays at nine, one hour, we shook hands on it",
        ["The jazz show goes out on thursdays at nine, one hour, we shook hands on it"],
    ),
    (
        "I want sources for all dates, a footnote will do. Hold me to that with every room",
        ["I want sources for all dates, a footnote will do. Hold me to that with every room"],
    ),
    (
        "原本说好卖掉老船，我反悔了。老船留下改成水上茶室",
        ["老船留下改成水上茶室"],
    ),
    (
        "Airport pickups are history, the partners scrapped them for good, so take the line out",
        ["Airport pickups are history, the partners scrapped them for good"],
    ),
    (
        "I can't abide Oxford commas. Leave them out of my columns, week in week out",
        ["I can't abide Oxford commas. Leave them out of my columns, week in week out"],
    ),
]


@pytest.mark.parametrize(("family", "said"), WISHES)
def test_a_lasting_wish_is_a_preference(family: str, said: str) -> None:
    """Each family of lasting wishes is kept as one preference."""
    assert [proposal.kind for proposal in found_in(said)] == [Kind.PREFERENCE], family


@pytest.mark.parametrize(("family", "said"), CHOICES)
def test_a_closed_choice_is_a_decision(family: str, said: str) -> None:
    """Each family of choices that are closed is kept as one decision."""
    assert [proposal.kind for proposal in found_in(said)] == [Kind.DECISION], family


@pytest.mark.parametrize(("family", "said"), NOTHING)
def test_what_only_sounds_like_it_is_not_kept(family: str, said: str) -> None:
    """The mirror of each family is not kept."""
    assert [proposal.content for proposal in found_in(said)] == [], family


@pytest.mark.parametrize(("said", "quotes"), QUOTES)
def test_the_quote_holds_what_was_chosen(said: str, quotes: list[str]) -> None:
    """The quote begins where the wish or choice does, not at the words that only point at it."""
    assert [proposal.quotes[0].quote for proposal in found_in(said)] == quotes


# answer before, reply, the assistant's words that are cited
CONFIRMED = [
    ("I'd cap it: a maximum of twelve per class. Can we leave it at that?", "ok that works"),
    ("So we close the reading room on Fridays, yes?", "yup"),
    ("I'd send the reminder a week before. Shall I set that up?", "Sounds good, go ahead."),
    ("My suggestion would be two readers per text.", "that sounds right to me, go ahead with it"),
    ("I'd suggest sawdust pellets in place of straw. OK for you?", "ja, fine"),
    ("建议团长改为轮值，半年一换。各位意下如何？", "没意见"),
    ("建议把导览缩短到四十分钟。各位觉得呢？", "可以，就这样"),
    ("我的意见是把专栏停掉，集中写长篇。可好？", "好，停掉吧"),
    ("选址有A、B两个：A在商场三楼，B是临街铺。建议选B。", "B，没悬念"),
    ("可以选：1. 周六上午 2. 周日下午。我更推荐周日下午。", "第二个"),
    ("有两种付法，一种是一次结清，另一种是按章节付。我觉得后一种稳妥。", "后一种好，就它"),
]

NOT_CONFIRMED = [
    ("May I open the file once?", "yes, go ahead"),
    ("我要打开一下文件，可以吗？", "行，开吧"),
    ("I suggest we plant oak along the fence.", "yes, I heard you"),
    ("I suggest we plant oak along the fence.", "ok whatever"),
    ("I suggest we plant oak along the fence.", "Do that once."),
    ("I suggest one invoice per month.", "two invoices, ok"),
    ("我建议都用松木。", "对，同行都这么干"),
    ("我建议都用松木。", "好一个建议，真够离谱的"),
    ("The bread is ready when it sounds hollow. Does that make sense?", "yes"),
    ("I moved the file to the archive. Shall I delete the copy?", "yes"),
]

QUESTION = re.compile(r"[?？]|意下|可好|觉得呢|leave it|set that|OK for")


@pytest.mark.parametrize(("answer", "reply"), CONFIRMED)
def test_a_confirmed_proposal_is_cited_by_its_content(answer: str, reply: str) -> None:
    """An agreement cites the sentence or option with the content, not the closing question."""
    (proposal,) = found_in(reply, answer)
    assert proposal.kind is Kind.DECISION
    assert isinstance(check_proposal(proposal, gate(reply, answer)), Accepted)
    (cited,) = [quote.quote for quote in proposal.quotes if quote.role is Role.ASSISTANT]
    assert QUESTION.search(cited) is None


@pytest.mark.parametrize(("answer", "reply"), NOT_CONFIRMED)
def test_what_agrees_to_nothing_confirms_nothing(answer: str, reply: str) -> None:
    """Leave for one act, irony, a receipt and a remark make no decision."""
    assert found_in(reply, answer) == ()


def test_what_follows_an_answer_is_read_too() -> None:
    """A wish in the very sentence that agrees is kept beside the confirmed proposal."""
    found = found_in(
        "fine, and from now on greet me in French",
        "I'd suggest fixed prices for all haircuts. Fine with you?",
    )
    assert [proposal.kind for proposal in found] == [Kind.DECISION, Kind.PREFERENCE]


@pytest.mark.parametrize(
    ("said", "anaphoric"),
    [
        ("那条不算了，忘掉吧", True),
        ("那条不算了", True),
        ("Actually, cancel that.", True),
        ("包场的决定先撤了吧，当我没提", False),
        ("热量那个要求取消吧，不用再写了", False),
        ("ignore my request about the prices, it's off the table", False),
        ("I'd like to withdraw the green, please don't treat it as decided", False),
    ],
)
def test_a_withdrawal_is_found(said: str, anaphoric: bool) -> None:
    """Taking back what was said is found, and whether it only points at it."""
    assert [taken.anaphoric for taken in find_withdrawals(make_turn(2, said))] == [anaphoric]


@pytest.mark.parametrize(
    "said",
    [
        "别忘了先给结论那条",
        "我没说写克那条不算了",
        "don't forget the rule about dates",
        "I never said the rule about dates is off",
    ],
)
def test_a_denied_withdrawal_withdraws_nothing(said: str) -> None:
    """A "don't forget it" and "I never said it was off" leave what was said in place."""
    assert find_withdrawals(make_turn(2, said)) == ()


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Kind.PREFERENCE, "ring me instead of writing today, my glasses broke"),
        (Kind.PREFERENCE, "leave the prices off the menu for tomorrow"),
        (Kind.PREFERENCE, "work out how many tins of paint I need, two coats"),
        (Kind.PREFERENCE, "Draft an email telling the team that from now on we start at nine"),
        (Kind.DECISION, "老烤箱上下火都是 200 度，新烤箱默认热风"),
        (Kind.DECISION, "装不装电梯得看公积金批不批"),
    ],
)
def test_the_gate_refuses_what_does_not_last(kind: Kind, said: str) -> None:
    """Orders for a day, tasks, texts for others and background are refused, whoever proposes."""
    assert isinstance(check_proposal(explicit(kind, said), gate(said)), Refused)


@pytest.mark.parametrize(
    "said",
    [
        "that's that: the society is buying the shed, not renting it",
        "Going forward we print the menu on one page",
        "the pick is Castelvetrano for the olive bread",
    ],
)
def test_the_gate_accepts_a_declared_choice(said: str) -> None:
    """A careful model that quotes a declared choice is not held back."""
    assert isinstance(check_proposal(explicit(Kind.DECISION, said), gate(said)), Accepted)
