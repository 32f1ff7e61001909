-- The requests of each API key during the last window, exactly: the instant of each one that was admitted, in a ring.
--
-- UNLOGGED: nothing waits for the disk. After a crash of the database server, and only then, the rings begin empty.

CREATE UNLOGGED TABLE rate_limits (
  api_key text COLLATE "C" PRIMARY KEY,
  size bigint NOT NULL, -- slots of the ring
  admitted bigint NOT NULL, -- requests ever admitted; request n stands in slot n % size
  oldest bigint NOT NULL, -- the first request that still counts
  latest bigint NOT NULL -- when the last one was admitted, microseconds since 1970
) WITH (fillfactor = 50);

CREATE UNLOGGED TABLE rate_limit_slots (
  api_key text COLLATE "C" NOT NULL,
  slot bigint NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (api_key, slot)
) WITH (fillfactor = 50);

-- Admits and counts a request, or refuses it uncounted. `reset_us`: until one more than now would be admitted. The clock is
-- read after the key's row is locked, and not with now(), which stands still at the beginning of the transaction: a
-- request that waited would be entered with the time before its wait. A request counts until strictly more than the
-- window has passed, so that no span of the window's length, its ends included, holds more than the limit.
CREATE FUNCTION admit_request(key text, capacity bigint, window_us bigint)
RETURNS TABLE (admitted boolean, remaining bigint, reset_us bigint) LANGUAGE plpgsql AS $$
DECLARE
  ring rate_limits;
  moment bigint;
  instant bigint;
BEGIN
  SELECT * INTO ring FROM rate_limits AS r WHERE r.api_key = key FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO rate_limits VALUES (key, capacity, 0, 0, 0) ON CONFLICT DO NOTHING;
    SELECT * INTO ring FROM rate_limits AS r WHERE r.api_key = key FOR UPDATE;
  END IF;
  -- Never back, whatever happens to the machine's date.
  moment := greatest(ring.latest, floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint);

  IF ring.size < capacity THEN
    -- The limit was raised: every request that counts moves to its slot in the larger ring.
    WITH moved AS (DELETE FROM rate_limit_slots AS s WHERE s.api_key = key RETURNING s.slot, s.at)
    INSERT INTO rate_limit_slots
      SELECT key, n % capacity, m.at
      FROM generate_series(ring.oldest, ring.admitted - 1) AS n JOIN moved AS m ON m.slot = n % ring.size;
    ring.size := capacity;
  END IF;

  IF moment - ring.latest > window_us THEN
    ring.oldest := ring.admitted;
  END IF;
  WHILE ring.oldest < ring.admitted LOOP
    SELECT s.at INTO instant FROM rate_limit_slots AS s WHERE s.api_key = key AND s.slot = ring.oldest % ring.size;
    EXIT WHEN moment - instant <= window_us;
    ring.oldest := ring.oldest + 1;
  END LOOP;

  IF ring.admitted - ring.oldest >= capacity THEN
    -- The limit may have been lowered: then more than the oldest have to leave.
    SELECT s.at INTO instant FROM rate_limit_slots AS s
      WHERE s.api_key = key AND s.slot = (ring.admitted - capacity) % ring.size;
    RETURN QUERY SELECT false, 0::bigint, instant + window_us - moment;
    RETURN;
  END IF;

  IF ring.oldest = ring.admitted THEN
    instant := moment;
  END IF;
  INSERT INTO rate_limit_slots AS s VALUES (key, ring.admitted % ring.size, moment)
    ON CONFLICT (api_key, slot) DO UPDATE SET at = excluded.at;
  UPDATE rate_limits AS r
    SET size = ring.size, admitted = ring.admitted + 1, oldest = ring.oldest, latest = moment
    WHERE r.api_key = key;
  RETURN QUERY SELECT true, capacity - (ring.admitted + 1 - ring.oldest), instant + window_us - moment;
END
$$;
