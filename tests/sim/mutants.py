"""Every guard taken away, one at a time and in pairs where one covers another.

A mutant changes the production code while a run lasts. `tests.sim.kills` names a seed that kills
it. A mutant that lives has a reason, and a pair in which it dies. `mutes` are invariants that would
speak first, so that the one in question is heard.
"""

from __future__ import annotations

from dataclasses import replace

from sayso.core import evidence
from sayso.core.project import applying, burying, ending, importing
from sayso.shell import changing, operations, recovery, stages
from sayso.shell.store import bootstrap, connection
from sayso.shell.store import store as stores
from sayso.shell.store.witness import Witness
from tests.sim.mutating import (
    Mutant,
    always,
    always_healthy,
    any_source,
    any_turn,
    apply_whatever,
    first_generation,
    harden_without_wiping,
    keep_half,
    never,
    no_checkpoint,
    no_plan,
    note_first,
    nothing,
    of_jobs,
    only_say_so,
    plan_alone,
    policies,
)

SOURCE_TRIGGER = (
    "CREATE TRIGGER candidate_sources_are_quotes BEFORE INSERT ON candidate_sources\nWHEN "
)
PROOF_TRIGGER = "WHEN NEW.status = 'active'\n  AND NEW.kind <> 'discussion_context'\n"
IN_TIME = "  AND lease_expires_at > :now AND lease_expires_at <= :now + :lease_max\n"
THIS_GENERATION = (
    "  AND generation = :generation\n"
    "  AND generation = (SELECT generation FROM memory_meta WHERE id = 1)"
)
LOST = "(lease_expires_at <= :now OR lease_expires_at > :now + :lease_max)"


