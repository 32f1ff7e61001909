-- Since when a subscription is on, warned or off, and why: a period lasts until the next one begins. What was before is not known, but for
-- subscriptions that are off: since their key was revoked, or else since the last delivery that failed.

CREATE TABLE subscription_periods (
  subscription bigint NOT NULL REFERENCES subscriptions (key) ON DELETE CASCADE,
  began_on bigint NOT NULL,
  state text COLLATE "C" NOT NULL, -- on, warned, off
  why text, -- null while it is on
  PRIMARY KEY (subscription, began_on)
);

INSERT INTO subscription_periods (subscription, began_on, state, why)
  SELECT s.key, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint, 'on', NULL
  FROM subscriptions AS s WHERE s.active AND s.removed_on IS NULL;
INSERT INTO subscription_periods (subscription, began_on, state, why)
  SELECT s.key, coalesce(
      CASE WHEN s.deactivate_reason LIKE '%was revoked.' THEN i.revoked_on END,
      (SELECT max(d.settled_on) FROM deliveries AS d WHERE d.subscription = s.key AND d.state = 'failed'),
      floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint),
    'off', s.deactivate_reason
  FROM subscriptions AS s LEFT JOIN integrations AS i ON i.account = s.account AND i.id = s.integration_id
  WHERE NOT s.active AND s.removed_on IS NULL;
