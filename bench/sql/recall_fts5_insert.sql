INSERT INTO documents (key, text) VALUES (:key, :text);