OWNER = Mutant(
    guard="lease owner",
    edits=of_jobs(" AND lease_owner = :owner", ""),
    lives_because="every claim raises the token, so an older owner has an older token as well",
)
TOKEN = Mutant(
    guard="lease token",
    edits=of_jobs(" AND lease_token = :token", ""),
    lives_because="an owner is one worker that does one thing after another: it has ended with a "
    "job, one way or the other, before it can claim the job again",
)
LEASE_END = Mutant(guard="lease end", edits=of_jobs(IN_TIME, ""), kills=("11", "12"))
RECOVERY = Mutant(
    guard="lease before recovery",
    edits=(("jobs/recover", LOST, "1"), ("jobs/recoverable", LOST, "1")),
    kills=("12",),
)
GENERATION = Mutant(
    guard="generation",
    edits=of_jobs(THIS_GENERATION, "  AND :generation = :generation"),
    lives_because="clear deletes the jobs, and their numbers are never given out again",
)
NUMBERS = Mutant(
    guard="numbers go on after clear",
    edits=(
        (
            "clear/threads",
            "DELETE FROM threads",
            "DELETE FROM sqlite_sequence; DELETE FROM threads",
        ),
    ),
    kills=("T05",),
    loud=("clear",),
)
CLEAR_STEP = Mutant(
    guard="clear starts a generation",
    edits=(("store/reset_meta", "generation = generation + 1", "generation = generation"),),
    kills=("13",),
    loud=("clear",),
)
CLEAR_JOBS = Mutant(
    guard="clear deletes jobs",
    edits=(("clear/memory_jobs", "DELETE FROM memory_jobs", "DELETE FROM memory_jobs WHERE 0"),),
    kills=("clear failed", "13"),
    loud=("clear",),
)
CLEAR_LOG = Mutant(
    guard="clear cuts the log",
    patches=((stores.Store, "checkpoint", no_checkpoint),),
    kills=("24",),
    loud=("clear",),
)
WIPING = Mutant(
    guard="deleted text is overwritten",
    patches=((connection, "_harden", harden_without_wiping),),
    kills=("24",),
    loud=("clear",),
)
QUOTE = Mutant(
    guard="quote is a slice",
    patches=((evidence, "_source", any_source),),
    kills=("6", "a step failed"),
    loud=("bad_quote",),
)
QUOTE_TRIGGER = Mutant(
    guard="schema: a source quotes its turn",
    edits=(("schema/project", SOURCE_TRIGGER, f"{SOURCE_TRIGGER}0 AND "),),
    lives_because="the gate asks for the slice before anything is written",
)
ROLE = Mutant(
    guard="role: the user has to speak",
    patches=((evidence, "KIND_POLICIES", policies(needs_user_quote=False)),),
    kills=("7",),
    loud=("spoken_by_the_other",),
)
PROOF_OF_ITEMS = Mutant(
    guard="schema: an active memory needs the user's words",
    edits=(("schema/project", PROOF_TRIGGER, f"{PROOF_TRIGGER}  AND 0\n"),),
    lives_because="the gate lets no candidate pass that lacks them",
)
BATCH = Mutant(
    guard="role: not the user's words of the turn before",
    patches=((evidence, "_turn", any_turn),),
    kills=("7", "a step failed"),
    loud=("of_the_turn_before",),
)
THREAD = Mutant(
    guard="thread and session of the turn before",
    edits=(
        (
            "turns/previous",
            (
                "nearest.thread_id = :thread_id AND nearest.session = :session\n"
                "      AND nearest.sequence"
            ),
            "nearest.sequence",
        ),
    ),
    kills=("7",),
    loud=("new",),
)
LANE = Mutant(
    guard="session of a batch",
    edits=(
        (
            "jobs/lanes",
            "AND member.thread_id = head.thread_id AND member.session = head.session",
            "",
        ),
    ),
    kills=("7", "11", "12", "a step failed"),
)
REACH = Mutant(
    guard="thread: what is listed",
    edits=(
        (
            "status/list",
            "(VALUES (:scope_reach), (:thread_reach))",
            "(SELECT DISTINCT reach FROM memory_items)",
        ),
    ),
    kills=("28",),
    loud=("new",),
)
SCOPE = Mutant(
    guard="scope: what is bound to a thread",
    patches=((applying, "KIND_POLICIES", policies(thread_bound=False)),),
    kills=("7", "a step failed"),
)
SCOPE_CHECK = Mutant(
    guard="schema: what is bound to a thread",
    edits=(
        (
            "schema/project",
            "  CHECK ((kind = 'discussion_context') = (thread_id IS NOT NULL)),\n",
            "",
        ),
    ),
    lives_because="the plan takes the thread from the candidate of a bound kind",
)
STONE_GATE = Mutant(
    guard="tombstone at the gate",
    patches=((evidence, "is_buried", never),),
    lives_because="before a candidate becomes a memory the tombstones are asked once more",
)
STONE_MERGE = Mutant(
    guard="tombstone before a memory is made",
    patches=((burying, "is_buried", never),),
    kills=("forgotten",),
    loud=("forget", "slow"),
)
COVERAGE = Mutant(
    guard="all or nothing: every candidate once",
    patches=((applying, "_coverage_fault", nothing),),
    kills=("14", "a step failed"),
    loud=("not_every_candidate",),
)
ROWS = Mutant(
    guard="all or nothing: the expected rows",
    patches=((stores, "apply_plan", apply_whatever),),
    kills=("2", "10", "11", "12", "13", "14"),
)
ROLLBACK = Mutant(
    guard="all or nothing: what fails is taken back",
    patches=((stores.Store, "_roll_back", keep_half),),
    kills=("2", "10", "11", "12", "13", "14", "27"),
)
ONE_ACTIVE = Mutant(
    guard="schema: one active thread",
    edits=(
        (
            "schema/project",
            "CREATE UNIQUE INDEX threads_one_active",
            "CREATE INDEX threads_one_active",
        ),
    ),
    lives_because="a new thread is started in the transaction that archives the old one",
)
ARCHIVING = Mutant(
    guard="the old thread is archived",
    edits=(("turns/archive_thread", "SET status = 'archived'", "SET status = 'active'"),),
    kills=("new failed", "1"),
    loud=("new",),
)
ACKNOWLEDGED = Mutant(
    guard="what is acknowledged is committed",
    patches=((stores, "commit_plan", only_say_so),),
    kills=("2", "13", "1", "26"),
)
REPEATED = Mutant(
    guard="an operation id counts once",
    patches=((operations, "find_answer", nothing),),
    kills=("again failed", "record failed", "3", "26"),
    loud=("unknown_saved",),
)
COUNTER = Mutant(
    guard="every commit counts",
    edits=(("store/count_commit", "commit_counter + 1", "commit_counter"),),
    kills=("27",),
)
NOTED = Mutant(
    guard="every commit is noted in the mark",
    patches=((Witness, "note", nothing),),
    kills=("27",),
)
NOTED_AFTER = Mutant(
    guard="a commit is noted when it is one",
    patches=((stores, "commit_plan", note_first),),
    kills=("27",),
    loud=("crash_before_commit",),
)
ANNOUNCED = Mutant(
    guard="the mark of a reset is announced before",
    patches=((Witness, "announce", nothing), (Witness, "succeed", nothing)),
    kills=("27",),
    loud=("tamper",),
)
TURN_LEASE = Mutant(
    guard="lease of a turn",
    patches=((ending, "is_abandoned", always),),
    edits=(
        (
            "turns/expired",
            "(turn.lease_expires_at <= :now OR turn.lease_expires_at > :now + :lease_max)",
            "(turn.lease_expires_at > :now - :now OR :lease_max)",
        ),
    ),
    kills=("2",),
)
HEALTH = Mutant(
    guard="the catalogue is compared",
    patches=((bootstrap, "check_store", always_healthy),),
    kills=("19",),
    loud=("tamper",),
)
REBIRTH = Mutant(
    guard="a reset goes on counting generations",
    patches=((recovery, "next_generation", first_generation),),
    kills=("13",),
    loud=("tamper",),
)
STRIKING = Mutant(
    guard="a forget strikes out of recall",
    patches=((changing, "struck_out", plan_alone), (stages, "struck_out", plan_alone)),
    kills=("16: recall",),
    loud=("forget",),
)
POSTING = Mutant(
    guard="an import posts what it takes in",
    patches=((importing, "post", no_plan),),
    kills=("16: recall",),
    loud=("import",),
)

