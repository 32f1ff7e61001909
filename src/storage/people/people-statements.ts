/**
 * SQL statements on secrets, passkeys, sessions, links and the audit log. The text is the same on both engines, except
 * for a few words.
 */
import { MAX_SESSIONS } from '../../people/store.ts';
import { MAX_WAITING_COUNT } from '../../webhooks/diagnostics/max-waiting-count.ts';
import { IS_LISTED_INTEGRATION_SQL } from '../accounts/integration-row.ts';
import { canSignInSql, isDisabledSql } from './user-conditions.ts';

/** SQL fragments that differ between the engines. */
export interface PeopleDialect {
  /** Joins the document `d` of a user to its row `u`. */
  readonly document: string;
  /** Condition for accounts `a` that are complete. */
  readonly isThere: string;
  /** Cast to an integer: PostgreSQL cannot infer the type of a parameter that is only compared with null. */
  readonly integer: string;
  readonly bytes: string;
  /** Suffix of a SELECT that locks its rows until the transaction ends. */
  readonly held: string;
  /** Suffix of a SELECT of rows to update that skips rows locked by others. */
  readonly unlessTaken: string;
  /**
   * Join to subscriptions `s` that gives the waiting deliveries of each, by index. Neither engine may scan the
   * deliveries of others.
   */
  readonly waiting: string;
}

/** Deletes the sessions of one person: $1 account, $2 user. */
export const DELETE_SESSIONS_SQL = 'DELETE FROM sessions WHERE account = $1 AND user_id = $2';
export const DELETE_PASSKEYS_SQL = 'DELETE FROM passkeys WHERE account = $1 AND user_id = $2';
/** Deletes all open links of a person, which would allow a sign-in. */
export const DELETE_OPEN_LINKS_SQL =
  'DELETE FROM links WHERE account = $1 AND user_id = $2 AND used_on IS NULL RETURNING kind';

export const SET_PASSWORD_SQL = `INSERT INTO person_secrets (account, user_id, password, changed_on) VALUES ($1, $2, $3, $4)
  ON CONFLICT (account, user_id) DO UPDATE SET password = excluded.password, changed_on = excluded.changed_on
  RETURNING user_id`;

/** Updates the time of the password when the address changes: $3 is the new time. */
export const TOUCH_PASSWORD_SQL = 'UPDATE person_secrets SET changed_on = $3 WHERE account = $1 AND user_id = $2';

/** Maximum number of rows that one cleanup transaction deletes. */
const CLEANUP_BATCH_ROWS = 500;
/** Maximum number of listed links, including invitations, of some hundred bytes each. */
const MAX_LINKS_LISTED = 1_000;

