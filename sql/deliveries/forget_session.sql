-- Let a session begin anew, as if it had been told nothing.
-- Parameters: session
-- Index: deliveries by primary key.
DELETE FROM deliveries WHERE session = :session;
