/** The account directory of a shard: accounts and their integrations. */
import { AccountScope } from '../../accounts/account.ts';
import { DEFAULT_CURRENCY } from '../../accounts/currency.ts';
import { type PreviousSecrets, withExchanged } from '../../accounts/previous-secrets.ts';
import type { AuditEntryInput } from '../../accounts/remembered.ts';
import type { AccountStore, Credential, IntegrationListing } from '../../accounts/store.ts';
import { fold } from '../../lib/fold.ts';
import { isWebConsole } from '../../people/person.ts';
import { Unanswerable } from '../../problems.ts';
import { auditEntryStatements } from '../people/audit-entry.ts';
import { adminContactOf, canAdministerSql } from '../people/user-conditions.ts';
import { isFrozen } from '../records/changes/write-change.sqlite.ts';
import { NEW_LOG_NAME_SQL } from '../records/log/new-log-name.sqlite.ts';
import { accountFrozen } from '../sql/database-problems.ts';
import { runStatements } from '../sql/portable-sql.sqlite.ts';
import { retryWhileBusy } from '../sqlite/busy-retry.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import { translateFailures } from '../sqlite/failures.ts';
import { readMeta, writeMeta } from '../sqlite/meta.ts';
import {
  IS_COMPLETE_ACCOUNT_SQL,
  IS_PARTIAL_ACCOUNT_SQL,
  PARTIAL_ID_PREFIXES,
  parsePartialAccountID,
  withImportLock,
} from '../transfer/partial-account.sqlite.ts';
import { removeAccount } from '../transfer/remove-account.sqlite.ts';
import type { SqliteWebhookHooks } from '../webhooks/transaction-hooks.sqlite.ts';
import {
  CLEAR_PREVIOUS_SECRETS_SQL,
  type IntegrationColumns,
  IS_LISTED_INTEGRATION_SQL,
  integrationOf,
  PREVIOUS_SECRET_COLUMNS,
  type PreviousSecretColumns,
  previousSecretsOf,
  previousSecretValues,
} from './integration-row.ts';
import { resetPreviousUseStatement } from './key-use.ts';

interface AccountRow {
  readonly key: number;
  readonly id: string;
  readonly name: string;
  readonly created_on: number;
  readonly frozen: number;
  readonly currency: string;
}

interface IntegrationRow extends IntegrationColumns, PreviousSecretColumns {
  readonly api_key: string;
  readonly secret_hash: Uint8Array;
  readonly revoked_on: number | null;
  readonly proposes_only: number;
}

export interface SqliteAccountStoreOptions {
  readonly shardID: string;
  readonly file: string;
  readonly hooks: SqliteWebhookHooks | undefined;
  /** Is told whom to call when a key may have changed: here, or by another process. */
  onChanged(listener: () => void): void;
  /** Calls them. */
  changed(): void;
}

