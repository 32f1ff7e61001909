/**
 * A webhook receiver as one should be built: it checks the secret, stores what arrives before it answers, answers fast, does the
 * work afterwards, and is not troubled by duplicates. Node's own modules are all it needs.
 */
import { Buffer } from 'node:buffer';
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { openInbox, type Stored } from './inbox.ts';
import { makeWork } from './work.ts';

const { values: options } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8443' },
    // What the subscription's X-Webhook-Secret header holds. Without it one is made up at the start.
    secret: { type: 'string', default: process.env.WEBHOOK_SECRET ?? '' },
    inbox: { type: 'string', default: 'inbox.jsonl' },
    // PEM files. Without them a certificate is made that nobody trusts, good enough for a service on the same machine.
    cert: { type: 'string' },
    key: { type: 'string' },
  },
});
const secret = options.secret || randomBytes(16).toString('hex');

/** A delivery holds one record, and a record has at most 256 KiB. */
const MAX_BODY = 1024 * 1024;

const inbox = openInbox(options.inbox);
const work = makeWork(inbox, (line) => console.log(line));
const server = createServer(await identity(), (request, response) => {
  receive(request, response).catch((error: Error) => {
    // Whatever goes wrong before the delivery is stored: the service answers a 500 with a retry in 2 seconds.
    console.error(`Not stored: ${error.message}`);
    if (!response.headersSent) answer(response, 500, 'Not stored; please send it again.');
  });
});
server.listen(Number(options.port), options.host);
await once(server, 'listening');
introduce();
for (const delivery of inbox.pending()) work.add(delivery);

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return answer(response, 405, 'Deliveries are POST requests.');
  // Deliveries are not signed: the secret header is what proves that they come from the service.
  if (!isSecret(request.headers['x-webhook-secret'])) return answer(response, 401, 'Wrong secret.');

  const body = await readBody(request);
  const webhookId = request.headers['webhook-id'];
  if (body === undefined || typeof webhookId !== 'string') return answer(response, 400, 'This is no delivery.');

  // At least once means that some arrive twice. The answer to a duplicate is success: it has been taken care of.
  if (!inbox.has(webhookId)) {
    const [entityType, action] = [request.headers['x-entity-type'], request.headers['x-action']].map(String);
    const delivery: Stored = { webhookId, entityType: entityType!, action: action!, body: JSON.parse(body) };
    // Before the answer: after a 2xx the service never sends it again.
    inbox.store(delivery);
    // Not awaited: the service waits 10 seconds for an answer, and the record's next delivery waits with it.
    work.add(delivery);
  }
  answer(response, 204);
}

/** Compared by their hashes, which are of equal length, in a time that tells nothing about the place of a difference. */
function isSecret(given: string | string[] | undefined): boolean {
  const [ours, theirs] = [secret, String(given)].map((text) => hash('sha256', text, 'buffer'));
  return timingSafeEqual(ours!, theirs!);
}

/** As text: the bytes as they are, so that nothing is lost should JSON.parse not like them. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answer(response: ServerResponse, status: number, text?: string): void {
  response.writeHead(status, text === undefined ? {} : { 'Content-Type': 'text/plain' }).end(text);
}

async function identity(): Promise<{ cert: string; key: string }> {
  const { cert, key } = options;
  if (cert && key) return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  // Only within this repository; a receiver of your own has a certificate that the service trusts.
  const { makeSelfSigned } = await import('../../tests/support/certificates.ts');
  return makeSelfSigned({ names: ['localhost', '127.0.0.1', '::1'] });
}

function introduce(): void {
  const { port } = server.address() as AddressInfo;
  const subscription = {
    entityType: 'Tasks',
    action: 'Updated',
    targetUrl: `https://localhost:${port}/`,
    headers: { 'X-Webhook-Secret': secret },
  };
  console.log(`Receiving on https://localhost:${port}/, storing in ${options.inbox}. Subscribe with this body:`);
  console.log(JSON.stringify(subscription));
}
