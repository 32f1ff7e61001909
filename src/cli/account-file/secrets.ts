/**
 * Handles the secrets of an account in its file: encrypted with a passphrase, or left out. If left out, the names of
 * headers stay and their values are null. A subscription that has lost values arrives switched off, because its
 * receiver would reject every delivery.
 */
import { randomBytes, scrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Json, parseJson } from '../../lib/json.ts';
import { createSeals, keyIDIn, type Seals } from '../../lib/sealed.ts';
import { MAX_KEPT_REASON_CHARS } from '../../storage/secrets/resealing.ts';
import { mapRowSecrets, NO_HEADERS } from '../../storage/secrets/secret-columns.ts';
import { type AccountRow, columnIndexOf } from '../../storage/transfer/account-rows.ts';
import { CommandFailure } from '../command.ts';

/** Describes the secrets in a file. Files of older formats have no such header and store secrets in plain text. */
export type SecretsHeader = 'left out' | UnderPassphrase;

interface UnderPassphrase {
  readonly kdf: 'scrypt';
  /** 16 bytes in base64. */
  readonly salt: string;
  /** A known text, sealed: detects a wrong passphrase before any row is read. */
  readonly check: string;
}

/** Encrypts, decrypts or removes the secrets of a row. Returns undefined if the row is left out. */
export type TreatRow = (row: AccountRow) => AccountRow | undefined;

/** Cost of scrypt: each guess of a passphrase takes a third of a second and 32 MiB. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const LEAST_PASSPHRASE = 12;
const CHECK = 'mds-account';

export function readPassphrase(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (failure) {
    throw new CommandFailure(`The passphrase cannot be read: ${(failure as Error).message}`);
  }
  if (text.length >= LEAST_PASSPHRASE) return text;
  throw new CommandFailure(`The passphrase in ${file} is shorter than ${LEAST_PASSPHRASE} characters.`);
}

/** Returns the header and the row function to write an account to a file. */
export async function secretsForFile(
  accountID: string,
  passphrase: string | undefined,
): Promise<{ readonly header: SecretsHeader; readonly treat: TreatRow }> {
  if (passphrase === undefined) return { header: 'left out', treat: leaveOut };
  const salt = randomBytes(16);
  const seals = await sealsOf(passphrase, salt);
  return {
    header: { kdf: 'scrypt', salt: salt.toString('base64'), check: seals.seal(CHECK, accountID) },
    treat: (row) =>
      mapRowSecrets(row, accountID, (text, place) => {
        if (text === NO_HEADERS) return text;
        const sealed = seals.seal(text, place);
        return isDocument(row) ? JSON.stringify({ sealed }) : sealed;
      }),
  };
}

export type Passphrase = string | 'leave secrets out' | undefined;

/**
 * Returns the row function to read an account from a file. Throws if the file needs a passphrase and none, or a wrong
 * one, was given.
 */
export async function secretsFromFile(
  file: string,
  header: { readonly secrets?: SecretsHeader; readonly account: { readonly id: string } },
  passphrase: Passphrase,
): Promise<TreatRow> {
  const { secrets, account } = header;
  if (secrets === undefined || secrets === 'left out') return markMissing;
  if (typeof secrets !== 'object' || secrets === null) throw new CommandFailure(`${file} was not written by export.`);
  if (passphrase === 'leave secrets out') return (row) => markMissing(leaveSealedOut(row));
  if (passphrase === undefined) {
    throw new CommandFailure(
      `${file} holds secrets under a passphrase: say --passphrase-file FILE. Without it: --without-secrets.`,
    );
  }
  const salt = typeof secrets.salt === 'string' ? Buffer.from(secrets.salt, 'base64') : Buffer.alloc(0);
  if (secrets.kdf !== 'scrypt' || salt.length !== 16) throw new CommandFailure(`${file} was not written by export.`);
  const seals = await sealsOf(passphrase, salt);
  if (seals.open(String(secrets.check), account.id) !== CHECK) {
    throw new CommandFailure(`That is not the passphrase of ${file}. Nothing was imported.`);
  }
  return (row) =>
    mapRowSecrets(row, account.id, (text, place) => {
      const sealed = isDocument(row) ? sealedIn(text) : text;
      if (sealed === NO_HEADERS) return text;
      const opened = seals.open(sealed, place);
      if (typeof opened === 'string') return opened;
      throw new CommandFailure(`${file} was altered or damaged: a secret cannot be read. Nothing was imported.`);
    });
}

