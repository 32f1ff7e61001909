/**
 * Opens TLS connections to receivers: looks the name up, guards its addresses, connects, handshakes, and times each
 * stage.
 */
import type { LookupFunction, TcpNetConnectOpts } from 'node:net';
import { type ConnectionOptions, connect, type SecureContext, type TLSSocket } from 'node:tls';
import { type AddressGuard, isLoopback, literalAddress } from './address-guard.ts';
import { guardedLookup, type LookupRequester, type ResolvedAddress, type ResolveHost } from './guarded-lookup.ts';
import type { NetworkError } from './outcome.ts';

export interface DialOptions {
  readonly guard: AddressGuard;
  readonly resolve: ResolveHost;
  readonly secureContext: SecureContext;
  /** True if receivers on this machine must also present a valid certificate. */
  readonly verifyLoopback: boolean;
  /** Time limit of the whole attempt, which includes the connection. */
  readonly timeoutMs: number;
  /** False if every handshake is a full one, certificate included. */
  readonly resume?: boolean;
}

export interface DialTarget {
  /** Hostname as the URL parser returns it. */
  readonly hostname: string;
  readonly port: number;
}

/** Progress of an attempt. A dial writes its stages and their times into it. */
export class DialProgress implements LookupRequester {
  readonly account: string;
  stage: 'line' | 'lookup' | 'connect' | 'tls' | 'answer' = 'answer';
  /** Time from which the endpoint's time counts; time spent in the queue before that is not the endpoint's. */
  since = performance.now();
  dnsMs: number | null = null;
  connectMs: number | null = null;
  tlsMs: number | null = null;

  constructor(account: string) {
    this.account = account;
  }

  waitInLine(): void {
    this.stage = 'line';
  }

  leaveLine(): void {
    this.stage = 'lookup';
    this.since = performance.now();
  }
}

export class DialFailure extends Error {
  readonly error: NetworkError;
  constructor(error: NetworkError, message: string) {
    super(message);
    this.error = error;
  }
}

/** Error of an attempt that was not made: its turn for a lookup did not come. It says nothing about the receiver. */
export class PostponedError extends Error {
  constructor() {
    super('The attempt was put off.');
  }
}

/** Opens a connection, or returns why there is none. Aborting the signal ends it at any stage. */
export type Dial = (
  target: DialTarget,
  progress: DialProgress,
  signal: AbortSignal,
) => Promise<TLSSocket | DialFailure | PostponedError>;

export function createDial(options: DialOptions): Dial {
  const { guard, resolve, secureContext, verifyLoopback, timeoutMs, resume = true } = options;
  const sessions = resume ? createSessions() : NO_SESSIONS;

  return async (target, progress, signal) => {
    const started = performance.now();
    progress.stage = 'lookup';
    const looked = await guardedLookup(guard, resolve, target.hostname, progress);
    if (looked === 'put off') return new PostponedError();
    const isFound = 'found' in looked || looked.error === 'refused_address';
    // An address needs no lookup, so there is nothing to time.
    if (isFound && literalAddress(target.hostname) === undefined) {
      progress.dnsMs = performance.now() - Math.max(started, progress.since);
    }
    if ('error' in looked) return new DialFailure(looked.error, looked.message);
    if (signal.aborted) return cancelled();
    const verified = verifyLoopback || !looked.found.every(({ address }) => isLoopback(address));
    return shakeHands(target, looked.found, { progress, signal, secureContext, sessions, verified, timeoutMs });
  };
}

interface Handshake {
  readonly progress: DialProgress;
  readonly signal: AbortSignal;
  readonly secureContext: SecureContext;
  readonly sessions: Sessions;
  readonly verified: boolean;
  readonly timeoutMs: number;
}

