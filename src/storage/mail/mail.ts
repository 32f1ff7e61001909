/**
 * Queue of mail, in SQL that both engines understand. The content is encrypted, because it may contain a sign-in link.
 */
import { AccountScope } from '../../accounts/account.ts';
import { fold } from '../../lib/fold.ts';
import type { Seals } from '../../lib/sealed.ts';
import { createYield } from '../../lib/turns.ts';
import {
  ABOUT_SUBSCRIPTION,
  ALL_EMAILS,
  type AlertState,
  type ClaimedEmail,
  DAY,
  type EmailKind,
  type EmailText,
  type MailQuota,
  type MailStore,
} from '../../mail/store.ts';
import { isWebConsole } from '../../people/person.ts';
import { Problem, Unanswerable } from '../../problems.ts';
import { FAILURES_PER_WARNING } from '../../webhooks/subscriptions/periods.ts';
import { isDisabledSql } from '../people/user-conditions.ts';
import { SELECT_WRITABLE_ACCOUNT_SQL, writeIgnoringFreeze } from '../records/changes/conditional-write.ts';
import { secretAssociatedData } from '../secrets/secret-columns.ts';
import type { PortableSql, SqlStatement } from '../sql/portable-sql.ts';

export interface MailDatabase extends PortableSql {
  readonly shardID: string;
  readonly seals: Seals;
  /** Suffix of a SELECT of mail to lease that skips rows locked by others. */
  readonly forTaking: string;
}

export function createMailStore(database: MailDatabase): MailStore {
  const { hold, ask, write, transact, shardID, seals, forTaking } = database;
  const take = claimEmailSql(forTaking);
  /** Account of the last mail taken. The next mail is of a later account; after the last account it starts again. */
  let last = BEFORE_FIRST_ACCOUNT;
  /** Last subscription checked; the next check continues after it. */
  let seen = BEFORE_FIRST_SUBSCRIPTION;
  return {
    async allow({ key }, about, most, now) {
      // Mail that cannot be written now does not count against the quota.
      const onlyIf: SqlStatement[] = [[SELECT_WRITABLE_ACCOUNT_SQL, [key]]];
      return (await writeIgnoringFreeze(database, key, { onlyIf, first: countedAs(key, { about, most }, now) })) > 0;
    },
    async isFull({ key }, most, now) {
      return (await ask(FIND_FULL_QUOTA_SQL, [key, now - DAY, now + MAX_CLOCK_SKEW_MS, most])).length > 0;
    },
    async queue({ id, account, kind, dueOn, until, to, cc = [], subject, text, html }, counted, now) {
      const content: EmailText = { to, cc, subject, text, html };
      const sealed = seals.seal(JSON.stringify(content), placeOf(account.key, id));
      const queued = await transact(function* () {
        yield* hold(account.key);
        for (const [n, one] of counted.entries()) {
          if ((yield countedAs(account.key, one, now)).length > 0) continue;
          for (const { about } of counted.slice(0, n)) yield [REFUND_QUOTA_SQL, [account.key, about]];
          return false;
        }
        yield [INSERT_EMAIL_SQL, [id, account.key, kind, sealed, dueOn, until]];
        return true;
      });
      if (queued instanceof Problem) throw new Unanswerable(queued);
      return queued;
    },
    async take(now, leasedUntil) {
      // A read is enough in nearly all cases, because no mail is due.
      if ((await ask(FIND_DUE_EMAIL_SQL, [now])).length === 0) return undefined;
      const row = (await takeBehind(last)) ?? (await takeBehind(BEFORE_FIRST_ACCOUNT));
      if (row === undefined) return undefined;
      last = row.account;
      return takenOf(seals, row);

      async function takeBehind(account: number): Promise<MailRow | undefined> {
        const [taken = []] = await write([[take, [now, leasedUntil, account]]]);
        return taken[0] as MailRow | undefined;
      }
    },
    async drop(id) {
      await write([[DELETE_EMAIL_SQL, [id]]]);
    },
    async delay(id, dueOn) {
      await write([[POSTPONE_EMAIL_SQL, [id, dueOn]]]);
    },
    async troubles(now, most) {
      const troubles: AlertState[] = [];
      const turn = createYield();
      for (let looked = 0; looked < MAX_SUBSCRIPTIONS_SCANNED && troubles.length < BATCH_ROWS; looked += BATCH_ROWS) {
        await turn();
        const after = seen;
        const keys = await ask<{ key: number }>(SELECT_NEXT_SUBSCRIPTIONS_SQL, [after]);
        const last = keys.at(-1)?.key ?? BEFORE_FIRST_SUBSCRIPTION;
        const rows = await ask<TroubleRow>(SELECT_ALERTS_SQL, [
          now - MAX_ALERT_AGE_MS,
          now - DAY,
          most,
          now + MAX_CLOCK_SKEW_MS,
          after,
          last,
        ]);
        for (const row of rows) troubles.push(troubleOf(shardID, row, await adminsLookAfter(row)));
        seen = keys.length < BATCH_ROWS ? BEFORE_FIRST_SUBSCRIPTION : last;
        if (seen === BEFORE_FIRST_SUBSCRIPTION) break;
      }
      return troubles.sort((a, b) => a.beganOn - b.beganOn);
    },
    async forget(now) {
      if ((await ask(FIND_OLD_QUOTA_SQL, [now - QUOTA_RETENTION_MS])).length > 0)
        await write([[DELETE_OLD_QUOTA_SQL, [now - QUOTA_RETENTION_MS]]]);
    },
  };

  /**
   * True if the admins are responsible for the webhook: it was created in the console, or its submitter is a disabled
   * or deleted user. The first console user is not responsible for everything created there.
   */
  async function adminsLookAfter({ account_key, integration_id, submitter }: TroubleRow): Promise<boolean> {
    if (isWebConsole(integration_id)) return true;
    const [user] = await ask<{ gone: number }>(SELECT_USER_BY_EMAIL_SQL, [account_key, fold(submitter)]);
    // The mailbox of an external integrator belongs to no user of the account, so it never counts as disabled.
    return user?.gone === 1;
  }
}

