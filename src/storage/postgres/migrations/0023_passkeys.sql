-- Passkeys: what a person proves to hold in place of a password. Only the public key is kept.

CREATE TABLE passkeys (
  account bigint NOT NULL REFERENCES accounts (key),
  user_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL, -- what it is called in lists
  credential_id bytea NOT NULL, -- as the authenticator calls it
  public_key bytea NOT NULL, -- COSE
  counter bigint NOT NULL, -- of signatures; stays 0 where the authenticator counts none
  transports text COLLATE "C" NOT NULL, -- how it is reached, as the browser says: internal,hybrid
  name text NOT NULL,
  created_on bigint NOT NULL,
  last_used_on bigint,
  PRIMARY KEY (account, user_id, id)
);
CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (credential_id);

-- What works once and is kept nowhere before it is used: sign-ins by way of somebody else. A row until it would be over anyway.
CREATE TABLE spent_ceremonies (
  hash bytea PRIMARY KEY, -- SHA-256
  expires_on bigint NOT NULL
);
CREATE INDEX spent_ceremonies_by_end ON spent_ceremonies (expires_on);
