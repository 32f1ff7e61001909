import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const STATEMENT = /\bname: (['`])(?<name>[^'`]+)\1,\s*(?:deadline: [^,]+,\s*)?text:/g;

test('no two statements have the same name, which a connection would refuse', () => {
  const storage = join(import.meta.dirname, '../..');
  const files = globSync('**/*.ts', { cwd: storage }).filter((file) => !file.endsWith('.test.ts'));
  const texts = files.map((file) => readFileSync(join(storage, file), 'utf8'));
  const names = texts.flatMap((text) => Array.from(text.matchAll(STATEMENT), ({ groups }) => groups!.name));
  assert.ok(names.length > 100, `${names.length} were found`);
  assert.deepEqual(
    names.filter((name, n) => names.indexOf(name) !== n),
    [],
  );
});
