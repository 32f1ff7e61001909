-- People: what lets them in (passwords, sessions, links) and what is remembered of it (audit). Who they are is in users.

CREATE TABLE person_secrets (
  account INTEGER NOT NULL REFERENCES accounts (key),
  user_id INTEGER NOT NULL,
  password TEXT NOT NULL, -- argon2id, with its parameters and its salt
  changed_on INTEGER NOT NULL,
  PRIMARY KEY (account, user_id)
) STRICT, WITHOUT ROWID;

-- One cookie may open several accounts: a row for each.
CREATE TABLE sessions (
  token_hash BLOB NOT NULL, -- SHA-256
  account INTEGER NOT NULL REFERENCES accounts (key),
  user_id INTEGER NOT NULL,
  id TEXT NOT NULL, -- what it is called in lists
  created_on INTEGER NOT NULL,
  seen_on INTEGER NOT NULL,
  confirmed_on INTEGER, -- when the password was last given
  address TEXT NOT NULL,
  device TEXT NOT NULL,
  PRIMARY KEY (token_hash, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (account, user_id);
CREATE INDEX sessions_by_seen_on ON sessions (seen_on);

CREATE TABLE links (
  token_hash BLOB PRIMARY KEY, -- SHA-256
  account INTEGER REFERENCES accounts (key), -- null: makes the first account
  user_id INTEGER,
  kind TEXT NOT NULL, -- invitation, reset, signin, setup
  created_on INTEGER NOT NULL,
  created_by TEXT NOT NULL, -- e-mail address, or what made it
  expires_on INTEGER NOT NULL,
  used_on INTEGER,
  used_as TEXT -- which of several uses at once was the one
) STRICT, WITHOUT ROWID;
CREATE INDEX links_by_user ON links (account, user_id);

CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account INTEGER NOT NULL REFERENCES accounts (key),
  happened_on INTEGER NOT NULL,
  what TEXT NOT NULL, -- session.begun, key.made, ...
  by_kind TEXT NOT NULL, -- person, integration, system, nobody
  by_id TEXT,
  by_name TEXT,
  by_email TEXT,
  address TEXT, -- null: on the command line
  about TEXT, -- whom or what it was done to
  detail TEXT -- JSON
) STRICT;
CREATE INDEX audit_by_account ON audit (account, id);
CREATE INDEX audit_by_happened_on ON audit (happened_on);
