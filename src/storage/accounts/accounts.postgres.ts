/** The account directory on PostgreSQL. */
import { AccountScope } from '../../accounts/account.ts';
import { DEFAULT_CURRENCY } from '../../accounts/currency.ts';
import { withExchanged } from '../../accounts/previous-secrets.ts';
import type { AuditEntryInput } from '../../accounts/remembered.ts';
import type {
  AccountListing,
  AccountSettings,
  AccountStore,
  Credential,
  IntegrationListing,
} from '../../accounts/store.ts';
import { fold } from '../../lib/fold.ts';
import { isWebConsole } from '../../people/person.ts';
import { Unanswerable } from '../../problems.ts';
import { auditEntryStatements } from '../people/audit-entry.ts';
import { adminContactOf, canAdministerSql } from '../people/user-conditions.ts';
import {
  type Client,
  inTransaction,
  type Pool,
  type PreparedStatement,
  queryFromPool,
  queryRows,
  withClient,
} from '../postgres/connection.ts';
import { incrementDirectoryCounter, notifyDirectoryChange } from '../postgres/directory-notifications.ts';
import { translateFailures } from '../postgres/failures.ts';
import { lockAccount, lockAccountShared } from '../postgres/locks.ts';
import { readMeta, writeMeta } from '../postgres/meta.ts';
import { SELECT_WRITABLE_ACCOUNT_SQL } from '../records/changes/conditional-write.ts';
import { runAsBystander } from '../records/log/horizon.postgres.ts';
import { accountFrozen } from '../sql/database-problems.ts';
import { preparedStatementOf, runStatements } from '../sql/portable-sql.postgres.ts';
import { removeAccount } from '../transfer/remove-account.postgres.ts';
import type { PostgresWebhookHooks } from '../webhooks/transaction-hooks.postgres.ts';
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

export interface PostgresAccountStoreOptions {
  readonly pool: Pool;
  readonly shardID: string;
  readonly hooks: PostgresWebhookHooks | undefined;
  readonly onChanged: (listener: () => void) => void;
  /** Tells those who listen in this process. */
  readonly changed: () => void;
}

