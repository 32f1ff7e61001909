-- What came of a subscription's deliveries, counted by the hour as they are settled: how it does is read from a few short rows, however many
-- deliveries there were. A ring of 32 days: the hour's number modulo 768 is its place, so nothing has to be tidied up.

CREATE TABLE delivery_hours (
  subscription INTEGER NOT NULL REFERENCES subscriptions (key) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  hour INTEGER NOT NULL, -- hours since 1970
  ok INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  suppressed INTEGER NOT NULL,
  dropped INTEGER NOT NULL,
  last_success_on INTEGER,
  recent_ms TEXT NOT NULL, -- how long the newest attempts took, the newest first, separated by commas; the last may be cut off
  PRIMARY KEY (subscription, place)
) STRICT, WITHOUT ROWID;

INSERT INTO delivery_hours (subscription, place, hour, ok, failed, suppressed, dropped, last_success_on, recent_ms)
  SELECT subscription, (settled_on / 3600000) % 768, settled_on / 3600000, sum(state = 'succeeded'), sum(state = 'failed'),
    sum(state = 'suppressed'), sum(state = 'dropped'), max(iif(state = 'succeeded', settled_on, NULL)), ''
  FROM deliveries
  WHERE state <> 'waiting' AND cause <> 'test' AND settled_on >= (unixepoch() - 30 * 86400) * 1000 AND settled_on <= unixepoch() * 1000
  GROUP BY subscription, settled_on / 3600000;