function shakeHands(
  { hostname, port }: DialTarget,
  addresses: readonly ResolvedAddress[],
  { progress, signal, secureContext, sessions, verified, timeoutMs }: Handshake,
): Promise<TLSSocket | DialFailure> {
  const literal = literalAddress(hostname);
  const session = verified ? sessions.of(hostname, port) : undefined;
  return new Promise((resolve) => {
    let since = performance.now();
    progress.stage = 'connect';
    const options: ConnectionOptions &
      Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'> & { highWaterMark: number } = {
      host: literal ?? hostname,
      port,
      // Not called for an address. Receives all addresses that were checked; they are tried in turn until one connects.
      lookup: answerWith(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: patienceWithEach(addresses.length, timeoutMs),
      // A name in the handshake is never an address and has no dot at its end.
      ...(literal === undefined ? { servername: hostname.replace(/\.$/, '') } : {}),
      ALPNProtocols: ['http/1.1'],
      secureContext,
      rejectUnauthorized: verified,
      ...(session === undefined ? {} : { session }),
      // Maximum that is ever read of an answer at once.
      highWaterMark: 16_384,
    };
    const socket = connect(options);
    const cancel = () => {
      socket.destroy();
      resolve(cancelled());
    };
    signal.addEventListener('abort', cancel);
    socket.setNoDelay(true);
    socket.once('connect', () => {
      progress.connectMs = performance.now() - since;
      progress.stage = 'tls';
      since = performance.now();
    });
    socket.once('secureConnect', () => {
      progress.tlsMs = performance.now() - since;
      progress.stage = 'answer';
      signal.removeEventListener('abort', cancel);
      resolve(socket);
    });
    // Never removed: an error without a listener would end the process.
    socket.on('error', (error) => {
      signal.removeEventListener('abort', cancel);
      resolve(failureOf(error, progress, `${hostname}:${port}`));
    });
    // A resumed session skips the certificate, so a connection that did not verify one must not start a session.
    if (verified) socket.on('session', (fresh) => sessions.keep(hostname, port, fresh));
  });
}

/**
 * Returns the timeout for one address while there are others; an address that refuses is skipped at once. A lost first
 * packet takes a second, a handshake around the world half of one. All addresses have to fit into the time of one
 * attempt.
 */
function patienceWithEach(addresses: number, timeoutMs: number): number {
  return Math.max(250, Math.min(3_000, Math.floor((0.9 * timeoutMs) / addresses)));
}

/**
 * Returns a lookup that answers after `connect()` has returned, as a real lookup does. An address without a route fails
 * at once. If answered within `connect()`, Node throws halfway through it, and the socket's error comes before a
 * listener can be added.
 */
function answerWith(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses as [ResolvedAddress];
    process.nextTick(() => {
      if (all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };
}

interface TlsError extends NodeJS.ErrnoException {
  /** Message of OpenSSL, without the source locations that `message` contains. */
  readonly reason?: string;
}

function failureOf(error: TlsError, { stage }: DialProgress, place: string): DialFailure {
  const code = error.code ?? 'unknown';
  if (stage === 'connect') return new DialFailure('connect', `No connection to ${place} could be made (${code}).`);
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return new DialFailure('reset', `${place} closed the connection during the TLS handshake.`);
  }
  return new DialFailure('tls', `The TLS handshake with ${place} failed: ${error.reason ?? error.message} (${code}).`);
}

/**
 * Returns the failure of an attempt with an unexpected error. If there is a code, the message is omitted: it may name
 * addresses of our network.
 */
export function unexpectedFailure(error: unknown, { stage }: DialProgress): DialFailure {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return new DialFailure(unexpectedAt[stage], `The attempt met an unexpected error of the service (${code ?? error}).`);
}

const unexpectedAt: Readonly<Record<DialProgress['stage'], NetworkError>> = {
  line: 'dns',
  lookup: 'dns',
  connect: 'connect',
  tls: 'tls',
  answer: 'reset',
};

function cancelled(): DialFailure {
  return new DialFailure('timeout', 'The attempt ended before the connection stood.');
}

interface Sessions {
  of(hostname: string, port: number): Buffer | undefined;
  keep(hostname: string, port: number, session: Buffer): void;
}

const NO_SESSIONS: Sessions = { of: () => undefined, keep: () => {} };

/**
 * Cache of TLS sessions. Resuming one saves both sides half of a handshake: connections are short-lived, receivers few.
 */
function createSessions(): Sessions {
  const kept = new Map<string, Buffer>();
  const key = (hostname: string, port: number) => `${hostname}:${port}`;
  return {
    of: (hostname, port) => kept.get(key(hostname, port)),
    keep(hostname, port, session) {
      kept.delete(key(hostname, port));
      kept.set(key(hostname, port), session);
      if (kept.size > MAX_SESSIONS) kept.delete(kept.keys().next().value!);
    },
  };
}
const MAX_SESSIONS = 1_000;
