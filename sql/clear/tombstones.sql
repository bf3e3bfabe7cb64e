-- Delete every row of tombstones; part of an explicit clear.
DELETE FROM tombstones;