export function createSqliteAccountStore(
  connection: SqliteConnection,
  options: SqliteAccountStoreOptions,
): AccountStore {
  const { shardID, file, hooks, onChanged, changed } = options;
  const scopeOf = ({ key, id, name }: Pick<AccountRow, 'key' | 'id' | 'name'>) =>
    new AccountScope({ shardID, key, id, name });
  const listed = (which: string) =>
    (
      connection
        .prepare(`SELECT * FROM accounts WHERE ${which} ORDER BY created_on, key`)
        .all() as unknown[] as AccountRow[]
    ).map(({ id, name, created_on, frozen, currency }) => ({
      accountID: id,
      shardID,
      name,
      createdOn: created_on,
      frozen: frozen === 1,
      currency,
    }));

  return {
    async create({ id, name, createdOn, currency = DEFAULT_CURRENCY }) {
      const insert = connection.prepare(
        `INSERT INTO accounts (id, name, created_on, currency, log) VALUES (?, ?, ?, ?, ${NEW_LOG_NAME_SQL})`,
      );
      const { lastInsertRowid } = await retryWhileBusy(() => insert.run(id, name, createdOn, currency));
      return scopeOf({ key: Number(lastInsertRowid), id, name });
    },

    async find(accountID) {
      const row = connection
        .prepare(`SELECT key, id, name FROM accounts WHERE id = ? AND ${IS_COMPLETE_ACCOUNT_SQL}`)
        .get(accountID);
      return row && scopeOf(row as unknown as AccountRow);
    },

    async list() {
      return listed(IS_COMPLETE_ACCOUNT_SQL);
    },

    async parts() {
      return listed(IS_PARTIAL_ACCOUNT_SQL).map((part) => ({ ...part, ...parsePartialAccountID(part.accountID) }));
    },

    async settings({ key }) {
      const row = connection.prepare('SELECT currency FROM accounts WHERE key = ?').get(key);
      return { currency: (row?.currency as string | undefined) ?? DEFAULT_CURRENCY };
    },

    async changeSettings({ key }, { currency }, audit) {
      const update = connection.prepare('UPDATE accounts SET currency = ?1 WHERE key = ?2 AND currency <> ?1');
      await whenTaken(key, () => update.run(currency, key).changes > 0, audit);
    },

    async isFrozen({ key }) {
      return connection.prepare('SELECT key FROM accounts WHERE key = ? AND frozen = TRUE').get(key) !== undefined;
    },

    async setFrozen({ key }, frozen, audit) {
      const update = connection.prepare(
        `UPDATE accounts SET frozen = ?1 WHERE key = ?2 AND frozen <> ?1 AND ${IS_COMPLETE_ACCOUNT_SQL}`,
      );
      await retryWhileBusy(() => told(key, () => update.run(frozen ? 1 : 0, key).changes > 0, audit));
    },

    async remove({ key }) {
      await removeAccount(connection, key, hooks);
      changed();
    },

    async removePart({ accountID, partly }) {
      const find = connection.prepare('SELECT key FROM accounts WHERE id = ?');
      const remove = async () => {
        const row = find.get(PARTIAL_ID_PREFIXES[partly] + accountID);
        if (row !== undefined) await removeAccount(connection, row.key as number, hooks);
        return row !== undefined;
      };
      const removed = await (partly === 'imported' ? withImportLock(file, remove) : remove());
      changed();
      return removed;
    },

    noteInTheMaking: (accountIDs) =>
      retryWhileBusy(() => writeMeta(connection, 'accounts_in_the_making', JSON.stringify(accountIDs))),

    async inTheMaking() {
      return JSON.parse(readMeta(connection, 'accounts_in_the_making') ?? '[]');
    },

    async credential(apiKey) {
      const find = connection.prepare(`SELECT i.*, a.key AS account_key, a.id AS account_id, a.name AS account_name
        FROM integrations AS i JOIN accounts AS a ON a.key = i.account WHERE i.api_key = ?`);
      const row = translateFailures(() => find.get(apiKey)) as unknown as
        | (IntegrationRow & { account_key: number; account_id: string; account_name: string })
        | undefined;
      if (row === undefined || isWebConsole(row.id)) return undefined;
      const account = scopeOf({ key: row.account_key, id: row.account_id, name: row.account_name });
      return credentialOf(row, account);
    },

    onChanged,

    async createIntegration({ key }, integration, audit) {
      const { id, name, role, areas, apiKey, secretHash, submitter, createdOn, createdBy, proposesOnly } = integration;
      const insert = connection.prepare(`INSERT INTO integrations
        (id, account, name, role, areas, api_key, secret_hash, submitter, created_on, created_by, proposes_only)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`);
      const origin = [submitter, createdOn, createdBy, proposesOnly ? 1 : 0] as const;
      const values = [id, key, name, role, areas.join(','), apiKey, secretHash, ...origin];
      return whenTaken(key, () => insert.run(...values).changes > 0, audit);
    },

    async integrations({ key }, id) {
      const which = id === undefined ? IS_LISTED_INTEGRATION_SQL : 'i.account = $1 AND i.id = $2';
      const rows = connection
        .prepare(`SELECT i.* FROM integrations AS i WHERE ${which} ORDER BY i.created_on, i.id`)
        .all({ $1: key, ...(id !== undefined && { $2: id }) }) as unknown as IntegrationRow[];
      return rows.map(
        (row): IntegrationListing => ({ ...integrationOf(row), apiKey: row.api_key, revokedOn: row.revoked_on }),
      );
    },

    async revoke({ key }, integrationID, at, reason, audit) {
      const revoke = () => {
        // A key revoked before keeps its first date.
        const { changes } = connection
          .prepare('UPDATE integrations SET revoked_on = coalesce(revoked_on, ?) WHERE account = ? AND id = ?')
          .run(at, key, integrationID);
        if (changes === 0) return false;
        hooks?.keyRevoked(connection, key, integrationID, at, reason);
        return true;
      };
      const revoked = await retryWhileBusy(() => told(key, revoke, audit));
      changed();
      return revoked;
    },

    async rotate({ key }, integrationID, secretHash, grace, audit) {
      let previous: PreviousSecrets | undefined;
      const rotate = () => {
        const row = connection
          .prepare('SELECT * FROM integrations WHERE account = ? AND id = ? AND revoked_on IS NULL')
          .get(key, integrationID) as IntegrationRow | undefined;
        if (row === undefined) return false;
        previous = withExchanged(previousSecretsOf(row), Buffer.from(row.secret_hash), grace);
        connection
          .prepare(`UPDATE integrations SET secret_hash = ?, ${PREVIOUS_SECRET_COLUMNS.map((column) => `${column} = ?`).join(', ')}
            WHERE account = ? AND id = ?`)
          .run(secretHash, ...previousSecretValues(previous), key, integrationID);
        runStatements(connection, [resetPreviousUseStatement(key, integrationID)]);
        return true;
      };
      await whenTaken(key, rotate, audit);
      changed();
      return previous;
    },

    async endGrace({ key }, integrationID, audit) {
      const update = connection.prepare(
        `UPDATE integrations SET ${CLEAR_PREVIOUS_SECRETS_SQL} WHERE account = ? AND id = ?`,
      );
      const end = () => update.run(key, integrationID).changes > 0;
      const ended = await retryWhileBusy(() => told(key, end, audit));
      changed();
      return ended;
    },

    async admins({ key }, most, email) {
      const [whose, ...address] = email === undefined ? [''] : [' AND t.email = ?3', fold(email)];
      const rows = connection
        .prepare(`SELECT d.text FROM users AS t JOIN users_documents AS d ON d.key = t.key
          WHERE ${canAdministerSql('t', '?1')}${whose} ORDER BY t.id LIMIT ?2`)
        .all(key, most, ...address);
      return (rows as { text: string }[]).map(adminContactOf);
    },
  };

  /** Does it, and where it was done tells the audit log, in one transaction. */
  function told(account: number, work: () => boolean, audit: AuditEntryInput | undefined): boolean {
    return connection.transaction(() => {
      const done = work();
      if (done) runStatements(connection, auditEntryStatements(account, audit));
      return done;
    });
  }

  /** A key that is made while the account is frozen would stay behind when it moves. */
  function whenTaken(account: number, work: () => boolean, audit: AuditEntryInput | undefined): Promise<boolean> {
    const unlessFrozen = () => {
      if (isFrozen(connection, account)) throw new Unanswerable(accountFrozen());
      return work();
    };
    return retryWhileBusy(() => told(account, unlessFrozen, audit));
  }
}

function credentialOf(row: IntegrationRow, account: AccountScope): Credential {
  return {
    account,
    integration: integrationOf(row),
    secretHash: Buffer.from(row.secret_hash),
    previousSecrets: previousSecretsOf(row),
    revoked: row.revoked_on !== null,
  };
}