MUTANTS: tuple[Mutant, ...] = (
    OWNER,
    TOKEN,
    replace(OWNER + TOKEN, kills=("11", "12")),
    LEASE_END,
    RECOVERY,
    GENERATION,
    NUMBERS,
    replace(
        GENERATION + NUMBERS + OWNER + LEASE_END,
        kills=("9", "11", "12"),
        mutes=("T05",),
        loud=("clear", "slow"),
    ),
    CLEAR_STEP,
    CLEAR_JOBS,
    CLEAR_LOG,
    WIPING,
    QUOTE,
    QUOTE_TRIGGER,
    replace(QUOTE + QUOTE_TRIGGER, kills=("6",)),
    ROLE,
    PROOF_OF_ITEMS,
    replace(ROLE + PROOF_OF_ITEMS, kills=("7",)),
    BATCH,
    THREAD,
    LANE,
    REACH,
    SCOPE,
    SCOPE_CHECK,
    replace(SCOPE + SCOPE_CHECK, kills=("7",)),
    STONE_GATE,
    STONE_MERGE,
    replace(STONE_GATE + STONE_MERGE, kills=("forgotten",), loud=("forget",)),
    COVERAGE,
    ROWS,
    ROLLBACK,
    ONE_ACTIVE,
    ARCHIVING,
    replace(ONE_ACTIVE + ARCHIVING, kills=("1",)),
    ACKNOWLEDGED,
    REPEATED,
    COUNTER,
    NOTED,
    NOTED_AFTER,
    ANNOUNCED,
    TURN_LEASE,
    HEALTH,
    REBIRTH,
    STRIKING,
    POSTING,
)
