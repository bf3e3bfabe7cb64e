-- Delete every row of refusals; part of an explicit clear.
DELETE FROM refusals;
