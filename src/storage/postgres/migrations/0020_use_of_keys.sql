-- How keys are used: when and from where last, how often in each hour, and whether the secret before a rotation still is.

CREATE TABLE key_use (
  integration_id text COLLATE "C" PRIMARY KEY,
  account bigint NOT NULL REFERENCES accounts (key),
  last_used_on bigint NOT NULL,
  last_address text COLLATE "C" NOT NULL,
  previous_calls bigint NOT NULL, -- with the secret before the last rotation, since then
  previous_used_on bigint
);
CREATE INDEX key_use_by_account ON key_use (account);

CREATE TABLE usage_hours (
  integration_id text COLLATE "C" NOT NULL,
  hour bigint NOT NULL, -- hours since 1970
  account bigint NOT NULL REFERENCES accounts (key),
  calls bigint NOT NULL,
  refused bigint NOT NULL, -- answered with 4xx or 5xx
  limited bigint NOT NULL, -- of these, with 429
  peak_minute bigint NOT NULL,
  PRIMARY KEY (integration_id, hour)
);
CREATE INDEX usage_hours_by_account ON usage_hours (account, hour);
CREATE INDEX usage_hours_by_hour ON usage_hours (hour);
