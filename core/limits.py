"""Every bound of the program in one place, each with its unit and its source.

Units stand last in the names: `_chars` counts code points, `_bytes` counts UTF-8 bytes, `_us`
are microseconds. A requirement number is the source where there is one; the others are ours.
"""

from typing import Final

SECOND_US: Final = 1_000_000
MINUTE_US: Final = 60 * SECOND_US
HOUR_US: Final = 60 * MINUTE_US

# Turns.
TURN_MAX_BYTES: Final = 8 * 1024 * 1024  # one side of a turn
SESSION_MAX_CHARS: Final = 200
OP_ID_MAX_CHARS: Final = 200
TURN_LEASE_US: Final = 120 * SECOND_US  # a host process that lives and heartbeats
TURN_LEASE_LONG_US: Final = 12 * HOUR_US  # a host that cannot heartbeat (hooks)

# Jobs.
EXTRACTION_BATCH_TURNS: Final = 4  # A150
EXTRACTION_GROUP_BATCHES: Final = 16  # that one transaction saves, where a model answers at once
EXTRACTION_GROUP_CHARS: Final = 400_000  # of their turns, beside the last batch
EXTRACTION_GROUP_US: Final = 5_000_000  # until no further batch is taken along
EXTRACTION_DUE_PENDING: Final = 2  # A148
EXTRACTION_DUE_AGE_US: Final = 30 * SECOND_US  # A149
JOB_LEASE_US: Final = 120 * SECOND_US
JOB_BACKOFF_US: Final = (  # A258; the last one repeats
    5 * SECOND_US,
    30 * SECOND_US,
    2 * MINUTE_US,
    10 * MINUTE_US,
    HOUR_US,
)
JOB_PARK_ATTEMPTS: Final = 12
JOB_WAIT_MAX_US: Final = 24 * HOUR_US  # to the next day's budget; a longer one is a wrong clock's
JOB_ERROR_MAX_CHARS: Final = 20_000  # A260
MODEL_DEADLINE_US: Final = 60 * SECOND_US  # A294
MODEL_INPUT_CHARS: Final = 24_000  # turn text in one question, by default
MODEL_INPUT_MIN_CHARS: Final = 6_000  # less leaves no room for overlapping windows
MODEL_DAILY_CALLS: Final = 2_000  # by default
MODEL_DAILY_TOKENS: Final = 5_000_000  # by default
MODEL_NAME_MAX_CHARS: Final = 200  # that is noted of who answered
WORKER_POLL_US: Final = SECOND_US
WORKER_LINGER_US: Final = EXTRACTION_DUE_AGE_US  # for what is due so soon a detached worker stays
WORKER_REST_MAX_US: Final = 10 * MINUTE_US  # so long none is started for the same jobs
CONSOLIDATION_MAX_CANDIDATES: Final = 32

# Telling what kind of request a message is.
CLASSIFICATION_OUTPUT_MAX_TOKENS: Final = 128
CLASSIFICATION_INPUT_MAX_CHARS: Final = 4_000  # of a message's beginning; the rest decides nothing
CLASSIFICATION_HOOK_US: Final = 2 * SECOND_US  # an agent waits meanwhile
CLASSIFICATION_CHAT_US: Final = 10 * SECOND_US

# Stage 1: what one extraction may answer.
REPLY_MAX_BYTES: Final = 1024 * 1024
REPLY_MAX_DEPTH: Final = 32
REPLY_NUMBER_MAX_CHARS: Final = 64
EXTRACTION_OUTPUT_MAX_TOKENS: Final = 1_800
COMPACTION_MAX_CHARS: Final = 4_000  # A222
PROPOSALS_MAX: Final = 32
TITLE_MAX_CHARS: Final = 160
CONTENT_MAX_CHARS: Final = 4_000
CANDIDATE_ALIASES_MAX: Final = 12
ALIAS_MAX_CHARS: Final = 160
SOURCES_MAX: Final = 8
QUOTE_MAX_CHARS: Final = 2_000
PROPOSAL_TURNS_READ: Final = 1_000  # the newest of the thread, for words an agent points at
PROPOSAL_TURNS_MAX: Final = 8  # of those that hold them, newest first

