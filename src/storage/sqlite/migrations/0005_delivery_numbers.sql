-- The number of a delivery is never given again (AUTOINCREMENT): an attempt under way, the log and whoever asks for one by
-- its number mean that one and no other, also after everything newer was deleted.

DROP INDEX deliveries_by_subscription;
DROP INDEX deliveries_waiting;
DROP INDEX deliveries_sent;
ALTER TABLE deliveries RENAME TO old_deliveries;

CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  subscription INTEGER NOT NULL REFERENCES subscriptions (key),
  record_id INTEGER NOT NULL,
  change_seq INTEGER NOT NULL, -- no reference: the log may be kept longer than the change
  webhook_id TEXT NOT NULL,
  cause TEXT NOT NULL, -- event, test, resend
  state TEXT NOT NULL, -- waiting, succeeded, failed, suppressed, dropped
  attempts INTEGER NOT NULL DEFAULT 0, -- those whose outcome is known
  due_on INTEGER, -- when the next attempt is due; null once it is settled
  created_on INTEGER NOT NULL,
  processed_on INTEGER NOT NULL, -- when the event was committed
  settled_on INTEGER,
  last_status INTEGER,
  last_error TEXT,
  repeats INTEGER, -- the delivery that a suppressed one repeats
  resend_of INTEGER,
  log TEXT NOT NULL DEFAULT '' -- one JSON object per attempt, separated by commas
) STRICT;

INSERT INTO deliveries (id, subscription, record_id, change_seq, webhook_id, cause, state, attempts, due_on, created_on,
    processed_on, settled_on, last_status, last_error, repeats, resend_of, log)
  SELECT id, subscription, record_id, change_seq, webhook_id, cause, state, attempts, due_on, created_on,
    processed_on, settled_on, last_status, last_error, repeats, resend_of, log
  FROM old_deliveries ORDER BY id;
-- Some that are deleted by now are still named.
UPDATE sqlite_sequence SET seq = (SELECT max(max(id), coalesce(max(repeats), 0), coalesce(max(resend_of), 0)) FROM deliveries)
  WHERE name = 'deliveries';
DROP TABLE old_deliveries;

CREATE INDEX deliveries_by_subscription ON deliveries (subscription, id);
CREATE INDEX deliveries_waiting ON deliveries (subscription, record_id, id) WHERE state = 'waiting';
-- What a delivery may be a repeat of. Without IN: for a list of three SQLite builds a table in memory at every write.
CREATE INDEX deliveries_sent ON deliveries (subscription, record_id, id)
  WHERE state <> 'waiting' AND state <> 'suppressed';
