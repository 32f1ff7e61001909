/** Requests to the service that wait when it says so. Credentials come from the environment, or from the file that a demo service writes. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** @param {string} url */
export function service(url) {
  const headers = credentials();
  // A path in it is kept: what else is on that host must not see the credentials.
  const base = url.replace(/\/+$/, '');
  return {
    /** @param {string} path @param {Record<string, string>} [more] */
    async get(path, more = {}) {
      const answer = await patiently(() =>
        fetch(base + path, { redirect: 'manual', headers: { ...headers, ...more } }),
      );
      const link = /<([^<>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      const isJson = answer.headers.get('content-type')?.startsWith('application/json');
      return { body: isJson ? JSON.parse(answer.text) : answer.text, next: link, more: link !== undefined };
    },
    /** Sent again where the answer was lost: what is made is made once. @param {string} method @param {string} path @param {unknown} [body] */
    async send(method, path, body) {
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const key = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
      // A redirect would take the credentials to wherever it leads.
      const request = {
        method,
        redirect: 'manual',
        headers: { ...headers, ...type, ...key },
        body: JSON.stringify(body),
      };
      const answer = await patiently(() => fetch(base + path, request));
      return answer.status === 204 ? undefined : JSON.parse(answer.text);
    },
  };
}

function credentials() {
  const { API_KEY, VAULT_SECRET, SHARD_ID, CREDENTIALS = '../../data/demo-credentials.json' } = process.env;
  if (API_KEY && VAULT_SECRET && SHARD_ID) return { apiKey: API_KEY, vaultSecret: VAULT_SECRET, shardID: SHARD_ID };
  try {
    const [{ apiKey, vaultSecret, shardID }] = JSON.parse(readFileSync(CREDENTIALS, 'utf8'));
    return { apiKey, vaultSecret, shardID };
  } catch {
    console.error('Start the service with its demo data (npm start), or set API_KEY, VAULT_SECRET and SHARD_ID.');
    process.exit(2);
  }
}

/** @param {() => Promise<Response>} request */
async function patiently(request) {
  for (let failed = 0; ; failed++) {
    const answer = await whole(request).catch((error) => (failed < 5 ? undefined : Promise.reject(error)));
    if (answer?.ok) return answer;
    if (answer && answer.status !== 429 && answer.status !== 503) throw new Error(`${answer.status} ${answer.text}`);
    if (failed >= 5) throw new Error('The service cannot be reached.');
    const seconds = Number(answer?.headers.get('retry-after') ?? 2 ** failed / 2);
    await new Promise((done) => setTimeout(done, seconds * 1000));
  }
}

/** An answer with its text: one that breaks off in it was lost, too. @param {() => Promise<Response>} request */
async function whole(request) {
  const answer = await request();
  const { ok, status, headers } = answer;
  return { ok, status, headers, text: await answer.text() };
}
