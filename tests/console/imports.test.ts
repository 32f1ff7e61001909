import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const shared = [
  'src/catalogue/',
  'src/lib/visible-text.ts',
  'src/accounts/roles.ts',
  'src/webhooks/diagnostics/max-waiting-count.ts',
  'src/webhooks/diagnostics/remedies.ts',
];

test('of the service the console takes only what decides without asking anybody', () => {
  const seen = new Set<string>();
  const wrong: string[] = [];
  const follow = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, isType, to] of text.matchAll(/^(?:import|export)(?: (type))? [^;]*?from '(\.[^']+)';/gm)) {
      if (isType || !/\.tsx?$/.test(to!)) continue;
      const target = relative(root, resolve(root, dirname(file), to!));
      const isAllowed = target.startsWith('console/') || shared.some((one) => target.startsWith(one));
      if (!isAllowed) wrong.push(`${file} imports ${target}`);
      else follow(target);
    }
  };
  for (const file of globSync('console/src/**/*.{ts,tsx}', { cwd: root })) follow(file);
  assert.ok(
    [...seen].some((file) => file.startsWith('src/accounts/')),
    'the shared ones are followed',
  );
  assert.deepEqual(wrong, []);
});
