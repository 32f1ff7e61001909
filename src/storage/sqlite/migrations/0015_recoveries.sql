-- Recoveries: runs that send events again, or late, to one subscription. How far a run has come is written in the transaction that
-- makes its deliveries, so it goes on where it was, whatever dies.

CREATE TABLE recoveries (
  subscription INTEGER NOT NULL REFERENCES subscriptions (key),
  id INTEGER NOT NULL, -- counted per subscription
  wish TEXT NOT NULL, -- JSON: what it sends
  per_second INTEGER NOT NULL,
  state TEXT NOT NULL, -- running, paused, complete, cancelled, failed
  reason TEXT, -- why it has failed
  begins INTEGER NOT NULL, -- the change, or delivery, before the first that is looked at
  ends INTEGER NOT NULL, -- the last that is looked at
  place INTEGER NOT NULL, -- how far it has come
  found INTEGER NOT NULL DEFAULT 0, -- while it is being counted
  total INTEGER, -- null while it is being counted
  made INTEGER NOT NULL DEFAULT 0, -- deliveries
  delivered INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  width INTEGER NOT NULL, -- how many of its deliveries may wait at once
  open INTEGER NOT NULL DEFAULT TRUE, -- whether somebody has to work at it
  due_on INTEGER NOT NULL, -- when
  created_on INTEGER NOT NULL,
  ended_on INTEGER,
  PRIMARY KEY (subscription, id)
) STRICT;
CREATE INDEX recoveries_open ON recoveries (due_on) WHERE open = TRUE;

ALTER TABLE deliveries ADD COLUMN recovery INTEGER; -- the run that made it
ALTER TABLE deliveries ADD COLUMN uncounted INTEGER NOT NULL DEFAULT FALSE; -- the run has yet to count what came of it
CREATE INDEX deliveries_uncounted ON deliveries (subscription, recovery) WHERE uncounted = TRUE;