# Stage 2: what one consolidation may answer.
CONSOLIDATION_OUTPUT_MAX_TOKENS: Final = 2_200
OPERATIONS_MAX: Final = 32
SYNOPSIS_MAX_CHARS: Final = 400
ITEM_ALIASES_MAX: Final = 16
KEYWORDS_MAX: Final = 24
RELATED_ITEMS_MAX: Final = 20

# Search.
SEARCH_HITS_MAX: Final = 5  # A190
QUERY_MAX_CHARS: Final = 256  # A201, after normalisation
QUERY_TERMS_MAX: Final = 32
CONTENT_TERMS_MAX: Final = 256  # per item
TERM_MAX_CHARS: Final = 160
READ_SOURCES_MAX: Final = 3  # A224
READ_QUOTE_MAX_CHARS: Final = 800
READ_CONTENT_MAX_CHARS: Final = 4_000

# Recall of turns.
RECALL_WORDS_MAX: Final = 4_096  # distinct ones of a document
RECALL_LENGTH_MAX: Final = 255  # words of a document, as far as its length counts
RECALL_DOCUMENT_MAX_CHARS: Final = 256 * 1024  # of a text's beginning
RECALL_ASKED_MAX: Final = 32  # words of a question
RECALL_QUERY_MAX_CHARS: Final = 1_000
RECALL_READ_MAX: Final = 2_048  # newest postings of one word that are counted, and read
RECALL_POSTINGS_MAX: Final = 6_144  # of the rarest words of a question that are read
RECALL_CHARACTER_WORDS_MAX: Final = 1_024  # that start with a character
RECALL_PARTIAL_MAX: Final = 512  # best documents by the words read, in which others are looked up
RECALL_CANDIDATES_MAX: Final = 32  # that are ranked, with three turns on either side
RECALL_FILTERED_FACTOR: Final = 4  # so much more is read where a limit of time or thread drops some
RECALL_TOLD_LATER_US: Final = 7 * 24 * HOUR_US  # after a time, what happened then is still told
RECALL_POOL_MIN: Final = 16  # best documents whose texts are read, to look for phrases
RECALL_HITS_MAX: Final = 50
RECALL_PERIOD_TURNS_MAX: Final = 65_536  # newest ones, among which those of a period are looked for
RECALL_OPEN_TURNS_MAX: Final = 16  # newest ones, in which the question itself may stand
RECALL_NEIGHBOURS_MAX: Final = 5  # lines before and after a hit
RECALL_QUOTE_MAX_CHARS: Final = 400
RECALL_LINE_MAX_CHARS: Final = 200  # of a line beside a hit

# Context.
HISTORY_MAX_TURNS: Final = 8  # A214
HISTORY_MAX_CHARS: Final = 12_000  # A215
MASK_TOMBSTONES_MAX: Final = 64  # whose words are looked for in other turns, the newest
CONTEXT_MAX_CHARS: Final = 4_000  # A217
CONTEXT_LINES_PER_KIND: Final = 5
CONTEXT_TITLE_MAX_CHARS: Final = 80
CONTEXT_SYNOPSIS_MAX_CHARS: Final = 80

# Chat.
CHAT_OUTPUT_MAX_TOKENS: Final = 4_096
CHAT_ROUTE_DEADLINE_US: Final = 10 * SECOND_US  # to tell what kind of request it is
CHAT_DEADLINE_US: Final = 5 * MINUTE_US  # somebody waits for it, and may end it at any time
CHAT_ROUNDS_MAX: Final = 6  # questions to the model for one answer; in the last it calls no tool
CHAT_CALLS_MAX: Final = 8  # of tools in one message; the others are told so
CHAT_PAST_MAX_LINES: Final = 1_000  # of what was typed
CHAT_PAST_MAX_BYTES: Final = 256 * 1024

