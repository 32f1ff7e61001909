-- Who delivers: each worker says every few seconds that it is there, and which lanes it holds, so that all can tell what
-- a fair share is. UNLOGGED, as the lanes are: after a crash of the database server nobody holds anything.

CREATE UNLOGGED TABLE workers (
  worker text COLLATE "C" PRIMARY KEY,
  seen_on bigint NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

ALTER TABLE lanes ADD COLUMN worker text COLLATE "C" NOT NULL DEFAULT '';
