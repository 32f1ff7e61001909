import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { programName } from './typed.ts';

// What is printed as a command is pasted into a shell in the folder where it was printed.

const root = join(import.meta.dirname, '../..');
const withNode = dirname(process.execPath);

test('a command is printed as it works: in the project, in a folder below it, elsewhere, and without any node on the path', (t) => {
  const elsewhere = mkdtempSync(join(tmpdir(), "it's a folder "));
  t.after(() => rmSync(elsewhere, { recursive: true }));
  const cases: [folder: string, path: string, printed: string][] = [
    [root, withNode, './bin/mds.js'],
    [join(root, 'bin'), withNode, './mds.js'],
    [elsewhere, withNode, join(root, 'bin/mds.js')],
    [root, '/nonexistent', `${process.execPath} ./bin/mds.js`],
  ];
  for (const [folder, path, printed] of cases) {
    assert.equal(programName(folder, path, process.execPath), printed);
    assert.match(run(printed, folder, path), /^Usage: /);
  }
});

test('where the name mds leads here it is printed, and where it leads elsewhere it is not', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-typed-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ['ours', 'other']) mkdirSync(join(folder, name));
  symlinkSync(join(root, 'bin/mds.js'), join(folder, 'ours/mds'));
  symlinkSync('/bin/sh', join(folder, 'other/mds'));
  const path = `${folder}/ours:${withNode}`;
  assert.equal(programName(folder, path, process.execPath), 'mds');
  assert.match(run('mds', folder, path), /^Usage: /);
  assert.equal(programName(folder, `${folder}/other:${path}`, process.execPath), join(root, 'bin/mds.js'));
});

function run(printed: string, cwd: string, path: string): string {
  return execFileSync('/bin/sh', ['-c', `${printed} --help`], {
    cwd,
    env: { PATH: `${path}:/usr/bin:/bin` },
    encoding: 'utf8',
  });
}
