import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { examples } from '../src/api/graphql/explorer/examples.js';
import { fold } from '../src/lib/fold.ts';
import { maxParameters } from '../src/records/lists/query.ts';
import { childEnvironment } from './support/child-environment.ts';
import { compareAnswer, stepsOf } from './support/guide-blocks.ts';
import { runCommand, type Service, startService } from './support/service.ts';

/** What the guides tell a newcomer to type is typed here, in their order, into a shell beside a service with the demo data. */

const root = dirname(import.meta.dirname);
/** Guides whose links are followed, but whose commands are for other programs. */
const others = [
  'docs/clients.md',
  'docs/connectors.md',
  'clients/python/README.md',
  'connectors/n8n/README.md',
  'connectors/zapier/README.md',
  'examples/mirror/README.md',
  'examples/notifier/README.md',
  'examples/report/README.md',
];
// The README ends with a database of one's own, which the commands then work on.
const guides = ['docs/assistant.md', 'README.md', 'docs/api.md', 'docs/graphql.md', 'docs/people.md'];

test('every command of the guides does what the guide says', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-guide-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const service = await startService({ MDS_BOOTSTRAP: 'demo' }, folder);
  t.after(() => service.end());
  assert.match(service.output(), /^Making 2 demo accounts with 42,858 records/, 'a start that takes long says so');
  const shell = createShell(folder, service);
  for (const guide of guides) {
    const steps = stepsOf(readFileSync(join(root, guide), 'utf8'));
    assert.ok(steps.length >= 2, `${guide} has ${steps.length} commands`);
    for (const { line, script, shown } of steps) {
      const where = `${guide}:${line}`;
      const { output, statuses } = await shell(script);
      if (shown) compareAnswer(shown, output, where);
      else for (const status of statuses) assert.ok(status < 300, `${where}: ${status} ${output}`);
    }
    t.diagnostic(`${guide}: ${steps.length} commands`);
  }

  // What the README sets up for a firm is a service with that firm's account, and no other.
  const own = await startService({}, folder);
  t.after(() => own.end());
  const printed = [...shell.printed.matchAll(/^(apiKey|vaultSecret|shardID): +(\S+)/gm)].map(([, name, value]) => [
    name,
    value,
  ]);
  const me = await fetch(`${own.url}/api/Me`, { headers: Object.fromEntries(printed) });
  assert.equal(((await me.json()) as { account: { name: string } }).account.name, 'Northgate Lifts');
  const accounts = await runCommand(['accounts', 'list'], {}, folder);
  assert.deepEqual(
    accounts.map(({ name }: { name: string }) => name),
    ['Northgate Lifts'],
  );
});

test('every link of the guides within the repository leads somewhere', () => {
  for (const guide of [...guides, ...others, 'clients/typescript/README.md', 'CONTRIBUTING.md', 'docs/backup.md']) {
    const text = readFileSync(join(root, guide), 'utf8');
    const headings = new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));
    for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      if (file !== '') assert.ok(existsSync(join(root, dirname(guide), file)), `${guide}: ${target}`);
      else assert.ok(headings.has(anchor!), `${guide}: ${target}`);
    }
  }
});

test('the guide to queries has the examples of the explorer, word for word', () => {
  const text = readFileSync(join(root, 'docs/graphql.md'), 'utf8');
  assert.equal(examples.length, 10);
  for (const { question, query, variables } of examples) {
    assert.ok(text.includes(`### ${question}`), question);
    assert.ok(text.includes(query), question);
    if (variables !== undefined) assert.ok(text.includes(variables), question);
  }
});

test('the limit of parameters and the folding are as the guide tells them', () => {
  const text = readFileSync(join(root, 'docs/api.md'), 'utf8');
  assert.ok(text.includes(`A query may have ${maxParameters} parameters, and beside them`));
  const finds = (sought: string, value: string) => fold(value).includes(fold(sought));
  for (const [sought, value] of Object.entries({
    strasse: 'Straße',
    CAFÉ: 'Café',
    abc: 'ＡＢＣ',
    fi: 'ﬁ',
    1: '½',
    2: 'm²',
  })) {
    assert.ok(
      text.includes(`\`${sought}\``) && text.includes(`\`${value}\``),
      `${sought} and ${value} stand in the guide`,
    );
    assert.ok(finds(sought, value), `${sought} is found in ${value}`);
  }
  assert.ok(finds('1', '①') && !finds('cafe', 'Café'));
});

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * A POSIX shell in the folder of the service, where `./bin/mds.js` and `node` are ours and `curl` is the test's own. `acc_...` is the
 * account that was made last.
 */
function createShell(folder: string, service: Service) {
  const programs = join(folder, 'programs');
  const log = join(folder, 'statuses');
  mkdirSync(programs);
  const curl = join(import.meta.dirname, 'support/openapi-curl.ts');
  writeFileSync(join(programs, 'curl'), `#!/bin/sh\nexec '${process.execPath}' '${curl}' "$@"\n`);
  chmodSync(join(programs, 'curl'), 0o755);
  symlinkSync(join(root, 'bin'), join(folder, 'bin'));
  const run = async (script: string) => {
    writeFileSync(log, '');
    const account = [...run.printed.matchAll(/^accountID: +(\S+)/gm)].at(-1)?.[1] ?? 'acc_...';
    const { stdout } = await promisify(execFile)(
      '/bin/sh',
      ['-e', '-c', script.replaceAll('http://127.0.0.1:8080', service.url).replaceAll('acc_...', account)],
      {
        cwd: folder,
        env: {
          ...childEnvironment(),
          PATH: `${programs}:${dirname(process.execPath)}:${process.env.PATH}`,
          STATUS_LOG: log,
        },
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    run.printed += stdout;
    return { output: stdout, statuses: readFileSync(log, 'utf8').split('\n').filter(Boolean).map(Number) };
  };
  /** All of it so far. */
  run.printed = '';
  return run;
}
