-- Since when a subscription is on, warned or off, and why: a period lasts until the next one begins. What was before is not known, but for
-- subscriptions that are off: since their key was revoked, or else since the last delivery that failed.

CREATE TABLE subscription_periods (
  subscription INTEGER NOT NULL REFERENCES subscriptions (key) ON DELETE CASCADE,
  began_on INTEGER NOT NULL,
  state TEXT NOT NULL, -- on, warned, off
  why TEXT, -- null while it is on
  PRIMARY KEY (subscription, began_on)
) STRICT, WITHOUT ROWID;

INSERT INTO subscription_periods (subscription, began_on, state, why)
  SELECT s.key, CAST(unixepoch('subsec') * 1000 AS INTEGER), 'on', NULL
  FROM subscriptions AS s WHERE s.active = TRUE AND s.removed_on IS NULL;
INSERT INTO subscription_periods (subscription, began_on, state, why)
  SELECT s.key, coalesce(
      iif(s.deactivate_reason LIKE '%was revoked.', i.revoked_on, NULL),
      (SELECT max(d.settled_on) FROM deliveries AS d WHERE d.subscription = s.key AND d.state = 'failed'),
      CAST(unixepoch('subsec') * 1000 AS INTEGER)),
    'off', s.deactivate_reason
  FROM subscriptions AS s LEFT JOIN integrations AS i ON i.account = s.account AND i.id = s.integration_id
  WHERE s.active = FALSE AND s.removed_on IS NULL;