export function createPostgresAccountStore({
  pool,
  shardID,
  hooks,
  onChanged,
  changed,
}: PostgresAccountStoreOptions): AccountStore {
  const scope = ({ key, id, name }: AccountRow) => new AccountScope({ shardID, key, id, name });

  return {
    onChanged,

    create: ({ id, name, createdOn, currency = DEFAULT_CURRENCY }) =>
      changeDirectory(async (client) => {
        const [account] = await queryRows<AccountRow>(client, insertAccount, [id, name, createdOn, currency]);
        return scope(account!);
      }),

    find: (accountID) =>
      translateFailures(async () => {
        const [account] = await queryFromPool<AccountRow>(pool, findAccount, [accountID]);
        return account && scope(account);
      }),

    list: () =>
      translateFailures(async () => {
        const accounts = await queryFromPool<AccountRow>(pool, listAccounts, []);
        return accounts.map(
          ({ id, name, created_on, frozen, currency }): AccountListing => ({
            accountID: id,
            shardID,
            name,
            createdOn: created_on,
            frozen,
            currency,
          }),
        );
      }),

    settings: ({ key }) =>
      translateFailures(async () => {
        const [account] = await queryFromPool<AccountSettings>(pool, accountSettings, [key]);
        return account ?? { currency: DEFAULT_CURRENCY };
      }),

    changeSettings: ({ key }, { currency }, audit) =>
      translateFailures(() =>
        inTransaction(pool, async (client) => {
          await mustTakeChanges(client, key);
          const changed = await queryRows(client, changeCurrency, [key, currency]);
          if (changed.length > 0) await runStatements(client, auditEntryStatements(key, audit));
        }),
      ),

    isFrozen: ({ key }) => translateFailures(async () => (await queryFromPool(pool, frozenAccount, [key])).length > 0),

    setFrozen,

    async remove(account, audit) {
      // Committed first: deliveries of other accounts are settled together with this one's, and would wait for all of the removal.
      await setFrozen(account, true, audit);
      // After it: whoever begins to send for the account from now on sees that it is frozen.
      await translateFailures(() => inTransaction(pool, async (client) => hooks?.accountLeaves(client, account.key)));
      await changeDirectory((client) => runAsBystander(pool, client, () => removeAccount(client, account.key, hooks)));
    },

    // An account is taken in and removed in one transaction.
    parts: async () => [],
    removePart: async () => false,

    noteInTheMaking: (accountIDs) =>
      translateFailures(() =>
        withClient(pool, (client) => writeMeta(client, 'accounts_in_the_making', JSON.stringify(accountIDs))),
      ),

    inTheMaking: () =>
      translateFailures(() =>
        withClient(pool, async (client) => JSON.parse((await readMeta(client, 'accounts_in_the_making')) ?? '[]')),
      ),

    credential: (apiKey) =>
      translateFailures(async () => {
        const [row] = await queryFromPool<IntegrationRow & { account: AccountRow }>(pool, findCredential, [apiKey]);
        return row && !isWebConsole(row.id) ? credentialOf(row, scope(row.account)) : undefined;
      }),

    createIntegration: (account, integration, audit) =>
      changeDirectory(async (client) => {
        const { id, name, role, areas, apiKey, secretHash, submitter, createdOn, createdBy, proposesOnly } =
          integration;
        const permission = [role, areas.join(',')];
        const origin = [submitter, createdOn, createdBy, proposesOnly === true];
        await mustTakeChanges(client, account.key);
        const values = [id, account.key, name, ...permission, apiKey, secretHash, ...origin];
        const made = await queryRows(client, insertIntegration, values);
        if (made.length > 0) await runStatements(client, auditEntryStatements(account.key, audit));
        return made.length > 0;
      }),

    integrations: (account, id) =>
      translateFailures(async () => {
        const integrations =
          id === undefined
            ? await queryFromPool<IntegrationRow>(pool, listIntegrations, [account.key])
            : await queryFromPool<IntegrationRow>(pool, findIntegration, [account.key, id]);
        return integrations.map(
          (row): IntegrationListing => ({ ...integrationOf(row), apiKey: row.api_key, revokedOn: row.revoked_on }),
        );
      }),

    revoke: (account, integrationID, at, reason, audit) =>
      changeDirectory(async (client) => {
        await lockAccountShared(client, account.key);
        const revoked = await queryRows(client, revokeIntegration, [account.key, integrationID, at]);
        if (revoked.length === 0) return false;
        await hooks?.keyRevoked(client, account.key, integrationID, at, reason);
        await runStatements(client, auditEntryStatements(account.key, audit));
        return true;
      }),

    rotate: (account, integrationID, secretHash, grace, audit) =>
      changeDirectory(async (client) => {
        await mustTakeChanges(client, account.key);
        const [row] = await queryRows<IntegrationRow>(client, holdSecrets, [account.key, integrationID]);
        if (row === undefined) return undefined;
        const previous = withExchanged(previousSecretsOf(row), row.secret_hash, grace);
        await queryRows(client, rotateSecret, [
          account.key,
          integrationID,
          secretHash,
          ...previousSecretValues(previous),
        ]);
        await runStatements(client, [
          resetPreviousUseStatement(account.key, integrationID),
          ...auditEntryStatements(account.key, audit),
        ]);
        return previous;
      }),

    endGrace: (account, integrationID, audit) =>
      changeDirectory(async (client) => {
        await lockAccountShared(client, account.key);
        const ended = await queryRows(client, endGrace, [account.key, integrationID]);
        if (ended.length > 0) await runStatements(client, auditEntryStatements(account.key, audit));
        return ended.length > 0;
      }),

    admins: (account, most, email) =>
      translateFailures(async () => {
        const admins =
          email === undefined
            ? await queryFromPool<{ text: string }>(pool, listAdmins, [account.key, most])
            : await queryFromPool<{ text: string }>(pool, findAdmin, [account.key, most, fold(email)]);
        return admins.map(adminContactOf);
      }),
  };

  function setFrozen(account: AccountScope, frozen: boolean, audit?: AuditEntryInput): Promise<void> {
    return changeDirectory(async (client) => {
      await lockAccount(client, account.key);
      const switched = await queryRows(client, freezeAccount, [account.key, frozen]);
      if (switched.length > 0) await runStatements(client, auditEntryStatements(account.key, audit));
    });
  }

  /** Commits the work, then tells this process at once and the others by a notice; one that fails is made up for by their polling. */
  function changeDirectory<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    return translateFailures(async () => {
      const result = await inTransaction(pool, async (client) => {
        const result = await work(client);
        await incrementDirectoryCounter(client);
        return result;
      });
      changed();
      await withClient(pool, notifyDirectoryChange).catch(() => {});
      return result;
    });
  }
}

/** A key that is made while the account is frozen would stay behind when it moves. */
async function mustTakeChanges(client: Client, account: number): Promise<void> {
  await lockAccountShared(client, account);
  const taken = await queryRows(client, preparedStatementOf(SELECT_WRITABLE_ACCOUNT_SQL), [account]);
  if (taken.length === 0) throw new Unanswerable(accountFrozen());
}

interface AccountRow {
  readonly key: number;
  readonly id: string;
  readonly name: string;
  readonly created_on: number;
  readonly frozen: boolean;
  readonly currency: string;
}

interface IntegrationRow extends IntegrationColumns, PreviousSecretColumns {
  readonly api_key: string;
  readonly secret_hash: Buffer;
  readonly revoked_on: number | null;
  readonly proposes_only: boolean;
}

