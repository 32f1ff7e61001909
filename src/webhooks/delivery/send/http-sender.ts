/** Sends deliveries: one attempt per call, over reusable connections. Failures are returned as a report, not thrown. */
import type { SecureContext } from 'node:tls';
import { RecentlyUsed } from '../../../accounts/recently-used.ts';
import type { Clock } from '../../../lib/time.ts';
import type { AddressGuard } from './address-guard.ts';
import { type AttemptRequest, type AttemptResult, DeliveryAttempt } from './delivery-attempt.ts';
import { createDial } from './dial.ts';
import { createConnections } from './endpoint-connections.ts';
import { type ErrorBoundary, runWithin } from './error-boundary.ts';
import type { ResolveHost } from './guarded-lookup.ts';
import { createNameLookup } from './name-lookup.ts';
import { type AttemptOutcome, createUnsendableReport } from './outcome.ts';
import { type SigningKey, signDelivery } from './signature.ts';
import { createTrustedContext } from './trusted-certificates.ts';

export interface OutgoingRequest {
  /** Account of the subscription: name lookups are shared out by account. */
  readonly account: string;
  /** The subscription's targetUrl. */
  readonly url: string;
  /** The subscription's own headers, as custom-headers.ts has let them pass. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signing: readonly SigningKey[];
  /** Sent as it is, in UTF-8. */
  readonly body: string;
  readonly webhookId: string;
  readonly entityType: string;
  readonly action: string;
  /** The event's place in the log of changes; a sample has none. */
  readonly change?: string | undefined;
  /** W3C trace context; a header of that name among the subscription's own takes its place. */
  readonly traceparent?: string | undefined;
  /** Called directly before the request is written; returns false if it must not leave any more and is put off. */
  readonly mayLeave?: () => boolean;
}

/** A delivery of which no request can be made, and why: what is stored about it has been damaged. */
export interface Unsendable {
  readonly unsendable: string;
}

export interface HttpSenderOptions {
  readonly guard: AddressGuard;
  /** Deadline for lookup, connection, handshake and the answer's status line and headers together. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Trusted certificate authorities; by default those of the runtime. */
  readonly secureContext?: SecureContext;
  /** False only if the guard allows loopback for a newcomer: certificates of this machine are then not verified. */
  readonly verifyLoopback?: boolean;
  readonly resolve?: ResolveHost;
}

export interface HttpSender {
  /**
   * Makes one attempt. `onOutcome` is called as soon as the outcome is certain. The report follows when the answer's
   * body is read as far as it is read, by the deadline at the latest. Put off: no attempt was made, and the receiver is
   * not at fault.
   */
  send(request: OutgoingRequest | Unsendable, onOutcome?: (outcome: AttemptOutcome) => void): Promise<AttemptResult>;
  /** Waits for the attempts under way, by their deadlines at the latest, and ends all connections. */
  close(): Promise<void>;
}

export const USER_AGENT = 'Maintenance-Data-Service-Webhooks/1';

export function createHttpSender(options: HttpSenderOptions): HttpSender {
  const { guard, clock, timeoutMs, verifyLoopback = true, resolve = createNameLookup().resolve } = options;
  const { secureContext = createTrustedContext() } = options;
  const connections = createConnections(createDial({ guard, resolve, secureContext, verifyLoopback, timeoutMs }));
  const parts = { connections, timeoutMs };
  let underWay = 0;
  let closing: { promise: Promise<void>; resolve: () => void } | undefined;

  /** Parsed URLs in use; parsing one takes as long as encrypting the delivery. */
  const places = new RecentlyUsed<Place>(2000);

  return {
    send(request, onOutcome) {
      if (closing !== undefined) throw new Error('The sender is closed.');
      const startedOn = clock.now();
      if ('unsendable' in request) return Promise.resolve(createUnsendableReport(request.unsendable, startedOn));
      const place = placeOf(request.url);
      if (place === undefined) return Promise.resolve(createUnsendableReport(INVALID_ADDRESS, startedOn));
      underWay++;
      const boundary = new AttemptBoundary();
      return new Promise((report) => {
        const done = (made: AttemptResult) => {
          boundary.attempt = undefined;
          if (--underWay === 0) closing?.resolve();
          report(made);
        };
        const { body, account, mayLeave } = request;
        const headers = renderDeliveryHeaders(request, startedOn);
        const sent = { ...place, headers, body, account, mayLeave };
        boundary.attempt = new DeliveryAttempt(sent, parts, startedOn, done, onOutcome);
        runWithin(boundary, () => boundary.attempt?.start());
      });
    },
    async close() {
      if (closing === undefined) {
        closing = Promise.withResolvers<void>();
        if (underWay === 0) closing.resolve();
      }
      await closing.promise;
      connections.dropIdle();
    },
  };

  function placeOf(url: string): Place | undefined {
    const known = places.get(url);
    if (known !== undefined) return known;
    const read = URL.parse(url);
    if (read?.protocol !== 'https:') return undefined;
    const { origin, pathname, search } = read;
    const place = { origin, path: pathname + search };
    places.set(url, place);
    return place;
  }
}

/** Releases an attempt that is over: its connection is reused and keeps the boundary, but must not keep the body. */
class AttemptBoundary implements ErrorBoundary {
  attempt: DeliveryAttempt | undefined;

  onUncaught(error: unknown): void {
    this.attempt?.abandon(error);
  }
}

/** Message for a damaged URL: it was checked when the subscription was created. */
const INVALID_ADDRESS =
  'The address of the subscription is none that begins with https://, so nothing can be sent to it.';

type Place = Pick<AttemptRequest, 'origin' | 'path'>;

/** Returns the request headers, names and values in turn. HTTP itself adds Host, Connection and Content-Length. */
export function renderDeliveryHeaders(request: Omit<OutgoingRequest, 'account' | 'url'>, startedOn: number): string[] {
  const timestamp = String(Math.floor(startedOn / 1000));
  const headers = [
    'Content-Type',
    'application/json',
    'User-Agent',
    USER_AGENT,
    'webhook-id',
    request.webhookId,
    'webhook-timestamp',
    timestamp,
    'X-Entity-Type',
    request.entityType,
    'X-Action',
    request.action,
  ];
  const signature = signDelivery(
    request.signing,
    { webhookId: request.webhookId, timestamp, body: request.body },
    startedOn,
  );
  if (signature !== '') headers.push('webhook-signature', signature);
  if (request.change !== undefined) headers.push('X-Change', request.change);
  let traced = false;
  for (const [name, value] of Object.entries(request.headers)) {
    const lower = name.toLowerCase();
    // These names were reserved later; an older subscription may use them.
    if (lower === 'x-change' || lower === 'webhook-signature') continue;
    headers.push(name, value);
    if (lower === 'traceparent') traced = true;
  }
  if (request.traceparent !== undefined && !traced) headers.push('traceparent', request.traceparent);
  return headers;
}
