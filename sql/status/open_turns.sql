-- Open turns whose lease ran out, and those whose lease lasts longer than any does.
-- Parameters: now, lease_max
-- Index: turns_open.
SELECT
  count(*) FILTER (WHERE lease_expires_at <= :now) AS expired,
  count(*) FILTER (WHERE lease_expires_at > :now + :lease_max) AS far
FROM turns
WHERE state = 'open';
