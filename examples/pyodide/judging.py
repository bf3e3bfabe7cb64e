"""What a page asks of the pure core: judge what a model wants remembered, and plan the write.

Texts in, texts out: no file, clock, network or chance, so it runs wherever Python does, in a
browser as on a server, and says the same. `answer` takes a request as JSON:

    {"now_us": …, "turns": [{"user": …, "assistant": …}, …], "reply": …}

`reply` is what a language model answered to the question of stage 1, as it came; without it the
rules of the core answer. The moment is the page's: the core has no clock.
"""

from __future__ import annotations

import json
from typing import Any

from sayso.core.jobs import Job, JobKind, JobStatus
from sayso.core.outcome import is_failure
from sayso.core.project.extraction import ExtractionInput, read_extraction, render_extraction
from sayso.core.project.keeping import ExtractionState, Kept, plan_extraction_commit
from sayso.core.rules.extraction import extract
from sayso.core.turns import Origin, Turn, TurnState

Json = dict[str, Any]


def answer(request: str) -> str:
    """Answer a request with verdicts and a plan, or with why the reply cannot be used."""
    asked: Json = json.loads(request)
    turns = tuple(
        turn_of(number, said, asked["now_us"]) for number, said in enumerate(asked["turns"], 1)
    )
    reply = asked.get("reply") or rules_reply(turns)
    read = read_extraction(reply)
    if is_failure(read):
        fault = read.failure()
        return json.dumps({"error": f"{fault.path}: {fault.reason}"}, ensure_ascii=False)
    jobs = tuple(job_of(turn) for turn in turns)
    plan, kept = plan_extraction_commit(jobs, read.unwrap(), state_of(turns), asked["now_us"])
    told = {**told_of(kept), "plan": [write.statement for write in plan]}
    return json.dumps(told, ensure_ascii=False, indent=2)


def rules_reply(turns: tuple[Turn, ...]) -> str:
    """Answer stage 1 by the rules of the core, in the JSON that a model would write."""
    asked = ExtractionInput(thread_id=1, compaction="", previous=None, turns=turns)
    return render_extraction(extract(asked))


def told_of(kept: Kept) -> Json:
    """Tell what passed, with the place of each quote, and why the rest did not."""
    return {
        "accepted": [
            {
                "kind": one.kind,
                "content": one.content,
                "proof": [
                    f"turn {source.turn_id}, {source.role} [{source.start}:{source.end}]"
                    for source in one.sources
                ],
            }
            for one in kept.accepted
        ],
        "refused": [
            {"content": one.proposal.content, "reason": one.reason} for one in kept.refused
        ],
    }


def turn_of(number: int, said: Json, now_us: int) -> Turn:
    """Make the record of a turn that has just been said."""
    return Turn(
        id=number,
        thread_id=1,
        session="page",
        sequence=number,
        intent="general_chat",
        origin=Origin.LIVE,
        user_text=said["user"],
        assistant_text=said["assistant"],
        state=TurnState.COMPLETED,
        said_at_us=now_us,
        created_at_us=now_us,
    )


def job_of(turn: Turn) -> Job:
    """Make the job of a turn as it is while it is worked on."""
    return Job(
        id=turn.id,
        kind=JobKind.EXTRACTION,
        thread_id=turn.thread_id,
        session=turn.session,
        sequence=turn.sequence,
        turn_id=turn.id,
        payload="{}",
        status=JobStatus.LEASED,
        generation=1,
        attempt_count=1,
        lease_owner="page",
        lease_token=1,
        lease_expires_at_us=turn.created_at_us + 120_000_000,
        next_retry_at_us=None,
        checkpoint=None,
        created_at_us=turn.created_at_us,
    )


def state_of(turns: tuple[Turn, ...]) -> ExtractionState:
    """Make the state of a store that holds these turns and nothing else."""
    return ExtractionState(
        scope_id=1,
        thread_id=1,
        turns=turns,
        previous=None,
        tombstones=(),
        subject_key=b"",
        tombstone_mark=0,
        asked_mark=0,
        next_candidate_id=1,
        next_job_id=len(turns) + 1,
    )
