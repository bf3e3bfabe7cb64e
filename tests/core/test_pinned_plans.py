"""Plans as a person reads them: what each step of a memory's life writes, fact by fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core.items import Kind
from sayso.core.jobs import JobKind, JobStatus
from sayso.core.project.admission import AdmissionState, Admitted, TurnRequest, plan_begin
from sayso.core.project.applying import ApplyState, plan_operations
from sayso.core.project.consolidation import Action, Operation
from sayso.core.project.ending import Binding, Ending, plan_finish_open
from sayso.core.project.extraction import ExtractionReply
from sayso.core.project.forgetting import Forgetting, plan_forget
from sayso.core.project.intents import INTENTS
from sayso.core.project.keeping import ExtractionState, plan_extraction_commit
from sayso.core.project.lifecycle import plan_clear, plan_new_thread
from sayso.core.project.merging import MergeInput, MergeState, plan_merge
from sayso.core.project.retracting import RetractState
from sayso.core.proposals import Proposal, Quote
from sayso.core.speech.withdrawals import find_withdrawals
from sayso.core.turns import Role, TurnState
from sayso.core.withdrawing import WithdrawalTarget
from tests.pages import plan_page
from tests.records import (
    NOON_US,
    SECOND_US,
    make_candidate,
    make_item,
    make_job,
    make_source,
    make_turn,
)

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

    from sayso.core.items import Candidate, Item
    from sayso.core.jobs import Job

KEY = b"k" * 32
LANGUAGES = ("en", "zh")
# What was decided, what is said about it later, and how it is taken back.
OLD = {"en": "Indent Go code with tabs", "zh": "缓存用 Redis"}
NEW = {"en": "Indent Go code with spaces, no tabs", "zh": "缓存改用 Valkey，不再用 Redis"}
ALIAS = {"en": "indentation", "zh": "缓存"}
KEYWORDS = {"en": ("Go", "tabs"), "zh": ("Redis", "Valkey")}
TAKEN_BACK = {"en": "Forget what I said about tabs.", "zh": "缓存那条不算了。"}
ASKED = {"en": "Tabs or spaces?", "zh": "缓存用什么？"}
PROPOSED = {"en": "I suggest tabs for the Go code.", "zh": "建议缓存统一用 Redis。"}
AGREED = {"en": "ok, go with that", "zh": "好，就这么办"}
QUESTION = {"en": "Should we also sort the imports?", "zh": "日志要不要也换成 JSON？"}


def old_item(language: str) -> Item:
    """Give the memory that stands."""
    return make_item(7, OLD[language], aliases=(ALIAS[language],), said_at_us=NOON_US)


def new_candidate(language: str) -> Candidate:
    """Give what was said a minute later."""
    said = NEW[language]
    return make_candidate(
        1, said, sources=(make_source(said, 9),), said_at_us=NOON_US + 60 * SECOND_US
    )


def leased(number: int, kind: JobKind) -> Job:
    """Give a job that is being worked off."""
    turn_id = number if kind is JobKind.EXTRACTION else None
    return make_job(
        number,
        kind=kind,
        turn_id=turn_id,
        status=JobStatus.LEASED,
        lease_owner="worker-1",
        lease_token=2,
        lease_expires_at_us=NOON_US + 120 * SECOND_US,
    )


def test_beginning_a_turn(snapshot: SnapshotAssertion) -> None:
    """What admitting a request writes before any model is asked."""
    request = TurnRequest(user_text="以后先给结论。", intent="general_chat", session="s")
    state = AdmissionState(
        scope_id=1, thread_id=1, next_sequence=3, next_turn_id=9, latest_said_us=0
    )
    admitted = Admitted(request=request, policy=INTENTS[request.intent])
    plan, _ = plan_begin(admitted, state, "host-1", (NOON_US, NOON_US + 120 * SECOND_US))
    assert plan_page(plan) == snapshot


def test_ending_a_turn(snapshot: SnapshotAssertion) -> None:
    """What finishing a turn writes: the answer the user saw, and the job that reads the turn."""
    binding = Binding(scope_id=1, thread_id=1, session="s", sequence=3, turn_id=9, owner="host-1")
    ending = Ending(state=TurnState.COMPLETED, assistant_text="好的。")
    assert plan_page(plan_finish_open(binding, ending, NOON_US)) == snapshot


@pytest.mark.parametrize("language", LANGUAGES)
def test_extraction(language: str, snapshot: SnapshotAssertion) -> None:
    """What a batch writes in which one proposal is accepted, one refused, and one taken back."""
    asked = make_turn(4, ASKED[language], assistant_text=PROPOSED[language])
    turns = (
        make_turn(5, AGREED[language]),
        make_turn(6, QUESTION[language]),
        make_turn(7, TAKEN_BACK[language]),
    )
    agreed = proposal(
        PROPOSED[language],
        Quote(turn_id=4, role=Role.ASSISTANT, quote=PROPOSED[language]),
        Quote(turn_id=5, role=Role.USER, quote=AGREED[language]),
    )
    asked_only = proposal(
        QUESTION[language], Quote(turn_id=6, role=Role.USER, quote=QUESTION[language])
    )
    state = ExtractionState(
        scope_id=1,
        thread_id=1,
        turns=turns,
        previous=asked,
        tombstones=(),
        subject_key=KEY,
        tombstone_mark=0,
        asked_mark=0,
        next_candidate_id=40,
        next_job_id=50,
    )
    reply = ExtractionReply(compaction=ASKED[language], proposals=(agreed, asked_only))
    jobs = tuple(leased(turn.id, JobKind.EXTRACTION) for turn in turns)
    assert plan_page(plan_extraction_commit(jobs, reply, state, NOON_US)[0]) == snapshot


def proposal(content: str, *quotes: Quote) -> Proposal:
    """Give a decision that a model proposes."""
    return Proposal(
        kind=Kind.DECISION, title=content, content=content, aliases=("alias",), quotes=quotes
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("action", list(Action))
def test_an_operation(action: Action, language: str, snapshot: SnapshotAssertion) -> None:
    """What each operation of stage 2 writes."""
    item, candidate = old_item(language), new_candidate(language)
    has_target = action in (Action.REVISE, Action.SUPERSEDE)
    operation = Operation(
        action=action,
        candidate_ids=(candidate.id,),
        target_id=item.item_id if has_target else None,
        title=candidate.title,
        content=candidate.content,
        synopsis=candidate.content,
        aliases=(ALIAS[language],),
        keywords=KEYWORDS[language],
    )
    state = ApplyState(
        scope_id=1,
        candidates={candidate.id: candidate},
        related={item.item_id: item},
        next_row_id=20,
        now_us=NOON_US + 90 * SECOND_US,
    )
    assert plan_page(plan_operations((operation,), state).unwrap()[0]) == snapshot


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_withdrawal(language: str, snapshot: SnapshotAssertion) -> None:
    """What taking a memory back in conversation writes, next to one that nothing matches."""
    item = old_item(language)
    back = make_turn(8, TAKEN_BACK[language])
    lost = make_turn(9, "Forget what I said about Kubernetes.")
    target = WithdrawalTarget(
        key=item.item_id,
        title=item.title,
        aliases=item.aliases,
        content=item.content,
        sources=(make_source(item.content, 4),),
    )
    state = MergeState(
        scope_id=1,
        thread_id=1,
        subject_key=KEY,
        candidates=(),
        turns={8: back, 9: lost},
        tombstones=(),
        withdrawals=(*find_withdrawals(back), *find_withdrawals(lost)),
        retract=RetractState(candidates=(), items=(target,), previous_turns={}),
    )
    sources = (make_source(item.content, 4),)
    found = MergeInput(related=(), forgotten={7: (item, sources)}, next_row_id=20, now_us=NOON_US)
    plan, merged = plan_merge(leased(50, JobKind.CONSOLIDATION), (), state, found).unwrap()
    assert (merged.forgotten, merged.unmatched) == ((7,), 1)
    assert plan_page(plan) == snapshot


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_forget(language: str, snapshot: SnapshotAssertion) -> None:
    """What the command writes: postings and derived texts go, a tombstone without text stays."""
    how = Forgetting(
        scope_id=1,
        subject_key=KEY,
        by_turn_id=None,
        last_turn_id=12,
        forgotten_at_us=NOON_US,
        now_us=NOON_US,
    )
    item = old_item(language)
    assert plan_page(plan_forget(item, (make_source(item.content, 4),), how)) == snapshot


def test_a_new_thread(snapshot: SnapshotAssertion) -> None:
    """What `new` writes."""
    assert plan_page(plan_new_thread(1, 4, 5, NOON_US)) == snapshot


def test_a_clear(snapshot: SnapshotAssertion) -> None:
    """What an explicit clear of a healthy store writes."""
    assert plan_page(plan_clear(1, 5, b"n" * 32, NOON_US)) == snapshot
