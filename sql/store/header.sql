-- Whose file this is: application id, version and the number of its objects.
-- Index: a scan of the catalogue, which is bounded.
SELECT
  (SELECT application_id FROM pragma_application_id),
  (SELECT user_version FROM pragma_user_version),
  (SELECT count(*) FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*');
