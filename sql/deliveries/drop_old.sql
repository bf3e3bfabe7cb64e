-- Let go of what was told long ago, to whatever session.
-- Parameters: before
-- Index: deliveries_by_time.
DELETE FROM deliveries WHERE delivered_at < :before;
