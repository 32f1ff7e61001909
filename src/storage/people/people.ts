/**
 * Stores sign-in data, in SQL that both engines understand: parameters are `$1`, every statement is independent, and
 * several form one transaction. Concurrent changes are decided by the condition of a statement, never by a value read
 * before.
 */
import { AccountScope } from '../../accounts/account.ts';
import { fold } from '../../lib/fold.ts';
import type { AuditPage } from '../../people/audit.ts';
import { inEach } from '../../people/in-each.ts';
import { NO_SECRET, type User } from '../../people/person.ts';
import {
  type AccountCopy,
  BY_NOBODY,
  type KnownHere,
  type KnownPerson,
  type KnownSession,
  type LinkKind,
  type PeopleStore,
} from '../../people/store.ts';
import type { Problem } from '../../problems.ts';
import type { Listing } from '../../records/lists/plan.ts';
import { type IntegrationColumns, integrationOf } from '../accounts/integration-row.ts';
import { createKeyUseStore } from '../accounts/key-use.ts';
import { type ConditionalWrite, writeIfWritable, writeIgnoringFreeze } from '../records/changes/conditional-write.ts';
import type { PortableSql, SqlStatement, SqlValue } from '../sql/portable-sql.ts';
import { auditEntryStatements, auditEntryValues, INSERT_AUDIT_ENTRY_SQL } from './audit-entry.ts';
import { createPasskeyStore } from './passkeys.ts';
import { createPeopleStatements, type PeopleDialect } from './people-statements.ts';

export interface PeopleDatabase extends PortableSql {
  readonly shardID: string;
  readonly words: PeopleDialect;
  auditLog(account: AccountScope, listing: Listing, gone?: AbortSignal): Promise<AuditPage | Problem>;
}

interface CopyRow {
  /** Number on SQLite, boolean on PostgreSQL. */
  readonly frozen: boolean | number;
  readonly arrived_on: number | null;
}

export interface PersonRow extends CopyRow {
  readonly account_key: number;
  readonly account_id: string;
  readonly account_name: string;
  /** Document of the user record. */
  readonly text: string;
}

interface SecretColumns {
  readonly password: string | null;
  readonly changed_on: number | null;
}

interface SessionRow extends PersonRow {
  readonly token_hash: Uint8Array;
  readonly id: string;
  readonly created_on: number;
  readonly seen_on: number;
  readonly asked_on: number | null;
  readonly confirmed_on: number | null;
  readonly address: string;
  readonly device: string;
}

function copyOf({ frozen, arrived_on }: CopyRow): AccountCopy {
  return { frozen: Boolean(frozen), arrivedOn: arrived_on ?? 0 };
}

