/**
 * Reads an account file, and trusts nothing in it before the last line has proved that it is complete and unaltered.
 */
import { createHash } from 'node:crypto';
import { parseCurrency } from '../../accounts/currency.ts';
import { refuseName } from '../../accounts/name.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import { type AccountRow, isWaitingDelivery } from '../../storage/transfer/account-rows.ts';
import { CommandFailure } from '../command.ts';
import { typed } from '../typed.ts';
import {
  type FileKind,
  FORMAT,
  type Header,
  lastLine,
  lineReader,
  parse,
  parseLine,
  type Totals,
  VERSION,
  VERSIONS,
} from './format.ts';
import type { RowJudge } from './judge.ts';
import { linesOf, NEWLINE } from './lines.ts';
import { ofThisVersion } from './older-records.ts';
import { type Passphrase, secretsFromFile, type TreatRow } from './secrets.ts';

export interface AccountFile {
  readonly header: Header;
  readonly totals: Totals;
  /** Reads the rows again. Throws at the end if the file has changed since the first read. */
  rows(): AsyncGenerator<AccountRow>;
}

/**
 * Reads the file to its end once. Throws a CommandFailure with the fault: first whether the file is complete, and only
 * then whether its contents are valid.
 */
export async function readAccountFile(file: string, judge?: RowJudge, passphrase?: Passphrase): Promise<AccountFile> {
  let header: Header | undefined;
  let totals: Totals | undefined;
  let fault: string | undefined;
  let treat: TreatRow = (row) => row;
  for await (const part of partsOf(file)) {
    if ('header' in part) {
      header = part.header;
      fault = judge && faultOfHeader(header);
      if (fault === undefined) treat = await secretsFromFile(file, header, passphrase);
    } else if ('totals' in part) totals = part.totals;
    else if (judge !== undefined && fault === undefined) {
      const own = arriving(part.row, header!, treat);
      const wrong = typeof own === 'string' ? own : own && judge.row(own, header!.account.id);
      if (wrong !== undefined) fault = `line ${part.line} (${part.row.kind}): ${wrong}`;
    }
  }
  fault ??= judge?.end();
  if (fault !== undefined) {
    throw new CommandFailure(
      `${file} cannot be imported: ${visibleLine(fault.slice(0, MAX_FAULT))}. Nothing was imported.`,
    );
  }
  const proved = totals!.sha256;
  return {
    header: header!,
    totals: totals!,
    async *rows() {
      for await (const part of partsOf(file)) {
        const row = 'row' in part ? arriving(part.row, header!, treat) : undefined;
        if (row !== undefined) yield row as AccountRow;
        if ('totals' in part && part.totals.sha256 !== proved) throw altered(file);
      }
    },
  };
}

/** Returns the row to import with its secrets, undefined if it must be left out, or its fault as a string. */
function arriving(row: AccountRow, header: Header, treat: TreatRow): AccountRow | string | undefined {
  const own = ofThisVersion(row, header);
  return typeof own === 'string' ? own : treat(own);
}

type Part =
  | { readonly header: Header }
  | { readonly row: AccountRow; readonly line: number }
  | { readonly totals: Totals };

async function* partsOf(file: string): AsyncGenerator<Part> {
  const hash = createHash('sha256');
  const counts: Partial<Record<FileKind, number>> = {};
  let waiting = 0;
  let number = 0;
  let ended = false;
  let version: Header['version'] = VERSION;
  let read = lineReader(version);
  for await (const bytes of linesOf(file)) {
    if (ended) throw altered(file);
    number++;
    const isWhole = bytes.at(-1) === NEWLINE;
    const line = bytes.toString('utf8', 0, isWhole ? bytes.length - 1 : bytes.length);
    if (number === 1) {
      const header = headerOf(line, file);
      version = header.version;
      read = lineReader(version);
      yield { header };
    } else if (!isWhole) {
      break;
    } else if (line.startsWith('{"kind":"end"')) {
      const totals = { counts, waiting, sha256: hash.digest('hex') };
      if (line !== lastLine(totals, version)) throw altered(file);
      ended = true;
      yield { totals };
    } else {
      const found = read(line);
      if (found === undefined) throw altered(file, `line ${number} cannot be read${reasonOf(line)}`);
      const { kind, row } = found;
      counts[kind] = (counts[kind] ?? 0) + 1;
      if (row !== undefined && isWaitingDelivery(row)) waiting++;
      if (row !== undefined) yield { row, line: number };
    }
    if (!ended) hash.update(bytes);
  }
  if (number === 0) throw notOurs(file);
  if (!ended) throw new CommandFailure(`${file} is cut off after line ${number}. ${AGAIN}`);
}

function reasonOf(line: string): string {
  const parsed = parseLine(line);
  if (parsed.ok) return ' as a row: it has other columns, or other kinds of values';
  return ` (${parsed.message}${parsed.at ? ` at ${parsed.at.slice(0, 100)}` : ''})`;
}

function headerOf(line: string, file: string): Header {
  const header = parse(line) as unknown as Header | undefined;
  if (header?.kind !== 'header' || header.format !== FORMAT) throw notOurs(file);
  if (!VERSIONS.includes(header.version)) {
    throw new CommandFailure(
      `${file} has format ${JSON.stringify(header.version)}; this program reads format ${VERSIONS.join(', ').replace(/, (\d+)$/, ' and $1')}. Import it with the version that wrote it.`,
    );
  }
  return header;
}

/**
 * Returns the fault of the header. The name of the account is printed and used on the command line, so it must be
 * valid.
 */
function faultOfHeader({ account, shardID, frozen }: Header): string | undefined {
  const { id, name, createdOn, currency } = account ?? {};
  const isSound = [id, shardID].every((text) => typeof text === 'string' && /^[\w.-]{1,100}$/.test(text));
  if (!isSound || typeof frozen !== 'boolean') return 'line 1 does not say which account it is, and of which shard';
  if (!Number.isSafeInteger(createdOn) || createdOn < 0 || createdOn > LAST_TIME)
    return 'line 1 has a time that cannot be';
  if (currency !== undefined && (typeof currency !== 'string' || parseCurrency(currency) !== currency))
    return 'line 1 has a currency that is no code of ISO 4217';
  return typeof name === 'string' ? refuseName('account', name)?.refused.replace(/\.$/, '') : 'line 1 has no name';
}
const LAST_TIME = 253_402_300_799_999;
/**
 * Maximum length of a quoted fault. Text from a file may be long, and must stay on one line: a separate line could look
 * like program output.
 */
const MAX_FAULT = 500;

const AGAIN = 'Nothing was imported. Export the account again, or copy the file again.';

function altered(file: string, where = 'its checksum or its counts do not hold'): CommandFailure {
  return new CommandFailure(`${file} was altered or damaged: ${visibleLine(where)}. ${AGAIN}`);
}

function notOurs(file: string): CommandFailure {
  return new CommandFailure(`${file} is not an exported account. See: ${typed('export --help')}`);
}
