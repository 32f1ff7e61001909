/** Runs the service until a signal stops it. */

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

/**
 * Time limit in milliseconds for a process to end after a stop signal, including its drain. The contract allows 15 s in
 * all.
 */
const MAX_SHUTDOWN = 14_000;
/**
 * Time in milliseconds during which a second SIGTERM counts as the first: supervisors often send one to each process of
 * the group.
 */
const SAME_WISH_MS = 1_000;
/**
 * Time limit in milliseconds for delivery attempts in flight at shutdown. Attempts that take longer are left to the
 * next process.
 */
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
    // Listens for signals from the beginning: a start can take long, and a signal without a listener does not end the
    // first process of a container.
    const stopping = stopSignals();
    const { stopped } = stopping;
    await serveUntil(stopping, role, log, context).catch((failure) => {
      if (failure !== stopped.reason) throw failure;
      log.info({}, 'told to stop before the start was over; the next one begins anew');
    });
    return { stopped: true };
  },
};

/**
 * Runs the service. If a signal arrives before the service answers requests, throws the signal's reason between two
 * steps, each of which is complete.
 */
async function serveUntil(
  { stopped, hurried }: Stopping,
  role: ProcessRole,
  log: Log,
  { settings, talkative }: Pick<Context, 'settings' | 'talkative'>,
): Promise<void> {
  // Loads most of the program here. Other commands do not need it and therefore start in half the time.
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
      // Starts only now: a service that cannot be reached has nothing to deliver, and lanes would keep the process
      // alive.
      const load = () => server.load();
      delivering = role === 'api' ? undefined : startDelivering(settings, shards, log, metrics, load, trust);
      const shown = certificate ? address.replace('http:', 'https:') : address;
      const consoleUrl = role === 'worker' ? undefined : consoleUrlOf(settings, Number(new URL(address).port));
      const look = () => lookOver(settings, shards, log, consoleUrl);
      const firstLook = look();
      lookAgain(settings, shards, log, () => firstLook.then(look));
      const found = await firstLook;
      // Preloads the console files and warms the shards, so that the first user does not wait.
      if (consoleUrl !== undefined) void loadConsoleFiles();
      if (role !== 'worker') for (const shard of shards.values()) shard.whenOpen(() => void shard.warm());
      process.stderr.write(banner({ settings, address: shown, consoleUrl, made, ...found }));
      if (!stopped.aborted) await once(stopped, 'abort');
    } finally {
      // After a failure, no request can be served.
      if (!stopped.aborted) hurried.abort();
      await Promise.all([server.close(), delivering?.stop(MAX_SETTLING)]);
    }
  } finally {
    await closeShards(shards);
  }
}

/**
 * True if the first shard is available for the demo accounts. If it is unavailable, the other shards are served without
 * demo accounts.
 */
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

/**
 * Checks the accounts of all open shards. It looks for demo accounts that other machines can reach, accounts in use on
 * several shards, and a service without any account.
 */
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

/** Repeats the check when a shard opens that was unavailable at the start. */
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

/** Returns accounts in use on several shards, for example after a restore of a shard that an account had left. */
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

/** Opens the TLS certificate, which is reloaded at intervals, and immediately on SIGHUP. */
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
  /** AbortSignal that fires on the first stop signal. */
  readonly stopped: AbortSignal;
  /** Controller that is aborted when new requests are no longer served: on Ctrl-C, or on a second SIGTERM. */
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

/**
 * Ends the process with SIGKILL after the time limit. `process.exit` would wait for a thread in the middle of a long
 * statement. Acknowledged changes are already on disk.
 */
function endInTime(): void {
  const kill = () => {
    process.stderr.write('What was under way took too long to end; it is left.\n');
    process.kill(process.pid, 'SIGKILL');
  };
  setTimeout(kill, MAX_SHUTDOWN).unref();
}
