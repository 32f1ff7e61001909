/** An n8n that runs, at an https address with a certificate of its own, and somebody who is signed in to it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../generators/commands.ts';
import { createAuthority } from '../support/certificates.ts';
import { freePort } from '../support/service.ts';

export interface N8n {
  /** https://localhost:1234 */
  readonly url: string;
  /** PEM; who trusts it can deliver. */
  readonly ca: string;
  readonly cookie: string;
  /** A command of its command line: import:workflow, import:credentials. */
  command(...argv: string[]): Promise<string>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The owner of the instance signs up. */
  signUp(): Promise<void>;
  /** A request as the editor makes it; the answer's `data`. */
  // biome-ignore lint/suspicious/noExplicitAny: what n8n answers has many shapes, of which a test looks at a few members.
  ask(method: string, path: string, body?: object): Promise<any>;
  send(method: string, url: string, body?: string, headers?: Record<string, string>): Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

const OWNER = { email: 'owner@example.com', firstName: 'Ann', lastName: 'Owner', password: 'Night-shift-1' };

export async function createN8n(program: string, userFolder: string, database: URL): Promise<N8n> {
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const authority = createAuthority();
  const { cert, key } = authority.issue({ names: ['localhost', '127.0.0.1'] });
  writeFileSync(join(userFolder, 'cert.pem'), cert);
  writeFileSync(join(userFolder, 'key.pem'), key);
  const environment = {
    N8N_USER_FOLDER: userFolder,
    N8N_HOST: 'localhost',
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_PORT: String(port),
    N8N_PROTOCOL: 'https',
    N8N_SSL_CERT: join(userFolder, 'cert.pem'),
    N8N_SSL_KEY: join(userFolder, 'key.pem'),
    WEBHOOK_URL: `${url}/`,
    N8N_ENCRYPTION_KEY: 'for-a-test',
    // Its driver of SQLite would have to be compiled.
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: database.hostname,
    DB_POSTGRESDB_PORT: database.port,
    DB_POSTGRESDB_USER: database.username,
    DB_POSTGRESDB_PASSWORD: database.password,
    DB_POSTGRESDB_DATABASE: database.pathname.slice(1),
    // It is alone here: it asks nobody for anything.
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    N8N_COMMUNITY_PACKAGES_ENABLED: 'true',
    N8N_LOG_LEVEL: 'info',
  };
  let child: ChildProcess | undefined;
  process.on('exit', () => child?.kill('SIGKILL'));
  let cookie = '';

  const send: N8n['send'] = async (method, path, body, headers = {}) => {
    const sent = request(path, { method, headers: { ...headers, cookie }, ca: authority.certificate, agent: false });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
  };
  const ask: N8n['ask'] = async (method, path, body) => {
    const json = body === undefined ? undefined : JSON.stringify(body);
    const reply = await send(method, `${url}/rest${path}`, json, { 'content-type': 'application/json' });
    if (reply.status >= 400) throw new Error(`n8n answered ${method} ${path} with ${reply.status}: ${reply.text}`);
    const given = reply.headers['set-cookie'];
    if (given !== undefined)
      cookie = [given]
        .flat()
        .map((one) => one!.split(';')[0])
        .join('; ');
    return JSON.parse(reply.text).data;
  };
  return {
    url,
    ca: authority.certificate,
    get cookie() {
      return cookie;
    },
    command: (...argv) => run(process.execPath, [program, ...argv], { cwd: userFolder, environment }),
    async start() {
      const started = spawn(process.execPath, [program, 'start'], {
        cwd: userFolder,
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      let said = '';
      for (const stream of [started.stdout, started.stderr]) stream.on('data', (part) => (said += part));
      const until = Date.now() + 180_000;
      for (;;) {
        if (started.exitCode !== null || Date.now() > until)
          throw new Error(`n8n did not start:\n${said.slice(-3000)}`);
        const ready = await send('GET', `${url}/healthz/readiness`).catch(() => undefined);
        if (ready?.status === 200) return;
        await sleep(100);
      }
    },
    async stop() {
      if (child === undefined || child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), 30_000);
      await ended;
      clearTimeout(late);
    },
    signUp: () => ask('POST', '/owner/setup', OWNER),
    ask,
    send,
  };
}
