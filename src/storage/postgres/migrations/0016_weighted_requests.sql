-- A request may be worth several, as a costly query is: it is counted as so many, or refused and not counted at all. A refusal
-- says when `again` of them would be admitted, which may be more.

CREATE FUNCTION admit_request(key text, capacity bigint, window_us bigint, units bigint, again bigint)
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
  moment := floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
  IF moment < ring.latest THEN
    UPDATE rate_limit_slots AS s SET at = s.at - (ring.latest - moment) WHERE s.api_key = key;
    UPDATE rate_limits AS r SET latest = moment WHERE r.api_key = key;
    ring.latest := moment;
  END IF;

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

  IF ring.admitted - ring.oldest + units > capacity THEN
    -- As many of the oldest have to leave as are too many; more where the limit was lowered.
    SELECT s.at INTO instant FROM rate_limit_slots AS s
      WHERE s.api_key = key AND s.slot = (ring.admitted + again - 1 - capacity) % ring.size;
    RETURN QUERY SELECT false, greatest(0, capacity - (ring.admitted - ring.oldest)), instant + window_us - moment;
    RETURN;
  END IF;

  IF ring.oldest = ring.admitted THEN
    instant := moment;
  END IF;
  INSERT INTO rate_limit_slots AS s SELECT key, n % ring.size, moment
      FROM generate_series(ring.admitted, ring.admitted + units - 1) AS n
    ON CONFLICT (api_key, slot) DO UPDATE SET at = excluded.at;
  UPDATE rate_limits AS r
    SET size = ring.size, admitted = ring.admitted + units, oldest = ring.oldest, latest = moment
    WHERE r.api_key = key;
  RETURN QUERY SELECT true, capacity - (ring.admitted + units - ring.oldest), instant + window_us - moment;
END
$$;

-- As instances of the version before ask.
CREATE OR REPLACE FUNCTION admit_request(key text, capacity bigint, window_us bigint)
RETURNS TABLE (admitted boolean, remaining bigint, reset_us bigint) LANGUAGE sql AS $$
  SELECT * FROM admit_request(key, capacity, window_us, 1, 1)
$$;
