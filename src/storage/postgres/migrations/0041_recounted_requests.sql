-- A request that was admitted turns out to be worth several, as a costly query is: it is counted as so many, or refused and not counted at all.
-- What is given back first is the oldest that was admitted within `since_us`, and so none that is younger than the request itself.

CREATE FUNCTION recount_request(key text, capacity bigint, window_us bigint, units bigint, since_us bigint)
RETURNS TABLE (admitted boolean, remaining bigint, reset_us bigint) LANGUAGE plpgsql AS $$
DECLARE
  ring rate_limits;
  since bigint;
  instant bigint;
  given bigint;
BEGIN
  SELECT * INTO ring FROM rate_limits AS r WHERE r.api_key = key FOR UPDATE;
  since := floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint - since_us;
  given := ring.admitted;
  WHILE given > ring.oldest LOOP
    SELECT s.at INTO instant FROM rate_limit_slots AS s WHERE s.api_key = key AND s.slot = (given - 1) % ring.size;
    EXIT WHEN instant < since;
    given := given - 1;
  END LOOP;
  IF given < ring.admitted THEN
    UPDATE rate_limit_slots AS s SET at = next.at
      FROM generate_series(given, ring.admitted - 2) AS n
      JOIN rate_limit_slots AS next ON next.api_key = key AND next.slot = (n + 1) % ring.size
      WHERE s.api_key = key AND s.slot = n % ring.size;
    UPDATE rate_limits AS r SET admitted = ring.admitted - 1 WHERE r.api_key = key;
  END IF;
  RETURN QUERY SELECT * FROM admit_request(key, capacity, window_us, units, units);
END
$$;
