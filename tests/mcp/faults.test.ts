// What goes wrong inside is told to an assistant as to everybody: with the id of the request, and nothing of what is inside.

import assert from 'node:assert/strict';
import { client, onEitherEngine } from '../support/app.ts';
import { callTool, message } from '../support/assistant.ts';
import { inDatabase } from '../support/in-database.ts';
import { createPlace } from '../support/place.ts';
import { startService } from '../support/service.ts';

onEitherEngine('a fault of the service is a 500 that tells nothing internal, and is in the log', async (engine, t) => {
  const place = await createPlace(t, engine, { LOG_LEVEL: 'info' });
  const service = await startService(place.environment, place.folder);
  t.after(() => service.end('SIGKILL'));
  const key = client(service.url, place.credentials);
  assert.equal((await callTool(key, 'proposals', {})).isError, undefined);
  await inDatabase(place.environment.DATABASE_URL!, 'ALTER TABLE proposals RENAME TO renamed');
  const ids: string[] = [];
  for (const version of ['2025-11-25', '2025-03-26']) {
    const asked = { name: 'proposals', arguments: {} };
    const reply = await message(key, 'tools/call', asked, { 'mcp-protocol-version': version });
    assert.equal(reply.status, 500, reply.text);
    assert.equal(reply.json.code, 'internal_error');
    assert.ok(!/table|relation|proposals/i.test(reply.text), reply.text);
    ids.push(reply.json.requestId);
  }
  assert.equal((await callTool(key, 'describe', {})).isError, undefined, 'what does not need it goes on');
  await service.end('SIGTERM');
  const lines = service.output().split('\n');
  for (const id of ids)
    assert.ok(
      lines.some((line) => line.includes(id) && line.includes('"err"')),
      id,
    );
});
