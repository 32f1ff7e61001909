-- How keys are used: when and from where last, how often in each hour, and whether the secret before a rotation still is.

CREATE TABLE key_use (
  integration_id TEXT PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  last_used_on INTEGER NOT NULL,
  last_address TEXT NOT NULL,
  previous_calls INTEGER NOT NULL, -- with the secret before the last rotation, since then
  previous_used_on INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX key_use_by_account ON key_use (account);

CREATE TABLE usage_hours (
  integration_id TEXT NOT NULL,
  hour INTEGER NOT NULL, -- hours since 1970
  account INTEGER NOT NULL REFERENCES accounts (key),
  calls INTEGER NOT NULL,
  refused INTEGER NOT NULL, -- answered with 4xx or 5xx
  limited INTEGER NOT NULL, -- of these, with 429
  peak_minute INTEGER NOT NULL,
  PRIMARY KEY (integration_id, hour)
) STRICT, WITHOUT ROWID;
CREATE INDEX usage_hours_by_account ON usage_hours (account, hour);
CREATE INDEX usage_hours_by_hour ON usage_hours (hour);
