-- Subscriptions, and the deliveries of events to them.
--
-- A change's deliveries are written in its own transaction. What is not yet settled has the state `waiting`; the lowest
-- waiting delivery of each record is the one whose turn it is, so nothing says that the others are blocked.

CREATE TABLE subscriptions (
  key INTEGER PRIMARY KEY AUTOINCREMENT, -- never reused: attempts under way carry it
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  integration_id TEXT NOT NULL,
  entity_type TEXT NOT NULL,
  action TEXT NOT NULL,
  target_url TEXT NOT NULL,
  name TEXT,
  headers TEXT NOT NULL, -- JSON object
  filter_entity_type TEXT, -- both halves of the filter as they were sent, the second as JSON
  filter_condition_entity_id TEXT,
  filter_value INTEGER, -- the id that a record's filter field must hold; null without a filter
  active INTEGER NOT NULL DEFAULT TRUE,
  deactivate_reason TEXT,
  failures_in_a_row INTEGER NOT NULL DEFAULT 0,
  created_on INTEGER NOT NULL,
  removed_on INTEGER, -- gone for everybody; its deliveries are still being deleted
  UNIQUE (account, id)
) STRICT;
CREATE INDEX subscriptions_by_integration ON subscriptions (account, integration_id, id);
CREATE INDEX subscriptions_by_event ON subscriptions (account, entity_type, action) WHERE active = TRUE;
CREATE INDEX subscriptions_removed ON subscriptions (removed_on) WHERE removed_on IS NOT NULL;

CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY,
  subscription INTEGER NOT NULL REFERENCES subscriptions (key),
  record_id INTEGER NOT NULL,
  change_seq INTEGER NOT NULL, -- no reference: the log may be kept longer than the change
  webhook_id TEXT NOT NULL,
  cause TEXT NOT NULL, -- event, test, resend
  state TEXT NOT NULL, -- waiting, succeeded, failed, suppressed, dropped
  attempts INTEGER NOT NULL DEFAULT 0, -- those whose outcome is known
  due_on INTEGER, -- when the next attempt is due; null once it is settled
  created_on INTEGER NOT NULL,
  processed_on INTEGER NOT NULL, -- when the event was committed
  settled_on INTEGER,
  last_status INTEGER,
  last_error TEXT,
  repeats INTEGER, -- the delivery that a suppressed one repeats
  resend_of INTEGER,
  log TEXT NOT NULL DEFAULT '' -- one JSON object per attempt, separated by commas
) STRICT;
CREATE INDEX deliveries_by_subscription ON deliveries (subscription, id);
CREATE INDEX deliveries_waiting ON deliveries (subscription, record_id, id) WHERE state = 'waiting';
-- What a delivery may be a repeat of.
CREATE INDEX deliveries_sent ON deliveries (subscription, record_id, id) WHERE state IN ('succeeded', 'failed', 'dropped');
