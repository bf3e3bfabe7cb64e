-- A new revision, staged until its proof is linked.
-- Parameters: id, item_id, revision, scope_id, thread_id, kind, title, content, synopsis,
--   aliases, keywords, non_factual, replaces_id, terms_version, said_at, now
INSERT INTO memory_items (id, item_id, revision, scope_id, thread_id, kind, title, content,
  synopsis, aliases, keywords, non_factual, status, replaces_id, terms_version, said_at,
  created_at, updated_at)
VALUES (:id, :item_id, :revision, :scope_id, :thread_id, :kind, :title, :content, :synopsis,
  :aliases, :keywords, :non_factual, 'staged', :replaces_id, :terms_version, :said_at, :now,
  :now);
