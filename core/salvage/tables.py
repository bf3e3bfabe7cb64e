"""What the rows of each table look like: the schema's columns, in the order in which they lie.

A test holds this against the files of sql/schema/, page numbers included: a store of this version
has the first page of every table and index where a new one has it, and one that was brought up from
an older version has those of that version there. What is derived from other rows (terms, words,
deliveries, what recall finds turns by) is not salvaged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.salvage.columns import Blob, Integer, RowId, Table, Text

if TYPE_CHECKING:
    from collections.abc import Mapping

_ROLES: Final = frozenset({"user", "assistant"})
_FLAG: Final = frozenset({0, 1})
_ID: Final = RowId("id")
_CREATED: Final = Integer("created_at")
_UPDATED: Final = Integer("updated_at")
_SCOPE: Final = Integer("scope_id", low=1)
_THREAD: Final = Integer("thread_id", low=1)
_SAID: Final = Integer("said_at", may_be_null=True)

TABLES: Final = (
    Table(
        name="memory_meta",
        columns=(
            _ID,
            Text("store_id"),
            Text("face", choices=frozenset({"project", "companion"})),
            Integer("generation", low=1),
            Integer("commit_counter", low=0),
            Blob("subject_key", size_bytes=32, is_exported=False),
            Text("last_error", may_be_null=True),
            Integer("last_succeeded_at", may_be_null=True),
            _CREATED,
            _UPDATED,
        ),
        brief=("generation", "updated_at"),
    ),
    Table(name="scopes", columns=(_ID, Text("name"), _CREATED)),
    Table(
        name="threads",
        columns=(
            _ID,
            _SCOPE,
            Text("status", choices=frozenset({"active", "archived"})),
            Text("source_key", may_be_null=True),
            Text("compaction"),
            Integer("compaction_sequence"),
            _CREATED,
            Integer("archived_at", may_be_null=True),
        ),
    ),
    Table(
        name="turns",
        columns=(
            _ID,
            _THREAD,
            Text("session"),
            Integer("sequence", low=1),
            Text("intent", choices=frozenset({"code_explain", "general_chat"})),
            Text("origin", choices=frozenset({"live", "import", "edit"})),
            Text("source_key", may_be_null=True),
            Text("user_text"),
            Blob("user_sha256", size_bytes=32),
            Text("assistant_text"),
            Blob("assistant_sha256", size_bytes=32),
            Text("state", choices=frozenset({"open", "completed", "failed", "interrupted"})),
            Text("lease_owner", may_be_null=True),
            Integer("lease_expires_at", may_be_null=True),
            _SAID,
            _CREATED,
            _UPDATED,
        ),
        brief=("thread_id", "sequence", "updated_at"),
    ),
    Table(
        name="memory_jobs",
        columns=(
            _ID,
            Text("kind", choices=frozenset({"extraction", "consolidation"})),
            _SCOPE,
            _THREAD,
            Text("session"),
            Integer("sequence"),
            Integer("turn_id", may_be_null=True, low=1),
            Text("payload"),
            Text("idempotency_key"),
            Text(
                "status",
                choices=frozenset(
                    {
                        "pending",
                        "leased",
                        "retry_wait",
                        "parked",
                        "succeeded",
                        "succeeded_no_output",
                        "dropped",
                    }
                ),
            ),
            Integer("generation", low=1),
            Integer("attempt_count", low=0),
            Text("lease_owner", may_be_null=True),
            Integer("lease_token"),
            Integer("lease_expires_at", may_be_null=True),
            Integer("next_retry_at", may_be_null=True),
            Text("last_error", may_be_null=True),
            Text("checkpoint", may_be_null=True),
            _CREATED,
            _UPDATED,
            Integer("completed_at", may_be_null=True),
        ),
        brief=("generation", "turn_id", "thread_id", "updated_at"),
    ),
    Table(
        name="memory_candidates",
        columns=(
            _ID,
            _SCOPE,
            _THREAD,
            Integer("job_id", low=1),
            Text("kind"),
            Text("title"),
            Text("content"),
            Text("aliases"),
            Integer("non_factual", choices=_FLAG),
            Text(
                "status", choices=frozenset({"pending", "consolidated", "rejected", "suppressed"})
            ),
            _SAID,
            _CREATED,
            _UPDATED,
        ),
        brief=("thread_id", "kind", "updated_at"),
    ),
    Table(
        name="candidate_sources",
        columns=(
            Integer("candidate_id", low=1),
            Integer("turn_id", low=1),
            Text("role", choices=_ROLES),
            Integer("start_char", low=0),
            Integer("end_char", low=1),
            Text("quote"),
        ),
        key=("candidate_id", "turn_id", "role", "start_char", "end_char"),
    ),
    Table(
        name="memory_items",
        columns=(
            _ID,
            Integer("item_id", low=1),
            Integer("revision", low=1),
            _SCOPE,
            Integer("thread_id", may_be_null=True, low=1),
            Integer("reach", is_exported=False),
            Text("kind"),
            Text("title"),
            Text("content"),
            Text("synopsis"),
            Text("aliases"),
            Text("keywords"),
            Integer("non_factual", choices=_FLAG),
            Text("status", choices=frozenset({"staged", "active", "superseded", "forgotten"})),
            Integer("replaces_id", may_be_null=True, low=1),
            Integer("replaced_by_id", may_be_null=True, low=1),
            Integer("forgotten_by_turn_id", may_be_null=True, low=1),
            Integer("terms_version"),
            _SAID,
            _CREATED,
            _UPDATED,
        ),
        brief=("item_id", "thread_id", "kind", "status", "updated_at"),
    ),
    # Two numbers look like the rows of five indexes: those found by their look alone don't count.
    Table(
        name="memory_item_candidates",
        columns=(Integer("item_row_id", low=1), Integer("candidate_id", low=1)),
        key=("item_row_id", "candidate_id"),
        has_a_look=False,
    ),
    Table(
        name="refusals",
        columns=(
            _ID,
            _SCOPE,
            _THREAD,
            Integer("turn_id", may_be_null=True, low=1),
            Text("kind"),
            Text("reason"),
            Text("title"),
            Text("quotes"),
            _CREATED,
        ),
        brief=("thread_id",),
    ),
    Table(
        name="tombstones",
        columns=(
            _ID,
            _SCOPE,
            Integer("item_id", low=1),
            Integer("turn_id", low=1),
            Text("role", choices=_ROLES),
            Integer("start_char", low=0),
            Integer("end_char", low=1),
            Text("subject"),
            Integer("last_turn_id", low=0),
            Integer("forgotten_at"),
        ),
        brief=("item_id",),
    ),
    Table(
        name="notes",
        columns=(
            _ID,
            _SCOPE,
            Text("source_key"),
            Text("product"),
            Text("text"),
            _SAID,
            Text("status", choices=frozenset({"active", "forgotten"})),
            _CREATED,
            _UPDATED,
        ),
        brief=("status", "updated_at"),
    ),
    Table(
        name="job_models",
        columns=(Integer("job_id", low=1), Text("model")),
        key=("job_id",),
    ),
    Table(
        name="model_usage",
        columns=(Text("day"), Integer("calls", low=0), Integer("tokens", low=0)),
        key=("day",),
    ),
    Table(
        name="operations",
        columns=(
            Text("op_id"),
            Text("command"),
            Blob("request_sha256", size_bytes=32, is_exported=False),
            Text("answer"),
            _CREATED,
        ),
        key=("op_id",),
    ),
)

# An index that holds whole rows: what is lost in the table may still be there.
MIRRORS: Final[Mapping[str, Table]] = {
    "memory_item_candidates_by_candidate": Table(
        name="memory_item_candidates",
        columns=(Integer("candidate_id", low=1), Integer("item_row_id", low=1)),
        key=("item_row_id", "candidate_id"),
        has_a_look=False,
        is_mirror=True,
    ),
}

# Where the first page of each table and index lies in a store of this version.
ROOTS: Final[Mapping[str, int]] = {
    "memory_meta": 2,
    "scopes": 3,
    "sqlite_autoindex_scopes_1": 4,
    "sqlite_sequence": 5,
    "threads": 6,
    "sqlite_autoindex_threads_1": 7,
    "threads_one_active": 8,
    "turns": 9,
    "sqlite_autoindex_turns_1": 10,
    "sqlite_autoindex_turns_2": 11,
    "turns_by_session": 12,
    "turns_open": 13,
    "memory_jobs": 14,
    "sqlite_autoindex_memory_jobs_1": 15,
    "memory_jobs_lanes": 18,
    "memory_jobs_unresolved": 19,
    "memory_jobs_errors": 20,
    "memory_jobs_parked": 21,
    "memory_candidates": 22,
    "candidate_sources": 23,
    "candidate_sources_by_turn": 24,
    "memory_items": 25,
    "sqlite_autoindex_memory_items_1": 27,
    "memory_items_active": 28,
    "memory_items_one_active": 29,
    "memory_items_by_status": 30,
    "memory_item_candidates": 31,
    "memory_item_candidates_by_candidate": 32,
    "refusals": 34,
    "refusals_by_turn": 35,
    "refusals_by_reason": 36,
    "tombstones": 37,
    "tombstones_by_scope": 38,
    "tombstones_by_turn": 39,
    "model_usage": 40,
    "operations": 41,
    "memory_terms": 42,
    "memory_content_terms": 43,
    "memory_words": 44,
    "sqlite_autoindex_memory_words_1": 45,
    "memory_word_endings": 46,
    "deliveries": 47,
    "deliveries_by_time": 49,
    "notes": 50,
    "sqlite_autoindex_notes_1": 51,
    "notes_active": 52,
    "job_models": 53,
    "recall_words": 54,
    "sqlite_autoindex_recall_words_1": 55,
    "recall_postings": 56,
    "recall_scopes": 57,
    "index_editions": 58,
    "tallies": 59,
}
