// Whatever is asked of a log, and however large what it is found by: little of it is held at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoggedChange } from '../../../records/log/entry.ts';
import type { KeptVersion } from '../../../records/log/versions.ts';
import { type LogSource, renderEntries, storedSizeOf, type VersionRange } from './log-entries.ts';

const RECORDS = 100;
const LARGE = 20_000;
/** What is found by 32 versions may come on top. */
const MAX = 4 * 1024 * 1024 + 33 * (LARGE + 100);
const NEWEST = 2_000;

test('of records that have become large since, a few are read at once', async () => {
  const { source, change, reads } = largeSince();
  const made = Array.from({ length: RECORDS }, (_, n) => change(n + 1, 1));
  assert.deepEqual(await namesIn(source, made), Array(RECORDS).fill('v1'));
  assert.ok(Math.max(...reads) <= MAX, `${Math.max(...reads)} at once`);
  assert.ok(reads.length < RECORDS, 'as many as fit');

  // One record of which every now and then a version is wanted.
  reads.length = 0;
  const some = Array.from({ length: 40 }, (_, n) => change(1, 1 + 20 * n)).toReversed();
  assert.deepEqual(
    await namesIn(source, some),
    some.map(({ version }) => `v${version}`),
  );
  assert.ok(Math.max(...reads) <= MAX, `${Math.max(...reads)} at once`);
});

test('all are found in their order, however few are given at once', async () => {
  const { source, change } = largeSince();
  // Those of a record lie among those of others, of which some are as they were left.
  const changes = Array.from({ length: 60 }, (_, n) =>
    change(1 + (n % 7), n < 28 && n % 4 === 0 ? NEWEST : 1 + 30 * n),
  );
  const names = changes.map(({ version }) => `v${version}`);
  for (const [records, versions] of [
    [1, 1],
    [1, 9],
    [9, 1],
    [3, 2],
  ] as const) {
    const few: LogSource = {
      records: async (asked, most) => (await source.records(asked, most)).slice(0, records),
      versions: async (ranges, most) => (await source.versions(ranges, most)).slice(0, versions),
    };
    assert.deepEqual(await namesIn(few, changes), names, `${records} records, ${versions} versions at once`);
  }
});

async function namesIn(source: LogSource, changes: readonly LoggedChange[]): Promise<string[]> {
  const names: string[] = [];
  for await (const { text } of renderEntries(source, 'log', changes, true)) names.push(JSON.parse(text).data.Name);
  return names;
}

/** Every change of a record has replaced something large; every 32nd version is kept whole. */
function largeSince() {
  /** Characters of versions, each time. */
  const reads: number[] = [];
  const textOf = (version: number) => `{"ID":1,"Name":"v${version}","Notes":"${'x'.repeat(LARGE)}"}`;
  const kept = (version: number): KeptVersion => ({
    version,
    before: version === 1 ? null : JSON.stringify({ Name: `v${version - 1}`, Notes: 'x'.repeat(LARGE) }),
    text: version % 32 === 0 ? textOf(version) : null,
  });
  const versionsOf = ({ from, to }: VersionRange) => Array.from({ length: to - from + 1 }, (_, n) => kept(to - n));
  const source: LogSource = {
    records: async (names) => names.map(({ id }) => ({ id, version: NEWEST, text: textOf(NEWEST) })),
    async versions(ranges, most) {
      const found: KeptVersion[][] = [];
      let size = 0;
      for (const range of ranges) {
        if (size >= most) break;
        found.push(versionsOf(range));
        size += found.at(-1)!.reduce((sum, one) => sum + storedSizeOf(one), 0);
      }
      reads.push(size);
      return found;
    },
  };
  const by = { kind: 'integration', id: '1', name: 'Key', email: 'k@example.com' } as const;
  const change = (id: number, version: number): LoggedChange => ({
    ...kept(version),
    ...{ seq: id * 1_000 + version, type: 'Tasks', id, on: 0, by, events: [] },
  });
  return { source, change, reads };
}