# Store.
BUSY_DEADLINE_US: Final = 15 * SECOND_US
CUT_DEADLINE_US: Final = 2 * SECOND_US  # others wait meanwhile; a log that is not cut is later
INLINE_CHECK_MAX_BYTES: Final = 20 * 1024 * 1024
COPY_STEP_PAGES: Final = 1_000  # of a store that is copied, between two looks at signals
COPY_TRIES: Final = 5  # a file that somebody else writes to is copied anew this often
RESET_TRIES: Final = 20  # as often a damaged one is read anew; each other clear writes three times
SALVAGE_PAGE_READS_MAX: Final = 4  # of one page of a long text; damage may lead many rows to it
SALVAGE_ROWS_MAX: Final = 1_000_000  # about 500 bytes of memory each; the rest is told, not read
NUMBER_MAX: Final = 10**12  # a larger id or generation in a damaged store is damage itself
CHECK_GOOD_US: Final = 7 * 24 * HOUR_US  # how long a thorough check of a large file counts
CHECK_RUNNING_US: Final = 10 * MINUTE_US  # after that, one that has not ended was cut off
LATEST_US: Final = 253_402_300_799 * SECOND_US  # the last moment of the year 9999
WITNESS_LINE_BYTES: Final = 256  # of two lines in the mark beside a store
WITNESS_TRIES: Final = 20  # a mark that is being written is looked at again this often
FINDING_MAX_CHARS: Final = 160  # of what SQLite's own check found first
CHECK_FINDINGS_MAX: Final = 20  # of each kind that a thorough check names
DOUBTS_MAX: Final = 100  # that a diagnosis keeps
JOB_LATE_US: Final = 24 * HOUR_US  # a job that waits longer is told by a doctor
CHECKUP_BASE_US: Final = 60 * SECOND_US  # what a doctor's child process may take, whatever it reads
CHECKUP_MEBIBYTE_US: Final = SECOND_US  # and for each MiB of the store
CHECKUP_FINDING_MAX_CHARS: Final = 500  # names in a file may be of any length
CHECKUP_FINDINGS_MAX: Final = 50  # of each kind that a doctor tells
LOG_BEGINNING_BYTES: Final = 16 * 1024 * 1024  # its first transaction is looked for in so much
LOG_LARGE_BYTES: Final = 64 * 1024 * 1024  # a log that is moved into the file stays below 4 MiB
DISK_FREE_MIN_BYTES: Final = 64 * 1024 * 1024
CLOCK_TOLERANCE_US: Final = 5 * MINUTE_US
LEFTOVER_AGE_US: Final = 10 * MINUTE_US  # a younger file may be in the making
PARKED_SHOWN_MAX: Final = 20
LIST_ITEMS_MAX: Final = 1_000
WHY_AROUND_CHARS: Final = 240  # of a quoted text, on either side of a quote
WHY_BESIDE_CHARS: Final = 200  # of a text beside it
WHY_TURNS_MAX: Final = 8  # quoted ones, the newest
NOTE_MAX_CHARS: Final = 4_000  # of another memory product; a longer one is a document
DELIVERIES_KEPT_US: Final = 30 * 24 * HOUR_US  # what a session was told; no session lasts longer

# Logs of other tools.
IMPORT_FILE_MAX_BYTES: Final = 4 * 1024 * 1024 * 1024  # read piece by piece, never held whole
LOG_LINE_MAX_BYTES: Final = 33 * 1024 * 1024  # both sides of a turn as JSON escapes, and a bit
LOG_HEAD_BYTES: Final = 1024 * 1024  # what is looked at to tell a format
LOG_CHUNK_BYTES: Final = 256 * 1024  # read at a time

