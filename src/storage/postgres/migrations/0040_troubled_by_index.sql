-- Subscriptions that are in trouble now, by their own columns: whom to tell is found among them, however often others have come and gone.
-- By `key + 0`, which no other index has.
CREATE INDEX subscriptions_troubled ON subscriptions ((key + 0)) WHERE removed_on IS NULL AND (active = FALSE OR failures_in_a_row >= 10);
DROP INDEX subscription_periods_troubled;