export function createPeopleStore(database: PeopleDatabase): Omit<PeopleStore, 'attempts'> {
  const { shardID } = database;
  const sql = createPeopleStatements(database.words);
  const scope = (row: Omit<PersonRow, keyof CopyRow | 'text'>) =>
    new AccountScope({ shardID, key: row.account_key, id: row.account_id, name: row.account_name });
  const known = (row: PersonRow): KnownHere => ({
    account: scope(row),
    user: JSON.parse(row.text) as User,
    ...copyOf(row),
  });
  const personOf = (row: PersonRow & SecretColumns): KnownPerson => ({
    ...known(row),
    password: row.password ?? undefined,
    passwordSetOn: row.changed_on ?? undefined,
  });
  const sessionOf = (row: SessionRow): KnownSession => ({
    ...known(row),
    id: row.id,
    tokenHash: Buffer.from(row.token_hash),
    createdOn: row.created_on,
    seenOn: row.seen_on,
    askedOn: row.asked_on ?? row.created_on,
    confirmedOn: row.confirmed_on,
    address: row.address,
    device: row.device,
  });
  const sessions = async (statement: string, values: readonly SqlValue[]) =>
    (await database.ask<SessionRow>(statement, values)).map(sessionOf);
  const write = (to: number | undefined, first: SqlStatement, follows?: ConditionalWrite['follows']) =>
    writeIgnoringFreeze(database, to, { first, ...(follows && { follows }) });
  const endIn: PeopleStore['endIn'] = async ({ key }, tokenHashes, audit) => {
    const [first, ...alike] = tokenHashes.map((tokenHash): SqlStatement => [sql.endSessionIn, [tokenHash, key]]);
    if (first !== undefined)
      await writeIgnoringFreeze(database, key, { first, alike, follows: () => auditEntryStatements(key, audit) });
  };

  return {
    async copy(accountID) {
      const [row] = await database.ask<CopyRow>(sql.copy, [accountID]);
      return row && copyOf(row);
    },
    async withEmail(email) {
      const rows = await database.ask<PersonRow & SecretColumns>(sql.withEmail, [fold(email)]);
      return rows.map(personOf);
    },
    async person({ key }, userID) {
      const [row] = await database.ask<PersonRow & SecretColumns>(sql.person, [key, userID]);
      return row && personOf(row);
    },
    async setPassword({ key }, userID, password, now, { kept, audit } = {}) {
      const set = await writeIfWritable(database, key, {
        onlyIf: kept === undefined ? [] : [[sql.isSession, [key, userID, kept]]],
        first: [sql.setPassword, [key, userID, password, now]],
        follows: () => [
          [sql.endSessions, [key, userID, kept ?? NO_TOKEN_HASH]],
          [sql.withdrawLinks, [key, userID]],
          ...auditEntryStatements(key, audit),
        ],
      });
      return set > 0;
    },
    async rehash({ key }, userID, before, password) {
      await write(key, [sql.rehash, [key, userID, before, password]]);
    },

    async begin({ account: { key }, userID, id, tokenHash, createdOn, confirmedOn, address, device }, by, audit) {
      const proof: SqlStatement[] = [];
      if (by.password !== undefined) proof.push([sql.isPassword, [key, userID, by.password]]);
      if (by.passkey !== undefined) proof.push([sql.isPasskey, [key, userID, by.passkey]]);
      const begun = await writeIgnoringFreeze(database, key, {
        onlyIf: [[sql.enterable, [key, userID]], ...proof],
        first: [sql.beginSession, [tokenHash, key, userID, id, createdOn, confirmedOn, address, device]],
        follows: () => [[sql.endOldSessions, [key, userID, tokenHash]], ...auditEntryStatements(key, audit)],
      });
      return begun > 0;
    },
    async session(tokenHash, accountID) {
      const [session] = await sessions(sql.session, [tokenHash, accountID]);
      return session;
    },
    sessionsOf: (tokenHash) => sessions(sql.sessionsOf, [tokenHash]),
    sessionsOfPerson: ({ key }, userID) => sessions(sql.sessionsOfPerson, [key, userID]),
    async seen(tokenHash, account, now, address) {
      // Account keys are local to a shard: on this shard, the key of a foreign account would name another account.
      const key = account.shardID === shardID ? account.key : null;
      await write(undefined, [sql.seen, [tokenHash, now, address, key]]);
    },
    async confirm(tokenHash, { key }, now, audit) {
      await write(key, [sql.confirm, [tokenHash, key, now]], () => auditEntryStatements(key, audit));
    },
    async end(tokenHash, told = []) {
      const { failure } = await inEach(told, ({ account, audit }) => endIn(account, [tokenHash], audit));
      if (failure !== undefined) throw failure;
      await write(undefined, [sql.endSession, [tokenHash]]);
    },
    endIn,
    endOf: ({ key }, userID, audit) =>
      write(key, [sql.endSessions, [key, userID, NO_TOKEN_HASH]], (ended) => auditEntryStatements(key, audit?.(ended))),

    async makeLink({ tokenHash, kind, whose, createdOn, createdBy, expiresOn }, audit) {
      const made = [kind, createdOn, createdBy, expiresOn];
      if (whose === undefined) {
        await write(undefined, [sql.makeSetupLink, [tokenHash, ...made]], () => [
          [sql.dropOtherSetupLinks, [tokenHash]],
        ]);
        return;
      }
      const [account, userID] = [whose.account.key, whose.userID];
      await writeIfWritable(database, account, {
        first: [
          sql.makeLink,
          [tokenHash, account, userID, ...made, whose.email === undefined ? null : fold(whose.email)],
        ],
        follows: () => [
          [sql.dropOtherLinks, [account, userID, kind, tokenHash, createdBy === BY_NOBODY ? BY_NOBODY : null]],
          ...auditEntryStatements(account, audit),
        ],
      });
    },
    async link(tokenHash) {
      const [row] = await database.ask<LinkRow>(sql.link, [tokenHash]);
      if (row === undefined) return undefined;
      const user = row.text === null ? undefined : (JSON.parse(row.text) as User);
      // The person was removed after the link was created.
      if (row.account_key !== null && user === undefined) return undefined;
      const whose = user && { account: scope({ ...row, account_key: row.account_key! }), user };
      return { kind: row.kind, whose, expiresOn: row.expires_on, isUsed: row.used_on !== null };
    },
    async useLink(account, tokenHash, now, use, { password, audit } = {}) {
      const using: SqlStatement = [sql.useLink, [tokenHash, now, use]];
      if (account === undefined) return (await write(undefined, using)) > 0;
      const setting: SqlStatement[] =
        password === undefined
          ? []
          : [
              [sql.setPasswordByLink, [use, password, now]],
              [sql.endSessionsByLink, [use]],
              [sql.withdrawLinksByLink, [use]],
              [sql.removePasskeysByLink, [use]],
            ];
      const follows = () => [...setting, ...auditEntryStatements(account.key, audit)];
      return (await writeIfWritable(database, account.key, { first: using, follows })) > 0;
    },
    async openLinks({ key }, now) {
      const rows = await database.ask<LinkRow & { user_id: number; created_on: number }>(sql.openLinks, [key, now]);
      return rows.map((row) => ({
        userID: row.user_id,
        kind: row.kind,
        createdOn: row.created_on,
        expiresOn: row.expires_on,
      }));
    },
    withdrawLinks: ({ key }, userID, audit) =>
      write(key, [sql.withdrawLinks, [key, userID]], () => auditEntryStatements(key, audit)),

    async ensureIntegration({ key }, { id, name, role, areas, submitter, createdOn, createdBy }) {
      const values = [id, key, name, role, areas.join(','), submitter, createdOn, createdBy];
      await writeIfWritable(database, key, { first: [sql.ensureIntegration, [...values, NO_SECRET]] });
    },
    async ownerOf({ key }, subscriptionID) {
      const [row] = await database.ask<IntegrationColumns>(sql.ownerOf, [key, subscriptionID]);
      return row && integrationOf(row);
    },
    async webhookCounts({ key }) {
      const rows = await database.ask<{ id: string; on_: number; off_: number }>(sql.webhookCounts, [key]);
      return new Map(rows.map(({ id, on_, off_ }) => [id, { on: on_, off: off_ }]));
    },
    async waitingDeliveries({ key }, integrationID) {
      const [row] = await database.ask<{ waiting: number }>(sql.waitingDeliveries, [key, integrationID]);
      return row!.waiting;
    },

    ...createPasskeyStore(database, known),
    ...createKeyUseStore(database),

    async audit({ key }, entry) {
      await write(key, [INSERT_AUDIT_ENTRY_SQL, auditEntryValues(key, entry)]);
    },
    auditLog: (account, listing, gone) => database.auditLog(account, listing, gone),
    async forget({ sessionsSeen, sessionsMade, links, audit, usageHour, ceremonies }) {
      const gone = await database.write([
        [sql.forgetSessions, [sessionsSeen, sessionsMade]],
        [sql.forgetLinks, [links]],
        [sql.forgetAudit, [audit]],
        [sql.forgetUsage, [usageHour]],
        [sql.forgetSpent, [ceremonies]],
      ]);
      return gone.reduce((sum, rows) => sum + rows.length, 0);
    },
  };
}

/** Hash that matches no token. */
const NO_TOKEN_HASH = Buffer.alloc(0);

interface LinkRow extends Omit<PersonRow, 'text' | 'account_key' | keyof CopyRow> {
  readonly account_key: number | null;
  readonly text: string | null;
  readonly kind: LinkKind;
  readonly expires_on: number;
  readonly used_on: number | null;
}