export function createPeopleStatements({
  document,
  isThere,
  integer,
  bytes,
  held,
  unlessTaken,
  waiting,
}: PeopleDialect) {
  const whose = 'a.key AS account_key, a.id AS account_id, a.name AS account_name, a.frozen, a.arrived_on, d.text';
  const user = `users AS u ON u.account = a.key JOIN users_documents AS d ON ${document}`;
  const session = 's.token_hash, s.id, s.created_on, s.seen_on, s.asked_on, s.confirmed_on, s.address, s.device';
  const passkey = 'k.id, k.credential_id, k.public_key, k.counter, k.transports, k.name, k.created_on, k.last_used_on';
  const sessions = `SELECT ${session}, ${whose} FROM sessions AS s JOIN accounts AS a ON a.key = s.account
    JOIN users AS u ON u.account = s.account AND u.id = s.user_id JOIN users_documents AS d ON ${document}`;
  const newLink = 'INSERT INTO links (token_hash, account, user_id, kind, created_on, created_by, expires_on)';
  const byLink = 'SELECT l.account, l.user_id FROM links AS l WHERE l.used_as = $1';
  const useOf = `SELECT i.id, i.previous_valid_until, i.earlier_secrets, k.last_used_on, k.last_address, k.previous_calls, k.previous_used_on,
        coalesce(h.calls, 0)${integer} AS calls, coalesce(h.refused, 0)${integer} AS refused, coalesce(h.peak, 0) AS peak
      FROM integrations AS i LEFT JOIN key_use AS k ON k.integration_id = i.id
      LEFT JOIN (SELECT integration_id, sum(calls) AS calls, sum(refused) AS refused, max(peak_minute) AS peak FROM usage_hours
        WHERE account = $1 AND hour >= $2 GROUP BY integration_id) AS h ON h.integration_id = i.id`;
  return {
    copy: `SELECT frozen, arrived_on FROM accounts WHERE id = $1`,
    withEmail: `SELECT ${whose}, p.password, p.changed_on FROM accounts AS a JOIN ${user}
      LEFT JOIN person_secrets AS p ON p.account = u.account AND p.user_id = u.id
      WHERE u.email = $1 AND u.deleted = FALSE AND ${isThere} ORDER BY a.key`,
    person: `SELECT ${whose}, p.password, p.changed_on FROM accounts AS a JOIN ${user}
      LEFT JOIN person_secrets AS p ON p.account = u.account AND p.user_id = u.id
      WHERE a.key = $1 AND u.id = $2`,
    setPassword: SET_PASSWORD_SQL,
    rehash: `UPDATE person_secrets SET password = $4 WHERE account = $1 AND user_id = $2 AND password = $3 RETURNING user_id`,

    passkeysOf: `SELECT ${passkey} FROM passkeys AS k WHERE k.account = $1 AND k.user_id = $2 ORDER BY k.created_on, k.id`,
    passkey: `SELECT ${passkey}, ${whose} FROM passkeys AS k JOIN accounts AS a ON a.key = k.account
      JOIN users AS u ON u.account = k.account AND u.id = k.user_id JOIN users_documents AS d ON ${document}
      WHERE k.credential_id = $1 AND u.deleted = FALSE AND ${isThere}`,
    addPasskey: `INSERT INTO passkeys
        (account, user_id, id, credential_id, public_key, counter, transports, name, created_on, last_used_on)
      SELECT $1${integer}, $2${integer}, $3, $4${bytes}, $5${bytes}, $6${integer}, $7, $8, $9${integer}, NULL${integer}
        WHERE (SELECT count(*) FROM passkeys AS k WHERE k.account = $1 AND k.user_id = $2) < $10
      ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
    usePasskey: `UPDATE passkeys SET counter = $2, last_used_on = $3
      WHERE credential_id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
    renamePasskey: 'UPDATE passkeys SET name = $4 WHERE account = $1 AND user_id = $2 AND id = $3 RETURNING id',
    removePasskey: 'DELETE FROM passkeys WHERE account = $1 AND user_id = $2 AND id = $3 RETURNING id',
    removePasskeysByLink: `DELETE FROM passkeys WHERE (account, user_id) IN (${byLink}) RETURNING id`,
    spend: `INSERT INTO spent_ceremonies (hash, expires_on) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING RETURNING expires_on`,
    forgetSpent: `DELETE FROM spent_ceremonies WHERE hash IN (
      SELECT hash FROM spent_ceremonies WHERE expires_on < $1 LIMIT ${CLEANUP_BATCH_ROWS}) RETURNING expires_on`,

    // What a session is begun by, or something is done by, has to hold still. Whoever ends that meanwhile waits, and then ends what was made of it,
    // too; whoever was first is seen here.
    enterable: `SELECT u.id FROM users AS u WHERE u.account = $1 AND u.id = $2 AND ${canSignInSql('u')}${held}`,
    isPassword: `SELECT user_id FROM person_secrets WHERE account = $1 AND user_id = $2 AND changed_on = $3${held}`,
    isPasskey: `SELECT id FROM passkeys WHERE account = $1 AND user_id = $2 AND credential_id = $3${held}`,
    isSession: `SELECT id FROM sessions WHERE account = $1 AND user_id = $2 AND token_hash = $3${held}`,
    beginSession: `INSERT INTO sessions (token_hash, account, user_id, id, created_on, seen_on, confirmed_on, address, device)
      VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8) RETURNING id`,
    // The one that was just begun is $3.
    endOldSessions: `DELETE FROM sessions WHERE (token_hash, account) IN (
      SELECT s.token_hash, s.account FROM sessions AS s WHERE s.account = $1 AND s.user_id = $2 AND s.token_hash <> $3
      ORDER BY s.seen_on DESC, s.id LIMIT ${CLEANUP_BATCH_ROWS} OFFSET ${MAX_SESSIONS - 1}) RETURNING id`,
    session: `${sessions} WHERE s.token_hash = $1 AND a.id = $2`,
    sessionsOf: `${sessions} WHERE s.token_hash = $1 ORDER BY a.key`,
    sessionsOfPerson: `${sessions} WHERE s.account = $1 AND s.user_id = $2
      ORDER BY coalesce(s.asked_on, s.created_on) DESC, s.id`,
    seen: `UPDATE sessions SET seen_on = $2, asked_on = CASE WHEN account = $4 THEN $2 ELSE asked_on END,
        address = CASE WHEN account = $4 THEN $3 ELSE address END WHERE (token_hash, account) IN (
      SELECT s.token_hash, s.account FROM sessions AS s WHERE s.token_hash = $1${unlessTaken}) RETURNING id`,
    confirm: 'UPDATE sessions SET confirmed_on = $3 WHERE token_hash = $1 AND account = $2 RETURNING id',
    endSession: 'DELETE FROM sessions WHERE token_hash = $1 RETURNING id',
    endSessionIn: 'DELETE FROM sessions WHERE token_hash = $1 AND account = $2 RETURNING id',
    endSessions: 'DELETE FROM sessions WHERE account = $1 AND user_id = $2 AND token_hash <> $3 RETURNING id',

    dropOtherLinks: `DELETE FROM links
      WHERE account = $1 AND user_id = $2 AND kind = $3 AND used_on IS NULL AND token_hash <> $4
        AND created_by = coalesce($5, created_by) RETURNING kind`,
    dropOtherSetupLinks: `DELETE FROM links WHERE kind = 'setup' AND token_hash <> $1 RETURNING kind`,
    makeLink: `${newLink} SELECT $1${bytes}, u.account, u.id, $4, $5${integer}, $6, $7${integer} FROM users AS u
      WHERE u.account = $2 AND u.id = $3 AND u.email = coalesce($8, u.email) AND NOT ${isDisabledSql('u')}${held} RETURNING kind`,
    makeSetupLink: `${newLink} VALUES ($1, NULL, NULL, $2, $3, $4, $5) RETURNING kind`,
    link: `SELECT l.kind, l.expires_on, l.used_on, l.account AS account_key, a.id AS account_id, a.name AS account_name, d.text
      FROM links AS l LEFT JOIN accounts AS a ON a.key = l.account
      LEFT JOIN users AS u ON u.account = l.account AND u.id = l.user_id AND u.deleted = FALSE
      LEFT JOIN users_documents AS d ON ${document} WHERE l.token_hash = $1`,
    useLink: `UPDATE links SET used_on = $2, used_as = $3
      WHERE token_hash = $1 AND used_on IS NULL AND expires_on > $2 RETURNING kind`,
    // Nothing where another use was the one.
    setPasswordByLink: `INSERT INTO person_secrets (account, user_id, password, changed_on)
      SELECT l.account, l.user_id, $2, $3${integer} FROM links AS l WHERE l.used_as = $1
      ON CONFLICT (account, user_id) DO UPDATE SET password = excluded.password, changed_on = excluded.changed_on
      RETURNING user_id`,
    endSessionsByLink: `DELETE FROM sessions WHERE (account, user_id) IN (${byLink}) RETURNING id`,
    withdrawLinksByLink: `DELETE FROM links WHERE (account, user_id) IN (${byLink}) AND used_on IS NULL RETURNING kind`,
    openLinks: `SELECT * FROM (SELECT l.user_id, l.kind, l.created_on, l.expires_on FROM links AS l
      WHERE l.account = $1 AND l.used_on IS NULL AND l.expires_on > $2 ORDER BY l.created_on DESC LIMIT ${MAX_LINKS_LISTED}) AS newest
      ORDER BY created_on`,
    withdrawLinks: DELETE_OPEN_LINKS_SQL,

    // Its key is its own name, and the hash is one that no secret has.
    ensureIntegration: `INSERT INTO integrations
        (id, account, name, role, areas, api_key, secret_hash, submitter, created_on, created_by)
      VALUES ($1, $2, $3, $4, $5, $1, $9, $6, $7, $8) ON CONFLICT (id) DO NOTHING RETURNING id`,
    ownerOf: `SELECT i.id, i.name, i.role, i.areas, i.submitter, i.created_on, i.created_by FROM subscriptions AS s
      JOIN integrations AS i ON i.account = s.account AND i.id = s.integration_id
      WHERE s.account = $1 AND s.id = $2 AND s.removed_on IS NULL`,
    webhookCounts: `SELECT s.integration_id AS id, count(CASE WHEN s.active THEN 1 END) AS on_,
        count(CASE WHEN NOT s.active THEN 1 END) AS off_
      FROM subscriptions AS s WHERE s.account = $1 AND s.removed_on IS NULL GROUP BY s.integration_id`,
    waitingDeliveries: `SELECT count(*) AS waiting FROM (SELECT 1 FROM subscriptions AS s CROSS JOIN ${waiting}
      WHERE s.account = $1 AND s.integration_id = $2 AND s.removed_on IS NULL LIMIT ${MAX_WAITING_COUNT}) AS c`,

    // Inserts nothing for a key whose account was removed. Otherwise the failure would also discard the use of all
    // other keys.
    useKey: `INSERT INTO key_use (integration_id, account, last_used_on, last_address, previous_calls, previous_used_on)
      SELECT i.id, i.account, $3${integer}, $4, $5${integer}, $6${integer} FROM integrations AS i
        WHERE i.id = $1 AND i.account = $2 ON CONFLICT (integration_id) DO UPDATE SET
        last_used_on = excluded.last_used_on, last_address = excluded.last_address,
        previous_calls = key_use.previous_calls + excluded.previous_calls,
        previous_used_on = coalesce(excluded.previous_used_on, key_use.previous_used_on)
      RETURNING integration_id`,
    useHour: `INSERT INTO usage_hours (integration_id, hour, account, calls, refused, limited, peak_minute)
      SELECT i.id, $2${integer}, i.account, $4${integer}, $5${integer}, $6${integer}, $7${integer} FROM integrations AS i
        WHERE i.id = $1 AND i.account = $3 ON CONFLICT (integration_id, hour) DO UPDATE SET
        calls = usage_hours.calls + excluded.calls, refused = usage_hours.refused + excluded.refused,
        limited = usage_hours.limited + excluded.limited,
        peak_minute = CASE WHEN excluded.peak_minute > usage_hours.peak_minute THEN excluded.peak_minute
          ELSE usage_hours.peak_minute END
      RETURNING hour`,
    useOfKeys: `${useOf} WHERE ${IS_LISTED_INTEGRATION_SQL}`,
    useOfKey: `${useOf} WHERE i.account = $1 AND i.id = $3`,
    usageHours: `SELECT hour, calls, refused, limited, peak_minute FROM usage_hours
      WHERE account = $1 AND integration_id = $2 AND hour >= $3 ORDER BY hour`,
    forgetUsage: `DELETE FROM usage_hours WHERE (integration_id, hour) IN (
      SELECT integration_id, hour FROM usage_hours WHERE hour < $1 LIMIT ${CLEANUP_BATCH_ROWS}) RETURNING hour`,

    forgetSessions: `DELETE FROM sessions WHERE (token_hash, account) IN (
      SELECT token_hash, account FROM sessions WHERE seen_on < $1 OR created_on < $2 LIMIT ${CLEANUP_BATCH_ROWS}) RETURNING id`,
    forgetLinks: `DELETE FROM links WHERE token_hash IN (
      SELECT token_hash FROM links WHERE expires_on < $1 LIMIT ${CLEANUP_BATCH_ROWS}) RETURNING kind`,
    forgetAudit: `DELETE FROM audit WHERE id IN (
      SELECT id FROM audit WHERE happened_on < $1 ORDER BY happened_on LIMIT ${CLEANUP_BATCH_ROWS}) RETURNING id`,
  } as const satisfies Record<string, string>;
}