/** Maximum age of an alert. Older problems are not reported when mail is enabled later. */
const MAX_ALERT_AGE_MS = 2 * DAY;
/** Retention of quota entries. It exceeds the maximum age of an alert, or an alert would be sent twice. */
const QUOTA_RETENTION_MS = 3 * DAY;
const BATCH_ROWS = 100;
/** Keys of accounts and subscriptions start at 1. */
const BEFORE_FIRST_ACCOUNT = 0;
const BEFORE_FIRST_SUBSCRIPTION = 0;
/** Maximum number of subscriptions per check, which takes a part of a second. The next check continues after them. */
const MAX_SUBSCRIPTIONS_SCANNED = 5_000;
const MAX_CLOCK_SKEW_MS = 3_600_000;

/**
 * $1 account, $2 about, $3 now, $4 a day before, $5 most, $6 later than any clock is fast. The day begins with the first letter. Clocks of
 * several processes differ a little: only a beginning far ahead is of a clock that was set back, and counts for nothing.
 */
const COUNT_AGAINST_QUOTA_SQL = `INSERT INTO mail_pace (account, about, since, letters) SELECT key, $2, $3, 1 FROM accounts WHERE key = $1
  ON CONFLICT (account, about) DO UPDATE SET
    since = CASE WHEN mail_pace.since > $4 AND mail_pace.since <= $6 THEN mail_pace.since ELSE $3 END,
    letters = CASE WHEN mail_pace.since > $4 AND mail_pace.since <= $6 THEN mail_pace.letters + 1 ELSE 1 END
  WHERE mail_pace.since <= $4 OR mail_pace.since > $6 OR mail_pace.letters < $5 RETURNING letters`;

/** $1 account, $2 a day before, $3 later than any clock is fast, $4 most. */
const FIND_FULL_QUOTA_SQL = `SELECT about FROM mail_pace
  WHERE account = $1 AND about = '${ALL_EMAILS}' AND since > $2 AND since <= $3 AND letters >= $4`;

function countedAs(account: number, { about, most }: MailQuota, now: number): SqlStatement {
  return [COUNT_AGAINST_QUOTA_SQL, [account, about, now, now - DAY, most, now + MAX_CLOCK_SKEW_MS]];
}

/** Takes back a mail that was counted in the same transaction. */
const REFUND_QUOTA_SQL =
  'UPDATE mail_pace SET letters = letters - 1 WHERE account = $1 AND about = $2 RETURNING letters';

const INSERT_EMAIL_SQL = `INSERT INTO mail (letter, account, kind, sealed, due_on, until, tries)
  VALUES ($1, $2, $3, $4, $5, $6, 0) RETURNING letter`;

const FIND_DUE_EMAIL_SQL = 'SELECT letter FROM mail WHERE due_on <= $1 LIMIT 1';

/** $1 now, $2 until it is leased, $3 the account whose turn is over. Of one account the oldest comes first. */
const claimEmailSql = (forTaking: string) => `WITH due AS MATERIALIZED (
    SELECT letter FROM mail WHERE account > $3 AND due_on <= $1 ORDER BY account, due_on LIMIT 1 ${forTaking})
  UPDATE mail SET due_on = $2, tries = tries + 1 WHERE letter IN (SELECT letter FROM due)
  RETURNING letter, account, kind, sealed, until, tries, (SELECT a.id FROM accounts AS a WHERE a.key = mail.account) AS account_id`;

