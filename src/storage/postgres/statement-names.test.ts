import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

test('no two statements have the same name, which a connection would refuse', () => {
  const folder = join(import.meta.dirname, '..');
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'));
  const names = files.flatMap((file) =>
    [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /\bname: (['`])([^'`]+)\1,\s*(?:deadline: [^,]+,\s*)?text:/g,
      ),
    ].map(([, , name]) => name!),
  );
  assert.ok(names.length > 100, `${names.length} were found`);
  assert.deepEqual(
    names.filter((name, n) => names.indexOf(name) !== n),
    [],
  );
});
