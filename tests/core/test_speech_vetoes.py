"""Each veto alone keeps a sentence out, in both languages, for the gate and for the rules."""

import pytest

from sayso.core.evidence import Accepted, Reason, Refused, check_proposal
from sayso.core.items import Kind
from sayso.core.speech import vetoes
from tests.speech import explicit, found_in, gate

PREFERENCE, DECISION = Kind.PREFERENCE, Kind.DECISION

# veto, kind, sentence that only this veto keeps out, the gate's reason
VETOED = [
    ("asks", PREFERENCE, "always use tabs in every file you write?", Reason.QUESTION),
    ("asks", PREFERENCE, "以后都用中文回答吗", Reason.QUESTION),
    ("asks", DECISION, "did we decide that we go with the river venue", Reason.QUESTION),
    (
        "supposes",
        PREFERENCE,
        "suppose you always use tabs in every file you write",
        Reason.HYPOTHETICAL,
    ),
    ("supposes", PREFERENCE, "假设以后都用中文回答", Reason.HYPOTHETICAL),
    ("supposes", DECISION, "imagine we decided on the river venue", Reason.HYPOTHETICAL),
    ("reports", PREFERENCE, "my boss said: from now on use tabs", Reason.REPORTED),
    ("reports", PREFERENCE, "前辈说以后都用中文回答", Reason.REPORTED),
    ("reports", DECISION, "他们决定用老城的场地", Reason.REPORTED),
    ("wavers", PREFERENCE, "maybe always use tabs in every file you write", Reason.UNDECIDED),
    ("wavers", PREFERENCE, "以后可能都用中文回答", Reason.UNDECIDED),
    ("wavers", DECISION, "也许我们决定用老城的场地", Reason.UNDECIDED),
    (
        "denies",
        PREFERENCE,
        "I never said that you should use tabs in every list you write",
        Reason.NEVER_SAID,
    ),
    ("denies", PREFERENCE, "我没说以后都用中文回答", Reason.NEVER_SAID),
    ("passes", PREFERENCE, "for this email use tabs in every list you write", Reason.TEMPORARY),
    ("passes", PREFERENCE, "这次你写的说明请用中文", Reason.TEMPORARY),
    ("passes", DECISION, "for now we decided on the river venue", Reason.TEMPORARY),
    ("passes_for_good", PREFERENCE, "from now on use tabs, just this once", Reason.TEMPORARY),
    ("passes_for_good", PREFERENCE, "以后都用中文回答，仅此一次", Reason.TEMPORARY),
    ("vents", PREFERENCE, "from now on never use tabs lol", Reason.NARRATIVE),
    ("vents", PREFERENCE, "以后都别睡了呗", Reason.NARRATIVE),
    ("complains", DECISION, "we decided on the printer, it always jams", Reason.NARRATIVE),
    ("complains", DECISION, "打印机我们定了，总是卡", Reason.NARRATIVE),
    ("states_fact", DECISION, "老代码里统一用浮点数", Reason.CODE_FACT),
    (
        "states_fact",
        DECISION,
        "the old service uses utf8 and we use it everywhere",
        Reason.CODE_FACT,
    ),
]


@pytest.mark.parametrize(("veto", "kind", "sentence", "reason"), VETOED)
def test_the_gate_refuses_what_a_veto_stands_against(
    veto: str, kind: Kind, sentence: str, reason: Reason, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The gate refuses for the veto's own reason, and would accept without that veto."""
    refused = check_proposal(explicit(kind, sentence), gate(sentence))
    assert isinstance(refused, Refused)
    assert refused.reason is reason
    monkeypatch.setattr(vetoes, veto, _never)
    assert isinstance(check_proposal(explicit(kind, sentence), gate(sentence)), Accepted)


@pytest.mark.parametrize(("veto", "kind", "sentence", "reason"), VETOED)
def test_the_rules_leave_out_what_a_veto_stands_against(
    veto: str, kind: Kind, sentence: str, reason: Reason, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules propose nothing, and would propose the sentence without that veto."""
    assert reason
    assert found_in(sentence) == ()
    monkeypatch.setattr(vetoes, veto, _never)
    assert kind in [proposal.kind for proposal in found_in(sentence)]


@pytest.mark.parametrize(
    ("quote", "rest"),
    [("always use tabs in every file", ", he said"), ("以后都用中文回答", "，他说的")],
)
def test_words_laid_in_another_mouth_are_reported(
    quote: str, rest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An attribution after the statement counts, also when the quote leaves it out."""
    refused = check_proposal(explicit(PREFERENCE, quote), gate(quote + rest))
    assert isinstance(refused, Refused)
    assert refused.reason is Reason.REPORTED
    assert found_in(quote + rest) == ()
    monkeypatch.setattr(vetoes, "attributes", _never)
    assert isinstance(check_proposal(explicit(PREFERENCE, quote), gate(quote + rest)), Accepted)
    assert found_in(quote + rest) != ()


def _never(*_: object) -> bool:
    return False


@pytest.mark.parametrize(
    ("holds", "sentence"),
    [
        (True, "use tabs from now on, ok?"),
        (True, "以后都用中文回答，好吗？"),
        (True, "could you always keep it short?"),
        (True, "以后能不能都用中文回答？"),
        (True, "The docs tell people to use yarn, but I don't care: always use pnpm for me."),
        (True, "文档里推荐 npm，那是给别人看的，你以后都用 bun"),
        (True, "anything you draft for me in French, this one and all later ones"),
        (True, "I told you twice, so use tabs every time please"),
        (True, "算了不纠结了，场地定了，就用老城那个"),
        (False, "should we always use tabs, ok?"),
        (False, "以后再聊"),
        (False, "以后都用中文回答，还是用英文比较好？"),
    ],
)
def test_a_veto_looks_at_what_governs_the_statement(holds: bool, sentence: str) -> None:
    """Tags, asked favours and contrasts lift a veto; other questions and farewells don't."""
    assert bool(found_in(sentence)) is holds


@pytest.mark.parametrize(
    ("quote", "said"),
    [
        ("use tabs in every file", "I never said always use tabs in every file"),
        ("use tabs from now on", "use tabs from now on, but I'm not sure yet"),
        ("用中文回答", "我没说过以后要用中文回答"),
        ("we go with the river venue", "should we go with the river venue?"),
    ],
)
def test_a_cut_quote_hides_nothing(quote: str, said: str) -> None:
    """The gate judges the whole clauses that hold a quote, not the cut."""
    for kind in (PREFERENCE, DECISION):
        assert isinstance(check_proposal(explicit(kind, quote), gate(said)), Refused)


def test_own_words_of_a_team_are_not_reported() -> None:
    """What the user's own team decided is the user's decision."""
    assert found_in("the team decided on the river venue") != ()
    assert found_in("the other bidder decided on the river venue") == ()
