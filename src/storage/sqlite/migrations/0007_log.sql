-- The log of changes: a row for every change of every record, with the values before of what it changed instead of the
-- record's whole text. Any version's text is found again from the record, or from the next one that was kept whole, by taking
-- changes back. What the changes so far were, beside those with events, nobody knows any more; theirs are kept as they are.

ALTER TABLE deliveries ADD COLUMN sample TEXT; -- of a test: what it delivers, as JSON; it is no change of any record
UPDATE deliveries SET change_seq = 0, sample = (
    SELECT json_object('text', c.text, 'submitter', c.submitter, 'traceparent', c.traceparent)
    FROM changes AS c WHERE c.seq = change_seq)
  WHERE record_id = 9007199254740991;

ALTER TABLE changes RENAME TO old_changes;

CREATE TABLE changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  account INTEGER NOT NULL REFERENCES accounts (key),
  type TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  committed_on INTEGER NOT NULL,
  by_kind TEXT NOT NULL, -- person, integration, assistant, system
  by_id TEXT,
  by_name TEXT,
  submitter TEXT NOT NULL, -- e-mail address
  approved_by TEXT, -- JSON
  events TEXT NOT NULL, -- their actions, separated by spaces
  filter_value INTEGER,
  content_hash TEXT, -- of a change with events
  traceparent TEXT,
  before TEXT, -- JSON: the values before, by field; null for a new record
  text TEXT -- the record's whole text, for some
) STRICT;

INSERT INTO changes (seq, account, type, record_id, version, committed_on, by_kind, submitter, events, filter_value, content_hash,
    traceparent, text)
  SELECT seq, account, type, record_id, version, committed_on, 'integration', submitter,
    coalesce((SELECT group_concat(action, ' ') FROM (SELECT action FROM events WHERE change_seq = seq ORDER BY action)), ''),
    filter_value, content_hash, traceparent, text
  FROM old_changes WHERE record_id <> 9007199254740991 ORDER BY seq;
UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'old_changes')
  WHERE name = 'changes' AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'old_changes');
INSERT INTO sqlite_sequence (name, seq) SELECT 'changes', seq FROM sqlite_sequence
  WHERE name = 'old_changes' AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'changes');
DROP TABLE events;
DROP TABLE old_changes;

CREATE INDEX changes_by_account ON changes (account); -- and by number: the feed
CREATE UNIQUE INDEX changes_by_record ON changes (account, type, record_id, version);

-- The name of an account's log: places in it are worth nothing in another.
ALTER TABLE accounts ADD COLUMN log TEXT NOT NULL DEFAULT '';
UPDATE accounts SET log = lower(hex(randomblob(4)));
ALTER TABLE accounts ADD COLUMN log_begins INTEGER NOT NULL DEFAULT 0; -- the newest of its changes that was forgotten
