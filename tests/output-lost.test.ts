// A command whose output cannot be written says so in one line, or nothing at all where the reader wants no more.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { childEnvironment } from './support/child-environment.ts';
import { createPlace, type Place } from './support/place.ts';
import { runCommand } from './support/service.ts';

const mds = join(import.meta.dirname, '../bin/mds.js');
const CREATE = ['keys', 'create', '--preset', 'Full', '--name', 'ERP', '--account'];

test('a reader that wants no more ends a command quietly', async (t) => {
  const place = await createPlace(t, 'sqlite');
  for (const argv of [['--help'], ['completion', 'fish'], ['accounts', 'list']])
    assert.deepEqual(run(place, argv, '| true'), { status: 0, errors: '' });
});

test('a full disk under the output of a command is said in one line', async (t) => {
  const place = await createPlace(t, 'sqlite');
  for (const argv of [['--help'], ['accounts', 'list', '--json']]) {
    const errors = 'Standard output cannot be written: ENOSPC: no space left on device, write\n';
    assert.deepEqual(run(place, argv, '> /dev/full'), { status: 1, errors });
  }
});

test('a key whose secret could not be shown is revoked again', async (t) => {
  const { place, accountID, keys } = await firm(t);
  for (const output of ['> /dev/full', '| true']) {
    const { status, errors } = run(place, [...CREATE, accountID], output);
    assert.equal(status, 1);
    assert.match(errors, /^(Standard output .*\n)?The secret of \S+ was seen by nobody, so it is revoked again\.\n$/);
  }
  assert.deepEqual(
    (await keys()).map(({ revokedOn }) => revokedOn === null),
    [false, false],
  );
});

async function firm(t: TestContext) {
  const place = await createPlace(t, 'sqlite');
  const { accountID } = await runCommand(
    ['accounts', 'create', '--name', 'Northgate', '--admin-email', 'ann@example.com'],
    place.environment,
    place.folder,
  );
  const keys = (): Promise<{ revokedOn: string | null }[]> =>
    runCommand(['keys', 'list', '--account', accountID], place.environment, place.folder);
  return { place, accountID, keys };
}

/** The status of the command itself, and not of what reads it. */
function run({ folder, environment }: Place, argv: readonly string[], output: string) {
  const script = `exec 3>&1; { "$@" 3>&-; echo $? >&3; } ${output}`;
  const ended = spawnSync('/bin/sh', ['-c', script, 'sh', process.execPath, mds, ...argv], {
    cwd: folder,
    env: { ...childEnvironment(), ...environment },
    encoding: 'utf8',
  });
  return { status: Number(ended.stdout), errors: ended.stderr };
}
