/** Stores passkeys and one-time ceremonies, in SQL that both engines understand. */
import type { AuditEntry } from '../../people/audit.ts';
import type { Passkey } from '../../people/passkey.ts';
import type { KnownHere, PeopleStore } from '../../people/store.ts';
import { writeIfWritable } from '../records/changes/conditional-write.ts';
import type { SqlStatement } from '../sql/portable-sql.ts';
import { auditEntryStatements } from './audit-entry.ts';
import type { PeopleDatabase, PersonRow } from './people.ts';
import { createPeopleStatements } from './people-statements.ts';

interface PasskeyRow {
  readonly id: string;
  readonly credential_id: Uint8Array;
  readonly public_key: Uint8Array;
  readonly counter: number;
  readonly transports: string;
  readonly name: string;
  readonly created_on: number;
  readonly last_used_on: number | null;
}

type PasskeyStore = Pick<
  PeopleStore,
  'passkeysOf' | 'passkey' | 'addPasskey' | 'usePasskey' | 'renamePasskey' | 'removePasskey' | 'spend'
>;

export function createPasskeyStore(database: PeopleDatabase, known: (row: PersonRow) => KnownHere): PasskeyStore {
  const sql = createPeopleStatements(database.words);
  const isDone = async (statement: string, values: Parameters<PeopleDatabase['ask']>[1]) => {
    const [rows = []] = await database.write([[statement, values]]);
    return rows.length > 0;
  };
  const isChanged = async (
    account: number,
    first: SqlStatement,
    audit: AuditEntry | undefined,
    onlyIf: readonly SqlStatement[] = [],
  ) =>
    (await writeIfWritable(database, account, { onlyIf, first, follows: () => auditEntryStatements(account, audit) })) >
    0;
  return {
    async passkeysOf({ key }, userID) {
      return (await database.ask<PasskeyRow>(sql.passkeysOf, [key, userID])).map(passkeyOf);
    },
    async passkey(credentialID) {
      const [row] = await database.ask<PasskeyRow & PersonRow>(sql.passkey, [credentialID]);
      return row && { ...known(row), passkey: passkeyOf(row) };
    },
    addPasskey: ({ key }, userID, passkey, most, { session, audit } = {}) => {
      const { id, credentialID, publicKey, counter, transports, name, createdOn } = passkey;
      const values = [key, userID, id, credentialID, publicKey, counter, transports.join(','), name, createdOn, most];
      const onlyIf: SqlStatement[] = session === undefined ? [] : [[sql.isSession, [key, userID, session]]];
      return isChanged(key, [sql.addPasskey, values], audit, onlyIf);
    },
    usePasskey: (credentialID, counter, now) => isDone(sql.usePasskey, [credentialID, counter, now]),
    renamePasskey: ({ key }, userID, id, name, audit) =>
      isChanged(key, [sql.renamePasskey, [key, userID, id, name]], audit),
    removePasskey: ({ key }, userID, id, audit) => isChanged(key, [sql.removePasskey, [key, userID, id]], audit),
    spend: (hash, expiresOn) => isDone(sql.spend, [hash, expiresOn]),
  };
}

function passkeyOf(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    credentialID: Buffer.from(row.credential_id),
    publicKey: Buffer.from(row.public_key),
    counter: row.counter,
    transports: row.transports === '' ? [] : row.transports.split(','),
    name: row.name,
    createdOn: row.created_on,
    lastUsedOn: row.last_used_on,
  };
}
