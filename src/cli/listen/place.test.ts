import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { CommandFailure } from '../command.ts';
import { createPlaceKeeper } from './place.ts';

const feed = (entityType: string) => ({ url: 'https://mds.example', apiKey: 'k', entityType, action: undefined });

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'mds-place-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('runs side by side keep a place each, however they take turns', (t) => {
  const folder = folderOf(t);
  const file = join(folder, 'mds-listen.json');
  const types = ['Tasks', 'Assets'] as const;
  const keepers = types.map((type) => createPlaceKeeper(file, feed(type)));
  for (const cursor of ['1', '2']) for (const [n, keeper] of keepers.entries()) keeper.keep(`${types[n]} ${cursor}`);
  for (const type of types) assert.equal(createPlaceKeeper(file, feed(type)).place(), `${type} 2`);
  assert.equal(createPlaceKeeper(file, feed('Users')).place(), undefined);
  assert.equal(readdirSync(folder).length, 2, 'nothing unfinished is left');
});

test('two processes of one feed do not take its file from under each other', async (t) => {
  const file = join(folderOf(t), 'mds-listen.json');
  const program = `
    const { createPlaceKeeper } = await import(${JSON.stringify(import.meta.resolve('./place.ts'))});
    const keeper = createPlaceKeeper(${JSON.stringify(file)}, ${JSON.stringify(feed('Tasks'))});
    for (let n = 1; n <= 20_000; n++) keeper.keep(String(n));`;
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  await Promise.all([run(), run()]);
  assert.equal(createPlaceKeeper(file, feed('Tasks')).place(), '20000');
});

test('the places of one file for all feeds, as it was once written, count until a feed has its own', (t) => {
  const folder = folderOf(t);
  const file = join(folder, 'mds-listen.json');
  // The first characters of the hash of the feed.
  writeFileSync(file, JSON.stringify({ e69d67126b4f12bf: 'old', 'another feed': 'other' }));
  const keeper = createPlaceKeeper(file, feed('Tasks'));
  assert.equal(keeper.place(), 'old');
  keeper.keep('new');
  assert.equal(createPlaceKeeper(file, feed('Tasks')).place(), 'new');
});

test('a file that holds no places, and a folder nothing can be written to, are told in a line before anything is posted', (t) => {
  const folder = folderOf(t);
  const file = join(folder, 'mds-listen.json');
  for (const text of ['[]', 'null', '"text"', '7', '{']) {
    writeFileSync(file, text);
    assert.throws(
      () => createPlaceKeeper(file, feed('Tasks')),
      isFailure(/mds-listen\.json cannot be read as the places/),
    );
  }
  const nowhere = join(folder, 'nowhere', 'x.json');
  assert.throws(
    () => createPlaceKeeper(nowhere, feed('Tasks')),
    isFailure(/nowhere\/x\.json cannot be written: ENOENT/),
  );
});

test('a place that can no longer be kept is told in a line', (t) => {
  const folder = folderOf(t);
  const keeper = createPlaceKeeper(join(folder, 'x.json'), feed('Tasks'));
  rmSync(folder, { recursive: true });
  assert.throws(() => keeper.keep('1'), isFailure(/x\.json.* cannot be written: ENOENT/));
});

const isFailure = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof CommandFailure, String(error));
  assert.match(error.message, message);
  assert.doesNotMatch(error.message, /\n/);
  return true;
};
