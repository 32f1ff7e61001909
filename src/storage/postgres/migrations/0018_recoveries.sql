-- Recoveries: runs that send events again, or late, to one subscription. How far a run has come is written in the transaction that
-- makes its deliveries, so it goes on where it was, whatever dies.

CREATE TABLE recoveries (
  subscription bigint NOT NULL,
  id bigint NOT NULL, -- counted per subscription
  wish text NOT NULL, -- JSON: what it sends
  per_second bigint NOT NULL,
  state text COLLATE "C" NOT NULL, -- running, paused, complete, cancelled, failed
  reason text, -- why it has failed
  begins bigint NOT NULL, -- the change, or delivery, before the first that is looked at
  ends bigint NOT NULL, -- the last that is looked at
  place bigint NOT NULL, -- how far it has come
  found bigint NOT NULL DEFAULT 0, -- while it is being counted
  total bigint, -- null while it is being counted
  made bigint NOT NULL DEFAULT 0, -- deliveries
  delivered bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  skipped bigint NOT NULL DEFAULT 0,
  width bigint NOT NULL, -- how many of its deliveries may wait at once
  open boolean NOT NULL DEFAULT true, -- whether somebody has to work at it
  due_on bigint NOT NULL, -- when
  created_on bigint NOT NULL,
  ended_on bigint,
  PRIMARY KEY (subscription, id)
) WITH (fillfactor = 70);
CREATE INDEX recoveries_open ON recoveries (due_on) WHERE open;

ALTER TABLE deliveries
  ADD COLUMN recovery bigint, -- the run that made it
  ADD COLUMN uncounted boolean NOT NULL DEFAULT false; -- the run has yet to count what came of it
CREATE INDEX deliveries_uncounted ON deliveries (subscription, recovery) WHERE uncounted;
