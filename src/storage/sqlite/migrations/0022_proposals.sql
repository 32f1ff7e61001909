-- What is proposed and waits for a person: each is one write of one record; those of a plan share it and stand in its order.

CREATE TABLE proposals (
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL, -- counted per account, as records are
  plan INTEGER, -- the id of its first step
  plan_title TEXT,
  plan_size INTEGER NOT NULL,
  place INTEGER NOT NULL, -- within the plan, from 1
  state TEXT NOT NULL, -- pending, approved, rejected, expired, failed
  type TEXT NOT NULL,
  record_id INTEGER, -- null: of a record that is to be made
  operation TEXT NOT NULL, -- create, patch, delete
  write TEXT NOT NULL, -- JSON: what is to be written, as a dry run takes it
  base_version INTEGER,
  base TEXT, -- JSON: the values that it was proposed on, of the fields that it reads or writes
  reason TEXT NOT NULL,
  by_kind TEXT NOT NULL, -- assistant, integration
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  works_for TEXT NOT NULL, -- e-mail address
  created_on INTEGER NOT NULL,
  expires_on INTEGER NOT NULL,
  decided_on INTEGER,
  decided_by TEXT, -- JSON
  comment TEXT,
  made_version INTEGER, -- of the record, by the change
  outcome TEXT, -- JSON: what it was said to come to, and then what came of it
  PRIMARY KEY (account, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX proposals_pending ON proposals (account, by_id) WHERE state = 'pending';
CREATE INDEX proposals_by_expires_on ON proposals (expires_on);
