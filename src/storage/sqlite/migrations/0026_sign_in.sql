-- Whoever signs in says an address and no account: people of all accounts of the shard are found by it without looking at every one.

CREATE INDEX users_for_sign_in ON users (email, account, id, deleted);
