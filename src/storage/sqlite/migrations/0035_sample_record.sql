-- The record of a test that sends a real event: record_id of a test is a number of its own, by which it stands in the order of deliveries.

ALTER TABLE deliveries ADD COLUMN sample_record_id INTEGER;
