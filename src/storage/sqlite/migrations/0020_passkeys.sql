-- Passkeys: what a person proves to hold in place of a password. Only the public key is kept.

CREATE TABLE passkeys (
  account INTEGER NOT NULL REFERENCES accounts (key),
  user_id INTEGER NOT NULL,
  id TEXT NOT NULL, -- what it is called in lists
  credential_id BLOB NOT NULL, -- as the authenticator calls it
  public_key BLOB NOT NULL, -- COSE
  counter INTEGER NOT NULL, -- of signatures; stays 0 where the authenticator counts none
  transports TEXT NOT NULL, -- how it is reached, as the browser says: internal,hybrid
  name TEXT NOT NULL,
  created_on INTEGER NOT NULL,
  last_used_on INTEGER,
  PRIMARY KEY (account, user_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (credential_id);

-- What works once and is kept nowhere before it is used: sign-ins by way of somebody else. A row until it would be over anyway.
CREATE TABLE spent_ceremonies (
  hash BLOB PRIMARY KEY, -- SHA-256
  expires_on INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_ceremonies_by_end ON spent_ceremonies (expires_on);
