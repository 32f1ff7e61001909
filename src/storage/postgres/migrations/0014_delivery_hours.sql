-- What came of a subscription's deliveries, counted by the hour as they are settled: how it does is read from a few short rows, however many
-- deliveries there were. A ring of 32 days: the hour's number modulo 768 is its place, so nothing has to be tidied up.

-- No foreign key: who drops what waits does not hold the subscription, and would wait for somebody who removes it and waits for what is dropped.
CREATE TABLE delivery_hours (
  subscription bigint NOT NULL,
  place bigint NOT NULL,
  hour bigint NOT NULL, -- hours since 1970
  ok bigint NOT NULL,
  failed bigint NOT NULL,
  suppressed bigint NOT NULL,
  dropped bigint NOT NULL,
  last_success_on bigint,
  recent_ms text COLLATE "C" NOT NULL, -- how long the newest attempts took, the newest first, separated by commas; the last may be cut off
  PRIMARY KEY (subscription, place)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

INSERT INTO delivery_hours (subscription, place, hour, ok, failed, suppressed, dropped, last_success_on, recent_ms)
  SELECT d.subscription, (d.settled_on / 3600000) % 768, d.settled_on / 3600000, count(*) FILTER (WHERE d.state = 'succeeded'),
    count(*) FILTER (WHERE d.state = 'failed'), count(*) FILTER (WHERE d.state = 'suppressed'),
    count(*) FILTER (WHERE d.state = 'dropped'), max(d.settled_on) FILTER (WHERE d.state = 'succeeded'), ''
  FROM deliveries AS d JOIN subscriptions AS s ON s.key = d.subscription
  WHERE d.state <> 'waiting' AND d.cause <> 'test'
    AND d.settled_on >= extract(epoch FROM now() - interval '30 days') * 1000 AND d.settled_on <= extract(epoch FROM now()) * 1000
  GROUP BY d.subscription, d.settled_on / 3600000;
