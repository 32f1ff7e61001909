/** Runs the service until it is told to stop. */

import { once } from 'node:events';
import { loadConsoleFiles } from '../api/console/files.ts';
import type { ProcessRole } from '../app.ts';
import type { Delivering } from '../background.ts';
import type { Certificate } from '../http/http-server.ts';
import type { Log } from '../lib/log.ts';
import { openCertificate } from '../observability/certificate.ts';
import { createLog } from '../observability/log.ts';
import { fromAll } from '../people/all-shards.ts';
import { unlessAnswered } from '../problems.ts';
import { consoleUrlOf, type Settings, shardsOf } from '../settings.ts';
import { openServing } from '../storage/opening.ts';
import type { Shard } from '../storage/shard.ts';
import { accountLimitsOf, closeShards } from '../storage/shards.ts';
import { installErrorBoundaries } from '../webhooks/delivery/send/error-boundary.ts';
import { banner, type Started, setUpLines } from './banner.ts';
import { type Command, CommandFailure, type Context, type Given, UsageError } from './command.ts';
import { createDemoAccounts } from './demo-accounts.ts';
import { exposedDemoAccounts } from './exposed-demo.ts';
import { type InUseTwice, inUseTwice } from './in-use-twice.ts';
import { leftFile } from './left-file.ts';
import { cannotListen, tryToListen } from './listening.ts';
import { growSparingly } from './memory.ts';
import { createSetUpLink } from './set-up-link.ts';

/** A process that was told to stop, its drain included, has this long to end: contracted as 15 s in all. */
const MAX_SHUTDOWN = 14_000;
/** A second SIGTERM that soon is the same wish: supervisors often send one to each process of the group. */
const SAME_WISH_MS = 1_000;
/** Attempts to deliver that are still out by then are left to whoever comes next. */
const MAX_SETTLING = 12_500;

export const serve: Command = {
  words: 'serve',
  summary: 'Run the service: the REST API and the deliveries of webhooks.',
  options: {
    role: { value: 'all|api|worker', doc: 'What this process does; api and worker need PostgreSQL. Default: all.' },
    default: { value: 'NAME=VALUE', doc: 'A setting to use where neither the environment nor .env gives it.' },
  },
  async run(given, context) {
    const role = chosenRole(given, context.settings);
    const log = createLog(context.settings.LOG_LEVEL, context.json ? process.stderr : process.stdout);
    installErrorBoundaries(log);
    // From the beginning: a start can take long, and the first process of a container is ended by no signal that it does not listen to.
    const stopping = stopSignals();
    const { stopped } = stopping;
    await serveUntil(stopping, role, log, context).catch((failure) => {
      if (failure !== stopped.reason) throw failure;
      log.info({}, 'told to stop before the start was over; the next one begins anew');
    });
    return { stopped: true };
  },
};

/** Fails with the reason of the signal where that comes before anybody is answered: between two steps, each of which is whole. */
async function serveUntil(
  { stopped, hurried }: Stopping,
  role: ProcessRole,
  log: Log,
  { settings, talkative }: Pick<Context, 'settings' | 'talkative'>,
): Promise<void> {
  // Most of the program, which the other commands do without: they start in half the time.
  const [{ buildApp }, { startDelivering, trustOf }, { createMetrics }] = await Promise.all([
    import('../app.ts'),
    import('../background.ts'),
    import('../observability/metrics/index.ts'),
  ]);
  growSparingly();
  const metrics = createMetrics();
  const certificate = watchedCertificate(settings, log);
  const trust = trustOf(settings);
  const shards = await openServing(shardsOf(settings), {
    role: 'server',
    readerThreads: settings.MDS_READER_THREADS,
    ...accountLimitsOf(settings),
    keys: settings.MDS_SECRETS_KEY,
    poolSize: settings.MDS_POOL_SIZE,
    mappedMiB: settings.MDS_SQLITE_MAP_MIB,
    mayCreate: true,
    log,
    stopped,
  });
  const place = { host: settings.HOST, port: settings.PORT };
  try {
    await tryToListen(place);
    const credentials = leftFile(settings, 'demo-credentials.json');
    const first = [...shards.values()][0]!;
    const isDemo = settings.MDS_BOOTSTRAP === 'demo' && (await mayHoldDemo(first, log));
    const made = isDemo ? await createDemoAccounts(first, consoleUrlOf(settings), credentials, talkative, stopped) : [];
    stopped.throwIfAborted();
    const server = buildApp(settings, shards, log, { role, metrics, certificate, trust, hurried: hurried.signal });
    let delivering: Delivering | undefined;
    try {
      const address = await server.listen(place).catch((failure) => {
        throw cannotListen(failure, place);
      });
      // Only now: whoever cannot be reached has nothing to deliver either, and lanes would keep the process alive.
      const load = () => server.load();
      delivering = role === 'api' ? undefined : startDelivering(settings, shards, log, metrics, load, trust);
      const shown = certificate ? address.replace('http:', 'https:') : address;
      const consoleUrl = role === 'worker' ? undefined : consoleUrlOf(settings, Number(new URL(address).port));
      const look = () => lookOver(settings, shards, log, consoleUrl);
      const firstLook = look();
      lookAgain(settings, shards, log, () => firstLook.then(look));
      const found = await firstLook;
      // Whoever comes first need not wait for it.
      if (consoleUrl !== undefined) void loadConsoleFiles();
      if (role !== 'worker') for (const shard of shards.values()) shard.whenOpen(() => void shard.warm());
      process.stderr.write(banner({ settings, address: shown, consoleUrl, made, ...found }));
      if (!stopped.aborted) await once(stopped, 'abort');
    } finally {
      // After a failure there is nothing to serve.
      if (!stopped.aborted) hurried.abort();
      await Promise.all([server.close(), delivering?.stop(MAX_SETTLING)]);
    }
  } finally {
    await closeShards(shards);
  }
}

