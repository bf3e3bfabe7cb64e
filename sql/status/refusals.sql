-- How often each reason refused something, most often first.
-- Index: a scan of refusals, for diagnosis.
SELECT reason, count(*) AS times
FROM refusals
GROUP BY reason
ORDER BY times DESC, reason;
