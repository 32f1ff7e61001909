-- What is proposed and waits for a person: each is one write of one record; those of a plan share it and stand in its order.

CREATE TABLE proposals (
  account bigint NOT NULL REFERENCES accounts (key),
  id bigint NOT NULL, -- counted per account, as records are
  plan bigint, -- the id of its first step
  plan_title text,
  plan_size bigint NOT NULL,
  place bigint NOT NULL, -- within the plan, from 1
  state text COLLATE "C" NOT NULL, -- pending, approved, rejected, expired, failed
  type text COLLATE "C" NOT NULL,
  record_id bigint, -- null: of a record that is to be made
  operation text COLLATE "C" NOT NULL, -- create, patch, delete
  write text COLLATE "C" NOT NULL, -- JSON: what is to be written, as a dry run takes it
  base_version bigint,
  base text COLLATE "C", -- JSON: the values that it was proposed on, of the fields that it reads or writes
  reason text NOT NULL,
  by_kind text COLLATE "C" NOT NULL, -- assistant, integration
  by_id text COLLATE "C" NOT NULL,
  by_name text NOT NULL,
  works_for text NOT NULL, -- e-mail address
  created_on bigint NOT NULL,
  expires_on bigint NOT NULL,
  decided_on bigint,
  decided_by text COLLATE "C", -- JSON
  comment text,
  made_version bigint, -- of the record, by the change
  outcome text COLLATE "C", -- JSON: what it was said to come to, and then what came of it
  PRIMARY KEY (account, id)
);
CREATE INDEX proposals_pending ON proposals (account, by_id) WHERE state = 'pending';
CREATE INDEX proposals_by_expires_on ON proposals (expires_on);