/** The demo accounts are made on the first shard; while that is away, the others are served without them. */
async function mayHoldDemo(first: Shard, log: Log): Promise<boolean> {
  return first.ping().then(
    () => true,
    (failure: Error) => {
      log.warn(
        { shard: first.id, reason: failure.message },
        'the demo accounts are not made; the next start looks again',
      );
      return false;
    },
  );
}

/** What the accounts of all shards that are open tell: demo accounts that others can reach, accounts in use twice, and whether there are none yet. */
async function lookOver(
  settings: Settings,
  shards: ReadonlyMap<string, Shard>,
  log: Log,
  consoleUrl: string | undefined,
): Promise<Pick<Started, 'exposed' | 'setUpLink'>> {
  const exposed = await exposedDemoAccounts(settings, shards.values());
  if (exposed.length > 0) log.warn({ accounts: exposed }, 'other machines can reach demo accounts');
  for (const twice of await twiceInUse(shards)) log.warn({ ...twice }, 'an account is in use on several shards');
  const file = leftFile(settings, 'setup-link');
  return { exposed, setUpLink: consoleUrl && (await createSetUpLink(shards.values(), consoleUrl, file)) };
}

/** The same when a shard has been opened that was away at the start. */
function lookAgain(
  settings: Settings,
  shards: ReadonlyMap<string, Shard>,
  log: Log,
  look: () => Promise<Pick<Started, 'setUpLink'>>,
): void {
  const tell = async () => {
    const { setUpLink } = await look();
    if (setUpLink !== undefined) process.stderr.write(`${setUpLines(settings, setUpLink).join('\n')}\n\n`);
  };
  const onFailure = unlessAnswered((failure) => log.warn({ err: failure }, 'accounts could not be looked over'));
  let isLater = false;
  for (const shard of shards.values()) {
    shard.whenOpen(() => {
      if (isLater) void tell().catch(onFailure);
    });
  }
  isLater = true;
}

/** As after a restore of a shard that an account has left. */
async function twiceInUse(shards: ReadonlyMap<string, Shard>): Promise<InUseTwice[]> {
  if (shards.size === 1) return [];
  const { told } = await fromAll(Array.from(shards.values(), ({ accounts }) => accounts.list()));
  return inUseTwice(told);
}

const roles: readonly ProcessRole[] = ['all', 'api', 'worker'];

function chosenRole(given: Given, settings: Settings): ProcessRole {
  const word = given.value('role') ?? 'all';
  const role = roles.find((one) => one === word);
  if (role === undefined) throw new UsageError(`--role is one of ${roles.join(', ')}.`);
  const alone = [...shardsOf(settings)].find(([, { engine }]) => engine === 'sqlite');
  if (role === 'all' || alone === undefined) return role;
  throw new CommandFailure(
    `--role ${role} needs PostgreSQL: shard ${alone[0]} is an SQLite file, which one process serves alone.`,
  );
}

/** Renewed by itself, and at once on SIGHUP. */
function watchedCertificate(settings: Settings, log: Log): Certificate | undefined {
  const files = { certFile: settings.MDS_TLS_CERT_FILE, keyFile: settings.MDS_TLS_KEY_FILE };
  const certificate = openCertificate(files, {
    onRenewed: () => log.info({}, 'the TLS certificate was renewed'),
    onUnusable: (reason) => log.error({ err: reason }, 'the new TLS certificate cannot be used; the old one stays'),
  });
  if (certificate !== undefined) process.on('SIGHUP', certificate.reload);
  return certificate;
}

interface Stopping {
  /** Aborted by the first signal. */
  readonly stopped: AbortSignal;
  /** Aborted where new requests are no longer served: by Ctrl-C, or by a second SIGTERM. */
  readonly hurried: AbortController;
}

function stopSignals(): Stopping {
  const stopping = new AbortController();
  const hurried = new AbortController();
  stopping.signal.addEventListener('abort', endInTime);
  let firstAt = 0;
  const stop = (signal: NodeJS.Signals) => {
    if (!stopping.signal.aborted) firstAt = performance.now();
    else if (performance.now() - firstAt > SAME_WISH_MS) hurried.abort();
    if (signal === 'SIGINT') hurried.abort();
    stopping.abort(new CommandFailure('It was told to stop.'));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  return { stopped: stopping.signal, hurried };
}

/** Not by process.exit, which waits for a thread in the middle of a long statement. What was acknowledged is on the disk. */
function endInTime(): void {
  const kill = () => {
    process.stderr.write('What was under way took too long to end; it is left.\n');
    process.kill(process.pid, 'SIGKILL');
  };
  setTimeout(kill, MAX_SHUTDOWN).unref();
}
