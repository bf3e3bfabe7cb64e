-- Delete every row of memory_items; part of an explicit clear.
DELETE FROM memory_items;