function credentialOf(row: IntegrationRow, account: AccountScope): Credential {
  return {
    account,
    integration: integrationOf(row),
    secretHash: row.secret_hash,
    previousSecrets: previousSecretsOf(row),
    revoked: row.revoked_on !== null,
  };
}

/** Named, so that a column which a newer version adds changes nothing here. */
const INTEGRATION_COLUMNS = [
  'id',
  'name',
  'role',
  'areas',
  'api_key',
  'secret_hash',
  ...PREVIOUS_SECRET_COLUMNS,
  'submitter',
  'created_on',
  'created_by',
  'revoked_on',
  'proposes_only',
] as const satisfies (keyof IntegrationRow)[];

const insertAccount: PreparedStatement = {
  name: 'insert_account',
  text: 'INSERT INTO accounts (id, name, created_on, currency) VALUES ($1, $2, $3, $4) RETURNING key, id, name',
};

/** $1 account. */
export const accountSettings: PreparedStatement = {
  name: 'account_settings',
  text: 'SELECT currency FROM accounts WHERE key = $1',
};

const changeCurrency: PreparedStatement = {
  name: 'change_currency',
  text: 'UPDATE accounts SET currency = $2 WHERE key = $1 AND currency <> $2 RETURNING key',
};

const findAccount: PreparedStatement = {
  name: 'find_account',
  text: 'SELECT key, id, name FROM accounts WHERE id = $1',
};

const listAccounts: PreparedStatement = {
  name: 'list_accounts',
  text: 'SELECT id, name, created_on, frozen, currency FROM accounts ORDER BY created_on, key',
};

const frozenAccount: PreparedStatement = {
  name: 'frozen_account',
  text: 'SELECT key FROM accounts WHERE key = $1 AND frozen',
};

const freezeAccount: PreparedStatement = {
  name: 'freeze_account',
  text: 'UPDATE accounts SET frozen = $2 WHERE key = $1 AND frozen <> $2 RETURNING key',
};

const findCredential: PreparedStatement = {
  name: 'find_credential',
  text: `SELECT ${INTEGRATION_COLUMNS.map((column) => `i.${column}`).join(', ')}, json_build_object('key', a.key, 'id', a.id, 'name', a.name) AS account
    FROM integrations AS i JOIN accounts AS a ON a.key = i.account WHERE i.api_key = $1`,
};

const insertIntegration: PreparedStatement = {
  name: 'insert_integration',
  text: `INSERT INTO integrations
      (id, account, name, role, areas, api_key, secret_hash, submitter, created_on, created_by, proposes_only)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING RETURNING id`,
};

const listIntegrations: PreparedStatement = {
  name: 'list_integrations',
  text: `SELECT ${INTEGRATION_COLUMNS.join(', ')} FROM integrations AS i WHERE ${IS_LISTED_INTEGRATION_SQL}
    ORDER BY created_on, id`,
};

const findIntegration: PreparedStatement = {
  name: 'find_integration',
  text: `SELECT ${INTEGRATION_COLUMNS.join(', ')} FROM integrations WHERE account = $1 AND id = $2`,
};

const revokeIntegration: PreparedStatement = {
  name: 'revoke_integration',
  text: `UPDATE integrations SET revoked_on = coalesce(revoked_on, $3) WHERE account = $1 AND id = $2 RETURNING id`,
};

/** A revoked key stays so. Of two rotations at once the second one sees what the first has left. */
const holdSecrets: PreparedStatement = {
  name: 'hold_secrets',
  text: `SELECT secret_hash, ${PREVIOUS_SECRET_COLUMNS.join(', ')} FROM integrations
    WHERE account = $1 AND id = $2 AND revoked_on IS NULL FOR NO KEY UPDATE`,
};

const rotateSecret: PreparedStatement = {
  name: 'rotate_secret',
  text: `UPDATE integrations SET secret_hash = $3, ${PREVIOUS_SECRET_COLUMNS.map((column, n) => `${column} = $${n + 4}`).join(', ')}
    WHERE account = $1 AND id = $2`,
};

const endGrace: PreparedStatement = {
  name: 'end_grace',
  text: `UPDATE integrations SET ${CLEAR_PREVIOUS_SECRETS_SQL} WHERE account = $1 AND id = $2 RETURNING id`,
};

const admins = `SELECT d.text FROM users AS u JOIN users_documents AS d USING (account, id) WHERE ${canAdministerSql('u', '$1')}`;
const listAdmins: PreparedStatement = { name: 'list_admins', text: `${admins} ORDER BY u.id LIMIT $2` };
const findAdmin: PreparedStatement = { name: 'find_admin', text: `${admins} AND u.email = $3 LIMIT $2` };
