-- The log of changes: a row for every change of every record, with the values before of what it changed instead of the
-- record's whole text. Any version's text is found again from the record, or from the next one that was kept whole, by taking
-- changes back. What the changes so far were, beside those with events, nobody knows any more; theirs are kept as they are.

ALTER TABLE deliveries ADD COLUMN sample text; -- of a test: what it delivers, as JSON; it is no change of any record
UPDATE deliveries AS d SET change_seq = 0, sample = (
    SELECT json_build_object('text', c.text, 'submitter', c.submitter, 'traceparent', c.traceparent)::text
    FROM changes AS c WHERE c.seq = d.change_seq)
  WHERE record_id = 9007199254740991;
DELETE FROM changes WHERE record_id = 9007199254740991;

ALTER TABLE changes
  ADD COLUMN by_kind text COLLATE "C" NOT NULL DEFAULT 'integration', -- person, integration, assistant, system
  ADD COLUMN by_id text COLLATE "C",
  ADD COLUMN by_name text,
  ADD COLUMN approved_by text, -- JSON
  ADD COLUMN events text COLLATE "C" NOT NULL DEFAULT '', -- their actions, separated by spaces
  ADD COLUMN before text, -- JSON: the values before, by field; null for a new record
  ALTER COLUMN content_hash DROP NOT NULL, -- of a change with events
  ALTER COLUMN text DROP NOT NULL; -- the record's whole text, for some
ALTER TABLE changes ALTER COLUMN by_kind DROP DEFAULT, ALTER COLUMN events DROP DEFAULT;
UPDATE changes AS c SET events = e.actions
  FROM (SELECT change_seq, string_agg(action, ' ' ORDER BY action) AS actions FROM events GROUP BY change_seq) AS e
  WHERE e.change_seq = c.seq;
DROP TABLE events;

CREATE INDEX changes_by_account ON changes (account, seq);
CREATE UNIQUE INDEX changes_by_record ON changes (account, type, record_id, version);

-- The name of an account's log: places in it are worth nothing in another.
ALTER TABLE accounts ADD COLUMN log text COLLATE "C" NOT NULL DEFAULT substr(replace(gen_random_uuid()::text, '-', ''), 1, 8);
ALTER TABLE accounts ADD COLUMN log_begins bigint NOT NULL DEFAULT 0; -- the newest of its changes that was forgotten

-- Transactions that whoever follows a log does not wait for: long work on an account that nobody follows meanwhile.
CREATE UNLOGGED TABLE bystanders (xid xid8 PRIMARY KEY);
