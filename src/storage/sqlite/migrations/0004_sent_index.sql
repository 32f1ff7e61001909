-- What a delivery may be a repeat of, said without IN: for a list of three SQLite builds a table in memory whenever it
-- writes a delivery, and that took twice as long as the rest of the statement (10 us instead of 3.5).

DROP INDEX deliveries_sent;
CREATE INDEX deliveries_sent ON deliveries (subscription, record_id, id)
  WHERE state <> 'waiting' AND state <> 'suppressed';
