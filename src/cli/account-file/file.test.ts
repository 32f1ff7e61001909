import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { AccountRow } from '../../storage/transfer/account-rows.ts';
import { CommandFailure } from '../command.ts';
import { catalogueFingerprint, FORMAT, type Header, lineOf, lineReader, VERSION } from './format.ts';
import { readAccountFile } from './read.ts';
import { writeAccountFile } from './write.ts';

const header: Header = {
  kind: 'header',
  format: FORMAT,
  version: VERSION,
  catalogue: catalogueFingerprint(),
  exportedOn: '2026-11-15T00:00:00.000Z',
  shardID: 's1',
  engine: 'sqlite',
  frozen: true,
  account: { id: 'acc_1', name: 'Harbour "&" Pine\u2028', createdOn: 1_750_000_000_123 },
};

// Not as JSON.stringify would write it: what comes back is the text itself and no text like it.
const text =
  '{ "ID":1.0, "Name":"\\u00e9 ,\\"text\\":{} é\u2028\u2029","CustomFields":{"b":1,"a":1e2,",\\"text\\":":2}}';
const rows: AccountRow[] = [
  { kind: 'record_counters', values: ['Tasks', 9_007_199_254_740_991] },
  { kind: 'Tasks', values: [3, text] },
  { kind: 'idempotency_keys', values: ['int_1', ',"text":{', 'f', 'Tasks', 1, 1, 1_750_000_000_000, '{}'] },
  {
    kind: 'integrations',
    values: ['int_1', 'K\n"', 'Admin', '', 'mds_1', '00ff', null, null, null, 'a@b.c', 1, 'a@b.c', null, false],
  },
];

for (const compressed of [false, true]) {
  const form = compressed ? 'compressed' : 'plain';

  test(`what is read is what was written, to the byte (${form})`, async (t) => {
    const { file, totals } = await written(t, rows, compressed);
    const read = await readAccountFile(file);
    assert.deepEqual(read.header, header);
    assert.deepEqual(read.totals, totals);
    assert.deepEqual(totals.counts, { record_counters: 1, Tasks: 1, idempotency_keys: 1, integrations: 1 });
    assert.deepEqual(await Array.fromAsync(read.rows()), rows);
  });

  test(`a file cut off anywhere is refused (${form})`, async (t) => {
    const { file } = await written(t, rows, compressed);
    const whole = readFileSync(file);
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(file, whole.subarray(0, length));
      await assert.rejects(readAccountFile(file), CommandFailure, `the first ${length} bytes`);
    }
  });

  test(`a file with any byte altered is refused (${form})`, async (t) => {
    const { file } = await written(t, rows, compressed);
    const whole = readFileSync(file);
    for (let at = 0; at < whole.length; at++) {
      for (const bit of [0x01, 0x20, 0x80]) {
        const altered = Buffer.from(whole);
        altered[at]! ^= bit;
        // Compression has bits that mean nothing: what unpacks to the very same is not altered.
        if (compressed && unpacked(altered)?.equals(unpacked(whole)!)) continue;
        writeFileSync(file, altered);
        await assert.rejects(readAccountFile(file), CommandFailure, `byte ${at} ^ ${bit}`);
      }
    }
  });
}

test('lines longer than any buffer, and an account without any rows, come through', async (t) => {
  const long = JSON.stringify({ ID: 1, Name: 'é'.repeat(900_000) });
  const many: AccountRow[] = Array.from({ length: 5 }, (_, n) => ({ kind: 'Tasks', values: [n + 1, long] }));
  for (const some of [many, []]) {
    const { file } = await written(t, some, false);
    assert.deepEqual(await Array.fromAsync((await readAccountFile(file)).rows()), some);
  }
});

test('lines that are missing, added, repeated or in another place are refused', async (t) => {
  const { file } = await written(t, rows, false);
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const variants = {
    'without one row': lines.toSpliced(2, 1),
    'with a row twice': lines.toSpliced(2, 0, lines[2]!),
    'with two rows exchanged': lines.toSpliced(1, 2, lines[2]!, lines[1]!),
    'with something behind its end': [...lines, lines[1]!],
    'with two ends': [...lines, lines.at(-1)!],
    'with an empty line': lines.toSpliced(1, 0, ''),
  };
  for (const [what, altered] of Object.entries(variants)) {
    writeFileSync(file, `${altered.join('\n')}\n`);
    await assert.rejects(readAccountFile(file), /altered or damaged/, what);
  }
});

test('a key in a file of format 4 has no secrets but its own and the one before it', () => {
  const [one] = rows.filter(({ kind }) => kind === 'integrations');
  const line = lineOf(one!).replace('"earlier_secrets":null,', '');
  assert.deepEqual(lineReader(4)(line)?.row, one);
  assert.equal(lineReader(VERSION)(line), undefined);
});

test('another format, other record types and other files are refused, each by its name', async (t) => {
  const { file } = await written(t, rows, false);
  const whole = readFileSync(file, 'utf8');
  const cases: [string | Buffer, RegExp][] = [
    [whole.replace('"version":6', '"version":7'), /has format 7; this program reads format 1, 2, 3, 4, 5 and 6/],
    [whole.replace(header.catalogue, '0123456789abcdef'), /altered or damaged/],
    ['', /not an exported account/],
    ['{}\n', /not an exported account/],
    [Buffer.alloc(100_000, 7), /not an exported account/],
    [gzipSync('hello'), /not an exported account/],
  ];
  for (const [content, message] of cases) {
    writeFileSync(file, content);
    await assert.rejects(readAccountFile(file), message);
  }
  await assert.rejects(readAccountFile(`${file}.gone`), /cannot be read/);
});

test('a file exchanged for another between its proof and its import is noticed', async (t) => {
  const first = await written(t, rows, false);
  const read = await readAccountFile(first.file);
  const other = await written(t, rows.slice(1), false);
  writeFileSync(first.file, readFileSync(other.file));
  await assert.rejects(Array.fromAsync(read.rows()), /altered or damaged/);
});

test('compression changes nothing but the size', async (t) => {
  const [plain, packed] = [await written(t, rows, false), await written(t, rows, true)];
  assert.deepEqual(gunzipSync(readFileSync(packed.file)), readFileSync(plain.file));
});

function unpacked(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}

async function written(t: TestContext, rows: readonly AccountRow[], compressed: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'mds-account-file-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'account');
  async function* each() {
    yield* rows;
  }
  const totals = await writeAccountFile(file, { header, rows: each(), compressed, progress: () => {} });
  return { file, totals };
}
