/**
 * Tells a chat channel what happens: subscribes to events, verifies each delivery, and posts a line to an incoming webhook of Slack's kind
 * (`{"text": "..."}`). Without a channel it starts a stand-in that prints what a channel would show. It unsubscribes when it ends.
 *
 * Node 20 or newer, and nothing else.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import { parseArgs } from 'node:util';
import { makeCertificate } from './certificate.mjs';
import { service } from './service.mjs';
import { isGenuine } from './verify.mjs';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: process.env.BASE_URL ?? 'http://127.0.0.1:8080' },
    // The incoming webhook of the channel.
    channel: { type: 'string', default: process.env.CHANNEL_URL ?? '' },
    events: { type: 'string', default: 'WorkOrders:Created,WorkOrders:Completed,Tasks:Completed' },
    port: { type: 'string', default: '8443' },
    // How the service reaches this program; PEM files of a certificate that it trusts.
    public: { type: 'string', default: '' },
    cert: { type: 'string' },
    key: { type: 'string' },
  },
});
/** While the channel is away, events wait. */
const PATIENCE = '1d';
const { send } = service(options.url);
const channel = options.channel === '' ? await startStandIn() : options.channel;
const secrets = [];
/** Deliveries that were told of; one may arrive twice. */
const told = new Set();

const { cert, key } = options;
const identity = cert && key ? { cert: readFileSync(cert), key: readFileSync(key) } : makeCertificate();
const server = createServer(identity, (request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    // The channel did not take it: the service brings the delivery again.
    () => response.writeHead(502).end(),
  );
});
server.listen(Number(options.port));
await once(server, 'listening');
const targetUrl = options.public || `https://localhost:${server.address().port}/`;

const subscriptions = [];
let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(0));
const subscribing = subscribe();
try {
  await subscribing;
  if (!isEnding) console.log(`Listening for ${options.events}.`);
} catch (error) {
  console.error(`It could not subscribe to ${options.events}: ${error.message}`);
  await end(1);
}

async function subscribe() {
  for (const [entityType, action] of options.events.split(',').map((event) => event.split(':'))) {
    if (isEnding) return;
    const made = await send('POST', '/api/Webhooks', {
      entityType,
      action,
      targetUrl,
      name: 'Notifier',
      patience: PATIENCE,
    });
    subscriptions.push(made.id);
    secrets.push(made.signingSecret);
  }
}

/** @param {import('node:http').IncomingMessage} request */
async function receive(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isGenuine(secrets, request.headers, body)) return 401;
  const id = String(request.headers['webhook-id']);
  if (told.has(id)) return 204;
  const { data, submitter } = JSON.parse(body.toString('utf8'));
  await post(sentence(String(request.headers['x-entity-type']), String(request.headers['x-action']), data, submitter));
  told.add(id);
  if (told.size > 10_000) told.delete(told.values().next().value);
  return 204;
}

/** Employees and users have a name in two parts, and some records have none. */
function sentence(entityType, action, { ID, Number: number, Name, FirstName, LastName, Priority }, submitter) {
  const urgent = Priority === 'Urgent' ? ':rotating_light: ' : '';
  const what = [number ?? `${entityType} ${ID}`, Name ?? FirstName, LastName, `(${submitter})`].filter(Boolean);
  return `${urgent}${action}: ${escaped(what.join(' '))}`;
}

/** What people wrote is text, not a link or a call of everybody. @param {string} text */
function escaped(text) {
  return String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

async function post(text) {
  const answer = await fetch(channel, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
    signal: AbortSignal.timeout(5_000),
  });
  if (!answer.ok) throw new Error(`The channel answered ${answer.status}.`);
}

async function startStandIn() {
  const standIn = createPlainServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    console.log(`#maintenance | ${JSON.parse(text).text}`);
    response.end('ok');
  });
  standIn.listen(0, '127.0.0.1');
  await once(standIn, 'listening');
  return `http://127.0.0.1:${standIn.address().port}/`;
}

/** @param {number} code */
async function end(code) {
  isEnding = true;
  // The one that is being made is deleted with the others. Where no answer came, nobody here knows whether it was made.
  let isAllGone = await subscribing.then(
    () => true,
    ({ message }) => /^4\d\d /.test(message),
  );
  for (const id of subscriptions) {
    await send('DELETE', `/api/Webhooks/${id}`).catch(({ message }) => {
      // One that is gone already is as good as deleted.
      if (message.startsWith('404 ')) return;
      isAllGone = false;
      console.error(`Subscription ${id} is still there: ${message}`);
    });
  }
  if (isAllGone) console.log('Unsubscribed.');
  process.exit(isAllGone ? code : 1);
}
