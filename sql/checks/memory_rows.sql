-- How many postings of memories there are: of whole values and single words together; of distinct
-- values, how many are missing and how many too many; endings.
-- Index: a scan of memory_terms, memory_content_terms, memory_words and memory_word_endings, since
--   a thorough check is of all.
SELECT
  (SELECT count(*) FROM memory_terms) + (SELECT count(*) FROM memory_content_terms),
  (SELECT count(*) FROM (
    SELECT DISTINCT posted.reach, posted.term FROM memory_terms AS posted
    WHERE NOT EXISTS (
      SELECT 1 FROM memory_words AS word
      WHERE word.reach = posted.reach AND word.term = posted.term))),
  (SELECT count(*) FROM memory_words AS word
    WHERE NOT EXISTS (
      SELECT 1 FROM memory_terms AS posted
      WHERE posted.reach = word.reach AND posted.term = word.term)),
  (SELECT count(*) FROM memory_word_endings);
