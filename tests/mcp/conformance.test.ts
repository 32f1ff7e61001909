// The protocol's own conformance suite against the assistant's door. It knows no credentials: they are added on the way.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import type { Client } from '../support/app.ts';
import { bearerOf } from '../support/assistant.ts';
import { sharedApp } from '../support/shared-app.ts';

const SUITE = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');
/** What does not apply, each with its reason. One that passes all the same fails the suite, too. */
const BASELINE = join(import.meta.dirname, 'conformance-baseline.yml');

test('the conformance suite of the protocol passes, but for what does not apply', async (t) => {
  const app = await sharedApp('sqlite');
  const key = await app.key(await app.account());
  const port = await withCredentials(t, app.url, key);
  const given = ['server', '--url', `http://localhost:${port}/mcp`, '--expected-failures', BASELINE];
  const run = promisify(execFile)(process.execPath, [SUITE, ...given], { timeout: 60_000 });
  const { stdout } = await run.catch((failure: { stdout: string; stderr: string }) => {
    throw new Error(`${failure.stdout}\n${failure.stderr}`);
  });
  for (const scenario of [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ]) {
    assert.match(stdout, new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`), scenario);
  }
});

/** Passes everything on as it is, name and origin included. */
async function withCredentials(t: TestContext, url: string, key: Client): Promise<number> {
  const { hostname, port } = new URL(url);
  const proxy = createServer((asked, reply) => {
    const headers = { ...asked.headers, ...bearerOf(key) };
    const passed = request({ hostname, port, method: asked.method!, path: asked.url!, headers }, (answer) => {
      reply.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', () => reply.destroy());
    asked.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return (proxy.address() as AddressInfo).port;
}