# Hooks of coding agents.
HOOK_TIMEOUT_S: Final = 10  # what a host is told to wait at most, in place of its own minute or ten
CONNECTION_DEPTH_MAX: Final = 100  # levels of another tool's JSON file
CONNECTION_FILE_MAX_BYTES: Final = 64 * 1024 * 1024
PROBE_US: Final = 10 * SECOND_US  # what a doctor gives a command that it tries
HOOK_INPUT_MAX_BYTES: Final = 33 * 1024 * 1024  # a prompt of 8 MiB as JSON escapes, and a bit
HOOK_BUSY_US: Final = 5 * SECOND_US  # that a hook waits for a store
HOOK_ALARM_S: Final = 8  # after which a hook gives up whatever it is at
HOOK_TEXT_MAX_CHARS: Final = 9_000  # what one session start and one prompt are told together
HOOK_ASKED_MAX_CHARS: Final = 600  # of the question at which the last session stopped
HOOK_ANSWERED_MAX_CHARS: Final = 1_200  # of the end of its answer
HOOK_PROMPT_PART_CHARS: Final = 4_000  # of the beginning and of the end of a prompt
HOOK_OWN_LINE_CHARS: Final = 400  # a longer line may hold a quotation
HOOK_CLAUSES_MAX: Final = 6  # that are looked for in memory
HOOK_CLAUSE_MAX_CHARS: Final = 160
HOOK_WORDS_MAX: Final = 16  # that may be the name of a memory
HOOK_OPEN_TURNS_MAX: Final = 100  # that one hook interrupts
HOOK_NAMED_TURNS_MAX: Final = 16  # newest of a session, of which a stop may name one
HOOK_ALIVE_US: Final = 15 * MINUTE_US  # an open turn that is younger may be answered just now
HOOK_TAILS_BYTES: Final = (256 * 1024, 16 * 1024 * 1024)  # of a log, first and at most
JOURNAL_MAX_BYTES: Final = 256 * 1024  # then it is cut to its newest half
JOURNAL_SHOWN_MAX: Final = 5
JOURNAL_FIRED_MAX: Final = 100
JOURNAL_NAME_MAX_CHARS: Final = 40  # of a host or an event
JOURNAL_FAULT_MAX_CHARS: Final = 500

# The MCP server.
MCP_LINE_MAX_BYTES: Final = 1024 * 1024  # one message; no argument is over 2,000 characters
MCP_WAITING_MAX: Final = 64  # messages read ahead, and calls that wait for the one at work
MCP_WHY_TURNS_MAX: Final = 3  # quoted ones, the newest, each with those beside it
MCP_WHY_TEXT_MAX_CHARS: Final = 1_200  # of one side of such a turn
MCP_WHY_STEPS_MAX: Final = 5  # proposals and revisions, the newest

# Making the indexes anew.
REINDEX_TURNS: Final = 500  # in one transaction
REINDEX_ITEMS: Final = 1_000
REINDEX_WINDOW_TURNS: Final = 4_096  # whose postings are looked for in one walk through all
REINDEX_STRAYS: Final = 10_000  # rows that belong to nothing, dropped in one transaction
REINDEX_NOTICED_TURNS: Final = 8  # newest, whose postings a report looks for
REINDEX_INLINE_MAX: Final = 2_000  # turns or memories behind that an opening posts by itself
REINDEX_COUNTED_MAX: Final = 1_000_000  # behind, that are counted