async function sealsOf(passphrase: string, salt: Buffer): Promise<Seals> {
  const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);
  return createSeals([await derive(passphrase.normalize('NFC'), salt, 32, COST)]);
}

/** True if the secret is stored in a document column, whose value must be an object. */
function isDocument({ kind }: AccountRow): boolean {
  return kind === 'idempotency_keys';
}

function sealedIn(text: string): string {
  const parsed = parseJson(text);
  return parsed.ok ? String((parsed.value as { sealed?: Json }).sealed) : '';
}

const HEADERS = columnIndexOf('subscriptions', 'sealed_headers');
const SIGNING = columnIndexOf('subscriptions', 'signing_secrets');
const ACTIVE = columnIndexOf('subscriptions', 'active');
const REASON = columnIndexOf('subscriptions', 'deactivate_reason');

function leaveOut(row: AccountRow): AccountRow | undefined {
  // This stored response contains secrets; it is kept for a day to answer a repeated request.
  if (row.kind === 'idempotency_keys') {
    return row.values[columnIndexOf('idempotency_keys', 'type')] === 'Webhooks' ? undefined : row;
  }
  if (row.kind !== 'subscriptions') return row;
  const names = Object.keys(JSON.parse(row.values[HEADERS] as string));
  const valueless = JSON.stringify(Object.fromEntries(names.map((name) => [name, null])));
  return { kind: row.kind, values: row.values.with(HEADERS, valueless).with(SIGNING, null) };
}

/** Removes encrypted secrets whose passphrase is lost: even the header names are unknown. */
function leaveSealedOut(row: AccountRow): AccountRow | undefined {
  if (row.kind === 'idempotency_keys') return leaveOut(row);
  if (row.kind !== 'subscriptions') return row;
  const isLost = keyIDIn(row.values[HEADERS] as string) !== undefined;
  const values = row.values.with(SIGNING, null).with(HEADERS, isLost ? '{"?":null}' : NO_HEADERS);
  return { kind: row.kind, values };
}

/**
 * Switches off a subscription whose header values are missing, and records the reason, even if it was already off for
 * another reason.
 */
function markMissing(row: AccountRow | undefined): AccountRow | undefined {
  if (row?.kind !== 'subscriptions') return row;
  const names = missingIn(row);
  if (names.length === 0) return row;
  const which = names[0] === '?' ? '' : ` (${names.join(', ').slice(0, 400)})`;
  const reason = `The values of its headers${which} ${MISSING}`;
  const before = row.values[REASON] === null ? '' : `${String(row.values[REASON]).slice(0, MAX_KEPT_REASON_CHARS)} `;
  const off = row.values.with(ACTIVE, false).with(REASON, before + reason);
  return { kind: row.kind, values: off.with(HEADERS, NO_HEADERS) };
}

const MISSING = 'did not come with the account: set them, then switch it on again.';

/** True if the subscription is off because its header values are missing. */
export function arrivesOff({ kind, values }: AccountRow): boolean {
  return kind === 'subscriptions' && String(values[REASON]).endsWith(MISSING);
}

/** Returns the names of the headers whose values were left out. */
export function missingIn(row: AccountRow): string[] {
  if (row.kind !== 'subscriptions') return [];
  const parsed = parseJson(row.values[HEADERS] as string);
  const headers = parsed.ok && parsed.value !== null && typeof parsed.value === 'object' ? parsed.value : {};
  return Object.entries(headers).flatMap(([name, value]) => (value === null ? [name] : []));
}
