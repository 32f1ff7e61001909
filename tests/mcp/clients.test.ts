// The assistant's door, spoken to by both generations of the protocol's own clients: what they see, and what they cannot do.

import assert from 'node:assert/strict';
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onEitherEngine } from '../support/app.ts';
import { bearerOf } from '../support/assistant.ts';
import { sharedApp } from '../support/shared-app.ts';

const info = { name: 'test', version: '1' };

onEitherEngine('the clients of both generations read, propose, and are told what became of it', async (engine, t) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const writer = await app.key(account);
  const key = await app.key(account, { name: 'Fix-it', proposesOnly: true });
  const made = await writer.post('/api/WorkOrders', { Name: 'Lift stuck', Priority: 'High', LabourCost: 12.5 });
  const id = made.json.ID;
  const url = new URL('/mcp', app.url);
  const requestInit = { headers: bearerOf(key) };
  const old = new OldClient(info);
  await old.connect(new OldTransport(url, { requestInit }) as never);
  const modern = new NewClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await modern.connect(new NewTransport(url, { requestInit }));
  t.after(async () => {
    await old.close();
    await modern.close();
  });

  for (const [generation, one] of Object.entries({ old, modern })) {
    // biome-ignore lint/suspicious/noExplicitAny: both clients have the same methods with types of their own.
    const client = one as any;
    const call = async (name: string, given: object) => (await client.callTool({ name, arguments: given })) as Result;

    const { tools } = await client.listTools();
    assert.equal(tools.length, 14, generation);
    for (const tool of tools) {
      assert.ok(tool.title && tool.outputSchema && tool.inputSchema.additionalProperties === false, tool.name);
      assert.equal(tool.annotations.readOnlyHint, !/^propose_/.test(tool.name), tool.name);
    }
    const { resources } = await client.listResources();
    assert.ok(resources.some(({ uri }: { uri: string }) => uri === 'mds://catalogue/WorkOrders'));
    const page = await client.readResource({ uri: 'mds://catalogue/WorkOrders' });
    assert.match(page.contents[0].text, /HoldReason/);
    const { prompts } = await client.listPrompts();
    assert.equal(prompts.length, 3);
    const asked = await client.getPrompt({ name: 'why_is_this_late', arguments: { work_order: 'WO-1' } });
    assert.match(asked.messages[0].content.text, /WO-1/);

    assert.equal(((await call('describe', {})).structuredContent.types as Json[]).length, 15);
    assert.equal((await call('describe', { type: 'WorkOrders' })).structuredContent.type.name, 'WorkOrders');
    assert.equal((await call('get', { type: 'WorkOrders', id })).structuredContent.record.Name, 'Lift stuck');
    const listed = await call('list', { type: 'WorkOrders', query: 'Priority=High&fields=ID,Name&count=true' });
    assert.deepEqual(
      [listed.structuredContent.records, listed.structuredContent.total],
      [[{ ID: id, Name: 'Lift stuck' }], 1],
    );
    const found = await call('search', { text: 'stuck' });
    assert.deepEqual([found.structuredContent.found[0].type, found.structuredContent.unfinished], ['WorkOrders', []]);
    assert.equal((await call('history', { type: 'WorkOrders', id })).structuredContent.changes.length, 1);
    assert.ok((await call('moves', { type: 'WorkOrders', id })).structuredContent.moves.length >= 4);
    assert.deepEqual((await call('related', { type: 'WorkOrders', id })).structuredContent.refersTo, []);
    const summed = await call('summarise', { type: 'WorkOrders', by: ['Priority'], sum: ['LabourCost'] });
    assert.deepEqual(summed.structuredContent.groups, [{ Priority: 'High', count: 1, sums: { LabourCost: 12.5 } }]);

    const patch = [{ op: 'replace', path: '/Name', value: `Lift stuck, says ${generation}` }];
    const proposed = await call('propose_change', { type: 'WorkOrders', id, patch, reason: 'asked' });
    const [proposal] = proposed.structuredContent.proposals;
    assert.match(proposal.decidedAt, new RegExp(`/console/${account.id}/Approvals/${proposal.id}$`));
    assert.equal(proposal.comesTo.changed[0].to, `Lift stuck, says ${generation}`);
    assert.equal((await call('proposals', { id: proposal.id })).structuredContent.proposals[0].state, 'pending');
    assert.equal((await writer.get(`/api/WorkOrders/${id}`)).json.Name, 'Lift stuck');
    const kept = (await key.get(`/api/Proposals/${proposal.id}`)).json;
    assert.deepEqual([kept.by.kind, kept.by.name], ['assistant', 'Fix-it']);

    const wrong = await call('get', { type: 'WorkOrders', id, feilds: ['Name'] });
    assert.equal(wrong.isError, true);
    assert.match(wrong.content[0]!.text, /did you mean fields/);
    const refused = await call('propose_change', { type: 'WorkOrders', id: 999, patch, reason: 'x' });
    assert.match(refused.content[0]!.text, /not_found/);
    await assert.rejects(call('drop_everything', {}), /no tool/);
    await assert.rejects(client.readResource({ uri: 'file:///etc/passwd' }), /no such resource/);
  }
});

type Json = never;
interface Result {
  readonly isError?: boolean;
  readonly content: { text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes.
  readonly structuredContent: any;
}
