-- Whom to tell of trouble is found by going through the subscriptions, a part of them at a time, and no longer through what was wrong before.
-- They have no index for it: it would rest on what every failure and every recovery writes.
DROP INDEX subscription_periods_troubled;
