-- Keep a note of another memory product.
-- Parameters: scope_id, source_key, product, text, said_at, now
INSERT INTO notes (scope_id, source_key, product, text, said_at, status, created_at, updated_at)
VALUES (:scope_id, :source_key, :product, :text, :said_at, 'active', :now, :now);
