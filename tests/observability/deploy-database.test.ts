// Whatever is typed beside a deployed service works on its database: the unit, the command in its comment, and the nightly
// backups of the guide. What systemd, cron and docker would run is run here, with their folders in a temporary one.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';

const root = dirname(dirname(import.meta.dirname));
const unit = readFileSync(join(root, 'deploy/mds.service'), 'utf8');
const guide = readFileSync(join(root, 'docs/backup.md'), 'utf8');
const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');

test('the command in the comment of the unit has every property of the unit that decides on its data', () => {
  const beside = commandBeside();
  const deciding = [
    'DynamicUser',
    'User',
    'UMask',
    'StateDirectory',
    'StateDirectoryMode',
    'WorkingDirectory',
    'Environment',
    'EnvironmentFile',
  ];
  for (const name of deciding) assert.equal(beside.properties[name], propertyOf(name), name);
  assert.deepEqual(Object.keys(beside.properties).sort(), [...deciding].sort());
  assert.equal(beside.program, propertyOf('ExecStart').replace(/ serve$/, ''));
});

test('what is typed beside the unit, and what cron runs at night, works on the database of the unit', async (t) => {
  const machine = createMachine(t);
  const environment = Object.fromEntries(
    propertyOf('Environment')
      .split(' ')
      .map((pair) => pair.split(/=(.*)/)),
  );
  await machine.run(propertyOf('ExecStart').replace(/ serve$/, ' migrate'), environment);
  const { properties, program, words } = commandBeside();
  const settings = Object.fromEntries(properties.Environment!.split(' ').map((pair) => pair.split(/=(.*)/)));
  await machine.run(`${program} ${words}`, settings);
  await machine.run(cronLine('systemd'), {});
  assert.deepEqual(
    readdirSync(machine.folderOf('/var/backups')).map((name) => name.replace(/\d{4}-\d\d-\d\d/, 'DAY')),
    ['mds-DAY.db'],
  );
  const [copy] = readdirSync(machine.folderOf('/var/backups'));
  const listed = await machine.run(`${program} accounts list`, { DATABASE_URL: `sqlite:/var/backups/${copy}` });
  assert.match(listed, /Northgate Lifts/);
});

test('the nightly backup of a container is written where its image may write, and leaves nothing there', () => {
  const [, name] = /docker run --name (\S+)/.exec(dockerfile)!;
  const [, folder] = /DATABASE_URL=sqlite:(\S+)\/mds\.db/.exec(dockerfile)!;
  const [, workdir] = /^WORKDIR (\S+)\n# Whoever/m.exec(dockerfile)!;
  assert.match(dockerfile, /^COPY bin bin$/m, `bin/mds.js is in ${workdir}`);
  const line = cronLine('image');
  assert.ok(line.includes(`docker exec ${name} node bin/mds.js backup --to ${folder}/backup.db;`));
  assert.ok(line.includes(`docker cp ${name}:${folder}/backup.db `));
  assert.ok(line.includes(`docker exec ${name} rm ${folder}/backup.db `));
});

for (const [kind, database] of [
  ['systemd', '/var/lib/mds/mds.db'],
  ['image', '/data/mds.db'],
] as const) {
  test(`older backups are deleted after a good one alone, and a damaged copy is kept (${kind})`, async (t) => {
    const machine = createMachine(t);
    const [backups, file] = [machine.folderOf('/var/backups'), machine.folderOf(database)];
    const settings = { DATABASE_URL: `sqlite:${database}` };
    await machine.run('/opt/mds/node_modules/.bin/node /opt/mds/bin/mds.js migrate', settings);
    const older = join(backups, 'mds-2020-01-01.db');
    writeFileSync(older, 'good');
    utimesSync(older, 0, 0);
    // What docker runs in the container is run here.
    const line = cronLine(kind).replaceAll('docker exec mds ', '').replaceAll('docker cp mds:', 'cp ');
    const night = async () => {
      await machine.run(`cd ${root}; PATH=/opt/mds/node_modules/.bin:$PATH; (${line}) || true`, settings);
      return readdirSync(backups).map((name) => name.replace(/202[1-9]-\d\d-\d\d/, 'DAY'));
    };

    const sound = readFileSync(file);
    rmSync(file);
    assert.deepEqual(await night(), ['mds-2020-01-01.db'], 'it failed');
    writeFileSync(file, sound);
    damageTasks(file);
    assert.deepEqual(await night(), ['mds-2020-01-01.db', 'mds-DAY.db'], 'it found damage');
    assert.equal(readFileSync(older, 'utf8'), 'good');
    writeFileSync(file, sound);
    for (const name of readdirSync(backups)) if (name !== basename(older)) rmSync(join(backups, name));
    assert.deepEqual(await night(), ['mds-DAY.db'], 'it is good');
    assert.ok(!existsSync(machine.folderOf('/data/backup.db')));
  });
}

/** Of the table of tasks nothing is left to be read. */
function damageTasks(file: string): void {
  const db = new DatabaseSync(file);
  const [{ page }] = db.prepare(`SELECT rootpage AS page FROM sqlite_schema WHERE name = 'tasks'`).all() as [
    { page: number },
  ];
  const [{ page_size: size }] = db.prepare('PRAGMA page_size').all() as [{ page_size: number }];
  db.close();
  writeFileSync(file, readFileSync(file).fill(0xa5, (page - 1) * size, page * size));
}

function propertyOf(name: string): string {
  const values = [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);
  assert.equal(values.length, 1, name);
  return values[0]!;
}

interface Beside {
  readonly properties: Record<string, string>;
  readonly program: string;
  readonly words: string;
}

/** The `systemd-run` of the comment, which goes over several lines. */
function commandBeside(): Beside {
  const [, text = ''] = /^# {3}systemd-run ((?:.*\\\n)*.*)$/m.exec(unit)!;
  const line = text.replaceAll(/ *\\\n# */g, ' ');
  const property = /--property (?:'([^=]+)=([^']*)'|([^= ]+)=(\S+)) */g;
  const pairs = [...line.matchAll(property)].map(([, quoted, value, name, word]) => [quoted ?? name!, value ?? word!]);
  const [, program, words] = /^(\S+ \S+) (.*)$/.exec(line.replaceAll(property, '').replace(/^--pipe --wait /, ''))!;
  return { properties: Object.fromEntries(pairs), program: program!, words: words! };
}

/** What cron gives to the shell: without the time, and `\%` as `%`. */
function cronLine(kind: 'systemd' | 'image'): string {
  const [, line = ''] = new RegExp(`<!-- ${kind} -->\n\`\`\`cron\n(.*)\n`).exec(guide)!;
  return line.replace(/^(\S+ ){5} */, '').replaceAll('\\%', '%');
}

/** A shell as on a machine whose /opt/mds is this project and whose /var and /data lie in a temporary folder. */
function createMachine(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'mds-machine-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of ['/var/lib/mds', '/var/backups', '/data']) mkdirSync(join(folder, path), { recursive: true });
  const moved = (text: string) => text.replaceAll('/opt/mds', root).replaceAll(/\/(var|data)\//g, `${folder}/$1/`);
  return {
    folderOf: (path: string) => join(folder, path),
    async run(line: string, environment: Record<string, string>): Promise<string> {
      const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, moved(value)]));
      const options = { cwd: join(folder, 'var/lib/mds'), env: { PATH: '/usr/bin:/bin', ...env } };
      return (await promisify(execFile)('/bin/sh', ['-e', '-c', moved(line)], options)).stdout;
    },
  };
}
