-- Delete every row of turns; part of an explicit clear.
DELETE FROM turns;
