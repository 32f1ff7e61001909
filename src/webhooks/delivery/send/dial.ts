/** Opens TLS connections to receivers: looks the name up, guards its addresses, connects, shakes hands, and times each stage. */
import type { LookupFunction, TcpNetConnectOpts } from 'node:net';
import { type ConnectionOptions, connect, type SecureContext, type TLSSocket } from 'node:tls';
import { type AddressGuard, isLoopback, literalAddress } from './address-guard.ts';
import { guardedLookup, type LookupRequester, type ResolvedAddress, type ResolveHost } from './guarded-lookup.ts';
import type { NetworkError } from './outcome.ts';

export interface DialOptions {
  readonly guard: AddressGuard;
  readonly resolve: ResolveHost;
  readonly secureContext: SecureContext;
  /** Whether receivers on this machine must show a good certificate too. */
  readonly verifyLoopback: boolean;
  /** Of the whole attempt, of which a connection is a part. */
  readonly timeoutMs: number;
  /** False: every handshake is a whole one, certificate included. */
  readonly resume?: boolean;
}

export interface DialTarget {
  /** As the URL parser gives it. */
  readonly hostname: string;
  readonly port: number;
}

/** How far an attempt has come. A dial writes its stages and their times into it. */
export class DialProgress implements LookupRequester {
  readonly account: string;
  stage: 'line' | 'lookup' | 'connect' | 'tls' | 'answer' = 'answer';
  /** Since when the endpoint's time runs: what was spent in line before that is not its own. */
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

/** Nothing is known about the receiver: it was not its turn to be asked for, and the attempt has not been made. */
export class PostponedError extends Error {
  constructor() {
    super('The attempt was put off.');
  }
}

/** A connection that stands, or why there is none. Aborting the signal ends it at any stage. */
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
      // Not called for an address. All that were checked are handed over; they are tried in turn until one connects.
      lookup: answerWith(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: patienceWithEach(addresses.length, timeoutMs),
      // A name in the handshake is never an address and has no dot at its end.
      ...(literal === undefined ? { servername: hostname.replace(/\.$/, '') } : {}),
      ALPNProtocols: ['http/1.1'],
      secureContext,
      rejectUnauthorized: verified,
      ...(session === undefined ? {} : { session }),
      // As much as is ever read of an answer in one go.
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
    // Stays for good: an error that nobody listens to would end the process.
    socket.on('error', (error) => {
      signal.removeEventListener('abort', cancel);
      resolve(failureOf(error, progress, `${hostname}:${port}`));
    });
    // What resumes a session skips the certificate; a connection that did not verify one must not be where that starts.
    if (verified) socket.on('session', (fresh) => sessions.keep(hostname, port, fresh));
  });
}

/**
 * How long one address is waited for while there are others: those that refuse are passed over at once. A first packet that is lost
 * takes a second, a handshake around the world half of one; and all of them have to fit into the time of one attempt.
 */
function patienceWithEach(addresses: number, timeoutMs: number): number {
  return Math.max(250, Math.min(3_000, Math.floor((0.9 * timeoutMs) / addresses)));
}

/**
 * Answers after `connect()` has returned, as a real lookup does. An address without a route fails at once: answered within `connect()`,
 * Node throws halfway through it, and the socket's error comes before anybody can listen.
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
  /** OpenSSL's own words, without the places in its sources that its message names. */
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

/** The outcome of an attempt in which an error came up that nobody expected. A message beside a code may name addresses of our network. */
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

/** TLS sessions, resumed to spare both sides half of a handshake: connections are short-lived, receivers few. */
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
