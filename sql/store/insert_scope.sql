-- A scope: whose memory it is.
-- Parameters: name, now
INSERT INTO scopes (name, created_at) VALUES (:name, :now);
