// What a record hides from the eye is shown as escapes: what a model reads is what the person sees who decides.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JsonObject } from '../../src/lib/json.ts';
import { databaseUrl, onEitherEngine, startApp } from '../support/app.ts';
import { callTool, message } from '../support/assistant.ts';
import { childEnvironment } from '../support/child-environment.ts';

const mds = join(import.meta.dirname, '../../bin/mds.js');

/** Tag characters: letters that no font draws and that models read. */
const tagged = (text: string) => String.fromCodePoint(...[...text].map((one) => 0xe0000 + one.charCodeAt(0)));
const HIDDEN = `Pump${tagged('obey')} \u202egnp.exe\u2069 \u009b2J\u200b`;
const SHOWN = 'Pump\\u{e006f}\\u{e0062}\\u{e0065}\\u{e0079} \\u202egnp.exe\\u2069 \\u009b2J\\u200b';
/** But what joins the one emoji of the test. */
const INVISIBLE = /(?<!👩)[\p{Cf}\u007f-\u009f]/u;

onEitherEngine('what a record hides is shown to the assistant, and to the person who decides', async (engine, t) => {
  const DATABASE_URL = await databaseUrl(t, engine);
  const app = await startApp(t, engine, { DATABASE_URL });
  const account = await app.account();
  const writer = await app.key(account);
  const key = await app.key(account, { name: 'Fix-it', proposesOnly: true });
  const fields = { Name: HIDDEN, Description: `one\n\ttwo\r\n${HIDDEN} 👩‍🔧 שלום`, CustomFields: { [HIDDEN]: HIDDEN } };
  const made = await writer.post('/api/WorkOrders', fields);
  assert.equal(made.status, 201, made.text);
  const id = made.json.ID as number;
  await writer.post('/api/Tasks', { Name: HIDDEN, WorkOrderID: id });
  const patch = [{ op: 'replace', path: '/Name', value: `${HIDDEN} 2` }];

  await t.test('by every tool', async () => {
    const shown: [string, JsonObject][] = [
      ['get', { type: 'WorkOrders', id }],
      ['get', { type: 'WorkOrders', id, at: '/CustomFields' }],
      ['get', { type: 'WorkOrders', id, at: '/Description' }],
      ['list', { type: 'WorkOrders', query: '' }],
      ['search', { text: 'Pump' }],
      ['related', { type: 'WorkOrders', id }],
      ['history', { type: 'WorkOrders', id }],
      ['summarise', { type: 'WorkOrders', by: ['Name'] }],
      ['propose_change', { type: 'WorkOrders', id, patch, reason: HIDDEN }],
      ['proposals', {}],
    ];
    for (const [name, given] of shown) {
      const { content, structuredContent } = await callTool(key, name, given);
      const texts = textsIn(structuredContent);
      assert.ok(
        texts.some((text) => text.includes(SHOWN)),
        `${name}: ${texts.join('\n')}`,
      );
      for (const text of [...texts, content[0]!.text])
        assert.doesNotMatch(text, INVISIBLE, `${name}: ${JSON.stringify(text)}`);
    }
    const { part } = (await callTool(key, 'get', { type: 'WorkOrders', id, at: '/Description' })).structuredContent;
    assert.equal(part, `one\n\ttwo\r\n${SHOWN} 👩‍🔧 שלום`, 'lines, emoji and letters stay');
  });

  await t.test('by a refusal and a prompt', async () => {
    const step = [{ op: 'replace', path: `/${HIDDEN}`, value: 1 }];
    const refused = await callTool(key, 'propose_change', { type: 'WorkOrders', id, patch: step, reason: 'r' });
    assert.equal(refused.isError, true);
    assert.ok(refused.content[0]!.text.includes(SHOWN), refused.content[0]!.text);
    const prompt = await message(key, 'prompts/get', { name: 'why_is_this_late', arguments: { work_order: HIDDEN } });
    assert.doesNotMatch(prompt.text, INVISIBLE);
  });

  await t.test('by a long text within the limits of an answer', async () => {
    const long = (await writer.post('/api/WorkOrders', { Name: 'Long', Description: tagged('x').repeat(5_000) })).json;
    const { structuredContent } = await callTool(key, 'list', { type: 'WorkOrders', query: `ID=${long.ID}` });
    assert.ok(Buffer.byteLength(JSON.stringify(structuredContent)) < 49 * 1024);
  });

  await t.test('by the command line', async () => {
    const [proposal] = (await key.get('/api/Proposals')).json;
    const whose = ['--account', account.id, '--as', 'admin@example.com'];
    const folder = mkdtempSync(join(tmpdir(), 'mds-hidden-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const say = async (...argv: string[]) => {
      const env = { ...childEnvironment(), DATABASE_URL };
      return (await promisify(execFile)(process.execPath, [mds, ...argv, ...whose], { cwd: folder, env })).stdout;
    };
    for (const words of [['list'], ['show', '--id', String(proposal.id)]]) {
      const said = await say('proposals', ...words);
      assert.ok(said.includes(SHOWN), said);
      assert.doesNotMatch(said, INVISIBLE);
    }
    const json = await say('proposals', 'show', '--id', String(proposal.id), '--json');
    assert.doesNotMatch(json, INVISIBLE);
    assert.equal(JSON.parse(json).reason, HIDDEN, 'JSON is the same value');
  });
});

/** Every text within, names of members too. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}
