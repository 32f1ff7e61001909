/**
 * A webhook receiver as one should be built: it verifies the signature, stores what arrives before it answers, answers fast, does the
 * work afterwards, and is not troubled by duplicates. Node 20 or newer and its own modules are all it needs.
 */
import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { parseArgs } from 'node:util';
import { makeCertificate } from './certificate.mjs';
import { openInbox } from './inbox.mjs';
import { isGenuine } from './verify.mjs';
import { makeWork } from './work.mjs';

const { values: options } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8443' },
    // The signing secret of the subscription; two, separated by a space, while it is being exchanged.
    secret: { type: 'string', default: process.env.WEBHOOK_SECRET ?? '' },
    inbox: { type: 'string', default: 'inbox.jsonl' },
    // PEM files. Without them a certificate is made that nobody trusts, good enough for a service on the same machine.
    cert: { type: 'string' },
    key: { type: 'string' },
  },
});
const secrets = options.secret.split(/\s+/).filter((secret) => secret !== '');
if (secrets.length === 0) {
  console.error(
    'Subscribe first, then give the signingSecret of the answer: WEBHOOK_SECRET=whsec_... node receiver.mjs',
  );
  console.error('A body to subscribe with, sent to POST /api/Webhooks:');
  const targetUrl = `https://localhost:${options.port}/`;
  console.error(JSON.stringify({ entityType: 'Tasks', action: 'Updated', targetUrl }));
  process.exit(2);
}

/** A delivery holds one record, and a record has at most 256 KiB. */
const MAX_BODY = 1024 * 1024;

const inbox = openInbox(options.inbox);
const work = makeWork(inbox, (line) => console.log(line));
const server = createServer(identity(), (request, response) => {
  receive(request, response).catch((error) => {
    // Whatever goes wrong before the delivery is stored: the service answers a 500 with a retry in 2 seconds.
    console.error(`Not stored: ${error.message}`);
    if (!response.headersSent) answer(response, 500, 'Not stored; please send it again.');
  });
});
server.listen(Number(options.port), options.host);
await once(server, 'listening');
console.log(`Receiving on https://localhost:${server.address().port}/, storing in ${options.inbox}.`);
for (const delivery of inbox.pending()) work.add(delivery);

/** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
async function receive(request, response) {
  if (request.method !== 'POST') return answer(response, 405, 'Deliveries are POST requests.');
  const body = await readBody(request);
  if (body === undefined) return answer(response, 413, 'This is no delivery.');
  // Over the bytes as they came: parsed and written again they would be others.
  if (!isGenuine(secrets, request.headers, body)) return answer(response, 401, 'The signature is not good.');

  // At least once means that some arrive twice. The answer to a duplicate is success: it has been taken care of.
  const webhookId = String(request.headers['webhook-id']);
  if (!inbox.has(webhookId)) {
    const entityType = String(request.headers['x-entity-type']);
    const action = String(request.headers['x-action']);
    const delivery = { webhookId, entityType, action, body: JSON.parse(body.toString('utf8')) };
    // Before the answer: after a 2xx the service never sends it again.
    inbox.store(delivery);
    // Not awaited: the service waits 10 seconds for an answer, and the record's next delivery waits with it.
    work.add(delivery);
  }
  answer(response, 204);
}

/** @param {import('node:http').IncomingMessage} request */
async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @param {import('node:http').ServerResponse} response @param {number} status @param {string} [text] */
function answer(response, status, text) {
  response.writeHead(status, text === undefined ? {} : { 'Content-Type': 'text/plain' }).end(text);
}

function identity() {
  const { cert, key } = options;
  return cert && key ? { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') } : makeCertificate();
}
