-- Which revisions a session has been told.
-- Parameters: session
-- Index: deliveries by primary key.
SELECT item_row_id FROM deliveries WHERE session = :session;
