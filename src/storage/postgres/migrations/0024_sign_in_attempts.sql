-- Attempts to sign in of the last minutes, counted by all instances together: a row for each that failed or is under way, once under the
-- network it came from and once under that and the e-mail address, both hashed.
--
-- UNLOGGED: nothing waits for the disk. After a crash of the database server, and only then, nobody has failed.

CREATE SEQUENCE sign_in_attempt_numbers;

CREATE UNLOGGED TABLE sign_in_attempts (
  holder bytea NOT NULL,
  attempt bigint NOT NULL,
  at bigint NOT NULL, -- milliseconds since 1970, by the database's clock
  PRIMARY KEY (holder, attempt)
);
CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts (at);

-- Begins an attempt, or says for how long each of the two is refused. Those of one network come one after the other, so that many at once
-- are no more than one after the other; the clock is read when it is an attempt's turn. What is over goes, some at a time.
CREATE FUNCTION begin_attempt(pair bytea, pair_limit bigint, network bytea, network_limit bigint, window_ms bigint)
RETURNS TABLE (attempt bigint, pair_ms bigint, network_ms bigint) LANGUAGE plpgsql AS $$
DECLARE
  moment bigint;
  number bigint;
  pair_wait bigint;
  network_wait bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(('x' || encode(substring(network FROM 1 FOR 8), 'hex'))::bit(64)::bigint);
  moment := floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint;
  DELETE FROM sign_in_attempts AS a WHERE (a.holder, a.attempt) IN (
    SELECT o.holder, o.attempt FROM sign_in_attempts AS o WHERE o.at < moment - window_ms ORDER BY o.at
      LIMIT 20 FOR UPDATE SKIP LOCKED);
  -- The one that has to leave before another may come.
  pair_wait := coalesce((SELECT a.at FROM sign_in_attempts AS a WHERE a.holder = pair AND a.at >= moment - window_ms
    ORDER BY a.at DESC OFFSET pair_limit - 1 LIMIT 1) + window_ms + 1 - moment, 0);
  network_wait := coalesce((SELECT a.at FROM sign_in_attempts AS a WHERE a.holder = network AND a.at >= moment - window_ms
    ORDER BY a.at DESC OFFSET network_limit - 1 LIMIT 1) + window_ms + 1 - moment, 0);
  IF pair_wait > 0 OR network_wait > 0 THEN
    RETURN QUERY SELECT NULL::bigint, pair_wait, network_wait;
    RETURN;
  END IF;
  number := nextval('sign_in_attempt_numbers');
  INSERT INTO sign_in_attempts VALUES (pair, number, moment), (network, number, moment);
  RETURN QUERY SELECT number, 0::bigint, 0::bigint;
END
$$;
