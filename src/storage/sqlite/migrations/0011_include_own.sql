-- Whether a subscription hears of changes that its own integration has made. What it does not hear of stands among its deliveries with the
-- state `own`; by the index of what was sent, the next event is compared with it.

ALTER TABLE subscriptions ADD COLUMN include_own INTEGER NOT NULL DEFAULT TRUE;