# Layered knowledge.
KNOWLEDGE_FILE_MAX_BYTES: Final = 256 * 1024 * 1024  # of one file of knowledge
KNOWLEDGE_DEPTH_MAX: Final = 32  # levels of a value in its files
SOURCE_FILES_MAX: Final = 200_000  # source files of one project
SOURCE_MAX_BYTES: Final = 4 * 1024 * 1024  # of one that is looked into; larger ones are hashed
SIMILAR_PATTERNS_MAX: Final = 3  # B122
SIMILAR_SESSIONS_MAX: Final = 3
SESSIONS_KEPT_MAX: Final = 500  # of one base; with more a check says so
SESSION_STEPS_MAX: Final = 5  # of a session in a context, the newest
SESSION_STEP_MAX_CHARS: Final = 300
SESSION_SUMMARY_MAX_CHARS: Final = 200
KNOWLEDGE_PROBLEM_CHARS: Final = 4_000  # of a problem, whose words are looked for
CODE_RENDER_MAX_CHARS: Final = 6_000  # B110
CODE_ITEMS_MAX: Final = 60  # of one list that is read off a function; others are counted
CODE_DONE_MAX: Final = 8  # of what is done under one condition
CODE_TEXT_MAX_CHARS: Final = 160  # of a condition, a call or a value
CODE_DEPTH_MAX: Final = 40  # of conditions and functions inside each other
LEARN_BUDGET: Final = 200  # functions of one run, by default
LEARN_MODEL_BUDGET: Final = 12  # the same where a model is asked
CODE_SOURCE_MAX_CHARS: Final = 24_000  # of a function that a model is asked about
CODE_ANSWER_ITEMS_MAX: Final = 24  # of one focus in its answer
CODE_ANSWER_TEXT_MAX_CHARS: Final = 400
OVERVIEW_FILES_MAX: Final = 400  # of one folder
OVERVIEW_LINE_MAX_CHARS: Final = 300  # of one file
CODE_FILES_KEPT: Final = 400  # whose outlines a run keeps in memory
LEARN_NOTES_MAX: Final = 5  # files or functions that a report names one by one
LEARN_FAILURES_MAX: Final = 3  # one after the other; then a run stops asking
SEMANTIC_HITS_DEFAULT: Final = 3  # B138
SEMANTIC_HITS_MAX: Final = 10
SEMANTIC_DIM_MAX: Final = 16_384  # numbers of a vector
DIAGNOSIS_NOTES_MAX_CHARS: Final = 2_000  # B119
DIAGNOSIS_USER_NOTES_MAX: Final = 5  # decisions and preferences that are cited
DIAGNOSIS_USER_NOTE_MAX_CHARS: Final = 200
DIAGNOSIS_FUNCTION_MAX_CHARS: Final = 3_000  # B120
DIAGNOSIS_CASE_MAX_CHARS: Final = 1_500  # B127
DIAGNOSIS_LINE_MAX_CHARS: Final = 400  # of a pattern or a session
DIAGNOSIS_HIT_MAX_CHARS: Final = 800  # with the paths that lead back
DIAGNOSIS_MAX_CHARS: Final = 31_000  # all of these together, and the words around them
DREAM_INTERVAL_US: Final = 4 * HOUR_US  # B154
DREAM_SESSIONS_MIN: Final = 2  # B155
DREAM_LOG_MAX: Final = 100  # B183
DREAM_LEASE_US: Final = HOUR_US  # B160: without a sign of life from a holder elsewhere
DREAM_BREATH_US: Final = 5 * MINUTE_US  # between two signs of life of who dreams
DREAMS_BEFORE_MAX: Final = 5  # of which what they replaced is kept
DREAM_REPLANS_MAX: Final = 2  # after others wrote what a dream wanted to write
DREAM_OUTPUT_MAX_TOKENS: Final = 8_192  # many providers turn more down; notes take half of it
DREAM_DEADLINE_US: Final = 5 * MINUTE_US
DREAM_NOTES_MAX_CHARS: Final = 20_000
DREAM_FUNCTION_MAX_CHARS: Final = 8_000  # of the update of one function, as JSON
DREAM_TEXT_MAX_CHARS: Final = 1_000
DREAM_NAME_MAX_CHARS: Final = 200
DREAM_ENTRIES_MAX: Final = 50  # functions, new patterns or conflicts of one dream
DREAM_REMOVED_MAX: Final = 200
KNOWLEDGE_RECALL_ITEMS: Final = 5  # of a layer that is a list, by default
KNOWLEDGE_RECALL_ITEMS_MAX: Final = 40
KNOWLEDGE_RECALL_CHARS: Final = 6_000  # of all values together, by default
KNOWLEDGE_RECALL_CHARS_MAX: Final = 100_000
KNOWLEDGE_RECALL_TEXT_MAX_CHARS: Final = 8_000
KNOWLEDGE_RECALL_KEYS_MAX: Final = 80
KNOWLEDGE_RECALL_LIST_MAX: Final = 40
DREAM_INPUT_MAX_CHARS: Final = 48_000  # of a dream's question, by default
DREAM_INPUT_MIN_CHARS: Final = 4_000
DREAM_REASON_MAX_CHARS: Final = 300  # of why an answer was refused
DREAM_SESSIONS_MAX: Final = 10  # B173
DREAM_FINDINGS_MAX: Final = 3  # of a session, the newest
DREAM_CASES_MAX: Final = 5  # B171
DREAM_KNOWN_MAX_CHARS: Final = 2_000  # of one function's knowledge
DREAM_PATTERN_MAX_CHARS: Final = 1_500
DREAM_CODE_MAX_CHARS: Final = 500  # of one function's code knowledge
DREAM_OVERVIEW_MAX_CHARS: Final = 500  # B169
DREAM_SIGNALS_MAX: Final = 20
