/**
 * Compares a text with the committed golden file of that name, byte by byte. `UPDATE_GOLDENS=1 npm test -- tests/goldens` rewrites the files:
 * do so only for a change of what is public, and read the difference.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function assertGolden(name: string, text: string): void {
  const file = join(import.meta.dirname, name);
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, text);
  const golden = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (golden === text) return;
  const [expected, actual] = [golden.split('\n'), text.split('\n')];
  const first = actual.findIndex((line, index) => line !== expected[index]);
  const at = first === -1 ? actual.length : first;
  assert.fail(
    `tests/goldens/${name} differs from line ${at + 1} on.\nexpected: ${expected[at]}\nactual:   ${actual[at]}\n` +
      `What is public must not change by accident. Where it is meant: UPDATE_GOLDENS=1 npm test -- tests/goldens`,
  );
}
