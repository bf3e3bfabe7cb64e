-- Fills the yardstick from the items.
-- Parameters: none
INSERT INTO bench_trigram (bench_trigram) VALUES ('rebuild');
