-- Subscriptions that wait for their endpoint: how long, since when it is down, and when it is tried next.

ALTER TABLE subscriptions ADD COLUMN patience_ms INTEGER; -- null: by the rules for all, and the rest stays as it is here
ALTER TABLE subscriptions ADD COLUMN down_since INTEGER; -- null while the endpoint answers
ALTER TABLE subscriptions ADD COLUMN down_tries INTEGER NOT NULL DEFAULT 0; -- in a row that failed
ALTER TABLE subscriptions ADD COLUMN down_record INTEGER; -- the only record that failed; null where there are several
ALTER TABLE subscriptions ADD COLUMN next_try_on INTEGER;
ALTER TABLE subscriptions ADD COLUMN refused_in_a_row INTEGER NOT NULL DEFAULT 0; -- first attempts answered with 4xx

ALTER TABLE deliveries ADD COLUMN waiting_since INTEGER; -- when the first attempt failed, or would have
