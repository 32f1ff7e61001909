// Whatever is asked of a log, and however large what it is found by: little of it is held at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoggedChange } from '../records/log/entry.ts';
import type { KeptVersion } from '../records/log/versions.ts';
import { entriesOf, type LogSource, sizeOf, type VersionRange } from './log-entries.ts';

const RECORDS = 100;
const LARGE = 20_000;
const MOST = 4 * 1024 * 1024;

test('of records that have become large since, a few are read at once', async () => {
  const reads: number[] = [];
  const { source, change } = largeSince((versions) =>
    reads.push(versions.flat().reduce((sum, one) => sum + sizeOf(one), 0)),
  );
  const made = Array.from({ length: RECORDS }, (_, n) => change(n + 1, 1));
  const names: string[] = [];
  for await (const { text } of entriesOf(source, 'log', made, true)) names.push(JSON.parse(text).data.Name);
  assert.deepEqual(names, Array(RECORDS).fill('v1'));
  assert.ok(Math.max(...reads) <= MOST, `${Math.max(...reads)} at once`);
  assert.ok(reads.length < RECORDS, 'as many as fit');

  // One record of which every now and then a version is wanted.
  reads.length = 0;
  const some = Array.from({ length: 40 }, (_, n) => change(1, 1 + 20 * n));
  const found: string[] = [];
  for await (const { text } of entriesOf(source, 'log', some.toReversed(), true))
    found.unshift(JSON.parse(text).data.Name);
  assert.deepEqual(
    found,
    some.map(({ version }) => `v${version}`),
  );
  assert.ok(Math.max(...reads) <= MOST, `${Math.max(...reads)} at once`);
});

/** Every change of a record has replaced something large; every 32nd version is kept whole. */
function largeSince(tell: (versions: readonly (readonly KeptVersion[])[]) => void) {
  const textOf = (version: number) => `{"ID":1,"Name":"v${version}","Notes":"${'x'.repeat(LARGE)}"}`;
  const kept = (version: number): KeptVersion => ({
    version,
    before: version === 1 ? null : JSON.stringify({ Name: `v${version - 1}`, Notes: 'x'.repeat(LARGE) }),
    text: version % 32 === 0 ? textOf(version) : null,
  });
  const versionsOf = ({ from, to }: VersionRange) => Array.from({ length: to - from + 1 }, (_, n) => kept(to - n));
  const source: LogSource = {
    records: async (names) => names.map(({ id }) => ({ id, version: 2_000, text: textOf(2_000) })),
    sizes: async (ranges) =>
      ranges.map((range) => versionsOf(range).reduce((sum, one) => sum + sizeOf(one), textOf(2_000).length)),
    async versions(ranges) {
      const found = ranges.map(versionsOf);
      tell(found);
      return found;
    },
  };
  const by = { kind: 'integration', id: '1', name: 'Key', email: 'k@example.com' } as const;
  const change = (id: number, version: number): LoggedChange => ({
    ...kept(version),
    ...{ seq: id * 1_000 + version, type: 'Tasks', id, on: 0, by, events: [] },
  });
  return { source, change };
}
