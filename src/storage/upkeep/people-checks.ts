/** Damage checks for sign-in data, as SQL that both engines understand. Each row found is damage. */
import { type DamageCheck, MAX_FINDINGS } from './webhook-checks.ts';

const ofNobody = (table: string, what: string): DamageCheck => ({
  table,
  sql: `SELECT p.account, p.user_id FROM ${table} AS p WHERE p.user_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM users AS u WHERE u.account = p.account AND u.id = p.user_id) LIMIT ${MAX_FINDINGS}`,
  describe: ({ account, user_id }) => `${what} of account ${account} is that of user ${user_id}, who does not exist`,
});

export const peopleChecks: readonly DamageCheck[] = [
  ofNobody('person_secrets', 'a password'),
  ofNobody('passkeys', 'a passkey'),
  ofNobody('sessions', 'a session'),
  ofNobody('links', 'a link'),
];
