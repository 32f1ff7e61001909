-- `search` looks into several fields at once. In the four types that grow large, trigrams of all of them answer it; those of the
-- name alone are among them.
CREATE INDEX assets_trigrams_search ON assets USING gin (name gin_trgm_ops, asset_number gin_trgm_ops, serial_number gin_trgm_ops, barcode gin_trgm_ops, model gin_trgm_ops, external_id gin_trgm_ops);
CREATE INDEX work_orders_trigrams_search ON work_orders USING gin (number gin_trgm_ops, name gin_trgm_ops, description gin_trgm_ops, external_id gin_trgm_ops);
CREATE INDEX tasks_trigrams_search ON tasks USING gin (name gin_trgm_ops, description gin_trgm_ops, ((task_external_messaging_id)::text) gin_trgm_ops, external_id gin_trgm_ops);
CREATE INDEX forms_trigrams_search ON forms USING gin (number gin_trgm_ops, name gin_trgm_ops, external_id gin_trgm_ops);

DROP INDEX assets_trigrams_name;
DROP INDEX work_orders_trigrams_name;
DROP INDEX tasks_trigrams_name;
DROP INDEX forms_trigrams_name;
