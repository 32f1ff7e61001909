import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = dirname(import.meta.dirname);

test('every link from a page to a file of the repository leads somewhere', () => {
  const pages = globSync('**/*.md', { cwd: root, exclude: (path) => /(^|\/)(node_modules|\.git|data)$/.test(path) });
  assert.ok(pages.length > 20);
  const dead = pages.flatMap((page) => {
    // What stands in code is no link.
    const text = readFileSync(join(root, page), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
    const targets = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)].map(([, target = '']) => target);
    return targets
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target}`);
  });
  assert.deepEqual(dead, []);
});
