-- Replace a thread's summary, unless a later batch has covered more already.
-- Parameters: compaction, sequence, thread_id
-- Index: threads by rowid.
UPDATE threads
SET compaction = :compaction, compaction_sequence = :sequence
WHERE id = :thread_id AND compaction_sequence < :sequence;
