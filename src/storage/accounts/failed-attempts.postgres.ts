/** Counts failed sign-in attempts in the database, for all instances that share it. */
import type { AttemptLedger } from '../../people/attempts.ts';
import { type Pool, type PreparedStatement, queryFromPool } from '../postgres/connection.ts';
import { translateFailures } from '../postgres/failures.ts';

export function createPostgresAttemptLedger(pool: Pool): AttemptLedger {
  return {
    async begin(pair, network, windowMs) {
      const values = [pair.name, pair.limit, network.name, network.limit, windowMs];
      const [row] = await translateFailures(() => queryFromPool<Begun>(pool, beginAttempt, values));
      const { attempt, pair_ms: pairMs, network_ms: networkMs } = row!;
      return attempt === null ? { pairMs, networkMs } : { attempt };
    },
    async end(attempt, pair, network, outcome) {
      const statement = outcome === 'right' ? forgetFailures : forgetAttempt;
      await translateFailures(() => queryFromPool(pool, statement, [attempt, pair.name, network.name]));
    },
    async pardonFirst(attempt, network, email, windowMs) {
      const values = [attempt, network.name, email, windowMs];
      return (await translateFailures(() => queryFromPool(pool, pardonFirst, values))).length > 0;
    },
  };
}

interface Begun {
  readonly attempt: number | null;
  readonly pair_ms: number;
  readonly network_ms: number;
}

const beginAttempt: PreparedStatement = {
  name: 'begin_attempt',
  text: 'SELECT attempt, pair_ms, network_ms FROM begin_attempt($1, $2, $3, $4, $5)',
};

/** Deletes all attempts of the pair, and this attempt of the network. */
const forgetFailures: PreparedStatement = {
  name: 'forget_failures',
  text: 'DELETE FROM sign_in_attempts WHERE holder = $2 OR (holder = $3 AND attempt = $1) RETURNING attempt',
};

const forgetAttempt: PreparedStatement = {
  name: 'forget_attempt',
  text: 'DELETE FROM sign_in_attempts WHERE holder IN ($2, $3) AND attempt = $1 RETURNING attempt',
};

/** Under the number 0, which no attempt has, the address keeps when the first of its window was: one alone, of however many at once. */
const pardonFirst: PreparedStatement = {
  name: 'pardon_first',
  text: `WITH first AS (
    INSERT INTO sign_in_attempts AS known VALUES ($3, 0, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)
    ON CONFLICT (holder, attempt) DO UPDATE SET at = excluded.at WHERE known.at < excluded.at - $4::bigint
    RETURNING holder)
  DELETE FROM sign_in_attempts WHERE holder = $2 AND attempt = $1 AND EXISTS (SELECT FROM first) RETURNING attempt`,
};
