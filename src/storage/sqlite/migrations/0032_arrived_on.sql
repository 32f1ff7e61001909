-- When an account came here from another shard, null where it was made here: until it is removed there, the last that has arrived is the account.

ALTER TABLE accounts ADD COLUMN arrived_on INTEGER;
