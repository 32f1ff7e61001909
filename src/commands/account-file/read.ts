/** Reads the file of an account, and believes nothing of it before its last line has proved it whole and unaltered. */
import { createHash } from 'node:crypto';
import type { Json } from '../../kernel/json.ts';
import { type AccountRow, isWaiting, type RowKind } from '../../storage/account-rows.ts';
import { CommandFailure } from '../command.ts';
import { typed } from '../typed.ts';
import { FORMAT, type Header, lastLine, parse, rowOf, type Totals, VERSION } from './format.ts';
import { linesOf, NEWLINE } from './lines.ts';

export interface AccountFile {
  readonly header: Header;
  readonly totals: Totals;
  /** The rows, read again. Throws at their end should the file have changed in the meantime. */
  rows(): AsyncGenerator<AccountRow>;
}

/** Reads it to its end once. Throws a CommandFailure that says what is wrong with it. */
export async function readAccountFile(file: string): Promise<AccountFile> {
  let header: Header | undefined;
  let totals: Totals | undefined;
  for await (const part of partsOf(file)) {
    if ('header' in part) header = part.header;
    else if ('totals' in part) totals = part.totals;
  }
  const proved = totals!.sha256;
  return {
    header: header!,
    totals: totals!,
    async *rows() {
      for await (const part of partsOf(file)) {
        if ('row' in part) yield part.row;
        else if ('totals' in part && part.totals.sha256 !== proved) throw altered(file);
      }
    },
  };
}

type Part = { readonly header: Header } | { readonly row: AccountRow } | { readonly totals: Totals };

async function* partsOf(file: string): AsyncGenerator<Part> {
  const hash = createHash('sha256');
  const counts: Partial<Record<RowKind, number>> = {};
  let waiting = 0;
  let number = 0;
  let ended = false;
  for await (const bytes of linesOf(file)) {
    if (ended) throw altered(file);
    number++;
    const isWhole = bytes.at(-1) === NEWLINE;
    const line = bytes.toString('utf8', 0, isWhole ? bytes.length - 1 : bytes.length);
    if (number === 1) {
      yield { header: headerOf(line, file) };
    } else if (!isWhole) {
      break;
    } else if (line.startsWith('{"kind":"end"')) {
      const totals = { counts, waiting, sha256: hash.digest('hex') };
      if (line !== lastLine(totals)) throw altered(file);
      ended = true;
      yield { totals };
    } else {
      const row = rowOf(line);
      if (row === undefined)
        throw altered(file, `line ${number} cannot be read, or is of a newer version of this program`);
      counts[row.kind] = (counts[row.kind] ?? 0) + 1;
      if (isWaiting(row)) waiting++;
      yield { row };
    }
    if (!ended) hash.update(bytes);
  }
  if (number === 0) throw notOurs(file);
  if (!ended) throw new CommandFailure(`${file} is cut off after line ${number}. ${AGAIN}`);
}

function headerOf(line: string, file: string): Header {
  const header = parse(line) as unknown as Header | undefined;
  if (header?.kind !== 'header' || header.format !== FORMAT) throw notOurs(file);
  if (header.version !== VERSION) {
    throw new CommandFailure(
      `${file} has format ${header.version as Json}; this program reads format ${VERSION}. Import it with the version that wrote it.`,
    );
  }
  return header;
}

const AGAIN = 'Nothing was imported. Export the account again, or copy the file again.';

function altered(file: string, where = 'its checksum or its counts do not hold'): CommandFailure {
  return new CommandFailure(`${file} was altered or damaged: ${where}. ${AGAIN}`);
}

function notOurs(file: string): CommandFailure {
  return new CommandFailure(`${file} is not an exported account. See: ${typed('export --help')}`);
}