const DELETE_EMAIL_SQL = 'DELETE FROM mail WHERE letter = $1 RETURNING letter';
const POSTPONE_EMAIL_SQL = 'UPDATE mail SET due_on = $2 WHERE letter = $1 RETURNING letter';

/** Selects the next subscriptions after $1. */
const SELECT_NEXT_SUBSCRIPTIONS_SQL = `SELECT s.key FROM subscriptions AS s WHERE s.key > $1 ORDER BY s.key LIMIT ${BATCH_ROWS}`;

/**
 * $1 what began later is news, $2 a day before, $3 letters of an account within that, $4 later than any clock is fast, $5 and $6 behind which
 * subscription and to which. Those in trouble are known by their own columns: a subscription may have a thousand periods, and one of them is
 * looked at. Whose key was revoked has asked for it.
 */
const SELECT_ALERTS_SQL = `SELECT a.key AS account_key, a.id AS account_id, a.name AS account_name, s.id, s.name, s.target_url,
    i.id AS integration_id, i.submitter, p.state, p.why, p.began_on
  FROM subscriptions AS s
  CROSS JOIN subscription_periods AS p
  JOIN accounts AS a ON a.key = s.account AND a.frozen = FALSE
  JOIN integrations AS i ON i.account = s.account AND i.id = s.integration_id AND i.revoked_on IS NULL
  LEFT JOIN mail_pace AS m ON m.account = s.account AND m.about = '${ABOUT_SUBSCRIPTION}' || s.id
  WHERE s.key > $5 AND s.key <= $6 AND s.removed_on IS NULL AND (s.active = FALSE OR s.failures_in_a_row >= ${FAILURES_PER_WARNING})
    AND p.subscription = s.key AND p.state <> 'on' AND p.began_on > $1
    AND p.began_on = (SELECT max(l.began_on) FROM subscription_periods AS l WHERE l.subscription = s.key)
    AND (m.since IS NULL OR (m.since < p.began_on AND m.since <= $2))
    AND NOT EXISTS (SELECT 1 FROM mail_pace AS w WHERE w.account = s.account AND w.about = '${ALL_EMAILS}'
      AND w.since > $2 AND w.since <= $4 AND w.letters >= $3)`;

/** $1 account, $2 an e-mail address, folded. One who is still there goes before others who had it. */
const SELECT_USER_BY_EMAIL_SQL = `SELECT CASE WHEN ${isDisabledSql('u')} THEN 1 ELSE 0 END AS gone FROM users AS u
  WHERE u.account = $1 AND u.email = $2 ORDER BY gone LIMIT 1`;

const FIND_OLD_QUOTA_SQL = 'SELECT account FROM mail_pace WHERE since < $1 LIMIT 1';
const DELETE_OLD_QUOTA_SQL = `DELETE FROM mail_pace WHERE (account, about) IN (
  SELECT account, about FROM mail_pace WHERE since < $1 LIMIT ${BATCH_ROWS}) RETURNING about`;

interface MailRow {
  readonly letter: string;
  readonly account: number;
  readonly account_id: string;
  readonly kind: EmailKind;
  readonly sealed: string;
  readonly until: number;
  readonly tries: number;
}

function takenOf(seals: Seals, { letter, account, account_id, kind, sealed, until, tries }: MailRow): ClaimedEmail {
  const opened = seals.open(sealed, placeOf(account, letter));
  const content = typeof opened === 'string' ? (JSON.parse(opened) as EmailText) : opened.because;
  return { id: letter, accountID: account_id, kind, until, tries, content };
}

const placeOf = (account: number, letter: string) => secretAssociatedData('mail', 'sealed', account, [letter]);

interface TroubleRow {
  readonly account_key: number;
  readonly account_id: string;
  readonly account_name: string;
  readonly id: number;
  readonly name: string | null;
  readonly target_url: string;
  readonly integration_id: string;
  readonly submitter: string;
  readonly state: AlertState['state'];
  readonly why: string | null;
  readonly began_on: number;
}

function troubleOf(shardID: string, row: TroubleRow, isOfAdmins: boolean): AlertState {
  return {
    account: new AccountScope({ shardID, key: row.account_key, id: row.account_id, name: row.account_name }),
    subscriptionID: row.id,
    name: row.name,
    targetUrl: row.target_url,
    submitter: isOfAdmins ? undefined : row.submitter,
    state: row.state,
    why: row.why ?? '',
    beganOn: row.began_on,
  };
}
