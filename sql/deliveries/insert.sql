-- Note which revisions a session has been told, each once.
-- Parameters: session, item_row_ids (a JSON list), now
INSERT INTO deliveries (session, item_row_id, delivered_at)
SELECT :session, value, :now FROM json_each(:item_row_ids)
WHERE true
ON CONFLICT (session, item_row_id) DO NOTHING;
