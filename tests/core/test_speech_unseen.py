"""What is said around a preference or decision: reasons, scopes, other matters, other people."""

import pytest

from sayso.core.items import Kind
from sayso.core.turns import Role
from tests.speech import found_in

PREFERENCE, DECISION = Kind.PREFERENCE, Kind.DECISION


def said(text: str, answer: str = "") -> list[tuple[Kind, str]]:
    """Give kind and user quote of everything found in a message."""
    return [
        (found.kind, next(q.quote for q in found.quotes if q.role is Role.USER))
        for found in found_in(text, answer)
    ]


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (
            "The parade starts at the mill this June. Decided, the mayor is fine with it",
            "The parade starts at the mill this June. Decided, the mayor is fine with it",
        ),
        (
            "The wake will be at the old inn. No more halls, Ann and I shook hands on it",
            "The wake will be at the old inn. No more halls, Ann and I shook hands on it",
        ),
        (
            "the fence is going to be larch. decided, timber's cut already lol",
            "the fence is going to be larch. decided, timber's cut already lol",
        ),
        (
            "Linen it is. We talked it through at lunch.",
            "Linen it is. We talked it through at lunch",
        ),
        ("组里正式通过：日志就用 loki", "组里正式通过：日志就用 loki"),
    ],
)
def test_what_makes_a_choice_stand_is_quoted_with_the_choice(text: str, quote: str) -> None:
    """A sentence that only seals a choice belongs to the sentence that tells it."""
    assert said(text) == [(DECISION, quote)]


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (
            "please don't mention weight to me. Not in recipes, no matter what I say.",
            "please don't mention weight to me",
        ),
        (
            "In our chess games you let me move, you tell me why and wait. every game, no hints",
            "In our chess games you let me move, you tell me why and wait",
        ),
    ],
)
def test_a_sentence_that_only_says_where_is_heard_and_not_quoted(text: str, quote: str) -> None:
    """A verbless sentence of scope makes the order before it last."""
    assert said(text) == [(PREFERENCE, quote)]


def test_long_reasons_ahead_of_an_order_are_left_out() -> None:
    """Of a long story with an order at its end the order is quoted."""
    lead = "One thing in general: I check most of your plans on a tram between two meetings"
    text = f"{lead} and wide tables are hopeless on that tiny screen, so wrap any table you give me"
    assert said(text) == [(PREFERENCE, "so wrap any table you give me")]


def test_an_order_in_its_own_sentence_takes_no_story_along() -> None:
    """The complaint ahead of an order stays outside its quote."""
    text = "上回一天塞了六个地方，脚都磨破了，门票白买。给我排行程一天最多两个景点，以后去哪都一样"
    assert said(text) == [(PREFERENCE, "给我排行程一天最多两个景点，以后去哪都一样")]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("装新插件之前都得先征求我同意，这条没得商量", PREFERENCE),
        ("不跑完检查别跟我说完成了，这是底线", PREFERENCE),
        ("这个池子只养锦鲤，不放任何金鱼，跟女儿说好的规矩，整池都按这个来造景", DECISION),
    ],
)
def test_how_to_treat_the_user_is_a_preference_and_what_people_agreed_a_decision(
    text: str, kind: Kind
) -> None:
    """Insisting makes no choice of an order, nor does "do it like this" a wish of an agreement."""
    assert [found for found, _ in said(text)] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "when I ask for sewing help use metric sizes",
        "after each answer that changes numbers, list the sheets I print",
        "Maps you draw for me have to be north up",
        "凡涉及钱的代码，给我附上一段说明，没有这段我不收",
        "my son has a nut allergy so nothing with nuts in the menus you make us, not even traces",
        "我家娃不耐受，你给我们排的食谱里不能有牛奶，一直到我说可以为止",
        "我是老师，你帮我批作文，先说优点再说问题，末尾不打分，每一篇都照此办理",
        "老人家眼神不好，回我的话字要少，一句一行，天天都照这样",
        "while I think of it: I like short notes. keep it that way for whatever you write",
        "address me as Mrs Penrose, as everybody else does",
        "本人偏爱短句，你写的东西都往这个方向靠",
    ],
)
def test_standing_cases_and_other_people_in_the_reason_are_no_obstacle(text: str) -> None:
    """A rule for the assistant's work is one, whoever it is about and however it is bounded."""
    assert [found for found, _ in said(text)] == [PREFERENCE]


@pytest.mark.parametrize(
    "text",
    [
        "can you work out how much cloth I need for two beds whatever the colour",
        "after the fair all of that gets thrown away and we do the real stage",
        "帽子的事下次再问你",
        "小时候奶奶腌菜一律用粗盐",
        "Back when we lived in Wales we always measured everything in cups",
    ],
)
def test_one_answer_one_occasion_and_old_times_are_no_say_so(text: str) -> None:
    """What is wanted once, put off, thrown away or long past is not remembered."""
    assert said(text) == []


@pytest.mark.parametrize(
    ("answer", "text", "kind", "cited"),
    [
        (
            "Shall I answer you in Welsh every time we practise?",
            "oh that would be great, yes",
            PREFERENCE,
            "Shall I answer you in Welsh every time we practise",
        ),
        ("要我以后每次都附上出处吗？", "好的，就这么办", PREFERENCE, "要我以后每次都附上出处吗"),
        (
            "建议阳台改成洗衣房，这样客厅采光不受影响。可以定下来吗？",
            "可以，定吧",
            DECISION,
            "建议阳台改成洗衣房，这样客厅采光不受影响",
        ),
        ("有三种：\n1）全天\n2）上午游泳\n3）在家\n选哪种？", "第二种", DECISION, "2）上午游泳"),
    ],
)
def test_the_assistants_own_lasting_habit_is_a_preference_once_agreed_to(
    answer: str, text: str, kind: Kind, cited: str
) -> None:
    """Agreeing to what the assistant would do every time is a wish, to the rest a decision."""
    (found,) = found_in(text, answer)
    assert found.kind is kind
    assert cited in [quote.quote for quote in found.quotes]


def test_asking_leave_for_one_act_stays_no_proposal() -> None:
    """Without a word that lasts, "shall I" asks for nothing to be remembered."""
    assert said("yes please do", "Shall I run it now?") == []


def test_another_matter_in_the_same_breath_is_no_part_of_the_answer() -> None:
    """The answer ends where a new request begins."""
    answer = "我的提议是编号采用五位数字。"
    assert said("同意，顺便把模板也生成一份", answer) == [(DECISION, "同意")]
