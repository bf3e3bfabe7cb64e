-- Corrects by some number how many rows of a subject are in a state.
-- Parameters: subject, state, number
-- Index: tallies by primary key.
INSERT INTO tallies (subject, state, number)
VALUES (:subject, :state, :number)
ON CONFLICT (subject, state) DO UPDATE SET number = number + excluded.number;
