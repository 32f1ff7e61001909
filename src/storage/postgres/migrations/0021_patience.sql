-- Subscriptions that wait for their endpoint: how long, since when it is down, and when it is tried next.

ALTER TABLE subscriptions
  ADD COLUMN patience_ms bigint, -- null: by the rules for all, and the rest stays as it is here
  ADD COLUMN down_since bigint, -- null while the endpoint answers
  ADD COLUMN down_tries bigint NOT NULL DEFAULT 0, -- in a row that failed
  ADD COLUMN down_record bigint, -- the only record that failed; null where there are several
  ADD COLUMN next_try_on bigint,
  ADD COLUMN refused_in_a_row bigint NOT NULL DEFAULT 0; -- first attempts answered with 4xx

ALTER TABLE deliveries ADD COLUMN waiting_since bigint; -- when the first attempt failed, or would have
